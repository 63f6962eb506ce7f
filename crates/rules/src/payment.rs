//! Paying for a hexagon: what is discarded beside it, and every way to do it.
use crate::action::Illegal;
use crate::explain::Explanation;
use crate::kind::{Attribute, Kind, KindSet};
use crate::rows::{COLUMN, ROW_LEN};
use crate::storage::Storage;

/// What is discarded beside the hexagon that is placed. No kind is discarded twice in a payment, so sets are enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Payment {
    /// Tiles, which go to the tower.
    pub tiles: KindSet,
    /// Expansions, which go to the supply.
    pub expansions: KindSet,
    /// Jokers, which leave the game.
    pub jokers: u8,
}

impl Payment {
    /// Nothing: the payment for a tree.
    pub const NOTHING: Self = Self { tiles: KindSet::EMPTY, expansions: KindSet::EMPTY, jokers: 0 };

    /// Returns the payment of these hexagons and jokers; the same kind twice is refused.
    pub fn new(
        tiles: impl IntoIterator<Item = Kind>,
        expansions: impl IntoIterator<Item = Kind>,
        jokers: u8,
    ) -> Result<Self, Explanation> {
        let mut payment = Self { jokers, ..Self::NOTHING };
        for (kinds, set) in [
            (&mut tiles.into_iter() as &mut dyn Iterator<Item = Kind>, &mut payment.tiles),
            (&mut expansions.into_iter(), &mut payment.expansions),
        ] {
            for kind in kinds {
                if set.contains(kind) {
                    return Err(Explanation::IdenticalInPayment { kinds: KindSet::of(kind) });
                }
                *set = set.with(kind);
            }
        }
        Ok(payment)
    }

    /// Returns the kinds that are discarded.
    pub fn kinds(&self) -> KindSet {
        self.tiles | self.expansions
    }

    /// Returns how many hexagons and jokers it takes.
    pub fn len(&self) -> usize {
        self.tiles.len() + self.expansions.len() + usize::from(self.jokers)
    }

    /// Returns whether nothing is discarded.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether it pays for that hexagon out of that storage.
    pub(crate) fn check(&self, kind: Kind, storage: &Storage) -> Result<(), Illegal> {
        if !storage.tiles.kinds().includes(self.tiles)
            || !storage.expansions.includes(self.expansions)
            || self.jokers > storage.jokers
        {
            return Err(Illegal::NotInStorage);
        }
        if self.tiles.meets(self.expansions) || self.kinds().contains(kind) {
            return Err(Illegal::IdenticalInPayment);
        }
        if !OTHERS[kind.index()].iter().any(|others| others.includes(self.kinds())) {
            return Err(Illegal::MixedPayment);
        }
        if self.kinds().len() + usize::from(self.jokers) + 1 != usize::from(kind.value()) {
            return Err(Illegal::WrongPrice);
        }
        Ok(())
    }
}

/// The kinds that can pay for each kind: the others of its colour, and the others of its pattern.
static OTHERS: [[KindSet; 2]; Kind::COUNT] = {
    let mut others = [[KindSet::EMPTY; 2]; Kind::COUNT];
    let mut i = 0;
    while let Some(kind) = Kind::from_index(i) {
        others[i] = [
            Attribute::Colour(kind.colour()).kinds().without(kind),
            Attribute::Pattern(kind.pattern()).kinds().without(kind),
        ];
        i += 1;
    }
    others
};

/// Which kinds pay, jokers filling up. For most kinds a way is one payment; where both a tile and an expansion of a kind are
/// in storage, which of the two goes is a further choice.
///
/// ```
/// use quinta_rules::{Kind, KindSet, Storage, Tiles};
///
/// let [b3, b1, y3]: [Kind; 3] = ["b3", "b1", "y3"].map(|kind| kind.parse().unwrap());
/// let tiles = Tiles::from_kinds([b3, b1, y3]).unwrap();
/// let storage = Storage { tiles, expansions: KindSet::of(y3), jokers: 1 };
/// // A butterfly costs itself and two more: one other and the joker.
/// let ways: Vec<_> = storage.ways(b3).collect();
/// assert_eq!(ways.iter().map(|way| way.kinds).collect::<Vec<_>>(), [KindSet::of(b1), KindSet::of(y3)]);
/// // The yellow butterfly is there as a tile and as an expansion.
/// assert_eq!(ways[1].payments(storage).count(), 2);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Way {
    /// The kinds that are discarded.
    pub kinds: KindSet,
    /// The jokers that fill up.
    pub jokers: u8,
}

impl Way {
    /// Returns the kinds for which the storage leaves a choice between tile and expansion.
    pub fn either(self, storage: &Storage) -> KindSet {
        self.kinds & storage.tiles.kinds() & storage.expansions
    }

    /// Returns the payment, with expansions instead of tiles for those of `expansions` that leave the choice.
    pub fn pay(self, storage: &Storage, expansions: KindSet) -> Payment {
        let only = self.kinds - storage.tiles.kinds();
        let expansions = only | (self.either(storage) & expansions);
        Payment { tiles: self.kinds - expansions, expansions, jokers: self.jokers }
    }

    /// Returns every payment of this way.
    pub fn payments(self, storage: Storage) -> impl Iterator<Item = Payment> + Clone {
        subsets(self.either(&storage)).map(move |chosen| self.pay(&storage, chosen))
    }
}

/// Every way to pay for a hexagon: with jokers alone, with others of its colour, with others of its pattern.
#[derive(Debug, Clone)]
pub struct Ways {
    kind: Kind,
    jokers: u8,
    /// The others of its colour in storage, a bit for each pattern.
    row: u8,
    /// The others of its pattern in storage, a bit for each colour.
    column: u8,
    next: Next,
}

/// Where [`Ways`] continues. A subset is the last one tried.
#[derive(Debug, Clone, Copy)]
enum Next {
    JokersAlone,
    Row(u8),
    Column(u8),
    Nothing,
}

impl Ways {
    /// The jokers beside this many hexagons, if there are enough and not too many.
    fn filling_up(&self, hexagons: u8) -> Option<u8> {
        let jokers = (self.kind.value() - 1).checked_sub(hexagons)?;
        (jokers <= self.jokers).then_some(jokers)
    }

    /// The next subset of `of`, and its jokers, that pays.
    fn search(&self, of: u8, mut subset: u8) -> Option<(u8, u8)> {
        loop {
            subset = subset.wrapping_sub(of) & of;
            if subset == 0 {
                return None;
            }
            if let Some(jokers) = self.filling_up(ROW_LEN[usize::from(subset)]) {
                return Some((subset, jokers));
            }
        }
    }
}

impl Iterator for Ways {
    type Item = Way;

    fn next(&mut self) -> Option<Way> {
        if let Next::JokersAlone = self.next {
            self.next = Next::Row(0);
            if let Some(jokers) = self.filling_up(0) {
                return Some(Way { kinds: KindSet::EMPTY, jokers });
            }
        }
        if let Next::Row(last) = self.next {
            if let Some((subset, jokers)) = self.search(self.row, last) {
                self.next = Next::Row(subset);
                let kinds = KindSet(u64::from(subset) << (6 * self.kind.colour().index()));
                return Some(Way { kinds, jokers });
            }
            self.next = Next::Column(0);
        }
        if let Next::Column(last) = self.next {
            if let Some((subset, jokers)) = self.search(self.column, last) {
                self.next = Next::Column(subset);
                let column = u64::from(COLUMN[usize::from(subset)]);
                return Some(Way { kinds: KindSet(column << self.kind.pattern().index()), jokers });
            }
            self.next = Next::Nothing;
        }
        None
    }
}

/// Every subset of a set of kinds, the empty one first.
fn subsets(of: KindSet) -> impl Iterator<Item = KindSet> + Clone {
    let mut next = Some(0u64);
    std::iter::from_fn(move || {
        let subset = next?;
        let following = subset.wrapping_sub(of.0) & of.0;
        next = (following != 0).then_some(following);
        Some(KindSet(subset))
    })
}

impl Storage {
    /// Returns the kinds in storage that can be paid for, as tiles or as expansions.
    pub fn payable(&self) -> KindSet {
        // A hexagon counts among those of its colour and of its pattern, as it does in its cost.
        self.kinds() & self.kinds().within_reach(self.jokers)
    }

    /// Returns whether a hexagon of this kind, which is in storage, can be paid for.
    pub fn can_pay(&self, kind: Kind) -> bool {
        self.payable().contains(kind)
    }

    /// Returns every way to pay for a hexagon of this kind, which is in storage.
    pub fn ways(&self, kind: Kind) -> Ways {
        let have = self.kinds().without(kind);
        Ways {
            kind,
            jokers: self.jokers,
            row: have.row(kind.colour().index()) as u8,
            column: have.column(kind.pattern().index()) as u8,
            next: Next::JokersAlone,
        }
    }

    /// Returns every payment for a hexagon of this kind, which is in storage; cheapest first: few jokers before many, then low values
    /// before high ones, then tiles before expansions.
    pub fn payments(&self, kind: Kind) -> Vec<Payment> {
        let storage = *self;
        let mut all: Vec<_> = self.ways(kind).flat_map(|way| way.payments(storage)).collect();
        all.sort_by_key(|p| (p.jokers, p.kinds().value(), p.expansions.len()));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bag::Tiles;

    fn kind(text: &str) -> Kind {
        text.parse().unwrap()
    }

    fn kinds(text: &str) -> KindSet {
        text.split_whitespace().map(kind).collect()
    }

    fn storage(tiles: &str, expansions: &str, jokers: u8) -> Storage {
        let tiles = Tiles::from_kinds(tiles.split_whitespace().map(kind)).unwrap();
        Storage { tiles, expansions: kinds(expansions), jokers }
    }

    fn pay(tiles: &str, expansions: &str, jokers: u8) -> Payment {
        Payment { tiles: kinds(tiles), expansions: kinds(expansions), jokers }
    }

    #[test]
    fn a_joker_alone_is_a_payment() {
        assert!(Payment::NOTHING.is_empty());
        assert!(!pay("", "", 1).is_empty() && !pay("b1", "", 0).is_empty());
    }

    #[test]
    fn a_tree_costs_nothing_besides() {
        let storage = storage("b1 b2", "", 3);
        assert_eq!(storage.payments(kind("b1")), [Payment::NOTHING]);
        assert_eq!(pay("b2", "", 0).check(kind("b1"), &storage), Err(Illegal::WrongPrice));
    }

    #[test]
    fn same_colour_or_same_pattern_but_not_both() {
        let storage = storage("b3 b1 y3 g3 y1", "", 0);
        let b3 = kind("b3");
        // Blue offers one hexagon only, the butterflies two.
        assert_eq!(storage.payments(b3), [pay("y3 g3", "", 0)]);
        assert_eq!(pay("b1 y3", "", 0).check(b3, &storage), Err(Illegal::MixedPayment));
        assert_eq!(pay("y1 y3", "", 0).check(b3, &storage), Err(Illegal::MixedPayment));
        assert_eq!(pay("y3", "", 0).check(b3, &storage), Err(Illegal::WrongPrice));
        assert_eq!(pay("y3 g3 b1", "", 0).check(b3, &storage), Err(Illegal::MixedPayment));
        assert_eq!(pay("v3 g3", "", 0).check(b3, &storage), Err(Illegal::NotInStorage));
    }

    #[test]
    fn identical_hexagons_never_pay() {
        let storage = storage("b2 b2 y2", "b2 y2", 1);
        let b2 = kind("b2");
        assert_eq!(pay("b2", "", 0).check(b2, &storage), Err(Illegal::IdenticalInPayment));
        assert_eq!(pay("", "b2", 0).check(b2, &storage), Err(Illegal::IdenticalInPayment));
        assert_eq!(pay("y2", "y2", 0).check(b2, &storage), Err(Illegal::IdenticalInPayment));
        assert_eq!(
            Payment::new([b2, b2], [], 0),
            Err(Explanation::IdenticalInPayment { kinds: KindSet::of(b2) })
        );
        assert_eq!(
            storage.payments(b2),
            [pay("y2", "", 0), pay("", "y2", 0), pay("", "", 1)],
            "few jokers first, tiles before expansions"
        );
    }

    #[test]
    fn jokers_stand_in_for_any() {
        let storage = storage("b4 b1 y4", "", 2);
        let b4 = kind("b4");
        assert_eq!(storage.payments(b4), [pay("b1", "", 2), pay("y4", "", 2)]);
        assert_eq!(pay("b1", "", 3).check(b4, &storage), Err(Illegal::NotInStorage));
        assert!(storage.can_pay(b4));
        assert!(!Storage { jokers: 1, ..storage }.can_pay(b4));
    }

    #[test]
    fn what_is_listed_is_what_is_accepted() {
        let storage = storage("b5 b1 b2 b6 y5 g5 v5 y1", "b3 g5", 3);
        for kind in storage.kinds().iter() {
            let listed = storage.payments(kind);
            assert_eq!(!listed.is_empty(), storage.can_pay(kind), "{kind}");
            let mut count = 0;
            for tiles in subsets(storage.tiles.kinds()) {
                for expansions in subsets(storage.expansions) {
                    for jokers in 0..=4 {
                        let payment = Payment { tiles, expansions, jokers };
                        let accepted = payment.check(kind, &storage).is_ok();
                        assert_eq!(listed.contains(&payment), accepted, "{kind} {payment:?}");
                        count += usize::from(accepted);
                    }
                }
            }
            assert_eq!(listed.len(), count, "{kind}: nothing is listed twice");
        }
    }
}
