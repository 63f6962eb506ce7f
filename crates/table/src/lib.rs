//! A live game, without I/O and without a clock of its own: seats, the log, undo, clocks, what each watcher is told.
//!
//! A [`Table`] is the fold of its log. A command is first turned into the [`Change`] that it would bring about; whoever runs the
//! table stores its entries and then accepts it.
//!
//! ```
//! use quinta_table::{Asker, Table, create};
//! use quinta_wire::{ClientMessage, CreateTable};
//!
//! let anna = Asker { who: "anna", name: "Anna", now: 0, gone: &[], left: &[] };
//! let wish: CreateTable = serde_json::from_str(r#"{"seats":[{"who":"me"},{"who":"bot","level":"random"}]}"#)?;
//! let made = create(&wish, &anna, &"42".parse()?, "code")?;
//! let mut table = Table::from_log("t1", [made])?;
//!
//! let ready: ClientMessage = serde_json::from_str(r#"{"id":"1","type":"ready","luck":"c0ffee"}"#)?;
//! let change = table.command(&anna, &ready)?;
//! table.accept(change)?;
//! assert!(table.to_act().is_some(), "everyone is ready, so the game has begun");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
mod answered;
mod clock;
mod create;
mod decide;
mod draft;
mod fold;
mod game;
pub mod log;
mod names;
mod proof;
mod record;
mod refusal;
mod seat;
mod table;
mod telling;
mod told;
mod view;

pub use create::create;
pub use decide::Asker;
pub use draft::Change;
pub use log::{Entry, LogError, LogEvent};
pub use names::{LONGEST_NAME, LONGEST_TABLE_NAME, clean};
pub use proof::{Proof, prove};
pub use record::replay;
pub use refusal::Refusal;
pub use table::Table;
pub use telling::{News, Page, latest};
