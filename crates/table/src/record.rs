//! Records of a table, and records as clients look at them.
use crate::game::describe;
use crate::table::Table;
use quinta_record::{Board, Event, Record, Recorder, Setup};
use quinta_rules::{Chance, Effect, Phase, State, Step};
use quinta_wire::{
    self as wire, NumberedEvent, Replay, ReplayStep, RulesDocument, Stage, StateView,
};
use serde_json::{Value, json};

impl Table {
    /// The record of the game: what is hidden is hidden in it too until the game is over. `None` before the start.
    pub fn record(&self) -> Option<Record> {
        let game = self.game.as_ref()?;
        let board = Board::of(self.rules.clone());
        let setup = Setup::hidden(board, self.seats.len(), game.first()).ok()?;
        let mut recorder = Recorder::new(setup, false).ok()?;
        for (_, step) in &self.line {
            match step {
                Step::Chance(chance) => recorder.chance(chance).ok()?,
                Step::Act(seat, action) => {
                    recorder.play(*seat, action).ok()?;
                }
            }
        }
        let mut record = recorder.into_record();
        let names: Vec<_> = self
            .seats
            .iter()
            .map(|sitter| match sitter.view() {
                wire::Sitter::Person { name, .. } => name,
                wire::Sitter::Bot { level } => serde_json::to_value(level)
                    .map_or(String::new(), |v| v.as_str().unwrap_or_default().to_owned()),
                wire::Sitter::Open {} => String::new(),
            })
            .collect();
        let mut fair = json!({ "game": self.id, "commitment": self.fair().commitment });
        if self.stage == Stage::Over {
            fair["seed"] = json!(self.secret.to_string());
            fair["luck"] = json!(self.luck());
            // After a take-back with fresh luck the game no longer follows the first deal.
            fair["fresh_luck"] = json!(self.fresh_luck);
            fair["first_by_lot"] = json!(self.options.first == wire::First::Lot);
            if !self.fresh_luck {
                let known =
                    |kinds: &[quinta_rules::Kind]| kinds.iter().copied().map(Some).collect();
                record.setup.stacks = game.deal().stacks().map(known);
                record.setup.supply = known(game.deal().supply());
            }
        }
        record.other.insert("names".into(), json!(names));
        record.other.insert("fair".into(), fair);
        record.other.insert("engine".into(), Value::from(env!("CARGO_PKG_VERSION")));
        Some(record)
    }
}

/// A record that cannot be shown.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("event {event}: {why}")]
pub struct BadRecord {
    /// Which event, counted from 0.
    pub event: usize,
    /// What is wrong with it.
    pub why: String,
}

/// A record step by step, with the state after each.
pub fn replay(record: &Record) -> Result<Replay, BadRecord> {
    let rules = record.setup.rules();
    let bad = |event: usize, why: &dyn std::fmt::Display| BadRecord { event, why: why.to_string() };
    let mut state = record.setup.begin().map_err(|why| bad(0, &why))?;
    let mut steps: Vec<ReplayStep> = Vec::new();
    let mut poured = false;
    let mut add = |before: &State, step: &Step, after: &State, effect: &Effect, poured: bool| {
        let number = steps.len() as u64 + 1;
        let event = describe(rules, before, step, after, effect, poured);
        steps.push(ReplayStep {
            event: NumberedEvent { number, time: 0, event },
            state: StateView::of(rules, after),
        });
    };
    for (number, event) in record.events.iter().enumerate() {
        let before = state;
        match event {
            Event::Draw(draw) => {
                let chance = Chance::Draw(draw.tiles);
                state.chance(rules, &chance).map_err(|why| bad(number, &why))?;
                add(&before, &Step::Chance(chance), &state, &Effect::default(), poured);
            }
            Event::Action(act) => {
                let effect =
                    state.play(rules, act.seat, &act.action).map_err(|why| bad(number, &why))?;
                add(&before, &Step::Act(act.seat, act.action), &state, &effect, false);
                poured = state.phase() == Phase::Draw
                    && before.bag().len() < usize::from(rules.tiles_on_top);
            }
        }
        while state.phase() == Phase::TurnUp {
            let before = state;
            let from = state.display().to_turn().map_or(0, usize::from);
            let kind = record.setup.stacks[state.round()].get(from).copied().flatten();
            let kind = kind.ok_or_else(|| {
                bad(number, &"an expansion is turned that the record does not tell")
            })?;
            let chance = Chance::TurnUp(kind);
            state.chance(rules, &chance).map_err(|why| bad(number, &why))?;
            add(&before, &Step::Chance(chance), &state, &Effect::default(), false);
        }
    }
    let mut names: Vec<String> = record
        .other
        .get("names")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|name| crate::names::clean(name.as_str()?, crate::names::LONGEST_NAME))
        .collect();
    names.resize(record.setup.players, String::new());
    Ok(Replay {
        names,
        rules: RulesDocument(rules.clone()),
        first: wire::Seat(record.setup.first),
        steps,
    })
}
