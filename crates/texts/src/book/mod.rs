//! The rule book: one source a language in `locales/book/`, its numbers from the rules, read into sections and paragraphs with anchors.
mod answers;
mod markdown;
mod numbers;
mod read;
mod tables;

pub use answers::{answers, paragraph};
pub use markdown::markdown;
pub use numbers::example;

use crate::Lang;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The whole book in one language, its numbers filled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Book {
    /// Its title.
    pub title: String,
    /// Its sections, in order.
    pub sections: Vec<Section>,
}

/// A section of the book.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Section {
    /// Its anchor, the same in every language.
    pub anchor: String,
    /// Its heading.
    pub title: String,
    /// Its paragraphs, lists, pictures and tables.
    pub blocks: Vec<Block>,
}

/// A piece of a section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Block {
    /// A paragraph.
    Text {
        /// Its anchor, the same in every language.
        anchor: String,
        /// What it says.
        runs: Vec<Run>,
    },
    /// Points below a paragraph.
    List {
        /// What each of them says.
        items: Vec<Vec<Run>>,
    },
    /// A drawing of `quinta-picture`.
    Picture {
        /// Which one.
        name: String,
        /// What it shows, in words.
        caption: String,
    },
    /// A table made from the rules.
    Table {
        /// The heads of its columns.
        head: Vec<String>,
        /// Its rows, the first cell of each being its head.
        rows: Vec<Vec<String>>,
    },
}

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Run {
    /// Plain words.
    Plain {
        /// The words.
        text: String,
    },
    /// A term where it is explained.
    Strong {
        /// The words.
        text: String,
    },
    /// A reference to another place of the book.
    Link {
        /// The anchor of that place.
        to: String,
        /// The words.
        text: String,
    },
}

impl Run {
    /// Returns its words.
    pub fn text(&self) -> &str {
        match self {
            Self::Plain { text } | Self::Strong { text } | Self::Link { text, .. } => text,
        }
    }
}

/// Returns the book as it is written, without its numbers.
pub const fn source(lang: Lang) -> &'static str {
    lang.book()
}

/// Returns the book of a language as JSON, with the anchor of the paragraph that answers each question (`answers`), for a page.
pub fn json(lang: Lang) -> String {
    #[derive(Serialize)]
    struct Page<'a> {
        #[serde(flatten)]
        book: &'a Book,
        answers: BTreeMap<String, &'static str>,
    }
    // Texts and names always become JSON; a test reads it.
    serde_json::to_string(&Page { book: book(lang), answers: answers().collect() })
        .unwrap_or_default()
}

/// Returns the book of a language.
///
/// ```
/// use quinta_texts::{Lang, book};
///
/// let book = book::book(Lang::En);
/// assert_eq!(book.sections[0].title, "The game in brief");
/// assert!(book::markdown(Lang::En, "pictures").contains("costs 4, so you discard 3 others"));
/// ```
pub fn book(lang: Lang) -> &'static Book {
    static BOOKS: LazyLock<[Book; Lang::ALL.len()]> =
        LazyLock::new(|| Lang::ALL.map(|lang| read::read(lang, source(lang))));
    &BOOKS[lang as usize]
}
