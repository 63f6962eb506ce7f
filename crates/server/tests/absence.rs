//! Players who leave and return: take-over after the waiting time, removed guests, abandoned games.
mod common;

use common::{Folder, Guest, Served, Socket, start_as};
use quinta_server::{Limits, Settings};
use serde_json::{Value, json};

on_both_stores!(
    a_bot_plays_for_who_is_gone_until_they_open_the_page_again,
    whoever_sends_a_command_is_back_too,
    a_game_with_a_clock_is_not_won_by_closing_a_page,
    who_is_gone_for_very_long_may_be_left_behind,
    they_meet_again_with_the_seats_turned_by_one,
);
on_two_servers!(
    a_bot_plays_for_who_is_gone_until_they_open_the_page_again,
    whoever_sends_a_command_is_back_too,
    a_game_with_a_clock_is_not_won_by_closing_a_page,
    who_is_gone_for_very_long_may_be_left_behind,
    they_meet_again_with_the_seats_turned_by_one,
);

async fn start(folder: &Folder) -> Served {
    let limits = Limits::none();
    start_as(folder, Settings { gone_after: 0, left_after: 0, limits, ..Settings::default() }).await
}

async fn game(server: &Served, seats: usize) -> (String, Vec<Socket>) {
    game_with(server, seats, json!({})).await
}

/// A game of this many people, each with a socket; the first begins. Only sockets are used, because a request counts as presence for a while.
async fn game_with(server: &Served, seats: usize, mut options: Value) -> (String, Vec<Socket>) {
    let host = Guest::new(server.address()).await;
    let mut plan = vec![json!({ "who": "me", "name": "Seat 0" })];
    plan.resize(seats, json!({ "who": "open" }));
    options["access"] = json!("open");
    options["first"] = json!({ "seat": 0 });
    let (table, _) = host.create(json!({ "seats": plan, "options": options })).await;
    let mut sockets = vec![host.socket(&table, None).await];
    for seat in 1..seats {
        let mut socket = Guest::new(server.address()).await.socket(&table, None).await;
        let sat = socket
            .ask(json!({ "type": "sit", "seat": seat, "name": format!("Seat {seat}") }))
            .await;
        assert_eq!(sat["type"], "reply", "{sat}");
        sockets.push(socket);
    }
    for socket in &mut sockets {
        socket.ask(json!({ "type": "ready", "luck": "" })).await;
    }
    for socket in &mut sockets {
        while socket.table["stage"] != "playing" {
            socket.next().await;
        }
    }
    (table, sockets)
}

async fn view(guest: &Guest, table: &str) -> Value {
    guest.get(&format!("/api/tables/{table}")).await["table"].clone()
}

async fn a_bot_plays_for_who_is_gone_until_they_open_the_page_again(folder: Folder) {
    let server = start(&folder).await;
    let (table, mut sockets) = game(&server, 2).await;
    let mut ben = sockets.pop().unwrap();
    let guest = sockets[0].guest.clone();
    let take_over = json!({ "type": "take_over", "seat": 0, "level": "random" });
    assert_eq!(ben.ask(take_over.clone()).await["error"]["code"], "not_absent", "she is here");
    sockets.clear();
    ben.until(|m| m["type"] == "presence" && m["gone"] == json!([0])).await;
    assert_eq!(ben.ask(take_over).await["type"], "reply");
    // The bot has played, and it is his turn.
    while ben.choices.is_none() {
        ben.next().await;
    }
    assert_eq!(ben.table["seats"][0]["played_by"], "designer", "not the random one he asked for");
    let anna = guest.socket(&table, None).await;
    assert!(anna.table["seats"][0].get("played_by").is_none(), "it is hers again at once");
    let back = ben.until(|m| m["events"][0]["event"]["type"] == "returned").await;
    assert_eq!(back["events"][0]["event"]["seat"], 0);
    server.stop().await.unwrap();
}

async fn whoever_sends_a_command_is_back_too(folder: Folder) {
    let server = start(&folder).await;
    let (table, mut sockets) = game(&server, 2).await;
    let mut ben = sockets.pop().unwrap();
    let guest = sockets[0].guest.clone();
    sockets.clear();
    ben.until(|m| m["type"] == "presence" && m["gone"] == json!([0])).await;
    ben.ask(json!({ "type": "take_over", "seat": 0, "level": "designer" })).await;
    guest.must(&table, json!({ "type": "say", "phrase": "moment" })).await;
    assert!(view(&guest, &table).await["seats"][0].get("played_by").is_none());
    server.stop().await.unwrap();
}

async fn a_game_with_a_clock_is_not_won_by_closing_a_page(folder: Folder) {
    let server = start(&folder).await;
    let options = json!({ "clock": { "type": "days", "days": 3 } });
    let (_, mut sockets) = game_with(&server, 2, options).await;
    let mut anna = sockets.remove(0);
    drop(sockets);
    let presence = anna.until(|m| m["type"] == "presence" && m["connected"] == json!([0])).await;
    assert_eq!((&presence["gone"], &presence["left"]), (&json!([]), &json!([])));
    for command in [
        json!({ "type": "abandon", "seat": 1 }),
        json!({ "type": "take_over", "seat": 1, "level": "random" }),
    ] {
        assert_eq!(anna.ask(command).await["error"]["code"], "not_absent");
    }
    server.stop().await.unwrap();
}

async fn who_is_gone_for_very_long_may_be_left_behind(folder: Folder) {
    let server = start(&folder).await;
    let (table, mut sockets) = game(&server, 3).await;
    let gone = sockets.pop().unwrap().guest.clone();
    sockets[0].until(|m| m["type"] == "presence" && m["left"] == json!([2])).await;
    assert_eq!(sockets[0].ask(json!({ "type": "abandon", "seat": 2 })).await["type"], "reply");
    let over = view(&gone, &table).await;
    assert_eq!((&over["stage"], &over["result"]["reason"]), (&json!("over"), &json!("abandoned")));
    let winners = over["result"]["winners"].as_array().unwrap();
    assert!(!winners.is_empty() && !winners.contains(&json!(2)), "{winners:?}");
    server.stop().await.unwrap();
}

async fn they_meet_again_with_the_seats_turned_by_one(folder: Folder) {
    let server = start(&folder).await;
    let (table, mut sockets) = game(&server, 3).await;
    for socket in &mut sockets[..2] {
        socket.ask(json!({ "type": "resign" })).await;
    }
    assert_eq!(view(&sockets[2].guest, &table).await["result"]["winners"], json!([2]));
    let stranger = Guest::new(server.address()).await;
    let refused = stranger.command(&table, json!({ "type": "rematch" })).await;
    assert_eq!(refused.body["error"]["code"], "not_seated");
    let again =
        sockets[1].ask(json!({ "type": "rematch" })).await["table"].as_str().unwrap().to_owned();
    // The others are notified.
    let heard = sockets[2].until(|m| m["table"]["rematch"].is_string()).await;
    assert_eq!(heard["table"]["rematch"], again.as_str());
    let rematch = view(&stranger, &again).await;
    let names: Vec<_> = rematch["seats"].as_array().unwrap().iter().map(|s| &s["name"]).collect();
    assert_eq!(names, ["Seat 1", "Seat 2", "Seat 0"]);
    for (old, new) in [(0, 2), (1, 0), (2, 1)] {
        let you =
            sockets[old].guest.get(&format!("/api/tables/{again}")).await["you"]["seats"].clone();
        assert_eq!(you, json!([new]));
        sockets[old].guest.ready(&again).await;
    }
    assert_eq!(view(&stranger, &again).await["stage"], "playing");
    server.stop().await.unwrap();
}
