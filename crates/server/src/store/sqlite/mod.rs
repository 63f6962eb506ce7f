//! `SQLite`: one file, one writer that commits in groups, readers beside it.
mod archive;
mod index;
mod log;
mod own;
mod push;

use self::log::Append;
use super::copy::{self, Mark};
use super::private::{self, Lock};
use super::{SLOW, StoreError};
use crate::Doing;
use ::log::LevelFilter;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, Executor};
use std::iter::repeat;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// Every step from an empty file to the present form; a step never changes once it has been released.
pub(super) const MIGRATIONS: [&str; 5] = [
    include_str!("../../../migrations/sqlite/1.sql"),
    include_str!("../../../migrations/sqlite/2.sql"),
    include_str!("../../../migrations/sqlite/3.sql"),
    include_str!("../../../migrations/sqlite/4.sql"),
    include_str!("../../../migrations/sqlite/5.sql"),
];

/// The most requests that one commit takes together.
const GROUP: usize = 256;

type Done<T> = oneshot::Sender<Result<T, StoreError>>;
/// Something to be written, in the transaction of its group; it is not done if something before it has failed.
type Work = Box<
    dyn for<'a> FnOnce(&'a mut SqliteConnection, &'a mut Option<String>) -> Doing<'a, Answer>
        + Send,
>;
/// An answer that is given once it is known whether the commit went well.
type Answer = Box<dyn FnOnce(Option<StoreError>) + Send>;

/// What the writer is asked to do.
enum Request {
    Append(Append),
    Write(Work),
    Close(Done<()>),
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
    /// Opens the file for a server, which has it alone: makes it if it is not there, for no other user of this machine to read, and brings
    /// it to the present form.
    pub fn open(file: &Path) -> Doing<'_, Result<Self, StoreError>> {
        Box::pin(async move { Self::open_as(file, SLOW).await })
    }

    /// The same, with the time after which a statement is slow, and logged.
    pub async fn open_as(file: &Path, slow: Duration) -> Result<Self, StoreError> {
        let lock = Lock::take(file)?;
        private::file(file)?;
        // What a server that was killed has left beside it.
        for ending in ["-wal", "-shm"] {
            let beside = PathBuf::from(format!("{}{ending}", file.display()));
            if beside.exists() {
                private::file(&beside)?;
            }
        }
        let options = options(file).log_slow_statements(LevelFilter::Warn, slow);
        let mut connection = SqliteConnection::connect_with(&options).await?;
        migrate(&mut connection).await?;
        if let Some(mark) = copy_mark(&mut connection).await? {
            StoreError::unless_copying(&mark)?;
            connection.execute(copy::FORGET).await?;
        }
        let readers = SqlitePoolOptions::new()
            .max_connections(2)
            .acquire_timeout(Duration::from_secs(5))
            .connect_with(options.read_only(true))
            .await?;
        let (writer, requests) = mpsc::channel(4 * GROUP);
        tokio::spawn(write(connection, requests));
        Ok(Self { readers, writer, lock })
    }

    /// Copies the database into a file of its own, as of one moment, while a server uses it or not. A folder that is not there yet is made,
    /// for this user alone.
    pub fn copy<'a>(file: &'a Path, to: &'a Path) -> Doing<'a, Result<(), StoreError>> {
        Box::pin(async move {
            if let Some(folder) =
                to.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists())
            {
                private::folder(folder)
                    .map_err(|why| StoreError::Failed(format!("{}: {why}", folder.display())))?;
            }
            private::file(to)?;
            let mut connection = reading(file).await?;
            let to = to.to_string_lossy().into_owned();
            sqlx::query("VACUUM INTO ?").bind(to).execute(&mut connection).await?;
            Ok(connection.close().await?)
        })
    }

    /// Has this written, together with whatever else is waiting; it is safe once this answers.
    async fn write<T: Send + 'static>(
        &self,
        work: impl for<'a> FnOnce(&'a mut SqliteConnection) -> Doing<'a, Result<T, StoreError>>
        + Send
        + 'static,
    ) -> Result<T, StoreError> {
        self.ask(|done| {
            Request::Write(Box::new(move |connection, failed| {
                Box::pin(attempt(connection, failed, work, done))
            }))
        })
        .await
    }

    async fn ask<T>(&self, make: impl FnOnce(Done<T>) -> Request) -> Result<T, StoreError> {
        let (done, answer) = oneshot::channel();
        let closed = || StoreError::Failed("it is closed".into());
        self.writer.send(make(done)).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
    }
}

/// Connects to a file that is there, to read it as it is.
pub(super) async fn reading(file: &Path) -> Result<SqliteConnection, StoreError> {
    let options = SqliteConnectOptions::new().filename(file).busy_timeout(Duration::from_secs(2));
    Ok(SqliteConnection::connect_with(&options).await?)
}

/// Connects to a file, which is made if it is not there.
pub(super) async fn connect(file: &Path) -> Result<SqliteConnection, StoreError> {
    Ok(SqliteConnection::connect_with(&options(file)).await?)
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

/// Brings a file to the present form.
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
async fn write(mut connection: SqliteConnection, mut requests: mpsc::Receiver<Request>) {
    let mut group = Vec::with_capacity(GROUP);
    loop {
        group.clear();
        if requests.recv_many(&mut group, GROUP).await == 0 {
            break;
        }
        let (mut appends, mut works, mut close) = (Vec::new(), Vec::new(), None);
        // Nobody who asked has an answer yet, so none can have meant to come after another.
        for request in group.drain(..) {
            match request {
                Request::Append(append) => appends.push(append),
                Request::Write(work) => works.push(work),
                Request::Close(done) => close = Some(done),
            }
        }
        let begun = connection.execute("BEGIN IMMEDIATE").await;
        let mut failed = begun.err().map(|why| why.to_string());
        let mut fit = Vec::new();
        if failed.is_none() {
            match log::append(&mut connection, &appends).await {
                Ok(those) => fit = those,
                Err(StoreError::Failed(why)) => failed = Some(why),
                Err(why) => failed = Some(why.to_string()),
            }
        }
        let mut answers = Vec::new();
        for work in works {
            answers.push(work(&mut connection, &mut failed).await);
        }
        if failed.is_none() {
            let committed = connection.execute("COMMIT").await;
            failed = committed.err().map(|why| why.to_string());
        }
        if failed.is_some() {
            // There may be no transaction left to roll back.
            let _ = connection.execute("ROLLBACK").await;
        }
        for (append, fits) in appends.into_iter().zip(fit.into_iter().chain(repeat(false))) {
            // Whoever asked may be gone.
            let _ = append.done.send(match &failed {
                Some(why) => Err(StoreError::Failed(why.clone())),
                None if fits => Ok(()),
                None => Err(StoreError::Conflict),
            });
        }
        for answer in answers {
            answer(failed.clone().map(StoreError::Failed));
        }
        if let Some(done) = close {
            let closed = connection.close().await.map_err(StoreError::from);
            let _ = done.send(closed);
            return;
        }
    }
    let _ = connection.close().await;
}

/// Does the work if all went well so far. A statement that failed may have ended the transaction: nothing of the group is to be trusted any more.
async fn attempt<T: Send + 'static>(
    connection: &mut SqliteConnection,
    failed: &mut Option<String>,
    work: impl for<'a> FnOnce(&'a mut SqliteConnection) -> Doing<'a, Result<T, StoreError>>,
    done: Done<T>,
) -> Answer {
    let result = match &failed {
        Some(why) => Err(StoreError::Failed(why.clone())),
        None => work(connection).await,
    };
    if let Err(StoreError::Failed(why)) = &result {
        failed.get_or_insert_with(|| why.clone());
    }
    Box::new(move |failed| {
        // Whoever asked may be gone.
        let _ = done.send(match failed {
            Some(why) if result.is_ok() => Err(why),
            _ => result,
        });
    })
}
