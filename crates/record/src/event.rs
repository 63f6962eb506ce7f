//! Events of a record: what was drawn, and what the seats did.
use crate::figures::Figures;
use quinta_rules::{Action, Chance, Counts, Kind, Seat, Step, TopTiles};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::{Map, Value};

/// One event of a record.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Event {
    /// Tiles put on the new top of the stack.
    Draw(DrawEvent),
    /// What a seat did.
    Action(Box<ActionEvent>),
}

/// Tiles put on the new top of the stack; none if the stack was spread.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DrawEvent {
    /// The tiles.
    #[serde(rename = "draw", serialize_with = "write_tiles", deserialize_with = "read_tiles")]
    pub tiles: TopTiles,
    /// Fields that this version does not know.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// What a seat did, and the figures around it where the record carries them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ActionEvent {
    /// The seat that acted.
    pub seat: Seat,
    /// Its action.
    #[serde(flatten)]
    pub action: Action,
    /// How many legal actions there were before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Counts>,
    /// Actions that must be refused at that point, as written: some cannot be represented as an [`Action`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
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

    /// Returns the step that it records.
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

/// A draw is recognised by its field; `untagged` would not say what is wrong with an event.
impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = Value::deserialize(deserializer)?;
        let is_draw = written.get("draw").is_some_and(|draw| !draw.is_null());
        if is_draw && written.get("seat").is_some() {
            return Err(de::Error::custom("an event is either a draw or an action of a seat"));
        }
        let event = if is_draw {
            DrawEvent::deserialize(&written).map(Self::Draw)
        } else {
            Deserialize::deserialize(&written).map(Self::Action)
        };
        event.map_err(de::Error::custom)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn write_tiles<S: Serializer>(tiles: &TopTiles, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(tiles.iter())
}

fn read_tiles<'de, D: Deserializer<'de>>(deserializer: D) -> Result<TopTiles, D::Error> {
    let kinds = Vec::<Kind>::deserialize(deserializer)?;
    TopTiles::new(kinds).ok_or_else(|| de::Error::custom("a draw has at most 4 tiles"))
}
