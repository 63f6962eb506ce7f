//! What a tab is asked, and what it answers.
use crate::game::Dealt;
#[cfg(feature = "tables")]
use crate::tables::TableRequest;
use crate::think::SearchJob;
use quinta_rules::{Action, Position, Rules};
use serde::de::Error;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A request to a tab. In JSON `do` says which, in snake case; the fields stand beside it.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "fields that are named alike mean the same")]
pub enum Request {
    /// What this program is.
    About {},
    /// Begins a game that a seed deals. Answers with a `Standing`.
    Begin(Dealt),
    /// Plays an action for the seat whose turn it is, and deals the luck that follows from the game's seed; without a seed it is left open.
    /// Answers with a `Standing`.
    Play { rules: Rules, position: Position, action: Action, seed: Option<String> },
    /// What can be done in a position: all actions, or `most` of them. Answers with `Legal`.
    Actions { rules: Rules, position: Position, most: Option<usize> },
    /// The standing of a record's game after this many of its events. Answers with a `Standing`.
    Stood { record: String, events: usize },
    /// The record of a game that a seed deals, after these actions.
    Write { players: usize, rules: Rules, seed: String, actions: Vec<Action> },
    /// A record as a replay, step by step.
    ReplayOf { record: String },
    /// Whether a record is right in every figure, and what it proves about its luck: given the commitment as it was seen before the
    /// deal, and the time in milliseconds since 1970, without which no seal is believed. Answers with the number of its `events` and with
    /// what a `Proof` says in JSON.
    Verify { record: String, commitment: Option<String>, now: Option<u64> },
    /// What a bot would do.
    Think(Box<SearchJob>),
    /// Begins the review of a record, in place of the one in progress; `budget` is what each move is judged with, the same as a
    /// `SearchJob`'s. Answers with the progress.
    LookBack { id: String, record: String, budget: String },
    /// Judges the next move of the review in progress. Answers with the progress, and after the last move with the review.
    Judge {},
    /// About a table or a lesson.
    #[cfg(feature = "tables")]
    #[serde(skip)]
    Table(Box<TableRequest>),
}

/// The names of the requests that are not about tables.
#[cfg(feature = "tables")]
const NAMES: [&str; 11] = [
    "about",
    "begin",
    "play",
    "actions",
    "stood",
    "write",
    "replay_of",
    "verify",
    "think",
    "look_back",
    "judge",
];

impl Request {
    /// Reads a request.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        let mut fields: Map<String, Value> = serde_json::from_slice(text.as_bytes())?;
        let Some(Value::String(name)) = fields.remove("do") else {
            return Err(Error::missing_field("do"));
        };
        // Read as an externally tagged enum, requests take 6 kB less of the module, by brotli.
        #[cfg(feature = "tables")]
        let is_table = !NAMES.contains(&name.as_str());
        let tagged = Value::Object(Map::from_iter([(name, Value::Object(fields))]));
        #[cfg(feature = "tables")]
        if is_table {
            return Deserialize::deserialize(&tagged).map(Self::Table);
        }
        Self::deserialize(&tagged)
    }
}

/// A request that was refused.
#[derive(Debug, Serialize)]
pub(crate) struct Wrong {
    pub(crate) error: quinta_wire::Error,
}
