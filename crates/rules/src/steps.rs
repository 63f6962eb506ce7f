//! Legal choices in steps: what, where, how to pay, which copy. People click in these steps and searchers branch in them.
use crate::action::{Action, Take};
use crate::board::Rules;
use crate::cell::{Area, CellSet, Direction};
use crate::display::{Source, SourceSet};
use crate::garden::{Garden, Ground};
use crate::kind::{Attribute, AttributeSet, Kind, KindSet};
use crate::payment::Way;
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

/// Everything that can be done now, by its first step. A pass always can.
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
}

impl Whats {
    /// How many there are, the pass included.
    pub fn len(&self) -> usize {
        self.attributes.len() + self.tiles.len() + self.expansions.len() + usize::from(self.buy) + 1
    }

    /// Whether nothing but a pass is possible.
    pub fn is_empty(&self) -> bool {
        self.len() == 1
    }

    /// The one at this place: attributes, tiles, expansions, buy, and at last pass.
    pub fn nth(&self, mut place: usize) -> What {
        if let Some(attribute) = nth_or_less(self.attributes.len(), &mut place) {
            return self.attributes.nth(attribute).map_or(What::Pass, What::Acquire);
        }
        if let Some(tile) = nth_or_less(self.tiles.len(), &mut place) {
            return self.tiles.nth(tile).map_or(What::Pass, What::Place);
        }
        if let Some(expansion) = nth_or_less(self.expansions.len(), &mut place) {
            return self.expansions.nth(expansion).map_or(What::Pass, What::Expand);
        }
        if self.buy && place == 0 { What::Buy } else { What::Pass }
    }

    /// Each one.
    pub fn iter(&self) -> impl Iterator<Item = What> + Clone + use<> {
        let whats = *self;
        (0..self.len()).map(move |place| whats.nth(place))
    }
}

/// The place within the first `len`, or what is left of it behind them.
fn nth_or_less(len: usize, place: &mut usize) -> Option<usize> {
    if *place < len {
        return Some(*place);
    }
    *place -= len;
    None
}

/// An area and the direction of the printed hexagon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Spot {
    /// Where the expansion lies.
    pub area: Area,
    /// Where its printed hexagon lies.
    pub petal: Direction,
}

/// A set of spots, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SpotSet(u64);

impl SpotSet {
    /// No spot.
    pub const EMPTY: Self = Self(0);

    /// Whether the spot is in it.
    pub const fn contains(self, spot: Spot) -> bool {
        self.0 >> (6 * spot.area.index() + spot.petal.index()) & 1 != 0
    }

    /// With the spot in it.
    pub const fn with(self, spot: Spot) -> Self {
        Self(self.0 | 1 << (6 * spot.area.index() + spot.petal.index()))
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

crate::kind::bit_set!(SpotSet of Spot, |bit: u8| Spot {
    area: Area::ALL[usize::from(bit / 6)],
    petal: Direction::ALL[usize::from(bit % 6)],
});

/// A set of areas, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct AreaSet(u8);

impl AreaSet {
    /// No area.
    pub const EMPTY: Self = Self(0);

    /// Whether the area is in it.
    pub const fn contains(self, area: Area) -> bool {
        self.0 >> area.index() & 1 != 0
    }

    /// With the area in it.
    pub const fn with(self, area: Area) -> Self {
        Self(self.0 | 1 << area.index())
    }
}

crate::kind::bit_set!(AreaSet of Area, |bit: u8| Area::ALL[usize::from(bit)]);

/// The petals of the areas on which nothing lies.
fn free_petals(garden: &Garden) -> CellSet {
    garden.free_areas().fold(CellSet::EMPTY, |cells, area| cells | area.petals())
}

impl State {
    /// Everything that can be done now, by its first step. Nothing while chance is awaited or the game is over.
    pub fn whats(&self, rules: &Rules) -> Whats {
        if self.phase() != Phase::Act {
            return Whats::default();
        }
        let player = self.player();
        let (garden, storage) = (&player.garden, &player.storage);
        let near = garden.hexes().neighbours();
        let free = garden.free_spaces();
        let petals = free_petals(garden);
        // Where a cell has no neighbours every kind may stand, so most questions end here.
        let standing = |kinds: KindSet, cells: CellSet| -> KindSet {
            let payable = kinds.iter().filter(|&kind| storage.can_pay(kind));
            if !(cells - near).is_empty() {
                payable.collect()
            } else if cells.is_empty() {
                KindSet::EMPTY
            } else {
                payable.filter(|&kind| garden.allowed_beside(kind, near).meets(cells)).collect()
            }
        };
        Whats {
            attributes: self.attributes(rules),
            tiles: standing(storage.tiles.kinds(), free),
            expansions: standing(storage.expansions, petals),
            buy: !petals.is_empty()
                && self.supply() > 0
                && player.score >= i16::from(rules.expansion_price),
        }
    }

    /// The attributes that can be acquired now.
    fn attributes(&self, rules: &Rules) -> AttributeSet {
        let (tiles, expansions) = (self.display().tiles(), self.display().expansions());
        let storage = &self.player().storage;
        let room = (storage.tile_room(rules), storage.expansion_room(rules));
        let on_offer = tiles | expansions;
        let present = Attribute::all().filter(|attribute| on_offer.meets(attribute.kinds()));
        // Six tiles at most are taken at once: with that much room, and enough for all expansions, there is nothing to count.
        if room.0 >= 6 && room.1 >= expansions.len() {
            return present.collect();
        }
        present
            .filter(|attribute| Need::of(attribute.kinds(), tiles, expansions).fits(room))
            .collect()
    }

    /// The spaces on which the tile may be placed.
    pub fn cells_for(&self, kind: Kind) -> CellSet {
        let garden = &self.player().garden;
        garden.allowed(kind) & garden.free_spaces()
    }

    /// The spots on which the expansion may be laid face up.
    pub fn spots_for(&self, kind: Kind) -> SpotSet {
        let garden = &self.player().garden;
        SpotSet::on(garden.allowed(kind) & free_petals(garden))
    }

    /// The areas on which a bought expansion may be laid, whether or not it can be paid for.
    pub fn areas_to_buy(&self) -> AreaSet {
        let garden = &self.player().garden;
        Area::ALL.into_iter().filter(|&area| garden.ground(area) == Ground::Free).collect()
    }

    /// The choice of copies for an attribute, kind by kind.
    pub fn taking(&self, rules: &Rules, attribute: Attribute) -> Taking {
        let display = self.display();
        let (tiles, expansions) = (display.tiles(), display.expansions());
        let storage = &self.player().storage;
        Taking {
            take: Take::nothing(attribute),
            left: (tiles | expansions) & attribute.kinds(),
            tiles,
            expansions,
            room: (storage.tile_room(rules), storage.expansion_room(rules)),
        }
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
}

impl Taking {
    /// The next kind and the copies to choose from; `None` when all kinds are chosen.
    pub fn next(&self, state: &State) -> Option<(Kind, SourceSet)> {
        let kind = self.left.first()?;
        let sources = state.display().sources(kind);
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

    /// What has been chosen.
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
    /// How many different legal actions there are now, by sort.
    pub fn counts(&self, rules: &Rules) -> Counts {
        if self.phase() != Phase::Act {
            return Counts::default();
        }
        let whats = self.whats(rules);
        let storage = &self.player().storage;
        let payments =
            |kind| -> u64 { storage.ways(kind).map(|way| 1 << way.either(storage).len()).sum() };
        let tile_discards: u64 = storage
            .tiles
            .kinds()
            .iter()
            .map(|kind| u64::from(storage.tiles.count(kind)) + 1)
            .product();
        Counts {
            acquire: whats.attributes.iter().map(|a| self.count_takes(rules, a)).sum(),
            place: whats
                .tiles
                .iter()
                .map(|kind| self.cells_for(kind).len() as u64 * payments(kind))
                .sum(),
            expand: whats
                .expansions
                .iter()
                .map(|kind| self.spots_for(kind).len() as u64 * payments(kind))
                .sum(),
            buy: if whats.buy { self.areas_to_buy().len() as u64 } else { 0 },
            pass: tile_discards.saturating_mul(1 << storage.expansions.len()),
        }
    }

    /// How many different sets of copies can be taken: by the number of whole expansions among them.
    fn count_takes(&self, rules: &Rules, attribute: Attribute) -> u64 {
        let storage = &self.player().storage;
        let (tile_room, expansion_room) = (storage.tile_room(rules), storage.expansion_room(rules));
        let on_offer = (self.display().tiles() | self.display().expansions()) & attribute.kinds();
        let mut by_wholes = [1, 0, 0, 0, 0, 0, 0u64];
        for kind in on_offer.iter() {
            let sources = self.display().sources(kind);
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

    /// Every legal action but the passes that discard something; the pass that discards nothing comes last.
    pub fn actions<'a>(&'a self, rules: &'a Rules) -> impl Iterator<Item = Action> + 'a {
        let whats = self.whats(rules);
        let storage = self.player().storage;
        let payments =
            move |kind| storage.ways(kind).flat_map(move |way: Way| way.payments(storage));
        let acquire = whats.attributes.iter().flat_map(move |a| self.takes(rules, a));
        let place = whats.tiles.iter().flat_map(move |kind| {
            self.cells_for(kind).iter().flat_map(move |cell| {
                payments(kind).map(move |pay| Action::Place { kind, cell, pay })
            })
        });
        let expand = whats.expansions.iter().flat_map(move |kind| {
            self.spots_for(kind).iter().flat_map(move |Spot { area, petal }| {
                payments(kind).map(move |pay| Action::Expand { kind, area, petal, pay })
            })
        });
        let areas = if whats.buy { self.areas_to_buy() } else { AreaSet::EMPTY };
        let buy = areas.iter().map(|area| Action::Buy { area });
        let pass = (self.phase() == Phase::Act).then_some(Action::PASS);
        acquire.map(Action::Acquire).chain(place).chain(expand).chain(buy).chain(pass)
    }

    /// Every set of copies that can be taken for an attribute.
    pub fn takes<'a>(
        &'a self,
        rules: &Rules,
        attribute: Attribute,
    ) -> impl Iterator<Item = Take> + 'a {
        // A depth-first walk over the steps: at most six deep, what is still to be tried at each depth kept in place.
        let start = self.taking(rules, attribute);
        let mut depth = 0;
        let mut untried = [(start, SourceSet::EMPTY); 7];
        let mut entering = true;
        std::iter::from_fn(move || {
            loop {
                let (here, open) = &mut untried[depth];
                let step = here.next(self);
                let Some((kind, possible)) = step else {
                    let take = here.take();
                    if depth == 0 {
                        return None;
                    }
                    depth -= 1;
                    entering = false;
                    return Some(take);
                };
                if entering {
                    *open = possible;
                }
                if let Some(source) = open.first() {
                    *open = *open - SourceSet::EMPTY.with(source);
                    let mut next = *here;
                    next.choose(kind, source);
                    depth += 1;
                    untried[depth].0 = next;
                    entering = true;
                } else if depth == 0 {
                    return None;
                } else {
                    depth -= 1;
                    entering = false;
                }
            }
        })
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
        assert!(!whats.is_empty());
        assert_eq!(Whats { buy: false, ..whats }.nth(3), What::Pass);
        assert_eq!(Whats::default().iter().collect::<Vec<_>>(), [What::Pass]);
    }
}
