//! Forged records: what `quinta verify` says of each, and how it ends.
mod common;

use common::quinta_with;
use quinta_deal::{Deal, Seed, fair};
use quinta_record::{Record, Recorder, Setup};
use quinta_rules::{Action, Chance, Rules, Step};
use serde_json::{Value, json};
use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

const DAY: u64 = 24 * 60 * 60 * 1000;

/// A record that a table gave out.
fn real(name: &str) -> Value {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../table/tests/logs");
    serde_json::from_str(&fs::read_to_string(format!("{folder}/{name}.json")).unwrap()).unwrap()
}

fn text<'a>(record: &'a Value, field: &str) -> &'a str {
    record["fair"][field].as_str().unwrap()
}

fn secret(number: u8) -> Seed {
    Seed([number; 32])
}

/// The deal of a game with this secret, in which the second seat added this.
fn deal(secret: &Seed, game: &str, added: u8) -> Deal {
    let seed = fair::mixed(secret, game, &[&[1], &[added]]);
    Deal::new(&seed, &Rules::FRONT, 2).unwrap()
}

/// A legal game whose expansions are those of one deal and whose tiles those of another.
fn play(expansions: &Deal, tiles: &Deal) -> Record {
    let first = expansions.first();
    let setup = Setup::known(Rules::FRONT, 2, first, expansions.stacks(), expansions.supply());
    let mut game = Recorder::new(setup, false).unwrap();
    while !game.state().is_over() {
        let state = game.state();
        let drawn = tiles.answer(&Rules::FRONT, state);
        let step = match drawn {
            Some(Chance::TurnUp(_)) => {
                Step::Chance(expansions.answer(&Rules::FRONT, state).unwrap())
            }
            Some(chance) => Step::Chance(chance),
            // What scores is tried first, so that games do not end alike.
            None => {
                let best = state.actions(&Rules::FRONT).max_by_key(|action| {
                    matches!(action, Action::Place { .. } | Action::Expand { .. })
                });
                Step::Act(state.turn(), best.unwrap_or(Action::PASS))
            }
        };
        game.step(&step).unwrap();
    }
    game.into_record()
}

/// A game with a secret of one's own.
fn own(secret: &Seed, game: &str, added: u8) -> Value {
    let deal = deal(secret, game, added);
    let mut record = serde_json::to_value(play(&deal, &deal)).unwrap();
    record["fair"] = json!({
        "game": game, "commitment": hex(&fair::commitment(secret, game)), "seed": secret.to_string(),
        "luck": ["01", hex(&[added])], "fresh_luck": false, "first_by_lot": true,
    });
    record
}

fn hex(bytes: &[u8]) -> String {
    quinta_wire::hex::write(bytes)
}

/// The first of these in which seat 0 wins.
fn until_seat_0_wins(forge: impl Fn(u8) -> Value) -> Value {
    (1..=255).map(forge).find(|record| record["result"]["winners"] == json!([0])).unwrap()
}

/// The game with these fields of `fair` put in the place of others; `null` takes one away.
fn with(mut record: Value, fields: Value) -> Value {
    let Value::Object(fields) = fields else { panic!("{fields}") };
    for (name, value) in fields {
        let fair = record["fair"].as_object_mut().unwrap();
        match value {
            Value::Null => drop(fair.remove(&name)),
            value => drop(fair.insert(name, value)),
        }
    }
    record
}

/// What is expected of a record: the luck that is `ok`, with what is told besides, or why it is not.
enum Expected<'a> {
    Ok { luck: &'a str, seen: bool, in_tab: bool, fresh_luck: bool },
    Unfair(&'a str),
}

const KEPT: Expected<'static> =
    Expected::Ok { luck: "kept", seen: false, in_tab: false, fresh_luck: false };

/// Compares both forms of the verdict, given the commitment that was seen, with what is expected.
fn judge(name: &str, record: &Value, seen: Option<&str>, expected: &Expected<'_>) -> String {
    let text = record.to_string();
    let run = |form: &[&str]| {
        let seen = seen.map_or(Vec::new(), |seen| vec!["--commitment", seen]);
        let run = quinta_with(&[&["verify", "-"], form, &seen].concat(), text.as_bytes());
        assert_eq!(run.err, "", "{name}");
        (run.code, run.out)
    };
    let (code, line) = run(&[]);
    let (code_of_json, json) = run(&["--json"]);
    assert_eq!(code, code_of_json, "{name}");
    let json: Value = serde_json::from_str(&json).unwrap();
    match expected {
        Expected::Unfair(why) => {
            assert_eq!(code, Some(1), "{name}: {line}");
            assert!(line.starts_with("-: UNFAIR: ") && line.contains(why), "{name}: {line}");
            assert_eq!(json["verdict"], "unfair", "{name}");
            assert!(json["why"].as_str().unwrap().contains(why), "{name}: {json}");
        }
        Expected::Ok { luck, seen, in_tab, fresh_luck } => {
            assert_eq!(code, Some(0), "{name}: {line}");
            assert!(line.starts_with("-: ok ("), "{name}: {line}");
            assert_eq!(
                (&json["verdict"], &json["luck"]),
                (&"ok".into(), &(*luck).into()),
                "{name}"
            );
            if ["untold", "dealt"].contains(luck) {
                return line;
            }
            let told = [&json["seen"], &json["in_tab"], &json["fresh_luck"]];
            assert_eq!(told, [seen, in_tab, fresh_luck].map(|flag| flag), "{name}: {json}");
            let own = json["commitment"].as_str().unwrap();
            let says = [
                (*seen, "that you saw"),
                (
                    !*seen && *luck == "kept",
                    "which proves nothing unless you saw it before the game",
                ),
                (!*seen, own),
                (*in_tab, "; dealt in a player's own browser, which knew the secret"),
                (*fresh_luck, "; luck was drawn anew during the game, so no draw is checked"),
            ];
            for (said, words) in says {
                assert_eq!(line.contains(words), said, "{name}: {words}: {line}");
            }
        }
    }
    line
}

#[test]
fn each_is_told_for_what_it_is() {
    let game = real("v1/records/two-front");
    let (promised, id) = (text(&game, "commitment").to_owned(), text(&game, "game").to_owned());
    let true_secret: Seed = text(&game, "seed").parse().unwrap();
    let tab = real("v2/records/handed-two");
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;

    let chosen = until_seat_0_wins(|number| own(&secret(number), &id, 2));
    let true_deal = deal(&true_secret, &id, 2);
    let other_tiles = {
        let other = deal(&secret(99), &id, 2);
        let mut record = own(&true_secret, &id, 2);
        let played = serde_json::to_value(play(&true_deal, &other)).unwrap();
        for field in ["setup", "events", "result"] {
            record[field] = played[field].clone();
        }
        record
    };
    let chosen_additions = until_seat_0_wins(|added| own(&true_secret, &id, added));
    let bare = |mut record: Value| {
        drop(record.as_object_mut().unwrap().remove("fair"));
        record
    };
    let seed = fair::mixed(&true_secret, &id, &[&[1], &[2]]).to_string();
    let sealed = |until: u64| json!({ "seed": null, "luck": null, "sealed_until": until });
    let fresh = Expected::Ok { luck: "kept", seen: false, in_tab: false, fresh_luck: true };
    let in_tab = Expected::Ok { luck: "kept", seen: false, in_tab: true, fresh_luck: false };
    let both = Expected::Ok { luck: "kept", seen: false, in_tab: true, fresh_luck: true };
    let plain = |luck| Expected::Ok { luck, seen: false, in_tab: false, fresh_luck: false };
    let kept_back = "the game is over, and its seed is kept back";

    let forgeries: [(&str, Value, Expected<'_>); 22] = [
        ("a secret of one's own, tried until seat 0 won", chosen.clone(), KEPT),
        ("additions of one's own to a secret that was revealed", chosen_additions.clone(), KEPT),
        (
            "other tiles by fresh luck",
            with(other_tiles.clone(), json!({ "fresh_luck": true })),
            fresh,
        ),
        ("fresh luck that hides a browser", with(tab.clone(), json!({ "fresh_luck": true })), both),
        ("a browser that is not told", with(tab.clone(), json!({ "in_tab": null })), in_tab),
        ("a record without a word on luck", bare(chosen.clone()), plain("untold")),
        (
            "a seed in the place of a promise",
            with(
                own(&true_secret, &id, 2),
                json!({ "commitment": null, "version": 2, "deal_seed": seed }),
            ),
            plain("dealt"),
        ),
        (
            "a seal that holds for a week",
            with(game.clone(), sealed(now + 7 * DAY)),
            plain("sealed"),
        ),
        (
            "a seal that has ended",
            with(game.clone(), sealed(now - 1)),
            Expected::Unfair("is still kept back"),
        ),
        (
            "a seal for ever",
            with(game.clone(), sealed(253_402_300_800_000)),
            Expected::Unfair(
                "sealed until 10000-01-01 00:00 UTC: a seal of more than 31 days is not believed",
            ),
        ),
        (
            "a seal until a word",
            with(game.clone(), json!({ "seed": null, "sealed_until": "soon" })),
            Expected::Unfair("fair.sealed_until is no time"),
        ),
        (
            "a seed that is kept back",
            with(game.clone(), json!({ "seed": null })),
            Expected::Unfair(kept_back),
        ),
        (
            "nothing but a commitment",
            with(game.clone(), json!({ "seed": null, "luck": null, "commitment": "zz" })),
            Expected::Unfair(
                "fair.commitment: a commitment has hexadecimal digits in lower case, which 'z' is not",
            ),
        ),
        (
            "a short commitment",
            with(game.clone(), json!({ "commitment": &promised[..62] })),
            Expected::Unfair("has 64 hexadecimal digits, not 62"),
        ),
        (
            "a commitment in capitals",
            with(game.clone(), json!({ "commitment": promised.to_uppercase() })),
            Expected::Unfair("in lower case, which"),
        ),
        (
            "a commitment that is no text",
            with(game.clone(), json!({ "commitment": 7 })),
            Expected::Unfair("fair.commitment is missing or no text"),
        ),
        (
            "another secret",
            with(game.clone(), json!({ "seed": secret(1).to_string() })),
            Expected::Unfair("the seed is not the one that was promised"),
        ),
        (
            "other additions",
            with(game.clone(), json!({ "luck": ["01", "02"], "first_by_lot": false })),
            Expected::Unfair("the expansions were shuffled in another order"),
        ),
        (
            "other tiles",
            other_tiles.clone(),
            Expected::Unfair("other tiles should have been drawn"),
        ),
        (
            "a lot that was not drawn",
            {
                let mut record = play_from_the_other_seat(&true_deal);
                record["fair"] = own(&true_secret, &id, 2)["fair"].clone();
                record
            },
            Expected::Unfair("the lot says that seat"),
        ),
        (
            "fresh luck that is neither yes nor no",
            with(other_tiles.clone(), json!({ "fresh_luck": "yes" })),
            Expected::Unfair("fair.fresh_luck is neither true nor false"),
        ),
        (
            "a browser that is neither yes nor no",
            with(tab.clone(), json!({ "in_tab": 1 })),
            Expected::Unfair("fair.in_tab is neither true nor false"),
        ),
    ];
    for (name, record, expected) in &forgeries {
        judge(name, record, None, expected);
    }

    // The same with the commitment that was shown before the game.
    let seen = Some(promised.as_str());
    let promise = |luck, fresh_luck| Expected::Ok { luck, seen: true, in_tab: false, fresh_luck };
    let other = format!("and the one that you saw is {promised}");
    for (name, record, expected) in [
        ("the real game", game.clone(), promise("kept", false)),
        ("a secret of one's own", chosen.clone(), Expected::Unfair(&other)),
        (
            "without a word",
            bare(chosen),
            Expected::Unfair("it has no commitment, and the one that you saw is"),
        ),
        ("a browser's", tab, Expected::Unfair(&other)),
        ("fresh luck", with(other_tiles, json!({ "fresh_luck": true })), promise("kept", true)),
        ("a seal", with(game.clone(), sealed(now + DAY)), promise("sealed", false)),
        ("kept back", with(game.clone(), json!({ "seed": null })), Expected::Unfair(kept_back)),
    ] {
        judge(name, &record, seen, &expected);
    }
    // Whoever knows the secret, after the game, can add what they like: the verdict says what it rests on.
    let line = judge("additions", &chosen_additions, seen, &promise("kept", false));
    assert!(line.contains("if the seats added what it says"), "{line}");
    assert_eq!(judge("the real game", &game, None, &KEPT).matches(&promised).count(), 1);
}

/// A game of this deal that the wrong seat begins.
fn play_from_the_other_seat(deal: &Deal) -> Value {
    let first = quinta_rules::Seat::all(2).find(|seat| *seat != deal.first()).unwrap();
    let setup = Setup::known(Rules::FRONT, 2, first, deal.stacks(), deal.supply());
    let mut game = Recorder::new(setup, false).unwrap();
    while !game.state().is_over() {
        let step = match deal.answer(&Rules::FRONT, game.state()) {
            Some(chance) => Step::Chance(chance),
            None => Step::Act(game.state().turn(), Action::PASS),
        };
        game.step(&step).unwrap();
    }
    serde_json::to_value(game.into_record()).unwrap()
}

/// A game that goes on has nothing to reveal yet, and its commitment can be compared all the same.
#[test]
fn a_game_that_goes_on_is_compared_with_what_was_seen() {
    let mut game = real("v1/records/two-front");
    let promised = text(&game, "commitment").to_owned();
    let events = game["events"].as_array_mut().unwrap();
    events.truncate(events.len() / 2);
    drop(game.as_object_mut().unwrap().remove("result"));
    let game = with(game, json!({ "seed": null, "luck": null }));
    let open = |seen| Expected::Ok { luck: "not_yet", seen, in_tab: false, fresh_luck: false };
    judge("nothing seen", &game, None, &open(false));
    judge("as seen", &game, Some(&promised), &open(true));
    let other = Expected::Unfair("and the one that you saw is");
    judge("another", &game, Some(&"0".repeat(64)), &other);
}
