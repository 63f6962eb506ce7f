//! Postgres: a pool of connections, one statement for an append. Whoever appends with the next number first has it.
mod archive;
mod index;
mod log;
mod own;
mod push;
mod url;

pub use url::{PostgresUrl, UrlError};

use super::StoreError;
use super::copy::{self, Mark};
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, Executor};
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::timeout;

/// Every step from an empty database to the present form; a step never changes once it has been released.
pub(super) const MIGRATIONS: [&str; 2] = [
    include_str!("../../../migrations/postgres/1.sql"),
    include_str!("../../../migrations/postgres/3.sql"),
];

/// Connections for whatever the server does at once. Postgres makes one commit of those that wait, so few are enough.
const CONNECTIONS: u32 = 8;
/// How long is waited until the database lets someone in.
const CONNECT: Duration = Duration::from_secs(2);
/// How long is waited for a connection of the pool, be it because all are busy or because the database is away.
const TURN: Duration = Duration::from_secs(5);
/// How long an answer is waited for: a network that was cut says nothing by itself.
const ANSWER: Duration = Duration::from_secs(10);
/// How long, in milliseconds, the lock of a server is waited for that was killed just now.
const LOCK_WAIT: u32 = 3000;
/// The key of the advisory lock that a server has on its database: "quinta" in ASCII.
const LOCK: i64 = 0x7175_696e_7461;

/// A store in a Postgres database.
pub struct Postgres {
    pool: PgPool,
    url: PostgresUrl,
    /// The connection that has the server's lock. It is made again when it was lost.
    holder: Mutex<Option<PgConnection>>,
}

/// What every connection asks for. A commit is on the disk before it is acknowledged, and nothing is waited for without end.
fn options(url: &PostgresUrl) -> PgConnectOptions {
    url.options().clone().application_name("quinta").options([
        ("synchronous_commit", "on"),
        ("lock_timeout", "2000"),
        ("statement_timeout", "8000"),
        ("tcp_keepalives_idle", "10"),
        ("tcp_keepalives_interval", "5"),
        ("tcp_keepalives_count", "3"),
    ])
}

/// Connects, and says in words why not.
pub(super) async fn connect(url: &PostgresUrl) -> Result<PgConnection, StoreError> {
    match timeout(CONNECT, options(url).connect()).await {
        Ok(Ok(connection)) => Ok(connection),
        Ok(Err(why)) => Err(StoreError::Failed(cannot_connect(url, &why))),
        Err(_) => Err(StoreError::Failed(format!("{url} does not answer"))),
    }
}

fn cannot_connect(url: &PostgresUrl, why: &sqlx::Error) -> String {
    let code = why.as_database_error().and_then(sqlx::error::DatabaseError::code);
    match (why, code.as_deref()) {
        // Postgres says "password authentication failed"; without a password at all it is sqlx that says so.
        (_, Some("28P01" | "28000")) => format!(
            "{url} does not let this user in: {why}. The password is part of the URL, or stands in ~/.pgpass"
        ),
        (_, Some("3D000")) => format!("{url} is not there: {why}. Make it with createdb"),
        (sqlx::Error::Io(why), _) => format!("{url} cannot be reached: {why}"),
        _ => format!("{url}: {why}"),
    }
}

/// Takes the lock of the one server on this database, in this connection, and waits a moment for it.
pub(super) async fn take_lock(
    connection: &mut PgConnection,
    url: &PostgresUrl,
    wait: u32,
) -> Result<(), StoreError> {
    let wait = format!("SET lock_timeout = {}", wait.max(1));
    connection.execute(wait.as_str()).await?;
    let taken = sqlx::query("SELECT pg_advisory_lock($1)").bind(LOCK).execute(&mut *connection);
    match taken.await {
        Ok(_) => {}
        Err(why) if has_code(&why, "55P03") => return Err(StoreError::InUse(url.to_string())),
        Err(why) => return Err(why.into()),
    }
    connection.execute("SET lock_timeout = 2000").await?;
    Ok(())
}

/// Whether a server has the lock.
pub(super) async fn is_locked(connection: &mut PgConnection) -> Result<bool, StoreError> {
    let query = "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND (classid::bigint << 32) | objid::bigint = $1 AND objsubid = 1)";
    Ok(sqlx::query_scalar(query).bind(LOCK).fetch_one(connection).await?)
}

fn has_code(why: &sqlx::Error, code: &str) -> bool {
    why.as_database_error().and_then(sqlx::error::DatabaseError::code).as_deref() == Some(code)
}

/// The form of a database; one without tables has none yet, 0.
pub(super) async fn form(connection: &mut PgConnection) -> Result<usize, StoreError> {
    let made: bool = sqlx::query_scalar("SELECT to_regclass('form') IS NOT NULL")
        .fetch_one(&mut *connection)
        .await?;
    if !made {
        return Ok(0);
    }
    let form: i64 = sqlx::query_scalar("SELECT coalesce(max(number), 0) FROM form")
        .fetch_one(&mut *connection)
        .await?;
    Ok(usize::try_from(form).unwrap_or_default())
}

/// The mark of a copy that was made into it, on which no server has run yet.
pub(super) async fn copy_mark(connection: &mut PgConnection) -> Result<Option<Mark>, StoreError> {
    let query = "SELECT to_regclass('copied') IS NOT NULL";
    if !sqlx::query_scalar(query).fetch_one(&mut *connection).await? {
        return Ok(None);
    }
    let mark: Option<(String, i64)> =
        sqlx::query_as(copy::MARK).fetch_optional(&mut *connection).await?;
    Ok(mark.map(|(club, finished)| Mark { club, finished: finished != 0 }))
}

/// Brings a database to the present form.
pub(super) async fn migrate(connection: &mut PgConnection) -> Result<(), StoreError> {
    let done = form(connection).await?;
    StoreError::unless_later(done, MIGRATIONS.len())?;
    for (number, step) in MIGRATIONS.iter().enumerate().skip(done) {
        let mut transaction = connection.begin().await?;
        if number == 0 {
            transaction.execute("CREATE TABLE form (number BIGINT PRIMARY KEY)").await?;
        }
        transaction.execute(*step).await?;
        let mark = sqlx::query("INSERT INTO form (number) VALUES ($1)").bind(number as i64 + 1);
        mark.execute(&mut *transaction).await?;
        transaction.commit().await?;
    }
    Ok(())
}

impl Postgres {
    /// Opens the database for a server, which has it alone, and brings it to the present form.
    pub async fn open(url: &PostgresUrl) -> Result<Self, StoreError> {
        let mut holder = connect(url).await?;
        take_lock(&mut holder, url, LOCK_WAIT).await?;
        migrate(&mut holder).await?;
        if let Some(mark) = copy_mark(&mut holder).await? {
            StoreError::unless_copying(&mark)?;
            holder.execute(copy::FORGET).await?;
        }
        let pool = PgPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(TURN)
            .connect_lazy_with(options(url));
        Ok(Self { pool, url: url.clone(), holder: Mutex::new(Some(holder)) })
    }

    /// Does something on a connection of the pool. One that does not answer is given up, and so is its connection: nobody knows what became of it.
    async fn on<T>(
        &self,
        work: impl AsyncFnOnce(&mut PgConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut connection = self.pool.acquire().await.map_err(|why| match why {
            sqlx::Error::PoolTimedOut => {
                StoreError::Failed(format!("{} cannot be reached, or is too busy", self.url))
            }
            why => StoreError::Failed(cannot_connect(&self.url, &why)),
        })?;
        match timeout(ANSWER, work(&mut connection)).await {
            Ok(result) => result,
            Err(_) => Err(self.silent(PoolConnection::detach(connection))),
        }
    }

    /// Does something on the connection that has the server's lock; takes the lock again, in a new connection, if the old one was lost.
    async fn as_holder<T>(
        &self,
        work: impl AsyncFnOnce(&mut PgConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut holder = self.holder.lock().await;
        // While it is used it is not kept: whatever goes wrong, the next one begins anew.
        let mut kept = holder.take();
        if let Some(connection) = &mut kept
            && !matches!(timeout(CONNECT, connection.ping()).await, Ok(Ok(())))
        {
            kept = None;
        }
        let mut connection = if let Some(connection) = kept {
            connection
        } else {
            let mut connection = connect(&self.url).await?;
            take_lock(&mut connection, &self.url, LOCK_WAIT).await?;
            connection
        };
        match timeout(ANSWER, work(&mut connection)).await {
            Ok(Ok(done)) => {
                *holder = Some(connection);
                Ok(done)
            }
            Ok(Err(why)) => Err(why),
            Err(_) => Err(self.silent(connection)),
        }
    }

    fn silent(&self, connection: PgConnection) -> StoreError {
        drop(connection);
        StoreError::Failed(format!("{} does not answer", self.url))
    }
}
