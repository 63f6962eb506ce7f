//! Every text in every language, for the Rust side. The catalogues lie in `locales/`; `locales/README.md` says how they are written.
//!
//! ```
//! use quinta_texts::{Lang, text, words};
//!
//! let lang = Lang::preferred("pl-PL,pl;q=0.9,en;q=0.8");
//! assert_eq!(text!(lang, "count.tiles", n = 5), "5 płytek");
//! assert_eq!(words::kind(lang, "y5".parse().unwrap()), "żółta lilia");
//! ```
mod catalogue;
mod guest;
mod lang;
pub mod log;
pub mod plural;
mod refusal;
pub mod words;

pub use catalogue::{Catalogue, Entry, Value, catalogue, is_key, text};
pub use guest::{GUESTS, guest};
pub use lang::{Lang, UnknownLang};
pub use refusal::refusal;

/// The keys of the phrases that players can say to one another.
pub const PHRASES: [&str; 11] = [
    "phrase.hello",
    "phrase.luck",
    "phrase.nice",
    "phrase.garden",
    "phrase.wanted",
    "phrase.oops",
    "phrase.thinking",
    "phrase.moment",
    "phrase.thanks",
    "phrase.played",
    "phrase.again",
];
