//! Who goes and comes back: take-over after the waiting time, guests who are removed, games that are left.
mod common;

use common::{Dice, Folder, Guest, Socket, start_as};
use quinta_server::{Limits, Server, Settings};
use serde_json::{Value, json};

async fn start(folder: &Folder) -> Server {
    start_as(folder, Settings { gone_after: 1, limits: Limits::none(), ..Settings::default() })
        .await
}

/// A game of so many people, each with a socket; the first begins. Everything goes over sockets, for a request counts as being there for a while.
async fn game(server: &Server, seats: usize) -> (String, Vec<Socket>) {
    let host = Guest::new(server.address()).await;
    let mut plan = vec![json!({ "who": "me", "name": "Seat 0" })];
    plan.resize(seats, json!({ "who": "open" }));
    let wish = json!({ "seats": plan, "options": { "access": "open", "first": { "seat": 0 } } });
    let (table, _) = host.create(wish).await;
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_plays_for_who_is_gone_until_they_return() {
    let folder = Folder::new();
    let server = start(&folder).await;
    let (table, mut sockets) = game(&server, 2).await;
    let mut ben = sockets.pop().unwrap();
    let anna = sockets.pop().unwrap();
    let guest = anna.guest.clone();
    drop(anna);
    let take_over = json!({ "type": "take_over", "seat": 0, "level": "gardener" });
    ben.until(|m| m["type"] == "presence" && m["connected"] == json!([1])).await;
    assert_eq!(ben.ask(take_over.clone()).await["error"]["code"], "not_absent", "not at once");
    let stranger = Guest::new(server.address()).await;
    let mut stranger = stranger.socket(&table, None).await;
    // The sweep tells everyone who has been gone for long; the waiting time itself is a second here.
    tokio::time::sleep(std::time::Duration::from_millis(1200)).await;
    assert_eq!(stranger.ask(take_over.clone()).await["error"]["code"], "not_seated");
    assert_eq!(
        ben.ask(json!({ "type": "take_over", "seat": 1, "level": "gardener" })).await["error"]["code"],
        "not_your_seat"
    );
    assert_eq!(ben.ask(take_over.clone()).await["type"], "reply");
    assert_eq!(ben.ask(take_over).await["error"]["code"], "not_absent", "a bot plays there by now");
    assert_eq!(ben.table["seats"][0]["played_by"], "gardener");
    // The bot has played (a gardener does not pass at once, which would leave her without a turn), and it is his turn.
    while ben.choices.is_none() {
        ben.next().await;
    }
    let mut anna = guest.socket(&table, None).await;
    assert_eq!(anna.table["seats"][0]["name"], "Seat 0", "it is still her seat");
    let early = anna.ask(json!({ "type": "act", "at": anna.last, "action": { "pass": {} } })).await;
    assert_eq!(early["type"], "refused", "the bot plays: {early}");
    assert_eq!(anna.ask(json!({ "type": "return" })).await["type"], "reply");
    assert_eq!(anna.ask(json!({ "type": "return" })).await["error"]["code"], "not_taken_over");
    assert!(ben.act(&mut Dice(2)).await);
    while anna.choices.is_none() {
        anna.next().await;
    }
    assert!(anna.table["seats"][0].get("played_by").is_none());
    assert!(anna.act(&mut Dice(3)).await, "she plays herself");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_gone_may_be_left_behind() {
    let folder = Folder::new();
    let server = start(&folder).await;
    let (table, mut sockets) = game(&server, 3).await;
    let gone = sockets.pop().unwrap().guest.clone();
    let abandon = json!({ "type": "abandon", "seat": 2 });
    sockets[0].until(|m| m["type"] == "presence" && m["connected"] == json!([0, 1])).await;
    assert_eq!(sockets[0].ask(abandon.clone()).await["error"]["code"], "not_absent");
    tokio::time::sleep(std::time::Duration::from_millis(1200)).await;
    assert_eq!(sockets[0].ask(abandon).await["type"], "reply");
    let over = view(&gone, &table).await;
    assert_eq!((&over["stage"], &over["result"]["reason"]), (&json!("over"), &json!("abandoned")));
    let winners = over["result"]["winners"].as_array().unwrap();
    assert!(!winners.is_empty() && !winners.contains(&json!(2)), "{winners:?}");

    // Those who are there agree; whoever a bot plays for is not asked.
    let (table, mut sockets) = game(&server, 3).await;
    let away = sockets.pop().unwrap().guest.clone();
    sockets[0].until(|m| m["type"] == "presence" && m["connected"] == json!([0, 1])).await;
    let agree = json!({ "type": "offer_end", "agrees": true });
    for socket in &mut sockets {
        assert_eq!(socket.ask(agree.clone()).await["type"], "reply");
    }
    assert_eq!(view(&away, &table).await["stage"], "playing", "the third has not agreed");
    tokio::time::sleep(std::time::Duration::from_millis(1200)).await;
    // Looking at the table is not being there; but the request above was no poll.
    let taken = sockets[1].ask(json!({ "type": "take_over", "seat": 2, "level": "random" })).await;
    assert_eq!(taken["type"], "reply", "{taken}");
    assert_eq!(sockets[0].ask(agree).await["type"], "reply");
    assert_eq!(view(&away, &table).await["result"]["reason"], "agreed");
    server.stop().await.unwrap();
}

#[tokio::test]
async fn the_host_removes_a_guest_who_went_before_the_start() {
    let folder = Folder::new();
    let server = start(&folder).await;
    let (anna, ben, carl) = (
        Guest::new(server.address()).await,
        Guest::new(server.address()).await,
        Guest::new(server.address()).await,
    );
    let wish =
        json!({ "seats": [{ "who": "me" }, { "who": "open" }], "options": { "access": "open" } });
    let (table, _) = anna.create(wish).await;
    let mut host = anna.socket(&table, None).await;
    let mut guest = ben.socket(&table, None).await;
    guest.ask(json!({ "type": "sit" })).await;
    let remove = json!({ "type": "remove", "seat": 1 });
    assert_eq!(host.ask(remove.clone()).await["error"]["code"], "not_absent");
    drop(guest);
    host.until(|m| m["type"] == "presence" && m["connected"] == json!([0])).await;
    assert_eq!(host.ask(remove).await["type"], "reply");
    assert_eq!(view(&anna, &table).await["seats"][1]["who"], "open");
    // The next one is welcome, and the one who went finds the seat taken.
    carl.must(&table, json!({ "type": "sit" })).await;
    let late = ben.command(&table, json!({ "type": "sit" })).await;
    assert_eq!(late.body["error"]["code"], "no_free_seat");
    let late = ben.command(&table, json!({ "type": "ready", "luck": "" })).await;
    assert_eq!(late.body["error"]["code"], "not_seated");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn they_meet_again_with_the_seats_turned_by_one() {
    let folder = Folder::new();
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
    // The others hear of it where they are.
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
