//! Players: they see a public [`State`](quinta_rules::State) and answer an [`Action`](quinta_rules::Action).
//!
//! A whole game of two of them:
//!
//! ```
//! use quinta_bots::{Budget, Level};
//! use quinta_deal::{Deal, Seed};
//! use quinta_rules::{Rules, State};
//!
//! let rules = Rules::FRONT;
//! let seed: Seed = "42".parse()?;
//! let deal = Deal::new(&seed, &rules, 2)?;
//! let mut state = State::new(&rules, 2, deal.first())?;
//! let players = [Level::Gardener, Level::Seedling].map(|level| level.sit_down(&rules, 2));
//! while !state.is_over() {
//!     if let Some(outcome) = deal.answer(&rules, &state) {
//!         state.chance(&rules, &outcome)?;
//!     } else {
//!         let seat = state.turn();
//!         let decision = players[seat.index()].choose(&state, Budget::default(), 1);
//!         state.play(&rules, seat, &decision.action)?;
//!     }
//! }
//! println!("{} to {}", state.players()[0].score, state.players()[1].score);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
pub mod architect;
pub mod arena;
mod bot;
pub mod clock;
mod decimal;
mod deed;
pub mod designer;
pub mod eval;
pub mod evaluation;
pub mod features;
pub mod greedy;
pub mod mason;
mod moves;
pub mod net;
pub mod random;
pub mod ratings;
pub mod review;
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

pub use bot::{
    Bot, BotSpec, Budget, Candidate, Decision, InvalidBudget, Knowledge, Level, Tools, UnknownBot,
};
pub use weights::Weights;
pub use why::{Why, in_words};

/// The README, so that its example is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
