//! Players: they see a public [`State`](quinta_rules::State) and answer an [`Action`](quinta_rules::Action).
//!
//! ```
//! use quinta_bots::random;
//! use quinta_rules::Rules;
//! use rand::{SeedableRng, rngs::SmallRng};
//!
//! let mut rng = SmallRng::seed_from_u64(1);
//! let (end, actions) = random::game(&Rules::FRONT, 2, &mut rng);
//! assert!(end.is_over() && actions > 8);
//! ```
pub mod architect;
pub mod arena;
mod bot;
pub mod clock;
pub mod designer;
pub mod eval;
pub mod evaluation;
pub mod features;
pub mod greedy;
pub mod mason;
mod moves;
pub mod net;
pub mod random;
pub mod samples;
mod seedling;
pub mod selfplay;
pub mod stats;
mod tally;
#[cfg(test)]
mod testing;
pub mod tune;
mod weights;
mod why;

pub use bot::{Bot, BotSpec, Budget, Candidate, Decision, Knowledge, Level, Tools, UnknownBot};
pub use weights::Weights;
pub use why::{Why, in_words};

/// The README, so that its example is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
