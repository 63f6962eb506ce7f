//! Log lines of requests and commands: table and number but no secrets; and slow statements.
#![cfg(unix)]
mod common;

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};

/// A server that logs everything.
struct Served {
    child: Child,
    address: String,
    lines: Receiver<Value>,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Served {
    fn new(settings: &str, filter: &str) -> (Self, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("quinta.toml"), settings).unwrap();
        let data = folder.path().to_str().unwrap();
        let arguments = ["serve", "--port", "0", "--data", data, "--log-json", "--log", filter];
        let mut child = common::command(&arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
        let address = said.split("http://").nth(1).unwrap().trim().to_owned();
        let (sender, lines) = channel();
        let log = BufReader::new(child.stderr.take().unwrap());
        std::thread::spawn(move || {
            for line in log.lines().map_while(Result::ok) {
                let _ = sender.send(serde_json::from_str(&line).unwrap());
            }
        });
        (Self { child, address, lines }, folder)
    }

    fn ask(&self, method: &str, path: &str, token: &str, body: &Value) -> Value {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer {token}\r\nContent-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap_or_default()
    }

    /// The next line that satisfies the predicate.
    fn line(&self, is: impl Fn(&Value) -> bool) -> Value {
        self.lines.iter().find(is).expect("the server still logs")
    }

    fn token(&self) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "POST /api/token HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let body: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
        body["token"].as_str().unwrap().to_owned()
    }
}

#[test]
fn requests_and_commands_tell_their_table_and_its_number() {
    let (server, _folder) = Served::new("", "quinta_server=debug");
    let token = server.token();
    let wish = json!({ "seats": [{ "who": "me" }, { "who": "me" }] });
    let made = server.ask("POST", "/api/tables", &token, &wish);
    let (table, invitation) =
        (made["id"].as_str().unwrap(), made["invitation"].as_str().unwrap().to_owned());
    let ready = json!({ "id": "r", "type": "ready", "luck": "00112233445566778899aabbccddeeff" });
    let path = format!("/api/tables/{table}");
    let reply = server.ask("POST", &format!("{path}/commands"), &token, &ready);
    let number = reply["number"].as_u64().unwrap();

    let line = server.line(|line| line["fields"]["message"] == "carried out");
    let command = line["spans"].as_array().unwrap().last().unwrap();
    assert_eq!((&command["name"], &command["command"]), (&json!("command"), &json!("ready")));
    assert_eq!((&command["table"], &command["number"]), (&json!(table), &json!(number)));
    assert!(line["fields"]["ms"].is_f64(), "{line}");
    let of_request = |line: &Value| line["fields"]["message"] == "answered";
    let line = server.line(of_request);
    let request = &line["span"];
    assert_eq!(request["route"], "/api/tables/{id}/commands", "{line}");
    assert_eq!((&request["table"], &request["number"]), (&json!(table), &json!(number)));
    assert_eq!(line["fields"]["status"], 200);

    // A refusal is logged with its reason, without the query and without the guest.
    let illegal = json!({ "id": "a", "type": "act", "at": 1, "action": { "pass": {} } });
    server.ask("POST", &format!("{path}/commands?token={token}&i={invitation}"), "", &illegal);
    let refused = server.line(|line| line["fields"]["message"] == "refused");
    assert_eq!(refused["fields"]["code"], "Stale", "{refused}");
    let line = server.line(of_request);
    assert_eq!(line["fields"]["status"], 409);
    for line in [refused, line] {
        let text = line.to_string();
        assert!(!text.contains(&token[..40]) && !text.contains(&invitation), "{text}");
    }
}

#[test]
fn slow_statements_are_logged_without_what_they_hold() {
    let settings = "slow_statement = 1\n[limits]\ntables = 1000000\nrequests = 1000000\n";
    let (server, _folder) = Served::new(settings, "warn");
    let token = server.token();
    // On some machines a commit sometimes takes less than a millisecond.
    let slow = loop {
        let wish = json!({ "seats": [{ "who": "me" }, { "who": "open" }] });
        server.ask("POST", "/api/tables", &token, &wish);
        let mut lines = server.lines.try_iter();
        if let Some(line) = lines.find(|line| line["target"] == "sqlx::query") {
            break line;
        }
    };
    assert_eq!(slow["level"], "WARN", "{slow}");
    assert!(slow["fields"]["elapsed"].is_string(), "{slow}");
    assert!(!slow.to_string().contains("secret\":\""), "{slow}");
}
