//! Help, version, and a closed standard output.
mod common;

use common::{command, game, quinta};
use std::io::{BufRead, BufReader};
use std::process::Stdio;

#[test]
fn the_help_names_every_command() {
    let run = quinta(&["--help"]);
    assert_eq!(run.code, Some(0));
    for word in [
        "Usage: quinta",
        "serve",
        "verify",
        "record",
        "bench",
        "counts",
        "picture",
        "Examples:",
        "Exit codes:",
    ] {
        assert!(run.out.contains(word), "{word}");
    }
    assert_eq!(quinta(&["help"]).out, run.out);
}

#[test]
fn without_arguments_it_serves() {
    let data = tempfile::tempdir().unwrap();
    let mut child = command(&[])
        .env("QUINTA_PORT", "0")
        .env("QUINTA_DATA", data.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let link = lines.find_map(|line| line.ok().filter(|line| line.contains("http://127.0.0.1:")));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(link.is_some(), "it prints its link");
}

#[test]
fn every_command_has_examples_and_exit_codes() {
    for name in [
        "verify",
        "show",
        "record",
        "bench",
        "counts",
        "picture",
        "rules",
        "arena",
        "tune",
        "engine",
        "engine-check",
        "analyse",
        "serve",
        "backup",
        "export-site",
        "store",
        "bots",
        "doctor",
        "load",
        "completions",
        "man",
    ] {
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
        [&["shuffle"][..], &["--fast"], &["verify"], &["counts"], &["verify", "--loud", "x"]]
    {
        let run = quinta(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}");
        assert!(run.out.is_empty() && run.err.starts_with("error: "), "{arguments:?}: {}", run.err);
    }
}

/// `quinta … | true` ends quietly, although its reader is gone before the first line.
#[test]
fn nobody_reading_on_is_no_panic() {
    let file = game("2p-front-00.json");
    let file = file.to_str().unwrap();
    for arguments in [
        &["verify", file][..],
        &["counts", file],
        &["show", file],
        &["picture", file, "-o", "-"],
        &["record", "--seed", "1"],
        &["bench", "--games", "1"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = command(arguments).stdout(writer).stderr(Stdio::piped()).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), err.as_ref()), (Some(141), ""), "{arguments:?}");
    }
}
