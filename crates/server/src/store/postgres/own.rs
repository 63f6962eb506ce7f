//! What the server keeps for itself: its secrets, when it ran, and looks back at games.
use super::Postgres;
use crate::store::{REVIEWS, RUNS, Run, Shared, Store, StoreError};
use async_trait::async_trait;
use sqlx::postgres::PgRow;
use sqlx::{Connection, Row};
use std::sync::atomic::Ordering;

/// Notes that this process's run goes on.
pub(super) const STILL_RUNS: &str = "UPDATE runs SET seen = greatest(seen, $1) WHERE began = $2";
/// Another process that has told of itself just now runs to this moment.
const OTHER_RUNS: &str = "
    SELECT began, CASE WHEN EXISTS (SELECT FROM processes p WHERE p.run = runs.began AND p.process <> $2 AND p.until > now() + interval '2 s')
        THEN greatest(seen, $1) ELSE seen END FROM runs ORDER BY began";

#[async_trait]
impl Store for Postgres {
    async fn secret(&self, name: &str, fresh: Vec<u8>) -> Result<Vec<u8>, StoreError> {
        let make = "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        let make = sqlx::query(make).bind(name).bind(fresh);
        let read = sqlx::query_scalar("SELECT value FROM secrets WHERE name = $1").bind(name);
        self.on(async |connection| {
            make.execute(&mut *connection).await?;
            Ok(read.fetch_one(&mut *connection).await?)
        })
        .await
    }

    async fn begin_run(&self, began: u64) -> Result<Vec<Run>, StoreError> {
        let read = sqlx::query(OTHER_RUNS).bind(began as i64).bind(self.process());
        let begin = "INSERT INTO runs (began, seen) VALUES ($1, $1) ON CONFLICT (began) DO UPDATE SET seen = excluded.seen";
        let begin = sqlx::query(begin).bind(began as i64);
        let forget = "DELETE FROM runs WHERE began NOT IN (SELECT began FROM runs ORDER BY began DESC LIMIT $1)";
        let forget = sqlx::query(forget).bind(i64::from(RUNS));
        let rows = self
            .as_holder(async |connection| {
                let mut transaction = connection.begin().await?;
                let rows = read.fetch_all(&mut *transaction).await?;
                begin.execute(&mut *transaction).await?;
                forget.execute(&mut *transaction).await?;
                transaction.commit().await?;
                Ok(rows)
            })
            .await?;
        self.run.store(began as i64, Ordering::Relaxed);
        let read = |row: &PgRow| -> Result<Run, StoreError> {
            let time = |column| row.try_get::<i64, _>(column).map(|time| time as u64);
            Ok(Run { began: time(0)?, seen: time(1)? })
        };
        rows.iter().map(read).collect()
    }

    async fn still_runs(&self, now: u64) -> Result<(), StoreError> {
        let run = self.run.load(Ordering::Relaxed);
        let note = sqlx::query(STILL_RUNS).bind(now as i64).bind(run);
        self.as_holder(async |connection| Ok(note.execute(connection).await?)).await?;
        Ok(())
    }

    async fn review(&self, id: &str) -> Result<Option<String>, StoreError> {
        let query = sqlx::query_scalar("SELECT review FROM reviews WHERE id = $1").bind(id);
        self.on(async |connection| Ok(query.fetch_optional(connection).await?)).await
    }

    async fn keep_review(&self, id: &str, review: String, time: u64) -> Result<(), StoreError> {
        let keep = "INSERT INTO reviews (id, review, time) VALUES ($1, $2, $3)
            ON CONFLICT (id) DO UPDATE SET review = excluded.review, time = excluded.time";
        let keep = sqlx::query(keep).bind(id).bind(review).bind(time as i64);
        let forget = "DELETE FROM reviews WHERE id NOT IN (SELECT id FROM reviews ORDER BY time DESC LIMIT $1)";
        let forget = sqlx::query(forget).bind(i64::from(REVIEWS));
        self.on(async |connection| {
            let mut transaction = connection.begin().await?;
            keep.execute(&mut *transaction).await?;
            forget.execute(&mut *transaction).await?;
            Ok(transaction.commit().await?)
        })
        .await
    }

    fn shared(&self) -> Option<&dyn Shared> {
        Some(self)
    }

    async fn close(&self) -> Result<(), StoreError> {
        self.pool.close().await;
        match self.holder.lock().await.take() {
            Some(connection) => Ok(connection.close().await?),
            None => Ok(()),
        }
    }
}
