//! What the lobby knows of games, and who sits at them.
use super::Postgres;
use crate::store::{IndexRow, IndexStore, StoreError, Whose, stage_name};
use async_trait::async_trait;
use quinta_wire::Stage;
use sqlx::Row;
use sqlx::postgres::PgRow;

/// The row, and who sits there; who has left the table has no part in it any more. Of two processes that write the row of one game the one
/// that knows less may be the later.
const PUT: &str = "
    WITH row AS (INSERT INTO games (game, stage, open, updated, lobby) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (game) DO UPDATE SET stage = excluded.stage, open = excluded.open, updated = excluded.updated, lobby = excluded.lobby
        WHERE games.updated <= excluded.updated OR games.lobby = '' RETURNING game),
    gone AS (DELETE FROM people USING row WHERE people.game = row.game AND who <> ALL ($6))
    INSERT INTO people (who, game) SELECT DISTINCT who, row.game FROM row, unnest($6::text[]) AS here (who) ON CONFLICT DO NOTHING";

#[async_trait]
impl IndexStore for Postgres {
    async fn put_index(&self, row: IndexRow) -> Result<(), StoreError> {
        let summary = serde_json::to_string(&row.summary)
            .map_err(|why| StoreError::Unreadable(why.to_string()))?;
        let put = sqlx::query(PUT)
            .bind(row.game)
            .bind(stage_name(row.stage))
            .bind(row.open)
            .bind(row.updated as i64)
            .bind(summary)
            .bind(row.people);
        self.on(async |connection| Ok(put.execute(connection).await?)).await?;
        Ok(())
    }

    async fn unfinished(&self) -> Result<Vec<String>, StoreError> {
        let query =
            sqlx::query_scalar("SELECT game FROM games WHERE stage IN ('gathering', 'playing')");
        self.on(async |connection| Ok(query.fetch_all(connection).await?)).await
    }

    async fn latest(
        &self,
        stage: Stage,
        whose: Whose<'_>,
        most: u32,
    ) -> Result<Vec<IndexRow>, StoreError> {
        let (query, who) = match whose {
            Whose::Of(who) => (
                "SELECT g.game, g.open, g.updated, g.lobby FROM games g JOIN people p ON p.game = g.game AND p.who = $1
                 WHERE g.stage = $2 AND g.lobby <> '' ORDER BY g.updated DESC LIMIT $3",
                who,
            ),
            Whose::OpenTo(who) => (
                "SELECT g.game, g.open, g.updated, g.lobby FROM games g LEFT JOIN people p ON p.game = g.game AND p.who = $1
                 WHERE p.who IS NULL AND g.open AND g.stage = $2 AND g.lobby <> '' ORDER BY g.updated DESC LIMIT $3",
                who,
            ),
        };
        let query = sqlx::query(query).bind(who).bind(stage_name(stage)).bind(i64::from(most));
        let rows = self.on(async |connection| Ok(query.fetch_all(connection).await?)).await?;
        let read = |row: &PgRow| {
            let unreadable = |why: serde_json::Error| StoreError::Unreadable(why.to_string());
            Ok(IndexRow {
                game: row.try_get(0)?,
                stage,
                open: row.try_get(1)?,
                updated: row.try_get::<i64, _>(2)? as u64,
                people: Vec::new(),
                summary: serde_json::from_str(row.try_get(3)?).map_err(unreadable)?,
            })
        };
        rows.iter().map(read).collect()
    }

    async fn gathering_before(&self, time: u64) -> Result<Vec<String>, StoreError> {
        let query = "SELECT game FROM games g WHERE stage = 'gathering' AND updated < $1
            AND NOT EXISTS (SELECT FROM presence JOIN processes USING (process) WHERE game = g.game AND count > 0 AND until > now())";
        let query = sqlx::query_scalar(query).bind(time as i64);
        self.on(async |connection| Ok(query.fetch_all(connection).await?)).await
    }
}
