//! Whole games over real sockets and over long polls, as people and programs play them.
mod common;

use common::{Dice, Folder, Guest, pick, start, watch_while};
use quinta_deal::{Deal, Seed, fair};
use quinta_record::{Record, verify};
use quinta_table::{Known, Proof, prove};
use serde_json::{Value, json};

on_both_stores!(
    two_play_over_sockets,
    three_play_a_socket_a_poller_and_a_bot,
    four_play_and_connections_break_all_the_time,
    games_go_on_after_a_restart,
    several_people_at_one_screen_and_a_rematch,
);
on_two_servers!(
    two_play_over_sockets,
    three_play_a_socket_a_poller_and_a_bot,
    four_play_and_connections_break_all_the_time,
    games_go_on_after_a_restart,
    several_people_at_one_screen_and_a_rematch,
);

fn hex(text: &Value) -> Vec<u8> {
    let text = text.as_str().unwrap();
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).unwrap()).collect()
}

/// Checks a finished game: the record verifies, the luck was as promised, and nothing was revealed early.
async fn check_end(guest: &Guest, table: &str, heard: &[String]) {
    let record = guest.get(&format!("/api/games/{table}/record")).await;
    let read = Record::from_json(record.to_string()).unwrap();
    let replay = verify(&read).expect("the record holds");
    let view = &guest.get(&format!("/api/tables/{table}")).await["table"];
    let scores: Vec<_> = view["state"]["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| p["score"].as_i64().unwrap())
        .collect();
    assert_eq!(read.result.as_ref().unwrap().scores, scores);
    assert_eq!(view["result"]["reason"], "finished");

    // Fairness, checked as any client can.
    let secret: Seed = view["fair"]["seed"].as_str().unwrap().parse().unwrap();
    let commitment = fair::commitment(&secret, table);
    assert_eq!(hex(&view["fair"]["commitment"]), commitment);
    let luck: Vec<_> = view["fair"]["luck"].as_array().unwrap().iter().map(hex).collect();
    let luck: Vec<_> = luck.iter().map(Vec::as_slice).collect();
    let seed = fair::mixed(&secret, table, &luck);
    let deal = Deal::new(&seed, replay.rules(), luck.len()).unwrap();
    assert_eq!(read.setup.first, deal.first());
    for (stack, dealt) in read.setup.stacks.iter().zip(deal.stacks()) {
        assert!(stack.iter().copied().eq(dealt.iter().copied().map(Some)));
    }

    let known =
        Known { commitment: view["fair"]["commitment"].as_str().unwrap().parse().ok(), now: 0 };
    let proof = prove(&read, &replay, &known).unwrap();
    let Proof::Kept(promise) = proof else { panic!("{proof}") };
    assert!(promise.seen && !promise.in_tab && !promise.fresh_luck, "{proof}");
    let mut forged = read.clone();
    forged.other["fair"]["luck"][0] = json!("ff");
    assert!(prove(&forged, &replay, &known).is_err());

    // Every byte before the end.
    let (secret, seed) = (secret.to_string(), seed.to_string());
    let mut before_the_end = 0;
    for message in heard {
        let value: Value = serde_json::from_str(message).unwrap();
        if value["table"]["stage"] == "over" {
            break;
        }
        before_the_end += 1;
        assert!(
            !message.contains(&secret) && !message.contains(&seed),
            "the seed was told: {message}"
        );
        assert!(value["table"]["fair"].get("luck").is_none());
        check_nothing_hidden(&value);
    }
    assert!(before_the_end > 20);
}

/// Nothing face down reveals its kind; unseen expansions are listed only as a set, in the order of kinds.
fn check_nothing_hidden(message: &Value) {
    let state = &message["table"]["state"];
    if state.is_null() {
        return;
    }
    for slot in state["display"]["slots"].as_array().unwrap() {
        assert!(slot["face"] == "up" || slot.get("kind").is_none(), "{slot}");
        let allowed = ["slot", "face", "kind", "tiles"];
        assert!(slot.as_object().unwrap().keys().all(|key| allowed.contains(&key.as_str())));
    }
    for player in state["players"].as_array().unwrap() {
        for area in player["areas"].as_array().unwrap() {
            assert!(area.get("kind").is_none(), "{area}");
        }
    }
    let order = |kind: &Value| {
        let text = kind.as_str().unwrap();
        ("byglpv".find(&text[..1]).unwrap(), text[1..].to_owned())
    };
    let unseen: Vec<_> = state["unseen"].as_array().unwrap().iter().map(order).collect();
    assert!(unseen.is_sorted(), "the order of the unseen tells something");
    assert!(state["supply"].is_u64() && state["stacks_to_come"].is_u64());
}

async fn two_play_over_sockets(folder: Folder) {
    let server = start(&folder).await;
    let (anna, ben) = (Guest::new(server.address()).await, Guest::new(server.address()).await);
    let (table, code) = anna
        .create(json!({ "name": "Sunday", "seats": [{ "who": "me" }, { "who": "open" }] }))
        .await;
    let mut first = anna.socket(&table, None).await;
    let mut second = ben.socket(&table, None).await;
    assert_eq!(
        second.ask(json!({ "type": "sit", "invitation": "wrong" })).await["error"]["code"],
        "wrong_invitation"
    );
    assert_eq!(second.ask(json!({ "type": "sit", "invitation": code })).await["type"], "reply");
    let commitment = first.table["fair"]["commitment"].clone();
    assert_eq!(first.ask(json!({ "type": "ready", "luck": "c0ffee" })).await["type"], "reply");
    assert_eq!(second.ask(json!({ "type": "ready", "luck": "beef" })).await["type"], "reply");
    let (mut a, mut b) = (Dice(7), Dice(11));
    tokio::join!(first.play(&mut a), second.play(&mut b));
    assert_eq!(first.table["fair"]["commitment"], commitment);
    assert_eq!(first.table["state"], second.table["state"]);
    check_end(&anna, &table, &first.heard).await;
    check_end(&ben, &table, &second.heard).await;
    // Anyone can replay a finished game.
    let replay = ben.get(&format!("/api/games/{table}/replay")).await;
    let steps = replay["steps"].as_array().unwrap();
    assert_eq!(steps.last().unwrap()["state"], first.table["state"]);
    let record = ben.get(&format!("/api/games/{table}/record")).await;
    let shown = anna.ask("POST", "/api/replays", Some(&record)).await;
    assert_eq!((shown.status, &shown.body["steps"]), (200, &replay["steps"]));
    server.stop().await.unwrap();
}

/// Plays over plain HTTP: waits for events, posts actions.
async fn play_by_polling(guest: &Guest, table: &str, dice: &mut Dice) -> Vec<String> {
    let mut since = 0;
    let mut heard = Vec::new();
    loop {
        let news = guest.poll(table, since, 20).await;
        let numbers: Vec<_> = news["events"]
            .as_array()
            .unwrap()
            .iter()
            .map(|e| e["number"].as_u64().unwrap())
            .collect();
        assert!(
            numbers.iter().copied().eq(since + 1..=since + numbers.len() as u64),
            "no gap, nothing twice"
        );
        since = news["table"]["number"].as_u64().unwrap();
        heard.push(news.to_string());
        if news["table"]["stage"] == "over" {
            return heard;
        }
        if let Some(choices) = news.get("choices") {
            let action = pick(choices, dice);
            guest
                .must(table, json!({ "type": "act", "at": choices["at"], "action": action }))
                .await;
        }
    }
}

async fn three_play_a_socket_a_poller_and_a_bot(folder: Folder) {
    let server = start(&folder).await;
    let (anna, ben) = (Guest::new(server.address()).await, Guest::new(server.address()).await);
    let wish = json!({ "seats": [{ "who": "bot", "level": "random" }, { "who": "me" }, { "who": "open" }],
        "options": { "access": "open", "board": "back" } });
    let (table, _) = anna.create(wish).await;
    let lobby = ben.get("/api/tables").await;
    assert_eq!(lobby["open"][0]["id"], table.as_str());
    ben.must(&table, json!({ "type": "sit" })).await;
    ben.ready(&table).await;
    let mut socket = anna.socket(&table, None).await;
    socket.ask(json!({ "type": "ready", "luck": "" })).await;
    let (mut a, mut b) = (Dice(3), Dice(5));
    let (heard, ()) = tokio::join!(play_by_polling(&ben, &table, &mut b), socket.play(&mut a));
    check_end(&anna, &table, &socket.heard).await;
    check_end(&ben, &table, &heard).await;
    let lobby = anna.get("/api/tables").await;
    assert_eq!(lobby["finished"][0]["id"], table.as_str());
    server.stop().await.unwrap();
}

async fn four_play_and_connections_break_all_the_time(folder: Folder) {
    let server = start(&folder).await;
    let host = Guest::new(server.address()).await;
    let wish = json!({ "seats": [{ "who": "me" }, { "who": "open" }, { "who": "open" }, { "who": "bot", "level": "random" }],
        "options": { "access": "open" } });
    let (table, _) = host.create(wish).await;
    let mut players = vec![host.clone()];
    for _ in 0..2 {
        let guest = Guest::new(server.address()).await;
        guest.must(&table, json!({ "type": "sit" })).await;
        players.push(guest);
    }
    for guest in &players {
        guest.ready(&table).await;
    }
    let play = |guest: Guest, seed: u64| {
        let table = table.clone();
        async move {
            let mut dice = Dice(seed);
            let mut since = None;
            loop {
                let mut socket = guest.socket(&table, since).await;
                let events = serde_json::from_str::<Value>(&socket.heard[0]).unwrap()["events"]
                    .as_array()
                    .unwrap()
                    .clone();
                let first = events.first().map(|e| e["number"].as_u64().unwrap());
                assert_eq!(
                    first.unwrap_or(since.unwrap_or(0) + 1),
                    since.unwrap_or(0) + 1,
                    "goes on where it was"
                );
                for _ in 0..=dice.below(6) {
                    if socket.is_over() {
                        return;
                    }
                    // Half of the time the connection breaks before the answer.
                    if let Some(choices) = socket.choices.clone().filter(|_| dice.below(2) == 0) {
                        let action = pick(&choices, &mut dice);
                        socket
                            .send(json!({ "type": "act", "at": choices["at"], "action": action }))
                            .await;
                        break;
                    }
                    // A command sent over an earlier connection may be carried out only now, which makes this one stale.
                    match socket.choices.take() {
                        Some(choices) => {
                            let action = pick(&choices, &mut dice);
                            let answer = socket
                                .ask(
                                    json!({ "type": "act", "at": choices["at"], "action": action }),
                                )
                                .await;
                            let code = answer["error"]["code"].as_str();
                            assert!(
                                matches!(
                                    code,
                                    None | Some("stale" | "not_your_turn" | "table_over")
                                ),
                                "{answer}"
                            );
                        }
                        None => drop(socket.next().await),
                    }
                }
                since = Some(socket.last);
            }
        }
    };
    let watcher = Guest::new(server.address()).await;
    let mut spectator = watcher.socket(&table, None).await;
    let games: Vec<_> = players
        .iter()
        .cloned()
        .zip([21, 22, 23])
        .map(|(guest, seed)| tokio::spawn(play(guest, seed)))
        .collect();
    watch_while(&mut spectator, games).await;
    check_end(&watcher, &table, &spectator.heard).await;
    server.stop().await.unwrap();
}

async fn games_go_on_after_a_restart(folder: Folder) {
    let server = start(&folder).await;
    let anna = Guest::new(server.address()).await;
    let (table, _) = anna
        .create(json!({ "seats": [{ "who": "me" }, { "who": "bot", "level": "random" }] }))
        .await;
    anna.ready(&table).await;
    let mut dice = Dice(99);
    let mut socket = anna.socket(&table, None).await;
    for _ in 0..10 {
        if !socket.act(&mut dice).await {
            socket.next().await.unwrap();
        }
    }
    let before = socket.last;
    let stopping = tokio::spawn(server.stop());
    while socket.next().await.is_some() {}
    assert_eq!(socket.bye.unwrap()["reason"], "shutdown");
    stopping.await.unwrap().unwrap();

    let server = start(&folder).await;
    let anna = anna.at(server.address());
    let mut socket = anna.socket(&table, Some(before)).await;
    assert!(socket.last >= before, "nothing is lost");
    socket.play(&mut dice).await;
    check_end(&anna, &table, &socket.heard).await;
    let lobby = anna.get("/api/tables").await;
    assert_eq!(lobby["finished"][0]["id"], table.as_str());
    server.stop().await.unwrap();
}

async fn several_people_at_one_screen_and_a_rematch(folder: Folder) {
    let server = start(&folder).await;
    let anna = Guest::new(server.address()).await;
    let wish = json!({ "seats": [{ "who": "me", "name": "Anna" }, { "who": "me", "name": "Ben" }], "options": { "first": { "seat": 1 } } });
    let (table, _) = anna.create(wish).await;
    let mut socket = anna.socket(&table, None).await;
    socket.ask(json!({ "type": "ready", "luck": "01" })).await;
    assert_eq!(socket.table["state"]["turn"], 1);
    assert_eq!(socket.ask(json!({ "type": "rematch" })).await["error"]["code"], "not_over");
    let mut dice = Dice(4);
    socket.play(&mut dice).await;
    let reply = socket.ask(json!({ "type": "rematch" })).await;
    let again = reply["table"].as_str().unwrap().to_owned();
    assert_eq!(
        socket.ask(json!({ "type": "rematch" })).await["table"],
        again.as_str(),
        "one rematch, not two"
    );
    let mut rematch = anna.socket(&again, None).await;
    assert_eq!(rematch.table["seats"][0]["name"], "Ben", "seats are rotated");
    rematch.ask(json!({ "type": "ready", "luck": "02" })).await;
    assert_eq!(rematch.table["stage"], "playing");
    assert_ne!(rematch.table["fair"]["commitment"], socket.table["fair"]["commitment"]);
    server.stop().await.unwrap();
}
