//! Deltas of a table and its choices, applied to what a client had, give the document that others are sent whole; in games
//! with commands of all sorts. One game is kept for the page's own tests (`parts.jsonl`).
mod common;

use common::{SECOND, World};
use quinta_rules::Seat;
use quinta_wire::{Choices, Delta, Document, Stage, apply_delta};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde::Serialize;
use serde_json::{Value, json, to_value};
use std::collections::BTreeMap;

const PEOPLE: [&str; 4] = ["anna", "ben", "clara", "dora"];

/// A client that is sent deltas where another is sent whole documents.
#[derive(Default)]
struct Client {
    documents: BTreeMap<String, Value>,
    /// What it was sent, as lines for another client.
    lines: Vec<Value>,
    whole: usize,
    parts: usize,
}

impl Client {
    fn is_told<T: Serialize>(&mut self, name: &str, old: Option<&T>, new: &T) {
        let whole = to_value(new).unwrap();
        let Some(old) = old else {
            self.lines.push(json!({ "of": name, "is": whole }));
            self.documents.insert(name.to_owned(), whole);
            return;
        };
        let [old, new] = [old, new].map(|document| Document::new(document).unwrap());
        let delta = to_value(Delta::between(&old, &new).unwrap()).unwrap();
        self.whole += whole.to_string().len();
        self.parts += delta.to_string().len();
        self.lines.push(json!({ "of": name, "change": delta }));
        let known = apply_delta(self.documents.remove(name), delta.clone());
        assert_eq!(known.as_ref(), Some(&whole), "{name}: {delta}");
        self.documents.insert(name.to_owned(), whole);
    }

    /// What it knows now.
    fn says_all(&mut self) {
        for (name, is) in &self.documents {
            self.lines.push(json!({ "of": name, "is": is }));
        }
    }
}

/// A number below this one.
fn below(rng: &mut ChaCha8Rng, most: usize) -> usize {
    rng.next_u32() as usize % most
}

/// A random command; many of them are refused.
fn any_command(world: &World, rng: &mut ChaCha8Rng) -> (usize, Value) {
    let at = world.table.number();
    let turn = world.table.to_act().map_or(0, Seat::index);
    let act = |action: Value| (turn, json!({ "type": "act", "at": at, "action": action }));
    let anyone = below(rng, 4);
    match below(rng, 40) {
        0 => (turn, json!({ "type": "undo", "at": at })),
        1 => (anyone, json!({ "type": "undo", "at": at })),
        2 => (anyone, json!({ "type": "say", "phrase": "nice" })),
        3 => (anyone, json!({ "type": "rename", "seat": anyone, "name": format!("\"{at}\"") })),
        4 => (anyone, json!({ "type": "offer_end", "agrees": below(rng, 2) == 0 })),
        5 => (turn, json!({ "type": "hint" })),
        6 if below(rng, 6) == 0 => (anyone, json!({ "type": "resign", "seat": anyone })),
        7 | 8 => act(json!({ "pass": {} })),
        _ => {
            let (rules, Some(state)) = (world.table.rules(), world.table.state()) else {
                return act(json!({ "pass": {} }));
            };
            let actions: Vec<_> = state.actions(rules).collect();
            act(to_value(actions[below(rng, actions.len())]).unwrap())
        }
    }
}

/// A game to its end, or so many steps of it.
fn play(seed: u64, most: usize, client: &mut Client) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let clock = match seed % 3 {
        0 => json!({ "type": "none" }),
        1 => json!({ "type": "per_game", "seconds": 600, "increment": 5 }),
        _ => json!({ "type": "per_move", "seconds": 60 }),
    };
    let people = &PEOPLE[..2 + (seed % 3) as usize];
    let mut world = World::of(people, json!({ "clock": clock, "undo": "last", "hints": true }));
    let mut table = world.table.view(world.now);
    let mut choices: BTreeMap<String, Choices> = BTreeMap::new();
    client.is_told("table", None, &table);
    let mut steps = 0;
    while steps < most && table.stage != Stage::Over {
        world.now += below(&mut rng, 3) as u64 * SECOND;
        let (who, command) = any_command(&world, &mut rng);
        if who >= people.len() || world.ask(people[who], command).is_err() {
            continue;
        }
        let news = world.table.messages_after(table.number, world.now);
        client.is_told("table", Some(&table), &news.update.table);
        table = news.update.table;
        if let Some((who, new)) = news.choices {
            client.is_told(&format!("choices of {who}"), choices.get(&who), &new);
            choices.insert(who, new);
        }
        steps += 1;
    }
    client.says_all();
}

#[test]
fn parts_make_up_the_whole() {
    let mut all = Client::default();
    for seed in 0..12 {
        let mut client = Client::default();
        play(seed, usize::MAX, &mut client);
        all.whole += client.whole;
        all.parts += client.parts;
    }
    let Client { whole, parts, .. } = all;
    assert!(parts * 5 < whole, "{parts} of {whole} bytes");
}

#[test]
fn the_game_for_other_clients_is_current() {
    let mut client = Client::default();
    play(3, 40, &mut client);
    let made: String =
        client.lines.iter().flat_map(|line| [line.to_string(), "\n".into()]).collect();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/parts.jsonl");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        kept == made,
        "parts.jsonl is old: run UPDATE=1 cargo test -p quinta-table --test parts"
    );
}
