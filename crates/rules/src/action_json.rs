//! The JSON form of an action, in records, messages and logs (feature `serde`).
use crate::action::{Action, Discard, Take};
use crate::cell::{Area, Cell, Direction};
use crate::display::Source;
use crate::kind::{Attribute, Kind};
use crate::payment::Payment;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A hexagon of the display and where it lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct CopyRef {
    /// What it shows.
    pub kind: Kind,
    /// The slot of the display: the expansion's place in this round's stack.
    pub from: u8,
    /// Whether the face-up expansion itself is meant, not a tile that lies on it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub whole: bool,
}

impl CopyRef {
    /// Returns the reference to the copy of a kind that lies there.
    pub fn new(kind: Kind, source: Source) -> Self {
        Self { kind, from: source.from(), whole: source.is_whole() }
    }

    /// Returns where the copy lies; `None` if a display has no such slot.
    pub fn source(self) -> Option<Source> {
        if self.whole { Source::whole(self.from) } else { Source::tile(self.from) }
    }
}

impl Take {
    /// Returns what is taken from where, as it is written.
    pub fn written(&self) -> Vec<CopyRef> {
        self.copies().map(|(kind, source)| CopyRef::new(kind, source)).collect()
    }
}

/// One action, identified by its first field.
#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(rename = "Action"))]
#[serde(untagged)]
pub(crate) enum ActionJson {
    /// Take one hexagon of every kind that has the attribute: `{"acquire":"b","take":[{"kind":"b1","from":0}]}`.
    Acquire {
        /// The colour or pattern.
        acquire: Attribute,
        /// The copy that is taken of each kind.
        take: Vec<CopyRef>,
    },
    /// Put a tile from storage onto a space: `{"place":"b3","cell":[1,0],"pay":{"tiles":["b1"],"jokers":1}}`.
    Place {
        /// The tile.
        place: Kind,
        /// The space.
        cell: Cell,
        /// What is discarded beside it.
        #[cfg_attr(feature = "schemars", schemars(default))]
        pay: Payment,
    },
    /// Lay an expansion from storage, face up: `{"expand":"g4","area":2,"petal":5,"pay":{"jokers":3}}`.
    Expand {
        /// The expansion.
        expand: Kind,
        /// Where it lies.
        area: Area,
        /// The direction in which its printed hexagon lies.
        petal: Direction,
        /// What is discarded beside it.
        #[cfg_attr(feature = "schemars", schemars(default))]
        pay: Payment,
    },
    /// Lay the top of the supply, face down, for points: `{"buy":3}`.
    Buy {
        /// The area.
        buy: Area,
    },
    /// Do nothing more this round: `{"pass":{}}`, `{"pass":{"tiles":["b6"]}}`.
    Pass {
        /// What is discarded.
        pass: Discard,
    },
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = match *self {
            Self::Acquire(take) => {
                ActionJson::Acquire { acquire: take.attribute(), take: take.written() }
            }
            Self::Place { kind, cell, pay } => ActionJson::Place { place: kind, cell, pay },
            Self::Expand { kind, area, petal, pay } => {
                ActionJson::Expand { expand: kind, area, petal, pay }
            }
            Self::Buy { area } => ActionJson::Buy { buy: area },
            Self::Pass(discard) => ActionJson::Pass { pass: discard },
        };
        written.serialize(serializer)
    }
}

/// Every field that an action can have. Reading them first gives better errors than trying each sort of action, and
/// lets an action stand among the fields of a record's event.
#[derive(Default, Deserialize)]
#[serde(default, expecting = "an action")]
struct Fields {
    acquire: Option<Attribute>,
    take: Option<Vec<CopyRef>>,
    place: Option<Kind>,
    cell: Option<Cell>,
    expand: Option<Kind>,
    area: Option<Area>,
    petal: Option<Direction>,
    buy: Option<Area>,
    pass: Option<Discard>,
    pay: Option<Payment>,
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Fields { acquire, take, place, cell, expand, area, petal, buy, pass, pay } =
            Fields::deserialize(deserializer)?;
        let pay = pay.unwrap_or_default();
        match (acquire, place, expand, buy, pass) {
            (Some(attribute), None, None, None, None) => {
                let copies = needed(take, "take")?
                    .into_iter()
                    .map(|copy| Some((copy.kind, copy.source()?)))
                    .collect::<Option<Vec<_>>>()
                    .ok_or_else(|| de::Error::custom("invalid slot: expected 0 to 7"))?;
                Take::new(attribute, copies).map(Self::Acquire).map_err(de::Error::custom)
            }
            (None, Some(kind), None, None, None) => {
                Ok(Self::Place { kind, cell: needed(cell, "cell")?, pay })
            }
            (None, None, Some(kind), None, None) => {
                let (area, petal) = (needed(area, "area")?, needed(petal, "petal")?);
                Ok(Self::Expand { kind, area, petal, pay })
            }
            (None, None, None, Some(area), None) => Ok(Self::Buy { area }),
            (None, None, None, None, Some(discard)) => Ok(Self::Pass(discard)),
            _ => Err(de::Error::custom(
                "an action has exactly one of acquire, place, expand, buy and pass",
            )),
        }
    }
}

fn needed<T, E: de::Error>(field: Option<T>, name: &'static str) -> Result<T, E> {
    field.ok_or_else(|| E::missing_field(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<Action, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }

    #[test]
    fn every_sort_of_action_has_its_json() {
        for json in [
            r#"{"acquire":"b","take":[{"kind":"b1","from":0},{"kind":"b4","from":2,"whole":true}]}"#,
            r#"{"acquire":3,"take":[]}"#,
            r#"{"place":"b3","cell":[1,0],"pay":{"tiles":["b1"],"expansions":["b2"],"jokers":1}}"#,
            r#"{"expand":"g4","area":2,"petal":5,"pay":{"tiles":[],"expansions":[],"jokers":3}}"#,
            r#"{"buy":3}"#,
            r#"{"pass":{"tiles":["b1","b1"],"expansions":["g4"]}}"#,
        ] {
            let action = read(json).unwrap();
            assert_eq!(serde_json::to_string(&action).unwrap(), json);
        }
    }

    #[test]
    fn what_is_not_paid_or_discarded_may_be_left_out() {
        let Ok(Action::Place { pay, .. }) = read(r#"{"place":"b1","cell":[1,0]}"#) else {
            panic!("a tree costs nothing more");
        };
        assert_eq!(pay, Payment::NOTHING);
        let paid = read(r#"{"expand":"g2","area":2,"petal":5,"pay":{"jokers":1}}"#);
        assert!(matches!(paid, Ok(Action::Expand { pay: Payment { jokers: 1, .. }, .. })));
        assert_eq!(read(r#"{"pass":{}}"#), Ok(Action::PASS));
        assert_eq!(read(r#"{"pass":{},"seat":0,"after":{}}"#), Ok(Action::PASS), "more is ignored");
    }

    #[test]
    fn what_is_no_action_is_refused_with_words() {
        for (json, error) in [
            ("3", "expected an action"),
            ("{}", "exactly one of acquire"),
            (r#"{"buy":3,"pass":{}}"#, "exactly one of acquire"),
            (r#"{"buy":6}"#, "invalid area 6: expected 0 to 5"),
            (r#"{"place":"b3"}"#, "missing field `cell`"),
            (r#"{"place":"z3","cell":[1,0]}"#, "invalid kind"),
            (r#"{"acquire":"b"}"#, "missing field `take`"),
            (r#"{"acquire":"b","take":[{"kind":"b1","from":8}]}"#, "invalid slot"),
            (r#"{"acquire":"b","take":[{"kind":"y1","from":0}]}"#, "is not blue"),
            (r#"{"pass":{"expansions":["b1","b1"]}}"#, "b1 twice"),
            (r#"{"pass":{"tiles":["b1","b1","b1","b1"]}}"#, "more than three"),
            (r#"{"place":"b3","cell":[1,0],"pay":{"tiles":["b1","b1"]}}"#, "b1 twice"),
        ] {
            let why = read(json).unwrap_err();
            assert!(why.contains(error), "{json}: {why}");
        }
    }
}
