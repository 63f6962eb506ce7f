//! A whole record: reading it from JSON and writing it.
use crate::event::Event;
use crate::result::GameResult;
use crate::setup::{ExpansionJson, Setup, SetupProblem};
use quinta_rules::{Board, Quoted, Rules, Seat};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::{Map, Value};

const FORMAT: &str = "quinta-record";
const VERSION: u64 = 1;

/// One whole game: the setup, every random outcome, every action.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// How the game was set up, and the rules that it is played by.
    pub setup: Setup,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// The result, once the game is over.
    pub result: Option<GameResult>,
    /// Fields that this version does not know.
    pub other: Map<String, Value>,
}

/// Why a text is not a record.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// Too long.
    #[error("the record is longer than {} bytes", Record::LONGEST)]
    TooLong,
    /// Not JSON, or not JSON of this form.
    #[error("invalid record: {0}")]
    Json(serde_json::Error),
    /// Some other format.
    #[error("invalid format {}: expected \"{FORMAT}\"", Quoted(.0))]
    Format(String),
    /// Some other version.
    #[error("unsupported version {0}: expected {VERSION}")]
    Version(u64),
    /// A board that does not exist.
    #[error("invalid board {}: expected \"front\", \"back\" or \"custom\"", Quoted(.0))]
    Board(String),
    /// Custom rules that are missing or cannot be read.
    #[error("a custom board needs \"rules\": {0}")]
    Rules(String),
    /// A name that is too long.
    #[error("names[{seat}] has {length} characters: at most {} are read", Record::LONGEST_NAME)]
    LongName {
        /// The place in the list of names.
        seat: usize,
        /// How long it is.
        length: usize,
    },
    /// The game cannot be set up like this.
    #[error("setup: {0}")]
    Setup(SetupProblem),
    /// An event that cannot be represented.
    #[error("event {number}: {problem} (the record says {written})")]
    Event {
        /// Its number, from 0.
        number: usize,
        /// What is wrong with it.
        problem: serde_json::Error,
        /// The beginning of it.
        written: String,
    },
}

impl Record {
    /// The longest text that is read, in bytes: about thirty times a long game with all its figures.
    pub const LONGEST: usize = 4 << 20;

    /// The longest name of a player that is read, in characters. Nobody needs it: programs call themselves by their whole command
    /// line.
    pub const LONGEST_NAME: usize = 1000;

    /// Returns a record of a game of which nothing has happened yet.
    pub fn new(setup: Setup) -> Self {
        Self { setup, events: Vec::new(), result: None, other: Map::new() }
    }

    /// Reads a record. Its form and its setup are checked; [`crate::verify`] checks the rest.
    pub fn from_json(text: impl AsRef<[u8]>) -> Result<Self, ReadError> {
        let text = text.as_ref();
        if text.len() > Self::LONGEST {
            return Err(ReadError::TooLong);
        }
        Self::of(&serde_json::from_slice(text).map_err(ReadError::Json)?)
    }

    /// The players' names by seat, where the record's own field `names` is a list; what is no text in it is empty.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        names(&self.other).map(|name| name.as_str().unwrap_or_default())
    }

    /// Writes the record, one line for each event.
    pub fn to_json(&self) -> String {
        let whole = WrittenRecord::from(self);
        let head = WrittenRecord { events: None, result: None, ..whole.clone() };
        let mut text = json(&head);
        text.pop();
        text.push_str(",\n\"events\":[");
        for (number, event) in self.events.iter().enumerate() {
            text.push_str(if number == 0 { "\n" } else { ",\n" });
            text.push_str(&json(event));
        }
        text.push(']');
        if let Some(result) = &whole.result {
            text.push_str(",\n\"result\":");
            text.push_str(&json(result));
        }
        text.push_str("}\n");
        text
    }
}

fn names(other: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    other.get("names").and_then(Value::as_array).into_iter().flatten()
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("nothing in a record refuses to be written")
}

// By hand: `#[from]` would make the problem the source as well, and printing the chain would print it twice.
impl From<SetupProblem> for ReadError {
    fn from(problem: SetupProblem) -> Self {
        Self::Setup(problem)
    }
}

/// A record as it is written.
#[derive(Clone, Serialize)]
struct WrittenRecord<'a> {
    format: &'a str,
    version: u64,
    setup: WrittenSetup,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<&'a Rules>,
    #[serde(skip_serializing_if = "Option::is_none")]
    events: Option<&'a [Event]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a GameResult>,
    #[serde(flatten)]
    other: &'a Map<String, Value>,
}

/// The first pass over a record. Rules and events are read later, so that an error can name the event by its number.
#[derive(Deserialize)]
#[serde(expecting = "a record")]
struct ReadRecord {
    format: String,
    version: u64,
    setup: WrittenSetup,
    events: Vec<Value>,
    result: Option<GameResult>,
    #[serde(flatten)]
    other: Map<String, Value>,
}

#[derive(Clone, Serialize, Deserialize)]
struct WrittenSetup {
    players: usize,
    board: String,
    first: Seat,
    stacks: Vec<Vec<ExpansionJson>>,
    supply: Vec<ExpansionJson>,
}

impl<'a> From<&'a Record> for WrittenRecord<'a> {
    fn from(record: &'a Record) -> Self {
        let Record { setup, events, result, other } = record;
        let written = |places: &[Option<_>]| places.iter().copied().map(ExpansionJson).collect();
        Self {
            format: FORMAT,
            version: VERSION,
            setup: WrittenSetup {
                players: setup.players,
                board: setup.board().name().to_owned(),
                first: setup.first,
                stacks: setup.stacks.iter().map(|stack| written(stack)).collect(),
                supply: written(&setup.supply),
            },
            rules: (setup.board() == Board::Custom).then_some(&setup.rules),
            events: Some(events),
            result: result.as_ref(),
            other,
        }
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        WrittenRecord::from(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::of(&Value::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

impl Record {
    /// Reads a record from its tree.
    fn of(written: &Value) -> Result<Self, ReadError> {
        let ReadRecord { format, version, setup, events, result, mut other } =
            ReadRecord::deserialize(written).map_err(ReadError::Json)?;
        if format != FORMAT {
            return Err(ReadError::Format(start(&format)));
        }
        if version != VERSION {
            return Err(ReadError::Version(version));
        }
        let Some(board) = Board::from_name(&setup.board) else {
            return Err(ReadError::Board(start(&setup.board)));
        };
        let rules = match board.printed() {
            Some(rules) => rules.clone(),
            None => read_rules(other.remove("rules").as_ref())?,
        };
        let read = |places: Vec<ExpansionJson>| places.into_iter().map(|place| place.0).collect();
        let stacks: Vec<_> = setup.stacks.into_iter().map(read).collect();
        let setup = Setup {
            players: setup.players,
            rules,
            first: setup.first,
            stacks: stacks.try_into().map_err(|s: Vec<_>| SetupProblem::Stacks(s.len()))?,
            supply: read(setup.supply),
        };
        setup.begin()?;
        for (seat, name) in names(&other).enumerate() {
            let length = name.as_str().map_or(0, |name| name.chars().count());
            if length > Self::LONGEST_NAME {
                return Err(ReadError::LongName { seat, length });
            }
        }
        let events = events.iter().enumerate().map(|(number, written)| {
            Event::deserialize(written).map_err(|problem| ReadError::Event {
                number,
                problem,
                written: start(&json(written)),
            })
        });
        Ok(Self { setup, events: events.collect::<Result<_, _>>()?, result, other })
    }
}

fn read_rules(rules: Option<&Value>) -> Result<Rules, ReadError> {
    let rules = rules.ok_or_else(|| ReadError::Rules("they are missing".to_owned()))?;
    Rules::deserialize(rules).map_err(|problem| ReadError::Rules(problem.to_string()))
}

/// The beginning of a text, for a message.
fn start(text: &str) -> String {
    const MOST: usize = 120;
    let mut start: String = text.chars().take(MOST).collect();
    if start.len() < text.len() {
        start.push('…');
    }
    start
}
