//! Bag, tower and stack: pouring, short draws, a stack that is spread.
use super::*;

/// Seat 0 is about to take everything from the top, with this bag and tower.
fn before_a_draw(bag: &str, tower: &str) -> State {
    let mut state = game(2, "b1 b2 b3 b4");
    state.bag = tiles(bag);
    state.tower = tiles(tower);
    play(&mut state, take("b", "b1@0 b2@0 b3@0 b4@0"));
    state
}

#[test]
fn the_top_goes_into_the_display_with_its_tiles() {
    let mut state = game(2, "b1 b2 g3 g4");
    play(&mut state, take("b", "b1@0 b2@0"));
    assert_eq!(state.phase(), Phase::Draw);
    assert_eq!(state.display().top(), Some(1));
    assert_eq!(state.display().stack_len(), 4);
    assert_eq!(state.display().slots()[0].tiles, top_tiles("g3 g4"));
    draw(&mut state, "y1 y2 y3 y4");
    assert_eq!(state.bag().len(), 100);
}

#[test]
fn with_four_in_the_bag_the_tower_stays() {
    let state = before_a_draw("y1 y2 y3 y4", "g1");
    assert_eq!((state.bag(), state.tower()), (tiles("y1 y2 y3 y4"), tiles("g1")));
}

#[test]
fn the_tower_is_poured_before_a_draw_that_the_bag_cannot_fill() {
    let mut state = before_a_draw("y1 y2 y3", "g1 g1 g2");
    assert_eq!(state.tower(), Tiles::EMPTY);
    assert_eq!(state.bag(), tiles("y1 y2 y3 g1 g1 g2"));
    // The draw may come from what was poured although the bag was not empty.
    draw(&mut state, "g1 g1 g2 y1");
    assert_eq!(state.bag(), tiles("y2 y3"));
}

#[test]
fn a_short_draw_takes_what_there_is() {
    let mut state = before_a_draw("y1", "g1");
    assert_eq!(state.draw_size(&Rules::FRONT), 2);
    let four = Chance::Draw(top_tiles("y1 g1 g2 g3"));
    let wrong = ImpossibleChance::WrongNumber { drawn: 4, expected: 2 };
    assert_eq!(state.chance(&Rules::FRONT, &four), Err(wrong));
    let other = Chance::Draw(top_tiles("y1 y1"));
    assert_eq!(state.chance(&Rules::FRONT, &other), Err(ImpossibleChance::NotInBag));
    draw(&mut state, "y1 g1");
    assert_eq!(state.display().slots()[1].tiles, top_tiles("y1 g1"));
    assert!(state.bag().is_empty());
}

#[test]
fn with_no_tile_left_the_stack_is_spread() {
    let mut state = before_a_draw("", "");
    assert_eq!(state.draw_size(&Rules::FRONT), 0);
    draw(&mut state, "");
    assert_eq!(state.display().top(), None);
    for shown in ["v1", "v2", "v3", "v4", "v5"] {
        assert_eq!(state.phase(), Phase::TurnUp);
        turn_up(&mut state, shown);
    }
    assert_eq!(state.phase(), Phase::Act);
    assert_eq!(state.display().expansions(), kinds("v1 v2 v3 v4 v5"));
    assert_eq!(state.turn(), seat(1));
}

#[test]
fn a_stack_can_be_spread_at_the_start_of_a_round() {
    let mut state = game(2, "b1 b2 b3 b4");
    state.bag = Tiles::EMPTY;
    play(&mut state, take("b", "b1@0 b2@0 b3@0 b4@0"));
    draw(&mut state, "");
    for shown in ["v1", "v2", "v3", "v4", "v5"] {
        turn_up(&mut state, shown);
    }
    play(&mut state, Action::PASS);
    play(&mut state, Action::PASS);
    assert_eq!((state.round(), state.phase()), (1, Phase::Draw));
    draw(&mut state, "");
    for shown in ["g1", "g2", "g3", "g4", "g5"] {
        turn_up(&mut state, shown);
    }
    // The holder of the marker still begins.
    assert_eq!(state.turn(), seat(1));
    assert_eq!(state.phase(), Phase::Act);
}

#[test]
fn after_the_last_of_the_stack_nothing_is_refilled() {
    let mut state = game(2, "b1 b2 b3 b4");
    let taken = Slot { face: Face::Taken, tiles: TopTiles::EMPTY };
    let last = Slot { face: Face::Down, tiles: top_tiles("y1 y2 g3 g4") };
    state.display = Display::laid_out(5, 4, &[taken, taken, taken, taken, last]);
    play(&mut state, take("y", "y1@4 y2@4"));
    assert_eq!(state.display().top(), None);
    assert_eq!(state.phase(), Phase::Act, "no draw");
    // What is left on it can still be taken; then it is turned up as well.
    play(&mut state, take("g", "g3@4 g4@4"));
    assert_eq!(state.phase(), Phase::TurnUp);
    turn_up(&mut state, "l1");
    assert_eq!(state.phase(), Phase::Act);
}

#[test]
fn chance_is_refused_when_nobody_waits_for_it() {
    let mut state = game(2, "b1 b2 b3 b4");
    let rules = Rules::FRONT;
    let not_awaited = Err(ImpossibleChance::NotAwaited);
    assert_eq!(state.chance(&rules, &Chance::Draw(TopTiles::EMPTY)), not_awaited);
    assert_eq!(state.chance(&rules, &Chance::TurnUp(kind("b1"))), not_awaited);
    play(&mut state, take("b", "b1@0 b2@0 b3@0 b4@0"));
    assert_eq!(state.chance(&rules, &Chance::TurnUp(kind("b1"))), not_awaited);
}
