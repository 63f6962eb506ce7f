//! Properties of whole games: pieces are conserved, and exactly the listed actions are accepted.
mod slow;

use proptest::prelude::*;
use quinta_bots::random;
use quinta_rules::{
    Action, Area, Attribute, Cell, Counts, Direction, Discard, Face, Ground, Kind, KindSet,
    Payment, Rules, Seat, Source, State, Take, Tiles,
};
use rand::{SeedableRng, rngs::SmallRng};
use std::collections::HashSet;

/// A game after this many random actions, or at its end; chance is answered.
fn midgame(rules: &Rules, seats: usize, seed: u64, actions: usize) -> State {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut state = State::new(rules, seats, Seat::new(0).unwrap()).unwrap();
    let mut played = 0;
    loop {
        if let Some(outcome) = quinta_deal::outcome(rules, &state, &mut rng) {
            state.chance(rules, &outcome).unwrap();
        } else if state.is_over() || played == actions {
            return state;
        } else {
            // Passes end rounds early; with fewer of them gardens and storages fill up, which exercises more rules.
            let mut action = random::action(rules, &state, &mut rng);
            if action == Action::PASS {
                action = random::action(rules, &state, &mut rng);
            }
            state.play(rules, state.turn(), &action).unwrap();
            played += 1;
        }
    }
}

fn games() -> impl Strategy<Value = (Rules, State)> {
    let rules = prop_oneof![Just(Rules::FRONT), Just(Rules::BACK), Just(roomy())];
    (rules, 2usize..=4, any::<u64>(), 0usize..200)
        .prop_map(|(rules, seats, seed, n)| (rules.clone(), midgame(&rules, seats, seed, n)))
}

/// House rules with many jokers and much room: more payments, more copies.
fn roomy() -> Rules {
    Rules { tile_places: 20, expansion_places: 4, start_jokers: 8, start_score: 60, ..Rules::FRONT }
}

fn sort_of(action: &Action, counts: &mut Counts) {
    match action {
        Action::Acquire(_) => counts.acquire += 1,
        Action::Place { .. } => counts.place += 1,
        Action::Expand { .. } => counts.expand += 1,
        Action::Buy { .. } => counts.buy += 1,
        Action::Pass(_) => counts.pass += 1,
    }
}

/// Any action, mostly invalid.
fn anything() -> impl Strategy<Value = Action> {
    let kind = || (0usize..36).prop_map(|i| Kind::from_index(i).unwrap());
    let kinds = || proptest::collection::vec(kind(), 0..4).prop_map(KindSet::from_iter);
    let pay = || {
        (kinds(), kinds(), 0u8..4).prop_map(|(tiles, expansions, jokers)| Payment {
            tiles,
            expansions,
            jokers,
        })
    };
    let area = || (0u8..6).prop_map(|i| Area::new(i).unwrap());
    let cell = (0usize..55).prop_map(|i| Cell::from_index(i).unwrap());
    let petal = (0u8..6).prop_map(|i| Direction::new(i).unwrap());
    let attribute = (0usize..12).prop_map(|i| Attribute::from_index(i).unwrap());
    let sources = proptest::collection::vec(proptest::option::of((0u8..8, any::<bool>())), 6);
    prop_oneof![
        (attribute, sources).prop_map(|(attribute, sources)| {
            let copies = sources.iter().enumerate().filter_map(|(place, source)| {
                let (from, whole) = (*source)?;
                let source = if whole { Source::whole(from) } else { Source::tile(from) };
                Some((attribute.kind_at(place), source.unwrap()))
            });
            Action::Acquire(Take::new(attribute, copies).unwrap())
        }),
        (kind(), cell, pay()).prop_map(|(kind, cell, pay)| Action::Place { kind, cell, pay }),
        (kind(), area(), petal, pay()).prop_map(|(kind, area, petal, pay)| Action::Expand {
            kind,
            area,
            petal,
            pay
        }),
        area().prop_map(|area| Action::Buy { area }),
        (kinds(), kinds()).prop_map(|(tiles, expansions)| {
            Action::Pass(Discard { tiles: Tiles::from_kinds(tiles.iter()).unwrap(), expansions })
        }),
    ]
}

/// An action close to a legal one: a legal one with one part replaced.
fn nearly(legal: Action, other: Action) -> Action {
    match (legal, other) {
        (Action::Place { kind, pay, .. }, Action::Place { cell, .. })
        | (Action::Place { kind, cell, .. }, Action::Expand { pay, .. }) => {
            Action::Place { kind, cell, pay }
        }
        (Action::Expand { kind, pay, petal, .. }, Action::Buy { area })
        | (Action::Expand { kind, area, pay, .. }, Action::Expand { petal, .. }) => {
            Action::Expand { kind, area, petal, pay }
        }
        (Action::Acquire(take), Action::Place { kind, .. }) => {
            let copies = take.copies().filter(|&(k, _)| k != kind);
            Action::Acquire(Take::new(take.attribute(), copies).unwrap())
        }
        (_, other) => other,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn what_is_listed_is_what_the_slow_generator_lists((rules, state) in games()) {
        let listed: Vec<_> = state.actions(&rules).collect();
        let fast: HashSet<_> = listed.iter().copied().collect();
        prop_assert_eq!(fast.len(), listed.len(), "nothing is listed twice");
        let slow = slow::actions(&rules, &state);
        for action in fast.symmetric_difference(&slow) {
            prop_assert!(false, "{:?} only in {}", action, if fast.contains(action) { "fast" } else { "slow" });
        }
        let mut counts = Counts::default();
        for action in &listed {
            sort_of(action, &mut counts);
            prop_assert_eq!(state.check(&rules, state.turn(), action), Ok(()));
            prop_assert_eq!(state.explain(&rules, state.turn(), action), None);
        }
        let storage = &state.player().storage;
        let discards: u64 = Kind::all().map(|k| u64::from(storage.tiles.count(k)) + 1).product();
        counts.pass *= discards << storage.expansions.len();
        prop_assert_eq!(state.counts(&rules), counts);
        // Steps and complete actions describe the same set.
        let whats: HashSet<_> = listed.iter().map(Action::what).collect();
        if !state.is_over() {
            prop_assert_eq!(state.whats(&rules).iter().collect::<HashSet<_>>(), whats);
        }
        // Random play follows the steps: its actions are listed, and many walks reach every first step.
        let mut rng = SmallRng::seed_from_u64(1);
        for _ in 0..if state.is_over() { 0 } else { 50 } {
            prop_assert!(fast.contains(&random::action(&rules, &state, &mut rng)));
        }
    }

    #[test]
    fn play_accepts_just_what_is_listed(
        (rules, state) in games(),
        others in proptest::collection::vec(anything(), 300),
        seat in 0u8..4,
    ) {
        let slow = slow::actions(&rules, &state);
        let legal: Vec<_> = slow.iter().copied().collect();
        let seat = Seat::new(seat).unwrap();
        for (i, &other) in others.iter().enumerate() {
            let near = if legal.is_empty() { other } else { nearly(legal[i * 7 % legal.len()], other) };
            for action in [other, near] {
                let may = match action {
                    Action::Pass(discard) => {
                        let held = &state.player().storage;
                        !state.is_over()
                            && Kind::all().all(|k| discard.tiles.count(k) <= held.tiles.count(k))
                            && discard.expansions.iter().all(|k| held.expansions.contains(k))
                    }
                    _ => slow.contains(&action),
                };
                let mut after = state;
                let played = after.play(&rules, seat, &action);
                prop_assert_eq!(played.is_ok(), may && seat == state.turn(), "{:?}", action);
                match played {
                    Ok(effect) => {
                        let mut unchecked = state;
                        prop_assert_eq!(unchecked.play_unchecked(&rules, &action), effect);
                        prop_assert_eq!(unchecked, after);
                    }
                    Err(refused) => {
                        prop_assert_eq!(after, state);
                        let why = state.explain(&rules, seat, &action).unwrap();
                        prop_assert_eq!(why.code(), refused, "{:?}", action);
                        prop_assert!(why.to_string().ends_with('.'));
                    }
                }
            }
        }
    }

    #[test]
    fn tiles_and_expansions_are_conserved(seats in 2usize..=4, seed: u64, back: bool) {
        let rules = if back { Rules::BACK } else { Rules::FRONT };
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut state = State::new(&rules, seats, Seat::new(0).unwrap()).unwrap();
        while !state.is_over() {
            if let Some(outcome) = quinta_deal::outcome(&rules, &state, &mut rng) {
                state.chance(&rules, &outcome).unwrap();
            } else {
                let action = random::action(&rules, &state, &mut rng);
                state.play(&rules, state.turn(), &action).unwrap();
            }
            conserved(&rules, &state)?;
        }
    }
}

fn conserved(rules: &Rules, state: &State) -> Result<(), TestCaseError> {
    let (mut tiles, mut laid, mut stored) = ([0u8; 36], 0, 0);
    let mut count = |kind: Kind| tiles[kind.index()] += 1;
    state.bag().iter().chain(state.tower().iter()).for_each(&mut count);
    state.display().slots().iter().flat_map(|slot| slot.tiles.iter()).for_each(&mut count);
    let mut seen = KindSet::EMPTY;
    for player in state.players() {
        player.storage.tiles.iter().for_each(&mut count);
        for cell in player.garden.hexes().iter() {
            let kind = player.garden.kind_at(cell).unwrap();
            if player.garden.is_printed(cell) {
                seen = seen.with(kind);
            } else {
                count(kind);
            }
        }
        laid += Area::ALL.iter().filter(|&&a| player.garden.ground(a) != Ground::Free).count();
        stored += player.storage.expansions.len();
        seen |= player.storage.expansions;
        prop_assert!(
            player.storage.tiles.len() + usize::from(player.storage.jokers)
                <= usize::from(rules.tile_places)
        );
        prop_assert!(player.storage.expansions.len() <= usize::from(rules.expansion_places));
        prop_assert!(player.score >= 0);
        let spaces = player.garden.spaces();
        prop_assert!(spaces.includes(player.garden.hexes()));
        for group in player.garden.groups() {
            let kinds: KindSet =
                group.cells.iter().map(|c| player.garden.kind_at(c).unwrap()).collect();
            prop_assert_eq!(kinds.len(), group.cells.len(), "a kind twice in a group");
        }
    }
    prop_assert_eq!(tiles, [3; 36]);
    let to_come = (3 - state.round()) * usize::from(state.display().size());
    let here = usize::from(state.display().left());
    prop_assert_eq!(usize::from(state.supply()) + to_come + here + laid + stored, 36);
    for slot in state.display().slots() {
        if let Face::Up(kind) = slot.face {
            seen = seen.with(kind);
        }
    }
    prop_assert!(!seen.meets(state.unseen()));
    Ok(())
}
