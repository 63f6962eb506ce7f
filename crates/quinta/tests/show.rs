//! `quinta show`, run as a person would.
mod common;

use common::{game, quinta, quinta_with};
use std::fs;

#[test]
fn a_record_becomes_a_list_of_moves() {
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/record.md");
    let text = fs::read_to_string(document).unwrap();
    let record = text.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    let run = quinta_with(&["show", "-"], record.as_bytes());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let expected = "\
2 players, the front of the scoring board; seat 1 begins

Round 1
    0  draw   b5 g3 l1 l6
    1  Grace  acquire lily
    2  draw   y2 y4 l3 p3
    3  Ada    acquire light green
    4  draw   y1 l2 l3 p6
    5  Grace  acquire butterfly
    6  draw   y4 g1 p1 v3
              v4 is turned up
    7  Ada    place l3 at -1,1 paying l1 *
    8  Grace  acquire yellow with y4@1
              v3 is turned up
    9  Ada    acquire butterfly with v3@1!
   10  Grace  acquire tree
   11  draw   y5 y6 l1 v3
   12  Ada    expand v3 on 3 facing 4 paying * *
   13  Grace  buy 1

Not over: scores 15 : 9
";
    assert_eq!(run.out, expected);
}

#[test]
fn whole_games_have_their_rounds_and_their_end() {
    for name in ["2p-front-00.json", "3p-back-00.json", "4p-front-spread-00.json"] {
        let run = quinta(&["show", game(name).to_str().unwrap()]);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{name}");
        for round in 1..=4 {
            assert_eq!(run.out.matches(&format!("\nRound {round}\n")).count(), 1, "{name}");
        }
        let last = run.out.lines().last().unwrap();
        assert!(
            last.starts_with("scores ") && (last.ends_with(" wins") || last.ends_with(" victory")),
            "{last}"
        );
    }
    let run = quinta_with(&["show", "-"], b"{}");
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""));
}

/// Widths of columns end at 65,535: a longer name was a panic.
#[test]
fn names_are_bounded_where_a_record_is_read() {
    let named = |name: String| {
        let text = fs::read_to_string(game("2p-front-00.json")).unwrap();
        let mut record: serde_json::Value = serde_json::from_str(&text).unwrap();
        record["names"] = serde_json::json!(["Ada", name]);
        record.to_string()
    };
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("game.svg");
    let picture = picture.to_str().unwrap();
    for length in [1001, 70_000] {
        let record = named("م".repeat(length));
        let says = format!("names[1] has {length} characters: at most 1000 are read");
        for command in [&["show", "-"][..], &["picture", "-", "-o", picture], &["analyse", "-"]] {
            let run = quinta_with(command, record.as_bytes());
            assert!(run.code == Some(1) && run.err.contains(&says), "{command:?}: {}", run.err);
        }
        let run = quinta_with(&["verify", "-"], record.as_bytes());
        assert_eq!((run.code, run.out), (Some(1), format!("-: broken: {says}\n")));
    }
    for letter in ["م", "W", "\u{301}"] {
        let run = quinta_with(&["show", "-"], named(letter.repeat(1000)).as_bytes());
        assert_eq!(run.code, Some(0), "{}", run.err);
    }
}
