//! What processes share that use one database: who is alive, who runs which game, messages, presence, and limits.
use super::StoreError;
use async_trait::async_trait;
use quinta_table::Entry;
use std::net::IpAddr;
use tokio::sync::mpsc;

/// How this process stands among the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beat {
    /// Whether it has a new number, and runs no game: it is new, or it counted as dead.
    pub joined: bool,
    /// The other processes that are alive.
    pub others: Vec<i64>,
    /// The latest time by any living process's clock, in milliseconds since 1970.
    pub clock: u64,
}

/// A message to all processes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Broadcast {
    /// A game has an event with this number.
    Moved(String, u64),
    /// Someone has connected to a table through another process, or disconnected.
    Present(String),
    /// There are games that nobody runs.
    Wanted,
    /// Someone has subscribed to push messages, or has no subscription any more.
    Subscribed(String),
    /// Messages may have been lost: look for what has changed.
    Missed,
}

/// Someone who is connected to a table through another process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Present {
    /// The table.
    pub game: String,
    /// Who it is; spectators have no name.
    pub who: String,
    /// The number of connections: 0 if they have left.
    pub count: u32,
    /// When they were last seen, in milliseconds since 1970.
    pub seen: u64,
}

/// A limit that holds for all processes together.
#[derive(Debug, Clone, Copy)]
pub struct Allowance {
    /// Its name.
    pub what: &'static str,
    /// How many a second.
    pub per_second: f64,
    /// How many at once.
    pub burst: u32,
}

/// What processes share through a database that any number of them use.
#[async_trait]
pub trait Shared: Send + Sync {
    /// Sends this process's sign of life, with its time. Without one for five seconds it counts as dead.
    async fn beat(&self, clock: u64) -> Result<Beat, StoreError>;
    /// Takes those of these games that are being played and that no living process runs, and others whose process has died. Returns the ones
    /// that this process runs now.
    async fn claim(&self, games: &[String]) -> Result<Vec<String>, StoreError>;
    /// Asks other processes to take those of these games that are being played and that nobody runs.
    async fn want(&self, games: &[String]) -> Result<(), StoreError>;
    /// Stops running this game. Nobody runs it until a process claims it by name.
    async fn release(&self, game: &str) -> Result<(), StoreError>;
    /// Ends this process, so that others take its games at once.
    async fn leave(&self, clock: u64) -> Result<(), StoreError>;
    /// Appends as `append_and` does, if this process still runs the game.
    async fn append_held(
        &self,
        game: &str,
        entries: &[Entry],
        resume: Option<bool>,
    ) -> Result<(), StoreError>;
    /// The number of each game's last event.
    async fn numbers(&self, games: &[String]) -> Result<Vec<(String, u64)>, StoreError>;
    /// The messages from now on. The first is that something may have been missed.
    fn listen(&self) -> mpsc::Receiver<Broadcast>;
    /// Sends a message to all processes.
    fn tell(&self, message: Broadcast);
    /// Stores who is connected to this table through this process, with how many connections. All others have left, at this time.
    async fn put_presence(
        &self,
        game: &str,
        here: &[(String, u32)],
        time: u64,
    ) -> Result<(), StoreError>;
    /// Who is or was connected to these tables through other processes.
    async fn presence(&self, games: &[String]) -> Result<Vec<Present>, StoreError>;
    /// Counts so many against a limit of an address. Returns whether it still allows them.
    async fn take(
        &self,
        allowance: Allowance,
        address: IpAddr,
        amount: u32,
    ) -> Result<bool, StoreError>;
}
