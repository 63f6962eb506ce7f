//! The result of a game, with every point accounted for.
use crate::replay::RoundResult;
use quinta_rules::scoring::{FinalScore, group_scores};
use quinta_rules::{Attribute, Kind, Rules, Seat, State};
use serde::{Deserialize, Serialize};

/// The result of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// Points of each seat.
    pub scores: Vec<i64>,
    /// The seats with the most points.
    pub winners: Vec<Seat>,
    /// Each seat's points, by source.
    pub players: Vec<PlayerResult>,
}

/// One seat's points, by source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerResult {
    /// Points of each round's scoring.
    pub rounds: Vec<i64>,
    /// For jokers in storage at the end.
    pub jokers: i64,
    /// For hexagons left in storage, zero or less, before the floor at zero.
    pub leftover: i64,
    /// What they really cost, zero or less, since a score may stop at zero. Records of other programs may lack it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<i64>,
    /// Every group of three or more.
    pub groups: Vec<GroupResult>,
}

/// A group of three or more and what it scored.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "WrittenGroup", into = "WrittenGroup")]
pub struct GroupResult {
    /// What the hexagons share.
    pub attribute: Attribute,
    /// The hexagons; a kind cannot stand in a group twice.
    pub kinds: Vec<Kind>,
    /// The sum of their values.
    pub points: i64,
    /// The bonus for their number.
    pub bonus: i64,
}

#[derive(Serialize, Deserialize)]
struct WrittenGroup {
    by: By,
    value: Attribute,
    kinds: Vec<Kind>,
    points: i64,
    bonus: i64,
}

#[derive(PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum By {
    Colour,
    Pattern,
}

impl By {
    fn of(attribute: Attribute) -> Self {
        match attribute {
            Attribute::Colour(_) => Self::Colour,
            Attribute::Pattern(_) => Self::Pattern,
        }
    }
}

impl TryFrom<WrittenGroup> for GroupResult {
    type Error = String;

    fn try_from(group: WrittenGroup) -> Result<Self, String> {
        let WrittenGroup { by, value: attribute, kinds, points, bonus } = group;
        if by != By::of(attribute) {
            return Err(format!(
                "a group's \"by\" and its value {} do not agree",
                attribute.name()
            ));
        }
        Ok(Self { attribute, kinds, points, bonus })
    }
}

impl From<GroupResult> for WrittenGroup {
    fn from(group: GroupResult) -> Self {
        let GroupResult { attribute, kinds, points, bonus } = group;
        Self { by: By::of(attribute), value: attribute, kinds, points, bonus }
    }
}

impl GameResult {
    /// The result of a game that is over. `rounds` holds, for each round, what its scoring gave each seat.
    pub(crate) fn of(rules: &Rules, end: &State, rounds: &[Vec<RoundResult>]) -> Self {
        let players = end.players().iter().enumerate().map(|(seat, player)| {
            let last = FinalScore::of(rules, &player.garden, &player.storage);
            let groups = group_scores(rules, &player.garden).map(|score| GroupResult {
                attribute: score.group.attribute,
                kinds: score
                    .group
                    .cells
                    .iter()
                    .filter_map(|cell| player.garden.kind_at(cell))
                    .collect(),
                points: i64::from(score.points),
                bonus: i64::from(score.bonus),
            });
            let rounds = || rounds.iter().filter_map(|seats| seats.get(seat));
            let reached = rounds().next_back().map(|round| round.before + round.points as i16);
            PlayerResult {
                rounds: rounds().map(|round| i64::from(round.points)).collect(),
                jokers: i64::from(last.jokers),
                leftover: -i64::from(last.leftover),
                lost: reached.map(|before| -i64::from(last.lost(rules, before))),
                groups: groups.collect(),
            }
            .sorted()
        });
        Self {
            scores: end.players().iter().map(|p| i64::from(p.score)).collect(),
            winners: end.winners().collect(),
            players: players.collect(),
        }
    }

    /// Returns the result in a canonical order, for comparison.
    pub(crate) fn sorted(mut self) -> Self {
        self.winners.sort_unstable();
        self.players = self.players.into_iter().map(PlayerResult::sorted).collect();
        self
    }
}

impl PlayerResult {
    fn sorted(mut self) -> Self {
        for group in &mut self.groups {
            group.kinds.sort_unstable();
        }
        self.groups.sort();
        self
    }
}
