//! JSON by as little code as it takes: text into a tree, the tree into what serde derives, and that into text.
//!
//! A browser's module holds a copy of what serde derives for every format that a type is read from, so all of it is read from one: a
//! tree of `serde_json`.
mod read;
mod text;
mod write;

pub use read::{from_value, known};
pub use text::parse;
pub use write::{to_value, write};

use quinta_rules::Quoted;
use serde::de::{DeserializeOwned, Expected, Unexpected};
use std::fmt::{self, Display};

/// What cannot be read or written, and why. One word in size: every field that is read or written may bring one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(Box<Complaint>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Complaint {
    why: String,
    /// Whether it is about a list that is too short.
    short: bool,
}

impl Error {
    #[cold]
    #[inline(never)]
    fn new(why: &dyn Display) -> Self {
        Self(Box::new(Complaint { why: why.to_string(), short: false }))
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.why)
    }
}

impl std::error::Error for Error {}

impl serde::de::Error for Error {
    fn custom<T: Display>(why: T) -> Self {
        Self::new(&why)
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        unexpected("type", found, expected)
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        unexpected("value", found, expected)
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        let mut why = Self::new(&format_args!("invalid length {length}, expected {expected}"));
        why.0.short = true;
        why
    }

    fn missing_field(field: &'static str) -> Self {
        missing(field)
    }
}

/// The words of serde, without the tables of all characters that its quotation marks need.
#[cold]
#[inline(never)]
fn unexpected(what: &str, found: Unexpected<'_>, expected: &dyn Expected) -> Error {
    let complain = |found: &dyn Display| {
        Error::new(&format_args!("invalid {what}: {found}, expected {expected}"))
    };
    match found {
        Unexpected::Bool(found) => complain(&format_args!("boolean `{found}`")),
        Unexpected::Unsigned(found) => complain(&format_args!("integer `{found}`")),
        Unexpected::Signed(found) => complain(&format_args!("integer `{found}`")),
        Unexpected::Float(_) => complain(&"a number that is not whole"),
        Unexpected::Char(found) => complain(&Quoted(found.encode_utf8(&mut [0; 4]))),
        Unexpected::Str(found) => complain(&format_args!("string {}", Quoted(found))),
        Unexpected::Seq => complain(&"sequence"),
        Unexpected::Map => complain(&"map"),
        Unexpected::Other(found) => complain(&found),
        _ => complain(&"something else"),
    }
}

#[cold]
#[inline(never)]
fn missing(field: &str) -> Error {
    Error::new(&format_args!("missing field `{field}`"))
}

impl serde::ser::Error for Error {
    fn custom<T: Display>(why: T) -> Self {
        Self::new(&why)
    }
}

/// Reads a value from its text.
pub fn read<T: DeserializeOwned>(text: &[u8]) -> Result<T, Error> {
    from_value(&parse(text)?)
}
