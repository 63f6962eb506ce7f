//! A table in memory. Time and absentees are passed in: no test waits.
#![allow(dead_code, reason = "each test uses its own part")]
#![allow(clippy::needless_pass_by_value, reason = "a test reads better without ampersands")]
use quinta_deal::Seed;
use quinta_rules::{Action, Seat};
use quinta_table::{Entry, LogEvent, PendingEvents, Refusal, Requester, Table, create};
use quinta_wire::{ClientMessage, CreateTable, Stage};
use serde_json::{Value, json};

pub(crate) const START: u64 = 1_760_000_000_000;
pub(crate) const SECOND: u64 = 1000;
pub(crate) const MINUTE: u64 = 60 * SECOND;

/// A table, its log as it is stored, and the time.
pub(crate) struct World {
    pub(crate) table: Table,
    pub(crate) log: Vec<String>,
    pub(crate) now: u64,
    pub(crate) gone: Vec<Seat>,
    pub(crate) left: Vec<Seat>,
    /// Where the next commands come from.
    pub(crate) from: Option<String>,
    ids: u64,
}

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

/// The code of a refusal, as it goes over the wire.
pub(crate) fn code(refusal: &Refusal) -> String {
    serde_json::to_value(refusal.code()).unwrap().as_str().unwrap().to_owned()
}

impl World {
    /// Anna makes a table.
    pub(crate) fn made(seats: Value, options: Value) -> Self {
        let wish = json!({ "seats": seats, "options": options });
        let wish: CreateTable = serde_json::from_value(wish).unwrap();
        let anna = Requester::new("anna", "anna", START);
        Self::from_entry(create(&wish, &anna, &Seed([7; 32]), "code").unwrap())
    }

    /// A table whose log begins with this entry.
    pub(crate) fn from_entry(made: Entry) -> Self {
        let table = Table::from_log("abcdefghjk", [made.clone()]).unwrap();
        let log = vec![made.write().unwrap()];
        let (gone, left) = (Vec::new(), Vec::new());
        Self { table, log, now: START, gone, left, from: None, ids: 0 }
    }

    /// Anna, Ben and so on sit at a table that anyone may join; Anna begins.
    pub(crate) fn of(people: &[&str], mut options: Value) -> Self {
        let mut seats = vec![json!({ "who": "me" })];
        seats.resize(people.len(), json!({ "who": "open" }));
        options["access"] = json!("open");
        options["first"] = json!({ "seat": 0 });
        let mut world = Self::made(json!(seats), options);
        for who in &people[1..] {
            world.must(who, json!({ "type": "sit" }));
        }
        for who in people {
            world.must(who, json!({ "type": "ready", "luck": "" }));
        }
        assert_eq!(world.table.stage(), Stage::Playing);
        world
    }

    /// Stores and accepts, as a server does.
    pub(crate) fn take(&mut self, change: PendingEvents) -> Vec<LogEvent> {
        let events = change.entries().iter().map(|entry| entry.event.clone()).collect();
        self.log.extend(change.entries().iter().map(|entry| entry.write().unwrap()));
        self.table.accept(change).unwrap();
        events
    }

    pub(crate) fn ask(&mut self, who: &str, mut command: Value) -> Result<Vec<LogEvent>, Refusal> {
        self.ids += 1;
        command["id"] = json!(self.ids.to_string());
        let message: ClientMessage = serde_json::from_value(command).unwrap();
        let from = self.from.as_deref();
        let (replaceable, abandonable) = (&self.gone[..], &self.left[..]);
        let now = self.now;
        let requester = Requester { who, name: who, from, now, replaceable, abandonable };
        let change = self.table.command(&requester, &message)?;
        Ok(self.take(change))
    }

    pub(crate) fn must(&mut self, who: &str, command: Value) -> Vec<LogEvent> {
        self.ask(who, command.clone()).unwrap_or_else(|why| panic!("{who}: {command}: {why}"))
    }

    /// The code with which a command is refused.
    pub(crate) fn code(&mut self, who: &str, command: Value) -> String {
        match self.ask(who, command.clone()) {
            Ok(events) => panic!("{who}: {command} was carried out: {events:?}"),
            Err(why) => code(&why),
        }
    }

    pub(crate) fn act(&mut self, who: &str, action: Value) -> Vec<LogEvent> {
        let at = self.table.number();
        self.must(who, json!({ "type": "act", "at": at, "action": action }))
    }

    pub(crate) fn pass(&mut self, who: &str) -> Vec<LogEvent> {
        self.act(who, json!({ "pass": {} }))
    }

    pub(crate) fn undo(&mut self, who: &str) -> Vec<LogEvent> {
        let at = self.table.number();
        self.must(who, json!({ "type": "undo", "at": at }))
    }

    /// The bot that is to act passes.
    pub(crate) fn bot_passes(&mut self) -> Vec<LogEvent> {
        let (seat, _, at) = self.table.bot_to_act().expect("a bot is to act");
        let change = self.table.bot_acts(seat, at, &Action::PASS, self.now).unwrap();
        self.take(change)
    }

    /// Lets time pass and carries out what is due.
    pub(crate) fn wait(&mut self, milliseconds: u64) -> Vec<LogEvent> {
        self.now += milliseconds;
        let change = self.table.time_passes(self.now).unwrap();
        self.take(change)
    }

    pub(crate) fn view(&self) -> Value {
        serde_json::to_value(self.table.view(self.now)).unwrap()
    }

    /// How much time the seat has left on this turn.
    pub(crate) fn time_left(&self, seat: usize) -> Option<u64> {
        let (running, deadline) = self.table.deadline()?;
        (running.index() == seat).then(|| deadline.saturating_sub(self.now))
    }

    /// The table as another server reads it from the store.
    pub(crate) fn read_again(&self) -> Table {
        let log: Vec<_> = self.log.iter().map(|text| Entry::read(text).unwrap()).collect();
        Table::from_log(self.table.id(), log).unwrap()
    }

    /// The stored log folds to the table in memory.
    pub(crate) fn check(&self) {
        let again = self.read_again();
        assert_eq!(again.view(self.now), self.table.view(self.now));
        assert_eq!(again.events_after(0), self.table.events_after(0));
        assert_eq!(again.deadline(), self.table.deadline());
    }
}
