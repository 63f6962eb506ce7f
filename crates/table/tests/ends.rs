//! How games end, and what may follow.
mod common;

use common::{World, code, seat};
use quinta_deal::Seed;
use quinta_table::{Requester, Table};
use quinta_wire::Stage;
use serde_json::json;

#[test]
fn the_other_wins_when_one_of_two_resigns() {
    let mut world = World::of(&["anna", "ben"], json!({}));
    world.must("anna", json!({ "type": "resign" }));
    let result = &world.view()["result"];
    assert_eq!((&result["reason"], &result["winners"]), (&json!("resigned"), &json!([1])));
    assert!(world.view()["fair"]["seed"].is_string(), "what is over is revealed");
    world.check();
}

#[test]
fn nothing_follows_the_end_but_words_and_a_rematch() {
    let mut world = World::of(&["anna", "ben"], json!({}));
    world.must("anna", json!({ "type": "resign" }));
    let at = world.table.number();
    for command in [
        json!({ "type": "resign" }),
        json!({ "type": "act", "at": at, "action": { "pass": {} } }),
        json!({ "type": "undo", "at": at }),
        json!({ "type": "offer_end", "agrees": true }),
        json!({ "type": "rename", "seat": 1, "name": "The winner" }),
        json!({ "type": "return" }),
        json!({ "type": "take_over", "seat": 0, "level": "random" }),
        json!({ "type": "abandon", "seat": 0 }),
    ] {
        assert_eq!(world.code("ben", command.clone()), "table_over", "{command}");
    }
    world.must("ben", json!({ "type": "say", "phrase": "played" }));
    assert!(world.wait(u64::from(u32::MAX)).is_empty());
    world.check();
}

#[test]
fn at_one_screen_only_the_one_to_act_resigns() {
    let seats = json!([{ "who": "me", "name": "Ann" }, { "who": "me", "name": "Bo" }, { "who": "me", "name": "Cy" }]);
    let mut world = World::made(seats, json!({ "first": { "seat": 1 } }));
    world.must("anna", json!({ "type": "ready", "luck": "" }));
    world.must("anna", json!({ "type": "resign" }));
    assert_eq!(world.table.stage(), Stage::Playing);
    let resigned: Vec<_> =
        world.view()["seats"].as_array().unwrap().iter().map(|s| s["resigned"].clone()).collect();
    assert_eq!(resigned, [json!(false), json!(true), json!(false)]);
    // The next one ends it, and the last one has won; nobody resigns after that.
    world.must("anna", json!({ "type": "resign" }));
    assert_eq!(world.view()["result"]["winners"], json!([0]));
    assert_eq!(world.view()["seats"][0]["resigned"], false);
    assert_eq!(world.code("anna", json!({ "type": "resign" })), "table_over");
    world.check();
}

#[test]
fn it_ends_when_everyone_agrees() {
    let mut world = World::of(&["anna", "ben"], json!({}));
    world.must("ben", json!({ "type": "offer_end", "agrees": true }));
    world.must("ben", json!({ "type": "offer_end", "agrees": false }));
    world.must("anna", json!({ "type": "offer_end", "agrees": true }));
    assert_eq!(world.table.stage(), Stage::Playing);
    world.must("ben", json!({ "type": "offer_end", "agrees": true }));
    let result = &world.view()["result"];
    assert_eq!((&result["reason"], &result["winners"]), (&json!("agreed"), &json!([])));
    world.check();
}

#[test]
fn with_three_the_game_goes_on_without_who_resigned() {
    let mut world = World::of(&["anna", "ben", "carl"], json!({}));
    world.must("anna", json!({ "type": "resign" }));
    while world.table.stage() == Stage::Playing {
        let turn = world.table.to_act().unwrap();
        assert_ne!(turn, seat(0), "she passes by herself");
        world.pass(["anna", "ben", "carl"][turn.index()]);
    }
    let view = world.view();
    assert_eq!(view["result"]["reason"], "finished");
    assert!(!view["result"]["winners"].as_array().unwrap().contains(&json!(0)));
    world.check();
}

#[test]
fn a_rematch_has_the_same_players_one_seat_further() {
    let mut world = World::of(&["anna", "ben"], json!({ "board": "back" }));
    let requester = Requester::new("ben", "ben", world.now);
    let wish = |table: &Table| table.rematch_setting(&requester, &Seed([8; 32]), "again");
    assert_eq!(code(&wish(&world.table).unwrap_err()), "not_over");
    world.must("anna", json!({ "type": "resign" }));
    let made = wish(&world.table).unwrap();
    let change = world.table.rematch_at("bcdefghjkm", world.now).unwrap();
    world.take(change);
    assert_eq!(world.table.rematch(), Some("bcdefghjkm"));
    let again = Table::from_log("bcdefghjkm", [made]).unwrap();
    assert_eq!(again.seats_of("ben"), [seat(0)]);
    assert_eq!(again.seats_of("anna"), [seat(1)]);
    assert_eq!(again.options(), world.table.options());
    let stranger = Requester { who: "carl", ..requester };
    let refused = world.table.rematch_setting(&stranger, &Seed([8; 32]), "again").unwrap_err();
    assert_eq!(code(&refused), "not_seated");
    world.check();
}
