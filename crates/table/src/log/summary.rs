//! What the lobby shows of a table without reading its log. Stored beside the log, from which it can be made again.
use super::{BotLevel, Clock, EndReason, Identity};
use quinta_rules::Seat;
use serde::{Deserialize, Serialize};

/// A summary of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Its name; may be empty.
    pub name: String,
    /// Its seats.
    pub seats: Vec<SummarySeat>,
    /// Its clock.
    pub clock: Clock,
    /// The seat that is to act.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
    /// The round, 1 to 4, from the start on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u8>,
    /// When something last happened, in milliseconds since 1970.
    pub last: u64,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<EndReason>,
    /// Whose table it is; older releases did not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<Identity>,
}

/// A summary of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SummarySeat {
    /// The person who sits there; not known from version 1 of the log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<Identity>,
    /// The person's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The bot's level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<BotLevel>,
    /// Its points, from the start on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i16>,
    /// Whether it won.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub won: bool,
}
