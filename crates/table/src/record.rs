//! Records of a table, and records as clients look at them.
use crate::game::{describe, poured_by};
use crate::log::LogEvent;
use crate::table::Table;
use quinta_record::{Board, Moment, Record, Recorder, Replay, ReplayError, Setup};
use quinta_rules::{Seat, Step};
use quinta_wire::{self as wire, NumberedEvent, ReplayStep, Stage, StateView, hex};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

impl Table {
    /// The record of the game: what is hidden is hidden in it too until the game is over. `None` before the start.
    pub fn record(&self) -> Option<Record> {
        let game = self.game.as_ref()?;
        let board = Board::of(self.rules.clone());
        let setup = Setup::hidden(board, self.seats.len(), game.first()).ok()?;
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
                let Setup { board, players, first, .. } = record.setup;
                let deal = game.deal();
                record.setup = Setup::known(board, players, first, deal.stacks(), deal.supply());
            }
        }
        record.other.insert("names".into(), json!(names));
        record.other.insert("fair".into(), fair);
        record.other.insert("engine".into(), Value::from(env!("CARGO_PKG_VERSION")));
        Some(record)
    }
}

/// Returns a hash of how a game began: how many played, who began, and what luck brought before the first move, which are an expansion and
/// four tiles of a few million possible openings.
pub fn opening(players: usize, first: Seat, steps: impl Iterator<Item = Step>) -> String {
    let luck = steps.take_while(|step| matches!(step, Step::Chance(_)));
    let luck = luck.map(|step| LogEvent::of(&step));
    // The order in which tiles are drawn together means nothing.
    let luck = luck.map(|mut event| {
        if let LogEvent::Drawn { tiles } = &mut event {
            tiles.sort_unstable();
        }
        serde_json::to_string(&event).unwrap_or_default()
    });
    let text = format!("{players} {first}\n{}", luck.collect::<Vec<_>>().join("\n"));
    hex::write(&Sha256::digest(text)[..16])
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
