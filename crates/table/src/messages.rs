//! The messages that clients are sent about a table: first a snapshot, then updates.
use crate::decide::Requester;
use crate::log::Identity;
use crate::table::Table;
use quinta_wire::{Choices, Event, Presence, Snapshot, Update, VERSION};

/// The most events of one answer.
const PAGE: usize = 500;

/// Which events of a long log go into an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    /// The first ones, for a client that asks for the next page.
    First,
    /// The last ones, for a client that goes on from the present.
    Last,
}

/// What clients are sent about new events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Messages {
    /// For everyone.
    pub update: Update,
    /// For whoever is to act, if it is a person.
    pub choices: Option<(Identity, Choices)>,
    /// Whether someone sat down or left: then each connection needs a new `You`.
    pub seats_changed: bool,
}

impl Table {
    /// Returns everything for a client that has the events up to `since`.
    pub fn snapshot(
        &self,
        requester: &Requester,
        presence: Presence,
        since: u64,
        page: Page,
    ) -> Snapshot {
        let events = self.events_after(since);
        let events = match page {
            Page::First => &events[..events.len().min(PAGE)],
            Page::Last => &events[events.len().saturating_sub(PAGE)..],
        };
        Snapshot {
            version: VERSION,
            you: self.you(requester.who, requester.name),
            presence,
            events: events.to_vec(),
            table: self.view(requester.now),
            choices: self.choices(requester.who),
        }
    }

    /// Returns what clients are sent about the events after this number.
    pub fn messages_after(&self, after: u64, now: u64) -> Messages {
        let events = self.events_after(after).to_vec();
        let seats_changed = events.iter().any(|numbered| {
            matches!(numbered.event, Event::Sat { .. } | Event::Left { .. } | Event::BotSat { .. })
        });
        let choices = self.actor().and_then(|who| Some((who.to_owned(), self.choices(who)?)));
        Messages { update: Update { events, table: self.view(now) }, choices, seats_changed }
    }

    /// The person who is to act.
    pub fn actor(&self) -> Option<&str> {
        let turn = self.to_act()?;
        self.people().find(|(seat, _)| *seat == turn).map(|(_, who)| who)
    }
}
