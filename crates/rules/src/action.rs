//! What a player can do, and the short reasons for refusing it.
use crate::bag::Tiles;
use crate::cell::{Area, Cell, Direction};
use crate::display::Source;
use crate::explain::Explanation;
use crate::invalid::InvalidNumber;
use crate::kind::{Attribute, Kind, KindSet};
use crate::payment::Payment;
use std::fmt;

/// A place at the table, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
pub struct Seat(u8);

impl Seat {
    /// The most seats that a table can have.
    pub const MOST: usize = 4;

    /// Returns the seat with this number, 0 to 3.
    pub const fn new(number: u8) -> Option<Self> {
        if (number as usize) < Self::MOST { Some(Self(number)) } else { None }
    }

    /// Returns the seats of a table of this size, in order.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..seats.min(Self::MOST) as u8).map(Self)
    }

    /// Returns its number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> u8 {
        seat.0
    }
}

impl TryFrom<u8> for Seat {
    type Error = InvalidNumber;
    fn try_from(number: u8) -> Result<Self, InvalidNumber> {
        Self::new(number).ok_or(InvalidNumber { what: "seat", number, highest: 3 })
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Which copy of each kind is taken, at most one of each of the six kinds that have the attribute.
///
/// ```
/// use quinta_rules::{Kind, Source, Take};
///
/// let [b1, b4, g2]: [Kind; 3] = ["b1", "b4", "g2"].map(|kind| kind.parse().unwrap());
/// // Blue: the tree that lies on expansion 2, and expansion 0 itself, which shows a flower.
/// let copies = [(b1, Source::tile(2).unwrap()), (b4, Source::whole(0).unwrap())];
/// let take = Take::new("blue".parse()?, copies)?;
/// assert_eq!(take.counts(), (1, 1));
/// assert!(take.source(b4).unwrap().is_whole());
/// assert!(Take::new("blue".parse()?, [(g2, Source::tile(2).unwrap())]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Take {
    attribute: Attribute,
    sources: [u8; 6],
}

const NOT_TAKEN: u8 = u8::MAX;

impl Take {
    /// Returns a take of nothing yet.
    pub const fn nothing(attribute: Attribute) -> Self {
        Self { attribute, sources: [NOT_TAKEN; 6] }
    }

    /// Returns a take of these copies; a kind without the attribute, or one that is taken twice, is refused.
    pub fn new(
        attribute: Attribute,
        copies: impl IntoIterator<Item = (Kind, Source)>,
    ) -> Result<Self, Explanation> {
        let mut take = Self::nothing(attribute);
        for (kind, source) in copies {
            if !kind.has(attribute) {
                return Err(Explanation::WrongAttribute { kind, attribute });
            }
            if take.source(kind).is_some() {
                return Err(Explanation::TakenTwice { kind });
            }
            take.set(kind, source);
        }
        Ok(take)
    }

    /// Returns what the taken hexagons share.
    pub const fn attribute(&self) -> Attribute {
        self.attribute
    }

    /// Returns where the hexagon of this kind, which has the attribute, is taken from.
    pub const fn source(&self, kind: Kind) -> Option<Source> {
        Source::from_code(self.sources[self.attribute.place_of(kind)])
    }

    /// Returns each kind that is taken, and where from.
    pub fn copies(&self) -> impl Iterator<Item = (Kind, Source)> + Clone + use<> {
        // Few of the six are taken, and only those are looked at.
        let (attribute, (sources, mut taken)) = (self.attribute, self.taken());
        std::iter::from_fn(move || {
            if taken == 0 {
                return None;
            }
            let place = taken.trailing_zeros() / 8;
            taken &= taken - 1;
            let source = Source::from_code((sources >> (8 * place)) as u8)?;
            Some((attribute.kind_at(place as usize), source))
        })
    }

    /// The sources, a byte each, and the high bit of every byte that is one.
    const fn taken(self) -> (u64, u64) {
        let [a, b, c, d, e, f] = self.sources;
        let sources = u64::from_le_bytes([a, b, c, d, e, f, NOT_TAKEN, NOT_TAKEN]);
        (sources, !sources & 0x8080_8080_8080_8080)
    }

    /// Returns how many tiles and how many expansions it takes.
    pub fn counts(&self) -> (usize, usize) {
        let (sources, taken) = self.taken();
        // The high bit of a byte says that nothing is taken there; the fourth, that it is an expansion.
        let wholes = (sources & taken >> 4).count_ones();
        ((taken.count_ones() - wholes) as usize, wholes as usize)
    }

    pub(crate) const fn set(&mut self, kind: Kind, source: Source) {
        self.set_at(self.attribute.place_of(kind), source);
    }

    /// Takes the kind at this place (0 to 5) among those that have the attribute.
    pub(crate) const fn set_at(&mut self, place: usize, source: Source) {
        self.sources[place] = source.code();
    }

    /// The sources as they are kept, a byte for each kind that has the attribute.
    pub(crate) const fn codes(self) -> [u8; 6] {
        self.sources
    }

    pub(crate) const fn from_codes(attribute: Attribute, sources: [u8; 6]) -> Self {
        Self { attribute, sources }
    }
}

impl fmt::Debug for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.attribute)?;
        f.debug_map().entries(self.copies()).finish()
    }
}

/// What is discarded with a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Discard {
    /// Tiles, which go to the tower.
    pub tiles: Tiles,
    /// Expansions, which go to the supply.
    pub expansions: KindSet,
}

impl Discard {
    /// Returns what it costs in points.
    pub fn value(&self) -> u32 {
        self.tiles.value() + self.expansions.value()
    }
}

/// One action of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Take one hexagon of every kind that has an attribute.
    Acquire(Take),
    /// Put a tile from storage onto a space.
    Place {
        /// The tile.
        kind: Kind,
        /// The space.
        cell: Cell,
        /// What is discarded beside it.
        pay: Payment,
    },
    /// Lay an expansion from storage, face up.
    Expand {
        /// The expansion.
        kind: Kind,
        /// Where it lies.
        area: Area,
        /// The direction in which its printed hexagon lies.
        petal: Direction,
        /// What is discarded beside it.
        pay: Payment,
    },
    /// Lay the top of the supply, face down, for points.
    Buy {
        /// Where it lies.
        area: Area,
    },
    /// Do nothing more this round.
    Pass(Discard),
}

impl Action {
    /// The pass that discards nothing.
    pub const PASS: Self = Self::Pass(Discard { tiles: Tiles::EMPTY, expansions: KindSet::EMPTY });
}

/// Why an action is refused: the code. [`crate::Explanation`] has the details.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum Illegal {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// Tiles are to be drawn or expansions to be turned first.
    #[error("tiles have to be drawn or expansions turned first")]
    AwaitingChance,
    /// It is another seat's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// Nothing on offer has the attribute.
    #[error("nothing on offer has that colour or pattern")]
    NothingOnOffer,
    /// A kind that is on offer and has the attribute is not taken.
    #[error("you must take one of every kind that has it")]
    CopyMissing,
    /// A kind is taken more than once.
    #[error("you take only one of each kind")]
    TakenTwice,
    /// A kind is taken that does not have the attribute.
    #[error("that hexagon does not have that colour or pattern")]
    WrongAttribute,
    /// A copy is not where it is taken from.
    #[error("that hexagon is not on offer there")]
    NotOnOffer,
    /// It does not fit into storage.
    #[error("it does not fit into your storage")]
    NoRoom,
    /// The hexagon, or what pays for it, is not in storage.
    #[error("that is not in your storage")]
    NotInStorage,
    /// The cell is not a space of the garden.
    #[error("there is no such space in your garden")]
    NoSuchSpace,
    /// The space holds a hexagon.
    #[error("that space is taken")]
    SpaceTaken,
    /// No neighbour shares colour or pattern.
    #[error("no neighbour there shares its colour or pattern")]
    NoMatchingNeighbour,
    /// A group would contain a kind twice.
    #[error("a group would contain the same hexagon twice")]
    KindTwice,
    /// Too much or too little is paid.
    #[error("that is not its price")]
    WrongPrice,
    /// What pays has neither the same colour nor the same pattern throughout.
    #[error("a payment must be all of one colour or all of one pattern")]
    MixedPayment,
    /// Two of the hexagons in the payment, or one of them and the one that is placed, are the same.
    #[error("a payment must not contain the same hexagon twice")]
    IdenticalInPayment,
    /// Nothing in storage pays for the hexagon.
    #[error("you cannot pay for it")]
    CannotPay,
    /// The area has an expansion already.
    #[error("that area is taken")]
    AreaTaken,
    /// Fewer points than the expansion costs.
    #[error("you have too few points")]
    TooFewPoints,
    /// No expansion is left to buy.
    #[error("the supply is empty")]
    SupplyEmpty,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_have_numbers() {
        for i in 0..4 {
            let seat = Seat::new(i).unwrap();
            assert_eq!((u8::from(seat), seat.index()), (i, usize::from(i)));
            assert_eq!(Seat::try_from(i), Ok(seat));
            assert_eq!((seat.to_string(), format!("{seat:?}")), (i.to_string(), i.to_string()));
        }
        assert_eq!(Seat::new(4), None);
        let wrong = Seat::try_from(4).unwrap_err();
        assert_eq!(wrong.to_string(), "invalid seat 4: expected 0 to 3");
        assert_eq!(Seat::all(3).len(), 3);
        assert_eq!(Seat::all(9).len(), 4);
    }

    #[test]
    fn takes_show_what_they_take() {
        let attribute = Attribute::from_index(0).unwrap();
        let copies = [
            (attribute.kind_at(0), Source::tile(2).unwrap()),
            (attribute.kind_at(3), Source::whole(1).unwrap()),
        ];
        let take = Take::new(attribute, copies).unwrap();
        assert_eq!(take.copies().collect::<Vec<_>>(), copies);
        assert_eq!(take.counts(), (1, 1));
        assert_eq!(take.source(copies[0].0), Some(copies[0].1));
        assert_eq!(take.source(attribute.kind_at(1)), None);
        assert_eq!(format!("{take:?}"), "b {b1: 2, b4: whole 1}");
    }

    #[test]
    fn a_discard_costs_its_value() {
        let tiles = Tiles::from_kinds(["b1", "b1", "y4"].map(|k| k.parse().unwrap())).unwrap();
        let expansions = KindSet::of("g5".parse().unwrap());
        assert_eq!(Discard { tiles, expansions }.value(), 1 + 1 + 4 + 5);
        assert_eq!(format!("{tiles:?}"), "[b1, b1, y4]");
    }
}
