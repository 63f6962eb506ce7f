//! What it costs to judge a position: the net and the hand-made evaluation.
use criterion::{Criterion, criterion_group, criterion_main};
use quinta_bots::eval::Evaluator;
use quinta_bots::evaluation::{Evaluation, Memory, WHATS};
use quinta_bots::net::{Learned, Net};
use quinta_bots::{Weights, greedy};
use quinta_deal::{Deal, Seed};
use quinta_rules::{Action, Phase, Rules, State};
use std::hint::black_box;

const RULES: Rules = Rules::FRONT;

/// Positions of games of greedy players.
fn positions(seats: usize) -> Vec<State> {
    let eval = Evaluator::new(&RULES, Weights::tuned(&RULES, seats));
    let mut all = Vec::new();
    for number in 0..10 {
        let deal = Deal::new(&Seed::from_number(number), &RULES, seats).expect("a table");
        let mut state = State::new(&RULES, seats, deal.first()).expect("a table");
        while !state.is_over() {
            if let Some(outcome) = deal.answer(&RULES, &state) {
                state.chance_unchecked(&outcome);
            } else {
                all.push(state);
                state.play_unchecked(&RULES, &greedy::action(&eval, &state));
            }
        }
    }
    all
}

/// The successors of these positions, in the order in which a search meets them.
fn successors(positions: &[State]) -> Vec<State> {
    let after = |state: &State| {
        let one = |action: Action| {
            let mut after = *state;
            after.play_unchecked(&RULES, &action);
            after
        };
        state.actions(&RULES).map(one).collect::<Vec<_>>()
    };
    positions.iter().flat_map(after).filter(|state| state.phase() == Phase::Act).collect()
}

fn evaluations(c: &mut Criterion) {
    let learned = Learned::new(Net::shipped(), &RULES);
    for seats in 2..=4 {
        let eval = Evaluator::new(&RULES, Weights::tuned(&RULES, seats));
        let positions = positions(seats);
        let successors = successors(&positions);
        let mut memory = Memory::default();
        let mut turn = positions.iter().cycle();
        let mut next = || turn.next().expect("there are positions");
        let mut of_search = successors.iter().cycle();
        c.bench_function(&format!("outlook of the net, {seats} players, as in a search"), |b| {
            b.iter(|| learned.outlook(black_box(of_search.next().expect("one")), &mut memory));
        });
        c.bench_function(&format!("outlook of the net, {seats} players, one game"), |b| {
            b.iter(|| learned.outlook(black_box(next()), &mut memory));
        });
        c.bench_function(&format!("policy of the net, {seats} players"), |b| {
            b.iter(|| {
                let state = next();
                let mut logits = [0.0; WHATS];
                learned.policy(state, &state.whats(&RULES), &mut logits, &mut memory);
                logits
            });
        });
        c.bench_function(&format!("outlook by hand, {seats} players"), |b| {
            b.iter(|| eval.outlook(black_box(next()), &mut memory));
        });
    }
}

criterion_group!(benches, evaluations);
criterion_main!(benches);
