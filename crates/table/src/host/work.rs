//! The remaining work of an input. It is worked out anew after each call to the store, so that it fits the log as stored.
use super::api::{AppendKind, Effect, Fresh, Now, Wants};
use super::attendance::Guest;
use super::{Audience, Host};
use crate::decide::Requester;
use crate::draft::PendingEvents;
use crate::log::Identity;
use crate::messages::Page;
use crate::refusal::Refusal;
use quinta_rules::{Action, Seat, State};
use quinta_wire::{BotLevel, ClientMessage, Command, Error, Refused, Reply, ServerMessage};

/// An input that is being carried out.
#[derive(Debug)]
pub(super) enum Work {
    Command(Box<Submission>),
    Connect { connection: u64, guest: Guest, since: u64 },
    Welcome { who: Identity },
    Turn { seat: Seat, at: u64, action: Action },
    Tick,
    Done,
}

/// Who sends a command.
#[derive(Debug)]
pub(super) struct Sender {
    pub(super) who: Identity,
    pub(super) name: String,
    pub(super) from: Option<String>,
}

/// A command, and how far it has come.
#[derive(Debug)]
pub(super) struct Submission {
    ticket: u64,
    sender: Sender,
    message: ClientMessage,
    fresh: Option<Box<Fresh>>,
    /// Whether its own entries are stored.
    stored: bool,
    /// Whether nobody else had written anything when the log was read last.
    caught_up: bool,
}

impl Submission {
    pub(super) fn new(
        ticket: u64,
        sender: Sender,
        message: ClientMessage,
        fresh: Option<Box<Fresh>>,
    ) -> Box<Self> {
        Box::new(Self { ticket, sender, message, fresh, stored: false, caught_up: false })
    }

    fn reply(&self, number: u64) -> Reply {
        Reply::new(&self.message.id, number)
    }

    fn carried_out(&self, reply: Reply) -> Effect {
        Effect::Answer { ticket: self.ticket, answer: Ok(reply) }
    }

    pub(super) fn refused(&self, error: Error) -> Effect {
        let id = Some(self.message.id.clone());
        Effect::Answer { ticket: self.ticket, answer: Err(Refused { id, error }) }
    }
}

/// What a command comes to in the table's position.
enum Next {
    Store(Wants),
    Answer(Reply),
    /// A bot is asked about this position.
    Ask(Box<State>, BotLevel, Option<Action>),
}

impl Work {
    /// The entries that were wanted for the input itself are stored.
    pub(super) fn set_stored(&mut self) {
        if let Self::Command(command) = self {
            command.stored = true;
        }
    }

    /// The log was read.
    pub(super) fn set_caught_up(&mut self, nothing_new: bool) {
        if let Self::Command(command) = self {
            command.caught_up = nothing_new;
        }
    }
}

fn append(change: PendingEvents, kind: AppendKind) -> Option<Wants> {
    (!change.is_empty()).then_some(Wants::Append { change, new_table: None, kind })
}

impl Host {
    /// Does what can be done without the store; returns what is wanted from it before the rest.
    pub(super) fn advance(
        &mut self,
        work: &mut Work,
        now: Now<'_>,
        effects: &mut Vec<Effect>,
    ) -> Option<Wants> {
        match work {
            Work::Done => None,
            Work::Welcome { who } => self.welcome(who, now),
            Work::Connect { connection, guest, since } => {
                if let Some(wants) = self.welcome(&guest.who, now) {
                    return Some(wants);
                }
                let guest = std::mem::take(guest);
                self.let_in(*connection, guest, *since, now, effects);
                None
            }
            Work::Command(command) => self.command(command, now, effects),
            Work::Turn { seat, at, action } => {
                let change = self.table.bot_acts(*seat, *at, action, now.time);
                change.ok().filter(|_| self.running).and_then(|c| append(c, AppendKind::Runner))
            }
            Work::Tick => {
                if self.resting_until.is_some_and(|until| until <= now.time) {
                    self.resting_until = None;
                }
                self.give_back_time(now).or_else(|| {
                    let change = self.table.time_passes(now.time).ok();
                    change.filter(|_| self.running).and_then(|c| append(c, AppendKind::Runner))
                })
            }
        }
    }

    /// The running clock, if there is one, stood still while nobody could move.
    fn give_back_time(&self, now: Now<'_>) -> Option<Wants> {
        append(
            self.table.was_held(now.outage_after(self.table.time()), now.time).ok()?,
            AppendKind::Other,
        )
    }

    /// Gives a person who is back the seats that bots play for them.
    fn welcome(&self, who: &str, now: Now<'_>) -> Option<Wants> {
        if !self.table.is_stood_in_for(who) {
            return None;
        }
        self.give_back_time(now)
            .or_else(|| append(self.table.comes_back(who, now.time).ok()?, AppendKind::Other))
    }

    /// A new connection has everything from here on.
    pub(super) fn let_in(
        &mut self,
        connection: u64,
        guest: Guest,
        since: u64,
        now: Now<'_>,
        effects: &mut Vec<Effect>,
    ) {
        let snapshot = self.snapshot(&guest.who, &guest.name, since, Page::Last, now.time);
        let message = ServerMessage::Snapshot(Box::new(snapshot));
        effects.push(Effect::Send { to: Audience::Connection(connection), message });
        self.attendance.connect(&self.table, connection, guest, now.time);
    }

    fn command(
        &mut self,
        command: &Submission,
        now: Now<'_>,
        effects: &mut Vec<Effect>,
    ) -> Option<Wants> {
        let Sender { who, name, .. } = &command.sender;
        if matches!(command.message.command, Command::Sit { .. }) {
            self.attendance.call(who, name);
        }
        match self.decide(command, now) {
            Ok(Next::Store(wants)) => return Some(wants),
            Ok(Next::Answer(reply)) => effects.push(command.carried_out(reply)),
            Ok(Next::Ask(state, level, about)) => {
                let command = (command.ticket, command.message.id.as_str());
                let number = self.table.number();
                effects.extend(self.hints.ask(command, &state, (level, about), number));
            }
            // Refused here, it may be valid after reading entries that others wrote.
            Err(_) if self.settings.shared_log && !command.caught_up => {
                return Some(Wants::Read { after: self.table.number() });
            }
            Err(refusal) => effects.push(command.refused(refusal.to_error())),
        }
        None
    }

    fn decide(&self, command: &Submission, now: Now<'_>) -> Result<Next, Refusal> {
        let Submission { sender: Sender { who, name, from }, message, stored, .. } = command;
        let number = self.table.number();
        if !stored {
            if !matches!(message.command, Command::Return { .. })
                && let Some(wants) = self.welcome(who, now)
            {
                return Ok(Next::Store(wants));
            }
            if let Some(number) = self.table.done(who, &message.id) {
                return Ok(Next::Answer(command.reply(number)));
            }
        }
        let presence = self.attendance.presence(&self.table, now.time);
        let (replaceable, abandonable) = (&presence.gone[..], &presence.left[..]);
        let from = from.as_deref();
        let requester = Requester { who, name, from, now: now.time, replaceable, abandonable };
        if matches!(message.command, Command::Rematch {}) {
            return self.rematch(command, &requester);
        }
        if !stored {
            if let Some(wants) = self.give_back_time(now) {
                return Ok(Next::Store(wants));
            }
            let change = self.table.command(&requester, message)?;
            if let Some(wants) = append(change, AppendKind::Command) {
                return Ok(Next::Store(wants));
            }
        }
        Ok(match message.command.asks().zip(self.table.state()) {
            Some(((level, about), state)) => Next::Ask(Box::new(*state), level, about),
            None => Next::Answer(command.reply(number)),
        })
    }

    /// A table for the same players: the one that there is, or a new one.
    fn rematch(&self, command: &Submission, requester: &Requester) -> Result<Next, Refusal> {
        if let Some(table) = self.table.rematch() {
            let reply = command.reply(self.table.number());
            return Ok(Next::Answer(Reply { table: Some(table.to_owned()), ..reply }));
        }
        let Some(fresh) = &command.fresh else { return Err(Refusal::BadId) };
        let Fresh { id, secret, invitation } = &**fresh;
        let mut first = self.table.rematch_setting(requester, secret, invitation)?;
        if self.settings.in_tab {
            first = first.dealt_in_tab(id);
        }
        let change = self.table.rematch_at(id, requester.now)?;
        let new_table = Some(Box::new((id.clone(), first)));
        Ok(Next::Store(Wants::Append { change, new_table, kind: AppendKind::Command }))
    }
}
