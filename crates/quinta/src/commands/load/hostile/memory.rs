//! Sockets and connections of one address that fill up and never read, in every way that we know, and the server's memory meanwhile and after.
use crate::commands::load::client::{Guest, Socket};
use crate::commands::load::megabytes;
use crate::commands::load::server::{Spawned, Usage};
use anyhow::{Context, Result};
use futures_util::{SinkExt, StreamExt};
use quinta_picture::{Series, Theme, line_chart};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;

/// More than one address may have of each.
const SOCKETS: usize = 270;
const CONNECTIONS: usize = 270;
/// How long the server has to give its memory back, after an attack of twenty seconds.
const REST: Duration = Duration::from_secs(60);
const SAMPLES: Duration = Duration::from_millis(250);
/// A server that computes next to nothing for so long has nothing left to do.
const QUIET: Duration = Duration::from_secs(2);
/// Whatever comes to its end is tried again after this.
const AGAIN: Duration = Duration::from_millis(300);
/// Who makes a table's log longer does it over so many sockets.
const SHARED: usize = 16;
/// Names that a guest may give at a table.
const NAMES: usize = 199;
/// Events, more than an answer has.
const LONG: u64 = 560;
/// The longest body of a game that is handed over.
const BODY: usize = 1024 * 1024;

/// What a socket or a connection does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// A socket acts on a position of long ago, over and over, and never reads why that is refused.
    StaleActs,
    /// A socket asks for the whole table, and never reads it.
    UnreadSnapshots,
    /// A socket reads the whole table, and stays.
    ReadSnapshots,
    /// A socket sends a message but for its end, in two frames.
    HalfMessages,
    /// A connection sends a body but for its end.
    OpenBodies,
    /// The same, letter by letter, so that there are many parts.
    SlowBodies,
    /// A connection asks for the table over and over, and never reads it.
    UnreadAnswers,
    /// A connection waits for an event that comes now and then, and never reads it.
    Polls,
    /// A connection sends the head of a request but for its end.
    HalfHeads,
}

use Way::{
    HalfHeads, HalfMessages, OpenBodies, Polls, ReadSnapshots, SlowBodies, StaleActs,
    UnreadAnswers, UnreadSnapshots,
};

/// The attacks: their names, and what goes on at the same time.
const ATTACKS: [(&str, &[Way]); 10] = [
    ("stale acts", &[StaleActs]),
    ("open bodies", &[OpenBodies]),
    (BOTH, &[StaleActs, OpenBodies]),
    ("bodies letter by letter", &[SlowBodies]),
    ("snapshots on sockets, unread", &[UnreadSnapshots]),
    ("snapshots on sockets, read", &[ReadSnapshots]),
    ("answers, unread", &[UnreadAnswers]),
    ("long polls, unread", &[Polls]),
    ("halves of heads and of messages", &[HalfHeads, HalfMessages]),
    (
        "everything",
        &[
            StaleActs,
            UnreadSnapshots,
            ReadSnapshots,
            HalfMessages,
            OpenBodies,
            UnreadAnswers,
            Polls,
            HalfHeads,
        ],
    ),
];
/// The one that is drawn.
const BOTH: &str = "stale acts and open bodies";

pub(super) async fn attack(
    program: Option<&Path>,
    lasting: Duration,
    chart: Option<&Path>,
) -> Result<()> {
    let mut out = io::stdout();
    writeln!(out, "{:>60}\n{:>60}", "MB more than idle", "at most    later")?;
    let mut series = Vec::new();
    // Another release first, then this one.
    let programs = program.map(|program| ("before", Some(program)));
    for (label, program) in programs.into_iter().chain([("now", None)]) {
        let mut servers = Vec::new();
        for _ in ATTACKS {
            servers.push(Spawned::start(program, "", None).await?);
        }
        for server in &servers {
            settle(server).await?;
        }
        for ((name, ways), server) in ATTACKS.into_iter().zip(servers) {
            let points = one(&server, ways, lasting).await.context(name)?;
            let idle = points[0].1;
            let most = points.iter().map(|point| point.1).fold(idle, f64::max) - idle;
            let left = points.last().map_or(idle, |point| point.1) - idle;
            writeln!(out, "{label:<8}{name:<34}{most:>9.0}{left:>9.0}")?;
            if name == BOTH {
                series.push(Series { label: label.to_owned(), points });
            }
        }
    }
    if let Some(file) = chart {
        let drawn = line_chart("The server's memory in MB, by seconds", &series, Theme::Light);
        std::fs::write(file, drawn.to_string()).with_context(|| file.display().to_string())?;
    }
    Ok(())
}

fn used(server: &Spawned) -> Result<Usage> {
    server.usage().context("this system does not tell what a program uses")
}

/// Waits until a server has done what it does after its start: it packs the page's files, which takes memory too.
async fn settle(server: &Spawned) -> Result<()> {
    let mut before = used(server)?.processor;
    loop {
        tokio::time::sleep(QUIET).await;
        let now = used(server)?.processor;
        if now - before < 0.05 {
            return Ok(());
        }
        before = now;
    }
}

/// Attacks a server, and returns the seconds and megabytes from before until a while after.
async fn one(server: &Spawned, ways: &[Way], lasting: Duration) -> Result<Vec<(f64, f64)>> {
    let guest = Guest::new(server.address, None).await?;
    let table = long_table(&guest).await?;
    let begun = Instant::now();
    let sample = || anyhow::Ok((begun.elapsed().as_secs_f64(), megabytes(used(server)?.memory)));
    let mut points = vec![sample()?];
    let mut attacking = JoinSet::new();
    for number in 0..SOCKETS.max(CONNECTIONS) {
        for is_socket in [true, false] {
            let most = if is_socket { SOCKETS } else { CONNECTIONS };
            let of_sort: Vec<_> = ways.iter().filter(|way| way.is_socket() == is_socket).collect();
            if let Some(way) = of_sort.get(number % of_sort.len().max(1)).filter(|_| number < most)
            {
                attacking.spawn(persist(**way, guest.clone(), table.clone()));
            }
        }
    }
    if ways.contains(&Polls) {
        attacking.spawn(talk(guest.clone(), table.clone()));
    }
    let rest = REST.min(3 * lasting);
    let mut pace = tokio::time::interval(SAMPLES);
    while begun.elapsed() < lasting {
        pace.tick().await;
        points.push(sample()?);
    }
    attacking.shutdown().await;
    while begun.elapsed() < lasting + rest {
        pace.tick().await;
        points.push(sample()?);
    }
    Ok(points)
}

/// A table whose log is longer than an answer: it is renamed as often as that is allowed, then acted at and taken back.
async fn long_table(guest: &Guest) -> Result<String> {
    let table = guest.create(&json!([{ "who": "me" }, { "who": "me" }]), &json!({})).await?;
    guest.ready(&table).await?;
    let mut sockets = Vec::new();
    for _ in 0..SHARED {
        sockets.push(guest.socket(&table).await?);
    }
    // Each may send so many messages a second: they take turns.
    let mut place = 0;
    let mut ask = async |command: Value| {
        place = (place + 1) % SHARED;
        let socket: &mut Socket = &mut sockets[place];
        let answer = socket.ask(&command).await?;
        answer["number"].as_u64().with_context(|| answer.to_string())
    };
    let mut number = 0;
    for name in 0..NAMES {
        let name = format!("{name:040}").replace('0', "\u{10400}");
        number = ask(json!({ "type": "rename", "seat": 0, "name": name })).await?;
    }
    while number < LONG {
        number = ask(json!({ "type": "act", "at": number, "action": { "buy": 0 } })).await?;
        number = ask(json!({ "type": "undo", "at": number })).await?;
    }
    Ok(table)
}

/// Says a phrase now and then, so that whoever waits is answered.
async fn talk(guest: Guest, table: String) {
    for asked in 0.. {
        tokio::time::sleep(Duration::from_secs(2)).await;
        let say = json!({ "id": format!("say{asked}"), "type": "say", "phrase": "hello" });
        let _ = guest.command(&table, &say).await;
    }
}

/// Goes on and on, whenever it is cut off or refused.
async fn persist(way: Way, guest: Guest, table: String) {
    loop {
        // However that ends.
        let _ = if way.is_socket() {
            way.on_socket(&guest, &table).await
        } else {
            way.on_connection(&guest, &table).await
        };
        tokio::time::sleep(AGAIN).await;
    }
}

/// A connection through which little goes unless it is read.
async fn thin(guest: &Guest) -> Result<TcpStream> {
    let pipe = TcpSocket::new_v4()?;
    pipe.set_recv_buffer_size(4096)?;
    Ok(pipe.connect(guest.address).await?)
}

impl Way {
    const fn is_socket(self) -> bool {
        matches!(self, StaleActs | UnreadSnapshots | ReadSnapshots | HalfMessages)
    }

    async fn on_socket(self, guest: &Guest, table: &str) -> Result<()> {
        let query =
            if matches!(self, StaleActs | HalfMessages) { "since=1000000" } else { "since=0" };
        let request = guest.upgrade(table, query)?;
        let (mut socket, _) = tokio_tungstenite::client_async(request, thin(guest).await?).await?;
        match self {
            StaleActs => {
                for asked in 0.. {
                    let act = json!({ "id": asked.to_string(), "type": "act", "at": 1, "action": { "buy": 0 } });
                    socket.send(Message::text(act.to_string())).await?;
                    tokio::time::sleep(Duration::from_millis(if asked < 50 { 1 } else { 52 }))
                        .await;
                }
                Ok(())
            }
            ReadSnapshots => loop {
                socket.next().await.context("closed")??;
            },
            HalfMessages => {
                // 15,000 bytes of a text that goes on, and a frame of 16,000 more without its last byte.
                let stream = socket.get_mut();
                for (first, length) in [(0x01, 15_000_u16), (0x00, 16_000)] {
                    let [high, low] = length.to_be_bytes();
                    stream.write_all(&[first, 0xfe, high, low, 0, 0, 0, 0]).await?;
                    let sent = if first == 0 { length - 1 } else { length };
                    stream.write_all(&vec![b' '; usize::from(sent)]).await?;
                }
                until_closed(stream).await
            }
            _ => wait_unread(socket).await,
        }
    }

    async fn on_connection(self, guest: &Guest, table: &str) -> Result<()> {
        let mut stream = thin(guest).await?;
        match self {
            OpenBodies | SlowBodies => {
                let head = format!(
                    "{}Content-Type: application/json\r\nContent-Length: {BODY}\r\n\r\n",
                    guest.head("POST", "/api/handed")
                );
                stream.write_all(head.as_bytes()).await?;
                if matches!(self, SlowBodies) {
                    stream.set_nodelay(true)?;
                    for _ in 1..BODY {
                        stream.write_all(b" ").await?;
                        tokio::task::yield_now().await;
                    }
                } else {
                    stream.write_all(&vec![b' '; BODY - 1]).await?;
                }
                until_closed(&mut stream).await
            }
            UnreadAnswers => {
                let ask = guest.head("GET", &format!("/api/tables/{table}")) + "\r\n";
                stream.write_all(ask.repeat(50).as_bytes()).await?;
                wait_unread(stream).await
            }
            Polls => {
                let path = format!("/api/tables/{table}/events?since=1000000&wait=25");
                let ask = guest.head("GET", &path) + "\r\n";
                stream.write_all(ask.repeat(50).as_bytes()).await?;
                wait_unread(stream).await
            }
            _ => {
                let head = guest.head("GET", "/api/tables") + "X-More: " + &"x".repeat(15_000);
                stream.write_all(head.as_bytes()).await?;
                until_closed(&mut stream).await
            }
        }
    }
}

/// Reads whatever comes, until the connection is closed.
async fn until_closed(stream: &mut TcpStream) -> Result<()> {
    let mut heard = [0; 1024];
    while stream.read(&mut heard).await? > 0 {}
    Ok(())
}

/// Holds on to it for as long as the server bears with those who do not read.
async fn wait_unread<S>(stream: S) -> Result<()> {
    tokio::time::sleep(Duration::from_secs(9)).await;
    drop(stream);
    Ok(())
}
