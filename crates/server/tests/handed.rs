//! Games from a browser that go on at the server, over real sockets: the browser's side is the module's own code.
mod common;

use common::{Dice, Folder, Guest, pick_but_pass, start, start_with};
use quinta_bots::clock::SystemClock;
use quinta_record::{Record, verify};
use quinta_server::Limits;
use quinta_tab::Tab;
use quinta_table::{Known, Proof, prove};
use serde_json::{Value, json};
use std::sync::Arc;

on_both_stores!(
    a_game_from_a_browser_goes_on_here,
    what_no_table_has_written_is_refused,
    handing_over_counts_as_making_a_table,
);

/// A tab with one table, and what it keeps of it.
struct Browser {
    tab: Tab,
    id: String,
    log: Vec<String>,
    now: u64,
    bot: Option<Value>,
    commands: u64,
}

impl Browser {
    /// A new game of these seats, begun.
    fn new(id: &str, seats: &Value) -> Self {
        let mut tab = Tab::new(Arc::new(SystemClock::default()));
        let wish = json!({ "seats": seats });
        let fresh = json!({ "id": id, "secret": "5a".repeat(32), "invitation": "in-the-tab" });
        let create =
            json!({ "do": "create", "wish": wish, "name": "Anna", "now": 1000, "fresh": fresh });
        let made: Value = serde_json::from_str(&tab.ask(&create.to_string())).unwrap();
        let log = vec![made["store"][0]["text"].as_str().unwrap().to_owned()];
        let mut browser = Self { tab, id: id.to_owned(), log, now: 1000, bot: None, commands: 0 };
        browser.ask(json!({ "do": "open", "log": browser.log }));
        browser.command(json!({ "type": "ready", "luck": "0a0b" }));
        browser
    }

    /// Asks, and stores what is to be stored.
    fn ask(&mut self, mut request: Value) -> Value {
        self.now += 1000;
        request["id"] = json!(self.id);
        request["now"] = json!(self.now);
        let mut step: Value = serde_json::from_str(&self.tab.ask(&request.to_string())).unwrap();
        assert!(step.get("error").is_none(), "{request}: {step}");
        if let Some(entries) = step.get("store") {
            let texts = entries.as_array().unwrap().iter();
            self.log.extend(texts.map(|entry| entry["text"].as_str().unwrap().to_owned()));
            let stored = json!({ "do": "stored", "id": self.id, "now": self.now });
            step = serde_json::from_str(&self.tab.ask(&stored.to_string())).unwrap();
        }
        self.bot = step.get("bot").cloned();
        step
    }

    fn command(&mut self, mut message: Value) {
        self.commands += 1;
        message["id"] = json!(format!("b{}", self.commands));
        self.ask(json!({ "do": "command", "name": "Anna", "message": message, "fresh": null }));
    }

    fn view(&mut self) -> Value {
        let step = self.ask(json!({ "do": "snapshot", "name": "Anna", "since": 0 }));
        step["messages"][0].clone()
    }

    /// Takes so many turns of the person's, and those of bots between them.
    fn play(&mut self, turns: usize, dice: &mut Dice) {
        for _ in 0..turns {
            let Some(choices) = self.view().get("choices").cloned() else { return };
            let action = pick_but_pass(&choices, dice);
            self.command(json!({ "type": "act", "at": choices["at"], "action": action }));
            while let Some(turn) = self.bot.take() {
                let mut job = turn["job"].clone();
                job["do"] = json!("think");
                job["budget"] = json!("1sims");
                let thought = self.tab.ask(&job.to_string());
                let thought: Value = serde_json::from_str(&thought).unwrap();
                self.ask(json!({ "do": "bot", "seat": turn["seat"], "at": turn["at"], "action": thought["action"] }));
            }
        }
    }

    fn body(&self) -> Value {
        json!({ "id": self.id, "log": self.log })
    }
}

fn against_a_bot() -> Value {
    json!([{ "who": "me" }, { "who": "me", "name": "Ben" }, { "who": "bot", "level": "random" }])
}

async fn hand_over(guest: &Guest, body: &Value) -> (u16, Value) {
    let answer = guest.ask("POST", "/api/handed", Some(body)).await;
    (answer.status, answer.body)
}

async fn a_game_from_a_browser_goes_on_here(folder: Folder) {
    let server = start(&folder).await;
    let (anna, ben) = (Guest::new(server.address()).await, Guest::new(server.address()).await);
    let mut browser = Browser::new("tab-0123456789", &against_a_bot());
    browser.play(9, &mut Dice(3));
    let there = browser.view()["table"].clone();
    let (status, told) = hand_over(&anna, &browser.body()).await;
    assert_eq!(status, 201, "{told}");
    let id = told["id"].as_str().unwrap().to_owned();
    assert_eq!(told["address"], format!("/t/{id}"));
    let mut socket = anna.socket(&id, None).await;
    for what in ["state", "history", "options"] {
        assert_eq!(socket.table[what], there[what], "{what}");
    }
    assert_eq!(socket.table["fair"]["commitment"], there["fair"]["commitment"]);
    assert_eq!(socket.table["fair"]["tab"], "tab-0123456789");
    let snapshot = anna.get(&format!("/api/tables/{id}")).await;
    let code = snapshot["you"]["invitation"].as_str().unwrap();
    assert!(snapshot["you"]["host"] == true && code != "in-the-tab");
    assert_eq!(snapshot["you"]["seats"], json!([0, 1]));
    let lobby = anna.get("/api/tables").await;
    assert!(lobby["mine"].as_array().unwrap().iter().any(|table| table["id"] == id.as_str()));
    // Everyone who watches is told where it was dealt, and nothing of the seed.
    let mut spectator = ben.socket(&id, None).await;
    assert_eq!(spectator.table["fair"]["tab"], "tab-0123456789");
    assert!(!spectator.heard.concat().contains(&"5a".repeat(32)));

    // The same log again is the same table, of one's own; a stranger's copy is another.
    assert_eq!(hand_over(&anna, &browser.body()).await, (201, told.clone()));
    let (status, copy) = hand_over(&ben, &browser.body()).await;
    assert!(status == 201 && copy["id"] != told["id"], "{copy}");
    assert_eq!(ben.get(&format!("/api/tables/{id}")).await["you"]["seats"], json!([]));

    // It outlives the server, goes on to its end, and its luck is that of the browser's seed.
    server.stop().await.unwrap();
    while socket.next().await.is_some() {}
    while spectator.next().await.is_some() {}
    let server = start(&folder).await;
    let anna = anna.at(server.address());
    let mut socket = anna.socket(&id, None).await;
    socket.play(&mut Dice(8)).await;
    let record = anna.get(&format!("/api/games/{id}/record")).await;
    let record = Record::from_json(record.to_string()).unwrap();
    let proof = prove(&record, &verify(&record).unwrap(), &Known::default()).unwrap();
    let Proof::Kept(promise) = proof else { panic!("{proof}") };
    assert!(promise.in_tab && !promise.fresh_luck, "{proof}");
    assert_eq!(hand_over(&anna, &browser.body()).await, (201, told));
    // What was played in the browser meanwhile is another game.
    browser.play(1, &mut Dice(4));
    let (status, refused) = hand_over(&anna, &browser.body()).await;
    assert_eq!((status, &refused["error"]["code"]), (409, &json!("stale")));
    server.stop().await.unwrap();
}

async fn what_no_table_has_written_is_refused(folder: Folder) {
    let server = start(&folder).await;
    let anna = Guest::new(server.address()).await;
    let mut browser = Browser::new("tab-hostile", &against_a_bot());
    browser.play(6, &mut Dice(5));
    let log = browser.log.clone();
    let with = |change: &dyn Fn(&mut Vec<String>)| {
        let mut log = log.clone();
        change(&mut log);
        json!({ "id": "tab-hostile", "log": log })
    };
    let find = |kind: &str| log.iter().position(|text| text.contains(kind)).unwrap();
    let (drawn, acted) = (find(r#""type":"drawn""#), find(r#""type":"acted""#));
    let hostile = [
        ("nothing", with(&Vec::clear)),
        ("cut off in the middle of a move", with(&|log| log.truncate(drawn))),
        ("without its beginning", with(&|log| drop(log.remove(0)))),
        ("other luck", with(&|log| log[0] = log[0].replace("5a5a", "5b5b"))),
        ("another order", with(&|log| log.swap(acted, acted + 1))),
        ("an event twice", with(&|log| log.insert(acted, log[acted].clone()))),
        (
            "somebody else's",
            with(&|log| log[0] = log[0].replace(r#""who":"tab""#, r#""who":"ben""#)),
        ),
        (
            "a foreign host",
            with(&|log| log[0] = log[0].replace(r#""host":"tab""#, r#""host":"ben""#)),
        ),
        ("no entry", with(&|log| log.push("{}".into()))),
        (
            "a server's event",
            with(&|log| {
                let number = log.len() + 1;
                log.push(json!({ "v": 2, "number": number, "time": 9_000_000, "type": "clock_held", "milliseconds": 5 }).to_string());
            }),
        ),
        ("too many", with(&|log| log.resize(4001, String::new()))),
        ("an id that is none", json!({ "id": "../..", "log": log })),
        ("the id of another table", json!({ "id": "tab-another", "log": log })),
    ];
    for (what, body) in hostile {
        let (status, refused) = hand_over(&anna, &body).await;
        assert_eq!(
            (status, &refused["error"]["code"]),
            (422, &json!("bad_record")),
            "{what}: {refused}"
        );
    }
    for body in [json!({}), json!({ "log": log }), json!({ "id": "x", "log": [1] }), json!([1])] {
        assert_eq!(hand_over(&anna, &body).await.0, 400, "{body}");
    }
    let huge = json!({ "id": "tab-hostile", "log": ["x".repeat(1 << 20)] });
    let (status, refused) = hand_over(&anna, &huge).await;
    assert!(status == 413 || refused.is_null(), "{refused}");
    assert_eq!(anna.get("/api/tables").await["mine"], json!([]));
    assert_eq!(hand_over(&anna, &browser.body()).await.0, 201);
    server.stop().await.unwrap();
}

async fn handing_over_counts_as_making_a_table(folder: Folder) {
    let limits = Limits { tables: 2, ..Limits::none() };
    let server = start_with(&folder, limits).await;
    let anna = Guest::new(server.address()).await;
    let browser = Browser::new("tab-1", &against_a_bot());
    for expected in [201, 201, 429] {
        assert_eq!(hand_over(&anna, &browser.body()).await.0, expected);
    }
    server.stop().await.unwrap();
}
