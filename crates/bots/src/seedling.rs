//! The seedling: the gardener's candidates, judged by a distracted eye. Its moves look sensible and can be beaten.
use crate::bot::{Bot, Budget, Decision, decision, lead};
use crate::eval::Evaluator;
use crate::greedy;
use quinta_rules::{Action, State};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// By how many points it misjudges a candidate at the most.
const DISTRACTION: f32 = 11.0;

pub(crate) struct Seedling(pub(crate) Evaluator);

impl Seedling {
    fn judged(&self, state: &State, seed: u64) -> Vec<(Action, f32)> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut all = greedy::all(&self.0, state);
        for (action, worth) in &mut all {
            // It never overlooks a pass: a child stops when there is nothing left to do, not before.
            let noise = if matches!(action, Action::Pass(_)) { 0.0 } else { rng.random::<f32>() };
            *worth += DISTRACTION * noise;
        }
        all
    }

    fn candidates(&self, state: &State, seed: u64) -> Vec<(Action, f32)> {
        let mut all = self.judged(state, seed);
        let lead = lead(&self.0, state);
        for (_, worth) in &mut all {
            *worth += lead;
        }
        all
    }
}

impl Bot for Seedling {
    fn action(&self, state: &State, _: Budget, seed: u64) -> Action {
        greedy::best(&self.judged(state, seed))
    }

    fn choose(&self, state: &State, _: Budget, seed: u64) -> Decision {
        decision(&self.0, state, self.candidates(state, seed), None, 0)
    }

    fn judge(&self, state: &State, action: &Action, _: Budget, seed: u64) -> Decision {
        decision(&self.0, state, self.candidates(state, seed), Some(action), 0)
    }
}
