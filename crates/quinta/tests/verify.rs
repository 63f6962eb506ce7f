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
    assert!(
        line.ends_with(": ok (2 players, front, 121 events, 0 : 4; nothing told about its luck)"),
        "{line}"
    );
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
        (path("short.json"), "broken: invalid record: EOF while parsing"),
        (path("bytes.json"), "broken: invalid record: expected value at line 1 column 1"),
        (path("deep.json"), "broken: invalid record: recursion limit exceeded"),
        (path("long.json"), "broken: the record is longer than 4194304 bytes"),
        (
            path("empty.json"),
            "broken: invalid record: EOF while parsing a value at line 1 column 0",
        ),
        (path("two\nlines.json"), "broken: invalid record: missing field `format`"),
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

/// An endless file is not read to its end.
#[cfg(unix)]
#[test]
fn an_endless_file_is_broken() {
    let run = quinta(&["verify", "/dev/zero"]);
    assert_eq!(run.code, Some(1));
    assert!(run.out.starts_with("/dev/zero: broken: the record is longer than"), "{}", run.out);
}

/// A record that names its deal's seed is dealt again, in today's form and in that of version 0.1.
#[test]
fn luck_is_that_of_the_seed() {
    let folder = tempfile::tempdir().unwrap();
    let records = folder.path().join("games");
    let arena = ["arena", "--seats", "random,seedling", "--games", "2", "--records"];
    assert_eq!(quinta(&[&arena[..], &[records.to_str().unwrap()]].concat()).code, Some(0));
    let arena = records.join("deal-000000-order-01.json");
    let mut all = vec![fs::read_to_string(arena).unwrap()];
    for more in [&["--first", "1"][..], &["--board", "back"]] {
        all.push(quinta(&[&["record", "--players", "3", "--seed", "8"], more].concat()).out);
    }
    for text in all {
        let verdict = |text: &str| {
            let run = quinta_with(&["verify", "-"], text.as_bytes());
            (run.code, run.out)
        };
        let (code, out) = verdict(&text);
        let end = "; luck of the seed that it names, which nobody promised)\n";
        assert!(code == Some(0) && out.ends_with(end), "{out}");
        let old = {
            let mut record: serde_json::Value = serde_json::from_str(&text).unwrap();
            record["fair"] = serde_json::json!({ "seed": record["fair"]["deal_seed"] });
            record.to_string()
        };
        assert_eq!(verdict(&old), (code, out));
        let seed = serde_json::from_str::<serde_json::Value>(&text).unwrap()["fair"]["deal_seed"]
            .as_str()
            .unwrap()
            .to_owned();
        for forged in [text.replace(&seed, &"7".repeat(64)), old.replace(&seed, &"7".repeat(64))] {
            let (code, out) = verdict(&forged);
            assert_eq!(
                (code, out.as_str()),
                (Some(1), "-: UNFAIR: the expansions were shuffled in another order\n")
            );
        }
        let (code, out) = verdict(&text.replace(&seed, "none"));
        assert_eq!((code, out.as_str()), (Some(1), "-: UNFAIR: fair.deal_seed is no seed\n"));
    }
    // The lot is checked if it decided who starts.
    let named = quinta(&["record", "--players", "4", "--seed", "1", "--first", "1"]).out;
    let (by_lot, by_name) = ("\"first_by_lot\":true", "\"first_by_lot\":false");
    assert!(named.contains(by_name));
    let run = quinta_with(&["verify", "-"], named.replace(by_name, by_lot).as_bytes());
    assert!(run.out.contains("UNFAIR: the lot says that seat "), "{}", run.out);
}

#[test]
fn verdicts_as_json() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let good = game("2p-front-00.json").to_str().unwrap().to_owned();
    let text = fs::read_to_string(&good).unwrap();
    fs::write(path("figure.json"), text.replacen("\"tower\":0", "\"tower\":1", 1)).unwrap();
    let dealt = quinta(&["record", "--seed", "1"]).out;
    fs::write(path("unfair.json"), dealt.replace(&format!("{:064x}", 1), &"0".repeat(64))).unwrap();
    fs::write(path("two\nlines.json"), "{}").unwrap();
    let files = [&good, &path("figure.json"), &path("unfair.json"), &path("two\nlines.json")];
    let run = quinta(&[&["verify", "--json"], &files.map(String::as_str)[..]].concat());
    assert_eq!(run.code, Some(1));
    let lines: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.iter().zip(files).all(|(line, file)| line["file"] == **file));
    assert_eq!(
        lines[0],
        serde_json::json!({ "file": good, "verdict": "ok", "players": 2, "board": "front", "events": 121, "round": null,
                            "scores": [0, 4], "luck": "untold" })
    );
    assert_eq!((&lines[1]["verdict"], &lines[1]["event"]), (&"differs".into(), &1.into()));
    assert_eq!(lines[2]["verdict"], "unfair");
    assert_eq!(lines[3]["verdict"], "broken");
    assert!(lines[3]["why"].as_str().unwrap().contains("format"));
}

/// What a stranger wrote into a record or called a file does not reach the terminal as it is.
#[test]
fn nothing_that_a_terminal_obeys_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let evil = "\u{1b}]0;x\u{7}\u{9b}2J\u{202e}";
    let file = folder.path().join(format!("{evil}.json"));
    let text = fs::read_to_string(game("2p-front-00.json")).unwrap();
    let mut record: serde_json::Value = serde_json::from_str(&text).unwrap();
    let file = file.to_str().unwrap();
    for change in ["format", "board", "event", "commitment", "none"] {
        let mut changed = record.clone();
        match change {
            "format" => changed["format"] = evil.into(),
            "board" => changed["setup"]["board"] = evil.into(),
            "event" => changed["events"][3] = serde_json::json!({ "draw": [evil] }),
            "commitment" => {
                changed["fair"] = serde_json::json!({ "game": evil, "commitment": evil });
            }
            _ => {}
        }
        fs::write(file, changed.to_string()).unwrap();
        for command in [&["verify", file][..], &["verify", "--json", file], &["show", file]] {
            let run = quinta(command);
            let said = format!("{}{}", run.out, run.err);
            let obeyed = |c: char| c != '\n' && quinta_rules::is_obeyed(c);
            assert!(!said.is_empty() && !said.contains(obeyed), "{change} {command:?}: {said:?}");
        }
    }
    record["names"] = serde_json::json!([evil, "Ada\nscores 99 : 0"]);
    let run = quinta_with(&["show", "-"], record.to_string().as_bytes());
    assert_eq!(run.code, Some(0));
    assert!(run.out.contains(r"\u{1b}]0;x\u{7}\u{9b}2J\u{202e}"), "{}", run.out);
    assert!(run.out.contains(r"Ada\nscores 99 : 0"), "{}", run.out);
}

#[test]
fn a_commitment_is_that_of_one_game() {
    let record = game("2p-front-00.json").to_str().unwrap().to_owned();
    let good = "6a".repeat(32);
    for (commitment, says) in [
        ("zz", "which 'z' is not"),
        ("6a18", "64 hexadecimal digits, not 4"),
        (good.to_uppercase().as_str(), "in lower case, which 'A' is not"),
    ] {
        let run = quinta(&["verify", &record, "--commitment", commitment]);
        assert!(run.code == Some(2) && run.err.contains(says), "{}", run.err);
    }
    let run = quinta(&["verify", &record, &record, "--commitment", &good]);
    assert!(run.code == Some(2) && run.err.contains("belongs to one game"), "{}", run.err);
}
