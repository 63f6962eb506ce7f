//! What the processes on one database share: who lives, who runs which game, what happened elsewhere, who is where, and limits.
use super::StoreError;
use async_trait::async_trait;
use quinta_table::Entry;
use std::net::IpAddr;
use tokio::sync::mpsc;

/// How this process stands among the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beat {
    /// Whether it takes part under a new number: it is new, or it was thought dead, and runs no game.
    pub joined: bool,
    /// The others that live.
    pub others: Vec<i64>,
    /// The latest time by any living process's clock, in milliseconds since 1970.
    pub clock: u64,
}

/// A message to all processes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Broadcast {
    /// A game has an event with this number.
    Moved(String, u64),
    /// Someone came to a table or left it by another process.
    Present(String),
    /// There are games that nobody runs.
    Wanted,
    /// Someone has subscribed to push messages, or has no subscription any more.
    Subscribed(String),
    /// Messages may have been lost: look for what has changed.
    Missed,
}

/// Someone at a table whom another process knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Present {
    /// The table.
    pub game: String,
    /// Who; those who only watch have no name.
    pub who: String,
    /// How many: 0 if they have left.
    pub count: u32,
    /// When they were last seen, in milliseconds since 1970.
    pub seen: u64,
}

/// What is asked for only so often, by all processes together.
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
    /// This process lives, and this is its time. It is thought dead if it does not say so for six seconds.
    async fn beat(&self, clock: u64) -> Result<Beat, StoreError>;
    /// Takes the games among these that are being played and that no living process runs, and others whose process has died; says which ones
    /// this process runs now.
    async fn claim(&self, games: &[String]) -> Result<Vec<String>, StoreError>;
    /// Has somebody else take those of these games that are being played and that nobody runs.
    async fn want(&self, games: &[String]) -> Result<(), StoreError>;
    /// This process does not run this game any more; nobody does until somebody claims it by name.
    async fn release(&self, game: &str) -> Result<(), StoreError>;
    /// This process ends: others take its games at once.
    async fn leave(&self, clock: u64) -> Result<(), StoreError>;
    /// Appends as `append` does, if this process still runs the game.
    async fn append_held(&self, game: &str, entries: &[Entry]) -> Result<(), StoreError>;
    /// The number of each game's last event.
    async fn numbers(&self, games: &[String]) -> Result<Vec<(String, u64)>, StoreError>;
    /// The messages from now on. The first is that something may have been missed.
    fn listen(&self) -> mpsc::Receiver<Broadcast>;
    /// Sends a message to all processes.
    fn tell(&self, message: Broadcast);
    /// Who reaches this table through this process, and how many each is; those who are missing have left at this time.
    async fn put_presence(
        &self,
        game: &str,
        here: &[(String, u32)],
        time: u64,
    ) -> Result<(), StoreError>;
    /// Who is or was at these tables by other processes.
    async fn presence(&self, games: &[String]) -> Result<Vec<Present>, StoreError>;
    /// Takes one of what an address may ask for, if there is one.
    async fn take(&self, allowance: Allowance, address: IpAddr) -> Result<bool, StoreError>;
}
