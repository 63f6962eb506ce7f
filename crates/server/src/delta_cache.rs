//! What the watchers of a table were sent last, so that those who have it are sent deltas.
use crate::live::text;
use axum::extract::ws::Utf8Bytes;
use quinta_wire::{Choices, Delta, Document, PartMessage, ServerMessage, Snapshot, Update};
use serde::Serialize;
use std::cell::LazyCell;
use std::collections::HashMap;

/// Which documents a client has that asked for deltas.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClientVersion {
    /// The number of the last event of its table.
    pub(crate) table: u64,
    /// The number of its choices.
    pub(crate) choices: Option<u64>,
}

impl ClientVersion {
    /// Returns what a client has that was sent this.
    pub(crate) fn from(snapshot: &Snapshot) -> Self {
        let choices = snapshot.choices.as_ref().map(|choices| choices.at);
        Self { table: snapshot.table.number, choices }
    }
}

/// The documents that were sent last, kept as long as somebody has asked for deltas.
#[derive(Default)]
pub(crate) struct LastSent {
    table: Option<Sent>,
    /// By the id of the person to whom they were sent.
    choices: HashMap<String, Sent>,
}

/// A document and its number.
struct Sent {
    number: u64,
    document: Document,
}

impl Sent {
    fn new(number: u64, value: &impl Serialize) -> Option<Self> {
        Some(Self { number, document: Document::new(value).ok()? })
    }

    /// Returns what turns the old document into this one, with the old one's number.
    fn since(&self, old: Option<&Self>) -> Option<(u64, Delta)> {
        let Self { number, document } = old?;
        Some((*number, Delta::between(document, &self.document).ok()?))
    }
}

/// A message: whole, encoded once it is needed, and as a delta to the document of this number.
pub(crate) struct Encoded<F> {
    whole: LazyCell<Utf8Bytes, F>,
    delta: Option<(u64, Utf8Bytes)>,
}

impl<F: FnOnce() -> Utf8Bytes> Encoded<F> {
    /// Returns the message for a client that has the document of this number, if any.
    pub(crate) fn to(&self, version: Option<u64>) -> Utf8Bytes {
        match &self.delta {
            Some((of, delta)) if version == Some(*of) => delta.clone(),
            _ => self.whole.clone(),
        }
    }
}

impl LastSent {
    /// Encodes an update, and keeps its table if somebody wants the next one as a delta.
    pub(crate) fn update<'a>(
        &mut self,
        update: &'a Update,
        keep: bool,
    ) -> Encoded<impl FnOnce() -> Utf8Bytes + use<'a>> {
        let Update { events, table } = update;
        let new = keep.then(|| Sent::new(table.number, table)).flatten();
        let delta = new.as_ref().and_then(|new| new.since(self.table.as_ref()));
        self.table = new;
        Encoded {
            whole: LazyCell::new(|| text(&ServerMessage::Update(Box::new(update.clone())))),
            delta: delta
                .map(|(of, table)| (of, text(&PartMessage::UpdatePart { of, events, table }))),
        }
    }

    /// Encodes someone's choices, and keeps them if that person wants the next ones as a delta.
    pub(crate) fn choices<'a>(
        &mut self,
        who: &str,
        choices: &'a Choices,
        keep: bool,
    ) -> Encoded<impl FnOnce() -> Utf8Bytes + use<'a>> {
        let old = self.choices.remove(who);
        let new = keep.then(|| Sent::new(choices.at, choices)).flatten();
        let delta = new.as_ref().and_then(|new| new.since(old.as_ref()));
        self.choices.extend(new.map(|new| (who.to_owned(), new)));
        Encoded {
            whole: LazyCell::new(|| text(&ServerMessage::Choices(Box::new(choices.clone())))),
            delta: delta.map(|(of, choices)| (of, text(&PartMessage::ChoicesPart { of, choices }))),
        }
    }
}
