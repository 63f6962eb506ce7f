//! The commands for bots, as a person would use them.
mod common;

use common::{command, game, quinta, quinta_with};
use serde_json::Value;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn an_arena_says_who_is_better() {
    let run = quinta(&["arena", "--seats", "random,gardener", "--games", "5", "--json", "-"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let report = json(&run.out);
    assert_eq!((&report["games"], &report["players"]), (&6.into(), &2.into()), "whole deals");
    assert_eq!(report["board"], "front");
    assert_eq!(report["seats"][0]["bot"], "random");
    let gardener = &report["seats"][1];
    for field in ["win_share", "low", "high", "mean_score", "max_ms"] {
        assert!(gardener[field].is_number(), "{field}");
    }
    assert_eq!(gardener["win_share"], 1.0);
    let table = quinta(&["arena", "--seats", "random,gardener", "--games", "5"]).out;
    assert!(
        table.contains("6 games of 2 players")
            && table.contains("Elo of the first: beyond measure, at most "),
        "{table}"
    );
}

#[test]
fn four_seats_on_the_back_and_records_of_every_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let seats = "gardener,seedling,seedling,seedling";
    let run =
        quinta(&["arena", "--seats", seats, "--games", "4", "--board", "back", "--records", path]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let files: Vec<_> = std::fs::read_dir(path).unwrap().map(|f| f.unwrap().path()).collect();
    assert_eq!(files.len(), 4);
    for file in files {
        let run = quinta(&["verify", file.to_str().unwrap()]);
        assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
        let record = json(&std::fs::read_to_string(file).unwrap());
        assert!(record["names"].as_array().unwrap().contains(&"gardener".into()));
    }
}

#[test]
fn weights_of_ones_own_sit_down() {
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/../bots/weights/by-hand.toml");
    let seats = format!("gardener@{weights},gardener");
    let run = quinta(&["arena", "--seats", &seats, "--games", "4", "--json", "-"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let report = json(&run.out);
    assert_eq!(report["seats"][0]["bot"], format!("gardener@{weights}"));
    assert_eq!(report["seats"][0]["win_share"], 0.5, "the same weights play the same games");
}

#[test]
fn a_round_robin_rates_everyone() {
    let arguments = [
        "arena",
        "--round-robin",
        "--seats",
        "random,seedling,gardener",
        "--games",
        "40",
        "--json",
        "-",
    ];
    let run = quinta(&arguments);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let report = json(&run.out);
    let rows = report["seats"].as_array().unwrap();
    let order: Vec<_> = rows.iter().map(|row| &row["bot"]).collect();
    assert_eq!(order, ["gardener", "seedling", "random"]);
    let elo = |row: usize, what: &str| rows[row]["elo"][what].as_f64().unwrap();
    assert!(elo(0, "low") > elo(1, "mean") && elo(1, "low") > elo(2, "high"), "{report}");
    assert!((0..3).map(|row| elo(row, "mean")).sum::<f64>().abs() < 1e-6, "{report}");
    assert!(rows.iter().all(|row| row["games"] == 80), "{report}");
    let shares: f64 = rows.iter().map(|row| row["win_share"].as_f64().unwrap()).sum();
    assert!((shares - 1.5).abs() < 1e-9, "{report}");
    assert_eq!(report["pairs"].as_array().unwrap().len(), 3);
}

#[test]
fn other_programs_sit_down() {
    let own = format!("cmd:5sims:{} engine", env!("CARGO_BIN_EXE_quinta"));
    let run =
        quinta(&["arena", "--seats", &format!("{own},random"), "--games", "2", "--json", "-"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(json(&run.out)["seats"][0]["win_share"], 1.0);
}

#[test]
fn what_cannot_sit_down_is_named() {
    for (seats, code, words) in [
        ("nobody,random", 2, "nobody"),
        ("gardener@/no/such/file,random", 2, "/no/such/file"),
        ("random", 2, "2 to 4"),
        ("random,random,random,random,random", 2, "2 to 4"),
        ("gardener:1s,random", 2, "does not take that budget"),
        ("cmd:/no/such/program,random", 1, "cannot start"),
        ("cmd:true,random", 1, "cannot sit down: it ended"),
    ] {
        let run = quinta(&["arena", "--seats", seats, "--games", "2"]);
        assert_eq!(run.code, Some(code), "{seats}");
        assert!(run.err.contains(words), "{seats}: {}", run.err);
    }
}

#[test]
fn the_engine_speaks_on_standard_input() {
    let said = "newgame players 2 seed 7\nset bot gardener\ngo\nnonsense\n\u{e9}\nquit\nstate\n";
    let run = quinta_with(&["engine"], said.as_bytes());
    assert_eq!(run.code, Some(0));
    let lines: Vec<_> = run.out.lines().collect();
    assert_eq!(lines[..2], ["ok", "ok"]);
    assert!(lines.iter().any(|line| line.starts_with("bestmove ")));
    assert_eq!(lines.iter().filter(|line| line.starts_with("error ")).count(), 2);
    assert_eq!(lines.last(), Some(&"ok"), "nothing is answered after quit");
    let broken = quinta_with(&["engine"], b"\xff\xfe\nstate");
    assert_eq!(broken.out.lines().filter(|line| line.starts_with("error ")).count(), 2);
}

/// Without `stop`, the first search would take an hour; without noticing the end of input, the second would.
#[test]
fn stop_ends_the_thinking() {
    let go = "newgame players 2 seed 7\nset bot architect\ngo time 3600000\n";
    for rest in ["stop\nisready\nquit\n", ""] {
        let run = quinta_with(&["engine"], format!("{go}{rest}").as_bytes());
        assert_eq!(run.code, Some(0));
        let lines: Vec<_> = run.out.lines().collect();
        let best = lines.iter().position(|line| line.starts_with("bestmove ")).unwrap();
        assert_eq!(lines[best + 1..].len(), 1 + rest.lines().count(), "{lines:?}");
        assert!(lines[best + 1..].iter().all(|line| *line == "ok"), "{lines:?}");
    }
}

#[test]
fn only_who_can_judge_is_asked_to() {
    let file = game("2p-front-00.json");
    for bot in ["random", "seedling", "nobody"] {
        let run = quinta(&["analyse", file.to_str().unwrap(), "--bot", bot]);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{bot}: {}", run.err);
    }
    let run = quinta(&["analyse", file.to_str().unwrap(), "--jobs", "0"]);
    assert_eq!(run.code, Some(2));
}

#[test]
fn the_engine_passes_its_own_check() {
    let own = format!("{} engine", env!("CARGO_BIN_EXE_quinta"));
    let run = quinta(&["engine-check", &own, "--time", "4", "--grace", "5000"]);
    assert_eq!(run.code, Some(0), "{}", run.out);
    assert_eq!(run.out.lines().filter(|line| line.starts_with("ok ")).count(), 10, "{}", run.out);
    let run = quinta(&["engine-check", "true"]);
    assert_eq!(run.code, Some(1));
    assert!(run.out.contains("FAIL"), "{}", run.out);
}

#[test]
fn a_game_is_judged() {
    let record = command(&["record", "--players", "3", "--seed", "3"]).output().unwrap().stdout;
    for bot in ["designer", "architect:24sims"] {
        let run = quinta_with(&["analyse", "-", "--bot", bot, "--json"], &record);
        assert_eq!(run.code, Some(0), "{}", run.err);
        let analysis = json(&run.out);
        let moves = analysis["moves"].as_array().unwrap();
        assert!(moves.len() > 20);
        for judged in moves {
            assert!(judged["given_away"].as_f64().unwrap() >= 0.0, "{judged}");
            let better = judged["better"].as_array().unwrap();
            assert_eq!(better.is_empty(), judged["grade"] == "best", "{judged}");
        }
        let moments = analysis["moments"].as_array().unwrap();
        let graded =
            |event| moves.iter().find(|one| &one["event"] == event).unwrap()["grade"].clone();
        assert_eq!(moments.len(), 5);
        assert!(moments.iter().any(|event| graded(event) == "blunder"), "{moments:?}");
        // Random play gives a lot away.
        let players = analysis["players"].as_array().unwrap();
        assert!(players.iter().all(|player| player["given_away"].as_f64().unwrap() > 20.0));
    }
    let run = quinta_with(&["analyse", "-", "--bot", "gardener"], &record);
    assert!(run.out.contains("Round 1") && run.out.contains("In all, as the gardener sees it"));
    assert!(run.out.contains("What mattered most"), "{}", run.out);
    let missing = game("no-such-game.json");
    assert_eq!(quinta(&["analyse", missing.to_str().unwrap()]).code, Some(1));
}

#[test]
fn advice_is_judged_the_same_on_any_number_of_threads() {
    let advice = |jobs| {
        let bots = ["--bots", "random,architect:400sims", "--judge", "architect:400sims"];
        let small = ["--positions", "8", "--players-are", "gardener", "--jobs", jobs, "--json"];
        let run = quinta(&[&["advice"], &bots[..], &small[..]].concat());
        assert_eq!(run.code, Some(0), "{}", run.err);
        json(&run.out)
    };
    let judged = advice("1");
    assert_eq!(judged, advice("2"));
    let given = |place: usize| judged["bots"][place]["given_away"]["mean"].as_f64().unwrap();
    assert!(given(0) > 2.0 && given(1) < 2.0 && given(1) >= 0.0, "{judged}");
    let run = quinta(&["advice", "--bots", "designer", "--judge", "designer"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("cannot be the judge: expected an architect"), "{}", run.err);
}

#[test]
fn tuning_can_be_repeated() {
    let tune = |jobs| {
        let small = ["--generations", "1", "--population", "4", "--deals", "1", "--jobs", jobs];
        quinta(&[&["tune"], &small[..]].concat()).out
    };
    let weights = tune("1");
    assert!(weights.contains("plan = ["), "{weights}");
    assert_eq!(weights, tune("2"));
}
