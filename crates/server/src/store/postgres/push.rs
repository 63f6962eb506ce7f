//! Browsers that want push messages.
use super::Postgres;
use crate::store::{PushStore, SUBSCRIPTIONS, StoreError, Subscription};
use async_trait::async_trait;
use sqlx::postgres::PgRow;
use sqlx::{Connection, Row};

#[async_trait]
impl PushStore for Postgres {
    async fn subscribe(&self, subscription: Subscription) -> Result<(), StoreError> {
        let keep = sqlx::query(
            "INSERT INTO subscriptions (endpoint, who, p256dh, auth, language, time) VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (endpoint) DO UPDATE SET who = excluded.who, p256dh = excluded.p256dh, auth = excluded.auth,
                language = excluded.language, time = excluded.time",
        )
        .bind(&subscription.endpoint)
        .bind(&subscription.who)
        .bind(&subscription.p256dh)
        .bind(&subscription.auth)
        .bind(&subscription.language)
        .bind(subscription.time as i64);
        let forget = sqlx::query(
            "DELETE FROM subscriptions WHERE who = $1 AND endpoint NOT IN
            (SELECT endpoint FROM subscriptions WHERE who = $1 ORDER BY time DESC LIMIT $2)",
        )
        .bind(&subscription.who)
        .bind(i64::from(SUBSCRIPTIONS));
        self.on(async |connection| {
            let mut transaction = connection.begin().await?;
            keep.execute(&mut *transaction).await?;
            forget.execute(&mut *transaction).await?;
            Ok(transaction.commit().await?)
        })
        .await
    }

    async fn unsubscribe(&self, who: &str, endpoint: Option<&str>) -> Result<(), StoreError> {
        let forget =
            "DELETE FROM subscriptions WHERE who = $1 AND endpoint = coalesce($2, endpoint)";
        let forget = sqlx::query(forget).bind(who).bind(endpoint);
        self.on(async |connection| Ok(forget.execute(connection).await?)).await?;
        Ok(())
    }

    async fn push_language(&self, who: &str, language: &str) -> Result<(), StoreError> {
        let change = "UPDATE subscriptions SET language = $1 WHERE who = $2";
        let change = sqlx::query(change).bind(language).bind(who);
        self.on(async |connection| Ok(change.execute(connection).await?)).await?;
        Ok(())
    }

    async fn subscriptions(&self, who: &str) -> Result<Vec<Subscription>, StoreError> {
        let query = "SELECT endpoint, p256dh, auth, language, time FROM subscriptions WHERE who = $1 ORDER BY time";
        let query = sqlx::query(query).bind(who);
        let rows = self.on(async |connection| Ok(query.fetch_all(connection).await?)).await?;
        let read = |row: &PgRow| {
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
        let query = sqlx::query_scalar("SELECT DISTINCT who FROM subscriptions");
        self.on(async |connection| Ok(query.fetch_all(connection).await?)).await
    }
}
