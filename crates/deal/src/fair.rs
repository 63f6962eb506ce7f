//! Fair luck: a commitment to a seed before anyone plays, and a deal that depends on what every seat adds.
//!
//! `docs/deal.md` says exactly which bytes are hashed.
//!
//! ```
//! use quinta_deal::{Seed, fair};
//!
//! let secret: Seed = "7".parse()?;
//! let promise = fair::commitment(&secret, "game-1"); // shown to everyone before the deal
//! let seed = fair::mixed(&secret, "game-1", &[b"salt of seat 0", b"salt of seat 1"]);
//! assert_ne!(seed, secret);
//! // At the end the secret is shown, and everyone can check:
//! assert_eq!(fair::commitment(&secret, "game-1"), promise);
//! # Ok::<(), quinta_deal::SeedError>(())
//! ```
use crate::seed::Seed;
use sha2::{Digest, Sha256};

/// Returns the hash that commits to a secret for this game without revealing it.
pub fn commitment(secret: &Seed, game: &str) -> [u8; 32] {
    hash(b"quinta-commitment-1", [&secret.0[..], game.as_bytes()])
}

/// Returns the seed that the game is dealt from: the secret, the game's name and what each seat added, all together.
pub fn mixed(secret: &Seed, game: &str, added: &[&[u8]]) -> Seed {
    let parts = [&secret.0[..], game.as_bytes()];
    Seed(hash(b"quinta-mix-1", parts.into_iter().chain(added.iter().copied())))
}

/// Each part is preceded by its length, so that no two lists of parts give the same bytes.
fn hash<'a>(domain: &'a [u8], parts: impl IntoIterator<Item = &'a [u8]>) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in std::iter::once(domain).chain(parts) {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}
