//! Where games are kept: a narrow trait, and `SQLite` behind it.
mod sqlite;

pub use sqlite::Sqlite;

use quinta_table::Entry;
use quinta_wire::{LobbyTable, Stage};
use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;

/// The answer of a store, in time.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// What goes wrong in a store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Someone else has written events with these numbers.
    #[error("the events of this game have other numbers by now")]
    Conflict,
    /// The database does not do what it should: it is full, locked, broken or closed.
    #[error("the database failed: {0}")]
    Failed(String),
    /// What is stored cannot be read.
    #[error("an event cannot be read: {0}")]
    Unreadable(String),
}

/// What the lobby knows of a game without reading its log.
#[derive(Debug, Clone)]
pub struct IndexRow {
    /// The game.
    pub game: String,
    /// Where it is in its life.
    pub stage: Stage,
    /// Whether strangers may know of it.
    pub open: bool,
    /// When something last happened.
    pub updated: u64,
    /// Who sits there.
    pub people: Vec<String>,
    /// As the lobby shows it to a stranger.
    pub lobby: LobbyTable,
}

/// A browser that wants push messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscription {
    /// Where its messages go.
    pub endpoint: String,
    /// Whose it is.
    pub who: String,
    /// Its public key.
    pub p256dh: Vec<u8>,
    /// The secret that it shares with the server.
    pub auth: Vec<u8>,
    /// The language of its messages.
    pub language: String,
    /// When it was made, in milliseconds since 1970.
    pub time: u64,
}

/// Where games are kept.
pub trait Store: Send + Sync + 'static {
    /// Appends events to a game; the first one's number must be the next. They are safe once this answers.
    fn append(&self, game: &str, entries: Vec<Entry>) -> Answer<'_, ()>;
    /// The events of a game from this number on.
    fn read(&self, game: &str, from: u64) -> Answer<'_, Vec<Entry>>;
    /// Puts what the lobby knows of a game; it can be worked out again from the log.
    fn put_index(&self, row: IndexRow) -> Answer<'_, ()>;
    /// The games that are not over.
    fn unfinished(&self) -> Answer<'_, Vec<String>>;
    /// The latest games that are over: open ones, and those at which this identity sat.
    fn finished(&self, who: &str, most: u32) -> Answer<'_, Vec<IndexRow>>;
    /// Forgets a game.
    fn remove(&self, game: &str) -> Answer<'_, ()>;
    /// A secret of the server's under this name; made from `fresh` the first time.
    fn secret(&self, name: &str, fresh: Vec<u8>) -> Answer<'_, Vec<u8>>;
    /// Keeps a browser's subscription; of each guest's only the latest few.
    fn subscribe(&self, subscription: Subscription) -> Answer<'_, ()>;
    /// Forgets a subscription of this identity, or all of them.
    fn unsubscribe(&self, who: &str, endpoint: Option<&str>) -> Answer<'_, ()>;
    /// The messages of this identity are in another language from now on.
    fn push_language(&self, who: &str, language: &str) -> Answer<'_, ()>;
    /// The subscriptions of this identity.
    fn subscriptions(&self, who: &str) -> Answer<'_, Vec<Subscription>>;
    /// Everyone who has a subscription.
    fn subscribers(&self) -> Answer<'_, Vec<String>>;
    /// Whether it answers.
    fn ping(&self) -> Answer<'_, ()>;
    /// A copy of everything in a file of its own.
    fn backup(&self, to: PathBuf) -> Answer<'_, ()>;
    /// Writes what is to be written and closes.
    fn close(&self) -> Answer<'_, ()>;
}
