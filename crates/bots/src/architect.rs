//! The architect: one tree of positions, asked again and again where it is most promising, with the evaluation at its leaves.
use crate::bot::{Bot, Budget, Decision, Tools, Weighed, decision};
use crate::eval::Evaluator;
use crate::evaluation::{Evaluation, Outlook};
use quinta_rules::{Action, State};
pub use settings::{InvalidSetting, Settings};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tree::{Search, Sum, Tree};

mod endgame;
mod node;
mod print;
mod settings;
mod tree;

/// So many simulations go by between two looks at the clock.
const BETWEEN_LOOKS: u32 = 8;

/// A move of the position that was searched, and what came of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tried {
    /// The move.
    pub action: Action,
    /// How often it was tried.
    pub visits: u32,
    /// The lead over the best other seat that it promises at the end, in points.
    pub lead: f32,
    /// The share of the victory that it promises, 0 to 1.
    pub win: f32,
}

/// What a search found.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// All moves that were looked at, the best first.
    pub tried: Vec<Tried>,
    /// How many simulations it took.
    pub simulations: u64,
    /// How the game is expected to end, over all simulations; `None` where the ending was solved.
    pub outlook: Option<Outlook>,
}

/// The architect at a table.
pub struct Architect {
    eval: Evaluator,
    mind: Arc<dyn Evaluation>,
    settings: Settings,
    tools: Tools,
    /// The trees of the move before, one for each thread. They are used again only when time is the budget: what a bot does with
    /// so many simulations must not depend on what it was asked before.
    kept: Mutex<Vec<Tree>>,
}

impl Architect {
    /// An architect whose leaves ask `mind`; `eval` ranks places and payments.
    pub fn new(
        eval: Evaluator,
        mind: Arc<dyn Evaluation>,
        settings: Settings,
        tools: Tools,
    ) -> Self {
        Self { eval, mind, settings, tools, kept: Mutex::default() }
    }

    /// Searches. The state must wait for an action.
    pub fn search(&self, state: &State, budget: Budget, seed: u64) -> Found {
        self.search_with(state, budget, seed, &[])
    }

    /// The same; the legal actions of `also` are tried properly, however poor they are.
    pub fn search_with(&self, state: &State, budget: Budget, seed: u64, also: &[Action]) -> Found {
        let start = self.tools.clock.now();
        if also.iter().all(|action| !discards(action))
            && let Some((tried, steps)) = endgame::solve(&self.eval.rules, state, steps_for(budget))
        {
            return Found { tried, simulations: steps as u64, outlook: None };
        }
        let search = Search {
            eval: &self.eval,
            mind: &*self.mind,
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

    /// Every thread thinks in a tree of its own, with luck of its own.
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
        let clock = &*self.tools.clock;
        let work = move |number: u64, kept: Option<Tree>| {
            let search = Search { seed: search.seed.wrapping_add(number << 32), ..*search };
            let mut tree = Tree::going_on(&search, kept, state, also);
            let mut done = 0;
            loop {
                let gone = clock.now().saturating_sub(start);
                if gone >= time {
                    return tree;
                }
                // As many as were possible so far are possible in the time that is left, and some more.
                let pace = f64::from(done) / gone.as_secs_f64().max(1e-6);
                let left = (1.5 * pace * time.saturating_sub(gone).as_secs_f64()) as u64;
                if done > 0 && tree.is_decided(left) {
                    return tree;
                }
                (0..BETWEEN_LOOKS).for_each(|_| tree.simulate(&search));
                done += BETWEEN_LOOKS;
            }
        };
        let jobs = self.tools.jobs.max(1) as u64;
        if jobs == 1 || cfg!(target_family = "wasm") {
            return vec![work(0, kept.next())];
        }
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..jobs)
                .map(|number| {
                    let kept = kept.next();
                    scope.spawn(move || work(number, kept))
                })
                .collect();
            threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
        })
    }

    fn decide(&self, state: &State, budget: Budget, seed: u64, also: Option<&Action>) -> Decision {
        let found = self.search_with(state, budget, seed, also.map_or(&[], std::slice::from_ref));
        // Those seldom tried rank behind those tried more, whatever their few results say.
        let mut least = f32::INFINITY;
        let ranked = found.tried.iter().map(|one| {
            least = least.min(one.lead);
            Weighed { action: one.action, value: least, win: Some(one.win) }
        });
        decision(&self.eval, state, ranked.collect(), also, found.simulations)
    }
}

/// Whether it is a pass that discards something.
fn discards(action: &Action) -> bool {
    matches!(action, Action::Pass(_)) && *action != Action::PASS
}

/// How many steps of an ending may be made before the search: less than a fifth of what the budget allows.
fn steps_for(budget: Budget) -> usize {
    match budget {
        Budget::Simulations(count) => 4 * count as usize,
        Budget::Time(time) => (time.as_millis() as usize * 300).min(3_000_000),
    }
}

/// What several trees found together, the most tried first.
fn merge(trees: &[Tree]) -> Found {
    let mut tried: Vec<Tried> = Vec::new();
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
    Found { tried, simulations, outlook }
}

impl Tried {
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
            let mind = Arc::new(eval.clone());
            let settings = Settings::default();
            let architect = Architect::new(eval, mind, settings, Tools::default());
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
