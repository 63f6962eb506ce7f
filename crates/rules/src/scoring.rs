//! Scoring, with every point accounted for: rounds, the end, passes, the outlook of a garden, previews of placements.
use crate::action::{Discard, Seat};
use crate::board::{Rules, Scored};
use crate::cell::{Cell, CellSet};
use crate::garden::{Garden, Group};
use crate::kind::{Attribute, Kind};
#[cfg(feature = "serde")]
use crate::serial::no_cells;
use crate::state::State;
use crate::steps::Spot;
use crate::storage::Storage;

/// The rounds of a game.
pub const ROUNDS: usize = 4;

/// What one of a round's three attributes brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttributeScore {
    /// The attribute and its points for each hexagon.
    pub scored: Scored,
    /// The hexagons that have it.
    pub cells: CellSet,
}

impl AttributeScore {
    /// Returns the points in all.
    pub fn points(&self) -> u32 {
        self.cells.len() as u32 * u32::from(self.scored.points)
    }
}

/// What a garden scores at the end of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundScore {
    /// By attribute.
    pub attributes: [AttributeScore; 3],
    /// The pavilions.
    pub pavilions: CellSet,
    /// Points for each pavilion.
    pub pavilion_points: u8,
}

impl RoundScore {
    /// Returns what the garden scores at the end of a round, 0 to 3.
    ///
    /// # Panics
    ///
    /// If the round is not 0 to 3.
    pub fn of(rules: &Rules, garden: &Garden, round: usize) -> Self {
        Self {
            attributes: rules.rounds[round].map(|scored| AttributeScore {
                scored,
                cells: garden.cells_with(scored.attribute),
            }),
            pavilions: garden.pavilions(),
            pavilion_points: rules.pavilion_points,
        }
    }

    /// Returns the points in all.
    pub fn total(&self) -> u32 {
        self.attributes.iter().map(AttributeScore::points).sum::<u32>()
            + self.pavilions.len() as u32 * u32::from(self.pavilion_points)
    }
}

/// What a group of three or more scores at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GroupScore {
    /// The group.
    pub group: Group,
    /// The sum of its hexagons' values.
    pub points: u32,
    /// The bonus for its size.
    pub bonus: u32,
}

/// Returns the groups of three or more, by colour and then by pattern, with what they score.
pub fn group_scores<'a>(
    rules: &'a Rules,
    garden: &'a Garden,
) -> impl Iterator<Item = GroupScore> + 'a {
    garden.groups().filter(|group| group.cells.len() >= 3).map(|group| GroupScore {
        group,
        points: garden.value_of(group.cells),
        bonus: u32::from(rules.bonus_for(group.cells.len())),
    })
}

/// What the end of the game brings to a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FinalScore {
    /// For jokers in storage.
    pub jokers: u32,
    /// Lost for hexagons in storage, before the floor at zero.
    pub leftover: u32,
    /// Values of all groups of three or more.
    pub groups: u32,
    /// Bonuses for their sizes.
    pub bonuses: u32,
}

impl FinalScore {
    /// Returns what the end brings to a garden and a storage.
    pub fn of(rules: &Rules, garden: &Garden, storage: &Storage) -> Self {
        let mut score = Self {
            jokers: u32::from(storage.jokers),
            leftover: storage.value(),
            groups: 0,
            bonuses: 0,
        };
        for group in group_scores(rules, garden) {
            score.groups += group.points;
            score.bonuses += group.bonus;
        }
        score
    }

    /// Returns what the hexagons in storage really take from this score: not more than there is, where it stops at zero.
    pub fn lost(&self, rules: &Rules, before: i16) -> u32 {
        lost(rules, before + self.jokers as i16, self.leftover)
    }

    /// Returns the score that follows from the one before: jokers first, then the loss, then the groups.
    pub fn apply(&self, rules: &Rules, before: i16) -> i16 {
        before + (self.jokers + self.groups + self.bonuses) as i16 - self.lost(rules, before) as i16
    }
}

/// What is really lost of a score: not more than there is, where the rules stop it at zero.
fn lost(rules: &Rules, score: i16, loss: u32) -> u32 {
    if rules.floor_at_zero { loss.min(u32::from(score.max(0).unsigned_abs())) } else { loss }
}

/// What a pass of the seat to act costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PassCost {
    /// For taking the first-player marker: 0 unless it is the round's first pass.
    pub marker: u32,
    /// The value of what is discarded.
    pub discard: u32,
    /// What is really lost of the score for both together.
    pub lost: u32,
}

impl PassCost {
    /// Returns what a pass with these discards costs now.
    pub fn of(rules: &Rules, state: &State, discard: &Discard) -> Self {
        let marker = if state.marker().is_none() { u32::from(rules.first_pass_loss) } else { 0 };
        let discard = discard.value();
        Self { marker, discard, lost: lost(rules, state.player().score, marker + discard) }
    }

    /// Returns the most that a pass can cost now, whatever is discarded: the points there are, where a score stops at zero.
    pub fn most(rules: &Rules, state: &State) -> Option<u32> {
        rules.floor_at_zero.then(|| lost(rules, state.player().score, u32::MAX))
    }
}

/// Returns for each seat its score before the scoring of the round that a pass with these discards ends, and that scoring.
pub fn end_of_round(
    rules: &Rules,
    before: &State,
    discard: &Discard,
) -> impl Iterator<Item = (i16, RoundScore)> {
    let lost = PassCost::of(rules, before, discard).lost as i16;
    Seat::all(before.seats()).zip(before.players()).map(move |(seat, player)| {
        let score = player.score - if seat == before.turn() { lost } else { 0 };
        (score, RoundScore::of(rules, &player.garden, before.round()))
    })
}

/// What placing a hexagon would bring to the garden of the seat to act, whatever pays for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Preview {
    /// Points at the ends of this round and those to come.
    pub rounds: u32,
    /// Points that the groups at the end gain. With house rules, joining groups can cost a bonus.
    pub groups: i32,
    /// Jokers for what it surrounds, whether or not they fit.
    pub jokers: u8,
    /// The features that it surrounds.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "no_cells"))]
    pub surrounds: CellSet,
}

impl Preview {
    /// Returns what a tile on a free space would bring.
    pub fn of_tile(rules: &Rules, state: &State, kind: Kind, cell: Cell) -> Self {
        let mut after = state.player().garden;
        after.put(kind, cell);
        Self::between(rules, state, &after, kind, cell)
    }

    /// Returns what an expansion laid face up on a free area would bring, its pavilion included.
    pub fn of_expansion(rules: &Rules, state: &State, kind: Kind, spot: Spot) -> Self {
        let mut after = state.player().garden;
        after.lay_face_up(kind, spot.area, spot.petal);
        let mut preview = Self::between(rules, state, &after, kind, spot.area.petal(spot.petal));
        let rounds = ROUNDS - state.round();
        preview.rounds += rounds as u32 * u32::from(rules.pavilion_points);
        preview
    }

    fn between(rules: &Rules, state: &State, after: &Garden, kind: Kind, cell: Cell) -> Self {
        let before = &state.player().garden;
        let attributes = [Attribute::Colour(kind.colour()), Attribute::Pattern(kind.pattern())];
        let (mut rounds, mut groups) = (0, 0);
        for attribute in attributes {
            rounds += points_to_come(rules, attribute, state.round());
            // Only the groups that the hexagon joins change: as they become, and as they were.
            let joined = cell.neighbours() & before.cells_with(attribute);
            groups += points_of_groups(rules, after, attribute, CellSet::of(cell)) as i32;
            groups -= points_of_groups(rules, before, attribute, joined) as i32;
        }
        let surrounds = after.surrounded_by(cell);
        let jokers = surrounds
            .iter()
            .filter_map(|cell| after.feature_at(cell))
            .map(|feature| rules.jokers_for(feature))
            .sum();
        Self { rounds, groups, jokers, surrounds }
    }
}

/// What the groups of an attribute score that contain one of these cells, each group once.
fn points_of_groups(
    rules: &Rules,
    garden: &Garden,
    attribute: Attribute,
    mut cells: CellSet,
) -> u32 {
    let all = garden.cells_with(attribute);
    let mut points = 0;
    while let Some(cell) = cells.first() {
        let group = CellSet::of(cell).spread(all);
        cells = cells - group;
        if group.len() >= 3 {
            points += garden.value_of(group) + u32::from(rules.bonus_for(group.len()));
        }
    }
    points
}

/// What a garden would score if nothing changed any more: each round to come, and the groups at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outlook {
    /// The rounds that are still to be scored; `None` for those that have been.
    pub rounds: [Option<RoundScore>; ROUNDS],
    /// The end.
    pub end: FinalScore,
}

impl Outlook {
    /// Returns what this garden and storage would score from this round (0 to 3; 4 once all are scored) on.
    pub fn of(rules: &Rules, garden: &Garden, storage: &Storage, from_round: usize) -> Self {
        let rounds = std::array::from_fn(|round| {
            (round >= from_round).then(|| RoundScore::of(rules, garden, round))
        });
        Self { rounds, end: FinalScore::of(rules, garden, storage) }
    }

    /// Returns the points of the rounds to come.
    pub fn rounds_total(&self) -> u32 {
        self.rounds.iter().flatten().map(RoundScore::total).sum()
    }

    /// Returns the points of the groups, bonuses included.
    pub fn groups_total(&self) -> u32 {
        self.end.groups + self.end.bonuses
    }
}

/// Returns the points that hexagons of an attribute still bring at the ends of the rounds from this one (0 to 3) on.
pub fn points_to_come(rules: &Rules, attribute: Attribute, from_round: usize) -> u32 {
    rules.rounds[from_round.min(ROUNDS)..]
        .iter()
        .flatten()
        .filter(|scored| scored.attribute == attribute)
        .map(|scored| u32::from(scored.points))
        .sum()
}
