//! A table in memory with everyone who watches it.
use crate::app::Weight;
use crate::delta_cache::{ClientVersion, LastSent};
use crate::identity::Guest;
use crate::outbox::Outbox;
use crate::settings::Settings;
use crate::time::now;
use axum::extract::ws::Utf8Bytes;
use quinta_table::host::{Audience, Host, HostSettings};
use quinta_table::{Page, Table};
use quinta_wire::{
    self as wire, ByeReason, Choices, Refused, Reply, ServerMessage, Snapshot, Update,
};
use serde::Serialize;
use std::collections::HashMap;
use std::mem::replace;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tokio::sync::{Mutex, oneshot, watch};

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
    /// When the host is to be woken: the running clock runs out, or a bot has rested; `u64::MAX` if never.
    pub(crate) deadline: AtomicU64,
    /// The number at which a bot is to act; 0 if none is.
    pub(crate) bot_at: AtomicU64,
    /// When someone last looked at it.
    pub(crate) used: AtomicU64,
    /// Whether the game is over: such a table may leave memory.
    pub(crate) over: AtomicBool,
    /// Whether this process runs the game: its bots, its clock, its push messages.
    pub(crate) held: AtomicBool,
    /// What it takes in memory.
    weight: Weight,
}

/// What changes about a table in memory.
pub(crate) struct Core {
    pub(crate) host: Host,
    watchers: HashMap<u64, Watcher>,
    /// Who comes in now, and is told nothing before the snapshot.
    pub(crate) entering: Option<(u64, Watcher)>,
    /// Who waits for the answer to a command, by its ticket.
    answers: HashMap<u64, oneshot::Sender<Result<Reply, Refused>>>,
    last_ticket: u64,
    /// Who is here, as the other processes were told, if they could be.
    pub(crate) told_here: Option<Vec<(String, u32)>>,
    last_sent: LastSent,
    /// The number of the look by which it is known who is here through other processes.
    pub(crate) last_look: u64,
    /// The address that the last command of someone who sits here came from: its bots wait in one line.
    pub(crate) address: Option<IpAddr>,
    /// Whether the store knows that a start has to look at the table.
    pub(crate) to_resume: bool,
    /// The address of the command that is being carried out.
    pub(crate) asked_from: Option<IpAddr>,
}

/// Someone who watches over a socket.
pub(crate) struct Watcher {
    pub(crate) who: String,
    pub(crate) outbox: Outbox,
    pub(crate) stop: watch::Sender<Option<ByeReason>>,
    /// Whether it asked for deltas.
    pub(crate) in_parts: bool,
    /// The documents that it has then.
    pub(crate) version: Option<ClientVersion>,
}

impl Live {
    /// Puts a table into memory; `seen` says when its people were last there, if that is known, `shared` whether other processes write to
    /// the same log.
    pub(crate) fn new(
        table: Table,
        settings: &Settings,
        seen: Option<HashMap<String, u64>>,
        held: bool,
        shared: bool,
        weight: Weight,
    ) -> Self {
        let time = now();
        let settings = HostSettings {
            gone_after: u64::from(settings.gone_after) * 1000,
            left_after: u64::from(settings.left_after) * 1000,
            stalled_after: u64::from(settings.stalled_after) * 1000,
            shared_log: shared,
            in_tab: false,
        };
        let live = Self {
            id: table.id().to_owned(),
            number: watch::Sender::new(table.number()),
            deadline: AtomicU64::new(u64::MAX),
            bot_at: AtomicU64::new(0),
            used: AtomicU64::new(time),
            over: AtomicBool::new(false),
            held: AtomicBool::new(held),
            weight,
            core: Mutex::new(Core {
                host: Host::new(table, settings, seen.unwrap_or_default(), time),
                watchers: HashMap::new(),
                entering: None,
                answers: HashMap::new(),
                last_ticket: 0,
                told_here: Some(Vec::new()),
                last_sent: LastSent::default(),
                last_look: 0,
                address: None,
                to_resume: false,
                asked_from: None,
            }),
        };
        if let Ok(core) = live.core.try_lock() {
            live.note(&core.host);
        }
        live
    }

    /// Keeps what others want to know without the lock.
    pub(crate) fn note(&self, host: &Host) {
        let table = host.table();
        self.weight.note(table.weight());
        self.deadline.store(host.wake_at().unwrap_or(u64::MAX), Ordering::Relaxed);
        let bot_at = table.bot_to_act().map_or(0, |(_, _, at)| at);
        self.bot_at.store(bot_at, Ordering::Relaxed);
        self.over.store(table.stage() == wire::Stage::Over, Ordering::Relaxed);
        self.number.send_replace(table.number());
    }

    /// Whether this process runs the game.
    pub(crate) fn is_held(&self) -> bool {
        self.held.load(Ordering::Relaxed)
    }

    /// What it takes in memory, in bytes.
    pub(crate) fn weight(&self) -> usize {
        self.weight.bytes()
    }

    pub(crate) fn touch(&self) {
        self.used.store(now(), Ordering::Relaxed);
    }
}

impl Core {
    pub(crate) fn table(&self) -> &Table {
        self.host.table()
    }

    pub(crate) fn unwatch(&mut self, id: u64) {
        self.watchers.remove(&id);
        if self.watchers.values().all(|watcher| watcher.version.is_none()) {
            self.last_sent = LastSent::default();
        }
    }

    /// The queue in which this table's bots wait: that of the address that plays here.
    pub(crate) fn queue_key(&self) -> String {
        self.address.map_or_else(|| self.table().id().to_owned(), |address| address.to_string())
    }

    pub(crate) fn polled(&mut self, who: &str) {
        self.host.note_poll(who, now());
    }

    /// Everything for a client that has the events up to `since`.
    pub(crate) fn snapshot(&self, guest: &Guest, since: u64, page: Page) -> Snapshot {
        self.host.snapshot(&guest.id, &guest.name, since, page, now())
    }

    /// A ticket for a command, and where its answer comes.
    pub(crate) fn ticket(&mut self) -> (u64, oneshot::Receiver<Result<Reply, Refused>>) {
        let (tell, answer) = oneshot::channel();
        self.last_ticket += 1;
        self.answers.insert(self.last_ticket, tell);
        (self.last_ticket, answer)
    }

    pub(crate) fn answer(&mut self, ticket: u64, answer: Result<Reply, Refused>) {
        if let Some(tell) = self.answers.remove(&ticket) {
            let _ = tell.send(answer);
        }
    }

    /// Sends a message. Returns how many read too slowly.
    pub(crate) fn send(&mut self, to: &Audience, message: ServerMessage) -> usize {
        match (to, message) {
            (Audience::All, ServerMessage::Update(update)) => self.send_update(&update),
            (Audience::Person(who), ServerMessage::Choices(choices)) => {
                self.send_choices(who, &choices)
            }
            (Audience::Connection(id), ServerMessage::Snapshot(snapshot)) => {
                if let Some((id, mut watcher)) = self.entering.take_if(|(own, _)| own == id) {
                    watcher.version = watcher.in_parts.then(|| ClientVersion::from(&snapshot));
                    if !watcher.outbox.put(text(&ServerMessage::Snapshot(snapshot))) {
                        watcher.stop.send_replace(Some(ByeReason::TooSlow));
                        return 1;
                    }
                    self.watchers.insert(id, watcher);
                }
                0
            }
            (to, message) => {
                let message = text(&message);
                send(&mut self.watchers, |id, watcher| {
                    let is_meant = match to {
                        Audience::All => true,
                        Audience::Person(who) => watcher.who == *who,
                        Audience::Connection(one) => id == one,
                    };
                    is_meant.then(|| message.clone())
                })
            }
        }
    }

    fn send_update(&mut self, update: &Update) -> usize {
        let Self { watchers, last_sent, .. } = self;
        let keep = watchers.values().any(|watcher| watcher.version.is_some());
        let message = last_sent.update(update, keep);
        send(watchers, |_, watcher| {
            let version = watcher.version.as_mut();
            Some(message.to(version.map(|has| replace(&mut has.table, update.table.number))))
        })
    }

    fn send_choices(&mut self, who: &str, choices: &Choices) -> usize {
        let Self { watchers, last_sent, .. } = self;
        let theirs = |watcher: &Watcher| watcher.who == who;
        let keep = watchers.values().any(|w| theirs(w) && w.version.is_some());
        let message = last_sent.choices(who, choices, keep);
        send(watchers, |_, watcher| {
            theirs(watcher).then(|| {
                let version = watcher.version.as_mut();
                message.to(version.and_then(|has| has.choices.replace(choices.at)))
            })
        })
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
    mut message: impl FnMut(&u64, &mut Watcher) -> Option<Utf8Bytes>,
) -> usize {
    let before = watchers.len();
    watchers.retain(|id, watcher| {
        let Some(message) = message(id, watcher) else { return true };
        let sent = watcher.outbox.put(message);
        if !sent {
            watcher.stop.send_replace(Some(ByeReason::TooSlow));
        }
        sent
    });
    before - watchers.len()
}
