//! The commands carried out so far, so that a repeated one counts once, and the number that did not advance the game.
use crate::log::{Entry, Identity, LogEvent, Mark};
use std::collections::HashMap;

/// The most commands per identity that do not advance the game: names, phrases, seats taken and left.
const QUIET_EACH: u32 = 200;
/// And all identities but the host together, for a new one costs nothing.
const QUIET_ALL: u32 = 2000;

/// The commands so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct CommandDedup {
    /// The number after each command that was carried out.
    commands: HashMap<Mark, u64>,
    quiet: HashMap<Identity, u32>,
    quiet_in_all: u32,
}

/// Whether an event brings the game nearer to its end. The others could grow the log without limit.
fn moves_the_game(event: &LogEvent) -> bool {
    match event {
        LogEvent::Created(_)
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
        | LogEvent::ClockHeld { .. } => true,
        LogEvent::Sat { .. }
        | LogEvent::Left { .. }
        | LogEvent::BotSat { .. }
        | LogEvent::Renamed { .. }
        | LogEvent::TakenOver { .. }
        | LogEvent::Returned { .. }
        | LogEvent::EndOffered { .. }
        | LogEvent::Said { .. } => false,
    }
}

impl CommandDedup {
    /// Notes the command that an entry comes from.
    pub(crate) fn note(&mut self, entry: &Entry) {
        let Some(mark) = &entry.by else { return };
        self.commands.insert(mark.clone(), entry.number);
        if !moves_the_game(&entry.event) {
            *self.quiet.entry(mark.who.clone()).or_default() += 1;
            self.quiet_in_all += 1;
        }
    }

    /// The number after a command, if it was carried out.
    pub(crate) fn number_of(&self, who: &str, id: &str) -> Option<u64> {
        self.commands.get(&Mark { who: who.to_owned(), id: id.to_owned() }).copied()
    }

    /// Whether this identity may do something more, should it not move the game.
    pub(crate) fn allows(&self, who: &str, is_host: bool, event: &LogEvent) -> bool {
        let own = self.quiet.get(who).copied().unwrap_or_default();
        moves_the_game(event) || (own < QUIET_EACH && (is_host || self.quiet_in_all < QUIET_ALL))
    }
}
