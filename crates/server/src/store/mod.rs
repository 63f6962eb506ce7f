//! Where games are kept: a narrow trait, and `SQLite` behind it.
pub(crate) mod look;
pub(crate) mod private;
mod sqlite;

pub use sqlite::Sqlite;

use async_trait::async_trait;
use quinta_table::Entry;
use quinta_table::log::Summary;
use quinta_wire::Stage;
use std::path::PathBuf;

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
    #[error("what is stored cannot be read: {0}")]
    Unreadable(String),
    /// Another server has it open.
    #[error("another server uses this database ({0} is locked)")]
    InUse(PathBuf),
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
    /// The table in short.
    pub summary: Summary,
}

/// Which games of the index are asked for, the latest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose<'a> {
    /// Those at which this identity sits.
    Of(&'a str),
    /// Open ones of others.
    OpenTo(&'a str),
}

/// A time in which the server ran, in milliseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// When it began.
    pub began: u64,
    /// When it was last seen.
    pub seen: u64,
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
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Appends events to a game; the first one's number must be the next. They are safe once this answers.
    async fn append(&self, game: &str, entries: &[Entry]) -> Result<(), StoreError>;
    /// The events of a game.
    async fn read(&self, game: &str) -> Result<Vec<Entry>, StoreError>;
    /// Puts what the lobby knows of a game; it can be worked out again from the log.
    async fn put_index(&self, row: IndexRow) -> Result<(), StoreError>;
    /// The games that are not over.
    async fn unfinished(&self) -> Result<Vec<String>, StoreError>;
    /// The latest games in this stage.
    async fn latest(
        &self,
        stage: Stage,
        whose: Whose<'_>,
        most: u32,
    ) -> Result<Vec<IndexRow>, StoreError>;
    /// The games that have not begun and have not changed since.
    async fn gathering_before(&self, time: u64) -> Result<Vec<String>, StoreError>;
    /// Forgets a game.
    async fn remove(&self, game: &str) -> Result<(), StoreError>;
    /// A secret of the server's under this name; made from `fresh` the first time.
    async fn secret(&self, name: &str, fresh: Vec<u8>) -> Result<Vec<u8>, StoreError>;
    /// The server runs since this time. Returns the times in which it ran before, the first one first.
    async fn begin_run(&self, began: u64) -> Result<Vec<Run>, StoreError>;
    /// The server still runs. Fails where nothing can be written.
    async fn still_runs(&self, now: u64) -> Result<(), StoreError>;
    /// Keeps a browser's subscription; of each guest's only the latest few.
    async fn subscribe(&self, subscription: Subscription) -> Result<(), StoreError>;
    /// Forgets a subscription of this identity, or all of them.
    async fn unsubscribe(&self, who: &str, endpoint: Option<&str>) -> Result<(), StoreError>;
    /// The messages of this identity are in another language from now on.
    async fn push_language(&self, who: &str, language: &str) -> Result<(), StoreError>;
    /// The subscriptions of this identity.
    async fn subscriptions(&self, who: &str) -> Result<Vec<Subscription>, StoreError>;
    /// Everyone who has a subscription.
    async fn subscribers(&self) -> Result<Vec<String>, StoreError>;
    /// The look back that is kept under this name.
    async fn review(&self, id: &str) -> Result<Option<String>, StoreError>;
    /// Keeps a look back; of all of them only the latest.
    async fn keep_review(&self, id: &str, review: String, time: u64) -> Result<(), StoreError>;
    /// Writes what is to be written and closes.
    async fn close(&self) -> Result<(), StoreError>;
}
