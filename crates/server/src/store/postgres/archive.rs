//! Old games, packed.
use super::Postgres;
use super::log::kept;
use crate::store::{ArchiveStore, Ended, Packed, StoreError};
use async_trait::async_trait;
use sqlx::Row;
use sqlx::postgres::PgRow;

/// All in one statement, which is a transaction of its own. Of two processes that pack the same game at once, the longer log stays. From
/// now on a program must know the form that brought packed logs.
const PACK: &str = "
    WITH new AS (SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[]) AS new (game, events, log)),
    packed AS (INSERT INTO archived (game, events, log) SELECT game, events, log FROM new
        ON CONFLICT (game) DO UPDATE SET events = excluded.events, log = excluded.log WHERE archived.events < excluded.events),
    needed AS (UPDATE form SET needs = 3 WHERE number = 3 AND needs < 3)
    DELETE FROM events USING new WHERE events.game = new.game AND events.number <= new.events";

#[async_trait]
impl ArchiveStore for Postgres {
    async fn ended(&self, after: &Ended, before: u64, most: u32) -> Result<Vec<Ended>, StoreError> {
        let query = sqlx::query(
            "SELECT updated, game FROM games WHERE stage = 'over' AND updated < $1 AND (updated, game) > ($2, $3)
             AND EXISTS (SELECT FROM events WHERE events.game = games.game) ORDER BY updated, game LIMIT $4",
        )
        .bind(before as i64)
        .bind(after.updated as i64)
        .bind(&after.game)
        .bind(i64::from(most));
        let rows = self.on(async |connection| Ok(query.fetch_all(connection).await?)).await?;
        let read = |row: &PgRow| {
            Ok(Ended { updated: row.try_get::<i64, _>(0)? as u64, game: row.try_get(1)? })
        };
        rows.iter().map(read).collect()
    }

    async fn pack(&self, games: &[String]) -> Result<Packed, StoreError> {
        let (mut names, mut events, mut logs) = (Vec::new(), Vec::new(), Vec::new());
        let mut sum = Packed::default();
        for game in games {
            let kept = self.on(async |connection| kept(connection, game, 0).await).await?;
            if let Some((log, packed)) = kept.pack()? {
                sum += packed;
                names.push(game.clone());
                events.push(packed.events as i64);
                logs.push(log);
            }
        }
        let pack = sqlx::query(PACK).bind(names).bind(events).bind(logs);
        self.on(async |connection| Ok(pack.execute(connection).await?)).await?;
        Ok(sum)
    }
}
