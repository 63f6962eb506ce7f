//! What the lobby knows of games, and who sits at them.
use super::Sqlite;
use crate::store::{IndexRow, IndexStore, StoreError, Whose, stage_name};
use async_trait::async_trait;
use quinta_wire::Stage;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

#[async_trait]
impl IndexStore for Sqlite {
    async fn put_index(&self, row: IndexRow) -> Result<(), StoreError> {
        self.write(move |connection| Box::pin(async move { put_index(connection, &row).await }))
            .await
    }

    async fn unfinished(&self) -> Result<Vec<String>, StoreError> {
        let query = "SELECT game FROM games WHERE stage IN ('gathering', 'playing')";
        Ok(sqlx::query_scalar(query).fetch_all(&self.readers).await?)
    }

    async fn latest(
        &self,
        stage: Stage,
        whose: Whose<'_>,
        most: u32,
    ) -> Result<Vec<IndexRow>, StoreError> {
        let (query, who) = match whose {
            Whose::Of(who) => (
                "SELECT g.game, g.open, g.updated, g.lobby FROM games g JOIN people p ON p.game = g.game AND p.who = ?
                 WHERE g.stage = ? AND g.lobby != '' ORDER BY g.updated DESC LIMIT ?",
                who,
            ),
            Whose::OpenTo(who) => (
                "SELECT g.game, g.open, g.updated, g.lobby FROM games g LEFT JOIN people p ON p.game = g.game AND p.who = ?
                 WHERE p.who IS NULL AND g.open AND g.stage = ? AND g.lobby != '' ORDER BY g.updated DESC LIMIT ?",
                who,
            ),
        };
        let rows = sqlx::query(query)
            .bind(who)
            .bind(stage_name(stage))
            .bind(most)
            .fetch_all(&self.readers)
            .await?;
        let read = |row: &SqliteRow| {
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
        let query = "SELECT game FROM games WHERE stage = 'gathering' AND updated < ?";
        Ok(sqlx::query_scalar(query).bind(time as i64).fetch_all(&self.readers).await?)
    }
}

async fn put_index(connection: &mut SqliteConnection, row: &IndexRow) -> Result<(), StoreError> {
    let summary = serde_json::to_string(&row.summary)
        .map_err(|why| StoreError::Unreadable(why.to_string()))?;
    sqlx::query(
        "INSERT OR REPLACE INTO games (game, stage, open, updated, lobby) VALUES (?, ?, ?, ?, ?)",
    )
    .bind(&row.game)
    .bind(stage_name(row.stage))
    .bind(row.open)
    .bind(row.updated as i64)
    .bind(summary)
    .execute(&mut *connection)
    .await?;
    // Who has left the table has no part in it any more.
    sqlx::query("DELETE FROM people WHERE game = ?")
        .bind(&row.game)
        .execute(&mut *connection)
        .await?;
    for who in &row.people {
        sqlx::query("INSERT OR IGNORE INTO people (who, game) VALUES (?, ?)")
            .bind(who)
            .bind(&row.game)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
