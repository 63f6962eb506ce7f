//! The proof that luck was what the server promised, from a record alone.
use quinta_deal::{Deal, Seed, fair};
use quinta_record::{Moment, Record, Replay};
use quinta_rules::{Chance, Step};
use serde_json::Value;

use crate::table::from_hex;
use quinta_wire::hex;

/// What a record tells about its luck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// It has no promise: it was played at a table, or by another program.
    None,
    /// A promise, and the seed is not revealed yet: the game is not over.
    NotYet,
    /// The seed is the promised one, and every shuffle and outcome follows from it and from what the seats added.
    Holds,
    /// The seed is the promised one; a player took back what had been revealed, so later outcomes come from fresh luck.
    FreshLuck,
    /// It does not hold: why.
    Broken(String),
}

/// Checks commitment, shuffles and every outcome of a record; `replay` is the record played through.
pub fn prove(record: &Record, replay: &Replay) -> Proof {
    let Some(told) = record.other.get("fair") else { return Proof::None };
    // A seed alone says how to deal the game again, not that anything was promised.
    if told.get("commitment").is_none() {
        return Proof::None;
    }
    if told.get("seed").is_none() {
        return Proof::NotYet;
    }
    match check(record, replay, told) {
        Ok(true) => Proof::FreshLuck,
        Ok(false) => Proof::Holds,
        Err(why) => Proof::Broken(why),
    }
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
    let (rules, setup) = (record.setup.rules(), &record.setup);
    if luck.len() != setup.players {
        return Err("there is not one piece of luck for each seat".into());
    }
    if told.get("fresh_luck").and_then(Value::as_bool) == Some(true) {
        return Ok(true);
    }
    let parts: Vec<_> = luck.iter().map(Vec::as_slice).collect();
    let deal = Deal::new(&fair::mixed(&seed, game, &parts), rules, setup.players);
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
    Ok(false)
}
