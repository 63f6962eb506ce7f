//! Browsers that want push messages.
use super::Sqlite;
use crate::store::{PushStore, SUBSCRIPTIONS, StoreError, Subscription};
use async_trait::async_trait;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

#[async_trait]
impl PushStore for Sqlite {
    async fn subscribe(&self, subscription: Subscription) -> Result<(), StoreError> {
        self.write(move |connection| {
            Box::pin(async move { subscribe(connection, &subscription).await })
        })
        .await
    }

    async fn unsubscribe(&self, who: &str, endpoint: Option<&str>) -> Result<(), StoreError> {
        let (who, endpoint) = (who.to_owned(), endpoint.map(str::to_owned));
        self.write(move |connection| {
            Box::pin(async move { unsubscribe(connection, &who, endpoint.as_deref()).await })
        })
        .await
    }

    async fn push_language(&self, who: &str, language: &str) -> Result<(), StoreError> {
        let (who, language) = (who.to_owned(), language.to_owned());
        self.write(move |connection| {
            Box::pin(async move { push_language(connection, &who, &language).await })
        })
        .await
    }

    async fn subscriptions(&self, who: &str) -> Result<Vec<Subscription>, StoreError> {
        let rows = sqlx::query(
            "SELECT endpoint, p256dh, auth, language, time FROM subscriptions WHERE who = ? ORDER BY time",
        )
        .bind(who)
        .fetch_all(&self.readers)
        .await?;
        let read = |row: &SqliteRow| {
            Ok(Subscription {
                endpoint: row.try_get(0)?,
                who: who.to_owned(),
                p256dh: row.try_get(1)?,
                auth: row.try_get(2)?,
                language: row.try_get(3)?,
                time: row.try_get::<i64, _>(4)? as u64,
            })
        };
        rows.iter().map(read).collect()
    }

    async fn subscribers(&self) -> Result<Vec<String>, StoreError> {
        let query = "SELECT DISTINCT who FROM subscriptions";
        Ok(sqlx::query_scalar(query).fetch_all(&self.readers).await?)
    }
}

async fn subscribe(
    connection: &mut SqliteConnection,
    subscription: &Subscription,
) -> Result<(), StoreError> {
    sqlx::query("INSERT OR REPLACE INTO subscriptions (endpoint, who, p256dh, auth, language, time) VALUES (?, ?, ?, ?, ?, ?)")
        .bind(&subscription.endpoint)
        .bind(&subscription.who)
        .bind(&subscription.p256dh)
        .bind(&subscription.auth)
        .bind(&subscription.language)
        .bind(subscription.time as i64)
        .execute(&mut *connection)
        .await?;
    sqlx::query("DELETE FROM subscriptions WHERE who = ? AND endpoint NOT IN (SELECT endpoint FROM subscriptions WHERE who = ? ORDER BY time DESC LIMIT ?)")
        .bind(&subscription.who)
        .bind(&subscription.who)
        .bind(SUBSCRIPTIONS)
        .execute(&mut *connection)
        .await?;
    Ok(())
}

async fn unsubscribe(
    connection: &mut SqliteConnection,
    who: &str,
    endpoint: Option<&str>,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM subscriptions WHERE who = ? AND endpoint = coalesce(?, endpoint)")
        .bind(who)
        .bind(endpoint)
        .execute(&mut *connection)
        .await?;
    Ok(())
}

async fn push_language(
    connection: &mut SqliteConnection,
    who: &str,
    language: &str,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE subscriptions SET language = ? WHERE who = ?")
        .bind(language)
        .bind(who)
        .execute(&mut *connection)
        .await?;
    Ok(())
}
