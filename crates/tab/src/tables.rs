//! The tables of one tab: each request goes to a table's host, whose effects are the response.
mod request;

pub use request::{Fresh, TableRequest};

use crate::tab::{read, show, text, wrong};
use crate::think::SearchJob;
use quinta_deal::Seed;
use quinta_lessons::LessonError;
use quinta_record::{Record, Replay};
use quinta_rules::{Action, Position, State};
use quinta_table::host::{
    Advised, Effect, Host, HostSettings, Input, Question, StoreCall, StoreRequest, StoreResult,
};
use quinta_table::{Entry, LogError, Refusal, Requester, Table, create, host, play_on};
use quinta_wire::{BotLevel, Code, Error, ServerMessage};
use request::{Step, Stored, Turn};
use std::collections::HashMap;

/// The identity of everyone who plays in a tab.
pub const ME: &str = "tab";

/// Nobody is ever absent. Tabs that have the same table open tell each other what they store.
const SETTINGS: HostSettings = HostSettings {
    gone_after: u64::MAX,
    left_after: u64::MAX,
    stalled_after: u64::MAX,
    shared_log: false,
    in_tab: true,
};

/// Tables in memory.
#[derive(Default)]
pub(crate) struct Tables(HashMap<String, Kept>);

/// A table in memory.
struct Kept {
    host: Host,
    /// What the page is doing for it.
    call: Option<StoreCall>,
}

fn unreadable(why: &LogError) -> Error {
    wrong(Code::StoreFailed, why.to_string())
}

fn requester(name: &str, now: u64) -> Requester<'_> {
    Requester::new(ME, name, now)
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
                let entry =
                    create(&wish, &requester(&name, now), &seed(&fresh)?, &fresh.invitation);
                text(&first(entry, &fresh)?)
            }
            TableRequest::PlayOn { wish, name, now, fresh } => {
                let record = read(&wish.record.to_string())?;
                let replay = Replay::of(&record);
                let replay = replay.map_err(|why| wrong(Code::BadRecord, why.to_string()))?;
                let (host, secret) = (requester(&name, now), seed(&fresh)?);
                let entry = play_on(&wish, (&record, &replay), &host, &secret, &fresh.invitation);
                text(&first(entry, &fresh)?)
            }
            TableRequest::Open { id, log, now } => text(&self.open(&id, &log, now)?),
            TableRequest::Follow { id, log, now } => {
                let entries = StoreResult::Entries(entries(&log)?);
                let kept = self.find(&id)?;
                let step = match kept.call.take() {
                    // The entries came too late: the page has read on.
                    Some(call) => kept.host.resume(call, StoreResult::Conflict, now.into()),
                    None => kept.host.handle(Input::CatchUp, now.into()),
                };
                kept.call = step.call;
                text(&kept.resume(entries, now)?)
            }
            TableRequest::Snapshot { id, name, now, since } => {
                let input = Input::Connect { connection: 0, who: ME.into(), name, since };
                text(&self.find(&id)?.handle(input, now)?)
            }
            TableRequest::Command { id, name, now, message, fresh } => {
                let fresh = fresh.as_ref().map(fresh_table).transpose()?.map(Box::new);
                let (ticket, who, from) = (0, ME.into(), None);
                let input = Input::Command { ticket, who, name, from, message, fresh };
                text(&self.find(&id)?.handle(input, now)?)
            }
            TableRequest::Bot { id, now, seat, at, action } => {
                text(&self.find(&id)?.handle(Input::BotDecided { seat, at, action }, now)?)
            }
            TableRequest::Advised { id, now, question, action, advice } => {
                let advised = action.map(|action| Advised { action: Some(action), advice });
                text(&self.find(&id)?.handle(Input::Advised { question, advised }, now)?)
            }
            TableRequest::Time { id, now } => text(&self.find(&id)?.handle(Input::Tick, now)?),
            TableRequest::Stored { id, now } => {
                text(&self.find(&id)?.resume(StoreResult::Stored, now)?)
            }
            TableRequest::NotStored { id, now } => {
                let message = "this could not be stored; nothing was changed";
                let failed = StoreResult::Failed(wrong(Code::StoreFailed, message));
                text(&self.find(&id)?.resume(failed, now.unwrap_or_default())?)
            }
            TableRequest::Record { id } => text(&self.find(&id)?.record()?),
            TableRequest::Replay { id } => show(&self.find(&id)?.record()?),
            TableRequest::Lessons {} => text(&quinta_lessons::list()),
            TableRequest::Lesson { lesson, name, actions } => take_lesson(&lesson, &name, &actions),
        }
    }

    fn find(&mut self, id: &str) -> Result<&mut Kept, Error> {
        let none = || wrong(Code::NoSuchTable, "there is no such table");
        self.0.get_mut(id).ok_or_else(none)
    }

    fn open(&mut self, id: &str, log: &[String], now: Option<u64>) -> Result<Step, Error> {
        let table = Table::from_log(id, entries(log)?).map_err(|why| unreadable(&why))?;
        let now = now.unwrap_or_default();
        let host = Host::new(table, SETTINGS, HashMap::new(), now);
        self.0.insert(id.to_owned(), Kept { host, call: None });
        self.find(id)?.handle(Input::Tick, now)
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

fn fresh_table(fresh: &Fresh) -> Result<host::Fresh, Error> {
    let (id, invitation) = (fresh.id.clone(), fresh.invitation.clone());
    Ok(host::Fresh { id, secret: seed(fresh)?, invitation })
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
    fn handle(&mut self, input: Input, now: u64) -> Result<Step, Error> {
        let step = self.host.handle(input, now.into());
        self.answer(step)
    }

    fn resume(&mut self, result: StoreResult, now: u64) -> Result<Step, Error> {
        let nothing = || wrong(Code::BadRequest, "nothing was to be stored");
        let call = self.call.take().ok_or_else(nothing)?;
        let step = self.host.resume(call, result, now.into());
        self.answer(step)
    }

    /// A step of the host, for the page.
    fn answer(&mut self, step: host::Step) -> Result<Step, Error> {
        let mut answer = Step::default();
        for effect in step.effects {
            match effect {
                Effect::Send { message, .. } => answer.messages.push(message),
                Effect::Answer { answer: Ok(reply), .. } => {
                    answer.messages.push(ServerMessage::Reply(reply));
                }
                Effect::Answer { answer: Err(refused), .. } => {
                    answer.messages.push(ServerMessage::Refused(refused));
                }
                Effect::Advise(Question { number, level, about }) => {
                    let job = self.host.table().state().map(|state| self.job(level, state, about));
                    answer.hint = job.map(|job| request::Hint { question: number, job });
                }
                // The bot that thinks is named in each answer, for pages that come later; the rest is of no use to a page.
                Effect::Think(_)
                | Effect::Started
                | Effect::Listed { .. }
                | Effect::Ended
                | Effect::Notify { .. } => {}
            }
        }
        self.call = step.call;
        let Some(call) = &self.call else { return Ok(self.standing(answer)) };
        match call.request() {
            StoreRequest::Append { entries, new_table, .. } => {
                if let Some((id, first)) = new_table {
                    answer.store = to_store(id, std::slice::from_ref(first))?;
                }
                answer.store.extend(to_store(self.host.table().id(), entries)?);
            }
            StoreRequest::Read { after } => answer.read = Some(after),
        }
        Ok(answer)
    }

    /// With how the table stands once there is nothing more to be stored.
    fn standing(&self, answer: Step) -> Step {
        let table = self.host.table();
        let bot = self.host.thinking().zip(table.state()).map(|(turn, state)| {
            let job = self.job(turn.level, state, None);
            Turn { seat: turn.seat, at: turn.at, job }
        });
        let (number, lobby) = (Some(table.number()), Some(table.lobby(ME)));
        Step { bot, deadline: self.host.wake_at(), number, lobby, ..answer }
    }

    /// What a bot has to think about in this state, in the usual time.
    fn job(&self, level: BotLevel, state: &State, about: Option<Action>) -> SearchJob {
        SearchJob {
            level,
            rules: self.host.table().rules().clone(),
            position: Position::from(state),
            about,
            budget: level.budget().to_string(),
            seed: 0,
        }
    }

    fn record(&self) -> Result<Record, Error> {
        let not_yet = || wrong(Code::NotStarted, "the game has not begun");
        self.host.table().record().ok_or_else(not_yet)
    }
}
