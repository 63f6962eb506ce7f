//! Placing tiles and expansions: neighbours, groups, payments, jokers, buying.
use super::*;

#[test]
fn a_tile_moves_from_storage_to_the_garden_and_is_paid_for() {
    let mut state = holding("b3 b1 y3", "", 1);
    play(&mut state, place("b3", (1, 0), pay("b1", 1)));
    let player = &state.players()[0];
    assert_eq!(player.garden.kind_at(cell(1, 0)), Some(kind("b3")));
    assert!(!player.garden.is_printed(cell(1, 0)));
    assert_eq!(player.storage, Storage { tiles: tiles("y3"), ..Storage::default() });
    assert_eq!(state.tower(), tiles("b1"));
    assert_eq!(state.turn(), seat(1));
}

#[test]
fn only_what_is_in_storage() {
    let mut state = holding("b3 b1", "g2", 1);
    assert_eq!(refused(&mut state, place("y3", (1, 0), pay("", 1))), Illegal::NotInStorage);
    assert_eq!(refused(&mut state, place("g2", (1, 0), pay("", 1))), Illegal::NotInStorage);
    assert_eq!(refused(&mut state, place("b3", (1, 0), pay("b1", 2))), Illegal::NotInStorage);
    let why = explained(&state, place("b3", (1, 0), pay("b2", 2)));
    let missing =
        Explanation::NotInStorage { tiles: tiles("b2"), expansions: kinds(""), jokers: 1 };
    assert_eq!(why, missing);
    assert_eq!(why.to_string(), "You do not have a blue bird tile, one more joker.");
    assert_eq!(refused(&mut state, expand("b3", 0, 0, pay("b1", 1))), Illegal::NotInStorage);
}

#[test]
fn the_price_must_be_right() {
    let mut state = holding("b3 b1 b2 b4 y3 g3", "", 3);
    for (payment, reason) in [
        (pay("b1", 0), Illegal::WrongPrice),
        (pay("b1 b2 b4", 0), Illegal::WrongPrice),
        (pay("", 3), Illegal::WrongPrice),
        (pay("", 0), Illegal::WrongPrice),
        (pay("b1 y3", 0), Illegal::MixedPayment),
        (pay("b3", 1), Illegal::IdenticalInPayment),
    ] {
        assert_eq!(refused(&mut state, place("b3", (1, 0), payment)), reason, "{payment:?}");
    }
    let why = explained(&state, place("b3", (1, 0), pay("b1", 0)));
    assert_eq!(why.to_string(), "A blue butterfly costs 3: itself and 2 more, not 1.");
    let why = explained(&state, place("b3", (1, 0), pay("b1 y3", 0)));
    assert_eq!(why, Explanation::MixedPayment { kind: kind("b3"), kinds: kinds("b1 y3") });
    play(&mut state, place("b3", (1, 0), pay("y3 g3", 0)));
}

#[test]
fn tiles_pay_for_expansions_and_expansions_for_tiles() {
    let mut state = holding("b2 b3", "b4 g2", 1);
    let with_expansion = Payment { tiles: kinds("b2"), expansions: kinds("b4"), jokers: 0 };
    let supply = state.supply();
    play(&mut state, place("b3", (1, 0), with_expansion));
    assert_eq!(state.supply(), supply + 1, "a discarded expansion goes to the supply");
    assert_eq!(state.players()[0].storage.expansions, kinds("g2"));
    play(&mut state, Action::PASS);
    owner(&mut state, 0).storage.tiles = tiles("g1");
    play(&mut state, expand("g2", 3, 3, pay("g1", 0)));
    assert_eq!(state.tower(), tiles("b2 g1"));
}

#[test]
fn only_free_spaces() {
    let mut state = holding("b1 y1 g1", "", 0);
    let nothing = Payment::NOTHING;
    // Fountain, statue, bench, and areas without an expansion are not spaces.
    for at in [(0, 0), (2, -1), (1, -2), (3, 0), (2, 0), (0, 3)] {
        assert_eq!(refused(&mut state, place("b1", at, nothing)), Illegal::NoSuchSpace, "{at:?}");
    }
    play(&mut state, place("b1", (1, 0), nothing));
    play(&mut state, Action::PASS);
    assert_eq!(refused(&mut state, place("y1", (1, 0), nothing)), Illegal::SpaceTaken);
    let why = explained(&state, place("y1", (1, 0), nothing));
    assert_eq!(why, Explanation::SpaceTaken { cell: cell(1, 0), by: kind("b1") });
    // The centre of a face-down expansion is a space, that of a face-up one is not.
    owner(&mut state, 0).garden.lay_face_down(area(0));
    owner(&mut state, 0).garden.lay_face_up(kind("v6"), area(1), Direction::East);
    assert_eq!(refused(&mut state, place("y1", (3, -3), nothing)), Illegal::NoSuchSpace);
    play(&mut state, place("y1", (3, 0), nothing));
}

#[test]
fn one_matching_neighbour_is_enough() {
    let mut state = holding("b1", "", 0);
    let garden = &mut owner(&mut state, 0).garden;
    garden.put(kind("y2"), cell(1, 0));
    garden.put(kind("b3"), cell(0, -1));
    // Between a stranger and a match.
    play(&mut state, place("b1", (1, -1), Payment::NOTHING));
}

#[test]
fn alone_anything_may_stand_but_not_beside_strangers_only() {
    let mut state = holding("b1", "", 0);
    owner(&mut state, 0).garden.put(kind("y2"), cell(1, 0));
    let beside = place("b1", (1, -1), Payment::NOTHING);
    assert_eq!(refused(&mut state, beside), Illegal::NoMatchingNeighbour);
    let why = explained(&state, beside);
    let expected = Explanation::NoMatchingNeighbour {
        kind: kind("b1"),
        cell: cell(1, -1),
        neighbours: cells([(1, 0)]),
    };
    assert_eq!(why, expected);
    assert_eq!(
        why.to_string(),
        "A blue tree at 1,-1 needs a neighbour of its colour or pattern: those at 1,0 have neither."
    );
    assert_eq!(state.cells_for(kind("b1")), cells([(0, -1), (-1, 0), (-1, 1)]));
    play(&mut state, place("b1", (0, -1), Payment::NOTHING));
}

#[test]
fn identical_hexagons_are_never_side_by_side() {
    let mut state = holding("b1", "", 0);
    owner(&mut state, 0).garden.put(kind("b1"), cell(1, 0));
    let beside = place("b1", (1, -1), Payment::NOTHING);
    assert_eq!(refused(&mut state, beside), Illegal::KindTwice);
}

#[test]
fn a_group_never_contains_a_kind_twice() {
    let mut state = holding("b1", "", 0);
    let garden = &mut owner(&mut state, 0).garden;
    garden.put(kind("b1"), cell(1, 0));
    garden.put(kind("b2"), cell(1, -1));
    // (0,-1) touches the blue bird, whose group contains a blue tree already.
    let at_the_end = place("b1", (0, -1), Payment::NOTHING);
    assert_eq!(refused(&mut state, at_the_end), Illegal::KindTwice);
    let why = explained(&state, at_the_end);
    let expected = Explanation::KindTwice {
        cell: cell(0, -1),
        attribute: attribute("b"),
        twice: kind("b1"),
        copies: cells([(1, 0)]),
        group: cells([(1, 0), (1, -1)]),
    };
    assert_eq!(why, expected);
    assert_eq!(
        why.to_string(),
        "The blue group would contain the blue tree twice: at 0,-1 and at 1,0."
    );
}

#[test]
fn groups_that_are_joined_count_together() {
    let mut state = holding("b4 y4", "", 3);
    let garden = &mut owner(&mut state, 0).garden;
    garden.put(kind("b1"), cell(1, 0));
    garden.put(kind("b1"), cell(0, -1));
    let between = place("b4", (1, -1), pay("", 3));
    assert_eq!(refused(&mut state, between), Illegal::KindTwice);
    let Explanation::KindTwice { twice, copies, .. } = explained(&state, between) else {
        panic!("another reason")
    };
    assert_eq!((twice, copies), (kind("b1"), cells([(1, 0), (0, -1)])));
    // The same by pattern: two blue flowers in two groups of flowers.
    let mut state = holding("y4", "", 3);
    let garden = &mut owner(&mut state, 0).garden;
    garden.put(kind("b4"), cell(1, 0));
    garden.put(kind("b4"), cell(0, -1));
    assert_eq!(refused(&mut state, place("y4", (1, -1), pay("", 3))), Illegal::KindTwice);
}

#[test]
fn two_of_three_copies_are_not_joined_either() {
    let mut state = holding("b2", "", 1);
    let garden = &mut owner(&mut state, 0).garden;
    for at in [(1, 0), (0, -1), (-1, 1)] {
        garden.put(kind("b1"), cell(at.0, at.1));
    }
    // (1,-1) lies between two of the blue trees, as every free space around the fountain does.
    assert_eq!(refused(&mut state, place("b2", (1, -1), pay("", 1))), Illegal::KindTwice);
}

#[test]
fn hexagons_touch_across_boards() {
    let mut state = holding("b1 y2", "b2", 3);
    let garden = &mut owner(&mut state, 0).garden;
    garden.put(kind("b1"), cell(1, 0));
    // (2,0) is a petal of area 0 and touches (1,0) of the fountain board.
    let stranger = expand("b2", 0, 0, pay("", 1));
    play(&mut state.clone(), stranger);
    play(&mut state, expand("b2", 0, 3, pay("", 1)));
    let garden = &state.players()[0].garden;
    assert_eq!(garden.kind_at(cell(2, 0)), Some(kind("b2")));
    assert!(garden.is_printed(cell(2, 0)));
    let blue: Vec<_> = garden.groups_of(attribute("b")).collect();
    assert_eq!(blue.len(), 1);
    assert_eq!(blue[0].cells, cells([(1, 0), (2, 0)]));
}

#[test]
fn an_expansion_needs_a_free_area_and_a_fitting_petal() {
    let mut state = holding("", "b2", 3);
    owner(&mut state, 0).garden.put(kind("y5"), cell(1, 0));
    assert_eq!(refused(&mut state, expand("b2", 0, 3, pay("", 1))), Illegal::NoMatchingNeighbour);
    assert_eq!(refused(&mut state, expand("b2", 0, 0, pay("", 2))), Illegal::WrongPrice);
    owner(&mut state, 0).garden.lay_face_down(area(0));
    assert_eq!(refused(&mut state, expand("b2", 0, 0, pay("", 1))), Illegal::AreaTaken);
    let why = explained(&state, expand("b2", 0, 0, pay("", 1)));
    assert_eq!(why, Explanation::AreaTaken { area: area(0) });
    assert!(!state.spots_for(kind("b2")).iter().any(|spot| spot.area == area(0)));
    play(&mut state, expand("b2", 1, 0, pay("", 1)));
    let garden = &state.players()[0].garden;
    assert_eq!(garden.ground(area(1)), Ground::FaceUp(Direction::East));
    assert_eq!(garden.pavilions(), cells([(3, -3)]));
    assert_eq!(garden.spaces().len(), 6 + 7 + 6);
    assert_eq!(garden.feature_at(cell(3, -3)), Some(Feature::Pavilion));
    assert_eq!(garden.feature_at(cell(3, 0)), None);
}

#[test]
fn an_expansion_may_be_placed_on_its_own() {
    let mut state = holding("", "b1", 0);
    play(&mut state, expand("b1", 4, 2, Payment::NOTHING));
    assert_eq!(state.players()[0].garden.hexes().len(), 1);
}

#[test]
fn buying_costs_six_points() {
    let mut state = holding("", "", 0);
    let supply = state.supply();
    play(&mut state, buy(2));
    let player = &state.players()[0];
    assert_eq!(player.score, 9);
    assert_eq!(player.garden.ground(area(2)), Ground::FaceDown);
    assert_eq!(player.garden.free_spaces().len(), 6 + 7);
    assert!(player.garden.pavilions().is_empty());
    assert_eq!(state.supply(), supply - 1);
    play(&mut state, Action::PASS);
    assert_eq!(refused(&mut state, buy(2)), Illegal::AreaTaken);
    play(&mut state, buy(3));
    assert_eq!(state.players()[0].score, 3);
    assert_eq!(refused(&mut state, buy(4)), Illegal::TooFewPoints);
    let why = explained(&state, buy(4));
    assert_eq!(why, Explanation::TooFewPoints { points: 3, needed: 6 });
    owner(&mut state, 0).score = 6;
    play(&mut state, buy(4));
    assert_eq!(state.players()[0].score, 0);
}

#[test]
fn an_empty_supply_sells_nothing() {
    let mut state = holding("", "", 0);
    state.supply = 0;
    assert_eq!(refused(&mut state, buy(0)), Illegal::SupplyEmpty);
    assert_eq!(explained(&state, buy(0)), Explanation::SupplyEmpty);
    assert!(!state.whats(&Rules::FRONT).buy);
    assert_eq!(state.counts(&Rules::FRONT).buy, 0);
}

/// The garden of seat 0 with every cell around these features filled but `but`.
fn around<const N: usize>(state: &mut State, features: [(i8, i8); N], but: (i8, i8)) {
    let garden = &mut owner(state, 0).garden;
    for (q, r) in features {
        for beside in cell(q, r).neighbours().iter() {
            if beside != cell(but.0, but.1) && !garden.hexes().contains(beside) {
                // The kinds do not matter: only the last placement is checked.
                garden.put(kind("y2"), beside);
            }
        }
    }
}

#[test]
fn surrounding_the_fountain_brings_a_joker() {
    let mut state = holding("y1", "", 0);
    around(&mut state, [(0, 0)], (1, 0));
    // Only what counts around features matters here: the matching neighbours are made of yellow birds.
    let effect = state.play_unchecked(&Rules::FRONT, &place("y1", (1, 0), Payment::NOTHING));
    assert_eq!(effect.surrounded, cells([(0, 0)]));
    assert_eq!((effect.jokers_gained, effect.jokers_lost), (1, 0));
    assert_eq!(state.players()[0].storage.jokers, 1);
}

#[test]
fn statues_and_benches_bring_two_and_pavilions_three() {
    for (feature, last, jokers) in
        [((2, -1), (1, 0), 2), ((1, -2), (1, -1), 2), ((3, 0), (2, 0), 3)]
    {
        let mut state = holding("y1", "", 0);
        let garden = &mut owner(&mut state, 0).garden;
        garden.lay_face_up(kind("y6"), area(0), Direction::East);
        around(&mut state, [feature], last);
        let effect = state.play_unchecked(&Rules::FRONT, &place("y1", last, Payment::NOTHING));
        assert_eq!(effect.jokers_gained, jokers, "{feature:?}");
    }
}

#[test]
fn one_placement_can_complete_several_features() {
    let mut state = holding("y1", "", 0);
    // (2,0) touches the pavilion of area 0, a statue at (2,-1) and a bench at (1,1): 3 + 2 + 2.
    let garden = &mut owner(&mut state, 0).garden;
    garden.lay_face_up(kind("y6"), area(0), Direction::East);
    around(&mut state, [(3, 0), (2, -1), (1, 1)], (2, 0));
    let effect = state.play_unchecked(&Rules::FRONT, &place("y1", (2, 0), Payment::NOTHING));
    assert_eq!(effect.surrounded, cells([(3, 0), (2, -1), (1, 1)]));
    assert_eq!(effect.jokers_gained, 7);
}

#[test]
fn a_face_down_centre_is_no_feature() {
    let mut state = holding("y1", "", 0);
    owner(&mut state, 0).garden.lay_face_down(area(0));
    around(&mut state, [(3, 0)], (2, 0));
    let effect = state.play_unchecked(&Rules::FRONT, &place("y1", (2, 0), Payment::NOTHING));
    assert_eq!(effect, Effect::default());
}

#[test]
fn printed_hexagons_count_among_the_six() {
    let mut state = holding("", "y1", 0);
    around(&mut state, [(2, -1)], (2, 0));
    let effect = state.play_unchecked(&Rules::FRONT, &expand("y1", 0, 3, Payment::NOTHING));
    assert_eq!(effect.surrounded, cells([(2, -1)]));
    assert_eq!(effect.jokers_gained, 2);
}

#[test]
fn jokers_without_room_are_lost_and_the_payment_makes_room() {
    // Twelve places: the tile itself and the payment leave first, so two are free and one of three jokers is lost.
    let mut state = holding("y2 y1 v1 v1 v1 v2 v2 v2 v3 v3 v3 v4", "", 0);
    let garden = &mut owner(&mut state, 0).garden;
    garden.lay_face_up(kind("y6"), area(0), Direction::East);
    around(&mut state, [(3, 0)], (2, 0));
    let effect = state.play_unchecked(&Rules::FRONT, &place("y2", (2, 0), pay("y1", 0)));
    assert_eq!((effect.jokers_gained, effect.jokers_lost), (2, 1));
    assert_eq!(state.players()[0].storage.jokers, 2);
}

#[test]
fn spaces_at_most() {
    let mut garden = Garden::default();
    for area in Area::ALL {
        garden.lay_face_down(area);
    }
    assert_eq!(garden.spaces().len(), 48);
    assert_eq!(garden.features(), CellSet::FIXED_FEATURES);
}
