//! The codes of all errors, and the HTTP status that each goes with.
use quinta_rules::Illegal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why something was refused, for the client's own words. The rules' codes stand beside those of tables and of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The position has changed since: ask for the events after the last one that you know.
    Stale,
    /// The client does not sit at this table.
    NotSeated,
    /// The seat is not the client's.
    NotYourSeat,
    /// Someone sits there.
    SeatTaken,
    /// No seat is free.
    NoFreeSeat,
    /// The table asks for an invitation, and that is not its code.
    WrongInvitation,
    /// The host has removed the client from this table.
    Removed,
    /// Only the host can do that.
    NotHost,
    /// The seat is neither gone nor out of time.
    NotAbsent,
    /// The game has begun.
    AlreadyStarted,
    /// The game has not begun.
    NotStarted,
    /// The game is over.
    TableOver,
    /// The game is not over.
    NotOver,
    /// That cannot be taken back.
    CannotUndo,
    /// Hints are not allowed at this table.
    NoHints,
    /// This seat has had all the hints that the table allows.
    NoHintsLeft,
    /// Only who plays against bots alone is coached.
    NoCoach,
    /// No bot plays for the seat.
    NotTakenOver,
    /// The seat has resigned.
    AlreadyResigned,
    /// The text is no action: `data` says what was expected where.
    BadNotation,
    /// The name is too long, empty, or has characters that cannot be seen.
    BadName,
    /// The options cannot be played with: `data` says which.
    BadOptions,
    /// The message or the body cannot be read.
    BadRequest,
    /// Too much at once: later is fine.
    TooMany,
    /// The guest, or their address, has too many games that are not over.
    TooManyUnfinished,
    /// Too much was stored for this address today.
    TooMuchWritten,
    /// There is no such table.
    NoSuchTable,
    /// It could not be stored; nothing was changed.
    StoreFailed,
    /// The server is about to restart.
    ShuttingDown,
    /// The server has too much to do right now.
    Busy,
    /// Nothing is at this address.
    NotFound,
    /// This server is not known by the name that it was asked by.
    WrongHost,
    /// That method is not for this address.
    MethodNotAllowed,
    /// The body is too long.
    TooLarge,
    /// It took too long.
    Timeout,
    /// The token is not one of this server's.
    BadToken,
    /// A page of another server may not speak to this one.
    WrongOrigin,
    /// Push messages cannot be sent there.
    BadSubscription,
    /// The record cannot be replayed.
    BadRecord,
    /// The rules refuse the action.
    #[serde(untagged)]
    Illegal(Illegal),
}

impl Code {
    /// Returns the HTTP status of an answer with this code.
    pub const fn status(self) -> u16 {
        match self {
            Self::BadRequest
            | Self::BadName
            | Self::BadOptions
            | Self::BadNotation
            | Self::BadSubscription => 400,
            Self::BadToken => 401,
            Self::WrongInvitation
            | Self::Removed
            | Self::NotHost
            | Self::NotSeated
            | Self::NotYourSeat
            | Self::WrongOrigin => 403,
            Self::NoSuchTable | Self::NotFound => 404,
            Self::MethodNotAllowed => 405,
            Self::Timeout => 408,
            Self::Stale
            | Self::SeatTaken
            | Self::NoFreeSeat
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
            | Self::TooManyUnfinished => 409,
            Self::TooLarge => 413,
            Self::WrongHost => 421,
            Self::BadRecord | Self::Illegal(_) => 422,
            Self::TooMany | Self::TooMuchWritten => 429,
            Self::StoreFailed | Self::ShuttingDown | Self::Busy => 503,
        }
    }
}
