//! Rematches without end, each of which makes a table.
use super::{ATTACKER, STRANGER, tell};
use crate::commands::load::client::Guest;
use crate::commands::load::server::Spawned;
use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

pub(super) async fn attack(server: &Spawned, lasting: Duration) -> Result<()> {
    let attacker = Guest::new(server.address, ATTACKER).await?;
    let seats = json!([{ "who": "me" }, { "who": "bot", "level": "random" }]);
    let mut table = attacker.create(&seats, &json!({})).await?;
    let ends = Instant::now() + lasting;
    let mut made = 1;
    'made: loop {
        let ready = json!({ "id": "1", "type": "ready", "luck": "" });
        for command in [ready, json!({ "id": "2", "type": "resign" })] {
            if insist(&attacker, &table, &command, ends).await?.is_none() {
                break 'made;
            }
        }
        let rematch = json!({ "id": "3", "type": "rematch" });
        let Some(answer) = insist(&attacker, &table, &rematch, ends).await? else { break };
        answer["table"].as_str().context("no table")?.clone_into(&mut table);
        made += 1;
    }
    let stranger = Guest::new(server.address, STRANGER).await?;
    let wish = json!({ "seats": seats, "options": {} }).to_string();
    let status = stranger.ask("POST", "/api/tables", &wish).await?.status;
    tell("tables made", made)?;
    tell("tables in memory", attacker.metric("quinta_tables").await?)?;
    tell("a stranger who wants a table", if status == 201 { "gets it" } else { "is refused" })
}

/// Sends a command until it is accepted or time is up.
async fn insist(
    attacker: &Guest,
    table: &str,
    command: &Value,
    ends: Instant,
) -> Result<Option<Value>> {
    let path = format!("/api/tables/{table}/commands");
    while Instant::now() < ends {
        let answer = attacker.ask("POST", &path, &command.to_string()).await?;
        if answer.status == 200 {
            return Ok(Some(serde_json::from_str(&answer.text)?));
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(None)
}
