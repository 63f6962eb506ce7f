//! Figures of a state that a record carries for checking: `after`.
use quinta_rules::State;
use serde::{Deserialize, Serialize};

/// Figures once an action and the draw that it causes are done. They are compared and never trusted, so any number can be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figures {
    /// The round, from 1; 4 at the end.
    pub round: i64,
    /// The seat to act; `None` at the end.
    pub turn: Option<i64>,
    /// Points.
    pub scores: Vec<i64>,
    /// Jokers in each storage.
    pub jokers: Vec<i64>,
    /// Hexagons in each garden, printed ones included.
    pub hexes: Vec<i64>,
    /// Tiles in the bag.
    pub bag: i64,
    /// Tiles in the tower.
    pub tower: i64,
    /// Expansions in the supply.
    pub supply: i64,
}

impl Figures {
    /// Returns the figures of a state.
    pub fn of(state: &State) -> Self {
        let players = state.players();
        Self {
            round: state.round() as i64 + 1,
            turn: (!state.is_over()).then(|| state.turn().index() as i64),
            scores: players.iter().map(|p| i64::from(p.score)).collect(),
            jokers: players.iter().map(|p| i64::from(p.storage.jokers)).collect(),
            hexes: players.iter().map(|p| p.garden.hexes().len() as i64).collect(),
            bag: state.bag().len() as i64,
            tower: state.tower().len() as i64,
            supply: i64::from(state.supply()),
        }
    }
}
