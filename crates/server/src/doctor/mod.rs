//! What is wrong with a set-up, and what to do about it. Nothing is changed, and no connection is made but to the Postgres that is named.
mod files;
mod network;
mod postgres;
mod soundness;

use crate::Doing;
use crate::server::DATABASE;
use crate::settings::Settings;
use crate::store::inspect::is_in_use;
use serde::Serialize;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// No problem.
    Ok,
    /// The server runs, but not as it should.
    Warning,
    /// The server does not start, or players will run into failures.
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
    /// The logs of all games, by the numbers of their events.
    Logs,
    /// Room on the disk.
    Disk,
    /// The address under which others reach the server.
    PublicUrl,
    /// The settings about proxies.
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
            Self::Logs => "logs",
            Self::Disk => "disk",
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
    #[serde(rename = "level")]
    pub severity: Severity,
    /// What was found.
    pub says: String,
    /// What to do about it.
    #[serde(rename = "do", skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
}

impl Finding {
    /// No problem.
    pub fn ok(check: Check, says: impl Into<String>) -> Self {
        Self { check, severity: Severity::Ok, says: says.into(), advice: None }
    }

    /// It works, but not as it should.
    pub fn warning(check: Check, says: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { check, severity: Severity::Warning, says: says.into(), advice: Some(advice.into()) }
    }

    /// It does not work.
    pub fn error(check: Check, says: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { check, severity: Severity::Error, says: says.into(), advice: Some(advice.into()) }
    }
}

/// Looks at everything that these settings need. Every check has a finding, but that of the settings, and that of the logs in a
/// database that cannot be used.
pub fn examine(settings: &Settings) -> Doing<'_, Vec<Finding>> {
    Box::pin(async move {
        let (about_store, in_use) = if let Some(url) = &settings.database {
            postgres::examine(url).await
        } else {
            let database = settings.data.join(DATABASE);
            let mut findings = files::folder(&settings.data);
            findings.extend(files::database(&database).await);
            findings.extend(files::disk(&settings.data));
            (findings, is_in_use(&database))
        };
        let advice = "change it in quinta.toml or on the command line: no server starts like this";
        let refused = settings.check().err();
        let refused = refused.map(|why| Finding::error(Check::Settings, why.to_string(), advice));
        let mut findings: Vec<_> = refused.into_iter().collect();
        findings.push(network::port(settings, in_use));
        findings.extend(about_store);
        findings.push(network::public_url(settings));
        findings.extend(network::proxy(settings));
        let certificates = rustls_native_certs::load_native_certs().certs.len();
        findings.extend(network::push(settings, certificates));
        findings
    })
}
