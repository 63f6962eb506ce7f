//! What a start goes on with: the games whose clock runs or in which a bot is to move. The server listens before they are read.
use super::{App, RequestError};
use crate::store::ToResume;
use quinta_wire::Stage;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// Games that are claimed together, where processes share a database.
const TOGETHER: usize = 50;
/// The pause before what failed is tried again, or before there may be room.
const AGAIN: Duration = Duration::from_secs(1);
/// How often a game that could not be read is tried again.
const TRIES: u32 = 3;

impl App {
    /// Goes on with the games that go on by themselves, one after the other, and tells the lobby what it does not know of a game yet. Others
    /// come into memory when they are asked for.
    pub(crate) async fn resume(self: Arc<Self>) {
        if self.store.shared().is_none() || self.settings.role.runs_games() {
            self.resume_games().await;
        }
        self.resuming.store(false, Relaxed);
    }

    async fn resume_games(self: &Arc<Self>) {
        let games = loop {
            match self.store.to_resume().await {
                Ok(games) => break games,
                Err(why) => drop(self.store_failed(&why)),
            }
            tokio::time::sleep(AGAIN).await;
        };
        let mut left = games.as_slice();
        let mut resumed = 0;
        while !left.is_empty() && !self.is_stopping() {
            let (together, rest) = left.split_at(left.len().min(TOGETHER));
            let Some(mine) = self.claim(together).await else {
                tokio::time::sleep(AGAIN).await;
                continue;
            };
            for game in together {
                resumed += usize::from(self.resume_game(game, mine.contains(&game.game)).await);
            }
            left = rest;
        }
        tracing::info!(resumed, of = games.len(), "the games that go on by themselves go on");
    }

    /// Which of these games this process runs from now on; `None` if that cannot be said now.
    async fn claim(&self, games: &[ToResume]) -> Option<HashSet<String>> {
        let ids: Vec<_> = games.iter().map(|game| game.game.clone()).collect();
        let Some(shared) = self.store.shared() else { return Some(ids.into_iter().collect()) };
        match shared.claim(&ids).await {
            Ok(mine) => {
                let (named, others): (Vec<_>, Vec<_>) =
                    mine.into_iter().partition(|game| ids.contains(game));
                self.take_later(others);
                Some(named.into_iter().collect())
            }
            Err(why) => {
                self.store_failed(&why);
                None
            }
        }
    }

    /// Whether this game goes on now by itself, in this process.
    async fn resume_game(self: &Arc<Self>, game: &ToResume, mine: bool) -> bool {
        // What another process runs is none of ours; what it is not known to run may only have to be told to the lobby.
        if !mine && game.stage == Stage::Playing {
            return false;
        }
        let mut failed = 0;
        let live = loop {
            let found =
                if mine { self.find_held(&game.game).await } else { self.find(&game.game).await };
            match found {
                Ok(live) => break live,
                // Bots are thinking everywhere, or people are looking: it has its turn after them.
                Err(RequestError::TooManyTables) if !self.is_stopping() => {
                    tokio::time::sleep(AGAIN).await;
                }
                // The store may work again soon; a log that cannot be read stays so.
                Err(RequestError::Store) if failed < TRIES && !self.is_stopping() => {
                    failed += 1;
                    tokio::time::sleep(AGAIN).await;
                }
                Err(_) => {
                    self.release(&game.game).await;
                    return false;
                }
            }
        };
        let mut core = live.core.lock().await;
        self.index_core(&mut core).await;
        let goes_on = core.table().goes_on_by_itself();
        if !goes_on && core.host.is_idle() {
            self.put_away(&live, &mut core).await;
        }
        // Whatever was read, others have their turn before the next.
        drop(core);
        tokio::task::yield_now().await;
        goes_on
    }
}
