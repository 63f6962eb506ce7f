//! Attacks on a local server with its default limits: what the attacker gains, and what others still get.
mod pushes;
mod readers;
mod rematches;
mod searches;

use super::server::Spawned;
use anyhow::Result;
use clap::ValueEnum;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr};
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
    /// A push service that never answers, act and take back: when do users of another service get their messages?
    Push,
}

impl Attack {
    /// The server's settings: it trusts the proxy's headers, so that strangers have another address.
    pub(super) const fn settings(self) -> &'static str {
        match self {
            Self::Undo | Self::Readers => "behind_proxy = true\n",
            Self::Rematches => "behind_proxy = true\n[limits]\nlive_tables = 200\n",
            Self::Push => {
                "behind_proxy = true\npush_services = ['http://127.0.0.2:*', 'http://127.0.0.3:*']\n"
            }
        }
    }

    /// Attacks for a while and prints the effects.
    pub(super) async fn run(self, server: &Spawned, lasting: Duration) -> Result<()> {
        match self {
            Self::Undo => searches::attack(server, lasting).await,
            Self::Readers => readers::attack(server, lasting).await,
            Self::Rematches => rematches::attack(server, lasting).await,
            Self::Push => pushes::attack(server, lasting).await,
        }
    }
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
