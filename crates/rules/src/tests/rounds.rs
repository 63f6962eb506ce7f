//! Turns, passing, round scoring, the next round.
use super::*;
use crate::scoring::{Outlook, RoundScore};

#[test]
fn turns_go_round_and_skip_those_who_passed() {
    let mut state = game(3, "b1 b2 b3 b4");
    play(&mut state, buy(0));
    assert_eq!(state.turn(), seat(1));
    play(&mut state, Action::PASS);
    assert_eq!(state.turn(), seat(2));
    play(&mut state, buy(0));
    assert_eq!(state.turn(), seat(0));
    play(&mut state, buy(1));
    assert_eq!(state.turn(), seat(2), "seat 1 has passed");
    assert!(state.has_passed(seat(1)) && !state.has_passed(seat(2)));
    play(&mut state, Action::PASS);
    assert_eq!(state.turn(), seat(0));
    play(&mut state, take("1", "b1@0"));
    assert_eq!(state.turn(), seat(0), "alone until the end of the round");
}

#[test]
fn nobody_acts_for_another() {
    let mut state = game(2, "b1 b2 b3 b4");
    let rules = Rules::FRONT;
    assert_eq!(state.play(&rules, seat(1), &Action::PASS), Err(Illegal::NotYourTurn));
    assert_eq!(state.play(&rules, seat(3), &Action::PASS), Err(Illegal::NotYourTurn));
    let why = state.explain(&rules, seat(1), &Action::PASS).unwrap();
    assert_eq!(why, Explanation::NotYourTurn { turn: seat(0) });
    assert_eq!(why.to_string(), "It is not your turn: seat 0 is to act.");
    assert!(state.explain(&rules, seat(3), &Action::PASS).is_some());
}

#[test]
fn the_first_to_pass_takes_the_marker_and_loses_a_point() {
    let mut state = game(2, "b1 b2 b3 b4");
    play(&mut state, buy(0));
    assert_eq!(state.marker(), None, "it lies in the display");
    play(&mut state, Action::PASS);
    assert_eq!(state.marker(), Some(seat(1)));
    assert_eq!(state.players()[1].score, 14);
    play(&mut state, Action::PASS);
    assert_eq!(state.players()[0].score, 9, "the second loses nothing");
    assert_eq!((state.round(), state.turn()), (1, seat(1)), "the holder begins");
    assert_eq!(state.marker(), None, "it lies in the display again");
    assert!(!state.has_passed(seat(0)) && !state.has_passed(seat(1)));
}

#[test]
fn discards_of_a_pass_cost_their_value() {
    let mut state = game(2, "b1 b2 b3 b4");
    owner(&mut state, 0).storage =
        Storage { tiles: tiles("b1 b1 y4"), expansions: kinds("g5"), jokers: 3 };
    let supply = state.supply();
    let effect = play(&mut state, pass("b1 y4", "g5"));
    assert_eq!(effect.round_ended, None);
    let player = &state.players()[0];
    assert_eq!(player.score, 15 - 1 - 4 - 5 - 1);
    assert_eq!(player.storage, Storage { tiles: tiles("b1"), jokers: 3, ..Storage::default() });
    assert_eq!(state.tower(), tiles("b1 y4"));
    assert_eq!(state.supply(), supply + 1);
}

#[test]
fn only_what_is_in_storage_can_be_discarded() {
    let mut state = game(2, "b1 b2 b3 b4");
    owner(&mut state, 0).storage.tiles = tiles("b1");
    assert_eq!(refused(&mut state, pass("b1 b1", "")), Illegal::NotInStorage);
    assert_eq!(refused(&mut state, pass("", "b1")), Illegal::NotInStorage);
    let why = explained(&state, pass("b1 b1 y2", "g3"));
    let missing =
        Explanation::NotInStorage { tiles: tiles("b1 y2"), expansions: kinds("g3"), jokers: 0 };
    assert_eq!(why, missing);
}

#[test]
fn a_score_stops_at_zero() {
    let mut state = game(2, "b1 b2 b3 b4");
    owner(&mut state, 0).score = 3;
    owner(&mut state, 0).storage.tiles = tiles("y6");
    play(&mut state, pass("y6", ""));
    assert_eq!(state.players()[0].score, 0);
    let rules = Rules { floor_at_zero: false, ..Rules::FRONT };
    let mut state = game(2, "b1 b2 b3 b4");
    owner(&mut state, 0).score = 3;
    owner(&mut state, 0).storage.tiles = tiles("y6");
    state.play(&rules, seat(0), &pass("y6", "")).unwrap();
    assert_eq!(state.players()[0].score, -4);
}

#[test]
fn a_hexagon_scores_for_its_colour_and_again_for_its_pattern() {
    let mut garden = Garden::default();
    garden.put(kind("b1"), cell(1, 0)); // round 1: blue and tree
    garden.put(kind("b2"), cell(1, -1)); // round 1: blue; round 2: bird
    garden.put(kind("p3"), cell(-1, 0)); // round 2: dark purple and butterfly
    garden.lay_face_up(kind("l6"), area(2), Direction::NorthEast); // round 4: light green and tulip; a pavilion
    let score = |rules: &Rules, round| RoundScore::of(rules, &garden, round).total();
    assert_eq!([0, 1, 2, 3].map(|r| score(&Rules::FRONT, r)), [4, 5, 1, 5]);
    assert_eq!([0, 1, 2, 3].map(|r| score(&Rules::BACK, r)), [4, 7, 1, 8]);
    let first = RoundScore::of(&Rules::FRONT, &garden, 0);
    assert_eq!(first.attributes[0].cells, cells([(1, 0), (1, -1)]));
    assert_eq!(first.attributes[0].points(), 2);
    assert_eq!(first.pavilions, cells([(0, -3)]));
    let dear = Rules { pavilion_points: 3, ..Rules::FRONT };
    assert_eq!(score(&dear, 2), 3, "one pavilion and nothing else");
    let outlook = Outlook::of(&Rules::FRONT, &garden, &Storage::default(), 2);
    assert_eq!((outlook.rounds_total(), outlook.groups_total()), (6, 0));
    assert!(outlook.rounds[1].is_none() && outlook.rounds[2].is_some());
}

#[test]
fn the_round_is_scored_when_the_last_has_passed() {
    let mut state = game(2, "b1 b2 b3 b4");
    let garden = &mut owner(&mut state, 0).garden;
    garden.put(kind("b1"), cell(1, 0)); // blue and tree
    garden.lay_face_up(kind("l6"), area(2), Direction::NorthEast); // a pavilion
    garden.lay_face_up(kind("y5"), area(4), Direction::West); // another
    assert!(!state.is_over());
    play(&mut state, Action::PASS);
    play(&mut state, Action::PASS);
    let rules = Rules::FRONT;
    let pavilions = 2 * i16::from(rules.pavilion_points);
    assert_eq!(state.players()[0].score, 15 - i16::from(rules.first_pass_loss) + 2 + pavilions);
    assert_eq!(state.players()[1].score, 15);
    assert!(!state.is_over());
}

#[test]
fn points_that_are_still_to_come() {
    let to_come = |what, from| crate::scoring::points_to_come(&Rules::BACK, attribute(what), from);
    for what in ["b", "1", "p", "3", "l", "6"] {
        let each = [0, 1, 2, 3].map(|round| {
            Rules::BACK.rounds[round]
                .iter()
                .find(|scored| scored.attribute == attribute(what))
                .map_or(0, |scored| u32::from(scored.points))
        });
        assert_eq!(to_come(what, 0), each.iter().sum::<u32>(), "{what}");
        assert_eq!(to_come(what, 2), each[2] + each[3], "{what}");
        assert!(to_come(what, 0) > 0);
        assert_eq!(to_come(what, 4), 0, "after the game nothing comes");
    }
}

#[test]
fn every_position_of_the_wheel() {
    // (round, kind) pairs that score, from the table of section 4.6, on the front and on the back.
    let scores = |rules: &Rules, what: &str| {
        let mut garden = Garden::default();
        garden.put(kind(what), cell(1, 0));
        [0, 1, 2, 3].map(|round| RoundScore::of(rules, &garden, round).total())
    };
    for (what, front, back) in [
        ("b6", [1, 0, 0, 3], [1, 0, 0, 6]),
        ("g6", [1, 0, 0, 3], [1, 0, 0, 6]),
        ("y1", [1, 0, 1, 0], [1, 0, 1, 0]),
        ("p2", [0, 2, 0, 0], [0, 3, 0, 0]),
        ("v3", [0, 2, 1, 0], [0, 3, 1, 0]),
        ("v4", [0, 0, 3, 0], [0, 0, 5, 0]),
        ("l5", [0, 0, 0, 4], [0, 0, 0, 6]),
    ] {
        assert_eq!(scores(&Rules::FRONT, what), front, "{what} front");
        assert_eq!(scores(&Rules::BACK, what), back, "{what} back");
    }
}

#[test]
fn what_is_left_goes_to_tower_and_supply() {
    let mut state = game(2, "b1 b2 g3 g4");
    play(&mut state, take("b", "b1@0 b2@0"));
    draw(&mut state, "y1 y2 y3 y4");
    play(&mut state, take("y", "y1@1 y2@1 y3@1 y4@1"));
    draw(&mut state, "l1 l2 l3 l4");
    turn_up(&mut state, "v1");
    play(&mut state, take("v", "v1!1"));
    let supply = state.supply();
    play(&mut state, Action::PASS);
    let effect = play(&mut state, Action::PASS);
    assert_eq!(effect.round_ended, Some(0));
    assert_eq!(state.tower(), tiles("g3 g4 l1 l2 l3 l4"));
    assert_eq!(state.supply(), supply + 4, "all but the one that was taken");
    assert_eq!(state.unseen(), KindSet::ALL - kinds("v1"), "what was not seen stays unseen");
    assert_eq!(state.display().stack_len(), 5);
    assert_eq!(state.phase(), Phase::Draw);
}

#[test]
fn a_pass_is_always_possible() {
    let mut state = game(4, "b1 b2 b3 b4");
    for player in 0..4 {
        owner(&mut state, player).storage = Storage { jokers: 12, ..Storage::default() };
        owner(&mut state, player).score = 0;
    }
    assert!(state.whats(&Rules::FRONT).is_only_pass());
    assert_eq!(state.counts(&Rules::FRONT), Counts { pass: 1, ..Counts::default() });
    assert_eq!(state.actions(&Rules::FRONT).collect::<Vec<_>>(), [Action::PASS]);
    play(&mut state, Action::PASS);
}

#[test]
fn discards_beyond_counting() {
    let mut state = game(2, "b1 b2 b3 b4");
    let storage = &mut owner(&mut state, 0).storage;
    let twice = Kind::all().chain(Kind::all().take(24));
    storage.tiles = Tiles::from_kinds(twice).unwrap();
    storage.expansions = kinds("b1 b2");
    let tiles_alone = 3u64.pow(24) * 2u64.pow(12);
    assert_eq!(state.counts(&Rules::FRONT).pass, tiles_alone * 4);
    owner(&mut state, 0).storage.expansions = KindSet::ALL;
    assert_eq!(state.counts(&Rules::FRONT).pass, u64::MAX);
}

#[test]
fn tables_that_cannot_be_set() {
    let rules = Rules::FRONT;
    assert_eq!(State::new(&rules, 1, seat(0)), Err(SetupError::Players(1)));
    assert_eq!(State::new(&rules, 5, seat(0)), Err(SetupError::Players(5)));
    assert_eq!(State::new(&rules, 2, seat(2)), Err(SetupError::First(seat(2))));
    let wrong = Rules { tile_places: 0, ..rules };
    assert!(matches!(State::new(&wrong, 2, seat(0)), Err(SetupError::Rules(_))));
}

#[test]
fn set_up_as_the_rules_say() {
    for (seats, stack, supply) in [(2, 5, 16), (3, 7, 8), (4, 8, 4)] {
        let state = State::new(&Rules::FRONT, seats, seat(1)).unwrap();
        assert_eq!(state.display().stack_len(), stack);
        assert_eq!(state.supply(), supply);
        assert_eq!(state.bag().len(), 108);
        assert_eq!(state.turn(), seat(1));
        assert_eq!(state.players().len(), seats);
        for player in state.players() {
            assert_eq!(player.score, 15);
            assert_eq!(player.storage, Storage { jokers: 3, ..Storage::default() });
        }
    }
}
