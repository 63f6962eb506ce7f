//! Multisets of tiles: the bag, the tower, the tiles in a storage, what is discarded.
use crate::kind::{Kind, KindSet};
use std::fmt;

/// A multiset of tiles, at most three of each kind, as the box holds them.
///
/// The number of each kind is kept in binary over two sets, so that questions about all kinds take a few instructions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Tiles {
    ones: u64,
    twos: u64,
}

impl Tiles {
    /// No tile.
    pub const EMPTY: Self = Self { ones: 0, twos: 0 };
    /// All 108 tiles of the box.
    pub const BOX: Self = Self { ones: KindSet::ALL.0, twos: KindSet::ALL.0 };

    /// Returns the multiset of these tiles; `None` if there are more than three of a kind.
    pub fn from_kinds(kinds: impl IntoIterator<Item = Kind>) -> Option<Self> {
        let mut tiles = Self::EMPTY;
        for kind in kinds {
            if tiles.count(kind) == 3 {
                return None;
            }
            tiles.add(kind);
        }
        Some(tiles)
    }

    /// Returns how many tiles there are.
    pub const fn len(self) -> usize {
        (self.ones.count_ones() + 2 * self.twos.count_ones()) as usize
    }

    /// Returns whether there is none.
    pub const fn is_empty(self) -> bool {
        self.ones | self.twos == 0
    }

    /// Returns how many there are of a kind.
    pub const fn count(self, kind: Kind) -> u8 {
        let place = kind.index();
        ((self.ones >> place & 1) + 2 * (self.twos >> place & 1)) as u8
    }

    /// Returns how many there are of these kinds together.
    pub const fn count_in(self, kinds: KindSet) -> usize {
        ((self.ones & kinds.0).count_ones() + 2 * (self.twos & kinds.0).count_ones()) as usize
    }

    /// Returns the kinds of which there is at least one.
    pub const fn kinds(self) -> KindSet {
        KindSet(self.ones | self.twos)
    }

    /// The kinds of which there are at least two.
    pub(crate) const fn several(self) -> KindSet {
        KindSet(self.twos)
    }

    /// The kinds of which there is one, those of which there are two, and those of which there are three.
    pub(crate) const fn kinds_by_count(self) -> [KindSet; 3] {
        let Self { ones, twos } = self;
        [KindSet(ones & !twos), KindSet(twos & !ones), KindSet(ones & twos)]
    }

    /// Puts one in. There must be fewer than three of the kind.
    ///
    /// # Panics
    ///
    /// In debug builds, if there are three; other builds count wrongly from then on.
    pub const fn add(&mut self, kind: Kind) {
        self.add_each(KindSet::of(kind));
    }

    /// Takes one out. There must be one.
    ///
    /// # Panics
    ///
    /// In debug builds, if there is none; other builds count wrongly from then on.
    pub const fn remove(&mut self, kind: Kind) {
        self.remove_each(KindSet::of(kind));
    }

    /// Puts in one of each of these kinds. There must be fewer than three of each.
    ///
    /// # Panics
    ///
    /// In debug builds, if there are three of one; other builds count wrongly from then on.
    pub const fn add_each(&mut self, kinds: KindSet) {
        debug_assert!(self.ones & self.twos & kinds.0 == 0, "a fourth tile of a kind");
        self.twos ^= self.ones & kinds.0;
        self.ones ^= kinds.0;
    }

    /// Takes out one of each of these kinds. There must be one of each.
    ///
    /// # Panics
    ///
    /// In debug builds, if one is missing; other builds count wrongly from then on.
    pub const fn remove_each(&mut self, kinds: KindSet) {
        debug_assert!(kinds.0 & !(self.ones | self.twos) == 0, "no tile of that kind");
        self.twos ^= !self.ones & kinds.0;
        self.ones ^= kinds.0;
    }

    /// Puts all of the other in. No kind may come to more than three.
    ///
    /// # Panics
    ///
    /// In debug builds, if one does; other builds count wrongly from then on.
    pub const fn add_all(&mut self, other: Self) {
        debug_assert!(
            self.twos & other.twos == 0 && (self.twos | other.twos) & self.ones & other.ones == 0,
            "a fourth tile of a kind"
        );
        self.twos |= other.twos | (self.ones & other.ones);
        self.ones ^= other.ones;
    }

    /// Returns what is left without the other, which must be in it.
    ///
    /// # Panics
    ///
    /// In debug builds, if it is not; other builds return a wrong result.
    pub const fn minus(self, other: Self) -> Self {
        debug_assert!(self.contains_all(other), "tiles that are not there");
        let borrow = !self.ones & other.ones;
        Self { ones: self.ones ^ other.ones, twos: self.twos ^ other.twos ^ borrow }
    }

    /// Returns the tiles of this one that the other lacks.
    pub fn lacking_in(self, other: Self) -> Self {
        let mut lacking = Self::EMPTY;
        for kind in self.kinds().iter() {
            for _ in other.count(kind)..self.count(kind) {
                lacking.add(kind);
            }
        }
        lacking
    }

    /// Returns whether all of the other is in it.
    pub const fn contains_all(self, other: Self) -> bool {
        let more = self.twos & !other.twos;
        let enough = !(self.twos ^ other.twos) & (self.ones | !other.ones);
        (more | enough) & KindSet::ALL.0 == KindSet::ALL.0
    }

    /// Returns the sum of the tiles' values.
    pub fn value(self) -> u32 {
        if self.is_empty() {
            return 0;
        }
        KindSet(self.ones).value() + 2 * KindSet(self.twos).value()
    }

    /// Returns the tile at this place if all are laid in a row, counted from 0: for drawing one of them evenly.
    pub fn nth(self, place: usize) -> Option<Kind> {
        let singles = self.ones.count_ones() as usize;
        if place < singles {
            KindSet(self.ones).nth(place)
        } else {
            KindSet(self.twos).nth((place - singles) / 2)
        }
    }

    /// Iterates over the tiles, kind by kind.
    pub fn iter(self) -> impl Iterator<Item = Kind> + Clone {
        self.kinds()
            .iter()
            .flat_map(move |kind| std::iter::repeat_n(kind, usize::from(self.count(kind))))
    }
}

impl fmt::Debug for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tiles() -> impl Strategy<Value = (Tiles, Vec<u8>)> {
        proptest::collection::vec(0u8..=3, 36).prop_map(|counts| {
            let all =
                Kind::all().flat_map(|k| std::iter::repeat_n(k, usize::from(counts[k.index()])));
            (Tiles::from_kinds(all).expect("at most three of each"), counts)
        })
    }

    proptest! {
        #[test]
        fn counts_are_kept((set, counts) in tiles()) {
            for kind in Kind::all() {
                prop_assert_eq!(set.count(kind), counts[kind.index()]);
            }
            prop_assert_eq!(set.len(), counts.iter().map(|&n| usize::from(n)).sum::<usize>());
            prop_assert_eq!(set.iter().count(), set.len());
            prop_assert_eq!(set.value(), set.iter().map(|k| u32::from(k.value())).sum::<u32>());
            let mut row: Vec<_> = (0..set.len()).map(|i| set.nth(i).unwrap()).collect();
            row.sort();
            prop_assert_eq!(row, set.iter().collect::<Vec<_>>());
            prop_assert_eq!(set.nth(set.len()), None);
        }

        #[test]
        fn arithmetic_is_that_of_counts((a, na) in tiles(), (b, nb) in tiles()) {
            prop_assert_eq!(
                a.contains_all(b),
                na.iter().zip(&nb).all(|(x, y)| x >= y)
            );
            let lacking = b.lacking_in(a);
            for kind in Kind::all() {
                let i = kind.index();
                prop_assert_eq!(lacking.count(kind), nb[i].saturating_sub(na[i]));
            }
            let part = b.minus(lacking);
            prop_assert!(a.contains_all(part));
            let mut rest = a.minus(part);
            for kind in Kind::all() {
                prop_assert_eq!(rest.count(kind) + part.count(kind), a.count(kind));
            }
            rest.add_all(part);
            prop_assert_eq!(rest, a);
            let mut each = a;
            each.remove_each(a.kinds());
            each.add_each(a.kinds());
            prop_assert_eq!(each, a);
        }
    }

    #[test]
    fn every_pair_of_counts() {
        let kind: Kind = "g4".parse().unwrap();
        for n in 0..=3 {
            let a = Tiles::from_kinds([kind; 3].into_iter().take(n)).unwrap();
            assert_eq!(a.is_empty(), n == 0);
            for m in 0..=3 {
                let b = Tiles::from_kinds([kind; 3].into_iter().take(m)).unwrap();
                assert_eq!(a.contains_all(b), n >= m, "{n} {m}");
            }
        }
    }

    #[test]
    fn a_fourth_of_a_kind_is_no_multiset() {
        let b1: Kind = "b1".parse().unwrap();
        assert!(Tiles::from_kinds([b1; 3]).is_some());
        assert!(Tiles::from_kinds([b1; 4]).is_none());
        assert_eq!(Tiles::BOX.len(), 108);
    }
}
