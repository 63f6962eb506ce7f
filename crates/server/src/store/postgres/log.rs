//! The logs of games.
use super::{Postgres, has_code};
use crate::store::archive::Kept;
use crate::store::{LogStore, StoreError};
use async_trait::async_trait;
use quinta_table::Entry;
use sqlx::Row;
use sqlx::postgres::PgConnection;

/// All of an append in one statement, which is a transaction of its own. Two that come at once both find the number free; the second to
/// write it meets the key of the first.
const APPEND: &str = "
    WITH fits AS (SELECT WHERE coalesce((SELECT max(number) FROM events WHERE game = $1), (SELECT events FROM archived WHERE game = $1), 0) + 1 = $2),
    -- From its first moment the game is known to be unfinished.
    listed AS (INSERT INTO games (game, stage, open, updated, lobby)
        SELECT $1, 'gathering', false, $3, '' FROM fits WHERE $2 = 1 ON CONFLICT DO NOTHING)
    INSERT INTO events (game, number, entry)
        SELECT $1, $2 + place - 1, entry FROM fits, unnest($4::text[]) WITH ORDINALITY AS new (entry, place)";

/// A game's log as it is kept, in one statement: packing moves entries from one table to the other.
pub(super) async fn kept(connection: &mut PgConnection, game: &str) -> Result<Kept, StoreError> {
    let rows = sqlx::query(
        "SELECT 0::bigint AS number, NULL AS entry, log FROM archived WHERE game = $1
         UNION ALL SELECT number, entry, NULL FROM events WHERE game = $1 ORDER BY number",
    )
    .bind(game)
    .fetch_all(connection)
    .await?;
    let mut kept = Kept::default();
    for row in rows {
        match row.try_get(2)? {
            Some(log) => kept.packed = Some(log),
            None => kept.entries.push(row.try_get(1)?),
        }
    }
    Ok(kept)
}

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
        let kept = self.on(async |connection| kept(connection, game).await).await?;
        kept.texts()?.iter().map(|text| Ok(Entry::read(text)?)).collect()
    }

    async fn remove(&self, game: &str) -> Result<(), StoreError> {
        let remove = sqlx::query(
            "WITH log AS (DELETE FROM events WHERE game = $1), packed AS (DELETE FROM archived WHERE game = $1), row AS (DELETE FROM games WHERE game = $1)
            DELETE FROM people WHERE game = $1",
        )
        .bind(game);
        self.on(async |connection| Ok(remove.execute(connection).await?)).await?;
        Ok(())
    }
}
