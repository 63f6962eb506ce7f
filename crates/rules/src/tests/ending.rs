//! The end: storage, groups, bonuses, ties.
use super::*;
use crate::scoring::{FinalScore, Outlook, group_scores};

/// The garden of the rulebook's scoring example, placed tile by tile under the rules.
fn example() -> State {
    let mut state = game(2, "b1 b2 b3 b4");
    for number in [0, 2, 3, 5] {
        owner(&mut state, 0).garden.lay_face_down(area(number));
    }
    let order = [
        ("y1", (1, 0)),
        ("y2", (1, -1)),
        ("y3", (0, -1)),
        ("y4", (-1, 0)),
        ("y5", (-1, 1)),
        ("y6", (0, 1)),
        ("b1", (2, 0)),
        ("g1", (3, -1)),
        ("l1", (4, -1)),
        ("v1", (4, 0)),
        ("b2", (3, 0)),
        ("b3", (2, 1)),
        ("b6", (3, 1)),
        ("p3", (1, 2)),
        ("g3", (0, 3)),
        ("p4", (1, 3)),
        ("p5", (0, 4)),
        ("p6", (-1, 4)),
        ("b3", (0, -2)),
        ("l3", (0, -3)),
        ("v3", (-1, -2)),
        ("v5", (-4, 0)),
        ("l5", (-4, 1)),
    ];
    for (what, at) in order {
        state.turn = seat(0);
        let mut held = Tiles::EMPTY;
        held.add(kind(what));
        owner(&mut state, 0).storage = Storage { tiles: held, jokers: 5, ..Storage::default() };
        let jokers = kind(what).value() - 1;
        play(&mut state, place(what, at, pay("", jokers)));
    }
    owner(&mut state, 0).storage = Storage { tiles: tiles("b4"), jokers: 2, ..Storage::default() };
    state
}

#[test]
fn the_rulebooks_example_scores_81() {
    let state = example();
    let player = &state.players()[0];
    let end = FinalScore::of(&Rules::FRONT, &player.garden, &player.storage);
    assert_eq!(end, FinalScore { jokers: 2, leftover: 4, groups: 77, bonuses: 6 });
    assert_eq!(end.apply(&Rules::FRONT, 2) - 2, 81);
    let mut groups: Vec<_> = group_scores(&Rules::FRONT, &player.garden)
        .map(|g| (g.group.attribute.to_string(), g.group.cells.len(), g.points, g.bonus))
        .collect();
    groups.sort();
    let expected = [
        ("1", 5, 5, 0),
        ("3", 3, 9, 0),
        ("3", 4, 12, 0),
        ("b", 4, 12, 0),
        ("p", 4, 18, 0),
        ("y", 6, 21, 6),
    ];
    assert_eq!(groups, expected.map(|(a, n, points, bonus)| (a.to_owned(), n, points, bonus)));
}

#[test]
fn the_back_pays_for_four_and_five_as_well() {
    let player = example().players()[0];
    let end = FinalScore::of(&Rules::BACK, &player.garden, &player.storage);
    // Groups of 5, 3, 4, 4, 4 and 6.
    assert_eq!(end.bonuses, 5 + 3 + 3 + 3 + 7);
    let outlook = Outlook::of(&Rules::BACK, &player.garden, &player.storage, 4);
    assert_eq!(outlook.rounds_total(), 0);
    assert_eq!(outlook.groups_total(), 77 + 21);
}

/// A game in its fourth round in which all but the last seat have passed.
fn about_to_end(seats: usize) -> State {
    let mut state = game(seats, "b1 b2 b3 b4");
    state.round = 3;
    for _ in 1..seats {
        play(&mut state, Action::PASS);
    }
    state
}

#[test]
fn after_the_fourth_round_the_game_is_over() {
    let mut state = about_to_end(2);
    owner(&mut state, 0).storage = Storage { jokers: 1, ..Storage::default() };
    owner(&mut state, 1).storage = Storage { tiles: tiles("y5"), jokers: 2, ..Storage::default() };
    let (display, tower) = (state.display, state.tower);
    let effect = play(&mut state, Action::PASS);
    assert_eq!(effect.round_ended, Some(3));
    assert!(state.is_over());
    assert_eq!(state.round(), 3);
    assert_eq!(state.players()[0].score, 15 - 1 + 1);
    assert_eq!(state.players()[1].score, 15 + 2 - 5);
    assert_eq!((state.display, state.tower), (display, tower), "nothing is cleared away");
    assert_eq!(refused(&mut state, Action::PASS), Illegal::GameOver);
    assert!(state.whats(&Rules::FRONT).is_empty());
    assert_eq!(state.counts(&Rules::FRONT), Counts::default());
    assert_eq!(state.actions(&Rules::FRONT).count(), 0);
    assert_eq!(state.winners().collect::<Vec<_>>(), [seat(0)]);
}

#[test]
fn jokers_first_then_the_loss_then_the_groups() {
    let rules = Rules::FRONT;
    let end = FinalScore { jokers: 2, leftover: 9, groups: 10, bonuses: 6 };
    assert_eq!(end.apply(&rules, 3), 16, "3 + 2 - 9 stops at zero");
    assert_eq!(end.apply(&rules, 8), 17, "the jokers help against the loss");
    let no_floor = Rules { floor_at_zero: false, ..rules };
    assert_eq!(end.apply(&no_floor, 3), 12);
}

#[test]
fn a_tie_is_a_shared_victory() {
    let mut state = about_to_end(3);
    owner(&mut state, 0).score = 20;
    owner(&mut state, 1).score = 20;
    play(&mut state, Action::PASS);
    assert_eq!(state.winners().collect::<Vec<_>>(), [seat(0), seat(1)]);
}

#[test]
fn pairs_score_nothing_and_a_hexagon_counts_in_two_groups() {
    let mut garden = Garden::default();
    for (what, at) in [("b1", (1, 0)), ("b2", (1, -1)), ("b3", (0, -1)), ("g3", (-1, 0))] {
        garden.put(kind(what), cell(at.0, at.1));
    }
    let score = |garden: &Garden| FinalScore::of(&Rules::FRONT, garden, &Storage::default()).groups;
    assert_eq!(score(&garden), 6, "three blue; two butterflies are too few");
    garden.put(kind("p3"), cell(-1, 1));
    assert_eq!(score(&garden), 6 + 9, "the blue butterfly counts twice");
}
