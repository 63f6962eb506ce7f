//! Copying a club from one database into another: as of one moment, verified at the end, and resumable.
mod location;
mod side;
mod table;

pub use location::Location;

use super::StoreError;
use super::sql::Value;
use crate::Doing;
use quinta_wire::hex;
use sha2::{Digest, Sha256};
use side::Side;
use std::collections::HashMap;
use std::ops::ControlFlow;
use table::{Sum, TABLES, Table};

/// The mark of a database that is the target of a copy, and on which no server has run since.
pub(super) struct Mark {
    /// The SHA-256 of the club's key.
    pub(super) club: String,
    /// Whether the copy is whole.
    pub(super) finished: bool,
}

/// The mark of a database that has one.
pub(super) const MARK: &str = "SELECT club, finished FROM copied";
/// Removes the mark once a server runs on it.
pub(super) const FORGET: &str = "DROP TABLE copied";

/// What a mark says of a club, by its key.
pub(super) fn club(key: &[u8]) -> String {
    hex::write(&Sha256::digest(key))
}

/// Rows that are read, compared and written together.
const CHUNK: usize = 500;

/// Why a club was not copied.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// The source has no club in it.
    #[error("there is no club in {0}: a server has not run on it yet")]
    NoClub(String),
    /// The source is itself the target of a copy that has not been finished.
    #[error("a copy into {0} was not finished: it is not whole")]
    NotWhole(String),
    /// The target has something else in it.
    #[error("{0} holds other data, or a server has run on it since: nothing was changed there")]
    OtherData(String),
    /// The source has a form that only its own server brings to the present one.
    #[error("{0} has an older form: start a server of this release on it once")]
    OldForm(String),
    /// What was written is not what was read.
    #[error("the table {0} came out different: copy again, and if that does not help, tell us")]
    Differs(&'static str),
    /// It was told to stop.
    #[error("it was stopped; the same command goes on from here")]
    Stopped,
    /// The source fails.
    #[error("cannot read {0}: {1}")]
    From(String, StoreError),
    /// The target fails.
    #[error("cannot write {0}: {1}")]
    To(String, StoreError),
}

/// A table that was copied and compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Copied {
    /// Its name.
    pub table: &'static str,
    /// Its rows.
    pub rows: u64,
    /// The SHA-256 of all of them in the order of their keys, the same in both databases.
    pub checksum: String,
}

/// How far a copy is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The table that is copied.
    pub table: &'static str,
    /// Rows of it that are there by now.
    pub rows: u64,
}

/// Is told how far a copy is, and may stop it.
pub type Watch<'a> = dyn FnMut(Progress) -> ControlFlow<()> + Send + 'a;

/// Copies a club, while a server uses the source or not. The target then holds what the source held at the moment when this began; what
/// happens there later is not in it. A target into which the same club was copied before, wholly or not, is brought to that moment, as long
/// as no server has run on it. `watch` is told how far it is, and may stop it.
pub fn copy<'a>(
    from: &'a Location,
    to: &'a Location,
    watch: &'a mut Watch<'_>,
) -> Doing<'a, Result<Vec<Copied>, CopyError>> {
    Box::pin(async move {
        let reading = |why| CopyError::From(from.to_string(), why);
        let writing = |why| CopyError::To(to.to_string(), why);
        let mut source = Side::source(from).await?;
        if source.mark().await.map_err(reading)?.is_some_and(|mark| !mark.finished) {
            return Err(CopyError::NotWhole(from.to_string()));
        }
        let club = source.club().await.map_err(reading)?;
        let club = club.ok_or_else(|| CopyError::NoClub(from.to_string()))?;
        let club = self::club(&club);
        let mut target = Side::target(to, &club).await?;
        let mut copied = Vec::new();
        for table in &TABLES {
            let sum = bring(&mut source, &mut target, table, watch).await;
            let (rows, checksum) = match sum {
                Ok(sum) => sum.end(),
                Err(Failed::From(why)) => return Err(reading(why)),
                Err(Failed::To(why)) => return Err(writing(why)),
                Err(Failed::Stopped) => return Err(CopyError::Stopped),
            };
            copied.push(Copied { table: table.name, rows, checksum });
        }
        for expected in &copied {
            let table = TABLES.iter().find(|table| table.name == expected.table);
            let sum = sum(&mut target, table.unwrap_or(&TABLES[0])).await.map_err(writing)?;
            if sum.end() != (expected.rows, expected.checksum.clone()) {
                return Err(CopyError::Differs(expected.table));
            }
        }
        target.finish(&club).await.map_err(writing)?;
        source.close().await.map_err(reading)?;
        Ok(copied)
    })
}

/// Which side failed.
enum Failed {
    From(StoreError),
    To(StoreError),
    Stopped,
}

/// Brings a table of the target to what the source has, chunk by chunk; each chunk is written completely or not at all.
async fn bring(
    source: &mut Side,
    target: &mut Side,
    table: &Table,
    watch: &mut Watch<'_>,
) -> Result<Sum, Failed> {
    let mut sum = Sum::default();
    let mut after: Option<Vec<Value>> = None;
    loop {
        let rows = source.rows(table, after.as_deref(), None, Some(CHUNK));
        let rows = rows.await.map_err(Failed::From)?;
        let is_last = rows.len() < CHUNK;
        // The last chunk reaches to the end of all keys.
        let until = rows.last().filter(|_| !is_last).map(|row| table.key(row).to_vec());
        let there = target.rows(table, after.as_deref(), until.as_deref(), None);
        let there = there.await.map_err(Failed::To)?;
        let known: HashMap<_, _> = there.iter().map(|row| (table.key(row), row)).collect();
        let wanted: HashMap<_, _> = rows.iter().map(|row| (table.key(row), row)).collect();
        let gone: Vec<_> = known.keys().filter(|key| !wanted.contains_key(*key)).copied().collect();
        let new: Vec<_> =
            rows.iter().filter(|row| known.get(table.key(row)) != Some(row)).collect();
        target.write(table, &gone, &new).await.map_err(Failed::To)?;
        for row in &rows {
            sum.add(row);
        }
        if watch(Progress { table: table.name, rows: sum.rows }).is_break() {
            return Err(Failed::Stopped);
        }
        if is_last {
            return Ok(sum);
        }
        after = until;
    }
}

/// The sum of a table.
async fn sum(side: &mut Side, table: &Table) -> Result<Sum, StoreError> {
    let mut sum = Sum::default();
    let mut after: Option<Vec<Value>> = None;
    loop {
        let rows = side.rows(table, after.as_deref(), None, Some(CHUNK)).await?;
        for row in &rows {
            sum.add(row);
        }
        match rows.last() {
            Some(row) if rows.len() == CHUNK => after = Some(table.key(row).to_vec()),
            _ => return Ok(sum),
        }
    }
}
