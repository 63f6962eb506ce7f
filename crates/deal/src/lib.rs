//! Luck: a seed becomes the setting-up and every outcome of chance, the same whatever is played.
//!
//! `docs/deal.md` in the repository says exactly how, so that someone else can write it again.
//!
//! ```
//! use quinta_deal::{Deal, Seed};
//! use quinta_rules::{Rules, State};
//!
//! let rules = Rules::FRONT;
//! let seed: Seed = "42".parse()?;
//! let deal = Deal::new(&seed, &rules, 2)?;
//! let mut state = State::new(&rules, 2, deal.first())?;
//! while let Some(outcome) = deal.answer(&rules, &state) {
//!     state.chance(&rules, &outcome)?;
//! }
//! assert_eq!(state.bag().len(), 104);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
mod deal;
pub mod fair;
mod seed;
mod stream;

pub use deal::{Deal, outcome};
pub use seed::{Seed, SeedError};

/// The README, so that its example is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
