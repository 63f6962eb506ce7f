//! Whole recorded games: before the end, no byte that the server sends reveals the seed or anything that has not been drawn.
//!
//! Two checks of everything sent, headers and frames included. By bytes: no form of the secret, the seed or the seats' luck is
//! present. By meaning: every document is derived again from the public events up to its number, by code without a deal, and must be equal.
mod common;

use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use common::tap::{Line, Tap};
use common::{Dice, Folder, Guest, pick, start, watch_while};
use quinta_deal::{Seed, fair};
use quinta_record::{Event, Record};
use quinta_rules::{Chance, Rules, State, TopTiles};
use quinta_wire::{Choices, StateView};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Something that the server sent: when, in answer to which request, and its bytes.
struct Sent {
    when: u64,
    path: String,
    bytes: Vec<u8>,
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|part| part == what)
}

/// A search for many patterns at once, which rules out most positions by their first two bytes.
struct Patterns {
    begins: Vec<bool>,
    all: Vec<Vec<u8>>,
}

impl Patterns {
    fn new(all: Vec<Vec<u8>>) -> Self {
        let mut begins = vec![false; 1 << 16];
        for pattern in &all {
            begins[usize::from(pattern[0]) << 8 | usize::from(pattern[1])] = true;
        }
        Self { begins, all }
    }

    fn are_in(&self, bytes: &[u8]) -> bool {
        let mut last = 0;
        for (at, byte) in bytes.iter().enumerate() {
            let pair = last << 8 | usize::from(*byte);
            if at > 0
                && self.begins[pair]
                && self.all.iter().any(|pattern| bytes[at - 1..].starts_with(pattern))
            {
                return true;
            }
            last = usize::from(*byte);
        }
        false
    }
}

/// Parses everything that the server sent over a connection: heads, bodies, frames.
fn taken_apart(line: &Line) -> Vec<Sent> {
    let mut all = Vec::new();
    let first = String::from_utf8_lossy(&line.asked);
    let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
    let mut at = 0;
    let mut add = |at: usize, length: usize| {
        let bytes = line.sent[at..at + length].to_vec();
        all.push(Sent { when: line.when(at), path: path.clone(), bytes });
        at + length
    };
    if line.sent.is_empty() {
        return all;
    }
    let head = find(&line.sent, b"\r\n\r\n").expect("a whole head") + 4;
    let text = String::from_utf8(line.sent[..head].to_vec()).unwrap().to_lowercase();
    at = add(at, head);
    if !text.starts_with("http/1.1 101") {
        let length = text.lines().find_map(|l| l.strip_prefix("content-length: ")?.parse().ok());
        let rest = line.sent.len() - at;
        assert!(length.is_none_or(|length: usize| length == rest), "one answer a connection");
        if rest > 0 {
            add(at, rest);
        }
        return all;
    }
    while at + 2 <= line.sent.len() {
        assert_eq!(line.sent[at + 1] & 0x80, 0, "a server does not mask");
        let (length, start) = match line.sent[at + 1] {
            126 => (
                usize::from(u16::from_be_bytes(line.sent[at + 2..at + 4].try_into().unwrap())),
                at + 4,
            ),
            127 => (
                u64::from_be_bytes(line.sent[at + 2..at + 10].try_into().unwrap()) as usize,
                at + 10,
            ),
            short => (usize::from(short), at + 2),
        };
        // The last frame may have been cut off when the client left.
        let there = length.min(line.sent.len().saturating_sub(start));
        at = add(start, there);
    }
    all
}

/// The secrets of a game, known once it is over, in many encodings.
fn forms(secret: &[u8]) -> Vec<Vec<u8>> {
    let hex = quinta_wire::hex::write(secret);
    let list: Vec<_> = secret.iter().map(u8::to_string).collect();
    let mut forms = vec![
        secret.to_vec(),
        secret.iter().rev().copied().collect(),
        hex.to_uppercase().into_bytes(),
        hex.chars().rev().collect::<String>().into_bytes(),
        hex.into_bytes(),
        list.join(",").into_bytes(),
        list.join(", ").into_bytes(),
    ];
    // In longer base64 the same bytes look different by alignment, and the letters at the edges depend on the neighbours.
    for before in 0..3 {
        let shifted = [vec![0; before], secret.to_vec()].concat();
        for text in [BASE64_STANDARD.encode(&shifted), BASE64_URL_SAFE_NO_PAD.encode(&shifted)] {
            let text = text.trim_end_matches('=');
            forms.push(text.as_bytes()[(before * 4).div_ceil(3)..text.len() - 1].to_vec());
        }
    }
    // Half of a secret must not appear either.
    if secret.len() == 32 {
        forms.extend(
            [&secret[..16], &secret[16..]]
                .into_iter()
                .flat_map(|half| [half.to_vec(), quinta_wire::hex::write(half).into_bytes()]),
        );
    }
    forms
}

/// The public state after each event, derived without a deal.
struct Public {
    rules: Rules,
    events: Vec<Value>,
    /// The state after the event of this number.
    states: BTreeMap<u64, State>,
}

impl Public {
    fn of(events: Vec<Value>, record: &Record) -> Self {
        let rules = record.setup.rules.clone();
        let mut state = State::new(&rules, record.setup.players, record.setup.first).unwrap();
        let mut actions = record.events.iter().filter_map(|event| match event {
            Event::Action(act) => Some(act),
            Event::Draw(_) => None,
        });
        let mut states = BTreeMap::new();
        for numbered in &events {
            let event = &numbered["event"];
            match event["type"].as_str().unwrap() {
                "drawn" => {
                    let tiles = event["tiles"].as_array().unwrap();
                    let tiles = tiles.iter().map(|kind| kind.as_str().unwrap().parse().unwrap());
                    let tiles = TopTiles::new(tiles).unwrap();
                    state.chance(&rules, &Chance::Draw(tiles)).unwrap();
                }
                "turned" => {
                    let kind = event["kind"].as_str().unwrap().parse().unwrap();
                    state.chance(&rules, &Chance::TurnUp(kind)).unwrap();
                }
                "acquired" | "placed" | "expanded" | "bought" | "passed" => {
                    let act = actions.next().unwrap();
                    state.play(&rules, act.seat, &act.action).unwrap();
                }
                "started" => {}
                _ => continue,
            }
            states.insert(numbered["number"].as_u64().unwrap(), state);
        }
        assert!(actions.next().is_none());
        Self { rules, events, states }
    }

    fn state_at(&self, number: u64) -> Option<&State> {
        self.states.range(..=number).next_back().map(|(_, state)| state)
    }

    /// Every event has its number's content, and none is sent before it happened.
    fn check_events(&self, events: &Value, number: u64) {
        for event in events.as_array().into_iter().flatten() {
            let own = event["number"].as_u64().unwrap();
            assert!(own <= number, "event {own} was told at {number}");
            assert_eq!(event, &self.events[own as usize - 1]);
        }
    }

    fn check_choices(&self, choices: &Value, number: u64) {
        let state = self.state_at(number).unwrap();
        let at = choices["at"].as_u64().unwrap();
        let mut made = serde_json::to_value(Choices::of(&self.rules, state, at).unwrap()).unwrap();
        if let Some(kind) = choices.get("type") {
            made["type"] = kind.clone();
        }
        assert_eq!(choices, &made);
    }

    fn check_state(&self, state: &Value, number: u64) {
        let made = self
            .state_at(number)
            .map(|s| serde_json::to_value(StateView::of(&self.rules, s)).unwrap());
        assert_eq!(state, &made.unwrap_or_default(), "the state at {number}");
    }

    /// A table view consists of public facts only.
    fn check_table(&self, table: &Value) {
        let number = table["number"].as_u64().unwrap();
        self.check_state(&table["state"], number);
        let known = [
            "id", "name", "number", "stage", "options", "rules", "seats", "state", "history",
            "undo", "fair",
        ];
        keys(table, &known);
        keys(&table["fair"], &["commitment"]);
        keys(&table["options"], &["board", "first", "access", "clock", "undo", "hints"]);
        assert_eq!(table["rules"], serde_json::to_value(&self.rules).unwrap());
        for seat in table["seats"].as_array().unwrap() {
            keys(
                seat,
                &[
                    "seat",
                    "who",
                    "name",
                    "ready",
                    "resigned",
                    "timed_out",
                    "wants_end",
                    "hints",
                    "level",
                ],
            );
        }
        if let Some(undo) = table.get("undo") {
            keys(undo, &["seat", "to", "further"]);
            assert!(undo["to"].as_u64().unwrap() < number);
        }
        let scored = self.events.iter().filter(|event| event["number"].as_u64().unwrap() <= number);
        let scored = scored.filter_map(|event| event["event"].get("round")).cloned();
        assert_eq!(table["history"], scored.collect::<Value>());
    }
}

fn keys(value: &Value, known: &[&str]) {
    for key in value.as_object().unwrap().keys() {
        assert!(known.contains(&key.as_str()), "{key} in {value}");
    }
}

/// Whether this was sent after the end of the game, which is checked too; then everything is public.
fn is_over(sent: &Sent, value: &Value, record: &Value) -> bool {
    if sent.path.ends_with("/record") && value["fair"].get("seed").is_some() {
        assert_eq!(value["events"], record["events"], "the seed was told before the last event");
        return true;
    }
    let stage = &value["table"]["stage"];
    let listed = value["finished"].as_array().is_some_and(|list| !list.is_empty());
    let page = [b"wins with".as_slice(), b"share the victory"];
    stage == "over"
        || listed
        || sent.path.starts_with("/t/")
            && page.iter().any(|words| find(&sent.bytes, words).is_some())
}

/// Checks everything that was sent.
async fn check(tap: &Tap, guest: &Guest, table: &str) {
    let record = guest.get(&format!("/api/games/{table}/record")).await;
    let end = guest.get(&format!("/api/tables/{table}")).await;
    let read = Record::from_json(record.to_string()).unwrap();
    let public = Public::of(end["events"].as_array().unwrap().clone(), &read);
    let secret: Seed = end["table"]["fair"]["seed"].as_str().unwrap().parse().unwrap();
    let luck: Vec<Vec<u8>> = end["table"]["fair"]["luck"]
        .as_array()
        .unwrap()
        .iter()
        .map(|luck| quinta_wire::hex::read(luck.as_str().unwrap()).unwrap())
        .collect();
    let added: Vec<_> = luck.iter().map(Vec::as_slice).collect();
    let seed = fair::mixed(&secret, table, &added);
    let mut hidden: Vec<_> = [secret.0, seed.0].iter().flat_map(|secret| forms(secret)).collect();
    hidden.extend(luck.iter().filter(|luck| !luck.is_empty()).flat_map(|luck| forms(luck)));

    let hidden = Patterns::new(hidden);
    let revealed_secret = Patterns::new(vec![secret.to_string().into_bytes()]);

    let lines = tap.lines();
    let mut all: Vec<_> = lines.iter().flat_map(taken_apart).collect();
    all.sort_by_key(|sent| sent.when);
    let value = |sent: &Sent| serde_json::from_slice::<Value>(&sent.bytes).unwrap_or_default();
    let over = all.iter().find(|sent| is_over(sent, &value(sent), &record)).unwrap().when;
    let mut revealed = all.iter().filter(|sent| sent.when >= over);
    assert!(
        revealed.any(|sent| revealed_secret.are_in(&sent.bytes)),
        "this check would find the seed"
    );
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for sent in all.iter().filter(|sent| sent.when < over) {
        assert!(
            !hidden.are_in(&sent.bytes),
            "{}: {}",
            sent.path,
            String::from_utf8_lossy(&sent.bytes)
        );
        let value = value(sent);
        let kind = check_meaning(&public, sent, &value);
        *seen.entry(kind).or_default() += 1;
    }
    // The checks were not vacuous.
    for kind in [
        "head", "snapshot", "update", "choices", "refused", "reply", "record", "replay", "lobby",
        "text",
    ] {
        assert!(seen.get(kind).is_some_and(|count| *count > 1), "{kind}: {seen:?}");
    }
    eprintln!(
        "{table}: {} bytes in {} pieces before the end: {seen:?}",
        all.iter().map(|s| s.bytes.len()).sum::<usize>(),
        all.len()
    );
}

/// Checks a document against its number and returns its sort.
fn check_meaning(public: &Public, sent: &Sent, value: &Value) -> &'static str {
    if sent.bytes.starts_with(b"HTTP/1.1") {
        return "head";
    }
    let Some(object) = value.as_object() else {
        // Pages, figures and pings: their bytes were checked.
        return "text";
    };
    if let Some(table) = value.get("table").filter(|table| table.is_object()) {
        keys(value, &["type", "version", "you", "presence", "events", "table", "choices"]);
        public.check_table(table);
        let number = table["number"].as_u64().unwrap();
        public.check_events(&value["events"], number);
        if let Some(choices) = value.get("choices") {
            public.check_choices(choices, number);
        }
        return if value["type"] == "update" { "update" } else { "snapshot" };
    }
    if object.contains_key("error") {
        keys(value, &["type", "id", "error", "events"]);
        public.check_events(&value["events"], u64::MAX);
        // Refusals depend on public facts: they contain codes, cells and kinds in storage.
        keys(&value["error"], &["code", "message", "data"]);
        return "refused";
    }
    if sent.path.ends_with("/record") {
        keys(value, &["format", "version", "setup", "events", "names", "fair", "engine", "result"]);
        keys(&value["fair"], &["game", "commitment"]);
        let read = Record::from_json(value.to_string()).unwrap();
        let shown = serde_json::to_value(quinta_table::replay(&read).unwrap()).unwrap();
        public.check_states(&shown);
        // It names only expansions that had been turned up by then.
        let turned = shown["steps"].as_array().unwrap().iter();
        let turned = turned.filter(|step| step["event"]["event"]["type"] == "turned").count();
        let known = |kinds: &Value| kinds.as_array().unwrap().iter().filter(|k| **k != "?").count();
        let told: usize = value["setup"]["stacks"].as_array().unwrap().iter().map(known).sum();
        assert_eq!((told, known(&value["setup"]["supply"])), (turned, 0));
        return "record";
    }
    if sent.path.ends_with("/replay") {
        public.check_states(value);
        return "replay";
    }
    if object.contains_key("open") && object.contains_key("mine") {
        return "lobby";
    }
    match value["type"].as_str() {
        Some("choices") => {
            public.check_choices(value, value["at"].as_u64().unwrap());
            "choices"
        }
        Some("presence") => {
            keys(value, &["type", "connected", "thinking", "gone", "left", "watchers"]);
            "presence"
        }
        Some("you") => {
            keys(value, &["type", "name", "seats", "host", "invitation"]);
            "you"
        }
        _ if object.contains_key("number") => {
            keys(value, &["type", "id", "number", "hint", "advice"]);
            "reply"
        }
        _ => "other",
    }
}

impl Public {
    /// A replay has the states of the game, and no more than its events.
    fn check_states(&self, replay: &Value) {
        let mut states = self.states.values().skip(1);
        for step in replay["steps"].as_array().unwrap() {
            let state = states.next().unwrap();
            assert_eq!(
                step["state"],
                serde_json::to_value(StateView::of(&self.rules, state)).unwrap()
            );
        }
    }
}

/// Plays over plain HTTP.
async fn play_by_polling(guest: &Guest, table: &str, dice: &mut Dice) {
    let mut since = 0;
    loop {
        let news = guest.poll(table, since, 20).await;
        since = news["table"]["number"].as_u64().unwrap();
        if news["table"]["stage"] == "over" {
            return;
        }
        if let Some(choices) = news.get("choices") {
            let action = pick(choices, dice);
            guest
                .command(table, json!({ "type": "act", "at": choices["at"], "action": action }))
                .await;
        }
    }
}

/// Requests every resource again and again, existing or not.
async fn pry(guest: &Guest, table: &str) {
    let mut since = 0;
    loop {
        for path in [
            format!("/api/games/{table}/record"),
            format!("/api/games/{table}/replay"),
            format!("/api/tables/{table}"),
            format!("/api/tables/{table}?since=5"),
            format!("/api/tables/{table}/events?since=0&wait=0"),
        ] {
            let answer = guest.ask("GET", &path, None).await;
            if answer.body["table"]["stage"] == "over" {
                return;
            }
        }
        for path in [
            "/api/tables",
            "/api/me",
            "/api/about",
            "/metrics",
            "/healthz",
            "/readyz",
            "/api/nothing",
            "/",
        ] {
            guest.ask("GET", path, None).await;
        }
        for path in [
            format!("/t/{table}"),
            format!("/card/{table}.png"),
            format!("/r/{table}"),
            format!("/api/tables/{table}/log"),
        ] {
            guest.ask("GET", &path, None).await;
        }
        for command in [
            json!({ "type": "hint" }),
            json!({ "type": "undo", "at": 3 }),
            json!({ "type": "act", "at": 0, "action": { "pass": {} } }),
            json!({ "type": "act", "at": 99999, "action": { "place": "b1", "cell": [1, 0], "pay": {} } }),
            json!({ "type": "act_text", "at": 99999, "text": "the seed, please" }),
            json!({ "type": "ready", "luck": "00" }),
            json!({ "type": "seed" }),
            json!({ "type": "say", "phrase": "luck" }),
            json!({ "type": "rematch" }),
        ] {
            guest.command(table, command).await;
        }
        // Often at first, before the game has begun, and again when it has gone on for a while.
        let until = since + if since < 20 { 2 } else { 20 };
        while since < until {
            let news = guest.poll(table, since, 25).await;
            since = news["table"]["number"].as_u64().unwrap();
            if news["table"]["stage"] == "over" {
                break;
            }
        }
    }
}

/// A recorded game of people and bots.
async fn game(people: usize, bots: usize, board: &str) {
    let folder = Folder::new();
    let server = start(&folder).await;
    let tap = Tap::on(server.address()).await;
    let guests: Vec<_> = {
        let mut guests = Vec::new();
        for _ in 0..people {
            guests.push(Guest::new(tap.address).await);
        }
        guests
    };
    let mut seats = vec![json!({ "who": "me" })];
    seats.resize(people, json!({ "who": "open" }));
    seats.resize(people + bots, json!({ "who": "bot", "level": "random" }));
    let options = json!({ "access": "open", "board": board, "hints": true, "undo": "never" });
    let (table, _) = guests[0].create(json!({ "seats": seats, "options": options })).await;
    let watcher = Guest::new(tap.address).await;
    let mut spectator = watcher.socket(&table, None).await;
    for guest in &guests[1..] {
        guest.must(&table, json!({ "type": "sit" })).await;
    }
    let mut dice = Dice(4 + people as u64);
    let mut tasks = Vec::new();
    for (number, guest) in guests.iter().enumerate() {
        let luck: Vec<u8> = (0..24).map(|_| dice.below(256) as u8).collect();
        let luck = quinta_wire::hex::write(&luck);
        guest.must(&table, json!({ "type": "ready", "luck": luck })).await;
        let (guest, table, mut dice) = (guest.clone(), table.clone(), Dice(77 + number as u64));
        tasks.push(tokio::spawn(async move {
            if number == 1 {
                return play_by_polling(&guest, &table, &mut dice).await;
            }
            let mut socket = guest.socket(&table, None).await;
            while !socket.is_over() {
                if socket.choices.is_some() && dice.below(10) == 0 {
                    let hint = socket.ask(json!({ "type": "hint" })).await;
                    assert!(hint["hint"].is_object(), "{hint}");
                }
                if !socket.act(&mut dice).await {
                    socket.next().await.unwrap();
                }
            }
        }));
    }
    for prying in [&watcher, &guests[0]] {
        let (guest, table) = (prying.clone(), table.clone());
        tasks.push(tokio::spawn(async move { pry(&guest, &table).await }));
    }
    watch_while(&mut spectator, tasks).await;
    check(&tap, &watcher, &table).await;
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_leaks_to_two() {
    game(2, 0, "front").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_leaks_to_two_and_a_bot() {
    game(2, 1, "back").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_leaks_to_four() {
    game(4, 0, "front").await;
}
