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
    fn judged(&self, state: &State, seed: u64, sink: &mut impl FnMut(Action, f32)) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        greedy::consider(&self.0, state, &mut |action, worth| {
            // It never overlooks a pass: a child stops when there is nothing left to do, not before.
            let noise = if matches!(action, Action::Pass(_)) { 0.0 } else { rng.random::<f32>() };
            sink(action, worth + DISTRACTION * noise);
        });
    }

    #[cfg_attr(quinta_module, optimize(size))]
    fn candidates(&self, state: &State, seed: u64) -> Vec<(Action, f32)> {
        let mut all = Vec::new();
        let lead = lead(&self.0, state);
        self.judged(state, seed, &mut |action, worth| all.push((action, worth + lead)));
        all
    }
}

impl Bot for Seedling {
    #[cfg_attr(quinta_module, optimize(size))]
    fn action(&self, state: &State, _: Budget, seed: u64) -> Action {
        let mut best = (Action::PASS, f32::NEG_INFINITY);
        self.judged(state, seed, &mut |action, worth| {
            if worth > best.1 {
                best = (action, worth);
            }
        });
        best.0
    }

    fn choose(&self, state: &State, _: Budget, seed: u64) -> Decision {
        decision(&self.0, state, self.candidates(state, seed), None, 0)
    }

    fn judge(&self, state: &State, action: &Action, _: Budget, seed: u64) -> Decision {
        decision(&self.0, state, self.candidates(state, seed), Some(action), 0)
    }
}
