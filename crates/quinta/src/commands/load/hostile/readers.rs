//! A log made as long as the server allows, or as long as an attacker once made it, and connections that request it and never read.
use super::{ATTACKER, STRANGER, tell};
use crate::commands::load::client::Guest;
use crate::commands::load::megabytes;
use crate::commands::load::server::Spawned;
use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::net::Ipv4Addr;
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpSocket;
use tokio::task::JoinSet;

/// The length of a log that was once made from one address. From many, each within its limits, it takes less than a minute.
const LONG: u64 = 21_000;
const ADDRESSES: u8 = 40;
const READERS: usize = 150;

pub(super) async fn attack(server: &Spawned, lasting: Duration) -> Result<()> {
    let attacker = Guest::new(server.address, ATTACKER).await?;
    let seats = json!([{ "who": "me" }, { "who": "me" }]);
    let table = attacker.create(&seats, &json!({})).await?;
    attacker.ready(&table).await?;
    let mut writing = JoinSet::new();
    for number in 1..=ADDRESSES {
        let writer = attacker.at(Ipv4Addr::new(192, 0, 2, number).into());
        writing.spawn(rename(writer, table.clone(), number, Instant::now() + lasting));
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
    // The answers are being sent once others have been served for a while.
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

/// A different name of forty letters with four bytes each for every number: an answer must be longer than the system's own
/// send buffers.
fn long(writer: u8, name: u32) -> String {
    format!("{writer:08b}{name:032b}").replace('0', "\u{10400}").replace('1', "\u{10401}")
}

/// Renames a seat again and again, until that is refused permanently, the log is long enough, or time is up.
async fn rename(attacker: Guest, table: String, number: u8, ends: Instant) -> Result<()> {
    let path = format!("/api/tables/{table}/commands");
    let mut refused = false;
    for name in 0_u32.. {
        let id = format!("{number}-{name}");
        let command = json!({ "id": id, "type": "rename", "seat": 0, "name": long(number, name) });
        let answer = attacker.ask("POST", &path, &command.to_string()).await?;
        let told: Value = serde_json::from_str(&answer.text)?;
        let enough = told["number"].as_u64().is_some_and(|number| number >= LONG);
        let again = answer.status == 200;
        // `too_many` passes after a short wait; a refusal after that is permanent.
        if enough || (refused && !again) || Instant::now() > ends {
            break;
        }
        refused = !again;
        if refused {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }
    Ok(())
}
