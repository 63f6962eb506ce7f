//! Lists of legal actions: in full and in eight bytes they are the same, in the order that is documented, and counted without being listed.
mod house;
mod slow;

use quinta_bots::random;
use quinta_rules::{
    Action, CompactAction, Counts, Discard, Kind, KindSet, Payment, Rules, Seat, State, Tiles, What,
};
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use std::collections::HashSet;

/// Every position of a game in which someone is to act, and of its end.
fn positions(rules: &Rules, seats: usize, seed: u64) -> Vec<State> {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut state = State::new(rules, seats, Seat::new(0).unwrap()).unwrap();
    let mut all = Vec::new();
    while !state.is_over() {
        if let Some(outcome) = quinta_deal::outcome(rules, &state, &mut rng) {
            state.chance(rules, &outcome).unwrap();
            continue;
        }
        all.push(state);
        let mut action = random::action(rules, &state, &mut rng);
        // Games with few passes fill gardens and storages.
        if action == Action::PASS && rng.random_bool(0.8) {
            action = random::action(rules, &state, &mut rng);
        }
        state.play(rules, state.turn(), &action).unwrap();
    }
    all.push(state);
    all
}

/// Both boards and many house rules, each with two, three and four players.
fn each_position(mut look: impl FnMut(&Rules, &State)) {
    let roomy = Rules { tile_places: 20, expansion_places: 4, start_jokers: 8, ..Rules::FRONT };
    let chosen = [Rules::FRONT, Rules::BACK, roomy].map(|rules| (rules, 3));
    for (rules, games) in chosen.into_iter().chain((0..30).map(|seed| (house::rules(seed), 1))) {
        for (seats, seed) in (2..=4).flat_map(|seats| (0..games).map(move |seed| (seats, seed))) {
            for state in positions(&rules, seats, seed) {
                look(&rules, &state);
            }
        }
    }
}

/// The documented order, as a key to sort by: sort, then attribute or kind, then how far the payment is in the list of payments, then
/// where. Takes of one attribute have equal keys.
fn place_in_order(state: &State, action: &Action) -> (u8, usize, usize, usize) {
    let storage = state.player().storage;
    let payment = |kind, pay| {
        let mut all = storage.ways(kind).flat_map(|way| way.payments(storage));
        all.position(|other| other == pay).unwrap()
    };
    match *action {
        Action::Acquire(take) => (0, take.attribute().index(), 0, 0),
        Action::Place { kind, cell, pay } => (1, kind.index(), payment(kind, pay), cell.index()),
        Action::Expand { kind, area, petal, pay } => {
            (2, kind.index(), payment(kind, pay), 6 * area.index() + petal.index())
        }
        Action::Buy { area } => (3, area.index(), 0, 0),
        Action::Pass(_) => (4, 0, 0, 0),
    }
}

#[test]
fn both_lists_are_what_the_slow_generator_lists() {
    let (mut full, mut compact) = (Vec::new(), vec![CompactAction::PASS; 3]);
    let (mut positions, mut choices) = (0, 0);
    each_position(|rules, state| {
        state.list_actions(rules, &mut full);
        state.list_compact(rules, &mut compact);
        let unpacked: Vec<_> = compact.iter().map(|compact| compact.action()).collect();
        assert_eq!(unpacked, full);
        let packed: Vec<_> = full.iter().map(CompactAction::new).collect();
        assert_eq!(packed, compact.iter().copied().map(Some).collect::<Vec<_>>());
        let listed: HashSet<_> = full.iter().copied().collect();
        assert_eq!(listed.len(), full.len(), "nothing is listed twice");
        assert_eq!(listed, slow::actions(rules, state));
        let distinct: HashSet<_> = compact.iter().collect();
        assert_eq!(distinct.len(), compact.len());
        positions += 1;
        choices += usize::from(
            state
                .whats(rules)
                .attributes
                .iter()
                .any(|attribute| state.takes(rules, attribute).count() > 1),
        );
    });
    assert!(positions > 4_000 && choices > 500, "{positions} {choices}");
}

#[test]
fn the_order_is_the_documented_one() {
    each_position(|rules, state| {
        let all: Vec<_> = state.actions(rules).collect();
        assert!(all.is_sorted_by_key(|action| place_in_order(state, action)));
        for attribute in state.whats(rules).attributes.iter() {
            let listed = all.iter().filter(|action| action.what() == What::Acquire(attribute));
            let takes: Vec<_> = state.takes(rules, attribute).map(Action::Acquire).collect();
            assert_eq!(listed.copied().collect::<Vec<_>>(), takes);
            // As digits of a number, the first kind's copy foremost.
            let digits = |action: &Action| match action {
                Action::Acquire(take) => {
                    take.copies().map(|(_, s)| (s.is_whole(), s.from())).collect::<Vec<_>>()
                }
                _ => unreachable!(),
            };
            assert!(takes.is_sorted_by_key(digits), "{takes:?}");
        }
    });
}

#[test]
fn counts_are_the_lengths_of_the_list() {
    each_position(|rules, state| {
        let mut counts = Counts::default();
        for action in state.actions(rules) {
            match action {
                Action::Acquire(_) => counts.acquire += 1,
                Action::Place { .. } => counts.place += 1,
                Action::Expand { .. } => counts.expand += 1,
                Action::Buy { .. } => counts.buy += 1,
                Action::Pass(_) => {
                    let tiles = state.player().storage.tiles;
                    let discards: u64 =
                        Kind::all().map(|kind| u64::from(tiles.count(kind)) + 1).product();
                    counts.pass = discards << state.player().storage.expansions.len();
                }
            }
        }
        assert_eq!(state.counts(rules), counts);
    });
}

#[test]
fn what_does_not_fit_into_eight_bytes_is_refused() {
    let [b3, b1, y3, g2]: [Kind; 4] = ["b3", "b1", "y3", "g2"].map(|kind| kind.parse().unwrap());
    let cell = quinta_rules::Cell::new(1, 0).unwrap();
    let place = |tiles: &[Kind], expansions: &[Kind]| {
        let pay = Payment::new(tiles.iter().copied(), expansions.iter().copied(), 1).unwrap();
        Action::Place { kind: b3, cell, pay }
    };
    for action in [place(&[b1], &[]), place(&[], &[b1]), place(&[y3], &[]), place(&[], &[])] {
        assert_eq!(CompactAction::new(&action).unwrap().action(), action);
        assert_eq!(format!("{:?}", CompactAction::new(&action).unwrap()), format!("{action:?}"));
    }
    for mixed in [place(&[b1, y3], &[]), place(&[b1], &[y3]), place(&[g2], &[])] {
        assert_eq!(CompactAction::new(&mixed), None, "{mixed:?}");
    }
    let tile = Discard { tiles: Tiles::from_kinds([b1]).unwrap(), expansions: KindSet::EMPTY };
    let expansion = Discard { tiles: Tiles::EMPTY, expansions: KindSet::of(b1) };
    assert_eq!(CompactAction::new(&Action::Pass(tile)), None);
    assert_eq!(CompactAction::new(&Action::Pass(expansion)), None);
    assert_eq!(CompactAction::new(&Action::PASS), Some(CompactAction::PASS));
    assert_eq!((size_of::<CompactAction>(), size_of::<Option<CompactAction>>()), (8, 16));
}
