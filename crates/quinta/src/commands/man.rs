//! `quinta man`: the manual pages, made from the help.
use anyhow::{Context, Result};
use clap::{Args, Command};
use std::path::PathBuf;
use std::process::ExitCode;

/// Write the manual pages into a folder, one for each command
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta man ~/.local/share/man/man1 && man quinta-serve

Exit codes:
  0  they were written
  1  the folder cannot be made or written to
  2  the command line was not understood")]
pub(crate) struct Arguments {
    /// The folder; it is made if it is not there
    folder: PathBuf,
}

/// Writes the pages of `program`.
pub(crate) fn run(arguments: &Arguments, program: Command) -> Result<ExitCode> {
    let folder = &arguments.folder;
    std::fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(program, folder))
        .with_context(|| format!("cannot write manual pages into {}", folder.display()))?;
    Ok(ExitCode::SUCCESS)
}
