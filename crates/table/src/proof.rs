//! The proof that luck was what the server promised, from a record alone.
use quinta_deal::{Deal, Seed, fair};
use quinta_record::{Moment, Record, Replay};
use quinta_rules::{Chance, Step};
use serde_json::Value;

use crate::table::from_hex;
use quinta_wire::hex;

/// What a record proves about its luck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// It says nothing about it: it was played at a table, or by another program.
    None,
    /// Nothing was promised, but it names the seed that deals it, and every shuffle and outcome follows from that.
    Dealt,
    /// A promise, and the seed is not revealed yet: the game is not over.
    NotYet,
    /// The seed is the promised one, and every shuffle and outcome follows from it and from what the seats added.
    Holds,
    /// The same, but a player's own browser made the promise and knew the seed.
    InTab,
    /// The seed is the promised one; a player took back what had been revealed, so later outcomes come from fresh luck.
    FreshLuck,
    /// The proof fails, for this reason.
    Broken(String),
}

/// Checks commitment, shuffles and every outcome of a record; `replay` is the record played through.
pub fn prove(record: &Record, replay: &Replay) -> Proof {
    let Some(told) = record.other.get("fair") else { return Proof::None };
    if told.get("commitment").is_none() {
        return match deal_seed(told).map(|seed| follows(record, replay, told, &seed?)) {
            None => Proof::None,
            Some(Ok(())) => Proof::Dealt,
            Some(Err(why)) => Proof::Broken(why),
        };
    }
    if told.get("seed").is_none() {
        return Proof::NotYet;
    }
    match check(record, replay, told) {
        Ok(true) => Proof::FreshLuck,
        Ok(false) if told.get("in_tab").and_then(Value::as_bool) == Some(true) => Proof::InTab,
        Ok(false) => Proof::Holds,
        Err(why) => Proof::Broken(why),
    }
}

/// The seed that deals a game for which nothing was promised. Version 1, which had no number, wrote it as `seed`; since version 2
/// `seed` is a server's secret and nothing else.
fn deal_seed(told: &Value) -> Option<Result<Seed, String>> {
    let key = if told.get("version").is_some() { "deal_seed" } else { "seed" };
    let seed = told.get(key)?.as_str().and_then(|seed| seed.parse().ok());
    Some(seed.ok_or_else(|| format!("fair.{key} is no seed")))
}

/// Whether luck was fresh from some point on.
fn check(record: &Record, replay: &Replay, told: &Value) -> Result<bool, String> {
    let text = |name: &str| {
        told.get(name).and_then(Value::as_str).ok_or_else(|| format!("fair.{name} is missing"))
    };
    let seed: Seed = text("seed")?.parse().map_err(|_| "fair.seed is no seed")?;
    let game = text("game")?;
    if text("commitment")? != hex::write(&fair::commitment(&seed, game)) {
        return Err("the seed is not the one that was promised".into());
    }
    let luck: Option<Vec<Vec<u8>>> = told
        .get("luck")
        .and_then(Value::as_array)
        .and_then(|list| list.iter().map(|added| from_hex(added.as_str()?)).collect());
    let luck = luck.ok_or("fair.luck is missing or no list of hex")?;
    if luck.len() != record.setup.players {
        return Err("there is not one piece of luck for each seat".into());
    }
    if told.get("fresh_luck").and_then(Value::as_bool) == Some(true) {
        return Ok(true);
    }
    let parts: Vec<_> = luck.iter().map(Vec::as_slice).collect();
    follows(record, replay, told, &fair::mixed(&seed, game, &parts)).map(|()| false)
}

/// Checks that the shuffles and every outcome are those of this seed.
fn follows(record: &Record, replay: &Replay, told: &Value, seed: &Seed) -> Result<(), String> {
    let (rules, setup) = (&record.setup.rules, &record.setup);
    let deal = Deal::new(seed, rules, setup.players).map_err(|e| e.to_string())?;
    if told.get("first_by_lot").and_then(Value::as_bool) == Some(true)
        && setup.first != deal.first()
    {
        return Err(format!("the lot says that seat {} begins, not {}", deal.first(), setup.first));
    }
    let dealt = deal.stacks().into_iter().flatten().chain(deal.supply());
    let written = setup.stacks.iter().flatten().chain(&setup.supply);
    if !written.copied().eq(dealt.copied().map(Some)) {
        return Err("the expansions were shuffled in another order".into());
    }
    for Moment { event, before, step, .. } in replay.steps() {
        if let Step::Chance(chance) = step
            && deal.answer(rules, before) != Some(*chance)
        {
            let should = match chance {
                Chance::Draw(_) => "other tiles should have been drawn",
                Chance::TurnUp(_) => "another expansion should have been turned up",
            };
            return Err(format!("event {event}: {should}"));
        }
    }
    Ok(())
}
