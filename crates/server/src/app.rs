//! The server's heart: tables in memory, commands, bots, clocks.
use crate::bots::{self, Bots, Job};
use crate::http::card::Cards;
use crate::identity::{Guest, Key, random_bytes, random_text};
use crate::limits::Limiter;
use crate::live::{Core, Live, now};
use crate::metrics::{Metrics, count};
use crate::push::Push;
use crate::settings::Settings;
use crate::store::{IndexRow, Store, StoreError};
use quinta_deal::Seed;
use quinta_table::{Entry, LogEvent, Refusal, Table, create};
use quinta_wire::{
    ByeReason, ClientMessage, Code, Command, CreateTable, Error, NumberedEvent, Refused, Reply,
    Stage,
};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, RwLock};
use std::time::Instant;
use tokio::sync::{oneshot, watch};

/// Everything that the handlers share.
pub(crate) struct App {
    pub(crate) settings: Settings,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) key: Key,
    pub(crate) bots: Bots,
    pub(crate) push: Push,
    pub(crate) cards: Cards,
    pub(crate) metrics: Metrics,
    pub(crate) limiter: Limiter,
    tables: RwLock<HashMap<String, Arc<Live>>>,
    pub(crate) stopping: AtomicBool,
    pub(crate) stop: watch::Sender<bool>,
    pub(crate) next_watcher: AtomicU64,
}

/// Why a request is not carried out.
#[derive(Debug)]
pub(crate) enum RequestError {
    Refusal(Refusal, Vec<NumberedEvent>),
    BadQuery(&'static str),
    NoSuchTable,
    TooManyTables,
    Store,
    ShuttingDown,
}

impl From<Refusal> for RequestError {
    fn from(refusal: Refusal) -> Self {
        Self::Refusal(refusal, Vec::new())
    }
}

impl RequestError {
    /// As it goes over the wire.
    pub(crate) fn refused(self, id: Option<String>) -> Refused {
        let (code, message) = match self {
            Self::Refusal(refusal, events) => {
                return Refused { id, error: refusal.to_error(), events };
            }
            Self::BadQuery(name) => (
                Code::BadRequest,
                format!("invalid {name}: expected a number that is not too high"),
            ),
            Self::NoSuchTable => (Code::NoSuchTable, "there is no such table".into()),
            Self::TooManyTables => (Code::TooMany, "there are too many tables".into()),
            Self::Store => {
                (Code::StoreFailed, "this could not be stored; nothing was changed".into())
            }
            Self::ShuttingDown => {
                (Code::ShuttingDown, "the server is about to restart; try again soon".into())
            }
        };
        Refused { id, error: Error::new(code, message), events: Vec::new() }
    }
}

impl App {
    pub(crate) fn new(
        settings: Settings,
        store: Arc<dyn Store>,
        key: Key,
        bots: Bots,
        push: Push,
    ) -> Arc<Self> {
        Arc::new(Self {
            limiter: Limiter::new(settings.limits.clone()),
            settings,
            store,
            key,
            bots,
            push,
            cards: Cards::default(),
            metrics: Metrics::default(),
            tables: RwLock::default(),
            stopping: AtomicBool::new(false),
            stop: watch::Sender::new(false),
            next_watcher: AtomicU64::new(0),
        })
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// The tables in memory.
    pub(crate) fn live(&self) -> Vec<Arc<Live>> {
        self.tables.read().map(|tables| tables.values().cloned().collect()).unwrap_or_default()
    }

    pub(crate) fn table_count(&self) -> usize {
        self.tables.read().map_or(0, |tables| tables.len())
    }

    fn put(&self, table: Table) -> Option<Arc<Live>> {
        let gone_after = u64::from(self.settings.gone_after) * 1000;
        let mut tables = self.tables.write().ok()?;
        // Two requests may have read the same table: the first one stays.
        Some(
            tables
                .entry(table.id().to_owned())
                .or_insert_with(|| Arc::new(Live::new(table, gone_after)))
                .clone(),
        )
    }

    fn drop_table(&self, id: &str) {
        if let Ok(mut tables) = self.tables.write() {
            tables.remove(id);
        }
    }

    /// A table, from memory or from the store.
    pub(crate) async fn find(&self, id: &str) -> Result<Arc<Live>, RequestError> {
        let known = self.tables.read().ok().and_then(|tables| tables.get(id).cloned());
        if let Some(live) = known {
            live.touch();
            return Ok(live);
        }
        if id.len() != ID_LENGTH || !id.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return Err(RequestError::NoSuchTable);
        }
        let table = self.read(id).await?;
        self.put(table).ok_or(RequestError::Store)
    }

    async fn read(&self, id: &str) -> Result<Table, RequestError> {
        let log = self.store.read(id, 1).await.map_err(|why| self.store_failed(&why))?;
        if log.is_empty() {
            return Err(RequestError::NoSuchTable);
        }
        Table::from_log(id, log).map_err(|why| {
            tracing::error!(table = id, %why, "a stored game cannot be read");
            RequestError::Store
        })
    }

    pub(crate) fn store_failed(&self, why: &StoreError) -> RequestError {
        count(&self.metrics.store_failures);
        tracing::error!(%why, "the store failed");
        RequestError::Store
    }

    /// Reads every unfinished game: they go on by themselves.
    pub(crate) async fn resume(self: &Arc<Self>) -> Result<usize, StoreError> {
        let mut resumed = 0;
        for id in self.store.unfinished().await? {
            let Ok(table) = self.read(&id).await else { continue };
            if table.stage() == Stage::Over {
                // The server stopped between the last move and the index.
                self.store.put_index(index_row(&table)).await?;
                continue;
            }
            if let Some(live) = self.put(table) {
                let mut core = live.core.lock().await;
                self.wake_bot(&live, &mut core);
                resumed += 1;
            }
        }
        Ok(resumed)
    }

    /// Makes a table.
    pub(crate) async fn create(
        &self,
        guest: &Guest,
        wish: &CreateTable,
    ) -> Result<(Arc<Live>, String), RequestError> {
        if self.is_stopping() {
            return Err(RequestError::ShuttingDown);
        }
        if self.table_count() >= self.settings.limits.live_tables {
            return Err(RequestError::TooManyTables);
        }
        let asker = quinta_table::Asker {
            who: &guest.id,
            name: &guest.name,
            now: now(),
            connected: &[],
            gone: &[],
        };
        let invitation = random_text(12);
        let entry = create(wish, &asker, &fresh_seed(), &invitation)?;
        let live = self.found(entry).await?;
        count(&self.metrics.tables_made);
        Ok((live, invitation))
    }

    /// Stores and opens a new table.
    async fn found(&self, entry: Entry) -> Result<Arc<Live>, RequestError> {
        let id = random_text(ID_LENGTH);
        self.store.append(&id, vec![entry.clone()]).await.map_err(|why| self.store_failed(&why))?;
        let table = Table::from_log(&id, [entry]).map_err(|why| {
            tracing::error!(%why, "a new table cannot be read");
            RequestError::Store
        })?;
        self.index(&table).await;
        self.put(table).ok_or(RequestError::Store)
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
        message: ClientMessage,
    ) -> Result<Reply, Refused> {
        let started = Instant::now();
        let (app, live, guest) = (self.clone(), live.clone(), guest.clone());
        let id = message.id.clone();
        let work = tokio::spawn(async move { app.carry_out(&live, &guest, &message).await });
        let result = work.await.unwrap_or_else(|why| {
            tracing::error!(%why, "a command failed");
            Err(RequestError::Store)
        });
        count(if result.is_ok() { &self.metrics.commands } else { &self.metrics.refusals });
        self.metrics.command_time.observe(started.elapsed());
        result.map_err(|trouble| trouble.refused(Some(id)))
    }

    async fn carry_out(
        self: &Arc<Self>,
        live: &Arc<Live>,
        guest: &Guest,
        message: &ClientMessage,
    ) -> Result<Reply, RequestError> {
        if self.is_stopping() {
            return Err(RequestError::ShuttingDown);
        }
        live.touch();
        let mut core = live.core.lock().await;
        let reply = |number| Reply {
            id: message.id.clone(),
            number,
            hint: None,
            advice: None,
            table: None,
        };
        if let Some(number) = core.table.done(&guest.id, &message.id) {
            return Ok(reply(number));
        }
        if matches!(message.command, Command::Rematch {}) {
            let table = self.rematch(live, &mut core, guest).await?;
            return Ok(Reply { table: Some(table), ..reply(core.table.number()) });
        }
        let entries = core.asking(guest, |table, asker| table.command(asker, message));
        let entries = entries.map_err(|refusal| {
            let newer = match (&refusal, &message.command) {
                (
                    Refusal::Stale,
                    Command::Act { at, .. }
                    | Command::ActText { at, .. }
                    | Command::Undo { at, .. },
                ) => core.table.events_after(*at).to_vec(),
                _ => Vec::new(),
            };
            RequestError::Refusal(refusal, newer)
        })?;
        if matches!(message.command, Command::Hint {}) {
            let decision = self.hint(core).await;
            let hint = decision.as_ref().map(|decision| decision.action);
            let advice = decision.as_ref().and_then(bots::advice);
            return Ok(Reply { hint, advice, ..reply(*live.number.borrow()) });
        }
        if !entries.is_empty() {
            if entries.iter().any(|entry| matches!(entry.event, LogEvent::Acted { .. })) {
                count(&self.metrics.moves);
            }
            self.commit(live, &mut core, entries).await?;
        }
        Ok(reply(core.table.number()))
    }

    /// Stores entries, applies them, and tells everyone. Nothing is applied that is not stored.
    async fn commit(
        self: &Arc<Self>,
        live: &Arc<Live>,
        core: &mut Core,
        entries: Vec<Entry>,
    ) -> Result<(), RequestError> {
        let started = Instant::now();
        let before = core.table.number();
        let acting = core.actor();
        match self.store.append(&live.id, entries.clone()).await {
            Ok(()) => {}
            Err(StoreError::Conflict) => {
                // The log is right and memory is not: read it anew.
                tracing::error!(table = live.id, "memory and store differ; reading the log anew");
                core.table = self.read(&live.id).await?;
                live.note(&core.table);
                return Err(RequestError::Refusal(
                    Refusal::Stale,
                    core.table.events_after(before).to_vec(),
                ));
            }
            Err(why) => return Err(self.store_failed(&why)),
        }
        self.metrics.store_time.observe(started.elapsed());
        for entry in &entries {
            if let Err(why) = core.table.apply(entry) {
                tracing::error!(table = live.id, %why, "a stored event cannot be applied");
                core.table = self.read(&live.id).await?;
                break;
            }
        }
        let news = core.table.events_after(before).to_vec();
        let slow = core.broadcast(news);
        self.metrics.slow_readers.fetch_add(slow as u64, Ordering::Relaxed);
        self.push_news(core, acting.as_deref(), &entries);
        live.note(&core.table);
        if core.thinking.is_some_and(|(_, at)| {
            core.table.bot_to_act().is_none_or(|(_, _, now_at)| now_at != at)
        }) {
            core.thinking = None;
        }
        self.wake_bot(live, core);
        core.announce();
        if core.table.stage() == Stage::Over
            && entries.iter().any(|e| matches!(e.event, LogEvent::Ended { .. }))
        {
            count(&self.metrics.games_ended);
        }
        if entries.iter().any(|entry| changes_index(&entry.event)) {
            self.index(&core.table).await;
        }
        Ok(())
    }

    /// Lets a bot think if one is to act and none does.
    fn wake_bot(self: &Arc<Self>, live: &Arc<Live>, core: &mut Core) {
        let Some((seat, level, at)) = core.table.bot_to_act() else { return };
        let Some(state) = core.table.state().filter(|_| core.thinking.is_none()) else { return };
        core.thinking = Some((seat, at));
        let (app, live) = (self.clone(), live.clone());
        let runtime = tokio::runtime::Handle::current();
        self.bots.think(Job {
            level,
            rules: core.table.rules().clone(),
            state: *state,
            answer: Box::new(move |decision, time| {
                app.metrics.bot_time.observe(time);
                runtime.spawn(async move { app.bot_acts(&live, seat, at, &decision.action).await });
            }),
        });
    }

    async fn bot_acts(
        self: &Arc<Self>,
        live: &Arc<Live>,
        seat: quinta_rules::Seat,
        at: u64,
        action: &quinta_rules::Action,
    ) {
        let mut core = live.core.lock().await;
        if core.thinking == Some((seat, at)) {
            core.thinking = None;
        }
        // After a restart the game is read again and the bot thinks anew.
        if self.is_stopping() {
            return;
        }
        match core.table.bot_acts(seat, at, action, now()) {
            Ok(entries) => {
                count(&self.metrics.bot_moves);
                if self.commit(live, &mut core, entries).await.is_err() {
                    // The store may recover: try again in a while.
                    let (app, live) = (self.clone(), live.clone());
                    tokio::spawn(async move {
                        tokio::time::sleep(std::time::Duration::from_secs(2)).await;
                        let mut core = live.core.lock().await;
                        app.wake_bot(&live, &mut core);
                    });
                }
            }
            // The position has changed while it thought.
            Err(_) => self.wake_bot(live, &mut core),
        }
    }

    async fn hint(
        self: &Arc<Self>,
        core: tokio::sync::MutexGuard<'_, Core>,
    ) -> Option<quinta_bots::Decision> {
        let (tell, told) = oneshot::channel();
        self.bots.think(Job {
            level: quinta_wire::Level::Architect,
            rules: core.table.rules().clone(),
            state: *core.table.state()?,
            answer: Box::new(move |decision, _| {
                // Whoever asked may be gone.
                let _ = tell.send(decision);
            }),
        });
        drop(core);
        told.await.ok()
    }

    async fn rematch(
        self: &Arc<Self>,
        live: &Arc<Live>,
        core: &mut Core,
        guest: &Guest,
    ) -> Result<String, RequestError> {
        if let Some(table) = core.table.rematch() {
            return Ok(table.to_owned());
        }
        let invitation = random_text(12);
        let made = core.asking(guest, |table, asker| {
            table.rematch_setting(asker, &fresh_seed(), &invitation)
        })?;
        let new = self.found(made).await?;
        let entries = core.table.rematch_entry(&new.id, now());
        self.commit(live, core, entries).await?;
        Ok(new.id.clone())
    }

    /// What has to be done now and then: clocks, presence, tables that nobody needs.
    pub(crate) async fn tick(self: &Arc<Self>) {
        let time = now();
        for live in self.live() {
            if live.deadline.load(Ordering::Relaxed) <= time {
                let mut core = live.core.lock().await;
                let entries = core.table.time_passes(now());
                if !entries.is_empty() {
                    // On failure the deadline stays in the past and the next tick tries again.
                    let _ = self.commit(&live, &mut core, entries).await;
                }
            }
        }
    }

    /// Tells who has gone, and lets go of tables that nobody needs.
    pub(crate) async fn sweep(self: &Arc<Self>) {
        let time = now();
        for live in self.live() {
            let Ok(mut core) = live.core.try_lock() else { continue };
            core.announce();
            let idle = time.saturating_sub(live.used.load(Ordering::Relaxed));
            if !core.is_unwatched() {
                continue;
            }
            let gathering = core.table.stage() == Stage::Gathering;
            if gathering
                && time.saturating_sub(core.table.time()) > STALE_AFTER
                && idle > STALE_AFTER
            {
                if self.store.remove(&live.id).await.is_ok() {
                    self.drop_table(&live.id);
                }
            } else if live.over.load(Ordering::Relaxed) && idle > 600_000 {
                self.drop_table(&live.id);
            }
        }
        self.limiter.sweep();
    }

    /// No new moves; everyone is told to come back.
    pub(crate) async fn begin_shutdown(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        self.stop.send_replace(true);
        for live in self.live() {
            live.core.lock().await.dismiss(ByeReason::Shutdown);
        }
    }
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

fn changes_index(event: &LogEvent) -> bool {
    matches!(
        event,
        LogEvent::Created(_)
            | LogEvent::Sat { .. }
            | LogEvent::Left { .. }
            | LogEvent::Started { .. }
            | LogEvent::Ended { .. }
    )
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
        lobby: table.lobby(""),
    }
}
