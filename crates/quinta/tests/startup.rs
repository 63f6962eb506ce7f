//! Starts of the program itself: after a kill, on a database without its key, with its folder gone; and `quinta store remove`.
#![cfg(unix)]
mod common;
#[cfg(feature = "postgres-tests")]
#[path = "../../server/tests/common/postgres.rs"]
mod postgres;

use common::{command, quinta};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(data: &Path, database: &str) -> Self {
        let mut server = command(&["serve", "--port", "0", "--data", data.to_str().unwrap()]);
        let server = server.env("QUINTA_DATABASE", database);
        let mut child = server.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).expect("it listens").trim().to_owned();
        Self { child, address }
    }

    /// Kills it; what it has logged.
    fn kill(mut self) -> String {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        let mut log = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        log
    }

    fn ask(&self, method: &str, path: &str, token: &str, body: &Value) -> (u16, String) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let signed = if token.is_empty() {
            String::new()
        } else {
            format!("Authorization: Bearer {token}\r\n")
        };
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{signed}Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    fn token(&self) -> String {
        let token: Value =
            serde_json::from_str(&self.ask("POST", "/api/token", "", &Value::Null).1).unwrap();
        token["token"].as_str().unwrap().to_owned()
    }

    fn table(&self, token: &str, wish: &Value) -> String {
        let (status, made) = self.ask("POST", "/api/tables", token, wish);
        assert_eq!(status, 201, "{made}");
        let made: Value = serde_json::from_str(&made).unwrap();
        made["id"].as_str().unwrap().to_owned()
    }

    fn command(&self, token: &str, table: &str, command: &Value) -> (u16, String) {
        self.ask("POST", &format!("/api/tables/{table}/commands"), token, command)
    }

    fn bot_moves(&self) -> u64 {
        let metrics = self.ask("GET", "/metrics", "", &Value::Null).1;
        let line = metrics.lines().find_map(|line| line.strip_prefix("quinta_bot_moves_total "));
        line.unwrap().parse().unwrap()
    }
}

fn against(level: &str) -> Value {
    json!({ "seats": [{ "who": "me" }, { "who": "bot", "level": level }], "options": { "first": { "seat": 0 } } })
}

/// A bot whose turn it was when the server was killed moves after the next start, though nobody asks for its table.
fn goes_on(database: &str) {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), database);
    let token = server.token();
    let table = server.table(&token, &against("architect"));
    let ready = json!({ "id": "r", "type": "ready", "luck": "" });
    let (status, reply) = server.command(&token, &table, &ready);
    assert_eq!(status, 200, "{reply}");
    let reply: Value = serde_json::from_str(&reply).unwrap();
    let pass = json!({ "id": "p", "type": "act", "at": reply["number"], "action": { "pass": {} } });
    assert_eq!(server.command(&token, &table, &pass).0, 200);
    server.kill();
    let server = Server::start(folder.path(), database);
    for _ in 0..300 {
        if server.bot_moves() > 0 {
            server.kill();
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("the bot does not move: {}", server.kill());
}

#[test]
fn a_bot_moves_after_a_kill() {
    goes_on("");
}

#[cfg(feature = "postgres-tests")]
#[test]
fn a_bot_moves_after_a_kill_on_postgres() {
    goes_on(&postgres::shared().database());
}

#[test]
fn a_folder_that_is_gone_is_said_in_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let server = Server::start(&data, "");
    let token = server.token();
    server.table(&token, &against("random"));
    std::fs::remove_dir_all(&data).unwrap();
    assert_eq!(server.ask("POST", "/api/tables", &token, &against("random")).0, 503);
    let (status, said) = server.ask("GET", "/readyz", "", &Value::Null);
    assert_eq!((status, said.as_str()), (503, "the database cannot be written\n"));
    let log = server.kill();
    assert!(log.contains("quinta.sqlite WAS DELETED"), "{log}");
}

#[cfg(feature = "postgres-tests")]
/// What a database that has lost its key is told about.
fn lost(database: &str, lose: impl Fn()) {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), database);
    server.table(&server.token(), &against("random"));
    let log = server.kill();
    assert!(!log.contains("IS LOST"), "nothing is lost on the first start: {log}");
    lose();
    let server = Server::start(folder.path(), database);
    assert_eq!(server.ask("GET", "/readyz", "", &Value::Null).0, 200);
    let log = server.kill();
    assert!(log.contains("THE KEY THAT SIGNS COOKIES IS LOST") && log.contains("backup"), "{log}");
    let log = Server::start(folder.path(), database).kill();
    assert!(!log.contains("IS LOST"), "it is said once: {log}");
}

#[cfg(feature = "postgres-tests")]
#[test]
fn a_lost_key_is_said_loudly_on_postgres() {
    let cluster = postgres::shared();
    let url = cluster.database();
    let name = postgres::name(&url).to_owned();
    lost(&url, || drop(cluster.sql(&name, "DELETE FROM secrets")));
}

/// Games are listed first, and deleted where that is meant and the server is stopped.
fn removed(database: &str) {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap().to_owned();
    let remove = |arguments: &[&str]| {
        let mut all = vec!["store", "remove", "--data", &data];
        if !database.is_empty() {
            all.extend(["--database", database]);
        }
        all.extend(arguments);
        quinta(&all)
    };
    let server = Server::start(folder.path(), database);
    let token = server.token();
    let games: Vec<_> = (0..3).map(|_| server.table(&token, &against("random"))).collect();
    let ready = json!({ "id": "r", "type": "ready", "luck": "" });
    for game in &games[..2] {
        assert_eq!(server.command(&token, game, &ready).0, 200);
    }
    assert_eq!(server.command(&token, &games[1], &json!({ "id": "e", "type": "resign" })).0, 200);
    let busy = remove(&["--older-than", "0h", "--yes"]);
    assert!(busy.code == Some(1) && busy.err.contains("another server"), "{}", busy.err);
    server.kill();

    let run = remove(&["--older-than", "1d", "--yes"]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), "0 games are deleted\n"), "{}", run.err);
    let run = remove(&["--older-than", "0h", "--unfinished"]);
    assert!(
        run.out.contains("2 games would be deleted") && !run.out.contains(&games[1]),
        "{}",
        run.out
    );
    let unsure = remove(&[&games[0], "nosuchgame", "--yes"]);
    assert!(unsure.code == Some(1) && unsure.err.contains("nothing was deleted"), "{}", unsure.err);
    let nothing = remove(&["--yes"]);
    assert_eq!(nothing.code, Some(2), "{}", nothing.err);
    let run = remove(&[&games[0], "--yes"]);
    assert!(
        run.code == Some(0) && run.out.contains("1 games are deleted"),
        "{}{}",
        run.out,
        run.err
    );
    let run = remove(&["--older-than", "0h", "--yes"]);
    assert!(run.out.contains("2 games are deleted"), "{}", run.out);
    let server = Server::start(folder.path(), database);
    for game in &games {
        assert_eq!(server.ask("GET", &format!("/api/tables/{game}"), &token, &Value::Null).0, 404);
    }
    server.kill();
}

#[test]
fn games_are_removed() {
    removed("");
}

#[cfg(feature = "postgres-tests")]
#[test]
fn games_are_removed_from_postgres() {
    removed(&postgres::shared().database());
}
