//! The architect: it tries the designer's best candidates in simulated games and drops the poorer half again and again.
//!
//! Every candidate meets the same luck and the same play, so that their difference is measured, not their luck. A simulation
//! plays on greedily with the tuned weights for a while and then asks the evaluation.
use crate::bot::{Bot, Budget, Decision, decision};
use crate::designer;
use crate::eval::Evaluator;
use crate::greedy;
use quinta_rules::{Action, Seat, State};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use std::time::{Duration, Instant};

/// How the architect searches.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// How many of the designer's candidates are tried.
    pub candidates: usize,
    /// How many rounds a simulation goes on for, this one included, before the evaluation is asked.
    pub rounds: usize,
    /// How many simulations the designer's own opinion counts for.
    pub prior: f64,
    /// The lead, in points, beyond which more counts less.
    pub scale: f64,
    /// Whether the poorer half is dropped step by step; otherwise all are tried equally often (flat Monte Carlo).
    pub halving: bool,
    /// Threads.
    pub jobs: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { candidates: 12, rounds: 1, prior: 8.0, scale: 40.0, halving: true, jobs: 1 }
    }
}

/// The architect at a table.
#[derive(Debug, Clone)]
pub struct Architect {
    eval: Evaluator,
    settings: Settings,
}

/// A candidate and what its simulations said.
struct Trial {
    action: Action,
    prior: f64,
    results: Vec<f64>,
}

impl Trial {
    fn mean(&self, weight: f64) -> f64 {
        let sum: f64 = self.results.iter().sum();
        (weight * self.prior + sum) / (weight + self.results.len() as f64).max(1e-9)
    }
}

impl Architect {
    /// An architect with this evaluation and the usual settings.
    pub fn new(eval: Evaluator) -> Self {
        Self::with(eval, Settings::default())
    }

    /// An architect that searches in its own way.
    pub fn with(eval: Evaluator, settings: Settings) -> Self {
        Self { eval, settings }
    }

    fn search(&self, state: &State, budget: Budget, seed: u64) -> (Vec<(Action, f32)>, u64) {
        let start = Instant::now();
        let mut all = Vec::new();
        designer::consider(&self.eval, state, &mut |action, worth| all.push((action, worth)));
        all.sort_by(|a, b| b.1.total_cmp(&a.1));
        all.truncate(self.settings.candidates);
        let mut trials: Vec<_> = all
            .iter()
            .map(|&(action, lead)| Trial {
                action,
                prior: self.utility(f64::from(lead)),
                results: Vec::new(),
            })
            .collect();
        let mut alive = trials.len();
        let stages = if self.settings.halving { alive.max(2).ilog2() as usize } else { 1 };
        let mut simulations = 0;
        for stage in 0..stages {
            if alive < 2 {
                break;
            }
            let limit = Limit::of_stage(budget, start, stage, stages, alive, simulations);
            simulations += self.stage(state, seed, &mut trials[..alive], limit);
            let weight = self.settings.prior;
            trials[..alive].sort_by(|a, b| b.mean(weight).total_cmp(&a.mean(weight)));
            if self.settings.halving {
                alive = alive.div_ceil(2);
            }
        }
        let weight = self.settings.prior;
        let ranked = trials
            .iter()
            .map(|trial| (trial.action, self.lead(trial.mean(weight)) as f32))
            .collect();
        (ranked, simulations)
    }

    /// Tries all of these equally often until the limit; answers how many simulations that took.
    fn stage(&self, state: &State, seed: u64, trials: &mut [Trial], limit: Limit) -> u64 {
        let before = trials[0].results.len();
        let mut row = Vec::with_capacity(trials.len());
        loop {
            let number = trials[0].results.len();
            if limit.reached(number - before) {
                return ((number - before) * trials.len()) as u64;
            }
            row.clear();
            for trial in trials.iter() {
                let luck = seed ^ (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                row.push(self.simulate(state, &trial.action, luck));
                if limit.out_of_time() {
                    // A row that is not whole would favour those that came first.
                    return ((number - before) * trials.len()) as u64;
                }
            }
            for (trial, &result) in trials.iter_mut().zip(&row) {
                trial.results.push(result);
            }
        }
    }

    /// One simulated game after this action: how well the seat that took it does, from -1 to 1.
    fn simulate(&self, state: &State, action: &Action, luck: u64) -> f64 {
        let rules = &self.eval.rules;
        let mut rng = SmallRng::seed_from_u64(luck);
        let seat = state.turn();
        let until = state.round() + self.settings.rounds;
        let mut state = *state;
        state.play_unchecked(rules, action);
        while !state.is_over() && state.round() < until {
            if let Some(outcome) = quinta_deal::outcome(rules, &state, &mut rng) {
                state.chance_unchecked(&outcome);
            } else {
                let action = greedy::action(&self.eval, &state);
                state.play_unchecked(rules, &action);
            }
        }
        let scores = self.eval.expected_scores(&state);
        let others = Seat::all(state.seats()).filter(|&other| other != seat);
        let best = others.map(|other| scores[other.index()]).fold(f32::NEG_INFINITY, f32::max);
        self.utility(f64::from(scores[seat.index()] - best))
    }

    fn utility(&self, lead: f64) -> f64 {
        (lead / self.settings.scale).tanh()
    }

    fn lead(&self, utility: f64) -> f64 {
        utility.clamp(-0.999, 0.999).atanh() * self.settings.scale
    }
}

impl Bot for Architect {
    fn action(&self, state: &State, budget: Budget, seed: u64) -> Action {
        let (ranked, _) = self.search(state, budget, seed);
        ranked.first().map_or(Action::PASS, |&(action, _)| action)
    }

    fn choose(&self, state: &State, budget: Budget, seed: u64) -> Decision {
        let (ranked, simulations) = self.search(state, budget, seed);
        decision(&self.eval, state, ranked, simulations)
    }
}

/// When a stage ends.
#[derive(Clone, Copy)]
enum Limit {
    Until(Instant),
    Rows(usize),
}

impl Limit {
    fn of_stage(
        budget: Budget,
        start: Instant,
        stage: usize,
        stages: usize,
        alive: usize,
        spent: u64,
    ) -> Self {
        let part = (stage + 1) as f64 / stages as f64;
        match budget {
            Budget::Time(time) => {
                let margin = Duration::from_millis(2).min(time / 10);
                Self::Until(start + (time - margin).mul_f64(part))
            }
            Budget::Simulations(count) => {
                let share = (f64::from(count) * part - spent as f64).max(0.0);
                Self::Rows((share / alive as f64) as usize)
            }
        }
    }

    fn reached(self, rows: usize) -> bool {
        match self {
            Self::Until(_) => self.out_of_time(),
            Self::Rows(most) => rows >= most,
        }
    }

    fn out_of_time(self) -> bool {
        matches!(self, Self::Until(end) if Instant::now() >= end)
    }
}
