//! What a lesson asks for, as a predicate over an action and what it led to.
use quinta_rules::{Action, Attribute, Effect, Kind, Payment, Seat, State};
use serde::Deserialize;

/// What kind of action is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verb {
    /// Take from the display.
    Acquire,
    /// Place a tile.
    Place,
    /// Place an expansion from storage.
    Expand,
    /// Buy an expansion.
    Buy,
    /// Pass.
    Pass,
}

/// By what hexagons are taken or paid for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Axis {
    /// One colour.
    Colour,
    /// One pattern.
    Pattern,
}

/// A goal is reached by an action for which everything holds that is named here.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Goal {
    /// What is to be done.
    pub action: Verb,
    /// By what it is taken.
    #[serde(default)]
    pub by: Option<Axis>,
    /// Which tile or expansion is placed.
    #[serde(default)]
    pub kind: Option<Kind>,
    /// The jokers that pay: at least so many.
    #[serde(default)]
    pub jokers_least: u8,
    /// The jokers that pay: at most so many.
    #[serde(default)]
    pub jokers_most: Option<u8>,
    /// The jokers that it brings: at least so many.
    #[serde(default)]
    pub gains: u8,
    /// What must still lie in storage.
    #[serde(default)]
    pub keeps: Vec<Kind>,
    /// A group of this size or larger stands in the garden afterwards.
    #[serde(default)]
    pub group: usize,
}

impl Goal {
    /// Returns whether this action of a seat, with what it led to, is what was asked for.
    pub fn reached(&self, seat: Seat, action: &Action, effect: &Effect, after: &State) -> bool {
        let player = &after.players()[seat.index()];
        let (verb, kind, pay) = parts(action);
        let by = match action {
            Action::Acquire(take) => Some(match take.attribute() {
                Attribute::Colour(_) => Axis::Colour,
                Attribute::Pattern(_) => Axis::Pattern,
            }),
            _ => None,
        };
        let jokers = pay.map_or(0, |pay| pay.jokers);
        verb == self.action
            && (self.by.is_none() || self.by == by)
            && (self.kind.is_none() || self.kind == kind)
            && jokers >= self.jokers_least
            && self.jokers_most.is_none_or(|most| jokers <= most)
            && effect.jokers_gained + effect.jokers_lost >= self.gains
            && self.keeps.iter().all(|&kind| player.storage.kinds().contains(kind))
            && (self.group == 0
                || player.garden.groups().any(|group| group.cells.len() >= self.group))
    }
}

/// What is done, with which hexagon, and what pays for it.
fn parts(action: &Action) -> (Verb, Option<Kind>, Option<&Payment>) {
    match action {
        Action::Acquire(_) => (Verb::Acquire, None, None),
        Action::Place { kind, pay, .. } => (Verb::Place, Some(*kind), Some(pay)),
        Action::Expand { kind, pay, .. } => (Verb::Expand, Some(*kind), Some(pay)),
        Action::Buy { .. } => (Verb::Buy, None, None),
        Action::Pass(_) => (Verb::Pass, None, None),
    }
}
