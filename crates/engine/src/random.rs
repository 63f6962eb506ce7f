//! Random games one after another, to see how fast they are played.
use quinta_bots::random;
use quinta_rules::{Action, Rules};
use rand::SeedableRng;
use rand::rngs::SmallRng;

/// Random games of one generator. It stands here and not in the program that measures because this crate is compiled for speed, in one piece.
#[derive(Debug)]
pub struct RandomGames {
    rng: SmallRng,
    /// Where all legal actions are listed, if they are.
    listed: Option<Vec<Action>>,
}

impl RandomGames {
    /// The games of this seed; `flat` ones list all legal actions at every turn and draw one evenly.
    pub fn new(seed: u64, flat: bool) -> Self {
        Self { rng: SmallRng::seed_from_u64(seed), listed: flat.then(Vec::new) }
    }

    /// Plays the next game, and says how many actions it took.
    ///
    /// # Panics
    ///
    /// If the rules cannot be played by, or `players` is not 2, 3 or 4.
    pub fn play(&mut self, rules: &Rules, players: usize) -> u64 {
        let Self { rng, listed } = self;
        match listed {
            Some(listed) => random::flat_game(rules, players, listed, rng).1,
            None => random::game(rules, players, rng).1,
        }
    }
}
