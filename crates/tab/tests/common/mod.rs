//! A page without a browser: it calls a tab, stores entries, and plays what the choices offer.
#![allow(dead_code, reason = "each test uses its part")]
use quinta_bots::clock::SystemClock;
use quinta_tab::Tab;
use serde_json::{Value, json};
use std::sync::Arc;

/// What a new table needs.
pub(crate) fn fresh(id: &str) -> Value {
    json!({ "id": id, "secret": "5a".repeat(32), "invitation": "code" })
}

/// A page, with the last messages that it got.
pub(crate) struct Page {
    tab: Tab,
    pub(crate) id: String,
    pub(crate) log: Vec<String>,
    pub(crate) table: Value,
    pub(crate) choices: Value,
    pub(crate) lobby: Value,
    commands: u32,
}

impl Page {
    pub(crate) fn new() -> Self {
        Self {
            tab: Tab::new(Arc::new(SystemClock::default())),
            id: "t1".into(),
            log: Vec::new(),
            table: Value::Null,
            choices: Value::Null,
            lobby: Value::Null,
            commands: 0,
        }
    }

    /// A page that opens a stored game.
    pub(crate) fn of(log: Vec<String>, id: &str) -> Self {
        // Ids of commands are never used twice, not by another tab either.
        let mut page = Self { id: id.into(), log, commands: 1_000_000, ..Self::new() };
        let step = page.ask(&json!({ "do": "open", "id": id, "log": page.log }));
        assert!(step["error"].is_null(), "{step}");
        page
    }

    pub(crate) fn ask(&mut self, request: &Value) -> Value {
        serde_json::from_str(&self.tab.ask(&request.to_string())).unwrap()
    }

    pub(crate) fn hear(&mut self, step: &Value) {
        assert!(step["error"].is_null(), "{step}");
        if step["lobby"].is_object() {
            self.lobby = step["lobby"].clone();
        }
        for message in step["messages"].as_array().into_iter().flatten() {
            match message["type"].as_str().unwrap() {
                "snapshot" => {
                    self.table = message["table"].clone();
                    self.choices = message["choices"].clone();
                }
                "update" => {
                    self.table = message["table"].clone();
                    self.choices = Value::Null;
                }
                "choices" => self.choices = message.clone(),
                _ => {}
            }
        }
    }

    /// Stores a step's entries and takes its messages.
    pub(crate) fn carry_out(&mut self, step: Value) -> Value {
        self.hear(&step);
        let Some(entries) = step["store"].as_array() else { return step };
        for entry in entries.iter().filter(|entry| entry["id"] == self.id.as_str()) {
            assert_eq!(entry["number"], json!(self.log.len() + 1));
            self.log.push(entry["text"].as_str().unwrap().to_owned());
        }
        let step = self.ask(&json!({ "do": "stored", "id": self.id, "now": 7 }));
        self.hear(&step);
        step
    }

    pub(crate) fn create(&mut self, seats: &Value, options: &Value) {
        let mut usual = json!({ "first": { "seat": 0 }, "hints": true });
        usual.as_object_mut().unwrap().extend(options.as_object().unwrap().clone());
        let wish = json!({ "seats": seats, "options": usual });
        let request =
            json!({ "do": "create", "wish": wish, "name": "Anna", "now": 1, "fresh": fresh("t1") });
        let step = self.ask(&request);
        assert!(step["error"].is_null(), "{step}");
        self.log.push(step["store"][0]["text"].as_str().unwrap().to_owned());
        let step = self.ask(&json!({ "do": "open", "id": self.id, "log": self.log }));
        self.hear(&step);
    }

    pub(crate) fn snapshot(&mut self, since: u64) {
        let step = self.ask(
            &json!({ "do": "snapshot", "id": self.id, "name": "Anna", "now": 7, "since": since }),
        );
        self.hear(&step);
    }

    /// Sends a command without storing its entries.
    pub(crate) fn command(&mut self, command: &Value) -> Value {
        self.commands += 1;
        let mut message = command.clone();
        message["id"] = json!(format!("c{}", self.commands));
        self.ask(&json!({ "do": "command", "id": self.id, "name": "Anna", "now": 6, "message": message }))
    }

    pub(crate) fn ready(&mut self) -> Value {
        let step = self.command(&json!({ "type": "ready", "luck": "c0ffee" }));
        self.carry_out(step)
    }

    /// A legal action: the gardener's choice.
    pub(crate) fn any_action(&mut self) -> Value {
        let step = self.command(&json!({ "type": "hint" }));
        let step = self.carry_out(step);
        let mut job = step["hint"].clone();
        assert!(job.is_object(), "{step}");
        job["do"] = json!("think");
        job["level"] = json!("gardener");
        self.ask(&job)["action"].clone()
    }

    /// Plays so many of its own moves; bots move in between.
    pub(crate) fn play(&mut self, moves: u32) {
        let mut left = moves;
        while left > 0 && self.table["stage"] == "playing" {
            if self.choices.is_object() {
                let at = self.table["number"].clone();
                let action = self.any_action();
                let step = self.command(&json!({ "type": "act", "at": at, "action": action }));
                assert!(step["store"].is_array(), "{step}");
                self.carry_out(step);
                left -= 1;
                continue;
            }
            let step = self.ask(&json!({ "do": "time", "id": self.id, "now": 8 }));
            let turn = &step["bot"];
            let mut job = turn["job"].clone();
            job["do"] = json!("think");
            job["budget"] = json!("30sims");
            job["seed"] = json!(self.log.len());
            let thought = self.ask(&job);
            assert!(thought["error"].is_null(), "{thought}");
            let step = self.ask(&json!({
                "do": "bot", "id": self.id, "now": 8, "seat": turn["seat"], "at": turn["at"], "action": thought["action"],
            }));
            self.carry_out(step);
        }
    }

    pub(crate) fn play_out(&mut self) {
        self.play(1000);
        assert_eq!(self.table["stage"], "over");
    }
}
