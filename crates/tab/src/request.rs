//! What a tab is asked, and what it answers. Times are in milliseconds since 1970.
use crate::think::Job;
use quinta_record::json;
use quinta_rules::{Action, Quoted, Seat};
use quinta_wire::{ClientMessage, CreateTable, Error, LobbyTable, PlayOn, ServerMessage};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A request to a tab. In JSON `do` says which, in snake case; the fields stand beside it.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "fields that are named alike mean the same")]
pub enum Request {
    /// What this program is.
    About,
    /// Makes a table; answers with a `Step` whose entry is to be stored.
    Create { wish: CreateTable, name: String, now: u64, fresh: Fresh },
    /// Makes a table at which a game goes on from a position of another one; answers with a `Step` whose entry is to be stored.
    PlayOn { wish: PlayOn, name: String, now: u64, fresh: Fresh },
    /// Takes a table into memory from its stored log, in place of the one that is there. Answers with a `Step`.
    Open { id: String, log: Vec<String> },
    /// Takes entries that another tab has stored. Answers with a `Step`.
    Follow { id: String, log: Vec<String>, now: u64 },
    /// Everything for a client that has the events up to `since`. Answers with a `Step`.
    Snapshot { id: String, name: String, now: u64, since: u64 },
    /// Carries out a command. Answers with a `Step`. A rematch needs something fresh.
    Command { id: String, name: String, now: u64, message: ClientMessage, fresh: Option<Fresh> },
    /// What a bot does at its turn. Answers with a `Step`.
    Bot { id: String, now: u64, seat: Seat, at: u64, action: Action },
    /// What the passing of time brings about. Answers with a `Step`.
    Time { id: String, now: u64 },
    /// What was to be stored is stored: it counts now. Answers with a `Step`.
    Stored { id: String, now: u64 },
    /// What was to be stored is not: it never happened. Answers with a `Step`.
    NotStored { id: String },
    /// The record of a game.
    Record { id: String },
    /// A game to look at, step by step.
    Replay { id: String },
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
    /// The lessons of the tutorial.
    Lessons,
    /// A lesson after these actions of the learner.
    Lesson { lesson: String, name: String, actions: Vec<Action> },
}

/// The fields of a request. Reading them one by one makes a smaller module than what serde derives.
struct Fields(Map<String, Value>);

impl Fields {
    fn of(text: &str) -> Result<Self, String> {
        match json::parse(text.as_bytes()).map_err(|why| why.to_string())? {
            Value::Object(fields) => Ok(Self(fields)),
            _ => Err("it is no object".to_owned()),
        }
    }

    fn take<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, String> {
        let value = self.0.remove(name).unwrap_or_default();
        json::from_value(&value).map_err(|why| format!("{name}: {why}"))
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
        let mut id = || fields.take("id");
        Ok(match what.as_str() {
            "about" => Self::About,
            "create" => Self::Create {
                wish: fields.take("wish")?,
                name: fields.take("name")?,
                now: fields.take("now")?,
                fresh: fields.take("fresh")?,
            },
            "play_on" => Self::PlayOn {
                wish: fields.take("wish")?,
                name: fields.take("name")?,
                now: fields.take("now")?,
                fresh: fields.take("fresh")?,
            },
            "open" => Self::Open { id: id()?, log: fields.take("log")? },
            "follow" => {
                Self::Follow { id: id()?, log: fields.take("log")?, now: fields.take("now")? }
            }
            "snapshot" => Self::Snapshot {
                id: id()?,
                name: fields.take("name")?,
                now: fields.take("now")?,
                since: fields.take("since")?,
            },
            "command" => Self::Command {
                id: id()?,
                name: fields.take("name")?,
                now: fields.take("now")?,
                message: fields.take("message")?,
                fresh: fields.take("fresh")?,
            },
            "bot" => Self::Bot {
                id: id()?,
                now: fields.take("now")?,
                seat: fields.take("seat")?,
                at: fields.take("at")?,
                action: fields.take("action")?,
            },
            "time" => Self::Time { id: id()?, now: fields.take("now")? },
            "stored" => Self::Stored { id: id()?, now: fields.take("now")? },
            "not_stored" => Self::NotStored { id: id()? },
            "record" => Self::Record { id: id()? },
            "replay" => Self::Replay { id: id()? },
            "replay_of" => Self::ReplayOf { record: fields.take("record")? },
            "verify" => Self::Verify { record: fields.take("record")? },
            "look_back" => Self::LookBack {
                id: id()?,
                record: fields.take("record")?,
                budget: fields.take("budget")?,
            },
            "judge" => Self::Judge,
            "lessons" => Self::Lessons,
            "lesson" => Self::Lesson {
                lesson: fields.take("lesson")?,
                name: fields.take("name")?,
                actions: fields.take("actions")?,
            },
            other => return Err(format!("unknown request {}", Quoted(other))),
        })
    }
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

/// What a request brings about, in this order: entries are to be stored, messages are to be told, a bot is to think.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Step {
    /// The entries to be stored; nothing of it counts before that.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) store: Vec<Stored>,
    /// What the page is told.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) messages: Vec<ServerMessage>,
    /// The bot that is to act.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bot: Option<Turn>,
    /// What is to be thought about for the hint that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hint: Option<Job>,
    /// When the running clock runs out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) deadline: Option<u64>,
    /// The number of the table's last event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) number: Option<u64>,
    /// The table in short, for the list of games.
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
    pub(crate) job: Job,
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
