//! What the watchers of a table were told last: whoever has it is sent only what has changed since.
use crate::live::text;
use axum::extract::ws::Utf8Bytes;
use quinta_wire::{Change, Choices, PartMessage, ServerMessage, Snapshot, TableView, Update};
use std::cell::LazyCell;
use std::collections::HashMap;

/// What a watcher has who is told part by part.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClientVersion {
    /// The number of the last event of the table that it has.
    pub(crate) table: u64,
    /// The number of the choices that it has.
    pub(crate) choices: Option<u64>,
}

impl ClientVersion {
    /// What someone has who was sent this.
    pub(crate) fn from(snapshot: &Snapshot) -> Self {
        let choices = snapshot.choices.as_ref().map(|choices| choices.at);
        Self { table: snapshot.table.number, choices }
    }
}

/// The last that was told. It is kept for those who are told part by part, as long as there are some.
#[derive(Default)]
pub(crate) struct LastSent {
    pub(crate) table: Option<TableView>,
    /// To whom it was told.
    pub(crate) choices: HashMap<String, Choices>,
}

/// A message as a whole, written once somebody needs it, and as a part for those who have the document of this number.
pub(crate) struct Encoded<F> {
    whole: LazyCell<Utf8Bytes, F>,
    part: Option<(u64, Utf8Bytes)>,
}

impl<F: FnOnce() -> Utf8Bytes> Encoded<F> {
    /// The message for who has the document of the number `version`, if any.
    pub(crate) fn to(&self, version: Option<u64>) -> Utf8Bytes {
        match &self.part {
            Some((of, part)) if version == Some(*of) => part.clone(),
            _ => self.whole.clone(),
        }
    }
}

impl LastSent {
    pub(crate) fn update(&self, update: &Update) -> Encoded<impl FnOnce() -> Utf8Bytes> {
        let Update { events, table } = update;
        let part = self.table.as_ref().map(|old| {
            let of = old.number;
            let table = Change::of(old, table);
            (of, text(&PartMessage::UpdatePart { of, events, table }))
        });
        let whole = LazyCell::new(|| text(&ServerMessage::Update(Box::new(update.clone()))));
        Encoded { whole, part }
    }

    pub(crate) fn choices(
        &self,
        who: &str,
        choices: &Choices,
    ) -> Encoded<impl FnOnce() -> Utf8Bytes> {
        let part = self.choices.get(who).map(|old| {
            let of = old.at;
            let choices = Change::of(old, choices);
            (of, text(&PartMessage::ChoicesPart { of, choices }))
        });
        let whole = LazyCell::new(|| text(&ServerMessage::Choices(Box::new(choices.clone()))));
        Encoded { whole, part }
    }
}
