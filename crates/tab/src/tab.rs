//! A tab: requests and responses in JSON.
use crate::request::{Request, Wrong};
use crate::review::RunningReview;
#[cfg(feature = "tables")]
use crate::tables::Tables;
use crate::{about, game};
use quinta_bots::clock::Clock;
use quinta_bots::net::Net;
use quinta_bots::{BotModel, SearchContext};
use quinta_record::{Record, verify};
use quinta_table::{CommitmentError, Known, prove, replay};
use quinta_wire::{Code, Error};
use serde::Serialize;
use std::sync::Arc;

/// Bots, and tables in memory.
pub struct Tab {
    #[cfg(feature = "tables")]
    tables: Tables,
    review: Option<RunningReview>,
    model: BotModel,
    context: SearchContext,
}

/// Why a request is refused.
pub(crate) fn wrong(code: Code, message: impl Into<String>) -> Error {
    Error::new(code, message)
}

pub(crate) fn text(answer: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string(answer).map_err(|why| wrong(Code::BadRequest, why.to_string()))
}

impl Tab {
    /// Returns a tab without tables whose bots tell the time by this clock.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        let context = SearchContext { threads: 1, clock };
        Self {
            #[cfg(feature = "tables")]
            tables: Tables::default(),
            review: None,
            model: BotModel::Shipped,
            context,
        }
    }

    /// Gives architects this net: a library built without one has none of its own.
    pub fn load_net(&mut self, net: Net) {
        self.model = BotModel::Net(Arc::new(net));
    }

    /// Answers a request in JSON. A request that is refused has `{"error": …}` for an answer.
    pub fn ask(&mut self, request: &str) -> String {
        let answer = Request::read(request)
            .map_err(|why| wrong(Code::BadRequest, format!("the request cannot be read: {why}")))
            .and_then(|request| self.answer(request));
        answer.unwrap_or_else(|error| text(&Wrong { error }).unwrap_or_default())
    }

    fn answer(&mut self, request: Request) -> Result<String, Error> {
        match request {
            Request::About {} => text(&about()),
            Request::Begin(game) => text(&game.begin()?),
            Request::Play { rules, position, action, seed } => {
                text(&game::play(&rules, &position, &action, seed.as_deref())?)
            }
            Request::Actions { rules, position, most } => {
                text(&game::legal(&rules, &position, most)?)
            }
            Request::Stood { record, events } => text(&game::stood(&read(&record)?, events)?),
            Request::Write { players, rules, seed, actions } => {
                text(&game::Dealt { players, rules, seed }.record(&actions)?)
            }
            Request::ReplayOf { record } => show(&read(&record)?),
            Request::Verify { record, commitment, now } => {
                let bad = |why: CommitmentError| wrong(Code::BadRequest, why.to_string());
                let commitment = commitment.map(|seen| seen.parse()).transpose().map_err(bad)?;
                verified(&read(&record)?, &Known { commitment, now: now.unwrap_or_default() })
            }
            Request::Think(job) => text(&job.think(&self.model, self.context.clone())?),
            Request::LookBack { id, record, budget } => {
                let record = read(&record)?;
                let review =
                    RunningReview::begin(id, &record, &budget, &self.model, self.context.clone());
                let review = review.map_err(|why| wrong(Code::BadRecord, why))?;
                text(&self.review.insert(review).progress())
            }
            Request::Judge {} => {
                let none = || wrong(Code::BadRequest, "no review is in progress");
                let review = self.review.as_mut().ok_or_else(none)?;
                review.judge();
                text(&review.progress())
            }
            #[cfg(feature = "tables")]
            Request::Table(request) => self.tables.answer(*request),
        }
    }
}

pub(crate) fn read(record: &str) -> Result<Record, Error> {
    Record::from_json(record).map_err(|why| wrong(Code::BadRecord, why.to_string()))
}

pub(crate) fn show(record: &Record) -> Result<String, Error> {
    text(&replay(record).map_err(|why| wrong(Code::BadRecord, why.to_string()))?)
}

/// Checks every figure of a record, and its luck.
fn verified(record: &Record, known: &Known) -> Result<String, Error> {
    let replay = verify(record).map_err(|why| wrong(Code::BadRecord, why.to_string()))?;
    let proof =
        prove(record, &replay, known).map_err(|why| wrong(Code::BadRecord, why.to_string()))?;
    let mut told = proof.to_json();
    told["events"] = record.events.len().into();
    text(&told)
}
