//! Where games are kept: narrow traits, split by what they keep, with `SQLite` and Postgres behind them.
pub mod archive;
pub mod copy;
pub(crate) mod look;
mod postgres;
pub(crate) mod private;
mod shared;
mod sqlite;

pub use archive::{ArchiveStore, Ended, Packed};
pub use postgres::{Postgres, PostgresUrl, UrlError};
pub use shared::{Allowance, Beat, News, Present, Shared};
pub use sqlite::Sqlite;

use async_trait::async_trait;
use quinta_table::log::Summary;
use quinta_table::{Entry, LogError};
use quinta_wire::Stage;
use std::time::Duration;

/// What goes wrong in a store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Someone else has written events with these numbers.
    #[error("the events of this game have other numbers by now")]
    Conflict,
    /// Another process runs this game, or may by now.
    #[error("another process runs this game")]
    NotHeld,
    /// The database does not do what it should: it is full, locked, broken or closed.
    #[error("the database failed: {0}")]
    Failed(String),
    /// What is stored cannot be read.
    #[error("what is stored cannot be read: {0}")]
    Unreadable(String),
    /// Another server has it open.
    #[error("another server uses this database ({0} is locked)")]
    InUse(String),
}

impl StoreError {
    /// Refuses a database whose form is later than the one that this release knows.
    fn unless_later(form: usize, known: usize) -> Result<(), Self> {
        if form <= known {
            return Ok(());
        }
        let why =
            format!("it was written by a later release (form {form}, this one knows {known})");
        Err(Self::Failed(why))
    }

    /// Refuses the target of a copy that is not whole.
    fn unless_copying(mark: &copy::Mark) -> Result<(), Self> {
        if mark.finished {
            return Ok(());
        }
        let why = "a copy into it was not finished: run the same `quinta store copy` again";
        Err(Self::Failed(why.into()))
    }
}

impl From<LogError> for StoreError {
    fn from(error: LogError) -> Self {
        Self::Unreadable(error.to_string())
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::Failed(error.to_string())
    }
}

/// When a statement is slow, where nothing else is said.
const SLOW: Duration = Duration::from_millis(250);
/// The most subscriptions of one guest.
const SUBSCRIPTIONS: u32 = 5;
/// Runs that are kept: no clock runs longer than a month, so older ones matter to nobody.
const RUNS: u32 = 1000;
/// Looks back that are kept, some 60 kB each: one that was forgotten is made again when somebody asks for it.
const REVIEWS: u32 = 2000;

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

/// The name of a stage, as it is kept.
fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Gathering => "gathering",
        Stage::Playing => "playing",
        Stage::Over => "over",
    }
}

/// Keeps the logs of games.
#[async_trait]
pub trait LogStore: Send + Sync + 'static {
    /// Appends events to a game; the first one's number must be the next, which decides between two who append at once. They are safe
    /// once this answers. After a failure other than a conflict they may be there or not: the next append, or a read, tells.
    async fn append(&self, game: &str, entries: &[Entry]) -> Result<(), StoreError>;
    /// The events of a game.
    async fn read(&self, game: &str) -> Result<Vec<Entry>, StoreError> {
        self.read_after(game, 0).await
    }
    /// The events of a game after this number.
    async fn read_after(&self, game: &str, number: u64) -> Result<Vec<Entry>, StoreError>;
    /// Forgets a game, with what the index knows of it.
    async fn remove(&self, game: &str) -> Result<(), StoreError>;
}

/// Keeps what the lobby knows of games, and who sits at them.
#[async_trait]
pub trait IndexStore: Send + Sync + 'static {
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
}

/// Keeps the browsers that want push messages.
#[async_trait]
pub trait PushStore: Send + Sync + 'static {
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
}

/// All that is kept: the games, and what the server keeps for itself.
#[async_trait]
pub trait Store: LogStore + IndexStore + PushStore + ArchiveStore {
    /// A secret of the server's under this name; made from `fresh` the first time.
    async fn secret(&self, name: &str, fresh: Vec<u8>) -> Result<Vec<u8>, StoreError>;
    /// The server runs since this time. Returns the times in which it ran before, the first one first.
    async fn begin_run(&self, began: u64) -> Result<Vec<Run>, StoreError>;
    /// The server still runs. Fails where nothing can be written.
    async fn still_runs(&self, now: u64) -> Result<(), StoreError>;
    /// The look back that is kept under this name.
    async fn review(&self, id: &str) -> Result<Option<String>, StoreError>;
    /// Keeps a look back; of all of them only the latest.
    async fn keep_review(&self, id: &str, review: String, time: u64) -> Result<(), StoreError>;
    /// What is shared with other processes, if any number of them may use this store at the same time.
    fn shared(&self) -> Option<&dyn Shared> {
        None
    }
    /// Writes what is to be written and closes.
    async fn close(&self) -> Result<(), StoreError>;
}
