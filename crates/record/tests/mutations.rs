//! Mutated records: every changed figure is found, and nothing panics.
mod common;

use common::{conformance, game};
use quinta_record::{ActionEvent, Event, Place, Record, verify};
use serde_json::Value;

fn pointers(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map.iter().filter(|(key, _)| *key != "refused") {
                pointers(value, &format!("{path}/{key}"), found);
            }
        }
        Value::Array(items) => {
            for (i, value) in items.iter().enumerate() {
                pointers(value, &format!("{path}/{i}"), found);
            }
        }
        _ => found.push(path.to_owned()),
    }
}

/// The places of all figures of a record, where `of` says which parts hold them.
fn figures(record: &Value, of: &[&str]) -> Vec<String> {
    let mut all = Vec::new();
    pointers(record, "", &mut all);
    all.retain(|path| of.iter().any(|part| path.contains(part)));
    all
}

fn agrees(record: Value) -> Result<(), String> {
    let record: Record = serde_json::from_value(record).map_err(|e| e.to_string())?;
    verify(&record).map(|_| ()).map_err(|e| e.to_string())
}

fn changed(value: &Value) -> Value {
    match value {
        Value::Number(n) => Value::from(n.as_i64().unwrap() + 1),
        Value::Null => Value::from(0),
        other => panic!("{other} is no figure"),
    }
}

#[test]
fn every_changed_figure_is_found_where_it_is() {
    for (i, (name, text)) in conformance().into_iter().enumerate() {
        let whole: Value = serde_json::from_str(&text).unwrap();
        let all = figures(&whole, &["/after/", "/legal/"]);
        assert!(all.len() > 500, "{name}");
        // Every sort of figure within an event (at most 21) in some games, a sample of the others in all games.
        let every = if i % 8 == 0 { 21 } else { 0 };
        for path in all.iter().take(every).chain(all.iter().skip(i).step_by(311)) {
            let mut record = whole.clone();
            let figure = record.pointer_mut(path).unwrap();
            *figure = changed(figure);
            let parts: Vec<_> = path.split('/').collect();
            let error = agrees(record).expect_err(path);
            let (event, field) = (parts[2], format!("{}.{}", parts[3], parts[4]));
            assert!(
                error.starts_with(&format!("event {event}: the record says {field} ")),
                "{error}"
            );
        }
    }
}

#[test]
fn every_changed_part_of_the_result_is_found() {
    for (i, (name, text)) in conformance().into_iter().enumerate() {
        let whole: Value = serde_json::from_str(&text).unwrap();
        let all = figures(&whole, &["/result/"]);
        for path in all.into_iter().skip(i % 16).step_by(16) {
            let mut record = whole.clone();
            let figure = record.pointer_mut(&path).unwrap();
            *figure = match figure.as_str() {
                Some("colour") => "pattern".into(),
                Some("pattern") => "colour".into(),
                Some("b1") => "b2".into(),
                Some(letter) if letter.len() == 1 => "z".into(),
                Some(_) => "b1".into(),
                None => changed(figure),
            };
            let error = agrees(record).expect_err(&path);
            assert!(!error.contains("event"), "{name} {path}: {error}");
        }
        for part in ["scores", "winners", "players"] {
            let mut record = whole.clone();
            record["result"][part].as_array_mut().unwrap().pop();
            agrees(record).unwrap_err();
        }
    }
}

#[test]
fn an_action_that_should_be_refused_and_is_not_is_found() {
    for (name, text) in conformance() {
        let mut record = Record::from_json(&text).unwrap();
        let event = record.events.len() / 2;
        let event = (event..record.events.len())
            .find(|&i| matches!(record.events[i], Event::Action(_)))
            .unwrap();
        if let Event::Action(event) = &mut record.events[event] {
            let refused = ActionEvent::new(event.seat, event.action);
            event.refused.push(serde_json::to_value(refused).unwrap());
        }
        let difference = verify(&record).unwrap_err();
        assert_eq!(difference.place, Place::Event(event), "{name}");
        assert!(difference.record.starts_with("refused: seat"), "{difference}");
    }
}

#[test]
fn malformed_refusals_count_as_refused() {
    let mut record = game("2p-front-00.json");
    let Event::Action(event) = &mut record.events[1] else { panic!("an action") };
    event.refused = [
        "7", "null", "\"pass\"", "{}", r#"{"seat":1}"#, r#"{"seat":9,"buy":1}"#, r#"{"seat":1,"buy":-1}"#,
        r#"{"seat":1,"buy":6}"#, r#"{"seat":1,"buy":1,"pass":{"tiles":[],"expansions":[]}}"#,
        r#"{"seat":1,"acquire":"g"}"#, r#"{"seat":1,"acquire":"q","take":[]}"#, r#"{"seat":1,"acquire":"g","take":[]}"#,
        r#"{"seat":1,"acquire":"g","take":[{"kind":"g2","from":8},{"kind":"g6","from":0}]}"#,
        r#"{"seat":1,"acquire":"g","take":[{"kind":"g2","from":0},{"kind":"g6","from":0},{"kind":"b1","from":0}]}"#,
        r#"{"seat":1,"place":"g2","cell":[9,9],"pay":{"tiles":[],"expansions":[],"jokers":1}}"#,
        r#"{"seat":1,"place":"g2","cell":[1],"pay":{"tiles":[],"expansions":[],"jokers":1}}"#,
        r#"{"seat":1,"place":"g2","cell":[1,0],"pay":{"tiles":[],"expansions":[],"jokers":-1}}"#,
        r#"{"seat":1,"pass":{"tiles":["b1","b1","b1","b1"],"expansions":[]}}"#,
        r#"{"seat":1,"pass":{"tiles":[],"expansions":["b1","b1"]}}"#,
        r#"{"draw":["b1"]}"#,
    ]
    .map(|text| serde_json::from_str(text).unwrap())
    .to_vec();
    verify(&record).unwrap();
}

#[test]
fn events_moved_removed_or_doubled_are_found() {
    for (name, text) in conformance() {
        let record = Record::from_json(&text).unwrap();
        for i in (0..record.events.len() - 1).step_by(29) {
            let mut swapped = record.clone();
            swapped.events.swap(i, i + 1);
            assert!(verify(&swapped).is_err(), "{name}: {i} swapped");
            let mut removed = record.clone();
            removed.events.remove(i);
            assert!(verify(&removed).is_err(), "{name}: {i} removed");
            let mut doubled = record.clone();
            doubled.events.insert(i, record.events[i].clone());
            assert!(verify(&doubled).is_err(), "{name}: {i} doubled");
        }
        let mut longer = record.clone();
        longer.events.push(record.events[1].clone());
        let difference = verify(&longer).unwrap_err();
        assert_eq!(difference.place, Place::Event(record.events.len()));
    }
}

/// A prefix of a game is the record of an unfinished game.
#[test]
fn what_is_cut_off_between_turns_still_agrees() {
    let record = game("3p-back-00.json");
    let replay = verify(&record).unwrap();
    for length in 0..record.events.len() {
        let state = replay.state_at(length).unwrap();
        let mut part = record.clone();
        part.events.truncate(length);
        assert!(verify(&part).is_err(), "a result and no end");
        part.result = None;
        part.setup.hide(state.unseen());
        let waits_for_tiles = state.phase() == quinta_rules::Phase::Draw && length > 0;
        match verify(&part) {
            Ok(part) => assert!(part.state() == state && !waits_for_tiles),
            Err(difference) => {
                assert!(difference.place == Place::End && waits_for_tiles, "{difference}");
            }
        }
        assert_eq!(Record::from_json(part.to_json()).unwrap(), part);
    }
    let mut unfinished = record;
    unfinished.result = None;
    assert_eq!(verify(&unfinished).unwrap_err().place, Place::End);
}

#[test]
fn hidden_expansions_are_missed_only_where_they_are_turned() {
    let mut record = game("4p-front-00.json");
    record.setup.hide(verify(&record).unwrap().state().unseen());
    assert!(record.setup.supply.iter().all(Option::is_none), "nobody has seen the supply");
    verify(&record).unwrap();
    let known = record.setup.stacks[2].iter_mut().find(|place| place.is_some()).unwrap();
    *known = None;
    let difference = verify(&record).unwrap_err();
    assert!(matches!(difference.place, Place::Event(_)));
    assert!(
        difference.to_string().contains("says \"?\" (hidden); the engine says that expansion"),
        "{difference}"
    );
}

#[test]
fn figures_may_be_missing_and_other_fields_are_kept() {
    let mut record = game("2p-back-00.json");
    for event in &mut record.events {
        match event {
            Event::Draw(event) => drop(event.other.insert("slot".into(), 3.into())),
            Event::Action(event) => {
                (event.legal, event.after) = (None, None);
                event.refused.clear();
                event.other.insert("ms".into(), 1500.into());
            }
        }
    }
    record.other.insert("names".into(), serde_json::json!(["Ada", "Bo"]));
    let read = Record::from_json(record.to_json()).unwrap();
    assert_eq!(read, record);
    verify(&read).unwrap();
}

#[test]
fn broken_texts_are_refused_and_nothing_panics() {
    let (_, text) = conformance().swap_remove(5);
    for end in (0..text.trim_end().len()).step_by(499) {
        assert!(Record::from_json(&text[..end]).is_err());
    }
    for place in (0..text.len()).step_by(797) {
        for byte in [b'0', b'9', b'"', b'[', b'}', b'-', b'z', 0xff] {
            let mut bytes = text.clone().into_bytes();
            bytes[place] = byte;
            if let Ok(record) = Record::from_json(bytes) {
                // Some changes make no difference (a tile that nobody took), but none may panic.
                let _ = verify(&record);
            }
        }
    }
}

#[test]
fn any_leaf_may_become_anything() {
    let (_, text) = conformance().swap_remove(31);
    let whole: Value = serde_json::from_str(&text).unwrap();
    let mut all = Vec::new();
    pointers(&whole, "", &mut all);
    let odd = [
        Value::Null,
        (-1).into(),
        u64::MAX.into(),
        0.5.into(),
        "?".into(),
        "b7".into(),
        serde_json::json!([]),
        serde_json::json!({"tiles": []}),
    ];
    for (path, odd) in all.iter().zip(odd.iter().cycle()).step_by(37) {
        let mut record = whole.clone();
        *record.pointer_mut(path).unwrap() = odd.clone();
        let _ = agrees(record);
    }
}

/// What the storage really cost at the end is written and checked, and optional.
#[test]
fn what_was_really_lost_is_checked_where_it_is_told() {
    let poor = quinta_rules::Rules { start_score: 0, ..quinta_rules::Rules::FRONT };
    let mut stopped = 0;
    for seed in 0..8 {
        let record = common::play(&poor, 2, seed, |_| {}).into_record();
        let result = record.result.as_ref().unwrap();
        for (seat, player) in result.players.iter().enumerate() {
            let lost = player.lost.unwrap();
            assert!(lost >= player.leftover && lost <= 0);
            stopped += usize::from(lost > player.leftover);
            let mut forged = record.clone();
            forged.result.as_mut().unwrap().players[seat].lost = Some(lost - 1);
            assert_eq!(verify(&forged).unwrap_err().place, Place::Result);
            forged.result.as_mut().unwrap().players[seat].lost = None;
            verify(&forged).unwrap();
        }
    }
    assert!(stopped > 0);
}
