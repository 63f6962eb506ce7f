//! `quinta bench` as it is used.
mod common;

use common::quinta;
use serde_json::Value;

fn bench(arguments: &[&str]) -> Value {
    let run = quinta(&[&["bench", "--json"], arguments].concat());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "no bar where nobody watches");
    assert_eq!(run.out.lines().count(), 1);
    serde_json::from_str(&run.out).unwrap()
}

#[test]
fn figures_fit_together() {
    for players in [2, 3, 4] {
        let value = bench(&["--players", &players.to_string(), "--seconds", "0.1"]);
        let number =
            |name: &str| value[name].as_f64().unwrap_or_else(|| panic!("{name} in {value}"));
        assert_eq!(value["players"], players);
        assert!(number("seconds") >= 0.1);
        assert!((number("games_per_second") * number("seconds") - number("games")).abs() < 0.01);
        assert!(
            (number("actions_per_second") * number("seconds") - number("actions")).abs() < 0.01
        );
        assert!(
            (number("actions_per_second") * number("nanoseconds_per_action") / 1e9 - 1.0).abs()
                < 1e-6
        );
        assert!(
            number("actions") >= number("games") * 4.0 * f64::from(players),
            "everyone passes four times"
        );
        assert!((100.0..=768.0).contains(&number("state_bytes")));
    }
}

#[test]
fn a_number_of_games_is_the_same_work_each_time() {
    let work = |arguments: &[&str]| {
        let value = bench(arguments);
        (value["games"].as_u64().unwrap(), value["actions"].as_u64().unwrap())
    };
    let first = work(&["--games", "50", "--seed", "1"]);
    assert_eq!(first.0, 50);
    assert_eq!(work(&["--games", "50", "--seed", "1"]), first);
    assert_ne!(work(&["--games", "50", "--seed", "2"]), first);
}

#[test]
fn flat_play_has_the_same_figures() {
    let [steps, flat] = [&["--games", "50"][..], &["--games", "50", "--flat"]].map(bench);
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&flat), keys(&steps));
    // Passes are rarer among complete actions, so games are longer.
    assert!(flat["actions"].as_u64() > steps["actions"].as_u64(), "{flat} {steps}");
}

#[test]
fn people_get_lines_with_units() {
    let run = quinta(&["bench", "--games", "10"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(run.out.starts_with("10 games of 2 players, "), "{}", run.out);
    for unit in ["games/s", "actions/s", "ns an action", "bytes a state"] {
        assert!(run.out.contains(unit), "{}", run.out);
    }
}

#[test]
fn wrong_input_is_refused_clearly() {
    for (arguments, says) in [
        (&["--players", "1"][..], "expected a whole number from 2 to 4"),
        (&["--seconds", "0"], "expected a number from 0.001 to 86400"),
        (&["--seconds", "NaN"], "expected a number from 0.001 to 86400"),
        (&["--games", "0"], "expected a whole number of at least 1"),
        (&["--games", "5", "--seconds", "1"], "cannot be used with"),
        (&["--seed", "x"], "a seed is 64 hexadecimal digits"),
    ] {
        let run = quinta(&[&["bench"], arguments].concat());
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(run.err.contains(says), "{arguments:?}: {}", run.err);
    }
}
