//! The gardener and, with an error, the seedling: greedy play, whose candidates a beginner misjudges. Such moves look sensible and can be
//! beaten.
use crate::bot::{Bot, Budget, Decision, decision, lead};
use crate::eval::Evaluator;
use crate::greedy;
use quinta_rules::{Action, State};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

pub(crate) struct Gardener {
    pub(crate) eval: Evaluator,
    /// By how many points it misjudges a candidate at the most.
    pub(crate) error: f32,
}

impl Gardener {
    /// The candidates as it sees them, by what they gain.
    fn judged(&self, state: &State, seed: u64) -> Vec<(Action, f32)> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut all = greedy::all(&self.eval, state);
        for (action, worth) in &mut all {
            // A pass is judged as it is, so that even a beginner stops only when there is nothing left to do.
            if !matches!(action, Action::Pass(_)) {
                *worth += self.error * rng.random::<f32>();
            }
        }
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
        if self.error > 0.0 {
            greedy::best(&self.judged(state, seed))
        } else {
            greedy::action(&self.eval, state)
        }
    }

    fn choose(&self, state: &State, _: Budget, seed: u64) -> Decision {
        decision(&self.eval, state, self.candidates(state, seed), None, 0)
    }

    fn judge(&self, state: &State, action: &Action, _: Budget, seed: u64) -> Decision {
        decision(&self.eval, state, self.candidates(state, seed), Some(action), 0)
    }
}
