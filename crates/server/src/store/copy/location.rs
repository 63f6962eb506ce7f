//! Where a club is kept.
use crate::server::DATABASE;
use crate::store::{PostgresUrl, UrlError};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A database: an `SQLite` file, or one of Postgres.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Location {
    /// A file.
    Sqlite(PathBuf),
    /// A Postgres database.
    Postgres(PostgresUrl),
}

impl FromStr for Location {
    type Err = UrlError;

    /// A URL, a file, or a data folder.
    fn from_str(text: &str) -> Result<Self, UrlError> {
        if text.contains("://") {
            return text.parse().map(Self::Postgres);
        }
        let path = Path::new(text);
        Ok(Self::Sqlite(if path.is_dir() { path.join(DATABASE) } else { path.to_owned() }))
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(file) => write!(f, "{}", file.display()),
            Self::Postgres(url) => write!(f, "{url}"),
        }
    }
}
