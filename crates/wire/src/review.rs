//! The review of a game and its progress.
use crate::event::Event;
use crate::state::StateView;
use quinta_bots::Why;
use quinta_bots::review::Grade;
use quinta_rules::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The progress of a review.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewProgress {
    /// Its id: 32 hexadecimal digits, the same for equal games.
    #[schemars(length(min = 32, max = 32))]
    pub id: String,
    /// How many moves are judged.
    pub judged: u32,
    /// How many there are.
    pub moves: u32,
    /// The review, once all moves are judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review: Option<Review>,
}

/// The review of a finished game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Review {
    /// Every move, in order.
    pub moves: Vec<ReviewedMove>,
    /// The places in `moves` of those that mattered most, in order: five at most.
    pub moments: Vec<u32>,
}

/// A move and what the architect thinks of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewedMove {
    /// The number of its event in the replay.
    pub number: u64,
    /// Whose move it was.
    pub seat: Seat,
    /// The round, from 1.
    pub round: u8,
    /// The lead over the best other seat that it promised at the end, in points.
    pub lead: f32,
    /// What it gave away, in points.
    pub given_away: f32,
    /// How good it was.
    pub grade: Grade,
    /// What was better, the best first: of a move that mattered most up to three, of another one the best only.
    pub better: Vec<BetterMove>,
}

/// A move that would have been better.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BetterMove {
    /// What would have happened.
    pub event: Event,
    /// The lead that it promised.
    pub lead: f32,
    /// What speaks for it and against it.
    pub why: Vec<Why>,
    /// The state after it, if the move that was made is one of those that mattered most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<StateView>,
}
