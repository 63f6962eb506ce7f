//! Positions as plain data: they round-trip, and impossible ones are refused.
use proptest::prelude::*;
use quinta_bots::random;
use quinta_rules::{
    Action, AreaPosition, Cell, Kind, KindSet, Position, PositionError, Rules, Seat, SetupError,
    SlotPosition, State, Tiles,
};
use rand::{SeedableRng, rngs::SmallRng};

fn kind(text: &str) -> Kind {
    text.parse().unwrap()
}

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

/// Every state of a random game, those that wait for chance and the last one included.
fn states(rules: &Rules, seats: usize, seed: u64) -> Vec<State> {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut state = State::new(rules, seats, seat(1)).unwrap();
    let mut all = vec![state];
    while !state.is_over() {
        if let Some(outcome) = quinta_deal::outcome(rules, &state, &mut rng) {
            state.chance(rules, &outcome).unwrap();
        } else {
            let mut action = random::action(rules, &state, &mut rng);
            if action == Action::PASS {
                action = random::action(rules, &state, &mut rng);
            }
            state.play(rules, state.turn(), &action).unwrap();
        }
        all.push(state);
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_state_comes_back_from_its_position(seats in 2usize..=4, seed: u64, house in 0..3) {
        let roomy = Rules {
            tile_places: 20, expansion_places: 4, start_jokers: 8, floor_at_zero: false, ..Rules::BACK
        };
        let rules = [Rules::FRONT, Rules::BACK, roomy][house as usize].clone();
        for state in states(&rules, seats, seed) {
            let position = Position::from(&state);
            prop_assert_eq!(State::try_from((&rules, &position)), Ok(state), "{:?}", position);
            let json = serde_json::to_string(&position).unwrap();
            prop_assert_eq!(serde_json::from_str::<Position>(&json).unwrap(), position, "{}", json);
        }
    }
}

/// A position in the middle of a game, in which seat 0 is to act and has placed a tile.
fn position() -> Position {
    let all = states(&Rules::FRONT, 2, 5);
    let placed = |state: &&State| {
        let position = Position::from(*state);
        position.round == 2
            && position.passed.is_empty()
            && state.phase() == quinta_rules::Phase::Act
            && !position.seats[0].garden.is_empty()
    };
    Position::from(all.iter().find(placed).expect("such a state"))
}

/// The error for the position after this change.
fn refused(spoil: impl FnOnce(&mut Position)) -> PositionError {
    let mut position = position();
    spoil(&mut position);
    State::try_from((&Rules::FRONT, &position)).unwrap_err()
}

#[test]
fn numbers_and_seats_are_checked() {
    assert_eq!(
        refused(|p| p.round = 5).to_string(),
        "invalid round 5: expected 1 to 4",
        "in plain English"
    );
    assert!(matches!(refused(|p| p.round = 0), PositionError::OutOfRange { what: "round", .. }));
    assert!(matches!(
        refused(|p| p.seats[0].score = -1),
        PositionError::OutOfRange { what: "score", .. }
    ));
    assert_eq!(refused(|p| p.seats.truncate(1)), SetupError::Players(1).into());
    assert_eq!(refused(|p| p.turn = seat(2)), PositionError::NoSuchSeat(seat(2)));
    assert_eq!(refused(|p| p.passed = vec![seat(3)]), PositionError::NoSuchSeat(seat(3)));
    assert_eq!(refused(|p| p.marker = Some(seat(0))), PositionError::Marker);
    assert_eq!(refused(|p| p.passed = vec![seat(0), seat(1)]), PositionError::AllPassed(2));
    let alone = refused(|p| (p.passed, p.marker) = (vec![p.turn], Some(p.turn)));
    assert!(matches!(alone, PositionError::TurnHasPassed(_)));
}

#[test]
fn tiles_are_conserved() {
    let b1 = kind("b1");
    let missing = refused(|p| {
        p.bag = Tiles::EMPTY;
        p.tower = Tiles::EMPTY;
    });
    assert!(matches!(missing, PositionError::Tiles { found: 0..3, .. }), "{missing}");
    let added = refused(|p| p.seats[0].garden.push((b1, Cell::new(1, 0).unwrap())));
    assert_eq!(added.to_string(), "invalid number of blue tree tiles 4: expected 3");
}

#[test]
fn expansions_are_unique_and_counted() {
    let owned = position().unseen.first().unwrap();
    let twice = refused(|p| p.seats[0].expansions = KindSet::of(owned));
    assert_eq!(twice, PositionError::ExpansionTwice(owned));
    assert!(matches!(refused(|p| p.unseen = KindSet::EMPTY), PositionError::Unseen { .. }));
    let full = refused(|p| p.seats[1].jokers = 13);
    assert_eq!(full, PositionError::StorageFull(seat(1)));
    let short = refused(|p| p.display.truncate(4));
    assert!(matches!(short, PositionError::OutOfRange { number: 4, low: 5, high: 5, .. }));
}

#[test]
fn hexagons_stand_on_spaces_and_groups_are_sound() {
    let fountain = Cell::FOUNTAIN;
    let misplaced = refused(|p| p.seats[0].garden[0].1 = fountain);
    assert!(matches!(misplaced, PositionError::Misplaced { cell, .. } if cell == fountain));
    // Two of a kind side by side, taken from the bag.
    let twice = refused(|p| {
        let pair = Kind::all().find(|&kind| p.bag.count(kind) >= 2).unwrap();
        p.bag.remove(pair);
        p.bag.remove(pair);
        p.seats[1].areas[0] = AreaPosition::FaceDown;
        p.seats[1].garden.retain(|&(kind, cell)| {
            let here = cell.area().is_some_and(|area| area.index() == 0);
            if here {
                p.bag.add(kind);
            }
            !here
        });
        for q in [3, 4] {
            p.seats[1].garden.push((pair, Cell::new(q, 0).unwrap()));
        }
    });
    assert!(matches!(twice, PositionError::KindTwice { .. }), "{twice}");
}

#[test]
fn the_display_lies_as_it_can() {
    // A face-up expansion on the stack.
    let unseen = position().unseen.first().unwrap();
    let up = refused(|p| {
        let last = p.display.len() - 1;
        p.stack = p.stack.max(1);
        p.display[last] = SlotPosition::FaceUp(unseen);
        p.unseen = p.unseen.without(unseen);
    });
    assert!(matches!(up, PositionError::Slot(_)), "{up}");
    let unknown = serde_json::from_str::<Position>(r#"{"round": 1, "rounds": 2}"#);
    assert!(unknown.unwrap_err().to_string().contains("rounds"));
}
