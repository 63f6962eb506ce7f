//! Why a table refuses a command.
use quinta_record::notation::NotationError;
use quinta_rules::{Explanation, RulesError};
use quinta_wire::{Attribute, Error, Reason};

/// Why a command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Refusal {
    /// The rules refuse the action.
    #[error("{message}")]
    Rules { reason: Box<Reason>, message: String },
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
    #[error("no bot plays for that seat")]
    NotTakenOver,
    #[error("that seat has resigned")]
    AlreadyResigned,
    #[error("{0}")]
    BadNotation(NotationError),
    #[error("a name has 1 to 40 characters and no control characters")]
    BadName,
    #[error("{message}")]
    BadOptions { field: &'static str, message: String },
    #[error("{0}")]
    BadRules(#[from] RulesError),
    #[error("luck is up to 32 bytes in hex")]
    BadLuck,
    #[error("an id has 1 to 64 characters")]
    BadId,
    #[error("not so fast")]
    TooMany,
}

impl Refusal {
    /// The code for the client's own words.
    pub fn code(&self) -> String {
        let code = match self {
            Self::Rules { reason, .. } => {
                let value = serde_json::to_value(reason).unwrap_or_default();
                return value["code"].as_str().unwrap_or("illegal").to_owned();
            }
            Self::Stale => "stale",
            Self::NotSeated => "not_seated",
            Self::NotYourSeat => "not_your_seat",
            Self::SeatTaken => "seat_taken",
            Self::NoFreeSeat => "no_free_seat",
            Self::WrongInvitation => "wrong_invitation",
            Self::NotHost => "not_host",
            Self::NotAbsent => "not_absent",
            Self::AlreadyStarted => "already_started",
            Self::NotStarted => "not_started",
            Self::TableOver => "table_over",
            Self::NotOver => "not_over",
            Self::CannotUndo => "cannot_undo",
            Self::NoHints => "no_hints",
            Self::NotTakenOver => "not_taken_over",
            Self::AlreadyResigned => "already_resigned",
            Self::BadNotation(_) => "bad_notation",
            Self::BadName => "bad_name",
            Self::BadOptions { .. } | Self::BadRules(_) => "bad_options",
            Self::BadLuck | Self::BadId => "bad_request",
            Self::TooMany => "too_many",
        };
        code.to_owned()
    }

    /// As it goes over the wire.
    pub fn to_error(&self) -> Error {
        let data = match self {
            Self::Rules { reason, .. } => {
                serde_json::to_value(reason).unwrap_or_default()["data"].take()
            }
            Self::BadNotation(why) => unread(why),
            Self::BadOptions { field, .. } => serde_json::json!({ "field": field }),
            Self::BadRules(why) => match why {
                RulesError::OutOfRange { field, value, low, high } => {
                    serde_json::json!({ "field": "rules", "number": field, "value": value, "low": low, "high": high })
                }
                RulesError::TwiceInRound { attribute, round } => {
                    serde_json::json!({ "field": "rules", "attribute": Attribute(*attribute), "round": round })
                }
                RulesError::Unreadable(_) => serde_json::json!({ "field": "rules" }),
            },
            _ => serde_json::Value::Null,
        };
        Error { code: self.code(), message: self.to_string(), data }
    }

    /// Whether the message itself is wrong, not only its moment.
    pub fn is_malformed(&self) -> bool {
        matches!(
            self,
            Self::BadName
                | Self::BadOptions { .. }
                | Self::BadRules(_)
                | Self::BadLuck
                | Self::BadId
        )
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

impl From<Explanation> for Refusal {
    fn from(why: Explanation) -> Self {
        Self::Rules { reason: Box::new(Reason::from(&why)), message: why.to_string() }
    }
}

impl From<Reason> for Refusal {
    fn from(reason: Reason) -> Self {
        Self::Rules {
            reason: Box::new(reason),
            message: "that cannot be written as an action".into(),
        }
    }
}
