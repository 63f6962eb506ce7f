//! A guest of a server, over HTTP and over sockets.
use anyhow::{Context, Result, ensure};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::fmt::Write;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Interval, MissedTickBehavior};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// With the default limits, a socket that sends more than twenty messages a second is closed.
const PACE: Duration = Duration::from_millis(52);

/// A `since` beyond any table's events: only what happens from now on is sent.
pub(super) const NO_EVENTS: &str = "since=1000000";

/// The stream below a socket.
pub(super) type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// An answer over HTTP.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) text: String,
}

impl Answer {
    /// Returns its JSON if the status is a success.
    fn json(self) -> Result<Value> {
        ensure!((200..300).contains(&self.status), "{} {}", self.status, self.text);
        if self.text.is_empty() { Ok(Value::Null) } else { Ok(serde_json::from_str(&self.text)?) }
    }
}

/// A guest with a token.
#[derive(Clone)]
pub(super) struct Guest {
    pub(super) address: SocketAddr,
    token: String,
    /// The client address that a proxy in front would report.
    seen_at: Option<IpAddr>,
}

impl Guest {
    /// Returns a new guest of the server at `address`.
    pub(super) async fn new(address: SocketAddr, seen_at: Option<IpAddr>) -> Result<Self> {
        let mut guest = Self { address, token: String::new(), seen_at };
        let answer = guest.post("/api/token", &Value::Null).await?;
        answer["token"].as_str().context("no token")?.clone_into(&mut guest.token);
        Ok(guest)
    }

    /// The same guest, as seen at another address.
    pub(super) fn at(&self, seen_at: IpAddr) -> Self {
        Self { seen_at: Some(seen_at), ..self.clone() }
    }

    /// The common head of all requests.
    pub(super) fn head(&self, method: &str, path: &str) -> String {
        let Self { address, token, .. } = self;
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\n");
        if !token.is_empty() {
            let _ = write!(head, "Authorization: Bearer {token}\r\n");
        }
        if let Some(seen_at) = self.seen_at {
            let _ = write!(head, "X-Forwarded-For: {seen_at}\r\n");
        }
        head
    }

    /// One request over a connection of its own.
    pub(super) async fn ask(&self, method: &str, path: &str, body: &str) -> Result<Answer> {
        let text = format!(
            "{}Connection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.head(method, path),
            body.len()
        );
        let mut stream = TcpStream::connect(self.address).await?;
        stream.write_all(text.as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        let (head, text) = answer.split_once("\r\n\r\n").context("no answer")?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        Ok(Answer { status: status.context("no status")?, text: text.to_owned() })
    }

    /// Posts a document and fails unless it is accepted.
    pub(super) async fn post(&self, path: &str, body: &Value) -> Result<Value> {
        let answer = self.ask("POST", path, &body.to_string()).await?;
        answer.json().with_context(|| path.to_owned())
    }

    /// Makes a table and returns its id.
    pub(super) async fn create(&self, seats: &Value, options: &Value) -> Result<String> {
        let wish = json!({ "seats": seats, "options": options });
        let made = self.post("/api/tables", &wish).await?;
        Ok(made["id"].as_str().context("no table was made")?.to_owned())
    }

    /// Sends a command and fails unless it is accepted.
    pub(super) async fn command(&self, table: &str, command: &Value) -> Result<Value> {
        self.post(&format!("/api/tables/{table}/commands"), command).await
    }

    /// Sends `ready`.
    pub(super) async fn ready(&self, table: &str) -> Result<()> {
        let ready = json!({ "id": "ready", "type": "ready", "luck": "" });
        self.command(table, &ready).await.map(drop)
    }

    /// The request for a socket with this query.
    pub(super) fn upgrade(&self, table: &str, query: &str) -> Result<Request> {
        let address = self.address;
        let path = format!("ws://{address}/api/tables/{table}/socket?{query}");
        let mut wish = path.into_client_request()?;
        wish.headers_mut().insert("Authorization", format!("Bearer {}", self.token).parse()?);
        if let Some(seen_at) = self.seen_at {
            wish.headers_mut().insert("X-Forwarded-For", seen_at.to_string().parse()?);
        }
        Ok(wish)
    }

    /// Opens a socket with this query.
    pub(super) async fn stream(&self, table: &str, query: &str) -> Result<Stream> {
        Ok(tokio_tungstenite::connect_async(self.upgrade(table, query)?).await?.0)
    }

    /// Opens a socket for commands and replies.
    pub(super) async fn socket(&self, table: &str) -> Result<Socket> {
        let stream = self.stream(table, NO_EVENTS).await?;
        let mut pace = tokio::time::interval(PACE);
        pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut socket = Socket { stream, pace, choices: None };
        socket.hear().await?;
        Ok(socket)
    }

    /// Returns one of the server's metrics.
    pub(super) async fn metric(&self, name: &str) -> Result<u64> {
        let text = self.ask("GET", "/metrics", "").await?.text;
        let value = text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
        value.with_context(|| format!("no metric {name}"))
    }
}

/// A socket for commands and replies.
pub(super) struct Socket {
    stream: Stream,
    pace: Interval,
    /// The choices, if it is this guest's turn.
    pub(super) choices: Option<Value>,
}

impl Socket {
    /// Waits for the next message.
    pub(super) async fn hear(&mut self) -> Result<Value> {
        loop {
            let Message::Text(text) = self.stream.next().await.context("the socket closed")??
            else {
                continue;
            };
            let mut message: Value = serde_json::from_str(&text)?;
            match message["type"].as_str() {
                Some("snapshot" | "update") => {
                    self.choices = Some(message["choices"].take()).filter(Value::is_object);
                }
                Some("choices") => self.choices = Some(message.clone()),
                _ => {}
            }
            return Ok(message);
        }
    }

    /// Sends a command and waits for the answer, whether it was taken or refused.
    pub(super) async fn ask(&mut self, command: &Value) -> Result<Value> {
        // The server counts a repeated id of the same guest once, even on another socket.
        static ASKED: AtomicU64 = AtomicU64::new(0);
        self.pace.tick().await;
        let id = format!("s{}", ASKED.fetch_add(1, Ordering::Relaxed));
        let mut command = command.clone();
        command["id"] = json!(id);
        self.stream.send(Message::text(command.to_string())).await?;
        loop {
            let message = self.hear().await?;
            if matches!(message["type"].as_str(), Some("reply" | "refused")) && message["id"] == id
            {
                return Ok(message);
            }
        }
    }
}
