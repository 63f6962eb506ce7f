//! Explanations: each names exactly what is in the way and nothing else.
use super::*;

fn lacking(held: &str, expansions: &str, jokers: u8) -> Explanation {
    Explanation::NotInStorage { tiles: tiles(held), expansions: kinds(expansions), jokers }
}

#[test]
fn no_such_space_names_the_space() {
    let state = holding("b1", "", 0);
    let why = explained(&state, place("b1", (0, 0), Payment::NOTHING));
    assert_eq!(why, Explanation::NoSuchSpace { cell: cell(0, 0) });
}

#[test]
fn only_the_identical_hexagons_of_a_payment_are_named() {
    let state = holding("b4 y4 g4", "y4", 0);
    let mut twice = pay("y4 g4", 0);
    twice.expansions = kinds("y4");
    let why = explained(&state, place("b4", (1, 0), twice));
    assert_eq!(why, Explanation::IdenticalInPayment { kinds: kinds("y4") });
    let state = holding("b3 b3 b1", "", 0);
    let why = explained(&state, place("b3", (1, 0), pay("b1 b3", 0)));
    assert_eq!(why, Explanation::IdenticalInPayment { kinds: kinds("b3") });
}

#[test]
fn a_mixed_payment_names_its_kinds() {
    let state = holding("b3 b1 y3", "", 0);
    let words = explained(&state, place("b3", (1, 0), pay("b1 y3", 0))).to_string();
    assert!(words.contains("blue tree, yellow butterfly"), "{words}");
}

#[test]
fn what_storage_lacks_and_only_that() {
    let state = holding("b3 b1", "g2", 2);
    // The hexagon itself, as a tile and as an expansion; a tile does not stand for an expansion, nor the other way round.
    assert_eq!(explained(&state, place("y3", (1, 0), pay("", 2))), lacking("y3", "", 0));
    assert_eq!(explained(&state, place("g2", (1, 0), pay("", 1))), lacking("g2", "", 0));
    assert_eq!(explained(&state, expand("b3", 0, 0, pay("", 2))), lacking("", "b3", 0));
    // The hexagon is there, the payment is not.
    assert_eq!(explained(&state, place("b3", (1, 0), pay("b2 b1", 0))), lacking("b2", "", 0));
    assert_eq!(explained(&state, expand("g2", 0, 0, pay("y2", 0))), lacking("y2", "", 0));
    assert_eq!(explained(&state, place("b3", (1, 0), pay("", 4))), lacking("", "", 2));
}

#[test]
fn a_kind_twice_names_the_kind_its_copies_and_the_group() {
    let mut state = holding("b2", "", 1);
    let garden = &mut owner(&mut state, 0).garden;
    garden.put(kind("b2"), cell(1, 0));
    garden.put(kind("b3"), cell(1, -1));
    garden.put(kind("b2"), cell(-1, 1)); // another group: not in the way
    let why = explained(&state, place("b2", (0, -1), pay("", 1)));
    let expected = Explanation::KindTwice {
        cell: cell(0, -1),
        attribute: attribute("b"),
        twice: kind("b2"),
        copies: cells([(1, 0)]),
        group: cells([(1, 0), (1, -1)]),
    };
    assert_eq!(why, expected);
}

#[test]
fn a_kind_twice_in_both_its_groups_is_named_by_its_colour() {
    let mut state = holding("b1", "", 0);
    owner(&mut state, 0).garden.put(kind("b1"), cell(1, 0));
    let why = explained(&state, place("b1", (1, -1), Payment::NOTHING));
    assert!(
        matches!(why, Explanation::KindTwice { attribute: Attribute::Colour(_), twice, .. } if twice == kind("b1")),
        "{why:?}"
    );
}
