//! Nodes and edges of the architect's tree: a position, its moves with their statistics, and what follows each.
use super::Settings;
use super::fingerprint::Fingerprint;
use super::tree::{Search, Values};
use quinta_rules::{Action, Seat};

/// The index of a node in its tree.
pub(super) type Number = u32;
pub(super) const NONE: Number = u32::MAX;

/// A move with the sums of its results for the seat that makes it. The sums are `f64` because after a million visits an `f32` loses
/// small values.
#[derive(Clone)]
pub(super) struct Edge {
    pub(super) action: Action,
    pub(super) promise: f32,
    pub(super) visits: u32,
    pub(super) utility: f64,
    pub(super) lead: f64,
    pub(super) win: f64,
    pub(super) next: Next,
}

/// What follows a move.
#[derive(Clone)]
pub(super) enum Next {
    /// A position, or none that has a node yet.
    Node(Number),
    /// Chance, with the outcomes drawn so far.
    Chance(Vec<Outcome>),
}

#[derive(Clone)]
pub(super) struct Outcome {
    pub(super) luck: u64,
    pub(super) visits: u32,
    pub(super) node: Number,
}

pub(super) struct Node {
    pub(super) fingerprint: Fingerprint,
    pub(super) seat: Seat,
    pub(super) visits: u32,
    pub(super) utility: f64,
    pub(super) edges: Vec<Edge>,
}

impl Edge {
    pub(super) fn new(action: Action, promise: f32) -> Self {
        let next = Next::Node(NONE);
        Self { action, promise, visits: 0, utility: 0.0, lead: 0.0, win: 0.0, next }
    }

    pub(super) fn add_visit(&mut self, values: &Values, seat: usize) {
        self.visits += 1;
        self.utility += f64::from(values.utility[seat]);
        self.lead += f64::from(values.lead[seat]);
        self.win += f64::from(values.outlook.wins[seat]);
    }

    /// One of the sums divided by the visits.
    pub(super) fn mean(&self, sum: f64) -> f32 {
        mean(sum, self.visits)
    }

    /// The nodes that follow; [`NONE`] where there is none.
    pub(super) fn children(&mut self) -> impl Iterator<Item = &mut Number> {
        let (node, outcomes) = match &mut self.next {
            Next::Node(node) => (Some(node), None),
            Next::Chance(outcomes) => (None, Some(outcomes)),
        };
        node.into_iter().chain(outcomes.into_iter().flatten().map(|one| &mut one.node))
    }
}

impl Node {
    /// Selects the move to try next, by PUCT: its mean utility plus exploration by its prior.
    pub(super) fn choose(&self, settings: &Settings) -> usize {
        let curiosity = settings.curiosity * (self.visits as f32).max(1.0).sqrt();
        let untried = mean(self.utility, self.visits) - settings.doubt;
        let mut best = (0, f32::NEG_INFINITY);
        for (place, edge) in self.edges.iter().enumerate() {
            let found = if edge.visits == 0 { untried } else { edge.mean(edge.utility) };
            let merit = found + curiosity * edge.promise / (1.0 + edge.visits as f32);
            if merit > best.1 {
                best = (place, merit);
            }
        }
        best.0
    }
}

fn mean(sum: f64, visits: u32) -> f32 {
    (sum / f64::from(visits.max(1))) as f32
}

/// Selects the outcome of chance to follow after this move (progressive widening): a new one while there are few for the number of
/// visits, else the least visited. Seeds depend only on how often chance occurred on the way, so sibling moves meet the same luck.
pub(super) fn next_outcome(search: &Search, edge: &mut Edge, turns: u64) -> usize {
    if let Next::Node(_) = edge.next {
        edge.next = Next::Chance(Vec::new());
    }
    let Next::Chance(outcomes) = &mut edge.next else { return 0 };
    let Settings { outcomes: most, widening, .. } = *search.settings;
    let open = 1 + (widening * (edge.visits as f32).sqrt()) as usize;
    if outcomes.len() < open.min(most) {
        let luck = derive_seed(search.seed, turns << 8 | outcomes.len() as u64);
        outcomes.push(Outcome { luck, visits: 0, node: NONE });
        return outcomes.len() - 1;
    }
    (0..outcomes.len()).min_by_key(|&place| outcomes[place].visits).unwrap_or(0)
}

/// Derives a seed for each number.
fn derive_seed(seed: u64, number: u64) -> u64 {
    seed ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Weights;
    use crate::eval::Evaluator;
    use crate::evaluation::Outlook;
    use quinta_rules::Rules;

    #[test]
    fn a_million_visits_still_add_up() {
        let outlook = Outlook { scores: [101.3, 100.0, 0.0, 0.0], wins: [0.06, 0.94, 0.0, 0.0] };
        let values =
            Values { utility: [0.3, -0.3, 0.0, 0.0], lead: [1.3, -1.3, 0.0, 0.0], outlook };
        let mut edge = Edge::new(Action::PASS, 1.0);
        for _ in 0..4_000_000 {
            edge.add_visit(&values, 0);
        }
        for (sum, mean) in [(edge.utility, 0.3), (edge.lead, 1.3), (edge.win, 0.06)] {
            assert!((edge.mean(sum) - mean).abs() < 1e-6, "{} for {mean}", edge.mean(sum));
        }
    }

    #[test]
    fn chance_has_few_outcomes_and_meets_them_evenly() {
        let rules = Rules::FRONT;
        let eval = Evaluator::new(&rules, Weights::tuned(&rules, 2));
        let settings = Settings::default();
        let search =
            Search { eval: &eval, evaluation: &eval, settings: &settings, until: 2, seed: 3 };
        let mut edge = Edge::new(Action::PASS, 1.0);
        for visits in 0..800 {
            edge.visits = visits;
            let met = next_outcome(&search, &mut edge, 1);
            let Next::Chance(outcomes) = &mut edge.next else { panic!("no chance") };
            outcomes[met].visits += 1;
        }
        let Next::Chance(outcomes) = &edge.next else { panic!("no chance") };
        assert_eq!(outcomes.len(), settings.outcomes);
        assert!(outcomes.iter().all(|outcome| outcome.visits == 100));
    }
}
