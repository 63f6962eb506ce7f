//! The input of a net: sparse features of every seat and of the table, and how the symmetries of the garden permute them.
//!
//! A feature is a number; a position is the list of those that are present. Any change here makes existing nets and samples useless,
//! so it must increment [`VERSION`].
use arrayvec::ArrayVec;
use quinta_rules::scoring::{FinalScore, ROUNDS, RoundScore, points_to_come};
use quinta_rules::{
    Area, Attribute, Cell, CellSet, Face, Garden, Ground, Kind, Phase, Player, Rules, Seat, State,
    Storage,
};

/// The version of this set of features.
pub const VERSION: u32 = 1;

/// The features present, of one seat or of the table.
pub type Present = ArrayVec<u16, 255>;

const ATTRIBUTES: usize = 12;
const CELLS: usize = Cell::COUNT;
const KINDS: usize = Kind::COUNT;

/// Numbers blocks of features consecutively.
macro_rules! blocks {
    (@ $start:expr, $total:ident, $name:ident = $size:expr, $($rest:tt)*) => {
        const $name: usize = $start;
        blocks!(@ $name + $size, $total, $($rest)*);
    };
    (@ $start:expr, $total:ident,) => {
        #[doc = "How many features there are of this sort."]
        pub const $total: usize = $start;
    };
    ($total:ident: $($name:ident = $size:expr),+ $(,)?) => {
        blocks!(@ 0, $total, $($name = $size,)+);
    };
}

blocks! { SEAT_FEATURES:
    // Garden, by cell: these move with the symmetries.
    COLOUR_AT = 6 * CELLS,
    PATTERN_AT = 6 * CELLS,
    FREE_AT = CELLS,
    FACE_DOWN_AT = 6,
    FACE_UP_AT = 6,
    // Garden, by group: attribute, size and free spaces beside it; the kinds that would make a group of two to five larger.
    GROUP = ATTRIBUTES * 6 * 4,
    WANTED = 2 * KINDS * 4,
    // Fountain, statues and benches, pavilions, by how many of the six cells around are taken.
    AROUND_FEATURE = 3 * 6,
    FREE_SPACES = 21,
    FREE_AREAS = 7,
    // Storage: tiles up to three of a kind, expansions, jokers, places taken, kinds of each attribute, and what the cost of each kind lacks.
    TILE = 3 * KINDS,
    EXPANSION = KINDS,
    JOKERS = 12,
    PLACES = 13,
    ALONG = ATTRIBUTES * 6,
    LACKING = 4 * KINDS,
    // The seat at the table.
    PASSED = 1,
    TURNS_AWAY = Seat::MOST,
    BEGINS_NEXT = 1,
    SCORE_BELOW = 4,
}

blocks! { TABLE_FEATURES:
    // The numbers in force from this round on: points of each attribute, bonuses of groups.
    POINTS_TO_COME = ATTRIBUTES * 10,
    BONUS = 4 * 12,
    ROUND = ROUNDS,
    SEATS = 3,
    // The display.
    TOP_TILE = 2 * KINDS,
    TILE_AROUND = 3 * KINDS,
    EXPANSION_UP = KINDS,
    ON_OFFER = ATTRIBUTES * 7,
    STACK = ROUNDS * 9,
    FACE_DOWN_AROUND = 9,
    AWAITING = 2,
    // What is still to come, and who is still in.
    BAG = ATTRIBUTES * 19,
    UNSEEN = ATTRIBUTES * 7,
    SUPPLY = 4,
    STILL_IN = Seat::MOST,
}

/// How much a score must be below for the seat's last feature: the price of an expansion, twice, and so on.
const SCORES: [i16; 4] = [6, 12, 20, 40];

fn note(present: &mut Present, feature: usize) {
    // If the list is full, the rest is dropped: that costs a little precision and nothing else.
    let _ = present.try_push(feature as u16);
}

/// Adds the features of one seat; returns its final score if nothing changed any more.
pub fn of_seat(rules: &Rules, state: &State, seat: Seat, present: &mut Present) -> i16 {
    let player = &state.players()[seat.index()];
    let groups = of_garden(rules, &player.garden, present);
    of_storage(&player.storage, present);
    of_place(Place::of(state, seat), player.score, present);
    certain_points(rules, player, groups, state)
}

fn certain_points(rules: &Rules, player: &Player, groups: u32, state: &State) -> i16 {
    if state.is_over() {
        return player.score;
    }
    let rounds: u32 = (state.round()..ROUNDS)
        .map(|round| RoundScore::of(rules, &player.garden, round).total())
        .sum();
    let Storage { jokers, .. } = player.storage;
    let end = FinalScore {
        jokers: u32::from(jokers),
        leftover: player.storage.value(),
        groups,
        bonuses: 0,
    };
    end.apply(rules, player.score + rounds as i16)
}

/// Adds the features of a garden; returns what its groups score in the end as they are.
fn of_garden(rules: &Rules, garden: &Garden, present: &mut Present) -> u32 {
    let free = garden.free_spaces();
    let hexes = garden.hexes();
    let mut points = 0;
    for (i, attribute) in Attribute::all().enumerate() {
        let all = garden.cells_with(attribute);
        let (at, place) = if i < 6 { (COLOUR_AT, i) } else { (PATTERN_AT, i - 6) };
        all.iter().for_each(|cell| note(present, at + 6 * cell.index() + place));
        for group in garden.groups_of(attribute) {
            points += of_group(rules, garden, attribute, group.cells, free, present);
        }
    }
    free.iter().for_each(|cell| note(present, FREE_AT + cell.index()));
    note(present, FREE_SPACES + free.len().min(20));
    let mut free_areas = 0;
    for area in Area::ALL {
        match garden.ground(area) {
            Ground::Free => free_areas += 1,
            Ground::FaceDown => note(present, FACE_DOWN_AT + area.index()),
            Ground::FaceUp(_) => {
                note(present, FACE_UP_AT + area.index());
                of_feature(area.centre(), 2, hexes, present);
            }
        }
    }
    note(present, FREE_AREAS + free_areas);
    for cell in CellSet::FIXED_FEATURES.iter() {
        of_feature(cell, usize::from(cell != Cell::FOUNTAIN), hexes, present);
    }
    points
}

fn of_feature(cell: Cell, sort: usize, hexes: CellSet, present: &mut Present) {
    let filled = (cell.neighbours() & hexes).len();
    if filled < 6 {
        note(present, AROUND_FEATURE + 6 * sort + filled);
    }
}

fn of_group(
    rules: &Rules,
    garden: &Garden,
    attribute: Attribute,
    cells: CellSet,
    free: CellSet,
    present: &mut Present,
) -> u32 {
    let size = cells.len();
    let liberties = ((cells.neighbours() & free).len()).min(3);
    note(present, GROUP + 24 * attribute.index() + 4 * (size - 1) + liberties);
    if (2..6).contains(&size) && liberties > 0 {
        let axis = usize::from(attribute.index() >= 6);
        for place in 0..6 {
            let kind = attribute.kind_at(place);
            if !cells.meets(garden.cells_of(kind)) {
                note(present, WANTED + (2 * kind.index() + axis) * 4 + size - 2);
            }
        }
    }
    if size < 3 { 0 } else { garden.value_of(cells) + u32::from(rules.bonus_for(size)) }
}

fn of_storage(storage: &Storage, present: &mut Present) {
    let tiles = storage.tiles;
    let held = storage.kinds();
    for kind in tiles.kinds().iter() {
        for copy in 0..usize::from(tiles.count(kind)) {
            note(present, TILE + 3 * kind.index() + copy);
        }
    }
    storage.expansions.iter().for_each(|kind| note(present, EXPANSION + kind.index()));
    let jokers = usize::from(storage.jokers);
    (0..jokers.min(12)).for_each(|joker| note(present, JOKERS + joker));
    note(present, PLACES + (tiles.len() + jokers).min(12));
    let along: [usize; ATTRIBUTES] = std::array::from_fn(|i| {
        Attribute::from_index(i).map_or(0, |attribute| (held & attribute.kinds()).len())
    });
    for (i, count) in along.into_iter().enumerate() {
        if count > 0 {
            note(present, ALONG + 6 * i + count - 1);
        }
    }
    for kind in held.iter() {
        let most = along[kind.colour().index()].max(along[6 + kind.pattern().index()]);
        let missing = usize::from(kind.value()).saturating_sub(most);
        // Payable without jokers, payable, one too few, more.
        let lacking = match missing.saturating_sub(jokers) {
            0 => usize::from(missing > 0),
            1 => 2,
            _ => 3,
        };
        note(present, LACKING + 4 * kind.index() + lacking);
    }
}

/// How a seat stands in the order of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// How many others act before it; nothing if it has passed.
    turns_away: Option<u8>,
    /// Whether it holds the marker for the next round.
    begins_next: bool,
}

impl Place {
    /// The place of a seat.
    pub fn of(state: &State, seat: Seat) -> Self {
        let seats = state.seats();
        let somebody_passed = Seat::all(seats).any(|seat| state.has_passed(seat));
        let away = || {
            let steps = (seat.index() + seats - state.turn().index()) % seats;
            let between = (0..steps).filter(|step| {
                let other = Seat::new(((state.turn().index() + step) % seats) as u8);
                other.is_some_and(|other| !state.has_passed(other))
            });
            between.count() as u8
        };
        Self {
            turns_away: (!state.has_passed(seat)).then(away),
            begins_next: somebody_passed && state.marker() == Some(seat),
        }
    }
}

fn of_place(place: Place, score: i16, present: &mut Present) {
    match place.turns_away {
        Some(turns) => note(present, TURNS_AWAY + usize::from(turns)),
        None => note(present, PASSED),
    }
    if place.begins_next {
        note(present, BEGINS_NEXT);
    }
    for (i, below) in SCORES.into_iter().enumerate() {
        if score < below {
            note(present, SCORE_BELOW + i);
        }
    }
}

/// Adds the features of the printed numbers that are in force from a round (0 to 3) on.
pub fn of_numbers(rules: &Rules, round: usize, seats: usize, present: &mut Present) {
    for (i, attribute) in Attribute::all().enumerate() {
        let points = points_to_come(rules, attribute, round) as usize;
        note(present, POINTS_TO_COME + 10 * i + points.min(9));
    }
    for (i, bonus) in rules.group_bonus.into_iter().enumerate() {
        note(present, BONUS + 12 * i + usize::from(bonus).min(11));
    }
    note(present, ROUND + round.min(ROUNDS - 1));
    note(present, SEATS + seats.clamp(2, 4) - 2);
}

/// Adds the features of the middle of the table, without the printed numbers.
pub fn of_table(state: &State, present: &mut Present) {
    let display = state.display();
    let top = display.top().map(usize::from);
    let mut around = [0u8; KINDS];
    let mut face_down = 0;
    for (i, slot) in display.slots().iter().enumerate() {
        if Some(i) == top {
            let mut last = None;
            for kind in slot.tiles.iter() {
                note(present, TOP_TILE + 2 * kind.index() + usize::from(last == Some(kind)));
                last = Some(kind);
            }
            continue;
        }
        for kind in slot.tiles.iter() {
            let count = &mut around[kind.index()];
            note(present, TILE_AROUND + 3 * kind.index() + usize::from((*count).min(2)));
            *count += 1;
        }
        match slot.face {
            Face::Up(kind) => note(present, EXPANSION_UP + kind.index()),
            Face::Down => face_down += usize::from(!slot.tiles.is_empty()),
            Face::Taken => {}
        }
    }
    let on_offer = display.tiles() | display.expansions();
    let bag = state.bag();
    for (i, attribute) in Attribute::all().enumerate() {
        let kinds = attribute.kinds();
        note(present, ON_OFFER + 7 * i + (on_offer & kinds).len());
        note(present, BAG + 19 * i + bag.count_in(kinds));
        note(present, UNSEEN + 7 * i + (state.unseen() & kinds).len());
    }
    note(present, STACK + 9 * state.round() + usize::from(display.stack_len()).min(8));
    note(present, FACE_DOWN_AROUND + face_down);
    match state.phase() {
        Phase::Draw => note(present, AWAITING),
        Phase::TurnUp => note(present, AWAITING + 1),
        Phase::Act | Phase::Over => {}
    }
    note(present, SUPPLY + usize::from(state.supply()).min(3));
    let still_in = Seat::all(state.seats()).filter(|&seat| !state.has_passed(seat)).count();
    note(present, STILL_IN + still_in.saturating_sub(1));
}

/// Where each of the twelve symmetries of a garden (six turns, each with its mirror image) takes each feature of a seat.
pub fn symmetries() -> [Vec<u16>; 12] {
    std::array::from_fn(|symmetry| {
        let cells: Vec<usize> = Cell::all().map(|cell| moved(cell, symmetry)).collect();
        let areas: Vec<usize> = Area::ALL
            .into_iter()
            .map(|area| (cells[area.centre().index()] - Area::ALL[0].centre().index()) / 7)
            .collect();
        let mut to: Vec<u16> = (0..SEAT_FEATURES as u16).collect();
        for (cell, &other) in cells.iter().enumerate() {
            for place in 0..6 {
                to[COLOUR_AT + 6 * cell + place] = (COLOUR_AT + 6 * other + place) as u16;
                to[PATTERN_AT + 6 * cell + place] = (PATTERN_AT + 6 * other + place) as u16;
            }
            to[FREE_AT + cell] = (FREE_AT + other) as u16;
        }
        for (area, &other) in areas.iter().enumerate() {
            to[FACE_DOWN_AT + area] = (FACE_DOWN_AT + other) as u16;
            to[FACE_UP_AT + area] = (FACE_UP_AT + other) as u16;
        }
        to
    })
}

/// The number of the cell that a symmetry takes this one to.
fn moved(cell: Cell, symmetry: usize) -> usize {
    let (mut q, mut r) = cell.coordinates();
    for _ in 0..symmetry % 6 {
        (q, r) = (-r, q + r);
    }
    if symmetry >= 6 {
        (q, r) = (r, q);
    }
    Cell::new(q, r).map_or(cell.index(), Cell::index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::positions;
    use quinta_rules::Direction;
    use std::collections::BTreeSet;

    #[test]
    fn features_fit_their_lists_and_their_ranges() {
        for (rules, seats) in [(Rules::FRONT, 2), (Rules::BACK, 4)] {
            for state in positions(&rules, seats, 6) {
                let mut present = Present::new();
                of_numbers(&rules, state.round(), seats, &mut present);
                of_table(&state, &mut present);
                assert!(
                    !present.is_full() && present.iter().all(|&f| usize::from(f) < TABLE_FEATURES)
                );
                for seat in Seat::all(seats) {
                    present.clear();
                    of_seat(&rules, &state, seat, &mut present);
                    assert!(!present.is_full());
                    assert!(present.iter().all(|&f| usize::from(f) < SEAT_FEATURES));
                    let different: BTreeSet<_> =
                        present.iter().filter(|&&f| usize::from(f) < GROUP).collect();
                    let by_cell = present.iter().filter(|&&f| usize::from(f) < GROUP).count();
                    assert_eq!(different.len(), by_cell, "a cell shows one hexagon");
                }
            }
        }
    }

    /// The certain points are those that the hand-made evaluation counts as certain.
    #[test]
    fn certain_points_are_exact() {
        for (rules, seats) in [(Rules::FRONT, 2), (Rules::BACK, 3)] {
            let eval = crate::eval::Evaluator::new(&rules, crate::Weights::by_hand());
            for state in positions(&rules, seats, 6) {
                for seat in Seat::all(seats) {
                    let points = of_seat(&rules, &state, seat, &mut Present::new());
                    let player = &state.players()[seat.index()];
                    let known = eval.certain_score(player, state.round());
                    assert!((f32::from(points) - known).abs() < 0.01, "{points}, {known}");
                }
            }
        }
    }

    /// A garden that is turned and mirrored by hand has the features that the symmetry maps to.
    #[test]
    fn symmetries_move_gardens() {
        let all = symmetries();
        for (symmetry, to) in all.iter().enumerate() {
            let different: BTreeSet<_> = to.iter().collect();
            assert_eq!(different.len(), SEAT_FEATURES, "symmetry {symmetry} is one to one");
        }
        assert!(all[0].iter().enumerate().all(|(from, &to)| from == usize::from(to)));
        let kind = |text: &str| text.parse::<Kind>().unwrap();
        let cell = |q, r| Cell::new(q, r).unwrap();
        // One sixth of a turn takes (q, r) to (-r, q + r): here from direction 1 to direction 0, and so on.
        let mut garden = Garden::default();
        garden.put(kind("b3"), cell(1, -1));
        garden.put(kind("b4"), cell(0, -1));
        garden.lay_face_down(Area::ALL[2]);
        garden.lay_face_up(kind("y3"), Area::ALL[4], Direction::ALL[1]);
        let mut turned = Garden::default();
        turned.put(kind("b3"), cell(1, 0));
        turned.put(kind("b4"), cell(1, -1));
        turned.lay_face_down(Area::ALL[1]);
        turned.lay_face_up(kind("y3"), Area::ALL[3], Direction::ALL[0]);
        let list = |garden: &Garden| {
            let mut present = Present::new();
            let points = of_garden(&Rules::FRONT, garden, &mut present);
            (points, present)
        };
        let (points, present) = list(&garden);
        let moved: BTreeSet<_> = present.iter().map(|&f| all[1][usize::from(f)]).collect();
        let (same_points, expected) = list(&turned);
        assert_eq!(moved, expected.iter().copied().collect());
        assert_eq!(points, same_points);
    }
}
