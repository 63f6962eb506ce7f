//! A player's garden: what stands where, and where a hexagon may stand.
use crate::action::Illegal;
use crate::cell::{Area, Cell, CellSet, Direction, Feature};
use crate::kind::{Attribute, Colour, Kind, Pattern};

/// What lies on an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Ground {
    /// Nothing yet.
    #[default]
    Free,
    /// An expansion bought from the supply: seven spaces.
    FaceDown,
    /// An expansion from storage: a pavilion, and its printed hexagon in this direction.
    FaceUp(Direction),
}

/// A garden. Hexagons are kept as one set of cells for each colour and one for each pattern.
///
/// ```
/// use quinta_rules::{Cell, Garden, Kind};
///
/// let mut garden = Garden::default();
/// let at = |q, r| Cell::new(q, r).unwrap();
/// let [b3, b5, y3]: [Kind; 3] = ["b3", "b5", "y3"].map(|kind| kind.parse().unwrap());
/// garden.put(b3, at(1, 0));
/// // A neighbour must share colour or pattern, and no group may contain a kind twice.
/// assert!(garden.allowed(b5).contains(at(1, -1)) && garden.allowed(y3).contains(at(1, -1)));
/// assert!(!garden.allowed(b3).contains(at(1, -1)));
/// garden.put(b5, at(1, -1));
/// let largest = garden.groups().max_by_key(|group| group.cells.len()).unwrap();
/// assert_eq!(largest.attribute.name(), "blue");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Garden {
    colours: [CellSet; 6],
    patterns: [CellSet; 6],
    // The cells beside a hexagon: derived from the others, kept because nearly every question about placing begins with it.
    near: CellSet,
    spaces: CellSet,
    areas: [Ground; 6],
}

/// A connected set of hexagons that share an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Group {
    /// What they share.
    pub attribute: Attribute,
    /// Where they stand.
    pub cells: CellSet,
}

impl Default for Garden {
    fn default() -> Self {
        Self {
            colours: [CellSet::EMPTY; 6],
            patterns: [CellSet::EMPTY; 6],
            near: CellSet::EMPTY,
            spaces: CellSet::FOUNTAIN_BOARD,
            areas: [Ground::Free; 6],
        }
    }
}

impl Garden {
    /// Returns the cells that hold a hexagon.
    pub const fn hexes(&self) -> CellSet {
        let [a, b, c, d, e, f] = self.patterns;
        CellSet(a.0 | b.0 | c.0 | d.0 | e.0 | f.0)
    }

    /// The cells that touch a hexagon.
    pub(crate) const fn near(&self) -> CellSet {
        self.near
    }

    /// Returns the cells with a hexagon of this attribute.
    pub const fn cells_with(&self, attribute: Attribute) -> CellSet {
        match attribute {
            Attribute::Colour(c) => self.colours[c as usize],
            Attribute::Pattern(p) => self.patterns[p as usize],
        }
    }

    /// Returns the cells with a hexagon of this kind.
    pub const fn cells_of(&self, kind: Kind) -> CellSet {
        CellSet(self.colours[kind.colour() as usize].0 & self.patterns[kind.pattern() as usize].0)
    }

    /// Returns the spaces, free or taken.
    pub const fn spaces(&self) -> CellSet {
        self.spaces
    }

    /// Returns the spaces that hold nothing.
    pub const fn free_spaces(&self) -> CellSet {
        CellSet(self.spaces.0 & !self.hexes().0)
    }

    /// Returns what lies on an area.
    pub const fn ground(&self, area: Area) -> Ground {
        self.areas[area.index()]
    }

    /// Returns the areas on which nothing lies.
    pub fn free_areas(&self) -> impl Iterator<Item = Area> + Clone + '_ {
        Area::ALL.into_iter().filter(|area| self.areas[area.index()] == Ground::Free)
    }

    /// The petals of the areas on which nothing lies: those that are not spaces yet.
    pub(crate) const fn free_petals(&self) -> CellSet {
        CellSet(CellSet::PETALS.0 & !self.spaces.0)
    }

    /// Returns the centres of the expansions that lie face up.
    pub const fn pavilions(&self) -> CellSet {
        // Where an expansion lies, its petals are spaces; its centre, one cell before the first petal, is none if it lies face up.
        CellSet((self.spaces.0 >> 1) & !self.spaces.0 & CellSet::CENTRES.0)
    }

    /// Returns the hexagon on a cell.
    pub fn kind_at(&self, cell: Cell) -> Option<Kind> {
        let colour = Colour::ALL.into_iter().find(|c| self.colours[c.index()].contains(cell))?;
        let pattern = Pattern::ALL.into_iter().find(|p| self.patterns[p.index()].contains(cell))?;
        Some(Kind::new(colour, pattern))
    }

    /// Returns whether the hexagon on this cell is printed on an expansion, not a tile.
    pub fn is_printed(&self, cell: Cell) -> bool {
        cell.area().is_some_and(|area| match self.areas[area.index()] {
            Ground::FaceUp(direction) => area.petal(direction) == cell,
            _ => false,
        })
    }

    /// Returns the feature on a cell.
    pub fn feature_at(&self, cell: Cell) -> Option<Feature> {
        match cell.index() {
            0 => Some(Feature::Fountain),
            7 | 9 | 11 => Some(Feature::Statue),
            8 | 10 | 12 => Some(Feature::Bench),
            _ => {
                let area = cell.area()?;
                let up = matches!(self.areas[area.index()], Ground::FaceUp(_));
                (up && area.centre() == cell).then_some(Feature::Pavilion)
            }
        }
    }

    /// Returns the features, by their cells.
    pub fn features(&self) -> CellSet {
        CellSet::FIXED_FEATURES | self.pavilions()
    }

    /// Returns every cell on which the hexagon would satisfy the placement rule, space or not.
    pub fn allowed(&self, kind: Kind) -> CellSet {
        let lonely = CellSet(!self.near.0 & ((1 << Cell::COUNT) - 1));
        let same_colour = self.colours[kind.colour().index()];
        let same_pattern = self.patterns[kind.pattern().index()];
        let matching = same_colour.neighbours() | same_pattern.neighbours();
        if matching.is_empty() {
            return lonely;
        }
        let same_kind = same_colour & same_pattern;
        let mut twice = doubled_by_joining(same_colour, &self.patterns)
            | doubled_by_joining(same_pattern, &self.colours);
        if !same_kind.is_empty() {
            twice |= same_kind.spread(same_colour).neighbours()
                | same_kind.spread(same_pattern).neighbours();
        }
        lonely | (matching - twice)
    }

    /// Whether the hexagon would satisfy the placement rule on this one cell, which is free. [`Garden::allowed`] answers for all cells.
    pub(crate) fn check(&self, kind: Kind, cell: Cell) -> Result<(), Illegal> {
        if !self.near.contains(cell) {
            return Ok(());
        }
        let same_colour = self.colours[kind.colour().index()];
        let same_pattern = self.patterns[kind.pattern().index()];
        let beside = cell.neighbours();
        if !beside.meets(same_colour | same_pattern) {
            return Err(Illegal::NoMatchingNeighbour);
        }
        let twice = |all: CellSet, others: &[CellSet; 6]| {
            let touched = beside & all;
            let joined = touched.spread(all);
            joined.meets(same_colour & same_pattern)
                || !touched.has_at_most_one()
                    && others.iter().any(|&other| !(joined & other).has_at_most_one())
        };
        if twice(same_colour, &self.patterns) || twice(same_pattern, &self.colours) {
            return Err(Illegal::KindTwice);
        }
        Ok(())
    }

    /// Returns the groups of one attribute, of every size.
    pub fn groups_of(&self, attribute: Attribute) -> impl Iterator<Item = Group> + use<> {
        let all = self.cells_with(attribute);
        let mut rest = all;
        std::iter::from_fn(move || {
            let cells = CellSet::of(rest.first()?).spread(all);
            rest = rest - cells;
            Some(Group { attribute, cells })
        })
    }

    /// Returns all groups: by colour and then by pattern, of every size.
    pub fn groups(&self) -> impl Iterator<Item = Group> + '_ {
        Attribute::all().flat_map(|attribute| self.groups_of(attribute))
    }

    /// Returns the sum of the values of the hexagons on these cells.
    pub fn value_of(&self, cells: CellSet) -> u32 {
        Pattern::ALL
            .into_iter()
            .map(|p| (self.patterns[p.index()] & cells).len() as u32 * u32::from(p.value()))
            .sum()
    }

    /// Returns the features that a hexagon on `cell`, already there, surrounds on its last side.
    pub fn surrounded_by(&self, cell: Cell) -> CellSet {
        let beside = cell.neighbours() & self.features();
        let hexes = self.hexes();
        beside.iter().filter(|feature| hexes.includes(feature.neighbours())).collect()
    }

    /// Puts a hexagon on a cell without checking the rules.
    ///
    /// # Panics
    ///
    /// In debug builds, if a hexagon lies there; in other builds the garden becomes invalid.
    pub fn put(&mut self, kind: Kind, cell: Cell) {
        debug_assert!(!self.hexes().contains(cell), "two hexagons on {cell}");
        self.near |= cell.neighbours();
        let cell = CellSet::of(cell);
        self.colours[kind.colour().index()] |= cell;
        self.patterns[kind.pattern().index()] |= cell;
    }

    /// Lays an expansion face down on a free area.
    ///
    /// # Panics
    ///
    /// In debug builds, if the area is taken.
    pub fn lay_face_down(&mut self, area: Area) {
        debug_assert_eq!(self.areas[area.index()], Ground::Free, "area {area} is taken");
        self.areas[area.index()] = Ground::FaceDown;
        self.spaces |= area.cells();
    }

    /// Lays an expansion face up on a free area, its printed hexagon in this direction.
    ///
    /// # Panics
    ///
    /// In debug builds, if the area is taken.
    pub fn lay_face_up(&mut self, kind: Kind, area: Area, petal: Direction) {
        debug_assert_eq!(self.areas[area.index()], Ground::Free, "area {area} is taken");
        self.areas[area.index()] = Ground::FaceUp(petal);
        self.spaces |= area.petals();
        self.put(kind, area.petal(petal));
    }
}

/// The cells on which a hexagon would join two groups of `all` that have a kind in common. `others` tells kinds apart within
/// the groups: the patterns if `all` is a colour, the colours if it is a pattern.
fn doubled_by_joining(all: CellSet, others: &[CellSet; 6]) -> CellSet {
    let mut doubled = CellSet::EMPTY;
    if all.has_at_most_one() {
        return doubled;
    }
    for other in others {
        let copies = all & *other;
        if copies.has_at_most_one() {
            continue;
        }
        let mut once = CellSet::EMPTY;
        for copy in copies.iter() {
            let beside = CellSet::of(copy).spread(all).neighbours();
            doubled |= once & beside;
            once |= beside;
        }
    }
    doubled
}
