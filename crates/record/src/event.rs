//! Events of a record: what was drawn, and what the seats did.
use crate::figures::Figures;
use quinta_rules::{Action, Chance, Counts, Kind, Seat, Step, TopTiles};
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ActionEvent {
    /// Who.
    pub seat: Seat,
    /// What.
    #[serde(flatten)]
    pub action: Action,
    /// How many legal actions there were before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Counts>,
    /// Actions that must be refused at that point, as they were written: some cannot even be represented.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<Value>,
    /// The figures after it, and after the draw that it caused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
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

/// An event as it is written: a draw is told by its field.
#[derive(Serialize, Deserialize)]
struct Written {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draw: Option<Vec<Kind>>,
    #[serde(flatten)]
    other: Map<String, Value>,
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Draw(DrawEvent { tiles, other }) => {
                let draw = Some(tiles.iter().collect());
                Written { draw, other: other.clone() }.serialize(serializer)
            }
            Self::Action(event) => event.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Written { draw, other } = Written::deserialize(deserializer)?;
        let Some(kinds) = draw else {
            let event =
                ActionEvent::deserialize(Value::Object(other)).map_err(de::Error::custom)?;
            return Ok(Self::Action(Box::new(event)));
        };
        if other.contains_key("seat") {
            return Err(de::Error::custom("an event is either a draw or an action of a seat"));
        }
        let tiles =
            TopTiles::new(kinds).ok_or_else(|| de::Error::custom("a draw has at most 4 tiles"))?;
        Ok(Self::Draw(DrawEvent { tiles, other }))
    }
}
