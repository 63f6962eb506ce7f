//! The architect: a Monte Carlo tree search (PUCT) over one tree, with an evaluation at its leaves in place of playouts.
use crate::bot::{Bot, Budget, Decision, Scored, SearchContext, decision};
use crate::eval::Evaluator;
use crate::evaluation::{Evaluation, Outlook};
use quinta_rules::{Action, State};
pub use settings::{InvalidSetting, Settings};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tree::{Search, Sum, Tree};

mod endgame;
mod fingerprint;
mod node;
mod settings;
mod tree;

/// How many simulations are made between two looks at the clock.
const BETWEEN_LOOKS: u32 = 8;

/// A move of the root position, and what the search found for it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TriedMove {
    /// The move.
    pub action: Action,
    /// How many simulations went through it.
    pub visits: u32,
    /// The lead over the best other seat that it promises at the end, in points.
    pub lead: f32,
    /// The share of the victory that it promises, 0 to 1.
    pub win: f32,
}

/// What a search found.
#[derive(Debug, Clone, Default)]
pub struct SearchResult {
    /// The moves of the root position, the best first.
    pub tried: Vec<TriedMove>,
    /// How many simulations were made.
    pub simulations: u64,
    /// How the game is expected to end, averaged over all simulations; `None` if the ending was solved exactly.
    pub outlook: Option<Outlook>,
}

/// An architect for games with certain rules and a certain number of seats.
pub struct Architect {
    eval: Evaluator,
    evaluation: Arc<dyn Evaluation>,
    settings: Settings,
    context: SearchContext,
    /// The trees of the previous move, one for each thread. They are reused only if the budget is a time: with simulations, the
    /// result must not depend on what was searched before.
    kept: Mutex<Vec<Tree>>,
}

impl Architect {
    /// An architect that uses `evaluation` at its leaves; `eval` ranks places and payments.
    pub fn new(
        eval: Evaluator,
        evaluation: Arc<dyn Evaluation>,
        settings: Settings,
        context: SearchContext,
    ) -> Self {
        Self { eval, evaluation, settings, context, kept: Mutex::default() }
    }

    /// Searches a position that waits for an action.
    pub fn search(&self, state: &State, budget: Budget, seed: u64) -> SearchResult {
        self.search_with(state, budget, seed, &[])
    }

    /// Searches, and gives the legal actions `also` a minimum of visits, however poor they are.
    pub fn search_with(
        &self,
        state: &State,
        budget: Budget,
        seed: u64,
        also: &[Action],
    ) -> SearchResult {
        let start = self.context.clock.now();
        if also.iter().all(|action| !discards(action))
            && let Some((tried, steps)) = endgame::solve(&self.eval.rules, state, steps_for(budget))
        {
            return SearchResult { tried, simulations: steps as u64, outlook: None };
        }
        let search = Search {
            eval: &self.eval,
            evaluation: &*self.evaluation,
            settings: &self.settings,
            until: state.round() + self.settings.horizon,
            seed,
        };
        let trees = match budget {
            Budget::Simulations(count) => {
                let mut tree = Tree::new(&search, state, also);
                for left in (1..=count).rev() {
                    if tree.is_decided(u64::from(left)) {
                        break;
                    }
                    tree.simulate(&search);
                }
                vec![tree]
            }
            Budget::Time(time) => {
                let margin = Duration::from_millis(2).min(time / 10);
                self.search_until(&search, state, also, start, time.saturating_sub(margin))
            }
        };
        let found = merge(&trees);
        if let (Budget::Time(_), Ok(mut kept)) = (budget, self.kept.lock()) {
            *kept = trees;
        }
        found
    }

    /// Searches until a time; every thread has its own tree and its own random outcomes.
    fn search_until(
        &self,
        search: &Search,
        state: &State,
        also: &[Action],
        start: Duration,
        time: Duration,
    ) -> Vec<Tree> {
        let kept = self.kept.lock().map(|mut kept| std::mem::take(&mut *kept)).unwrap_or_default();
        let mut kept = kept.into_iter();
        let clock = &*self.context.clock;
        let work = move |number: u64, kept: Option<Tree>| {
            let search = Search { seed: search.seed.wrapping_add(number << 32), ..*search };
            let mut tree = Tree::continue_from(&search, kept, state, also);
            let mut done = 0;
            loop {
                let gone = clock.now().saturating_sub(start);
                if gone >= time {
                    return tree;
                }
                // An upper bound for what the time left allows: half as many again as the pace so far.
                let pace = f64::from(done) / gone.as_secs_f64().max(1e-6);
                let left = (1.5 * pace * time.saturating_sub(gone).as_secs_f64()) as u64;
                if done > 0 && tree.is_decided(left) {
                    return tree;
                }
                (0..BETWEEN_LOOKS).for_each(|_| tree.simulate(&search));
                done += BETWEEN_LOOKS;
            }
        };
        let threads = self.context.threads.max(1) as u64;
        if threads == 1 || cfg!(target_family = "wasm") {
            return vec![work(0, kept.next())];
        }
        std::thread::scope(|scope| {
            let handles: Vec<_> = (0..threads)
                .map(|number| {
                    let kept = kept.next();
                    scope.spawn(move || work(number, kept))
                })
                .collect();
            handles.into_iter().filter_map(|thread| thread.join().ok()).collect()
        })
    }

    fn decide(&self, state: &State, budget: Budget, seed: u64, also: Option<&Action>) -> Decision {
        let found = self.search_with(state, budget, seed, also.map_or(&[], std::slice::from_ref));
        // Moves are ranked by visits; a rarely tried one must not show a better value than one that was tried more.
        let mut least = f32::INFINITY;
        let ranked = found.tried.iter().map(|one| {
            least = least.min(one.lead);
            Scored { action: one.action, value: least, win: Some(one.win) }
        });
        decision(&self.eval, state, ranked.collect(), also, found.simulations)
    }
}

/// Whether this is a pass that discards something.
fn discards(action: &Action) -> bool {
    matches!(action, Action::Pass(_)) && *action != Action::PASS
}

/// How many steps solving an ending may take before the search: less than a fifth of the budget.
fn steps_for(budget: Budget) -> usize {
    match budget {
        Budget::Simulations(count) => 4 * count as usize,
        Budget::Time(time) => (time.as_millis() as usize * 300).min(3_000_000),
    }
}

/// Adds up the results of several trees, the most visited move first.
fn merge(trees: &[Tree]) -> SearchResult {
    let mut tried: Vec<TriedMove> = Vec::new();
    let mut simulations = 0;
    let mut sum = Sum::default();
    for tree in trees {
        simulations += tree.simulations();
        sum.add(tree.sum());
        for other in tree.tried() {
            match tried.iter_mut().find(|one| one.action == other.action) {
                Some(one) => one.add(&other),
                None => tried.push(other),
            }
        }
    }
    tried.sort_by_key(|one| std::cmp::Reverse(one.visits));
    let outlook = (simulations > 0).then(|| sum.mean(simulations));
    SearchResult { tried, simulations, outlook }
}

impl TriedMove {
    fn add(&mut self, other: &Self) {
        let visits = self.visits + other.visits;
        let share = other.visits as f32 / visits.max(1) as f32;
        self.lead += share * (other.lead - self.lead);
        self.win += share * (other.win - self.win);
        self.visits = visits;
    }
}

impl Bot for Architect {
    fn action(&self, state: &State, budget: Budget, seed: u64) -> Action {
        let found = self.search(state, budget, seed);
        found.tried.first().map_or(Action::PASS, |one| one.action)
    }

    fn choose(&self, state: &State, budget: Budget, seed: u64) -> Decision {
        self.decide(state, budget, seed, None)
    }

    fn judge(&self, state: &State, action: &Action, budget: Budget, seed: u64) -> Decision {
        self.decide(state, budget, seed, Some(action))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Weights;
    use crate::testing::positions;
    use quinta_rules::Rules;

    #[test]
    fn the_outlook_is_the_mean_of_what_was_tried() {
        let rules = Rules::FRONT;
        for seats in 2..=4 {
            let eval = Evaluator::new(&rules, Weights::tuned(&rules, seats));
            let evaluation = Arc::new(eval.clone());
            let settings = Settings::default();
            let architect = Architect::new(eval, evaluation, settings, SearchContext::default());
            for state in positions(&rules, seats, 7) {
                let found = architect.search(&state, Budget::Simulations(200), 1);
                let Some(outlook) = found.outlook else { continue };
                let visits: u32 = found.tried.iter().map(|one| one.visits).sum();
                let wins: f32 = found.tried.iter().map(|one| one.visits as f32 * one.win).sum();
                let mean = wins / visits as f32;
                assert!((outlook.wins[state.turn().index()] - mean).abs() < 1e-3);
                assert!((outlook.wins.iter().sum::<f32>() - 1.0).abs() < 1e-3);
                assert!(outlook.scores[seats..].iter().all(|&score| score == 0.0));
            }
        }
    }
}
