//! A server for each test, and clients that know no rules: they play from the choices alone.
#![allow(dead_code, reason = "each test uses its own part")]
#[cfg(feature = "postgres-tests")]
pub(crate) mod postgres;
pub(crate) mod tap;

use futures_util::future::{try_join, try_join_all};
use futures_util::{SinkExt, StreamExt};
use quinta_server::store::{Postgres, Sqlite, Store};
use quinta_server::{DATABASE, Limits, Server, Settings};
use serde_json::{Value, json};
use std::fmt::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// Runs each of these tests, functions of a folder, on both stores, as `NAME::sqlite` and `NAME::postgres`.
#[macro_export]
macro_rules! on_both_stores {
    ($($name:ident),* $(,)?) => {
        $(mod $name {
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                super::$name($crate::common::Folder::new()).await;
            }

            #[cfg(feature = "postgres-tests")]
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                super::$name($crate::common::Folder::with_postgres()).await;
            }
        })*
    };
}

/// Runs each of these tests on two servers that share a Postgres database, as `NAME::two_servers`: connections alternate between them.
#[macro_export]
macro_rules! on_two_servers {
    ($($name:ident),* $(,)?) => {
        #[cfg(feature = "postgres-tests")]
        mod two_servers {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::$name($crate::common::Folder::with_postgres().for_two()).await;
            })*
        }
    };
}

/// A temporary folder, and the database in place of the file in it.
pub(crate) struct Folder(pub(crate) PathBuf, pub(crate) Option<String>, bool);

impl Folder {
    /// With a Postgres database.
    #[cfg(feature = "postgres-tests")]
    pub(crate) fn with_postgres() -> Self {
        Self::new().on(postgres::shared().database())
    }

    /// With this database.
    pub(crate) fn on(mut self, url: String) -> Self {
        self.1 = Some(url);
        self
    }

    /// For two servers at the same time.
    pub(crate) fn for_two(mut self) -> Self {
        self.2 = true;
        self
    }

    /// The settings of a server on this store.
    pub(crate) fn settings(&self, settings: Settings) -> Settings {
        let database = self.1.as_ref().map(|url| url.parse().unwrap());
        Settings { port: 0, data: self.0.clone(), database, ..settings }
    }

    pub(crate) fn new() -> Self {
        static NEXT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
        let number = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let path =
            std::env::temp_dir().join(format!("quinta-test-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path, None, false)
    }
}

/// The test's own connection to a database.
pub(crate) enum Other {
    Sqlite(sqlx::SqliteConnection),
    Postgres(sqlx::PgConnection),
}

impl Other {
    pub(crate) async fn to(folder: &Folder) -> Self {
        if let Some(url) = &folder.1 {
            return Self::Postgres(sqlx::Connection::connect(url).await.unwrap());
        }
        let file = folder.0.join(DATABASE);
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
        Self::Sqlite(sqlx::Connection::connect_with(&options).await.unwrap())
    }

    /// Runs a statement, given for each store.
    pub(crate) async fn say(&mut self, sqlite: &str, postgres: &str) {
        match self {
            Self::Sqlite(other) => drop(sqlx::raw_sql(sqlite).execute(other).await.unwrap()),
            Self::Postgres(other) => drop(sqlx::raw_sql(postgres).execute(other).await.unwrap()),
        }
    }

    /// Makes the database read-only, as on a full disk.
    pub(crate) async fn block_writing(&mut self) {
        let lock = "BEGIN; LOCK TABLE events, games, people, runs IN EXCLUSIVE MODE";
        self.say("BEGIN EXCLUSIVE", lock).await;
    }

    /// Makes the database writable again.
    pub(crate) async fn unblock(&mut self) {
        self.say("ROLLBACK", "ROLLBACK").await;
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The store that the stories run on.
pub(crate) async fn store(folder: &Folder) -> Arc<dyn Store> {
    match &folder.1 {
        Some(url) => Arc::new(Postgres::open(&url.parse().unwrap()).await.unwrap()),
        None => Arc::new(Sqlite::open(&folder.0.join(DATABASE)).await.unwrap()),
    }
}

/// A server, or two that share a database.
pub(crate) struct Served {
    first: Server,
    second: Option<Server>,
    asked: std::sync::atomic::AtomicUsize,
}

impl Served {
    /// The address; of two servers, each in turn.
    pub(crate) fn address(&self) -> SocketAddr {
        let asked = self.asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        match &self.second {
            Some(second) if asked % 2 == 1 => second.address(),
            _ => self.first.address(),
        }
    }

    pub(crate) fn url(&self) -> String {
        self.first.url()
    }

    pub(crate) async fn stop(self) -> Result<(), quinta_server::ServeError> {
        self.first.stop().await?;
        match self.second {
            Some(second) => second.stop().await,
            None => Ok(()),
        }
    }
}

pub(crate) async fn start(folder: &Folder) -> Served {
    start_with(folder, Limits::none()).await
}

pub(crate) async fn start_with(folder: &Folder, limits: Limits) -> Served {
    start_as(folder, Settings { limits, ..Settings::default() }).await
}

pub(crate) async fn start_as(folder: &Folder, settings: Settings) -> Served {
    let start = || async { Server::start(folder.settings(settings.clone())).await.unwrap() };
    let first = start().await;
    let second = if folder.2 { Some(start().await) } else { None };
    Served { first, second, asked: std::sync::atomic::AtomicUsize::new(0) }
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Value,
    pub(crate) text: String,
    pub(crate) bytes: Vec<u8>,
}

/// One request over a connection of its own.
pub(crate) async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<&str>,
) -> Answer {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let mut text = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
    if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
        let _ = write!(text, "Host: {address}\r\n");
    }
    for (name, value) in headers {
        let _ = write!(text, "{name}: {value}\r\n");
    }
    let body = body.unwrap_or_default();
    let _ = write!(
        text,
        "Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    // A server that refuses early may close before it has read everything.
    let _ = stream.write_all(text.as_bytes()).await;
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes).await;
    let answer = String::from_utf8_lossy(&bytes).into_owned();
    let body_at =
        bytes.windows(4).position(|four| four == b"\r\n\r\n").map_or(bytes.len(), |at| at + 4);
    let (head, text) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
    let body = serde_json::from_str(text).unwrap_or(Value::Null);
    Answer {
        status,
        head: head.to_owned(),
        body,
        text: text.to_owned(),
        bytes: bytes.split_off(body_at),
    }
}

/// A guest with a token.
#[derive(Clone)]
pub(crate) struct Guest {
    pub(crate) address: SocketAddr,
    pub(crate) token: String,
    /// The client address that a proxy reports, for servers that trust it.
    pub(crate) seen_at: Option<String>,
    ids: Arc<std::sync::atomic::AtomicU64>,
}

impl Guest {
    pub(crate) async fn new(address: SocketAddr) -> Self {
        let answer = request(address, "POST", "/api/token", &[], None).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        Self::known(address, answer.body["token"].as_str().unwrap())
    }

    /// A guest with a token from earlier.
    pub(crate) fn known(address: SocketAddr, token: &str) -> Self {
        Self { address, token: token.to_owned(), seen_at: None, ids: Arc::default() }
    }

    pub(crate) fn at(&self, address: SocketAddr) -> Self {
        Self { address, ..self.clone() }
    }

    pub(crate) fn fresh_id(&self) -> String {
        format!("c{}", self.ids.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
    }

    pub(crate) async fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let bearer = format!("Bearer {}", self.token);
        let body = body.map(Value::to_string);
        let mut headers = vec![("Authorization", bearer.as_str())];
        headers.extend(self.seen_at.as_deref().map(|address| ("X-Forwarded-For", address)));
        request(self.address, method, path, &headers, body.as_deref()).await
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        let answer = self.ask("GET", path, None).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        answer.body
    }

    /// Makes a table; its id and its invitation.
    pub(crate) async fn create(&self, wish: Value) -> (String, String) {
        let answer = self.ask("POST", "/api/tables", Some(&wish)).await;
        assert_eq!(answer.status, 201, "{}", answer.text);
        let text = |name: &str| answer.body[name].as_str().unwrap().to_owned();
        (text("id"), text("invitation"))
    }

    /// A command over HTTP, with an id of its own.
    pub(crate) async fn command(&self, table: &str, mut command: Value) -> Answer {
        if command.get("id").is_none() {
            command["id"] = json!(self.fresh_id());
        }
        self.ask("POST", &format!("/api/tables/{table}/commands"), Some(&command)).await
    }

    pub(crate) async fn must(&self, table: &str, command: Value) -> Value {
        let answer = self.command(table, command.clone()).await;
        assert_eq!(answer.status, 200, "{command}: {}", answer.text);
        answer.body
    }

    pub(crate) async fn ready(&self, table: &str) {
        self.must(table, json!({ "type": "ready", "luck": "00112233445566778899aabbccddeeff" }))
            .await;
    }

    pub(crate) async fn poll(&self, table: &str, since: u64, wait: u64) -> Value {
        self.get(&format!("/api/tables/{table}/events?since={since}&wait={wait}")).await
    }

    pub(crate) async fn socket(&self, table: &str, since: Option<u64>) -> Socket {
        Socket::open(self, table, since).await.expect("the socket opens")
    }
}

type Stream = tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<TcpStream>>;

pub(crate) struct Socket {
    pub(crate) stream: Stream,
    pub(crate) guest: Guest,
    /// Everything received, for the tests of leaks.
    pub(crate) heard: Vec<String>,
    pub(crate) table: Value,
    pub(crate) choices: Option<Value>,
    pub(crate) last: u64,
    pub(crate) bye: Option<Value>,
}

impl Socket {
    pub(crate) async fn open(
        guest: &Guest,
        table: &str,
        since: Option<u64>,
    ) -> Result<Self, String> {
        let query = since.map_or(String::new(), |n| format!("?since={n}"));
        Self::asking(guest, table, &query).await
    }

    /// Opens one with this query.
    pub(crate) async fn asking(guest: &Guest, table: &str, query: &str) -> Result<Self, String> {
        let url = format!("ws://{}/api/tables/{table}/socket{query}", guest.address);
        let mut wish = url.into_client_request().map_err(|e| e.to_string())?;
        let bearer = format!("Bearer {}", guest.token);
        wish.headers_mut().insert("Authorization", bearer.parse().unwrap());
        if let Some(address) = &guest.seen_at {
            wish.headers_mut().insert("X-Forwarded-For", address.parse().unwrap());
        }
        let (stream, _) =
            tokio_tungstenite::connect_async(wish).await.map_err(|e| e.to_string())?;
        let mut socket = Self {
            stream,
            guest: guest.clone(),
            heard: Vec::new(),
            table: Value::Null,
            choices: None,
            last: 0,
            bye: None,
        };
        let first = socket.next().await.ok_or("no snapshot")?;
        if first["type"] != "snapshot" {
            return Err(format!("the first message is {first}"));
        }
        Ok(socket)
    }

    /// The next message; `None` when the socket is closed.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        // Pings are not messages and do not extend the timeout.
        let latest = tokio::time::Instant::now() + Duration::from_secs(60);
        loop {
            let frame = tokio::time::timeout_at(latest, self.stream.next())
                .await
                .expect("a message in time")?;
            let Message::Text(text) = frame.ok()? else { continue };
            let message: Value = serde_json::from_str(&text).unwrap();
            self.heard.push(text.to_string());
            match message["type"].as_str().unwrap() {
                "snapshot" | "update" => {
                    self.table = message["table"].clone();
                    self.last = self.table["number"].as_u64().unwrap();
                    self.choices = message.get("choices").cloned();
                }
                "choices" => self.choices = Some(message.clone()),
                "bye" => self.bye = Some(message.clone()),
                _ => {}
            }
            return Some(message);
        }
    }

    pub(crate) async fn until(&mut self, what: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.next().await.expect("the socket stays open");
            if what(&message) {
                return message;
            }
        }
    }

    pub(crate) async fn send(&mut self, mut command: Value) -> String {
        if command.get("id").is_none() {
            command["id"] = json!(self.guest.fresh_id());
        }
        let id = command["id"].as_str().unwrap().to_owned();
        self.stream.send(Message::text(command.to_string())).await.unwrap();
        id
    }

    /// Sends and waits for the answer to it.
    pub(crate) async fn ask(&mut self, command: Value) -> Value {
        let id = self.send(command).await;
        self.until(|m| (m["type"] == "reply" || m["type"] == "refused") && m["id"] == id.as_str())
            .await
    }

    pub(crate) fn is_over(&self) -> bool {
        self.table["stage"] == "over"
    }

    /// Takes the turn if there are choices: a random one of them.
    pub(crate) async fn act(&mut self, dice: &mut Dice) -> bool {
        self.act_on(pick_but_pass, dice).await
    }

    async fn act_on(&mut self, pick: fn(&Value, &mut Dice) -> Value, dice: &mut Dice) -> bool {
        let Some(choices) = self.choices.take() else { return false };
        let action = pick(&choices, dice);
        let answer =
            self.ask(json!({ "type": "act", "at": choices["at"], "action": action })).await;
        assert_eq!(answer["type"], "reply", "{action}: {answer}");
        true
    }

    /// Plays until the game is over.
    pub(crate) async fn play(&mut self, dice: &mut Dice) {
        while !self.is_over() {
            if !self.act_on(pick, dice).await {
                self.next().await.expect("the socket stays open");
            }
        }
    }
}

/// Watches until the game is over, while these tasks play. The first failure ends the test at once, because the others might
/// wait for it for ever.
pub(crate) async fn watch_while(spectator: &mut Socket, tasks: Vec<JoinHandle<()>>) {
    let watching = async {
        while !spectator.is_over() {
            spectator.next().await.unwrap();
            assert!(spectator.choices.is_none(), "a spectator has nothing to choose");
        }
        Ok(())
    };
    try_join(watching, try_join_all(tasks)).await.unwrap();
}

/// Uniform numbers from a seed, for repeatable tests.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }

    fn of<'a>(&mut self, list: &'a Value) -> &'a Value {
        let list = list.as_array().unwrap();
        &list[self.below(list.len())]
    }
}

/// Picks a random action from the choices, sometimes a pass.
pub(crate) fn pick(choices: &Value, dice: &mut Dice) -> Value {
    if dice.below(12) == 0 { json!({ "pass": {} }) } else { pick_but_pass(choices, dice) }
}

/// Picks a random action from the choices, a pass only if there is nothing else. A seat that passed has no more turns, so a
/// test that waits for the next one must not pass by chance.
pub(crate) fn pick_but_pass(choices: &Value, dice: &mut Dice) -> Value {
    let mut all = Vec::new();
    for choice in choices["acquire"].as_array().unwrap() {
        if choice.get("reason").is_none() {
            all.push(json!({ "acquire": choice["attribute"], "take": dice.of(&choice["takes"]) }));
        }
    }
    for choice in choices["place"].as_array().unwrap() {
        if choice.get("reason").is_none() && !choice["cells"].as_array().unwrap().is_empty() {
            let cell = &dice.of(&choice["cells"])["cell"];
            all.push(json!({ "place": choice["kind"], "cell": cell, "pay": dice.of(&choice["payments"]) }));
        }
    }
    for choice in choices["expand"].as_array().unwrap() {
        if choice.get("reason").is_none() && !choice["spots"].as_array().unwrap().is_empty() {
            let spot = dice.of(&choice["spots"]);
            all.push(json!({ "expand": choice["kind"], "area": spot["area"], "petal": spot["petal"], "pay": dice.of(&choice["payments"]) }));
        }
    }
    if choices["buy"].get("reason").is_none() {
        all.push(json!({ "buy": dice.of(&choices["buy"]["areas"]) }));
    }
    if all.is_empty() {
        return json!({ "pass": {} });
    }
    all.swap_remove(dice.below(all.len()))
}
