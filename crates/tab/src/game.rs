//! A game at the level of the rules, for programs. It is stateless: the caller keeps the position, the seed and the actions.
use crate::tab::wrong;
use quinta_deal::{Deal, Seed};
use quinta_record::{Record, Recorder, Replay, Setup};
use quinta_rules::{Action, Counts, Phase, Position, Rules, Seat, State, Step};
use quinta_wire::{Code, Error};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The standing of a game.
#[derive(Debug, Serialize)]
pub(crate) struct Standing {
    /// The position.
    position: Position,
    /// What it waits for.
    phase: Phase,
    /// Who has won; nobody before the end.
    winners: Vec<Seat>,
}

/// What can be done in a position.
#[derive(Debug, Serialize)]
pub(crate) struct Legal {
    /// How many legal actions there are, by sort.
    counts: Counts,
    /// The actions themselves. Of the passes only the one that discards nothing is among them, as the last.
    actions: Vec<Action>,
}

/// A game that a seed deals.
#[derive(Debug, Clone, Deserialize)]
pub struct Dealt {
    /// How many play.
    pub players: usize,
    /// The numbers that are played by.
    pub rules: Rules,
    /// What decides all luck: 64 hexadecimal digits.
    pub seed: String,
}

/// The error for an invalid request.
#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it over")]
pub(crate) fn bad(why: impl ToString) -> Error {
    wrong(Code::BadRequest, why.to_string())
}

fn standing(state: &State) -> Standing {
    let winners = if state.is_over() { state.winners().collect() } else { Vec::new() };
    Standing { position: Position::from(state), phase: state.phase(), winners }
}

fn state(rules: &Rules, position: &Position) -> Result<State, Error> {
    State::try_from((rules, position)).map_err(bad)
}

/// A position that waits for an action.
pub(crate) fn to_act(rules: &Rules, position: &Position) -> Result<State, Error> {
    let state = state(rules, position)?;
    if state.phase() == Phase::Act {
        Ok(state)
    } else {
        Err(bad("the position does not wait for an action"))
    }
}

/// Why the rules refuse an action.
fn refused(rules: &Rules, state: &State, action: &Action) -> Result<(), Error> {
    let why = state.explain(rules, state.turn(), action);
    why.map_or(Ok(()), |why| Err(Error::illegal(&why)))
}

/// Answers chance until it is someone's turn or the game is over.
fn answer(deal: &Deal, rules: &Rules, state: &mut State) -> Result<(), Error> {
    while let Some(outcome) = deal.answer(rules, state) {
        state.chance(rules, &outcome).map_err(bad)?;
    }
    Ok(())
}

impl Dealt {
    fn deal(&self) -> Result<Deal, Error> {
        Deal::new(&self.seed()?, &self.rules, self.players).map_err(bad)
    }

    fn seed(&self) -> Result<Seed, Error> {
        self.seed.parse().map_err(bad)
    }

    /// The game as it begins.
    pub(crate) fn begin(&self) -> Result<Standing, Error> {
        let deal = self.deal()?;
        let mut state = State::new(&self.rules, self.players, deal.first()).map_err(bad)?;
        answer(&deal, &self.rules, &mut state)?;
        Ok(standing(&state))
    }

    /// The record of the game after these actions, with every figure and the seed.
    pub(crate) fn record(&self, actions: &[Action]) -> Result<Record, Error> {
        let deal = self.deal()?;
        let rules = self.rules.clone();
        let setup = Setup::known(rules, self.players, deal.first(), deal.stacks(), deal.supply());
        let mut game = Recorder::new(setup, true).map_err(bad)?;
        let mut actions = actions.iter();
        loop {
            let state = game.state();
            let step = if let Some(outcome) = deal.answer(&self.rules, state) {
                Step::Chance(outcome)
            } else if let Some(action) = actions.next() {
                refused(&self.rules, state, action)?;
                Step::Act(state.turn(), *action)
            } else {
                break;
            };
            game.step(&step).map_err(bad)?;
        }
        let mut record = game.into_record();
        let seed = self.seed()?.to_string();
        let fair = json!({ "version": 2, "deal_seed": seed, "first_by_lot": true });
        record.other.insert("engine".into(), json!(concat!("quinta ", env!("CARGO_PKG_VERSION"))));
        record.other.insert("fair".into(), fair);
        Ok(record)
    }
}

/// Plays an action. With the game's seed, the chance that follows is dealt too.
pub(crate) fn play(
    rules: &Rules,
    position: &Position,
    action: &Action,
    seed: Option<&str>,
) -> Result<Standing, Error> {
    let mut state = state(rules, position)?;
    refused(rules, &state, action)?;
    state.play_unchecked(rules, action);
    if let Some(seed) = seed {
        let deal = Deal::new(&seed.parse().map_err(bad)?, rules, state.seats()).map_err(bad)?;
        answer(&deal, rules, &mut state)?;
    }
    Ok(standing(&state))
}

/// Returns the legal actions of a position, at most `most` of them.
pub(crate) fn legal(
    rules: &Rules,
    position: &Position,
    most: Option<usize>,
) -> Result<Legal, Error> {
    let state = to_act(rules, position)?;
    let actions = state.actions(rules).take(most.unwrap_or(usize::MAX)).collect();
    Ok(Legal { counts: state.counts(rules), actions })
}

/// Returns the standing of a record's game after this many events.
pub(crate) fn stood(record: &Record, events: usize) -> Result<Standing, Error> {
    let replay = Replay::of(record).map_err(|why| wrong(Code::BadRecord, why.to_string()))?;
    let none = || bad("the record has no such event");
    replay.state_at(events).map(standing).ok_or_else(none)
}
