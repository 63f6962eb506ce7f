//! Acquiring: what is on offer, what must be taken, what fits.
use super::*;

/// Two expansions around the stack: 0 with b1 b4 left, 1 face up showing b5; on top (2) b1 y1 y2 y3.
fn offer() -> State {
    let mut state = game(2, "b1 b4 g1 g2");
    play(&mut state, take("g", "g1@0 g2@0"));
    draw(&mut state, "p1 p2 p3 p4");
    play(&mut state, take("p", "p1@1 p2@1 p3@1 p4@1"));
    draw(&mut state, "b1 y1 y2 y3");
    turn_up(&mut state, "b5");
    state
}

#[test]
fn one_of_every_kind_that_has_the_attribute() {
    let mut state = offer();
    play(&mut state, take("b", "b1@0 b4@0 b5!1"));
    let storage = state.players()[0].storage;
    assert_eq!(storage.tiles, tiles("b1 b4 g1 g2"));
    assert_eq!(storage.expansions, kinds("b5"));
    // Expansion 0 is empty now and is turned up; the top has not been touched.
    assert_eq!(state.phase(), Phase::TurnUp);
    assert_eq!(state.display().to_turn(), Some(0));
    assert_eq!(state.display().top(), Some(2));
    assert_eq!(state.display().slots()[1].face, Face::Taken);
}

#[test]
fn a_pattern_can_be_named_too() {
    let mut state = offer();
    play(&mut state, take("1", "b1@2 y1@2"));
    assert_eq!(state.players()[0].storage.tiles, tiles("b1 y1 g1 g2"));
    assert_eq!(state.phase(), Phase::Draw, "tiles came from the top");
    assert_eq!(state.display().slots()[2].tiles, top_tiles("y2 y3"));
}

#[test]
fn a_copy_missing_is_refused() {
    let mut state = offer();
    assert_eq!(refused(&mut state, take("b", "b1@0 b4@0")), Illegal::CopyMissing);
    let why = explained(&state, take("b", "b1@0 b4@0"));
    assert_eq!(why, Explanation::CopyMissing { kinds: kinds("b5") });
    assert_eq!(refused(&mut state, take("b", "")), Illegal::CopyMissing);
}

#[test]
fn copies_that_are_not_there_are_refused() {
    let mut state = offer();
    for copies in ["b1@1 b4@0 b5!1", "b1@0 b4@0 b5@1", "b1!0 b4@0 b5!1", "b1@0 b4@0 b5!1 b6@2"] {
        assert_eq!(refused(&mut state, take("b", copies)), Illegal::NotOnOffer, "{copies}");
    }
    assert_eq!(refused(&mut state, take("v", "v1@0")), Illegal::NothingOnOffer);
    assert_eq!(refused(&mut state, take("v", "")), Illegal::NothingOnOffer);
    let why = explained(&state, take("v", ""));
    assert_eq!(why.to_string(), "Nothing on offer is light purple.");
}

#[test]
fn twice_or_of_another_attribute_cannot_be_said() {
    let (b1, y1) = (kind("b1"), kind("y1"));
    let [zero, two] = [0, 2].map(|from| Source::tile(from).unwrap());
    let twice = Take::new(attribute("b"), [(b1, zero), (b1, two)]);
    assert_eq!(twice, Err(Explanation::TakenTwice { kind: b1 }));
    let other = Take::new(attribute("b"), [(b1, zero), (y1, two)]);
    let expected = Explanation::WrongAttribute { kind: y1, attribute: attribute("b") };
    assert_eq!(other, Err(expected));
    assert_eq!(expected.to_string(), "A yellow tree is not blue.");
    assert_eq!(Source::tile(8), None);
    assert_eq!(Source::whole(8), None);
}

#[test]
fn tiles_need_room() {
    let mut state = offer();
    owner(&mut state, 0).storage =
        Storage { tiles: tiles("v1 v2"), expansions: kinds(""), jokers: 9 };
    let both = take("b", "b1@0 b4@0 b5!1");
    assert_eq!(refused(&mut state, both), Illegal::NoRoom);
    assert_eq!(explained(&state, both), Explanation::NoRoom { tiles: 1, expansions: 0 });
    assert_eq!(
        explained(&state, both).to_string(),
        "It does not fit into your storage: you lack 1 place for tiles."
    );
    owner(&mut state, 0).storage.jokers = 8;
    play(&mut state, both);
}

#[test]
fn expansions_need_room_of_their_own() {
    let mut state = offer();
    owner(&mut state, 0).storage.expansions = kinds("v1 v2");
    let both = take("b", "b1@0 b4@0 b5!1");
    assert_eq!(refused(&mut state, both), Illegal::NoRoom);
    assert_eq!(explained(&state, both), Explanation::NoRoom { tiles: 0, expansions: 1 });
    assert!(!state.whats(&Rules::FRONT).attributes.contains(attribute("b")));
}

#[test]
fn a_tile_and_an_expansion_of_a_kind_are_two_copies() {
    let mut state = offer();
    // Make the expansion show b4, of which a tile lies on expansion 0.
    let mut slots = state.display().slots().to_vec();
    slots[1].face = Face::Up(kind("b4"));
    state.display = crate::display::Display::laid_out(5, 2, &slots);
    assert_eq!(state.display().sources(kind("b4")).len(), 2);
    // b1 lies in two places, b4 as tile or expansion: four ways for blue; b4 alone has two for flowers.
    let takes = |state: &State, of| state.takes(&Rules::FRONT, attribute(of)).count();
    assert_eq!(takes(&state, "b"), 4);
    assert_eq!(takes(&state, "4"), 2);
    // Without room for tiles only the expansion can be taken; without room for it only the tile.
    owner(&mut state, 0).storage = Storage { jokers: 12, ..Storage::default() };
    assert_eq!(takes(&state, "4"), 1);
    assert_eq!(takes(&state, "b"), 0);
    play(&mut state.clone(), take("4", "b4!1"));
    owner(&mut state, 0).storage = Storage { expansions: kinds("v1 v2"), ..Storage::default() };
    assert_eq!(takes(&state, "4"), 1);
    play(&mut state, take("4", "b4@0"));
}

#[test]
fn an_expansion_turned_up_can_be_taken_from_the_next_turn_on() {
    let mut state = game(2, "b1 b2 b3 b4");
    let everything = take("b", "b1@0 b2@0 b3@0 b4@0");
    play(&mut state, everything);
    draw(&mut state, "y1 y2 y3 y4");
    assert_eq!(state.phase(), Phase::TurnUp);
    assert_eq!(refused(&mut state, take("b", "b5!0")), Illegal::AwaitingChance);
    turn_up(&mut state, "b5");
    assert_eq!(state.turn(), seat(1));
    play(&mut state, take("b", "b5!0"));
    assert_eq!(state.players()[1].storage.expansions, kinds("b5"));
}

#[test]
fn several_expansions_are_turned_one_after_the_other() {
    let mut state = game(2, "b1 g1 g2 g3");
    play(&mut state, take("g", "g1@0 g2@0 g3@0"));
    draw(&mut state, "b2 y1 y2 y3");
    play(&mut state, take("y", "y1@1 y2@1 y3@1"));
    draw(&mut state, "p1 p2 p3 p4");
    play(&mut state, take("b", "b1@0 b2@1"));
    assert_eq!(state.display().to_turn(), Some(0));
    turn_up(&mut state, "v1");
    assert_eq!(state.display().to_turn(), Some(1));
    let again = state.chance(&Rules::FRONT, &Chance::TurnUp(kind("v1")));
    assert_eq!(again, Err(ImpossibleChance::SeenBefore(kind("v1"))));
    turn_up(&mut state, "v2");
    assert_eq!(state.phase(), Phase::Act);
    assert_eq!(state.unseen(), KindSet::ALL - kinds("v1 v2"));
}

#[test]
fn acquiring_expansions_alone_leaves_the_top() {
    let mut state = offer();
    play(&mut state, take("5", "b5!1"));
    assert_eq!(state.phase(), Phase::Act);
    assert_eq!(state.display().top(), Some(2));
}
