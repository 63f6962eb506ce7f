//! Errors for invalid names, numbers and coordinates.
use crate::quoted::Quoted;

/// A text that names no colour, pattern, kind or attribute.
#[derive(Debug, Clone, PartialEq, Eq, Hash, thiserror::Error)]
#[error("invalid {what} {}: expected {expected}", Quoted(.text))]
pub struct InvalidName {
    what: &'static str,
    text: String,
    expected: &'static str,
}

impl InvalidName {
    pub(crate) fn new(what: &'static str, text: &str, expected: &'static str) -> Self {
        // Input may be long; an error message should not be.
        Self { what, text: text.chars().take(24).collect(), expected }
    }
}

/// A number that is no seat, area or direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[error("invalid {what} {number}: expected 0 to {highest}")]
pub struct InvalidNumber {
    pub(crate) what: &'static str,
    pub(crate) number: u8,
    pub(crate) highest: u8,
}

/// Coordinates outside a garden.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[error("invalid cell {q},{r}: expected one of the 55 cells of a garden")]
pub struct InvalidCell {
    pub(crate) q: i8,
    pub(crate) r: i8,
}
