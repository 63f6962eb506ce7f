//! A look at a database from outside: its form and its last sign of life, without changing anything.
use super::sqlite::{self, MIGRATIONS};
use super::{PostgresUrl, StoreError, postgres, private};
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use std::path::{Path, PathBuf};

/// The form of a file that this release writes.
pub(crate) const FORM: usize = MIGRATIONS.len();
/// The form of a Postgres database that this release writes.
pub(crate) const POSTGRES_FORM: usize = postgres::MIGRATIONS.len();
/// The first form that tells when servers ran.
const FORM_WITH_RUNS: usize = 3;

/// What a database tells about itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Look {
    /// Its form; an empty file has none yet, 0.
    pub(crate) form: usize,
    /// When a server was last seen running on it, in milliseconds since 1970.
    pub(crate) seen: Option<u64>,
    /// Whether a copy into it was begun and not finished.
    pub(crate) half_copied: bool,
}

/// Whether a server has this database open.
pub(crate) fn is_in_use(database: &Path) -> bool {
    private::is_locked(database)
}

/// Looks into a database, while a server uses it or not.
pub(crate) async fn look(database: &Path) -> Result<Look, StoreError> {
    // Where nothing waits in a file beside it and nobody writes, SQLite need not put files of its own there.
    let beside = PathBuf::from(format!("{}-wal", database.display()));
    let waiting = std::fs::metadata(beside).is_ok_and(|file| file.len() > 0);
    let options = SqliteConnectOptions::new()
        .filename(database)
        .read_only(true)
        .immutable(!waiting && !is_in_use(database));
    let mut connection = SqliteConnection::connect_with(&options).await?;
    let form: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut connection).await?;
    let form = usize::try_from(form).unwrap_or_default();
    let mut seen = None;
    if (FORM_WITH_RUNS..=FORM).contains(&form) {
        let query = sqlx::query_scalar("SELECT max(seen) FROM runs");
        let last: Option<i64> = query.fetch_one(&mut connection).await?;
        seen = last.and_then(|last| u64::try_from(last).ok());
    }
    let mark = sqlite::copy_mark(&mut connection).await?;
    connection.close().await?;
    Ok(Look { form, seen, half_copied: mark.is_some_and(|mark| !mark.finished) })
}

/// What a Postgres database tells about itself, and the machine that it is on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PostgresLook {
    /// Its form and its last sign of life.
    pub(crate) look: Look,
    /// Whether a server has it open.
    pub(crate) runs: bool,
    /// The release of Postgres.
    pub(crate) version: String,
    /// Whether commits survive a loss of power.
    pub(crate) syncs: bool,
    /// Whether it can be written; one that only follows another cannot.
    pub(crate) writable: bool,
}

/// Looks into a Postgres database, while a server uses it or not.
pub(crate) async fn look_postgres(url: &PostgresUrl) -> Result<PostgresLook, StoreError> {
    let mut connection = postgres::connect(url).await?;
    let runs = postgres::is_locked(&mut connection).await?;
    let query = "SELECT current_setting('server_version'), current_setting('fsync')::bool, NOT pg_is_in_recovery()";
    let (version, syncs, writable) = sqlx::query_as(query).fetch_one(&mut connection).await?;
    let form = postgres::form(&mut connection).await?;
    let mut seen = None;
    if (1..=POSTGRES_FORM).contains(&form) {
        let query = sqlx::query_scalar("SELECT max(seen) FROM runs");
        let last: Option<i64> = query.fetch_one(&mut connection).await?;
        seen = last.and_then(|last| u64::try_from(last).ok());
    }
    let mark = postgres::copy_mark(&mut connection).await?;
    connection.close().await?;
    let half_copied = mark.is_some_and(|mark| !mark.finished);
    Ok(PostgresLook { look: Look { form, seen, half_copied }, runs, version, syncs, writable })
}
