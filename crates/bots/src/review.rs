//! Reviews of games: what a move gave away, how it is graded, and which moves mattered most.
use crate::bot::{Bot, Budget, Candidate};
use quinta_rules::{Action, State};
use serde::{Deserialize, Serialize};

/// The most better moves of a review.
const BETTER: usize = 3;
/// The most moments of a game.
const MOMENTS: usize = 5;

/// How good a move was, by what it gave away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum Grade {
    /// What the bot would have done, or as good.
    Best,
    /// It gave away next to nothing.
    Good,
    /// There was something better.
    Inexact,
    /// It cost something.
    Mistake,
    /// It cost much.
    Blunder,
}

impl Grade {
    /// Returns the grade of a move that gave away so many points.
    pub fn of(given_away: f32) -> Self {
        match given_away {
            lost if lost >= 8.0 => Self::Blunder,
            lost if lost >= 4.0 => Self::Mistake,
            lost if lost >= 1.5 => Self::Inexact,
            lost if lost > 0.0 => Self::Good,
            _ => Self::Best,
        }
    }

    /// Returns its name, as it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inexact => "inexact",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// A bot's judgement of a move.
#[derive(Debug, Clone)]
pub struct Judged {
    /// The lead over the best other seat that it promises at the end, in points.
    pub value: f32,
    /// What it gave away against the best move, in points.
    pub given_away: f32,
    /// What would have been better, the best first: three moves at most, none for a move that gave nothing away.
    pub better: Vec<Candidate>,
}

impl Judged {
    /// Returns a bot's judgement of a legal action; the state must wait for one.
    pub fn of(bot: &dyn Bot, state: &State, action: &Action, budget: Budget, seed: u64) -> Self {
        let mut candidates = bot.judge(state, action, budget, seed).candidates;
        let best = candidates.iter().map(|one| one.value).reduce(f32::max).unwrap_or_default();
        let played = candidates.iter().find(|one| one.action == *action);
        let value = played.map_or(best, |one| one.value);
        candidates.retain(|one| one.value > value);
        candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
        candidates.truncate(BETTER);
        Self { value, given_away: best - value, better: candidates }
    }

    /// Returns its grade.
    pub fn grade(&self) -> Grade {
        Grade::of(self.given_away)
    }
}

/// Returns the indices of the moves that gave away most, in the order of play: at most five, and none that was good.
pub fn moments<'a>(game: impl IntoIterator<Item = &'a Judged>) -> Vec<usize> {
    let mut poor: Vec<(usize, f32)> = (game.into_iter().enumerate())
        .filter(|(_, judged)| judged.grade() >= Grade::Inexact)
        .map(|(place, judged)| (place, judged.given_away))
        .collect();
    poor.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut places: Vec<_> = poor.into_iter().take(MOMENTS).map(|(place, _)| place).collect();
    places.sort_unstable();
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::positions;
    use crate::{BotLevel, BotModel, SearchContext};
    use quinta_rules::Rules;

    fn gave(points: f32) -> Judged {
        Judged { value: 0.0, given_away: points, better: Vec::new() }
    }

    #[test]
    fn grades_follow_from_what_was_given_away() {
        use Grade::{Best, Blunder, Good, Inexact, Mistake};
        let graded = [0.0, 0.1, 1.4, 1.5, 3.9, 4.0, 7.9, 8.0, 60.0].map(Grade::of);
        let expected = [Best, Good, Good, Inexact, Inexact, Mistake, Mistake, Blunder, Blunder];
        assert_eq!(graded, expected);
        for grade in graded {
            assert_eq!(toml::Value::try_from(grade).unwrap().as_str(), Some(grade.name()));
        }
    }

    #[test]
    fn the_five_dearest_moves_are_the_moments_in_their_order() {
        let game = [3.0, 0.0, 9.0, 1.0, 2.0, 20.0, 5.0, 4.0].map(gave);
        assert_eq!(moments(&game), [0, 2, 5, 6, 7]);
        assert_eq!(moments(&game[..2]), [0]);
        assert!(moments(&[gave(0.0), gave(1.4)]).is_empty(), "nothing was wrong with it");
    }

    /// What the bot would do gives nothing away; everything else is compared with it.
    #[test]
    fn a_move_is_compared_with_what_the_bot_would_do() {
        let rules = Rules::FRONT;
        let budget = Budget::Simulations(60);
        let spec = crate::BotSpec::from(BotLevel::Architect);
        for bot in [
            spec.build(&rules, 2, &BotModel::Shipped, SearchContext::default()),
            BotLevel::Designer.build(&rules, 2),
        ] {
            for (number, state) in positions(&rules, 2, 9).iter().enumerate() {
                let seed = number as u64;
                let best = bot.choose(state, budget, seed).action;
                let actions = state.actions(&rules).step_by(31).chain([best, Action::PASS]);
                for action in actions {
                    let judged = Judged::of(&*bot, state, &action, budget, seed);
                    assert!(judged.given_away >= 0.0 && judged.value.is_finite(), "{action:?}");
                    assert_eq!(judged.better.is_empty(), judged.grade() == Grade::Best);
                    assert!(judged.better.len() <= 3);
                    assert!(judged.better.iter().all(|one| one.action != action));
                    assert!(judged.better.is_sorted_by(|a, b| a.value >= b.value));
                    if let Some(first) = judged.better.first() {
                        let most = judged.value + judged.given_away;
                        assert!((first.value - most).abs() < 1e-3, "{} {most}", first.value);
                    }
                }
            }
        }
    }

    #[test]
    fn the_same_question_has_the_same_answer() {
        let rules = Rules::BACK;
        let bot = BotLevel::Architect.build(&rules, 3);
        for state in positions(&rules, 3, 40) {
            let ask =
                || Judged::of(&*bot, &state, &Action::PASS, Budget::Simulations(40), 3).given_away;
            assert_eq!(ask().to_bits(), ask().to_bits());
        }
    }
}
