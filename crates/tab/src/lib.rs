//! The rules, records and bots behind requests in JSON, without I/O, threads or a clock of its own; with the feature `tables`, which is on
//! unless it is turned off, tables with their bots behind the messages of the wire, and lessons.
//!
//! A [`Tab`] answers requests, JSON in and JSON out ([`Request`]). The caller stores the entries that it returns, and passes in the
//! time and randomness. Bots think on request ([`Request::Think`]), so that another thread can do it.
//!
//! ```
//! use quinta_bots::clock::SystemClock;
//! use quinta_rules::Rules;
//! use quinta_tab::Tab;
//! use serde_json::{Value, json};
//! use std::sync::Arc;
//!
//! let mut tab = Tab::new(Arc::new(SystemClock::default()));
//! let mut ask = |request: Value| -> Value { tab.ask(&request.to_string()).parse().unwrap() };
//! let (rules, seed) = (Rules::FRONT, "07".repeat(32));
//! let game = ask(json!({ "do": "begin", "players": 2, "rules": rules, "seed": seed }));
//! let pass = json!({ "pass": {} });
//! let after = ask(json!({ "do": "play", "rules": rules, "position": game["position"], "action": pass, "seed": seed }));
//! assert_eq!(after["position"]["passed"][0], game["position"]["turn"]);
//! ```
mod bots;
mod game;
mod request;
mod review;
mod tab;
#[cfg(feature = "tables")]
mod tables;
mod think;

pub use bots::{advice, think};
pub use game::Dealt;
pub use request::Request;
pub use tab::Tab;
#[cfg(feature = "tables")]
pub use tables::{Fresh, ME, TableRequest};
pub use think::SearchJob;

use quinta_rules::Rules;
use quinta_wire::{About, Boards, BotLevel, Phrase, VERSION};

/// Returns what this program is.
pub fn about() -> About {
    About {
        server: "quinta".into(),
        release: env!("CARGO_PKG_VERSION").into(),
        version: VERSION,
        levels: BotLevel::ALL.to_vec(),
        phrases: Phrase::ALL.to_vec(),
        boards: Boards { front: Rules::FRONT, back: Rules::BACK },
    }
}
