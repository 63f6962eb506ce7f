//! Scores with every point accounted for.
use quinta_rules::scoring::{self, FinalScore, RoundScore};
use quinta_rules::{Attribute, CellSet, Discard, Garden, Kind, Rules, Seat, State, Storage};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What one of a round's attributes brings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AttributePoints {
    /// The attribute.
    pub attribute: Attribute,
    /// Points for each hexagon.
    pub each: u8,
    /// The hexagons that have it.
    pub cells: CellSet,
    /// Points in all.
    pub points: u32,
}

/// What a garden scores at the end of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoundPoints {
    /// By attribute.
    pub attributes: Vec<AttributePoints>,
    /// The pavilions.
    pub pavilions: CellSet,
    /// Points for each pavilion.
    pub pavilion_points: u8,
    /// Points in all.
    pub total: u32,
}

impl From<&RoundScore> for RoundPoints {
    fn from(score: &RoundScore) -> Self {
        let attributes = score.attributes.iter().map(|part| AttributePoints {
            attribute: part.scored.attribute,
            each: part.scored.points,
            cells: part.cells,
            points: part.points(),
        });
        Self {
            attributes: attributes.collect(),
            pavilions: score.pavilions,
            pavilion_points: score.pavilion_points,
            total: score.total(),
        }
    }
}

/// What a group of three or more scores at the end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GroupPoints {
    /// What its hexagons share.
    pub attribute: Attribute,
    /// Where they stand.
    pub cells: CellSet,
    /// What they show, in the order of the cells.
    pub kinds: Vec<Kind>,
    /// The sum of their values.
    pub points: u32,
    /// The bonus for its size.
    pub bonus: u32,
}

/// What the end of the game brings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FinalPoints {
    /// For jokers in storage.
    pub jokers: u32,
    /// Lost for hexagons in storage, before the floor at zero.
    pub leftover: u32,
    /// The groups of three or more.
    pub groups: Vec<GroupPoints>,
    /// Points and bonuses of all groups.
    pub groups_total: u32,
}

impl FinalPoints {
    /// Returns what the end brings to a garden and a storage.
    pub fn of(rules: &Rules, garden: &Garden, storage: &Storage) -> Self {
        let groups: Vec<_> = scoring::group_scores(rules, garden)
            .map(|score| GroupPoints {
                attribute: score.group.attribute,
                cells: score.group.cells,
                kinds: score.group.cells.iter().filter_map(|c| garden.kind_at(c)).collect(),
                points: score.points,
                bonus: score.bonus,
            })
            .collect();
        Self {
            jokers: u32::from(storage.jokers),
            leftover: storage.value(),
            groups_total: groups.iter().map(|g| g.points + g.bonus).sum(),
            groups,
        }
    }
}

/// What a garden would score if nothing changed any more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Outlook {
    /// Points of each round; null for those that have been scored.
    pub rounds: [Option<u32>; 4],
    /// What the end would bring; none once the game is over and it has been scored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<FinalPoints>,
    /// Everything to come, summed up.
    pub total: i32,
}

impl Outlook {
    /// Returns what a garden and storage would score; rounds below `scored` have been scored, and the end too if that is 4.
    pub fn of(rules: &Rules, garden: &Garden, storage: &Storage, scored: usize) -> Self {
        let rounds = std::array::from_fn(|round| {
            (round >= scored).then(|| scoring::RoundScore::of(rules, garden, round).total())
        });
        let end = (scored < scoring::ROUNDS).then(|| FinalPoints::of(rules, garden, storage));
        let to_come: u32 = rounds.iter().flatten().sum();
        let at_end = end
            .as_ref()
            .map_or(0, |end| (end.groups_total + end.jokers) as i32 - end.leftover as i32);
        Self { rounds, end, total: to_come as i32 + at_end }
    }
}

/// A round's scoring for one seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatRound {
    /// The seat.
    pub seat: Seat,
    /// Points before.
    pub before: i16,
    /// Points after.
    pub after: i16,
    /// Where they come from.
    pub points: RoundPoints,
}

/// A round's scoring.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoundScored {
    /// The round, 1 to 4.
    pub round: u8,
    /// By seat.
    pub seats: Vec<SeatRound>,
}

/// The end's scoring for one seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatFinal {
    /// The seat.
    pub seat: Seat,
    /// Points before the final scoring.
    pub before: i16,
    /// Points really lost for hexagons in storage: no more than there were, where a score stops at zero.
    pub lost: u32,
    /// Points at the end.
    pub after: i16,
    /// Where they come from.
    pub points: FinalPoints,
}

/// The end's scoring.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FinalScored {
    /// By seat.
    pub seats: Vec<SeatFinal>,
    /// The seats with the most points.
    pub winners: Vec<Seat>,
}

/// Returns the scorings that a pass brought about: the states before and after it, and the round (0 to 3) that it ended.
pub fn scored_by(
    rules: &Rules,
    before: &State,
    discard: &Discard,
    after: &State,
    ended: u8,
) -> (RoundScored, Option<FinalScored>) {
    let mut rounds = Vec::new();
    let mut finals = Vec::new();
    let scored = scoring::end_of_round(rules, before, discard);
    for ((seat, player), (start, score)) in
        Seat::all(after.seats()).zip(after.players()).zip(scored)
    {
        let points = RoundPoints::from(&score);
        let reached = start + points.total as i16;
        rounds.push(SeatRound { seat, before: start, after: reached, points });
        if after.is_over() {
            let end = FinalScore::of(rules, &player.garden, &player.storage);
            finals.push(SeatFinal {
                seat,
                before: reached,
                lost: end.lost(rules, reached),
                after: player.score,
                points: FinalPoints::of(rules, &player.garden, &player.storage),
            });
        }
    }
    let winners = after.winners().collect();
    let end = after.is_over().then_some(FinalScored { seats: finals, winners });
    (RoundScored { round: ended + 1, seats: rounds }, end)
}
