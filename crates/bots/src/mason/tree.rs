//! The tree below one candidate of the mason: replies, chance nodes with few outcomes, a value for every seat.
//!
//! Each simulation follows the best replies found so far, adds one node where it leaves the tree, plays on greedily to the horizon
//! and evaluates the position there. The more often a node is visited, the more of its replies are tried, in the order of greedy play.
use crate::eval::Evaluator;
use crate::evaluation::{Evaluation, Memory};
use crate::greedy;
use quinta_rules::{Action, Phase, Rules, Seat, State};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

/// The most replies that a node keeps.
const REPLIES: usize = 12;
/// The most outcomes that a chance node keeps.
const OUTCOMES: usize = 8;
/// The weight of exploration, in units of utility.
const CURIOSITY: f64 = 0.3;
/// How many points worse a reply is whose prior is 1/e of the best one's.
const WARMTH: f32 = 4.0;

/// The value for every seat: its lead over the best other, from -1 (lost) to 1 (won).
pub(crate) type Values = [f64; Seat::MOST];

/// What all trees of a search share.
pub(crate) struct Search<'s> {
    pub(crate) eval: &'s Evaluator,
    /// The round whose beginning is the horizon.
    pub(crate) until: usize,
    /// The lead, in points, beyond which more counts less.
    pub(crate) scale: f64,
    /// The seed of all random outcomes.
    pub(crate) seed: u64,
    /// The most nodes of one tree; 0 for flat Monte Carlo.
    pub(crate) nodes: usize,
}

impl Search<'_> {
    /// Plays greedily to the horizon and evaluates the position there.
    fn play_on(&self, mut state: State, luck: u64) -> Values {
        let rules = &self.eval.rules;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(luck);
        while !self.is_past_horizon(&state) {
            if let Some(outcome) = quinta_deal::outcome(rules, &state, &mut rng) {
                state.chance_unchecked(&outcome);
            } else {
                let action = greedy::action(self.eval, &state);
                state.play_unchecked(rules, &action);
            }
        }
        self.values(&state)
    }

    fn is_past_horizon(&self, state: &State) -> bool {
        state.is_over() || state.round() >= self.until
    }

    fn values(&self, state: &State) -> Values {
        let outlook = self.eval.outlook(state, &mut Memory::default());
        let mut values = Values::default();
        for seat in Seat::all(state.seats()) {
            values[seat.index()] = self.utility(f64::from(outlook.lead(seat, state.seats())));
        }
        values
    }

    /// The utility of a lead in points.
    pub(crate) fn utility(&self, lead: f64) -> f64 {
        (lead / self.scale).tanh()
    }
}

/// The index of a node in its tree. The root, 0, is nobody's child, so 0 also stands for none.
type Number = u32;
const NONE: Number = 0;

struct Reply {
    action: Action,
    promise: f64,
    visits: u32,
    sum: f64,
    child: Number,
}

enum Node {
    /// A seat's choice: its replies, the most promising first, how often it was made and what came of it.
    Choice { seat: Seat, visits: u32, sum: f64, replies: Vec<Reply> },
    /// Chance: its outcomes, each drawn again from the same seed, and how often each was visited.
    Chance { visits: u32, outcomes: Vec<(u32, Number)> },
}

/// The tree below one candidate.
pub(crate) struct Tree {
    start: State,
    nodes: Vec<Node>,
    path: Vec<(Number, usize)>,
}

impl Tree {
    /// The tree below this action.
    pub(crate) fn new(rules: &Rules, state: &State, action: &Action) -> Self {
        let mut start = *state;
        start.play_unchecked(rules, action);
        Self { start, nodes: Vec::new(), path: Vec::new() }
    }

    /// Makes a simulation and returns the value for every seat.
    pub(crate) fn simulate(&mut self, search: &Search, row: u64) -> Values {
        let mut state = self.start;
        self.path.clear();
        let mut number = NONE;
        let mut turns = 0;
        while (number as usize) < self.nodes.len() && !search.is_past_horizon(&state) {
            let (place, child) = match &mut self.nodes[number as usize] {
                Node::Choice { visits, sum, replies, .. } => {
                    let place = choose(replies, *visits, *sum);
                    state.play_unchecked(&search.eval.rules, &replies[place].action);
                    (place, replies[place].child)
                }
                Node::Chance { visits, outcomes } => {
                    let place = next_outcome(outcomes, *visits);
                    turns += 1;
                    let luck = derive_seed(search.seed, turns << 8 | place as u64);
                    let mut rng = Xoshiro256PlusPlus::seed_from_u64(luck);
                    if let Some(outcome) =
                        quinta_deal::outcome(&search.eval.rules, &state, &mut rng)
                    {
                        state.chance_unchecked(&outcome);
                    }
                    (place, outcomes[place].1)
                }
            };
            self.path.push((number, place));
            if child == NONE {
                break;
            }
            number = child;
        }
        if self.nodes.len() < search.nodes && !search.is_past_horizon(&state) {
            self.grow(search, &state);
        }
        let values = search.play_on(state, derive_seed(search.seed, row << 16));
        self.backpropagate(&values);
        values
    }

    /// Adds a node for this state where the path ends.
    fn grow(&mut self, search: &Search, state: &State) {
        let number = self.nodes.len() as Number;
        if let Some(&(parent, place)) = self.path.last() {
            match &mut self.nodes[parent as usize] {
                Node::Choice { replies, .. } => replies[place].child = number,
                Node::Chance { outcomes, .. } => outcomes[place].1 = number,
            }
        }
        self.nodes.push(match state.phase() {
            Phase::Draw | Phase::TurnUp => Node::Chance { visits: 0, outcomes: Vec::new() },
            Phase::Act | Phase::Over => Node::Choice {
                seat: state.turn(),
                visits: 0,
                sum: 0.0,
                replies: replies(search.eval, state),
            },
        });
    }

    /// Adds the values to every node along the path.
    fn backpropagate(&mut self, values: &Values) {
        for &(number, place) in &self.path {
            match &mut self.nodes[number as usize] {
                Node::Choice { seat, visits, sum, replies } => {
                    let value = values[seat.index()];
                    *visits += 1;
                    *sum += value;
                    replies[place].visits += 1;
                    replies[place].sum += value;
                }
                Node::Chance { visits, outcomes } => {
                    *visits += 1;
                    outcomes[place].0 += 1;
                }
            }
        }
    }
}

/// The candidates of greedy play, the best first.
fn replies(eval: &Evaluator, state: &State) -> Vec<Reply> {
    let mut all = greedy::all(eval, state);
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    all.truncate(REPLIES);
    let best = all.first().map_or(0.0, |first| first.1);
    let promise = |worth: f32| f64::from(((worth - best) / WARMTH).exp());
    let total: f64 = all.iter().map(|&(_, worth)| promise(worth)).sum();
    let reply = |(action, worth)| Reply {
        action,
        promise: promise(worth) / total,
        visits: 0,
        sum: 0.0,
        child: NONE,
    };
    all.into_iter().map(reply).collect()
}

/// Selects the reply to try next, by PUCT among those that are open.
fn choose(replies: &[Reply], visits: u32, sum: f64) -> usize {
    let open = 1 + f64::from(visits).sqrt() as usize;
    let curiosity = CURIOSITY * f64::from(visits).sqrt();
    let mean = if visits == 0 { 0.0 } else { sum / f64::from(visits) };
    let merit = |reply: &Reply| {
        let found = if reply.visits == 0 { mean } else { reply.sum / f64::from(reply.visits) };
        found + curiosity * reply.promise / f64::from(1 + reply.visits)
    };
    let open = replies.iter().take(open).enumerate();
    let best = open
        .map(|(place, reply)| (place, merit(reply)))
        .reduce(|best, other| if other.1 > best.1 { other } else { best });
    best.map_or(0, |(place, _)| place)
}

/// Selects the outcome to follow next: a new one while there are few for the number of visits, else the least visited.
fn next_outcome(outcomes: &mut Vec<(u32, Number)>, visits: u32) -> usize {
    let open = (1 + f64::from(visits).sqrt() as usize).min(OUTCOMES);
    if outcomes.len() < open {
        outcomes.push((0, NONE));
        return outcomes.len() - 1;
    }
    (0..outcomes.len()).min_by_key(|&place| outcomes[place].0).unwrap_or(0)
}

/// Derives a seed for each number.
fn derive_seed(seed: u64, number: u64) -> u64 {
    seed ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Weights;
    use quinta_deal::{Deal, Seed};

    /// The position after so many turns of greedy players, and what greedy play would do there.
    fn position(rules: &Rules, eval: &Evaluator, seats: usize, after: usize) -> (State, Action) {
        let deal = Deal::new(&Seed::from_number(8), rules, seats).unwrap();
        let mut state = State::new(rules, seats, deal.first()).unwrap();
        let mut turns = 0;
        loop {
            if let Some(outcome) = deal.answer(rules, &state) {
                state.chance_unchecked(&outcome);
                continue;
            }
            let action = greedy::action(eval, &state);
            if turns == after {
                return (state, action);
            }
            state.play_unchecked(rules, &action);
            turns += 1;
        }
    }

    fn search<'a>(eval: &'a Evaluator, state: &State, nodes: usize) -> Search<'a> {
        let until = state.round() + 1;
        Search { eval, until, scale: 40.0, seed: 3, nodes }
    }

    #[test]
    fn the_same_seed_gives_the_same_values_and_trees_keep_their_size() {
        let rules = Rules::FRONT;
        for seats in 2..=4 {
            let eval = Evaluator::new(&rules, Weights::tuned(&rules, seats));
            let (state, action) = position(&rules, &eval, seats, 9);
            let run = |nodes: usize| {
                let search = search(&eval, &state, nodes);
                let mut tree = Tree::new(&rules, &state, &action);
                let values: Vec<_> = (0..150).map(|row| tree.simulate(&search, row)).collect();
                assert!(tree.nodes.len() <= nodes);
                values
            };
            let values = run(40);
            assert_eq!(values, run(40));
            assert_ne!(values, run(0), "the tree does make a difference");
            let sound = |value: &f64| (-1.0..=1.0).contains(value);
            assert!(values.iter().flatten().all(sound));
        }
    }

    /// The most visited reply is the one with the best results, which is sometimes not the greedy one.
    #[test]
    fn a_tree_finds_better_replies() {
        let rules = Rules::FRONT;
        let eval = Evaluator::new(&rules, Weights::tuned(&rules, 2));
        let mut better = 0;
        for after in (20..60).step_by(4) {
            let (state, action) = position(&rules, &eval, 2, after);
            let search = search(&eval, &state, 4096);
            let mut tree = Tree::new(&rules, &state, &action);
            for row in 0..400 {
                tree.simulate(&search, row);
            }
            let Some(Node::Choice { replies, .. }) = tree.nodes.first() else { continue };
            let mean = |reply: &Reply| reply.sum / f64::from(reply.visits);
            let Some(favourite) = replies.iter().max_by_key(|reply| reply.visits) else { continue };
            if favourite.action != replies[0].action {
                assert!(mean(favourite) > mean(&replies[0]), "after {after}");
                better += 1;
            }
        }
        assert!(better >= 2, "{better} of 10");
    }

    #[test]
    fn more_replies_open_up_with_the_visits() {
        let reply =
            |promise| Reply { action: Action::PASS, promise, visits: 0, sum: 0.0, child: NONE };
        let mut replies = vec![reply(0.2), reply(0.8)];
        assert_eq!(choose(&replies, 0, 0.0), 0, "the first until it was tried");
        replies[0] = Reply { visits: 1, sum: -0.5, ..reply(0.2) };
        assert_eq!(choose(&replies, 1, -0.5), 1, "then what looks better");
        replies[1] = Reply { visits: 60, sum: -59.0, ..reply(0.8) };
        assert_eq!(choose(&replies, 61, -59.5), 0, "and back when it was not");
    }

    #[test]
    fn chance_has_few_children_and_meets_them_evenly() {
        let mut outcomes = Vec::new();
        for visits in 0..800 {
            let place = next_outcome(&mut outcomes, visits);
            outcomes[place].0 += 1;
        }
        assert_eq!(outcomes.len(), OUTCOMES);
        assert!(outcomes.iter().all(|&(met, _)| met == 100), "{outcomes:?}");
    }
}
