//! What the server keeps for itself: its secrets, when it ran, and looks back at games.
use super::{Request, Sqlite};
use crate::store::{REVIEWS, RUNS, Run, Store, StoreError};
use async_trait::async_trait;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

#[async_trait]
impl Store for Sqlite {
    async fn secret(&self, name: &str, fresh: Vec<u8>) -> Result<Vec<u8>, StoreError> {
        let name = name.to_owned();
        self.write(move |connection| {
            Box::pin(async move { secret(connection, &name, fresh).await })
        })
        .await
    }

    async fn begin_run(&self, began: u64) -> Result<Vec<Run>, StoreError> {
        self.write(move |connection| Box::pin(async move { begin_run(connection, began).await }))
            .await
    }

    async fn still_runs(&self, now: u64) -> Result<(), StoreError> {
        self.write(move |connection| Box::pin(async move { still_runs(connection, now).await }))
            .await
    }

    async fn review(&self, id: &str) -> Result<Option<String>, StoreError> {
        let query = "SELECT review FROM reviews WHERE id = ?";
        Ok(sqlx::query_scalar(query).bind(id).fetch_optional(&self.readers).await?)
    }

    async fn keep_review(&self, id: &str, review: String, time: u64) -> Result<(), StoreError> {
        let id = id.to_owned();
        self.write(move |connection| {
            Box::pin(async move { keep_review(connection, &id, &review, time).await })
        })
        .await
    }

    async fn close(&self) -> Result<(), StoreError> {
        self.readers.close().await;
        let closed = self.ask(Request::Close).await;
        self.lock.release();
        closed
    }
}

async fn secret(
    connection: &mut SqliteConnection,
    name: &str,
    fresh: Vec<u8>,
) -> Result<Vec<u8>, StoreError> {
    sqlx::query("INSERT OR IGNORE INTO secrets (name, value) VALUES (?, ?)")
        .bind(name)
        .bind(fresh)
        .execute(&mut *connection)
        .await?;
    let value = sqlx::query_scalar("SELECT value FROM secrets WHERE name = ?").bind(name);
    Ok(value.fetch_one(&mut *connection).await?)
}

async fn begin_run(connection: &mut SqliteConnection, began: u64) -> Result<Vec<Run>, StoreError> {
    let rows = sqlx::query("SELECT began, seen FROM runs ORDER BY began")
        .fetch_all(&mut *connection)
        .await?;
    let read = |row: &SqliteRow| -> Result<Run, StoreError> {
        let time = |column| row.try_get::<i64, _>(column).map(|time| time as u64);
        Ok(Run { began: time(0)?, seen: time(1)? })
    };
    let runs = rows.iter().map(read).collect::<Result<_, _>>()?;
    sqlx::query("INSERT OR REPLACE INTO runs (began, seen) VALUES (?, ?)")
        .bind(began as i64)
        .bind(began as i64)
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "DELETE FROM runs WHERE began NOT IN (SELECT began FROM runs ORDER BY began DESC LIMIT ?)",
    )
    .bind(RUNS)
    .execute(&mut *connection)
    .await?;
    Ok(runs)
}

async fn still_runs(connection: &mut SqliteConnection, now: u64) -> Result<(), StoreError> {
    sqlx::query("UPDATE runs SET seen = ? WHERE began = (SELECT max(began) FROM runs)")
        .bind(now as i64)
        .execute(&mut *connection)
        .await?;
    Ok(())
}

async fn keep_review(
    connection: &mut SqliteConnection,
    id: &str,
    review: &str,
    time: u64,
) -> Result<(), StoreError> {
    sqlx::query("INSERT OR REPLACE INTO reviews (id, review, time) VALUES (?, ?, ?)")
        .bind(id)
        .bind(review)
        .bind(time as i64)
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "DELETE FROM reviews WHERE id NOT IN (SELECT id FROM reviews ORDER BY time DESC LIMIT ?)",
    )
    .bind(REVIEWS)
    .execute(&mut *connection)
    .await?;
    Ok(())
}
