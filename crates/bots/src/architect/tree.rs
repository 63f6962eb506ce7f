//! The architect's tree: positions and their moves, chance with few outcomes, a value for every seat.
//!
//! A simulation follows the moves that PUCT selects and evaluates the first position that is not in the tree. Positions that are
//! reached in several ways share a node.
use super::fingerprint::{Fingerprint, FingerprintMap};
use super::node::{Edge, NONE, Next, Node, Number, next_outcome};
use super::{Settings, TriedMove};
use crate::eval::Evaluator;
use crate::evaluation::{Evaluation, Memory, Outlook, exp};
use crate::moves::{Breadth, moves};
use quinta_rules::{Action, Phase, Seat, State};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// Every action that is to be judged gets at least one in so many visits.
const SHARE_OF_JUDGED: u32 = 12;

/// The fewest visits of the root, however clear the position is.
const ENOUGH: u32 = 32;

/// What all simulations of a search share.
#[derive(Clone, Copy)]
pub(super) struct Search<'s> {
    pub(super) eval: &'s Evaluator,
    pub(super) evaluation: &'s dyn Evaluation,
    pub(super) settings: &'s Settings,
    /// The round whose beginning is the horizon.
    pub(super) until: usize,
    /// The seed of all random outcomes.
    pub(super) seed: u64,
}

/// The values of a leaf, by seat.
pub(super) struct Values {
    pub(super) utility: [f32; Seat::MOST],
    pub(super) lead: [f32; Seat::MOST],
    pub(super) outlook: Outlook,
}

impl Search<'_> {
    fn is_past_horizon(&self, state: &State) -> bool {
        state.is_over() || state.round() >= self.until
    }

    fn values(&self, state: &State, memory: &mut Memory) -> Values {
        let outlook = self.evaluation.outlook(state, memory);
        let mut values = Values { utility: [0.0; 4], lead: [0.0; 4], outlook };
        let Settings { scale, win, .. } = *self.settings;
        for seat in Seat::all(state.seats()) {
            let lead = outlook.lead(seat, state.seats());
            let victory = 2.0 * outlook.wins[seat.index()] - 1.0;
            values.lead[seat.index()] = lead;
            values.utility[seat.index()] = (1.0 - win) * tanh(lead / scale) + win * victory;
        }
        values
    }

    /// Draws outcomes of chance until someone is to act. The same seed draws the same ones.
    fn resolve_chance(&self, state: &mut State, luck: u64) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(luck);
        while let Some(outcome) = quinta_deal::outcome(&self.eval.rules, state, &mut rng) {
            state.chance_unchecked(&outcome);
        }
    }

    fn breadth(&self) -> Breadth {
        let Settings { moves, cells, takes, .. } = *self.settings;
        Breadth { moves, cells, takes }
    }
}

/// The tree over one position, the root, which is its first node.
pub(super) struct Tree {
    start: State,
    nodes: Vec<Node>,
    known: FingerprintMap<Number>,
    path: Vec<(Number, usize)>,
    judged: Vec<usize>,
    before: u32,
    /// The sums of this search's results.
    sum: Sum,
    memory: Memory,
}

/// The sums of simulations' results, `f64` for the same reason as those of an [`Edge`].
#[derive(Clone, Copy, Default)]
pub(super) struct Sum {
    scores: [f64; Seat::MOST],
    wins: [f64; Seat::MOST],
}

impl Sum {
    fn add_outlook(&mut self, outlook: &Outlook) {
        self.add(&Self {
            scores: outlook.scores.map(f64::from),
            wins: outlook.wins.map(f64::from),
        });
    }

    /// Adds the results of other simulations.
    pub(super) fn add(&mut self, other: &Self) {
        for seat in 0..Seat::MOST {
            self.scores[seat] += other.scores[seat];
            self.wins[seat] += other.wins[seat];
        }
    }

    /// The mean over this many simulations.
    pub(super) fn mean(&self, simulations: u64) -> Outlook {
        let mean = |sum: f64| (sum / simulations as f64) as f32;
        Outlook { scores: self.scores.map(mean), wins: self.wins.map(mean) }
    }
}

impl Tree {
    /// A new tree over this position, with `also` among its moves.
    pub(super) fn new(search: &Search, state: &State, also: &[Action]) -> Self {
        let mut tree = Self {
            start: *state,
            nodes: Vec::new(),
            known: FingerprintMap::default(),
            path: Vec::new(),
            judged: Vec::new(),
            before: 0,
            sum: Sum::default(),
            memory: Memory::default(),
        };
        tree.grow(search, state);
        tree.open(search, 0, also);
        tree
    }

    /// The part of an earlier move's tree that follows from this position; a new one if the position is not in it.
    pub(super) fn continue_from(
        search: &Search,
        kept: Option<Self>,
        state: &State,
        also: &[Action],
    ) -> Self {
        let known = kept.and_then(|tree| {
            let root = *tree.known.get(&Fingerprint::of(state))?;
            Some((tree, root))
        });
        let Some((mut tree, root)) = known else { return Self::new(search, state, also) };
        tree.start = *state;
        tree.open(search, root, also);
        tree.keep_below(root, 0);
        tree.before = tree.nodes[0].visits;
        tree.sum = Sum::default();
        tree
    }

    /// Makes this node the root and drops everything that does not follow from it by nodes with at least so many visits.
    fn keep_below(&mut self, root: Number, least: u32) {
        let visits: Vec<u32> = self.nodes.iter().map(|node| node.visits).collect();
        let mut places = vec![NONE; self.nodes.len()];
        let mut order = vec![root];
        places[root as usize] = 0;
        let mut next = 0;
        while let Some(&number) = order.get(next) {
            let edges = &mut self.nodes[number as usize].edges;
            for child in edges.iter_mut().flat_map(Edge::children).filter(|child| **child != NONE) {
                let place = &mut places[*child as usize];
                if *place == NONE && visits[*child as usize] >= least {
                    *place = order.len() as Number;
                    order.push(*child);
                }
                *child = *place;
            }
            next += 1;
        }
        let mut old: Vec<_> = std::mem::take(&mut self.nodes).into_iter().map(Some).collect();
        self.nodes = order.iter().filter_map(|&number| old[number as usize].take()).collect();
        self.known =
            (0..).zip(&self.nodes).map(|(place, node)| (node.fingerprint, place)).collect();
    }

    /// Drops at least half of the nodes of a full tree, the least visited ones. What was found there stays in the sums of the moves that
    /// led there, and nodes that turn out to matter are added again.
    fn prune(&mut self) {
        let kept =
            |least: &u32| self.nodes[1..].iter().filter(|node| node.visits >= *least).count();
        let most = self.nodes.len() / 2;
        // Most nodes have few visits, so doubling a threshold finds it faster than sorting.
        let least = (1..32).map(|power| 1 << power).find(|least| kept(least) <= most);
        self.keep_below(0, least.unwrap_or(u32::MAX));
    }

    /// Gives the root more moves than the nodes below it have, `also` among them.
    fn open(&mut self, search: &Search, number: Number, also: &[Action]) {
        let Settings { root, noise, .. } = *search.settings;
        let breadth = Breadth { moves: root, cells: 4, takes: 12 };
        let wide = moves(
            search.eval,
            search.evaluation,
            &self.start,
            search.settings,
            breadth,
            &mut self.memory,
        );
        let edges = &mut self.nodes[number as usize].edges;
        let mut old = std::mem::take(edges);
        *edges = wide
            .into_iter()
            .map(|one| {
                let known = old.iter().position(|edge| edge.action == one.action);
                let edge = known.map(|place| old.swap_remove(place));
                let edge = edge.unwrap_or_else(|| Edge::new(one.action, 0.0));
                Edge { promise: one.promise, ..edge }
            })
            .collect();
        for &action in also {
            if edges.iter().all(|edge| edge.action != action) {
                edges.push(Edge::new(action, 0.0));
            }
        }
        let judged = |edge: &Edge| also.contains(&edge.action);
        self.judged = (0..edges.len()).filter(|&place| judged(&edges[place])).collect();
        if noise > 0.0 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(search.seed);
            let chances: Vec<f32> =
                edges.iter().map(|_| -rng.random::<f32>().max(1e-9).ln()).collect();
            let total: f32 = chances.iter().sum();
            for (edge, chance) in edges.iter_mut().zip(chances) {
                edge.promise += noise * (chance / total - edge.promise);
            }
        }
        let node = &mut self.nodes[number as usize];
        node.visits = node.edges.iter().map(|edge| edge.visits).sum();
        node.utility = node.edges.iter().map(|edge| edge.utility).sum();
    }

    /// Makes a simulation.
    pub(super) fn simulate(&mut self, search: &Search) {
        if self.nodes.len() >= search.settings.nodes {
            self.prune();
        }
        let mut state = self.start;
        self.path.clear();
        let mut number = 0;
        let mut turns = 0;
        let values = loop {
            let place = self.choose(search, number);
            self.path.push((number, place));
            let edge = &mut self.nodes[number as usize].edges[place];
            state.play_unchecked(&search.eval.rules, &edge.action);
            let mut met = 0;
            if matches!(state.phase(), Phase::Draw | Phase::TurnUp) {
                turns += 1;
                met = next_outcome(search, edge, turns);
            }
            let (visits, child) = match &mut edge.next {
                Next::Node(node) => (edge.visits, *node),
                Next::Chance(outcomes) => {
                    let outcome = &mut outcomes[met];
                    search.resolve_chance(&mut state, outcome.luck);
                    outcome.visits += 1;
                    (outcome.visits - 1, outcome.node)
                }
            };
            if search.is_past_horizon(&state) {
                break search.values(&state, &mut self.memory);
            }
            if child != NONE {
                number = child;
                continue;
            }
            let Some(next) = self.enter(search, &state, visits) else {
                break search.values(&state, &mut self.memory);
            };
            self.link((number, place), met, next);
            number = next;
        };
        self.sum.add_outlook(&values.outlook);
        for &(number, place) in &self.path {
            let node = &mut self.nodes[number as usize];
            let seat = node.seat.index();
            node.visits += 1;
            node.utility += f64::from(values.utility[seat]);
            node.edges[place].add_visit(&values, seat);
        }
    }

    fn choose(&self, search: &Search, number: Number) -> usize {
        let node = &self.nodes[number as usize];
        let judged = if number == 0 { &self.judged[..] } else { &[] };
        let short = |place: &&usize| node.edges[**place].visits * SHARE_OF_JUDGED < node.visits;
        let neglected = judged.iter().find(short);
        neglected.copied().unwrap_or_else(|| node.choose(search.settings))
    }

    /// The node of this position, if there is one; the second visit adds it.
    fn enter(&mut self, search: &Search, state: &State, visits: u32) -> Option<Number> {
        if let Some(&number) = self.known.get(&Fingerprint::of(state)) {
            return Some(number);
        }
        (visits > 0 && self.nodes.len() < search.settings.nodes).then(|| self.grow(search, state))
    }

    /// Adds a node for this position.
    fn grow(&mut self, search: &Search, state: &State) -> Number {
        let number = self.nodes.len() as Number;
        let fingerprint = Fingerprint::of(state);
        let moves = moves(
            search.eval,
            search.evaluation,
            state,
            search.settings,
            search.breadth(),
            &mut self.memory,
        );
        let edges = moves.into_iter().map(|one| Edge::new(one.action, one.promise)).collect();
        self.known.insert(fingerprint, number);
        self.nodes.push(Node { fingerprint, seat: state.turn(), visits: 0, utility: 0.0, edges });
        number
    }

    fn link(&mut self, (parent, place): (Number, usize), outcome: usize, child: Number) {
        match &mut self.nodes[parent as usize].edges[place].next {
            Next::Node(node) => *node = child,
            Next::Chance(outcomes) => outcomes[outcome].node = child,
        }
    }

    /// Whether this many more simulations cannot change which move has the most visits.
    pub(super) fn is_decided(&self, left: u64) -> bool {
        let Node { visits, edges, .. } = &self.nodes[0];
        let (mut first, mut second) = (0, 0);
        for edge in edges {
            if edge.visits > first {
                (first, second) = (edge.visits, first);
            } else {
                second = second.max(edge.visits);
            }
        }
        self.judged.is_empty() && *visits >= ENOUGH && u64::from(first - second) > left
    }

    /// How many simulations this search has made.
    pub(super) fn simulations(&self) -> u64 {
        u64::from(self.nodes[0].visits - self.before)
    }

    /// The sums of the outlooks of this search's simulations.
    pub(super) const fn sum(&self) -> &Sum {
        &self.sum
    }

    /// The moves of the root with their results.
    pub(super) fn tried(&self) -> impl Iterator<Item = TriedMove> + '_ {
        self.nodes[0].edges.iter().map(|edge| {
            let Edge { action, visits, lead, win, .. } = *edge;
            TriedMove { action, visits, lead: edge.mean(lead), win: edge.mean(win) }
        })
    }
}

/// Unlike the one of the system's library, the same on every machine.
fn tanh(x: f32) -> f32 {
    1.0 - 2.0 / (exp(2.0 * x) + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Weights;
    use crate::testing::positions;
    use quinta_rules::Rules;

    fn search<'a>(eval: &'a Evaluator, settings: &'a Settings, state: &State) -> Search<'a> {
        Search { eval, evaluation: eval, settings, until: state.round() + 2, seed: 3 }
    }

    fn grown(search: &Search, state: &State, simulations: usize) -> Tree {
        let mut tree = Tree::new(search, state, &[]);
        (0..simulations).for_each(|_| tree.simulate(search));
        tree
    }

    /// The visits of each node's edges add up to the node's, and each edge leads where its action leads.
    fn check(search: &Search, tree: &Tree, state: &State) {
        let mut open = vec![(0, *state)];
        let mut seen = vec![false; tree.nodes.len()];
        while let Some((number, state)) = open.pop() {
            if std::mem::replace(&mut seen[number as usize], true) {
                continue;
            }
            let node = &tree.nodes[number as usize];
            assert_eq!((node.fingerprint, node.seat), (Fingerprint::of(&state), state.turn()));
            assert_eq!(node.visits, node.edges.iter().map(|edge| edge.visits).sum::<u32>());
            for edge in &node.edges {
                assert_eq!(state.check(&search.eval.rules, state.turn(), &edge.action), Ok(()));
                let mut after = state;
                after.play_unchecked(&search.eval.rules, &edge.action);
                match &edge.next {
                    Next::Node(NONE) => {}
                    Next::Node(child) => open.push((*child, after)),
                    Next::Chance(outcomes) => {
                        assert!(outcomes.len() <= search.settings.outcomes);
                        for outcome in outcomes.iter().filter(|outcome| outcome.node != NONE) {
                            let mut after = after;
                            search.resolve_chance(&mut after, outcome.luck);
                            open.push((outcome.node, after));
                        }
                    }
                }
            }
        }
        assert!(seen.iter().all(|&seen| seen), "every node can be reached");
    }

    #[test]
    fn trees_are_sound_and_keep_their_size() {
        for (rules, seats) in [(Rules::FRONT, 2), (Rules::BACK, 3), (Rules::FRONT, 4)] {
            let eval = Evaluator::new(&rules, Weights::tuned(&rules, seats));
            let settings = Settings { nodes: 60, ..Settings::default() };
            for state in positions(&rules, seats, 9) {
                let search = search(&eval, &settings, &state);
                let tree = grown(&search, &state, 400);
                assert!(tree.nodes.len() <= 60);
                assert_eq!(tree.simulations(), 400);
                check(&search, &tree, &state);
            }
        }
    }

    #[test]
    fn a_full_tree_forgets_what_was_visited_least() {
        let rules = Rules::FRONT;
        let eval = Evaluator::new(&rules, Weights::tuned(&rules, 2));
        let settings = Settings::default();
        for state in positions(&rules, 2, 6) {
            let search = search(&eval, &settings, &state);
            let mut tree = grown(&search, &state, 2000);
            let (size, before) = (tree.nodes.len(), tree.tried().collect::<Vec<_>>());
            let visits = |tree: &Tree| tree.nodes.iter().map(|node| node.visits).sum::<u32>();
            let all = visits(&tree);
            tree.prune();
            check(&search, &tree, &state);
            assert!(tree.nodes.len() <= size / 2 + 1, "{} of {size}", tree.nodes.len());
            assert!(visits(&tree) * 4 > all * 3, "{} of {all} visits", visits(&tree));
            assert_eq!(tree.tried().collect::<Vec<_>>(), before);
        }
    }

    #[test]
    fn a_tree_that_is_kept_goes_on_from_the_next_position() {
        let rules = Rules::FRONT;
        let eval = Evaluator::new(&rules, Weights::tuned(&rules, 2));
        let settings = Settings::default();
        // A root with few moves drops some that were tried before.
        let narrow = Settings { root: 3, ..settings };
        let mut kept = 0;
        for (turn, state) in positions(&rules, 2, 6).into_iter().enumerate() {
            let settings = if turn % 2 == 0 { &settings } else { &narrow };
            let search = search(&eval, settings, &state);
            let tree = grown(&search, &state, 600);
            let best = tree.nodes[0].edges.iter().max_by_key(|edge| edge.visits).unwrap().clone();
            let mut after = state;
            after.play_unchecked(&rules, &best.action);
            if after.phase() != Phase::Act || search.is_past_horizon(&after) {
                continue;
            }
            let mut tree = Tree::continue_from(&search, Some(tree), &after, &[]);
            check(&search, &tree, &after);
            assert_eq!(tree.simulations(), 0);
            kept += tree.nodes[0].visits;
            (0..50).for_each(|_| tree.simulate(&search));
            assert_eq!(tree.simulations(), 50);
            check(&search, &tree, &after);
        }
        assert!(kept > 500, "{kept} visits were kept");
    }

    #[test]
    fn positions_that_are_reached_in_two_ways_are_one_node() {
        let rules = Rules::FRONT;
        let eval = Evaluator::new(&rules, Weights::tuned(&rules, 2));
        let settings = Settings::default();
        let parents = |tree: &Tree| {
            let mut parents = vec![0; tree.nodes.len()];
            for edge in tree.nodes.iter().flat_map(|node| &node.edges) {
                if let Next::Node(child) = edge.next
                    && child != NONE
                {
                    parents[child as usize] += 1;
                }
            }
            parents
        };
        let all = positions(&rules, 2, 4);
        let shared = all.iter().map(|state| {
            let tree = grown(&search(&eval, &settings, state), state, 1500);
            parents(&tree).into_iter().filter(|&parents| parents > 1).count()
        });
        assert!(shared.sum::<usize>() > 100);
    }

    #[test]
    fn the_judged_action_gets_its_share() {
        let rules = Rules::FRONT;
        let eval = Evaluator::new(&rules, Weights::tuned(&rules, 2));
        let settings = Settings::default();
        let state = positions(&rules, 2, 1).remove(3);
        let search = search(&eval, &settings, &state);
        let mut tree = Tree::new(&search, &state, &[Action::PASS]);
        (0..400).for_each(|_| tree.simulate(&search));
        let pass = tree.tried().find(|one| one.action == Action::PASS).unwrap();
        assert!(pass.visits >= 33, "{pass:?}");
        assert!(!tree.is_decided(0));
    }

    #[test]
    fn a_search_ends_when_the_rest_cannot_change_it() {
        let rules = Rules::FRONT;
        let eval = Evaluator::new(&rules, Weights::tuned(&rules, 2));
        let settings = Settings::default();
        let state = positions(&rules, 2, 1).remove(20);
        let tree = grown(&search(&eval, &settings, &state), &state, 300);
        let mut visits: Vec<_> = tree.tried().map(|one| one.visits).collect();
        visits.sort_unstable();
        let ahead = u64::from(visits[visits.len() - 1] - visits[visits.len() - 2]);
        assert!(!tree.is_decided(ahead));
        assert!(ahead == 0 || tree.is_decided(ahead - 1));
    }
}
