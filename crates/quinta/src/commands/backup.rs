//! `quinta backup`: copies the database while the server runs.
use super::serve;
use anyhow::{Context, Result, bail};
use clap::Args;
use quinta_server::DATABASE;
use quinta_server::store::Sqlite;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Copy the database into a file, while the server runs or not
///
/// The copy is a whole database of its own, as of one moment: put it into a data folder as quinta.sqlite to go on from there. It is written
/// as FILE.partial, which no server takes for a club, and gets its name once it is whole and on the disk. What an interrupted copy has left
/// is replaced. For a server on Postgres, `pg_dump` does this.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta backup /backups/quinta-monday.sqlite
  quinta backup copy.sqlite --data /var/lib/quinta

Exit codes:
  0  the copy was written
  1  there is no database, it is Postgres, the copy exists already, or it cannot be written
  2  the command line was not understood")]
pub(crate) struct Arguments {
    /// The copy; it must not exist yet
    file: PathBuf,
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

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let place = serve::place(
        arguments.data.as_deref(),
        arguments.config.as_deref(),
        arguments.database.as_deref(),
    )?;
    if let Some(url) = place.database {
        bail!(
            "the server's database is {url}: back it up with pg_dump, or into a file with `quinta store copy`; this is for SQLite"
        );
    }
    let database = place.data.join(DATABASE);
    if !database.exists() {
        bail!("there is no database {}", database.display());
    }
    if arguments.file.exists() {
        bail!("{} is there already", arguments.file.display());
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime
        .block_on(Sqlite::copy(&database, &arguments.file))
        .with_context(|| format!("cannot copy {}", database.display()))?;
    let size = std::fs::metadata(&arguments.file)?.len();
    writeln!(io::stdout(), "{}: {size} bytes", arguments.file.display())?;
    Ok(ExitCode::SUCCESS)
}
