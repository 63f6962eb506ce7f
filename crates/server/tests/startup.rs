//! Starts on databases that somebody has filled: the server listens first, reads what goes on by itself, and holds no more than it may.
mod common;

use common::{Folder, Guest, Other, request, start, start_as, start_with, store};
use quinta_deal::Seed;
use quinta_server::store::{IndexRow, Store};
use quinta_server::{Limits, Settings};
use quinta_table::{Requester, Table, create};
use quinta_wire::ClientMessage;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

on_both_stores!(
    a_start_reads_only_what_goes_on_by_itself,
    a_database_of_the_form_before_is_looked_at_once,
    a_game_that_the_lobby_does_not_know_is_told_to_it,
    tables_in_memory_have_so_many_bytes,
    unfinished_games_are_limited,
    what_an_address_writes_in_a_day_is_limited,
    games_that_nobody_goes_on_with_are_deleted_after_a_notice,
);
on_two_servers!(unfinished_games_are_limited, what_an_address_writes_in_a_day_is_limited);

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64
}

const DAY: u64 = 24 * 3600 * 1000;

/// A game of this guest in the store, as a server would have left it, with this many moves of theirs.
async fn leave(store: &Arc<dyn Store>, id: &str, who: &str, wish: Value, time: u64, moves: u64) {
    let asks = Requester::new(who, "Anna", time);
    let wish = serde_json::from_value(wish).unwrap();
    let mut log = vec![create(&wish, &asks, &Seed([7; 32]), "code").unwrap()];
    let mut table = Table::from_log(id, log.clone()).unwrap();
    let ready = json!({ "id": "r", "type": "ready", "luck": "" });
    let pass = |at: u64, n: u64| json!({ "id": n.to_string(), "type": "act", "at": at, "action": { "pass": {} } });
    for n in 0..=moves {
        let command = if n == 0 { ready.clone() } else { pass(table.number(), n) };
        let message: ClientMessage = serde_json::from_value(command).unwrap();
        let change = table.command(&asks, &message).unwrap();
        log.extend_from_slice(change.entries());
        table.accept(change).unwrap();
    }
    store.append_and(id, &log, Some(table.goes_on_by_itself())).await.unwrap();
    store.put_index(row(&table)).await.unwrap();
}

fn row(table: &Table) -> IndexRow {
    IndexRow {
        maker: String::new(),
        opening: String::new(),
        game: table.id().to_owned(),
        stage: table.stage(),
        open: false,
        updated: table.time(),
        people: table.people().map(|(_, who)| who.to_owned()).collect(),
        summary: table.summary(),
        owner: table.owner().to_owned(),
        address: String::new(),
        goes_on: table.goes_on_by_itself(),
    }
}

/// One person on both seats: nothing happens unless they do something.
fn alone() -> Value {
    json!({ "seats": [{ "who": "me" }, { "who": "me" }], "options": { "first": { "seat": 0 } } })
}

/// A bot that is to move after the person's first move.
fn against_a_bot() -> Value {
    json!({ "seats": [{ "who": "me" }, { "who": "bot", "level": "random" }], "options": { "first": { "seat": 0 } } })
}

fn with_a_clock() -> Value {
    let clock = json!({ "type": "per_game", "seconds": 36_000, "increment": 0 });
    json!({ "seats": [{ "who": "me" }, { "who": "me" }], "options": { "first": { "seat": 0 }, "clock": clock } })
}

async fn metric(address: SocketAddr, name: &str) -> u64 {
    let text = request(address, "GET", "/metrics", &[], None).await.text;
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{name}: {text}")).parse().unwrap()
}

/// Waits until the server has gone on with everything that it found.
async fn resumed(address: SocketAddr) {
    for _ in 0..600 {
        let ready = request(address, "GET", "/readyz", &[], None).await;
        assert_eq!(ready.status, 200, "{}", ready.text);
        if ready.text == "ready\n" {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it is still not done");
}

/// Waits until it is the person's turn.
async fn until_the_bot_has_moved(guest: &Guest, table: &str) {
    for _ in 0..600 {
        let seen = guest.get(&format!("/api/tables/{table}")).await;
        if seen["table"]["state"]["turn"] == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the bot does not move at {table}");
}

async fn until(address: SocketAddr, name: &str, value: u64) {
    for _ in 0..600 {
        if metric(address, name).await == value {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{name} is {}, not {value}", metric(address, name).await);
}

async fn a_start_reads_only_what_goes_on_by_itself(folder: Folder) {
    let kept = store(&folder).await;
    for n in 0..40 {
        leave(&kept, &format!("alone{n:05}"), "anna", alone(), now(), 1).await;
    }
    for n in 0..3 {
        leave(&kept, &format!("clock{n:05}"), "anna", with_a_clock(), now(), 1).await;
        leave(&kept, &format!("bot{n:07}"), "anna", against_a_bot(), now(), 1).await;
    }
    let to_resume = kept.to_resume().await.unwrap();
    assert_eq!(to_resume.len(), 6, "{to_resume:?}");
    kept.close().await.unwrap();
    let server = start(&folder).await;
    let address = server.address();
    resumed(address).await;
    // A bot that has moved already leaves its table to be put away.
    let read = metric(address, "quinta_tables").await;
    assert!((3..=6).contains(&read), "{read}");
    let ben = Guest::new(address).await;
    for n in 0..3 {
        until_the_bot_has_moved(&ben, &format!("bot{n:07}")).await;
    }
    // What was not read is there when it is asked for.
    assert_eq!(ben.get("/api/tables/alone00007").await["table"]["stage"], "playing");
    server.stop().await.unwrap();
    // The lobby is told of what the bots did, and then only the clocks are left.
    let server = start(&folder).await;
    resumed(server.address()).await;
    // Where processes share a database, those that the bots played at may have been left behind and taken over besides.
    let read = metric(server.address(), "quinta_tables").await;
    assert!((3..=6).contains(&read), "{read}");
    server.stop().await.unwrap();
    let kept = store(&folder).await;
    let left = kept.to_resume().await.unwrap();
    assert!(left.len() == 3 && left.iter().all(|left| left.game.starts_with("clock")), "{left:?}");
    kept.close().await.unwrap();
}

async fn a_database_of_the_form_before_is_looked_at_once(folder: Folder) {
    let kept = store(&folder).await;
    leave(&kept, "alone00000", "anna", alone(), now(), 1).await;
    leave(&kept, "bot0000000", "anna", against_a_bot(), now(), 1).await;
    kept.close().await.unwrap();
    // As the release before left it.
    let mut other = Other::to(&folder).await;
    let indexes =
        "DROP INDEX games_to_resume; DROP INDEX games_by_owner; DROP INDEX games_by_address;";
    let columns = ["resume", "owner", "address", "warned"]
        .map(|column| format!("ALTER TABLE games DROP COLUMN {column};"))
        .concat();
    let sqlite = format!("{indexes}{columns} PRAGMA user_version = 6");
    let postgres = format!("{indexes}{columns} DELETE FROM form WHERE number > 4");
    other.say(&sqlite, &postgres).await;
    drop(other);
    let server = start(&folder).await;
    resumed(server.address()).await;
    until_the_bot_has_moved(&Guest::new(server.address()).await, "bot0000000").await;
    server.stop().await.unwrap();
    let kept = store(&folder).await;
    let to_resume = kept.to_resume().await.unwrap();
    // Of the bot's game the lobby may not be told yet.
    assert!(to_resume.iter().all(|one| one.game == "bot0000000"), "{to_resume:?}");
    let unfinished = kept.unfinished("anna", "").await.unwrap();
    assert_eq!(unfinished.of_owner, 2, "and whose it is");
    kept.close().await.unwrap();
}

async fn a_game_that_the_lobby_does_not_know_is_told_to_it(folder: Folder) {
    let kept = store(&folder).await;
    let asks = Requester::new("anna", "Anna", now());
    let wish = serde_json::from_value(alone()).unwrap();
    let first = create(&wish, &asks, &Seed([7; 32]), "code").unwrap();
    // The server ended before it could tell the lobby.
    kept.append("lost000000", &[first]).await.unwrap();
    assert_eq!(kept.unfinished("anna", "").await.unwrap().of_owner, 0);
    kept.close().await.unwrap();
    let server = start(&folder).await;
    resumed(server.address()).await;
    server.stop().await.unwrap();
    let kept = store(&folder).await;
    assert_eq!(kept.unfinished("anna", "").await.unwrap().of_owner, 1);
    assert_eq!(kept.to_resume().await.unwrap(), []);
    kept.close().await.unwrap();
}

async fn tables_in_memory_have_so_many_bytes(folder: Folder) {
    let limits = Limits { live_bytes: 400_000, ..Limits::none() };
    let kept = store(&folder).await;
    for n in 0..60 {
        leave(&kept, &format!("clock{n:05}"), "anna", with_a_clock(), now(), 1).await;
    }
    kept.close().await.unwrap();
    let server = start_with(&folder, limits).await;
    let address = server.address();
    resumed(address).await;
    let anna = Guest::new(address).await;
    let mut most = 0;
    for n in 0..60 {
        let table = anna.get(&format!("/api/tables/clock{n:05}")).await;
        assert_eq!(table["table"]["stage"], "playing");
        most = most.max(metric(address, "quinta_table_bytes").await);
    }
    assert!((100_000..500_000).contains(&most), "{most}");
    assert!(metric(address, "quinta_tables").await < 50);
    server.stop().await.unwrap();
}

fn code(answer: &common::Answer) -> (u16, &str) {
    (answer.status, answer.body["error"]["code"].as_str().unwrap_or_default())
}

async fn unfinished_games_are_limited(folder: Folder) {
    let limits = Limits { unfinished: 3, unfinished_from_address: 5, ..Limits::none() };
    let settings = Settings { limits, behind_proxy: true, ..Settings::default() };
    let server = start_as(&folder, settings.clone()).await;
    let from = async |address: &str| {
        let mut guest = Guest::new(server.address()).await;
        guest.seen_at = Some(address.to_owned());
        guest
    };
    let anna = from("192.0.2.1").await;
    let refused = |answer: common::Answer| {
        assert_eq!(code(&answer), (409, "too_many_unfinished"), "{}", answer.text);
    };
    let wish = json!({ "seats": [{ "who": "me" }, { "who": "bot", "level": "random" }] });
    let mut tables = Vec::new();
    for _ in 0..3 {
        tables.push(anna.create(wish.clone()).await.0);
    }
    refused(anna.at(server.address()).ask("POST", "/api/tables", Some(&wish)).await);
    // Another guest of her address has two, and a guest of another address as many as anyone.
    let (ben, far) = (from("192.0.2.1").await, from("198.51.100.1").await);
    ben.create(wish.clone()).await;
    let bens = ben.create(wish.clone()).await.0;
    refused(ben.at(server.address()).ask("POST", "/api/tables", Some(&wish)).await);
    far.create(wish.clone()).await;
    // A game from a browser is no way around it, and neither is a rematch.
    let body = json!({ "id": "tab-1", "log": ["{}"] });
    refused(anna.ask("POST", "/api/handed", Some(&body)).await);
    // Who resigns may begin another one, on any server, and after a restart as well.
    for table in [&tables[0], &bens] {
        let player = if *table == bens { &ben } else { &anna };
        player.ready(table).await;
        player.must(table, json!({ "type": "resign" })).await;
    }
    let again = json!({ "type": "rematch" });
    assert_eq!(anna.command(&tables[0], again.clone()).await.status, 200);
    refused(anna.at(server.address()).ask("POST", "/api/tables", Some(&wish)).await);
    ben.create(wish.clone()).await;
    let second = ben.command(&bens, again).await;
    assert_eq!(code(&second), (409, "too_many_unfinished"), "{}", second.text);
    server.stop().await.unwrap();
    let server = start_as(&folder, settings).await;
    refused(anna.at(server.address()).ask("POST", "/api/tables", Some(&wish)).await);
    server.stop().await.unwrap();
}

async fn what_an_address_writes_in_a_day_is_limited(folder: Folder) {
    let budget = 128 * 1024;
    let limits = Limits { written_bytes: budget, ..Limits::none() };
    let settings = Settings { limits, behind_proxy: true, ..Settings::default() };
    let server = start_as(&folder, settings).await;
    let mut anna = Guest::new(server.address()).await;
    anna.seen_at = Some("192.0.2.1".into());
    let wish = json!({ "seats": [{ "who": "me" }, { "who": "me" }], "options": { "undo": "free", "first": { "seat": 0 } } });
    let (table, _) = anna.create(wish.clone()).await;
    anna.ready(&table).await;
    let mut written = 0;
    let refused = loop {
        // Of two servers, one after the other: they share what she has.
        let anna = anna.at(server.address());
        let at = anna.get(&format!("/api/tables/{table}?since=1000000")).await;
        let number = at["table"]["number"].as_u64().unwrap();
        let pass = json!({ "type": "act", "at": number, "action": { "pass": {} } });
        let answer = anna.command(&table, pass).await;
        if answer.status != 200 {
            break answer;
        }
        let undo = json!({ "type": "undo", "at": answer.body["number"] });
        let answer = anna.command(&table, undo).await;
        if answer.status != 200 {
            break answer;
        }
        written += 1;
        assert!(written < 1000, "it never ends");
    };
    assert_eq!(code(&refused), (429, "too_much_written"), "{}", refused.text);
    // About half of the budget, each of the two servers with what it took ahead; a pass and its taking back are some 500 bytes.
    assert!((50..300).contains(&written), "{written}");
    // A table and a game from a browser are written, too. Each server may have taken a little ahead.
    let mut made = 0;
    let refused = loop {
        let answer = anna.at(server.address()).ask("POST", "/api/tables", Some(&wish)).await;
        made += 1;
        if answer.status != 201 || made == 60 {
            break answer;
        }
    };
    assert_eq!(code(&refused), (429, "too_much_written"), "{}", refused.text);
    // Nobody else has less of it.
    let mut ben = Guest::new(server.address()).await;
    ben.seen_at = Some("192.0.2.2".into());
    ben.create(wish).await;
    server.stop().await.unwrap();
}

async fn games_that_nobody_goes_on_with_are_deleted_after_a_notice(folder: Folder) {
    let server = start(&folder).await;
    let anna = Guest::new(server.address()).await;
    let (known, _) = anna.create(alone()).await;
    server.stop().await.unwrap();
    let kept = store(&folder).await;
    let created = kept.read(&known).await.unwrap().remove(0);
    let who = Table::from_log(&known, [created]).unwrap().owner().to_owned();
    let old = |days: u64| now() - days * DAY;
    for (id, days) in
        [("young00000", 70), ("notice0000", 80), ("late000000", 300), ("moved00000", 300)]
    {
        leave(&kept, id, &who, alone(), old(days), 1).await;
    }
    kept.close().await.unwrap();
    let server = start(&folder).await;
    let at = |server: &common::Served| anna.at(server.address());
    let expires = |lobby: &Value, id: &str| {
        let mine = lobby["mine"].as_array().unwrap();
        let table = mine.iter().find(|table| table["id"] == id);
        table.map(|table| table["expires"].as_u64())
    };
    let lobby = loop {
        let lobby = at(&server).get("/api/tables").await;
        if expires(&lobby, "moved00000").unwrap().is_some() {
            break lobby;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    assert_eq!(expires(&lobby, "young00000"), Some(None));
    // However late the notice comes, it comes two weeks before.
    for (id, days) in [("notice0000", 14), ("late000000", 14)] {
        let at = expires(&lobby, id).unwrap().unwrap();
        let wanted = now() + days * DAY;
        assert!(at.abs_diff(wanted) < DAY, "{id}: {at} {wanted}");
    }
    // Whoever goes on with a game keeps it.
    let number = at(&server).get("/api/tables/moved00000").await["table"]["number"].clone();
    let pass = json!({ "type": "act", "at": number, "action": { "pass": {} } });
    at(&server).must("moved00000", pass).await;
    assert_eq!(expires(&at(&server).get("/api/tables").await, "moved00000"), Some(None));
    server.stop().await.unwrap();
    // Another start changes nothing, two weeks do.
    let server = start(&folder).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let lobby = at(&server).get("/api/tables").await;
    assert!(expires(&lobby, "late000000").is_some());
    server.stop().await.unwrap();
    let earlier = format!("UPDATE games SET warned = {} WHERE warned > 0", old(15));
    let mut other = Other::to(&folder).await;
    other.say(&earlier, &earlier).await;
    drop(other);
    let server = start(&folder).await;
    until(server.address(), "quinta_games_expired_total", 1).await;
    let lobby = at(&server).get("/api/tables").await;
    assert_eq!(expires(&lobby, "late000000"), None, "it is gone");
    for id in ["young00000", "notice0000", "moved00000"] {
        assert!(expires(&lobby, id).is_some(), "{id}");
    }
    assert_eq!(at(&server).ask("GET", "/api/tables/late000000", None).await.status, 404);
    server.stop().await.unwrap();
}

/// Somebody deletes, moves or replaces what a server writes to.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_acknowledged_that_nobody_would_find_again() {
    for what in ["deleted", "replaced", "log deleted", "folder deleted"] {
        let folder = Folder::new();
        let server = start(&folder).await;
        let anna = Guest::new(server.address()).await;
        let (table, _) = anna.create(alone()).await;
        anna.ready(&table).await;
        let ready = async || request(server.address(), "GET", "/readyz", &[], None).await.status;
        assert_eq!(ready().await, 200);
        let file = folder.0.join(quinta_server::DATABASE);
        let log = folder.0.join(format!("{}-wal", quinta_server::DATABASE));
        match what {
            "deleted" => std::fs::remove_file(&file).unwrap(),
            "log deleted" => std::fs::remove_file(&log).unwrap(),
            "replaced" => {
                let copy = folder.0.join("copy");
                std::fs::copy(&file, &copy).unwrap();
                std::fs::rename(&copy, &file).unwrap();
            }
            _ => std::fs::remove_dir_all(&folder.0).unwrap(),
        }
        let at = anna.get(&format!("/api/tables/{table}")).await["table"]["number"].clone();
        let pass = json!({ "type": "act", "at": at, "action": { "pass": {} } });
        let answer = anna.command(&table, pass).await;
        assert_eq!(code(&answer), (503, "store_failed"), "{what}: {}", answer.text);
        assert_eq!(ready().await, 503, "{what}");
        let _ = server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_folder_that_is_moved_back_is_written_again() {
    let folder = Folder::new();
    let server = start(&folder).await;
    let aside = folder.0.with_extension("aside");
    let ready = async || request(server.address(), "GET", "/readyz", &[], None).await.status;
    std::fs::rename(&folder.0, &aside).unwrap();
    assert_eq!(ready().await, 503);
    std::fs::rename(&aside, &folder.0).unwrap();
    assert_eq!(ready().await, 200);
    server.stop().await.unwrap();
}
