//! What is wrong with a set-up, and what to do about it. It looks and changes nothing, and connects to nobody but the Postgres that is named.
mod files;
mod network;
mod postgres;

use crate::Doing;
use crate::server::DATABASE;
use crate::settings::Settings;
use crate::store::look;
use serde::Serialize;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// All is well.
    Ok,
    /// The server runs, but not as it should.
    Warning,
    /// The server does not start, or players will meet failures.
    Error,
}

/// What was looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    /// The command line, the environment and quinta.toml.
    Settings,
    /// The address and the port.
    Port,
    /// The data folder.
    Folder,
    /// The database: who may read it, whether it opens, its form.
    Database,
    /// Room on the disk.
    Disk,
    /// How many files the process may have open.
    OpenFiles,
    /// The machine's clock.
    Clock,
    /// The address under which others reach the server.
    PublicUrl,
    /// What a proxy in front tells.
    Proxy,
    /// Push messages.
    Push,
}

impl Check {
    /// Its name, as it is printed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Settings => "settings",
            Self::Port => "port",
            Self::Folder => "folder",
            Self::Database => "database",
            Self::Disk => "disk",
            Self::OpenFiles => "open files",
            Self::Clock => "clock",
            Self::PublicUrl => "public URL",
            Self::Proxy => "proxy",
            Self::Push => "push",
        }
    }
}

/// One thing that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What was looked at.
    pub check: Check,
    /// How bad it is.
    pub level: Level,
    /// What is so.
    pub says: String,
    /// What to do about it.
    #[serde(rename = "do", skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
}

impl Finding {
    /// All is well.
    pub fn ok(check: Check, says: impl Into<String>) -> Self {
        Self { check, level: Level::Ok, says: says.into(), advice: None }
    }

    /// It works, but not as it should.
    pub fn warning(check: Check, says: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { check, level: Level::Warning, says: says.into(), advice: Some(advice.into()) }
    }

    /// It does not work.
    pub fn error(check: Check, says: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { check, level: Level::Error, says: says.into(), advice: Some(advice.into()) }
    }
}

/// What was found where the games are kept.
struct Stored {
    about: Vec<Finding>,
    /// When a server was last seen there.
    seen: Option<u64>,
    /// Whether one runs there.
    runs: bool,
}

/// Looks at everything that these settings need. Every check but that of the settings says something.
pub fn examine(settings: &Settings) -> Doing<'_, Vec<Finding>> {
    Box::pin(async move {
        let Stored { about: about_store, seen, runs } = if let Some(url) = &settings.database {
            postgres::examine(url).await
        } else {
            let database = settings.data.join(DATABASE);
            let runs = look::is_in_use(&database);
            let mut about = files::folder(&settings.data);
            let (about_database, seen) = files::database(&database, runs).await;
            about.extend(about_database);
            about.extend(files::disk(&settings.data));
            Stored { about, seen, runs }
        };
        let senseless = settings.check().err();
        let advice = "change it in quinta.toml or on the command line: no server starts like this";
        let mut found: Vec<_> = senseless
            .map(|why| Finding::error(Check::Settings, why.to_string(), advice))
            .into_iter()
            .collect();
        found.push(network::port(settings, runs));
        found.extend(about_store);
        found.extend(files::open_files());
        found.push(files::clock(crate::time::wall(), seen, runs));
        found.push(network::public_url(settings));
        found.extend(network::proxy(settings));
        let certificates = rustls_native_certs::load_native_certs().certs.len();
        found.extend(network::push(settings, certificates));
        found
    })
}
