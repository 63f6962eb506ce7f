//! Events of a record: what was drawn, and what the seats did.
use crate::figures::Figures;
use crate::json;
use quinta_rules::{Action, Chance, Counts, Kind, Seat, Step, TopTiles};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::{Map, Value};

/// One event of a record.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// Tiles put on the new top of the stack.
    Draw(DrawEvent),
    /// What a seat did.
    Action(Box<ActionEvent>),
}

/// Tiles put on the new top of the stack; none if the stack was spread.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawEvent {
    /// The tiles.
    pub tiles: TopTiles,
    /// Fields that this version does not know.
    pub other: Map<String, Value>,
}

/// What a seat did, and the figures around it where the record carries them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ActionEvent {
    /// Who.
    pub seat: Seat,
    /// What.
    #[serde(flatten)]
    pub action: Action,
    /// How many legal actions there were before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Counts>,
    /// Actions that must be refused at that point, as they were written: some cannot even be represented.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<Value>,
    /// The figures after it, and after the draw that it caused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Figures>,
    /// Fields that this version does not know.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl Event {
    /// Returns a draw.
    pub fn draw(tiles: TopTiles) -> Self {
        Self::Draw(DrawEvent { tiles, other: Map::new() })
    }

    /// Returns the step that it is.
    pub fn step(&self) -> Step {
        match self {
            Self::Draw(event) => Step::Chance(Chance::Draw(event.tiles)),
            Self::Action(event) => Step::Act(event.seat, event.action),
        }
    }
}

impl ActionEvent {
    /// Returns an action without any figures.
    pub fn new(seat: Seat, action: Action) -> Self {
        let (refused, other) = (Vec::new(), Map::new());
        Self { seat, action, legal: None, refused, after: None, other }
    }
}

/// The fields of an action's event beside the action itself.
#[derive(Deserialize)]
struct Beside {
    seat: Seat,
    #[serde(default)]
    legal: Option<Counts>,
    #[serde(default)]
    refused: Vec<Value>,
    #[serde(default)]
    after: Option<Figures>,
}

/// The names of all fields of an action's event.
const KNOWN: [&str; 14] = [
    "seat", "legal", "refused", "after", "acquire", "take", "place", "cell", "expand", "area",
    "petal", "buy", "pass", "pay",
];

impl Event {
    /// Reads an event: a draw is told by its field.
    pub(crate) fn read(written: &Value) -> Result<Self, json::Error> {
        let Some(draw) = written.get("draw").filter(|draw| !draw.is_null()) else {
            return Ok(Self::Action(Box::new(ActionEvent::read(written)?)));
        };
        let mut other: Map<String, Value> = json::from_value(written)?;
        other.remove("draw");
        if other.contains_key("seat") {
            return Err(de::Error::custom("an event is either a draw or an action of a seat"));
        }
        let kinds: Vec<Kind> = json::from_value(draw)?;
        let tiles =
            TopTiles::new(kinds).ok_or_else(|| de::Error::custom("a draw has at most 4 tiles"))?;
        Ok(Self::Draw(DrawEvent { tiles, other }))
    }
}

impl ActionEvent {
    /// Reads an action of a seat, which stands among the other fields of its event.
    pub(crate) fn read(written: &Value) -> Result<Self, json::Error> {
        let Beside { seat, legal, refused, after } = json::from_value(written)?;
        let action = json::from_value(written)?;
        let mut other: Map<String, Value> = json::from_value(written)?;
        for name in KNOWN {
            other.remove(name);
        }
        Ok(Self { seat, action, legal, refused, after, other })
    }
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Draw(DrawEvent { tiles, other }) => {
                let mut fields = serializer.serialize_map(None)?;
                fields.serialize_entry("draw", &tiles.iter().collect::<Vec<_>>())?;
                for (name, value) in other {
                    fields.serialize_entry(name, value)?;
                }
                fields.end()
            }
            Self::Action(event) => event.serialize(serializer),
        }
    }
}

macro_rules! read {
    ($($event:ident),+) => {
        $(impl<'de> Deserialize<'de> for $event {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::read(&Value::deserialize(deserializer)?).map_err(de::Error::custom)
            }
        })+
    };
}

read!(Event, ActionEvent);
