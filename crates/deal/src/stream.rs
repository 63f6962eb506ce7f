//! Streams of uniform numbers from a seed: one for each purpose, so that they do not depend on one another.
use crate::seed::Seed;
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// The stream for this purpose.
pub(crate) fn stream(seed: &Seed, label: &str) -> ChaCha20Rng {
    let mut hash = Sha256::new();
    hash.update(b"quinta-deal-1\0");
    hash.update(label.as_bytes());
    hash.update(b"\0");
    hash.update(seed.0);
    ChaCha20Rng::from_seed(hash.finalize().into())
}

/// A uniform number below `n`, by rejection sampling.
pub(crate) fn below(rng: &mut impl Rng, n: usize) -> usize {
    let n = n as u64;
    let limit = (1 << 32) / n * n;
    loop {
        let word = u64::from(rng.next_u32());
        if word < limit {
            return (word % n) as usize;
        }
    }
}

/// Fisher and Yates's shuffle, from the end.
pub(crate) fn shuffle<T>(rng: &mut impl Rng, items: &mut [T]) {
    for i in (1..items.len()).rev() {
        items.swap(i, below(rng, i + 1));
    }
}
