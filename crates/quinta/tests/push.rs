//! Push messages over TLS go only to push services whose certificate the system trusts.
#![cfg(unix)]
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::{ServerConfig, crypto};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// A server that ends with the test.
struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A push service on this machine, and its certificate.
async fn service() -> (TcpListener, TlsAcceptor, String) {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let key = made.signing_key.serialize_der().try_into().unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    (listener, TlsAcceptor::from(Arc::new(config)), made.cert.pem())
}

async fn ask(address: &str, method: &str, path: &str, token: &str, body: &Value) -> (u16, Value) {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let mut stream = TcpStream::connect(address).await.unwrap();
    let bearer =
        if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{bearer}Content-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all([head, body].concat().as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, serde_json::from_str(body).unwrap_or_default())
}

/// Sends a command over its own socket and disconnects after the reply.
async fn command(address: &str, table: &str, token: &str, command: Value) {
    let wish = format!("ws://{address}/api/tables/{table}/socket?token={token}");
    let (mut socket, _) =
        tokio_tungstenite::connect_async(wish.into_client_request().unwrap()).await.unwrap();
    let id = command["id"].clone();
    socket.send(Message::text(command.to_string())).await.unwrap();
    loop {
        let text = socket.next().await.unwrap().unwrap().into_text().unwrap();
        let answer: Value = serde_json::from_str(&text).unwrap_or_default();
        if answer["id"] == id {
            assert_eq!(answer["type"], "reply", "{answer}");
            socket.close(None).await.unwrap();
            // The server has noticed once it closes its side.
            while socket.next().await.is_some_and(|message| message.is_ok()) {}
            return;
        }
    }
}

#[tokio::test]
async fn messages_go_to_services_that_can_be_trusted() {
    let folder = tempfile::tempdir().unwrap();
    let (trusted, trusted_tls, certificate) = service().await;
    let (strange, strange_tls, _) = service().await;
    let roots = folder.path().join("roots.pem");
    std::fs::write(&roots, certificate).unwrap();
    let mut server = Served(
        Command::new(env!("CARGO_BIN_EXE_quinta"))
            .args(["serve", "--port", "0", "--push-services", "https://localhost:*", "--data"])
            .arg(folder.path())
            .env("SSL_CERT_FILE", &roots)
            .env_remove("SSL_CERT_DIR")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap(),
    );
    let mut line = String::new();
    BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().rsplit("http://").next().unwrap().to_owned();

    let mut tokens = Vec::new();
    for service in [&trusted, &strange] {
        let made = ask(&address, "POST", "/api/token", "", &Value::Null).await;
        assert_eq!(made.0, 200, "{made:?}");
        let token = made.1["token"].as_str().unwrap().to_owned();
        let endpoint = format!("https://localhost:{}/push", service.local_addr().unwrap().port());
        let wish = json!({ "endpoint": endpoint, "keys": {
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg" } });
        assert_eq!(ask(&address, "PUT", "/api/push", &token, &wish).await.0, 204);
        tokens.push(token);
    }
    // The one who becomes ready last begins the game; the other is away.
    let wish =
        json!({ "seats": [{ "who": "me" }, { "who": "open" }], "options": { "access": "open" } });
    for (host, guest) in [(0, 1), (1, 0)] {
        let (status, made) = ask(&address, "POST", "/api/tables", &tokens[host], &wish).await;
        assert_eq!(status, 201, "{made}");
        let table = made["id"].as_str().unwrap();
        command(&address, table, &tokens[guest], json!({ "id": "s", "type": "sit" })).await;
        command(&address, table, &tokens[host], json!({ "id": "r", "type": "ready", "luck": "" }))
            .await;
        command(&address, table, &tokens[guest], json!({ "id": "r", "type": "ready", "luck": "" }))
            .await;
    }
    let limit = Duration::from_secs(30);
    let heard = tokio::time::timeout(limit, async {
        let (stream, _) = trusted.accept().await.unwrap();
        let mut stream = trusted_tls.accept(stream).await.expect("it trusts this certificate");
        let mut bytes = vec![0; 4096];
        let count = stream.read(&mut bytes).await.unwrap();
        stream.write_all(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n").await.unwrap();
        String::from_utf8_lossy(&bytes[..count]).into_owned()
    });
    let heard = heard.await.expect("a message in time");
    assert!(heard.starts_with("POST /push HTTP/1.1\r\n"), "{heard}");
    assert!(heard.contains("content-encoding: aes128gcm") && heard.contains("vapid t="), "{heard}");
    let refused = tokio::time::timeout(limit, async {
        let (stream, _) = strange.accept().await.unwrap();
        strange_tls.accept(stream).await.is_err()
    });
    assert!(
        refused.await.expect("it was tried"),
        "a certificate that nobody vouches for was accepted"
    );
}
