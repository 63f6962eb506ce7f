//! A table in memory with everyone who watches it.
use axum::extract::ws::Utf8Bytes;
use quinta_rules::{Action, Seat, State};
use quinta_table::{Asker, News, Page, Table};
use quinta_wire::{self as wire, BotLevel, ByeReason, Presence, ServerMessage, Snapshot};
use serde::Serialize;
use std::collections::HashMap;
use std::mem::replace;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use tokio::sync::{Mutex, mpsc, watch};

use crate::bots::Thought;
use crate::delta_cache::{ClientVersion, LastSent};
use crate::identity::Guest;
use crate::settings::Settings;
use crate::store::Present;
use crate::time::now;

/// The most bytes that wait for one socket.
const MOST_WAITING: usize = 512 * 1024;
/// A long poll counts as a connection for so long, in milliseconds.
const POLL_COUNTS: u64 = 40_000;

/// The JSON of a message, ready to be sent to many.
pub(crate) fn text(message: &impl Serialize) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}

/// A table in memory.
pub(crate) struct Live {
    pub(crate) id: String,
    pub(crate) core: Mutex<Core>,
    /// The number of the last event: long polls wait for it to change.
    pub(crate) number: watch::Sender<u64>,
    /// When the running clock runs out; `u64::MAX` if none runs.
    pub(crate) deadline: AtomicU64,
    /// The number at which a bot is to act; 0 if none is.
    pub(crate) bot_at: AtomicU64,
    /// When someone last looked at it.
    pub(crate) used: AtomicU64,
    /// Whether the game is over: such a table may leave memory.
    pub(crate) over: AtomicBool,
    /// Whether this process runs the game: its bots, its clock, its push messages.
    pub(crate) held: AtomicBool,
}

/// What changes about a table in memory.
pub(crate) struct Core {
    pub(crate) table: Table,
    watchers: HashMap<u64, Watcher>,
    /// When each person at the table was last seen here.
    seen: HashMap<String, u64>,
    /// Whoever was never seen is taken to have been there when the table came into memory.
    since: u64,
    /// Who is or was at the table by other processes.
    elsewhere: Vec<Present>,
    /// Who is here, as the other processes were told, if they could be.
    pub(crate) told_here: Option<Vec<(String, u32)>>,
    polled: HashMap<String, u64>,
    /// The seat for which a bot thinks.
    pub(crate) thinking: Option<(Seat, u64)>,
    /// The last question for a hint.
    pub(crate) hint: Option<Box<Hint>>,
    said: Presence,
    last_sent: LastSent,
    /// How long someone must be away before a bot may play for them, and before the others may end the game, in milliseconds.
    gone_after: u64,
    left_after: u64,
    /// The address that the last command of someone who sits here came from: its bots wait in one line.
    pub(crate) address: Option<IpAddr>,
}

/// What a bot is asked: what it would do in a position, and what it thinks of an action there.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Question {
    pub(crate) state: State,
    pub(crate) level: BotLevel,
    pub(crate) about: Option<Action>,
}

/// A question and what the bot said to it, once it has. The same question again is not thought about again.
pub(crate) struct Hint {
    pub(crate) question: Question,
    pub(crate) answer: watch::Receiver<Option<Thought>>,
}

impl Hint {
    /// Whether it has an answer or may still get one.
    pub(crate) fn is_alive(&self) -> bool {
        self.answer.borrow().is_some() || self.answer.has_changed().is_ok()
    }
}

/// Someone who watches over a socket.
pub(crate) struct Watcher {
    pub(crate) guest: Guest,
    pub(crate) queue: mpsc::Sender<Utf8Bytes>,
    /// Bytes in its queue.
    pub(crate) waiting: Arc<AtomicUsize>,
    pub(crate) stop: watch::Sender<Option<ByeReason>>,
    /// What it has, if it is to be sent deltas.
    pub(crate) version: Option<ClientVersion>,
}

impl Live {
    /// Puts a table into memory; `seen` says when its people were last there, if that is known.
    pub(crate) fn new(
        table: Table,
        settings: &Settings,
        seen: Option<HashMap<String, u64>>,
        held: bool,
    ) -> Self {
        let time = now();
        let seen = seen.unwrap_or_default();
        let live = Self {
            id: table.id().to_owned(),
            number: watch::Sender::new(table.number()),
            deadline: AtomicU64::new(u64::MAX),
            bot_at: AtomicU64::new(0),
            used: AtomicU64::new(time),
            over: AtomicBool::new(false),
            held: AtomicBool::new(held),
            core: Mutex::new(Core {
                table,
                watchers: HashMap::new(),
                seen,
                since: time,
                elsewhere: Vec::new(),
                told_here: Some(Vec::new()),
                polled: HashMap::new(),
                thinking: None,
                hint: None,
                said: Presence::default(),
                last_sent: LastSent::default(),
                gone_after: u64::from(settings.gone_after) * 1000,
                left_after: u64::from(settings.left_after) * 1000,
                address: None,
            }),
        };
        if let Ok(core) = live.core.try_lock() {
            live.note(&core.table);
        }
        live
    }

    /// Keeps what others want to know without the lock.
    pub(crate) fn note(&self, table: &Table) {
        let deadline = table.deadline().map_or(u64::MAX, |(_, deadline)| deadline);
        self.deadline.store(deadline, Ordering::Relaxed);
        let bot_at = table.bot_to_act().map_or(0, |(_, _, at)| at);
        self.bot_at.store(bot_at, Ordering::Relaxed);
        self.over.store(table.stage() == wire::Stage::Over, Ordering::Relaxed);
        self.number.send_replace(table.number());
    }

    /// Whether this process runs the game.
    pub(crate) fn is_held(&self) -> bool {
        self.held.load(Ordering::Relaxed)
    }

    pub(crate) fn touch(&self) {
        self.used.store(now(), Ordering::Relaxed);
    }
}

impl Core {
    /// Notes that someone is here. Only for those who sit does it matter when they were.
    fn see(&mut self, who: &str) {
        if self.table.people().any(|(_, person)| person == who) {
            self.seen.insert(who.to_owned(), now());
        }
    }

    pub(crate) fn watch(&mut self, id: u64, watcher: Watcher) {
        self.see(&watcher.guest.id);
        self.watchers.insert(id, watcher);
    }

    pub(crate) fn unwatch(&mut self, id: u64) {
        if let Some(watcher) = self.watchers.remove(&id) {
            self.see(&watcher.guest.id);
        }
        if self.watchers.values().all(|watcher| watcher.version.is_none()) {
            self.last_sent = LastSent::default();
        }
    }

    /// When each person at the table was last seen.
    pub(crate) fn last_seen(&self) -> HashMap<String, u64> {
        self.table.people().map(|(_, who)| (who.to_owned(), self.last_seen_of(who))).collect()
    }

    /// The line in which this table's bots wait: that of the address that plays here.
    pub(crate) fn line(&self) -> String {
        self.address.map_or_else(|| self.table.id().to_owned(), |address| address.to_string())
    }

    /// Forgets when those were seen who have left their seats.
    pub(crate) fn forget_strangers(&mut self) {
        let Self { table, seen, .. } = self;
        seen.retain(|who, _| table.people().any(|(_, person)| person == who));
    }

    pub(crate) fn polled(&mut self, who: &str) {
        let time = now();
        self.polled.retain(|_, last| *last + POLL_COUNTS > time);
        self.polled.insert(who.to_owned(), time);
        self.see(who);
    }

    /// Whether nobody watches, and no bot thinks.
    pub(crate) fn is_idle(&self) -> bool {
        self.watchers.is_empty() && self.thinking.is_none()
    }

    /// Whether someone is here right now.
    pub(crate) fn is_here(&self, who: &str) -> bool {
        self.is_connected(who, now())
    }

    fn is_connected(&self, who: &str, time: u64) -> bool {
        self.is_connected_here(who, time)
            || self.elsewhere.iter().any(|there| there.who == who && there.count > 0)
    }

    fn is_connected_here(&self, who: &str, time: u64) -> bool {
        self.watchers.values().any(|w| w.guest.id == who)
            || self.polled.get(who).is_some_and(|last| last + POLL_COUNTS > time)
    }

    /// Who is here by this process, and how many each is; those who only watch have no name.
    pub(crate) fn here(&self) -> Vec<(String, u32)> {
        let time = now();
        let here = |who: &&str| self.is_connected_here(who, time);
        let people = self.table.people().map(|(_, who)| who).filter(here);
        let mut all: Vec<_> = people.map(|who| (who.to_owned(), 1)).collect();
        all.sort();
        all.dedup();
        let strangers = self.strangers();
        if strangers > 0 {
            all.push((String::new(), strangers));
        }
        all
    }

    /// How many only watch, by this process.
    fn strangers(&self) -> u32 {
        let sits = |who: &str| self.table.people().any(|(_, person)| person == who);
        let watching = self.watchers.values().filter(|w| !sits(&w.guest.id)).count();
        u32::try_from(watching).unwrap_or(u32::MAX)
    }

    /// Takes note of who is at the table by other processes.
    pub(crate) fn note_elsewhere(&mut self, elsewhere: Vec<Present>) {
        self.elsewhere = elsewhere;
    }

    /// When someone was last seen, wherever that was.
    fn last_seen_of(&self, who: &str) -> u64 {
        let there = self.elsewhere.iter().filter(|there| there.who == who);
        let there = there.map(|there| there.seen).max();
        self.seen.get(who).copied().max(there).unwrap_or(self.since)
    }

    pub(crate) fn presence(&self) -> Presence {
        let time = now();
        let mut presence = Presence::default();
        for (seat, who) in self.table.people() {
            if self.is_connected(who, time) {
                presence.connected.push(seat);
                continue;
            }
            // With a clock, only its running out counts.
            let away = time.saturating_sub(self.last_seen_of(who));
            if self.table.options().clock == wire::Clock::None {
                if away >= self.gone_after {
                    presence.gone.push(seat);
                }
                if away >= self.left_after {
                    presence.left.push(seat);
                }
            }
        }
        // Whichever process thinks for it.
        presence.thinking.extend(self.table.bot_to_act().map(|(seat, ..)| seat));
        let there = self.elsewhere.iter().filter(|there| there.who.is_empty());
        presence.watchers =
            there.map(|there| there.count).fold(self.strangers(), u32::saturating_add);
        presence
    }

    /// Asks the table as this guest, with who is there as it is now.
    pub(crate) fn asking<T>(&self, guest: &Guest, ask: impl FnOnce(&Table, &Asker) -> T) -> T {
        let presence = self.presence();
        let asker = Asker {
            who: &guest.id,
            name: &guest.name,
            now: now(),
            gone: &presence.gone,
            left: &presence.left,
        };
        ask(&self.table, &asker)
    }

    /// Everything for a client that has the events up to `since`.
    pub(crate) fn snapshot(&self, guest: &Guest, since: u64, page: Page) -> Snapshot {
        let asker = Asker { who: &guest.id, name: &guest.name, now: now(), gone: &[], left: &[] };
        self.table.snapshot(&asker, self.presence(), since, page)
    }

    /// Tells everyone what happened after this number, and whoever is to act what they can do. Returns how many read too slowly.
    pub(crate) fn broadcast(&mut self, after: u64) -> usize {
        let News { update, choices, seats_changed } = self.table.news(after, now());
        let Self { watchers, table, last_sent, .. } = self;
        let keep = watchers.values().any(|watcher| watcher.version.is_some());
        let message = last_sent.update(&update, keep);
        let mut slow = send(watchers, |watcher| {
            let version = watcher.version.as_mut();
            Some(message.to(version.map(|has| replace(&mut has.table, update.table.number))))
        });
        if let Some((who, choices)) = choices {
            let theirs = |watcher: &Watcher| watcher.guest.id == who;
            let keep = watchers.values().any(|w| theirs(w) && w.version.is_some());
            let message = last_sent.choices(&who, &choices, keep);
            slow += send(watchers, |watcher| {
                theirs(watcher).then(|| {
                    let version = watcher.version.as_mut();
                    message.to(version.and_then(|has| has.choices.replace(choices.at)))
                })
            });
        }
        if seats_changed {
            let you = |guest: &Guest| ServerMessage::You(table.you(&guest.id, &guest.name));
            slow += send(watchers, |watcher| Some(text(&you(&watcher.guest))));
        }
        slow
    }

    /// Tells everyone who is there, if that has changed.
    pub(crate) fn announce(&mut self) {
        let presence = self.presence();
        if presence != self.said {
            self.said = presence.clone();
            let message = text(&ServerMessage::Presence(presence));
            send(&mut self.watchers, |_| Some(message.clone()));
        }
    }

    /// Tells everyone that the server closes the sockets.
    pub(crate) fn dismiss(&mut self, reason: ByeReason) {
        for (_, watcher) in self.watchers.drain() {
            watcher.stop.send_replace(Some(reason));
        }
    }
}

/// Sends each watcher the message that is meant for them, if there is one; returns how many read too slowly. A reader whose queue is full is
/// dropped; it can come back and name its last number.
fn send(
    watchers: &mut HashMap<u64, Watcher>,
    mut message: impl FnMut(&mut Watcher) -> Option<Utf8Bytes>,
) -> usize {
    let before = watchers.len();
    watchers.retain(|_, watcher| {
        let Some(message) = message(watcher) else { return true };
        let length = message.len();
        let before = watcher.waiting.fetch_add(length, Ordering::Relaxed);
        let fits = before + length <= MOST_WAITING;
        let sent = fits && watcher.queue.try_send(message).is_ok();
        if !sent {
            watcher.stop.send_replace(Some(ByeReason::TooSlow));
        }
        sent
    });
    before - watchers.len()
}
