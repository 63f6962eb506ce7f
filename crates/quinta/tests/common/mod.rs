//! Running the real program.
#![allow(dead_code, reason = "each test uses its part")]
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The result of a run of the program.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quinta"));
    command.args(arguments);
    command
}

/// Runs it with nothing on standard input.
pub(crate) fn quinta(arguments: &[&str]) -> Run {
    quinta_with(arguments, b"")
}

/// Runs it with this on standard input.
pub(crate) fn quinta_with(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read to the end closes its side.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A conformance game.
pub(crate) fn game(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../record/tests/conformance")).join(name)
}
