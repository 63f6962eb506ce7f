//! Several processes on one database: what the others have written is followed, games are run by whoever holds them, and everyone knows who
//! is where.
use super::failing::in_time;
use super::{App, RequestError};
use crate::limits::{Scarce, counted};
use crate::live::{Core, Live};
use crate::metrics::count;
use crate::store::{Broadcast, Present, Shared, StoreError, Whose};
use crate::time::{not_before, now};
use quinta_table::host::{Elsewhere, Input};
use quinta_wire::Stage;
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::mpsc;

/// A game that is taken from a dead process and at which something happened within so many milliseconds may have news that nobody was told.
const LATELY: u64 = 60_000;

/// Who is here at a table, to be told to other processes.
pub(crate) type Here = (String, Vec<(String, u32)>);

fn elsewhere(present: Present) -> Elsewhere {
    Elsewhere { who: present.who, count: present.count, seen: present.seen }
}

impl App {
    fn shared(&self) -> Option<&dyn Shared> {
        self.store.shared()
    }

    /// The ids of the tables in memory.
    fn ids(&self) -> Vec<String> {
        self.live().iter().map(|live| live.id.clone()).collect()
    }

    /// A table as it is in the store now: what one process has acknowledged, every other one knows when it is asked. While the database is
    /// away, what is known can be read, but not by who has seen more: `seen` is the number that they know.
    pub(crate) async fn current(
        self: &Arc<Self>,
        id: &str,
        seen: u64,
    ) -> Result<Arc<Live>, RequestError> {
        let live = self.find(id).await?;
        if self.shared().is_none() {
            return Ok(live);
        }
        let mut core = live.core.lock().await;
        let behind = core.table().number() < seen;
        if behind || self.failing_since().is_none() {
            let caught_up = self.drive(&live, &mut core, Input::CatchUp).await;
            if behind {
                caught_up?;
            }
        }
        drop(core);
        Ok(live)
    }

    /// Comes to know a table that has just come into memory: what was written while it was read, who is there, and who runs it.
    pub(super) async fn get_to_know(
        self: &Arc<Self>,
        live: &Arc<Live>,
        core: &mut Core,
    ) -> Result<(), RequestError> {
        if self.shared().is_none() {
            return Ok(());
        }
        if core.table().stage() == Stage::Playing && !live.is_held() {
            self.hold(live).await;
        }
        self.drive(live, core, Input::CatchUp).await?;
        self.know_elsewhere(live, core).await
    }

    /// Knows who is at a table by other processes, as of now.
    pub(super) async fn know_elsewhere(
        self: &Arc<Self>,
        live: &Arc<Live>,
        core: &mut Core,
    ) -> Result<(), RequestError> {
        let Some(shared) = self.shared() else { return Ok(()) };
        let look = self.next_look();
        let there = in_time(shared.presence(std::slice::from_ref(&live.id))).await;
        let there = there.map_err(|why| self.store_failed(&why))?;
        let there = there.into_iter().map(elsewhere).collect();
        self.note_elsewhere(live, core, look, there).await
    }

    /// The number of a look at who is elsewhere, drawn before it is taken. Whatever has changed before is in it.
    fn next_look(&self) -> u64 {
        self.looks.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Tells a table who is elsewhere, unless a look with a higher number has told it: the answers can overtake one another.
    async fn note_elsewhere(
        self: &Arc<Self>,
        live: &Arc<Live>,
        core: &mut Core,
        look: u64,
        there: Vec<Elsewhere>,
    ) -> Result<(), RequestError> {
        if look < core.last_look {
            return Ok(());
        }
        core.last_look = look;
        self.drive(live, core, Input::Elsewhere(there)).await
    }

    /// Runs this game from now on, if nobody does.
    pub(super) async fn hold(&self, live: &Live) {
        let Some(shared) = self.shared() else { return };
        let games = std::slice::from_ref(&live.id);
        if !self.settings.role.runs_games() {
            if let Err(why) = in_time(shared.want(games)).await {
                self.store_failed(&why);
            }
            return;
        }
        match in_time(shared.claim(games)).await {
            Ok(mine) => {
                live.held.fetch_or(mine.contains(&live.id), Ordering::Relaxed);
                // Games of a dead process may have come with it: they wait for the next beat, which looks at all that is held.
                if mine.iter().any(|game| *game != live.id) {
                    self.take_later(mine.into_iter().filter(|game| *game != live.id));
                }
            }
            Err(why) => drop(self.store_failed(&why)),
        }
    }

    /// Has nobody run this game.
    pub(super) async fn release(&self, id: &str) {
        if let Some(shared) = self.shared()
            && let Err(why) = in_time(shared.release(id)).await
        {
            self.store_failed(&why);
            // It is still ours, and nobody else would run it.
            self.take_later([id.to_owned()]);
        }
    }

    /// Whether this address may have another of these now, by this process and by all of them together.
    pub(crate) async fn allows(&self, what: Scarce, address: IpAddr) -> bool {
        let allowed = self.limiter.take(what, address)
            && match self.shared() {
                // A database that fails is no reason to refuse: nothing is made without it.
                Some(shared) => shared
                    .take(self.limiter.allowance(what), counted(address), 1)
                    .await
                    .unwrap_or(true),
                None => true,
            };
        if !allowed {
            count(&self.metrics.refused_by_limit);
        }
        allowed
    }

    /// Runs this game no more.
    pub(super) async fn let_go(&self, live: &Live) {
        if self.shared().is_some() && live.held.swap(false, Ordering::Relaxed) {
            self.release(&live.id).await;
        }
    }

    pub(super) fn take_later(&self, games: impl IntoIterator<Item = String>) {
        if let Ok(mut taken) = self.taken.lock() {
            taken.extend(games);
        }
    }

    /// Takes part among the processes on this database.
    pub(crate) async fn join(&self) -> Result<(), StoreError> {
        if let Some(shared) = self.shared() {
            not_before(shared.beat(now()).await?.clock);
        }
        Ok(())
    }

    /// Says that this process lives, and takes what nobody else runs.
    pub(crate) async fn beat(self: &Arc<Self>) {
        let Some(shared) = self.shared().filter(|_| !self.is_stopping()) else { return };
        if !self.try_store().await {
            return;
        }
        let time = now();
        let beat = shared.beat(time).await;
        self.note_store(beat.is_ok(), time);
        let beat = match beat {
            Ok(beat) => beat,
            Err(why) => return drop(self.store_failed(&why)),
        };
        not_before(beat.clock);
        let known = self
            .others
            .lock()
            .map(|mut others| std::mem::replace(&mut *others, beat.others.clone()));
        let changed = known.is_ok_and(|known| known != beat.others);
        if beat.joined {
            // Whoever was thought dead runs nothing any more.
            for live in self.live() {
                live.held.store(false, Ordering::Relaxed);
            }
        }
        // Beside the beat, which waits for no table.
        let app = self.clone();
        tokio::spawn(async move {
            if beat.joined {
                app.tell_all_here().await;
            }
            if changed {
                app.look_elsewhere(app.ids()).await;
            }
        });
        self.take_games().await;
    }

    /// Tells other processes anew who is here, at every table.
    async fn tell_all_here(&self) {
        for live in self.live() {
            let mut core = live.core.lock().await;
            core.told_here = None;
            self.tell_elsewhere(&live, &mut core);
        }
    }

    /// Takes the games in memory that nobody runs, and those whose process has died.
    async fn take_games(self: &Arc<Self>) {
        let Some(shared) = self.shared().filter(|_| !self.is_stopping()) else { return };
        let unheld = |live: &Arc<Live>| !live.is_held() && !live.over.load(Ordering::Relaxed);
        let named: Vec<_> =
            self.live().into_iter().filter(unheld).map(|live| live.id.clone()).collect();
        if !self.settings.role.runs_games() {
            if let Err(why) = shared.want(&named).await {
                self.store_failed(&why);
            }
            return;
        }
        let mut taken: HashSet<_> =
            self.taken.lock().map(|mut taken| std::mem::take(&mut *taken)).unwrap_or_default();
        match shared.claim(&named).await {
            Ok(mine) => taken.extend(mine),
            Err(why) => drop(self.store_failed(&why)),
        }
        for game in taken {
            let app = self.clone();
            tokio::spawn(async move { app.take_over(&game).await });
        }
    }

    /// Runs a game that was taken: its bots think, and its clock runs.
    async fn take_over(self: &Arc<Self>, id: &str) {
        // It is held before it is brought back, so that its bots think at once.
        let live = match self.find_held(id).await {
            Ok(live) => live,
            Err(why) => {
                tracing::warn!(table = id, ?why, "a game cannot be taken over");
                return self.release(id).await;
            }
        };
        let mut core = live.core.lock().await;
        if self.drive(&live, &mut core, Input::CatchUp).await.is_err() {
            return;
        }
        if core.table().stage() == Stage::Over {
            self.index(core.table(), None).await;
            self.let_go(&live).await;
            return;
        }
        // Of what happened before this process began, those who were away were told then.
        let happened = core.table().time();
        if happened >= self.began && happened + LATELY > now() {
            let _ = self.drive(&live, &mut core, Input::TakeOver).await;
        }
    }

    /// Hears what other processes tell, for as long as there is something to hear.
    pub(crate) async fn hear(self: Arc<Self>, mut told: mpsc::Receiver<Broadcast>) {
        while let Some(news) = told.recv().await {
            match news {
                Broadcast::Moved(id, number) => self.follow(&id, number),
                Broadcast::Present(id) if self.has(&id) => self.look_elsewhere(vec![id]).await,
                Broadcast::Present(_) => {}
                Broadcast::Wanted => self.take_games().await,
                Broadcast::Subscribed(who) => self.look_for_subscriptions(&who).await,
                Broadcast::Missed => {
                    self.look().await;
                    self.look_elsewhere(self.ids()).await;
                }
            }
        }
    }

    /// Reads what is new at a table in memory, if this number is.
    fn follow(self: &Arc<Self>, id: &str, number: u64) {
        let Some(live) = self.known(id).filter(|live| *live.number.borrow() < number) else {
            return;
        };
        let app = self.clone();
        tokio::spawn(async move {
            let mut core = live.core.lock().await;
            // What this process itself was writing is known by now.
            if core.table().number() < number {
                let _ = app.drive(&live, &mut core, Input::CatchUp).await;
            }
        });
    }

    /// Looks for what was not heard: at every table in memory.
    pub(crate) async fn look(self: &Arc<Self>) {
        let Some(shared) = self.shared() else { return };
        match shared.numbers(&self.ids()).await {
            Ok(numbers) => numbers.iter().for_each(|(id, number)| self.follow(id, *number)),
            Err(why) => drop(self.store_failed(&why)),
        }
    }

    /// Looks who is at these tables by other processes.
    async fn look_elsewhere(self: &Arc<Self>, games: Vec<String>) {
        let Some(shared) = self.shared() else { return };
        let look = self.next_look();
        let present = match shared.presence(&games).await {
            Ok(present) => present,
            Err(why) => return drop(self.store_failed(&why)),
        };
        let mut by_game: HashMap<String, Vec<Elsewhere>> =
            games.into_iter().map(|game| (game, Vec::new())).collect();
        for one in present {
            by_game.entry(one.game.clone()).or_default().push(elsewhere(one));
        }
        for (id, present) in by_game {
            if let Some(live) = self.known(&id) {
                let mut core = live.core.lock().await;
                let _ = self.note_elsewhere(&live, &mut core, look, present).await;
            }
        }
    }

    /// Follows the games that someone plays, wherever they play them: whose turn it is is known where a game is in memory.
    pub(crate) async fn follow_games_of(self: &Arc<Self>, who: &str, most: u32) {
        if self.shared().is_none() {
            return;
        }
        match self.store.latest(Stage::Playing, Whose::Of(who), most).await {
            Ok(rows) => {
                for row in rows.iter().filter(|row| !self.has(&row.game)) {
                    let _ = self.find(&row.game).await;
                }
            }
            Err(why) => drop(self.store_failed(&why)),
        }
    }

    /// Tells other processes who is at a table through this one, if that has changed.
    pub(super) fn tell_elsewhere(&self, live: &Live, core: &mut Core) {
        if self.shared().is_none() {
            return;
        }
        let here = core.host.here(now());
        if core.told_here.as_ref() != Some(&here) {
            core.told_here = Some(here.clone());
            // In the order in which they happened.
            let _ = self.here.send((live.id.clone(), here));
        }
    }

    /// Tells other processes who is here, for as long as there is something to tell.
    pub(crate) async fn tell_here(self: Arc<Self>, mut told: mpsc::UnboundedReceiver<Here>) {
        while let Some((game, here)) = told.recv().await {
            if let Some(shared) = self.shared()
                && let Err(why) = shared.put_presence(&game, &here, now()).await
            {
                self.store_failed(&why);
                // The next sweep tells it again.
                if let Some(live) = self.known(&game) {
                    live.core.lock().await.told_here = None;
                }
            }
        }
    }

    /// Whether someone has subscriptions is known to every process.
    async fn look_for_subscriptions(&self, who: &str) {
        match self.store.subscriptions(who).await {
            Ok(subscriptions) if subscriptions.is_empty() => self.push.forget(who),
            Ok(_) => self.push.add(who),
            Err(why) => drop(self.store_failed(&why)),
        }
    }

    /// Tells the other processes that someone's subscriptions have changed.
    pub(crate) fn tell_subscribed(&self, who: &str) {
        if let Some(shared) = self.shared() {
            shared.tell(Broadcast::Subscribed(who.to_owned()));
        }
    }

    /// This process ends: others take its games at once.
    pub(crate) async fn leave(&self) {
        if let Some(shared) = self.shared()
            && let Err(why) = shared.leave(now()).await
        {
            self.store_failed(&why);
        }
    }
}
