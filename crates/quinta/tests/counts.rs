//! `quinta counts` against a stored table, so that any change of a count is noticed.
mod common;

use common::{game, quinta, quinta_with};
use std::fs;

const KEPT: &str = include_str!("counts.txt");
const GAMES: [&str; 3] =
    ["2p-front-00.json", "3p-back-jokers-lost-01.json", "4p-front-spread-00.json"];

/// To be regenerated with `quinta counts` and the three games, should a count have to change.
#[test]
fn counts_are_what_they_were() {
    let files = GAMES.map(|name| game(name).to_str().unwrap().to_owned());
    let run = quinta(&["counts", &files[0], &files[1], &files[2]]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    for (number, (now, kept)) in run.out.lines().zip(KEPT.lines()).enumerate() {
        assert_eq!(now, kept, "line {}", number + 1);
    }
    assert_eq!(run.out, KEPT);
}

#[test]
fn broken_records_are_named_and_the_others_counted() {
    let good = game(GAMES[0]);
    let text = fs::read_to_string(&good).unwrap().replacen("\"seat\":1", "\"seat\":0", 1);
    let run =
        quinta_with(&["counts", "missing.json", "-", good.to_str().unwrap()], text.as_bytes());
    assert_eq!(run.code, Some(1));
    let table = KEPT.split_inclusive("# 3p").next().unwrap().trim_end_matches("# 3p");
    assert_eq!(run.out, table);
    let lines: Vec<_> = run.err.lines().collect();
    assert!(lines[0].starts_with("quinta: missing.json: cannot read it: "), "{}", lines[0]);
    assert!(
        lines[1].starts_with("quinta: - differs: event 1: the record says seat 0: "),
        "{}",
        lines[1]
    );
}
