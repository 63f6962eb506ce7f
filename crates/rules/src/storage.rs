//! A player's storage: tiles and jokers in their places, expansions in theirs.
use crate::bag::Tiles;
use crate::board::Rules;
use crate::kind::KindSet;

/// What a player holds. Expansions are unique by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Storage {
    /// The tiles.
    pub tiles: Tiles,
    /// The expansions.
    pub expansions: KindSet,
    /// The jokers, which share the places of the tiles.
    pub jokers: u8,
}

impl Storage {
    /// Returns the number of free places for tiles and jokers.
    pub fn tile_room(&self, rules: &Rules) -> usize {
        usize::from(rules.tile_places).saturating_sub(self.tiles.len() + usize::from(self.jokers))
    }

    /// Returns the number of free places for expansions.
    pub fn expansion_room(&self, rules: &Rules) -> usize {
        usize::from(rules.expansion_places).saturating_sub(self.expansions.len())
    }

    /// Returns the kinds of which there is a tile or an expansion.
    pub fn kinds(&self) -> KindSet {
        self.tiles.kinds() | self.expansions
    }

    /// Returns the sum of the values of all hexagons in it.
    pub fn value(&self) -> u32 {
        self.tiles.value() + self.expansions.value()
    }
}
