//! What a database tells from outside: its form, whether it can be used, and whether it is sound, without any change to it.
use super::either::Either;
use super::soundness::{Logs, Pages, logs, pages};
use super::sqlite::{self, MIGRATIONS};
use super::{PostgresUrl, StoreError, postgres, private};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, Executor};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The form of a file that this release writes.
pub(crate) const FORM: usize = MIGRATIONS.len();
/// The form of a Postgres database that this release writes.
pub(crate) const POSTGRES_FORM: usize = postgres::MIGRATIONS.len();

/// What a database tells about itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Inspection {
    /// Its form; an empty file has none yet, 0.
    pub(crate) form: usize,
    /// Whether a copy into it was begun and not finished.
    pub(crate) half_copied: bool,
    /// Whether a server has it open.
    pub(crate) in_use: bool,
}

/// Whether a server has this database open.
pub(crate) fn is_in_use(database: &Path) -> bool {
    private::is_locked(database)
}

/// Opens a database for reading, whether a server uses it or not.
async fn open(database: &Path) -> Result<SqliteConnection, StoreError> {
    // Opened as immutable, SQLite makes no files of its own beside it. That needs a database to which nobody writes and whose log is empty.
    let log = PathBuf::from(format!("{}-wal", database.display()));
    let has_log = std::fs::metadata(log).is_ok_and(|file| file.len() > 0);
    let options = SqliteConnectOptions::new()
        .filename(database)
        .read_only(true)
        .immutable(!has_log && !is_in_use(database));
    Ok(SqliteConnection::connect_with(&options).await?)
}

/// Inspects a database, whether a server uses it or not.
pub(crate) async fn inspect(database: &Path) -> Result<Inspection, StoreError> {
    let in_use = is_in_use(database);
    let mut connection = open(database).await?;
    let form = sqlite::form(&mut connection).await?;
    let mark = sqlite::copy_mark(&mut connection).await?;
    connection.close().await?;
    Ok(Inspection { form, half_copied: mark.is_some_and(|mark| !mark.finished), in_use })
}

/// Whether a database of the present form is sound: its pages, and its logs, which damaged pages may hide. Each look has this time.
pub(crate) async fn examine_sqlite(
    database: &Path,
    limit: Duration,
) -> Result<(Pages, Result<Logs, StoreError>), StoreError> {
    let mut connection = open(database).await?;
    let pages = pages(&mut connection, limit).await?;
    Ok((pages, logs(&mut Either::Sqlite(connection), limit).await))
}

/// Whether the logs in a Postgres database of the present form are sound. Its pages are Postgres's to look after.
pub(crate) async fn examine_postgres(
    url: &PostgresUrl,
    limit: Duration,
) -> Result<Logs, StoreError> {
    let mut connection = postgres::connect(url).await?;
    let timeout = format!("SET statement_timeout = {}", limit.as_millis());
    connection.execute(timeout.as_str()).await?;
    logs(&mut Either::Postgres(connection), limit).await
}

/// What a Postgres database tells about itself, and the machine that it is on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PostgresInspection {
    pub(crate) database: Inspection,
    /// The release of Postgres.
    pub(crate) version: String,
    /// Whether commits survive a loss of power.
    pub(crate) syncs: bool,
    /// Whether it can be written, which a replica cannot.
    pub(crate) writable: bool,
}

/// Inspects a Postgres database, whether a server uses it or not.
pub(crate) async fn inspect_postgres(url: &PostgresUrl) -> Result<PostgresInspection, StoreError> {
    let mut connection = postgres::connect(url).await?;
    let in_use = postgres::is_locked(&mut connection).await?;
    let query = "SELECT current_setting('server_version'), current_setting('fsync')::bool, NOT pg_is_in_recovery()";
    let (version, syncs, writable) = sqlx::query_as(query).fetch_one(&mut connection).await?;
    let form = postgres::form(&mut connection).await?;
    let mark = postgres::copy_mark(&mut connection).await?;
    connection.close().await?;
    let half_copied = mark.is_some_and(|mark| !mark.finished);
    let database = Inspection { form, half_copied, in_use };
    Ok(PostgresInspection { database, version, syncs, writable })
}
