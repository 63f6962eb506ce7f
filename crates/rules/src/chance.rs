//! Chance: what can come out of the bag and off the stack, and what it does to a state.
use crate::bag::Tiles;
use crate::board::Rules;
use crate::display::TopTiles;
use crate::kind::Kind;
use crate::state::{Phase, State};

/// An outcome of chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Chance {
    /// The tiles that are drawn.
    Draw(TopTiles),
    /// What the expansion that is turned shows.
    TurnUp(Kind),
}

/// Why an outcome is impossible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum ImpossibleChance {
    /// The state does not wait for this sort of outcome.
    #[error("the game does not wait for that")]
    NotAwaited,
    /// Too many or too few tiles.
    #[error("{drawn} tiles are drawn where it must be {expected}")]
    WrongNumber {
        /// How many there are.
        drawn: usize,
        /// How many there must be.
        expected: usize,
    },
    /// A tile that the bag does not hold.
    #[error("the bag holds no such tiles")]
    NotInBag,
    /// An expansion that has been seen elsewhere.
    #[error("the {} expansion has been seen elsewhere", .0.name())]
    SeenBefore(Kind),
}

impl State {
    /// Checks whether this outcome is possible now.
    pub fn check_chance(&self, rules: &Rules, chance: &Chance) -> Result<(), ImpossibleChance> {
        match (self.phase, chance) {
            (Phase::Draw, Chance::Draw(tiles)) => {
                let (drawn, expected) = (tiles.len(), self.draw_size(rules));
                if drawn != expected {
                    return Err(ImpossibleChance::WrongNumber { drawn, expected });
                }
                let in_bag =
                    Tiles::from_kinds(tiles.iter()).is_some_and(|t| self.bag.contains_all(t));
                if in_bag { Ok(()) } else { Err(ImpossibleChance::NotInBag) }
            }
            (Phase::TurnUp, Chance::TurnUp(kind)) => {
                if self.unseen.contains(*kind) {
                    Ok(())
                } else {
                    Err(ImpossibleChance::SeenBefore(*kind))
                }
            }
            _ => Err(ImpossibleChance::NotAwaited),
        }
    }

    /// Plays an outcome of chance; an impossible one changes nothing.
    pub fn chance(&mut self, rules: &Rules, chance: &Chance) -> Result<(), ImpossibleChance> {
        self.check_chance(rules, chance)?;
        self.chance_unchecked(chance);
        Ok(())
    }

    /// Plays an outcome of chance that is known to be possible.
    pub fn chance_unchecked(&mut self, chance: &Chance) {
        match *chance {
            Chance::Draw(tiles) if tiles.is_empty() => self.display.spread_stack(),
            Chance::Draw(tiles) => {
                for kind in tiles.iter() {
                    self.bag.remove(kind);
                }
                self.display.fill_top(tiles);
            }
            Chance::TurnUp(kind) => {
                if let Some(from) = self.display.to_turn() {
                    self.unseen = self.unseen.without(kind);
                    self.display.turn_up(from, kind);
                }
            }
        }
        self.settle();
    }
}
