//! Attacks on a server of one's own that has its usual limits: what the attacker gets, and what everyone else still has.
mod memory;
mod pushes;
mod readers;
mod rematches;
mod searches;
mod starts;

use super::server::Spawned;
use anyhow::Result;
use clap::ValueEnum;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::time::Duration;

/// The apparent addresses of the attacker and of everyone else, from ranges reserved for documentation.
const ATTACKER: Option<IpAddr> = Some(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 66)));
const STRANGER: Option<IpAddr> = Some(IpAddr::V4(Ipv4Addr::new(198, 51, 100, 7)));

/// How often a stranger sits down meanwhile, within everyone's limits.
const PROBES: Duration = Duration::from_secs(2);

/// An attack that once worked.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Attack {
    /// Act and take back at 28 tables of architects: how long does a stranger's bot take?
    Undo,
    /// 150 connections ask for a table with a long log and never read: how much memory?
    Readers,
    /// Rematches without end, with room for 200 tables: how many are made, and can a stranger play?
    Rematches,
    /// Sockets and connections that fill up and never read: how much memory, and how much of it a minute later? With --program also that
    /// release's; --chart draws it over time.
    Memory,
    /// A push service that never answers, act and take back: when do users of another service get their messages?
    Push,
    /// 1,200 games of 4,000 entries handed over: how long does the next start take, and how much memory?
    Starts,
}

impl Attack {
    /// The server's settings: what its proxy says is believed, so that strangers come from elsewhere.
    const fn settings(self) -> &'static str {
        match self {
            Self::Undo | Self::Readers => "behind_proxy = true\n",
            // Without a proxy connections count too.
            Self::Memory => "",
            // What an address may hand over in days or months, at once.
            Self::Starts => starts::SETTINGS,
            Self::Rematches => "behind_proxy = true\n[limits]\nlive_tables = 200\n",
            Self::Push => {
                "behind_proxy = true\npush_services = ['http://127.0.0.2:*', 'http://127.0.0.3:*']\n"
            }
        }
    }

    /// Attacks a server of this program for a while, and prints what came of it.
    pub(super) async fn run(
        self,
        program: Option<&Path>,
        database: Option<&str>,
        lasting: Duration,
        chart: Option<&Path>,
    ) -> Result<()> {
        let start = async || match Spawned::start(program, self.settings(), database).await {
            // An older release refuses names that it does not know.
            Err(why) if program.is_some() && !why.is::<io::Error>() => {
                Spawned::start(program, &known_to_all(self.settings()), database).await
            }
            server => server,
        };
        match self {
            Self::Undo => searches::attack(&start().await?, lasting).await,
            Self::Readers => readers::attack(&start().await?, lasting).await,
            Self::Rematches => rematches::attack(&start().await?, lasting).await,
            Self::Push => pushes::attack(&start().await?, lasting).await,
            Self::Memory => memory::attack(program, lasting, chart).await,
            Self::Starts => starts::attack(&mut start().await?, lasting).await,
        }
    }
}

/// Settings without the limits that an older release may not know.
pub(super) fn known_to_all(settings: &str) -> String {
    let newer = ["unfinished", "unfinished_from_address", "written_bytes"];
    let is_known = |line: &&str| !newer.iter().any(|name| line.starts_with(&format!("{name} =")));
    settings.lines().filter(is_known).flat_map(|line| [line, "\n"]).collect()
}

/// Prints a figure.
fn tell(what: &str, figure: impl std::fmt::Display) -> Result<()> {
    Ok(writeln!(io::stdout(), "{what:<44} {figure:>15}")?)
}

/// Prints how long people waited: how often, usually, at most.
fn tell_waits(what: &str, mut waits: Vec<Duration>) -> Result<()> {
    waits.sort_unstable();
    let seconds = |wait: Option<&Duration>| {
        wait.map_or("-".to_owned(), |wait| format!("{:.2} s", wait.as_secs_f64()))
    };
    tell(&format!("{what}, times"), waits.len())?;
    tell("  waited, half of the times", seconds(waits.get(waits.len() / 2)))?;
    tell("  waited, at most", seconds(waits.last()))
}
