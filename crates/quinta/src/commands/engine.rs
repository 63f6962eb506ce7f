//! `quinta engine`: the engine protocol on standard input and output.
use anyhow::Result;
use clap::Args;
use quinta_engine::Session;
use std::io::{self, BufRead, Read, Write};
use std::process::ExitCode;

/// The longest line that is listened to: a record fits in.
const LONGEST: u64 = 16 << 20;

/// Speak the engine protocol on standard input and output
///
/// One command a line; every answer ends with the line ok, or is one line that begins with error. docs/protocol.md has all of it.
#[derive(Args)]
#[command(after_help = "\
Examples:
  printf 'newgame players 2 seed 7\\ngo time 500\\nquit\\n' | quinta engine

Exit codes:
  0    quit was said, or there was nothing more to read
  1    standard input or output broke
  141  whoever read the output went away")]
pub(crate) struct Arguments {}

pub(crate) fn run(_: &Arguments) -> Result<ExitCode> {
    let mut session = Session::new();
    let mut stdin = io::stdin().lock();
    let mut stdout = io::stdout().lock();
    let mut line = Vec::new();
    while !session.ended() {
        line.clear();
        if stdin.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let answer = match std::str::from_utf8(&line) {
            Ok(text) => session.line(text),
            Err(_) => vec!["error that is no text".to_owned()],
        };
        for line in answer {
            writeln!(stdout, "{line}")?;
        }
        stdout.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}
