//! What makes and measures players: an arena with statistics and ratings, a tuner, self-play for training, and a judge of single moves.
//!
//! Two bots play ten deals, each in both seat orders:
//!
//! ```
//! use quinta_lab::arena::{Entrant, Series};
//! use quinta_rules::Rules;
//! use std::sync::atomic::AtomicBool;
//!
//! let rules = Rules::FRONT;
//! let series = Series {
//!     entrants: vec![
//!         Entrant::bot("gardener".parse()?, &rules, 2),
//!         Entrant::bot("random".parse()?, &rules, 2),
//!     ],
//!     rules,
//!     deals: 10,
//!     seed: "1".parse()?,
//!     jobs: 1,
//!     until_significant: false,
//!     strict: true,
//! };
//! let report = series.run(&AtomicBool::new(false), |_| ())?;
//! let gardener = &report.seats[0];
//! assert_eq!(report.games, 20);
//! assert!(gardener.win_share > Some(0.9));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
pub mod advice;
pub mod arena;
pub mod naive;
pub mod ratings;
pub mod samples;
pub mod selfplay;
pub mod stats;
mod tally;
pub mod tune;
