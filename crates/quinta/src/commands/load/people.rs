//! People who play random moves at a common pace, each over a socket of their own.
use super::client::{Guest, NO_EVENTS, Stream};
use anyhow::Result;
use futures_util::{SinkExt, StreamExt};
use quinta_wire::apply_delta;
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;
use tokio::sync::{Semaphore, mpsc};
use tokio_tungstenite::tungstenite::Message;

/// State shared by the players.
pub(super) struct Shared {
    /// Permits for moves, issued by the pacer.
    pub(super) moves: Semaphore,
    pub(super) measuring: AtomicBool,
    pub(super) refused: AtomicU64,
    pub(super) messages: AtomicU64,
    pub(super) bytes: AtomicU64,
    /// From sending a move to its acknowledgement, in microseconds.
    pub(super) times: mpsc::UnboundedSender<u64>,
}

/// The plan of a table.
#[derive(Clone)]
pub(super) struct Plan {
    pub(super) seats: u8,
    pub(super) bots: u8,
    pub(super) level: String,
}

impl Plan {
    /// Makes such a table, seats its people, and lets each of them play over a socket. Returns how many sockets there are.
    pub(super) async fn open(
        &self,
        addresses: &[SocketAddr],
        seed: u64,
        shared: &Arc<Shared>,
    ) -> Result<usize> {
        let Self { seats, bots, ref level } = *self;
        let mut plan = vec![json!({ "who": "me" })];
        plan.extend((bots + 1..seats).map(|_| json!({ "who": "open" })));
        plan.extend((0..bots).map(|_| json!({ "who": "bot", "level": level })));
        // The players of one table use different servers.
        let server = |seat: u64| addresses[(seed + seat) as usize % addresses.len()];
        let host = Guest::new(server(0), None).await?;
        let table = host.create(&Value::from(plan), &json!({ "access": "open" })).await?;
        let mut people = vec![host];
        for seat in bots + 1..seats {
            let guest = Guest::new(server(u64::from(seat - bots)), None).await?;
            guest.command(&table, &json!({ "id": "sit", "type": "sit" })).await?;
            people.push(guest);
        }
        for guest in &people {
            guest.ready(&table).await?;
        }
        let count = people.len();
        for (number, guest) in people.into_iter().enumerate() {
            // As the page does; a server of release 0.1 does not know `parts` and sends whole documents.
            let stream = guest.stream(&table, &format!("{NO_EVENTS}&parts=1")).await?;
            let rng = SmallRng::seed_from_u64(seed * 8 + number as u64);
            tokio::spawn(play(stream, shared.clone(), rng));
        }
        Ok(count)
    }
}

/// Plays until the game is over or the socket closes, at the common pace.
async fn play(mut stream: Stream, shared: Arc<Shared>, mut rng: SmallRng) {
    let mut number = 0u64;
    // The last choices: the next may come as a delta of them.
    let mut choices = Value::Null;
    let mut sent = Instant::now();
    while let Some(Ok(message)) = stream.next().await {
        let Message::Text(text) = message else { continue };
        let measuring = shared.measuring.load(Ordering::Relaxed);
        if measuring {
            shared.messages.fetch_add(1, Ordering::Relaxed);
            shared.bytes.fetch_add(text.len() as u64, Ordering::Relaxed);
        }
        let read = || serde_json::from_str::<Value>(&text).unwrap_or_default();
        choices = if text.starts_with(r#"{"type":"reply""#) {
            if measuring && number > 0 {
                let _ = shared.times.send(sent.elapsed().as_micros() as u64);
            }
            continue;
        } else if text.starts_with(r#"{"type":"refused""#) {
            shared.refused.fetch_add(1, Ordering::Relaxed);
            continue;
        } else if text.starts_with(r#"{"type":"choices""#) {
            read()
        } else if text.starts_with(r#"{"type":"choices_part""#) {
            apply_delta(Some(choices), read()["choices"].take()).unwrap_or_default()
        } else if text.starts_with(r#"{"type":"snapshot""#) {
            read()["choices"].take()
        } else {
            continue;
        };
        if choices.is_null() {
            continue;
        }
        let action = pick(&choices, &mut rng);
        let Ok(permit) = shared.moves.acquire().await else { return };
        permit.forget();
        number += 1;
        let command = json!({ "id": number.to_string(), "type": "act", "at": choices["at"], "action": action });
        sent = Instant::now();
        if stream.send(Message::text(command.to_string())).await.is_err() {
            return;
        }
    }
}

/// Picks a random action from the choices.
pub(super) fn pick(choices: &Value, rng: &mut SmallRng) -> Value {
    let possible = |sort: &str| {
        let all = choices[sort].as_array().into_iter().flatten();
        all.filter(|choice| choice.get("reason").is_none())
    };
    let placeable = |choice: &&Value| choice["cells"].get(0).is_some();
    let all: Vec<_> = possible("acquire").chain(possible("place").filter(placeable)).collect();
    let Some(last) = all.len().checked_sub(1) else { return json!({ "pass": {} }) };
    let choice = all[rng.random_range(0..=last)];
    let mut any = |values: &Value| match values.as_array() {
        Some(values) if !values.is_empty() => values[rng.random_range(0..values.len())].clone(),
        _ => Value::Null,
    };
    if let Some(attribute) = choice.get("attribute") {
        json!({ "acquire": attribute, "take": any(&choice["takes"]) })
    } else {
        let cell = any(&choice["cells"]);
        json!({ "place": choice["kind"], "cell": cell["cell"], "pay": any(&choice["payments"]) })
    }
}
