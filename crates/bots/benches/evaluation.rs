//! What it costs to judge a position: the net and the hand-made evaluation.
use criterion::{Criterion, criterion_group, criterion_main};
use quinta_bots::eval::Evaluator;
use quinta_bots::evaluation::{Evaluation, WHATS};
use quinta_bots::net::{Learned, Net};
use quinta_bots::{Weights, greedy};
use quinta_deal::{Deal, Seed};
use quinta_rules::{Rules, State};
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

fn evaluations(c: &mut Criterion) {
    let learned = Learned::new(Net::shipped(), &RULES);
    for seats in 2..=4 {
        let eval = Evaluator::new(&RULES, Weights::tuned(&RULES, seats));
        let positions = positions(seats);
        let mut turn = positions.iter().cycle();
        let mut next = || turn.next().expect("there are positions");
        c.bench_function(&format!("outlook of the net, {seats} players"), |b| {
            b.iter(|| learned.outlook(black_box(next())));
        });
        c.bench_function(&format!("policy of the net, {seats} players"), |b| {
            b.iter(|| {
                let state = next();
                let mut logits = [0.0; WHATS];
                learned.policy(state, &state.whats(&RULES), &mut logits);
                logits
            });
        });
        c.bench_function(&format!("outlook by hand, {seats} players"), |b| {
            b.iter(|| eval.outlook(black_box(next())));
        });
    }
}

criterion_group!(benches, evaluations);
criterion_main!(benches);
