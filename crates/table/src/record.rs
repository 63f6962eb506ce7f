//! Records of a table, and records as clients look at them.
use crate::game::{describe, poured_by};
use crate::table::Table;
use quinta_record::{Moment, Record, Recorder, Replay, ReplayError, Setup};
use quinta_wire::{self as wire, NumberedEvent, ReplayStep, Stage, StateView};
use serde_json::{Value, json};

impl Table {
    /// The record of the game: what is hidden is hidden in it too until the game is over. `None` before the start.
    pub fn record(&self) -> Option<Record> {
        let game = self.game.as_ref()?;
        let setup = Setup::hidden(self.rules.clone(), self.seats.len(), game.first()).ok()?;
        let mut recorder = Recorder::new(setup, false).ok()?;
        for played in &self.steps {
            recorder.step(&played.step).ok()?;
        }
        let mut record = recorder.into_record();
        let names: Vec<_> = self
            .seats
            .iter()
            .map(|sitter| match sitter.view() {
                wire::Sitter::Person { name, .. } => name,
                wire::Sitter::Bot { level } => level.name().to_owned(),
                wire::Sitter::Open {} => String::new(),
            })
            .collect();
        let mut fair = json!({ "game": self.dealt_as(), "commitment": self.fair().commitment });
        if self.tab.is_some() {
            fair["in_tab"] = json!(true);
        }
        if self.stage == Stage::Over {
            fair["seed"] = json!(self.secret.to_string());
            fair["luck"] = json!(self.luck());
            // After a take-back with fresh luck the game no longer follows the first deal.
            fair["fresh_luck"] = json!(self.fresh_luck);
            fair["first_by_lot"] = json!(self.options.first == wire::First::Lot);
            if !self.fresh_luck {
                let Setup { rules, players, first, .. } = record.setup;
                let deal = game.deal();
                record.setup = Setup::known(rules, players, first, deal.stacks(), deal.supply());
            }
        }
        record.other.insert("names".into(), json!(names));
        record.other.insert("fair".into(), fair);
        record.other.insert("engine".into(), Value::from(env!("CARGO_PKG_VERSION")));
        Some(record)
    }
}

/// A record step by step, with the state after each.
pub fn replay(record: &Record) -> Result<wire::Replay, ReplayError> {
    let replay = Replay::of(record)?;
    let rules = replay.rules();
    let mut poured = false;
    let steps =
        replay.steps().zip(1..).map(|(Moment { before, step, effect, after, .. }, number)| {
            let event = describe(rules, before, step, after, effect, poured);
            poured = poured_by(rules, before, step, after);
            ReplayStep {
                event: NumberedEvent { number, time: 0, event },
                state: StateView::of(rules, after),
            }
        });
    let steps = steps.collect();
    let mut names: Vec<String> = record
        .other
        .get("names")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|name| crate::names::clean(name.as_str()?, crate::names::LONGEST_NAME))
        .collect();
    names.resize(record.setup.players, String::new());
    Ok(wire::Replay { names, rules: rules.clone(), first: record.setup.first, steps })
}
