//! `quinta verify`: replays records and compares every figure.
use crate::input;
use anyhow::Result;
use clap::Args;
use quinta_record::{Difference, Record, Replay, verify};
use quinta_table::{Proof, prove};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Replay records and compare every figure in them
///
/// A record of a finished game from a server carries its luck: the promise made before the deal, the seed and what each seat
/// added. That is checked too: the commitment, the shuffles and every outcome.
///
/// Prints one line for each file: `ok`, `DIFFERS` (the event, what the record says and what the engine says; events are
/// counted from 0) or `broken` (it cannot be read). All files are read, whatever becomes of the others.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta verify game.json
  quinta verify games/*.json
  quinta record --seed 7 | quinta verify -

Exit codes:
  0    all records agree
  1    one differs or is broken
  2    the command line was not understood
  141  whoever read the output went away")]
pub(crate) struct Arguments {
    /// Records; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut out = io::stdout().lock();
    let mut all_agree = true;
    for file in &arguments.files {
        let (agrees, line) = judge(file);
        all_agree &= agrees;
        writeln!(out, "{}", input::one_line(&line))?;
    }
    Ok(if all_agree { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn judge(file: &Path) -> (bool, String) {
    let name = file.display();
    match input::record(file) {
        Err(problem) => (false, format!("{name}: broken: {problem:#}")),
        Ok(record) => match verify(&record) {
            Ok(replay) => match luck(&record, &replay) {
                Ok(luck) => (true, format!("{name}: ok ({}{luck})", summary(&record, &replay))),
                Err(why) => (false, format!("{name}: UNFAIR: {why}")),
            },
            Err(Difference { place, record, engine }) => (
                false,
                format!(
                    "{name}: DIFFERS at {place}: the record says {record}; the engine says {engine}"
                ),
            ),
        },
    }
}

/// What the record proves about its luck.
fn luck(record: &Record, replay: &Replay) -> Result<&'static str, String> {
    match prove(record, replay) {
        Proof::None => Ok(""),
        Proof::NotYet => Ok(", luck not revealed yet"),
        Proof::Holds => Ok(", luck as promised"),
        Proof::FreshLuck => Ok(", seed as promised, fresh luck after a take-back"),
        Proof::Broken(why) => Err(why),
    }
}

fn summary(record: &Record, replay: &Replay) -> String {
    let state = replay.state();
    let scores: Vec<_> = state.players().iter().map(|p| p.score.to_string()).collect();
    let scores = scores.join(" : ");
    let end =
        if state.is_over() { String::new() } else { format!(" in round {}", state.round() + 1) };
    let (players, board) = (state.seats(), record.setup.board.name());
    format!("{players} players, {board}, {} events, {scores}{end}", replay.events())
}
