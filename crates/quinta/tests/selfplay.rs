//! `quinta selfplay` and nets from files, as a person would use them.
mod common;

use common::quinta;
use std::fs;
use std::path::Path;

fn selfplay(out: &Path, more: &[&str]) {
    let out = out.to_str().unwrap();
    let run = quinta(&[&["selfplay", "--games", "6", "--seed", "3", "--out", out], more].concat());
    assert_eq!(run.code, Some(0), "{}", run.err);
}

#[test]
fn shards_merge_into_the_whole_and_a_cut_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    selfplay(&at("whole"), &[]);
    let whole = fs::read(at("whole")).unwrap();
    selfplay(&at("a"), &["--shard", "1/2"]);
    selfplay(&at("b"), &["--shard", "2/2"]);
    let (a, b, merged) = (at("a"), at("b"), at("merged"));
    let [a, b, out] = [&a, &b, &merged].map(|path| path.to_str().unwrap());
    let run = quinta(&["selfplay", "--merge", a, b, "--out", out]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(fs::read(&merged).unwrap() == whole);

    fs::write(at("cut"), &whole[..whole.len() - 100]).unwrap();
    selfplay(&at("cut"), &[]);
    assert!(fs::read(at("cut")).unwrap() == whole, "it goes on where it was cut");

    // What is damaged is said by name and place, by every program that reads it.
    let mut damaged = fs::read(at("b")).unwrap();
    let place = damaged.len() - 5000;
    damaged[place] ^= 16;
    fs::write(at("damaged"), &damaged).unwrap();
    let name = at("damaged");
    let name = name.to_str().unwrap();
    let fresh = at("fresh");
    let refused = quinta(&["selfplay", "--merge", a, name, "--out", fresh.to_str().unwrap()]);
    assert_eq!((refused.code, fresh.exists()), (Some(1), false));
    let continued =
        quinta(&["selfplay", "--games", "6", "--seed", "3", "--shard", "2/2", "--out", name]);
    for run in [&refused, &continued] {
        let why = format!("quinta: {name}: the block at byte ");
        assert!(run.code == Some(1) && run.err.starts_with(&why), "{}", run.err);
        assert!(run.err.ends_with(" is damaged\n"), "{}", run.err);
    }
    assert!(fs::read(name).unwrap() == damaged, "it stays as it is");
    let reader = concat!(env!("CARGO_MANIFEST_DIR"), "/../../train/samples.py");
    let read = |file: &str| {
        let run = std::process::Command::new("python3").args([reader, file]).output().unwrap();
        let said = [run.stdout, run.stderr].concat();
        (run.status.code(), String::from_utf8(said).unwrap())
    };
    let (code, said) = read(out);
    assert!(code == Some(0) && said.contains(": 6 games, "), "{said}");
    let (code, said) = read(name);
    assert_eq!(code, Some(1));
    assert!(refused.err.ends_with(said.split_once(": ").unwrap().1), "{said} {}", refused.err);

    let run = quinta(&["selfplay", "--games", "7", "--out", a]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("belongs to another run"), "{}", run.err);
    let run = quinta(&["selfplay", "--merge", a, "--out", out]);
    assert_eq!(run.code, Some(1));
    let run = quinta(&["selfplay", "--out", out, "--shard", "3/2"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("invalid shard 3/2"), "{}", run.err);
}

#[test]
fn an_architect_teaches_with_simulations_only() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games");
    selfplay(&out, &["--bot", "architect:8sims", "--players", "3", "--board", "back"]);
    assert!(fs::metadata(&out).unwrap().len() > 60_000);
    for bot in ["architect:1s", "random", "mason:8sims"] {
        let other = folder.path().join("other");
        let run = quinta(&["selfplay", "--bot", bot, "--out", other.to_str().unwrap()]);
        assert_eq!(run.code, Some(1));
        assert!(run.err.contains("does not teach"), "{}", run.err);
    }
}

/// The embedded net plays from a file as well; a broken file is refused.
#[test]
fn nets_sit_down_from_files() {
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/../bots/nets/quinta.net");
    let play = |first: &str| {
        let seats = format!("{first},gardener");
        quinta(&["arena", "--seats", &seats, "--games", "2", "--json", "-", "--jobs", "1"])
    };
    let figure = |out: &str| {
        let report: serde_json::Value = serde_json::from_str(out).unwrap();
        report["seats"][0]["mean_score"].as_f64().unwrap()
    };
    let (inside, from_file) = (play("architect:20sims"), play(&format!("architect:20sims@{net}")));
    assert_eq!(from_file.code, Some(0), "{}", from_file.err);
    assert!((figure(&inside.out) - figure(&from_file.out)).abs() < 1e-9);

    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken.net");
    let bytes = fs::read(net).unwrap();
    fs::write(&broken, &bytes[..bytes.len() / 2]).unwrap();
    let broken = broken.to_str().unwrap();
    let run = play(&format!("architect:20sims@{broken}"));
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("the net is cut"), "{}", run.err);
    fs::write(broken, b"XXXX0001\xff").unwrap();
    let run = play(&format!("architect:20sims@{broken}"));
    assert!(run.err.contains("neither a net"), "{}", run.err);
    let run = play("architect:20sims@");
    assert!(run.err.contains("no file is named"), "{}", run.err);
    let run = play(&format!("designer@{net}"));
    assert!(run.err.contains("designer plays by no net"), "{}", run.err);

    let list = quinta(&["bots", "--list"]).out;
    assert!(list.contains("architect") && list.contains("data sha256"), "{list}");
    assert!(list.contains("seed 62000000") && !list.contains("00000000000"), "{list}");
    assert!(list.lines().all(|line| line.chars().count() <= 60), "{list}");
}
