//! A live game, without I/O and without a clock of its own: seats, the log, undo, clocks, what each watcher is told.
//!
//! A [`Table`] is the fold of its log. A command is first turned into the [`PendingEvents`] that it would bring about; whoever runs the
//! table stores its entries and then accepts it. [`host::Host`] does that and everything else that happens around a table.
//!
//! A whole game of one person against a bot, who both pass whenever they can:
//!
//! ```
//! use quinta_rules::Action;
//! use quinta_table::{Requester, Table, create};
//! use quinta_wire::{ClientMessage, CreateTable, Stage};
//! use serde_json::{from_value, json};
//!
//! let anna = Requester::new("anna", "Anna", 0);
//! let seats = json!({ "seats": [{ "who": "me" }, { "who": "bot", "level": "random" }] });
//! let wish: CreateTable = from_value(seats)?;
//! let made = create(&wish, &anna, &"42".parse()?, "code")?;
//! let mut table = Table::from_log("t1", [made])?;
//! let ready: ClientMessage = from_value(json!({ "id": "1", "type": "ready", "luck": "c0ffee" }))?;
//! let change = table.command(&anna, &ready)?;
//! // The entries are to be stored here; then they count.
//! table.accept(change)?;
//!
//! while table.stage() == Stage::Playing {
//!     let at = table.number();
//!     let change = if let Some((seat, _level, at)) = table.bot_to_act() {
//!         table.bot_acts(seat, at, &Action::PASS, 0)?
//!     } else {
//!         let act = json!({ "id": at.to_string(), "type": "act", "at": at, "action": { "pass": {} } });
//!         table.command(&anna, &from_value(act)?)?
//!     };
//!     table.accept(change)?;
//! }
//! assert!(table.record().is_some_and(|record| record.result.is_some()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
mod clock;
mod command_dedup;
mod create;
mod decide;
mod draft;
mod fold;
mod game;
pub mod host;
mod import_game;
pub mod log;
mod log_to_wire;
mod messages;
mod names;
mod proof;
mod quotas;
mod record;
mod refusal;
mod review;
mod seat;
mod table;
mod view;

pub use create::{create, play_on};
pub use decide::Requester;
pub use draft::PendingEvents;
pub use game::describe;
pub use import_game::{ImportedLog, LONGEST_IMPORT};
pub use log::{Entry, LogError, LogEvent};
pub use messages::{Messages, Page};
pub use names::{LONGEST_NAME, LONGEST_TABLE_NAME, clean, is_called, person};
pub use proof::{Proof, prove};
pub use record::{opening, replay};
pub use refusal::Refusal;
pub use review::review;
pub use table::Table;
