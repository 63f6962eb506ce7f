//! Logs and records of past releases: they open, fold, continue and verify.
use quinta_record::{Record, Replay};
use quinta_rules::Action;
use quinta_table::{Entry, Known, Proof, Requester, Table, prove};
use quinta_wire::{ClientMessage, Sitter, Stage};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The folder of every version of the log.
fn folders() -> [PathBuf; 2] {
    ["v1", "v2"].map(|name| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs").join(name))
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// Every game: its name, what it adds up to, and its log as it was stored.
fn stored() -> Vec<(String, Value, String)> {
    let mut games = Vec::new();
    for folder in folders() {
        let expected: Value = serde_json::from_str(&text(&folder.join("expected.json"))).unwrap();
        let Value::Object(expected) = expected else { panic!("expected.json is a map") };
        for (name, figures) in expected {
            let log = text(&folder.join(format!("{name}.jsonl")));
            games.push((name, figures, log));
        }
    }
    assert!(games.len() >= 35, "{}", games.len());
    games
}

/// Every game: its name, what it adds up to, and its log.
fn games() -> Vec<(String, Value, Vec<Entry>)> {
    let read = |log: String| log.lines().map(|line| Entry::read(line).unwrap()).collect();
    stored().into_iter().map(|(name, figures, log)| (name, figures, read(log))).collect()
}

fn open(name: &str, figures: &Value, log: &[Entry]) -> Table {
    let id = figures["id"].as_str().unwrap();
    Table::from_log(id, log.iter().cloned()).unwrap_or_else(|why| panic!("{name}: {why}"))
}

fn proof(table: &Table) -> Value {
    let Some(record) = table.record() else { return Value::Null };
    let proof = prove(&record, &Replay::of(&record).unwrap(), &Known::default());
    let proof = proof.unwrap_or_else(|why| panic!("{}: {why}", table.id()));
    match proof {
        Proof::NotYet(_) => json!("not yet"),
        Proof::Kept(promise) if promise.fresh_luck => json!("fresh luck"),
        Proof::Kept(promise) if promise.in_tab => json!("in a tab"),
        Proof::Kept(_) => json!("holds"),
        Proof::Untold | Proof::Dealt | Proof::Sealed(..) => panic!("{}: {proof}", table.id()),
    }
}

/// Compares a table with the figures that its release computed.
fn compare(name: &str, table: &Table, figures: &Value) {
    let view = table.view(0);
    let is = |what: &str, found: Value| assert_eq!(found, figures[what], "{name}: {what}");
    is("number", json!(table.number()));
    let stage = match table.stage() {
        Stage::Gathering => "gathering",
        Stage::Playing => "playing",
        Stage::Over => "over",
    };
    is("stage", json!(stage));
    let state = table.state();
    is("scores", json!(state.map(|s| s.players().iter().map(|p| p.score).collect::<Vec<_>>())));
    is("round", json!(state.map(quinta_rules::State::round)));
    is("to_act", json!(table.to_act().map(quinta_rules::Seat::index)));
    let winners: Option<Vec<_>> =
        view.result.map(|result| result.winners.iter().map(|seat| seat.index()).collect());
    assert_eq!(json!(winners), figures["result"]["winners"], "{name}: winners");
    is("commitment", json!(view.fair.commitment));
    is("fair", proof(table));
    if figures.get("hints").is_some() {
        let hints = view.seats.iter().map(|seat| match seat.sitter {
            Sitter::Person { hints, .. } => json!(hints),
            Sitter::Open {} | Sitter::Bot { .. } => Value::Null,
        });
        is("hints", hints.collect());
        is("clock", json!(table.deadline().map(|(seat, time)| (seat.index(), time))));
        is("rematch", json!(table.rematch()));
    }
}

/// The names of all events, as the log's own reader lists them.
fn sorts_of_events() -> BTreeSet<String> {
    let why = Entry::read(r#"{"v":2,"number":1,"time":1,"type":"none"}"#).unwrap_err().to_string();
    let (_, list) = why.split_once("expected one of ").unwrap();
    list.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn every_sort_of_event_stands_in_a_log_that_is_kept() {
    let mut kept = BTreeSet::new();
    for (name, _, log) in stored() {
        for line in log.lines() {
            let entry: Value = serde_json::from_str(line).unwrap();
            kept.insert(entry["type"].as_str().unwrap_or_else(|| panic!("{name}")).to_owned());
        }
    }
    assert_eq!(kept, sorts_of_events());
}

/// Logs of the present version are written back byte for byte.
#[test]
fn logs_of_the_present_version_are_written_as_they_were() {
    let mut lines = 0;
    for (name, _, log) in stored() {
        for line in log.lines().filter(|line| line.starts_with(r#"{"v":2,"#)) {
            assert_eq!(Entry::read(line).unwrap().write().unwrap(), line, "{name}");
            lines += 1;
        }
    }
    assert!(lines > 500, "{lines}");
}

#[test]
fn they_open_and_fold_to_the_same_figures() {
    for (name, figures, log) in games() {
        let table = open(&name, &figures, &log);
        compare(&name, &table, &figures);
        assert_eq!(json!(table.time()), figures["time"], "{name}");
        let names: Vec<_> = table.view(0).seats.into_iter().map(|seat| seat.sitter).collect();
        for (sitter, name) in names.iter().zip(figures["names"].as_array().unwrap()) {
            match sitter {
                Sitter::Person { name: own, .. } => assert_eq!(json!(own), *name),
                Sitter::Open {} => assert_eq!(json!(""), *name),
                Sitter::Bot { .. } => {}
            }
        }
    }
}

/// Carries out a command without a host: nobody is connected, nobody is gone.
fn ask(table: &mut Table, who: &str, mut command: Value) {
    command["id"] = json!(format!("on-{}", table.number()));
    let message: ClientMessage = serde_json::from_value(command).unwrap();
    let requester = Requester::new(who, who, table.time() + 1000);
    let change = table.command(&requester, &message).unwrap();
    table.accept(change).unwrap();
}

fn begin(table: &mut Table) {
    for seat in 0..table.view(0).seats.len() {
        if table.view(0).seats[seat].sitter == (Sitter::Open {}) {
            ask(table, "anna", json!({ "type": "set_bot", "seat": seat, "level": "random" }));
        }
    }
    let people: Vec<_> = table.people().map(|(_, who)| who.to_owned()).collect();
    for who in people {
        if table.stage() == Stage::Gathering {
            ask(table, &who, json!({ "type": "ready", "luck": "0102" }));
        }
    }
}

fn pass(table: &mut Table) {
    if let Some((seat, _, at)) = table.bot_to_act() {
        let change = table.bot_acts(seat, at, &Action::PASS, table.time() + 1000).unwrap();
        table.accept(change).unwrap();
        return;
    }
    let seat = table.to_act().unwrap();
    let who = table.people().find(|(own, _)| *own == seat).unwrap().1.to_owned();
    let at = table.number();
    ask(
        table,
        &who,
        json!({ "type": "act", "at": at, "seat": seat.index(), "action": { "pass": {} } }),
    );
}

#[test]
fn unfinished_ones_go_on_with_the_same_luck() {
    let mut continued = 0;
    for (name, figures, log) in games() {
        let Some(after) = figures.get("passed_to_the_end") else { continue };
        let mut table = open(&name, &figures, &log);
        if table.stage() == Stage::Gathering {
            begin(&mut table);
        }
        while table.stage() == Stage::Playing {
            pass(&mut table);
        }
        compare(&name, &table, after);
        continued += 1;
    }
    assert!(continued >= 10, "{continued}");
}

#[test]
fn their_records_verify() {
    for (name, figures, log) in games() {
        let Some(record) = open(&name, &figures, &log).record() else { continue };
        let text = serde_json::to_string(&record).unwrap();
        let read = Record::from_json(&text).unwrap();
        quinta_record::verify(&read).unwrap_or_else(|why| panic!("{name}: {why}"));
    }
}

#[test]
fn records_of_past_releases_verify_and_prove_their_luck() {
    let mut read = 0;
    let files = folders().map(|folder| std::fs::read_dir(folder.join("records")).unwrap());
    for file in files.into_iter().flatten() {
        let path = file.unwrap().path();
        let record = Record::from_json(text(&path)).unwrap();
        let replay = quinta_record::verify(&record);
        let replay = replay.unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        let proof = prove(&record, &replay, &Known::default());
        let Ok(Proof::Kept(promise)) = proof else { panic!("{}: {proof:?}", path.display()) };
        let replay = quinta_table::replay(&record).map(|replay| replay.steps.len());
        // Luck that was fresh is not told in a record, so what was turned up later cannot be shown.
        assert!(replay.is_ok() || promise.fresh_luck, "{}: {replay:?}", path.display());
        read += 1;
    }
    assert!(read >= 20, "{read}");
}
