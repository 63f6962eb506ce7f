//! `quinta load`: measurements, attacks, a narrow terminal, clean-up however it is stopped, invalid arguments.
mod common;

use common::{command, quinta};
use quinta_bots::BotLevel;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

#[test]
fn nonsense_is_refused_in_words() {
    let levels = format!("expected one of {}", BotLevel::ALL.map(BotLevel::name).join(", "));
    for (arguments, why) in [
        (&["--rate", "0"][..], "expected a whole number from 1 to 1000000"),
        (&["--tables", "0"], "expected a whole number from 1 to 100000"),
        (&["--seats", "five"], "expected a whole number from 2 to 4"),
        (&["--seconds", "0"], "expected a whole number from 1 to 86400"),
        (&["--steps", "0"], "expected a whole number from 1 to 100"),
        (&["--level", "nobody"], &levels),
        (&["--seats", "2", "--bots", "2"], "at least one seat"),
        (&["--server", "192.0.2.1:80"], "this machine only"),
        (&["--hostile", "flood"], "possible values: undo, readers, rematches, memory, push"),
        (&["--hostile", "undo", "--tables", "5"], "cannot be used with"),
    ] {
        let run = quinta(&[&["load"], arguments].concat());
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments:?}: {}", run.err);
        assert!(run.err.contains(why), "{arguments:?}: {}", run.err);
    }
}

/// Runs it with temporary files in this folder.
fn load(temporary: &Path, arguments: &[&str]) -> Output {
    command(&[&["load"], arguments].concat()).env("TMPDIR", temporary).output().unwrap()
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).unwrap().next().is_none()
}

#[test]
fn the_figures_fit_sixty_columns() {
    let temporary = tempfile::tempdir().unwrap();
    let small = ["--tables", "2", "--seats", "2", "--rate", "20", "--seconds", "1", "--steps", "2"];
    let run = load(temporary.path(), &small);
    let text = String::from_utf8(run.stdout).unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(text.lines().all(|line| line.len() <= 60), "{text}");
    let rows: Vec<_> = text.lines().skip(2).take(2).collect();
    assert!(rows[0].starts_with("     1 ") && rows[1].starts_with("     2 "), "{text}");
    assert!(text.contains("4 sockets, "), "{text}");
    assert!(is_empty(temporary.path()));
}

#[test]
fn every_attack_can_be_tried() {
    for (attack, figure) in [
        ("undo", "searches that wait, at most"),
        ("readers", "with 150 readers who never read, at most MB"),
        ("rematches", "a stranger who wants a table"),
        ("push", "messages to a stranger that never came"),
    ] {
        let temporary = tempfile::tempdir().unwrap();
        let run = load(temporary.path(), &["--hostile", attack, "--seconds", "1"]);
        let text = String::from_utf8(run.stdout).unwrap();
        assert!(run.status.success(), "{attack}: {}", String::from_utf8_lossy(&run.stderr));
        assert!(text.contains(figure), "{attack}: {text}");
        assert!(text.lines().all(|line| line.len() <= 60), "{text}");
        assert!(is_empty(temporary.path()), "{attack}");
    }
}

/// In megabytes.
const MOST_MEMORY: u32 = 64;

#[test]
fn one_address_takes_little_memory_and_it_can_be_drawn() {
    let temporary = tempfile::tempdir().unwrap();
    let own = tempfile::tempdir().unwrap();
    let chart = own.path().join("memory.svg");
    let arguments = ["--hostile", "memory", "--seconds", "1", "--chart", chart.to_str().unwrap()];
    let run = load(temporary.path(), &arguments);
    let text = String::from_utf8(run.stdout).unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(text.lines().all(|line| line.len() <= 60), "{text}");
    let rows: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("now ")).collect();
    assert!(rows.len() == 10 && rows[2].trim_start().starts_with("stale acts and open bodies"));
    for row in rows {
        let most: u32 = row.split_whitespace().rev().nth(1).unwrap().parse().unwrap();
        assert!(most <= MOST_MEMORY, "{row}");
    }
    let svg = fs::read_to_string(chart).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains(">now<"), "{svg}");
    assert!(is_empty(temporary.path()));
}

/// A program that takes the server's place, tells the number of its process on this pipe, and then never says where it serves.
#[cfg(unix)]
fn silent_server(folder: &Path) -> (String, std::path::PathBuf) {
    use std::os::unix::fs::PermissionsExt;
    let (program, pipe) = (folder.join("server"), folder.join("pipe"));
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let script = format!("#!/bin/sh\necho $$ > '{}'\nexec cat '{0}'\n", pipe.display());
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o700)).unwrap();
    (program.to_str().unwrap().to_owned(), pipe)
}

#[cfg(unix)]
fn signal(name: &str, process: &str) -> bool {
    let sent = Command::new("kill").args([name, process]).stderr(Stdio::null()).status();
    sent.unwrap().success()
}

#[cfg(unix)]
#[test]
fn stopped_while_it_starts_it_leaves_nothing_behind() {
    for stop in ["-TERM", "-INT"] {
        let (own, temporary) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (program, pipe) = silent_server(own.path());
        let mut load = command(&["load", "--program", &program])
            .env("TMPDIR", temporary.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        // Reading waits until the server is there and has said its number.
        let mut server = String::new();
        BufReader::new(fs::File::open(&pipe).unwrap()).read_line(&mut server).unwrap();
        assert!(signal("-0", server.trim()) && !is_empty(temporary.path()), "it is there");
        assert!(signal(stop, &load.id().to_string()));
        assert_eq!(load.wait().unwrap().code(), Some(130), "{stop}");
        assert!(!signal("-0", server.trim()), "{stop}: the server is left behind");
        assert!(is_empty(temporary.path()), "{stop}: its folder is left behind");
    }
}

#[cfg(unix)]
#[test]
fn stopped_while_it_measures_it_leaves_nothing_behind() {
    let temporary = tempfile::tempdir().unwrap();
    let mut load = command(&["load", "--tables", "2", "--rate", "10"])
        .env("TMPDIR", temporary.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut heading = String::new();
    let mut out = BufReader::new(load.stdout.take().unwrap());
    out.read_line(&mut heading).unwrap();
    assert!(heading.contains("acknowledged"), "{heading}");
    assert!(signal("-TERM", &load.id().to_string()));
    assert_eq!(load.wait().unwrap().code(), Some(130));
    assert!(is_empty(temporary.path()));
}
