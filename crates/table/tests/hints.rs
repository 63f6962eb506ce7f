//! Hints: who may have one, how often, and that everyone is told.
mod common;

use common::{World, seat};
use quinta_table::LogEvent;
use serde_json::json;

fn hint() -> serde_json::Value {
    json!({ "type": "hint" })
}

#[test]
fn a_hint_is_told_to_everyone_and_counts_once_a_position() {
    let mut world = World::of(&["anna", "ben"], json!({ "hints": true, "hint_limit": 2 }));
    let at = world.table.number();
    assert_eq!(world.must("anna", hint()), [LogEvent::Hinted { seat: seat(0) }]);
    assert_eq!(world.must("anna", hint()), [], "the same position");
    assert_eq!(world.view()["seats"][0]["hints"], 1);
    assert_eq!(world.view()["seats"][1]["hints"], 0);
    assert_eq!(world.code("ben", hint()), "not_your_turn");
    assert_eq!(world.code("carl", hint()), "not_seated");
    // A hint does not change the position's number.
    let act = json!({ "type": "act", "at": at, "action": { "buy": 0 } });
    world.must("anna", act);
    world.act("ben", json!({ "buy": 0 }));
    assert_eq!(world.must("anna", hint()).len(), 1);
    world.act("anna", json!({ "buy": 1 }));
    world.act("ben", json!({ "buy": 1 }));
    assert_eq!(world.code("anna", hint()), "no_hints_left");
    assert_eq!(world.view()["seats"][0]["hints"], 2);
    // The others have hints of their own, and a reread log knows all of them.
    world.pass("anna");
    world.must("ben", hint());
    let again = serde_json::to_value(world.read_again().view(world.now)).unwrap();
    assert_eq!(again["seats"], world.view()["seats"]);
}

#[test]
fn what_is_taken_back_gives_no_hint_back() {
    let mut world = World::of(&["anna", "ben"], json!({ "hints": true, "hint_limit": 1 }));
    world.must("anna", hint());
    world.act("anna", json!({ "buy": 0 }));
    world.undo("anna");
    assert_eq!(world.code("anna", hint()), "no_hints_left");
}

#[test]
fn a_table_without_hints_has_no_coach_either() {
    let mut world = World::of(&["anna", "ben"], json!({}));
    assert_eq!(world.code("anna", hint()), "no_hints");
    let weigh = json!({ "type": "weigh", "at": world.table.number(), "action": { "buy": 0 } });
    assert_eq!(world.code("anna", weigh), "no_hints");
}

#[test]
fn only_who_plays_against_bots_alone_is_coached() {
    let bot = json!({ "who": "bot", "level": "random" });
    let me = json!({ "who": "me" });
    let first = json!({ "seat": 0 });
    let alone = |options: serde_json::Value, seats: serde_json::Value| {
        let mut world = World::made(seats, options);
        world.must("anna", json!({ "type": "ready", "luck": "" }));
        world
    };
    let weigh = |world: &World, area: u8| {
        let at = world.table.number();
        json!({ "type": "weigh", "at": at, "action": { "buy": area } })
    };
    let mut world = alone(json!({ "hints": true, "first": first }), json!([me, bot]));
    let (question, nonsense) = (weigh(&world, 0), weigh(&world, 0));
    assert_eq!(world.must("anna", question.clone()), [], "nothing is played");
    let mut late = nonsense;
    late["at"] = json!(99);
    assert_eq!(world.code("anna", late), "stale");
    let impossible = json!({ "expand": "b1", "area": 0, "petal": 0, "pay": {} });
    let mut wrong = question.clone();
    wrong["action"] = impossible;
    assert_eq!(world.code("anna", wrong), "not_in_storage");
    assert_eq!(world.code("ben", question), "not_seated");
    let limited = json!({ "hints": true, "hint_limit": 9, "first": first });
    let mut world = alone(limited, json!([me, bot]));
    let question = weigh(&world, 0);
    assert_eq!(world.code("anna", question), "no_coach");
    let mut world = alone(json!({ "hints": true, "first": first }), json!([me, me, bot]));
    let question = weigh(&world, 0);
    assert_eq!(world.code("anna", question), "no_coach");
}
