//! The seats of a table and their players.
use crate::log::{FirstSitter, Identity};
use quinta_wire::{self as wire, BotLevel};

/// Who sits on a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Sitter {
    Open,
    Person(Person),
    Bot(BotLevel),
}

/// A person on a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Person {
    pub(crate) who: Identity,
    pub(crate) name: String,
    /// The bytes that they added; `None` until they are ready.
    pub(crate) luck: Option<Vec<u8>>,
    pub(crate) resigned: bool,
    pub(crate) timed_out: bool,
    pub(crate) wants_end: bool,
    /// How many hints they have had, and the number of the position of the last one.
    pub(crate) hints: u16,
    pub(crate) hinted: Option<u64>,
    pub(crate) played_by: Option<BotLevel>,
}

impl Person {
    pub(crate) fn new(who: Identity, name: String) -> Self {
        Self {
            who,
            name,
            luck: None,
            resigned: false,
            timed_out: false,
            wants_end: false,
            hints: 0,
            hinted: None,
            played_by: None,
        }
    }
}

impl From<&FirstSitter> for Sitter {
    fn from(first: &FirstSitter) -> Self {
        match first {
            FirstSitter::Open => Self::Open,
            FirstSitter::Person { who, name } => {
                Self::Person(Person::new(who.clone(), name.clone()))
            }
            FirstSitter::Bot { level } => Self::Bot(*level),
        }
    }
}

impl Sitter {
    pub(crate) fn person(&self) -> Option<&Person> {
        match self {
            Self::Person(person) => Some(person),
            Self::Open | Self::Bot(_) => None,
        }
    }

    pub(crate) fn person_mut(&mut self) -> Option<&mut Person> {
        match self {
            Self::Person(person) => Some(person),
            Self::Open | Self::Bot(_) => None,
        }
    }

    pub(crate) fn is(&self, who: &str) -> bool {
        self.person().is_some_and(|person| person.who == who)
    }

    /// The bot that acts here: the seat's own, or the one that plays for a person.
    pub(crate) fn bot(&self) -> Option<BotLevel> {
        match self {
            Self::Open => None,
            Self::Person(person) => person.played_by,
            Self::Bot(level) => Some(*level),
        }
    }

    /// Whether it only passes: it resigned, and no bot plays for it.
    pub(crate) fn only_passes(&self) -> bool {
        self.person().is_some_and(|person| person.resigned && person.played_by.is_none())
    }

    pub(crate) fn resigned(&self) -> bool {
        self.person().is_some_and(|person| person.resigned)
    }

    pub(crate) fn view(&self) -> wire::Sitter {
        match self {
            Self::Open => wire::Sitter::Open {},
            Self::Bot(level) => wire::Sitter::Bot { level: *level },
            Self::Person(person) => wire::Sitter::Person {
                name: person.name.clone(),
                ready: person.luck.is_some(),
                resigned: person.resigned,
                timed_out: person.timed_out,
                wants_end: person.wants_end,
                hints: person.hints,
                played_by: person.played_by,
            },
        }
    }
}
