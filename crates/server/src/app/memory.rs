//! The tables in memory: they come from the store when they are asked for, and leave when nobody looks.
use super::{App, ID_LENGTH, RequestError, STALE_AFTER, Weight};
use crate::live::{Core, Live};
use crate::time::now;
use quinta_table::Table;
use quinta_table::host::Input;
use quinta_wire::Stage;
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl App {
    /// The tables in memory.
    pub(crate) fn live(&self) -> Vec<Arc<Live>> {
        self.tables.read().map(|tables| tables.values().cloned().collect()).unwrap_or_default()
    }

    /// The table, if it is in memory.
    pub(crate) fn known(&self, id: &str) -> Option<Arc<Live>> {
        self.tables.read().ok()?.get(id).cloned()
    }

    /// Whether a table is in memory.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.tables.read().is_ok_and(|tables| tables.contains_key(id))
    }

    /// Whether this is the table's place in memory; it becomes it again if it has left memory and nobody else has brought it back. Whoever
    /// holds its lock and has this answered with yes goes on with it.
    pub(crate) fn keep(&self, live: &Arc<Live>) -> bool {
        self.tables.write().is_ok_and(|mut tables| {
            Arc::ptr_eq(tables.entry(live.id.clone()).or_insert_with(|| live.clone()), live)
        })
    }

    pub(crate) fn table_count(&self) -> usize {
        self.tables.read().map_or(0, |tables| tables.len())
    }

    pub(super) fn put(&self, table: Table, held: bool) -> Option<Arc<Live>> {
        let seen = self.last_seen.lock().ok()?.remove(table.id());
        // A store that nobody shares has nobody else who could run its games.
        let shared = self.store.shared().is_some();
        let held = held || !shared;
        let mut tables = self.tables.write().ok()?;
        // Two requests may have read the same table: the first one stays.
        Some(
            tables
                .entry(table.id().to_owned())
                .or_insert_with(|| {
                    let weight = Weight::new(&self.metrics.table_bytes);
                    Arc::new(Live::new(table, &self.settings, seen, held, shared, weight))
                })
                .clone(),
        )
    }

    pub(super) fn drop_table(&self, id: &str) {
        if let Ok(mut tables) = self.tables.write() {
            tables.remove(id);
        }
    }

    /// Lets a table leave memory that nobody looks at; it comes back when it is asked for.
    pub(crate) async fn put_away(&self, live: &Live, core: &mut Core) {
        if core.table().stage() != Stage::Over {
            self.index_core(core).await;
        }
        if let Ok(mut last_seen) = self.last_seen.lock() {
            last_seen.insert(live.id.clone(), core.host.last_seen());
        }
        self.let_go(live).await;
        self.drop_table(&live.id);
    }

    /// Whether there is room for another table: by their number, and by what they take.
    fn has_room(&self) -> bool {
        let limits = &self.settings.limits;
        let bytes = self.metrics.table_bytes.load(Ordering::Relaxed);
        self.table_count() < limits.live_tables && bytes < limits.live_bytes
    }

    /// Makes room for another table: those that nobody looks at leave memory, the one first that was unused for longest.
    pub(super) async fn make_room(&self) -> Result<(), RequestError> {
        if self.has_room() {
            return Ok(());
        }
        let limits = &self.settings.limits;
        // Some more than is needed, so that the next does not have to look again at once.
        let (count, bytes) = (self.table_count(), self.metrics.table_bytes.load(Ordering::Relaxed));
        let most = limits.live_tables - 1 - limits.live_tables / 20;
        let light = limits.live_bytes - limits.live_bytes / 20;
        let mut tables = self.live();
        tables.sort_by_key(|live| live.used.load(Ordering::Relaxed));
        let (mut gone, mut freed) = (0, 0);
        for live in tables {
            if count.saturating_sub(gone) <= most && bytes.saturating_sub(freed) < light {
                break;
            }
            let Ok(mut core) = live.core.try_lock() else { continue };
            if core.host.is_idle() {
                freed += live.weight();
                gone += 1;
                self.put_away(&live, &mut core).await;
            }
        }
        let fits = count.saturating_sub(gone) < limits.live_tables
            && bytes - freed.min(bytes) < limits.live_bytes;
        if fits { Ok(()) } else { Err(RequestError::TooManyTables) }
    }

    /// A table, from memory or from the store.
    pub(crate) async fn find(self: &Arc<Self>, id: &str) -> Result<Arc<Live>, RequestError> {
        self.find_as(id, false).await
    }

    /// A table that this process runs from now on.
    pub(super) async fn find_held(self: &Arc<Self>, id: &str) -> Result<Arc<Live>, RequestError> {
        let live = self.find_as(id, true).await?;
        live.held.store(true, Ordering::Relaxed);
        Ok(live)
    }

    pub(super) async fn find_as(
        self: &Arc<Self>,
        id: &str,
        held: bool,
    ) -> Result<Arc<Live>, RequestError> {
        if let Some(live) = self.known(id) {
            live.touch();
            return Ok(live);
        }
        if id.len() != ID_LENGTH || !id.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return Err(RequestError::NoSuchTable);
        }
        // Few at a time: the log and what is made of it are weighed only once they are a table.
        let reading = self.reading.acquire().await.map_err(|_| RequestError::Store)?;
        if let Some(live) = self.known(id) {
            live.touch();
            return Ok(live);
        }
        self.make_room().await?;
        let table = self.read(id).await?;
        let live = self.put(table, held).ok_or(RequestError::Store)?;
        drop(reading);
        self.bring_back(live).await
    }

    /// Lets a table that has just come into memory go on: its clock has the time in which nobody could move, and its bots think.
    pub(super) async fn bring_back(
        self: &Arc<Self>,
        live: Arc<Live>,
    ) -> Result<Arc<Live>, RequestError> {
        let mut core = live.core.lock().await;
        self.get_to_know(&live, &mut core).await?;
        self.drive(&live, &mut core, Input::Tick).await?;
        drop(core);
        Ok(live)
    }

    pub(super) async fn read(&self, id: &str) -> Result<Table, RequestError> {
        let log = self.store.read(id).await.map_err(|why| self.store_failed(&why))?;
        if log.is_empty() {
            return Err(RequestError::NoSuchTable);
        }
        let own = id.to_owned();
        // A long log takes a while, and nobody else should wait for it.
        let table = tokio::task::spawn_blocking(move || Table::from_log(&own, log)).await;
        let why = match table {
            Ok(Ok(table)) => return Ok(table),
            Ok(Err(why)) => why.to_string(),
            Err(why) => why.to_string(),
        };
        tracing::error!(table = id, %why, "a stored game cannot be read");
        Err(RequestError::Store)
    }

    /// Tells who has gone, and lets go of what nobody needs.
    pub(crate) async fn sweep(self: &Arc<Self>) {
        let time = now();
        for live in self.live() {
            let Ok(mut core) = live.core.try_lock() else { continue };
            let _ = self.drive(&live, &mut core, Input::CheckPresence).await;
            core.host.forget_strangers();
            let idle = time.saturating_sub(live.used.load(Ordering::Relaxed));
            if core.host.is_idle() && idle >= u64::from(self.settings.idle_after) * 1000 {
                self.put_away(&live, &mut core).await;
            }
        }
        // Those that are looked at have grown, perhaps.
        let _ = self.make_room().await;
        self.limiter.sweep();
        if self.limiter.has_shrunk() {
            crate::trim::give_back().await;
        }
        self.disk.sweep();
        self.look().await;
        self.can_store().await;
    }

    /// Forgets tables that have not begun and at which nothing has happened for long.
    pub(crate) async fn forget_stale(&self) {
        let before = now().saturating_sub(STALE_AFTER);
        let Ok(stale) = self.store.gathering_before(before).await else { return };
        for id in stale {
            if !self.has(&id)
                && let Err(why) = self.store.remove(&id).await
            {
                self.store_failed(&why);
            }
        }
        if let Ok(mut last_seen) = self.last_seen.lock() {
            last_seen.retain(|_, seen| seen.values().any(|time| *time >= before));
        }
    }
}
