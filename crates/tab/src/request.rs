//! What a tab is asked, and what it answers.
use crate::game::Dealt;
#[cfg(feature = "tables")]
use crate::tables::TableRequest;
use crate::think::Job;
use quinta_rules::{Action, Position, Rules};
use quinta_wire::Error;
use serde::{Deserialize, Serialize};

/// A request to a tab. In JSON `do` says which, in snake case; the fields stand beside it.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
#[allow(missing_docs, reason = "fields that are named alike mean the same")]
pub enum Request {
    /// What this program is.
    About,
    /// Begins a game that a seed deals. Answers with a `Standing`.
    Begin(Dealt),
    /// Plays an action for the seat whose turn it is, and deals the luck that follows from the game's seed; without a seed it is left open.
    /// Answers with a `Standing`.
    Play { rules: Rules, position: Position, action: Action, seed: Option<String> },
    /// What can be done in a position: all actions, or `most` of them. Answers with `Legal`.
    Actions { rules: Rules, position: Position, most: Option<usize> },
    /// How the game of a record stood after so many of its events. Answers with a `Standing`.
    Stood { record: String, events: usize },
    /// The record of a game that a seed deals, after these actions.
    Write {
        #[serde(flatten)]
        game: Dealt,
        actions: Vec<Action>,
    },
    /// A record to look at, step by step.
    ReplayOf { record: String },
    /// Whether a record is right in every figure and its luck what was promised.
    Verify { record: String },
    /// What a bot would do.
    Think(Box<Job>),
    /// Begins a look back at a record, in place of the one that is under way; `budget` is what each move is judged with, the same as a
    /// `Job`'s. Answers how far it is.
    LookBack { id: String, record: String, budget: String },
    /// Judges the next move of the game that is looked back at. Answers how far it is, and after the last move what came of it.
    Judge,
    /// About a table or a lesson.
    #[cfg(feature = "tables")]
    #[serde(skip)]
    Table(Box<TableRequest>),
    /// None of these: `read` looks for it among the requests about tables.
    #[cfg(feature = "tables")]
    #[serde(other)]
    Other,
}

impl Request {
    /// Reads a request.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        let request = serde_json::from_str(text)?;
        #[cfg(feature = "tables")]
        if let Self::Other = request {
            return serde_json::from_str(text).map(Self::Table);
        }
        Ok(request)
    }
}

/// A request that was refused.
#[derive(Debug, Serialize)]
pub(crate) struct Wrong {
    pub(crate) error: Error,
}

/// A record in which every figure is right.
#[derive(Debug, Serialize)]
pub(crate) struct Verified {
    /// How many events it has.
    pub events: usize,
    /// What it tells about its luck.
    pub luck: &'static str,
}
