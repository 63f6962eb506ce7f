//! What a tab is asked about tables and lessons, and what it answers. Times are in milliseconds since 1970.
use crate::think::SearchJob;
use quinta_rules::{Action, Seat};
use quinta_wire::{Advice, ClientMessage, CreateTable, LobbyTable, PlayOn, ServerMessage};
use serde::{Deserialize, Serialize};

/// A request about a table or a lesson.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "fields that are named alike mean the same")]
pub enum TableRequest {
    /// Makes a table; answers with a `Step` whose entry is to be stored.
    Create { wish: CreateTable, name: String, now: u64, fresh: Fresh },
    /// Makes a table at which a game goes on from a position of another one; answers with a `Step` whose entry is to be stored.
    PlayOn { wish: PlayOn, name: String, now: u64, fresh: Fresh },
    /// Takes a table into memory from its stored log, in place of the one that is there. Answers with a `Step`.
    Open { id: String, log: Vec<String>, now: Option<u64> },
    /// Takes entries that another tab has stored, before or in place of what was to be stored here. Answers with a `Step`.
    Follow { id: String, log: Vec<String>, now: u64 },
    /// Everything for a client that has the events up to `since`. Answers with a `Step`.
    Snapshot { id: String, name: String, now: u64, since: u64 },
    /// Carries out a command. Answers with a `Step`. A rematch needs something fresh.
    Command { id: String, name: String, now: u64, message: ClientMessage, fresh: Option<Fresh> },
    /// What a bot does at its turn; no action if it could not think. Answers with a `Step`.
    Bot { id: String, now: u64, seat: Seat, at: u64, action: Option<Action> },
    /// What a bot answers to a hint's question; no action if it could not think. Answers with a `Step`.
    Advised { id: String, now: u64, question: u64, action: Option<Action>, advice: Option<Advice> },
    /// What the passing of time brings about. Answers with a `Step`.
    Time { id: String, now: u64 },
    /// The entries are stored and count now. Answers with a `Step`.
    Stored { id: String, now: u64 },
    /// The entries could not be stored and are dropped. Answers with a `Step`.
    NotStored { id: String, now: Option<u64> },
    /// The record of a game.
    Record { id: String },
    /// A game as a replay, step by step.
    Replay { id: String },
    /// The lessons of the tutorial.
    Lessons {},
    /// A lesson after these actions of the learner.
    Lesson { lesson: String, name: String, actions: Vec<Action> },
}

/// What a new table needs and nobody can guess.
#[derive(Debug, Clone, Deserialize)]
pub struct Fresh {
    /// Its id.
    pub id: String,
    /// Its secret seed, in hex.
    pub secret: String,
    /// The code that lets others in.
    pub invitation: String,
}

/// The effects of a request, in this order: messages are shown, then entries are stored or read, then bots think.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Step {
    /// The entries to be stored; nothing of it counts before that.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) store: Vec<Stored>,
    /// The log is to be read after this number, for `follow`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) read: Option<u64>,
    /// The messages for the page.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) messages: Vec<ServerMessage>,
    /// The bot that is to act.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bot: Option<Turn>,
    /// The search job for the hint that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hint: Option<Hint>,
    /// When `time` is to be asked: the running clock runs out, or a bot tries again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) deadline: Option<u64>,
    /// The number of the table's last event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) number: Option<u64>,
    /// The summary of the table, for the list of games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lobby: Option<LobbyTable>,
}

/// An entry of a log, to be stored under its table and number, which nobody else may have.
#[derive(Debug, Serialize)]
pub(crate) struct Stored {
    pub(crate) id: String,
    pub(crate) number: u64,
    pub(crate) text: String,
}

/// A bot's turn.
#[derive(Debug, Serialize)]
pub(crate) struct Turn {
    pub(crate) seat: Seat,
    /// The number that its action is for.
    pub(crate) at: u64,
    pub(crate) job: SearchJob,
}

/// What somebody asks a bot.
#[derive(Debug, Serialize)]
pub(crate) struct Hint {
    /// Its number, for `advised`.
    pub(crate) question: u64,
    #[serde(flatten)]
    pub(crate) job: SearchJob,
}
