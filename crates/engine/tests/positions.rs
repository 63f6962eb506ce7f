//! `state` and `position` round-trip in every position of the conformance games, and impossible positions are refused.
use quinta_engine::Session;
use quinta_record::{Record, notation, verify};
use quinta_rules::{Chance, KindSet, Rules, State, Step};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// The conformance games by name.
fn games() -> Vec<(String, Record)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../record/tests/conformance");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let records = files.filter(|path| path.extension().is_some_and(|end| end == "json"));
    let read = |path: std::path::PathBuf| {
        let record = Record::from_json(std::fs::read(&path).unwrap()).unwrap();
        (path.file_name().unwrap().to_string_lossy().into_owned(), record)
    };
    records.map(read).collect()
}

/// The position in the answer to `state`.
fn position(session: &mut Session) -> String {
    let answer = session.line("state");
    answer[1].strip_prefix("position ").expect("a position").to_owned()
}

/// The command that plays a step.
fn told(step: &Step, before: &State) -> String {
    match step {
        Step::Chance(Chance::Draw(tiles)) => {
            let kinds: Vec<_> = tiles.iter().map(|kind| kind.to_string()).collect();
            format!("chance draw {}", kinds.join(" "))
        }
        Step::Chance(Chance::TurnUp(kind)) => format!("chance turn {kind}"),
        Step::Act(_, action) => format!("play {}", notation::print(action, before)),
    }
}

#[test]
fn every_position_goes_out_and_comes_back() {
    let mut phases = BTreeMap::new();
    for (name, record) in games() {
        let replay = verify(&record).unwrap();
        let mut begun = Record::new(record.setup);
        begun.setup.hide(KindSet::ALL);
        let begun = serde_json::to_string(&begun).unwrap();
        let (mut there, mut back) = (Session::new(), Session::new());
        assert_eq!(there.line(&format!("position {begun}")), ["ok"], "{name}");
        for moment in replay.steps() {
            let step = told(moment.step, moment.before);
            assert_eq!(there.line(&step), ["ok"], "{name}: {step}");
            let written = position(&mut there);
            assert_eq!(back.line(&format!("position {written}")), ["ok"], "{name}: {written}");
            assert_eq!(back.line("state"), there.line("state"), "{name}");
            assert_eq!(back.line("legal list"), there.line("legal list"), "{name}: {written}");
            let phase = serde_json::from_str::<Value>(&written).unwrap()["phase"].to_string();
            *phases.entry(phase).or_insert(0) += 1;
        }
    }
    assert!(phases.len() == 4 && phases.values().sum::<usize>() > 2_000, "{phases:?}");
}

/// A dealt game of two in its first round.
fn begun() -> Session {
    let mut session = Session::new();
    session.line("newgame players 2 seed 7");
    assert_eq!(session.line("play buy 3"), ["ok"]);
    session
}

#[test]
fn a_game_goes_on_from_a_position() {
    let written = position(&mut begun());
    let mut session = Session::new();
    session.line(&format!("position {written}"));
    session.line("set bot gardener");
    let answer = session.line("go");
    let best = answer.iter().find_map(|line| line.strip_prefix("bestmove ")).expect("a move");
    let before = session.line("state");
    assert_eq!(session.line(&format!("play {best}")), ["ok"]);
    assert_ne!(session.line("state"), before);
    assert_eq!(session.line("undo"), ["ok"]);
    assert_eq!(session.line("state"), before);
    assert_eq!(session.line("undo"), ["error there is no action to take back"]);
    assert_eq!(
        session.line("record"),
        ["error there is no record of a game that began at a position"]
    );
}

#[test]
fn house_rules_travel_with_the_position() {
    let (_, record) =
        games().into_iter().find(|(_, record)| record.setup.rules == Rules::FRONT).unwrap();
    let mut written: Value = serde_json::to_value(&record).unwrap();
    written["setup"]["board"] = json!("custom");
    written["rules"] = serde_json::to_value(Rules { start_score: 20, ..Rules::FRONT }).unwrap();
    written["events"] = json!([]);
    written.as_object_mut().unwrap().remove("result");
    let mut session = Session::new();
    assert_eq!(session.line(&format!("position {written}")), ["ok"]);
    let position: Value = serde_json::from_str(&position(&mut session)).unwrap();
    assert_eq!(
        (&position["board"], &position["rules"]["start_score"]),
        (&json!("custom"), &json!(20))
    );
    assert_eq!(session.line(&format!("position {position}")), ["ok"]);
}

#[test]
fn what_cannot_be_is_refused_and_changes_nothing() {
    let mut session = begun();
    let before = session.line("state");
    let good: Value = serde_json::from_str(&position(&mut session)).unwrap();
    let with = |pointer: &str, value: Value| {
        let mut bad = good.clone();
        *bad.pointer_mut(pointer).expect(pointer) = value;
        bad
    };
    let mut known = good.clone();
    known["colour"] = json!("blue");
    for (bad, why) in [
        (with("/version", json!(2)), "unsupported version 2: expected 1"),
        (
            with("/board", json!("side")),
            "invalid board \"side\": expected \"front\", \"back\" or \"custom\"",
        ),
        (with("/board", json!("custom")), "a custom board needs \"rules\""),
        (with("/supply", json!(1)), "invalid supply 1: expected 15"),
        (with("/phase", json!("draw")), "invalid phase \"draw\": expected \"act\""),
        (with("/position/round", json!(5)), "invalid position: invalid round 5: expected 1 to 4"),
        (with("/position/turn", json!(3)), "invalid position: invalid seat 3: nobody sits there"),
        (
            with("/position/seats", json!([])),
            "invalid position: invalid number of players 0: expected 2 to 4",
        ),
        (
            with("/position/seats/0/score", json!(-1)),
            "invalid position: invalid score -1: expected 0 to 9999",
        ),
        (with("/position/bag", json!([])), "invalid position: invalid number of blue tree tiles"),
        (with("/position/tower", json!(["z1"])), "invalid position: invalid kind \"z1\""),
        (
            with("/position/passed", json!([0, 1])),
            "invalid position: invalid passes: all seats have passed, but it is round 1",
        ),
        (known, "invalid position: unknown field `colour`"),
    ] {
        let answer = session.line(&format!("position {bad}"));
        assert_eq!(answer.len(), 1, "{answer:?}");
        assert!(answer[0].starts_with(&format!("error {why}")), "{why}: {answer:?}");
        assert_eq!(session.line("state"), before);
    }
}

/// The example in docs/protocol.md is a position that the engine reads, and every field is explained there.
#[test]
fn the_documented_position_can_be_read() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.md");
    let text = std::fs::read_to_string(path).unwrap();
    let (_, rest) = text.split_once("```json position\n").expect("an example");
    let (example, explained) = rest.split_once("```").expect("its end");
    let value: Value = serde_json::from_str(example).expect("JSON");
    let mut session = Session::new();
    assert_eq!(session.line(&format!("position {value}")), ["ok"]);
    let written: Value = serde_json::from_str(&position(&mut session)).unwrap();
    assert_eq!(written, value);
    let objects = [&value, &value["position"], &value["position"]["seats"][0]];
    for name in objects.into_iter().flat_map(|object| object.as_object().unwrap().keys()) {
        assert!(explained.contains(&format!("`{name}`")), "{name} is not explained");
    }
}
