//! The server's heart: tables in memory, commands, clocks.
use crate::bots::Bots;
use crate::http::card::Cards;
use crate::identity::{Guest, Key, random_bytes, random_text};
use crate::limits::{DiskBudget, Limiter};
use crate::live::{Core, Live};
use crate::metrics::{Metrics, count};
use crate::push::Push;
use crate::reviews::Reviews;
use crate::settings::Settings;
use crate::spans;
use crate::store::{IndexRow, Store};
use crate::time::{Away, now};
use quinta_deal::Seed;
use quinta_table::host::Input;
use quinta_table::{Entry, Refusal, Table, create};
use quinta_wire::{ByeReason, ClientMessage, CreateTable, Refused, Reply};
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, RwLock};
use std::time::Instant;
use tokio::sync::{Semaphore, mpsc, watch};
use tracing::Instrument;

mod budget;
mod driver;
mod expiry;
mod failing;
mod import_game;
mod lost_key;
mod memory;
mod people;
mod request;
mod resume;
mod sharing;
#[cfg(test)]
mod tests;
mod thinking;
mod weight;

use expiry::Expiring;
pub(crate) use expiry::{NOTICE_DAYS, expire_old_games};
use failing::in_time;
pub(crate) use failing::{answer_by, answering};
pub(crate) use request::RequestError;
pub(crate) use sharing::Here;
pub(crate) use weight::Weight;

/// Everything that the handlers share.
pub(crate) struct App {
    pub(crate) settings: Settings,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) key: Key,
    pub(crate) bots: Bots,
    pub(crate) push: Push,
    pub(crate) cards: Cards,
    pub(crate) reviews: Reviews,
    pub(crate) metrics: Metrics,
    pub(crate) limiter: Arc<Limiter>,
    pub(crate) disk: DiskBudget,
    tables: RwLock<HashMap<String, Arc<Live>>>,
    /// Few logs are read at a time: until they are tables, nobody weighs them.
    reading: Semaphore,
    /// Whether games that go on by themselves are still to be read.
    pub(crate) resuming: AtomicBool,
    /// Games that will be deleted unless something happens there.
    expiring: Mutex<HashMap<String, Expiring>>,
    /// When people were last seen at tables that have left memory.
    last_seen: Mutex<HashMap<String, HashMap<String, u64>>>,
    /// When this process began.
    began: u64,
    /// When nobody could have moved.
    away: Mutex<Away>,
    /// The other processes on the same database.
    others: Mutex<Vec<i64>>,
    /// Games of dead processes that this one has taken and not looked at yet.
    taken: Mutex<HashSet<String>>,
    /// How often was looked who is elsewhere.
    looks: AtomicU64,
    /// Who is here, for other processes.
    here: mpsc::UnboundedSender<Here>,
    pub(crate) stopping: AtomicBool,
    pub(crate) stop: watch::Sender<bool>,
    pub(crate) next_watcher: AtomicU64,
}

impl App {
    pub(crate) fn new(
        settings: Settings,
        store: Arc<dyn Store>,
        key: Key,
        bots: Bots,
        push: Push,
        away: Away,
        here: mpsc::UnboundedSender<Here>,
    ) -> Arc<Self> {
        Arc::new(Self {
            limiter: Arc::new(Limiter::new(settings.limits.clone())),
            disk: DiskBudget::new(&settings.limits, store.shared().is_some()),
            reading: Semaphore::new(READING),
            resuming: AtomicBool::new(true),
            expiring: Mutex::default(),
            settings,
            store,
            key,
            bots,
            push,
            cards: Cards::default(),
            reviews: Reviews::default(),
            metrics: Metrics::default(),
            tables: RwLock::default(),
            last_seen: Mutex::default(),
            began: now(),
            away: Mutex::new(away),
            others: Mutex::default(),
            taken: Mutex::default(),
            looks: AtomicU64::new(0),
            here,
            stopping: AtomicBool::new(false),
            stop: watch::Sender::new(false),
            next_watcher: AtomicU64::new(0),
        })
    }

    /// Whether it is known when the people of a table that has left memory were seen.
    #[cfg(test)]
    pub(crate) fn remembers(&self, id: &str) -> bool {
        self.last_seen.lock().is_ok_and(|last_seen| last_seen.contains_key(id))
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Makes a table.
    pub(crate) async fn create(
        &self,
        guest: &Guest,
        address: IpAddr,
        wish: &CreateTable,
    ) -> Result<(Arc<Live>, String), RequestError> {
        self.make(guest, address, |host, secret, code| create(wish, host, secret, code)).await
    }

    /// Makes a table whose log begins like this.
    pub(crate) async fn make(
        &self,
        guest: &Guest,
        address: IpAddr,
        first: impl FnOnce(&quinta_table::Requester, &Seed, &str) -> Result<Entry, Refusal>,
    ) -> Result<(Arc<Live>, String), RequestError> {
        if self.is_stopping() {
            return Err(RequestError::ShuttingDown);
        }
        self.may_make_table(&guest.id, address).await?;
        let (guest, origin) = (self.who_is(guest).await, self.key.origin(address));
        let requester = quinta_table::Requester {
            from: Some(&origin),
            ..quinta_table::Requester::new(&guest.id, &guest.name, now())
        };
        let invitation = random_text(12);
        let entry = first(&requester, &fresh_seed(), &invitation)?;
        let live = self.found(&random_text(ID_LENGTH), entry, address).await?;
        Ok((live, invitation))
    }

    /// Stores and opens a new table, made from this address.
    async fn found(
        &self,
        id: &str,
        entry: Entry,
        address: IpAddr,
    ) -> Result<Arc<Live>, RequestError> {
        self.make_room().await?;
        let first = std::slice::from_ref(&entry);
        self.may_write_game(address, first).await?;
        self.store.append(id, first).await.map_err(|why| self.store_failed(&why))?;
        let table = Table::from_log(id, [entry]).map_err(|why| {
            tracing::error!(%why, "a new table cannot be read");
            RequestError::Store
        })?;
        self.index(&table, Some(address)).await;
        count(&self.metrics.tables_made);
        self.put(table, false).ok_or(RequestError::Store)
    }

    /// Tells the lobby how a table stands; the address is that from which it was made just now.
    async fn index(&self, table: &Table, address: Option<IpAddr>) {
        // The index can be worked out again from the log; a failure is no reason to refuse what is already stored.
        let origin = address.map(|address| self.key.origin(address));
        if let Err(why) = in_time(self.store.put_index(index_row(table, origin))).await {
            self.store_failed(&why);
        }
    }

    /// Tells the lobby how a table in memory stands.
    async fn index_core(&self, core: &mut Core) {
        self.index(core.table(), None).await;
        core.to_resume = core.table().goes_on_by_itself();
    }

    /// Carries out a command, which is answered within five seconds. It runs to its end even if whoever asked goes away.
    pub(crate) async fn command(
        self: &Arc<Self>,
        live: &Arc<Live>,
        guest: &Guest,
        address: IpAddr,
        message: ClientMessage,
    ) -> Result<Reply, Refused> {
        let started = Instant::now();
        let (app, live, guest) = (self.clone(), live.clone(), guest.clone());
        let id = message.id.clone();
        let span = spans::of_command(&live.id, &message.command);
        let work = async move { app.carry_out(&live, &guest, address, message).await };
        let work = answering(answer_by(), work);
        let work = tokio::spawn(work.instrument(span.clone()));
        let result = work.await.unwrap_or_else(|why| {
            tracing::error!(%why, "a command failed");
            Err(RequestError::Store)
        });
        let result = result.unwrap_or_else(|why| Err(why.refused(Some(id))));
        count(if result.is_ok() { &self.metrics.commands } else { &self.metrics.refusals });
        self.metrics.command_time.observe(started.elapsed());
        spans::carried_out(&span, &result, started);
        result
    }

    /// What has to be done now and then: clocks, presence, tables that nobody needs.
    pub(crate) async fn tick(self: &Arc<Self>) {
        // While nothing can be stored nobody can move, and nobody's time runs out.
        let failing = self.failing_since().is_some();
        if failing && !self.try_store().await {
            return;
        }
        for live in self.live() {
            if !live.is_held() {
                continue;
            }
            let deadline = live.deadline.load(Ordering::Relaxed);
            let runs = deadline != u64::MAX;
            if deadline <= now() || (failing && runs) {
                let mut core = live.core.lock().await;
                let _ = self.drive(&live, &mut core, Input::Tick).await;
            }
        }
    }

    /// No new moves; everyone is told to come back.
    pub(crate) async fn begin_shutdown(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        self.stop.send_replace(true);
        self.leave().await;
        for live in self.live() {
            live.core.lock().await.dismiss(ByeReason::Shutdown);
        }
    }
}

/// Logs that are read at the same time.
const READING: usize = 8;
/// Characters of a table's id.
pub(crate) const ID_LENGTH: usize = 10;
/// A table at which nothing happened for so long and that has not begun goes, in milliseconds: two days.
const STALE_AFTER: u64 = 2 * 24 * 3600 * 1000;

fn fresh_seed() -> Seed {
    let mut seed = [0; 32];
    seed.copy_from_slice(&random_bytes(32));
    Seed(seed)
}

/// What the lobby knows of a table.
fn index_row(table: &Table, address: Option<String>) -> IndexRow {
    let mut people: Vec<_> = table.people().map(|(_, who)| who.to_owned()).collect();
    people.dedup();
    IndexRow {
        game: table.id().to_owned(),
        stage: table.stage(),
        open: table.is_open(),
        updated: table.time(),
        people,
        maker: table.made_from().to_owned(),
        opening: table.opening().unwrap_or_default(),
        summary: table.summary(),
        owner: table.owner().to_owned(),
        address: address.unwrap_or_default(),
        goes_on: table.goes_on_by_itself(),
    }
}
