//! Games from a browser, as long as they may be and never ended, and a start of the server that has them.
use super::{ATTACKER, tell};
use crate::commands::load::client::Guest;
use crate::commands::load::megabytes;
use crate::commands::load::server::Spawned;
use anyhow::{Context, Result, anyhow};
use quinta_table::{Entry, Requester, Table, create};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// The limits that would make this take days or months do not hold, so that the start can be measured.
pub(super) const SETTINGS: &str = "behind_proxy = true
[limits]
tables = 1000000
guests = 1000000
requests = 1000000
request_burst = 1000000
unfinished = 1000000
unfinished_from_address = 1000000
written_bytes = 1000000000000
";

const GAMES: u64 = 1200;
/// The entries of each: as many as a game from a browser may have.
const ENTRIES: usize = 4000;
/// The seats before the bot's.
const PEOPLE: usize = 3;
/// Who hands over at the same time.
const HANDS: usize = 4;
/// Who has every seat of a table in a browser.
const ME: &str = "tab";

pub(super) async fn attack(server: &mut Spawned, lasting: Duration) -> Result<()> {
    let log: Vec<String> = game()?.iter().map(Entry::write).collect::<Result<_, _>>()?;
    tell("entries of a game", log.len())?;
    tell("bytes of a game", log.iter().map(String::len).sum::<usize>())?;
    let body = Arc::new(json!({ "id": "tab-1", "log": log }).to_string());
    let (left, taken) = (Arc::new(AtomicU64::new(GAMES)), Arc::new(AtomicU64::new(0)));
    let mut hands = JoinSet::new();
    for _ in 0..HANDS {
        let (address, body) = (server.address, body.clone());
        let (left, taken) = (left.clone(), taken.clone());
        hands.spawn(async move {
            let one_less = |left: u64| left.checked_sub(1);
            while left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).is_ok() {
                // Each guest's copy is a game of its own.
                let guest = Guest::new(address, ATTACKER).await?;
                let answer = guest.ask("POST", "/api/handed", &body).await?;
                taken.fetch_add(u64::from(answer.status == 201), Ordering::Relaxed);
            }
            anyhow::Ok(())
        });
    }
    while let Some(done) = hands.join_next().await {
        done??;
    }
    tell("games that the server took", taken.load(Ordering::Relaxed))?;
    let unknown = "this system does not tell what a program uses";
    let most = server.usage().context(unknown)?.most;
    tell("the server meanwhile, at most MB", format!("{:.0}", megabytes(most)))?;
    server.kill();
    let began = Instant::now();
    server.start_again().await?;
    tell("started again, listening after", seconds(began.elapsed()))?;
    let someone = Guest::new(server.address, None).await?;
    let wish = json!({ "seats": [{ "who": "me" }, { "who": "bot", "level": "random" }] });
    someone.post("/api/tables", &wish).await?;
    tell("  and a stranger has a table after", seconds(began.elapsed()))?;
    let ends = Instant::now() + lasting;
    let ready = loop {
        let ready = someone.ask("GET", "/readyz", "").await?;
        if ready.text == "ready\n" || Instant::now() > ends {
            break ready.text;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    tell("  and all games go on after", seconds(began.elapsed()))?;
    tell("  what it says of itself then", ready.trim())?;
    let most = server.usage().context(unknown)?.most;
    tell("  the server, at most MB", format!("{:.0}", megabytes(most)))
}

fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

/// The log of a game as a browser would have written it: moves that are taken back again and again. At the end a bot is to move.
fn game() -> Result<Vec<Entry>> {
    let mut now = 1000;
    let asks = |now| Requester::new(ME, "Anna", now);
    let wish = json!({
        "seats": [{ "who": "me" }, { "who": "me" }, { "who": "me" }, { "who": "bot", "level": "random" }],
        "options": { "undo": "free", "first": { "seat": 0 } },
    });
    let wish = serde_json::from_value(wish)?;
    let seed = "5a".repeat(32).parse().map_err(|_| anyhow!("no seed"))?;
    let first = create(&wish, &asks(now), &seed, "in-the-tab")?.dealt_in_tab("tab-1");
    let mut log = vec![first.clone()];
    let mut table = Table::from_log("tab-1", [first])?;
    let mut send = |table: &mut Table, log: &mut Vec<Entry>, mut command: Value| -> Result<bool> {
        now += 1000;
        command["id"] = json!(log.len().to_string());
        let Ok(change) = table.command(&asks(now), &serde_json::from_value(command)?) else {
            return Ok(false);
        };
        log.extend_from_slice(change.entries());
        table.accept(change)?;
        Ok(true)
    };
    send(&mut table, &mut log, json!({ "type": "ready", "luck": "" }))?;
    let beginning = table.number();
    let pass = json!({ "pass": {} });
    loop {
        for _ in 0..PEOPLE {
            let at = table.number();
            send(&mut table, &mut log, json!({ "type": "act", "at": at, "action": pass }))?;
        }
        let undo = json!({ "type": "undo", "at": table.number(), "to": beginning });
        if log.len() + PEOPLE >= ENTRIES || !send(&mut table, &mut log, undo)? {
            break;
        }
    }
    Ok(log)
}
