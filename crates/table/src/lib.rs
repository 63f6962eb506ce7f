//! A live game, without I/O and without a clock of its own: seats, the log, undo, clocks, what each watcher is told.
//!
//! A [`Table`] is the fold of its log. A command is first turned into the entries that it would bring about; whoever runs the
//! table stores them and then applies them.
//!
//! ```
//! use quinta_table::{Asker, Table, create};
//! use quinta_wire::{ClientMessage, CreateTable};
//!
//! let anna = Asker { who: "anna", name: "Anna", now: 0, connected: &[], gone: &[] };
//! let wish: CreateTable = serde_json::from_str(r#"{"seats":[{"who":"me"},{"who":"bot","level":"random"}]}"#)?;
//! let made = create(&wish, &anna, &"42".parse()?, "code")?;
//! let mut table = Table::from_log("t1", [made])?;
//!
//! let ready: ClientMessage = serde_json::from_str(r#"{"id":"1","type":"ready","luck":"c0ffee"}"#)?;
//! for entry in table.command(&anna, &ready)? {
//!     table.apply(&entry)?;
//! }
//! assert!(table.to_act().is_some(), "everyone is ready, so the game has begun");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
mod clock;
mod create;
mod decide;
mod draft;
mod game;
mod log;
mod names;
mod proof;
mod record;
mod refusal;
mod seat;
mod table;
mod view;

pub use create::create;
pub use decide::Asker;
pub use log::{Entry, FirstSitter, Identity, LogError, LogEvent, Mark, Setting};
pub use names::{LONGEST_NAME, LONGEST_TABLE_NAME, clean};
pub use proof::{Proof, prove};
pub use record::replay;
pub use refusal::Refusal;
pub use table::Table;
