//! The URL of a Postgres database. Its password is used for connecting only, and never printed.
use crate::store::SLOW;
use ::log::LevelFilter;
use serde::Deserialize;
use sqlx::ConnectOptions;
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;
use std::time::Duration;

/// The URL of a Postgres database. Printed, it has no password.
#[derive(Clone, Deserialize)]
#[serde(try_from = "String")]
pub struct PostgresUrl {
    text: String,
    options: Box<PgConnectOptions>,
}

/// Why a text is not the URL of a Postgres database. It does not repeat the text, which may hold a password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UrlError {
    /// It begins otherwise.
    #[error("expected a URL that begins with postgres://")]
    NotPostgres,
    /// A password that looks like the end of the host's name.
    #[error("an @ after the host: in a password, write / as %2F, ? as %3F, # as %23 and @ as %40")]
    Unescaped,
    /// Something else.
    #[error("it is no URL like postgres://user:password@host:5432/database")]
    Malformed,
}

impl PostgresUrl {
    pub(super) fn options(&self) -> &PgConnectOptions {
        &self.options
    }

    /// The same, with the time after which a statement is slow, and logged.
    pub fn slow_after(mut self, slow: Duration) -> Self {
        *self.options = self.options.clone().log_slow_statements(LevelFilter::Warn, slow);
        self
    }

    /// Whether the database's identity is certain: it is on this machine, or its certificate is verified.
    pub(crate) fn is_verified(&self) -> bool {
        let host = self.options.get_host();
        let here = host == "localhost"
            || host.trim_matches(['[', ']']).parse().is_ok_and(|ip: IpAddr| ip.is_loopback());
        let mode = self.options.get_ssl_mode();
        here || self.options.get_socket().is_some() || matches!(mode, PgSslMode::VerifyFull)
    }
}

impl FromStr for PostgresUrl {
    type Err = UrlError;

    fn from_str(text: &str) -> Result<Self, UrlError> {
        let rest =
            ["postgres://", "postgresql://"].iter().find_map(|start| text.strip_prefix(start));
        let rest = rest.ok_or(UrlError::NotPostgres)?;
        let after_host = rest.find(['/', '?', '#']).map_or("", |at| &rest[at..]);
        if after_host.contains('@') {
            return Err(UrlError::Unescaped);
        }
        let options = PgConnectOptions::from_str(text).map_err(|_| UrlError::Malformed)?;
        Ok(Self { text: text.to_owned(), options: Box::new(options) }.slow_after(SLOW))
    }
}

impl TryFrom<String> for PostgresUrl {
    type Error = UrlError;

    fn try_from(text: String) -> Result<Self, UrlError> {
        text.parse()
    }
}

impl fmt::Display for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = &self.options;
        write!(f, "postgres://{}@", options.get_username())?;
        match options.get_socket() {
            Some(folder) => write!(f, "{}", folder.display())?,
            None => write!(f, "{}:{}", options.get_host(), options.get_port())?,
        }
        write!(f, "/{}", options.get_database().unwrap_or(options.get_username()))
    }
}

impl fmt::Debug for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl PartialEq for PostgresUrl {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for PostgresUrl {}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<PostgresUrl, UrlError> {
        text.parse()
    }

    #[test]
    fn a_password_is_never_printed() {
        for text in [
            "postgres://club:s3cret@db.example.org:5433/garden",
            "postgresql://club@db.example.org:5433/garden?password=s3cret",
            "postgres://db.example.org:5433/garden?user=club&password=s3cret&sslmode=require",
        ] {
            let url = read(text).unwrap();
            let shown = "postgres://club@db.example.org:5433/garden";
            assert_eq!((url.to_string(), format!("{url:?}")), (shown.into(), shown.into()));
        }
        let socket = read("postgres:///garden?host=/run/postgresql&user=club").unwrap();
        assert_eq!(socket.to_string(), "postgres://club@/run/postgresql/garden");
    }

    #[test]
    fn what_is_no_url_is_refused_without_being_repeated() {
        for (text, why) in [
            ("garden.sqlite", UrlError::NotPostgres),
            ("mysql://club:s3cret@db/garden", UrlError::NotPostgres),
            ("postgres://club:12/s3cret@db/garden", UrlError::Unescaped),
            ("postgres://club:s3?cret@db/garden", UrlError::Unescaped),
            ("postgres://club:s3cret@db:port/garden", UrlError::Malformed),
            ("postgres://club:s3cret@db/garden?sslmode=s3cret", UrlError::Malformed),
        ] {
            let refused = read(text).unwrap_err();
            assert_eq!(refused, why, "{text}");
            assert!(!refused.to_string().contains("s3cret"), "{refused}");
        }
    }
}
