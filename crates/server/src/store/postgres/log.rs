//! The logs of games.
use super::{Postgres, has_code};
use crate::store::{LogStore, StoreError};
use async_trait::async_trait;
use quinta_table::Entry;
use sqlx::Row;

/// All of an append in one statement, which is a transaction of its own. Two that come at once both find the number free; the second to
/// write it meets the key of the first.
const APPEND: &str = "
    WITH fits AS (SELECT WHERE coalesce((SELECT max(number) FROM events WHERE game = $1), 0) + 1 = $2),
    -- From its first moment the game is known to be unfinished.
    listed AS (INSERT INTO games (game, stage, open, updated, lobby)
        SELECT $1, 'gathering', false, $3, '' FROM fits WHERE $2 = 1 ON CONFLICT DO NOTHING)
    INSERT INTO events (game, number, entry)
        SELECT $1, $2 + place - 1, entry FROM fits, unnest($4::text[]) WITH ORDINALITY AS new (entry, place)";

#[async_trait]
impl LogStore for Postgres {
    async fn append(&self, game: &str, entries: &[Entry]) -> Result<(), StoreError> {
        let Some(Entry { number: first, time, .. }) = entries.first() else { return Ok(()) };
        let texts = entries.iter().map(Entry::write).collect::<Result<Vec<_>, _>>()?;
        let append = sqlx::query(APPEND).bind(game).bind(*first as i64).bind(*time as i64);
        let append = append.bind(texts);
        self.on(async |connection| match append.execute(connection).await {
            Ok(written) if written.rows_affected() == 0 => Err(StoreError::Conflict),
            Ok(_) => Ok(()),
            Err(why) if has_code(&why, "23505") => Err(StoreError::Conflict),
            Err(why) => Err(why.into()),
        })
        .await
    }

    async fn read(&self, game: &str) -> Result<Vec<Entry>, StoreError> {
        let query = "SELECT entry FROM events WHERE game = $1 ORDER BY number";
        let rows = sqlx::query(query).bind(game);
        let rows = self.on(async |connection| Ok(rows.fetch_all(connection).await?)).await?;
        rows.iter().map(|row| Ok(Entry::read(row.try_get(0)?)?)).collect()
    }

    async fn remove(&self, game: &str) -> Result<(), StoreError> {
        let remove = sqlx::query(
            "WITH log AS (DELETE FROM events WHERE game = $1), row AS (DELETE FROM games WHERE game = $1)
            DELETE FROM people WHERE game = $1",
        )
        .bind(game);
        self.on(async |connection| Ok(remove.execute(connection).await?)).await?;
        Ok(())
    }
}
