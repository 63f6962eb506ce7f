//! Logs from a browser: what a table wrote is imported unchanged, anything else is refused.
mod common;

use common::{SECOND, START, World};
use quinta_deal::Seed;
use quinta_record::{Replay, verify};
use quinta_rules::Action;
use quinta_table::{
    Entry, ImportedLog, Known, LONGEST_IMPORT, LogError, Proof, Requester, Table, play_on, prove,
};
use quinta_wire::{PlayOn, Stage};
use serde_json::{Value, json};

/// The identity of everyone at the screen.
const TAB: &str = "anna";
/// The identity that uploads the game.
const HOST: &str = "guest";

/// A forgery of an entry.
type Change = fn(&mut Value);

/// One of the possible actions, a different one each time.
fn some_action(world: &World) -> Action {
    let state = world.table.state().unwrap();
    let all: Vec<_> = state.actions(world.table.rules()).collect();
    all[(world.table.number() as usize * 7919) % all.len()]
}

fn step(world: &mut World) {
    world.now += 10 * SECOND;
    let action = some_action(world);
    if let Some((seat, _, at)) = world.table.bot_to_act() {
        let change = world.table.bot_acts(seat, at, &action, world.now).unwrap();
        world.take(change);
    } else {
        world.act(TAB, serde_json::to_value(action).unwrap());
    }
}

/// Two people at one screen with a bot, who use most commands.
fn busy() -> World {
    let seats = json!([{ "who": "me" }, { "who": "open" }, { "who": "bot", "level": "gardener" }, { "who": "bot", "level": "random" }]);
    let options =
        json!({ "undo": "free", "hints": true, "clock": { "type": "per_move", "seconds": 60 } });
    let mut world = World::made(seats, options);
    let mut must = |command: Value| drop(world.must(TAB, command));
    must(json!({ "type": "sit", "name": "Ben" }));
    must(json!({ "type": "leave" }));
    must(json!({ "type": "sit", "name": "Anna" }));
    must(json!({ "type": "sit", "seat": 1, "name": "Ben" }));
    must(json!({ "type": "leave", "seat": 1 }));
    must(json!({ "type": "sit", "seat": 1, "name": "Bea" }));
    must(json!({ "type": "set_bot", "seat": 3 }));
    must(json!({ "type": "set_bot", "seat": 3, "level": "seedling" }));
    must(json!({ "type": "rename", "seat": 1, "name": "Ben" }));
    must(json!({ "type": "say", "phrase": "luck" }));
    must(json!({ "type": "ready", "luck": "c0ffee" }));
    assert_eq!(world.table.stage(), Stage::Playing);
    for turn in 0..24 {
        step(&mut world);
        if world.table.bot_to_act().is_none() && turn % 5 == 0 {
            world.must(TAB, json!({ "type": "hint" }));
            world.act(TAB, serde_json::to_value(some_action(&world)).unwrap());
            world.undo(TAB);
        }
    }
    while world.table.bot_to_act().is_some() {
        step(&mut world);
    }
    world.wait(61 * SECOND);
    world.must(TAB, json!({ "type": "offer_end", "agrees": false }));
    world
}

fn to_the_end(world: &mut World) {
    while world.table.stage() == Stage::Playing {
        step(world);
    }
}

fn hand(world: &World) -> Result<ImportedLog, LogError> {
    ImportedLog::read(world.table.id(), &world.log, TAB)
}

fn at_a_server(handed: ImportedLog, now: u64) -> (Vec<Entry>, Table) {
    let host = Requester::new(HOST, "Guest", now);
    let entries = handed.entries(&host, "fresh");
    let table = Table::from_log("zyxwvutsrq", entries.iter().cloned()).unwrap();
    (entries, table)
}

/// The same game, of somebody else and elsewhere.
fn same(world: &World, table: &Table) {
    let (ours, theirs) = (world.table.view(world.now), table.view(world.now));
    assert_eq!((ours.state, ours.seats), (theirs.state, theirs.seats));
    assert_eq!((ours.result, ours.history), (theirs.result, theirs.history));
    assert_eq!(ours.fair.commitment, theirs.fair.commitment);
    assert_eq!(theirs.fair.tab.as_deref(), Some(world.table.id()));
    assert_eq!(table.seats_of(HOST), world.table.seats_of(TAB));
    assert!(table.seats_of(TAB).is_empty());
    let you = table.you(HOST, "Guest");
    assert_eq!((you.host, you.invitation.as_deref()), (true, Some("fresh")));
}

#[test]
fn a_game_is_taken_at_every_point_and_goes_on_with_the_same_luck() {
    let mut world = busy();
    let (_, mut table) = at_a_server(hand(&world).unwrap(), world.now);
    same(&world, &table);
    // The same actions give the same luck on both sides.
    while world.table.stage() == Stage::Playing {
        let before = world.log.len();
        step(&mut world);
        let taken: Value = serde_json::from_str(&world.log[before]).unwrap();
        let action: Action = serde_json::from_value(taken["action"].clone()).unwrap();
        let at = table.number();
        let change = if let Some((seat, _, at)) = table.bot_to_act() {
            table.bot_acts(seat, at, &action, world.now).unwrap()
        } else {
            let message =
                json!({ "id": format!("on-{at}"), "type": "act", "at": at, "action": action });
            let host = Requester::new(HOST, "", world.now);
            table.command(&host, &serde_json::from_value(message).unwrap()).unwrap()
        };
        table.accept(change).unwrap();
    }
    same(&world, &table);
    let record = table.record().unwrap();
    let replay = verify(&record).unwrap();
    // Something was taken back after luck had shown itself.
    let proof = prove(&record, &replay, &Known::default()).unwrap();
    assert!(
        matches!(proof, Proof::Kept(promise) if promise.in_tab && promise.fresh_luck),
        "{proof}"
    );
}

#[test]
fn a_finished_game_proves_its_luck_and_says_who_knew_it() {
    let mut world = World::made(against_a_bot(), json!({}));
    world.must(TAB, json!({ "type": "ready", "luck": "0102" }));
    to_the_end(&mut world);
    let change = world.table.rematch_at("tab-other", world.now).unwrap();
    world.take(change);
    world.must(TAB, json!({ "type": "say", "phrase": "played" }));
    // The browser's clock is a year ahead of ours.
    let now = START - 365 * 24 * 3600 * SECOND;
    let (entries, table) = at_a_server(hand(&world).unwrap(), now);
    assert_eq!(table.time(), now);
    assert!(entries.iter().zip(1..).all(|(entry, number)| entry.number == number));
    assert_eq!((table.rematch(), entries.len()), (None, world.log.len() - 1));
    same(&world, &table);
    let record = table.record().unwrap();
    let proof = prove(&record, &verify(&record).unwrap(), &Known::default()).unwrap();
    assert!(
        matches!(proof, Proof::Kept(promise) if promise.in_tab && !promise.fresh_luck),
        "{proof}"
    );
}

#[test]
fn a_table_that_has_not_begun_is_taken() {
    let world = World::made(json!([{ "who": "me" }, { "who": "open" }]), json!({}));
    let (_, mut table) = at_a_server(hand(&world).unwrap(), world.now);
    same(&world, &table);
    let ben = Requester::new("ben", "Ben", world.now);
    let sit = json!({ "id": "1", "type": "sit", "invitation": "fresh" });
    let change = table.command(&ben, &serde_json::from_value(sit).unwrap()).unwrap();
    table.accept(change).unwrap();
    assert_eq!(table.people().count(), 2);
}

#[test]
fn names_that_were_fine_when_they_were_given_are_taken() {
    // An older release had nothing against a bot's name.
    let mut world = busy();
    for text in &mut world.log {
        *text = text.replace("\"name\":\"anna\"", "\"name\":\"Architect\"");
    }
    assert!(world.log[0].contains("Architect"), "{}", world.log[0]);
    let (entries, _) = at_a_server(hand(&world).unwrap(), world.now);
    assert!(entries[0].write().unwrap().contains("Architect"));
    world.log[0] = world.log[0].replace("Architect", "a\u{202e}b");
    assert!(hand(&world).is_err(), "but it is one that can be seen");
}

#[test]
fn a_game_that_goes_on_from_another_is_taken() {
    let mut other = World::made(against_a_bot(), json!({ "board": "back" }));
    other.must(TAB, json!({ "type": "ready", "luck": "" }));
    to_the_end(&mut other);
    let record = other.table.record().unwrap();
    let wish = json!({ "record": null, "moves": 7, "seat": 1, "level": "seedling" });
    let wish: PlayOn = serde_json::from_value(wish).unwrap();
    let host = Requester::new(TAB, "Anna", START);
    let replay = Replay::of(&record).unwrap();
    let made = play_on(&wish, (&record, &replay), &host, &Seed([9; 32]), "code").unwrap();
    let mut world = World::from_entry(made);
    world.must(TAB, json!({ "type": "ready", "luck": "0102" }));
    for _ in 0..6 {
        step(&mut world);
    }
    let (_, table) = at_a_server(hand(&world).unwrap(), world.now);
    same(&world, &table);
    let changes: [Change; 4] = [
        |e| drop(e["begins_with"].as_array_mut().unwrap().pop()),
        |e| e["begins_with"].as_array_mut().unwrap().swap(0, 1),
        |e| e["begins_with"][0] = json!({ "type": "resigned", "seat": 0 }),
        |e| e["seats"][0] = json!({ "is": "open" }),
    ];
    for change in changes {
        let log = changed(&world.log, "created", change);
        assert!(ImportedLog::read(world.table.id(), &log, TAB).is_err());
    }
}

fn against_a_bot() -> Value {
    json!([{ "who": "me" }, { "who": "bot", "level": "random" }])
}

/// The log with one of its entries changed, found by its type.
fn changed(log: &[String], kind: &str, change: impl Fn(&mut Value)) -> Vec<String> {
    let mut done = false;
    let lines = log.iter().map(|text| {
        let mut entry: Value = serde_json::from_str(text).unwrap();
        if entry["type"] == kind && !done {
            done = true;
            change(&mut entry);
        }
        entry.to_string()
    });
    let lines = lines.collect();
    assert!(done, "{kind}");
    lines
}

#[test]
fn what_no_table_has_written_is_refused() {
    let mut world = busy();
    to_the_end(&mut world);
    let log = &world.log;
    let read = |log: &[String]| ImportedLog::read(world.table.id(), log, TAB);
    assert!(read(log).is_ok());
    let refused = |log: &[String], what: &str| assert!(read(log).is_err(), "{what}");
    refused(&[], "nothing");
    // A prefix of a game is valid if it ends where a seat is to act.
    let cut = (1..log.len()).filter(|&length| read(&log[..length]).is_err()).count();
    assert!(cut > 10 && cut < log.len() - 10, "{cut}");
    for from in [1, 2, log.len() - 1] {
        refused(&log[from..], "without its beginning");
    }
    for at in 1..log.len() - 1 {
        let mut swapped = log.clone();
        swapped.swap(at, at + 1);
        refused(&swapped, "swapped");
        let mut without = log.clone();
        without.remove(at);
        refused(&without, "left out");
        let mut twice = log.clone();
        twice.insert(at, log[at].clone());
        refused(&twice, "twice");
    }
    // Another id or seed gives other luck.
    assert!(ImportedLog::read("another", log, TAB).is_err());
    assert!(ImportedLog::read(world.table.id(), log, "ben").is_err());
    let changes: [(&str, &str, Change); 24] = [
        ("another seed", "created", |e| e["secret"] = json!("08".repeat(32))),
        ("no seed", "created", |e| e["secret"] = json!("x")),
        ("another host", "created", |e| e["host"] = json!("ben")),
        ("another person", "created", |e| e["seats"][0]["who"] = json!("ben")),
        ("a name that is none", "created", |e| e["seats"][0]["name"] = json!("a\u{7}")),
        ("a clock that is none", "created", |e| e["options"]["clock"]["seconds"] = json!(0)),
        ("too many seats", "created", |e| e["seats"] = json!(vec![json!({"is": "open"}); 5])),
        ("a beginning elsewhere", "created", |e| {
            e["begins_with"] = json!([{"type": "turned", "kind": "b3"}]);
        }),
        ("made by a command", "created", |e| e["by"] = json!({ "who": TAB, "id": "x" })),
        ("a later release", "created", |e| e["v"] = json!(99)),
        ("other tiles", "drawn", |e| e["tiles"].as_array_mut().unwrap().reverse()),
        ("fewer tiles", "drawn", |e| drop(e["tiles"].as_array_mut().unwrap().pop())),
        ("another expansion", "turned", |e| {
            e["kind"] = json!(if e["kind"] == "b3" { "y2" } else { "b3" });
        }),
        ("another who begins", "started", |e| {
            e["first"] = json!((e["first"].as_u64().unwrap() + 1) % 4);
        }),
        ("another seat acts", "acted", |e| {
            e["seat"] = json!((e["seat"].as_u64().unwrap() + 1) % 4);
        }),
        ("an impossible action", "acted", |e| e["action"] = json!({ "buy": 1 })),
        ("somebody else sits down", "sat", |e| e["who"] = json!("ben")),
        ("somebody else's command", "ready", |e| e["by"] = json!({ "who": "ben", "id": "x" })),
        ("luck that is too long", "ready", |e| e["luck"] = json!("00".repeat(33))),
        ("taken back further", "undone", |e| e["to"] = json!(3)),
        ("the same luck again", "undone", |e| {
            e["fresh_luck"] = json!(!e["fresh_luck"].as_bool().unwrap());
        }),
        ("time that is not over", "timed_out", |e| {
            e["seat"] = json!((e["seat"].as_u64().unwrap() + 1) % 4);
        }),
        ("other winners", "ended", |e| e["winners"] = json!([0, 1, 2, 3])),
        ("another end", "ended", |e| e["reason"] = json!("agreed")),
    ];
    for (what, kind, change) in changes {
        refused(&changed(log, kind, change), what);
    }
    // Times must not go back, and some events cannot happen in a browser.
    refused(&changed(log, "undone", |e| e["time"] = json!(1)), "back in time");
    let foreign = [
        json!({ "type": "clock_held", "milliseconds": 1_000_000 }),
        json!({ "type": "taken_over", "seat": 0, "level": "architect" }),
        json!({ "type": "returned", "seat": 0 }),
        json!({ "type": "ended", "reason": "resigned", "winners": [0] }),
        json!({ "type": "left", "seat": 2, "removed": true }),
        json!({ "type": "sat", "seat": 2, "who": "ben", "name": "Ben" }),
        json!({ "type": "said", "seat": 2, "phrase": "nice" }),
        json!({ "type": "danced" }),
    ];
    let short = busy().log;
    assert!(read(&short).is_ok());
    for mut event in foreign {
        let what = event.to_string();
        let last = Entry::read(short.last().unwrap()).unwrap();
        for by in [Value::Null, json!({ "who": TAB, "id": "x" })] {
            event["v"] = json!(2);
            event["number"] = json!(last.number + 1);
            event["time"] = json!(last.time);
            event["by"] = by;
            let log: Vec<_> = short.iter().cloned().chain([event.to_string()]).collect();
            refused(&log, &what);
        }
    }
    let endless = vec![log[0].clone(); LONGEST_IMPORT + 1];
    assert!(read(&endless).unwrap_err().to_string().contains("too long"));
}
