//! The serde form of kinds, attributes, and lists of kinds and cells (feature `serde`).
use crate::bag::Tiles;
use crate::cell::{Cell, CellSet};
use crate::invalid::InvalidName;
use crate::kind::{Attribute, Colour, Kind, KindSet, Pattern};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// A kind is written as its name in records: `"b3"`.
impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

/// A colour is written as its letter, a pattern as its number.
impl Serialize for Attribute {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Colour(c) => serializer.serialize_char(c.letter()),
            Self::Pattern(p) => serializer.serialize_u8(p.value()),
        }
    }
}

impl<'de> Deserialize<'de> for Attribute {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Attribute;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a colour's letter (b y g l p v) or a pattern's number (1 to 6)")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Attribute, E> {
                let mut chars = text.chars();
                match (chars.next().and_then(Colour::from_letter), chars.next()) {
                    (Some(colour), None) => Ok(Attribute::Colour(colour)),
                    _ => {
                        Err(E::custom(InvalidName::new("colour", text, "a letter of b y g l p v")))
                    }
                }
            }

            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Attribute, E> {
                u8::try_from(value)
                    .ok()
                    .and_then(Pattern::from_value)
                    .map(Attribute::Pattern)
                    .ok_or_else(|| E::custom(format!("invalid pattern {value}: expected 1 to 6")))
            }

            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Attribute, E> {
                self.visit_u64(u64::try_from(value).unwrap_or(u64::MAX))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

/// A list of kinds, each as often as it is there.
impl Serialize for Tiles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Tiles {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_kinds(Vec::deserialize(deserializer)?)
            .ok_or_else(|| de::Error::custom("more than three tiles of a kind"))
    }
}

/// A list without repetitions.
macro_rules! set {
    ($set:ident of $item:ident) => {
        impl Serialize for $set {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.iter())
            }
        }

        impl<'de> Deserialize<'de> for $set {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let mut set = Self::EMPTY;
                for item in Vec::<$item>::deserialize(deserializer)? {
                    if set.contains(item) {
                        return Err(de::Error::custom(format_args!("{item} twice in a list")));
                    }
                    set = set.with(item);
                }
                Ok(set)
            }
        }
    };
}

set!(KindSet of Kind);
set!(CellSet of Cell);

/// Whether a set can be left out.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
pub(crate) fn no_cells(set: &CellSet) -> bool {
    set.is_empty()
}
