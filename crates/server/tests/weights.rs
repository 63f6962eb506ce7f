//! What one address makes the server keep: messages and answers that nobody reads, bodies that never end, frames that come to no message. And
//! what a club behind one address must be able to do all the same.
mod common;

use common::{Folder, Guest, Served, Socket, request, start_as, start_with};
use futures_util::future::join_all;
use futures_util::{SinkExt, StreamExt};
use quinta_server::{Limits, Settings};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// How many bytes wait, as the server says. That is asked from elsewhere, so it does not count for the address that is looked at.
async fn waiting(server: &Served) -> u64 {
    let headers = [("X-Forwarded-For", "192.0.2.99")];
    let text = request(server.address(), "GET", "/metrics", &headers, None).await.text;
    let line = text.lines().find_map(|line| line.strip_prefix("quinta_bytes_waiting "));
    line.expect("the metric").parse().unwrap()
}

/// A table at which two seats are the guest's and so much was acted and taken back, and its last number.
async fn long_table(guest: &Guest, times: usize) -> (String, u64) {
    let (table, _) = guest.create(json!({ "seats": [{ "who": "me" }, { "who": "me" }] })).await;
    guest.ready(&table).await;
    let mut socket = guest.socket(&table, None).await;
    let mut at = socket.last;
    for _ in 0..times {
        let act = json!({ "type": "act", "at": at, "action": { "buy": 0 } });
        let number = socket.ask(act).await["number"].clone();
        let answer = socket.ask(json!({ "type": "undo", "at": number })).await;
        at = answer["number"].as_u64().unwrap();
    }
    (table, at)
}

/// A socket through a thin pipe, on which nothing has been read but that it is open.
async fn unread(guest: &Guest, table: &str) -> Result<WebSocketStream<TcpStream>, String> {
    let pipe = TcpSocket::new_v4().unwrap();
    pipe.set_recv_buffer_size(4096).unwrap();
    let stream = pipe.connect(guest.address).await.map_err(|why| why.to_string())?;
    let url = format!("ws://{}/api/tables/{table}/socket", guest.address);
    let mut wish = url.into_client_request().unwrap();
    let bearer = format!("Bearer {}", guest.token);
    wish.headers_mut().insert("Authorization", bearer.parse().unwrap());
    let opened = tokio_tungstenite::client_async(wish, stream).await;
    opened.map(|(socket, _)| socket).map_err(|why| why.to_string())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_refused_as_stale_is_short_and_its_events_can_be_asked_for() {
    let folder = Folder::new();
    let server = start_with(&folder, Limits::none()).await;
    let guest = Guest::new(server.address()).await;
    let (table, last) = long_table(&guest, 20).await;
    let stale = json!({ "type": "act", "at": 1, "action": { "buy": 0 } });
    let refused = guest.command(&table, stale.clone()).await;
    assert_eq!((refused.status, &refused.body["error"]["code"]), (409, &json!("stale")));
    assert!(refused.text.len() < 300, "{}", refused.text);
    let mut socket = guest.socket(&table, None).await;
    let refused = socket.ask(stale).await;
    assert!(refused["error"]["code"] == "stale" && refused.get("events").is_none(), "{refused}");
    let newer = guest.get(&format!("/api/tables/{table}?since=1")).await;
    assert_eq!(newer["events"].as_array().unwrap().len() as u64, last - 1);
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bodies_that_never_end_are_weighed() {
    let folder = Folder::new();
    let limits = Limits { waiting_bytes: 8_000_000, ..Limits::none() };
    let settings = Settings { behind_proxy: true, limits, ..Settings::default() };
    let server = start_as(&folder, settings).await;
    let attacker = Guest::new(server.address()).await;
    let mut open = Vec::new();
    for _ in 0..30 {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        let head = format!(
            "POST /api/handed HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
             Content-Length: 1000000\r\n\r\n",
            attacker.address, attacker.token
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        // The server may have refused it already.
        let _ = stream.write_all(&vec![b' '; 400_000]).await;
        open.push(stream);
    }
    // Most are refused, and none of them is worked on.
    let mut most = 0;
    let refused = loop {
        most = most.max(waiting(&server).await);
        let mut refused = 0;
        for stream in &open {
            let mut answer = [0; 12];
            let ready = tokio::time::timeout(Duration::from_millis(20), stream.peek(&mut answer));
            refused += usize::from(matches!(ready.await, Ok(Ok(12))) && &answer == b"HTTP/1.1 503");
        }
        if refused >= 20 {
            break refused;
        }
    };
    assert!((1_000_000..=2_000_000).contains(&most), "{most} bytes wait");
    assert!(refused < 30, "those that fit are waited for");
    // A stranger has room, and what was held is given back.
    let mut stranger = attacker.clone();
    stranger.seen_at = Some("198.51.100.7".into());
    let log = json!({ "id": "tab-1", "log": ["x".repeat(300_000)] });
    assert_eq!(stranger.ask("POST", "/api/handed", Some(&log)).await.status, 422);
    drop(open);
    while waiting(&server).await > 0 {}
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_waits_for_sockets_is_weighed() {
    let folder = Folder::new();
    let limits = Limits { waiting_bytes: 2_000_000, ..Limits::none() };
    let settings = Settings { behind_proxy: true, limits, ..Settings::default() };
    let server = start_as(&folder, settings).await;
    let guest = Guest::new(server.address()).await;
    let (table, _) = long_table(&guest, 120).await;
    // Each asks for a snapshot of some tens of kilobytes, and for replies, and never reads.
    let sockets = join_all((0..60).map(|_| unread(&guest, &table))).await;
    let mut sockets: Vec<_> = sockets.into_iter().filter_map(Result::ok).collect();
    let ping = |n: usize| Message::text(json!({ "id": n.to_string(), "type": "ping" }).to_string());
    for n in 0..200 {
        for socket in &mut sockets {
            let _ = socket.send(ping(n)).await;
        }
    }
    let most = waiting(&server).await;
    assert!(most <= 500_000, "{most} bytes wait, and one address has a quarter of two million");
    drop(sockets);
    while waiting(&server).await > 0 {}
    // Nobody is held up any more, once the server has seen that they are gone.
    while Socket::open(&guest, &table, None).await.is_err() {}
    server.stop().await.unwrap();
}

/// Two hundred players with the usual limits, behind one address.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_club_behind_one_address_plays() {
    let folder = Folder::new();
    // Who they are and how fast they come is not the question here.
    let usual = Limits::default();
    let limits =
        Limits { waiting_bytes: usual.waiting_bytes, sockets: usual.sockets, ..Limits::none() };
    let server = start_with(&folder, limits).await;
    let host = Guest::new(server.address()).await;
    let (table, _) = long_table(&host, 150).await;
    let mut at = 0;
    for n in 0..100 {
        let name = format!("{n:040}").replace('0', "\u{10400}");
        let renamed = host.must(&table, json!({ "type": "rename", "seat": 0, "name": name })).await;
        at = renamed["number"].as_u64().unwrap();
    }
    let path = format!("/api/tables/{table}");
    let length = host.ask("GET", &path, None).await.text.len();
    assert!((54_000..66_000).contains(&length), "a snapshot has {length} bytes");
    // All come at once, and are slow to read.
    let mut sockets = Vec::new();
    for socket in join_all((0..200).map(|_| unread(&host, &table))).await {
        sockets.push(socket.expect("the socket opens"));
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let act = json!({ "type": "act", "at": at, "action": { "buy": 0 } });
    let number = host.must(&table, act).await["number"].as_u64().unwrap();
    let read = sockets.iter_mut().map(async |socket| {
        let mut heard = Vec::new();
        while heard.last() != Some(&number) {
            let frame = socket.next().await.expect("it stays open").unwrap();
            let Message::Text(text) = frame else { continue };
            let message: Value = serde_json::from_str(&text).unwrap();
            assert_ne!(message["type"], "bye", "{message}");
            heard.extend(message["table"]["number"].as_u64());
        }
        heard
    });
    for heard in join_all(read).await {
        assert_eq!(heard, [at, number], "the snapshot, and then the move");
    }
    // They play on, and the page and the API are open to them as well.
    assert_eq!(host.ask("GET", &path, None).await.status, 200);
    assert_eq!(request(server.address(), "GET", "/", &[], None).await.status, 200);
    server.stop().await.unwrap();
}

/// The head of a frame of a client, with a mask of zeros.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let length = u8::try_from(payload.len()).expect("a short frame");
    [&[first, 0x80 | length, 0, 0, 0, 0], payload].concat()
}

/// Writes these bytes so many times, or until the server has closed the connection, which it must do.
async fn until_closed(socket: WebSocketStream<TcpStream>, bytes: &[u8], times: usize) {
    let (mut reader, mut writer) = socket.into_inner().into_split();
    let reading = tokio::spawn(async move {
        let mut heard = Vec::new();
        let _ = reader.read_to_end(&mut heard).await;
        heard
    });
    for _ in 0..times {
        if writer.write_all(bytes).await.is_err() {
            break;
        }
    }
    let closed = tokio::time::timeout(Duration::from_secs(10), reading).await;
    assert!(closed.is_ok(), "the server goes on listening");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_that_come_to_no_message_end_a_socket() {
    let folder = Folder::new();
    let server = start_with(&folder, Limits::none()).await;
    let guest = Guest::new(server.address()).await;
    let (table, _) = guest.create(json!({ "seats": [{ "who": "me" }, { "who": "me" }] })).await;
    // The beginning of a text, and then 100,000 times nothing more of it.
    let mut socket = unread(&guest, &table).await.unwrap();
    socket.get_mut().write_all(&frame(0x01, b"{")).await.unwrap();
    let begun = Instant::now();
    until_closed(socket, &frame(0x00, b"").repeat(1000), 100).await;
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    // A long message, in as many frames as it has letters, is a message.
    let socket = guest.socket(&table, None).await;
    let ping = format!("{{\"id\":\"p\",\"type\":\"ping\"{}}}", " ".repeat(3000));
    let Socket { mut stream, .. } = socket;
    let tokio_tungstenite::MaybeTlsStream::Plain(pipe) = stream.get_mut() else { unreachable!() };
    let last = ping.len() - 1;
    for (place, letter) in ping.bytes().enumerate() {
        let first = u8::from(place == 0) | if place == last { 0x80 } else { 0 };
        pipe.write_all(&frame(first, &[letter])).await.unwrap();
    }
    let answer = loop {
        let Message::Text(text) = stream.next().await.unwrap().unwrap() else { continue };
        if text.contains("\"reply\"") {
            break text;
        }
    };
    assert!(answer.contains("\"id\":\"p\""), "{answer}");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_in_many_frames_counts_for_several() {
    let folder = Folder::new();
    let usual = Limits::default();
    let limits =
        Limits { messages: usual.messages, message_burst: usual.message_burst, ..Limits::none() };
    let server = start_with(&folder, limits).await;
    let guest = Guest::new(server.address()).await;
    let (table, _) = guest.create(json!({ "seats": [{ "who": "me" }, { "who": "me" }] })).await;
    let socket = unread(&guest, &table).await.unwrap();
    // A ping in 4,002 frames: 24 kB, the third of which is too much at once.
    let (begin, end) = (frame(0x01, b"{\"id\":\"p\","), frame(0x80, b"\"type\":\"ping\"}"));
    let message = [begin, frame(0x00, b"").repeat(4000), end].concat();
    until_closed(socket, &message, 50).await;
    server.stop().await.unwrap();
}
