//! Tests of the rules, one file for each part of a game, on positions made by hand.
mod acquiring;
mod ending;
mod explaining;
mod placing;
mod refilling;
mod rounds;

use crate::*;

pub(crate) fn kind(text: &str) -> Kind {
    text.parse().unwrap()
}

pub(crate) fn kinds(text: &str) -> KindSet {
    text.split_whitespace().map(kind).collect()
}

pub(crate) fn tiles(text: &str) -> Tiles {
    Tiles::from_kinds(text.split_whitespace().map(kind)).unwrap()
}

pub(crate) fn cell(q: i8, r: i8) -> Cell {
    Cell::new(q, r).unwrap()
}

pub(crate) fn cells<const N: usize>(all: [(i8, i8); N]) -> CellSet {
    all.into_iter().map(|(q, r)| cell(q, r)).collect()
}

pub(crate) fn area(number: u8) -> Area {
    Area::new(number).unwrap()
}

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

pub(crate) fn attribute(text: &str) -> Attribute {
    text.parse().unwrap()
}

/// A game of this many seats in which seat 0 begins, with these tiles on the first expansion.
pub(crate) fn game(seats: usize, top: &str) -> State {
    let mut state = State::new(&Rules::FRONT, seats, seat(0)).unwrap();
    draw(&mut state, top);
    state
}

pub(crate) fn top_tiles(text: &str) -> TopTiles {
    TopTiles::new(text.split_whitespace().map(kind)).unwrap()
}

pub(crate) fn draw(state: &mut State, drawn: &str) {
    state.chance(&Rules::FRONT, &Chance::Draw(top_tiles(drawn))).unwrap();
}

pub(crate) fn turn_up(state: &mut State, shown: &str) {
    state.chance(&Rules::FRONT, &Chance::TurnUp(kind(shown))).unwrap();
}

/// `b1@0` is a tile on expansion 0, `b1!2` expansion 2 itself.
pub(crate) fn take(of: &str, copies: &str) -> Action {
    let copies = copies.split_whitespace().map(|copy| {
        let from = copy[3..].parse().unwrap();
        let whole = &copy[2..3] == "!";
        let source = if whole { Source::whole(from) } else { Source::tile(from) };
        (kind(&copy[..2]), source.unwrap())
    });
    Action::Acquire(Take::new(attribute(of), copies).unwrap())
}

pub(crate) fn pay(tiles: &str, jokers: u8) -> Payment {
    Payment { tiles: kinds(tiles), expansions: KindSet::EMPTY, jokers }
}

pub(crate) fn place(what: &str, (q, r): (i8, i8), pay: Payment) -> Action {
    Action::Place { kind: kind(what), cell: cell(q, r), pay }
}

pub(crate) fn expand(what: &str, on: u8, petal: u8, pay: Payment) -> Action {
    let petal = Direction::new(petal).unwrap();
    Action::Expand { kind: kind(what), area: area(on), petal, pay }
}

pub(crate) fn buy(on: u8) -> Action {
    Action::Buy { area: area(on) }
}

pub(crate) fn pass(discarded: &str, expansions: &str) -> Action {
    Action::Pass(Discard { tiles: tiles(discarded), expansions: kinds(expansions) })
}

/// Plays for the seat to act.
pub(crate) fn play(state: &mut State, action: Action) -> Effect {
    state.play(&Rules::FRONT, state.turn(), &action).unwrap()
}

/// Returns the refusal, after checking that nothing changed and that there is an explanation.
pub(crate) fn refused(state: &mut State, action: Action) -> Illegal {
    let before = *state;
    let reason = state.play(&Rules::FRONT, state.turn(), &action).unwrap_err();
    assert_eq!(*state, before, "a refused action changes nothing");
    let words = explained(state, action).to_string();
    assert!(words.len() > 8 && words.ends_with('.'), "{words}");
    assert!(!reason.to_string().is_empty());
    reason
}

pub(crate) fn explained(state: &State, action: Action) -> Explanation {
    state.explain(&Rules::FRONT, state.turn(), &action).unwrap()
}

/// What a seat owns, to be set up by hand.
pub(crate) fn owner(state: &mut State, number: u8) -> &mut Player {
    &mut state.players[usize::from(number)]
}

/// Seat 0 with these tiles, expansions and jokers in storage.
pub(crate) fn holding(held: &str, expansions: &str, jokers: u8) -> State {
    let mut state = game(2, "b1 b2 b3 b4");
    owner(&mut state, 0).storage =
        Storage { tiles: tiles(held), expansions: kinds(expansions), jokers };
    state
}
