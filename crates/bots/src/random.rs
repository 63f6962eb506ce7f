//! Random play, either in steps (what, then where, then each further step, each uniformly) or flat (uniformly from the list of all legal
//! actions). A pass discards nothing.
use quinta_rules::{Action, CompactAction, Kind, KindSet, Payment, Rules, Seat, Spot, State, What};
use rand_core::Rng;

/// A random action of the seat whose turn it is. The state must wait for an action.
pub fn action(rules: &Rules, state: &State, rng: &mut impl Rng) -> Action {
    let whats = state.whats(rules);
    let what = whats.nth(below(rng, whats.len())).unwrap_or(What::Pass);
    complete(rules, state, what, rng)
}

/// A random action that begins with this step.
pub fn complete(rules: &Rules, state: &State, what: What, rng: &mut impl Rng) -> Action {
    match what {
        What::Acquire(attribute) => {
            let mut taking = state.taking(rules, attribute);
            while let Some((kind, sources)) = taking.next(state) {
                let Some(source) = sources.nth(below(rng, sources.len())) else { break };
                taking.choose(kind, source);
            }
            Action::Acquire(taking.take())
        }
        What::Place(kind) => {
            let cells = state.cells_for(kind);
            match cells.nth(below(rng, cells.len())) {
                Some(cell) => Action::Place { kind, cell, pay: payment(state, kind, rng) },
                None => Action::PASS,
            }
        }
        What::Expand(kind) => {
            let spots = state.spots_for(kind);
            match spots.nth(below(rng, spots.len())) {
                Some(Spot { area, petal }) => {
                    Action::Expand { kind, area, petal, pay: payment(state, kind, rng) }
                }
                None => Action::PASS,
            }
        }
        What::Buy => {
            let areas = state.areas_to_buy();
            areas.nth(below(rng, areas.len())).map_or(Action::PASS, |area| Action::Buy { area })
        }
        What::Pass => Action::PASS,
    }
}

fn payment(state: &State, kind: Kind, rng: &mut impl Rng) -> Payment {
    if kind.value() == 1 {
        return Payment::NOTHING;
    }
    let storage = &state.player().storage;
    let mut ways = storage.ways(kind);
    let Some(way) = ways.nth(below(rng, ways.len())) else { return Payment::NOTHING };
    let either = way.either(storage);
    let expansions: KindSet = either.iter().filter(|_| below(rng, 2) == 1).collect();
    way.pay(storage, expansions)
}

/// Plays at random to the end, outcomes of chance included, and counts the actions.
pub fn playout(rules: &Rules, state: &mut State, rng: &mut impl Rng) -> u64 {
    let mut actions = 0;
    while !state.is_over() {
        if let Some(outcome) = quinta_deal::outcome(rules, state, rng) {
            state.chance_unchecked(&outcome);
        } else {
            let action = action(rules, state, rng);
            state.play_unchecked(rules, &action);
            actions += 1;
        }
    }
    actions
}

/// Plays to the end, each action drawn uniformly from the list of all legal ones, outcomes of chance included, and counts the actions. A
/// pass discards nothing. The list is made in `buffer`, which can be reused.
pub fn flat_playout(
    rules: &Rules,
    state: &mut State,
    buffer: &mut Vec<CompactAction>,
    rng: &mut impl Rng,
) -> u64 {
    let mut actions = 0;
    while !state.is_over() {
        if let Some(outcome) = quinta_deal::outcome(rules, state, rng) {
            state.chance_unchecked(&outcome);
        } else {
            state.list_compact(rules, buffer);
            let drawn = buffer.get(below(rng, buffer.len())).unwrap_or(&CompactAction::PASS);
            state.play_unchecked(rules, &drawn.action());
            actions += 1;
        }
    }
    actions
}

/// Plays a whole random game with a random first seat, and returns its end and how many actions it took.
///
/// # Panics
///
/// If the rules cannot be played by, or `seats` is not 2, 3 or 4.
pub fn game(rules: &Rules, seats: usize, rng: &mut impl Rng) -> (State, u64) {
    let mut state = begin(rules, seats, rng);
    let actions = playout(rules, &mut state, rng);
    (state, actions)
}

/// A whole game at random like [`game`], played by [`flat_playout`].
///
/// # Panics
///
/// As [`game`] does.
pub fn flat_game(
    rules: &Rules,
    seats: usize,
    buffer: &mut Vec<CompactAction>,
    rng: &mut impl Rng,
) -> (State, u64) {
    let mut state = begin(rules, seats, rng);
    let actions = flat_playout(rules, &mut state, buffer, rng);
    (state, actions)
}

fn begin(rules: &Rules, seats: usize, rng: &mut impl Rng) -> State {
    let first = Seat::all(seats).nth(below(rng, seats)).expect("below the number of seats");
    State::new(rules, seats, first).expect("rules that were checked")
}

/// A uniform number below `n`, with a bias of at most one part in 2³²/n; 0 if `n` is 0.
fn below(rng: &mut impl Rng, n: usize) -> usize {
    ((u64::from(rng.next_u32()) * n as u64) >> 32) as usize
}
