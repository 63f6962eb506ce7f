//! Misbehaving connections: slow readers, slow senders, long polls while the server stops.
mod common;

use common::{Dice, Folder, Guest, Socket, request, start, start_with};
use futures_util::StreamExt;
use quinta_server::Limits;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

async fn metric(guest: &Guest, name: &str) -> u64 {
    let text = request(guest.address, "GET", "/metrics", &[], None).await.text;
    let line = text.lines().find(|line| line.starts_with(&format!("{name} "))).unwrap();
    line.rsplit(' ').next().unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_reader_is_dropped_and_can_go_on_where_it_was() {
    let folder = Folder::new();
    let server = start(&folder).await;
    let anna = Guest::new(server.address()).await;
    let (table, _) = anna.create(json!({ "seats": [{ "who": "me" }, { "who": "me" }] })).await;
    anna.ready(&table).await;
    // A watcher with a small receive buffer who does not read.
    let pipe = TcpSocket::new_v4().unwrap();
    pipe.set_recv_buffer_size(4096).unwrap();
    let stream = pipe.connect(server.address()).await.unwrap();
    let wish = format!("ws://{}/api/tables/{table}/socket", server.address());
    let wish = wish.into_client_request().unwrap();
    let (mut slow, _) = tokio_tungstenite::client_async(wish, stream).await.unwrap();
    let mut socket = anna.socket(&table, None).await;
    let mut sent = 0;
    let mut at = json!(socket.last);
    while metric(&anna, "quinta_slow_readers_total").await == 0 {
        for _ in 0..25 {
            for command in [
                json!({ "type": "act", "at": at, "action": { "buy": 0 } }),
                json!({ "type": "undo", "at": at.as_u64().unwrap() + 1 }),
            ] {
                let answer = socket.ask(command).await;
                assert_eq!(answer["type"], "reply", "whoever reads is not held up: {answer}");
                at = answer["number"].clone();
                sent += 1;
            }
        }
        assert!(sent < 1900, "the server keeps everything for a reader that does not read");
    }
    // Reading on gives what was in flight, then the end.
    let mut last = 0;
    let reading = tokio::time::timeout(Duration::from_secs(30), async {
        while let Some(Ok(frame)) = slow.next().await {
            let Ok(text) = frame.into_text() else { continue };
            let message: Value = serde_json::from_str(&text).unwrap_or_default();
            for event in message["events"].as_array().into_iter().flatten() {
                let number = event["number"].as_u64().unwrap();
                assert_eq!(number, last + 1, "nothing is left out before the end");
                last = number;
            }
        }
    });
    reading.await.expect("it is dropped");
    assert!(last > 0 && last < socket.last);
    let again = Guest::new(server.address()).await.socket(&table, Some(last)).await;
    let snapshot: Value = serde_json::from_str(&again.heard[0]).unwrap();
    let numbers: Vec<_> = snapshot["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| e["number"].as_u64().unwrap())
        .collect();
    assert!(numbers.iter().copied().eq(last + 1..=socket.last), "the rest, and all of it");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_the_server_stops_everyone_is_told_and_nothing_moves_any_more() {
    let folder = Folder::new();
    let server = start(&folder).await;
    let address = server.address();
    let (anna, ben) = (Guest::new(address).await, Guest::new(address).await);
    let wish = json!({ "seats": [{ "who": "me" }, { "who": "open" }], "options": { "access": "open", "first": { "seat": 0 } } });
    let (table, _) = anna.create(wish).await;
    ben.must(&table, json!({ "type": "sit" })).await;
    anna.ready(&table).await;
    ben.ready(&table).await;
    let mut socket = anna.socket(&table, None).await;
    let choices = socket.choices.clone().unwrap();
    let since = socket.last;
    let before = metric(&anna, "quinta_requests_total").await;
    let waiting = {
        let (ben, table) = (ben.clone(), table.clone());
        tokio::spawn(async move { ben.poll(&table, since, 30).await })
    };
    // It has arrived once the count exceeds the requests for the count itself.
    let mut asked = 1;
    while metric(&anna, "quinta_requests_total").await <= before + asked {
        asked += 1;
    }
    let stopping = tokio::spawn(server.stop());
    let bye = socket.until(|m| m["type"] == "bye").await;
    assert_eq!((&bye["reason"], bye["retry_ms"].as_u64().is_some()), (&json!("shutdown"), true));
    // Too late for a move, on whatever connection.
    let act = json!({ "id": "late", "type": "act", "at": choices["at"], "action": common::pick(&choices, &mut Dice(1)) });
    let _ = futures_util::SinkExt::send(
        &mut socket.stream,
        tokio_tungstenite::tungstenite::Message::text(act.to_string()),
    )
    .await;
    while let Some(message) = socket.next().await {
        assert_ne!(message["type"], "reply", "a move was acknowledged while the server stops");
    }
    // It is answered; otherwise the server would have cut it off.
    let news = waiting.await.unwrap();
    assert_eq!((news["table"]["number"].as_u64(), &news["events"]), (Some(since), &json!([])));
    stopping.await.unwrap().unwrap();
    assert!(TcpStream::connect(address).await.is_err(), "nobody is let in any more");
    let server = start(&folder).await;
    let again = Socket::open(&anna.at(server.address()), &table, Some(since)).await.unwrap();
    assert_eq!(again.last, since);
    server.stop().await.unwrap();
}

#[tokio::test]
async fn who_does_not_say_what_they_want_has_to_go() {
    let folder = Folder::new();
    let limits = Limits { head_seconds: 1, connections: 3, ..Limits::none() };
    let server = start_with(&folder, limits).await;
    let mut slow = Vec::new();
    for _ in 0..3 {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-").await.unwrap();
        slow.push(stream);
    }
    // No further connections from this address while these are open; they are accepted in order.
    assert_eq!(request(server.address(), "GET", "/healthz", &[], None).await.status, 0);
    for mut stream in slow {
        // Sending byte by byte does not help, at whatever pace.
        let ended = tokio::time::timeout(Duration::from_secs(10), async {
            let mut answer = Vec::new();
            loop {
                tokio::select! {
                    read = stream.read_buf(&mut answer) => if !matches!(read, Ok(1..)) { break },
                    () = tokio::time::sleep(Duration::from_millis(300)) => drop(stream.write_all(b"a").await),
                }
            }
        });
        ended.await.expect("the connection is closed");
    }
    assert_eq!(request(server.address(), "GET", "/healthz", &[], None).await.status, 200);
    server.stop().await.unwrap();
}

#[tokio::test]
async fn whoever_watches_in_several_windows_is_told_once_in_each() {
    let folder = Folder::new();
    let server = start(&folder).await;
    let guest = Guest::new(server.address()).await;
    let (table, _) = guest.create(json!({ "seats": [{ "who": "me" }, { "who": "open" }] })).await;
    let mut windows = Vec::new();
    for _ in 0..9 {
        windows.push(guest.socket(&table, None).await);
    }
    guest.must(&table, json!({ "type": "sit" })).await;
    for window in &mut windows {
        window.ask(json!({ "type": "ping" })).await;
        let told = window.heard.iter().filter(|text| text.contains(r#""type":"you""#)).count();
        assert_eq!(told, 1);
    }
    server.stop().await.unwrap();
}
