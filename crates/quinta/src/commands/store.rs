//! `quinta store`: copies a club's database, packs its old games, and removes games.
mod archive;
mod remove;

use crate::watch;
use anyhow::{Context, Result, anyhow};
use clap::{Args, Subcommand};
use quinta_server::store::copy::{CopyError, Location, Progress, copy};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Move a club from one database to another, pack its old games, remove games
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta store copy /var/lib/quinta postgres://quinta@localhost/garden
  quinta store archive --older-than 30d
  quinta store remove --older-than 90d --unfinished

Exit codes: those of `quinta store copy`, `quinta store archive` and `quinta store remove`")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Copy(CopyArguments),
    Archive(archive::Arguments),
    Remove(remove::Arguments),
}

/// Copy a club into another database: from `SQLite` to Postgres, or back
///
/// The copy holds what FROM held when the command began. A server may run there meanwhile, but what it writes is not in the copy. So copy
/// while the server runs, stop it, copy again, which takes only what is new, and start the server on the copy.
/// At the end the rows and checksums of every table are compared. After an interruption, the same command continues.
/// TO must be empty, or hold a copy of the same club on which no server has run yet; no server starts on one that is not finished.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta store copy /var/lib/quinta postgres://quinta@localhost/garden
  quinta store copy postgres://quinta@localhost/garden back.sqlite

A password stands in ~/.pgpass, or in PGPASSWORD: others on this machine see a command line.

Exit codes:
  0    the copy is whole
  1    it is not: a database cannot be read or written, or TO holds other data
  2    the command line was not understood
  130  Ctrl-C stopped it (143: SIGTERM); the same command goes on")]
struct CopyArguments {
    /// The club: a data folder, an `SQLite` file, or the URL of a Postgres database
    from: String,
    /// The copy: likewise
    to: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    match &arguments.command {
        Command::Copy(arguments) => run_copy(arguments),
        Command::Archive(arguments) => archive::run(arguments),
        Command::Remove(arguments) => remove::run(arguments),
    }
}

fn run_copy(CopyArguments { from, to }: &CopyArguments) -> Result<ExitCode> {
    let from: Location = from.parse().context("FROM")?;
    let to: Location = to.parse().context("TO")?;
    let stop = watch::stop_at_ctrl_c()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut last = "";
    let mut progress = |Progress { table, .. }: Progress| {
        if table != last {
            // The copy goes on even if nobody reads this.
            let _ = writeln!(io::stderr(), "copying {table}");
            last = table;
        }
        if stop.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let copied = match runtime.block_on(copy(&from, &to, &mut progress)) {
        Err(why @ CopyError::Stopped) => {
            writeln!(io::stderr(), "quinta: {why}")?;
            return Ok(watch::ended(true));
        }
        copied => copied?,
    };
    let mut out = io::stdout();
    writeln!(out, "{:<13} {:>9}  SHA-256, the same on both sides", "table", "rows")?;
    for table in &copied {
        writeln!(out, "{:<13} {:>9}  {}", table.table, table.rows, table.checksum)?;
    }
    writeln!(out, "{to} holds what was in {from} when this began")?;
    Ok(ExitCode::SUCCESS)
}

/// Reads `30d` or `12h`.
fn age(text: &str) -> Result<Duration> {
    let wrong = || anyhow!("expected days or hours, as in 30d or 12h");
    let (count, hours) = match (text.strip_suffix('d'), text.strip_suffix('h')) {
        (Some(days), _) => (days, 24),
        (_, Some(hours)) => (hours, 1),
        _ => return Err(wrong()),
    };
    let count: u32 = count.parse().map_err(|_| wrong())?;
    Ok(Duration::from_secs(u64::from(count) * hours * 3600))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_days_or_hours() {
        for (text, hours) in [("30d", 720), ("12h", 12), ("0d", 0)] {
            assert_eq!(age(text).unwrap(), Duration::from_secs(hours * 3600), "{text}");
        }
        for text in ["", "d", "30", "-1d", "1.5d", "30dd", "1w"] {
            assert!(age(text).is_err(), "{text}");
        }
    }
}
