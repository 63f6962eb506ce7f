//! Players who leave and return: what the others may do meanwhile, with and without a clock.
mod common;

use common::{MINUTE, SECOND, World, seat};
use quinta_table::LogEvent;
use quinta_table::log::BotLevel;
use quinta_wire::Stage;
use serde_json::json;

fn take_over(level: &str) -> serde_json::Value {
    json!({ "type": "take_over", "seat": 1, "level": level })
}

const ABANDON: &str = r#"{ "type": "abandon", "seat": 1 }"#;

fn abandon() -> serde_json::Value {
    serde_json::from_str(ABANDON).unwrap()
}

#[test]
fn with_a_clock_only_its_running_out_counts() {
    for clock in [
        json!({ "type": "days", "days": 3 }),
        json!({ "type": "per_move", "seconds": 3600 }),
        json!({ "type": "per_game", "seconds": 3600, "increment": 0 }),
    ] {
        let mut world = World::of(&["anna", "ben"], json!({ "clock": clock }));
        world.pass("anna");
        // Ben has closed the page, and everything else says that he will not return.
        (world.gone, world.left) = (vec![seat(1)], vec![seat(1)]);
        world.wait(59 * MINUTE);
        assert_eq!(world.code("anna", take_over("random")), "not_absent");
        assert_eq!(world.code("anna", abandon()), "not_absent");
        let (_, deadline) = world.table.deadline().unwrap();
        world.now = deadline;
        assert_eq!(world.wait(0), [LogEvent::TimedOut { seat: seat(1) }]);
        world.must("anna", abandon());
        assert_eq!(world.view()["result"]["winners"], json!([0]));
        world.check();
    }
}

#[test]
fn without_a_clock_a_bot_may_play_after_a_while_and_only_much_later_may_the_game_end() {
    let mut world = World::of(&["anna", "ben"], json!({}));
    world.pass("anna");
    assert_eq!(world.code("anna", take_over("gardener")), "not_absent");
    assert_eq!(world.code("anna", abandon()), "not_absent");
    world.gone = vec![seat(1)];
    assert_eq!(world.code("anna", abandon()), "not_absent", "he may still come back");
    world.left = vec![seat(1)];
    world.must("anna", abandon());
    assert_eq!(world.view()["result"]["reason"], "abandoned");
}

#[test]
fn who_is_gone_for_a_while_has_a_say_in_ending_the_game() {
    let end = || json!({ "type": "offer_end", "agrees": true });
    let mut world = World::of(&["anna", "ben"], json!({}));
    world.gone = vec![seat(1)];
    world.must("anna", take_over("designer"));
    world.must("anna", end());
    assert_eq!(world.table.stage(), Stage::Playing, "a bot does not agree for him");
    world.left = vec![seat(1)];
    world.must("anna", end());
    assert_eq!(world.view()["result"]["reason"], "agreed");
    // With a clock, he has let it run out.
    let clock = json!({ "clock": { "type": "per_move", "seconds": 30 } });
    let mut world = World::of(&["anna", "ben"], clock);
    world.pass("anna");
    assert_eq!(world.wait(30 * SECOND), [LogEvent::TimedOut { seat: seat(1) }]);
    world.must("anna", take_over("designer"));
    world.must("anna", end());
    assert_eq!(world.view()["result"]["reason"], "agreed");
}

#[test]
fn the_opponent_does_not_choose_a_weaker_bot_than_the_table_has() {
    let mut world = World::of(&["anna", "ben"], json!({}));
    world.gone = vec![seat(1)];
    let events = world.must("anna", take_over("random"));
    assert_eq!(events, [LogEvent::TakenOver { seat: seat(1), level: BotLevel::Designer }]);

    let seats = json!([{ "who": "me" }, { "who": "open" }, { "who": "bot", "level": "gardener" }]);
    let mut world = World::made(seats, json!({ "access": "open", "first": { "seat": 0 } }));
    world.must("ben", json!({ "type": "sit" }));
    for who in ["anna", "ben"] {
        world.must(who, json!({ "type": "ready", "luck": "" }));
    }
    world.gone = vec![seat(1)];
    let events = world.must("anna", take_over("seedling"));
    assert_eq!(events, [LogEvent::TakenOver { seat: seat(1), level: BotLevel::Gardener }]);
}

#[test]
fn who_comes_back_has_their_seat_again() {
    let mut world = World::of(&["anna", "ben"], json!({}));
    world.gone = vec![seat(1)];
    world.must("anna", take_over("architect"));
    assert_eq!(world.code("anna", take_over("architect")), "not_absent", "a bot plays by now");
    assert!(world.table.is_stood_in_for("ben") && !world.table.is_stood_in_for("anna"));
    let change = world.table.comes_back("ben", world.now).unwrap();
    assert_eq!(world.take(change), [LogEvent::Returned { seat: seat(1) }]);
    assert!(world.view()["seats"][1].get("played_by").is_none());
    assert!(world.table.comes_back("ben", world.now).unwrap().is_empty(), "once");
    world.pass("anna");
    world.pass("ben");
    world.check();
}

#[test]
fn who_resigned_does_not_get_the_seat_back() {
    let mut world = World::of(&["anna", "ben", "carl"], json!({}));
    world.must("ben", json!({ "type": "resign" }));
    world.must("anna", take_over("designer"));
    assert!(!world.table.is_stood_in_for("ben"));
    assert_eq!(world.code("ben", json!({ "type": "return" })), "not_taken_over");
    world.check();
}

#[test]
fn who_was_late_comes_back_with_the_time_of_a_move_and_nobody_else_gets_any() {
    let clock = json!({ "clock": { "type": "per_move", "seconds": 30 } });
    let mut world = World::of(&["anna", "ben"], clock);
    world.pass("anna");
    world.wait(30 * SECOND);
    world.must("anna", take_over("designer"));
    assert_eq!(world.table.deadline(), None, "a bot needs no clock");
    let change = world.table.comes_back("ben", world.now).unwrap();
    world.take(change);
    assert_eq!(world.view()["seats"][1]["timed_out"], false);
    assert_eq!(world.time_left(1), Some(30 * SECOND));
    world.check();
}

#[test]
fn time_in_which_the_server_was_away_is_nobodys() {
    let clock = json!({ "clock": { "type": "per_game", "seconds": 600, "increment": 0 } });
    let mut world = World::of(&["anna", "ben"], clock);
    world.wait(MINUTE);
    // The server is down for an hour and restarts from the store.
    let mut again = world.read_again();
    world.now += 60 * MINUTE;
    let held = again.was_held(60 * MINUTE, world.now).unwrap();
    assert_eq!(held.entries().len(), 1);
    again.accept(held).unwrap();
    world.table = again;
    assert_eq!(world.time_left(0), Some(9 * MINUTE), "the minute before counts, the hour does not");
    assert_eq!(world.wait(0), [], "she is not out of time");
    world.wait(9 * MINUTE - 1);
    assert_eq!(world.wait(1), [LogEvent::TimedOut { seat: seat(0) }]);

    // Where no clock runs, nothing is written.
    let world = World::of(&["anna", "ben"], json!({}));
    assert!(world.table.was_held(60 * MINUTE, world.now).unwrap().is_empty());
}
