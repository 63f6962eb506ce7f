//! Undo: what, by whom, and that it gives no time back.
mod common;

use common::{MINUTE, SECOND, World, code, seat};
use quinta_table::LogEvent;
use serde_json::{Value, json};

fn buy(area: u8) -> Value {
    json!({ "buy": area })
}

/// Something from the top of the stack, which reveals new tiles.
fn acquire(world: &World, who: &str) -> Value {
    acquisition(world, who).expect("something can be acquired")
}

fn acquisition(world: &World, who: &str) -> Option<Value> {
    let choices = serde_json::to_value(world.table.choices(who)?).unwrap();
    let mut possible = choices["acquire"].as_array()?.iter().filter(|c| c.get("reason").is_none());
    let choice = possible.next()?;
    Some(json!({ "acquire": choice["attribute"], "take": choice["takes"][0] }))
}

#[test]
fn the_last_action_is_taken_back_until_someone_acts_or_something_shows() {
    let mut world = World::of(&["anna", "ben"], json!({ "undo": "last" }));
    let before = world.view()["state"].clone();
    world.act("anna", buy(2));
    let at = world.table.number();
    assert_eq!(world.code("ben", json!({ "type": "undo", "at": at })), "cannot_undo");
    world.undo("anna");
    assert_eq!(world.view()["state"], before);
    assert!(world.view().get("undo").is_none());
    // An acquisition from the top reveals new tiles: it stays.
    let taken = acquire(&world, "anna");
    world.act("anna", taken);
    let at = world.table.number();
    assert_eq!(world.code("anna", json!({ "type": "undo", "at": at })), "cannot_undo");
    // Once Ben has acted, Anna cannot take her action back.
    world.act("ben", buy(1));
    let at = world.table.number();
    assert_eq!(world.code("anna", json!({ "type": "undo", "at": at })), "cannot_undo");
    world.undo("ben");
    world.check();
}

#[test]
fn nothing_is_taken_back_where_that_is_not_allowed() {
    let mut world = World::of(&["anna", "ben"], json!({ "undo": "never" }));
    world.act("anna", buy(2));
    let at = world.table.number();
    assert_eq!(world.code("anna", json!({ "type": "undo", "at": at })), "cannot_undo");
}

#[test]
fn against_bots_one_may_go_back_further_with_fresh_luck() {
    let seats = json!([{ "who": "me" }, { "who": "bot", "level": "random" }]);
    let options = json!({ "undo": "free", "first": { "seat": 0 } });
    let mut world = World::made(seats, options);
    world.must("anna", json!({ "type": "ready", "luck": "" }));
    let (start, to) = (world.view()["state"].clone(), world.table.number());
    let taken = acquire(&world, "anna");
    world.act("anna", taken);
    world.bot_passes();
    let taken = acquire(&world, "anna");
    world.act("anna", taken);
    let at = world.table.number();
    let events = world.must("anna", json!({ "type": "undo", "at": at, "to": to }));
    assert_eq!(events, [LogEvent::Undone { seat: seat(0), to, fresh_luck: true }]);
    assert_eq!(world.view()["state"], start);
    world.check();
}

#[test]
fn taking_back_gives_no_time_back() {
    let clock = json!({ "clock": { "type": "per_game", "seconds": 660, "increment": 600 } });
    let mut world = World::of(&["anna", "ben"], clock);
    for pair in 1..=6 {
        world.wait(MINUTE);
        world.act("anna", buy(2));
        world.wait(SECOND);
        world.undo("anna");
        assert_eq!(world.time_left(0), Some(660 * SECOND - pair * MINUTE), "pair {pair}");
        assert_eq!(world.view()["clock"]["left"], json!([660 * SECOND, 660 * SECOND]));
    }
    world.check();
}

#[test]
fn the_time_of_a_move_runs_out_however_often_it_is_taken_back() {
    let mut world =
        World::of(&["anna", "ben"], json!({ "clock": { "type": "per_move", "seconds": 30 } }));
    for _ in 0..2 {
        world.wait(10 * SECOND);
        world.act("anna", buy(2));
        world.undo("anna");
    }
    assert_eq!(world.time_left(0), Some(10 * SECOND));
    assert_eq!(world.wait(10 * SECOND), [LogEvent::TimedOut { seat: seat(0) }]);
    // Out of time, acted, taken back: still out of time, and the others may replace the player.
    world.act("anna", buy(2));
    world.undo("anna");
    assert_eq!(world.view()["seats"][0]["timed_out"], true);
    world.must("ben", json!({ "type": "take_over", "seat": 0, "level": "designer" }));
    world.check();
}

#[test]
fn it_ends_somewhere() {
    let mut world = World::of(&["anna", "ben"], json!({ "undo": "last" }));
    let mut taken_back = 0;
    loop {
        world.act("anna", buy(2));
        let at = world.table.number();
        match world.ask("anna", json!({ "type": "undo", "at": at })) {
            Ok(_) => taken_back += 1,
            Err(why) => {
                assert_eq!(code(&why), "too_many");
                break;
            }
        }
    }
    assert_eq!(taken_back, 1000);
    world.act("ben", buy(1));
}

#[test]
fn it_ends_also_for_who_goes_back_to_the_beginning() {
    let seats = json!([{ "who": "me" }, { "who": "me" }]);
    let mut world = World::made(seats, json!({ "undo": "free", "first": { "seat": 0 } }));
    world.must("anna", json!({ "type": "ready", "luck": "" }));
    let beginning = world.table.number();
    let mut taken_back = 0;
    let refused = loop {
        while let Some(taken) = acquisition(&world, "anna") {
            world.act("anna", taken);
        }
        let at = world.table.number();
        match world.ask("anna", json!({ "type": "undo", "at": at, "to": beginning })) {
            Ok(_) => taken_back += 1,
            Err(why) => break code(&why),
        }
    };
    assert_eq!(refused, "too_many");
    assert!(taken_back < 1000 && world.table.number() < 10_100, "{}", world.table.number());
    // What was taken back has half a megabyte, and the log with it not much more.
    let bytes: usize = world.log.iter().map(String::len).sum();
    assert!((530_000..800_000).contains(&bytes), "{bytes}");
    // The game can still be played to its end.
    while world.table.to_act().is_some() {
        world.pass("anna");
    }
    world.check();
}
