//! Players who go on through all faults: each request goes to another process, and unanswered ones are repeated.
use crate::watcher::Watcher;
use quinta_record::{Record, verify};
use quinta_table::{Known, Proof, prove};
use serde_json::{Value, json};
use std::fmt;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

/// The progress of a table.
pub(crate) struct Progress {
    times: Mutex<Times>,
    last: Mutex<String>,
    pub(crate) stop: AtomicBool,
}

/// When people moved, since counting began.
struct Times {
    moves: u64,
    last: Instant,
    longest: Duration,
}

impl Progress {
    pub(crate) fn new() -> Self {
        let times = Times { moves: 0, last: Instant::now(), longest: Duration::ZERO };
        Self { times: Mutex::new(times), last: Mutex::default(), stop: AtomicBool::new(false) }
    }

    /// Counts from now on.
    pub(crate) fn begin(&self) {
        *self.times.lock().unwrap() =
            Times { moves: 0, last: Instant::now(), longest: Duration::ZERO };
    }

    /// The moves of people, and the longest time that passed without one.
    pub(crate) fn so_far(&self) -> (u64, Duration) {
        let times = self.times.lock().unwrap();
        (times.moves, times.longest.max(times.last.elapsed()))
    }

    fn moved(&self) {
        let mut times = self.times.lock().unwrap();
        times.longest = times.longest.max(times.last.elapsed());
        (times.moves, times.last) = (times.moves + 1, Instant::now());
    }

    fn note(&self, what: String) {
        *self.last.lock().unwrap() = what;
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}; {}", self.so_far(), self.last.lock().unwrap())
    }
}

/// What a player has done.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) moves: u64,
    pub(crate) games: u64,
    pub(crate) again: u64,
}

/// A person with a seat.
struct Person {
    address: SocketAddr,
    token: String,
    sent: u64,
    /// The number of each acknowledged move of the game, and the number that it was meant for.
    acknowledged: Vec<(u64, u64)>,
}

/// The people at a table, one of them at a time.
pub(crate) struct Player {
    people: Vec<Person>,
    /// A watcher without a seat.
    guest: Person,
    watcher: Option<Watcher>,
    table: String,
    longest: Duration,
    tally: Tally,
    progress: Arc<Progress>,
}

/// The pause before a move, and the longest wait of a watcher.
#[derive(Clone, Copy)]
pub(crate) struct Pace {
    pub(crate) pause: Duration,
    pub(crate) longest: Duration,
}

/// The timeout of a request.
const ANSWER: Duration = Duration::from_secs(6);

impl Person {
    async fn new(address: SocketAddr) -> Self {
        let mut person = Self { address, token: String::new(), sent: 0, acknowledged: Vec::new() };
        let (_, answer) = person.insist("POST", "/api/token", &Value::Null, &mut 0).await;
        answer["token"].as_str().unwrap().clone_into(&mut person.token);
        person
    }

    /// One request; `None` if no whole answer came.
    async fn ask(&self, method: &str, path: &str, body: &Value) -> Option<(u16, Value)> {
        timeout(ANSWER, self.request(method, path, body)).await.ok()?
    }

    async fn request(&self, method: &str, path: &str, body: &Value) -> Option<(u16, Value)> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            self.token,
            body.len()
        );
        let mut stream = TcpStream::connect(self.address).await.ok()?;
        stream.write_all(format!("{head}{body}").as_bytes()).await.ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.ok()?;
        let (head, body) = answer.split_once("\r\n\r\n")?;
        let length =
            |line: &str| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok();
        let length: usize = head.lines().find_map(length)?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        if body.len() == length { Some((status, serde_json::from_str(body).ok()?)) } else { None }
    }

    /// Repeats a request until the answer is final.
    async fn insist(
        &self,
        method: &str,
        path: &str,
        body: &Value,
        again: &mut u64,
    ) -> (u16, Value) {
        loop {
            match self.ask(method, path, body).await {
                Some((status, answer)) if status < 500 && ![408, 429].contains(&status) => {
                    return (status, answer);
                }
                _ => *again += 1,
            }
            sleep(Duration::from_millis(200)).await;
        }
    }
}

impl Player {
    /// Plays at one table after the other until it is told to stop.
    pub(crate) async fn play(
        address: SocketAddr,
        number: usize,
        Pace { pause, longest }: Pace,
        progress: Arc<Progress>,
    ) -> Tally {
        let mut people = Vec::new();
        // One person and bots, or two people and a bot.
        for _ in 0..=number % 2 {
            people.push(Person::new(address).await);
        }
        let (guest, tally) = (Person::new(address).await, Tally::default());
        let mut player =
            Self { people, guest, watcher: None, table: String::new(), longest, tally, progress };
        player.sit_down().await;
        while !player.progress.stop.load(Ordering::Relaxed) {
            player.step().await;
            sleep(pause).await;
        }
        player.check().await;
        player.tally
    }

    /// Makes a table, and starts a game there.
    async fn sit_down(&mut self) {
        let bot = json!({ "who": "bot", "level": "random" });
        let seats = match self.people.len() {
            1 => json!([{ "who": "me" }, bot, bot]),
            _ => json!([{ "who": "me" }, { "who": "open" }, bot]),
        };
        let wish = json!({ "seats": seats, "options": { "access": "open" } });
        let again = &mut self.tally.again;
        let (status, made) = self.people[0].insist("POST", "/api/tables", &wish, again).await;
        assert_eq!(status, 201, "{made}");
        made["id"].as_str().unwrap().clone_into(&mut self.table);
        let Person { address, token, .. } = &self.guest;
        self.watcher = Some(Watcher::come(*address, &self.table, token));
        let path = format!("/api/tables/{}/commands", self.table);
        for (number, person) in self.people.iter_mut().enumerate() {
            person.acknowledged.clear();
            if number > 0 {
                let sit = json!({ "id": "sit", "type": "sit" });
                let (status, answer) = person.insist("POST", &path, &sit, again).await;
                assert_eq!(status, 200, "{answer}");
            }
        }
        for person in &self.people {
            let ready = json!({ "id": "ready", "type": "ready", "luck": "aa" });
            let (status, answer) = person.insist("POST", &path, &ready, again).await;
            assert_eq!(status, 200, "{answer}");
        }
    }

    /// Plays for the seat to act; begins a new game once one is over.
    async fn step(&mut self) {
        let path = format!("/api/tables/{}", self.table);
        for number in 0..self.people.len() {
            let again = &mut self.tally.again;
            let person = &mut self.people[number];
            let (status, view) = person.insist("GET", &path, &Value::Null, again).await;
            assert_eq!(status, 200, "{view}");
            self.progress.note(format!(
                "{} {} {}",
                self.table, view["table"]["stage"], view["table"]["number"]
            ));
            // A process that cannot reach the database shows an old state: ask another one.
            let known = person.acknowledged.last().map_or(0, |(number, _)| *number);
            if view["table"]["number"].as_u64() < Some(known) {
                *again += 1;
                continue;
            }
            if view["table"]["stage"] == "over" {
                self.check().await;
                self.tally.games += 1;
                self.sit_down().await;
                return;
            }
            let Some(choices) = view.get("choices") else { continue };
            person.sent += 1;
            let action = pick(choices, person.sent);
            let at = choices["at"].as_u64().unwrap();
            let act = json!({ "id": format!("m{}", person.sent), "type": "act", "at": at, "action": action });
            let (status, reply) =
                person.insist("POST", &format!("{path}/commands"), &act, again).await;
            assert_eq!(status, 200, "nobody else acts for this seat: {act} {reply}");
            person.acknowledged.push((reply["number"].as_u64().unwrap(), at));
            self.tally.moves += 1;
            self.progress.moved();
        }
    }

    /// Checks that the log has exactly the acknowledged moves, that the watcher saw the same, and that a finished game's record verifies.
    async fn check(&mut self) {
        let again = &mut self.tally.again;
        let person = &self.people[0];
        let last = |person: &Person| person.acknowledged.last().map_or(0, |(number, _)| *number);
        let known = self.people.iter().map(last).max().unwrap_or_default() as usize;
        let mut events = Vec::new();
        let view = loop {
            let path = format!("/api/tables/{}?since={}", self.table, events.len());
            let (status, view) = person.insist("GET", &path, &Value::Null, again).await;
            assert_eq!(status, 200, "{view}");
            let all = view["table"]["number"].as_u64().unwrap();
            if all < events.len().max(known) as u64 {
                sleep(Duration::from_millis(200)).await;
                continue;
            }
            events.extend(view["events"].as_array().unwrap().clone());
            if events.len() as u64 >= all {
                break view;
            }
        };
        assert!(
            events.iter().enumerate().all(|(i, e)| e["number"] == i as u64 + 1),
            "numbers have no gaps"
        );
        for (seat, person) in self.people.iter().enumerate() {
            let own = |event: &&Value| {
                let kinds = ["acquired", "placed", "bought", "passed"];
                event["event"]["seat"] == seat
                    && kinds.contains(&event["event"]["type"].as_str().unwrap())
            };
            for (number, at) in &person.acknowledged {
                let made = &events[*at as usize..*number as usize];
                assert!(
                    made.iter().any(|event| own(&event)),
                    "{}: move {number} is not there",
                    self.table
                );
            }
            let stored = events.iter().filter(own).count();
            assert_eq!(stored, person.acknowledged.len(), "{}: moves of seat {seat}", self.table);
        }
        if let Some(watcher) = self.watcher.take() {
            watcher.compare(&events, self.longest).await;
        }
        if view["table"]["stage"] == "over" {
            let path = format!("/api/games/{}/record", self.table);
            let (status, record) = person.insist("GET", &path, &Value::Null, again).await;
            assert_eq!(status, 200, "{record}");
            let record = Record::from_json(record.to_string()).unwrap();
            let replay = verify(&record).expect("the record holds");
            let proof = prove(&record, &replay, &Known::default()).expect("it is fair");
            assert!(matches!(proof, Proof::Kept(promise) if !promise.fresh_luck), "{proof}");
        }
    }
}

fn pick(choices: &Value, number: u64) -> Value {
    let usable = |name: &str, list: &str| -> Vec<Value> {
        let all = choices[name].as_array().unwrap().iter();
        all.filter(|c| c.get("reason").is_none() && !c[list].as_array().unwrap().is_empty())
            .cloned()
            .collect()
    };
    let place = usable("place", "cells");
    if let Some(choice) = place.first().filter(|_| number.is_multiple_of(2)) {
        return json!({ "place": choice["kind"], "cell": choice["cells"][0]["cell"], "pay": choice["payments"][0] });
    }
    match usable("acquire", "takes").first() {
        Some(choice) => json!({ "acquire": choice["attribute"], "take": choice["takes"][0] }),
        None => json!({ "pass": {} }),
    }
}
