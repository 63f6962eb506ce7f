//! The display: this round's expansions, those on the stack and those around it, with the tiles on them.
use crate::bag::Tiles;
use crate::kind::{Kind, KindSet};
use std::fmt;

/// Up to four tiles on an expansion, in the order of their kinds.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TopTiles([u8; 4]);

const NO_TILE: u8 = u8::MAX;

impl TopTiles {
    /// No tile.
    pub const EMPTY: Self = Self([NO_TILE; 4]);

    /// Returns the set of these tiles; `None` if there are more than four.
    pub fn new(kinds: impl IntoIterator<Item = Kind>) -> Option<Self> {
        let mut tiles = Self::EMPTY;
        for (place, kind) in kinds.into_iter().enumerate() {
            *tiles.0.get_mut(place)? = kind.index() as u8;
        }
        tiles.0.sort_unstable();
        Some(tiles)
    }

    /// Iterates over the tiles.
    pub fn iter(self) -> impl Iterator<Item = Kind> + Clone {
        self.0.into_iter().map_while(|tile| Kind::from_index(usize::from(tile)))
    }

    /// Returns how many there are.
    pub fn len(self) -> usize {
        self.0.iter().filter(|&&tile| tile != NO_TILE).count()
    }

    /// Returns whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0[0] == NO_TILE
    }

    /// Returns the kinds among them.
    pub fn kinds(self) -> KindSet {
        // A missing tile shifts past the 36 kinds and is masked away.
        let bits = self.0.iter().fold(0, |bits, &tile| bits | 1u64.wrapping_shl(u32::from(tile)));
        KindSet(bits) & KindSet::ALL
    }

    /// Returns whether one of them is of that kind.
    pub const fn contains(self, kind: Kind) -> bool {
        // Four comparisons at once: a byte that equals the kind becomes zero, and only a zero byte borrows into its high bit.
        let differing = u32::from_ne_bytes(self.0) ^ (kind.index() as u32 * 0x0101_0101);
        differing.wrapping_sub(0x0101_0101) & !differing & 0x8080_8080 != 0
    }

    /// Takes one of that kind away. There must be one.
    pub(crate) fn remove(&mut self, kind: Kind) {
        let place = self.0.iter().position(|&tile| usize::from(tile) == kind.index());
        debug_assert!(place.is_some(), "no {kind} on this expansion");
        if let Some(place) = place {
            self.0.copy_within(place + 1.., place);
            self.0[3] = NO_TILE;
        }
    }
}

impl fmt::Debug for TopTiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// How an expansion of the round lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Face {
    /// Face down: on the stack, or around it with tiles on it.
    #[default]
    Down,
    /// Face up, on offer.
    Up(Kind),
    /// Taken by someone.
    Taken,
}

/// One expansion of the round and the tiles on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Slot {
    /// How it lies.
    pub face: Face,
    /// What lies on it.
    pub tiles: TopTiles,
}

/// The most expansions that a round can have.
pub const MOST_SLOTS: usize = 8;

/// Where a hexagon is taken from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Source(u8);

impl Source {
    /// Returns the source that is a tile on this expansion; `None` if there is no such place.
    pub const fn tile(from: u8) -> Option<Self> {
        if (from as usize) < MOST_SLOTS { Some(Self(from)) } else { None }
    }

    /// Returns the source that is the face-up expansion itself; `None` if there is no such place.
    pub const fn whole(from: u8) -> Option<Self> {
        if (from as usize) < MOST_SLOTS { Some(Self(from + MOST_SLOTS as u8)) } else { None }
    }

    /// Returns the expansion's place in this round's stack.
    pub const fn from(self) -> u8 {
        self.0 % MOST_SLOTS as u8
    }

    /// Returns whether the expansion itself is taken, not a tile on it.
    pub const fn is_whole(self) -> bool {
        self.0 as usize >= MOST_SLOTS
    }

    pub(crate) const fn code(self) -> u8 {
        self.0
    }

    pub(crate) const fn from_code(code: u8) -> Option<Self> {
        if (code as usize) < 2 * MOST_SLOTS { Some(Self(code)) } else { None }
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_whole() { "whole " } else { "" }, self.from())
    }
}

/// A set of sources, a bit each: tiles first, then whole expansions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SourceSet(pub(crate) u16);

impl SourceSet {
    /// No source.
    pub const EMPTY: Self = Self(0);
    const TILES: Self = Self(0xff);

    /// Returns whether the source is in it.
    pub const fn contains(self, source: Source) -> bool {
        self.0 >> source.0 & 1 != 0
    }

    /// Returns the set with the source in it.
    pub const fn with(self, source: Source) -> Self {
        Self(self.0 | 1 << source.0)
    }

    /// Returns those that are tiles.
    pub const fn tiles(self) -> Self {
        Self(self.0 & Self::TILES.0)
    }

    /// Returns those that are whole expansions.
    pub const fn wholes(self) -> Self {
        Self(self.0 & !Self::TILES.0)
    }
}

crate::kind::bit_set!(SourceSet of Source, Source);

/// The display of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Display {
    slots: [Slot; MOST_SLOTS],
    size: u8,
    top: u8,
    // Both are derived from the slots, and read far more often than they change.
    tiles: Tiles,
    expansions: KindSet,
}

impl Display {
    pub(crate) const fn new(size: u8) -> Self {
        let slot = Slot { face: Face::Down, tiles: TopTiles::EMPTY };
        let (tiles, expansions) = (Tiles::EMPTY, KindSet::EMPTY);
        Self { slots: [slot; MOST_SLOTS], size, top: 0, tiles, expansions }
    }

    /// A display of this size with these slots and this top. No kind of tile may lie there more than three times.
    pub(crate) fn laid_out(size: u8, top: u8, slots: &[Slot]) -> Self {
        let mut display = Self::new(size);
        display.slots[..slots.len()].copy_from_slice(slots);
        display.top = top;
        for slot in slots {
            slot.tiles.iter().for_each(|kind| display.tiles.add(kind));
            if let Face::Up(kind) = slot.face {
                display.expansions = display.expansions.with(kind);
            }
        }
        display
    }

    /// Returns this round's expansions, the first on top at the start.
    pub fn slots(&self) -> &[Slot] {
        &self.slots[..usize::from(self.size)]
    }

    /// Returns the number of the expansion on top of the stack; `None` when the stack is empty.
    pub const fn top(&self) -> Option<u8> {
        if self.top < self.size { Some(self.top) } else { None }
    }

    /// Returns how many expansions the stack holds.
    pub const fn stack_len(&self) -> u8 {
        self.size - self.top
    }

    /// Returns how many expansions this round began with.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// Returns how many of this round's expansions nobody has taken.
    pub fn left(&self) -> u8 {
        self.slots().iter().filter(|slot| slot.face != Face::Taken).count() as u8
    }

    /// Returns the kinds of tiles on offer.
    pub const fn tiles(&self) -> KindSet {
        self.tiles.kinds()
    }

    /// Returns the kinds of expansions on offer.
    pub const fn expansions(&self) -> KindSet {
        self.expansions
    }

    /// Returns where hexagons of this kind can be taken from.
    pub fn sources(&self, kind: Kind) -> SourceSet {
        let mut sources = 0;
        // Below the top of the stack nothing lies on an expansion.
        for (i, slot) in self.slots.iter().take(usize::from(self.top) + 1).enumerate() {
            sources |= u16::from(slot.tiles.contains(kind)) << i;
        }
        if self.expansions.contains(kind) {
            for (i, slot) in self.slots.iter().enumerate() {
                sources |= u16::from(slot.face == Face::Up(kind)) << (i + MOST_SLOTS);
            }
        }
        SourceSet(sources)
    }

    /// Names every copy on offer, by its kind and where it can be taken from.
    pub(crate) fn each_copy(&self, mut name: impl FnMut(Kind, Source)) {
        // Below the top of the stack nothing lies on an expansion.
        let laid = &self.slots[..MOST_SLOTS.min(usize::from(self.top) + 1)];
        for (from, slot) in (0..).zip(laid) {
            for kind in slot.tiles.iter() {
                name(kind, Source(from));
            }
        }
        if !self.expansions.is_empty() {
            for (from, slot) in (0..).zip(&self.slots) {
                if let Face::Up(kind) = slot.face {
                    name(kind, Source(from + MOST_SLOTS as u8));
                }
            }
        }
    }

    /// The kinds of which more than one copy may be on offer: all others can be taken from one place only.
    pub(crate) const fn several(&self) -> KindSet {
        KindSet(self.tiles.several().0 | self.tiles.kinds().0 & self.expansions.0)
    }

    /// Returns the first expansion around the stack that is face down and has no tiles: it is to be turned.
    pub fn to_turn(&self) -> Option<u8> {
        (0..self.top).find(|&i| {
            let slot = self.slots[usize::from(i)];
            slot.face == Face::Down && slot.tiles.is_empty()
        })
    }

    /// Whether a hexagon of this kind can be taken from there.
    pub(crate) fn offers(&self, kind: Kind, source: Source) -> bool {
        let slot = &self.slots[usize::from(source.from())];
        if source.is_whole() { slot.face == Face::Up(kind) } else { slot.tiles.contains(kind) }
    }

    /// Returns all tiles that lie there.
    pub(crate) const fn all_tiles(&self) -> Tiles {
        self.tiles
    }

    /// Takes this copy away.
    pub(crate) fn take(&mut self, kind: Kind, source: Source) {
        let slot = &mut self.slots[usize::from(source.from())];
        if source.is_whole() {
            slot.face = Face::Taken;
            self.expansions = self.expansions.without(kind);
        } else {
            slot.tiles.remove(kind);
            self.tiles.remove(kind);
        }
    }

    pub(crate) fn move_top(&mut self) {
        self.top += 1;
    }

    pub(crate) fn fill_top(&mut self, tiles: TopTiles) {
        self.slots[usize::from(self.top)].tiles = tiles;
        for kind in tiles.iter() {
            self.tiles.add(kind);
        }
    }

    /// Everything left on the stack goes around it.
    pub(crate) fn spread_stack(&mut self) {
        self.top = self.size;
    }

    pub(crate) fn turn_up(&mut self, from: u8, kind: Kind) {
        self.slots[usize::from(from)].face = Face::Up(kind);
        self.expansions = self.expansions.with(kind);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_tiles_of_a_kind_on_an_expansion() {
        let kinds = ["b1", "y2", "b1"].map(|kind| kind.parse::<Kind>().unwrap());
        let tiles = TopTiles::new(kinds).unwrap();
        assert_eq!(tiles.kinds(), kinds.into_iter().collect());
        assert_eq!(format!("{tiles:?}"), "[b1, b1, y2]");
    }

    #[test]
    fn sources_by_code() {
        let all: Vec<_> = (0..=u8::MAX).filter_map(Source::from_code).collect();
        assert_eq!(all.len(), 2 * MOST_SLOTS);
        for source in all {
            assert_eq!(Source::from_code(source.code()), Some(source));
            let alone = SourceSet::EMPTY.with(source);
            assert_eq!(alone.with(source), alone);
            assert_eq!(alone.wholes().len(), usize::from(source.is_whole()));
        }
    }
}
