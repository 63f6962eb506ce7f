//! The command line: every subcommand is a few lines that call a crate.
mod commands;
mod input;

use clap::{CommandFactory, Parser, Subcommand};
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// Quinta: the board game Azul: Queen's Garden, faithful and unofficial.
#[derive(Parser)]
#[command(version, after_help = AFTER_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

/// The commands.
#[derive(Subcommand)]
enum Command {
    Verify(commands::verify::Arguments),
    Record(commands::record::Arguments),
    Bench(commands::bench::Arguments),
    Perft(commands::perft::Arguments),
}

/// What stands below the help.
const AFTER_HELP: &str = "\
Examples:
  quinta record --players 3 --board back --seed 7 > game.json
  quinta verify game.json
  quinta perft game.json
  quinta bench --players 4
  quinta help record

Exit codes:
  0    all is well
  1    something is not: a record differs or is broken, a file cannot be read or written
  2    the command line was not understood
  141  whoever read the output went away";

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        None => help(),
        Some(Command::Verify(arguments)) => commands::verify::run(&arguments),
        Some(Command::Record(arguments)) => commands::record::run(&arguments),
        Some(Command::Bench(arguments)) => commands::bench::run(&arguments),
        Some(Command::Perft(arguments)) => commands::perft::run(&arguments),
    };
    outcome.unwrap_or_else(|error| {
        if let Some(usage) = error.downcast_ref::<clap::Error>() {
            usage.exit();
        }
        let pipe = error.downcast_ref::<io::Error>().map(io::Error::kind);
        if pipe == Some(ErrorKind::BrokenPipe) {
            return ExitCode::from(141);
        }
        // If nobody reads this either, the exit code has to say it.
        let _ = writeln!(io::stderr(), "quinta: {error:#}");
        ExitCode::FAILURE
    })
}

fn help() -> anyhow::Result<ExitCode> {
    Cli::command().print_help()?;
    Ok(ExitCode::SUCCESS)
}
