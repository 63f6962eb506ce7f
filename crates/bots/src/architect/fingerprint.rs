//! Fingerprints of positions, the keys of a search's transposition table.
use quinta_rules::State;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// A map by position.
pub(super) type FingerprintMap<T> = HashMap<Fingerprint, T, BuildHasherDefault<First>>;

/// A position's fingerprint: 128 bits, so that collisions do not occur in practice.
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

/// A hasher that uses the first half of a fingerprint as it is: it is a hash already.
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
