//! JSON schemas of the game's basic types (feature `schemars`). Those of larger types are derived.
use crate::action::{Action, Seat};
use crate::action_json::ActionJson;
use crate::bag::Tiles;
use crate::cell::{Area, Cell, CellSet, Direction};
use crate::kind::{Attribute, Kind, KindSet};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use std::borrow::Cow;

macro_rules! word {
    ($name:ident, $schema:tt) => {
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

word!(Kind, {
    "type": "string",
    "pattern": "^[byglpv][1-6]$",
    "description": "A kind: a colour's letter (b y g l p v) and a pattern's number (1 to 6)."
});
word!(Attribute, {
    "oneOf": [
        { "type": "string", "enum": ["b", "y", "g", "l", "p", "v"] },
        { "type": "integer", "enum": [1, 2, 3, 4, 5, 6] }
    ],
    "description": "A colour's letter or a pattern's number."
});
word!(Cell, {
    "type": "array",
    "prefixItems": [
        { "type": "integer", "minimum": -4, "maximum": 4 },
        { "type": "integer", "minimum": -4, "maximum": 4 }
    ],
    "minItems": 2,
    "maxItems": 2,
    "description": "Axial coordinates [q, r] of a garden's cell, pointy tops, r growing downwards."
});
word!(Area, {
    "type": "integer",
    "minimum": 0,
    "maximum": 5,
    "description": "An area, 0 to 5, counter-clockwise from the east."
});
word!(Direction, {
    "type": "integer",
    "minimum": 0,
    "maximum": 5,
    "description": "A direction from an area's centre: 0 E, 1 NE, 2 NW, 3 W, 4 SW, 5 SE."
});
word!(Seat, {
    "type": "integer",
    "minimum": 0,
    "maximum": 3,
    "description": "A seat, counted from 0."
});

macro_rules! list {
    ($name:ident of $item:ident) => {
        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                <Vec<$item>>::json_schema(generator)
            }
        }
    };
}

list!(KindSet of Kind);
list!(Tiles of Kind);
list!(CellSet of Cell);

impl JsonSchema for Action {
    fn schema_name() -> Cow<'static, str> {
        ActionJson::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        ActionJson::json_schema(generator)
    }
}
