//! How fast the engine is: whole random games, and the parts of a turn in the middle of one.
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quinta_bots::random;
use quinta_deal::{Deal, outcome};
use quinta_rules::{Phase, Rules, Seat, State};
use rand::{SeedableRng, rngs::SmallRng};
use std::hint::black_box;

const RULES: Rules = Rules::FRONT;

fn games(c: &mut Criterion) {
    let mut group = c.benchmark_group("random game");
    for seats in 2..=4 {
        let mut rng = SmallRng::seed_from_u64(1);
        let actions: u64 = (0..1000).map(|_| random::game(&RULES, seats, &mut rng).1).sum();
        group.throughput(Throughput::Elements(actions / 1000));
        group.bench_function(format!("{seats} players"), |b| {
            b.iter(|| random::game(&RULES, seats, &mut rng));
        });
    }
    group.finish();
}

/// Positions in which someone is to act, from many games.
fn positions() -> Vec<State> {
    let mut rng = SmallRng::seed_from_u64(2);
    let mut all = Vec::new();
    for _ in 0..20 {
        let mut state = State::new(&RULES, 2, Seat::new(0).expect("a seat")).expect("a table");
        while !state.is_over() {
            if let Some(outcome) = outcome(&RULES, &state, &mut rng) {
                state.chance_unchecked(&outcome);
            } else {
                all.push(state);
                let action = random::action(&RULES, &state, &mut rng);
                state.play_unchecked(&RULES, &action);
            }
        }
    }
    all
}

fn parts(c: &mut Criterion) {
    let positions = positions();
    let mut rng = SmallRng::seed_from_u64(3);
    let mut turn = positions.iter().cycle();
    let mut next = || *turn.next().expect("there are positions");
    c.bench_function("copy", |b| b.iter(|| black_box(next())));
    c.bench_function("whats", |b| b.iter(|| next().whats(&RULES)));
    c.bench_function("counts", |b| b.iter(|| next().counts(&RULES)));
    c.bench_function("key", |b| b.iter(|| next().key()));
    c.bench_function("all actions", |b| b.iter(|| next().actions(&RULES).count()));
    let (mut compact, mut full) = (Vec::new(), Vec::new());
    c.bench_function("every position: list in eight bytes", |b| {
        b.iter(|| {
            for state in &positions {
                state.list_compact(&RULES, &mut compact);
                black_box(&compact);
            }
        });
    });
    c.bench_function("every position: list in full", |b| {
        b.iter(|| {
            for state in &positions {
                state.list_actions(&RULES, &mut full);
                black_box(&full);
            }
        });
    });
    c.bench_function("every position: count", |b| {
        b.iter(|| {
            for state in &positions {
                black_box(state.counts(&RULES));
            }
        });
    });
    c.bench_function("random action, checked and played", |b| {
        b.iter(|| {
            let mut state = next();
            assert_eq!(state.phase(), Phase::Act);
            let action = random::action(&RULES, &state, &mut rng);
            state.play(&RULES, state.turn(), &action)
        });
    });
    c.bench_function("sample a deal", |b| b.iter(|| Deal::sample(&RULES, &next(), &mut rng)));
}

criterion_group!(benches, games, parts);
criterion_main!(benches);
