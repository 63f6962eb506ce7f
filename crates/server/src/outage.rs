//! Tests of what others do not see: a store that takes nothing, with a clock that the test sets forward, what is remembered of people, and
//! where bots wait.
use crate::identity::Guest;
use crate::time::{not_before, now};
use crate::{DATABASE, Limits, Server, Settings};
use quinta_wire::{ClientMessage, Code, CreateTable};
use serde_json::{Value, json};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::atomic::Ordering;

/// Time is everybody's: whoever sets it forward does so alone.
static TIME: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const DAY: u64 = 24 * 3600 * 1000;

/// A folder that goes away with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("quinta-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

async fn start(folder: &Folder) -> Server {
    let settings = Settings {
        port: 0,
        data: folder.0.clone(),
        limits: Limits::none(),
        // Tables stay in memory, however late it gets.
        idle_after: u32::MAX,
        ..Settings::default()
    };
    Server::start(settings).await.unwrap()
}

fn guest(name: &str) -> Guest {
    Guest { id: name.into(), name: name.into(), language: "en".into() }
}

fn message(command: Value) -> ClientMessage {
    serde_json::from_value(command).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time_in_which_nothing_could_be_stored_is_nobodys() {
    let _alone = TIME.lock().await;
    let folder = Folder::new("outage");
    let server = start(&folder).await;
    let (app, anna) = (&server.app, guest("anna"));
    let wish: CreateTable =
        serde_json::from_value(json!({ "seats": [{ "who": "me" }, { "who": "me" }],
        "options": { "clock": { "type": "days", "days": 14 } } }))
        .unwrap();
    let (live, _) = app.create(&anna, HERE, &wish).await.unwrap();
    let ready = message(json!({ "id": "ready", "type": "ready", "luck": "" }));
    let at = app.command(&live, &anna, HERE, ready).await.unwrap().number;
    let act =
        |id: &str| message(json!({ "id": id, "type": "act", "at": at, "action": { "buy": 0 } }));
    let left = || async {
        let core = live.core.lock().await;
        core.table.deadline().unwrap().1.saturating_sub(now())
    };

    // As on a full disk: everything can be read, nothing can be written.
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.0.join(DATABASE));
    let mut other: sqlx::SqliteConnection = sqlx::Connection::connect_with(&options).await.unwrap();
    sqlx::raw_sql("BEGIN EXCLUSIVE").execute(&mut other).await.unwrap();
    let refused = app.command(&live, &anna, HERE, act("first")).await.unwrap_err();
    assert_eq!(refused.error.code, Code::StoreFailed);
    not_before(now() + 30 * DAY);
    assert_eq!(left().await, 0, "by the clock alone it is too late");
    app.tick().await;
    assert_eq!(
        live.core.lock().await.table.number(),
        at,
        "nothing happens while nothing is stored"
    );

    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    app.tick().await;
    let left = left().await;
    assert!((13 * DAY..=14 * DAY).contains(&left), "{left} ms are left of 14 days");
    let events = live.core.lock().await.table.events_after(at).to_vec();
    let told = serde_json::to_value(&events).unwrap();
    assert_eq!((events.len(), &told[0]["event"]["type"]), (1, &json!("clock_held")));
    assert!(told[0]["event"]["milliseconds"].as_u64().unwrap() >= 30 * DAY);
    // The move that could not be stored can be made now, for the number that it was for.
    app.command(&live, &anna, HERE, act("second")).await.unwrap();
    app.tick().await;
    let told = serde_json::to_value(live.core.lock().await.table.events_after(at + 1)).unwrap();
    assert!(told.as_array().unwrap().iter().all(|e| e["event"]["type"] != "clock_held"), "{told}");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_was_seen_is_forgotten_in_the_end() {
    let _alone = TIME.lock().await;
    let folder = Folder::new("seen");
    let server = start(&folder).await;
    let (app, anna, ben) = (&server.app, guest("anna"), guest("ben"));
    let wish =
        json!({ "seats": [{ "who": "me" }, { "who": "open" }], "options": { "access": "open" } });
    let wish: CreateTable = serde_json::from_value(wish).unwrap();
    let (live, _) = app.create(&anna, HERE, &wish).await.unwrap();
    let seen = || async {
        let mut people: Vec<_> = live.core.lock().await.last_seen().into_keys().collect();
        people.sort();
        people
    };
    let sit = message(json!({ "id": "sit", "type": "sit" }));
    app.command(&live, &ben, HERE, sit).await.unwrap();
    live.core.lock().await.polled("ben");
    app.sweep().await;
    assert_eq!(seen().await, ["anna", "ben"]);
    let leave = message(json!({ "id": "leave", "type": "leave" }));
    app.command(&live, &ben, HERE, leave).await.unwrap();
    app.sweep().await;
    assert_eq!(seen().await, ["anna"], "who has left is a stranger");

    // A table that has left memory keeps when its people were there, for as long as anyone may ask for it.
    let mut core = live.core.lock().await;
    app.put_away(&live, &mut core).await;
    drop(core);
    app.forget_stale().await;
    assert!(app.remembers(&live.id));
    not_before(now() + 3 * DAY);
    app.forget_stale().await;
    assert!(!app.remembers(&live.id));
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_waits_in_the_line_of_who_sits_there_and_a_move_taken_back_asks_no_bot() {
    let folder = Folder::new("lines");
    let server = start(&folder).await;
    let (app, anna) = (&server.app, guest("anna"));
    // No bot ever answers.
    app.bots.close();
    let wish: CreateTable = serde_json::from_value(json!({
        "seats": [{ "who": "me" }, { "who": "bot", "level": "architect" }],
        "options": { "first": { "seat": 0 }, "undo": "free", "access": "open" } }))
    .unwrap();
    let (live, _) = app.create(&anna, HERE, &wish).await.unwrap();
    let ready = message(json!({ "id": "ready", "type": "ready", "luck": "" }));
    let at = app.command(&live, &anna, HERE, ready).await.unwrap().number;
    let elsewhere = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7));
    let ping = message(json!({ "id": "ping", "type": "ping" }));
    app.command(&live, &guest("stranger"), elsewhere, ping).await.unwrap();
    assert_eq!(live.core.lock().await.line(), HERE.to_string());

    let bot_at = || live.bot_at.load(Ordering::Relaxed);
    assert_eq!(bot_at(), 0, "a person is to act");
    let act = message(json!({ "id": "act", "type": "act", "at": at, "action": { "buy": 0 } }));
    let at = app.command(&live, &anna, HERE, act).await.unwrap().number;
    assert_eq!(bot_at(), at);
    let undo = message(json!({ "id": "undo", "type": "undo", "at": at }));
    app.command(&live, &anna, HERE, undo).await.unwrap();
    assert_eq!(bot_at(), 0);
    server.stop().await.unwrap();
}
