//! Why a request is not carried out, and how that is told.
use quinta_table::Refusal;
use quinta_wire::{Code, Error, Refused};

/// Why a request is not carried out.
#[derive(Debug)]
pub(crate) enum RequestError {
    Refusal(Refusal),
    BadQuery(&'static str),
    /// A log that a table would not have written: why.
    BadLog(String),
    NoSuchTable,
    TooManyTables,
    TooFast,
    /// Of one guest, or of one address.
    TooManyUnfinished,
    /// By one address, today.
    TooMuchWritten,
    TooManyReviews,
    Store,
    ShuttingDown,
}

impl From<Refusal> for RequestError {
    fn from(refusal: Refusal) -> Self {
        Self::Refusal(refusal)
    }
}

impl RequestError {
    /// The answer to a command, as it goes over the wire.
    pub(crate) fn refused(&self, id: Option<String>) -> Refused {
        Refused { id, error: self.to_error() }
    }

    /// As it goes over the wire.
    pub(crate) fn to_error(&self) -> Error {
        let (code, message) = match self {
            Self::Refusal(refusal) => return refusal.to_error(),
            Self::BadQuery(name) => (
                Code::BadRequest,
                format!("invalid {name}: expected a number that is not too high"),
            ),
            Self::BadLog(why) => (Code::BadRecord, why.clone()),
            Self::NoSuchTable => (Code::NoSuchTable, "there is no such table".into()),
            Self::TooManyTables => (Code::TooMany, "there are too many tables".into()),
            Self::TooFast => (Code::TooMany, "not so many tables".into()),
            Self::TooManyUnfinished => (
                Code::TooManyUnfinished,
                "too many games are not over: finish some, or resign, before there is another"
                    .into(),
            ),
            Self::TooMuchWritten => (
                Code::TooMuchWritten,
                "too much was stored today from this address; it is a little less every hour"
                    .into(),
            ),
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
        Error::new(code, message)
    }
}
