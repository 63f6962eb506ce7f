//! Deals: test vectors, equal luck, and samples that fit and are even.
use proptest::prelude::*;
use quinta_bots::random;
use quinta_deal::{Deal, Seed, fair, outcome};
use quinta_rules::{Action, Chance, Face, Kind, Phase, Rules, Seat, SetupError, State};
use rand::{SeedableRng, rngs::SmallRng};
use std::collections::HashMap;

const RULES: Rules = Rules::FRONT;

fn written(kinds: impl IntoIterator<Item = Kind>) -> String {
    kinds.into_iter().map(|k| k.to_string()).collect::<Vec<_>>().join(" ")
}

fn start(deal: &Deal, seats: usize) -> State {
    State::new(&RULES, seats, deal.first()).unwrap()
}

/// Answers all awaited chance and returns what was drawn.
fn settle(deal: &Deal, state: &mut State) -> Vec<Chance> {
    let mut answers = Vec::new();
    while let Some(answer) = deal.answer(&RULES, state) {
        state.chance(&RULES, &answer).unwrap();
        answers.push(answer);
    }
    answers
}

/// Plays a whole game with a deal and passes each position after chance to `look`.
fn play(deal: &Deal, seats: usize, seed: u64, mut look: impl FnMut(&State, &[Chance])) -> State {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut state = start(deal, seats);
    loop {
        let answers = settle(deal, &mut state);
        look(&state, &answers);
        if state.is_over() {
            return state;
        }
        let mut action = random::action(&RULES, &state, &mut rng);
        if action == Action::PASS {
            action = random::action(&RULES, &state, &mut rng);
        }
        state.play(&RULES, state.turn(), &action).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_deal_answers_whole_games(seats in 2usize..=4, seed: u64, played: u64) {
        let deal = Deal::new(&Seed::from_number(seed), &RULES, seats).unwrap();
        let all = deal.stacks().concat().into_iter().chain(deal.supply().iter().copied());
        let mut all: Vec<_> = all.collect();
        all.sort();
        prop_assert_eq!(all, Kind::all().collect::<Vec<_>>());
        prop_assert!(play(&deal, seats, played, |_, _| ()).is_over());
    }

    #[test]
    fn with_two_players_luck_is_the_same_whatever_is_played(seed: u64, a: u64, b: u64) {
        let deal = Deal::new(&Seed::from_number(seed), &RULES, 2).unwrap();
        let record = |played| {
            let mut top = HashMap::new();
            let mut shown = HashMap::new();
            play(&deal, 2, played, |state, answers| {
                if let (Some(Chance::Draw(tiles)), Some(number)) =
                    (answers.iter().find(|a| matches!(a, Chance::Draw(_))), state.display().top())
                {
                    top.insert((state.round(), number), *tiles);
                }
                for (from, slot) in state.display().slots().iter().enumerate() {
                    if let Face::Up(kind) = slot.face {
                        shown.insert((state.round(), from), kind);
                    }
                }
            });
            (top, shown)
        };
        let ((top_a, shown_a), (top_b, shown_b)) = (record(a), record(b));
        for (slot, tiles) in &top_a {
            prop_assert!(top_b.get(slot).is_none_or(|other| other == tiles), "{:?}", slot);
        }
        for (slot, kind) in &shown_a {
            prop_assert!(shown_b.get(slot).is_none_or(|other| other == kind), "{:?}", slot);
        }
    }

    #[test]
    fn a_sampled_deal_fits_the_state(seats in 2usize..=4, seed: u64, stop in 0usize..150) {
        let deal = Deal::new(&Seed::from_number(seed), &RULES, seats).unwrap();
        let mut positions = Vec::new();
        play(&deal, seats, seed, |state, _| positions.push(*state));
        let state = positions[stop.min(positions.len() - 1)];
        let mut rng = SmallRng::seed_from_u64(seed);
        let sampled = Deal::sample(&RULES, &state, &mut rng);
        // What lies face down is unseen, all to come differ, and a game goes on with it to the end.
        let mut to_come: Vec<Kind> = sampled.stacks()[state.round() + 1..].concat();
        for (from, slot) in state.display().slots().iter().enumerate() {
            if slot.face == Face::Down {
                to_come.push(sampled.stacks()[state.round()][from]);
            }
        }
        prop_assert!(to_come.iter().all(|&k| state.unseen().contains(k)));
        let many = to_come.len();
        to_come.sort();
        to_come.dedup();
        prop_assert_eq!(to_come.len(), many);
        let mut game = state;
        while !game.is_over() {
            settle(&sampled, &mut game);
            let action = random::action(&RULES, &game, &mut rng);
            game.play(&RULES, game.turn(), &action).unwrap();
        }
    }
}

/// The chi-square statistic of counts that should be even.
fn chi_square(counts: &[u32]) -> f64 {
    let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    counts.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum()
}

/// About the value that chi-square with this many degrees of freedom exceeds once in a million (Wilson and Hilferty).
fn limit(freedom: f64) -> f64 {
    let ninth = 2.0 / (9.0 * freedom);
    freedom * (1.0 - ninth + 4.75 * ninth.sqrt()).powi(3)
}

#[test]
fn samples_are_even() {
    let deal = Deal::new(&Seed::from_number(5), &RULES, 2).unwrap();
    let mut positions = Vec::new();
    play(&deal, 2, 3, |state, _| positions.push(*state));
    let state = positions[30];
    let unseen: Vec<_> = state.unseen().iter().collect();
    let bag: Vec<_> = state.bag().kinds().iter().collect();
    assert!(unseen.len() > 20 && bag.len() > 20, "a position with much to come");
    let mut rng = SmallRng::seed_from_u64(9);
    let mut next_stack = vec![0; unseen.len()];
    let mut last_stack = vec![0; unseen.len()];
    let mut drawn = [0u32; Kind::COUNT];
    let mut fresh = [0u32; Kind::COUNT];
    let waiting = {
        let mut waiting = state;
        while waiting.phase() != Phase::Draw {
            waiting.play(&RULES, waiting.turn(), &Action::PASS).unwrap();
        }
        waiting
    };
    for _ in 0..20_000 {
        let sampled = Deal::sample(&RULES, &state, &mut rng);
        let place = |kind| unseen.binary_search(&kind).expect("an unseen kind");
        next_stack[place(sampled.stacks()[state.round() + 1][0])] += 1;
        last_stack[place(sampled.stacks()[3][4])] += 1;
        let Some(Chance::Draw(tiles)) =
            Deal::sample(&RULES, &waiting, &mut rng).answer(&RULES, &waiting)
        else {
            panic!("a draw")
        };
        tiles.iter().for_each(|k| drawn[k.index()] += 1);
        let Some(Chance::Draw(tiles)) = outcome(&RULES, &waiting, &mut rng) else {
            panic!("a draw")
        };
        tiles.iter().for_each(|k| fresh[k.index()] += 1);
    }
    let freedom = unseen.len() as f64 - 1.0;
    assert!(chi_square(&next_stack) < limit(freedom));
    assert!(chi_square(&last_stack) < limit(freedom));
    // Tiles are as likely as there are many of them in the bag.
    for counts in [drawn, fresh] {
        let all = f64::from(counts.iter().sum::<u32>());
        let statistic: f64 = waiting
            .bag()
            .kinds()
            .iter()
            .map(|k| {
                let expected = all * f64::from(waiting.bag().count(k)) / waiting.bag().len() as f64;
                (f64::from(counts[k.index()]) - expected).powi(2) / expected
            })
            .sum();
        assert!(statistic < limit(bag.len() as f64), "{statistic}");
    }
}

#[test]
fn every_pair_of_expansions_is_as_likely() {
    let mut rng = SmallRng::seed_from_u64(2);
    let mut state = State::new(&RULES, 2, Seat::new(0).unwrap()).unwrap();
    state.chance(&RULES, &outcome(&RULES, &state, &mut rng).unwrap()).unwrap();
    let mut pairs: HashMap<(Kind, Kind), u32> = HashMap::new();
    for _ in 0..60_000 {
        let deal = Deal::sample(&RULES, &state, &mut rng);
        *pairs.entry((deal.stacks()[0][0], deal.stacks()[0][1])).or_default() += 1;
    }
    let counts: Vec<_> = pairs.values().copied().collect();
    assert_eq!(counts.len(), 36 * 35, "every ordered pair comes up");
    assert!(chi_square(&counts) < limit(counts.len() as f64 - 1.0));
}

#[test]
fn vectors() {
    let seed = Seed::from_number(1);
    let two = Deal::new(&seed, &RULES, 2).unwrap();
    let four = Deal::new(&seed, &RULES, 4).unwrap();
    assert_eq!(written(two.stacks().concat()), include_str!("vectors/stacks.txt").trim());
    assert_eq!(written(two.supply().iter().copied()), include_str!("vectors/supply.txt").trim());
    assert_eq!(four.stacks().concat()[..20], two.stacks().concat()[..], "one order for all tables");
    let firsts: String = (0..20)
        .map(|n| Deal::new(&Seed::from_number(n), &RULES, 4).unwrap().first().to_string())
        .collect();
    assert_eq!(firsts, include_str!("vectors/firsts.txt").trim());
    let mut state = start(&two, 2);
    let answers = settle(&two, &mut state);
    let [Chance::Draw(tiles)] = answers[..] else { panic!("one draw") };
    assert_eq!(written(tiles.iter()), include_str!("vectors/draw.txt").trim());
    let fair = format!(
        "{}\n{}",
        Seed(fair::commitment(&seed, "table-1")),
        fair::mixed(&seed, "table-1", &[b"one", b"two"])
    );
    assert_eq!(fair, include_str!("vectors/fair.txt").trim());
}

#[test]
fn what_seats_add_cannot_be_shifted_between_them() {
    let secret = Seed::from_number(1);
    let a = fair::mixed(&secret, "t", &[b"ab", b"c"]);
    assert_ne!(a, fair::mixed(&secret, "t", &[b"a", b"bc"]));
    assert_ne!(a, fair::mixed(&secret, "t", &[b"ab", b"c", b""]));
    assert_ne!(a, fair::mixed(&secret, "tab", &[b"c"]));
    assert_ne!(fair::commitment(&secret, "t"), fair::commitment(&secret, "u"));
}

#[test]
fn a_number_of_seats_that_cannot_play_is_an_error() {
    for seats in [0, 1, 5, 9, usize::MAX] {
        let refused = Deal::new(&Seed::from_number(1), &RULES, seats);
        assert_eq!(refused, Err(SetupError::Players(seats)));
    }
    let broken = Rules { stack_sizes: [9, 9, 9], ..RULES };
    assert!(Deal::new(&Seed::from_number(1), &broken, 2).is_err());
}
