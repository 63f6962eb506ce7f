//! The rules of *Azul: Queen's Garden*, exactly: public states, legal actions, scoring.
//!
//! A [`State`] is public knowledge and nothing else. Drawing tiles and turning expansions are chance: the state waits for the
//! outcome, which the caller supplies (from a [`Deal`](https://docs.rs/quinta-deal), a record, a person with the box).
//!
//! A whole game, with an outcome for whatever chance is awaited:
//!
//! ```
//! use quinta_rules::{Action, Chance, Phase, Rules, Seat, State, TopTiles};
//!
//! let rules = Rules::FRONT;
//! let mut state = State::new(&rules, 2, Seat::new(0).unwrap())?;
//! loop {
//!     match state.phase() {
//!         Phase::Draw => {
//!             let tiles = state.bag().iter().take(state.draw_size(&rules));
//!             state.chance(&rules, &Chance::Draw(TopTiles::new(tiles).unwrap()))?;
//!         }
//!         Phase::TurnUp => {
//!             let kind = state.unseen().iter().next().unwrap();
//!             state.chance(&rules, &Chance::TurnUp(kind))?;
//!         }
//!         Phase::Act => {
//!             let action = state.actions(&rules).next().unwrap_or(Action::PASS);
//!             state.play(&rules, state.turn(), &action)?;
//!         }
//!         Phase::Over => break,
//!     }
//! }
//! for seat in state.winners() {
//!     println!("seat {seat} wins with {} points", state.players()[seat.index()].score);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Choices come as complete actions or in steps, and a refusal says why, in a word or in full:
//!
//! ```
//! # use quinta_rules::{Action, Chance, Illegal, Rules, Seat, State, TopTiles};
//! # let rules = Rules::FRONT;
//! # let first = Seat::new(0).unwrap();
//! # let mut state = State::new(&rules, 2, first)?;
//! let tiles = ["g2", "b1", "g6", "p5"].map(|kind| kind.parse().unwrap());
//! state.chance(&rules, &Chance::Draw(TopTiles::new(tiles).unwrap()))?;
//! assert_eq!(state.counts(&rules).acquire, 7);
//! let action = state.actions(&rules).next().unwrap();
//! state.play(&rules, first, &action)?;
//!
//! let pass = Action::PASS;
//! assert_eq!(state.play(&rules, first, &pass), Err(Illegal::AwaitingChance));
//! let why = state.explain(&rules, first, &pass).unwrap();
//! assert_eq!(why.to_string(), "Tiles have to be drawn or expansions turned before anyone can act.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
mod action;
#[cfg(feature = "serde")]
mod action_json;
mod bag;
mod board;
mod cell;
mod chance;
mod check;
mod compact;
mod display;
mod explain;
mod garden;
mod invalid;
mod key;
mod kind;
mod list;
mod payment;
mod position;
mod quoted;
mod rows;
#[cfg(feature = "schemars")]
mod schema;
pub mod scoring;
#[cfg(feature = "serde")]
mod serial;
mod state;
mod step;
mod steps;
mod storage;
mod takes;
#[cfg(test)]
mod tests;

pub use action::{Action, Discard, Illegal, Seat, Take};
#[cfg(feature = "serde")]
pub use action_json::CopyRef;
pub use bag::Tiles;
pub use board::{Board, FeatureJokers, Rules, RulesError, Scored};
pub use cell::{Area, Cell, CellSet, Direction, Feature};
pub use chance::{Chance, ImpossibleChance};
pub use compact::CompactAction;
pub use display::{Display, Face, MOST_SLOTS, Slot, Source, SourceSet, TopTiles};
pub use explain::Explanation;
pub use garden::{Garden, Ground, Group};
pub use invalid::{InvalidCell, InvalidName, InvalidNumber};
pub use kind::{Attribute, AttributeSet, Colour, Kind, KindSet, Pattern};
pub use payment::{Payment, Way, Ways};
pub use position::{AreaPosition, Position, PositionError, SeatPosition, SlotPosition};
pub use quoted::{Escaped, Quoted, is_obeyed};
pub use state::{Effect, Phase, Player, SetupError, State};
pub use step::{Step, StepError};
pub use steps::{AreaSet, Counts, Spot, SpotSet, Taking, What, Whats};
pub use storage::Storage;

/// The README, so that its example is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
