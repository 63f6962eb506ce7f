//! Several servers on one Postgres: leases of games, lost notifications, common limits.
#![cfg(feature = "postgres-tests")]
mod common;

use common::{
    Dice, Folder, Guest, Other, Served, Socket, request, start, start_as, start_with, store,
};
use quinta_deal::Seed;
use quinta_server::store::{IndexRow, Store, StoreError};
use quinta_server::{Limits, Role, Server, Settings};
use quinta_table::{Entry, Requester, Table, create};
use quinta_wire::Stage;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

fn entry(number: u64) -> Entry {
    let asker = Requester::new("anna", "Anna", 1000);
    let wish = json!({ "seats": [{ "who": "me" }, { "who": "me" }] });
    let wish = serde_json::from_value(wish).unwrap();
    Entry { number, ..create(&wish, &asker, &Seed([1; 32]), "code").unwrap() }
}

/// A game that is being played, as far as the index knows.
async fn played(store: &Arc<dyn Store>, game: &str) {
    store.append(game, &[entry(1)]).await.unwrap();
    let summary = Table::from_log(game, [entry(1)]).unwrap().summary();
    let (game, people) = (game.to_owned(), vec!["anna".to_owned()]);
    let row = IndexRow {
        game,
        stage: Stage::Playing,
        open: true,
        updated: 2000,
        people,
        maker: "anna".to_owned(),
        opening: String::new(),
        summary,
        owner: "anna".to_owned(),
        address: String::new(),
        goes_on: false,
    };
    store.put_index(row).await.unwrap();
}

#[tokio::test]
async fn who_was_thought_dead_cannot_act_any_more() {
    let folder = Folder::with_postgres();
    let (first, second) = (store(&folder).await, store(&folder).await);
    let (a, b) = (first.shared().unwrap(), second.shared().unwrap());
    played(&first, "g").await;
    let game = ["g".to_owned()];
    assert_eq!(a.claim(&game).await.unwrap(), [] as [&str; 0], "who has not joined runs nothing");
    assert!(a.beat(1).await.unwrap().joined);
    let beat = b.beat(5).await.unwrap();
    assert_eq!((beat.joined, beat.others.len(), beat.clock), (true, 1, 5));
    assert_eq!(a.beat(2).await.unwrap().clock, 5, "nobody's clock is behind another's");
    assert_eq!(a.claim(&game).await.unwrap(), game);
    assert_eq!(b.claim(&game).await.unwrap(), [] as [&str; 0], "one runs it");
    assert_eq!(a.claim(&game).await.unwrap(), game, "who has forgotten that it does is told");
    assert_eq!(a.claim(&[]).await.unwrap(), [] as [&str; 0], "and who has not asked is not");
    a.append_held("g", &[entry(2)], None).await.unwrap();
    let refused = b.append_held("g", &[entry(3)], None).await;
    assert!(matches!(refused, Err(StoreError::NotHeld)), "{refused:?}");
    let late = a.append_held("g", &[entry(2)], None).await;
    assert!(matches!(late, Err(StoreError::Conflict)), "the number decides: {late:?}");
    second.append("g", &[entry(3)]).await.unwrap();

    // The first one sleeps for too long.
    let mut other = Other::to(&folder).await;
    let expire = "UPDATE processes SET until = now() - interval '1 s' WHERE process = (SELECT process FROM leases)";
    other.say("", expire).await;
    assert_eq!(b.claim(&[]).await.unwrap(), game, "it is left behind");
    let fenced = a.append_held("g", &[entry(4)], None).await;
    assert!(matches!(fenced, Err(StoreError::NotHeld)), "{fenced:?}");
    assert!(a.beat(3).await.unwrap().joined, "under another number");
    let fenced = a.append_held("g", &[entry(4)], None).await;
    assert!(matches!(fenced, Err(StoreError::NotHeld)), "{fenced:?}");
    b.append_held("g", &[entry(4)], None).await.unwrap();
    // Whoever leaves says so.
    b.leave(9).await.unwrap();
    assert_eq!(a.claim(&[]).await.unwrap(), game);
    a.release("g").await.unwrap();
    assert_eq!(a.claim(&[]).await.unwrap(), [] as [&str; 0], "nobody asks for it");
    for store in [first, second] {
        store.close().await.unwrap();
    }
}

/// Everyone at every server has seen the same, without notifications.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_not_heard_is_read() {
    let folder = Folder::with_postgres();
    let folder = folder.for_two();
    let server = start(&folder).await;
    let (anna, ben) = (Guest::new(server.address()).await, Guest::new(server.address()).await);
    assert_ne!(anna.address, ben.address);
    let wish =
        json!({ "seats": [{ "who": "me" }, { "who": "me" }], "options": { "access": "open" } });
    let (table, _) = anna.create(wish).await;
    let mut watching = ben.socket(&table, None).await;
    anna.ready(&table).await;
    let mut dice = Dice(5);
    let mut playing = anna.socket(&table, None).await;
    for _ in 0..3 {
        // Every connection to the database breaks, including those that listen.
        let mut other = Other::to(&folder).await;
        let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE application_name = 'quinta' AND datname = current_database() AND pid <> pg_backend_pid()";
        other.say("", cut).await;
        while playing.choices.is_none() {
            playing.next().await.unwrap();
        }
        let choices = playing.choices.take().unwrap();
        let action = common::pick(&choices, &mut dice);
        let act = json!({ "id": format!("a{}", choices["at"]), "type": "act", "at": choices["at"], "action": action });
        // A request that failed with its connection succeeds when repeated.
        while playing.ask(act.clone()).await["type"] != "reply" {}
        watching.until(|message| message["table"]["number"].as_u64() >= Some(playing.last)).await;
    }
    server.stop().await.unwrap();
}

/// Two servers that notice an absence at the same time.
async fn attentive(folder: &Folder) -> Served {
    let settings = Settings { gone_after: 0, limits: Limits::none(), ..Settings::default() };
    start_as(folder, settings).await
}

/// A game of Anna, by the first server, and Ben, by the second; both know that the other is there.
async fn apart(server: &Served) -> [Socket; 2] {
    let (anna, ben) = (Guest::new(server.address()).await, Guest::new(server.address()).await);
    let wish =
        json!({ "seats": [{ "who": "me" }, { "who": "open" }], "options": { "access": "open" } });
    let (table, _) = anna.create(wish).await;
    let mut sockets = [anna.socket(&table, None).await, ben.socket(&table, None).await];
    sockets[1].ask(json!({ "type": "sit", "seat": 1, "name": "Ben" })).await;
    for socket in &mut sockets {
        socket.ask(json!({ "type": "ready", "luck": "" })).await;
    }
    for (seat, socket) in sockets.iter_mut().enumerate() {
        while socket.table["stage"] != "playing" {
            socket.next().await;
        }
        let take_over = json!({ "type": "take_over", "seat": 1 - seat, "level": "random" });
        assert_eq!(socket.ask(take_over).await["error"]["code"], "not_absent");
    }
    sockets
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_may_not_be_replaced_was_told_to_be_here() {
    let folder = Folder::with_postgres();
    let folder = folder.for_two();
    let server = attentive(&folder).await;
    let [anna, mut ben] = apart(&server).await;
    drop(anna);
    ben.until(|m| m["type"] == "presence" && m["gone"] == json!([0])).await;
    // She is back, and the other server was not notified.
    let back = "UPDATE presence SET count = 1, since = NULL";
    Other::to(&folder).await.say("", back).await;
    let before = ben.heard.len();
    let take_over = json!({ "type": "take_over", "seat": 0, "level": "random" });
    assert_eq!(ben.ask(take_over).await["error"]["code"], "not_absent");
    let told: Value = serde_json::from_str(&ben.heard[before]).unwrap();
    assert_eq!((&told["type"], &told["connected"]), (&json!("presence"), &json!([0, 1])));
    server.stop().await.unwrap();
}

/// What was read before somebody came does not say afterwards that they are not there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_was_overtaken_tells_nobody_who_is_there() {
    let folder = Folder::with_postgres();
    let folder = folder.for_two();
    let server = attentive(&folder).await;
    let [anna, mut ben] = apart(&server).await;
    let table = ben.table["id"].as_str().unwrap().to_owned();
    drop(anna);
    ben.until(|m| m["type"] == "presence" && m["gone"] == json!([0])).await;
    let (mut writing, mut other) = (Other::to(&folder).await, Other::to(&folder).await);
    let before = ben.heard.len();
    let mut again = ben.guest.socket(&table, None).await;
    // Somebody holds Ben's table at his server for a while, and he waits behind them.
    writing.say("", "BEGIN; LOCK TABLE events IN EXCLUSIVE MODE").await;
    let held = ben.send(json!({ "type": "say", "phrase": "hello" })).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    let told = tokio::spawn(async move {
        let take_over = json!({ "type": "take_over", "seat": 0, "level": "random" });
        let answer = again.ask(take_over).await;
        (again, answer)
    });
    tokio::time::sleep(Duration::from_millis(300)).await;
    // His server reads that nobody else is there, and waits behind him to tell it.
    other.say("", &format!("SELECT pg_notify('quinta', '{table} by 0')")).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    // She is back before he is answered.
    other.say("", "UPDATE presence SET count = 1, since = NULL").await;
    writing.say("", "ROLLBACK").await;
    ben.until(|m| m["id"] == held.as_str()).await;
    let (_again, answer) = told.await.unwrap();
    assert_eq!(answer["error"]["code"], "not_absent", "{answer}");
    // Whatever comes until then comes before this answer.
    tokio::time::sleep(Duration::from_millis(500)).await;
    ben.ask(json!({ "type": "ping" })).await;
    let mut presences = ben.heard[before..].iter().filter(|m| m.contains("\"type\":\"presence\""));
    let last: Value = serde_json::from_str(presences.next_back().expect("she is back")).unwrap();
    assert_eq!((&last["connected"], &last["gone"]), (&json!([0, 1]), &json!([])), "{last}");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_goes_while_the_database_fails_has_gone_for_everyone() {
    let folder = Folder::with_postgres();
    let folder = folder.for_two();
    let server = attentive(&folder).await;
    let [anna, mut ben] = apart(&server).await;
    let address = anna.guest.address;
    let mut other = Other::to(&folder).await;
    other.say("", "ALTER TABLE presence RENAME TO hidden").await;
    drop(anna);
    loop {
        let metrics = request(address, "GET", "/metrics", &[], None).await.text;
        if !metrics.contains("quinta_store_failures_total 0") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    other.say("", "ALTER TABLE hidden RENAME TO presence").await;
    ben.until(|m| m["type"] == "presence" && m["gone"] == json!([0])).await;
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_are_limited_for_all_servers_together() {
    let folder = Folder::with_postgres();
    let folder = folder.for_two();
    let server = start_with(&folder, Limits { tables: 3, ..Limits::none() }).await;
    let wish = json!({ "seats": [{ "who": "me" }, { "who": "me" }] });
    let mut answers = Vec::new();
    for _ in 0..6 {
        let guest = Guest::new(server.address()).await;
        answers.push(guest.ask("POST", "/api/tables", Some(&wish)).await.status);
    }
    assert_eq!(answers[..3], [201; 3]);
    assert!(answers[3..].contains(&429), "each alone would allow three: {answers:?}");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn new_guests_are_limited_for_all_servers_together() {
    let folder = Folder::with_postgres();
    let folder = folder.for_two();
    let server = start_with(&folder, Limits { guests: 3, ..Limits::none() }).await;
    let mut answers = Vec::new();
    for _ in 0..6 {
        answers.push(request(server.address(), "POST", "/api/token", &[], None).await.status);
    }
    assert_eq!(answers[..3], [200; 3]);
    assert!(answers[3..].contains(&429), "each alone would allow three: {answers:?}");
    server.stop().await.unwrap();
}

/// As in an upgrade: the database has the previous version, and two servers of this release start at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_of_the_first_form_is_brought_to_this_one_once() {
    let folder = Folder::with_postgres();
    let server = start(&folder).await;
    let anna = Guest::new(server.address()).await;
    let wish = json!({ "seats": [{ "who": "me" }, { "who": "bot", "level": "random" }] });
    let (table, _) = anna.create(wish).await;
    anna.ready(&table).await;
    server.stop().await.unwrap();
    let mut other = Other::to(&folder).await;
    let back = "ALTER TABLE games DROP COLUMN resume, DROP COLUMN owner, DROP COLUMN address, DROP COLUMN warned;
        DROP TABLE leases, presence, processes, buckets, archived; DELETE FROM form WHERE number > 1; ALTER TABLE form DROP COLUMN needs";
    other.say("", back).await;
    let settings = || folder.settings(Settings { limits: Limits::none(), ..Settings::default() });
    let (first, second) = tokio::join!(Server::start(settings()), Server::start(settings()));
    let (first, second) = (first.unwrap(), second.unwrap());
    let mut socket = anna.at(first.address()).socket(&table, None).await;
    let mut watching = anna.at(second.address()).socket(&table, None).await;
    socket.play(&mut Dice(6)).await;
    watching.until(|message| message["table"]["stage"] == "over").await;
    first.stop().await.unwrap();
    second.stop().await.unwrap();
}

/// Whose turn it is is known at every server, wherever the game is played.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_knows_whose_turn_it_is_at_every_server() {
    let folder = Folder::with_postgres();
    let server = start(&folder.for_two()).await;
    let (here, there) = (server.address(), server.address());
    let (anna, ben) = (Guest::new(here).await, Guest::new(here).await);
    let wish = json!({ "seats": [{ "who": "me" }, { "who": "open" }], "options": { "access": "open", "first": { "seat": 0 } } });
    let (table, _) = anna.create(wish).await;
    ben.must(&table, json!({ "type": "sit" })).await;
    anna.ready(&table).await;
    ben.ready(&table).await;
    let at = anna.get(&format!("/api/tables/{table}")).await["table"]["number"].clone();
    anna.must(&table, json!({ "type": "act", "at": at, "action": { "pass": {} } })).await;
    let lobby = ben.at(there).get("/api/tables").await;
    assert_eq!(
        (&lobby["mine"][0]["id"], &lobby["mine"][0]["your_turn"]),
        (&json!(table), &json!(true))
    );
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_think_in_a_process_of_their_own() {
    let folder = Folder::with_postgres();
    let as_role = |role| Settings { role, limits: Limits::none(), ..Settings::default() };
    let web = start_as(&folder, as_role(Role::Web)).await;
    let anna = Guest::new(web.address()).await;
    let wish = json!({ "seats": [{ "who": "me" }, { "who": "bot", "level": "random" }] });
    let (table, _) = anna.create(wish).await;
    anna.ready(&table).await;
    // It starts late, and catches up.
    let bots = Server::start(folder.settings(as_role(Role::Bots))).await.unwrap();
    let page = common::request(bots.address(), "GET", "/api/tables", &[], None).await;
    let ready = common::request(bots.address(), "GET", "/readyz", &[], None).await;
    assert_eq!((page.status, ready.status), (404, 200), "it serves nobody");
    let mut socket = anna.socket(&table, None).await;
    socket.play(&mut Dice(8)).await;
    let moves = common::request(bots.address(), "GET", "/metrics", &[], None).await.text;
    let made = |text: &str| {
        text.lines().any(|line| line.starts_with("quinta_bot_moves_total") && !line.ends_with(" 0"))
    };
    assert!(made(&moves), "{moves}");
    let moves = common::request(web.address(), "GET", "/metrics", &[], None).await.text;
    assert!(!made(&moves), "{moves}");
    bots.stop().await.unwrap();
    web.stop().await.unwrap();
}
