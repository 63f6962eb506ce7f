//! `quinta engine`: the engine protocol on standard input and output.
use crate::input::one_line;
use anyhow::Result;
use clap::Args;
use quinta_engine::Session;
use std::io::{self, BufRead, Read, Write};
use std::process::ExitCode;
use std::sync::mpsc::sync_channel;
use std::thread;

/// The longest line that is read; a record fits into it.
const LONGEST: u64 = 16 << 20;

/// Speak the engine protocol on standard input and output
///
/// One command per line; every answer ends with the line ok, or is one line that begins with error. docs/protocol.md describes it.
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
    let mut listener = session.stop_listener();
    // A thread of its own reads, so that `stop` takes effect during a search.
    let (send, lines) = sync_channel::<io::Result<Vec<u8>>>(64);
    thread::spawn(move || {
        let mut stdin = io::stdin().lock();
        loop {
            let mut line = Vec::new();
            let read = stdin.by_ref().take(LONGEST).read_until(b'\n', &mut line);
            if matches!(read, Ok(0)) {
                return listener.end_of_input();
            }
            listener.read(&String::from_utf8_lossy(&line));
            if send.send(read.map(|_| line)).is_err() {
                return;
            }
        }
    });
    let mut stdout = io::stdout().lock();
    while !session.ended()
        && let Ok(line) = lines.recv()
    {
        let line = line?;
        // Invalid UTF-8 cannot be a command, so replacing it is harmless.
        for line in session.line(&String::from_utf8_lossy(&line)) {
            writeln!(stdout, "{}", one_line(&line))?;
        }
        stdout.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}
