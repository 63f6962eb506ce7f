//! The garden's geometry: cells, directions, areas, and sets of cells as bits.
use crate::invalid::{InvalidCell, InvalidNumber};
use crate::kind::bit_set;
use std::fmt;

/// One of the six directions, counter-clockwise from the east.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
#[repr(u8)]
pub enum Direction {
    /// `0`
    East,
    /// `1`
    NorthEast,
    /// `2`
    NorthWest,
    /// `3`
    West,
    /// `4`
    SouthWest,
    /// `5`
    SouthEast,
}

impl Direction {
    /// All six, in the order of their numbers.
    pub const ALL: [Self; 6] = [
        Self::East,
        Self::NorthEast,
        Self::NorthWest,
        Self::West,
        Self::SouthWest,
        Self::SouthEast,
    ];

    /// Returns the direction with this number, 0 to 5.
    pub const fn new(number: u8) -> Option<Self> {
        if number < 6 { Some(Self::ALL[number as usize]) } else { None }
    }

    /// Returns its number.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the step in axial coordinates.
    pub const fn step(self) -> (i8, i8) {
        [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)][self as usize]
    }
}

/// One of the six places for an expansion around the fountain board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
pub struct Area(pub(crate) u8);

impl Area {
    /// All six, in the order of the directions in which they lie.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// Returns the area with this number, 0 to 5.
    pub const fn new(number: u8) -> Option<Self> {
        if number < 6 { Some(Self(number)) } else { None }
    }

    /// Returns its number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the cell in its centre: a pavilion if the expansion lies face up, a space if face down.
    pub const fn centre(self) -> Cell {
        Cell(13 + 7 * self.0)
    }

    /// Returns the cell that lies in this direction from the centre.
    pub const fn petal(self, direction: Direction) -> Cell {
        Cell(14 + 7 * self.0 + direction as u8)
    }

    /// Returns the centre and the six petals.
    pub const fn cells(self) -> CellSet {
        CellSet(0b111_1111 << (13 + 7 * self.0))
    }

    /// Returns the six petals.
    pub const fn petals(self) -> CellSet {
        CellSet(0b111_1110 << (13 + 7 * self.0))
    }
}

macro_rules! small_number {
    ($name:ident, $what:literal) => {
        impl From<$name> for u8 {
            fn from(value: $name) -> u8 {
                value.index() as u8
            }
        }

        impl TryFrom<u8> for $name {
            type Error = InvalidNumber;
            fn try_from(number: u8) -> Result<Self, InvalidNumber> {
                Self::new(number).ok_or(InvalidNumber { what: $what, number, highest: 5 })
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.index())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.index())
            }
        }
    };
}
small_number!(Direction, "direction");
small_number!(Area, "area");

/// One of the 55 cells of a garden: the fountain (0), the six spaces around it (1 to 6), statues and benches (7 to 12), then
/// the six areas with centre and petals (13 to 54).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "(i8, i8)", into = "(i8, i8)"))]
pub struct Cell(pub(crate) u8);

/// What brings jokers when it is surrounded: a cell that is never a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum Feature {
    /// In the middle of the garden.
    Fountain,
    /// Between two areas, at even places.
    Statue,
    /// Between two areas, at odd places.
    Bench,
    /// In the centre of an expansion that lies face up.
    Pavilion,
}

impl Cell {
    /// How many cells a garden has at most.
    pub const COUNT: usize = 55;
    /// The fountain.
    pub const FOUNTAIN: Self = Self(0);

    /// Returns the cell at these axial coordinates.
    pub fn new(q: i8, r: i8) -> Option<Self> {
        let column = usize::try_from(i16::from(q) + 4).ok()?;
        let row = usize::try_from(i16::from(r) + 4).ok()?;
        let cell = *AT.get(row)?.get(column)?;
        (cell != NOWHERE).then_some(Self(cell))
    }

    /// Returns the cell with this number, 0 to 54.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// Returns its number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns every cell.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..Self::COUNT as u8).map(Self)
    }

    /// Returns its axial coordinates.
    pub const fn coordinates(self) -> (i8, i8) {
        COORDINATES[self.0 as usize]
    }

    /// Returns the cells that touch it, at most six.
    pub const fn neighbours(self) -> CellSet {
        NEIGHBOURS[self.0 as usize]
    }

    /// Returns the area that it belongs to, if any.
    pub const fn area(self) -> Option<Area> {
        if self.0 < 13 { None } else { Some(Area((self.0 - 13) / 7)) }
    }
}

impl From<Cell> for (i8, i8) {
    fn from(cell: Cell) -> (i8, i8) {
        cell.coordinates()
    }
}

impl TryFrom<(i8, i8)> for Cell {
    type Error = InvalidCell;
    fn try_from((q, r): (i8, i8)) -> Result<Self, InvalidCell> {
        Self::new(q, r).ok_or(InvalidCell { q, r })
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (q, r) = self.coordinates();
        write!(f, "{q},{r}")
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

const NOWHERE: u8 = u8::MAX;

const fn add(a: (i8, i8), b: (i8, i8)) -> (i8, i8) {
    (a.0 + b.0, a.1 + b.1)
}

const COORDINATES: [(i8, i8); Cell::COUNT] = {
    let mut cells = [(0, 0); Cell::COUNT];
    let mut i = 0;
    while i < 6 {
        let direction = Direction::ALL[i].step();
        let next = Direction::ALL[(i + 1) % 6].step();
        cells[1 + i] = direction;
        cells[7 + i] = add(direction, next);
        let centre = (3 * direction.0, 3 * direction.1);
        cells[13 + 7 * i] = centre;
        let mut petal = 0;
        while petal < 6 {
            cells[14 + 7 * i + petal] = add(centre, Direction::ALL[petal].step());
            petal += 1;
        }
        i += 1;
    }
    cells
};

/// The cell at each row r + 4 and column q + 4.
const AT: [[u8; 9]; 9] = {
    let mut at = [[NOWHERE; 9]; 9];
    let mut i = 0;
    while i < Cell::COUNT {
        let (q, r) = COORDINATES[i];
        at[(r + 4) as usize][(q + 4) as usize] = i as u8;
        i += 1;
    }
    at
};

static NEIGHBOURS: [CellSet; Cell::COUNT] = {
    let mut all = [CellSet(0); Cell::COUNT];
    let mut i = 0;
    while i < Cell::COUNT {
        let mut d = 0;
        while d < 6 {
            let (q, r) = add(COORDINATES[i], Direction::ALL[d].step());
            if q >= -4 && q <= 4 && r >= -4 && r <= 4 {
                let other = AT[(r + 4) as usize][(q + 4) as usize];
                if other != NOWHERE {
                    all[i].0 |= 1 << other;
                }
            }
            d += 1;
        }
        i += 1;
    }
    all
};

/// A set of cells, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CellSet(pub(crate) u64);

impl CellSet {
    /// No cell.
    pub const EMPTY: Self = Self(0);
    /// The six spaces around the fountain.
    pub const FOUNTAIN_BOARD: Self = Self(0b111_1110);
    /// The fountain, the statues and the benches.
    pub const FIXED_FEATURES: Self = Self(0b1_1111_1000_0001);

    /// The centres of all six areas.
    pub(crate) const CENTRES: Self = Self(0x0008_1020_4081 << 13);
    /// The petals of all six areas.
    pub(crate) const PETALS: Self = Self(Self::CENTRES.0 * 0b111_1110);

    /// Returns the set of one cell.
    pub const fn of(cell: Cell) -> Self {
        Self(1 << cell.0)
    }

    /// Returns whether the cell is in it.
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.0 & 1 != 0
    }

    /// Returns the set with the cell in it.
    pub const fn with(self, cell: Cell) -> Self {
        Self(self.0 | 1 << cell.0)
    }

    /// Returns the set without the cell.
    pub const fn without(self, cell: Cell) -> Self {
        Self(self.0 & !(1 << cell.0))
    }

    /// Whether there are fewer than two cells in it, without counting them.
    pub(crate) const fn has_at_most_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) == 0
    }

    /// Returns every cell that touches one of these.
    pub fn neighbours(self) -> Self {
        let mut near = 0;
        let mut bits = self.0;
        while bits != 0 {
            near |= NEIGHBOURS[bits.trailing_zeros() as usize].0;
            bits &= bits - 1;
        }
        Self(near)
    }

    /// Returns the cells of `within` that are connected to these.
    pub fn spread(self, within: Self) -> Self {
        let mut all = self.0 & within.0;
        let mut fresh = all;
        while fresh != 0 {
            let next = NEIGHBOURS[fresh.trailing_zeros() as usize].0 & within.0 & !all;
            fresh = (fresh & (fresh - 1)) | next;
            all |= next;
        }
        Self(all)
    }
}

bit_set!(CellSet of Cell, Cell);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_and_cells_are_inverse() {
        for cell in Cell::all() {
            let (q, r) = cell.coordinates();
            assert_eq!(Cell::new(q, r), Some(cell));
        }
        assert_eq!(Cell::new(4, 4), None);
        assert_eq!(Cell::new(-128, 127), None);
        assert_eq!(Cell::new(5, 0), None);
        let count = (-5..=5).flat_map(|q| (-5..=5).map(move |r| (q, r)));
        assert_eq!(count.filter(|&(q, r)| Cell::new(q, r).is_some()).count(), 55);
    }

    #[test]
    fn numbers_and_texts() {
        for (i, cell) in Cell::all().enumerate() {
            assert_eq!(Cell::from_index(i), Some(cell));
            assert_eq!(cell.index(), i);
            let json = serde_json::to_string(&cell).unwrap();
            assert_eq!(serde_json::from_str::<Cell>(&json).unwrap(), cell);
        }
        assert_eq!(Cell::from_index(55), None);
        let outside = serde_json::from_str::<Cell>("[4,4]").unwrap_err().to_string();
        assert!(outside.starts_with("invalid cell 4,4: expected one of the 55"), "{outside}");
        let cell = Cell::new(-1, 2).unwrap();
        assert_eq!((cell.to_string(), format!("{cell:?}")), ("-1,2".into(), "-1,2".into()));
        for i in 0..6 {
            let (area, direction) = (Area::new(i).unwrap(), Direction::new(i).unwrap());
            assert_eq!((u8::from(area), u8::from(direction)), (i, i));
            assert_eq!((Area::try_from(i), Direction::try_from(i)), (Ok(area), Ok(direction)));
            assert_eq!(
                (area.to_string(), format!("{direction:?}")),
                (i.to_string(), i.to_string())
            );
        }
        assert_eq!((Area::new(6), Direction::new(6)), (None, None));
        let wrong = (Area::try_from(6).unwrap_err(), Direction::try_from(7).unwrap_err());
        assert_eq!(wrong.0.to_string(), "invalid area 6: expected 0 to 5");
        assert_eq!(wrong.1.to_string(), "invalid direction 7: expected 0 to 5");
    }

    #[test]
    fn sets_grow_and_spread() {
        let cell = |q, r| Cell::new(q, r).unwrap();
        let ring = CellSet::FOUNTAIN_BOARD;
        assert_eq!(Cell::FOUNTAIN.neighbours(), ring);
        assert_eq!(ring.without(cell(1, 0)).with(cell(1, 0)), ring);
        assert_eq!(ring.with(cell(1, 0)), ring, "what is there stays there");
        assert_eq!(ring.without(Cell::FOUNTAIN), ring, "what is not there cannot be taken out");
        assert_eq!(CellSet::of(cell(1, 0)).spread(ring), ring);
        // Two cells taken out of the ring leave two parts.
        let broken = ring.without(cell(1, -1)).without(cell(-1, 1));
        assert_eq!(CellSet::of(cell(1, 0)).spread(broken).len(), 2);
        assert_eq!(CellSet::of(cell(1, -1)).spread(broken), CellSet::EMPTY);
        let near = CellSet::of(cell(1, 0)).with(cell(-1, 0)).neighbours();
        assert_eq!(near, cell(1, 0).neighbours() | cell(-1, 0).neighbours());
    }

    #[test]
    fn neighbours_are_one_step_away() {
        for a in Cell::all() {
            for b in Cell::all() {
                let (dq, dr) =
                    (a.coordinates().0 - b.coordinates().0, a.coordinates().1 - b.coordinates().1);
                let touch = Direction::ALL.iter().any(|d| d.step() == (dq, dr));
                assert_eq!(a.neighbours().contains(b), touch, "{a} {b}");
            }
        }
    }

    #[test]
    fn each_fixed_feature_has_six_cells_around_it() {
        for cell in CellSet::FIXED_FEATURES.iter() {
            assert_eq!(cell.neighbours().len(), 6, "{cell}");
        }
        let statue = Cell::new(2, -1).expect("the first statue");
        // Two spaces of the fountain board and two petals of each of two expansions.
        assert_eq!((statue.neighbours() & CellSet::FOUNTAIN_BOARD).len(), 2);
        for area in [Area(0), Area(1)] {
            assert_eq!((statue.neighbours() & area.petals()).len(), 2);
        }
    }

    #[test]
    fn areas_lie_as_the_rules_say() {
        for (i, area) in Area::ALL.into_iter().enumerate() {
            let (q, r) = Direction::ALL[i].step();
            assert_eq!(area.centre().coordinates(), (3 * q, 3 * r));
            for d in Direction::ALL {
                let (pq, pr) = d.step();
                assert_eq!(area.petal(d).coordinates(), (3 * q + pq, 3 * r + pr));
                assert_eq!(area.petal(d).area(), Some(area));
            }
            assert_eq!(area.centre().neighbours(), area.petals());
            assert_eq!(area.cells().len(), 7);
        }
    }
}
