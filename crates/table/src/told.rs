//! The words of the log in the words of the wire, and back: the one place that says which stand for the same.
use crate::log;
use quinta_wire as wire;

/// Words that are the same on both sides but for their type.
macro_rules! same {
    ($word:ident: $($name:ident),+) => {
        impl From<wire::$word> for log::$word {
            fn from(word: wire::$word) -> Self {
                match word {
                    $(wire::$word::$name => Self::$name,)+
                }
            }
        }

        impl From<log::$word> for wire::$word {
            fn from(word: log::$word) -> Self {
                match word {
                    $(log::$word::$name => Self::$name,)+
                }
            }
        }
    };
}

same!(Level: Random, Seedling, Gardener, Designer, Mason, Architect);
same!(Phrase: Hello, Luck, Nice, Garden, Wanted, Oops, Thinking, Moment, Thanks, Played, Again);
same!(EndReason: Finished, Agreed, Resigned, Abandoned);
same!(Board: Front, Back, Custom);
same!(Access: Open, Invitation);
same!(Undo: Never, Last, Free);

impl From<wire::Clock> for log::Clock {
    fn from(clock: wire::Clock) -> Self {
        match clock {
            wire::Clock::None => Self::None,
            wire::Clock::PerMove { seconds } => Self::PerMove { seconds },
            wire::Clock::PerGame { seconds, increment } => Self::PerGame { seconds, increment },
            wire::Clock::Days { days } => Self::Days { days },
        }
    }
}

impl From<log::Clock> for wire::Clock {
    fn from(clock: log::Clock) -> Self {
        match clock {
            log::Clock::None => Self::None,
            log::Clock::PerMove { seconds } => Self::PerMove { seconds },
            log::Clock::PerGame { seconds, increment } => Self::PerGame { seconds, increment },
            log::Clock::Days { days } => Self::Days { days },
        }
    }
}

impl From<wire::First> for log::First {
    fn from(first: wire::First) -> Self {
        match first {
            wire::First::Lot => Self::Lot,
            wire::First::Seat(seat) => Self::Seat(seat),
        }
    }
}

impl From<log::First> for wire::First {
    fn from(first: log::First) -> Self {
        match first {
            log::First::Lot => Self::Lot,
            log::First::Seat(seat) => Self::Seat(seat),
        }
    }
}

impl From<&wire::Options> for log::Options {
    fn from(options: &wire::Options) -> Self {
        Self {
            board: options.board.into(),
            rules: options.rules.clone(),
            first: options.first.into(),
            access: options.access.into(),
            clock: options.clock.into(),
            undo: options.undo.into(),
            hints: options.hints,
        }
    }
}

impl From<&log::Options> for wire::Options {
    fn from(options: &log::Options) -> Self {
        Self {
            board: options.board.into(),
            rules: options.rules.clone(),
            first: options.first.into(),
            access: options.access.into(),
            clock: options.clock.into(),
            undo: options.undo.into(),
            hints: options.hints,
        }
    }
}
