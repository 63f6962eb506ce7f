//! Positions for tests.
use crate::Weights;
use crate::eval::Evaluator;
use crate::greedy;
use quinta_deal::{Deal, Seed};
use quinta_rules::{Rules, State};

/// One in `every` of the positions of a greedy game in which someone is to act.
pub(crate) fn positions(rules: &Rules, seats: usize, every: usize) -> Vec<State> {
    let eval = Evaluator::new(rules, Weights::tuned(rules, seats));
    let deal = Deal::new(&Seed::from_number(8), rules, seats).unwrap();
    let mut state = State::new(rules, seats, deal.first()).unwrap();
    let mut all = Vec::new();
    while !state.is_over() {
        if let Some(outcome) = deal.answer(rules, &state) {
            state.chance_unchecked(&outcome);
        } else {
            all.push(state);
            state.play_unchecked(rules, &greedy::action(&eval, &state));
        }
    }
    all.into_iter().step_by(every).collect()
}
