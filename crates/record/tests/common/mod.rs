//! What the tests of this crate share: the conformance games, and games played at random.
#![allow(dead_code, reason = "each test uses its part")]
use proptest::prelude::*;
use quinta_bots::random;
use quinta_deal::{Deal, Seed};
use quinta_record::{Record, Recorder, Setup};
use quinta_rules::{Rules, Step};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use std::fs;

/// The conformance games with their names, in order.
pub(crate) fn conformance() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/conformance");
    let mut games: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            (
                path.file_name().unwrap().to_str().unwrap().to_owned(),
                fs::read_to_string(&path).unwrap(),
            )
        })
        .collect();
    games.sort();
    assert_eq!(games.len(), 32);
    games
}

/// One of them.
pub(crate) fn game(name: &str) -> Record {
    let text = conformance().into_iter().find(|(other, _)| other == name).unwrap().1;
    Record::from_json(text).unwrap()
}

/// A recorder at the start of the game that a seed deals.
pub(crate) fn dealt(rules: &Rules, players: usize, seed: u64) -> (Recorder, Deal) {
    let deal = Deal::new(&Seed::from_number(seed), rules, players).unwrap();
    let setup = Setup::known(rules.clone(), players, deal.first(), deal.stacks(), deal.supply());
    (Recorder::new(setup, true).unwrap(), deal)
}

/// Plays a whole game at random; `visit` sees the recorder whenever a seat is to act.
pub(crate) fn play(
    rules: &Rules,
    players: usize,
    seed: u64,
    mut visit: impl FnMut(&Recorder),
) -> Recorder {
    let (mut recorder, deal) = dealt(rules, players, seed);
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    while !recorder.state().is_over() {
        if let Some(outcome) = deal.answer(rules, recorder.state()) {
            recorder.step(&Step::Chance(outcome)).unwrap();
        } else {
            visit(&recorder);
            let action = random::action(rules, recorder.state(), &mut rng);
            recorder.step(&Step::Act(recorder.state().turn(), action)).unwrap();
        }
    }
    recorder
}

/// Both boards, and house rules that make storages crowded or roomy.
pub(crate) fn any_rules() -> impl Strategy<Value = Rules> {
    prop_oneof![
        Just(Rules::FRONT),
        Just(Rules::BACK),
        (1u8..=8, 1u8..=4, 1u8..=30, 0u8..=6, 0u8..=40, any::<bool>()).prop_map(
            |(stack, tiles_on_top, tile_places, expansion_places, start_score, floor_at_zero)| {
                Rules {
                    stack_sizes: [stack; 3],
                    tiles_on_top,
                    tile_places,
                    expansion_places,
                    start_jokers: tile_places.min(3),
                    start_score,
                    floor_at_zero,
                    ..Rules::BACK
                }
            }
        ),
    ]
}
