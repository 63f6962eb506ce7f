//! Greedy play, fast enough for simulations: a few sensible candidates for each first step, each with what it gains.
use crate::eval::{Evaluator, Moment, View, spot};
use arrayvec::ArrayVec;
use quinta_rules::{
    Action, Area, Attribute, Garden, Kind, KindSet, Payment, Rules, Seat, State, Storage, Take,
    Whats,
};

/// The most payments that greedy play considers for one placement.
const PAYMENTS: usize = 6;

/// The best candidate so far.
struct Best {
    action: Action,
    worth: f32,
}

impl Best {
    /// Before the first offer; a pass is always legal.
    const NONE: Self = Self { action: Action::PASS, worth: f32::NEG_INFINITY };

    fn offer(&mut self, action: Action, worth: f32) {
        if worth > self.worth {
            *self = Self { action, worth };
        }
    }
}

/// The action that greedy play takes. The state must wait for an action.
pub fn action(eval: &Evaluator, state: &State) -> Action {
    let mut best = Best::NONE;
    consider(eval, state, &mut |action, worth| best.offer(action, worth));
    best.action
}

/// The best of these candidates; of equals, the first.
pub(crate) fn best(all: &[(Action, f32)]) -> Action {
    let mut best = Best::NONE;
    for &(action, worth) in all {
        best.offer(action, worth);
    }
    best.action
}

/// The candidates of [`consider`] in a list.
pub(crate) fn all(eval: &Evaluator, state: &State) -> Vec<(Action, f32)> {
    let mut all = Vec::with_capacity(48);
    consider(eval, state, &mut |action, worth| all.push((action, worth)));
    all
}

/// Calls `sink` with each candidate and what it gains for the seat whose turn it is, compared with doing nothing.
fn consider(eval: &Evaluator, state: &State, sink: &mut impl FnMut(Action, f32)) {
    let whats = state.whats(&eval.rules);
    let player = state.player();
    let storage = player.storage;
    let now = eval.moment(state, state.turn());
    let display = state.display();
    let (tiles, wholes) = (display.tiles(), display.expansions());
    let view = View::new(
        eval,
        now,
        &player.garden,
        storage.tiles.kinds() | tiles,
        storage.expansions | wholes,
    );
    let base = view.storage_worth(&storage);

    for attribute in whats.attributes.iter() {
        takes(&eval.rules, state, attribute, &mut |take| {
            let worth = view.storage_worth(&with_take(storage, take)) - base;
            sink(Action::Acquire(take), worth);
        });
    }
    placements(&view, &whats, &storage, base, sink);
    if whats.buy
        && let Some(area) = area_to_buy(&player.garden)
    {
        sink(Action::Buy { area }, view.buy_gain());
    }
    let stay = f32::from(player.score) + view.garden_worth() + base;
    sink(Action::PASS, worth_of_pass(eval, state, &now, stay));
}

fn placements(
    view: &View,
    whats: &Whats,
    storage: &Storage,
    base: f32,
    sink: &mut impl FnMut(Action, f32),
) {
    for kind in whats.tiles.iter() {
        let Some((cell, gain)) = view.best_tile(kind) else { continue };
        let mut rest = *storage;
        rest.tiles.remove(kind);
        for pay in payments(view, storage, kind) {
            let worth = gain + view.storage_worth(&without_payment(rest, &pay)) - base;
            sink(Action::Place { kind, cell, pay }, worth);
        }
    }
    for kind in whats.expansions.iter() {
        let Some((cell, gain)) = view.best_whole(kind) else { continue };
        let Some((area, petal)) = spot(cell) else { continue };
        let rest = Storage { expansions: storage.expansions.without(kind), ..*storage };
        for pay in payments(view, storage, kind) {
            let worth = gain + view.storage_worth(&without_payment(rest, &pay)) - base;
            sink(Action::Expand { kind, area, petal, pay }, worth);
        }
    }
}

/// What passing gains, compared with staying in with a garden and storage worth `stay`: exact in the last round, and before it without
/// evaluating storage again.
pub(crate) fn worth_of_pass(eval: &Evaluator, state: &State, now: &Moment, stay: f32) -> f32 {
    let active = now.w.active * now.left.min(10.0);
    let first = Seat::all(state.seats()).all(|seat| !state.has_passed(seat));
    let loss = if first { f32::from(eval.rules.first_pass_loss) } else { 0.0 };
    if state.round() == 3 {
        return eval.certain_score(state.player(), 3) - loss - stay - active;
    }
    let marker = if first { now.w.marker } else { 0.0 };
    marker - active - loss
}

/// This storage after a take.
pub(crate) fn with_take(mut storage: Storage, take: Take) -> Storage {
    for (kind, source) in take.copies() {
        if source.is_whole() {
            storage.expansions = storage.expansions.with(kind);
        } else {
            storage.tiles.add(kind);
        }
    }
    storage
}

pub(crate) fn without_payment(mut storage: Storage, pay: &Payment) -> Storage {
    storage.tiles.remove_each(pay.tiles);
    storage.expansions = storage.expansions - pay.expansions;
    storage.jokers -= pay.jokers;
    storage
}

/// The takes that greedy play considers: one that prefers tiles and one that prefers expansions, if they differ.
fn takes(rules: &Rules, state: &State, attribute: Attribute, sink: &mut impl FnMut(Take)) {
    let mut choice = false;
    for wholes_first in [false, true] {
        let mut taking = state.taking(rules, attribute);
        while let Some((kind, sources)) = taking.next(state) {
            let (tiles, wholes) = (sources.tiles(), sources.wholes());
            choice |= !tiles.is_empty() && !wholes.is_empty();
            let first = if wholes_first { wholes } else { tiles };
            let Some(source) = first.first().or_else(|| sources.first()) else { return };
            taking.choose(kind, source);
        }
        sink(taking.take());
        if !choice {
            break;
        }
    }
}

/// A few payments: for each axis the one that costs the plan least, with as few jokers as possible and with one more; and jokers alone.
pub(crate) fn payments(view: &View, storage: &Storage, kind: Kind) -> ArrayVec<Payment, PAYMENTS> {
    let mut all = ArrayVec::new();
    let needed = kind.value() - 1;
    if needed <= storage.jokers {
        all.push(Payment { jokers: needed, ..Payment::NOTHING });
    }
    let have = storage.kinds().without(kind);
    for axis in [Attribute::Colour(kind.colour()), Attribute::Pattern(kind.pattern())] {
        let along = have & axis.kinds();
        let fewest = needed.saturating_sub(along.len() as u8);
        for jokers in fewest..=(fewest + 1).min(storage.jokers) {
            if jokers < needed {
                all.push(cheapest(view, storage, along, needed - jokers, jokers));
            }
        }
    }
    all
}

fn cheapest(view: &View, storage: &Storage, along: KindSet, hexes: u8, jokers: u8) -> Payment {
    let mut pay = Payment { jokers, ..Payment::NOTHING };
    let mut open = along;
    for (kind, whole) in view.cheapest_first() {
        if pay.len() == usize::from(hexes + jokers) {
            break;
        }
        if !open.contains(kind) {
            continue;
        }
        if whole && storage.expansions.contains(kind) {
            pay.expansions = pay.expansions.with(kind);
        } else if !whole && storage.tiles.kinds().contains(kind) {
            pay.tiles = pay.tiles.with(kind);
        } else {
            continue;
        }
        open = open.without(kind);
    }
    pay
}

/// The free area with the most hexagons around it.
pub(crate) fn area_to_buy(garden: &Garden) -> Option<Area> {
    garden.free_areas().max_by_key(|area| (area.cells().neighbours() & garden.hexes()).len())
}
