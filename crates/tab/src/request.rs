//! What a tab is asked, and what it answers.
use crate::game::Dealt;
#[cfg(feature = "tables")]
use crate::tables::TableRequest;
use crate::think::SearchJob;
use quinta_record::json;
use quinta_rules::{Action, Position, Quoted, Rules};
use quinta_wire::Error;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// A request to a tab. In JSON `do` says which, in snake case; the fields stand beside it.
#[derive(Debug, Clone)]
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
    Write { game: Dealt, actions: Vec<Action> },
    /// A record to look at, step by step.
    ReplayOf { record: String },
    /// Whether a record is right in every figure and its luck what was promised.
    Verify { record: String },
    /// What a bot would do.
    Think(Box<SearchJob>),
    /// Begins a look back at a record, in place of the one that is under way; `budget` is what each move is judged with, the same as a
    /// `SearchJob`'s. Answers how far it is.
    LookBack { id: String, record: String, budget: String },
    /// Judges the next move of the game that is looked back at. Answers how far it is, and after the last move what came of it.
    Judge,
    /// About a table or a lesson.
    #[cfg(feature = "tables")]
    Table(Box<TableRequest>),
}

/// The fields of a request. Reading them one by one makes a smaller module than what serde derives.
pub(crate) struct Fields(Map<String, Value>);

impl Fields {
    fn of(text: &str) -> Result<Self, String> {
        match json::parse(text.as_bytes()).map_err(|why| why.to_string())? {
            Value::Object(fields) => Ok(Self(fields)),
            _ => Err("it is no object".to_owned()),
        }
    }

    pub(crate) fn take<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, String> {
        let value = self.0.remove(name).unwrap_or_default();
        json::from_value(&value).map_err(|why| format!("{name}: {why}"))
    }
}

impl Dealt {
    fn read(fields: &mut Fields) -> Result<Self, String> {
        Ok(Self {
            players: fields.take("players")?,
            rules: fields.take("rules")?,
            seed: fields.take("seed")?,
        })
    }
}

impl Request {
    /// Reads a request.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut fields = Fields::of(text)?;
        let what: String = fields.take("do")?;
        if what == "think" {
            let job = json::from_value(&Value::Object(fields.0)).map_err(|why| why.to_string())?;
            return Ok(Self::Think(Box::new(job)));
        }
        Ok(match what.as_str() {
            "about" => Self::About,
            "begin" => Self::Begin(Dealt::read(&mut fields)?),
            "play" => Self::Play {
                rules: fields.take("rules")?,
                position: fields.take("position")?,
                action: fields.take("action")?,
                seed: fields.take("seed")?,
            },
            "actions" => Self::Actions {
                rules: fields.take("rules")?,
                position: fields.take("position")?,
                most: fields.take("most")?,
            },
            "stood" => {
                Self::Stood { record: fields.take("record")?, events: fields.take("events")? }
            }
            "write" => {
                Self::Write { game: Dealt::read(&mut fields)?, actions: fields.take("actions")? }
            }
            "replay_of" => Self::ReplayOf { record: fields.take("record")? },
            "verify" => Self::Verify { record: fields.take("record")? },
            "look_back" => Self::LookBack {
                id: fields.take("id")?,
                record: fields.take("record")?,
                budget: fields.take("budget")?,
            },
            "judge" => Self::Judge,
            #[cfg(feature = "tables")]
            other => Self::Table(Box::new(TableRequest::read(other, &mut fields)?)),
            #[cfg(not(feature = "tables"))]
            other => return Err(unknown(other)),
        })
    }
}

/// What is said about a request that there is not.
pub(crate) fn unknown(what: &str) -> String {
    format!("unknown request {}", Quoted(what))
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
