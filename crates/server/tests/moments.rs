//! Single moments of games: duplicate, stale and reordered messages, refusals, hints, the time before the start.
mod common;

use common::{Dice, Folder, Guest, Socket, pick, request, start, start_as};
use quinta_server::{Limits, Settings};
use serde_json::{Value, json};

on_both_stores!(
    a_move_sent_twice_counts_once_and_an_old_one_is_refused,
    refusals_say_why,
    every_question_for_a_hint_is_answered,
    others_see_that_a_hint_was_used_and_what_else_there_was_stays_with_who_asked,
    against_bots_one_may_go_back_further_with_fresh_luck,
    before_the_start,
);

/// Two people with sockets in a running game; the first of the pair is to act.
async fn two(server: &common::Served, options: Value) -> (String, Socket, Socket) {
    let (anna, ben) = (Guest::new(server.address()).await, Guest::new(server.address()).await);
    let mut options = options;
    options["access"] = json!("open");
    options["first"] = json!({ "seat": 0 });
    let (table, _) = anna
        .create(json!({ "seats": [{ "who": "me" }, { "who": "open" }], "options": options }))
        .await;
    ben.must(&table, json!({ "type": "sit" })).await;
    anna.ready(&table).await;
    ben.ready(&table).await;
    let (first, second) = (anna.socket(&table, None).await, ben.socket(&table, None).await);
    (table, first, second)
}

fn action_of(socket: &Socket) -> Value {
    pick(socket.choices.as_ref().unwrap(), &mut Dice(1))
}

async fn a_move_sent_twice_counts_once_and_an_old_one_is_refused(folder: Folder) {
    let server = start(&folder).await;
    let (table, mut anna, mut ben) = two(&server, json!({})).await;
    let at = anna.choices.as_ref().unwrap()["at"].clone();
    let act = json!({ "id": "same", "type": "act", "at": at, "action": action_of(&anna) });
    let first = anna.ask(act.clone()).await;
    assert_eq!(first["type"], "reply");
    let number = anna.guest.get(&format!("/api/tables/{table}")).await["table"]["number"].clone();
    // Repeated over the same socket, another one, HTTP, and after a restart: the same reply and no effect.
    assert_eq!(anna.ask(act.clone()).await, first);
    assert_eq!(anna.guest.socket(&table, None).await.ask(act.clone()).await, first);
    assert_eq!(anna.guest.command(&table, act.clone()).await.body["number"], first["number"]);
    server.stop().await.unwrap();
    let server = start(&folder).await;
    let guest = anna.guest.at(server.address());
    assert_eq!(guest.command(&table, act.clone()).await.body["number"], first["number"]);
    assert_eq!(guest.get(&format!("/api/tables/{table}")).await["table"]["number"], number);

    // Someone else's command may have the same id. It is for an old number: refused, and what is newer can be asked for.
    let ben_again = ben.guest.at(server.address());
    let mut stale = act.clone();
    stale["action"] = json!({ "pass": {} });
    let refused = ben_again.command(&table, stale).await;
    assert_eq!((refused.status, &refused.body["error"]["code"]), (409, &json!("stale")));
    assert!(refused.body.get("events").is_none(), "{}", refused.text);
    let newer = ben_again.get(&format!("/api/tables/{table}?since={at}")).await;
    assert_eq!(newer["events"][0]["number"], at.as_u64().unwrap() + 1);
    // A number that is still to come is refused too, for a move and for taking one back: nobody can have seen that position.
    for command in [
        json!({ "type": "act", "at": 99_999, "action": { "pass": {} } }),
        json!({ "type": "act_text", "at": 99_999, "text": "pass" }),
        json!({ "type": "undo", "at": 99_999 }),
    ] {
        let refused = ben_again.command(&table, command).await;
        assert_eq!((refused.status, &refused.body["error"]["code"]), (409, &json!("stale")));
    }
    // It is his turn: with the right number it succeeds.
    let mut socket = ben_again.socket(&table, None).await;
    assert!(socket.act(&mut Dice(2)).await);
    let _ = ben.next().await;
    server.stop().await.unwrap();
}

async fn refusals_say_why(folder: Folder) {
    let server = start(&folder).await;
    let (table, mut anna, mut ben) = two(&server, json!({})).await;
    let at = anna.last;
    let refused = ben.ask(json!({ "type": "act", "at": at, "action": { "pass": {} } })).await;
    assert_eq!(refused["error"]["code"], "not_your_turn");
    assert_eq!(refused["error"]["data"]["turn"], 0);
    let refused = anna.ask(json!({ "type": "act", "at": at, "action": { "place": "b1", "cell": [0, 1], "pay": {} } })).await;
    assert_eq!(refused["error"]["code"], "not_in_storage");
    assert_eq!(refused["error"]["data"]["tiles"], json!(["b1"]));
    let refused =
        anna.ask(json!({ "type": "act", "at": at, "seat": 1, "action": { "pass": {} } })).await;
    assert_eq!(refused["error"]["code"], "not_your_seat");
    let refused = anna.ask(json!({ "type": "act_text", "at": at, "text": "plant a tree" })).await;
    assert_eq!(refused["error"]["code"], "bad_notation");
    let data = &refused["error"]["data"];
    assert_eq!((&data["expected"], &data["found"]), (&json!("word"), &json!("plant")));
    assert_eq!(data["words"][0], "acquire");
    let refused = anna.ask(json!({ "type": "act_text", "at": at, "text": "place b3 at 1" })).await;
    let data = &refused["error"]["data"];
    assert_eq!((&data["expected"], &data["found"]), (&json!("cell"), &json!(null)));
    let refused = anna.ask(json!({ "type": "act", "at": at, "action": { "buy": 6 } })).await;
    assert_eq!(refused["error"]["code"], "bad_request");
    assert_eq!(anna.ask(json!({ "type": "hint" })).await["error"]["code"], "no_hints");
    let stranger = Guest::new(server.address()).await;
    let answer = stranger.command(&table, json!({ "type": "say", "phrase": "hello" })).await;
    assert_eq!((answer.status, &answer.body["error"]["code"]), (403, &json!("not_seated")));
    // Valid actions still succeed, in notation too.
    assert_eq!(
        anna.ask(json!({ "type": "act_text", "at": at, "text": "pass" })).await["type"],
        "reply"
    );
    assert_eq!(ben.ask(json!({ "type": "say", "phrase": "nice" })).await["type"], "reply");
    server.stop().await.unwrap();
}

async fn every_question_for_a_hint_is_answered(folder: Folder) {
    let limits = Limits::none();
    let server =
        start_as(&folder, Settings { bot_threads: 1, limits, ..Settings::default() }).await;
    let anna = Guest::new(server.address()).await;
    let wish = json!({ "seats": [{ "who": "me" }, { "who": "me" }], "options": { "hints": true } });
    let (table, _) = anna.create(wish).await;
    anna.ready(&table).await;
    let ask = || {
        let (anna, table) = (anna.clone(), table.clone());
        tokio::spawn(async move { anna.command(&table, json!({ "type": "hint" })).await.body })
    };
    // The same question many times at once causes one search.
    let asked: Vec<_> = (0..5).map(|_| ask()).collect();
    let first = ask().await.unwrap()["hint"].clone();
    assert!(first.is_object());
    for answer in asked {
        assert_eq!(answer.await.unwrap()["hint"], first);
    }
    let figures = request(server.address(), "GET", "/metrics", &[], None).await.text;
    assert!(figures.contains("\nquinta_bot_seconds_count 1\n"), "{figures}");
    // A new position each time, faster than a bot can think: outdated questions are refused as stale.
    let mut asked = Vec::new();
    for area in [0, 0, 1, 1] {
        let at = anna.get(&format!("/api/tables/{table}")).await["table"]["number"].clone();
        anna.must(&table, json!({ "type": "act", "at": at, "action": { "buy": area } })).await;
        asked.push(ask());
    }
    for answer in asked {
        let answer = answer.await.unwrap();
        let stale = answer["error"]["code"] == "stale";
        assert!(stale || answer["hint"].is_object(), "{answer}");
    }
    server.stop().await.unwrap();
}

async fn others_see_that_a_hint_was_used_and_what_else_there_was_stays_with_who_asked(
    folder: Folder,
) {
    let server = start(&folder).await;
    let (_, mut anna, mut ben) = two(&server, json!({ "hints": true, "hint_limit": 1 })).await;
    let hint = anna.ask(json!({ "type": "hint", "level": "designer" })).await;
    let instead = hint["advice"]["instead"].as_array().unwrap();
    assert_eq!(instead.len(), 2, "second and third best: {hint}");
    let given: Vec<_> = instead.iter().map(|one| one["gives_away"].as_u64().unwrap()).collect();
    assert!(given[0] <= given[1], "{hint}");
    assert!(instead.iter().all(|one| one["action"] != hint["hint"] && one["why"].is_array()));
    let told = ben.until(|m| m["events"][0]["event"]["type"] == "hinted").await;
    assert_eq!(told["events"][0]["event"], json!({ "type": "hinted", "seat": 0 }));
    assert_eq!(told["table"]["seats"][0]["hints"], 1);
    // Nobody is coached in a game with people.
    let weigh = json!({ "type": "weigh", "at": anna.last, "action": { "pass": {} } });
    assert_eq!(anna.ask(weigh).await["error"]["code"], "no_coach");
    let action = instead[1]["action"].clone();
    let played = anna.ask(json!({ "type": "act", "at": anna.last, "action": action })).await;
    assert_eq!(played["type"], "reply", "what else there was can be played: {played}");
    server.stop().await.unwrap();
}

async fn against_bots_one_may_go_back_further_with_fresh_luck(folder: Folder) {
    let server = start(&folder).await;
    let anna = Guest::new(server.address()).await;
    let wish = json!({ "seats": [{ "who": "me" }, { "who": "bot", "level": "random" }], "options": { "undo": "free", "first": { "seat": 0 }, "hints": true } });
    let (table, _) = anna.create(wish).await;
    let mut socket = anna.socket(&table, None).await;
    socket.ask(json!({ "type": "ready", "luck": "" })).await;
    while socket.choices.is_none() {
        socket.next().await;
    }
    let (start, at) = (socket.table["state"].clone(), socket.last);
    let hint = socket.ask(json!({ "type": "hint" })).await;
    // The first move takes something, and the advice says so in codes and numbers.
    assert!(hint["advice"]["sure"].as_u64().is_some_and(|percent| percent <= 100), "{hint}");
    assert_eq!(hint["advice"]["why"][0]["code"], "takes", "{hint}");
    // Before it is played, an action is weighed by the designer.
    let pass = json!({ "pass": {} });
    let weighed = socket.ask(json!({ "type": "weigh", "at": at, "action": pass })).await;
    assert!(weighed["advice"]["instead"][0]["gives_away"].as_u64().unwrap() >= 8, "{weighed}");
    assert!(weighed["hint"].is_object() && weighed["hint"] != pass, "{weighed}");
    let mut dice = Dice(8);
    for _ in 0..6 {
        while socket.choices.is_none() {
            socket.next().await;
        }
        socket.act(&mut dice).await;
    }
    while socket.choices.is_none() {
        socket.next().await;
    }
    let undone = socket.ask(json!({ "type": "undo", "at": socket.last, "to": at })).await;
    assert_eq!(undone["type"], "reply", "{undone}");
    let view = anna.get(&format!("/api/tables/{table}")).await["table"].clone();
    assert_eq!(view["state"], start);
    assert_eq!(
        socket.ask(json!({ "type": "act", "at": view["number"], "action": hint["hint"] })).await["type"],
        "reply",
        "the hint was legal"
    );
    socket.choices = None;
    socket.play(&mut dice).await;
    // After fresh luck the record still holds.
    let record = anna.get(&format!("/api/games/{table}/record")).await;
    assert_eq!(record["fair"]["fresh_luck"], true);
    quinta_record::verify(&quinta_record::Record::from_json(record.to_string()).unwrap()).unwrap();
    server.stop().await.unwrap();
}

async fn before_the_start(folder: Folder) {
    let server = start(&folder).await;
    let (anna, ben, carl) = (
        Guest::new(server.address()).await,
        Guest::new(server.address()).await,
        Guest::new(server.address()).await,
    );
    let (table, code) = anna
        .create(json!({ "seats": [{ "who": "me" }, { "who": "open" }, { "who": "open" }] }))
        .await;
    assert!(
        anna.get("/api/tables").await["open"].as_array().unwrap().is_empty(),
        "by invitation only"
    );
    ben.must(&table, json!({ "type": "sit", "invitation": code, "seat": 2 })).await;
    let taken = carl.command(&table, json!({ "type": "sit", "invitation": code, "seat": 2 })).await;
    assert_eq!((taken.status, &taken.body["error"]["code"]), (409, &json!("seat_taken")));
    // The host may remove anyone, who is then told that the seat is no longer theirs.
    let mut socket = ben.socket(&table, None).await;
    anna.must(&table, json!({ "type": "remove", "seat": 2 })).await;
    let you = socket.until(|m| m["type"] == "you").await;
    assert_eq!(you["seats"], json!([]));
    let again = ben.command(&table, json!({ "type": "sit", "invitation": code })).await;
    assert_eq!((again.status, &again.body["error"]["code"]), (403, &json!("removed")));
    anna.must(&table, json!({ "type": "set_bot", "seat": 1, "level": "random" })).await;
    anna.must(&table, json!({ "type": "set_bot", "seat": 1 })).await;
    anna.must(&table, json!({ "type": "set_bot", "seat": 1, "level": "random" })).await;
    anna.must(&table, json!({ "type": "set_bot", "seat": 2, "level": "random" })).await;
    assert_eq!(
        anna.get(&format!("/api/tables/{table}")).await["table"]["stage"],
        "gathering",
        "Anna is not ready"
    );
    anna.must(&table, json!({ "type": "rename", "seat": 0, "name": "Anna <3" })).await;
    anna.ready(&table).await;
    let view = anna.get(&format!("/api/tables/{table}")).await["table"].clone();
    assert_eq!((&view["stage"], &view["seats"][0]["name"]), (&json!("playing"), &json!("Anna <3")));
    assert_eq!(
        ben.command(&table, json!({ "type": "sit", "invitation": code })).await.body["error"]["code"],
        "already_started"
    );
    let record = anna.get(&format!("/api/games/{table}/record")).await;
    assert_eq!(record["setup"]["supply"][0], "?", "what is hidden stays hidden");
    assert!(record["fair"].get("seed").is_none());
    server.stop().await.unwrap();
}
