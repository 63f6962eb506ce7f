//! Legal choices in steps: what, where, how to pay, which copy. People click in these steps and searchers branch in them.
use crate::action::{Action, Take};
use crate::board::Rules;
use crate::cell::{Area, CellSet, Direction};
use crate::display::{Source, SourceSet};
use crate::garden::Ground;
use crate::kind::{Attribute, AttributeSet, Kind, KindSet};
use crate::state::{Phase, State};

/// The first step: what to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum What {
    /// Acquire this attribute; [`State::taking`] goes on.
    Acquire(Attribute),
    /// Place this tile; [`State::cells_for`] and [`crate::Storage::ways`] go on.
    Place(Kind),
    /// Lay this expansion; [`State::spots_for`] and [`crate::Storage::ways`] go on.
    Expand(Kind),
    /// Buy from the supply; [`State::areas_to_buy`] goes on.
    Buy,
    /// Pass.
    Pass,
}

impl Action {
    /// Returns its first step.
    #[must_use]
    pub const fn what(&self) -> What {
        match *self {
            Self::Acquire(take) => What::Acquire(take.attribute()),
            Self::Place { kind, .. } => What::Place(kind),
            Self::Expand { kind, .. } => What::Expand(kind),
            Self::Buy { .. } => What::Buy,
            Self::Pass(_) => What::Pass,
        }
    }
}

/// Everything that can be done now, by its first step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Whats {
    /// Attributes that can be acquired.
    pub attributes: AttributeSet,
    /// Tiles that can be placed.
    pub tiles: KindSet,
    /// Expansions from storage that can be laid.
    pub expansions: KindSet,
    /// Whether an expansion can be bought.
    pub buy: bool,
    /// Whether the seat can pass: always, when the state waits for its action.
    pub pass: bool,
}

impl Whats {
    /// Returns how many there are, the pass included.
    pub fn len(&self) -> usize {
        self.attributes.len()
            + self.tiles.len()
            + self.expansions.len()
            + usize::from(self.buy)
            + usize::from(self.pass)
    }

    /// Returns whether nothing can be done: chance is awaited, or the game is over.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns whether nothing but a pass is possible.
    pub fn is_only_pass(&self) -> bool {
        *self == Self { pass: true, ..Self::default() }
    }

    /// Returns the one at this place: attributes, tiles, expansions, buy, and at last pass.
    pub fn nth(&self, place: usize) -> Option<What> {
        let mut place = place;
        let mut within = |len: usize| {
            let here = (place < len).then_some(place);
            place = place.wrapping_sub(len);
            here
        };
        if let Some(place) = within(self.attributes.len()) {
            self.attributes.nth(place).map(What::Acquire)
        } else if let Some(place) = within(self.tiles.len()) {
            self.tiles.nth(place).map(What::Place)
        } else if let Some(place) = within(self.expansions.len()) {
            self.expansions.nth(place).map(What::Expand)
        } else if within(usize::from(self.buy)).is_some() {
            Some(What::Buy)
        } else {
            within(usize::from(self.pass)).map(|_| What::Pass)
        }
    }

    /// Iterates over them in the order of [`Whats::nth`].
    pub fn iter(&self) -> impl Iterator<Item = What> + Clone + use<> {
        let attributes = self.attributes.iter().map(What::Acquire);
        let tiles = self.tiles.iter().map(What::Place);
        let expansions = self.expansions.iter().map(What::Expand);
        let buy = self.buy.then_some(What::Buy);
        let pass = self.pass.then_some(What::Pass);
        attributes.chain(tiles).chain(expansions).chain(buy).chain(pass)
    }
}

/// An area and the direction of the printed hexagon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Spot {
    /// Where the expansion lies.
    pub area: Area,
    /// Where its printed hexagon lies.
    pub petal: Direction,
}

impl Spot {
    /// Its place in a set of spots.
    pub(crate) const fn bit(self) -> u8 {
        6 * self.area.0 + self.petal as u8
    }

    pub(crate) const fn from_bit(bit: u8) -> Self {
        Self { area: Area::ALL[(bit / 6) as usize], petal: Direction::ALL[(bit % 6) as usize] }
    }
}

/// A set of spots, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SpotSet(pub(crate) u64);

impl SpotSet {
    /// No spot.
    pub const EMPTY: Self = Self(0);

    /// Returns whether the spot is in it.
    pub const fn contains(self, spot: Spot) -> bool {
        self.0 >> spot.bit() & 1 != 0
    }

    /// Returns the set with the spot in it.
    pub const fn with(self, spot: Spot) -> Self {
        Self(self.0 | 1 << spot.bit())
    }

    /// The spots whose petal is one of these cells.
    fn on(cells: CellSet) -> Self {
        let mut spots = 0;
        for area in Area::ALL {
            let petals = cells.0 >> area.centre().index() >> 1 & 0b11_1111;
            spots |= petals << (6 * area.index());
        }
        Self(spots)
    }
}

crate::kind::bit_set!(SpotSet of Spot, Spot::from_bit);

/// A set of areas, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct AreaSet(pub(crate) u8);

impl AreaSet {
    /// No area.
    pub const EMPTY: Self = Self(0);

    /// Returns whether the area is in it.
    pub const fn contains(self, area: Area) -> bool {
        self.0 >> area.index() & 1 != 0
    }

    /// Returns the set with the area in it.
    pub const fn with(self, area: Area) -> Self {
        Self(self.0 | 1 << area.index())
    }
}

crate::kind::bit_set!(AreaSet of Area, |bit: u8| Area::ALL[usize::from(bit)]);

impl State {
    /// Everything that can be done now, by its first step. Nothing while chance is awaited or the game is over.
    pub fn whats(&self, rules: &Rules) -> Whats {
        if self.phase() != Phase::Act {
            return Whats::default();
        }
        let player = self.player();
        let (garden, storage) = (&player.garden, &player.storage);
        let payable = storage.payable();
        let near = garden.near();
        let free = garden.free_spaces();
        let petals = garden.free_petals();
        // Where a cell has no neighbours every kind may stand, so most questions end here.
        let standing = |kinds: KindSet, cells: CellSet| -> KindSet {
            if !(cells - near).is_empty() {
                kinds & payable
            } else if cells.is_empty() {
                KindSet::EMPTY
            } else {
                let standing = |&kind: &Kind| garden.allowed(kind).meets(cells);
                (kinds & payable).iter().filter(standing).collect()
            }
        };
        Whats {
            attributes: self.attributes(rules),
            tiles: standing(storage.tiles.kinds(), free),
            expansions: standing(storage.expansions, petals),
            buy: self.can_buy(rules),
            pass: true,
        }
    }

    /// Whether an expansion of the supply can be paid for and laid somewhere.
    pub(crate) fn can_buy(&self, rules: &Rules) -> bool {
        let player = self.player();
        !player.garden.free_petals().is_empty()
            && self.supply() > 0
            && player.score >= i16::from(rules.expansion_price)
    }

    /// The attributes that can be acquired now: those of which something is on offer, and all that must be taken fits.
    pub(crate) fn attributes(&self, rules: &Rules) -> AttributeSet {
        let (tiles, expansions) = (self.display().tiles(), self.display().expansions());
        let storage = &self.player().storage;
        let mut fitting = (tiles | expansions).attributes();
        // Six are taken at most, and no more than there are: with that much room there is nothing to count.
        let tile_room = storage.tile_room(rules).min(6);
        let only_tiles = tiles - expansions;
        if tile_room < 6 && only_tiles.len() > tile_room {
            fitting = fitting - only_tiles.attributes_of_more_than(tile_room);
        }
        if !expansions.is_empty() {
            let expansion_room = storage.expansion_room(rules).min(6);
            if expansions.len() > expansion_room {
                let alone = expansions - tiles;
                fitting = fitting - alone.attributes_of_more_than(expansion_room);
            }
            if expansions.meets(tiles) {
                let room = tile_room + expansion_room;
                fitting = fitting - (expansions | tiles).attributes_of_more_than(room);
            }
        }
        fitting
    }

    /// Returns the spaces on which the tile may be placed.
    pub fn cells_for(&self, kind: Kind) -> CellSet {
        let garden = &self.player().garden;
        garden.allowed(kind) & garden.free_spaces()
    }

    /// Returns the spots on which the expansion may be laid face up.
    pub fn spots_for(&self, kind: Kind) -> SpotSet {
        let garden = &self.player().garden;
        SpotSet::on(garden.allowed(kind) & garden.free_petals())
    }

    /// Returns the areas on which a bought expansion may be laid, whether or not it can be paid for.
    pub fn areas_to_buy(&self) -> AreaSet {
        let garden = &self.player().garden;
        Area::ALL.into_iter().filter(|&area| garden.ground(area) == Ground::Free).collect()
    }

    /// Returns the choice of copies for an attribute, kind by kind.
    pub fn taking(&self, rules: &Rules, attribute: Attribute) -> Taking {
        let display = self.display();
        let (tiles, expansions) = (display.tiles(), display.expansions());
        let left = (tiles | expansions) & attribute.kinds();
        let room = self.room(rules);
        let fits = Need::of(left, tiles, expansions).fits(room);
        Taking { take: Take::nothing(attribute), left, tiles, expansions, room, fits }
    }
}

/// How many kinds must be taken as tiles, as expansions, or as either.
#[derive(Clone, Copy)]
struct Need {
    tiles: usize,
    expansions: usize,
    either: usize,
}

impl Need {
    fn of(kinds: KindSet, tiles: KindSet, expansions: KindSet) -> Self {
        let (tiles, expansions) = (tiles & kinds, expansions & kinds);
        if expansions.is_empty() {
            return Self { tiles: tiles.len(), expansions: 0, either: 0 };
        }
        Self {
            tiles: (tiles - expansions).len(),
            expansions: (expansions - tiles).len(),
            either: (tiles & expansions).len(),
        }
    }

    fn fits(self, (tile_room, expansion_room): (usize, usize)) -> bool {
        self.tiles <= tile_room
            && self.expansions <= expansion_room
            && self.tiles + self.expansions + self.either <= tile_room + expansion_room
    }
}

/// The choice of copies, kind by kind, so that everything fits in the end.
#[derive(Debug, Clone, Copy)]
pub struct Taking {
    take: Take,
    left: KindSet,
    tiles: KindSet,
    expansions: KindSet,
    room: (usize, usize),
    fits: bool,
}

impl Taking {
    /// Returns the next kind and the copies to choose from; `None` when all kinds are chosen.
    pub fn next(&self, state: &State) -> Option<(Kind, SourceSet)> {
        let kind = self.left.first()?;
        let sources = state.display().sources(kind);
        if !self.fits {
            return Some((kind, SourceSet::EMPTY));
        }
        if !(self.tiles & self.expansions).contains(kind) {
            return Some((kind, sources));
        }
        // Here is a choice, and it must leave room for the rest.
        let rest = Need::of(self.left.without(kind), self.tiles, self.expansions);
        let (tile_room, expansion_room) = self.room;
        let mut possible = SourceSet::EMPTY;
        if tile_room > 0 && rest.fits((tile_room - 1, expansion_room)) {
            possible |= sources.tiles();
        }
        if expansion_room > 0 && rest.fits((tile_room, expansion_room - 1)) {
            possible |= sources.wholes();
        }
        Some((kind, possible))
    }

    /// Takes one of the copies that [`Taking::next`] named.
    pub fn choose(&mut self, kind: Kind, source: Source) {
        self.left = self.left.without(kind);
        if source.is_whole() {
            self.room.1 = self.room.1.saturating_sub(1);
        } else {
            self.room.0 = self.room.0.saturating_sub(1);
        }
        self.take.set(kind, source);
    }

    /// Returns what has been chosen.
    pub fn take(&self) -> Take {
        self.take
    }
}

/// How many different legal actions there are, by sort, as records count them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Counts {
    /// Pairs of an attribute and a set of copies.
    pub acquire: u64,
    /// Triples of tile, space and payment.
    pub place: u64,
    /// Expansion, area, petal and payment.
    pub expand: u64,
    /// Areas for a bought expansion.
    pub buy: u64,
    /// Multisets of discards; under house rules with huge storages this may be too few, and is then the largest number there is.
    pub pass: u64,
}

impl State {
    /// Returns how many different legal actions there are now, by sort.
    pub fn counts(&self, rules: &Rules) -> Counts {
        if self.phase() != Phase::Act {
            return Counts::default();
        }
        let storage = &self.player().storage;
        let payable = storage.payable();
        let tiles = (payable & storage.tiles.kinds()).iter();
        let expansions = (payable & storage.expansions).iter();
        let cells = |kind| self.cells_for(kind).len() as u64;
        let spots = |kind| self.spots_for(kind).len() as u64;
        Counts {
            acquire: self.count_takes(rules),
            place: tiles.map(|kind| cells(kind) * storage.count_payments(kind)).sum(),
            expand: expansions.map(|kind| spots(kind) * storage.count_payments(kind)).sum(),
            buy: if self.can_buy(rules) { self.areas_to_buy().len() as u64 } else { 0 },
            pass: storage.count_discards(),
        }
    }

    /// How many different sets of copies can be taken, for all attributes together.
    fn count_takes(&self, rules: &Rules) -> u64 {
        let fitting = self.attributes(rules);
        let several = self.display().several();
        if several.is_empty() {
            return fitting.len() as u64;
        }
        let choosing = fitting & several.attributes();
        let alone = (fitting - choosing).len() as u64;
        alone + choosing.iter().map(|attribute| self.count_takes_of(rules, attribute)).sum::<u64>()
    }

    /// How many different sets of copies can be taken for an attribute: by the number of whole expansions among them.
    fn count_takes_of(&self, rules: &Rules, attribute: Attribute) -> u64 {
        let (tile_room, expansion_room) = self.room(rules);
        let display = self.display();
        let on_offer = (display.tiles() | display.expansions()) & attribute.kinds();
        if on_offer.len() <= tile_room && !on_offer.meets(display.expansions()) {
            let several = on_offer & display.several();
            return several.iter().map(|kind| display.sources(kind).len() as u64).product();
        }
        let mut by_wholes = [1, 0, 0, 0, 0, 0, 0u64];
        for kind in on_offer.iter() {
            let sources = display.sources(kind);
            let (tiles, wholes) = (sources.tiles().len() as u64, sources.wholes().len() as u64);
            for i in (0..by_wholes.len()).rev() {
                let fewer = if i == 0 { 0 } else { by_wholes[i - 1] };
                by_wholes[i] = by_wholes[i] * tiles + fewer * wholes;
            }
        }
        (0..=on_offer.len())
            .filter(|&wholes| wholes <= expansion_room && on_offer.len() - wholes <= tile_room)
            .map(|wholes| by_wholes[wholes])
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_spots_and_areas_are_sets() {
        let all: Vec<Spot> = Area::ALL
            .into_iter()
            .flat_map(|area| Direction::ALL.map(|petal| Spot { area, petal }))
            .collect();
        for &spot in &all {
            let alone = SpotSet::EMPTY.with(spot);
            assert_eq!(alone.iter().collect::<Vec<_>>(), [spot]);
            assert_eq!(alone.with(spot), alone);
            for &other in &all {
                assert_eq!(alone.contains(other), other == spot);
            }
            let cell = spot.area.petal(spot.petal);
            assert_eq!(SpotSet::on(CellSet::of(cell)), alone, "{cell}");
        }
        assert_eq!(all.iter().copied().collect::<SpotSet>().len(), 36);
        for area in Area::ALL {
            let alone = AreaSet::EMPTY.with(area);
            assert_eq!(alone.with(area), alone);
            for other in Area::ALL {
                assert_eq!(alone.contains(other), other == area);
            }
            // A centre is no petal.
            assert!(SpotSet::on(CellSet::of(area.centre())).is_empty());
        }
    }

    #[test]
    fn first_steps_come_in_order_and_pass_comes_last() {
        let whats = Whats {
            attributes: AttributeSet::EMPTY.with(Attribute::from_index(7).unwrap()),
            tiles: KindSet::of(Kind::from_index(3).unwrap()),
            expansions: KindSet::of(Kind::from_index(35).unwrap()),
            buy: true,
            pass: true,
        };
        let all: Vec<_> = whats.iter().collect();
        let expected = [
            What::Acquire(Attribute::from_index(7).unwrap()),
            What::Place(Kind::from_index(3).unwrap()),
            What::Expand(Kind::from_index(35).unwrap()),
            What::Buy,
            What::Pass,
        ];
        assert_eq!(all, expected);
        let by_place: Vec<_> = (0..6).map_while(|place| whats.nth(place)).collect();
        assert_eq!((by_place.as_slice(), whats.len()), (&expected[..], 5));
        assert!(!whats.is_empty() && !whats.is_only_pass());
        assert_eq!(Whats { buy: false, ..whats }.nth(3), Some(What::Pass));
        assert!(Whats::default().is_empty() && !Whats::default().is_only_pass());
        let only_pass = Whats { pass: true, ..Whats::default() };
        assert!(only_pass.is_only_pass() && !only_pass.is_empty());
        assert_eq!(only_pass.iter().collect::<Vec<_>>(), [What::Pass]);
    }
}
