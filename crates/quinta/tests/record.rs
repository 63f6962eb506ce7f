//! `quinta record` as it is used.
mod common;

use common::{quinta, quinta_with};
use std::fs;

const SEED: &str = "00000000000000000000000000000000000000000000000000000000000000ff";

fn record(arguments: &[&str]) -> String {
    let run = quinta(&[&["record"], arguments].concat());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{arguments:?}");
    run.out
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn records_are_complete_and_agree() {
    for players in ["2", "3", "4"] {
        for board in ["front", "back"] {
            let text = record(&[
                "--players",
                players,
                "--board",
                board,
                "--seed",
                "7",
                "--policy",
                "random",
            ]);
            let value = json(&text);
            assert_eq!(value["setup"]["players"].to_string(), players);
            assert_eq!(value["setup"]["board"], board);
            assert!(value["result"].is_object());
            let mut actions =
                value["events"].as_array().unwrap().iter().filter(|e| e["seat"].is_u64());
            assert!(actions.all(|event| event["legal"].is_object() && event["after"].is_object()));
            let run = quinta_with(&["verify", "-"], text.as_bytes());
            assert_eq!(run.code, Some(0), "{}", run.out);
        }
    }
}

#[test]
fn the_seed_decides() {
    let text = record(&["--seed", "255"]);
    assert_eq!(record(&["--seed", "255"]), text);
    assert_eq!(record(&["--seed", SEED]), text);
    assert_eq!(record(&["--seed", &SEED.to_uppercase()]), text);
    assert_ne!(record(&["--seed", "256"]), text);
    assert_eq!(json(&text)["fair"]["deal_seed"], SEED);
}

#[test]
fn the_first_seat_can_be_named() {
    for first in ["0", "1", "2"] {
        let value = json(&record(&["--players", "3", "--seed", "1", "--first", first]));
        assert_eq!(value["setup"]["first"].to_string(), first);
        assert_eq!(value["events"][1]["seat"].to_string(), first);
    }
}

#[test]
fn house_rules_are_played_by() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("house.toml"), "start_score = 20").unwrap();
    fs::write(path("house.json"), r#"{"start_score": 20}"#).unwrap();
    let text = record(&["--rules", &path("house.toml"), "--seed", "1"]);
    assert_eq!(record(&["--rules", &path("house.json"), "--seed", "1"]), text);
    let value = json(&text);
    assert_eq!(
        (&value["setup"]["board"], &value["rules"]["start_score"]),
        (&"custom".into(), &20.into())
    );
    assert_eq!(quinta_with(&["verify", "-"], text.as_bytes()).code, Some(0));

    fs::write(path("wrong.toml"), "tile_places = 0").unwrap();
    let run = quinta(&["record", "--seed", "1", "--rules", &path("wrong.toml")]);
    assert_eq!(run.code, Some(1));
    assert!(
        run.err.ends_with("wrong.toml: tile_places is 0: it must be from 1 to 60\n"),
        "{}",
        run.err
    );
    let run = quinta(&["record", "--seed", "1", "--rules", &path("missing.toml")]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("cannot read") && run.err.contains("missing.toml"), "{}", run.err);
}

#[test]
fn series_go_into_a_folder_and_nothing_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new/games");
    let out = out.to_str().unwrap();
    assert_eq!(record(&["--seed", "9", "--games", "3", "--out", out]), "");
    let mut names: Vec<_> =
        fs::read_dir(out).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["2p-front-10.json", "2p-front-11.json", "2p-front-9.json"]);
    // Each game of a series is the game of its seed.
    let third = fs::read_to_string(format!("{out}/2p-front-11.json")).unwrap();
    assert_eq!(record(&["--seed", "11"]), third);

    fs::write(format!("{out}/2p-front-9.json"), "mine").unwrap();
    let run = quinta(&["record", "--seed", "9", "--out", out]);
    assert_eq!(run.code, Some(1));
    assert!(
        run.err.contains("2p-front-9.json is there already: --force overwrites it"),
        "{}",
        run.err
    );
    assert_eq!(fs::read_to_string(format!("{out}/2p-front-9.json")).unwrap(), "mine");
    record(&["--seed", "9", "--out", out, "--force"]);
    assert_eq!(
        fs::read_to_string(format!("{out}/2p-front-9.json")).unwrap(),
        record(&["--seed", "9"])
    );

    record(&["--seed", &"f".repeat(64), "--games", "2", "--out", out]);
    assert!(fs::exists(format!("{out}/2p-front-{}.json", "f".repeat(64))).unwrap());
    assert!(
        fs::exists(format!("{out}/2p-front-0.json")).unwrap(),
        "the seed after the last is the first"
    );
}

#[test]
fn wrong_input_is_refused_clearly() {
    for (arguments, says) in [
        (&["--players", "2"][..], "--seed <SEED>"),
        (&["--seed", "1", "--players", "5"], "expected a whole number from 2 to 4"),
        (&["--seed", "1", "--players", "two"], "expected a whole number from 2 to 4"),
        (&["--seed", "1", "--board", "side"], "[possible values: front, back]"),
        (&["--seed", "1", "--policy", "best"], "architect"),
        (&["--seed", "0x7"], "a seed is 64 hexadecimal digits, or a decimal number below 2^64"),
        (&["--seed", "1", "--first", "2"], "seat 2 cannot start: 2 players sit on 0 to 1"),
        (&["--seed", "1", "--games", "0"], "--games"),
        (&["--seed", "1", "--games", "2"], "several games need a folder: --out <DIR>"),
        (&["--seed", "1", "--force"], "--out <DIR>"),
        (&["--seed", "1", "--board", "back", "--rules", "x"], "cannot be used with"),
    ] {
        let run = quinta(&[&["record"], arguments].concat());
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments:?}: {}", run.err);
        assert!(
            run.err.starts_with("error: ") && run.err.contains(says),
            "{arguments:?}: {}",
            run.err
        );
    }
    let run = quinta(&["record", "--seed", "1", "--out", "/dev/null/games"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.starts_with("quinta: cannot make /dev/null/games: "), "{}", run.err);
}
