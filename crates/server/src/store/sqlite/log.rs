//! The logs of games.
use super::Sqlite;
use crate::store::{LogStore, StoreError};
use async_trait::async_trait;
use quinta_table::Entry;
use sqlx::Row;
use sqlx::sqlite::SqliteConnection;

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
        let query = "SELECT entry FROM events WHERE game = ? AND number > ? ORDER BY number";
        let rows = sqlx::query(query).bind(game).bind(number as i64);
        let rows = rows.fetch_all(&self.readers).await?;
        rows.iter().map(|row| Ok(Entry::read(row.try_get(0)?)?)).collect()
    }

    async fn remove(&self, game: &str) -> Result<(), StoreError> {
        let game = game.to_owned();
        self.write(move |connection| Box::pin(async move { remove(connection, &game).await })).await
    }
}

async fn append(
    connection: &mut SqliteConnection,
    game: &str,
    first: u64,
    time: u64,
    texts: &[String],
) -> Result<(), StoreError> {
    let last: i64 =
        sqlx::query_scalar("SELECT coalesce(max(number), 0) FROM events WHERE game = ?")
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
    for table in ["events", "games", "people"] {
        sqlx::query(&format!("DELETE FROM {table} WHERE game = ?"))
            .bind(game)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
