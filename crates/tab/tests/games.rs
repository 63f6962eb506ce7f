//! A tab driven by messages alone: whole games, stored entries, refusals.
mod common;

use common::{Page, fresh};
use quinta_record::Record;
use serde_json::{Value, json};

#[test]
fn whole_games_against_every_level_end_and_verify() {
    for level in ["random", "sprout", "seedling", "gardener", "designer", "mason", "architect"] {
        let mut page = Page::new();
        let seats = json!([{ "who": "me" }, { "who": "bot", "level": level }]);
        page.create(&seats, &json!({}));
        page.ready();
        page.play_out();
        let record = page.ask(&json!({ "do": "record", "id": page.id }));
        let verified = page.ask(&json!({ "do": "verify", "record": record.to_string() }));
        let told = [&verified["luck"], &verified["in_tab"], &verified["fresh_luck"]];
        assert_eq!(told, [&json!("kept"), &json!(true), &json!(false)], "{level}: {verified}");
        Record::from_json(record.to_string()).unwrap();
        let replay = page.ask(&json!({ "do": "replay", "id": page.id }));
        assert!(replay["steps"].as_array().unwrap().len() > 20, "{level}");
    }
}

#[test]
fn four_people_at_one_screen_play_a_whole_game() {
    let mut page = Page::new();
    let seats = json!([{ "who": "me" }, { "who": "me", "name": "Bo" }, { "who": "me", "name": "Cy" }, { "who": "me", "name": "Di" }]);
    page.create(&seats, &json!({ "board": "back" }));
    page.ready();
    page.play_out();
    assert_eq!(page.lobby["stage"], "over");
    assert!(page.lobby["seats"].as_array().unwrap().iter().any(|seat| seat["won"] == true));
}

#[test]
fn a_stored_log_opens_at_the_last_move_and_goes_on() {
    let mut page = Page::new();
    page.create(&json!([{ "who": "me" }, { "who": "bot", "level": "gardener" }]), &json!({}));
    page.ready();
    page.play(7);
    let before = page.table.clone();
    // A tab that was killed: only the stored entries are left.
    let mut again = Page::of(page.log.clone(), &page.id);
    again.snapshot(0);
    assert_eq!(again.table, before);
    again.play_out();
    assert_eq!(again.table["stage"], "over");
}

#[test]
fn nothing_counts_before_it_is_stored() {
    let mut page = Page::new();
    page.create(&json!([{ "who": "me" }, { "who": "me", "name": "Bo" }]), &json!({}));
    page.ready();
    let number = page.table["number"].clone();
    let step = page.command(&json!({ "type": "act", "at": number, "action": { "pass": {} } }));
    assert!(step["store"].is_array() && step["messages"].is_null());
    let step = page.ask(&json!({ "do": "not_stored", "id": page.id }));
    assert_eq!(step["messages"][0]["error"]["code"], "store_failed");
    page.snapshot(0);
    assert_eq!(page.table["number"], number);
}

#[test]
fn two_tabs_follow_one_another() {
    let mut one = Page::new();
    one.create(&json!([{ "who": "me" }, { "who": "me", "name": "Bo" }]), &json!({}));
    one.ready();
    let mut two = Page::of(one.log.clone(), &one.id);
    two.snapshot(0);
    let known = one.log.len();
    one.play(1);
    // The other tab acts on an outdated position: the store refuses it, and it reads on.
    let at = two.table["number"].clone();
    let pass = json!({ "type": "act", "at": at, "action": { "pass": {} } });
    let step = two.command(&pass);
    assert_eq!(step["store"][0]["number"], json!(known + 1), "a number that is taken");
    let step = two.ask(&json!({ "do": "follow", "id": two.id, "log": one.log[known..], "now": 9 }));
    two.hear(&step);
    assert_eq!(two.table["number"], one.table["number"]);
    two.log.clone_from(&one.log);
    let step = two.command(&pass);
    assert_eq!(step["messages"][0]["error"]["code"], "stale");
    two.play(1);
}

#[test]
fn a_command_counts_once_and_a_hint_is_thought_about_elsewhere() {
    let mut page = Page::new();
    page.create(
        &json!([{ "who": "me" }, { "who": "me", "name": "Bo" }]),
        &json!({ "hints": true }),
    );
    page.ready();
    let message = json!({ "id": "one", "type": "say", "phrase": "hello" });
    let send = |page: &mut Page| {
        let request =
            json!({ "do": "command", "id": page.id, "name": "Anna", "now": 5, "message": message });
        let step = page.ask(&request);
        page.carry_out(step)
    };
    let first = send(&mut page);
    let again = send(&mut page);
    assert_eq!(first["number"], again["number"]);
    let step = page.command(&json!({ "type": "hint" }));
    assert!(step["hint"].is_null(), "nothing is told before it is stored: {step}");
    let step = page.carry_out(step);
    let mut job = step["hint"].clone();
    assert_eq!(job["level"], "architect");
    job["do"] = json!("think");
    job["budget"] = json!("50sims");
    let thought = page.ask(&job);
    assert!(thought["action"].is_object() && thought["advice"]["why"].is_array(), "{thought}");
    let step = page.command(&json!({ "type": "hint", "level": "gardener" }));
    assert_eq!(step["hint"]["level"], "gardener", "asked again it is not stored again");
}

#[test]
fn a_coach_says_what_an_action_gives_away() {
    let mut page = Page::new();
    page.create(&json!([{ "who": "me" }, { "who": "bot", "level": "random" }]), &json!({}));
    page.ready();
    let at = page.table["number"].clone();
    let step = page.command(&json!({ "type": "weigh", "at": at, "action": { "pass": {} } }));
    let mut job = step["hint"].clone();
    assert_eq!(job["level"], "designer");
    let about = job["about"].clone();
    assert!(about["pass"].is_object(), "{job}");
    job["do"] = json!("think");
    let thought = page.ask(&job);
    let passing = &thought["advice"]["instead"][0];
    assert_eq!(passing["action"], about, "{thought}");
    assert!(passing["gives_away"].as_u64().unwrap() >= 8, "to pass at once gives away much");
    job["about"] = json!({ "expand": "b1", "area": 0, "petal": 0, "pay": {} });
    let refused = page.ask(&job);
    assert!(refused["error"]["message"].is_string(), "{refused}");
}

#[test]
fn the_same_players_meet_again() {
    let mut page = Page::new();
    page.create(&json!([{ "who": "me" }, { "who": "bot", "level": "random" }]), &json!({}));
    page.ready();
    page.play_out();
    let request = json!({
        "do": "command", "id": page.id, "name": "Anna", "now": 9, "fresh": fresh("t2"),
        "message": { "id": "again", "type": "rematch" },
    });
    let step = page.ask(&request);
    assert_eq!(step["store"][0]["id"], "t2");
    let log = vec![step["store"][0]["text"].as_str().unwrap().to_owned()];
    let step = page.carry_out(step);
    let reply = step["messages"].as_array().unwrap().last().unwrap();
    assert_eq!(reply["table"], "t2");
    let mut second = Page::of(log, "t2");
    second.snapshot(0);
    assert_eq!(second.table["seats"][0]["who"], "bot", "seats are rotated");
    second.ready();
    second.play_out();
}

#[test]
fn a_clock_runs_out() {
    let mut page = Page::new();
    page.create(
        &json!([{ "who": "me" }, { "who": "me", "name": "Bo" }]),
        &json!({ "clock": { "type": "per_move", "seconds": 5 } }),
    );
    let step = page.ready();
    let deadline = step["deadline"].as_u64().unwrap();
    let step = page.ask(&json!({ "do": "time", "id": page.id, "now": deadline - 1 }));
    assert!(step["store"].is_null());
    let step = page.ask(&json!({ "do": "time", "id": page.id, "now": deadline }));
    let step = page.carry_out(step);
    assert_eq!(step["messages"][0]["events"][0]["event"]["type"], "timed_out");
}

#[test]
fn what_cannot_be_read_is_refused_with_a_code() {
    let mut page = Page::new();
    for (request, code) in [
        (json!("nothing"), "bad_request"),
        (json!({ "do": "dance" }), "bad_request"),
        (
            json!({ "do": "snapshot", "id": "none", "name": "A", "now": 1, "since": 0 }),
            "no_such_table",
        ),
        (json!({ "do": "open", "id": "t", "log": ["{"] }), "store_failed"),
        (json!({ "do": "open", "id": "t", "log": [] }), "store_failed"),
        (json!({ "do": "replay_of", "record": "{}" }), "bad_record"),
        (json!({ "do": "verify", "record": "[" }), "bad_record"),
    ] {
        assert_eq!(page.ask(&request)["error"]["code"], code, "{request}");
    }
    let wish: Value = json!({ "seats": [{ "who": "me" }] });
    let request =
        json!({ "do": "create", "wish": wish, "name": "A", "now": 1, "fresh": fresh("t") });
    assert_eq!(page.ask(&request)["error"]["code"], "bad_options");
}

#[test]
fn a_finished_game_is_looked_back_at_move_by_move() {
    let mut page = Page::new();
    page.create(&json!([{ "who": "me" }, { "who": "bot", "level": "random" }]), &json!({}));
    page.ready();
    page.play_out();
    let refused = page.ask(&json!({ "do": "judge" }));
    assert_eq!(refused["error"]["code"], "bad_request");
    let record = page.ask(&json!({ "do": "record", "id": page.id })).to_string();
    let begin = json!({ "do": "look_back", "id": page.id, "record": record, "budget": "16sims" });
    let mut progress = page.ask(&begin);
    let moves = progress["moves"].as_u64().unwrap();
    assert!(moves > 10 && progress["review"].is_null(), "{progress}");
    for judged in 1..=moves {
        progress = page.ask(&json!({ "do": "judge" }));
        assert_eq!(progress["judged"], json!(judged));
    }
    let review = progress["review"].clone();
    assert_eq!(review["moves"].as_array().unwrap().len() as u64, moves);
    assert_eq!(
        page.ask(&json!({ "do": "judge" }))["review"],
        review,
        "there is nothing more to judge"
    );
}

#[test]
fn a_game_goes_on_from_a_position_of_another_one() {
    let mut page = Page::new();
    page.create(&json!([{ "who": "me" }, { "who": "bot", "level": "random" }]), &json!({}));
    page.ready();
    page.play_out();
    let record = page.ask(&json!({ "do": "record", "id": page.id }));
    let fresh = json!({ "id": "tab-on", "secret": "07".repeat(32), "invitation": "" });
    let play_on = |moves: u32| {
        let wish = json!({ "record": record, "moves": moves, "seat": 1, "level": "gardener" });
        json!({ "do": "play_on", "wish": wish, "name": "Anna", "now": 1, "fresh": fresh })
    };
    let made = page.ask(&play_on(3));
    let log = json!([made["store"][0]["text"]]);
    assert_eq!(page.ask(&json!({ "do": "open", "id": "tab-on", "log": log }))["number"], 1);
    assert_eq!(page.ask(&play_on(9999))["error"]["code"], "bad_options");
}

#[test]
fn every_lesson_can_be_taken() {
    let mut page = Page::new();
    let lessons = page.ask(&json!({ "do": "lessons" }));
    for lesson in lessons["lessons"].as_array().unwrap() {
        let mut take =
            json!({ "do": "lesson", "lesson": lesson["name"], "name": "Anna", "actions": [] });
        let begun = page.ask(&take);
        assert!(begun["done"] == false && begun["choices"].is_object(), "{begun}");
        take["actions"] = json!([{ "buy": 0 }, { "buy": 0 }]);
        assert!(page.ask(&take)["error"]["code"].is_string());
    }
    let refused =
        page.ask(&json!({ "do": "lesson", "lesson": "none", "name": "Anna", "actions": [] }));
    assert_eq!(refused["error"]["code"], "bad_request");
}
