//! The logs of games.
use super::{Done, Request, Sqlite};
use crate::store::archive::Kept;
use crate::store::{LogStore, StoreError};
use async_trait::async_trait;
use quinta_table::Entry;
use serde::Serialize;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqlitePool};
use std::collections::HashMap;

#[async_trait]
impl LogStore for Sqlite {
    async fn append(&self, game: &str, entries: &[Entry]) -> Result<(), StoreError> {
        let Some(Entry { number: first, time, .. }) = entries.first() else { return Ok(()) };
        let texts = entries.iter().map(Entry::write).collect::<Result<Vec<_>, _>>()?;
        let (game, first, time) = (game.to_owned(), *first, *time);
        self.ask(|done| Request::Append(Append { game, first, time, texts, done })).await
    }

    async fn read_after(&self, game: &str, number: u64) -> Result<Vec<Entry>, StoreError> {
        let texts = kept(&self.readers, game, number).await?.texts()?;
        texts.iter().map(|text| Ok(Entry::read(text)?)).collect()
    }

    async fn remove(&self, game: &str) -> Result<(), StoreError> {
        let game = game.to_owned();
        self.write(move |connection| Box::pin(async move { remove(connection, &game).await })).await
    }
}

/// A game's log after this number as it is kept, in one statement: packing moves entries from one table to the other.
pub(super) async fn kept(readers: &SqlitePool, game: &str, after: u64) -> Result<Kept, StoreError> {
    let rows = sqlx::query(
        "SELECT 0 AS number, NULL AS entry, log FROM archived WHERE game = ?1 AND events > ?2
         UNION ALL SELECT number, entry, NULL FROM events WHERE game = ?1 AND number > ?2 ORDER BY number",
    )
    .bind(game)
    .bind(after as i64)
    .fetch_all(readers)
    .await?;
    let mut kept = Kept { after, ..Kept::default() };
    for row in rows {
        match row.try_get(2)? {
            Some(log) => kept.packed = Some(log),
            None => kept.entries.push(row.try_get(1)?),
        }
    }
    Ok(kept)
}

/// Entries that someone wants to append to a game.
pub(super) struct Append {
    game: String,
    /// The number of the first one.
    first: u64,
    /// When that happened.
    time: u64,
    texts: Vec<String>,
    pub(super) done: Done<()>,
}

/// Appends what has the next number of its game, and says of each whether it had. All of a group goes in two statements: every statement is
/// a visit to the thread of the connection, which takes longer than what is done there.
pub(super) async fn append(
    connection: &mut SqliteConnection,
    appends: &[Append],
) -> Result<Vec<bool>, StoreError> {
    if appends.is_empty() {
        return Ok(Vec::new());
    }
    let games: Vec<_> = appends.iter().map(|append| &append.game).collect();
    let last: String = sqlx::query_scalar(
        "SELECT json_group_array(coalesce((SELECT max(number) FROM events WHERE game = value),
            (SELECT events FROM archived WHERE game = value), 0) ORDER BY key) FROM json_each(?)",
    )
    .bind(json(&games)?)
    .fetch_one(&mut *connection)
    .await?;
    let unreadable = |why: serde_json::Error| StoreError::Unreadable(why.to_string());
    let last: Vec<u64> = serde_json::from_str(&last).map_err(unreadable)?;
    // Of several who append to one game, the first to come changes what the others find.
    let mut last: HashMap<_, _> = games.into_iter().zip(last).collect();
    let (mut fit, mut rows, mut new) = (Vec::new(), Vec::new(), Vec::new());
    for append in appends {
        let next = last.entry(&append.game).or_default();
        fit.push(*next + 1 == append.first);
        if *next + 1 != append.first {
            continue;
        }
        if append.first == 1 {
            new.push((&append.game, append.time));
        }
        rows.extend((append.first..).zip(&append.texts).map(|(n, text)| (&append.game, n, text)));
        *next += append.texts.len() as u64;
    }
    if !new.is_empty() {
        // From its first moment the game is known to be unfinished.
        sqlx::query(
            "INSERT OR IGNORE INTO games (game, stage, open, updated, lobby)
                SELECT value ->> 0, 'gathering', 0, value ->> 1, '' FROM json_each(?)",
        )
        .bind(json(&new)?)
        .execute(&mut *connection)
        .await?;
    }
    sqlx::query(
        "INSERT INTO events (game, number, entry)
            SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)",
    )
    .bind(json(&rows)?)
    .execute(&mut *connection)
    .await?;
    Ok(fit)
}

/// Rows for a statement.
fn json(rows: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(rows).map_err(|why| StoreError::Failed(why.to_string()))
}

async fn remove(connection: &mut SqliteConnection, game: &str) -> Result<(), StoreError> {
    for table in ["events", "archived", "games", "people"] {
        sqlx::query(&format!("DELETE FROM {table} WHERE game = ?"))
            .bind(game)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
