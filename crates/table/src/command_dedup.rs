//! The commands that were carried out, so that a repeated one counts once, and what they have used up of their quotas.
use crate::log::{Entry, Identity, LogEvent, Mark};
use crate::quotas::Quotas;
use std::collections::HashMap;

/// The commands so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct CommandDedup {
    /// The number after each command that was carried out, by who sent it and its id.
    commands: HashMap<(Identity, String), u64>,
    quotas: Quotas,
}

impl CommandDedup {
    /// Notes the command that an entry comes from.
    pub(crate) fn note(&mut self, entry: &Entry) {
        let Some(mark) = &entry.by else { return };
        self.commands.insert((mark.who.clone(), mark.id.clone()), entry.number);
        self.quotas.note(entry);
    }

    /// The number after a command, if it was carried out.
    pub(crate) fn number_of(&self, who: &str, id: &str) -> Option<u64> {
        self.commands.get(&(who.to_owned(), id.to_owned())).copied()
    }

    /// Whether whoever sent this command may bring about this event too.
    pub(crate) fn allows(&self, mark: &Mark, event: &LogEvent) -> bool {
        self.quotas.allow(mark, event)
    }
}
