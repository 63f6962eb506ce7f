//! `quinta verify` as it is used.
mod common;

use common::{game, quinta, quinta_with};
use std::fs;

#[test]
fn records_that_agree() {
    let folder = game("");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    let mut arguments = vec!["verify"];
    arguments.extend(files.iter().map(|file| file.to_str().unwrap()));
    let run = quinta(&arguments);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert_eq!(run.out.lines().count(), 32);
    for (line, file) in run.out.lines().zip(&files) {
        assert!(line.starts_with(&format!("{}: ok (", file.display())), "{line}");
    }
    let line = run.out.lines().find(|line| line.contains("2p-front-00")).unwrap();
    assert!(line.ends_with(": ok (2 players, front, 121 events, 0 : 4)"), "{line}");
}

#[test]
fn standard_input_is_read() {
    let text = fs::read(game("3p-back-00.json")).unwrap();
    let run = quinta_with(&["verify", "-"], &text);
    assert_eq!(run.code, Some(0));
    assert!(run.out.starts_with("-: ok (3 players, back"), "{}", run.out);
}

#[test]
fn every_file_gets_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let good = game("2p-front-00.json").to_str().unwrap().to_owned();
    let text = fs::read_to_string(&good).unwrap();
    fs::write(path("figure.json"), text.replacen("\"tower\":0", "\"tower\":1", 1)).unwrap();
    fs::write(
        path("seat.json"),
        text.replacen("{\"seat\":1,\"acquire\":\"g\"", "{\"seat\":0,\"acquire\":\"g\"", 1),
    )
    .unwrap();
    fs::write(path("short.json"), &text[..text.len() / 2]).unwrap();
    fs::write(path("bytes.json"), [0xff, 0xfe, 0]).unwrap();
    fs::write(path("deep.json"), format!("{{\"x\":{}", "[".repeat(100_000))).unwrap();
    fs::write(path("long.json"), vec![b' '; 5 << 20]).unwrap();
    fs::write(path("empty.json"), "").unwrap();
    fs::write(path("two\nlines.json"), "{}").unwrap();
    let folder_name = folder.path().to_str().unwrap().to_owned();
    let expected = [
        (
            path("figure.json"),
            "DIFFERS at event 1: the record says after.tower 1; the engine says 0",
        ),
        (
            path("seat.json"),
            "DIFFERS at event 1: the record says seat 0: acquire dark green; the engine says It is not your turn: seat 1 is to act.",
        ),
        (path("short.json"), "broken: this is no record in JSON: EOF while parsing"),
        (
            path("bytes.json"),
            "broken: this is no record in JSON: expected value at line 1 column 1",
        ),
        (path("deep.json"), "broken: this is no record in JSON: recursion limit exceeded"),
        (path("long.json"), "broken: the record is longer than 4194304 bytes"),
        (
            path("empty.json"),
            "broken: this is no record in JSON: EOF while parsing a value at line 1 column 0",
        ),
        (path("two\nlines.json"), "broken: this is no record in JSON: missing field `format`"),
        (path("missing.json"), "broken: cannot read it: No such file"),
        (folder_name, "broken: cannot read it: "),
        (good, "ok (2 players"),
    ];
    let mut arguments = vec!["verify"];
    arguments.extend(expected.iter().map(|(file, _)| file.as_str()));
    let run = quinta(&arguments);
    assert_eq!(run.code, Some(1));
    assert_eq!(run.out.lines().count(), expected.len(), "{}", run.out);
    for (line, (file, says)) in run.out.lines().zip(&expected) {
        let start = format!("{}: {says}", file.replace('\n', "\\n"));
        assert!(line.starts_with(&start), "{line}\n{start}");
        assert!(line.matches(says).count() == 1, "said once: {line}");
    }
}

/// A file without an end is not read to its end.
#[cfg(unix)]
#[test]
fn an_endless_file_is_broken() {
    let run = quinta(&["verify", "/dev/zero"]);
    assert_eq!(run.code, Some(1));
    assert!(run.out.starts_with("/dev/zero: broken: the record is longer than"), "{}", run.out);
}
