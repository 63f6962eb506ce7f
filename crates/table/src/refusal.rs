//! Why a table refuses a command.
use crate::log::LogError;
use quinta_record::notation::NotationError;
use quinta_rules::{Explanation, RulesError};
use quinta_wire::{Code, Error};

/// Why a command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Refusal {
    /// The rules refuse the action.
    #[error(transparent)]
    Rules(#[from] Explanation),
    #[error("that number is not of the position on the table")]
    Stale,
    #[error("you do not sit at this table")]
    NotSeated,
    #[error("that seat is not yours")]
    NotYourSeat,
    #[error("that seat is taken")]
    SeatTaken,
    #[error("no seat is free")]
    NoFreeSeat,
    #[error("this table asks for an invitation, and that is not its code")]
    WrongInvitation,
    #[error("only the host can do that")]
    NotHost,
    #[error("that seat is neither gone nor out of time")]
    NotAbsent,
    #[error("the game has begun")]
    AlreadyStarted,
    #[error("the game has not begun")]
    NotStarted,
    #[error("the game is over")]
    TableOver,
    #[error("the game is not over")]
    NotOver,
    #[error("that cannot be taken back")]
    CannotUndo,
    #[error("hints are not allowed at this table")]
    NoHints,
    /// All hints were used.
    #[error("this seat has had all the hints that the table allows")]
    NoHintsLeft,
    /// Not against bots alone.
    #[error("only who plays against bots alone, with any number of hints, is coached")]
    NoCoach,
    #[error("no bot plays for that seat")]
    NotTakenOver,
    #[error("that seat has resigned")]
    AlreadyResigned,
    #[error("{0}")]
    BadNotation(NotationError),
    #[error("a name has 1 to 40 characters and no control characters")]
    BadName,
    #[error("that is a bot's name")]
    BotsName,
    #[error("{message}")]
    BadOptions { field: &'static str, message: String },
    #[error("{0}")]
    BadRules(#[from] RulesError),
    #[error("luck is up to 32 bytes in hex")]
    BadLuck,
    #[error("an id has 1 to 64 characters")]
    BadId,
    #[error("an action in notation has at most 200 bytes")]
    TooLong,
    #[error("the host has removed you from this table")]
    Removed,
    /// What would happen cannot be folded: the table refuses it rather than store it.
    #[error("{0}")]
    Impossible(LogError),
    #[error("not so fast")]
    TooMany,
}

impl Refusal {
    /// The code for the client's own words.
    pub fn code(&self) -> Code {
        match self {
            Self::Rules(why) => Code::Illegal(why.code()),
            Self::Stale => Code::Stale,
            Self::NotSeated => Code::NotSeated,
            Self::NotYourSeat => Code::NotYourSeat,
            Self::SeatTaken => Code::SeatTaken,
            Self::NoFreeSeat => Code::NoFreeSeat,
            Self::WrongInvitation => Code::WrongInvitation,
            Self::NotHost => Code::NotHost,
            Self::NotAbsent => Code::NotAbsent,
            Self::AlreadyStarted => Code::AlreadyStarted,
            Self::NotStarted => Code::NotStarted,
            Self::TableOver => Code::TableOver,
            Self::NotOver => Code::NotOver,
            Self::CannotUndo => Code::CannotUndo,
            Self::NoHints => Code::NoHints,
            Self::NoHintsLeft => Code::NoHintsLeft,
            Self::NoCoach => Code::NoCoach,
            Self::NotTakenOver => Code::NotTakenOver,
            Self::AlreadyResigned => Code::AlreadyResigned,
            Self::BadNotation(_) => Code::BadNotation,
            Self::BadName | Self::BotsName => Code::BadName,
            Self::BadOptions { .. } | Self::BadRules(_) => Code::BadOptions,
            Self::BadLuck | Self::BadId | Self::TooLong | Self::Impossible(_) => Code::BadRequest,
            Self::Removed => Code::Removed,
            Self::TooMany => Code::TooMany,
        }
    }

    /// As it goes over the wire.
    pub fn to_error(&self) -> Error {
        let data = match self {
            Self::Rules(why) => return Error::illegal(why),
            Self::BadNotation(why) => unread(why),
            Self::BotsName => serde_json::json!({ "bot": true }),
            Self::BadOptions { field, .. } => serde_json::json!({ "field": field }),
            Self::BadRules(why) => match why {
                RulesError::OutOfRange { field, value, low, high } => {
                    serde_json::json!({ "field": "rules", "number": field, "value": value, "low": low, "high": high })
                }
                RulesError::TwiceInRound { attribute, round } => {
                    serde_json::json!({ "field": "rules", "attribute": attribute, "round": round })
                }
                RulesError::Unreadable(_) => serde_json::json!({ "field": "rules" }),
            },
            Self::Stale
            | Self::NotSeated
            | Self::NotYourSeat
            | Self::SeatTaken
            | Self::NoFreeSeat
            | Self::WrongInvitation
            | Self::NotHost
            | Self::NotAbsent
            | Self::AlreadyStarted
            | Self::NotStarted
            | Self::TableOver
            | Self::NotOver
            | Self::CannotUndo
            | Self::NoHints
            | Self::NoHintsLeft
            | Self::NoCoach
            | Self::NotTakenOver
            | Self::AlreadyResigned
            | Self::BadName
            | Self::BadLuck
            | Self::BadId
            | Self::TooLong
            | Self::Removed
            | Self::Impossible(_)
            | Self::TooMany => serde_json::Value::Null,
        };
        Error { code: self.code(), message: self.to_string(), data }
    }
}

/// What a text that is no action should have been, for the client's own words.
fn unread(why: &NotationError) -> serde_json::Value {
    let text = why.to_string();
    match why {
        NotationError::Expected { expected, at, found } => serde_json::json!({
            "text": text, "expected": expected.code(), "words": expected.words(), "at": at, "found": found,
        }),
        NotationError::Ended { expected } => serde_json::json!({
            "text": text, "expected": expected.code(), "words": expected.words(),
        }),
        NotationError::WhichCopy { kind, choices } => serde_json::json!({
            "text": text, "kind": kind.to_string(), "choices": choices,
        }),
        NotationError::CopiesLeftOut | NotationError::Impossible(_) => {
            serde_json::json!({ "text": text })
        }
    }
}
