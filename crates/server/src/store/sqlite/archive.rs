//! Old games, packed.
use super::log::kept;
use super::{Sqlite, connect};
use crate::Doing;
use crate::store::private::Lock;
use crate::store::{ArchiveStore, Ended, Packed, StoreError};
use async_trait::async_trait;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{Connection, Executor, Row};
use std::path::Path;

/// A game and its packed log, of so many events.
struct New {
    game: String,
    events: u64,
    log: Vec<u8>,
}

#[async_trait]
impl ArchiveStore for Sqlite {
    async fn ended(&self, after: &Ended, before: u64, most: u32) -> Result<Vec<Ended>, StoreError> {
        let rows = sqlx::query(
            "SELECT updated, game FROM games WHERE stage = 'over' AND updated < ? AND (updated, game) > (?, ?)
             AND EXISTS (SELECT 1 FROM events WHERE events.game = games.game) ORDER BY updated, game LIMIT ?",
        )
        .bind(before as i64)
        .bind(after.updated as i64)
        .bind(&after.game)
        .bind(most)
        .fetch_all(&self.readers)
        .await?;
        let read = |row: &SqliteRow| {
            Ok(Ended { updated: row.try_get::<i64, _>(0)? as u64, game: row.try_get(1)? })
        };
        rows.iter().map(read).collect()
    }

    async fn pack(&self, games: &[String]) -> Result<Packed, StoreError> {
        let (mut new, mut sum) = (Vec::new(), Packed::default());
        for game in games {
            // Read and packed beside the writer, which has more to do.
            if let Some((log, packed)) = kept(&self.readers, game, 0).await?.pack()? {
                sum += packed;
                new.push(New { game: game.clone(), events: packed.events, log });
            }
        }
        self.write(move |connection| Box::pin(async move { put(connection, &new).await })).await?;
        Ok(sum)
    }
}

async fn put(connection: &mut SqliteConnection, new: &[New]) -> Result<(), StoreError> {
    for New { game, events, log } in new {
        sqlx::query(
            "INSERT INTO archived (game, events, log) VALUES (?, ?, ?)
             ON CONFLICT (game) DO UPDATE SET events = excluded.events, log = excluded.log WHERE events < excluded.events",
        )
        .bind(game)
        .bind(*events as i64)
        .bind(log)
        .execute(&mut *connection)
        .await?;
        sqlx::query("DELETE FROM events WHERE game = ? AND number <= ?")
            .bind(game)
            .bind(*events as i64)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

impl Sqlite {
    /// Gives the room that packing has left in a file back to the disk; the file is written anew for that, and no server may have it open.
    pub fn shrink(file: &Path) -> Doing<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let lock = Lock::take(file)?;
            let mut connection = connect(file).await?;
            connection.execute("VACUUM").await?;
            connection.close().await?;
            lock.release();
            Ok(())
        })
    }
}
