//! Looks back at games: the architect goes through them move by move while no bot needs the thread, and what comes of it is kept.
use crate::app::{App, RequestError};
use crate::metrics::count;
use crate::time::now;
use quinta_bots::review::Judged;
use quinta_bots::{Bot, BotLevel, Budget};
use quinta_record::{Record, Replay};
use quinta_rules::{Action, State};
use quinta_wire::{Review, ReviewProgress, Stage, hex};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use tokio::runtime::Handle;

/// Games that are looked back at at the same time.
const MOST: usize = 64;
/// Of them, those that one address asked for.
const MOST_EACH: usize = 4;
/// A name begins anew where the judgement does.
const JUDGE: &str = "architect 1";

/// The games that are being looked back at.
#[derive(Default)]
pub(crate) struct Reviews(Mutex<HashMap<String, Arc<Running>>>);

/// A game that is being looked back at.
struct Running {
    id: String,
    /// The address that asked first.
    line: String,
    replay: Replay,
    /// The places of its moves among the steps.
    moves: Vec<usize>,
    bot: Box<dyn Bot>,
    judged: Mutex<Vec<Judged>>,
}

impl Running {
    fn progress(&self) -> ReviewProgress {
        let judged = self.judged.lock().map_or(0, |judged| judged.len());
        ReviewProgress {
            id: self.id.clone(),
            judged: judged as u32,
            moves: self.moves.len() as u32,
            review: None,
        }
    }

    /// The position and the action of a move.
    fn at(&self, place: usize) -> Option<(&State, &Action)> {
        let moment = self.replay.steps().nth(*self.moves.get(place)?)?;
        moment.step.action().map(|(_, action)| (moment.before, action))
    }
}

/// What a game is asked for by: a hash of what happened in it, whoever played and wherever the record comes from.
fn name(record: &Record) -> String {
    let bare = Record { result: None, other: serde_json::Map::new(), ..record.clone() };
    let hash = Sha256::new().chain_update(JUDGE).chain_update(bare.to_json()).finalize();
    hex::write(&hash[..16])
}

impl App {
    /// Whether this is a record of a game that is being played on this server, at any of its processes.
    ///
    /// A game is known by the name that its record has, and by how it began: the luck before the first move, which is in the index while the
    /// game is played. So it does not help to change names, the promise, the result or the board's side, to add, change or take away moves, or
    /// to change what was drawn later. It does help to change one of the first four tiles, to have the seats begin in another order or to
    /// exchange colours throughout: that is another game to us, and whoever can do that can as well run `quinta analyse` at home.
    pub(crate) async fn is_being_played(
        self: &Arc<Self>,
        record: &Record,
        replay: &Replay,
    ) -> Result<bool, RequestError> {
        let named = record.other.get("fair").and_then(|fair| fair.get("game")?.as_str());
        let steps = replay.steps().map(|moment| *moment.step);
        let opening = quinta_table::opening(record.setup.players, record.setup.first, steps);
        let began = self.store.playing_from(&opening).await;
        let began = began.map_err(|why| self.store_failed(&why))?;
        for game in named.into_iter().map(str::to_owned).chain(began) {
            match self.current(&game, 0).await {
                // The index may be behind: the game itself knows whether it is over.
                Ok(live) => {
                    if live.core.lock().await.table().stage() == Stage::Playing {
                        return Ok(true);
                    }
                }
                Err(RequestError::NoSuchTable) => {}
                Err(why) => return Err(why),
            }
        }
        Ok(false)
    }

    /// How far the look back at this game is; begins it if nobody has asked for it before. Moves wait in the line of `line`'s address.
    pub(crate) async fn review(
        self: &Arc<Self>,
        record: &Record,
        replay: Replay,
        line: String,
    ) -> Result<ReviewProgress, RequestError> {
        let id = name(record);
        if let Some(known) = self.reviewed(&id).await? {
            return Ok(known);
        }
        if self.is_stopping() {
            return Err(RequestError::ShuttingDown);
        }
        let steps = replay.steps().enumerate();
        let moves: Vec<_> =
            steps.filter(|(_, one)| one.step.action().is_some()).map(|(place, _)| place).collect();
        if moves.is_empty() {
            let review = Some(quinta_table::review(&replay, &[]));
            return Ok(ReviewProgress { id, judged: 0, moves: 0, review });
        }
        let bot = BotLevel::Architect.build(replay.rules(), replay.state().seats());
        let judged = Mutex::default();
        let new = Arc::new(Running { id: id.clone(), line, replay, moves, bot, judged });
        let Ok(mut all) = self.reviews.0.lock() else { return Err(RequestError::Store) };
        // Two may have asked at the same time.
        if let Some(running) = all.get(&id) {
            return Ok(running.progress());
        }
        let own = all.values().filter(|running| running.line == new.line).count();
        if all.len() >= MOST || own >= MOST_EACH {
            count(&self.metrics.refused_by_limit);
            return Err(RequestError::TooManyReviews);
        }
        all.insert(id, new.clone());
        drop(all);
        self.judge_next(new.clone());
        Ok(new.progress())
    }

    /// The look back of this name: one that is under way, or one that is kept.
    pub(crate) async fn reviewed(&self, id: &str) -> Result<Option<ReviewProgress>, RequestError> {
        let running = self.reviews.0.lock().ok().and_then(|all| all.get(id).cloned());
        if let Some(running) = running {
            return Ok(Some(running.progress()));
        }
        let kept = self.store.review(id).await.map_err(|why| self.store_failed(&why))?;
        // What an older release kept and this one cannot read is made again.
        let review: Option<Review> = kept.and_then(|text| serde_json::from_str(&text).ok());
        Ok(review.map(|review| {
            let moves = review.moves.len() as u32;
            ReviewProgress { id: id.to_owned(), judged: moves, moves, review: Some(review) }
        }))
    }

    /// Has the next move judged; after the last one, keeps what came of it.
    fn judge_next(self: &Arc<Self>, running: Arc<Running>) {
        let (app, runtime) = (self.clone(), Handle::current());
        let budget = Budget::Simulations(self.settings.review_simulations);
        self.bots.later(Box::new(move || {
            let place = running.judged.lock().map_or(0, |judged| judged.len());
            let judge = || {
                let (state, action) = running.at(place)?;
                Some(Judged::of(&*running.bot, state, action, budget, place as u64))
            };
            let Some(judged) = catch_unwind(AssertUnwindSafe(judge)).ok().flatten() else {
                count(&app.metrics.bots_failed);
                tracing::error!("a bot panicked over a game that it looked back at");
                return app.forget_review(&running.id);
            };
            if let Ok(mut all) = running.judged.lock() {
                all.push(judged);
            }
            if app.is_stopping() {
                return;
            }
            let done = place + 1 == running.moves.len();
            runtime.spawn(async move {
                if done { app.keep_review(&running).await } else { app.judge_next(running) }
            });
        }));
    }

    async fn keep_review(&self, running: &Running) {
        let judged = running.judged.lock().map(|judged| judged.clone()).unwrap_or_default();
        let review = quinta_table::review(&running.replay, &judged);
        if let Ok(text) = serde_json::to_string(&review)
            && let Err(why) = self.store.keep_review(&running.id, text, now()).await
        {
            self.store_failed(&why);
        }
        count(&self.metrics.reviews);
        self.forget_review(&running.id);
    }

    fn forget_review(&self, id: &str) {
        if let Ok(mut all) = self.reviews.0.lock() {
            all.remove(id);
        }
    }
}
