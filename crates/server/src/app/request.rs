//! Why a request is not carried out, and how that is told.
use quinta_table::Refusal;
use quinta_wire::{Code, Error, NumberedEvent, Refused};

/// Why a request is not carried out.
#[derive(Debug)]
pub(crate) enum RequestError {
    Refusal(Refusal, Vec<NumberedEvent>),
    /// Someone else's events came first; these are the latest of them.
    Overtaken(Vec<NumberedEvent>),
    BadQuery(&'static str),
    /// A log that a table would not have written: why.
    BadLog(String),
    NoSuchTable,
    TooManyTables,
    TooFast,
    TooManyReviews,
    Store,
    ShuttingDown,
}

impl From<Refusal> for RequestError {
    fn from(refusal: Refusal) -> Self {
        Self::Refusal(refusal, Vec::new())
    }
}

impl RequestError {
    /// As it goes over the wire.
    pub(crate) fn refused(self, id: Option<String>) -> Refused {
        let (code, message) = match self {
            Self::Refusal(refusal, events) => {
                return Refused { id, error: refusal.to_error(), events };
            }
            Self::Overtaken(events) => {
                return Refused { id, error: Refusal::Stale.to_error(), events };
            }
            Self::BadQuery(name) => (
                Code::BadRequest,
                format!("invalid {name}: expected a number that is not too high"),
            ),
            Self::BadLog(why) => (Code::BadRecord, why),
            Self::NoSuchTable => (Code::NoSuchTable, "there is no such table".into()),
            Self::TooManyTables => (Code::TooMany, "there are too many tables".into()),
            Self::TooFast => (Code::TooMany, "not so many tables".into()),
            Self::TooManyReviews => {
                (Code::Busy, "too many games are looked back at; try again soon".into())
            }
            Self::Store => {
                (Code::StoreFailed, "this could not be stored; nothing was changed".into())
            }
            Self::ShuttingDown => {
                (Code::ShuttingDown, "the server is about to restart; try again soon".into())
            }
        };
        Refused { id, error: Error::new(code, message), events: Vec::new() }
    }
}
