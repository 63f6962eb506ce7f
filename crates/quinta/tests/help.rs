//! Help, version, and what happens when nobody reads on.
mod common;

use common::{command, game, quinta};
use std::io::Read;
use std::process::Stdio;

#[test]
fn without_arguments_it_shows_its_help() {
    let run = quinta(&[]);
    assert_eq!(run.code, Some(0));
    for word in ["Usage: quinta", "verify", "record", "bench", "perft", "Examples:", "Exit codes:"]
    {
        assert!(run.out.contains(word), "{word}");
    }
    assert_eq!(quinta(&["--help"]).out, run.out);
}

#[test]
fn every_command_has_examples_and_exit_codes() {
    for name in ["verify", "record", "bench", "perft"] {
        let run = quinta(&[name, "--help"]);
        assert_eq!(run.code, Some(0));
        assert!(run.out.contains(&format!("Usage: quinta {name}")), "{name}");
        assert!(run.out.contains("Examples:") && run.out.contains("Exit codes:"), "{name}");
        assert_eq!(quinta(&["help", name]).out, run.out);
    }
}

#[test]
fn it_knows_its_version() {
    let run = quinta(&["--version"]);
    assert_eq!((run.code, run.out), (Some(0), format!("quinta {}\n", env!("CARGO_PKG_VERSION"))));
}

#[test]
fn what_is_not_understood_is_refused() {
    for arguments in
        [&["shuffle"][..], &["--fast"], &["verify"], &["perft"], &["verify", "--loud", "x"]]
    {
        let run = quinta(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}");
        assert!(run.out.is_empty() && run.err.starts_with("error: "), "{arguments:?}: {}", run.err);
    }
}

/// `quinta … | head -1` ends quietly.
#[test]
fn nobody_reading_on_is_no_panic() {
    let file = game("4p-front-00.json");
    let files = vec![file.to_str().unwrap(); 40];
    for name in ["verify", "perft"] {
        let mut child = command(&[name])
            .args(&files)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = [0; 1];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(141), "{name}");
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let mut child = command(&["record", "--seed", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(141), 0));
}
