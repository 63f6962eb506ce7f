//! Games that a seed deals, and their records.
use anyhow::Result;
use quinta_deal::{Deal, Seed};
use quinta_record::{Record, Recorder, Setup};
use quinta_rules::{Rules, Seat};
use serde_json::json;

/// Begins a game; `first` is drawn by lot if it is not given.
pub(crate) fn begin(
    rules: &Rules,
    deal: &Deal,
    players: usize,
    first: Option<Seat>,
    figures: bool,
) -> Result<Recorder> {
    let first = first.unwrap_or(deal.first());
    let setup = Setup::known(rules.clone(), players, first, deal.stacks(), deal.supply());
    Ok(Recorder::new(setup, figures)?)
}

/// The record with what `quinta verify` needs to deal the game again (docs/record.md).
pub(crate) fn signed(game: Recorder, seed: &Seed, first_by_lot: bool) -> Record {
    let mut record = game.into_record();
    let fair = json!({ "version": 2, "deal_seed": seed.to_string(), "first_by_lot": first_by_lot });
    record.other.insert("engine".to_owned(), json!(concat!("quinta ", env!("CARGO_PKG_VERSION"))));
    record.other.insert("fair".to_owned(), fair);
    record
}
