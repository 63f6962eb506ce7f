//! The server's heart: tables in memory, commands, clocks.
use crate::bots::Bots;
use crate::http::card::Cards;
use crate::identity::{Guest, Key, random_bytes, random_text};
use crate::limits::{Limiter, Scarce};
use crate::live::{Core, Live};
use crate::metrics::{Metrics, count};
use crate::push::Push;
use crate::reviews::Reviews;
use crate::settings::Settings;
use crate::spans;
use crate::store::{IndexRow, Store, StoreError};
use crate::time::{Away, now};
use quinta_deal::Seed;
use quinta_table::{Change, Entry, LogEvent, Refusal, Table, create, latest};
use quinta_wire::{ByeReason, ClientMessage, Command, CreateTable, Refused, Reply};
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, RwLock};
use std::time::Instant;
use tokio::sync::{mpsc, watch};
use tracing::Instrument;

mod failing;
mod handed;
mod memory;
mod request;
mod sharing;
#[cfg(test)]
mod tests;
mod thinking;

pub(crate) use request::RequestError;
pub(crate) use sharing::Here;

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
    tables: RwLock<HashMap<String, Arc<Live>>>,
    /// When people were last seen at tables that have left memory.
    last_seen: Mutex<HashMap<String, HashMap<String, u64>>>,
    /// When nobody could have moved.
    away: Mutex<Away>,
    /// The other processes on the same database.
    others: Mutex<Vec<i64>>,
    /// Games of dead processes that this one has taken and not looked at yet.
    taken: Mutex<HashSet<String>>,
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
            away: Mutex::new(away),
            others: Mutex::default(),
            taken: Mutex::default(),
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
        first: impl FnOnce(&quinta_table::Asker, &Seed, &str) -> Result<Entry, Refusal>,
    ) -> Result<(Arc<Live>, String), RequestError> {
        if self.is_stopping() {
            return Err(RequestError::ShuttingDown);
        }
        self.may_make_table(address).await?;
        let asker = quinta_table::Asker {
            who: &guest.id,
            name: &guest.name,
            now: now(),
            gone: &[],
            left: &[],
        };
        let invitation = random_text(12);
        let entry = first(&asker, &fresh_seed(), &invitation)?;
        let live = self.found(entry).await?;
        Ok((live, invitation))
    }

    /// Whether this address may make another table now, a rematch included.
    async fn may_make_table(&self, address: IpAddr) -> Result<(), RequestError> {
        if self.allows(Scarce::Tables, address).await { Ok(()) } else { Err(RequestError::TooFast) }
    }

    /// Stores and opens a new table.
    async fn found(&self, entry: Entry) -> Result<Arc<Live>, RequestError> {
        self.make_room().await?;
        let id = random_text(ID_LENGTH);
        let first = std::slice::from_ref(&entry);
        self.store.append(&id, first).await.map_err(|why| self.store_failed(&why))?;
        let table = Table::from_log(&id, [entry]).map_err(|why| {
            tracing::error!(%why, "a new table cannot be read");
            RequestError::Store
        })?;
        self.index(&table).await;
        count(&self.metrics.tables_made);
        self.put(table, false).ok_or(RequestError::Store)
    }

    async fn index(&self, table: &Table) {
        // The index can be worked out again from the log; a failure is no reason to refuse what is already stored.
        if let Err(why) = self.store.put_index(index_row(table)).await {
            self.store_failed(&why);
        }
    }

    /// Carries out a command. It runs to its end even if whoever asked goes away.
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
        let work = async move { app.carry_out(&live, &guest, address, &message).await };
        let work = tokio::spawn(work.instrument(span.clone()));
        let result = work.await.unwrap_or_else(|why| {
            tracing::error!(%why, "a command failed");
            Err(RequestError::Store)
        });
        count(if result.is_ok() { &self.metrics.commands } else { &self.metrics.refusals });
        self.metrics.command_time.observe(started.elapsed());
        let result = result.map_err(|trouble| trouble.refused(Some(id)));
        spans::carried_out(&span, &result, started);
        result
    }

    async fn carry_out(
        self: &Arc<Self>,
        live: &Arc<Live>,
        guest: &Guest,
        address: IpAddr,
        message: &ClientMessage,
    ) -> Result<Reply, RequestError> {
        if self.is_stopping() {
            return Err(RequestError::ShuttingDown);
        }
        live.touch();
        let mut overtaken = Vec::new();
        for _ in 0..sharing::TRIES {
            match self.attempt(live, guest, address, message).await {
                // What was meant for the table as it was may still make sense; if not, the table says so.
                Err(RequestError::Overtaken(newer)) => overtaken = newer,
                done => return done,
            }
        }
        Err(RequestError::Overtaken(overtaken))
    }

    /// Carries out a command if nobody else writes at the same time.
    async fn attempt(
        self: &Arc<Self>,
        live: &Arc<Live>,
        guest: &Guest,
        address: IpAddr,
        message: &ClientMessage,
    ) -> Result<Reply, RequestError> {
        let mut core = live.core.lock().await;
        if !self.keep(live) {
            drop(core);
            let live = self.find(&live.id).await?;
            return Box::pin(self.attempt(&live, guest, address, message)).await;
        }
        // A stranger's word does not put a table's bots into the stranger's line.
        if !core.table.seats_of(&guest.id).is_empty() {
            core.address = Some(address);
        }
        if !matches!(message.command, Command::Return { .. }) {
            self.welcome_back(live, &mut core, guest).await?;
        }
        let reply = |number| Reply::new(&message.id, number);
        if let Some(number) = core.table.done(&guest.id, &message.id) {
            return Ok(reply(number));
        }
        if matches!(message.command, Command::Rematch {}) {
            let table = self.rematch(live, &mut core, guest, address).await?;
            return Ok(Reply { table: Some(table), ..reply(core.table.number()) });
        }
        self.give_back_time(live, &mut core).await?;
        if matches!(message.command, Command::TakeOver { .. } | Command::Abandon { .. }) {
            self.know_elsewhere(live, &mut core).await?;
            // An answer by what nobody was told would be a riddle.
            core.announce();
        }
        let change = core.asking(guest, |table, asker| table.command(asker, message));
        let change = match change {
            Ok(change) => change,
            // What makes no sense here may make sense to who has seen more, by another process.
            Err(_) if self.store.shared().is_some() && self.catch_up(live, &mut core).await? => {
                return Err(RequestError::Overtaken(Vec::new()));
            }
            Err(refusal) => {
                let newer = core.table.newer(&refusal, &message.command);
                return Err(RequestError::Refusal(refusal, newer));
            }
        };
        if !change.is_empty() {
            if change.entries().iter().any(|entry| matches!(entry.event, LogEvent::Acted { .. })) {
                count(&self.metrics.moves);
            }
            let stored = self.commit(live, &mut core, change, By::Anyone).await;
            // What seemed to fail was stored after all, and this is the same command again.
            if let (Err(_), Some(number)) = (&stored, core.table.done(&guest.id, &message.id)) {
                return Ok(reply(number));
            }
            stored?;
        }
        // Everyone knows by now that a hint was asked for.
        if let Some((level, about)) = message.command.asks() {
            let decision = self.hint(live, core, level, about).await?;
            let hint = decision.as_ref().map(|decision| decision.action);
            let advice = |decision| quinta_tab::advice(decision, about.as_ref());
            let advice = decision.as_ref().and_then(advice);
            return Ok(Reply { hint, advice, ..reply(*live.number.borrow()) });
        }
        Ok(reply(core.table.number()))
    }

    /// Gives whoever is here again the seats back that bots play for them.
    pub(crate) async fn welcome_back(
        self: &Arc<Self>,
        live: &Arc<Live>,
        core: &mut Core,
        guest: &Guest,
    ) -> Result<(), RequestError> {
        if !core.table.is_stood_in_for(&guest.id) {
            return Ok(());
        }
        self.give_back_time(live, core).await?;
        for _ in 0..sharing::TRIES {
            let change = core.table.comes_back(&guest.id, now())?;
            match self.commit(live, core, change, By::Anyone).await {
                Err(RequestError::Overtaken(_)) if core.table.is_stood_in_for(&guest.id) => {}
                Err(RequestError::Overtaken(_)) => break,
                done => return done,
            }
        }
        Ok(())
    }

    /// Stores a change, accepts it, and tells everyone. Nothing is accepted that is not stored.
    async fn commit(
        self: &Arc<Self>,
        live: &Arc<Live>,
        core: &mut Core,
        change: Change,
        by: By,
    ) -> Result<(), RequestError> {
        let started = Instant::now();
        let before = core.table.number();
        let acting = core.table.actor().map(str::to_owned);
        let time = change.entries().last().map_or_else(now, |entry| entry.time);
        let stored = match (by, self.store.shared()) {
            (By::Holder, Some(shared)) => shared.append_held(&live.id, change.entries()).await,
            _ => self.store.append(&live.id, change.entries()).await,
        };
        match stored {
            Ok(()) => self.note_store(true, time),
            Err(why @ (StoreError::Conflict | StoreError::NotHeld)) => {
                if matches!(why, StoreError::NotHeld) {
                    tracing::warn!(table = live.id, "another process runs this game by now");
                    live.held.store(false, Ordering::Relaxed);
                }
                // The log is right and memory is not: someone else has written, or what seemed to fail was stored after all.
                self.catch_up(live, core).await?;
                // Whatever it was that was stored, the lobby may not know of it.
                if self.store.shared().is_none() {
                    self.index(&core.table).await;
                }
                let newer = latest(core.table.events_after(before)).to_vec();
                return Err(RequestError::Overtaken(newer));
            }
            Err(why) => {
                self.note_store(false, time);
                return Err(self.store_failed(&why));
            }
        }
        self.metrics.store_time.observe(started.elapsed());
        let happened = Happened::of(change.entries());
        if let Err(why) = core.table.accept(change) {
            tracing::error!(table = live.id, %why, "a stored change cannot be accepted");
            core.table = self.read(&live.id).await?;
        }
        if happened.started {
            self.hold(live).await;
        }
        if live.is_held() {
            self.push_news(core, acting.as_deref(), happened);
        }
        self.tell(live, core, before);
        if happened.ended {
            count(&self.metrics.games_ended);
        }
        if happened.changes_index {
            self.index(&core.table).await;
        }
        if happened.ended {
            self.let_go(live).await;
        }
        Ok(())
    }

    /// Tells everyone at a table what has happened since, and lets its bots go on.
    fn tell(self: &Arc<Self>, live: &Arc<Live>, core: &mut Core, before: u64) {
        let slow = core.broadcast(before);
        self.metrics.slow_readers.fetch_add(slow as u64, Ordering::Relaxed);
        live.note(&core.table);
        if core.thinking.is_some_and(|(_, at)| {
            core.table.bot_to_act().is_none_or(|(_, _, now_at)| now_at != at)
        }) {
            core.thinking = None;
        }
        self.wake_bot(live, core);
        self.announce(live, core);
    }

    async fn rematch(
        self: &Arc<Self>,
        live: &Arc<Live>,
        core: &mut Core,
        guest: &Guest,
        address: IpAddr,
    ) -> Result<String, RequestError> {
        if let Some(table) = core.table.rematch() {
            return Ok(table.to_owned());
        }
        let invitation = random_text(12);
        let made = core.asking(guest, |table, asker| {
            table.rematch_setting(asker, &fresh_seed(), &invitation)
        })?;
        self.may_make_table(address).await?;
        let new = self.found(made).await?;
        let change = core.table.rematch_at(&new.id, now())?;
        match self.commit(live, core, change, By::Anyone).await {
            // Another process was quicker: they meet at its table.
            Err(RequestError::Overtaken(newer)) => {
                core.table.rematch().map(str::to_owned).ok_or(RequestError::Overtaken(newer))
            }
            done => done.map(|()| new.id.clone()),
        }
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
                if self.give_back_time(&live, &mut core).await.is_err() {
                    continue;
                }
                if let Ok(change) = core.table.time_passes(now())
                    && !change.is_empty()
                {
                    // On failure the deadline stays in the past and the next tick tries again.
                    let _ = self.commit(&live, &mut core, change, By::Holder).await;
                }
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

/// Who a change is made by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum By {
    /// A person, or whoever comes first: the number decides.
    Anyone,
    /// The process that runs the game, for a bot or a clock: only while it does.
    Holder,
}

/// Characters of a table's id.
pub(crate) const ID_LENGTH: usize = 10;
/// A table at which nothing happened for so long and that has not begun goes, in milliseconds: two days.
const STALE_AFTER: u64 = 2 * 24 * 3600 * 1000;

fn fresh_seed() -> Seed {
    let mut seed = [0; 32];
    seed.copy_from_slice(&random_bytes(32));
    Seed(seed)
}

/// What the server itself wants to know of a change.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Happened {
    pub(crate) started: bool,
    pub(crate) ended: bool,
    changes_index: bool,
}

impl Happened {
    fn of(entries: &[Entry]) -> Self {
        let mut happened = Self::default();
        for entry in entries {
            match entry.event {
                LogEvent::Started { .. } => happened.started = true,
                LogEvent::Ended { .. } => happened.ended = true,
                LogEvent::Sat { .. } | LogEvent::Left { .. } => happened.changes_index = true,
                _ => {}
            }
        }
        happened.changes_index |= happened.started || happened.ended;
        happened
    }
}

/// What the lobby knows of a table.
fn index_row(table: &Table) -> IndexRow {
    let mut people: Vec<_> = table.people().map(|(_, who)| who.to_owned()).collect();
    people.dedup();
    IndexRow {
        game: table.id().to_owned(),
        stage: table.stage(),
        open: table.is_open(),
        updated: table.time(),
        people,
        summary: table.summary(),
    }
}
