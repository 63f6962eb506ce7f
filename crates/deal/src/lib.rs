//! Luck: a seed determines the setup and every outcome of chance, whatever is played.
//!
//! `docs/deal.md` in the repository specifies it exactly, so that it can be implemented elsewhere.
//!
//! A whole game: the deal answers chance, here the first legal action answers everything else.
//!
//! ```
//! use quinta_deal::{Deal, Seed};
//! use quinta_rules::{Action, Rules, State};
//!
//! let rules = Rules::FRONT;
//! let seed: Seed = "42".parse()?;
//! let deal = Deal::new(&seed, &rules, 2)?;
//! let mut state = State::new(&rules, 2, deal.first())?;
//! while !state.is_over() {
//!     if let Some(outcome) = deal.answer(&rules, &state) {
//!         state.chance(&rules, &outcome)?;
//!     } else {
//!         let action = state.actions(&rules).next().unwrap_or(Action::PASS);
//!         state.play(&rules, state.turn(), &action)?;
//!     }
//! }
//! println!("seat {} wins", state.winners().next().unwrap());
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
