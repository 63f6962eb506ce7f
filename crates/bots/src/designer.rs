//! The designer: evaluates the position after every candidate, and what the next player could then take.
use crate::eval::{Evaluator, Moment, View, spot, table_worth};
use crate::greedy;
use arrayvec::ArrayVec;
use quinta_rules::{
    Action, Attribute, Cell, CellSet, Display, Kind, Payment, Rules, Seat, State, Storage,
};

/// How many places and how many payments of a hexagon are evaluated.
const CELLS: usize = 4;
const PAYMENTS: usize = 3;
/// How many choices of copies of an attribute are evaluated.
const TAKES: usize = 12;

/// The designer's action. The state must wait for an action.
pub fn action(eval: &Evaluator, state: &State) -> Action {
    greedy::best(&all(eval, state))
}

/// Each candidate and the lead that it promises the seat whose turn it is.
pub fn all(eval: &Evaluator, state: &State) -> Vec<(Action, f32)> {
    let judge = Judge::new(eval, state);
    let mut all = Vec::new();
    candidates(eval, state, &mut |action| all.push((action, judge.lead(&action))));
    all
}

/// Judges the actions of one position.
pub(crate) struct Judge<'e> {
    eval: &'e Evaluator,
    state: &'e State,
    /// All actions are judged by the weights of the moment before them, so that the passing of time favours none.
    now: Moment,
    position: f32,
    threat: Option<Threat<'e>>,
    idle: f32,
}

impl<'e> Judge<'e> {
    pub(crate) fn new(eval: &'e Evaluator, state: &'e State) -> Self {
        let seat = state.turn();
        let others = Seat::all(state.seats()).filter(|&other| other != seat);
        let best_other =
            others.map(|other| eval.expected_score(state, other)).fold(f32::NEG_INFINITY, f32::max);
        let threat = next_player(state).map(|next| Threat::new(eval, state, next));
        let idle = threat.as_ref().map_or(0.0, |threat| threat.best(state.display()));
        let now = eval.moment(state, seat);
        let position = table_worth(state, seat, &now) - best_other;
        Self { eval, state, now, position, threat, idle }
    }

    /// The lead that a legal action promises.
    pub(crate) fn lead(&self, action: &Action) -> f32 {
        let Self { eval, state, now, .. } = *self;
        if let Action::Pass(discard) = action {
            let stay = eval.seat_worth(state.player(), now);
            let pass = greedy::worth_of_pass(eval, state, &now, stay) - discard.value() as f32;
            return stay + pass + self.position - self.denial(self.idle);
        }
        let mut after = *state;
        after.play_unchecked(&eval.rules, action);
        let own = eval.seat_worth(&after.players()[state.turn().index()], now) + self.position;
        let (Action::Acquire(_), Some(threat)) = (action, &self.threat) else {
            return own - self.denial(self.idle);
        };
        let revealed = after.display().top() != state.display().top();
        let reveal = if revealed { threat.view.now.w.reveal } else { 0.0 };
        own - self.denial(threat.best(after.display())) - reveal
    }

    fn denial(&self, next_gets: f32) -> f32 {
        self.threat.as_ref().map_or(0.0, |threat| threat.view.now.w.denial * next_gets)
    }
}

/// The next seat that acts after the one whose turn it is, if there is one.
pub(crate) fn next_player(state: &State) -> Option<Seat> {
    let (turn, seats) = (state.turn().index(), state.seats());
    let mut following = (1..seats).filter_map(|step| Seat::new(((turn + step) % seats) as u8));
    following.find(|&seat| !state.has_passed(seat))
}

/// What the next player could take.
pub(crate) struct Threat<'e> {
    view: View<'e>,
    storage: Storage,
    base: f32,
}

impl<'e> Threat<'e> {
    pub(crate) fn new(eval: &'e Evaluator, state: &'e State, seat: Seat) -> Self {
        let player = &state.players()[seat.index()];
        let storage = player.storage;
        let display = state.display();
        let view = View::new(
            eval,
            eval.moment(state, seat),
            &player.garden,
            storage.tiles.kinds() | display.tiles(),
            storage.expansions | display.expansions(),
        );
        let base = view.storage_worth(&storage);
        Self { view, storage, base }
    }

    /// The most that it could gain by taking from this display.
    pub(crate) fn best(&self, display: &Display) -> f32 {
        let rules = &self.view.eval.rules;
        let (tiles, wholes) = (display.tiles(), display.expansions());
        let room = (self.storage.tile_room(rules), self.storage.expansion_room(rules));
        let mut best: f32 = 0.0;
        for attribute in Attribute::all() {
            let taken = tiles & attribute.kinds();
            let laid = (wholes & attribute.kinds()) - taken;
            if (taken | laid).is_empty() || taken.len() > room.0 || laid.len() > room.1 {
                continue;
            }
            let mut storage = self.storage;
            for kind in taken.iter() {
                if storage.tiles.count(kind) < 3 {
                    storage.tiles.add(kind);
                }
            }
            storage.expansions |= laid;
            best = best.max(self.view.storage_worth(&storage) - self.base);
        }
        best
    }
}

/// Calls `sink` with every candidate: all actions except the poorer places and payments of each hexagon.
pub(crate) fn candidates(eval: &Evaluator, state: &State, sink: &mut impl FnMut(Action)) {
    let rules = &eval.rules;
    let whats = state.whats(rules);
    let player = state.player();
    let storage = player.storage;
    let now = eval.moment(state, state.turn());
    let view = View::new(eval, now, &player.garden, storage.tiles.kinds(), storage.expansions);
    for attribute in whats.attributes.iter() {
        distinct_takes(rules, state, attribute, sink);
    }
    for kind in whats.tiles.iter() {
        let mut rest = storage;
        rest.tiles.remove(kind);
        let cells = best_cells(view.cells_for(kind), |cell| view.tile_gain(kind, cell));
        let payments = best_payments(&view, &storage, rest, kind);
        for &cell in &cells {
            payments.iter().for_each(|&pay| sink(Action::Place { kind, cell, pay }));
        }
    }
    for kind in whats.expansions.iter() {
        let rest = Storage { expansions: storage.expansions.without(kind), ..storage };
        let cells = best_cells(view.petals_for(kind), |cell| view.whole_gain(kind, cell));
        let payments = best_payments(&view, &storage, rest, kind);
        for (area, petal) in cells.iter().filter_map(|&cell| spot(cell)) {
            payments.iter().for_each(|&pay| sink(Action::Expand { kind, area, petal, pay }));
        }
    }
    if whats.buy
        && let Some(area) = greedy::area_to_buy(&player.garden)
    {
        sink(Action::Buy { area });
    }
    sink(Action::PASS);
}

/// The choices of copies of an attribute; those that leave the stack alone come first.
fn distinct_takes(
    rules: &Rules,
    state: &State,
    attribute: Attribute,
    sink: &mut impl FnMut(Action),
) {
    let mut some = false;
    for take in state.takes(rules, attribute).take(TAKES) {
        some = true;
        sink(Action::Acquire(take));
    }
    debug_assert!(some, "an attribute that can be acquired can be taken");
}

/// The best few by a measure, the best first.
pub(crate) fn best<T: Copy, const N: usize>(
    all: impl Iterator<Item = T>,
    measure: impl Fn(T) -> f32,
) -> ArrayVec<T, N> {
    let mut kept: ArrayVec<(T, f32), N> = ArrayVec::new();
    for item in all {
        let worth = measure(item);
        let place = kept.iter().position(|&(_, other)| worth > other).unwrap_or(kept.len());
        if place < N {
            if kept.is_full() {
                kept.pop();
            }
            kept.insert(place, (item, worth));
        }
    }
    kept.into_iter().map(|(item, _)| item).collect()
}

fn best_cells(cells: CellSet, gain: impl Fn(Cell) -> f32) -> ArrayVec<Cell, CELLS> {
    best(cells.iter(), gain)
}

fn best_payments(
    view: &View,
    storage: &Storage,
    rest: Storage,
    kind: Kind,
) -> ArrayVec<Payment, PAYMENTS> {
    let all = storage.ways(kind).flat_map(|way| way.payments(*storage));
    best(all, |pay| view.storage_worth(&greedy::without_payment(rest, &pay)))
}
