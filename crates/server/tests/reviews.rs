//! Reviews: begun by the first request, kept for everybody, also after a restart.
mod common;

use common::{Answer, Dice, Folder, Guest, request, start_as};
use quinta_server::{Limits, Settings};
use serde_json::{Value, json};
use std::net::SocketAddr;

on_both_stores!(
    a_game_that_is_over_is_looked_back_at_once_for_everybody,
    records_of_all_tables_are_looked_back_at,
    one_address_has_four_at_a_time,
    a_game_goes_on_from_a_position_of_another,
    a_game_that_is_being_played_is_not_looked_at,
);
on_two_servers!(a_game_that_is_being_played_is_not_looked_at,);

fn quick() -> Settings {
    Settings { review_simulations: 2, limits: Limits::none(), ..Settings::default() }
}

/// Polls until the review is done; returns the progress each time.
async fn finished(address: SocketAddr, first: &Value) -> (Value, Vec<u64>) {
    let path = format!("/api/reviews/{}", first["id"].as_str().unwrap());
    let mut progress = first.clone();
    let mut judged = Vec::new();
    while progress.get("review").is_none() {
        judged.push(progress["judged"].as_u64().unwrap());
        let answer = request(address, "GET", &path, &[], None).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        progress = answer.body;
    }
    (progress, judged)
}

fn conformance(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../record/tests/conformance");
    std::fs::read_to_string(format!("{folder}/{name}.json")).unwrap()
}

async fn post(address: SocketAddr, record: &str) -> Answer {
    request(address, "POST", "/api/reviews", &[], Some(record)).await
}

/// Requests from this address, as reported by a proxy.
async fn post_from(address: SocketAddr, seen_at: &str, record: &str) -> Answer {
    let headers = [("X-Forwarded-For", seen_at)];
    request(address, "POST", "/api/reviews", &headers, Some(record)).await
}

async fn a_game_that_is_over_is_looked_back_at_once_for_everybody(folder: Folder) {
    let server = start_as(&folder, quick()).await;
    let address = server.address();
    let anna = Guest::new(address).await;
    let seats = json!([{ "who": "me" }, { "who": "bot", "level": "random" }]);
    let (id, _) = anna.create(json!({ "seats": seats })).await;
    let path = format!("/api/games/{id}/review");
    let early = anna.ask("POST", &path, None).await;
    assert_eq!((early.status, &early.body["error"]["code"]), (409, &json!("not_started")));
    anna.ready(&id).await;
    let early = anna.ask("POST", &path, None).await;
    assert_eq!((early.status, &early.body["error"]["code"]), (409, &json!("not_over")));
    anna.socket(&id, None).await.play(&mut Dice(5)).await;

    let first = anna.ask("POST", &path, None).await;
    assert_eq!(first.status, 200, "{}", first.text);
    let (done, judged) = finished(address, &first.body).await;
    assert!(judged.is_sorted(), "{judged:?}");
    let (review, replay) = (&done["review"], anna.get(&format!("/api/games/{id}/replay")).await);
    let moves = review["moves"].as_array().unwrap();
    assert_eq!(done["moves"], moves.len());
    for one in moves {
        let step = &replay["steps"][one["number"].as_u64().unwrap() as usize - 1];
        assert_eq!(step["event"]["event"]["seat"], one["seat"], "{one}");
    }
    for place in review["moments"].as_array().unwrap() {
        let one = &moves[place.as_u64().unwrap() as usize];
        assert!(one["better"][0]["state"].is_object(), "{one}");
    }

    // A stranger with the record gets the same review, and so does everybody after a restart.
    let record = anna.get(&format!("/api/games/{id}/record")).await.to_string();
    let same = post(address, &record).await;
    assert_eq!(same.body, done);
    server.stop().await.unwrap();
    let server = start_as(&folder, Settings { review_simulations: u32::MAX, ..quick() }).await;
    let again = anna.at(server.address()).ask("POST", &path, None).await;
    assert_eq!(again.body, done, "nothing is worked out a second time");
    server.stop().await.unwrap();
}

async fn records_of_all_tables_are_looked_back_at(folder: Folder) {
    let server = start_as(&folder, quick()).await;
    let address = server.address();
    for name in ["2p-back-00", "3p-front-jokers-lost-00", "4p-front-short-draw-00"] {
        let first = post(address, &conformance(name)).await;
        assert_eq!(first.status, 200, "{name}: {}", first.text);
        let (done, _) = finished(address, &first.body).await;
        assert_eq!(done["judged"], done["moves"], "{name}");
    }
    let broken = post(address, "{}").await;
    assert_eq!((broken.status, &broken.body["error"]["code"]), (422, &json!("bad_record")));
    let unknown = request(address, "GET", "/api/reviews/00", &[], None).await;
    assert_eq!(unknown.status, 404);
    let nothing = request(address, "POST", "/api/games/aaaaaaaaaa/review", &[], None).await;
    assert_eq!((nothing.status, &nothing.body["error"]["code"]), (404, &json!("no_such_table")));
    server.stop().await.unwrap();
}

async fn one_address_has_four_at_a_time(folder: Folder) {
    // The judge never finishes the first move.
    let settings =
        Settings { review_simulations: u32::MAX, bot_threads: 1, behind_proxy: true, ..quick() };
    let server = start_as(&folder, settings).await;
    let address = server.address();
    let names = ["2p-back-00", "2p-back-01", "2p-back-02", "2p-back-03"];
    for (n, name) in names.into_iter().chain(names).enumerate() {
        // An IPv6 network counts as one address.
        let begun = post_from(address, &format!("2001:db8::{n}"), &conformance(name)).await;
        assert_eq!((begun.status, &begun.body["judged"]), (200, &json!(0)), "{name}");
    }
    let fifth = post_from(address, "2001:db8::9", &conformance("2p-front-00")).await;
    assert_eq!((fifth.status, &fifth.body["error"]["code"]), (503, &json!("busy")));
    let other = post_from(address, "2001:db8:0:1::9", &conformance("2p-front-00")).await;
    assert_eq!(other.status, 200, "{}", other.text);
    server.stop().await.unwrap();
}

async fn a_game_goes_on_from_a_position_of_another(folder: Folder) {
    let server = start_as(&folder, quick()).await;
    let anna = Guest::new(server.address()).await;
    let record: Value = serde_json::from_str(&conformance("3p-front-00")).unwrap();
    let wish =
        |moves: u32| json!({ "record": record, "moves": moves, "seat": 1, "level": "random" });
    let made = anna.ask("POST", "/api/continuations", Some(&wish(40))).await;
    assert_eq!(made.status, 201, "{}", made.text);
    let id = made.body["id"].as_str().unwrap();
    anna.ready(id).await;
    anna.socket(id, None).await.play(&mut Dice(9)).await;
    // Earlier events and those of this table form one game.
    let steps = |replay: &Value| replay["steps"].as_array().unwrap().clone();
    let played = steps(&anna.get(&format!("/api/games/{id}/replay")).await);
    let other = anna.ask("POST", "/api/replays", Some(&record)).await;
    assert!(played.len() > 40);
    assert_eq!(played[..40], steps(&other.body)[..40]);
    let record = anna.get(&format!("/api/games/{id}/record")).await;
    assert_eq!(record["fair"]["fresh_luck"], true);
    let nowhere = anna.ask("POST", "/api/continuations", Some(&wish(4000))).await;
    assert_eq!((nowhere.status, &nowhere.body["error"]["code"]), (400, &json!("bad_options")));
    let broken = json!({ "record": {}, "moves": 1, "seat": 0, "level": "random" });
    let broken = anna.ask("POST", "/api/continuations", Some(&broken)).await;
    assert_eq!((broken.status, &broken.body["error"]["code"]), (422, &json!("bad_record")));
    server.stop().await.unwrap();
}

async fn a_game_that_is_being_played_is_not_looked_at(folder: Folder) {
    let server = start_as(&folder, quick()).await;
    let (here, there) = (server.address(), server.address());
    let anna = Guest::new(here).await;
    let seats = json!([{ "who": "me" }, { "who": "me" }]);
    let (id, _) = anna.create(json!({ "seats": seats, "options": { "board": "front" } })).await;
    anna.ready(&id).await;
    for area in [0, 1, 2] {
        let at = anna.get(&format!("/api/tables/{id}")).await["table"]["number"].clone();
        let buy = json!({ "type": "act", "at": at, "action": { "buy": area } });
        anna.must(&id, buy).await;
    }
    let record = anna.get(&format!("/api/games/{id}/record")).await;
    // A move more, nothing that says where it comes from, the other board, and a shorter game.
    let turn = anna.get(&format!("/api/tables/{id}")).await["table"]["state"]["turn"].clone();
    let mut longer = record.clone();
    let events = longer["events"].as_array_mut().unwrap();
    events.push(json!({ "seat": turn, "pass": { "tiles": [], "expansions": [] } }));
    let mut bare = longer.clone();
    for field in ["names", "fair", "engine"] {
        bare.as_object_mut().unwrap().remove(field);
    }
    bare["events"][0]["draw"].as_array_mut().unwrap().reverse();
    let mut back = bare.clone();
    back["setup"]["board"] = json!("back");
    let mut shorter = bare.clone();
    shorter["events"].as_array_mut().unwrap().truncate(2);
    // And what only its name betrays.
    let mut named = serde_json::from_str::<Value>(&conformance("2p-front-00")).unwrap();
    named["fair"] = json!({ "game": id });
    for (address, forged) in [&record, &longer, &bare, &back, &shorter, &named]
        .into_iter()
        .flat_map(|r| [(here, r), (there, r)])
    {
        let refused = post(address, &forged.to_string()).await;
        assert_eq!(
            (refused.status, &refused.body["error"]["code"]),
            (409, &json!("not_over")),
            "{forged}"
        );
    }
    let wish = json!({ "record": bare, "moves": 3, "seat": 1, "level": "random" });
    let refused = anna.at(there).ask("POST", "/api/continuations", Some(&wish)).await;
    assert_eq!((refused.status, &refused.body["error"]["code"]), (409, &json!("not_over")));
    // Another game is fine, and so is this one once it is over.
    assert_eq!(post(there, &conformance("2p-front-00")).await.status, 200);
    anna.must(&id, json!({ "type": "resign" })).await;
    assert_eq!(post(there, &longer.to_string()).await.status, 200);
    server.stop().await.unwrap();
}
