//! A push service that accepts connections and never answers, and turns that start and end.
use super::{ATTACKER, PROBES, STRANGER, tell, tell_waits};
use crate::commands::load::client::{Guest, Socket};
use crate::commands::load::server::Spawned;
use anyhow::{Result, ensure};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

const TABLES: usize = 10;
const ENDPOINTS: usize = 5;
/// How long a message is waited for.
const PATIENCE: Duration = Duration::from_secs(20);

pub(super) async fn attack(server: &Spawned, lasting: Duration) -> Result<()> {
    let address = server.address;
    // Two services, both on this machine: the server's settings name these addresses.
    let (dead, knocks, _) = push_service("127.0.0.2:0", false).await?;
    let (alive, _, mut told) = push_service("127.0.0.3:0", true).await?;
    let (attacker, accomplice) =
        (Guest::new(address, ATTACKER).await?, Guest::new(address, ATTACKER).await?);
    for path in 0..ENDPOINTS {
        subscribe(&attacker, dead, path).await?;
    }
    let taken_back = Arc::new(AtomicU64::new(0));
    let mut attacking = JoinSet::new();
    for _ in 0..TABLES {
        let table = two(&accomplice, &attacker).await?;
        let socket = accomplice.socket(&table).await?;
        let taken_back = taken_back.clone();
        attacking.spawn(async move { act_and_undo(socket, &taken_back).await });
    }
    let (friend, victim) =
        (Guest::new(address, STRANGER).await?, Guest::new(address, STRANGER).await?);
    subscribe(&victim, alive, 0).await?;
    let ends = Instant::now() + lasting;
    let (mut waits, mut lost) = (Vec::new(), 0);
    let mut pace = tokio::time::interval(PROBES);
    while Instant::now() < ends {
        pace.tick().await;
        // A new game each time, because each turn sends one message.
        let table = two(&friend, &victim).await?;
        let mut socket = friend.socket(&table).await?;
        while told.try_recv().is_ok() {}
        let begun = Instant::now();
        act(&mut socket).await?;
        match tokio::time::timeout(PATIENCE, told.recv()).await {
            Ok(_) => waits.push(begun.elapsed()),
            Err(_) => lost += 1,
        }
    }
    attacking.shutdown().await;
    tell("moves taken back at 10 tables", taken_back.load(Ordering::Relaxed))?;
    tell("connections to the service that is silent", knocks.load(Ordering::Relaxed))?;
    tell("messages to a stranger that never came", lost)?;
    tell_waits("a stranger was told of their turn", waits)
}

/// A push service on this machine; it answers, or never does.
async fn push_service(
    at: &str,
    answers: bool,
) -> Result<(SocketAddr, Arc<AtomicU64>, mpsc::UnboundedReceiver<()>)> {
    let listener = TcpListener::bind(at).await?;
    let address = listener.local_addr()?;
    let (tell, told) = mpsc::unbounded_channel();
    let connections = Arc::new(AtomicU64::new(0));
    let counted = connections.clone();
    tokio::spawn(async move {
        let mut held = Vec::new();
        while let Ok((mut stream, _)) = listener.accept().await {
            counted.fetch_add(1, Ordering::Relaxed);
            if !answers {
                held.push(stream);
                continue;
            }
            let tell = tell.clone();
            tokio::spawn(async move {
                let mut heard = [0; 4096];
                let _ = stream.read(&mut heard).await;
                let _ =
                    stream.write_all(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n").await;
                let _ = tell.send(());
            });
        }
    });
    Ok((address, connections, told))
}

/// Subscribes with the keys of RFC 8291's example.
async fn subscribe(guest: &Guest, at: SocketAddr, path: usize) -> Result<()> {
    let wish = json!({ "endpoint": format!("http://{at}/{path}"), "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg" } });
    let answer = guest.ask("PUT", "/api/push", &wish.to_string()).await?;
    ensure!(answer.status == 204, "the subscription was refused: {}", answer.text);
    Ok(())
}

/// A game of two. The first of them begins, and the second disconnects: only those who are away get messages.
async fn two(first: &Guest, second: &Guest) -> Result<String> {
    let seats = json!([{ "who": "me" }, { "who": "open" }]);
    let options = json!({ "access": "open", "undo": "free", "first": { "seat": 0 } });
    let table = first.create(&seats, &options).await?;
    let ready = json!({ "type": "ready", "luck": "" });
    for (guest, command) in
        [(second, json!({ "type": "sit" })), (first, ready.clone()), (second, ready)]
    {
        guest.socket(&table).await?.ask(&command).await?;
    }
    loop {
        let answer = first.ask("GET", &format!("/api/tables/{table}"), "").await?;
        let view: Value = serde_json::from_str(&answer.text)?;
        if !view["presence"]["connected"].as_array().is_some_and(|here| here.contains(&json!(1))) {
            return Ok(table);
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Buys an expansion, and returns the answer.
async fn act(socket: &mut Socket) -> Result<Value> {
    while socket.choices.is_none() {
        socket.hear().await?;
    }
    let at = socket.choices.take().map(|choices| choices["at"].clone());
    socket.ask(&json!({ "type": "act", "at": at, "action": { "buy": 0 } })).await
}

/// Acts and takes back, as fast as the server allows.
async fn act_and_undo(mut socket: Socket, taken_back: &AtomicU64) -> Result<()> {
    loop {
        let number = act(&mut socket).await?["number"].clone();
        if socket.ask(&json!({ "type": "undo", "at": number })).await?["type"] == "reply" {
            taken_back.fetch_add(1, Ordering::Relaxed);
        }
    }
}
