//! Bots and records together: the engine protocol (`docs/protocol.md`), a client and a tester for other programs that speak it, and
//! the analysis of games; and random games, for benchmarks.
//!
//! ```
//! use quinta_engine::Session;
//!
//! let mut session = Session::new();
//! assert_eq!(session.line("newgame players 2 seed 7"), ["ok"]);
//! assert!(session.line("legal")[0].starts_with("legal acquire "));
//! assert_eq!(session.line("play buy 9"), ["error expected an area (0 to 5) at character 5, found \"9\""]);
//! assert_eq!(session.line("play buy 3"), ["ok"]);
//! assert_eq!(session.line("undo"), ["ok"]);
//!
//! // A whole game: ask for a move, play it, until the game is over.
//! session.line("set bot gardener");
//! loop {
//!     let answer = session.line("go");
//!     let Some(best) = answer.iter().find_map(|line| line.strip_prefix("bestmove ")) else { break };
//!     assert_eq!(session.line(&format!("play {best}")), ["ok"]);
//! }
//! assert!(session.line("state")[0].contains("phase over"));
//! ```
pub mod analysis;
pub mod check;
mod client;
mod commands;
mod game;
mod position;
mod process;
mod random;
mod session;
mod stop;

pub use client::{Client, ClientError, Introduction, Program, Remote};
pub use random::RandomGames;
pub use session::Session;
pub use stop::StopListener;
