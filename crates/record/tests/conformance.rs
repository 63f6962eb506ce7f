//! The 32 conformance games agree in every figure, count and refusal.
mod common;

use common::conformance;
use quinta_record::{ActionEvent, Event, Moment, Record, notation, verify};
use quinta_rules::{Chance, Step};
use serde::Deserialize;

#[test]
fn every_game_agrees() {
    let mut wrong = Vec::new();
    for (name, text) in conformance() {
        let record = Record::from_json(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        if let Err(difference) = verify(&record) {
            wrong.push(format!("{name}: {difference}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The games really carry the figures that are compared.
#[test]
fn every_game_carries_its_figures() {
    let (mut draws, mut actions, mut refused) = (0, 0, 0);
    for (name, text) in conformance() {
        let record = Record::from_json(&text).unwrap();
        assert!(record.result.is_some() && record.other.is_empty(), "{name}");
        for event in &record.events {
            match event {
                Event::Draw(_) => draws += 1,
                Event::Action(event) => {
                    assert!(event.legal.is_some() && event.after.is_some(), "{name}");
                    actions += 1;
                    refused += event.refused.len();
                }
            }
        }
    }
    assert_eq!((draws, actions, refused), (856, 3999, 15459));
}

#[test]
fn writing_and_reading_are_inverse() {
    for (name, text) in conformance() {
        let record = Record::from_json(&text).unwrap();
        let written = record.to_json();
        assert_eq!(Record::from_json(&written).unwrap(), record, "{name}");
        assert_eq!(
            written.lines().count(),
            record.events.len() + 3,
            "{name}: a line for each event"
        );
        let value: serde_json::Value = serde_json::from_str(&written).unwrap();
        assert_eq!(serde_json::to_value(&record).unwrap(), value, "{name}");
    }
}

/// Every refusal has an explanation, and every action a text at the position where it was played.
#[test]
fn refusals_are_explained_and_actions_have_a_text() {
    for (name, text) in conformance() {
        let record = Record::from_json(&text).unwrap();
        let replay = verify(&record).unwrap();
        for Moment { event, before, step, .. } in replay.steps() {
            let (Some((seat, action)), Event::Action(event)) =
                (step.action(), &record.events[event])
            else {
                continue;
            };
            let short = notation::print(action, before);
            assert_eq!(notation::parse(&short, before).as_ref(), Ok(action), "{name}: {short}");
            assert_eq!(before.explain(replay.rules(), seat, action), None);
            for refused in &event.refused {
                let Ok(ActionEvent { seat, action, .. }) = ActionEvent::deserialize(refused) else {
                    continue;
                };
                let why = before.explain(replay.rules(), seat, &action);
                assert!(why.is_some(), "{name}: {refused}");
                let short = notation::print(&action, before);
                assert_eq!(notation::parse(&short, before), Ok(action), "{name}: {short}");
            }
        }
    }
}

#[test]
fn replays_can_be_entered_anywhere() {
    let (_, text) = conformance().swap_remove(0);
    let record = Record::from_json(&text).unwrap();
    let replay = verify(&record).unwrap();
    assert_eq!(replay.events(), record.events.len());
    let mut last = None;
    for moment in replay.steps() {
        let turned_up = matches!(moment.step, Step::Chance(Chance::TurnUp(_)));
        assert_eq!(last == Some(moment.event), turned_up, "it counts with the event before it");
        if !turned_up {
            assert_eq!(replay.state_at(moment.event), Some(moment.before));
            assert_eq!(record.events[moment.event].step(), *moment.step);
        }
        last = Some(moment.event);
    }
    assert_eq!(replay.state_at(replay.events()), Some(replay.state()));
    assert_eq!(replay.state_at(replay.events() + 1), None);
    assert_eq!(replay.rounds().len(), 4);
}
