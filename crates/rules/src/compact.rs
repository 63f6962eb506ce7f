//! An action in eight bytes, as long lists hold it.
use crate::action::{Action, Take};
use crate::cell::{Area, Cell};
use crate::display::Display;
use crate::kind::{Attribute, Kind, KindSet};
use crate::payment::Payment;
use crate::rows::COLUMN;
use crate::steps::Spot;
use std::fmt;

/// An action in eight bytes: each that is legal, but for passes that discard something.
///
/// ```
/// use quinta_rules::{Action, Cell, CompactAction, Kind, Payment};
///
/// let [b3, b1, b6]: [Kind; 3] = ["b3", "b1", "b6"].map(|kind| kind.parse().unwrap());
/// let pay = Payment::new([b1, b6], [], 0).unwrap();
/// let action = Action::Place { kind: b3, cell: Cell::new(1, 0).unwrap(), pay };
/// let compact = CompactAction::new(&action).unwrap();
/// assert_eq!(compact.action(), action);
/// assert_eq!(size_of_val(&compact), 8);
/// ```
// Byte 1 is the attribute or, from `PLACE` on, the sort. With an attribute, bytes 2 to 7 are the sources of a `Take`. With `PLACE` and
// `EXPAND`, byte 0 is the cell or the spot, and what is paid fills the others. With `BUY`, byte 0 is the area. So the actions that differ
// in where they are done alone differ in the lowest byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CompactAction(u64);

const PLACE: u8 = Attribute::COUNT as u8;
const EXPAND: u8 = PLACE + 1;
const BUY: u8 = PLACE + 2;
const PASS: u8 = PLACE + 3;

impl CompactAction {
    /// The pass that discards nothing.
    pub const PASS: Self = Self((PASS as u64) << 8);
    /// To lay a bought expansion, on area 0.
    pub(crate) const BUY: Self = Self((BUY as u64) << 8);

    /// Returns this action in eight bytes; `None` if it is a pass that discards something, or if what it pays is neither of the
    /// hexagon's colour throughout nor of its pattern.
    pub fn new(action: &Action) -> Option<Self> {
        match *action {
            Action::Acquire(take) => Some(Self::acquire(take)),
            Action::Place { kind, cell, pay } => {
                Some(Self::place(Paid::new(kind, &pay)?).at(cell.0))
            }
            Action::Expand { kind, area, petal, pay } => {
                Some(Self::expand(Paid::new(kind, &pay)?).at(Spot { area, petal }.bit()))
            }
            Action::Buy { area } => Some(Self::BUY.at(area.0)),
            Action::Pass(_) => (*action == Action::PASS).then_some(Self::PASS),
        }
    }

    /// Returns it in full.
    pub fn action(self) -> Action {
        let [place, sort, paid @ ..] = self.0.to_le_bytes();
        match sort {
            PLACE => {
                let (kind, pay) = Paid::read(paid);
                Action::Place { kind, cell: Cell(place), pay }
            }
            EXPAND => {
                let (kind, pay) = Paid::read(paid);
                let Spot { area, petal } = Spot::from_bit(place);
                Action::Expand { kind, area, petal, pay }
            }
            BUY => Action::Buy { area: Area(place) },
            attribute => match Attribute::from_index(usize::from(attribute)) {
                Some(attribute) => Action::Acquire(Take::from_codes(attribute, paid)),
                None => Action::PASS,
            },
        }
    }

    pub(crate) const fn acquire(take: Take) -> Self {
        let [a, b, c, d, e, f] = take.codes();
        Self(u64::from_le_bytes([0, take.attribute().index() as u8, a, b, c, d, e, f]))
    }

    /// The take that it is, if it is one for this attribute.
    pub(crate) const fn as_take(self, attribute: Attribute) -> Take {
        let [_, _, a, b, c, d, e, f] = self.0.to_le_bytes();
        Take::from_codes(attribute, [a, b, c, d, e, f])
    }

    pub(crate) const fn place(paid: Paid) -> Self {
        Self(paid.0 | (PLACE as u64) << 8)
    }

    pub(crate) const fn expand(paid: Paid) -> Self {
        Self(paid.0 | (EXPAND as u64) << 8)
    }

    /// The same somewhere else: on the cell, the spot or the area with this number.
    pub(crate) const fn at(self, place: u8) -> Self {
        Self(self.0 | place as u64)
    }
}

impl From<CompactAction> for Action {
    fn from(compact: CompactAction) -> Self {
        compact.action()
    }
}

impl fmt::Debug for CompactAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.action().fmt(f)
    }
}

/// A hexagon and what is paid for it, in its bytes of a compact action: the kind, the jokers, the tiles and the expansions, a bit each, and
/// what the bits stand for: 0 for the patterns within the kind's colour, 1 for the colours within its pattern.
#[derive(Clone, Copy)]
pub(crate) struct Paid(u64);

impl Paid {
    pub(crate) fn new(kind: Kind, pay: &Payment) -> Option<Self> {
        let (row, column) = (kind.colour().index(), kind.pattern().index());
        let (tiles, expansions, by_pattern) =
            if Attribute::Colour(kind.colour()).kinds().includes(pay.kinds()) {
                (pay.tiles.row(row), pay.expansions.row(row), 0)
            } else if Attribute::Pattern(kind.pattern()).kinds().includes(pay.kinds()) {
                (pay.tiles.column(column), pay.expansions.column(column), 1)
            } else {
                return None;
            };
        let (tiles, expansions) = (tiles as u8, expansions as u8);
        let bytes = [0, 0, kind.0, pay.jokers, tiles, expansions, by_pattern, 0];
        Some(Self(u64::from_le_bytes(bytes)))
    }

    fn read([kind, jokers, tiles, expansions, by_pattern, _]: [u8; 6]) -> (Kind, Payment) {
        let kind = Kind(kind);
        let kinds = |bits: u8| {
            KindSet(if by_pattern == 0 {
                u64::from(bits) << (6 * kind.colour().index())
            } else {
                u64::from(COLUMN[usize::from(bits)]) << kind.pattern().index()
            })
        };
        (kind, Payment { tiles: kinds(tiles), expansions: kinds(expansions), jokers })
    }
}

/// For each attribute a take of a copy of each kind on offer that has it; of kinds with several copies it says nothing.
// There are sixteen, so that no number masked to four bits is outside.
pub(crate) struct OneOfEach([u64; 16]);

impl OneOfEach {
    pub(crate) fn of(display: &Display) -> Self {
        let mut takes = Self(NOTHING);
        display.each_copy(|kind, source| {
            // What was "not taken", all bits of the byte, becomes the source.
            let source = u64::from(!source.code());
            for (row, shift) in BYTES[kind.index()] {
                takes.0[usize::from(row % 16)] ^= source << (shift % 64);
            }
        });
        takes
    }

    /// The take for the attribute with this number.
    pub(crate) const fn take(&self, attribute: u8) -> CompactAction {
        CompactAction(self.0[(attribute % 16) as usize])
    }
}

/// For each attribute the take of nothing yet.
static NOTHING: [u64; 16] = {
    let mut all = [0; 16];
    let mut i = 0;
    while let Some(attribute) = Attribute::from_index(i) {
        all[i] = CompactAction::acquire(Take::nothing(attribute)).0;
        i += 1;
    }
    all
};

/// For each kind the attribute and the first bit of its byte, in the take for its colour and in the take for its pattern.
static BYTES: [[(u8, u8); 2]; Kind::COUNT] = {
    let mut bytes = [[(0, 0); 2]; Kind::COUNT];
    let mut i = 0;
    while let Some(kind) = Kind::from_index(i) {
        let (colour, pattern) = (kind.colour() as u8, kind.pattern() as u8);
        bytes[i] = [(colour, 16 + 8 * pattern), (6 + pattern, 16 + 8 * colour)];
        i += 1;
    }
    bytes
};
