//! Notation: one line of text for every action, that people can read and type.
//!
//! | action | text |
//! |---|---|
//! | acquire | `acquire blue`; where a kind lies there more than once, which copy: `acquire blue with b1@0 b4@2!`; all copies: `acquire blue taking b1@0 b2@1 b4@2!` |
//! | place a tile | `place b3 at 1,0 paying b1 *` |
//! | lay an expansion | `expand g4 on 2 facing 5 paying y4 b4! *` |
//! | buy an expansion | `buy 3` |
//! | pass | `pass`, `pass discarding b1 b1 g4!` |
//!
//! `@` says on which expansion of this round a copy lies, `!` marks an expansion (the others are tiles), `*` is a joker. Instead of a
//! code there may be a name (`blue butterfly`, `dark-green tulip`), and capitals do not matter.
//!
//! ```
//! use quinta_record::notation;
//!
//! let action = notation::parse_full("Place blue butterfly at 1,0 paying blue tree *")?;
//! assert_eq!(notation::print_full(&action), "place b3 at 1,0 paying b1 *");
//!
//! let wrong = notation::parse_full("place b3 at 1,0 with b1").unwrap_err();
//! assert_eq!(wrong.to_string(), "expected \"paying\" or the end at character 17, found \"with\"");
//! # Ok::<(), notation::NotationError>(())
//! ```
mod expected;
mod parse;
mod print;
mod token;

pub use expected::Expected;
pub use parse::{NotationError, parse, parse_full};
pub use print::{print, print_full};

use quinta_rules::{Attribute, Display, Kind, Source};

/// The copies of an attribute that leave no choice: those of the kinds of which the display holds one.
fn without_choice(
    display: &Display,
    attribute: Attribute,
) -> impl Iterator<Item = (Kind, Source)> + '_ {
    attribute.kinds().iter().filter_map(|kind| {
        let sources = display.sources(kind);
        sources.first().filter(|_| sources.len() == 1).map(|source| (kind, source))
    })
}
