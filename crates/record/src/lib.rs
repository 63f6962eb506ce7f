//! Game records and notation: reading, writing and verifying.
//!
//! A [`Record`] holds a whole game as JSON: the setup, every random outcome, every action. [`verify`] replays it and compares
//! every figure in it with the engine's; a [`Recorder`] writes one while a game is played; [`notation`] has a line of text for every action.
//!
//! A whole game, recorded while it is played, then written, read back and verified:
//!
//! ```
//! use quinta_deal::{Deal, Seed};
//! use quinta_record::{Record, Recorder, Setup, notation, verify};
//! use quinta_rules::{Action, Rules, Step};
//!
//! let rules = Rules::FRONT;
//! let seed: Seed = "42".parse()?;
//! let deal = Deal::new(&seed, &rules, 2)?;
//! let mut game = Recorder::new(Setup::hidden(rules.clone(), 2, deal.first())?, true)?;
//! while !game.state().is_over() {
//!     let state = game.state();
//!     let step = match deal.answer(&rules, state) {
//!         Some(outcome) => Step::Chance(outcome),
//!         None => {
//!             // Any legal action, by way of its notation.
//!             let action = state.actions(&rules).next().unwrap_or(Action::PASS);
//!             let line = notation::print(&action, state);
//!             Step::Act(state.turn(), notation::parse(&line, state)?)
//!         }
//!     };
//!     game.step(&step)?;
//! }
//! let text = game.record().to_json();
//! let read = Record::from_json(&text)?;
//! assert_eq!(verify(&read)?.state(), game.state());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
pub mod counts;
mod event;
mod figures;
pub mod notation;

mod record;
mod recorder;
mod replay;
mod result;
mod setup;
mod verify;

pub use event::{ActionEvent, DrawEvent, Event};
pub use figures::Figures;
pub use record::{ReadError, Record};
pub use recorder::{Recorder, RecorderError};
pub use replay::{Moment, Replay, ReplayError, RoundResult};
pub use result::{GameResult, GroupResult, PlayerResult};
pub use setup::{Setup, SetupProblem};
pub use verify::{Difference, Place, verify};

/// The README, so that its example is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
