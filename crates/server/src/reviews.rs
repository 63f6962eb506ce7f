//! Reviews of finished games: the architect judges one move after the other while no bot needs the thread; the result is kept.
use crate::app::{App, RequestError};
use crate::metrics::count;
use crate::time::now;
use quinta_bots::review::Judged;
use quinta_bots::{Bot, BotLevel, Budget};
use quinta_record::{Record, Replay};
use quinta_rules::{Action, State};
use quinta_wire::{Review, ReviewProgress, hex};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use tokio::runtime::Handle;

/// The most games that are reviewed at the same time.
const MOST: usize = 64;
/// The most of them that one address may ask for.
const MOST_EACH: usize = 4;
/// Part of every review's id: a new judge makes new reviews.
const JUDGE: &str = "architect 1";

/// The reviews in progress, by id.
#[derive(Default)]
pub(crate) struct Reviews(Mutex<HashMap<String, Arc<RunningReview>>>);

/// A review in progress.
struct RunningReview {
    id: String,
    /// The address that asked first.
    address: String,
    replay: Replay,
    /// The indices of its moves among the steps.
    moves: Vec<usize>,
    bot: Box<dyn Bot>,
    judged: Mutex<Vec<Judged>>,
}

impl RunningReview {
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
    fn at(&self, number: usize) -> Option<(&State, &Action)> {
        let moment = self.replay.steps().nth(*self.moves.get(number)?)?;
        moment.step.action().map(|(_, action)| (moment.before, action))
    }
}

/// The id of a game's review: a hash of what happened in the game, so that equal games share one.
fn id_of(record: &Record) -> String {
    let bare = Record { result: None, other: serde_json::Map::new(), ..record.clone() };
    let hash = Sha256::new().chain_update(JUDGE).chain_update(bare.to_json()).finalize();
    hex::write(&hash[..16])
}

impl App {
    /// The progress of this game's review, which begins if nobody has asked for it before.
    pub(crate) async fn review(
        self: &Arc<Self>,
        record: &Record,
        replay: Replay,
        address: String,
    ) -> Result<ReviewProgress, RequestError> {
        let id = id_of(record);
        if let Some(known) = self.reviewed(&id).await? {
            return Ok(known);
        }
        if self.is_stopping() {
            return Err(RequestError::ShuttingDown);
        }
        let steps = replay.steps().enumerate();
        let moves: Vec<_> =
            steps.filter(|(_, one)| one.step.action().is_some()).map(|(index, _)| index).collect();
        if moves.is_empty() {
            let review = Some(quinta_table::review(&replay, &[]));
            return Ok(ReviewProgress { id, judged: 0, moves: 0, review });
        }
        let bot = BotLevel::Architect.build(replay.rules(), replay.state().seats());
        let judged = Mutex::default();
        let new = Arc::new(RunningReview { id: id.clone(), address, replay, moves, bot, judged });
        let Ok(mut all) = self.reviews.0.lock() else { return Err(RequestError::Store) };
        // Two may have asked at the same time.
        if let Some(running) = all.get(&id) {
            return Ok(running.progress());
        }
        let own = all.values().filter(|running| running.address == new.address).count();
        if all.len() >= MOST || own >= MOST_EACH {
            count(&self.metrics.refused_by_limit);
            return Err(RequestError::TooManyReviews);
        }
        all.insert(id, new.clone());
        drop(all);
        self.judge_next(new.clone());
        Ok(new.progress())
    }

    /// The review with this id, in progress or kept.
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

    /// Has the next move judged; after the last one, keeps the review.
    fn judge_next(self: &Arc<Self>, running: Arc<RunningReview>) {
        let (app, runtime) = (self.clone(), Handle::current());
        let budget = Budget::Simulations(self.settings.review_simulations);
        self.bots.run_in_background(Box::new(move || {
            let number = running.judged.lock().map_or(0, |judged| judged.len());
            let judge = || {
                let (state, action) = running.at(number)?;
                Some(Judged::of(&*running.bot, state, action, budget, number as u64))
            };
            let Some(judged) = catch_unwind(AssertUnwindSafe(judge)).ok().flatten() else {
                count(&app.metrics.bots_failed);
                tracing::error!("a bot panicked while it reviewed a game");
                return app.forget_review(&running.id);
            };
            if let Ok(mut all) = running.judged.lock() {
                all.push(judged);
            }
            if app.is_stopping() {
                return;
            }
            let done = number + 1 == running.moves.len();
            runtime.spawn(async move {
                if done { app.keep_review(&running).await } else { app.judge_next(running) }
            });
        }));
    }

    async fn keep_review(&self, running: &RunningReview) {
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
