//! Arena matches with faulty programs.
#![cfg(unix)]
mod common;

use common::{command, quinta};
use serde_json::Value;
use std::fs;
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A program that passes all the time, unless its argument names a fault.
const BOT: &str = r#"
while read -r word rest; do
  case $word in
    info) printf 'id name %s bot\nprotocol 1\nok\n' "${2:-$1}" ;;
    go)
      case $1 in
        crash) exit 3 ;;
        fork) sleep 614.25 & exit 3 ;;
        deaf) exec sleep 614.25 ;;
        silent) while read -r line; do :; done ;;
        illegal) printf 'bestmove place b6 at 1,0\nok\n' ;;
        nonsense) printf 'bestmove somewhere\nok\n' ;;
        *) printf 'bestmove pass\nok\n' ;;
      esac ;;
    quit) echo ok; exit ;;
    *) echo ok ;;
  esac
done
"#;

fn bot(folder: &Path) -> PathBuf {
    let path = folder.join("bot.sh");
    fs::write(&path, BOT).unwrap();
    path
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn a_program_that_fails_loses_its_games_and_the_match_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let script = bot(folder.path());
    let script = script.display();
    for (fault, reason) in [
        ("crash", "it ended without being told to"),
        ("silent", "it did not answer \"go time 20\" within 120 ms"),
        ("illegal", "it played \"place b6 at 1,0\": You do not have a blue tulip tile."),
        ("nonsense", "it answered \"go time 20\" with something strange: \"bestmove somewhere\""),
    ] {
        let seats = format!("cmd:20ms:sh {script} {fault},random");
        let records = folder.path().join(fault);
        let common = ["arena", "--seats", &seats, "--games", "4", "--grace", "100ms"];
        let kept = ["--records", records.to_str().unwrap(), "--json", "-"];
        let run = quinta(&[&common[..], &kept].concat());
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{fault}");
        let report = json(&run.out);
        assert_eq!((&report["games"], &report["interrupted"]), (&4.into(), &false.into()));
        assert_eq!(report["seats"][0]["win_share"], 0.0, "{fault}");
        let forfeits = report["forfeits"].as_array().unwrap();
        assert_eq!(forfeits.len(), 4, "{forfeits:?}");
        for forfeit in forfeits {
            assert_eq!(
                (&forfeit["bot"], &forfeit["reason"]),
                (&seats[..seats.len() - 7].into(), &reason.into())
            );
        }
        // The record of a forfeited game is valid and says how it ended.
        for file in fs::read_dir(&records).unwrap() {
            let file = file.unwrap().path();
            let verified = quinta(&["verify", file.to_str().unwrap()]);
            assert_eq!(verified.code, Some(0), "{}", verified.out);
            let record = json(&fs::read_to_string(&file).unwrap());
            assert_eq!(record["forfeit"]["reason"], reason);
            assert!(record.get("result").is_none());
        }
        let strict = quinta(&[&common[..], &["--strict"]].concat());
        assert_eq!((strict.code, strict.out.as_str()), (Some(1), ""), "{fault}");
        assert!(
            strict.err.contains("forfeited deal 0") && strict.err.contains(reason),
            "{}",
            strict.err
        );
        let text = quinta(&common).out;
        assert!(text.contains(&format!("by forfeit: {reason}")), "{text}");
    }
}

#[test]
fn programs_are_told_where_quinta_is_and_known_by_their_own_name() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("bot.sh");
    fs::write(&script, BOT.replace("${2:-$1}", "$QUINTA")).unwrap();
    let seats = format!("cmd:sh {} x,random", script.display());
    let arguments = ["arena", "--seats", &seats, "--games", "2", "--json", "-"];
    let id = |command: &mut Command| {
        let output = command.output().unwrap();
        json(&String::from_utf8(output.stdout).unwrap())["seats"][0]["id"].clone()
    };
    let own = fs::canonicalize(env!("CARGO_BIN_EXE_quinta")).unwrap();
    let found = id(command(&arguments).env_remove("QUINTA"));
    let path = found.as_str().unwrap().strip_suffix(" bot").unwrap();
    assert_eq!(fs::canonicalize(path).unwrap(), own);
    assert_eq!(id(command(&arguments).env("QUINTA", "/mine")), "/mine bot");
    let text = quinta(&["arena", "--seats", &seats, "--games", "2"]).out;
    assert!(text.contains(" bot)\n"), "{text}");
}

#[test]
fn records_are_not_overwritten_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let records = path.to_str().unwrap();
    let arguments = ["arena", "--seats", "random,seedling", "--games", "4", "--records", records];
    assert_eq!(quinta(&arguments).code, Some(0));
    let before = fs::read(path.join("deal-000001-order-10.json")).unwrap();
    let other = [&arguments[..], &["--seed", "9"]].concat();
    let run = quinta(&other);
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "before the first game");
    assert!(run.err.contains("is there already: --force overwrites it"), "{}", run.err);
    assert_eq!(fs::read(path.join("deal-000001-order-10.json")).unwrap(), before);
    assert_eq!(quinta(&[&other[..], &["--force"]].concat()).code, Some(0));
    assert_ne!(fs::read(path.join("deal-000001-order-10.json")).unwrap(), before);
}

#[test]
fn a_round_robin_keeps_the_records_of_every_pair() {
    let folder = tempfile::tempdir().unwrap();
    let records = folder.path().to_str().unwrap();
    let seats = "random,seedling,gardener";
    let run =
        quinta(&["arena", "--round-robin", "--seats", seats, "--games", "2", "--records", records]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let files: Vec<_> = fs::read_dir(records).unwrap().map(|f| f.unwrap().path()).collect();
    assert_eq!(files.len(), 3 * 2);
    let pairs: std::collections::BTreeSet<_> = files
        .iter()
        .map(|file| {
            let record = json(&fs::read_to_string(file).unwrap());
            let mut names: Vec<_> = record["names"].as_array().unwrap().clone();
            names.sort_by_key(ToString::to_string);
            format!("{names:?}")
        })
        .collect();
    assert_eq!(pairs.len(), 3);
}

/// So many games that an uninterrupted run would be noticed.
#[test]
fn files_that_cannot_be_written_are_found_out_before_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "kept").unwrap();
    let below = file.join("below");
    let missing = folder.path().join("missing/report.json");
    for (option, path) in [("--records", &below), ("--json", &missing), ("--json", &below)] {
        let path = path.to_str().unwrap();
        let run = quinta(&["arena", "--seats", "random,random", "--games", "100000", option, path]);
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{option} {path}");
        assert!(run.err.contains("cannot "), "{}", run.err);
    }
    let run =
        quinta(&["record", "--seed", "1", "--games", "100000", "--out", below.to_str().unwrap()]);
    assert_eq!(run.code, Some(1), "{}", run.err);
    // A failed report neither leaves nor removes a file.
    let report = folder.path().join("report.json");
    let seats = ["arena", "--seats", "cmd:true,random", "--games", "2", "--json"];
    assert_eq!(quinta(&[&seats[..], &[report.to_str().unwrap()]].concat()).code, Some(1));
    assert!(!report.exists());
    assert_eq!(quinta(&[&seats[..], &[file.to_str().unwrap()]].concat()).code, Some(1));
    assert_eq!(fs::read_to_string(&file).unwrap(), "kept");
    let played = ["arena", "--seats", "random,random", "--games", "1", "--json"];
    assert_eq!(quinta(&[&played[..], &[file.to_str().unwrap()]].concat()).code, Some(0));
    assert_eq!(json(&fs::read_to_string(&file).unwrap())["games"], 1);
}

/// Whoever is started by a program and left behind keeps neither the arena nor those who read its output.
#[test]
fn programs_that_leave_others_behind_hold_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let script = bot(folder.path());
    for (fault, reason) in [
        ("fork", "it ended without being told to"),
        ("deaf", "it did not answer \"go time 20\" within 120 ms"),
    ] {
        let seats = format!("cmd:20ms:sh {} {fault},random", script.display());
        let began = std::time::Instant::now();
        let run = quinta(&[
            "arena", "--seats", &seats, "--games", "6", "--grace", "100ms", "--json", "-",
        ]);
        assert_eq!(run.code, Some(0), "{}", run.err);
        assert!(began.elapsed().as_secs() < 10, "{fault}: {:?}", began.elapsed());
        let forfeits = json(&run.out)["forfeits"].clone();
        assert_eq!(
            (forfeits.as_array().unwrap().len(), &forfeits[0]["reason"]),
            (6, &reason.into())
        );
    }
    #[cfg(target_os = "linux")]
    for process in fs::read_dir("/proc").unwrap().flatten() {
        let said = fs::read(process.path().join("cmdline")).unwrap_or_default();
        let said = String::from_utf8_lossy(&said).replace('\0', " ");
        assert!(!said.starts_with("sleep 614.25"), "{said} goes on");
    }
}

#[test]
fn a_program_that_answers_nothing_is_not_asked_for_long() {
    let began = std::time::Instant::now();
    let run = quinta(&["engine-check", "cat"]);
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(began.elapsed().as_secs() < 30, "{:?}", began.elapsed());
    let why = "FAIL  answers info with its name and protocol 1: it did not answer \"info\" within 10000 ms\n";
    assert_eq!(run.out, why);
}

/// Killed at any moment, it leaves whole records and no other files of these names.
#[test]
fn a_record_is_whole_whatever_ends_the_arena() {
    let folder = tempfile::tempdir().unwrap();
    for (number, kill) in ["-TERM", "-KILL", "-KILL", "-KILL", "-TERM"].iter().enumerate() {
        let records = folder.path().join(number.to_string());
        let path = records.to_str().unwrap();
        let arguments =
            ["arena", "--seats", "random,random", "--games", "100000", "--records", path];
        let some = || fs::read_dir(&records).is_ok_and(|files| files.count() > 40 + 37 * number);
        let code = interrupt_by(kill, &arguments, some).0;
        assert_eq!(code, (*kill == "-TERM").then_some(143));
        let (mut whole, mut partial) = (0, 0);
        for file in fs::read_dir(&records).unwrap() {
            let file = file.unwrap().path();
            if file.extension().is_some_and(|end| end == "json") {
                assert!(json(&fs::read_to_string(&file).unwrap()).get("result").is_some());
                whole += 1;
            } else {
                partial += 1;
            }
        }
        assert!(whole > 40 && partial <= i32::from(*kill == "-KILL"), "{kill}: {whole}, {partial}");
    }
}

/// Starts it in a process group of its own, sends Ctrl-C to all of the group once `begun` says so, and returns how it ended.
fn interrupt(arguments: &[&str], begun: impl Fn() -> bool) -> (Option<i32>, String) {
    interrupt_by("-INT", arguments, begun)
}

/// The same with another signal.
fn interrupt_by(
    signal: &str,
    arguments: &[&str],
    begun: impl Fn() -> bool,
) -> (Option<i32>, String) {
    let mut child = command(arguments)
        .process_group(0)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while !begun() {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let group = format!("-{}", child.id());
    assert!(Command::new("kill").args([signal, "--", &group]).status().unwrap().success());
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    (child.wait().unwrap().code(), out)
}

#[test]
fn ctrl_c_keeps_what_was_played_also_with_other_programs() {
    let folder = tempfile::tempdir().unwrap();
    let script = bot(folder.path());
    let own = format!("cmd:sh {} pass", script.display());
    for (form, seats) in [("json", format!("{own},random")), ("text", format!("random,{own}"))] {
        let records = folder.path().join(form);
        let common = ["arena", "--seats", &seats, "--games", "100000", "--jobs", "2", "--records"];
        let json_too = if form == "json" { &["--json", "-"][..] } else { &[] };
        let arguments = [&common[..], &[records.to_str().unwrap()], json_too].concat();
        let some = || fs::read_dir(&records).is_ok_and(|files| files.count() > 8);
        let (code, out) = interrupt(&arguments, some);
        assert_eq!(code, Some(130), "{out}");
        if form == "json" {
            let report = json(&out);
            assert_eq!(report["interrupted"], true);
            assert_eq!(report["forfeits"].as_array().unwrap().len(), 0, "{report}");
            assert!(report["games"].as_u64().unwrap() >= 8 && report["planned"] == 100_000);
        } else {
            assert!(out.contains(" of 100000 games were played"), "{out}");
        }
    }
}

#[test]
fn ctrl_c_ends_a_round_robin_and_a_series_of_records() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    let some = || fs::read_dir(&games).is_ok_and(|files| files.count() > 2);
    let path = games.to_str().unwrap();
    let arguments = ["record", "--seed", "1", "--games", "100000", "--out", path];
    assert_eq!(interrupt(&arguments, some).0, Some(130));
    for file in fs::read_dir(&games).unwrap() {
        let file = file.unwrap().path();
        assert_eq!(quinta(&["verify", file.to_str().unwrap()]).code, Some(0));
    }
    fs::remove_dir_all(&games).unwrap();
    let seats =
        ["arena", "--round-robin", "--seats", "random,seedling,gardener", "--games", "100000"];
    let (code, out) = interrupt(&[&seats[..], &["--records", path, "--json", "-"]].concat(), some);
    assert_eq!(code, Some(130));
    let report = json(&out);
    assert_eq!(
        (&report["interrupted"], report["pairs"].as_array().unwrap().len()),
        (&true.into(), 1)
    );
}

#[test]
fn few_games_are_told_as_few() {
    let run = quinta(&["arena", "--seats", "random,gardener", "--games", "1", "--json", "-"]);
    let report = json(&run.out);
    let gardener = &report["seats"][1];
    assert_eq!((&gardener["win_share"], &gardener["high"]), (&1.0.into(), &1.0.into()));
    assert!(gardener["low"].as_f64().unwrap() < 0.25, "{gardener}");
    assert!(gardener["margin"]["low"].is_null() && gardener["margin"]["mean"].is_number());
    let elo = &report["elo"];
    assert!(
        elo["mean"].is_null() && elo["low"].is_null() && elo["high"].as_f64().unwrap() > 0.0,
        "{elo}"
    );
    let text = quinta(&["arena", "--seats", "random,random", "--games", "1"]).out;
    assert!(text.starts_with("1 game of 2 players, "), "{text}");
    assert!(text.contains("(too few games)"), "{text}");
    assert!(!text.contains("inf") && !text.contains("NaN"), "{text}");
}

#[test]
fn tables_fit_sixty_columns() {
    let seats = "random,gardener,designer@FILE,seedling"
        .replace("FILE", concat!(env!("CARGO_MANIFEST_DIR"), "/../bots/weights/by-hand.toml"));
    let four = quinta(&["arena", "--seats", &seats, "--games", "24"]).out;
    let two = quinta(&["arena", "--round-robin", "--seats", &seats, "--games", "20"]).out;
    for line in four.lines().chain(two.lines()) {
        // Names are not truncated.
        assert!(line.contains('@') || line.chars().count() <= 60, "{line}");
    }
    assert!(two.contains("Elo (0 on average)"), "{two}");
}

#[test]
fn numbers_that_make_no_sense_are_refused() {
    for arguments in [
        &["arena", "--seats", "random,random", "--jobs", "0"][..],
        &["arena", "--seats", "random,random", "--jobs", "100000"],
        &["arena", "--seats", "random,random", "--games", "0"],
        &["arena", "--seats", "random,random", "--grace", "0s"],
        &["arena", "--seats", "random,random", "--force"],
        &["tune", "--jobs", "0"],
        &["tune", "--jobs", "100000"],
        &["tune", "--deals", "0"],
        &["tune", "--generations", "0"],
        &["record", "--seed", "1", "--games", "0"],
        &["record", "--seed", "1", "--policy", "nobody"],
        &["engine-check", "true", "--games", "0"],
    ] {
        let run = quinta(arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn any_bot_can_play_the_games_that_are_recorded() {
    let record = |policy: &str| {
        let run = quinta(&["record", "--seed", "5", "--policy", policy]);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{policy}");
        run.out
    };
    let mut all = ["random", "gardener", "architect:8sims"].map(record).to_vec();
    assert_eq!(all[2], record("architect:8sims"), "the same arguments give the same record");
    all.dedup();
    assert_eq!(all.len(), 3);
}
