//! The mason: searches below each of the designer's best candidates and repeatedly drops the poorer half (sequential halving).
//!
//! Every candidate has its own tree (`mason/tree.rs`); all of them meet the same outcomes of chance, so that comparing them is fair.
use crate::bot::{Bot, Budget, Decision, SearchContext, decision};
use crate::clock::Clock;
use crate::designer;
use crate::eval::Evaluator;
use quinta_rules::{Action, Seat, State};
use std::time::Duration;
use tree::{Search, Tree};

mod tree;

/// How often per halving the search checks whether the best candidate is beyond doubt.
const STEPS: usize = 4;

/// How the mason searches.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// How many of the designer's candidates are tried.
    pub candidates: usize,
    /// How many rounds a simulation plays, this one included, before it is evaluated.
    pub rounds: usize,
    /// How many simulations the designer's own estimate counts for.
    pub prior: f64,
    /// The lead, in points, beyond which more counts less.
    pub scale: f64,
    /// Whether the poorer half is dropped repeatedly; otherwise all are tried equally often.
    pub halving: bool,
    /// The most nodes of a candidate's tree; 0 for greedy replies from the first move on (flat Monte Carlo).
    pub nodes: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { candidates: 12, rounds: 1, prior: 8.0, scale: 40.0, halving: true, nodes: 4096 }
    }
}

/// A mason for games with certain rules.
#[derive(Clone)]
pub struct Mason {
    eval: Evaluator,
    settings: Settings,
    context: SearchContext,
}

/// A candidate and the results of its simulations.
struct Trial {
    action: Action,
    prior: f64,
    results: Vec<f64>,
    tree: Tree,
}

impl Trial {
    fn mean(&self, weight: f64) -> f64 {
        let sum: f64 = self.results.iter().sum();
        (weight * self.prior + sum) / (weight + self.results.len() as f64).max(1e-9)
    }
}

impl Mason {
    /// A mason with this evaluation and the default settings.
    pub fn new(eval: Evaluator, context: SearchContext) -> Self {
        Self::with(eval, Settings::default(), context)
    }

    /// A mason with other settings.
    pub fn with(eval: Evaluator, settings: Settings, context: SearchContext) -> Self {
        Self { eval, settings, context }
    }

    /// The candidates, the best first, and the number of simulations. `also` is never dropped, however poor it is.
    fn search(
        &self,
        state: &State,
        budget: Budget,
        seed: u64,
        also: Option<&Action>,
    ) -> (Vec<(Action, f32)>, u64) {
        let start = self.context.clock.now();
        let weight = self.settings.prior;
        let mut trials = self.trials(state, also);
        let search = Search {
            eval: &self.eval,
            until: state.round() + self.settings.rounds,
            scale: self.settings.scale,
            seed,
            nodes: self.settings.nodes,
        };
        let mut alive = trials.len();
        let stages = if self.settings.halving { alive.max(2).ilog2() as usize } else { 1 };
        let mut simulations = 0;
        let steps = stages * STEPS;
        for step in 1..=steps {
            if alive < 2 || is_decided(&trials[..alive]) {
                break;
            }
            let part = step as f64 / steps as f64;
            let limit = Limit::at(budget, start, part, alive, simulations);
            simulations += self.step(&search, state.turn(), &mut trials[..alive], limit);
            trials[..alive].sort_by(|a, b| b.mean(weight).total_cmp(&a.mean(weight)));
            if self.settings.halving && step % STEPS == 0 {
                alive = alive.div_ceil(2);
                if let Some(place) = trials.iter().position(|t| Some(&t.action) == also)
                    && place >= alive
                {
                    trials.swap(place, alive);
                    alive += 1;
                }
            }
        }
        // Those dropped early were tried less, so they must not show a better value than those that were kept.
        let mut least = f32::INFINITY;
        let ranked = trials
            .iter()
            .map(|trial| {
                least = least.min(self.lead(trial.mean(weight)) as f32);
                (trial.action, least)
            })
            .collect();
        (ranked, simulations)
    }

    /// The designer's best candidates, the best first.
    fn trials(&self, state: &State, also: Option<&Action>) -> Vec<Trial> {
        let mut all = designer::all(&self.eval, state);
        all.sort_by(|a, b| b.1.total_cmp(&a.1));
        let surplus = all.split_off(all.len().min(self.settings.candidates));
        if let Some(&action) = also
            && all.iter().all(|(other, _)| *other != action)
        {
            let known = surplus.iter().find(|(other, _)| *other == action);
            let lead = || designer::Judge::new(&self.eval, state).lead(&action);
            all.push((action, known.map_or_else(lead, |(_, lead)| *lead)));
        }
        let trial = |(action, lead)| {
            let prior = self.utility(f64::from(lead));
            let tree = Tree::new(&self.eval.rules, state, &action);
            Trial { action, prior, results: Vec::new(), tree }
        };
        all.into_iter().map(trial).collect()
    }

    /// Tries all of these equally often until the limit, and returns how many simulations that took.
    ///
    /// A row is one simulation of each, with the same seed. Each candidate belongs to one thread and has its own tree, so the number of
    /// threads does not change the result.
    fn step(&self, search: &Search, seat: Seat, trials: &mut [Trial], limit: Limit) -> u64 {
        let first = trials[0].results.len();
        let threads = if cfg!(target_family = "wasm") { 1 } else { self.context.threads };
        let threads = threads.clamp(1, trials.len());
        let clock = &*self.context.clock;
        let work = |mut share: Vec<&mut Trial>| {
            let mut done = 0;
            let mut rows = 0;
            while !limit.reached(rows, clock) {
                for trial in &mut share {
                    let values = trial.tree.simulate(search, (first + rows) as u64);
                    trial.results.push(values[seat.index()]);
                    done += 1;
                }
                rows += 1;
            }
            done
        };
        let mut shares: Vec<Vec<_>> = (0..threads).map(|_| Vec::new()).collect();
        trials
            .iter_mut()
            .enumerate()
            .for_each(|(place, trial)| shares[place % threads].push(trial));
        if threads == 1 {
            return shares.into_iter().map(work).sum();
        }
        std::thread::scope(|scope| {
            let work = &work;
            let handles: Vec<_> =
                shares.into_iter().map(|share| scope.spawn(move || work(share))).collect();
            handles.into_iter().map(|thread| thread.join().unwrap_or_default()).sum()
        })
    }

    fn utility(&self, lead: f64) -> f64 {
        (lead / self.settings.scale).tanh()
    }

    fn lead(&self, utility: f64) -> f64 {
        utility.clamp(-0.999, 0.999).atanh() * self.settings.scale
    }
}

impl Bot for Mason {
    fn action(&self, state: &State, budget: Budget, seed: u64) -> Action {
        let (ranked, _) = self.search(state, budget, seed, None);
        ranked.first().map_or(Action::PASS, |&(action, _)| action)
    }

    fn choose(&self, state: &State, budget: Budget, seed: u64) -> Decision {
        let (ranked, simulations) = self.search(state, budget, seed, None);
        decision(&self.eval, state, ranked, None, simulations)
    }

    fn judge(&self, state: &State, action: &Action, budget: Budget, seed: u64) -> Decision {
        let (ranked, simulations) = self.search(state, budget, seed, Some(action));
        decision(&self.eval, state, ranked, Some(action), simulations)
    }
}

/// Whether the first is so far ahead of all others, in paired simulations, that more of them would change nothing.
fn is_decided(trials: &[Trial]) -> bool {
    const ENOUGH: usize = 30;
    const SURE: f64 = 4.0;
    let Some((first, others)) = trials.split_first() else { return true };
    first.results.len() >= ENOUGH
        && others.iter().all(|other| {
            let leads = || first.results.iter().zip(&other.results).map(|(a, b)| a - b);
            let n = first.results.len() as f64;
            let mean = leads().sum::<f64>() / n;
            let variance = leads().map(|lead| (lead - mean).powi(2)).sum::<f64>() / (n - 1.0);
            mean > SURE * (variance / n).sqrt()
        })
}

/// When a step ends.
#[derive(Clone, Copy)]
enum Limit {
    Until(Duration),
    Rows(usize),
}

impl Limit {
    /// When this part (0 to 1) of the budget is spent.
    fn at(budget: Budget, start: Duration, part: f64, alive: usize, spent: u64) -> Self {
        match budget {
            Budget::Time(time) => {
                let margin = Duration::from_millis(2).min(time / 10);
                Self::Until(start + time.saturating_sub(margin).mul_f64(part))
            }
            Budget::Simulations(count) => {
                let share = (f64::from(count) * part - spent as f64).max(0.0);
                Self::Rows((share / alive as f64) as usize)
            }
        }
    }

    fn reached(self, rows: usize, clock: &dyn Clock) -> bool {
        match self {
            Self::Until(end) => clock.now() >= end,
            Self::Rows(most) => rows >= most,
        }
    }
}
