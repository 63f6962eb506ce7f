//! Texts that are not records are refused, with an error that says why.
mod common;

use common::game;
use quinta_record::{Record, Setup, SetupProblem, verify};
use quinta_rules::{Rules, Seat};
use serde_json::{Value, json};

type Change = &'static dyn Fn(&mut Value);

fn refused(change: impl Fn(&mut Value)) -> String {
    let mut value = serde_json::to_value(game("2p-front-00.json")).unwrap();
    change(&mut value);
    Record::from_json(value.to_string()).unwrap_err().to_string()
}

#[test]
fn errors_say_what_is_wrong() {
    let cases: [(&str, Change); 16] = [
        ("invalid format \"chess\": expected \"quinta-record\"", &|r| {
            r["format"] = json!("chess");
        }),
        ("unsupported version 2: expected 1", &|r| r["version"] = json!(2)),
        ("invalid board \"side\": expected \"front\", \"back\" or \"custom\"", &|r| {
            r["setup"]["board"] = json!("side");
        }),
        ("a custom board needs \"rules\": they are missing", &|r| {
            r["setup"]["board"] = json!("custom");
        }),
        ("setup: invalid number of players 5: expected 2 to 4", &|r| {
            r["setup"]["players"] = json!(5);
        }),
        ("setup: invalid number of players 0: expected 2 to 4", &|r| {
            r["setup"]["players"] = json!(0);
        }),
        ("setup: seat 2 cannot begin: there is no such seat", &|r| r["setup"]["first"] = json!(2)),
        ("setup: invalid number of stacks 3: expected 4", &|r| {
            drop(r["setup"]["stacks"].as_array_mut().unwrap().pop());
        }),
        ("setup: stack 1 has 4 expansions: expected 5", &|r| {
            drop(r["setup"]["stacks"][1].as_array_mut().unwrap().pop());
        }),
        ("setup: the supply has 15 expansions: expected 16", &|r| {
            drop(r["setup"]["supply"].as_array_mut().unwrap().pop());
        }),
        ("setup: expansion g4 appears twice", &|r| r["setup"]["supply"][3] = json!("g4")),
        ("invalid record: missing field `events`", &|r| {
            drop(r.as_object_mut().unwrap().remove("events"));
        }),
        (
            "event 0: an event is either a draw or an action of a seat (the record says {\"draw\":[\"b1\"],\"seat\":1})",
            &|r| {
                r["events"][0] = json!({"draw": ["b1"], "seat": 1});
            },
        ),
        (
            "event 2: a draw has at most 4 tiles (the record says {\"draw\":[\"b1\",\"b1\",\"b1\",\"b1\",\"b1\"]})",
            &|r| {
                r["events"][2] = json!({"draw": ["b1", "b1", "b1", "b1", "b1"]});
            },
        ),
        (
            "event 1: invalid area 6: expected 0 to 5 (the record says {\"buy\":6,\"seat\":1})",
            &|r| {
                r["events"][1] = json!({"seat": 1, "buy": 6});
            },
        ),
        ("event 1: missing field `seat` (the record says {\"buy\":5})", &|r| {
            r["events"][1] = json!({"buy": 5});
        }),
    ];
    for (message, change) in cases {
        assert_eq!(refused(change), message);
    }
    assert!(refused(|r| r["setup"]["stacks"][0][0] = json!("x9")).contains("invalid kind \"x9\""));
    assert!(refused(|r| r["setup"]["players"] = json!("two")).contains("invalid type"));
    assert!(Record::from_json("").unwrap_err().to_string().contains("EOF"));
    assert!(Record::from_json("[]").is_err());
}

/// Whoever shows names need not ask how long they may be.
#[test]
fn names_are_bounded() {
    let named = |names: Value| {
        let mut record = serde_json::to_value(game("2p-front-00.json")).unwrap();
        record["names"] = names;
        Record::from_json(record.to_string())
    };
    let longest = "é".repeat(Record::LONGEST_NAME);
    let record = named(json!([longest, "Ada"])).unwrap();
    assert_eq!(record.names().collect::<Vec<_>>(), [&longest, "Ada"]);
    let why = named(json!(["Ada", format!("{longest}é")])).unwrap_err().to_string();
    assert_eq!(why, "names[1] has 1001 characters: at most 1000 are read");
    let record = named(json!(["Ada", null, 7, ["Bo"]])).unwrap();
    assert_eq!(record.names().collect::<Vec<_>>(), ["Ada", "", "", ""]);
    for strange in [json!("Ada"), json!({ "0": "Ada" }), Value::Null] {
        assert_eq!(named(strange).unwrap().names().count(), 0);
    }
}

#[test]
fn size_and_nesting_are_bounded() {
    let long = format!("{}{}", game("2p-front-00.json").to_json(), " ".repeat(Record::LONGEST));
    assert_eq!(
        Record::from_json(long).unwrap_err().to_string(),
        "the record is longer than 4194304 bytes"
    );
    let deep = |key| {
        let text = format!("{{\"{key}\":{}", "[".repeat(1_000_000));
        Record::from_json(text).unwrap_err().to_string()
    };
    for key in ["deep", "events", "rules", "format", "setup", "result"] {
        assert!(deep(key).contains("recursion limit"), "{key}: {}", deep(key));
    }
}

#[test]
fn house_rules_travel_with_the_record() {
    let mut value = serde_json::to_value(game("2p-front-00.json")).unwrap();
    value["setup"]["board"] = json!("custom");
    value["rules"] = serde_json::to_value(Rules::FRONT).unwrap();
    let record = Record::from_json(value.to_string()).unwrap();
    verify(&record).unwrap();
    assert_eq!(Record::from_json(record.to_json()).unwrap(), record);

    value["rules"] = json!({"start_score": 14});
    let record = Record::from_json(value.to_string()).unwrap();
    let difference = verify(&record).unwrap_err();
    assert_eq!(
        difference.to_string(),
        "event 1: the record says after.scores [15, 15]; the engine says [14, 14]"
    );

    for (rules, message) in [
        (json!({"tile_places": 0}), "setup: tile_places is 0: it must be from 1 to 60"),
        (json!({"stack_sizes": [9, 9, 9]}), "setup: stack_sizes[0] is 9: it must be from 1 to 8"),
    ] {
        value["rules"] = rules;
        assert_eq!(Record::from_json(value.to_string()).unwrap_err().to_string(), message);
    }
    value["rules"] = json!({"tile_place": 3});
    assert!(Record::from_json(value.to_string()).unwrap_err().to_string().contains("tile_place"));
}

/// `rules` beside a printed board is kept like any unknown field.
#[test]
fn rules_that_do_not_count_are_kept() {
    let mut value = serde_json::to_value(game("2p-front-00.json")).unwrap();
    value["rules"] = json!({"whatever": 1});
    let record = Record::from_json(value.to_string()).unwrap();
    assert_eq!(serde_json::to_value(&record).unwrap(), value);
}

#[test]
fn the_order_that_carries_no_meaning_carries_none() {
    let mut record = game("4p-back-00.json");
    let result = record.result.as_mut().unwrap();
    for player in &mut result.players {
        player.groups.reverse();
        player.groups.iter_mut().for_each(|group| group.kinds.reverse());
    }
    verify(&record).unwrap();
}

#[test]
fn a_hidden_table_needs_real_players() {
    let seat = |n| Seat::new(n).unwrap();
    assert!(Setup::hidden(Rules::FRONT, 2, seat(1)).is_ok());
    assert!(matches!(Setup::hidden(Rules::BACK, 2, seat(2)), Err(SetupProblem::Table(_))));
    assert!(matches!(Setup::hidden(Rules::BACK, 1, seat(0)), Err(SetupProblem::Table(_))));
}

/// Found by fuzzing: a number in an unknown field lost its last digit in a round trip.
#[test]
fn numbers_that_we_do_not_know_come_back_as_they_were() {
    let setup = Setup::hidden(Rules::FRONT, 2, Seat::new(0).unwrap()).unwrap();
    let mut record = Record::new(setup);
    let written =
        serde_json::from_str("45555555555555555555555555555555555555555555555556").unwrap();
    record.other.insert("strange".into(), written);
    assert_eq!(Record::from_json(record.to_json()).unwrap(), record);
}
