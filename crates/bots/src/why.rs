//! Why a move is good or bad: codes and numbers, which a page puts into its own words, and English for the command line.
use crate::designer::Threat;
use crate::eval::{Evaluator, View};
use quinta_rules::scoring::{Outlook, group_scores};
use quinta_rules::{Action, Attribute, Cell, Feature, Kind, Player, Seat, State};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Less than this many points is no reason.
const WORTH_TELLING: f32 = 1.0;

/// One reason for or against a move: `{"code":"group","attribute":"b","size":4,"points":12}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "code", rename_all = "snake_case")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum Why {
    /// It was picked at random.
    Random,
    /// A group of three or more hexagons comes about or grows.
    Group {
        /// What they share.
        attribute: Attribute,
        /// How many they are then.
        size: u8,
        /// The points that this adds at the end, bonuses included.
        points: i16,
    },
    /// A pair comes about that can become a group.
    Pair {
        /// What the two share.
        attribute: Attribute,
    },
    /// A hexagon by itself, from which a group can grow.
    Starts,
    /// A feature is surrounded.
    Surrounds {
        /// Which.
        feature: Feature,
        /// The jokers that it brings.
        jokers: u8,
    },
    /// What the ends of this and the later rounds bring for it.
    Rounds {
        /// Points in all.
        points: i16,
    },
    /// New free spaces.
    Spaces {
        /// How many.
        spaces: u8,
    },
    /// A hexagon in storage can be paid for that could not be before.
    Affords {
        /// The one that brings most.
        kind: Kind,
    },
    /// Hexagons come into storage.
    Takes {
        /// How many.
        hexagons: u8,
    },
    /// The next player finds less to take.
    Denies {
        /// Who.
        seat: Seat,
        /// By so many points.
        points: i16,
    },
    /// Places in storage become free.
    MakesRoom {
        /// How many.
        places: u8,
    },
    /// It costs points at once.
    Costs {
        /// How many.
        points: i16,
    },
    /// Whoever passes first begins the next round.
    Begins,
    /// Nothing better is left to do this round.
    Stops,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Random => f.write_str("picked at random"),
            Self::Group { attribute, size, points } => {
                write!(f, "{} group of {size} {points:+}", attribute.name())
            }
            Self::Pair { attribute } => write!(f, "{} pair", attribute.name()),
            Self::Starts => f.write_str("starts a new group"),
            Self::Surrounds { feature, jokers } => {
                let name = match feature {
                    Feature::Fountain => "fountain",
                    Feature::Statue => "statue",
                    Feature::Bench => "bench",
                    Feature::Pavilion => "pavilion",
                };
                let jokers =
                    if jokers == 1 { "1 joker".into() } else { format!("{jokers} jokers") };
                write!(f, "surrounds the {name} ({jokers})")
            }
            Self::Rounds { points } => write!(f, "round scoring {points:+}"),
            Self::Spaces { spaces } => write!(f, "{spaces} new spaces"),
            Self::Affords { kind } => write!(f, "can then pay for the {}", kind.name()),
            Self::Takes { hexagons } => write!(f, "takes {hexagons}"),
            Self::Denies { seat, points } => write!(f, "leaves seat {seat} {points} points less"),
            Self::MakesRoom { places } => write!(f, "makes room for {places}"),
            Self::Costs { points } => write!(f, "costs {points}"),
            Self::Begins => f.write_str("begins the next round"),
            Self::Stops => f.write_str("nothing better to do this round"),
        }
    }
}

/// Returns these reasons as one line.
pub fn in_words(reasons: &[Why]) -> String {
    let words: Vec<_> = reasons.iter().map(ToString::to_string).collect();
    words.join(", ")
}

/// The reasons for a legal action, the plainest first.
pub(crate) fn reasons(eval: &Evaluator, state: &State, action: &Action) -> Vec<Why> {
    let mut after = *state;
    let effect = after.play_unchecked(&eval.rules, action);
    let seat = state.turn();
    let (old, new) = (state.player(), &after.players()[seat.index()]);
    let mut all = Vec::new();
    match *action {
        Action::Acquire(take) => {
            let (tiles, expansions) = take.counts();
            all.push(Why::Takes { hexagons: (tiles + expansions) as u8 });
            all.extend(affords(eval, state, old, new));
            all.extend(denies(eval, state, &after));
        }
        Action::Place { kind, cell, .. } => {
            groups(eval, old, new, kind, cell, &mut all);
            all.extend(rounds(eval, state, old, new));
        }
        Action::Expand { kind, area, petal, .. } => {
            groups(eval, old, new, kind, area.petal(petal), &mut all);
            all.extend(rounds(eval, state, old, new));
        }
        Action::Buy { .. } => {
            all.push(Why::Costs { points: i16::from(eval.rules.expansion_price) });
        }
        Action::Pass(discard) => {
            let first = Seat::all(state.seats()).all(|seat| !state.has_passed(seat));
            let places = discard.tiles.len() + discard.expansions.len();
            let loss = if first { i16::from(eval.rules.first_pass_loss) } else { 0 };
            all.push(Why::Stops);
            if places > 0 {
                all.push(Why::MakesRoom { places: places as u8 });
            }
            if first && state.round() < 3 {
                all.push(Why::Begins);
            }
            let points = discard.value() as i16 + loss;
            if points > 0 {
                all.push(Why::Costs { points });
            }
        }
    }
    for cell in effect.surrounded.iter() {
        if let Some(feature) = new.garden.feature_at(cell) {
            all.push(Why::Surrounds { feature, jokers: eval.rules.jokers_for(feature) });
        }
    }
    let spaces = new.garden.free_spaces().len().saturating_sub(old.garden.free_spaces().len());
    if spaces > 0 {
        all.push(Why::Spaces { spaces: spaces as u8 });
    }
    all
}

/// What the new hexagon does for the groups of its colour and of its pattern.
fn groups(
    eval: &Evaluator,
    old: &Player,
    new: &Player,
    kind: Kind,
    cell: Cell,
    all: &mut Vec<Why>,
) {
    let points = |player: &Player, attribute| -> u32 {
        group_scores(&eval.rules, &player.garden)
            .filter(|score| score.group.attribute == attribute)
            .map(|score| score.points + score.bonus)
            .sum()
    };
    for attribute in [Attribute::Colour(kind.colour()), Attribute::Pattern(kind.pattern())] {
        let group = new.garden.groups_of(attribute).find(|group| group.cells.contains(cell));
        let size = group.map_or(0, |group| group.cells.len() as u8);
        match size {
            0 | 1 => {}
            2 => all.push(Why::Pair { attribute }),
            _ => {
                let points = points(new, attribute) as i16 - points(old, attribute) as i16;
                all.push(Why::Group { attribute, size, points });
            }
        }
    }
    if all.is_empty() {
        all.push(Why::Starts);
    }
}

/// What the rounds still to be scored bring more.
fn rounds(eval: &Evaluator, state: &State, old: &Player, new: &Player) -> Option<Why> {
    let total = |player: &Player| {
        Outlook::of(&eval.rules, &player.garden, &player.storage, state.round()).rounds_total()
    };
    let points = total(new) as i16 - total(old) as i16;
    (points > 0).then_some(Why::Rounds { points })
}

/// The best hexagon that can be paid for only now.
fn affords(eval: &Evaluator, state: &State, old: &Player, new: &Player) -> Option<Why> {
    let payable = |player: &Player, kind| {
        player.storage.kinds().contains(kind) && player.storage.can_pay(kind)
    };
    let (tiles, wholes) = (new.storage.tiles.kinds(), new.storage.expansions);
    let view = View::new(eval, eval.moment(state, state.turn()), &new.garden, tiles, wholes);
    let gain = |kind| {
        let tile = if tiles.contains(kind) { view.best_tile(kind) } else { None };
        let whole = if wholes.contains(kind) { view.best_whole(kind) } else { None };
        tile.into_iter().chain(whole).map(|(_, gain)| gain).reduce(f32::max)
    };
    let kinds = new.storage.kinds();
    let now = kinds.iter().filter(|&kind| payable(new, kind) && !payable(old, kind));
    let best = now.filter_map(|kind| Some((kind, gain(kind)?))).max_by(|a, b| a.1.total_cmp(&b.1));
    best.map(|(kind, _)| Why::Affords { kind })
}

/// What the next player could have taken and no longer can.
fn denies(eval: &Evaluator, state: &State, after: &State) -> Option<Why> {
    let seat = crate::designer::next_player(state)?;
    let threat = Threat::new(eval, state, seat);
    let less = threat.best(state.display()) - threat.best(after.display());
    (less >= WORTH_TELLING).then_some(Why::Denies { seat, points: less.round() as i16 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Weights;
    use crate::testing::positions;
    use quinta_rules::Rules;

    fn kind(text: &str) -> Kind {
        text.parse().unwrap()
    }

    fn eval() -> Evaluator {
        Evaluator::new(&Rules::FRONT, Weights::tuned(&Rules::FRONT, 2))
    }

    #[test]
    fn every_legal_move_has_a_reason_in_words() {
        for (rules, seats) in [(Rules::FRONT, 2), (Rules::BACK, 4)] {
            let eval = Evaluator::new(&rules, Weights::tuned(&rules, seats));
            for state in positions(&rules, seats, 11) {
                for action in state.actions(&rules).step_by(7).chain([Action::PASS]) {
                    let reasons = reasons(&eval, &state, &action);
                    assert!(!reasons.is_empty(), "{action:?}");
                    assert!(reasons.iter().all(|why| !why.to_string().is_empty()));
                }
            }
        }
    }

    /// What a placement adds to the groups is told to the point.
    #[test]
    fn groups_and_rounds_are_counted() {
        let eval = eval();
        let mut seen = 0;
        for state in positions(&Rules::FRONT, 2, 1) {
            for action in state.actions(&Rules::FRONT) {
                let Action::Place { .. } = action else { continue };
                let seat = state.turn().index();
                let total = |player: &Player| {
                    let outlook =
                        Outlook::of(&Rules::FRONT, &player.garden, &player.storage, state.round());
                    (outlook.rounds_total() + outlook.groups_total()) as i16
                };
                let mut after = state;
                after.play_unchecked(&Rules::FRONT, &action);
                let more = total(&after.players()[seat]) - total(&state.players()[seat]);
                let told = reasons(&eval, &state, &action).into_iter().map(|why| match why {
                    Why::Group { points, .. } | Why::Rounds { points } => points,
                    _ => 0,
                });
                assert_eq!(told.sum::<i16>(), more, "{action:?}");
                seen += usize::from(more > 0);
            }
        }
        assert!(seen > 50, "{seen}");
    }

    #[test]
    fn passing_first_begins_the_next_round_and_costs_a_point() {
        let eval = eval();
        let state = positions(&Rules::FRONT, 2, 1).remove(0);
        let told = reasons(&eval, &state, &Action::PASS);
        assert_eq!(told, [Why::Stops, Why::Begins, Why::Costs { points: 1 }]);
        assert_eq!(
            in_words(&told),
            "nothing better to do this round, begins the next round, costs 1"
        );
    }

    #[test]
    fn codes_and_numbers_as_json() {
        let why = Why::Affords { kind: kind("b6") };
        assert_eq!(toml::Value::try_from(why).unwrap()["code"].as_str(), Some("affords"));
        assert_eq!(why.to_string(), "can then pay for the blue tulip");
    }
}
