//! Greedy play: the gardener, and those who misjudge what it sees: the seedling a little, the sprout a lot.
use crate::bot::{Bot, Budget, Decision, decision, lead};
use crate::eval::Evaluator;
use crate::evaluation::exp;
use crate::greedy;
use quinta_rules::{Action, State};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// A move that gives away more than this many temperatures is never made.
const MOST_GIVEN_AWAY: f32 = 3.0;

pub(crate) struct Gardener {
    pub(crate) eval: Evaluator,
    /// How freely it errs, in points: a move that gives away so many is chosen 1/e times as often as the best one.
    pub(crate) temperature: f32,
}

impl Gardener {
    /// The candidates as it sees them, by what they gain.
    fn judged(&self, state: &State, seed: u64) -> Vec<(Action, f32)> {
        let mut all = greedy::all(&self.eval, state);
        if self.temperature <= 0.0 {
            return all;
        }
        let best = greedy::best(&all);
        let is_pass = |action: &Action| matches!(action, Action::Pass(_));
        if is_pass(&best) {
            return all;
        }
        // Even a beginner passes only when there is nothing better to do.
        all.retain(|(action, _)| !is_pass(action));
        let most = all.iter().map(|one| one.1).fold(f32::NEG_INFINITY, f32::max);
        all.retain(|(_, worth)| most - worth <= MOST_GIVEN_AWAY * self.temperature);
        let weight = |worth: f32| exp((worth - most) / self.temperature);
        let total: f32 = all.iter().map(|one| weight(one.1)).sum();
        let mut left = Xoshiro256PlusPlus::seed_from_u64(seed).random::<f32>() * total;
        let drawn = all.iter().position(|one| {
            left -= weight(one.1);
            left < 0.0
        });
        // It takes the one that it draws for the best.
        let (action, _) = all.remove(drawn.unwrap_or_default());
        all.insert(0, (action, most));
        all
    }

    /// The same, by the lead that they promise.
    fn candidates(&self, state: &State, seed: u64) -> Vec<(Action, f32)> {
        let mut all = self.judged(state, seed);
        let lead = lead(&self.eval, state);
        for (_, worth) in &mut all {
            *worth += lead;
        }
        all
    }
}

impl Bot for Gardener {
    fn action(&self, state: &State, _: Budget, seed: u64) -> Action {
        greedy::best(&self.judged(state, seed))
    }

    fn choose(&self, state: &State, _: Budget, seed: u64) -> Decision {
        decision(&self.eval, state, self.candidates(state, seed), None, 0)
    }

    fn judge(&self, state: &State, action: &Action, _: Budget, seed: u64) -> Decision {
        decision(&self.eval, state, self.candidates(state, seed), Some(action), 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Weights;
    use crate::testing::positions;
    use quinta_rules::Rules;

    fn bot(temperature: f32) -> Gardener {
        Gardener { eval: Evaluator::new(&Rules::FRONT, Weights::by_hand()), temperature }
    }

    #[test]
    fn errors_are_sound_moves_and_never_a_pass() {
        let (gardener, sprout) = (bot(0.0), bot(8.0));
        let mut given_away = 0.0;
        for state in positions(&Rules::FRONT, 2, 3) {
            let all = greedy::all(&gardener.eval, &state);
            let best = gardener.action(&state, Budget::default(), 0);
            for seed in 0..20 {
                let action = sprout.action(&state, Budget::default(), seed);
                let worth = |of: &Action| all.iter().find(|one| one.0 == *of).map(|one| one.1);
                let lost = worth(&best).zip(worth(&action)).map(|(best, own)| best - own);
                assert!(lost.is_some_and(|lost| lost <= 24.0), "{action:?}");
                let passes = |action: &Action| matches!(action, Action::Pass(_));
                assert_eq!(passes(&action), passes(&best), "{action:?}");
                given_away += lost.unwrap_or_default();
            }
        }
        assert!(given_away > 0.0);
    }

    #[test]
    fn the_warmer_the_more_is_given_away() {
        let all = positions(&Rules::FRONT, 2, 3);
        let mean = |temperature: f32| {
            let (cold, warm) = (bot(0.0), bot(temperature));
            let lost = |state: &State| {
                let worths = greedy::all(&cold.eval, state);
                let worth =
                    |of: Action| worths.iter().find(|one| one.0 == of).map_or(0.0, |one| one.1);
                worth(cold.action(state, Budget::default(), 0))
                    - worth(warm.action(state, Budget::default(), 7))
            };
            all.iter().map(lost).sum::<f32>() / all.len() as f32
        };
        let (little, more, most) = (mean(0.5), mean(3.0), mean(9.0));
        assert!(little < more && more < most, "{little}, {more}, {most}");
    }
}
