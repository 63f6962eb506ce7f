//! What happens around a table, without I/O: who is here, commands that are repeated, bots and hints, clocks, rematches, and what
//! everyone is sent.
//!
//! A [`Host`] takes inputs and returns what to do about them. A driver does it: a server with sockets and a database,
//! a browser's tab, a terminal. It keeps three rules:
//!
//! - It tells the host one thing at a time, and carries out each [`Step`]: the effects in their order, then the call to the store,
//!   whose result it hands back with [`Host::resume`], until a step has no call. What is sent and answered is stored by then.
//! - It looks at [`Host::wake_at`] after each step, and sends [`Input::Tick`] at that time.
//! - Writers of the same log are ordered by its numbers: each has one entry. A [`StoreResult::Conflict`] is not an error; the host
//!   asks for what is newer and goes on from there.
//!
//! A game of one person against a bot, with a list for a store:
//!
//! ```
//! use quinta_rules::Action;
//! use quinta_table::host::{Effect, Host, HostSettings, Input, StoreRequest, StoreResult};
//! use quinta_table::{Requester, Entry, Table, create};
//! use quinta_wire::Stage;
//! use serde_json::{Value, from_value, json};
//!
//! struct Driver {
//!     host: Host,
//!     log: Vec<Entry>,
//! }
//!
//! impl Driver {
//!     /// Tells the host something, and returns what is to be thought about then.
//!     fn tell(&mut self, input: Input) -> Option<Input> {
//!         let mut next = None;
//!         let mut step = self.host.handle(input, 0.into());
//!         loop {
//!             for effect in step.effects {
//!                 match effect {
//!                     Effect::Send { to: _, message: _ } => {} // to be shown
//!                     Effect::Answer { ticket: _, answer } => assert!(answer.is_ok()),
//!                     Effect::Think(turn) => {
//!                         let (seat, at, action) = (turn.seat, turn.at, Some(Action::PASS));
//!                         next = Some(Input::BotDecided { seat, at, action });
//!                     }
//!                     _ => {}
//!                 }
//!             }
//!             let Some(call) = step.call else { return next };
//!             let result = match call.request() {
//!                 StoreRequest::Append { entries, .. } => {
//!                     self.log.extend_from_slice(entries);
//!                     StoreResult::Stored
//!                 }
//!                 StoreRequest::Read { after } => {
//!                     StoreResult::Entries(self.log[after as usize..].to_vec())
//!                 }
//!             };
//!             step = self.host.resume(call, result, 0.into());
//!         }
//!     }
//!
//!     fn command(&mut self, message: Value) -> Result<(), serde_json::Error> {
//!         let (who, name, message) = ("anna".into(), "Anna".into(), from_value(message)?);
//!         let (ticket, from, fresh) = (1, None, None);
//!         let mut next = Some(Input::Command { ticket, who, name, from, message, fresh });
//!         while let Some(input) = next {
//!             next = self.tell(input);
//!         }
//!         Ok(())
//!     }
//! }
//!
//! let anna = Requester::new("anna", "Anna", 0);
//! let seats = json!({ "seats": [{ "who": "me" }, { "who": "bot", "level": "random" }] });
//! let first = create(&from_value(seats)?, &anna, &"42".parse()?, "code")?;
//! let table = Table::from_log("t1", [first.clone()])?;
//! let settings = HostSettings {
//!     gone_after: 60_000,
//!     left_after: 600_000,
//!     stalled_after: 600_000,
//!     shared_log: false,
//!     in_tab: false,
//! };
//! let host = Host::new(table, settings, Default::default(), 0);
//! let mut driver = Driver { host, log: vec![first] };
//! driver.command(json!({ "id": "ready", "type": "ready", "luck": "c0ffee" }))?;
//! while driver.host.table().stage() == Stage::Playing {
//!     let at = driver.host.table().number();
//!     let act = json!({ "id": at.to_string(), "type": "act", "at": at, "action": { "pass": {} } });
//!     driver.command(act)?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
mod api;
mod attendance;
mod hints;
mod work;

pub use api::{
    Advised, AppendKind, Audience, Effect, Elsewhere, Fresh, HostSettings, Input, Notice, Now,
    Question, Step, StoreCall, StoreRequest, StoreResult, Turn,
};

use crate::decide::Requester;
use crate::log::{Entry, Identity, LogError, LogEvent};
use crate::messages::{Messages, Page};
use crate::refusal::Refusal;
use crate::table::Table;
use api::Wants;
use attendance::{Attendance, Guest};
use hints::Hints;
use quinta_rules::Seat;
use quinta_wire::{Clock, Code, Error, ServerMessage, Snapshot};
use std::collections::HashMap;
use work::{Sender, Submission, Work};

/// How long a bot or a clock rests after its entries could not be stored, in milliseconds.
const REST: u64 = 2000;
/// How often an input is tried again because others wrote first.
const TRIES: u32 = 8;

/// A table with everything that happens around it.
#[derive(Debug)]
pub struct Host {
    table: Table,
    settings: HostSettings,
    attendance: Attendance,
    hints: Hints,
    /// Whether bots think and clocks run here.
    running: bool,
    /// The turn that a bot thinks about: its position.
    thinking: Option<u64>,
    resting_until: Option<u64>,
}

/// An input that is being carried out.
#[derive(Debug)]
pub(crate) struct Task {
    work: Work,
    /// How often the log was read for it.
    tries: u32,
}

/// What was on the table before something happened.
struct Before {
    number: u64,
    actor: Option<Identity>,
}

/// What entries mean for people who are not connected.
#[derive(Debug, Clone, Copy, Default)]
struct Happened {
    started: bool,
    ended: bool,
    seated: bool,
}

impl Happened {
    fn of<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Self {
        let mut happened = Self::default();
        for entry in entries {
            match entry.event {
                LogEvent::Started { .. } => happened.started = true,
                LogEvent::Ended { .. } => happened.ended = true,
                LogEvent::Sat { .. } | LogEvent::Left { .. } | LogEvent::Renamed { .. } => {
                    happened.seated = true;
                }
                _ => {}
            }
        }
        happened
    }
}

/// Reads the log, because others have written first, or may have.
fn read_log(mut task: Task, after: u64) -> Step {
    task.tries += 1;
    let call = StoreCall { task, wants: Wants::Read { after } };
    Step { effects: Vec::new(), call: Some(call) }
}

impl Host {
    /// Returns the host of a table. `seen` says when its people were last here, if that is known.
    pub fn new(
        table: Table,
        settings: HostSettings,
        seen: HashMap<Identity, u64>,
        now: u64,
    ) -> Self {
        let attendance = Attendance::new(settings, seen, now);
        let (hints, running) = (Hints::default(), true);
        Self { table, settings, attendance, hints, running, thinking: None, resting_until: None }
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Says whether this driver runs the game. If it does not, another process lets bots think and clocks run out. Returns whether
    /// that is new; the next input lets bots think.
    pub fn set_running(&mut self, running: bool) -> bool {
        std::mem::replace(&mut self.running, running) != running
    }

    /// The turn that a bot thinks about.
    pub fn thinking(&self) -> Option<Turn> {
        self.turn().filter(|turn| self.thinking == Some(turn.at))
    }

    /// When [`Input::Tick`] is due: a clock runs out, or a bot has rested.
    pub fn wake_at(&self) -> Option<u64> {
        self.resting_until.or(self.table.deadline().map(|(_, deadline)| deadline))
    }

    /// Whether nobody is connected and no bot thinks.
    pub fn is_idle(&self) -> bool {
        self.attendance.connections.is_empty() && self.thinking.is_none()
    }

    /// Who is here through this process and how many each is, for other processes; those who only watch have no name.
    pub fn here(&self, now: u64) -> Vec<(Identity, u32)> {
        let people = self.table.people().map(|(_, who)| who);
        let mut here: Vec<_> = people
            .filter(|who| self.attendance.is_connected(who, now))
            .map(|who| (who.to_owned(), 1))
            .collect();
        here.sort();
        here.dedup();
        let strangers = self.attendance.strangers(&self.table);
        here.extend((strangers > 0).then(|| (String::new(), strangers)));
        here
    }

    /// Whether whoever made the table is here, or has not been gone for long. Of one who does not sit, other processes only tell that somebody
    /// watches.
    pub fn is_hosted(&self, now: u64) -> bool {
        let host = self.table.host.as_str();
        self.attendance.is_here(host, now)
            || now.saturating_sub(self.attendance.last_seen(host)) < self.settings.gone_after
            || (self.table.seats_of(host).is_empty() && self.attendance.is_watched_elsewhere())
    }

    /// When each person at the table was last seen.
    pub fn last_seen(&self) -> HashMap<Identity, u64> {
        let people = self.table.people().map(|(_, who)| who);
        people.map(|who| (who.to_owned(), self.attendance.last_seen(who))).collect()
    }

    /// Forgets when people who left their seats were last seen.
    pub fn forget_strangers(&mut self) {
        self.attendance.forget_strangers(&self.table);
    }

    /// Notes that someone without a connection is here.
    pub fn note_poll(&mut self, who: &str, now: u64) {
        self.attendance.poll(&self.table, who, now);
    }

    /// Everything for a client that has the events up to `since`.
    pub fn snapshot(&self, who: &str, name: &str, since: u64, page: Page, now: u64) -> Snapshot {
        let requester = Requester::new(who, name, now);
        self.table.snapshot(&requester, self.attendance.presence(&self.table, now), since, page)
    }

    /// Takes note of something that happens.
    pub fn handle(&mut self, input: Input, now: Now<'_>) -> Step {
        let mut effects = Vec::new();
        let work = match input {
            Input::Connect { connection, who, name, since } => {
                Work::Connect { connection, guest: Guest { who, name }, since }
            }
            Input::Disconnect { connection } => {
                self.attendance.disconnect(&self.table, connection, now.time);
                Work::Done
            }
            Input::Poll { who } => {
                self.note_poll(&who, now.time);
                Work::Welcome { who }
            }
            Input::Command { ticket, who, name, from, message, fresh } => {
                let sender = Sender { who, name, from };
                Work::Command(Submission::new(ticket, sender, message, fresh))
            }
            Input::BotDecided { seat, at, action } => {
                // An answer for an earlier turn says nothing about the present one.
                let awaited = self.thinking == Some(at);
                if awaited {
                    self.thinking = None;
                }
                if let Some(action) = action {
                    Work::Turn { seat, at, action }
                } else {
                    if awaited {
                        self.rest(now);
                    }
                    Work::Done
                }
            }
            Input::Advised { question, advised } => {
                effects = self.hints.answer(question, advised, self.table.number());
                Work::Done
            }
            Input::Tick => Work::Tick,
            Input::CheckPresence => Work::Done,
            Input::CatchUp => return read_log(Self::task(Work::Done), self.table.number()),
            Input::Elsewhere(elsewhere) => {
                self.attendance.elsewhere = elsewhere;
                Work::Done
            }
            Input::TakeOver => {
                self.notify(None, Happened::default(), now, &mut effects);
                Work::Done
            }
        };
        self.go_on(Self::task(work), now, effects)
    }

    /// Takes back a call to the store with its result.
    pub fn resume(&mut self, call: StoreCall, result: StoreResult, now: Now<'_>) -> Step {
        let StoreCall { mut task, wants } = call;
        let mut effects = Vec::new();
        match (result, wants) {
            (StoreResult::Stored, Wants::Append { change, kind, .. }) => {
                let before = self.before();
                let happened = Happened::of(change.entries());
                if self.table.accept(change).is_err() {
                    return read_log(task, 0);
                }
                if kind == AppendKind::Command {
                    task.work.set_stored();
                }
                self.tell(&before, happened, true, now, &mut effects);
            }
            (StoreResult::Entries(entries), Wants::Read { after }) => {
                let before = self.before();
                if self.apply(&entries, after).is_err() {
                    if after > 0 {
                        return read_log(task, 0);
                    }
                    let error = Error::new(Code::StoreFailed, "the stored game cannot be read");
                    return self.fail(task.work, error, now);
                }
                task.work.set_caught_up(self.table.number() == before.number);
                if self.table.number() > before.number {
                    let new = entries.iter().filter(|entry| entry.number > before.number);
                    self.tell(&before, Happened::of(new), false, now, &mut effects);
                }
            }
            (StoreResult::Failed(error), _) => {
                return self.fail(task.work, error, now);
            }
            (_, _) => return read_log(task, self.table.number()),
        }
        if task.tries == TRIES {
            let mut step = self.fail(task.work, Refusal::Stale.to_error(), now);
            effects.append(&mut step.effects);
            return Step { effects, call: step.call };
        }
        self.go_on(task, now, effects)
    }

    fn before(&self) -> Before {
        Before { number: self.table.number(), actor: self.table.actor().map(str::to_owned) }
    }

    fn apply(&mut self, entries: &[Entry], after: u64) -> Result<(), LogError> {
        if after == 0 {
            self.table = Table::from_log(self.table.id(), entries.iter().cloned())?;
            return Ok(());
        }
        entries.iter().try_for_each(|entry| self.table.apply(entry))
    }

    /// Does what is left to be done about an input, as far as the store is not needed for it.
    fn go_on(&mut self, mut task: Task, now: Now<'_>, mut effects: Vec<Effect>) -> Step {
        self.attendance.stalled = self.stalled(now);
        if let Some(wants) = self.advance(&mut task.work, now, &mut effects) {
            return Step { effects, call: Some(StoreCall { task, wants }) };
        }
        self.think(&mut effects);
        effects.extend(self.attendance.announce(&self.table, now.time));
        Step { effects, call: None }
    }

    /// The seat whose move the others have waited for too long, without a clock. Time in which nobody could move does not count, and a move
    /// that was taken back was none.
    fn stalled(&self, now: Now<'_>) -> Option<Seat> {
        let (seat, since) = self.table.waits_for()?;
        let waited = now.time.saturating_sub(since).saturating_sub(now.outage_after(since));
        let is_long = waited >= self.settings.stalled_after;
        (is_long && self.table.options().clock == Clock::None).then_some(seat)
    }

    /// An input cannot be carried out: the store failed, or others were quicker each time.
    fn fail(&mut self, work: Work, error: Error, now: Now<'_>) -> Step {
        let mut effects = Vec::new();
        match work {
            Work::Command(command) => effects.push(command.refused(error)),
            // Their seat is given back by the next thing that they do.
            Work::Connect { connection, guest, since } => {
                self.let_in(connection, guest, since, now, &mut effects);
            }
            Work::Turn { .. } | Work::Tick => self.rest(now),
            Work::Welcome { .. } | Work::Done => {}
        }
        self.go_on(Self::task(Work::Done), now, effects)
    }

    fn task(work: Work) -> Task {
        Task { work, tries: 0 }
    }

    /// Bots and clocks wait until the store may work again.
    fn rest(&mut self, now: Now<'_>) {
        self.resting_until = Some(now.time + REST);
    }

    /// The turn of the bot that is to act.
    fn turn(&self) -> Option<Turn> {
        let (seat, level, at) = self.table.bot_to_act()?;
        Some(Turn { seat, level, at })
    }

    /// Has a bot think if one is to act and none does.
    fn think(&mut self, effects: &mut Vec<Effect>) {
        let turn = self.turn().filter(|_| self.running && self.resting_until.is_none());
        if let Some(turn) = turn
            && self.thinking.is_none()
        {
            self.thinking = Some(turn.at);
            effects.push(Effect::Think(turn));
        }
    }

    /// What follows from entries that are stored and that the table has taken; `own` if they were stored for this host.
    fn tell(
        &mut self,
        before: &Before,
        happened: Happened,
        own: bool,
        now: Now<'_>,
        effects: &mut Vec<Effect>,
    ) {
        let Happened { started, ended, seated } = happened;
        self.resting_until = None;
        if self.turn().is_none_or(|turn| self.thinking != Some(turn.at)) {
            self.thinking = None;
        }
        if started {
            effects.push(Effect::Started);
        }
        self.notify(before.actor.as_deref(), happened, now, effects);
        let Messages { update, choices, seats_changed } =
            self.table.messages_after(before.number, now.time);
        let mut send = |to, message| effects.push(Effect::Send { to, message });
        send(Audience::All, ServerMessage::Update(Box::new(update)));
        if let Some((who, choices)) = choices {
            send(Audience::Person(who), ServerMessage::Choices(Box::new(choices)));
        }
        if seats_changed {
            for (connection, guest) in &self.attendance.connections {
                let you = self.table.you(&guest.who, &guest.name);
                send(Audience::Connection(*connection), ServerMessage::You(you));
            }
        }
        if started || ended || seated {
            effects.push(Effect::Listed { own });
        }
        if ended {
            effects.push(Effect::Ended);
        }
    }

    /// Notifies those who are not here of what entries mean to them. `before` was to act before them.
    fn notify(
        &self,
        before: Option<&str>,
        happened: Happened,
        now: Now<'_>,
        effects: &mut Vec<Effect>,
    ) {
        let Happened { started, ended, .. } = happened;
        let actor = self.table.actor();
        if !started && !ended && actor == before {
            return;
        }
        let mut people: Vec<_> = self.table.people().map(|(_, who)| who).collect();
        people.sort_unstable();
        people.dedup();
        people.retain(|who| !self.attendance.is_here(who, now.time));
        for who in people {
            let notice = match (ended, actor == Some(who), started) {
                (true, ..) => Notice::Over,
                (false, true, _) => Notice::YourTurn,
                (false, false, true) => Notice::Started,
                (false, false, false) => continue,
            };
            effects.push(Effect::Notify { who: who.to_owned(), notice });
        }
    }
}
