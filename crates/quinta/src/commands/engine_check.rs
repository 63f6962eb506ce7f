//! `quinta engine-check`: checks that a program speaks the engine protocol.
use crate::input::one_line;
use anyhow::Result;
use clap::Args;
use quinta_engine::Program;
use quinta_engine::check::{self, Checks};
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

/// Check that a program speaks the engine protocol and knows the rules
///
/// Plays whole games with it for every number of players and on both boards, compares its counts of legal actions, if it has them, and
/// sends it invalid commands. Prints one line for each check.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta engine-check 'quinta engine'
  quinta engine-check 'python3 examples/bot.py' --time 100

The program finds the path of this quinta in the environment variable QUINTA, unless that is set already.

Exit codes:
  0    all is well
  1    a check failed, or the program cannot be started
  2    the command line was not understood
  141  whoever read the output went away")]
pub(crate) struct Arguments {
    /// The program and its arguments
    command: String,
    /// How long it may think about a move, in milliseconds
    #[arg(long, default_value_t = 20, value_parser = crate::input::number::<u64>(1..=3_600_000))]
    time: u64,
    /// By how much it may exceed that, in milliseconds
    #[arg(long, default_value_t = 1000, value_parser = crate::input::number::<u64>(..=3_600_000))]
    grace: u64,
    /// How many games for each number of players and each board
    #[arg(long, default_value_t = 1, value_parser = crate::input::number::<u64>(1..))]
    games: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let checks = Checks {
        budget: Duration::from_millis(arguments.time),
        grace: Duration::from_millis(arguments.grace),
        games: arguments.games,
    };
    let program = Program {
        command: arguments.command.clone(),
        // A late answer fails its check, but is still awaited, so that the other checks can go on.
        grace: checks.grace + Duration::from_secs(10),
        quinta: std::env::current_exe().ok(),
    };
    let mut out = io::stdout().lock();
    let mut trouble = Ok(());
    let all_well = check::run(&program, checks, |outcome| {
        let line = match &outcome.trouble {
            None => writeln!(out, "ok    {}", outcome.what),
            Some(trouble) => writeln!(out, "FAIL  {}: {}", outcome.what, one_line(trouble)),
        };
        if line.is_err() && trouble.is_ok() {
            trouble = line;
        }
    })?;
    trouble?;
    Ok(if all_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
