//! Spans for an OpenTelemetry collector, here a local listener.
#![cfg(all(unix, feature = "otel"))]
mod common;

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Stdio;
use std::sync::mpsc::{Receiver, channel};

/// What a collector is sent: the path of each request, and its body.
fn collector() -> (String, Receiver<(String, Vec<u8>)>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let (sender, requests) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let sender = sender.clone();
            std::thread::spawn(move || {
                let mut reader = BufReader::new(stream.try_clone().unwrap());
                // One connection may bring many.
                while let Some(request) = request(&mut reader) {
                    let answer = "HTTP/1.1 200 OK\r\nContent-Type: application/x-protobuf\r\nContent-Length: 0\r\n\r\n";
                    (&stream).write_all(answer.as_bytes()).unwrap();
                    let _ = sender.send(request);
                }
            });
        }
    });
    (address, requests)
}

fn request(reader: &mut BufReader<TcpStream>) -> Option<(String, Vec<u8>)> {
    let mut first = String::new();
    reader.read_line(&mut first).ok().filter(|length| *length > 0)?;
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        if line.trim().is_empty() {
            break;
        }
        let (name, value) = line.split_once(':').unwrap();
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    Some((first.split(' ').nth(1).unwrap().to_owned(), body))
}

fn ask(address: &str, path: &str, token: &str, body: &Value) -> Value {
    let body = body.to_string();
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "POST {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer {token}\r\nContent-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

#[test]
fn a_collector_gets_the_spans_of_requests_and_commands() {
    let (endpoint, requests) = collector();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let mut server = common::command(&["serve", "--port", "0", "--data", data])
        .env("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint)
        .env("OTEL_BSP_SCHEDULE_DELAY", "100")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    let mut out = BufReader::new(server.stdout.take().unwrap());
    out.read_line(&mut said).unwrap();
    let address = said.split("http://").nth(1).unwrap().trim();
    // A request without a token's signature is refused, so a new guest has to come without one.
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "POST /api/token HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let body: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
    let token = body["token"].as_str().unwrap();
    let wish = json!({ "seats": [{ "who": "me" }, { "who": "me" }] });
    let made = ask(address, "/api/tables", token, &wish);
    let table = made["id"].as_str().unwrap();
    let ready = json!({ "id": "r", "type": "ready", "luck": "00" });
    ask(address, &format!("/api/tables/{table}/commands"), token, &ready);

    let has =
        |body: &[u8], text: &str| body.windows(text.len()).any(|part| part == text.as_bytes());
    let wanted = ["quinta", "request", "command", "ready", "/api/tables/{id}/commands", table];
    let mut all = Vec::new();
    while !wanted.iter().all(|text| has(&all, text)) {
        let (path, body) = requests.recv().unwrap();
        assert_eq!(path, "/v1/traces");
        all.extend(body);
    }
    assert!(!has(&all, &token[..40]), "a token is told to nobody");
    server.kill().unwrap();
    server.wait().unwrap();
}
