//! Players: they see a public [`State`](quinta_rules::State) and answer an [`Action`](quinta_rules::Action).
//!
//! A whole game of two of them:
//!
//! ```
//! use quinta_bots::{BotLevel, Budget};
//! use quinta_deal::{Deal, Seed};
//! use quinta_rules::{Rules, State};
//!
//! let rules = Rules::FRONT;
//! let seed: Seed = "42".parse()?;
//! let deal = Deal::new(&seed, &rules, 2)?;
//! let mut state = State::new(&rules, 2, deal.first())?;
//! let players = [BotLevel::Gardener, BotLevel::Seedling].map(|level| level.build(&rules, 2));
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
mod alternatives;
pub mod architect;
mod bot;
pub mod clock;
mod decimal;
pub mod designer;
pub mod eval;
pub mod evaluation;
pub mod features;
mod gardener;
pub mod greedy;
mod level;
mod moves;
pub mod net;
pub mod random;
pub mod review;
#[cfg(test)]
mod testing;
mod weights;
mod why;

pub use bot::{
    Bot, BotModel, BotSpec, Budget, Candidate, Decision, InvalidBudget, SearchContext, UnknownBot,
};
pub use level::{BotLevel, UnknownLevel};
pub use weights::Weights;
pub use why::{Why, in_words};

/// The README, so that its example is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
