//! The log of a table: numbered events in a form of their own, as they are stored. It holds the secret: it never leaves the server.
//!
//! What is stored outlives the API, so nothing here leans on the words of the wire. An action, a kind, a seat and house rules have the
//! form of game records and of rules files, which are promised for ever as well. Every entry names the version that it was written in; what
//! an older release wrote is brought to the present form when it is read (`upgrade.rs`).
mod summary;
mod upgrade;
mod words;

/// A level is stored by its name, which is a promise of `quinta-bots`.
pub use quinta_bots::BotLevel;
pub use summary::{Summary, SummarySeat};
pub use words::{Access, Clock, EndReason, First, Options, Phrase, Undo};

use quinta_rules::{Action, Chance, Kind, Seat, Step, TopTiles};
use serde::{Deserialize, Serialize};

/// The version of the entries that this program writes.
pub const VERSION: u32 = 2;

/// Who someone is, for the table: an opaque name that only the server knows the meaning of.
pub type Identity = String;

/// One event of a log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number, counted from 1 without gaps.
    pub number: u64,
    /// When it happened, in milliseconds since 1970.
    pub time: u64,
    /// The command that brought it about, if a person's did: so that a command sent twice counts once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Mark>,
    /// What happened.
    #[serde(flatten)]
    pub event: LogEvent,
}

/// An entry with its version, as it is stored.
#[derive(Serialize)]
struct Versioned<'a> {
    v: u32,
    #[serde(flatten)]
    entry: &'a Entry,
}

impl Entry {
    /// Returns the text under which the entry is stored.
    pub fn write(&self) -> Result<String, LogError> {
        serde_json::to_string(&Versioned { v: VERSION, entry: self }).map_err(LogError::unreadable)
    }

    /// How many bytes that text has.
    pub fn length(&self) -> usize {
        self.write().map_or(0, |text| text.len())
    }

    /// Reads an entry that this release or an older one stored.
    pub fn read(text: &str) -> Result<Self, LogError> {
        upgrade::read(text)
    }
}

/// Whose command, and its id.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Mark {
    /// Whose.
    pub who: Identity,
    /// The id that they gave it.
    pub id: String,
    /// Where they sent it from, if that counts: an opaque name that only the server knows the meaning of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}

/// Who sits on a seat at first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum FirstSitter {
    /// Nobody.
    Open,
    /// A person.
    Person {
        /// Who.
        who: Identity,
        /// Their name.
        name: String,
    },
    /// A bot.
    Bot {
        /// How well it plays.
        level: BotLevel,
    },
}

/// How a table was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    /// The table's name.
    pub name: String,
    /// How it is played.
    pub options: Options,
    /// Who sits where.
    pub seats: Vec<FirstSitter>,
    /// Whose table it is.
    pub host: Identity,
    /// The server's seed, in hex.
    pub secret: String,
    /// The code that lets others in.
    pub invitation: String,
    /// What happened in another game up to the position that this one goes on from: draws, turnings and actions, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub begins_with: Vec<LogEvent>,
    /// The id of the table where it was dealt, if that was in a player's own browser: its luck is mixed with it, and was known there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<String>,
    /// Where the host made it from, as [`Mark::from`] has it, so that one address does not fill the list of tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum LogEvent {
    /// The table was made.
    Created(Box<Setting>),
    /// A person took a seat.
    Sat { seat: Seat, who: Identity, name: String },
    /// A seat was left, or opened by the host.
    Left { seat: Seat, removed: bool },
    /// A bot got the seat.
    BotSat { seat: Seat, level: BotLevel },
    /// Another name.
    Renamed { seat: Seat, name: String },
    /// A person is ready and added these bytes, in hex.
    Ready { seat: Seat, luck: String },
    /// The game began.
    Started { first: Seat },
    /// Tiles were drawn.
    Drawn { tiles: Vec<Kind> },
    /// An expansion was turned.
    Turned { kind: Kind },
    /// A seat acted.
    Acted { seat: Seat, action: Action },
    /// The position went back to the one after event `to`.
    Undone { seat: Seat, to: u64, fresh_luck: bool },
    /// Nobody could move for so many milliseconds, since the server was away: the running clock stood still. New in version 2.
    ClockHeld { milliseconds: u64 },
    /// A seat's time ran out.
    TimedOut { seat: Seat },
    /// A seat gave up.
    Resigned { seat: Seat },
    /// A bot plays for a person.
    TakenOver { seat: Seat, level: BotLevel },
    /// The person plays again.
    Returned { seat: Seat },
    /// A seat would like to end the game here, or not any more.
    EndOffered { seat: Seat, agrees: bool },
    /// The game is over.
    Ended { reason: EndReason, winners: Vec<Seat> },
    /// A seat got a hint. New in version 2.
    Hinted { seat: Seat },
    /// A seat said something.
    Said { seat: Seat, phrase: Phrase },
    /// The same players meet again at another table.
    Rematch { table: String },
}

impl LogEvent {
    /// Returns the step of the game that it tells, if it tells one.
    pub(crate) fn step(&self) -> Option<Step> {
        Some(match self {
            Self::Drawn { tiles } => {
                Step::Chance(Chance::Draw(TopTiles::new(tiles.iter().copied())?))
            }
            Self::Turned { kind } => Step::Chance(Chance::TurnUp(*kind)),
            Self::Acted { seat, action } => Step::Act(*seat, *action),
            _ => return None,
        })
    }

    /// Returns what tells this step.
    pub(crate) fn of(step: &Step) -> Self {
        match step {
            Step::Chance(Chance::Draw(tiles)) => Self::Drawn { tiles: tiles.iter().collect() },
            Step::Chance(Chance::TurnUp(kind)) => Self::Turned { kind: *kind },
            Step::Act(seat, action) => Self::Acted { seat: *seat, action: *action },
        }
    }
}

/// A log that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LogError {
    /// It does not begin with the making of the table.
    #[error("the log does not begin with the making of the table")]
    Beginning,
    /// A later release wrote it.
    #[error(
        "a later release wrote this log: its version is {0}, this one reads up to version {VERSION}"
    )]
    Version(u64),
    /// Its text is no entry.
    #[error("an entry of the log cannot be read: {0}")]
    Unreadable(String),
    /// A number is missing.
    #[error("event {found} stands where event {expected} must be")]
    Number {
        /// What it must be.
        expected: u64,
        /// What it is.
        found: u64,
    },
    /// An event that cannot have happened.
    #[error("event {number} cannot have happened: {why}")]
    Impossible {
        /// Its number.
        number: u64,
        /// Why not.
        why: String,
    },
}

impl LogError {
    fn unreadable(why: impl std::fmt::Display) -> Self {
        Self::Unreadable(why.to_string())
    }
}
