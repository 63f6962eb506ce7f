//! Random games one after another, to see how fast they are played.
use quinta_bots::random;
use quinta_rules::{CompactAction, Rules};
use rand::SeedableRng;
use rand::rngs::SmallRng;

/// Random games from one generator. They are in this crate because it is compiled for speed, in one codegen unit.
#[derive(Debug)]
pub struct RandomGames {
    rng: SmallRng,
    /// The buffer for lists of all legal actions, for flat games.
    listed: Option<Vec<CompactAction>>,
}

impl RandomGames {
    /// The games of this seed; `flat` ones draw uniformly from the list of all legal actions.
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
