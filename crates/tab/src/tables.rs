//! The tables of one tab: requests become changes to be stored, and stored changes become messages.
mod request;

pub use request::{Fresh, TableRequest};

use crate::tab::{read, show, text, wrong};
use crate::think::SearchJob;
use quinta_bots::Budget;
use quinta_deal::Seed;
use quinta_lessons::LessonError;
use quinta_record::{Record, Replay};
use quinta_rules::{Action, Position, Rules, State};
use quinta_table::{Asker, Change, Entry, LogError, Page, Refusal, Table, create, play_on};
use quinta_wire::{
    BotLevel, ClientMessage, Code, Command, Error, Presence, Refused, Reply, ServerMessage,
};
use request::{Step, Stored, Turn};
use std::collections::HashMap;

/// Who plays in a tab: whoever sits before the screen.
pub const ME: &str = "tab";

/// Tables in memory.
#[derive(Default)]
pub(crate) struct Tables(HashMap<String, Kept>);

/// A table in memory.
struct Kept {
    table: Table,
    waiting: Option<Waiting>,
}

/// What counts once it is stored.
struct Waiting {
    change: Change,
    /// What answers the command that it comes from.
    reply: Option<Reply>,
    /// What is to be thought about then, in place of the answer.
    hint: Option<SearchJob>,
}

/// What a bot has to think about in this state, in the usual time.
fn job(level: BotLevel, rules: &Rules, state: &State, about: Option<Action>) -> SearchJob {
    SearchJob {
        level,
        rules: rules.clone(),
        position: Position::from(state),
        about,
        budget: Budget::Time(level.thinking_time()).to_string(),
        seed: 0,
    }
}

fn unreadable(why: &LogError) -> Error {
    wrong(Code::StoreFailed, why.to_string())
}

fn asker(name: &str, now: u64) -> Asker<'_> {
    Asker { who: ME, name, now, gone: &[], left: &[] }
}

fn to_store(id: &str, entries: &[Entry]) -> Result<Vec<Stored>, Error> {
    let stored = entries.iter().map(|entry| {
        let text = entry.write().map_err(|why| unreadable(&why))?;
        Ok(Stored { id: id.to_owned(), number: entry.number, text })
    });
    stored.collect()
}

fn entries(log: &[String]) -> Result<Vec<Entry>, Error> {
    log.iter().map(|text| Entry::read(text).map_err(|why| unreadable(&why))).collect()
}

impl Tables {
    pub(crate) fn answer(&mut self, request: TableRequest) -> Result<String, Error> {
        match request {
            TableRequest::Create { wish, name, now, fresh } => {
                let entry = create(&wish, &asker(&name, now), &seed(&fresh)?, &fresh.invitation);
                text(&first(entry, &fresh)?)
            }
            TableRequest::PlayOn { wish, name, now, fresh } => {
                let record = read(&wish.record.to_string())?;
                let replay = Replay::of(&record);
                let replay = replay.map_err(|why| wrong(Code::BadRecord, why.to_string()))?;
                let (host, secret) = (asker(&name, now), seed(&fresh)?);
                let entry = play_on(&wish, (&record, &replay), &host, &secret, &fresh.invitation);
                text(&first(entry, &fresh)?)
            }
            TableRequest::Open { id, log } => text(&self.open(&id, &log)?),
            TableRequest::Follow { id, log, now } => text(&self.follow(&id, &log, now)?),
            TableRequest::Snapshot { id, name, now, since } => {
                text(&self.find(&id)?.snapshot(&asker(&name, now), since))
            }
            TableRequest::Command { id, name, now, message, fresh } => {
                text(&self.find(&id)?.command(&asker(&name, now), &message, fresh.as_ref())?)
            }
            TableRequest::Bot { id, now, seat, at, action } => {
                text(&self.find(&id)?.wait(|table| table.bot_acts(seat, at, &action, now))?)
            }
            TableRequest::Time { id, now } => {
                text(&self.find(&id)?.wait(|table| table.time_passes(now))?)
            }
            TableRequest::Stored { id, now } => text(&self.find(&id)?.stored(now)?),
            TableRequest::NotStored { id } => text(&self.find(&id)?.not_stored()),
            TableRequest::Record { id } => text(&self.find(&id)?.record()?),
            TableRequest::Replay { id } => show(&self.find(&id)?.record()?),
            TableRequest::Lessons => text(&quinta_lessons::list()),
            TableRequest::Lesson { lesson, name, actions } => take_lesson(&lesson, &name, &actions),
        }
    }

    fn find(&mut self, id: &str) -> Result<&mut Kept, Error> {
        let none = || wrong(Code::NoSuchTable, "there is no such table");
        self.0.get_mut(id).ok_or_else(none)
    }

    fn open(&mut self, id: &str, log: &[String]) -> Result<Step, Error> {
        let table = Table::from_log(id, entries(log)?).map_err(|why| unreadable(&why))?;
        let kept = Kept { table, waiting: None };
        let step = kept.step(Vec::new());
        self.0.insert(id.to_owned(), kept);
        Ok(step)
    }

    fn follow(&mut self, id: &str, log: &[String], now: u64) -> Result<Step, Error> {
        let kept = self.find(id)?;
        let before = kept.table.number();
        for entry in entries(log)? {
            kept.table.apply(&entry).map_err(|why| unreadable(&why))?;
        }
        // What was about to happen here was about to happen to another position.
        kept.waiting = None;
        let messages =
            if kept.table.number() > before { kept.news(before, now) } else { Vec::new() };
        Ok(kept.step(messages))
    }
}

/// What the first entry of a new table brings about.
fn first(entry: Result<Entry, Refusal>, fresh: &Fresh) -> Result<Step, Error> {
    let entry = entry.map_err(|refusal| refusal.to_error())?.dealt_in_tab(&fresh.id);
    let table = Table::from_log(&fresh.id, [entry.clone()]).map_err(|why| unreadable(&why))?;
    let lobby = Some(table.lobby(ME));
    Ok(Step { store: to_store(&fresh.id, &[entry])?, lobby, ..Step::default() })
}

fn seed(fresh: &Fresh) -> Result<Seed, Error> {
    fresh.secret.parse().map_err(|_| wrong(Code::BadRequest, "the secret is no seed"))
}

fn take_lesson(name: &str, learner: &str, actions: &[Action]) -> Result<String, Error> {
    let none = || wrong(Code::BadRequest, "there is no such lesson");
    let lesson = quinta_lessons::lesson(name).ok_or_else(none)?;
    let view = quinta_lessons::take(lesson, actions, learner).map_err(|why| match why {
        LessonError::Refused(why) => Refusal::Rules(why).to_error(),
        why => wrong(Code::BadRequest, why.to_string()),
    });
    text(&view?)
}

impl Kept {
    /// A step without anything to store.
    fn step(&self, messages: Vec<ServerMessage>) -> Step {
        Step {
            messages,
            bot: self.turn(),
            deadline: self.table.deadline().map(|(_, deadline)| deadline),
            number: Some(self.table.number()),
            lobby: Some(self.table.lobby(ME)),
            ..Step::default()
        }
    }

    fn turn(&self) -> Option<Turn> {
        let (seat, level, at) = self.table.bot_to_act()?;
        let job = job(level, self.table.rules(), self.table.state()?, None);
        Some(Turn { seat, at, job })
    }

    /// Everyone who sits here sits before this screen.
    fn presence(&self) -> Presence {
        Presence {
            connected: self.table.people().map(|(seat, _)| seat).collect(),
            thinking: self.table.bot_to_act().map(|(seat, ..)| seat).into_iter().collect(),
            ..Presence::default()
        }
    }

    fn snapshot(&self, asker: &Asker, since: u64) -> Step {
        let snapshot = self.table.snapshot(asker, self.presence(), since, Page::Last);
        self.step(vec![ServerMessage::Snapshot(Box::new(snapshot))])
    }

    fn news(&self, before: u64, now: u64) -> Vec<ServerMessage> {
        let news = self.table.news(before, now);
        let mut messages = vec![ServerMessage::Update(Box::new(news.update))];
        messages.extend(news.choices.map(|(_, mine)| ServerMessage::Choices(Box::new(mine))));
        if news.seats_changed {
            messages.push(ServerMessage::You(self.table.you(ME, "")));
        }
        messages.push(ServerMessage::Presence(self.presence()));
        messages
    }

    fn command(
        &mut self,
        asker: &Asker,
        message: &ClientMessage,
        fresh: Option<&Fresh>,
    ) -> Result<Step, Error> {
        let reply = |number| Reply::new(&message.id, number);
        let done = self.table.done(asker.who, &message.id);
        if let Some(number) = done {
            return Ok(self.step(vec![ServerMessage::Reply(reply(number))]));
        }
        if matches!(message.command, Command::Rematch {}) {
            return self.rematch(asker, reply(self.table.number()), fresh);
        }
        let change = match self.table.command(asker, message) {
            Ok(change) => change,
            Err(refusal) => {
                let events = self.table.newer(&refusal, &message.command);
                let id = Some(message.id.clone());
                let refused = Refused { id, error: refusal.to_error(), events };
                return Ok(self.step(vec![ServerMessage::Refused(refused)]));
            }
        };
        let asks = message.command.asks().zip(self.table.state());
        let hint = asks.map(|((level, about), state)| job(level, self.table.rules(), state, about));
        let number = change.entries().last().map_or(self.table.number(), |entry| entry.number);
        if change.is_empty() && hint.is_some() {
            return Ok(Step { hint, ..self.step(Vec::new()) });
        }
        if change.is_empty() {
            return Ok(self.step(vec![ServerMessage::Reply(reply(number))]));
        }
        let store = to_store(self.table.id(), change.entries())?;
        self.waiting = Some(Waiting { change, reply: Some(reply(number)), hint });
        Ok(Step { store, ..Step::default() })
    }

    /// A table for the same players, and where to find it.
    fn rematch(
        &mut self,
        asker: &Asker,
        reply: Reply,
        fresh: Option<&Fresh>,
    ) -> Result<Step, Error> {
        if let Some(table) = self.table.rematch() {
            let reply = Reply { table: Some(table.to_owned()), ..reply };
            return Ok(self.step(vec![ServerMessage::Reply(reply)]));
        }
        let fresh = fresh.ok_or_else(|| wrong(Code::BadRequest, "a rematch needs a new id"))?;
        let refused = |refusal: Refusal| refusal.to_error();
        let made = self.table.rematch_setting(asker, &seed(fresh)?, &fresh.invitation);
        let made = made.map_err(refused)?.dealt_in_tab(&fresh.id);
        let mut store = to_store(&fresh.id, &[made])?;
        let change = self.table.rematch_at(&fresh.id, asker.now).map_err(refused)?;
        store.extend(to_store(self.table.id(), change.entries())?);
        let reply = Reply { table: Some(fresh.id.clone()), ..reply };
        self.waiting = Some(Waiting { change, reply: Some(reply), hint: None });
        Ok(Step { store, ..Step::default() })
    }

    /// A change that no command asked for. One that is refused has been overtaken.
    fn wait(
        &mut self,
        change: impl FnOnce(&Table) -> Result<Change, Refusal>,
    ) -> Result<Step, Error> {
        match change(&self.table) {
            Ok(change) if !change.is_empty() => {
                let store = to_store(self.table.id(), change.entries())?;
                self.waiting = Some(Waiting { change, reply: None, hint: None });
                Ok(Step { store, ..Step::default() })
            }
            _ => Ok(self.step(Vec::new())),
        }
    }

    fn stored(&mut self, now: u64) -> Result<Step, Error> {
        let nothing = || wrong(Code::BadRequest, "nothing was to be stored");
        let Waiting { change, reply, hint } = self.waiting.take().ok_or_else(nothing)?;
        let before = self.table.number();
        self.table.accept(change).map_err(|why| unreadable(&why))?;
        let mut messages = self.news(before, now);
        if hint.is_none() {
            messages.extend(reply.map(ServerMessage::Reply));
        }
        Ok(Step { hint, ..self.step(messages) })
    }

    fn not_stored(&mut self) -> Step {
        let reply = self.waiting.take().and_then(|waiting| waiting.reply);
        let refused = reply.map(|reply| {
            let error = wrong(Code::StoreFailed, "this could not be stored; nothing was changed");
            ServerMessage::Refused(Refused { id: Some(reply.id), error, events: Vec::new() })
        });
        self.step(refused.into_iter().collect())
    }

    fn record(&self) -> Result<Record, Error> {
        let not_yet = || wrong(Code::NotStarted, "the game has not begun");
        self.table.record().ok_or_else(not_yet)
    }
}
