//! Attacks that once worked: floods of bot moves, endless logs, readers who never read, endless rematches, push services
//! that never answer. Each test states what the attacker gains and what others still get.
mod common;

use common::{Folder, Guest, Socket, request, start, start_as, start_with};
use quinta_server::{Limits, Settings};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::mpsc;

on_both_stores!(a_full_server_makes_room_for_the_next,);

async fn metrics(address: SocketAddr) -> HashMap<String, u64> {
    let text = request(address, "GET", "/metrics", &[], None).await.text;
    let figure = |line: &str| {
        let (name, value) = line.split_once(' ')?;
        Some((name.to_owned(), value.parse().ok()?))
    };
    text.lines().filter(|line| !line.starts_with('#')).filter_map(figure).collect()
}

/// A game against an architect, with undo.
async fn against_architect(guest: &Guest) -> Socket {
    let wish = json!({ "seats": [{ "who": "me" }, { "who": "bot", "level": "architect" }], "options": { "undo": "free", "first": { "seat": 0 } } });
    let (table, _) = guest.create(wish).await;
    guest.ready(&table).await;
    guest.socket(&table, None).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acting_and_undoing_at_many_tables_holds_up_no_stranger() {
    let thought = flood(|_| "192.0.2.7".into(), true).await;
    assert!(thought <= 4, "{thought} searches were done before the stranger had their turn");
}

/// An IPv6 host has a whole network of addresses, and could get a queue for each table.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_addresses_of_one_network_hold_up_no_stranger() {
    let thought = flood(|table| format!("2001:db8::{table:x}"), false).await;
    // With so many waiting, searches are short: a few more finish before the figure is read.
    let most = TABLES as u64 / 2;
    assert!(thought <= most, "{thought} searches were done before the stranger had their turn");
}

const TABLES: usize = 28;

/// Acts and undoes at many tables, at each from the given address; ends with an action, or with an undo on request.
/// Returns the number of searches done while a stranger waited for theirs.
async fn flood(seen_at: impl Fn(usize) -> String, takes_back: bool) -> u64 {
    let folder = Folder::new();
    let limits = Limits::none();
    let settings = Settings { bot_threads: 1, behind_proxy: true, limits, ..Settings::default() };
    let server = start_as(&folder, settings).await;
    let address = server.address();
    let attacker = Guest::new(address).await;
    let mut sockets = Vec::new();
    for table in 0..TABLES {
        let mut attacker = attacker.clone();
        attacker.seen_at = Some(seen_at(table));
        sockets.push(against_architect(&attacker).await);
    }
    let mut most = 0;
    for _ in 0..8 {
        for socket in &sockets {
            let id = socket.table["id"].as_str().unwrap().to_owned();
            let attacker = &socket.guest;
            let at = attacker.get(&format!("/api/tables/{id}")).await["table"]["number"].clone();
            // Refused if the bot has moved meanwhile, which does not matter.
            attacker.command(&id, json!({ "type": "act", "at": at, "action": { "buy": 0 } })).await;
            let at = at.as_u64().unwrap() + 1;
            attacker.command(&id, json!({ "type": "undo", "at": at })).await;
        }
        most = most.max(metrics(address).await["quinta_bots_waiting"]);
    }
    assert!(most <= TABLES as u64, "{most} searches wait for {TABLES} tables");
    let mut stranger = Guest::new(address).await;
    stranger.seen_at = Some("192.0.2.9".into());
    let wish = json!({ "seats": [{ "who": "me" }, { "who": "bot", "level": "random" }], "options": { "first": { "seat": 1 } } });
    let (table, _) = stranger.create(wish).await;
    let mut socket = stranger.socket(&table, None).await;
    // Undone searches are dropped; otherwise every table waits for its bot now.
    for socket in sockets.iter().filter(|_| !takes_back) {
        let id = socket.table["id"].as_str().unwrap().to_owned();
        let at = socket.guest.get(&format!("/api/tables/{id}")).await["table"]["number"].clone();
        socket.guest.command(&id, json!({ "type": "act", "at": at, "action": { "buy": 1 } })).await;
    }
    // A stranger's bot is served next but one, however many wait.
    socket.ask(json!({ "type": "ready", "luck": "" })).await;
    let before = metrics(address).await["quinta_bot_seconds_count"];
    while socket.choices.is_none() && !socket.is_over() {
        socket.next().await;
    }
    let thought = metrics(address).await["quinta_bot_seconds_count"] - before;
    eprintln!(
        "hostile 2: at most {most} searches waited; {thought} were done before the stranger had their turn"
    );
    server.stop().await.unwrap();
    thought
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_comes_to_an_end_and_whoever_does_not_read_is_left() {
    let folder = Folder::new();
    let limits = Limits { waiting_bytes: 4_000_000, write_seconds: 1, ..Limits::none() };
    let settings = Settings { behind_proxy: true, limits, ..Settings::default() };
    let server = start_as(&folder, settings).await;
    let address = server.address();
    let attacker = Guest::new(address).await;
    let (table, _) = attacker.create(json!({ "seats": [{ "who": "me" }, { "who": "me" }] })).await;
    attacker.ready(&table).await;
    let mut renamed = 0;
    loop {
        let rename = json!({ "type": "rename", "seat": 0, "name": format!("{renamed:040}") });
        if attacker.command(&table, rename).await.status != 200 {
            break;
        }
        renamed += 1;
    }
    assert_eq!(renamed, 200);
    // Acting and undoing is limited too (crates/table/tests/undo.rs); here it makes the log longer than an answer.
    let mut at = attacker.get(&format!("/api/tables/{table}")).await["table"]["number"].clone();
    for _ in 0..200 {
        let act = json!({ "type": "act", "at": at, "action": { "buy": 0 } });
        let number = attacker.must(&table, act).await["number"].clone();
        at = attacker.must(&table, json!({ "type": "undo", "at": number })).await["number"].clone();
    }
    let path = format!("/api/tables/{table}");
    let answer = attacker.ask("GET", &path, None).await;
    let (length, events) = (answer.text.len(), answer.body["events"].as_array().unwrap().len());
    assert!(events == 500 && length < 300_000, "{events} events in {length} bytes");
    // The rest is available on request.
    let mut heard = 500;
    loop {
        let more = attacker.get(&format!("{path}?since={heard}")).await;
        let numbers: Vec<_> = more["events"]
            .as_array()
            .unwrap()
            .iter()
            .map(|e| e["number"].as_u64().unwrap())
            .collect();
        assert!(numbers.iter().copied().eq(heard + 1..=heard + numbers.len() as u64));
        heard += numbers.len() as u64;
        if heard == more["table"]["number"].as_u64().unwrap() {
            break;
        }
    }
    // Many connections with small receive buffers request it again and again, and never read.
    let ask = format!(
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nX-Forwarded-For: 192.0.2.7\r\nAuthorization: Bearer {}\r\n\r\n",
        attacker.token
    );
    let mut silent = Vec::new();
    for _ in 0..150 {
        let pipe = TcpSocket::new_v4().unwrap();
        pipe.set_recv_buffer_size(4096).unwrap();
        let mut stream = pipe.connect(address).await.unwrap();
        stream.write_all(ask.repeat(120).as_bytes()).await.unwrap();
        silent.push(stream);
    }
    let mut most = 0;
    loop {
        let figures = metrics(address).await;
        most = most.max(figures["quinta_bytes_waiting"]);
        if figures["quinta_limited_total"] > 0 {
            break;
        }
    }
    assert!(most <= 1_000_000, "{most} bytes wait, and one address has a quarter of four million");
    // They are disconnected by the server.
    while metrics(address).await["quinta_bytes_waiting"] > 0 {}
    eprintln!(
        "hostile 3: {length} bytes a snapshot, at most {most} bytes waited for 150 connections that do not read"
    );
    drop(silent);
    assert_eq!(attacker.ask("GET", &path, None).await.status, 200, "the server is well");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rematches_count_as_tables_and_nobody_is_locked_out() {
    let folder = Folder::new();
    let limits = Limits { live_tables: 20, tables: 30, ..Limits::none() };
    let server = start_with(&folder, limits).await;
    let attacker = Guest::new(server.address()).await;
    let wish = json!({ "seats": [{ "who": "me" }, { "who": "bot", "level": "random" }] });
    let (first, _) = attacker.create(wish.clone()).await;
    let mut made = vec![first];
    let refused = loop {
        let last = made.last().unwrap().clone();
        attacker.ready(&last).await;
        attacker.must(&last, json!({ "type": "resign" })).await;
        let answer = attacker.command(&last, json!({ "type": "rematch" })).await;
        match answer.body["table"].as_str() {
            Some(table) => made.push(table.to_owned()),
            None => break answer,
        }
        assert!(made.len() < 100, "rematches without end");
    };
    assert_eq!((refused.status, &refused.body["error"]["code"]), (429, &json!("too_many")));
    let figures = metrics(server.address()).await;
    eprintln!("hostile 5: {} tables made, {} in memory", made.len(), figures["quinta_tables"]);
    assert!(figures["quinta_tables"] <= 20, "{}", figures["quinta_tables"]);
    // Tables that left memory can still be opened, and the lobby still lists them.
    let old = attacker.get(&format!("/api/tables/{}", made[0])).await;
    assert_eq!(old["table"]["rematch"], made[1].as_str());
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_someone_new_without_end() {
    let folder = Folder::new();
    let server = start_with(&folder, Limits { guests: 3, ..Limits::none() }).await;
    let known = Guest::new(server.address()).await;
    let mut answers = Vec::new();
    for path in ["/api/token", "/api/me", "/api/token", "/api/me"] {
        let method = if path == "/api/me" { "GET" } else { "POST" };
        answers.push(request(server.address(), method, path, &[], None).await);
    }
    let statuses: Vec<_> = answers.iter().map(|answer| answer.status).collect();
    assert_eq!(statuses, [200, 200, 429, 429]);
    assert_eq!(answers[3].body["error"]["code"], "too_many");
    // Known guests stay known, without using up the limit.
    for _ in 0..8 {
        known.get("/api/me").await;
    }
    server.stop().await.unwrap();
}

async fn a_full_server_makes_room_for_the_next(folder: Folder) {
    let server = start_with(&folder, Limits { live_tables: 20, ..Limits::none() }).await;
    let attacker = Guest::new(server.address()).await;
    let wish = json!({ "seats": [{ "who": "me" }, { "who": "open" }], "options": { "access": "open", "first": { "seat": 0 } } });
    let mut tables = Vec::new();
    for _ in 0..50 {
        tables.push(attacker.create(wish.clone()).await.0);
    }
    assert!(metrics(server.address()).await["quinta_tables"] <= 20);
    // A gathering table that left memory is still in the lobby, and a stranger can join and play.
    let stranger = Guest::new(server.address()).await;
    let lobby = stranger.get("/api/tables").await;
    let open: Vec<_> = lobby["open"].as_array().unwrap().iter().map(|t| t["id"].clone()).collect();
    assert!(tables.iter().all(|table| open.contains(&json!(table))), "{}", open.len());
    stranger.must(&tables[0], json!({ "type": "sit" })).await;
    attacker.ready(&tables[0]).await;
    stranger.ready(&tables[0]).await;
    // It goes on, leaves memory, and returns with its position and turn.
    for table in &tables[1..30] {
        stranger.get(&format!("/api/tables/{table}")).await;
    }
    let mine = attacker.get("/api/tables").await["mine"].clone();
    let playing = mine.as_array().unwrap().iter().find(|t| t["id"] == tables[0].as_str()).unwrap();
    assert_eq!((&playing["stage"], &playing["your_turn"]), (&json!("playing"), &json!(true)));
    let at = attacker.get(&format!("/api/tables/{}", tables[0])).await["table"]["number"].clone();
    attacker.must(&tables[0], json!({ "type": "act", "at": at, "action": { "pass": {} } })).await;
    server.stop().await.unwrap();
}

/// A push service that accepts connections, and answers or never does.
async fn push_service(
    answers: bool,
) -> (SocketAddr, Arc<AtomicUsize>, mpsc::UnboundedReceiver<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (tell, told) = mpsc::unbounded_channel();
    let connections = Arc::new(AtomicUsize::new(0));
    let counted = connections.clone();
    tokio::spawn(async move {
        let mut held = Vec::new();
        while let Ok((mut stream, _)) = listener.accept().await {
            counted.fetch_add(1, Ordering::Relaxed);
            if answers {
                let mut heard = [0; 4096];
                let _ = stream.read(&mut heard).await;
                let _ =
                    stream.write_all(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n").await;
                let _ = tell.send(());
            } else {
                held.push(stream);
            }
        }
    });
    (address, connections, told)
}

/// The public key and the secret of RFC 8291's example.
fn subscription(at: SocketAddr, path: usize) -> Value {
    json!({ "endpoint": format!("http://{at}/{path}"), "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg" } })
}

/// A table of two; the first begins, and neither of them is connected to it.
async fn two(server: &common::Served, first: &Guest, second: &Guest) -> String {
    let wish = json!({ "seats": [{ "who": "me" }, { "who": "open" }], "options": { "access": "open", "first": { "seat": 0 } } });
    let (table, _) = first.create(wish).await;
    for (guest, command) in [
        (second, json!({ "type": "sit" })),
        (first, json!({ "type": "ready", "luck": "" })),
        (second, json!({ "type": "ready", "luck": "" })),
    ] {
        let mut socket = Socket::open(guest, &table, None).await.unwrap();
        socket.ask(command).await;
    }
    let _ = server;
    table
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn push_services_that_never_answer_silence_nobody() {
    let folder = Folder::new();
    let (dead, knocked, _) = push_service(false).await;
    let (alive, _, mut told) = push_service(true).await;
    let push_services = [dead, alive].map(|address| format!("http://{address}")).to_vec();
    let settings = Settings { push_services, limits: Limits::none(), ..Settings::default() };
    let server = start_as(&folder, settings).await;
    let address = server.address();
    let (attacker, victim) = (Guest::new(address).await, Guest::new(address).await);
    for path in 0..5 {
        let asked = attacker.ask("PUT", "/api/push", Some(&subscription(dead, path))).await;
        assert_eq!(asked.status, 204);
    }
    // Two identities of the attacker act and undo: the one with dead endpoints is notified of each turn.
    let accomplice = Guest::new(address).await;
    let table = two(&server, &accomplice, &attacker).await;
    let mut socket = accomplice.socket(&table, None).await;
    let mut at = json!(socket.last);
    for _ in 0..300 {
        let act = json!({ "type": "act", "at": at, "action": { "buy": 0 } });
        let number = socket.ask(act).await["number"].clone();
        at = socket.ask(json!({ "type": "undo", "at": number })).await["number"].clone();
    }
    let knocks = knocked.load(Ordering::Relaxed);
    // One message to five endpoints is in flight at a time; a slow machine gives up on some of them.
    assert!(knocks < 100, "{knocks} connections for 300 turns and five endpoints");
    // The victim is still notified.
    let asked = victim.ask("PUT", "/api/push", Some(&subscription(alive, 0))).await;
    assert_eq!(asked.status, 204);
    let friend = Guest::new(address).await;
    let table = two(&server, &friend, &victim).await;
    let mut socket = friend.socket(&table, None).await;
    socket.ask(json!({ "type": "act", "at": socket.last, "action": { "buy": 0 } })).await;
    let heard = tokio::time::timeout(Duration::from_secs(60), told.recv()).await;
    assert_eq!(heard.ok().flatten(), Some(()), "the victim is told");
    eprintln!("hostile 8: {knocks} connections for 300 turns of the attacker's");
    server.stop().await.unwrap();
}

#[tokio::test]
async fn names_and_frames_that_nobody_can_use() {
    let folder = Folder::new();
    let server = start(&folder).await;
    let guest = Guest::new(server.address()).await;
    for hidden in ["\u{ad}", "\u{3164}", "\u{2800}", "An\u{61c}na", "\u{202e}anna"] {
        let named = guest.ask("PATCH", "/api/me", Some(&json!({ "name": hidden }))).await;
        assert_eq!((named.status, &named.body["error"]["code"]), (400, &json!("bad_name")));
    }
    for name in ["👩\u{200d}🌾", "می\u{200c}خواهم"] {
        assert_eq!(guest.ask("PATCH", "/api/me", Some(&json!({ "name": name }))).await.status, 200);
    }
    server.stop().await.unwrap();
}
