//! Every text in every language, for the Rust side. The catalogues lie in `locales/`; `locales/README.md` says how they are written.
//!
//! ```
//! use quinta_texts::{Lang, text};
//!
//! let lang = Lang::preferred("pl-PL,pl;q=0.9,en;q=0.8");
//! assert_eq!(text!(lang, "count.tiles", n = 5), "5 płytek");
//! assert_eq!(text!(lang, "kind.y5"), "żółta lilia");
//! ```
pub mod book;
mod catalogue;
mod guest;
mod lang;
pub mod plural;
pub mod words;

pub use catalogue::{Catalogue, Entry, Value, catalogue, is_key, text};
pub use guest::{GUESTS, guest};
pub use lang::{Lang, UnknownLang};
