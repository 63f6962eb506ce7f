//! Explanations name exactly what is in the way.
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

/// Clients translate by the code, so both forms of a reason must have the same one.
#[cfg(feature = "serde")]
#[test]
fn an_explanation_is_written_with_the_code_of_its_reason() {
    let (kind, cell, area) = (kind("b3"), cell(1, 0), area(2));
    let (attribute, kinds, cells) = (attribute("b"), kinds("b1 b2"), crate::CellSet::of(cell));
    for why in [
        Explanation::GameOver,
        Explanation::AwaitingChance,
        Explanation::NotYourTurn { turn: seat(1) },
        Explanation::NothingOnOffer { attribute },
        Explanation::CopyMissing { kinds },
        Explanation::TakenTwice { kind },
        Explanation::WrongAttribute { kind, attribute },
        Explanation::NotOnOffer { kind, from: 3, whole: true },
        Explanation::NoRoom { tiles: 1, expansions: 2 },
        Explanation::NotInStorage { tiles: tiles("b1 b1"), expansions: kinds, jokers: 1 },
        Explanation::NoSuchSpace { cell },
        Explanation::SpaceTaken { cell, by: kind },
        Explanation::NoMatchingNeighbour { kind, cell, neighbours: cells },
        Explanation::KindTwice { cell, attribute, twice: kind, copies: cells, group: cells },
        Explanation::WrongPrice { kind, cost: 3, paid: 1 },
        Explanation::MixedPayment { kind, kinds },
        Explanation::IdenticalInPayment { kinds },
        Explanation::CannotPay { kind, cost: 3, missing: 2 },
        Explanation::AreaTaken { area },
        Explanation::TooFewPoints { points: 5, needed: 6 },
        Explanation::SupplyEmpty,
    ] {
        let written = serde_json::to_value(why).unwrap();
        assert_eq!(written["code"], serde_json::to_value(why.code()).unwrap());
        assert_eq!(serde_json::from_value::<Explanation>(written).unwrap(), why);
    }
}
