//! Two processes on one Postgres: how long a game stands still when the one that runs it is killed.
//!
//! `QUINTA_TAKEOVERS` says how often (thirty before a release); CI does a few.
#![cfg(feature = "postgres-tests")]
#[path = "../../server/tests/common/postgres.rs"]
mod postgres;

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

struct Server {
    child: Child,
    address: String,
    _folder: TempDir,
}

impl Server {
    fn start(database: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_quinta"))
            .args(["serve", "--port", "0", "--data"])
            .arg(folder.path())
            .env("QUINTA_DATABASE", database)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit("http://").next().unwrap().to_owned();
        assert!(address.contains(':'), "{line}");
        Self { child, address, _folder: folder }
    }

    fn ask(&self, method: &str, path: &str, token: &str, body: &Value) -> Value {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nAuthorization: Bearer {token}\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
    }
}

impl Drop for Server {
    /// `Child::kill` is SIGKILL: the server has no chance to say goodbye.
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// A game whose bot is to move next, run by this process; its id and the number of its last event.
fn game(server: &Server, token: &str) -> (String, u64) {
    let wish = json!({
        "seats": [{ "who": "me" }, { "who": "bot", "level": "architect" }],
        "options": { "first": { "seat": 0 } }
    });
    let table = server.ask("POST", "/api/tables", token, &wish)["id"].clone();
    let table = table.as_str().unwrap().to_owned();
    let commands = format!("/api/tables/{table}/commands");
    server.ask("POST", &commands, token, &json!({ "id": "r", "type": "ready", "luck": "aa" }));
    let view = server.ask("GET", &format!("/api/tables/{table}"), token, &Value::Null);
    let (choices, at) = (&view["choices"], &view["table"]["number"]);
    let choice = choices["acquire"].as_array().unwrap().iter().find(|c| c.get("reason").is_none());
    let choice = choice.unwrap();
    let action = json!({ "acquire": choice["attribute"], "take": choice["takes"][0] });
    let act = json!({ "id": "a", "type": "act", "at": at, "action": action });
    let reply = server.ask("POST", &commands, token, &act);
    (table, reply["number"].as_u64().unwrap_or_else(|| panic!("{reply}")))
}

#[test]
fn another_process_goes_on_within_ten_seconds() {
    let kills: u64 =
        std::env::var("QUINTA_TAKEOVERS").ok().and_then(|n| n.parse().ok()).unwrap_or(2);
    let database = postgres::shared().database();
    let mut running = Server::start(&database);
    let mut other = Server::start(&database);
    let token = running.ask("POST", "/api/token", "", &Value::Null)["token"].clone();
    let token = token.as_str().unwrap();
    let mut times = Vec::new();
    for kill in 0..kills {
        // At another moment between two signs of life each time.
        std::thread::sleep(Duration::from_millis(370 * kill % 2100));
        let (table, number) = game(&running, token);
        let killed = Instant::now();
        drop(running);
        // It waits for the bot, for which somebody has to run the game.
        let events = format!("/api/tables/{table}/events?since={number}&wait=30");
        let news = other.ask("GET", &events, token, &Value::Null);
        times.push(killed.elapsed());
        let next = &news["events"][0]["event"];
        assert_eq!(next["seat"], 1, "the bot has moved: {news}");
        running = other;
        other = Server::start(&database);
    }
    times.sort();
    eprintln!("{kills} takeovers: median {:?}, longest {:?}", times[times.len() / 2], times.last());
    assert!(times.last() < Some(&Duration::from_secs(10)), "{times:?}");
}
