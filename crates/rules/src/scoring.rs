//! Scoring, with every point accounted for: a round, the end, and what a garden would score now.
use crate::board::{Rules, Scored};
use crate::cell::CellSet;
use crate::garden::{Garden, Group};
use crate::kind::Attribute;
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
    /// Points in all.
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
    /// What the garden scores at the end of a round, 0 to 3.
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

    /// Points in all.
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

/// The groups of three or more, by colour and then by pattern, with what they score.
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
    /// What the end brings to a garden and a storage.
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

    /// The score that follows from the one before: jokers first, then the loss, then the groups.
    pub fn apply(&self, rules: &Rules, before: i16) -> i16 {
        let after_loss = lose(rules, before + self.jokers as i16, self.leftover);
        after_loss + (self.groups + self.bonuses) as i16
    }
}

/// A score after a loss: not below zero where the rules say so.
pub(crate) fn lose(rules: &Rules, score: i16, loss: u32) -> i16 {
    let left = score - loss as i16;
    if rules.floor_at_zero { left.max(0) } else { left }
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
    /// What this garden and storage would score from this round (0 to 3; 4 once all are scored) on.
    pub fn of(rules: &Rules, garden: &Garden, storage: &Storage, from_round: usize) -> Self {
        let rounds = std::array::from_fn(|round| {
            (round >= from_round).then(|| RoundScore::of(rules, garden, round))
        });
        Self { rounds, end: FinalScore::of(rules, garden, storage) }
    }

    /// Points of the rounds to come.
    pub fn rounds_total(&self) -> u32 {
        self.rounds.iter().flatten().map(RoundScore::total).sum()
    }

    /// Points of the groups, bonuses included.
    pub fn groups_total(&self) -> u32 {
        self.end.groups + self.end.bonuses
    }
}

/// The points that hexagons of an attribute still bring at the ends of the rounds from this one (0 to 3) on.
pub fn points_to_come(rules: &Rules, attribute: Attribute, from_round: usize) -> u32 {
    rules.rounds[from_round.min(ROUNDS)..]
        .iter()
        .flatten()
        .filter(|scored| scored.attribute == attribute)
        .map(|scored| u32::from(scored.points))
        .sum()
}
