//! The logs of games.
use super::Sqlite;
use crate::store::archive::Kept;
use crate::store::{LogStore, StoreError};
use async_trait::async_trait;
use quinta_table::Entry;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqlitePool};

#[async_trait]
impl LogStore for Sqlite {
    async fn append(&self, game: &str, entries: &[Entry]) -> Result<(), StoreError> {
        let Some(Entry { number: first, time, .. }) = entries.first() else { return Ok(()) };
        let texts = entries.iter().map(Entry::write).collect::<Result<Vec<_>, _>>()?;
        let (game, first, time) = (game.to_owned(), *first, *time);
        self.write(move |connection| {
            Box::pin(async move { append(connection, &game, first, time, &texts).await })
        })
        .await
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

async fn append(
    connection: &mut SqliteConnection,
    game: &str,
    first: u64,
    time: u64,
    texts: &[String],
) -> Result<(), StoreError> {
    let last: i64 = sqlx::query_scalar(
        "SELECT coalesce((SELECT max(number) FROM events WHERE game = ?1), (SELECT events FROM archived WHERE game = ?1), 0)",
    )
    .bind(game)
    .fetch_one(&mut *connection)
    .await?;
    if last + 1 != first as i64 {
        return Err(StoreError::Conflict);
    }
    if first == 1 {
        // From its first moment the game is known to be unfinished.
        sqlx::query("INSERT OR IGNORE INTO games (game, stage, open, updated, lobby) VALUES (?, 'gathering', 0, ?, '')")
            .bind(game)
            .bind(time as i64)
            .execute(&mut *connection)
            .await?;
    }
    for (text, number) in texts.iter().zip(first..) {
        sqlx::query("INSERT INTO events (game, number, entry) VALUES (?, ?, ?)")
            .bind(game)
            .bind(number as i64)
            .bind(text)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
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
