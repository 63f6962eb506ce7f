//! The rules' small words as they go over the wire, with their schemas.
use quinta_rules as rules;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

macro_rules! word {
    ($(#[$meta:meta])* $name:ident($of:ty), $schema:tt) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $of);

        impl From<$of> for $name {
            fn from(word: $of) -> Self {
                Self(word)
            }
        }

        impl From<$name> for $of {
            fn from(word: $name) -> Self {
                word.0
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    };
}

word! {
    /// A kind: a colour's letter and a pattern's number, `b3`.
    Kind(rules::Kind),
    { "type": "string", "pattern": "^[byglpv][1-6]$", "description": "A kind: a colour's letter (b y g l p v) and a pattern's number (1 to 6)." }
}
word! {
    /// A colour's letter or a pattern's number.
    Attribute(rules::Attribute),
    { "oneOf": [{ "type": "string", "enum": ["b", "y", "g", "l", "p", "v"] }, { "type": "integer", "enum": [1, 2, 3, 4, 5, 6] }],
      "description": "A colour's letter or a pattern's number." }
}
word! {
    /// Axial coordinates of a garden's cell.
    Cell(rules::Cell),
    { "type": "array", "prefixItems": [{ "type": "integer", "minimum": -4, "maximum": 4 }, { "type": "integer", "minimum": -4, "maximum": 4 }],
      "minItems": 2, "maxItems": 2, "description": "Axial coordinates [q, r] of a garden's cell, pointy tops, r growing downwards." }
}
word! {
    /// One of the six areas around the fountain board.
    Area(rules::Area),
    { "type": "integer", "minimum": 0, "maximum": 5, "description": "An area, 0 to 5, counter-clockwise from the east." }
}
word! {
    /// A direction from an area's centre.
    Petal(rules::Direction),
    { "type": "integer", "minimum": 0, "maximum": 5, "description": "A direction from an area's centre: 0 E, 1 NE, 2 NW, 3 W, 4 SW, 5 SE." }
}
word! {
    /// A place at the table.
    Seat(rules::Seat),
    { "type": "integer", "minimum": 0, "maximum": 3, "description": "A seat, counted from 0." }
}

/// What can be surrounded for jokers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Feature {
    /// In the middle.
    Fountain,
    /// Between areas 0 and 1, 2 and 3, 4 and 5.
    Statue,
    /// Between areas 1 and 2, 3 and 4, 5 and 0.
    Bench,
    /// In the centre of an expansion that lies face up.
    Pavilion,
}

impl From<rules::Feature> for Feature {
    fn from(feature: rules::Feature) -> Self {
        match feature {
            rules::Feature::Fountain => Self::Fountain,
            rules::Feature::Statue => Self::Statue,
            rules::Feature::Bench => Self::Bench,
            rules::Feature::Pavilion => Self::Pavilion,
        }
    }
}

pub(crate) fn kinds(set: rules::KindSet) -> Vec<Kind> {
    set.iter().map(Kind).collect()
}

pub(crate) fn tiles(tiles: rules::Tiles) -> Vec<Kind> {
    tiles.iter().map(Kind).collect()
}

pub(crate) fn cells(set: rules::CellSet) -> Vec<Cell> {
    set.iter().map(Cell).collect()
}
