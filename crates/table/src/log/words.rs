//! The enums of the log: phrases, options and so on. `log_to_wire.rs` says which of the wire's mean the same.
use quinta_rules::{Board, Rules, Seat};
use serde::{Deserialize, Serialize};

/// A phrase from the fixed list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Phrase {
    Hello,
    Luck,
    Nice,
    Garden,
    Wanted,
    Oops,
    Thinking,
    Moment,
    Thanks,
    Played,
    Again,
}

/// Why a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// Four rounds were played.
    Finished,
    /// Everyone agreed to stop.
    Agreed,
    /// All but one resigned.
    Resigned,
    /// The others ended it after someone had gone or run out of time.
    Abandoned,
}

/// Who may take an open seat.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// Anyone.
    Open,
    /// Whoever has the invitation.
    #[default]
    Invitation,
}

/// How much time there is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Clock {
    /// As much as you like.
    #[default]
    None,
    /// So many seconds for each move.
    PerMove { seconds: u32 },
    /// So many seconds for the game, and more for each move.
    PerGame { seconds: u32, increment: u32 },
    /// So many days for each move.
    Days { days: u32 },
}

/// What may be taken back.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Undo {
    /// Nothing.
    Never,
    /// The last action, as long as it revealed nothing and nobody has acted since.
    #[default]
    Last,
    /// Against bots only: any action, with fresh luck from there.
    Free,
}

/// Who begins.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum First {
    /// By lot, from the game's seed.
    #[default]
    Lot,
    /// This seat.
    Seat(Seat),
}

/// How a table is played.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// Which numbers are played by.
    pub board: Board,
    /// The numbers of a custom board, as in a rules file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<Rules>,
    /// Who begins.
    pub first: First,
    /// Who may take an open seat.
    pub access: Access,
    /// How much time there is.
    pub clock: Clock,
    /// What may be taken back.
    pub undo: Undo,
    /// Whether bots may be asked for advice.
    pub hints: bool,
    /// How many hints each person may have; any number if it is none. New in version 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint_limit: Option<u8>,
}
