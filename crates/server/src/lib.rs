//! The game server: HTTP, WebSocket, store, bots' threads, the embedded web client.
//!
//! ```no_run
//! use quinta_server::{Server, Settings};
//!
//! # async fn example() -> Result<(), quinta_server::ServeError> {
//! let server = Server::start(Settings { data: "data".into(), ..Settings::default() }).await?;
//! println!("play at {}", server.url());
//! server.stop().await
//! # }
//! ```
// The tests' house stands outside the crate.
#[cfg(test)]
extern crate self as quinta_server;

mod accept;
mod app;
mod archiving;
mod bots;
mod bounded_stream;
mod client;
#[cfg(test)]
#[path = "../tests/common/mod.rs"]
mod common;
mod delta_cache;
pub mod doctor;
mod http;
mod identity;
pub mod lan;
mod limits;
mod live;
mod metrics;
mod names;
mod outbox;
mod push;
mod reviews;
mod server;
mod settings;
mod spans;
pub mod store;
mod time;
mod trim;
mod weights;

pub use client::site;
pub use server::{DATABASE, ServeError, Server};
pub use settings::{Limits, ProxyHeader, Role, SettingError, Settings};

use std::pin::Pin;

/// Work that somebody waits for. It is in a box so that it is compiled with this library: what an `async fn` does is compiled wherever it is
/// waited for, and the program would hold, and compile, half of the server a second time.
pub type Doing<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
