//! Who is present at a table: by connections, by polls, and through other processes.
use super::api::{Audience, Effect, Elsewhere, HostSettings};
use crate::log::Identity;
use crate::table::Table;
use quinta_rules::Seat;
use quinta_wire::{Clock, Presence, ServerMessage};
use std::collections::HashMap;

/// A poll counts as a connection for so many milliseconds.
const POLL_COUNTS: u64 = 40_000;

/// Who has a connection.
#[derive(Debug, Default)]
pub(super) struct Guest {
    pub(super) who: Identity,
    pub(super) name: String,
}

#[derive(Debug)]
pub(super) struct Attendance {
    pub(super) connections: HashMap<u64, Guest>,
    polled: HashMap<Identity, u64>,
    /// When each person at the table was last seen here.
    seen: HashMap<Identity, u64>,
    /// When those who were never seen count as last seen.
    since: u64,
    pub(super) elsewhere: Vec<Elsewhere>,
    /// Whose move the others have waited for too long, though they may be here.
    pub(super) stalled: Option<Seat>,
    announced: Presence,
    settings: HostSettings,
}

impl Attendance {
    pub(super) fn new(settings: HostSettings, seen: HashMap<Identity, u64>, since: u64) -> Self {
        Self {
            connections: HashMap::new(),
            polled: HashMap::new(),
            seen,
            since,
            elsewhere: Vec::new(),
            stalled: None,
            announced: Presence::default(),
            settings,
        }
    }

    /// Only for those who sit does it matter when they were seen.
    fn see(&mut self, table: &Table, who: &str, now: u64) {
        if sits(table, who) {
            self.seen.insert(who.to_owned(), now);
        }
    }

    pub(super) fn connect(&mut self, table: &Table, connection: u64, guest: Guest, now: u64) {
        self.see(table, &guest.who, now);
        self.connections.insert(connection, guest);
    }

    pub(super) fn disconnect(&mut self, table: &Table, connection: u64, now: u64) {
        if let Some(guest) = self.connections.remove(&connection) {
            self.see(table, &guest.who, now);
        }
    }

    /// Someone may have changed their name since they connected.
    pub(super) fn call(&mut self, who: &str, name: &str) {
        for guest in self.connections.values_mut().filter(|guest| guest.who == who) {
            name.clone_into(&mut guest.name);
        }
    }

    pub(super) fn poll(&mut self, table: &Table, who: &str, now: u64) {
        self.polled.retain(|_, last| *last + POLL_COUNTS > now);
        self.polled.insert(who.to_owned(), now);
        self.see(table, who, now);
    }

    pub(super) fn forget_strangers(&mut self, table: &Table) {
        self.seen.retain(|who, _| sits(table, who));
    }

    pub(super) fn is_here(&self, who: &str, now: u64) -> bool {
        self.is_connected(who, now)
            || self.elsewhere.iter().any(|there| there.who == who && there.count > 0)
    }

    /// Whether someone is connected to this process.
    pub(super) fn is_connected(&self, who: &str, now: u64) -> bool {
        self.connections.values().any(|guest| guest.who == who)
            || self.polled.get(who).is_some_and(|last| last + POLL_COUNTS > now)
    }

    /// Whether somebody only watches, through another process.
    pub(super) fn is_watched_elsewhere(&self) -> bool {
        self.elsewhere.iter().any(|there| there.who.is_empty() && there.count > 0)
    }

    /// How many only watch, through this process.
    pub(super) fn strangers(&self, table: &Table) -> u32 {
        let watching = self.connections.values().filter(|guest| !sits(table, &guest.who)).count();
        u32::try_from(watching).unwrap_or(u32::MAX)
    }

    /// When someone was last seen, through any process.
    pub(super) fn last_seen(&self, who: &str) -> u64 {
        let there = self.elsewhere.iter().filter(|there| there.who == who);
        let there = there.map(|there| there.seen).max();
        self.seen.get(who).copied().max(there).unwrap_or(self.since)
    }

    pub(super) fn presence(&self, table: &Table, now: u64) -> Presence {
        let mut presence = Presence::default();
        for (seat, who) in table.people() {
            let is_here = self.is_here(who, now);
            presence.connected.extend(is_here.then_some(seat));
            // With a clock, only its running out counts.
            if table.options().clock != Clock::None {
                continue;
            }
            let away = if is_here { None } else { Some(now.saturating_sub(self.last_seen(who))) };
            let for_long = |limit| away.is_some_and(|away| away >= limit);
            let stalled = self.stalled == Some(seat);
            if stalled || for_long(self.settings.gone_after) {
                presence.gone.push(seat);
            }
            if stalled || for_long(self.settings.left_after) {
                presence.left.push(seat);
            }
        }
        // Whichever process thinks for it.
        presence.thinking.extend(table.bot_to_act().map(|(seat, ..)| seat));
        let there = self.elsewhere.iter().filter(|there| there.who.is_empty());
        presence.watchers =
            there.map(|there| there.count).fold(self.strangers(table), u32::saturating_add);
        presence
    }

    /// The message to everyone about who is here, if that has changed.
    pub(super) fn announce(&mut self, table: &Table, now: u64) -> Option<Effect> {
        let presence = self.presence(table, now);
        if presence == self.announced {
            return None;
        }
        self.announced = presence.clone();
        Some(Effect::Send { to: Audience::All, message: ServerMessage::Presence(presence) })
    }
}

fn sits(table: &Table, who: &str) -> bool {
    table.people().any(|(_, person)| person == who)
}
