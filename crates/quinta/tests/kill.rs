//! Kills the server with SIGKILL at random moments of games; every acknowledged move must be stored, and every game must go on.
//!
//! `QUINTA_KILLS` says how often (a hundred before a release); CI does a few.
#[cfg(feature = "postgres-tests")]
#[path = "../../server/tests/common/postgres.rs"]
mod postgres;

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(data: &Path, database: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quinta"))
            .args(["serve", "--port", "0", "--data"])
            .arg(data)
            .env("QUINTA_DATABASE", database)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit("http://").next().unwrap().to_owned();
        assert!(address.contains(':'), "{line}");
        Self { child, address }
    }
}

impl Drop for Server {
    /// `Child::kill` is SIGKILL: the server has no chance to tidy up.
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// One request; `None` if the server went away before the whole answer came.
fn ask(address: &str, method: &str, path: &str, token: &str, body: &Value) -> Option<(u16, Value)> {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(20))).ok()?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nAuthorization: Bearer {token}\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(body.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let length: usize = head
        .lines()
        .find_map(|l| l.to_lowercase().strip_prefix("content-length: ")?.parse().ok())?;
    (body.len() == length).then(|| {
        (head.split(' ').nth(1).unwrap().parse().unwrap(), serde_json::from_str(body).unwrap())
    })
}

/// A player: what it sent, and what was acknowledged.
struct Player {
    table: String,
    token: String,
    sent: u64,
    acknowledged: Vec<(u64, Value)>,
    games: u64,
}

impl Player {
    fn new(address: &str, wish: &Value) -> Self {
        let (_, token) = ask_without_token(address);
        let (status, made) = ask(address, "POST", "/api/tables", &token, wish).unwrap();
        assert_eq!(status, 201, "{made}");
        let table = made["id"].as_str().unwrap().to_owned();
        let mut player = Self { table, token, sent: 0, acknowledged: Vec::new(), games: 0 };
        player.command(address, &json!({ "id": "ready", "type": "ready", "luck": "aa" })).unwrap();
        player
    }

    fn command(&mut self, address: &str, command: &Value) -> Option<(u16, Value)> {
        ask(address, "POST", &format!("/api/tables/{}/commands", self.table), &self.token, command)
    }

    fn view(&self, address: &str) -> Option<Value> {
        Some(
            ask(address, "GET", &format!("/api/tables/{}", self.table), &self.token, &Value::Null)?
                .1,
        )
    }

    /// One move, if it is to act; a new game once one is over.
    fn step(&mut self, address: &str) -> Option<()> {
        let view = self.view(address)?;
        if view["table"]["stage"] == "gathering" {
            // The server was killed between the rematch and this.
            self.command(address, &json!({ "id": "ready", "type": "ready", "luck": "bb" }))?;
            return Some(());
        }
        if view["table"]["stage"] == "over" {
            let (_, reply) = self.command(address, &json!({ "id": "again", "type": "rematch" }))?;
            reply["table"].as_str()?.clone_into(&mut self.table);
            (self.acknowledged, self.games) = (Vec::new(), self.games + 1);
            self.command(address, &json!({ "id": "ready", "type": "ready", "luck": "bb" }))?;
            return Some(());
        }
        let Some(choices) = view.get("choices") else {
            // A bot is to act: wait for its move.
            let (table, number) = (&self.table, &view["table"]["number"]);
            let news = format!("/api/tables/{table}/events?since={number}&wait=10");
            ask(address, "GET", &news, &self.token, &Value::Null)?;
            return Some(());
        };
        self.sent += 1;
        let action = pick(choices, self.sent);
        let id = format!("m{}", self.sent);
        let (status, reply) = self.command(
            address,
            &json!({ "id": id, "type": "act", "at": choices["at"], "action": action }),
        )?;
        if status == 200 {
            self.acknowledged.push((
                reply["number"].as_u64().unwrap(),
                json!({ "id": id, "type": "act", "at": choices["at"], "action": action }),
            ));
        }
        Some(())
    }

    /// All acknowledged moves are stored, and the last one, repeated, counts once.
    fn check(&mut self, address: &str) {
        let view = self.view(address).expect("the table is there");
        let number = view["table"]["number"].as_u64().unwrap();
        let events = view["events"].as_array().unwrap();
        assert!(
            events.iter().enumerate().all(|(i, e)| e["number"] == i as u64 + 1),
            "numbers have no gaps"
        );
        let seat = &view["you"]["seats"][0];
        let own = |event: &Value| {
            let kinds = ["acquired", "placed", "bought", "passed"];
            event["seat"] == *seat && kinds.contains(&event["type"].as_str().unwrap())
        };
        for (acknowledged, command) in &self.acknowledged {
            assert!(
                *acknowledged <= number,
                "{command} was {acknowledged}, the log ends at {number}"
            );
            let at = command["at"].as_u64().unwrap();
            let made = &events[at as usize..*acknowledged as usize];
            assert!(made.iter().any(|e| own(&e["event"])), "{command} is not there");
        }
        if let Some((acknowledged, command)) = self.acknowledged.last().cloned() {
            let (status, reply) = self.command(address, &command).unwrap();
            assert_eq!(
                (status, reply["number"].as_u64()),
                (200, Some(acknowledged)),
                "the same reply as before the crash"
            );
        }
    }
}

fn ask_without_token(address: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "POST /api/token HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let body: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
    (200, body["token"].as_str().unwrap().to_owned())
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

#[test]
fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    kill_while_people_play("");
}

#[cfg(feature = "postgres-tests")]
#[test]
fn nothing_acknowledged_is_lost_when_a_server_on_postgres_is_killed() {
    kill_while_people_play(&postgres::shared().database());
}

/// On this database, or without one on a file.
fn kill_while_people_play(database: &str) {
    let kills: u32 = std::env::var("QUINTA_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(6);
    let folder = tempfile::tempdir().unwrap();
    let limits = "[limits]\nrequests = 1000000\nrequest_burst = 1000000\ntables = 1000\n";
    std::fs::write(folder.path().join("quinta.toml"), limits).unwrap();
    let server = Server::start(folder.path(), database);
    let bot = || json!({ "who": "bot", "level": "random" });
    let mut players: Vec<_> = [
        json!({ "seats": [{ "who": "me" }, bot()] }),
        json!({ "seats": [{ "who": "me" }, bot(), bot()] }),
        json!({ "seats": [{ "who": "me" }, bot(), bot(), bot()], "options": { "board": "back" } }),
    ]
    .iter()
    .map(|wish| Player::new(&server.address, wish))
    .collect();
    let mut server = Some(server);
    let mut total = 0;
    for kill in 0..kills {
        let running = server.take().unwrap();
        let address = running.address.clone();
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let moving: Vec<_> = players
                .iter_mut()
                .map(|player| {
                    let (tell, told) = mpsc::channel();
                    let (address, stop) = (&address, &stop);
                    scope.spawn(move || {
                        let before = (player.games, player.acknowledged.len());
                        while !stop.load(Ordering::Relaxed) && player.step(address).is_some() {
                            if (player.games, player.acknowledged.len()) > before {
                                let _ = tell.send(());
                            }
                        }
                    });
                    told
                })
                .collect();
            // Every game goes on, bots included, for a varying number of moves.
            for told in moving {
                for _ in 0..=kill * 3 % 7 {
                    told.recv().expect("a game goes on");
                }
            }
            drop(running);
            stop.store(true, Ordering::Relaxed);
        });
        let again = Server::start(folder.path(), database);
        for player in &mut players {
            total += player.acknowledged.len();
            player.check(&again.address);
        }
        server = Some(again);
    }
    assert!(total > 0);
    eprintln!("{kills} kills, nothing lost");
}
