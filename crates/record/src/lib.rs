//! Game records and notation: reading, writing and verifying.
//!
//! A [`Record`] holds a whole game as JSON: the setup, every random outcome, every action. [`verify`] replays it and compares
//! every figure in it with the engine's; a [`Recorder`] writes one while a game is played; [`notation`] has a line of text for every action.
//!
//! ```
//! use quinta_record::{Board, Record, Recorder, Setup, notation, verify};
//! use quinta_rules::{Chance, Seat, Step, TopTiles};
//!
//! // People at a table write down what happens; what they have not seen is hidden.
//! let seat = Seat::new(0).unwrap();
//! let mut game = Recorder::new(Setup::hidden(Board::Front, 2, seat)?, true)?;
//! let tiles = ["g2", "b1", "g6", "p5"].map(|kind| kind.parse().unwrap());
//! game.step(&Step::Chance(Chance::Draw(TopTiles::new(tiles).unwrap())))?;
//! let action = notation::parse("acquire dark green", game.state())?;
//! game.step(&Step::Act(seat, action))?;
//!
//! // The record can be given out, read again and checked.
//! let text = game.record().to_json();
//! let read = Record::from_json(&text)?;
//! assert_eq!(read, *game.record());
//! let replay = verify(&read)?;
//! assert_eq!(replay.state(), game.state());
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
pub use setup::{Board, Setup, SetupProblem};
pub use verify::{Difference, Place, verify};

/// The README, so that its example is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
