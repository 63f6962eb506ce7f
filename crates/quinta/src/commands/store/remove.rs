//! `quinta store remove`: games that nobody wants any more.
use super::age;
use crate::commands::serve;
use crate::input;
use anyhow::{Result, bail};
use clap::Args;
use quinta_server::DATABASE;
use quinta_server::store::remove::{Removable, find_game, find_untouched};
use quinta_server::store::{Postgres, Sqlite, Store};
use quinta_wire::Stage;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Delete games from a club's database: by their ids, or those at which nothing has happened for long
///
/// Without --yes it only says what it would delete. Deleted games are gone for good: make a backup first. All servers on the database must
/// be stopped. Unless every game that is named is there, nothing is deleted; a game whose log cannot be read is deleted only if it is named.
/// A running server deletes unfinished games by itself, after their people were told (`expire_after` in quinta.toml).
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta store remove --older-than 90d --unfinished
  quinta store remove --older-than 90d --unfinished --yes
  quinta store remove abcdefghjk kjhgfedcba --yes

Exit codes:
  0    the games are deleted, or, without --yes, were listed
  1    nothing was deleted: there is no database, a server has it open, a game is not there, or it cannot be written
  2    the command line was not understood")]
pub(super) struct Arguments {
    /// Games by their ids, which are the end of their addresses
    #[arg(value_name = "GAME", conflicts_with_all = ["older_than", "unfinished"])]
    games: Vec<String>,
    /// Games at which nothing has happened for so long: days (30d) or hours (12h)
    #[arg(long, value_name = "AGE", value_parser = age)]
    older_than: Option<Duration>,
    /// Only games that are not over
    #[arg(long, requires = "older_than")]
    unfinished: bool,
    /// Delete them
    #[arg(long)]
    yes: bool,
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
    if arguments.games.is_empty() && arguments.older_than.is_none() {
        return Err(input::usage("name games, or say how old they are: --older-than 90d"));
    }
    let place = serve::place(
        arguments.data.as_deref(),
        arguments.config.as_deref(),
        arguments.database.as_deref(),
    )?;
    let file = place.data.join(DATABASE);
    if place.database.is_none() && !file.exists() {
        bail!("there is no database {}", file.display());
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let store: Box<dyn Store> = match &place.database {
            Some(url) => Box::new(Postgres::open_alone(url).await?),
            None => Box::new(Sqlite::open(&file).await?),
        };
        let removed = remove(&*store, arguments).await;
        store.close().await?;
        if removed? > 0 && place.database.is_none() {
            Sqlite::shrink(&file).await?;
        }
        Ok(ExitCode::SUCCESS)
    })
}

/// Lists the games, and deletes them if that is meant. Returns how many it has deleted.
async fn remove(store: &dyn Store, arguments: &Arguments) -> Result<usize> {
    let games = chosen(store, arguments).await?;
    let mut out = io::stdout();
    for Removable { game, stage, last } in &games {
        let stage = match stage {
            Some(Stage::Gathering) => "not begun",
            Some(Stage::Playing) => "unfinished",
            Some(Stage::Over) => "over",
            None => "cannot be read",
        };
        let days = days_since(*last).map_or("-".to_owned(), |days| format!("{days} days ago"));
        writeln!(out, "{game}  {stage:<14}  {days:>14}")?;
    }
    if !arguments.yes {
        writeln!(out, "{} games would be deleted; with --yes they are", games.len())?;
        return Ok(0);
    }
    for Removable { game, .. } in &games {
        store.remove(game).await?;
    }
    writeln!(out, "{} games are deleted", games.len())?;
    Ok(games.len())
}

async fn chosen(store: &dyn Store, arguments: &Arguments) -> Result<Vec<Removable>> {
    let Some(age) = arguments.older_than else {
        let mut games = Vec::new();
        for id in &arguments.games {
            match find_game(store, id).await? {
                Some(game) => games.push(game),
                None => bail!("there is no game {id}: nothing was deleted"),
            }
        }
        return Ok(games);
    };
    let stages = [Stage::Gathering, Stage::Playing, Stage::Over];
    let stages = if arguments.unfinished { &stages[..2] } else { &stages };
    let before = SystemTime::now().checked_sub(age).unwrap_or(UNIX_EPOCH);
    let before = before.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64;
    let (games, unreadable) = find_untouched(store, stages, before).await?;
    for id in unreadable {
        writeln!(io::stderr(), "quinta: the log of {id} cannot be read: it is left alone")?;
    }
    Ok(games)
}

/// How many days ago this was; `None` if it is not known.
fn days_since(time: u64) -> Option<u64> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64;
    (time > 0).then(|| now.saturating_sub(time) / (24 * 3600 * 1000))
}
