//! A copy of a file as of one moment, which knows whether it is whole.
//!
//! It is written beside its place, as `….partial`, and begins with the mark of a copy that is not finished. The mark changes once everything
//! is there and on the disk; then it gets its name, so nothing of that name was ever half a copy.
use super::{Sqlite, copy_mark, reading};
use crate::Doing;
use crate::store::private::{self, Lock};
use crate::store::{StoreError, copy};
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, Executor};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// The tables and indexes of the original, tables first.
const SCHEMA: &str = "SELECT type = 'table', name, sql FROM main.sqlite_schema
    WHERE type IN ('table', 'index') AND sql IS NOT NULL AND name <> 'copied' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
    ORDER BY type DESC";

impl Sqlite {
    /// Copies the database into another file, as of one moment, whether a server uses it or not. What an interrupted copy has left is
    /// replaced. A missing folder is created for this user alone.
    pub fn copy<'a>(file: &'a Path, to: &'a Path) -> Doing<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let failed =
                |why: std::io::Error| StoreError::Failed(format!("{}: {why}", to.display()));
            let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new("."));
            if !folder.exists() {
                private::folder(folder).map_err(failed)?;
            }
            let partial = beside(to, ".partial");
            let lock = Lock::take(&partial).map_err(|why| match why {
                StoreError::InUse(_) => {
                    StoreError::Failed(format!("{} is being written just now", to.display()))
                }
                why => why,
            })?;
            // Another copy may have been finished just now.
            if to.exists() {
                return Err(StoreError::Failed(format!("{} is there already", to.display())));
            }
            for ending in ["", "-journal", "-wal", "-shm"] {
                let left = beside(&partial, ending);
                if left.exists() {
                    fs::remove_file(left).map_err(failed)?;
                }
            }
            private::file(&partial)?;
            let mut connection = reading(file).await?;
            if let Some(mark) = copy_mark(&mut connection).await? {
                StoreError::unless_copying(&mark)?;
            }
            fill(&mut connection, &partial).await?;
            connection.close().await?;
            File::open(&partial).and_then(|file| file.sync_all()).map_err(failed)?;
            fs::rename(&partial, to).map_err(failed)?;
            // The name is on the disk once the folder is.
            #[cfg(unix)]
            File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed)?;
            lock.remove(&partial);
            Ok(())
        })
    }
}

fn beside(file: &Path, ending: &str) -> PathBuf {
    PathBuf::from(format!("{}{ending}", file.display()))
}

/// Copies everything into an empty file. The mark that it is whole is written last and alone: even without the journal beside it, which
/// somebody might forget, a file with that mark has everything.
async fn fill(connection: &mut SqliteConnection, empty: &Path) -> Result<(), StoreError> {
    let attach =
        sqlx::query("ATTACH DATABASE $1 AS copy").bind(empty.to_string_lossy().into_owned());
    attach.execute(&mut *connection).await?;
    let mut begin = connection.begin().await?;
    begin
        .execute("CREATE TABLE copy.copied (club TEXT NOT NULL, finished BIGINT NOT NULL)")
        .await?;
    begin.execute("INSERT INTO copy.copied (club, finished) VALUES ('', 0)").await?;
    begin.commit().await?;

    let mut whole = connection.begin().await?;
    let schema: Vec<(bool, String, String)> = sqlx::query_as(SCHEMA).fetch_all(&mut *whole).await?;
    for (is_table, name, sql) in &schema {
        let (kind, rest) = sql.split_once(name.as_str()).unwrap_or((sql, ""));
        whole.execute(format!("{kind}copy.{name}{rest}").as_str()).await?;
        if *is_table {
            let rows = format!("INSERT INTO copy.{name} SELECT * FROM main.{name}");
            whole.execute(rows.as_str()).await?;
        }
    }
    let form: i64 = sqlx::query_scalar("PRAGMA main.user_version").fetch_one(&mut *whole).await?;
    whole.execute(format!("PRAGMA copy.user_version = {form}").as_str()).await?;
    if schema.iter().any(|(_, name, _)| name == "secrets") {
        let key = "SELECT value FROM copy.secrets WHERE name = 'cookies'";
        let key: Option<Vec<u8>> = sqlx::query_scalar(key).fetch_optional(&mut *whole).await?;
        let club = key.map(|key| copy::club(&key));
        sqlx::query("UPDATE copy.copied SET club = $1")
            .bind(club.unwrap_or_default())
            .execute(&mut *whole)
            .await?;
    }
    whole.commit().await?;
    connection.execute("UPDATE copy.copied SET finished = 1").await?;
    Ok(())
}
