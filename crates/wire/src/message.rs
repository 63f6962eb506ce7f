//! The messages over the socket, and the same over HTTP.
use crate::advice::Advice;
use crate::choices::Choices;
use crate::code::Code;
use crate::delta::Delta;
use crate::event::NumberedEvent;
use crate::table::{Phrase, TableView};
use quinta_bots::BotLevel;
use quinta_rules::{Action, Explanation, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A command of a client, with an id of its own making: sent twice it counts once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(expecting = "a map")]
pub struct ClientMessage {
    /// 1 to 64 characters.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// What to do.
    #[serde(flatten)]
    pub command: Command,
}

/// What a client asks for. Where `seat` is left out, it is the client's own seat: the one to act, or the only one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Command {
    /// Play an action.
    Act {
        /// The number of the last event that the client knows; a position that has changed since refuses the action.
        at: u64,
        /// For which seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// The action.
        action: Action,
    },
    /// Play an action written in notation.
    ActText {
        /// As for `act`.
        at: u64,
        /// For which seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// The action in notation.
        #[schemars(length(max = 200))]
        text: String,
    },
    /// Take back: what `table.undo` names, or further back where it says so.
    Undo {
        /// As for `act`.
        at: u64,
        /// The number of the last event that still counts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<u64>,
    },
    /// Take an open seat before the start.
    Sit {
        /// Which one; any if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// The code of the invitation, where the table asks for one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        invitation: Option<String>,
        /// A name other than the guest's own, for several people at one screen.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(max = 40))]
        name: Option<String>,
    },
    /// Leave a seat before the start.
    Leave {
        /// Which one; all of one's own if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
    },
    /// The host removes a guest before the start, who cannot sit down here again.
    Remove {
        /// Whose seat.
        seat: Seat,
    },
    /// The host gives an open seat to a bot before the start, or opens a bot's seat (no level).
    SetBot {
        /// Which seat.
        seat: Seat,
        /// How well it plays.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<BotLevel>,
    },
    /// Be ready, and add luck: random bytes of the client's own making.
    Ready {
        /// Which seat; all of one's own if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// Up to 32 bytes in hex.
        #[schemars(length(max = 64), regex(pattern = "^([0-9a-f]{2})*$"))]
        luck: String,
    },
    /// Change the name on a seat of one's own.
    Rename {
        /// Which seat.
        seat: Seat,
        /// The new name.
        #[schemars(length(max = 40))]
        name: String,
    },
    /// Give up. The seat passes from now on; with one other seat left the game is over.
    Resign {
        /// Which seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
    },
    /// Let a bot play for a seat that is gone or out of time. Whoever comes back has their seat again.
    TakeOver {
        /// Which seat.
        seat: Seat,
        /// How well the bot plays; never worse than the bots that sit at the table, or than `designer` where none does.
        level: BotLevel,
    },
    /// Play for one's own seat again.
    Return {
        /// Which seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
    },
    /// Agree to end the game here, or not any more. It ends when every person agrees.
    OfferEnd {
        /// Whether one does.
        agrees: bool,
    },
    /// End the game because this seat is gone or out of time.
    Abandon {
        /// Which seat.
        seat: Seat,
    },
    /// Say something.
    Say {
        /// What.
        phrase: Phrase,
    },
    /// Ask a bot what it would do, where hints are allowed. The answer is in the reply, and everyone is told that one was given.
    /// Asked again in the same position it counts once.
    Hint {
        /// Which bot; the architect if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<BotLevel>,
    },
    /// Ask the designer what an action gives away before it is played. Against bots only, and where hints have no limit.
    Weigh {
        /// As for `act`.
        at: u64,
        /// The action.
        action: Action,
    },
    /// Meet again: the reply names the new table.
    Rematch {},
    /// Nothing: keeps the connection alive and measures it.
    Ping {},
}

impl Command {
    /// Returns the bot that has to think for this command, and the action that it is asked about.
    pub fn asks(&self) -> Option<(BotLevel, Option<Action>)> {
        match self {
            Self::Hint { level } => Some((level.unwrap_or(BotLevel::Architect), None)),
            Self::Weigh { action, .. } => Some((BotLevel::Designer, Some(*action))),
            _ => None,
        }
    }
}

/// What the client is to this table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct You {
    /// The guest's name.
    pub name: String,
    /// The seats that are theirs; none for a spectator.
    pub seats: Vec<Seat>,
    /// Whether the table is theirs.
    pub host: bool,
    /// The code that lets others in; only for those who sit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitation: Option<String>,
}

/// Who is there.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Presence {
    /// The persons' seats that are connected.
    pub connected: Vec<Seat>,
    /// The bots' seats that are thinking.
    pub thinking: Vec<Seat>,
    /// The persons' seats that have been gone long enough to be taken over; never with a clock, which runs out instead. One that is also
    /// `connected` is to act and has not moved for long.
    pub gone: Vec<Seat>,
    /// The persons' seats that have been gone so long, or have kept the others waiting so long, that these may end the game; never with a
    /// clock.
    pub left: Vec<Seat>,
    /// How many watch without a seat.
    pub watchers: u32,
}

/// New events and the table as it is after them. Over the socket each action, with the chance that it causes, comes in an update of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Update {
    /// The events.
    pub events: Vec<NumberedEvent>,
    /// The table after them.
    pub table: TableView,
}

/// Everything that a client needs to begin or go on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Snapshot {
    /// The protocol's version: 1.
    pub version: u32,
    /// What the client is to this table.
    pub you: You,
    /// Who is there.
    pub presence: Presence,
    /// The events after the number that the client named; all of them if it named none or one that the table does not have.
    pub events: Vec<NumberedEvent>,
    /// The table.
    pub table: TableView,
    /// What the client's seat can do, if it is its turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choices: Option<Choices>,
}

/// The answer to a command that was carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reply {
    /// The command's id.
    pub id: String,
    /// The number of the table's last event once it was carried out; it is stored by then.
    pub number: u64,
    /// For `hint` and `weigh`: what the bot would do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<Action>,
    /// For `hint` and `weigh`: why the bot would do it, and what the others give away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advice: Option<Advice>,
    /// For `rematch`: the new table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
}

impl Reply {
    /// The answer to the command with this id, with nothing but the number of the last event.
    #[must_use]
    pub fn new(id: &str, number: u64) -> Self {
        Self { id: id.to_owned(), number, hint: None, advice: None, table: None }
    }
}

/// Something that was refused or went wrong. `code` and `data` are for the client's own words, `message` is English.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Error {
    /// In a word.
    pub code: Code,
    /// In English.
    pub message: String,
    /// The circumstances; the fields depend on the code.
    #[serde(default, skip_serializing_if = "serde_json::Value::is_null")]
    pub data: serde_json::Value,
}

impl Error {
    /// Returns an error whose code says it all.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: serde_json::Value::Null }
    }

    /// Returns the error for what the rules refuse.
    pub fn illegal(why: &Explanation) -> Self {
        // By way of its text: a writer of values besides that of texts would add 4 kB to the page's module.
        let written = serde_json::to_string(why).unwrap_or_default();
        let written: serde_json::Value = serde_json::from_str(&written).unwrap_or_default();
        let data = written["data"].clone();
        Self { code: Code::Illegal(why.code()), message: why.to_string(), data }
    }
}

/// The answer to a command that was not carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Refused {
    /// The command's id, if it could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Why.
    pub error: Error,
    /// For `stale`: the newer events.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<NumberedEvent>,
}

/// Why the server closes a socket.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ByeReason {
    /// The server stops; it will be back.
    Shutdown,
    /// The client reads too slowly; it may come back and name its last number.
    TooSlow,
    /// The client sends too much.
    TooMuch,
    /// A frame of the client's was too long.
    TooLong,
    /// The client has been silent too long.
    Idle,
    /// The table is gone.
    Gone,
}

/// A message of the server over the socket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first message on every socket, and again when the client fell behind.
    Snapshot(Box<Snapshot>),
    /// Something happened.
    Update(Box<Update>),
    /// It is the turn of a seat of yours: what it can do.
    Choices(Box<Choices>),
    /// What you are to this table has changed.
    You(You),
    /// Who is there has changed.
    Presence(Presence),
    /// A command of yours was carried out.
    Reply(Reply),
    /// A command of yours was not carried out.
    Refused(Refused),
    /// The server closes the socket.
    Bye {
        /// Why.
        reason: ByeReason,
        /// When to come back, in milliseconds.
        retry_ms: u32,
    },
}

/// A message of the server that tells only what has changed, over a socket that was opened with `parts=1`.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PartMessage<'a> {
    /// In place of `update`, for who has the table as it was before.
    UpdatePart {
        /// The number of the last event of the table that has changed.
        of: u64,
        /// The events.
        events: &'a [NumberedEvent],
        /// What has changed of the table.
        table: Delta,
    },
    /// In place of `choices`, for who has the choices of an earlier turn.
    ChoicesPart {
        /// The number (`at`) of the choices that have changed.
        of: u64,
        /// What has changed of them.
        choices: Delta,
    },
}

/// The answer of the long poll: empty `events` when nothing happened in time.
pub type Poll = Snapshot;
