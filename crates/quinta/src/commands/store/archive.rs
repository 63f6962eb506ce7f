//! `quinta store archive`: the logs of old games, packed.
use super::age;
use crate::commands::serve;
use crate::watch;
use anyhow::{Result, bail};
use clap::Args;
use quinta_server::DATABASE;
use quinta_server::store::archive::archive;
use quinta_server::store::{Ended, Packed, Postgres, Sqlite, Store};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Pack the logs of old games, which then take about a seventh of the room
///
/// The log of a game that ended long enough ago becomes one compressed row, and comes back to the letter when somebody looks at the game:
/// replay, record, the proof of its luck and a rematch work as before. A running server does the same by itself with `archive_after` in
/// quinta.toml. With `SQLite` this needs the server to be stopped, and writes the file anew at the end, which gives the room back to the
/// disk; Postgres uses the room again for what comes.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta store archive --older-than 30d
  quinta store archive --older-than 12h --database postgres://quinta@localhost/garden

Exit codes:
  0    all games of that age are packed
  1    they are not: there is no database, a server has it open, or it cannot be written
  2    the command line was not understood
  130  Ctrl-C stopped it (143: SIGTERM); what was packed stays so, and the same command goes on")]
pub(super) struct Arguments {
    /// How long ago a game must have ended: days (30d) or hours (12h)
    #[arg(long, value_name = "AGE", value_parser = age, default_value = "30d")]
    older_than: Duration,
    /// The server's data folder [default: as for `quinta serve`]
    #[arg(long, env = "QUINTA_DATA", value_name = "DIR")]
    data: Option<PathBuf>,
    /// The settings' file [default: quinta.toml in the data folder]
    #[arg(long, env = "QUINTA_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// The server's Postgres database, as for `quinta serve`
    #[arg(long, env = "QUINTA_DATABASE", value_name = "URL", hide_env_values = true)]
    database: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let place = serve::place(
        arguments.data.as_deref(),
        arguments.config.as_deref(),
        arguments.database.as_deref(),
    )?;
    let file = place.data.join(DATABASE);
    if place.database.is_none() && !file.exists() {
        bail!("there is no database {}", file.display());
    }
    let stop = watch::stop_at_ctrl_c()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let store: Box<dyn Store> = match &place.database {
            Some(url) => Box::new(Postgres::open(url).await?),
            None => Box::new(Sqlite::open(&file).await?),
        };
        let packed = pack(&*store, arguments.older_than, stop).await;
        store.close().await?;
        let packed = packed?;
        let mut out = io::stdout();
        writeln!(
            out,
            "packed {} games: {} events of {} bytes became {} bytes",
            packed.games, packed.events, packed.before, packed.after
        )?;
        if stop.load(Ordering::Relaxed) {
            writeln!(io::stderr(), "quinta: it was stopped; the same command goes on from here")?;
            return Ok(watch::ended(true));
        }
        if place.database.is_none() && packed.games > 0 {
            let size = || std::fs::metadata(&file).map(|file| file.len());
            let before = size()?;
            Sqlite::shrink(&file).await?;
            writeln!(out, "{}: {before} bytes before, {} now", file.display(), size()?)?;
        }
        Ok(ExitCode::SUCCESS)
    })
}

async fn pack(store: &dyn Store, age: Duration, stop: &AtomicBool) -> Result<Packed> {
    let before = SystemTime::now().checked_sub(age).unwrap_or(UNIX_EPOCH);
    let before = before.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64;
    let (mut reached, mut sum) = (Ended::default(), Packed::default());
    while !stop.load(Ordering::Relaxed) {
        let Some((last, packed)) = archive(store, &reached, before).await? else { break };
        reached = last;
        sum += packed;
    }
    Ok(sum)
}
