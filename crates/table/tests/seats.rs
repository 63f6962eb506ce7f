//! Seats before the start, names, phrases, and their limits.
mod common;

use common::{MINUTE, World, seat};
use quinta_table::LogEvent;
use quinta_wire::Stage;
use serde_json::json;

#[test]
fn seats_are_taken_left_and_given_to_bots() {
    let seats = json!([{ "who": "me" }, { "who": "open" }, { "who": "open" }]);
    let mut world = World::made(seats, json!({}));
    assert_eq!(world.code("ben", json!({ "type": "sit" })), "wrong_invitation");
    world.must("ben", json!({ "type": "sit", "invitation": "code", "seat": 2 }));
    let taken = json!({ "type": "sit", "invitation": "code", "seat": 2 });
    assert_eq!(world.code("carl", taken), "seat_taken");
    assert_eq!(world.code("carl", json!({ "type": "remove", "seat": 2 })), "not_host");
    assert_eq!(
        world.code("ben", json!({ "type": "set_bot", "seat": 1, "level": "random" })),
        "not_host"
    );
    world.must("ben", json!({ "type": "leave" }));
    for level in [json!("random"), json!(null), json!("gardener")] {
        world.must("anna", json!({ "type": "set_bot", "seat": 1, "level": level }));
    }
    world.must("anna", json!({ "type": "set_bot", "seat": 2, "level": "random" }));
    assert_eq!(world.table.stage(), Stage::Gathering, "Anna is not ready");
    world.must("anna", json!({ "type": "rename", "seat": 0, "name": "Anna <3" }));
    world.must("anna", json!({ "type": "ready", "luck": "ff" }));
    assert_eq!(world.table.stage(), Stage::Playing);
    assert_eq!(world.view()["seats"][0]["name"], "Anna <3");
    let sit = json!({ "type": "sit", "invitation": "code" });
    assert_eq!(world.code("ben", sit), "already_started");
    world.check();
}

#[test]
fn the_host_removes_strangers_who_sit_on_every_seat_and_they_stay_out() {
    let seats = json!([{ "who": "me" }, { "who": "open" }, { "who": "open" }]);
    let mut world = World::made(seats, json!({ "access": "open" }));
    for _ in 0..2 {
        world.must("stranger", json!({ "type": "sit" }));
    }
    assert_eq!(world.code("ben", json!({ "type": "sit" })), "no_free_seat");
    for seat in [1, 2] {
        world.must("anna", json!({ "type": "remove", "seat": seat }));
    }
    assert_eq!(world.code("stranger", json!({ "type": "sit" })), "removed");
    world.must("ben", json!({ "type": "sit" }));
    // The host may leave and sit down without limit.
    world.must("anna", json!({ "type": "remove", "seat": 0 }));
    world.must("anna", json!({ "type": "sit", "seat": 0 }));
    world.check();
}

#[test]
fn commands_that_do_not_move_the_game_come_to_an_end() {
    let mut world = World::of(&["anna", "ben"], json!({}));
    let rename = |n: usize| json!({ "type": "rename", "seat": 1, "name": format!("Ben {n}") });
    let mut renamed = 0;
    while world.ask("ben", rename(renamed)).is_ok() {
        renamed += 1;
    }
    assert_eq!(renamed, 199, "to sit down was one of the 200");
    assert_eq!(world.code("ben", rename(0)), "too_many");
    assert_eq!(world.code("ben", json!({ "type": "say", "phrase": "hello" })), "too_many");
    // The game goes on, and the others may still speak.
    world.must("anna", json!({ "type": "say", "phrase": "hello" }));
    world.pass("anna");
    world.pass("ben");
    // New guests are free, so all guests but the host share a limit too.
    let seats = json!([{ "who": "me" }, { "who": "open" }]);
    let mut world = World::made(seats, json!({ "access": "open" }));
    for n in 0..1000 {
        let who = format!("guest {n}");
        world.must(&who, json!({ "type": "sit" }));
        world.must(&who, json!({ "type": "leave" }));
    }
    assert_eq!(world.code("another", json!({ "type": "sit" })), "too_many");
    world.must("anna", json!({ "type": "set_bot", "seat": 1, "level": "random" }));
    world.must("anna", json!({ "type": "ready", "luck": "" }));
    assert_eq!(world.table.stage(), Stage::Playing);
}

#[test]
fn so_much_is_said_in_so_much_time() {
    let mut world = World::of(&["anna", "ben"], json!({}));
    for _ in 0..5 {
        world.must("anna", json!({ "type": "say", "phrase": "hello" }));
    }
    assert_eq!(world.code("ben", json!({ "type": "say", "phrase": "nice" })), "too_many");
    assert_eq!(world.code("carl", json!({ "type": "say", "phrase": "nice" })), "not_seated");
    world.now += MINUTE;
    let events = world.must("ben", json!({ "type": "say", "phrase": "nice" }));
    assert!(matches!(events[..], [LogEvent::Said { seat: own, .. }] if own == seat(1)));
}

#[test]
fn a_command_sent_twice_counts_once() {
    let mut world = World::of(&["anna", "ben"], json!({}));
    world.must("anna", json!({ "type": "say", "phrase": "hello" }));
    let again = world.read_again();
    let number = world.table.number();
    for table in [&world.table, &again] {
        let done =
            (1..=9).find_map(|id| table.done("anna", &id.to_string()).filter(|n| *n == number));
        assert_eq!(done, Some(number));
    }
}

#[test]
fn an_action_in_notation_is_read_to_its_end_or_refused() {
    let mut world = World::of(&["anna", "ben"], json!({}));
    let at = world.table.number();
    let text = |text: String| json!({ "type": "act_text", "at": at, "text": text });
    let long = format!("pass{}rubbish", " ".repeat(200));
    assert_eq!(world.code("anna", text(long)), "bad_request");
    assert_eq!(world.code("anna", text("pass and run".into())), "bad_notation");
    assert_eq!(world.table.number(), at, "nothing was played");
    world.must("anna", text("pass".into()));
}
