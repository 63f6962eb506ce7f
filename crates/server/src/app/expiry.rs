//! Games that nobody goes on with: their people are told, in the lobby and by a push message, and two weeks later they are deleted.
use super::App;
use crate::metrics::count;
use crate::push::PushNotice;
use crate::store::{Ended, StoreError, Untouched};
use crate::time::now;
use quinta_table::Table;
use quinta_wire::{LobbyTable, Stage};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::MissedTickBehavior;

/// How many days before a game is deleted its people are told.
pub(crate) const NOTICE_DAYS: u32 = 14;
/// The interval between two runs.
const EVERY: Duration = Duration::from_secs(3600);
/// The pause after each game that was read, which leaves the processor to others.
const PAUSE: Duration = Duration::from_millis(10);
/// Games that are listed together.
const TOGETHER: u32 = 500;
const DAY: u64 = 24 * 3600 * 1000;
const NOTICE: u64 = NOTICE_DAYS as u64;

/// A game that will be deleted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Expiring {
    /// When something last happened there.
    last: u64,
    /// When it will be deleted.
    at: u64,
}

/// Tells the people of games at which nothing happens, and deletes those games later: now and every hour.
pub(crate) async fn expire_old_games(app: Arc<App>) {
    let days = u64::from(app.settings.expire_after);
    if days == 0 {
        return;
    }
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if let Err(why) = app.expire(days).await {
            // The next hour may be better.
            app.store_failed(&why);
        }
    }
}

impl App {
    async fn expire(self: &Arc<Self>, days: u64) -> Result<(), StoreError> {
        let before = now().saturating_sub((days - NOTICE) * DAY);
        let (mut reached, mut expiring) = (Ended::default(), HashMap::new());
        while !self.is_stopping() {
            let stages = [Stage::Playing];
            let games = self.store.untouched(&stages, &reached, before, TOGETHER).await?;
            let Some(last) = games.last() else { break };
            reached = last.place.clone();
            for game in games {
                if let Some(soon) = self.expire_game(&game, days).await? {
                    expiring.insert(game.place.game, soon);
                }
            }
        }
        if let Ok(mut known) = self.expiring.lock() {
            *known = expiring;
        }
        Ok(())
    }

    /// Tells the people of a game, or deletes it once they were told long enough ago. Returns when it will be deleted.
    async fn expire_game(
        self: &Arc<Self>,
        game: &Untouched,
        days: u64,
    ) -> Result<Option<Expiring>, StoreError> {
        let Ended { updated: last, game: id } = &game.place;
        let (last, time) = (*last, now());
        let at = |warned: u64| (last + days * DAY).max(warned + NOTICE * DAY);
        if let Some(warned) = game.warned
            && at(warned) > time
        {
            return Ok(Some(Expiring { last, at: at(warned) }));
        }
        // A log that cannot be read is none that can be judged.
        let Ok(live) = self.find(id).await else { return Ok(None) };
        let mut core = live.core.lock().await;
        tokio::time::sleep(PAUSE).await;
        // Somebody looks at it, or a bot is to move: it has its turn later.
        if !core.host.is_idle() || self.is_present_elsewhere(id).await? {
            return Ok(None);
        }
        let is_untouched = core.table().time() == last && core.table().stage() == Stage::Playing;
        if is_untouched && game.warned.is_some() {
            self.store.remove(id).await?;
            self.drop_table(id);
            count(&self.metrics.games_expired);
            tracing::info!(table = id, "nobody went on with this game: it is deleted");
            return Ok(None);
        }
        if is_untouched {
            self.store.warned(id, time).await?;
            self.tell_of_end(core.table());
        }
        // Where the lobby did not know of the latest events, it is told now.
        self.put_away(&live, &mut core).await;
        Ok(is_untouched.then(|| Expiring { last, at: at(time) }))
    }

    /// Whether somebody is at this table through another process.
    async fn is_present_elsewhere(&self, id: &str) -> Result<bool, StoreError> {
        let Some(shared) = self.store.shared() else { return Ok(false) };
        let present = shared.presence(&[id.to_owned()]).await?;
        Ok(present.iter().any(|present| present.count > 0))
    }

    /// Tells everyone who sits there.
    fn tell_of_end(self: &Arc<Self>, table: &Table) {
        let people: HashSet<_> = table.people().map(|(_, who)| who).collect();
        for who in people {
            self.push_notice(who, PushNotice::Expires, table.lobby(who));
        }
    }

    /// Says of tables in the lobby when they will be deleted, if nothing happens there.
    pub(crate) fn mark_expiring(&self, tables: &mut [LobbyTable]) {
        let Ok(expiring) = self.expiring.lock() else { return };
        for table in tables {
            let soon = expiring.get(&table.id).filter(|soon| soon.last == table.last);
            table.expires = soon.map(|soon| soon.at);
        }
    }
}
