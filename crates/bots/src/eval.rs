//! The evaluation: how many points a seat will have in the end, as named features times weights.
//!
//! What is certain counts in full: the score, what the garden scores in the rounds to come, groups of three or more. The rest is
//! weighted: groups that can grow, free spaces, features nearly surrounded, and what storage can still pay for (the *plan*).
use crate::evaluation::{Evaluation, Memory, Outlook, shares};
use crate::weights::{Mixed, Weights};
use arrayvec::ArrayVec;
use quinta_rules::scoring::{FinalScore, ROUNDS, RoundScore, points_to_come};
use quinta_rules::{
    Area, Attribute, Cell, CellSet, Direction, Face, Garden, Kind, KindSet, Player, Rules, Seat,
    State, Storage,
};

/// How many points of lead make a victory e times as likely in each round: fewer towards the end. Rough figures, set by hand.
const CERTAINTY: [f32; ROUNDS] = [18.0, 15.0, 12.0, 8.0];
/// The gain of a kind that fits nowhere.
pub(crate) const NOWHERE: f32 = -1000.0;

/// Rules and weights, prepared for many evaluations.
#[derive(Debug, Clone)]
pub struct Evaluator {
    /// The rules.
    pub rules: Rules,
    /// The weights.
    pub weights: Weights,
    to_come: [[f32; Kind::COUNT]; ROUNDS + 1],
    bonus: [f32; 8],
}

/// A moment of the game as one seat sees it: the round and the weights in force.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment {
    pub(crate) round: usize,
    pub(crate) w: Mixed,
    /// Hexagons that can still be taken this round.
    pub(crate) left: f32,
    /// The seat has passed in the last round: nothing changes for it any more.
    pub(crate) done: bool,
}

impl Evaluator {
    /// Prepares rules and weights.
    pub fn new(rules: &Rules, weights: Weights) -> Self {
        let mut to_come = [[0.0; Kind::COUNT]; ROUNDS + 1];
        for (round, kinds) in to_come.iter_mut().enumerate().take(ROUNDS) {
            for kind in Kind::all() {
                let colour = points_to_come(rules, Attribute::Colour(kind.colour()), round);
                let pattern = points_to_come(rules, Attribute::Pattern(kind.pattern()), round);
                kinds[kind.index()] = (colour + pattern) as f32;
            }
        }
        let bonus = std::array::from_fn(|size| f32::from(rules.bonus_for(size)));
        Self { rules: rules.clone(), weights, to_come, bonus }
    }

    /// The expected final score of a seat.
    pub fn expected_score(&self, state: &State, seat: Seat) -> f32 {
        let player = &state.players()[seat.index()];
        if state.is_over() {
            return f32::from(player.score);
        }
        let now = self.moment(state, seat);
        if now.done {
            return self.certain_score(player, now.round);
        }
        self.seat_worth(player, now) + table_worth(state, seat, &now)
    }

    /// The expected final scores of all seats.
    pub fn expected_scores(&self, state: &State) -> [f32; Seat::MOST] {
        let mut scores = [0.0; Seat::MOST];
        for seat in Seat::all(state.seats()) {
            scores[seat.index()] = self.expected_score(state, seat);
        }
        scores
    }

    /// The value of a seat's score, garden and storage at this moment.
    pub(crate) fn seat_worth(&self, player: &Player, now: Moment) -> f32 {
        let storage = &player.storage;
        let view = View::new(self, now, &player.garden, storage.tiles.kinds(), storage.expansions);
        f32::from(player.score) + view.garden_worth() + view.storage_worth(storage)
    }

    /// The final score of a seat if nothing changes any more.
    pub(crate) fn certain_score(&self, player: &Player, round: usize) -> f32 {
        let rounds: u32 = (round..ROUNDS)
            .map(|round| RoundScore::of(&self.rules, &player.garden, round).total())
            .sum();
        let end = FinalScore::of(&self.rules, &player.garden, &player.storage);
        f32::from(end.apply(&self.rules, player.score + rounds as i16))
    }

    /// The moment as this seat sees it.
    pub(crate) fn moment(&self, state: &State, seat: Seat) -> Moment {
        let left = hexagons_left(&self.rules, state);
        self.moment_with(state, left, state.has_passed(seat))
    }

    pub(crate) fn moment_with(&self, state: &State, left: f32, passed: bool) -> Moment {
        let all = f32::from(state.display().size() * (self.rules.tiles_on_top + 1));
        let gone = if passed { 1.0 } else { 1.0 - left / all };
        let over = (state.round() as f32 + gone) / ROUNDS as f32;
        Moment {
            round: state.round(),
            w: self.weights.at(over),
            left,
            done: passed && state.round() + 1 == ROUNDS,
        }
    }
}

impl Evaluation for Evaluator {
    fn outlook(&self, state: &State, _: &mut Memory) -> Outlook {
        if state.is_over() {
            return Outlook::result(state);
        }
        let scores = self.expected_scores(state);
        let wins = shares(scores.map(|score| score / CERTAINTY[state.round()]), state.seats());
        Outlook { scores, wins }
    }
}

/// The value of a seat's standing in the round, apart from garden and storage.
pub(crate) fn table_worth(state: &State, seat: Seat, now: &Moment) -> f32 {
    let active = if state.has_passed(seat) { 0.0 } else { now.w.active * now.left.min(10.0) };
    let first = state.marker() == Some(seat) && state.round() + 1 < ROUNDS;
    active + if first { now.w.marker } else { 0.0 }
}

/// The number of hexagons that can still be taken this round, including those not drawn yet.
pub(crate) fn hexagons_left(rules: &Rules, state: &State) -> f32 {
    let display = state.display();
    let mut left = 0;
    for slot in display.slots() {
        left += slot.tiles.len() + usize::from(slot.face != Face::Taken);
    }
    let undrawn = usize::from(display.stack_len()).saturating_sub(1);
    (left + undrawn * usize::from(rules.tiles_on_top)) as f32
}

/// A group and what it is worth.
#[derive(Clone, Copy)]
struct Cluster {
    near: CellSet,
    size: u8,
    value: u8,
    worth: f32,
}

/// A hexagon in storage or on offer that could be placed: what that gains, before and after its cost.
#[derive(Clone, Copy)]
struct Item {
    kind: Kind,
    whole: bool,
    gain: f32,
    net: f32,
}

/// A garden with its groups worked out, to answer many questions about it.
pub(crate) struct View<'e> {
    pub(crate) eval: &'e Evaluator,
    pub(crate) now: Moment,
    pub(crate) garden: &'e Garden,
    free: CellSet,
    free_count: usize,
    petals: CellSet,
    pavilions: CellSet,
    clusters: ArrayVec<Cluster, 96>,
    starts: [u8; 13],
    /// What could be placed, the best first.
    items: ArrayVec<Item, 72>,
    tile_cells: [Option<Cell>; Kind::COUNT],
    whole_cells: [Option<Cell>; Kind::COUNT],
    tile_gains: [f32; Kind::COUNT],
    whole_gains: [f32; Kind::COUNT],
}

impl<'e> View<'e> {
    /// Works out a garden and how these tiles and expansions would fit into it.
    pub(crate) fn new(
        eval: &'e Evaluator,
        now: Moment,
        garden: &'e Garden,
        tiles: KindSet,
        wholes: KindSet,
    ) -> Self {
        let free = garden.free_spaces();
        let petals = garden.free_areas().fold(CellSet::EMPTY, |cells, area| cells | area.petals());
        let mut view = View {
            eval,
            now,
            garden,
            free,
            free_count: free.len(),
            petals,
            pavilions: garden.pavilions(),
            clusters: ArrayVec::new(),
            starts: [0; 13],
            items: ArrayVec::new(),
            tile_cells: [None; Kind::COUNT],
            whole_cells: [None; Kind::COUNT],
            tile_gains: [NOWHERE; Kind::COUNT],
            whole_gains: [NOWHERE; Kind::COUNT],
        };
        for (i, attribute) in Attribute::all().enumerate() {
            for group in garden.groups_of(attribute) {
                let near = group.cells.neighbours() - group.cells;
                let size = group.cells.len() as u8;
                let value = match attribute {
                    Attribute::Pattern(pattern) => size * pattern.value(),
                    Attribute::Colour(_) => garden.value_of(group.cells) as u8,
                };
                let worth = view.group_worth(attribute, size, value, (near & free).len());
                view.clusters.push(Cluster { near, size, value, worth });
            }
            view.starts[i + 1] = view.clusters.len() as u8;
        }
        view.fit(tiles, wholes);
        view
    }

    /// What a group is worth: its points if it counts, and its prospects if it can grow.
    fn group_worth(&self, attribute: Attribute, size: u8, value: u8, liberties: usize) -> f32 {
        let w = &self.now.w;
        let bonus = &self.eval.bonus;
        let n = usize::from(size);
        let sum = f32::from(value);
        let points = if size >= 3 { sum + bonus[n] } else { 0.0 };
        let openness = match liberties {
            0 => return points,
            1 => 0.7,
            _ => 1.0,
        };
        let prospect = match size {
            1 => w.single * sum,
            2 => w.pair * sum + w.bonus * bonus[3],
            3..=5 => {
                let next = match attribute {
                    Attribute::Pattern(pattern) => f32::from(pattern.value()),
                    Attribute::Colour(_) => (21.0 - sum) / f32::from(6 - size),
                };
                w.grow * next + w.bonus * (bonus[n + 1] - bonus[n])
            }
            _ => 0.0,
        };
        points + openness * prospect
    }

    fn spaces_worth(&self, free: usize) -> f32 {
        self.now.w.room * free.min(5) as f32 + self.now.w.ample * free.min(14) as f32
    }

    /// What a feature is worth when so many of its six neighbours are there and it is not surrounded.
    fn feature_worth(&self, cell: Cell, filled: usize) -> f32 {
        let share = filled as f32 / 6.0;
        self.now.w.surround * self.jokers_at(cell) * share * share
    }

    fn jokers_at(&self, cell: Cell) -> f32 {
        let rules = &self.eval.rules;
        self.garden.feature_at(cell).map_or(0.0, |feature| f32::from(rules.jokers_for(feature)))
    }

    /// What the garden is worth: the rounds to come, the groups, the spaces, the features.
    pub(crate) fn garden_worth(&self) -> f32 {
        let garden = self.garden;
        let rules = &self.eval.rules;
        let mut worth: f32 = self.clusters.iter().map(|cluster| cluster.worth).sum();
        for scored in rules.rounds[self.now.round..].iter().flatten() {
            let count = garden.cells_with(scored.attribute).len();
            worth += (count * usize::from(scored.points)) as f32;
        }
        let rounds = ROUNDS - self.now.round;
        worth += (self.pavilions.len() * rounds * usize::from(rules.pavilion_points)) as f32;
        for cell in (CellSet::FIXED_FEATURES | self.pavilions).iter() {
            let filled = (cell.neighbours() & garden.hexes()).len();
            if filled < 6 {
                worth += self.feature_worth(cell, filled);
            }
        }
        worth + self.spaces_worth(self.free_count)
    }

    fn clusters_of(&self, attribute: Attribute) -> &[Cluster] {
        let i = attribute.index();
        &self.clusters[usize::from(self.starts[i])..usize::from(self.starts[i + 1])]
    }

    /// What a hexagon on this cell brings to groups, features and rounds; the space itself aside.
    fn gain_at(&self, kind: Kind, cell: Cell, free: CellSet) -> f32 {
        let beside = cell.neighbours();
        let mut gain = self.eval.to_come[self.now.round][kind.index()];
        for attribute in [Attribute::Colour(kind.colour()), Attribute::Pattern(kind.pattern())] {
            let (mut size, mut value, mut near) = (1, kind.value(), beside);
            let mut before = 0.0;
            for cluster in self.clusters_of(attribute) {
                if cluster.near.contains(cell) {
                    size += cluster.size;
                    value += cluster.value;
                    near |= cluster.near;
                    before += cluster.worth;
                }
            }
            let liberties = (near & free).len();
            gain += self.group_worth(attribute, size, value, liberties) - before;
        }
        for feature in (beside & (CellSet::FIXED_FEATURES | self.pavilions)).iter() {
            let filled = (feature.neighbours() & self.garden.hexes()).len();
            gain -= self.feature_worth(feature, filled);
            gain += if filled == 5 {
                self.now.w.joker * self.jokers_at(feature)
            } else {
                self.feature_worth(feature, filled + 1)
            };
        }
        gain
    }

    /// What it brings to place this tile on that cell, garden alone.
    pub(crate) fn tile_gain(&self, kind: Kind, cell: Cell) -> f32 {
        self.gain_at(kind, cell, self.free.without(cell)) + self.spaces_worth(self.free_count - 1)
            - self.spaces_worth(self.free_count)
    }

    /// What it brings to lay this expansion with its hexagon on that petal, garden alone.
    pub(crate) fn whole_gain(&self, kind: Kind, cell: Cell) -> f32 {
        let petals = cell.area().map_or(CellSet::EMPTY, Area::petals);
        let rounds = (ROUNDS - self.now.round) as f32;
        let pavilion = f32::from(self.eval.rules.jokers.pavilion) * self.now.w.surround / 36.0;
        self.gain_at(kind, cell, (self.free | petals).without(cell))
            + rounds * f32::from(self.eval.rules.pavilion_points)
            + pavilion
            + self.spaces_worth(self.free_count + 5)
            - self.spaces_worth(self.free_count)
    }

    /// What it brings to lay an expansion face down, the price included.
    pub(crate) fn buy_gain(&self) -> f32 {
        self.spaces_worth(self.free_count + 7)
            - self.spaces_worth(self.free_count)
            - f32::from(self.eval.rules.expansion_price)
    }

    /// The cells on which the tile may stand.
    pub(crate) fn cells_for(&self, kind: Kind) -> CellSet {
        self.garden.allowed(kind) & self.free
    }

    /// The petals of free areas on which the expansion's hexagon may stand.
    pub(crate) fn petals_for(&self, kind: Kind) -> CellSet {
        self.garden.allowed(kind) & self.petals
    }

    /// Finds for each kind its best cell, and sorts what could be placed.
    fn fit(&mut self, tiles: KindSet, wholes: KindSet) {
        for kind in (tiles | wholes).iter() {
            let allowed = self.garden.allowed(kind);
            if tiles.contains(kind) {
                let cells = (allowed & self.free).iter().map(|c| (c, self.tile_gain(kind, c)));
                if let Some((cell, gain)) = cells.max_by(|a, b| a.1.total_cmp(&b.1)) {
                    self.tile_cells[kind.index()] = Some(cell);
                    self.tile_gains[kind.index()] = gain;
                }
                self.push(kind, false, self.tile_gains[kind.index()]);
            }
            if wholes.contains(kind) {
                let cells = (allowed & self.petals).iter().map(|c| (c, self.whole_gain(kind, c)));
                if let Some((cell, gain)) = cells.max_by(|a, b| a.1.total_cmp(&b.1)) {
                    self.whole_cells[kind.index()] = Some(cell);
                    self.whole_gains[kind.index()] = gain;
                }
                self.push(kind, true, self.whole_gains[kind.index()]);
            }
        }
        // A stable sort: the order of equals in an unstable one may differ between versions of the standard library.
        self.items.sort_by(|a, b| b.net.total_cmp(&a.net));
    }

    fn push(&mut self, kind: Kind, whole: bool, gain: f32) {
        let net = gain - self.now.w.price * f32::from(kind.value());
        self.items.push(Item { kind, whole, gain, net });
    }

    /// The best cell for a tile of this kind, and what it brings.
    pub(crate) fn best_tile(&self, kind: Kind) -> Option<(Cell, f32)> {
        self.tile_cells[kind.index()].map(|cell| (cell, self.tile_gains[kind.index()]))
    }

    /// The best petal for an expansion of this kind, and what it brings.
    pub(crate) fn best_whole(&self, kind: Kind) -> Option<(Cell, f32)> {
        self.whole_cells[kind.index()].map(|cell| (cell, self.whole_gains[kind.index()]))
    }

    /// What storage is worth beside this garden.
    pub(crate) fn storage_worth(&self, storage: &Storage) -> f32 {
        let w = &self.now.w;
        let kinds = storage.kinds();
        let mut axis = 0;
        for attribute in Attribute::all() {
            axis += (kinds & attribute.kinds()).len().saturating_sub(1);
        }
        let hexes = storage.tiles.len() + storage.expansions.len();
        let taken = storage.tiles.len() + usize::from(storage.jokers);
        let crowd = (taken + 3).saturating_sub(usize::from(self.eval.rules.tile_places));
        let (plan, leftover) = self.plan(*storage);
        w.plan * plan
            + w.hex * hexes as f32
            + w.joker * f32::from(storage.jokers)
            + w.axis * axis as f32
            - w.leftover * leftover as f32
            - w.crowd * crowd as f32
    }

    /// What storage can pay for, the best first, and the value of what is left over then.
    fn plan(&self, storage: Storage) -> (f32, u32) {
        let Storage { mut tiles, mut expansions, mut jokers } = storage;
        let (mut total, mut faith) = (0.0, 1.0);
        for item in &self.items {
            if item.net <= 0.0 {
                break;
            }
            let kind = item.kind;
            let there =
                if item.whole { expansions.contains(kind) } else { tiles.kinds().contains(kind) };
            if !there {
                continue;
            }
            let mut needed = kind.value() - 1;
            let have = (tiles.kinds() | expansions).without(kind);
            let by_colour = have & Attribute::Colour(kind.colour()).kinds();
            let by_pattern = have & Attribute::Pattern(kind.pattern()).kinds();
            let axis = if by_colour.len() >= by_pattern.len() { by_colour } else { by_pattern };
            if usize::from(needed) > axis.len() + usize::from(jokers) {
                continue;
            }
            if item.whole {
                expansions = expansions.without(kind);
            } else {
                tiles.remove(kind);
            }
            let mut pays = axis;
            for payer in self.items.iter().rev() {
                if needed == 0 {
                    break;
                }
                if pays.contains(payer.kind) {
                    if payer.whole && expansions.contains(payer.kind) {
                        expansions = expansions.without(payer.kind);
                    } else if !payer.whole && tiles.kinds().contains(payer.kind) {
                        tiles.remove(payer.kind);
                    } else {
                        continue;
                    }
                    pays = pays.without(payer.kind);
                    needed -= 1;
                }
            }
            jokers = jokers.saturating_sub(needed);
            total += faith * item.gain;
            faith *= self.now.w.faith;
        }
        let whole_value: u32 = expansions.iter().map(|kind| u32::from(kind.value())).sum();
        (total, tiles.value() + whole_value)
    }

    /// The kinds in storage by what they are worth to the plan, the least first.
    pub(crate) fn cheapest_first(&self) -> impl Iterator<Item = (Kind, bool)> + '_ {
        self.items.iter().rev().map(|item| (item.kind, item.whole))
    }
}

/// The area and direction of a petal.
pub(crate) fn spot(cell: Cell) -> Option<(Area, Direction)> {
    let area = cell.area()?;
    Direction::ALL.into_iter().find(|&d| area.petal(d) == cell).map(|direction| (area, direction))
}
