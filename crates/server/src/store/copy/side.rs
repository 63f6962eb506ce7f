//! One side of a copy: a connection that reads or writes any table, in either database.
use super::table::{TABLES, Table};
use super::{CopyError, Location, Mark};
use crate::store::either::{Either, Kind};
use crate::store::postgres::{self, Hold};
use crate::store::private::{self, Lock};
use crate::store::sql::{Value, sql};
use crate::store::{Sqlite, StoreError, sqlite};
use sqlx::{Connection, Executor};
use std::path::{Path, PathBuf};

/// A connection, and what lives as long as it.
pub(super) struct Side {
    connection: Either,
    /// The lock of a file that is written.
    _lock: Option<Lock>,
    /// A temporary file that is read in the place of an older one.
    _instead: Option<TemporaryFile>,
}

/// A file that is removed when this is dropped.
struct TemporaryFile(PathBuf);

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        for ending in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{ending}", self.0.display()));
        }
    }
}

impl Side {
    /// Opens a database for reading, as it is at this moment, whatever a server does there meanwhile.
    pub(super) async fn source(location: &Location) -> Result<Self, CopyError> {
        let failed = |why| CopyError::From(location.to_string(), why);
        match location {
            Location::Sqlite(file) => {
                if !file.exists() {
                    return Err(CopyError::NoClub(location.to_string()));
                }
                Self::file_source(file).await.map_err(failed)
            }
            Location::Postgres(url) => {
                let mut connection = postgres::connect(url).await.map_err(failed)?;
                let form = postgres::unless_later(&mut connection).await.map_err(failed)?;
                let known = postgres::MIGRATIONS.len();
                match form {
                    0 => return Err(CopyError::NoClub(location.to_string())),
                    form if form < known => return Err(CopyError::OldForm(location.to_string())),
                    _ => {}
                }
                // A copy may take long.
                let begin =
                    "SET statement_timeout = 0; BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                connection.execute(begin).await.map_err(|why| failed(why.into()))?;
                Ok(Self::new(Either::Postgres(connection)))
            }
        }
    }

    async fn file_source(file: &Path) -> Result<Self, StoreError> {
        let mut connection = sqlite::reading(file).await?;
        let form = sqlite::form(&mut connection).await?;
        StoreError::unless_later(form, sqlite::MIGRATIONS.len())?;
        let mut instead = None;
        if form < sqlite::MIGRATIONS.len() {
            // A file of an older release stays as it is: a copy of it is brought to the present form.
            connection.close().await?;
            let newer = TemporaryFile(PathBuf::from(format!("{}.newer", file.display())));
            drop(TemporaryFile(newer.0.clone()));
            Sqlite::copy(file, &newer.0).await?;
            connection = sqlite::connect(&newer.0).await?;
            sqlite::migrate(&mut connection).await?;
            instead = Some(newer);
        }
        // A transaction sees what was there when it first read.
        connection.execute("BEGIN; SELECT count(*) FROM secrets").await?;
        Ok(Self { _instead: instead, ..Self::new(Either::Sqlite(connection)) })
    }

    /// Opens a database for writing, and has it alone: an empty one, or one into which this club was copied before.
    pub(super) async fn target(location: &Location, club: &str) -> Result<Self, CopyError> {
        let failed = |why| CopyError::To(location.to_string(), why);
        let other = || CopyError::OtherData(location.to_string());
        let mut side = match location {
            Location::Sqlite(file) => {
                let lock = Lock::take(file).map_err(failed)?;
                private::file(file).map_err(failed)?;
                let mut connection = sqlite::connect(file).await.map_err(failed)?;
                let form = sqlite::form(&mut connection).await.map_err(failed)?;
                if ![0, sqlite::MIGRATIONS.len()].contains(&form) {
                    return Err(other());
                }
                sqlite::migrate(&mut connection).await.map_err(failed)?;
                Self { _lock: Some(lock), ..Self::new(Either::Sqlite(connection)) }
            }
            Location::Postgres(url) => {
                let mut connection = postgres::connect(url).await.map_err(failed)?;
                // A copy that was stopped just now may still have it.
                let wait = postgres::LOCK_WAIT;
                let alone = postgres::take_lock(&mut connection, url, Hold::Alone, wait).await;
                alone.map_err(failed)?;
                let form = postgres::form(&mut connection).await.map_err(failed)?;
                if ![0, postgres::MIGRATIONS.len()].contains(&form) {
                    return Err(other());
                }
                postgres::migrate(&mut connection).await.map_err(failed)?;
                let unlimited = connection.execute("SET statement_timeout = 0").await;
                unlimited.map_err(|why| failed(why.into()))?;
                Self::new(Either::Postgres(connection))
            }
        };
        let is_ours = match side.mark().await.map_err(failed)? {
            Some(mark) => mark.club == club,
            None => side.is_empty().await.map_err(failed)?,
        };
        if !is_ours {
            return Err(other());
        }
        side.set_mark(club, false).await.map_err(failed)?;
        Ok(side)
    }

    fn new(connection: Either) -> Self {
        Self { connection, _lock: None, _instead: None }
    }

    /// The mark of a copy, if there is one.
    pub(super) async fn mark(&mut self) -> Result<Option<Mark>, StoreError> {
        match &mut self.connection {
            Either::Sqlite(connection) => sqlite::copy_mark(connection).await,
            Either::Postgres(connection) => postgres::copy_mark(connection).await,
        }
    }

    /// Notes whose copy this is, and whether it is whole.
    async fn set_mark(&mut self, club: &str, finished: bool) -> Result<(), StoreError> {
        let make =
            "CREATE TABLE IF NOT EXISTS copied (club TEXT NOT NULL, finished BIGINT NOT NULL)";
        let note = "INSERT INTO copied (club, finished) VALUES ($1, $2)";
        let note = sql!(note, club, u32::from(finished));
        self.connection.execute(&[sql!(make), sql!("DELETE FROM copied"), note]).await
    }

    /// Whether nothing is stored here yet.
    async fn is_empty(&mut self) -> Result<bool, StoreError> {
        for table in &TABLES {
            let rows = self.rows(table, None, None, Some(2)).await?;
            // A file that was made just now has one run, at the time 0.
            let unused = |row: &Vec<Value>| table.name == "runs" && row[0] == Value::Number(0);
            if !rows.iter().all(unused) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What makes a club this club: the key that signs who someone is.
    pub(super) async fn club(&mut self) -> Result<Option<Vec<u8>>, StoreError> {
        let select = sql!("SELECT value FROM secrets WHERE name = 'cookies'");
        let rows = self.connection.fetch(&select, &[Kind::Bytes]).await?;
        let key = rows.into_iter().flatten().next();
        Ok(key.and_then(|value| if let Value::Bytes(key) = value { Some(key) } else { None }))
    }

    /// Rows in the order of their keys.
    pub(super) async fn rows(
        &mut self,
        table: &Table,
        after: Option<&[Value]>,
        until: Option<&[Value]>,
        most: Option<usize>,
    ) -> Result<Vec<Vec<Value>>, StoreError> {
        let kinds: Vec<_> = table.columns.iter().map(|(_, kind)| *kind).collect();
        self.connection.fetch(&table.select(after, until, most), &kinds).await
    }

    /// Deletes rows and inserts others, all or nothing.
    pub(super) async fn write(
        &mut self,
        table: &Table,
        gone: &[&[Value]],
        new: &[&Vec<Value>],
    ) -> Result<(), StoreError> {
        let mut statements: Vec<_> = gone.iter().map(|key| table.delete(key)).collect();
        if !new.is_empty() {
            statements.push(table.put(new));
        }
        self.connection.execute(&statements).await
    }

    /// The copy is whole: a server may run on it.
    pub(super) async fn finish(mut self, club: &str) -> Result<(), StoreError> {
        self.set_mark(club, true).await?;
        self.close().await
    }

    pub(super) async fn close(self) -> Result<(), StoreError> {
        match self.connection {
            Either::Sqlite(connection) => Ok(connection.close().await?),
            Either::Postgres(connection) => Ok(connection.close().await?),
        }
    }
}
