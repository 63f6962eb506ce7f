//! Postgres: a pool of connections, one statement for an append, any number of processes. The first to append with the next number has it.
mod broadcast;
mod log;
mod shared;
mod url;

pub use url::{PostgresUrl, UrlError};

use super::backend::{BEGIN_RUN, Backend, FORGET_RUNS};
use super::copy::{self, Mark};
use super::sql::{Columns, Statement, sql};
use super::{RUNS, Shared, StoreError};
use crate::Doing;
use async_trait::async_trait;
use quinta_table::Entry;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, Executor};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use tokio::sync::{Mutex, mpsc};
use tokio::time::timeout;

/// Every step from an empty database to the present form; a step never changes once it has been released.
pub(super) const MIGRATIONS: [Step; 5] = [
    Step { needs: 1, sql: include_str!("../../../migrations/postgres/1.sql") },
    Step { needs: 2, sql: include_str!("../../../migrations/postgres/2.sql") },
    Step { needs: 2, sql: include_str!("../../../migrations/postgres/3.sql") },
    Step { needs: 2, sql: include_str!("../../../migrations/postgres/4.sql") },
    Step { needs: 2, sql: include_str!("../../../migrations/postgres/5.sql") },
];

/// A step to a later form.
pub(super) struct Step {
    /// The oldest form that a program must know to work with what this step makes: while a club is upgraded, processes of two releases
    /// use its database. A step that only adds what older programs can do without needs what the step before it needs.
    needs: i64,
    sql: &'static str,
}

/// Connections of the pool. Few are enough, because Postgres commits waiting transactions together.
const CONNECTIONS: u32 = 8;
/// The time limit for connecting.
const CONNECT: Duration = Duration::from_secs(2);
/// The time limit for a connection of the pool, when all are busy or the database is unavailable.
const TURN: Duration = Duration::from_secs(4);
/// The time limit for an answer, because a network that was cut reports nothing by itself.
const ANSWER: Duration = Duration::from_secs(10);
/// The time limit for the lock, in milliseconds: a copy may hold it, or a server that was killed just now.
pub(super) const LOCK_WAIT: u32 = 3000;
/// The key of the advisory lock on a database, "quinta" in ASCII: servers share it, and a copy has it alone.
const LOCK: i64 = 0x7175_696e_7461;

/// A store in a Postgres database.
pub struct Postgres {
    pool: PgPool,
    url: PostgresUrl,
    /// The connection that has the server's part in the lock. It is made again when it was lost.
    holder: Mutex<Option<PgConnection>>,
    /// This process's number among those that share the database; 0 before it has one.
    process: Arc<AtomicI64>,
    /// When this process's run began.
    run: AtomicI64,
    /// How it has the lock.
    hold: Hold,
    /// Messages to the other processes.
    broadcasts: mpsc::UnboundedSender<String>,
}

/// The options of every connection: commits are on disk before they are acknowledged, and every wait has a limit.
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

/// How the lock on a database is taken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Hold {
    /// With other servers.
    Shared,
    /// By this connection and no other.
    Alone,
}

/// Takes the lock on this database in this connection, within a time limit in milliseconds.
pub(super) async fn take_lock(
    connection: &mut PgConnection,
    url: &PostgresUrl,
    hold: Hold,
    wait: u32,
) -> Result<(), StoreError> {
    let wait = format!("SET lock_timeout = {}", wait.max(1));
    connection.execute(wait.as_str()).await?;
    let take = match hold {
        Hold::Shared => "SELECT pg_advisory_lock_shared($1)",
        Hold::Alone => "SELECT pg_advisory_lock($1)",
    };
    match sqlx::query(take).bind(LOCK).execute(&mut *connection).await {
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

/// Refuses a database that a later release has brought to a form which this one cannot work with.
pub(super) async fn unless_later(connection: &mut PgConnection) -> Result<usize, StoreError> {
    let form = form(connection).await?;
    if form > MIGRATIONS.len() {
        let needs: i64 = sqlx::query_scalar("SELECT max(coalesce(needs, number)) FROM form")
            .fetch_one(connection)
            .await?;
        StoreError::unless_later(usize::try_from(needs).unwrap_or(form), MIGRATIONS.len())?;
    }
    Ok(form)
}

/// Brings a database to the present form, one process at a time; one of a later form that this release can work with stays as it is.
pub(super) async fn migrate(connection: &mut PgConnection) -> Result<(), StoreError> {
    let mut transaction = connection.begin().await?;
    let alone = sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(LOCK + 1);
    alone.execute(&mut *transaction).await?;
    let done = unless_later(&mut transaction).await?;
    for (number, step) in MIGRATIONS.iter().enumerate().skip(done) {
        if number == 0 {
            transaction.execute("CREATE TABLE form (number BIGINT PRIMARY KEY)").await?;
        }
        transaction.execute(step.sql).await?;
        let number = number as i64 + 1;
        // The first step knew of no needs.
        if number == 1 {
            transaction.execute("INSERT INTO form (number) VALUES (1)").await?;
        } else {
            let mark = "INSERT INTO form (number, needs) VALUES ($1, $2)";
            let mark = sqlx::query(mark).bind(number).bind(step.needs);
            mark.execute(&mut *transaction).await?;
        }
    }
    Ok(transaction.commit().await?)
}

/// Executes statements, in one transaction.
pub(super) async fn execute(
    connection: &mut PgConnection,
    statements: &[Statement],
) -> Result<(), StoreError> {
    // A single statement is a transaction of its own.
    if let [statement] = statements {
        statement.query::<sqlx::Postgres>().execute(connection).await?;
        return Ok(());
    }
    let mut transaction = connection.begin().await?;
    for statement in statements {
        statement.query::<sqlx::Postgres>().execute(&mut *transaction).await?;
    }
    Ok(transaction.commit().await?)
}

/// A connection of the pool that is at work. If nobody waits for that any more, it is given up, because its state is unknown.
struct Lent(Option<PoolConnection<sqlx::Postgres>>);

impl Drop for Lent {
    fn drop(&mut self) {
        drop(self.0.take().map(PoolConnection::detach));
    }
}

impl Postgres {
    /// Opens the database for a server, which shares it with others, and brings it to the present form.
    pub fn open(url: &PostgresUrl) -> Doing<'_, Result<Self, StoreError>> {
        Self::open_as(url, Hold::Shared)
    }

    /// The same, for who must have it alone: no server may have it open.
    pub fn open_alone(url: &PostgresUrl) -> Doing<'_, Result<Self, StoreError>> {
        Self::open_as(url, Hold::Alone)
    }

    fn open_as(url: &PostgresUrl, hold: Hold) -> Doing<'_, Result<Self, StoreError>> {
        Box::pin(async move {
            let mut holder = connect(url).await?;
            take_lock(&mut holder, url, hold, LOCK_WAIT).await?;
            migrate(&mut holder).await?;
            if let Some(mark) = copy_mark(&mut holder).await? {
                StoreError::unless_copying(&mark)?;
                holder.execute(copy::FORGET).await?;
            }
            let pool = PgPoolOptions::new()
                .max_connections(CONNECTIONS)
                .acquire_timeout(TURN)
                .connect_lazy_with(options(url));
            let (broadcasts, sent) = mpsc::unbounded_channel();
            tokio::spawn(broadcast::send(url.clone(), sent));
            Ok(Self {
                pool,
                url: url.clone(),
                holder: Mutex::new(Some(holder)),
                process: Arc::default(),
                run: AtomicI64::new(0),
                hold,
                broadcasts,
            })
        })
    }

    /// This process's number among those that share the database.
    fn process(&self) -> i64 {
        self.process.load(Ordering::Relaxed)
    }

    /// Sends a message to all processes.
    fn broadcast(&self, text: String) {
        // The receiver lives as long as the store.
        let _ = self.broadcasts.send(text);
    }

    /// Does something on a connection of the pool, which is given up if there is no answer in time.
    async fn on<T>(
        &self,
        work: impl AsyncFnOnce(&mut PgConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let connection = self.pool.acquire().await.map_err(|why| match why {
            sqlx::Error::PoolTimedOut => {
                StoreError::Failed(format!("{} cannot be reached, or is too busy", self.url))
            }
            why => StoreError::Failed(cannot_connect(&self.url, &why)),
        })?;
        let mut lent = Lent(Some(connection));
        let Some(connection) = &mut lent.0 else {
            return Err(StoreError::Failed("there is no connection".into()));
        };
        match timeout(ANSWER, work(connection)).await {
            Ok(result) => {
                drop(lent.0.take());
                result
            }
            Err(_) => Err(self.silent()),
        }
    }

    /// Does something on the connection that holds the server's share of the lock. If that connection was lost, a new one takes the lock first.
    async fn as_holder<T>(
        &self,
        work: impl AsyncFnOnce(&mut PgConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut holder = self.holder.lock().await;
        // It is put back only after a success: after a failure the next caller opens a new connection.
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
            take_lock(&mut connection, &self.url, self.hold, LOCK_WAIT).await?;
            connection
        };
        match timeout(ANSWER, work(&mut connection)).await {
            Ok(Ok(done)) => {
                *holder = Some(connection);
                Ok(done)
            }
            Ok(Err(why)) => Err(why),
            Err(_) => Err(self.silent()),
        }
    }

    fn silent(&self) -> StoreError {
        StoreError::Failed(format!("{} does not answer", self.url))
    }
}

/// Notes that this process's run goes on.
const STILL_RUNS: &str = "UPDATE runs SET seen = greatest(seen, $1) WHERE began = $2";
/// The runs so far. A run of another process that has just sent a sign of life lasts until now.
const PAST_RUNS: &str = "
    SELECT began, CASE WHEN EXISTS (SELECT FROM processes p WHERE p.run = runs.began AND p.process <> $2 AND p.until > now() + interval '2 s')
        THEN greatest(seen, $1) ELSE seen END FROM runs ORDER BY began";

#[async_trait]
impl Backend for Postgres {
    const GAME_TABLES: &'static [&'static str] =
        &["events", "archived", "games", "presence", "leases", "people"];
    const STALE_GAMES: &'static str = "SELECT game FROM games g WHERE stage = 'gathering' AND updated < $1
        AND NOT EXISTS (SELECT FROM presence JOIN processes USING (process) WHERE game = g.game AND count > 0 AND until > now())";
    const TO_RESUME: &'static str = "resume";
    /// From now on a program must know the form that brought packed logs.
    const AFTER_PACKING: Option<&'static str> =
        Some("UPDATE form SET needs = 3 WHERE number = 3 AND needs < 3");

    async fn fetch<T: Columns>(&self, statement: Statement) -> Result<Vec<T>, StoreError> {
        let query = statement.query::<sqlx::Postgres>();
        let rows = self.on(async |connection| Ok(query.fetch_all(connection).await?)).await?;
        rows.iter().map(|row| Ok(T::from_row(row)?)).collect()
    }

    async fn execute(&self, statements: Vec<Statement>) -> Result<(), StoreError> {
        self.on(async |connection| execute(connection, &statements).await).await
    }

    async fn append(
        &self,
        game: &str,
        entries: &[Entry],
        resume: Option<bool>,
    ) -> Result<(), StoreError> {
        log::append(self, game, entries, resume, None).await
    }

    async fn begin_run(&self, began: u64) -> Result<Vec<(i64, i64)>, StoreError> {
        let read = sqlx::query_as(PAST_RUNS).bind(began as i64).bind(self.process());
        let begin = [sql!(BEGIN_RUN, began), sql!(FORGET_RUNS, RUNS)];
        let runs = self
            .as_holder(async |connection| {
                let runs = read.fetch_all(&mut *connection).await?;
                execute(connection, &begin).await?;
                Ok(runs)
            })
            .await?;
        self.run.store(began as i64, Ordering::Relaxed);
        Ok(runs)
    }

    async fn still_runs(&self, now: u64) -> Result<(), StoreError> {
        let note = sqlx::query(STILL_RUNS).bind(now as i64).bind(self.run.load(Ordering::Relaxed));
        self.as_holder(async |connection| Ok(note.execute(connection).await?)).await?;
        Ok(())
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
