//! Where games are kept: one trait, with `SQLite` and Postgres behind it.
pub mod archive;
mod backend;
pub mod copy;
mod either;
pub(crate) mod inspect;
#[cfg(test)]
mod plans;
mod postgres;
pub(crate) mod private;
pub mod remove;
mod shared;
pub(crate) mod soundness;
mod sql;
mod sqlite;

pub use archive::{Ended, Packed};
pub use postgres::{Postgres, PostgresUrl, UrlError};
pub use shared::{Allowance, Beat, Broadcast, Present, Shared};
pub use sqlite::Sqlite;

use async_trait::async_trait;
use quinta_table::log::Summary;
use quinta_table::{Entry, LogError};
use quinta_wire::Stage;
use std::path::Path;
use std::time::Duration;

/// What goes wrong in a store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Events with these numbers have been written by somebody else.
    #[error("the events of this game have other numbers by now")]
    Conflict,
    /// Another process runs this game, or may by now.
    #[error("another process runs this game")]
    NotHeld,
    /// The database is full, locked, broken or closed.
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
        let why = "a copy into it was not finished: run the same `quinta backup` or `quinta store copy` again";
        Err(Self::Failed(why.into()))
    }

    /// Refuses a file without a byte: no server leaves one, but a copy that an older release did not finish.
    fn unless_empty(file: &Path) -> Result<(), Self> {
        if file.metadata().is_ok_and(|found| found.len() == 0) {
            let why = "it is empty: a copy that was not finished? Put a whole one in its place, or remove it to begin anew";
            return Err(Self::Failed(format!("{}: {why}", file.display())));
        }
        Ok(())
    }
}

impl From<LogError> for StoreError {
    fn from(error: LogError) -> Self {
        Self::Unreadable(error.to_string())
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> Self {
        Self::Unreadable(error.to_string())
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::Failed(error.to_string())
    }
}

/// The default time after which a statement is slow.
const SLOW: Duration = Duration::from_millis(250);
/// The most subscriptions of one guest.
const SUBSCRIPTIONS: u32 = 5;
/// Runs that are kept. No clock runs longer than a month, so older ones do not matter.
const RUNS: u32 = 1000;
/// Reviews that are kept, about 60 kB each. One that was deleted is computed again on request.
const REVIEWS: u32 = 2000;

/// What the lobby knows of a game without reading its log.
#[derive(Debug, Clone)]
pub struct IndexRow {
    /// The game.
    pub game: String,
    /// Its stage.
    pub stage: Stage,
    /// Whether it is listed for strangers.
    pub open: bool,
    /// When something last happened.
    pub updated: u64,
    /// Who sits there.
    pub people: Vec<String>,
    /// Where it was made from, or by whom: an opaque name.
    pub maker: String,
    /// A hash of how the game began, while it is played; empty otherwise.
    pub opening: String,
    /// The table in short.
    pub summary: Summary,
    /// Who made it.
    pub owner: String,
    /// The address from which it was made, where that is known; it is kept until the game is over.
    pub address: String,
    /// Whether it goes on by itself, so that a start has to look at it.
    pub goes_on: bool,
}

/// A game that a start has to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToResume {
    /// The game.
    pub game: String,
    /// Its stage, as far as the lobby knows.
    pub stage: Stage,
}

/// How many unfinished games there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unfinished {
    /// Made by one guest.
    pub of_owner: u64,
    /// Made from one address.
    pub of_address: u64,
}

/// A game at which nothing has happened for long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Untouched {
    /// When something last happened, and the game.
    pub place: Ended,
    /// Its stage, as far as the lobby knows.
    pub stage: Stage,
    /// When its people were told that it will be deleted, if they were.
    pub warned: Option<u64>,
}

/// What a guest calls themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// Their name.
    pub name: String,
    /// Their language.
    pub language: String,
}

/// Which games of the index are asked for, the latest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose<'a> {
    /// Those at which this identity sits.
    Of(&'a str),
    /// Open ones of others: before the end, the latest one of each maker, and then the rest, so that nobody fills a list alone.
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

/// How long a profile is kept, in milliseconds: as long as a cookie.
const PROFILE_KEPT: u64 = 365 * 24 * 3600 * 1000;

/// The name of a stage, as it is kept.
fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Gathering => "gathering",
        Stage::Playing => "playing",
        Stage::Over => "over",
    }
}

/// The stage that has this name.
fn stage_named(name: &str) -> Stage {
    let all = [Stage::Gathering, Stage::Playing];
    all.into_iter().find(|stage| stage_name(*stage) == name).unwrap_or(Stage::Over)
}

/// All that is kept: the games, what the lobby knows of them, push subscriptions, and what the server keeps for itself.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Appends events to a game. The first one's number must be the next one, which decides between two who append at once. The events
    /// are safe once this returns. After a failure other than a conflict they may be there or not: the next append, or a read, tells.
    async fn append(&self, game: &str, entries: &[Entry]) -> Result<(), StoreError> {
        self.append_and(game, entries, None).await
    }
    /// The same, and stores with them whether a start has to look at the game from now on, if that is named. It has to look at a new one
    /// until the index knows it.
    async fn append_and(
        &self,
        game: &str,
        entries: &[Entry],
        resume: Option<bool>,
    ) -> Result<(), StoreError>;
    /// The events of a game.
    async fn read(&self, game: &str) -> Result<Vec<Entry>, StoreError> {
        self.read_after(game, 0).await
    }
    /// The events of a game after this number.
    async fn read_after(&self, game: &str, number: u64) -> Result<Vec<Entry>, StoreError>;
    /// Deletes a game, with what the index knows of it.
    async fn remove(&self, game: &str) -> Result<(), StoreError>;
    /// Games that ended before this time and are not packed yet, in order: at most so many after that one.
    async fn ended(&self, after: &Ended, before: u64, most: u32) -> Result<Vec<Ended>, StoreError>;
    /// Packs the logs of these games, all or none. Events that are appended meanwhile stay as they are, and so does what is appended
    /// later. Packed games are read and appended to like others.
    async fn pack(&self, games: &[String]) -> Result<Packed, StoreError>;

    /// Stores what the lobby knows of a game; it can be worked out again from the log.
    async fn put_index(&self, row: IndexRow) -> Result<(), StoreError>;
    /// The games that a start has to look at: they go on by themselves, or the index does not know yet how they stand.
    async fn to_resume(&self) -> Result<Vec<ToResume>, StoreError>;
    /// How many unfinished games this guest has made, and how many were made from this address.
    async fn unfinished(&self, owner: &str, address: &str) -> Result<Unfinished, StoreError>;
    /// Games in one of these stages at which nothing has happened since `before`, in order: at most so many after that one.
    async fn untouched(
        &self,
        stages: &[Stage],
        after: &Ended,
        before: u64,
        most: u32,
    ) -> Result<Vec<Untouched>, StoreError>;
    /// Notes that the people of a game were told at this time that it will be deleted. The next event takes that back.
    async fn warned(&self, game: &str, time: u64) -> Result<(), StoreError>;
    /// The latest games in this stage.
    async fn latest(
        &self,
        stage: Stage,
        whose: Whose<'_>,
        most: u32,
    ) -> Result<Vec<IndexRow>, StoreError>;
    /// A game that is being played and began like this.
    async fn playing_from(&self, opening: &str) -> Result<Option<String>, StoreError>;
    /// The games that have not begun and have not changed since this time.
    async fn gathering_before(&self, time: u64) -> Result<Vec<String>, StoreError>;

    /// Stores a browser's push subscription; of each guest's only the latest few are kept.
    async fn subscribe(&self, subscription: Subscription) -> Result<(), StoreError>;
    /// Deletes a subscription of this identity, or all of them.
    async fn unsubscribe(&self, who: &str, endpoint: Option<&str>) -> Result<(), StoreError>;
    /// Changes the language of this identity's messages.
    async fn push_language(&self, who: &str, language: &str) -> Result<(), StoreError>;
    /// The subscriptions of this identity.
    async fn subscriptions(&self, who: &str) -> Result<Vec<Subscription>, StoreError>;
    /// Everyone who has a subscription.
    async fn subscribers(&self) -> Result<Vec<String>, StoreError>;

    /// What this guest calls themselves, if they have changed it.
    async fn profile(&self, who: &str) -> Result<Option<Profile>, StoreError>;
    /// Stores what a guest calls themselves from now on. What nobody has changed for a year is forgotten, as their cookie is.
    async fn put_profile(&self, who: &str, profile: Profile, now: u64) -> Result<(), StoreError>;

    /// Whether the server has a secret of this name.
    async fn has_secret(&self, name: &str) -> Result<bool, StoreError>;
    /// Whether there is anything that people would miss: games, or subscriptions.
    async fn is_used(&self) -> Result<bool, StoreError>;
    /// The server's secret of this name; `fresh` becomes it the first time.
    async fn secret(&self, name: &str, fresh: Vec<u8>) -> Result<Vec<u8>, StoreError>;
    /// Notes that the server has run since this time. Returns its earlier runs, the first one first.
    async fn begin_run(&self, began: u64) -> Result<Vec<Run>, StoreError>;
    /// Notes that the server still runs. Fails where nothing can be written.
    async fn still_runs(&self, now: u64) -> Result<(), StoreError>;
    /// The review of this id.
    async fn review(&self, id: &str) -> Result<Option<String>, StoreError>;
    /// Stores a review; of all of them only the latest are kept.
    async fn keep_review(&self, id: &str, review: String, time: u64) -> Result<(), StoreError>;

    /// What is shared with other processes, if any number of them may use this store at the same time.
    fn shared(&self) -> Option<&dyn Shared>;
    /// Writes what is waiting and closes.
    async fn close(&self) -> Result<(), StoreError>;
}
