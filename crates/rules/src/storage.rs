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

    /// How many sets of hexagons there are that can be discarded; the largest number there is, if there are more.
    pub(crate) fn count_discards(&self) -> u64 {
        // Of a kind that is there once all or nothing is discarded; of others two or three, one more possibility each.
        let [once, twice, thrice] = self.tiles.kinds_by_count().map(|kinds| kinds.len() as u32);
        let doubled = once + 2 * thrice + self.expansions.len() as u32;
        1u64.checked_shl(doubled).unwrap_or(u64::MAX).saturating_mul(3u64.pow(twice))
    }

    /// Returns the sum of the values of all hexagons in it.
    pub fn value(&self) -> u32 {
        self.tiles.value() + self.expansions.value()
    }
}
