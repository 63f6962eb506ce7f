//! Tests that need the inside of the server: a store that fails, with a clock that the test sets forward, what is remembered of people, and
//! the queues of bots.
use crate::app::App;
use crate::common::{Folder, Other};
use crate::identity::Guest;
use crate::store::{Subscription, Whose};
use crate::time::{not_before, now};
use crate::{Limits, Server, Settings};
use quinta_table::Requester;
use quinta_wire::{ClientMessage, Code, CreateTable, Stage};
use serde_json::{Value, json};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::Ordering;

crate::on_both_stores!(
    time_in_which_nothing_could_be_stored_is_nobodys,
    who_was_seen_is_forgotten_in_the_end,
    a_table_waits_in_the_line_of_who_sits_there_and_a_move_taken_back_asks_no_bot,
    what_was_stored_without_an_answer_counts_once,
    lost_keys_are_noticed,
);

/// The tests of a process share its time, so one at a time may set it forward.
static TIME: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const DAY: u64 = 24 * 3600 * 1000;

async fn start(folder: &Folder) -> Server {
    let settings = folder.settings(Settings {
        limits: Limits::none(),
        // Tables stay in memory, however late it gets.
        idle_after: u32::MAX,
        ..Settings::default()
    });
    Server::start(settings).await.unwrap()
}

fn guest(name: &str) -> Guest {
    Guest { id: name.into(), name: name.into(), language: "en".into() }
}

fn message(command: Value) -> ClientMessage {
    serde_json::from_value(command).unwrap()
}

async fn time_in_which_nothing_could_be_stored_is_nobodys(folder: Folder) {
    let _alone = TIME.lock().await;
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
        core.table().deadline().unwrap().1.saturating_sub(now())
    };

    // As on a full disk: everything can be read, nothing can be written.
    let mut other = Other::to(&folder).await;
    other.block_writing().await;
    let refused = app.command(&live, &anna, HERE, act("first")).await.unwrap_err();
    assert_eq!(refused.error.code, Code::StoreFailed);
    not_before(now() + 30 * DAY);
    assert_eq!(left().await, 0, "by the clock alone it is too late");
    app.tick().await;
    assert_eq!(
        live.core.lock().await.table().number(),
        at,
        "nothing happens while nothing is stored"
    );

    other.unblock().await;
    app.tick().await;
    let left = left().await;
    assert!((13 * DAY..=14 * DAY).contains(&left), "{left} ms are left of 14 days");
    let events = live.core.lock().await.table().events_after(at).to_vec();
    let told = serde_json::to_value(&events).unwrap();
    assert_eq!((events.len(), &told[0]["event"]["type"]), (1, &json!("clock_held")));
    assert!(told[0]["event"]["milliseconds"].as_u64().unwrap() >= 30 * DAY);
    // The move that could not be stored can be made now, for the number that it was for.
    app.command(&live, &anna, HERE, act("second")).await.unwrap();
    app.tick().await;
    let told = serde_json::to_value(live.core.lock().await.table().events_after(at + 1)).unwrap();
    assert!(told.as_array().unwrap().iter().all(|e| e["event"]["type"] != "clock_held"), "{told}");
    server.stop().await.unwrap();
}

async fn who_was_seen_is_forgotten_in_the_end(folder: Folder) {
    let _alone = TIME.lock().await;
    let server = start(&folder).await;
    let (app, anna, ben) = (&server.app, guest("anna"), guest("ben"));
    let wish =
        json!({ "seats": [{ "who": "me" }, { "who": "open" }], "options": { "access": "open" } });
    let wish: CreateTable = serde_json::from_value(wish).unwrap();
    let (live, _) = app.create(&anna, HERE, &wish).await.unwrap();
    let seen = || async {
        let mut people: Vec<_> = live.core.lock().await.host.last_seen().into_keys().collect();
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

async fn a_table_waits_in_the_line_of_who_sits_there_and_a_move_taken_back_asks_no_bot(
    folder: Folder,
) {
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
    assert_eq!(live.core.lock().await.queue_key(), HERE.to_string());

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

async fn what_was_stored_without_an_answer_counts_once(folder: Folder) {
    let server = start(&folder).await;
    let (app, anna) = (&server.app, guest("anna"));
    let wish: CreateTable =
        serde_json::from_value(json!({ "seats": [{ "who": "me" }, { "who": "me" }] })).unwrap();
    let (live, _) = app.create(&anna, HERE, &wish).await.unwrap();
    let ready = message(json!({ "id": "ready", "type": "ready", "luck": "" }));
    let at = app.command(&live, &anna, HERE, ready).await.unwrap().number;
    let act =
        |id: &str| message(json!({ "id": id, "type": "act", "at": at, "action": { "pass": {} } }));
    // As if the database had gone between the commit and its answer.
    let requester = Requester::new("anna", "anna", now());
    let change = live.core.lock().await.table().command(&requester, &act("first")).unwrap();
    app.store.append(&live.id, change.entries()).await.unwrap();
    let stored = change.entries().last().unwrap().number;
    // Another command of the same moment learns what is newer; the same one again is answered as if nothing had happened.
    let refused = app.command(&live, &anna, HERE, act("second")).await.unwrap_err();
    assert_eq!(refused.error.code, Code::Stale);
    assert_eq!(live.core.lock().await.table().number(), stored, "whoever watches was told");
    let again = app.command(&live, &anna, HERE, act("first")).await.unwrap();
    assert_eq!(again.number, stored);
    assert_eq!(app.store.read(&live.id).await.unwrap().len() as u64, stored);

    // The end of a game that was stored like this is known to the lobby as soon as it is noticed.
    let resign = message(json!({ "id": "resign", "type": "resign", "seat": 1 }));
    let change = live.core.lock().await.table().command(&requester, &resign).unwrap();
    app.store.append(&live.id, change.entries()).await.unwrap();
    let again = app.command(&live, &anna, HERE, resign).await.unwrap();
    assert_eq!(again.number, change.entries().last().unwrap().number);
    let over = app.store.latest(Stage::Over, Whose::Of("anna"), 10).await.unwrap();
    assert!(over.iter().map(|row| &row.game).eq([&live.id]));
    server.stop().await.unwrap();
}

async fn lost_keys_are_noticed(folder: Folder) {
    let store = crate::common::store(&folder).await;
    assert_eq!(App::lost_keys(&*store).await.unwrap(), [""; 0], "a new club has lost nothing");
    store.close().await.unwrap();
    let server = start(&folder).await;
    let wish = serde_json::from_value(json!({ "seats": [{ "who": "me" }, { "who": "me" }] }));
    server.app.create(&guest("anna"), HERE, &wish.unwrap()).await.unwrap();
    assert_eq!(App::lost_keys(&*server.app.store).await.unwrap(), [""; 0]);
    let lose = "DELETE FROM secrets";
    Other::to(&folder).await.say(lose, lose).await;
    let lost = App::lost_keys(&*server.app.store).await.unwrap();
    assert!(lost.len() == 1 && lost[0].contains("COOKIES"), "nobody has subscribed: {lost:?}");
    let subscribed = Subscription {
        endpoint: "https://push.example.org/1".into(),
        who: "anna".into(),
        p256dh: Vec::new(),
        auth: Vec::new(),
        language: "en".into(),
        time: now(),
    };
    server.app.store.subscribe(subscribed).await.unwrap();
    assert_eq!(App::lost_keys(&*server.app.store).await.unwrap().len(), 2);
    server.stop().await.unwrap();
}
