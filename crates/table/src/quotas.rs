//! How much of a log a command may take that does not move the game. The others could go on for ever, and the log with them.
//!
//! Nobody's quota can be used up by somebody else: each person has one for each sort of command, and who sits down, or talks before the
//! game begins, has one more for the address that they come from, since another guest costs nothing. A seat that was taken and left again
//! is forgotten: it costs its person nothing, while its two entries stay in the log, and one of them counts for the address.
use crate::log::{Entry, Identity, LogEvent, Mark};
use std::collections::HashMap;

/// How many commands of each sort one person has at a table.
const EACH: u32 = 200;
/// How many commands one address has at a table before the game begins, whoever sends them. The host is not counted with the others there.
const FROM: u32 = 2000;

/// The sorts of commands of which a person has so many at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Sort {
    /// Names, phrases, and the bots that the host sets on seats.
    Chatter,
    /// Proposals to end the game.
    End,
    /// Bots that play for others, and seats that are taken back from them.
    StandIn,
}

/// The sort of command that an event comes from, if a person has only so many of it.
fn sort(event: &LogEvent) -> Option<Sort> {
    match event {
        LogEvent::BotSat { .. } | LogEvent::Renamed { .. } | LogEvent::Said { .. } => {
            Some(Sort::Chatter)
        }
        LogEvent::EndOffered { .. } => Some(Sort::End),
        LogEvent::TakenOver { .. } | LogEvent::Returned { .. } => Some(Sort::StandIn),
        // Nobody leaves a seat that nobody has taken.
        LogEvent::Sat { .. } | LogEvent::Left { .. }
        // They bring the game nearer to its end.
        | LogEvent::Created(_)
        | LogEvent::Ready { .. }
        | LogEvent::Started { .. }
        | LogEvent::Drawn { .. }
        | LogEvent::Turned { .. }
        | LogEvent::Acted { .. }
        | LogEvent::Resigned { .. }
        | LogEvent::Ended { .. }
        | LogEvent::Rematch { .. }
        // They have a limit of their own, or a clock's.
        | LogEvent::Undone { .. }
        | LogEvent::Hinted { .. }
        | LogEvent::TimedOut { .. }
        | LogEvent::ClockHeld { .. } => None,
    }
}

/// Whose quota for an address an event counts for: whoever comes from nowhere that is known has one of their own for seats.
fn origin<'a>(mark: &'a Mark, event: &LogEvent) -> Option<&'a str> {
    let own = matches!(event, LogEvent::Sat { .. }).then_some(mark.who.as_str());
    mark.from.as_deref().or(own)
}

/// What was used up so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Quotas {
    own: HashMap<(Identity, Sort), u32>,
    from: HashMap<String, u32>,
}

impl Quotas {
    /// Whether an address has a share in what this event costs, before the game begins.
    pub(crate) fn counts_origin(event: &LogEvent) -> bool {
        matches!(event, LogEvent::Sat { .. } | LogEvent::Renamed { .. } | LogEvent::Said { .. })
    }

    /// Notes what a person's command has brought about.
    pub(crate) fn note(&mut self, entry: &Entry) {
        let Some(mark) = &entry.by else { return };
        if let Some(sort) = sort(&entry.event) {
            *self.own.entry((mark.who.clone(), sort)).or_default() += 1;
        }
        if let Some(from) = origin(mark, &entry.event) {
            *self.from.entry(from.to_owned()).or_default() += 1;
        }
    }

    /// Whether whoever sent this command may bring about this event too.
    pub(crate) fn allow(&self, mark: &Mark, event: &LogEvent) -> bool {
        let own = sort(event).and_then(|sort| self.own.get(&(mark.who.clone(), sort)));
        let from = origin(mark, event).and_then(|from| self.from.get(from));
        own.is_none_or(|used| *used < EACH) && from.is_none_or(|used| *used < FROM)
    }
}
