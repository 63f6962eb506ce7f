//! A table that goes on from a position of another game: the same position, its own luck, no undo of earlier moves.
mod common;

use common::World;
use quinta_record::{Record, Replay, verify};
use quinta_rules::{Action, State};
use quinta_table::{Known, LogEvent, Promise, Proof, Refusal, Requester, play_on, prove};
use quinta_wire::{Event, PlayOn, Stage};
use serde_json::{Value, from_value, json};

const ANNA: Requester = Requester::new("anna", "Anna", 0);

fn other_game(name: &str) -> (Value, Record, Replay) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../record/tests/conformance");
    let text = std::fs::read_to_string(format!("{folder}/{name}.json")).unwrap();
    let record = Record::from_json(&text).unwrap();
    let replay = Replay::of(&record).unwrap();
    (serde_json::from_str(&text).unwrap(), record, replay)
}

fn wish(record: &Value, moves: usize, seat: usize) -> PlayOn {
    let wish = json!({ "record": record, "moves": moves, "seat": seat, "level": "random" });
    from_value(wish).unwrap()
}

/// The position after so many moves, with the draws and turnings that follow.
fn after(replay: &Replay, moves: usize) -> &State {
    let next = replay.steps().filter(|one| one.step.action().is_some()).nth(moves);
    next.unwrap().before
}

/// The table that goes on; Anna is ready.
fn begun(name: &str, moves: usize, seat: usize, seed: &str) -> (World, Replay) {
    let (written, record, replay) = other_game(name);
    let wish = wish(&written, moves, seat);
    let made = play_on(&wish, (&record, &replay), &ANNA, &seed.parse().unwrap(), "code").unwrap();
    let mut world = World::from_entry(made);
    world.must("anna", json!({ "type": "ready", "luck": "c0ffee" }));
    (world, replay)
}

/// Every seat plays the first action that is possible.
fn to_the_end(world: &mut World) -> Vec<LogEvent> {
    let mut happened = Vec::new();
    while world.table.stage() == Stage::Playing {
        let state = *world.table.state().unwrap();
        let action = state.actions(world.table.rules()).next().unwrap_or(Action::PASS);
        happened.extend(if let Some((seat, _, at)) = world.table.bot_to_act() {
            let change = world.table.bot_acts(seat, at, &action, world.now).unwrap();
            world.take(change)
        } else {
            world.act("anna", json!(action))
        });
    }
    happened
}

#[test]
fn it_goes_on_from_any_position() {
    for (name, players) in [("2p-front-00", 2), ("3p-back-01", 3), ("4p-front-short-draw-00", 4)] {
        for moves in [0, 1, 17, 60, 90] {
            let (mut world, replay) = begun(name, moves, moves % players, "42");
            assert_eq!(world.table.state(), Some(after(&replay, moves)), "{name} {moves}");
            world.check();
            to_the_end(&mut world);
            world.check();
            let record = world.table.record().unwrap();
            let shown = verify(&record).unwrap();
            let proof = prove(&record, &shown, &Known::default()).unwrap();
            assert!(
                matches!(proof, Proof::Kept(Promise { fresh_luck: true, .. })),
                "{name} {moves}"
            );
        }
    }
}

#[test]
fn its_luck_is_its_own() {
    let drawn = |seed: &str| {
        let (mut world, _) = begun("2p-front-00", 5, 0, seed);
        let mut happened = to_the_end(&mut world);
        happened.retain(|event| matches!(event, LogEvent::Drawn { .. }));
        happened
    };
    assert_eq!(drawn("1"), drawn("1"));
    assert_ne!(drawn("1"), drawn("2"));
}

#[test]
fn what_was_done_before_is_told_and_stays_done() {
    let (_, _, replay) = other_game("2p-front-00");
    let turn = after(&replay, 30).turn();
    let (mut world, replay) = begun("2p-front-00", 30, turn.index(), "7");
    let told = world.table.events_after(0).iter().find_map(|one| match one.event {
        Event::Started { moves, .. } => Some(moves),
        _ => None,
    });
    assert_eq!(told, Some(30));
    assert!(world.table.view(world.now).undo.is_none(), "nothing was done here yet");
    let at = world.table.number();
    world.pass("anna");
    let undo = world.table.view(world.now).undo;
    assert_eq!(undo.map(|undo| undo.to), Some(at), "one's own move can be taken back");
    world.undo("anna");
    assert_eq!(world.table.state(), Some(after(&replay, 30)));
}

#[test]
fn from_nowhere_it_does_not_go_on() {
    let (written, record, replay) = other_game("2p-front-00");
    let all = replay.steps().filter(|one| one.step.action().is_some()).count();
    for (moves, seat, about) in [(all, 0, "moves"), (all + 1, 0, "moves"), (3, 2, "seat")] {
        let seed = "7".parse().unwrap();
        let wish = wish(&written, moves, seat);
        let refused = play_on(&wish, (&record, &replay), &ANNA, &seed, "code");
        let field = refused.map_err(|why| match why {
            Refusal::BadOptions { field, .. } => field,
            _ => "something else",
        });
        assert_eq!(field.unwrap_err(), about, "{moves} {seat}");
    }
}
