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
fn commands_that_do_not_move_the_game_come_to_an_end_for_each_person() {
    let mut world = World::of(&["anna", "ben"], json!({}));
    let rename = |n: usize| json!({ "type": "rename", "seat": 1, "name": format!("Ben {n}") });
    let mut renamed = 0;
    while world.ask("ben", rename(renamed)).is_ok() {
        renamed += 1;
    }
    assert_eq!(renamed, 200, "to sit down was none of them");
    assert_eq!(world.code("ben", rename(0)), "too_many");
    assert_eq!(world.code("ben", json!({ "type": "say", "phrase": "hello" })), "too_many");
    // The game goes on, and the others may still speak.
    world.must("anna", json!({ "type": "say", "phrase": "hello" }));
    world.pass("anna");
    world.pass("ben");
}

#[test]
fn who_has_talked_much_may_still_propose_the_end_and_let_a_bot_play() {
    let mut world = World::of(&["anna", "ben", "carl"], json!({}));
    for n in 0..200 {
        let name = format!("Ben {n}");
        world.must("ben", json!({ "type": "rename", "seat": 1, "name": name }));
    }
    let end = |agrees: bool| json!({ "type": "offer_end", "agrees": agrees });
    world.must("ben", end(true));
    for n in 1..200 {
        world.must("ben", end(n % 2 == 0));
    }
    assert_eq!(world.code("ben", end(true)), "too_many", "there is an end to that too");
    // Nobody else has used that up, and it is apart from what bots are asked for.
    world.must("carl", end(true));
    world.gone = vec![seat(0)];
    world.must("ben", json!({ "type": "take_over", "seat": 0, "level": "random" }));
    world.check();
}

#[test]
fn seats_taken_and_left_again_cost_nobody_theirs() {
    let seats = json!([{ "who": "me" }, { "who": "open" }]);
    let mut world = World::made(seats, json!({ "access": "open" }));
    // Ten guests of different addresses, as fast as they can.
    for n in 0..3000 {
        let who = format!("guest {}", n % 10);
        world.from = Some(format!("address {}", n % 10));
        world.must(&who, json!({ "type": "sit" }));
        world.must(&who, json!({ "type": "leave" }));
    }
    // One address alone comes to an end, however many guests it has: the log is not to grow for ever.
    world.from = Some("address 0".into());
    let mut sat = 0;
    let refused = loop {
        let who = format!("another {sat}");
        match world.ask(&who, json!({ "type": "sit" })) {
            Ok(_) => world.must(&who, json!({ "type": "leave" })),
            Err(why) => break why,
        };
        sat += 1;
    };
    assert_eq!((sat, common::code(&refused).as_str()), (1700, "too_many"));
    // So does what they say and call themselves meanwhile, and it is known after a restart.
    world.table = world.read_again();
    assert_eq!(world.code("one more", json!({ "type": "sit" })), "too_many");
    // The host of the same address is not held up by them, and whoever comes from elsewhere sits down and plays.
    world.must("anna", json!({ "type": "set_bot", "seat": 1, "level": "random" }));
    world.must("anna", json!({ "type": "set_bot", "seat": 1, "level": null }));
    world.from = Some("elsewhere".into());
    world.must("ben", json!({ "type": "sit" }));
    for who in ["ben", "anna"] {
        world.must(who, json!({ "type": "ready", "luck": "" }));
    }
    assert_eq!(world.table.stage(), Stage::Playing);
    world.check();
}

#[test]
fn so_much_is_said_in_so_much_time_by_each() {
    let mut world = World::of(&["anna", "ben", "carl", "dora"], json!({}));
    let say = || json!({ "type": "say", "phrase": "hello" });
    let mut say_five = |who: &str| {
        for _ in 0..5 {
            world.must(who, say());
        }
        assert_eq!(world.code(who, say()), "too_many");
    };
    say_five("anna");
    // She mutes nobody.
    say_five("ben");
    say_five("carl");
    // Three together have used up what the table has, but not a word of somebody who was silent.
    world.must("dora", say());
    assert_eq!(world.code("dora", say()), "too_many");
    assert_eq!(world.code("erik", say()), "not_seated");
    world.now += MINUTE;
    let events = world.must("ben", json!({ "type": "say", "phrase": "nice" }));
    assert!(matches!(events[..], [LogEvent::Said { seat: own, .. }] if own == seat(1)));
    world.check();
}

#[test]
fn names_at_a_table_are_told_apart() {
    let seats = json!([{ "who": "me", "name": "Zoe" }, { "who": "open" }, { "who": "open" }]);
    let mut world = World::made(seats, json!({ "access": "open" }));
    let sit = |name: &str| json!({ "type": "sit", "name": name });
    let name = |world: &World, seat: usize| world.view()["seats"][seat]["name"].clone();
    assert_eq!(world.code("ben", sit("Architect")), "bad_name");
    world.must("ben", sit("zoё"));
    assert_eq!(name(&world, 1), "zoё 2");
    world.must("carl", sit("Ben"));
    for (wish, is) in [("Z o e", "Z o e 3"), ("ZOË 2", "ZOË 2 2"), ("Carl", "Carl")] {
        world.must("carl", json!({ "type": "rename", "seat": 2, "name": wish }));
        assert_eq!(name(&world, 2), is);
    }
    let refused = json!({ "type": "rename", "seat": 2, "name": "Gärtner 2" });
    assert_eq!(world.code("carl", refused), "bad_name");
    // One's own seats around one screen are called as one likes.
    world.must("carl", json!({ "type": "rename", "seat": 2, "name": "Carl" }));
    assert_eq!(name(&world, 2), "Carl");
    world.check();
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
