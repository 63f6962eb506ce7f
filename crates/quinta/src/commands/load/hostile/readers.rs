//! A log that is made as long as the server lets one, and connections that ask for it and never read.
use super::{ATTACKER, STRANGER, tell};
use crate::commands::load::client::Guest;
use crate::commands::load::megabytes;
use crate::commands::load::server::Spawned;
use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpSocket;
use tokio::task::JoinSet;

/// More would only get one another's news.
const SOCKETS: usize = 10;
const READERS: usize = 150;

pub(super) async fn attack(server: &Spawned, lasting: Duration) -> Result<()> {
    let attacker = Guest::new(server.address, ATTACKER).await?;
    let seats = json!([{ "who": "me" }, { "who": "me" }]);
    let table = attacker.create(&seats, &json!({})).await?;
    attacker.ready(&table).await?;
    let mut writing = JoinSet::new();
    for number in 0..SOCKETS {
        writing.spawn(rename(attacker.clone(), table.clone(), number, Instant::now() + lasting));
    }
    while let Some(done) = writing.join_next().await {
        done??;
    }
    let path = format!("/api/tables/{table}");
    let answer = attacker.ask("GET", &path, "").await?;
    let told: Value = serde_json::from_str(&answer.text)?;
    let before = server.usage().context("this system does not tell what a program uses")?;
    let ask = attacker.head("GET", &path) + "\r\n";
    let mut silent = Vec::new();
    for _ in 0..READERS {
        let pipe = TcpSocket::new_v4()?;
        pipe.set_recv_buffer_size(4096)?;
        let mut stream = pipe.connect(server.address).await?;
        stream.write_all(ask.as_bytes()).await?;
        silent.push(stream);
    }
    // The answers are under way when someone else has been served for a while.
    let stranger = Guest::new(server.address, STRANGER).await?;
    let ends = Instant::now() + Duration::from_secs(5);
    let mut most = before.memory;
    while Instant::now() < ends {
        stranger.ask("GET", "/api/tables", "").await?;
        most = most.max(server.usage().map_or(0, |usage| usage.memory));
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    drop(silent);
    tell("events in the log", told["table"]["number"].to_string())?;
    tell("bytes in an answer with the table", answer.text.len())?;
    tell("the server before, MB", format!("{:.0}", megabytes(before.memory)))?;
    tell("with 150 readers who never read, at most MB", format!("{:.0}", megabytes(most)))
}

/// Gives a seat one name after the other, until that is refused or it is time.
async fn rename(attacker: Guest, table: String, number: usize, ends: Instant) -> Result<()> {
    let mut socket = attacker.socket(&table).await?;
    for name in 0.. {
        let name = format!("{number:08}{name:032}");
        let answer = socket.ask(&json!({ "type": "rename", "seat": 0, "name": name })).await?;
        if answer["type"] == "refused" || Instant::now() > ends {
            break;
        }
    }
    Ok(())
}
