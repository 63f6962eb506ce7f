//! `quinta counts`: counts of legal actions along records.
use crate::input;
use anyhow::{Context, Result};
use clap::Args;
use quinta_record::{counts, verify};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Count the legal actions along records, as a plain text table
///
/// One row for each action: the event's number (from 0), the round, the seat, and how many different legal actions of each sort
/// the seat had. Tables of two versions of the engine can be compared with diff.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta counts game.json
  quinta record --seed 7 | quinta counts -

Exit codes:
  0    every record was counted
  1    one differs from the engine or is broken; the others were counted
  2    the command line was not understood
  141  whoever read the output went away")]
pub(crate) struct Arguments {
    /// Records; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut out = io::stdout().lock();
    let mut code = ExitCode::SUCCESS;
    for file in &arguments.files {
        match table(file) {
            Ok(table) => write!(out, "{table}")?,
            Err(problem) => {
                writeln!(io::stderr(), "{}", input::one_line(&format!("quinta: {problem:#}")))?;
                code = ExitCode::FAILURE;
            }
        }
    }
    Ok(code)
}

fn table(file: &Path) -> Result<String> {
    let name = file.file_name().unwrap_or(file.as_os_str()).display().to_string();
    let record = input::record(file).with_context(|| name.clone())?;
    let replay = verify(&record).with_context(|| format!("{name} differs"))?;
    let (players, board) = (record.setup.players, record.setup.board().name());
    let title = input::one_line(&format!("# {name}: {players} players, {board}"));
    Ok(format!("{title}\n{}", counts::table(&replay)))
}
