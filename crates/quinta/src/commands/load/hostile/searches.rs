//! Actions and undos at many tables with architects, so that searches pile up.
use super::{ATTACKER, PROBES, STRANGER, tell, tell_waits};
use crate::commands::load::client::{Guest, Socket};
use crate::commands::load::people::pick;
use crate::commands::load::server::Spawned;
use anyhow::Result;
use rand::{SeedableRng, rngs::SmallRng};
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

const TABLES: usize = 28;

pub(super) async fn attack(server: &Spawned, lasting: Duration) -> Result<()> {
    let address = server.address;
    let attacker = Guest::new(address, ATTACKER).await?;
    let taken_back = Arc::new(AtomicU64::new(0));
    let mut attacking = JoinSet::new();
    for number in 0..TABLES {
        let seats = json!([{ "who": "me" }, { "who": "bot", "level": "architect" }]);
        let options = json!({ "undo": "free", "first": { "seat": 0 } });
        let table = attacker.create(&seats, &options).await?;
        attacker.ready(&table).await?;
        let socket = attacker.socket(&table).await?;
        attacking.spawn(act_and_undo(socket, number as u64, taken_back.clone()));
    }
    let ends = Instant::now() + lasting;
    let (mut waits, mut most) = (Vec::new(), 0);
    let mut pace = tokio::time::interval(PROBES);
    while Instant::now() < ends {
        pace.tick().await;
        waits.push(stranger_waits(address).await?);
        most = most.max(attacker.metric("quinta_bots_waiting").await?);
    }
    attacking.shutdown().await;
    tell("moves taken back at 28 tables", taken_back.load(Ordering::Relaxed))?;
    tell("searches that wait, at most", most)?;
    tell_waits("a stranger's random bot moved", waits)
}

/// Acts and undoes as fast as the server allows.
async fn act_and_undo(mut socket: Socket, seed: u64, taken_back: Arc<AtomicU64>) -> Result<()> {
    let mut rng = SmallRng::seed_from_u64(seed);
    loop {
        while socket.choices.is_none() {
            socket.hear().await?;
        }
        let Some(choices) = socket.choices.take() else { continue };
        let action = pick(&choices, &mut rng);
        let act = json!({ "type": "act", "at": choices["at"], "action": action });
        let number = socket.ask(&act).await?["number"].clone();
        // Refused if the bot has moved meanwhile; the next turn will do.
        let answer = socket.ask(&json!({ "type": "undo", "at": number })).await?;
        if answer["type"] == "reply" {
            taken_back.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Someone else sits down with a random bot that begins; how long until it has moved?
async fn stranger_waits(address: SocketAddr) -> Result<Duration> {
    let stranger = Guest::new(address, STRANGER).await?;
    let seats = json!([{ "who": "me" }, { "who": "bot", "level": "random" }]);
    let table = stranger.create(&seats, &json!({ "first": { "seat": 1 } })).await?;
    let mut socket = stranger.socket(&table).await?;
    let begun = Instant::now();
    socket.ask(&json!({ "type": "ready", "luck": "" })).await?;
    while socket.choices.is_none() {
        socket.hear().await?;
    }
    Ok(begun.elapsed())
}
