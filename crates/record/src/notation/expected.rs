//! What the parser expected where a text is wrong.
use quinta_rules::{Colour, Kind};
use std::fmt;

/// What was expected at some place of a text. [`Expected::code`] is for translations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// One of these words.
    Word(&'static [&'static str]),
    /// One of these words, or the end.
    WordOrEnd(&'static [&'static str]),
    /// A colour or a pattern.
    Attribute,
    /// A pattern, behind a colour's name.
    Pattern(Colour),
    /// A tile.
    Tile,
    /// An expansion.
    Expansion,
    /// A hexagon and where it lies.
    Copy,
    /// `@`, behind a hexagon.
    At(Kind),
    /// The place of an expansion in the display.
    Slot,
    /// A cell.
    Cell,
    /// The comma of a cell.
    Comma,
    /// The number behind a cell's comma.
    SecondNumber,
    /// An area.
    Area,
    /// A direction.
    Direction,
    /// A hexagon or a joker, to pay with.
    Payment,
    /// A hexagon, to discard.
    Discard,
}

impl Expected {
    /// Returns its code, one word.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Word(_) => "word",
            Self::WordOrEnd([]) => "end",
            Self::WordOrEnd(_) => "word_or_end",
            Self::Attribute => "attribute",
            Self::Pattern(_) => "pattern",
            Self::Tile => "tile",
            Self::Expansion => "expansion",
            Self::Copy => "copy",
            Self::At(_) | Self::Slot => "slot",
            Self::Cell | Self::Comma | Self::SecondNumber => "cell",
            Self::Area => "area",
            Self::Direction => "direction",
            Self::Payment => "payment",
            Self::Discard => "discard",
        }
    }

    /// Returns the words of the notation that are accepted there.
    pub const fn words(&self) -> &'static [&'static str] {
        match self {
            Self::Word(words) | Self::WordOrEnd(words) => words,
            _ => &[],
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |separator: &str| {
            let words: Vec<_> = self.words().iter().map(|word| format!("\"{word}\"")).collect();
            words.join(separator)
        };
        match self {
            Self::Word(_) => f.write_str(&quoted(" or ")),
            Self::WordOrEnd([]) => f.write_str("the end"),
            Self::WordOrEnd(_) => write!(f, "{} or the end", quoted(", ")),
            Self::Attribute => f.write_str("a colour or a pattern (b or blue, 3 or butterfly, …)"),
            Self::Pattern(colour) => {
                write!(f, "a pattern (such as butterfly) after \"{}\"", colour.name())
            }
            Self::Tile => f.write_str("a tile (such as b3)"),
            Self::Expansion => f.write_str("an expansion (such as g4)"),
            Self::Copy => f.write_str("a hexagon (such as b1@0 or b1@0!)"),
            Self::At(kind) => write!(f, "\"@\" and the place of the {kind}"),
            Self::Slot => f.write_str("the place of an expansion in this round's stack (0 to 7)"),
            Self::Cell => f.write_str("a cell (such as 1,0)"),
            Self::Comma => f.write_str("a comma"),
            Self::SecondNumber => f.write_str("the second number of a cell"),
            Self::Area => f.write_str("an area (0 to 5)"),
            Self::Direction => f.write_str("a direction (0 to 5)"),
            Self::Payment => f.write_str(
                "a hexagon or a joker (b1 for a tile, b1! for an expansion, * for a joker)",
            ),
            Self::Discard => f.write_str("a hexagon (b1 for a tile, b1! for an expansion)"),
        }
    }
}
