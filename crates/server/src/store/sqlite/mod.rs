//! `SQLite`: one file, one writer that commits in groups, and readers that do not wait for it.
mod backup;
mod files;
mod log;

use self::files::Files;
use self::log::Append;
use super::backend::{BEGIN_RUN, Backend, FORGET_RUNS};
use super::copy::{self, Mark};
use super::private::{self, Lock};
use super::sql::{Columns, Statement, sql};
use super::{RUNS, SLOW, Shared, StoreError};
use crate::Doing;
use ::log::LevelFilter;
use async_trait::async_trait;
use quinta_table::Entry;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, Executor};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// Every step from an empty file to the present form; a step never changes once it has been released.
pub(super) const MIGRATIONS: [&str; 7] = [
    include_str!("../../../migrations/sqlite/1.sql"),
    include_str!("../../../migrations/sqlite/2.sql"),
    include_str!("../../../migrations/sqlite/3.sql"),
    include_str!("../../../migrations/sqlite/4.sql"),
    include_str!("../../../migrations/sqlite/5.sql"),
    include_str!("../../../migrations/sqlite/6.sql"),
    include_str!("../../../migrations/sqlite/7.sql"),
];

/// The most requests that one commit takes together.
const GROUP: usize = 256;

/// Gets the result of a request.
type Done = oneshot::Sender<Result<(), StoreError>>;

/// What the writer is asked to do.
enum Request {
    Append(Append, Done),
    Write(Vec<Statement>, Done),
    Close(Done),
}

/// A store in one `SQLite` file.
pub struct Sqlite {
    readers: SqlitePool,
    writer: mpsc::Sender<Request>,
    lock: Lock,
}

fn options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(2))
        .foreign_keys(false)
}

impl Sqlite {
    /// Opens the file for a server, which has it to itself. A missing file is created, unreadable to other users, and an older one is migrated
    /// to the present form.
    pub fn open(file: &Path) -> Doing<'_, Result<Self, StoreError>> {
        Box::pin(async move { Self::open_as(file, SLOW).await })
    }

    /// The same, with the time after which a statement is slow, and logged.
    pub async fn open_as(file: &Path, slow: Duration) -> Result<Self, StoreError> {
        let lock = Lock::take(file)?;
        StoreError::unless_empty(file)?;
        private::file(file)?;
        // Files that a killed server has left.
        for ending in ["-wal", "-shm"] {
            let beside = PathBuf::from(format!("{}{ending}", file.display()));
            if beside.exists() {
                private::file(&beside)?;
            }
        }
        let options = options(file).log_slow_statements(LevelFilter::Warn, slow);
        let mut connection = SqliteConnection::connect_with(&options).await?;
        let mark = copy_mark(&mut connection).await?;
        mark.as_ref().map_or(Ok(()), StoreError::unless_copying)?;
        migrate(&mut connection).await?;
        if mark.is_some() {
            connection.execute(copy::FORGET).await?;
        }
        let readers = SqlitePoolOptions::new()
            .max_connections(2)
            .acquire_timeout(Duration::from_secs(5))
            .connect_with(options.read_only(true))
            .await?;
        let (writer, requests) = mpsc::channel(4 * GROUP);
        tokio::spawn(write(connection, requests, Files::of(file)));
        Ok(Self { readers, writer, lock })
    }

    /// Gives the free space in a file back to the disk, by writing the file anew. No server may have it open.
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

    async fn ask(&self, make: impl FnOnce(Done) -> Request) -> Result<(), StoreError> {
        let (done, answer) = oneshot::channel();
        let closed = || StoreError::Failed("it is closed".into());
        self.writer.send(make(done)).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
    }
}

#[async_trait]
impl Backend for Sqlite {
    const GAME_TABLES: &'static [&'static str] = &["events", "archived", "games", "people"];
    const STALE_GAMES: &'static str =
        "SELECT game FROM games WHERE stage = 'gathering' AND updated < $1";
    const TO_RESUME: &'static str = "resume = 1";
    const AFTER_PACKING: Option<&'static str> = None;

    async fn fetch<T: Columns>(&self, statement: Statement) -> Result<Vec<T>, StoreError> {
        let rows = statement.query::<sqlx::Sqlite>().fetch_all(&self.readers).await?;
        rows.iter().map(|row| Ok(T::from_row(row)?)).collect()
    }

    async fn execute(&self, statements: Vec<Statement>) -> Result<(), StoreError> {
        self.ask(|done| Request::Write(statements, done)).await
    }

    async fn append(
        &self,
        game: &str,
        entries: &[Entry],
        resume: Option<bool>,
    ) -> Result<(), StoreError> {
        let Some(Entry { number: first, time, .. }) = entries.first() else { return Ok(()) };
        let texts = entries.iter().map(Entry::write).collect::<Result<Vec<_>, _>>()?;
        let append = Append { game: game.to_owned(), first: *first, time: *time, texts, resume };
        self.ask(|done| Request::Append(append, done)).await
    }

    async fn begin_run(&self, began: u64) -> Result<Vec<(i64, i64)>, StoreError> {
        let runs = self.fetch(sql!("SELECT began, seen FROM runs ORDER BY began")).await?;
        self.execute(vec![sql!(BEGIN_RUN, began), sql!(FORGET_RUNS, RUNS)]).await?;
        Ok(runs)
    }

    async fn still_runs(&self, now: u64) -> Result<(), StoreError> {
        let note = "UPDATE runs SET seen = $1 WHERE began = (SELECT max(began) FROM runs)";
        self.execute(vec![sql!(note, now)]).await
    }

    fn shared(&self) -> Option<&dyn Shared> {
        None
    }

    async fn close(&self) -> Result<(), StoreError> {
        self.readers.close().await;
        let closed = self.ask(Request::Close).await;
        self.lock.release();
        closed
    }
}

/// Connects to an existing file, without migrating it.
pub(super) async fn reading(file: &Path) -> Result<SqliteConnection, StoreError> {
    let options = SqliteConnectOptions::new().filename(file).busy_timeout(Duration::from_secs(2));
    Ok(SqliteConnection::connect_with(&options).await?)
}

/// Connects to a file, and creates it if it is missing.
pub(super) async fn connect(file: &Path) -> Result<SqliteConnection, StoreError> {
    Ok(SqliteConnection::connect_with(&options(file)).await?)
}

/// Executes statements in one transaction.
pub(super) async fn execute(
    connection: &mut SqliteConnection,
    statements: &[Statement],
) -> Result<(), StoreError> {
    let mut transaction = connection.begin().await?;
    for statement in statements {
        statement.query::<sqlx::Sqlite>().execute(&mut *transaction).await?;
    }
    Ok(transaction.commit().await?)
}

/// The form of a file; an empty one has none yet, 0.
pub(super) async fn form(connection: &mut SqliteConnection) -> Result<usize, StoreError> {
    let form: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(connection).await?;
    Ok(usize::try_from(form).unwrap_or_default())
}

/// The mark of a copy that was made into it, on which no server has run yet.
pub(super) async fn copy_mark(
    connection: &mut SqliteConnection,
) -> Result<Option<Mark>, StoreError> {
    let query = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'copied')";
    if !sqlx::query_scalar(query).fetch_one(&mut *connection).await? {
        return Ok(None);
    }
    let mark: Option<(String, i64)> =
        sqlx::query_as(copy::MARK).fetch_optional(&mut *connection).await?;
    Ok(mark.map(|(club, finished)| Mark { club, finished: finished != 0 }))
}

/// Migrates a file to the present form.
pub(super) async fn migrate(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let done = form(connection).await?;
    StoreError::unless_later(done, MIGRATIONS.len())?;
    for (number, step) in MIGRATIONS.iter().enumerate().skip(done) {
        let mut transaction = connection.begin().await?;
        transaction.execute(*step).await?;
        let mark = format!("PRAGMA user_version = {}", number + 1);
        transaction.execute(mark.as_str()).await?;
        transaction.commit().await?;
    }
    Ok(())
}

/// The one writer: takes what is waiting, commits it together, then answers everyone.
async fn write(
    mut connection: SqliteConnection,
    mut requests: mpsc::Receiver<Request>,
    mut files: Files,
) {
    let mut group = Vec::with_capacity(GROUP);
    loop {
        group.clear();
        if requests.recv_many(&mut group, GROUP).await == 0 {
            break;
        }
        let (mut appends, mut appended) = (Vec::new(), Vec::new());
        let (mut statements, mut written) = (Vec::new(), Vec::new());
        let mut close = None;
        // The order within a group is free: nobody has an answer yet, so no request can depend on another.
        for request in group.drain(..) {
            match request {
                Request::Append(append, done) => {
                    appends.push(append);
                    appended.push(done);
                }
                Request::Write(more, done) => {
                    statements.extend(more);
                    written.push(done);
                }
                Request::Close(done) => close = Some(done),
            }
        }
        let committed = match files.check() {
            Ok(()) => commit(&mut connection, &appends, &statements).await,
            lost => lost.map(|()| Vec::new()),
        };
        // They may have been lost meanwhile.
        let committed = committed.and_then(|fit| files.check().map(|()| fit));
        // Those who asked may be gone, so nobody may be there to get a result.
        match committed {
            Ok(fit) => {
                for (done, fits) in appended.into_iter().zip(fit) {
                    let _ = done.send(if fits { Ok(()) } else { Err(StoreError::Conflict) });
                }
                for done in written {
                    let _ = done.send(Ok(()));
                }
            }
            Err(why) => {
                // There may be no transaction left to roll back.
                let _ = connection.execute("ROLLBACK").await;
                let why = match why {
                    StoreError::Failed(why) => why,
                    why => why.to_string(),
                };
                for done in appended.into_iter().chain(written) {
                    let _ = done.send(Err(StoreError::Failed(why.clone())));
                }
            }
        }
        if let Some(done) = close {
            let closed = connection.close().await.map_err(StoreError::from);
            let _ = done.send(closed);
            return;
        }
    }
    let _ = connection.close().await;
}

/// Writes a group in one transaction. Returns for each append whether it had the next number. A statement that failed may have ended the
/// transaction, so then nothing of the group is written.
async fn commit(
    connection: &mut SqliteConnection,
    appends: &[Append],
    statements: &[Statement],
) -> Result<Vec<bool>, StoreError> {
    connection.execute("BEGIN IMMEDIATE").await?;
    let fit = log::append(connection, appends).await?;
    for statement in statements {
        statement.query::<sqlx::Sqlite>().execute(&mut *connection).await?;
    }
    connection.execute("COMMIT").await?;
    Ok(fit)
}
