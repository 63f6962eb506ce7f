//! Fingerprints of positions, by which a search finds those that it knows.
use quinta_rules::State;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// What is known by position.
pub(super) type FingerprintMap<T> = HashMap<Fingerprint, T, BuildHasherDefault<First>>;

/// A position's fingerprint: so long that two positions do not share one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fingerprint([u64; 2]);

impl Fingerprint {
    pub(super) fn of(state: &State) -> Self {
        Self(state.fingerprint())
    }
}

impl Hash for Fingerprint {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.0[0]);
    }
}

/// Takes a fingerprint's first half as it is.
#[derive(Default)]
pub(super) struct First(u64);

impl Hasher for First {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0 << 8 | u64::from(byte);
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
