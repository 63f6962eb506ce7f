//! A table with its bots behind the messages of the wire, without I/O, threads or a clock of its own.
//!
//! A [`Tab`] answers requests, JSON in and JSON out ([`Request`]). Whoever runs it stores what it says is to be stored, and hands it the
//! time and randomness. Bots think on request ([`Request::Think`]), so that it can be done elsewhere.
//!
//! ```
//! use quinta_bots::clock::SystemClock;
//! use quinta_tab::Tab;
//! use std::sync::Arc;
//!
//! let mut tab = Tab::new(Arc::new(SystemClock::default()));
//! let seed = "07".repeat(32);
//! let made = tab.ask(&format!(
//!     r#"{{"do":"create","fresh":{{"id":"t1","secret":"{seed}","invitation":"code"}},"name":"Anna","now":1,
//!         "wish":{{"seats":[{{"who":"me"}},{{"who":"bot","level":"gardener"}}]}}}}"#
//! ));
//! assert!(made.contains(r#""store":[{"id":"t1","number":1"#), "{made}");
//! ```
mod bots;
mod look;
mod request;
mod tab;
mod think;

pub use bots::{advice, think, thinks_for};
pub use request::{Fresh, Request};
pub use tab::{ME, Tab};
pub use think::Job;

use quinta_rules::Rules;
use quinta_wire::{About, Boards, Level, Phrase, VERSION};

/// Returns what this program is.
pub fn about() -> About {
    About {
        server: "quinta".into(),
        release: env!("CARGO_PKG_VERSION").into(),
        version: VERSION,
        levels: Level::ALL.to_vec(),
        phrases: Phrase::ALL.to_vec(),
        boards: Boards { front: Rules::FRONT, back: Rules::BACK },
    }
}
