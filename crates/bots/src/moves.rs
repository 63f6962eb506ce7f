//! The moves of a node of the architect's tree, with their priors.
//!
//! The prior of a first step comes from the evaluation's policy, if it has one; places, payments and copies are ranked by one
//! evaluation of the garden. So a node costs about as much as one greedy move, whatever the number of its moves.
use crate::architect::Settings;
use crate::designer::best;
use crate::eval::{Evaluator, View, spot};
use crate::evaluation::{Evaluation, Logits, Memory, WHATS, exp, what_index};
use crate::greedy;
use arrayvec::ArrayVec;
use quinta_rules::{Action, Attribute, Cell, Discard, Kind, Payment, State, Storage, What, Whats};

/// How many moves a node considers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Breadth {
    /// The most moves in all.
    pub(crate) moves: usize,
    /// The most places of a hexagon.
    pub(crate) cells: usize,
    /// The most choices of copies of an attribute.
    pub(crate) takes: usize,
}

/// The upper bound of [`Breadth::cells`].
const CELLS: usize = 6;
/// Passes with discards are considered if there is less room than this for tiles.
const TIGHT: usize = 4;
/// The most tiles that such a pass discards.
const DISCARDS: usize = 2;

/// A move and its prior; the priors of a node's moves add up to 1.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Move {
    pub(crate) action: Action,
    pub(crate) promise: f32,
}

/// A move before it is compared with the others.
struct Draft {
    what: usize,
    action: Action,
    worth: f32,
}

/// The moves with the highest priors, the best first. The state must wait for an action.
pub(crate) fn moves(
    eval: &Evaluator,
    evaluation: &dyn Evaluation,
    state: &State,
    settings: &Settings,
    breadth: Breadth,
    memory: &mut Memory,
) -> Vec<Move> {
    let whats = state.whats(&eval.rules);
    let mut drafts = Vec::with_capacity(64);
    draft(eval, state, &whats, breadth, &mut |what, action, worth| {
        drafts.push(Draft { what: what_index(what), action, worth });
    });
    let mut policy = [0.0; WHATS];
    let learned = evaluation.policy(state, &whats, &mut policy, memory);
    let best = drafts.iter().map(|draft| draft.worth).fold(f32::NEG_INFINITY, f32::max);
    let mut moves: Vec<Move> = drafts
        .iter()
        .map(|draft| {
            let promise = exp((draft.worth - best) / settings.warmth);
            Move { action: draft.action, promise }
        })
        .collect();
    if learned {
        share_by_policy(&drafts, &policy, settings, &mut moves);
    }
    moves.sort_by(|a, b| b.promise.total_cmp(&a.promise));
    moves.truncate(breadth.moves);
    let total: f32 = moves.iter().map(|one| one.promise).sum();
    for one in &mut moves {
        one.promise /= total.max(f32::MIN_POSITIVE);
    }
    moves
}

/// Gives every first step its share by the policy, and each of its moves a part of that by its worth.
fn share_by_policy(drafts: &[Draft], policy: &Logits, settings: &Settings, moves: &mut [Move]) {
    let mut best = [f32::NEG_INFINITY; WHATS];
    let mut most = f32::NEG_INFINITY;
    for draft in drafts {
        best[draft.what] = best[draft.what].max(draft.worth);
        most = most.max(policy[draft.what]);
    }
    let mut sums = [0.0; WHATS];
    for (draft, one) in drafts.iter().zip(&mut *moves) {
        one.promise = exp((draft.worth - best[draft.what]) / settings.detail);
        sums[draft.what] += one.promise;
    }
    for (draft, one) in drafts.iter().zip(moves) {
        let share = exp((policy[draft.what] - most) / settings.temperature);
        one.promise *= share / sums[draft.what];
    }
}

/// Calls `sink` with each move and what it gains.
fn draft(
    eval: &Evaluator,
    state: &State,
    whats: &Whats,
    breadth: Breadth,
    sink: &mut impl FnMut(What, Action, f32),
) {
    let player = state.player();
    let storage = player.storage;
    let now = eval.moment(state, state.turn());
    let display = state.display();
    let tiles = storage.tiles.kinds() | display.tiles();
    let wholes = storage.expansions | display.expansions();
    let view = View::new(eval, now, &player.garden, tiles, wholes);
    let base = view.storage_worth(&storage);
    for attribute in whats.attributes.iter() {
        takes(&view, state, attribute, breadth.takes, base, sink);
    }
    for kind in whats.tiles.iter() {
        let mut rest = storage;
        rest.tiles.remove(kind);
        let cells = best_cells(breadth.cells, view.cells_for(kind).iter(), |cell| {
            view.tile_gain(kind, cell)
        });
        combine(&view, kind, &storage, rest, base, &cells, &mut |cell, pay, worth| {
            sink(What::Place(kind), Action::Place { kind, cell, pay }, worth);
        });
    }
    for kind in whats.expansions.iter() {
        let rest = Storage { expansions: storage.expansions.without(kind), ..storage };
        let cells = best_cells(breadth.cells, view.petals_for(kind).iter(), |cell| {
            view.whole_gain(kind, cell)
        });
        combine(&view, kind, &storage, rest, base, &cells, &mut |cell, pay, worth| {
            if let Some((area, petal)) = spot(cell) {
                sink(What::Expand(kind), Action::Expand { kind, area, petal, pay }, worth);
            }
        });
    }
    if whats.buy
        && let Some(area) = greedy::area_to_buy(&player.garden)
    {
        sink(What::Buy, Action::Buy { area }, view.buy_gain());
    }
    let stay = f32::from(player.score) + view.garden_worth() + base;
    let pass = greedy::worth_of_pass(eval, state, &now, stay);
    sink(What::Pass, Action::PASS, pass);
    if state.round() < 3 && storage.tile_room(&eval.rules) < TIGHT {
        discards(&view, &storage, &mut |discard, worth| {
            sink(What::Pass, Action::Pass(discard), pass + worth - base);
        });
    }
}

/// The choices of copies of an attribute. Revealing new tiles to the next player costs something.
fn takes(
    view: &View,
    state: &State,
    attribute: Attribute,
    most: usize,
    base: f32,
    sink: &mut impl FnMut(What, Action, f32),
) {
    let top = state.display().top();
    for take in state.takes(&view.eval.rules, attribute).take(most) {
        let storage = greedy::with_take(state.player().storage, take);
        let opens = take.copies().any(|(_, source)| {
            !source.is_whole() && Some(source.from()) == top && state.display().stack_len() > 1
        });
        let reveal = if opens { view.now.w.reveal } else { 0.0 };
        let worth = view.storage_worth(&storage) - base - reveal;
        sink(What::Acquire(attribute), Action::Acquire(take), worth);
    }
}

fn best_cells(
    most: usize,
    cells: impl Iterator<Item = Cell>,
    gain: impl Fn(Cell) -> f32,
) -> ArrayVec<(Cell, f32), CELLS> {
    let mut kept = best::<_, CELLS>(cells.map(|cell| (cell, gain(cell))), |(_, gain)| gain);
    kept.truncate(most);
    kept
}

/// Combines every place with the best payment, and the best place with every payment.
fn combine(
    view: &View,
    kind: Kind,
    storage: &Storage,
    rest: Storage,
    base: f32,
    cells: &[(Cell, f32)],
    sink: &mut impl FnMut(Cell, Payment, f32),
) {
    let Some(((first, gain), others)) = cells.split_first() else { return };
    let mut best: Option<(Payment, f32)> = None;
    for pay in greedy::payments(view, storage, kind) {
        let worth = view.storage_worth(&greedy::without_payment(rest, &pay)) - base;
        if best.is_none_or(|(_, most)| worth > most) {
            best = Some((pay, worth));
        }
        sink(*first, pay, gain + worth);
    }
    let Some((pay, worth)) = best else { return };
    for &(cell, gain) in others {
        sink(cell, pay, gain + worth);
    }
}

/// The discards that make room: the tiles that matter least to the plan, first one, then two.
fn discards(view: &View, storage: &Storage, sink: &mut impl FnMut(Discard, f32)) {
    let mut rest = *storage;
    let mut discard = Discard::default();
    let spare = view.cheapest_first().filter(|&(kind, whole)| {
        !whole && kind.value() <= 2 && storage.tiles.kinds().contains(kind)
    });
    for (kind, _) in spare.take(DISCARDS) {
        rest.tiles.remove(kind);
        discard.tiles.add(kind);
        sink(discard, view.storage_worth(&rest) - discard.value() as f32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Weights;
    use crate::testing::positions;
    use quinta_rules::{Rules, Tiles};

    const WIDE: Breadth = Breadth { moves: 64, cells: 4, takes: 8 };

    #[test]
    fn moves_are_legal_different_and_share_one_promise() {
        for (rules, seats) in [(Rules::FRONT, 2), (Rules::BACK, 3), (Rules::FRONT, 4)] {
            let eval = Evaluator::new(&rules, Weights::tuned(&rules, seats));
            for state in positions(&rules, seats, 5) {
                let moves =
                    moves(&eval, &eval, &state, &Settings::default(), WIDE, &mut Memory::default());
                assert!(!moves.is_empty());
                for (i, one) in moves.iter().enumerate() {
                    assert_eq!(state.check(&rules, state.turn(), &one.action), Ok(()));
                    assert!(moves[..i].iter().all(|other| other.action != one.action));
                    assert!(i == 0 || one.promise <= moves[i - 1].promise);
                }
                let total: f32 = moves.iter().map(|one| one.promise).sum();
                assert!((total - 1.0).abs() < 1e-4, "{total}");
            }
        }
    }

    /// A policy that prefers one first step.
    struct Fond(What);

    impl Evaluation for Fond {
        fn outlook(&self, _: &State, _: &mut Memory) -> crate::evaluation::Outlook {
            crate::evaluation::Outlook::default()
        }

        fn policy(&self, _: &State, _: &Whats, logits: &mut Logits, _: &mut Memory) -> bool {
            *logits = [0.0; WHATS];
            logits[what_index(self.0)] = 20.0;
            true
        }
    }

    #[test]
    fn a_policy_decides_what_comes_first() {
        let rules = Rules::FRONT;
        let eval = Evaluator::new(&rules, Weights::tuned(&rules, 2));
        for state in positions(&rules, 2, 7) {
            for what in state.whats(&rules).iter() {
                let moves = moves(
                    &eval,
                    &Fond(what),
                    &state,
                    &Settings::default(),
                    WIDE,
                    &mut Memory::default(),
                );
                let first = match (moves[0].action, what) {
                    (Action::Acquire(take), What::Acquire(attribute)) => {
                        take.attribute() == attribute
                    }
                    (Action::Place { kind, .. }, What::Place(tile)) => kind == tile,
                    (Action::Expand { kind, .. }, What::Expand(whole)) => kind == whole,
                    (Action::Buy { .. }, What::Buy) | (Action::Pass(_), What::Pass) => true,
                    _ => false,
                };
                assert!(first, "{:?} for {what:?}", moves[0].action);
            }
        }
    }

    #[test]
    fn a_pass_may_make_room_before_the_last_round_only() {
        let rules = Rules::FRONT;
        let eval = Evaluator::new(&rules, Weights::tuned(&rules, 2));
        let full = |kinds: &[&str]| {
            let tiles = kinds.iter().map(|kind| kind.parse().unwrap());
            Storage { tiles: Tiles::from_kinds(tiles).unwrap(), jokers: 2, ..Storage::default() }
        };
        let storage = full(&["b1", "y1", "b6", "y6", "g5", "g4", "l3", "p6", "v2", "v5"]);
        let garden = quinta_rules::Garden::default();
        let state = positions(&rules, 2, 1).remove(0);
        let now = eval.moment(&state, state.turn());
        let view = View::new(&eval, now, &garden, storage.tiles.kinds(), storage.expansions);
        let mut seen = Vec::new();
        discards(&view, &storage, &mut |discard, _| seen.push(discard));
        assert_eq!(seen.len(), DISCARDS);
        assert!(seen.iter().all(|discard| storage.tiles.contains_all(discard.tiles)));
        assert_eq!((seen[0].tiles.len(), seen[1].tiles.len()), (1, 2));
        for state in positions(&rules, 2, 1).into_iter().filter(|state| state.round() == 3) {
            let moves =
                moves(&eval, &eval, &state, &Settings::default(), WIDE, &mut Memory::default());
            let passes = moves.iter().filter(|one| matches!(one.action, Action::Pass(_)));
            assert!(passes.count() <= 1);
        }
    }
}
