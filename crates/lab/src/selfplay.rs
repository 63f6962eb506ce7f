//! Self-play for training: games whose positions are kept with the bot's preferences among the moves and how the game ended.
use crate::samples::{self, Header, Sample, SamplesError};
use quinta_bots::architect::Architect;
use quinta_bots::eval::Evaluator;
use quinta_bots::evaluation::{Outlook, WHATS, exp, what_index};
use quinta_bots::{BotLevel, BotModel, BotSpec, Budget, SearchContext};
use quinta_bots::{Weights, designer};
use quinta_deal::{Deal, Seed};
use quinta_rules::{Action, Rules, SetupError, State, What};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

/// A bot that can tell its preference for every move.
pub enum Teacher {
    /// The designer, by the points that it expects of each move.
    Designer(Box<Evaluator>),
    /// An architect with this many simulations, by its visits.
    Architect(Box<Architect>, u32),
}

/// How many points worse a move of the designer is that is e times less likely.
const WARMTH: f32 = 1.5;
/// The most decisions of an opening with random moves, which lets a net learn to judge poor positions too.
const OPENING: u32 = 48;
/// The share of random moves in such an opening.
const RANDOM_SHARE: f64 = 0.3;

impl Teacher {
    /// Returns the teacher of a bot, for games with these rules and this many seats; `None` if the bot has no preferences to tell, or would
    /// play differently on another machine.
    pub fn new(spec: &BotSpec, rules: &Rules, seats: usize, model: &BotModel) -> Option<Self> {
        match (spec.level, spec.budget) {
            (BotLevel::Designer, _) => {
                let weights = Weights::tuned(rules, seats);
                Some(Self::Designer(Box::new(Evaluator::new(rules, weights))))
            }
            (BotLevel::Architect, Some(Budget::Simulations(count))) => {
                let architect = spec.architect(rules, seats, model, SearchContext::default());
                Some(Self::Architect(Box::new(architect), count))
            }
            _ => None,
        }
    }

    /// The moves that it considers, the best first, with preferences that add up to 1; and how it expects the game to end, if it searched.
    fn weigh(&self, state: &State, seed: u64) -> (Vec<(Action, f32)>, Option<Outlook>) {
        let mut moves = Vec::new();
        let mut outlook = None;
        match self {
            Self::Designer(eval) => {
                moves = designer::all(eval, state);
                moves.sort_by(|a, b| b.1.total_cmp(&a.1));
                let best = moves.first().map_or(0.0, |first| first.1);
                for (_, lead) in &mut moves {
                    *lead = exp((*lead - best) / WARMTH);
                }
            }
            Self::Architect(architect, simulations) => {
                let found = architect.search(state, Budget::Simulations(*simulations), seed);
                let tried = found.tried.iter().filter(|one| one.visits > 0);
                moves.extend(tried.map(|one| (one.action, one.visits as f32)));
                outlook = found.outlook;
            }
        }
        let total: f32 = moves.iter().map(|(_, share)| share).sum();
        for (_, share) in &mut moves {
            *share /= total;
        }
        (moves, outlook)
    }
}

/// A run of self-play, or a shard of one.
pub struct Run {
    /// The rules.
    pub rules: Rules,
    /// Who plays on every seat.
    pub teacher: Teacher,
    /// The seed of the run; each game's seed is derived from it.
    pub seed: Seed,
    /// The header of the file.
    pub header: Header,
    /// Threads.
    pub jobs: usize,
}

impl Run {
    /// Plays the games from `skip` on, counted within the shard, and writes their blocks in the order of their numbers. The
    /// same run gives the same file on any number of threads, as long as no bot's budget is time.
    pub fn play(
        &self,
        skip: usize,
        file: &mut impl Write,
        stop: &AtomicBool,
        mut on_game: impl FnMut(),
    ) -> Result<(), SamplesError> {
        let numbers: Vec<u64> = self.header.numbers().skip(skip).collect();
        let next = AtomicUsize::new(0);
        let (send, receive) = mpsc::sync_channel(64);
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.max(1) {
                let (send, next, numbers) = (send.clone(), &next, &numbers);
                scope.spawn(move || {
                    while !stop.load(Ordering::Relaxed) {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        let Some(&number) = numbers.get(place) else { return };
                        if send.send((place, self.game(number))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(send);
            let mut early = BTreeMap::new();
            let mut due = 0;
            for (place, block) in receive {
                early.insert(place, block?);
                while let Some(block) = early.remove(&due) {
                    file.write_all(&block)?;
                    due += 1;
                    on_game();
                }
            }
            Ok(file.flush()?)
        })
    }

    /// Plays one game and makes a block of it.
    fn game(&self, number: u64) -> Result<Vec<u8>, SetupError> {
        let Self { rules, teacher, header, .. } = self;
        let seed = self.seed.plus(number);
        let deal = Deal::new(&seed, rules, header.players)?;
        let mut rng = Xoshiro256PlusPlus::from_seed(seed.0);
        let mut state = State::new(rules, header.players, deal.first())?;
        // Every other game begins with an opening that has random moves; only what follows is kept.
        let mut opening = if rng.random_bool(0.5) { rng.random_range(0..OPENING) } else { 0 };
        let mut kept = Vec::new();
        while !state.is_over() {
            if let Some(outcome) = deal.answer(rules, &state) {
                state.chance_unchecked(&outcome);
                continue;
            }
            let (moves, outlook) = teacher.weigh(&state, rng.random());
            let mut action = moves.first().map_or(Action::PASS, |&(action, _)| action);
            if opening > 0 {
                opening -= 1;
                if rng.random_bool(RANDOM_SHARE) {
                    action = sample_move(&moves, rng.random());
                }
            } else if rng.random_ratio(1, header.every.max(1)) {
                let steps = by_first_step(&moves);
                kept.push(Sample::new(rules, &state, &steps, outlook.as_ref()));
            }
            state.play_unchecked(rules, &action);
        }
        Ok(samples::block(number, &kept, &state))
    }
}

/// Picks a move by the square roots of the preferences, so that poorer ones have a chance; `at` is from 0 to 1.
fn sample_move(moves: &[(Action, f32)], at: f32) -> Action {
    let total: f32 = moves.iter().map(|(_, share)| share.sqrt()).sum();
    let mut left = at * total;
    let found = moves.iter().find(|(_, share)| {
        left -= share.sqrt();
        left <= 0.0
    });
    found.or(moves.first()).map_or(Action::PASS, |&(action, _)| action)
}

/// The preferences for the first steps, scaled to 255; those that round to 0 are left out.
fn by_first_step(moves: &[(Action, f32)]) -> Vec<(What, u8)> {
    let mut steps: Vec<(What, f32)> = Vec::new();
    let mut places = [usize::MAX; WHATS];
    for (action, share) in moves {
        let what = action.what();
        let place = &mut places[what_index(what)];
        if *place == usize::MAX {
            *place = steps.len();
            steps.push((what, 0.0));
        }
        steps[*place].1 += share;
    }
    let weighed = steps.into_iter().map(|(what, share)| (what, (share * 255.0).round() as u8));
    weighed.filter(|&(_, weight)| weight > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quinta_bots::greedy;

    fn run(jobs: usize, shard: [u64; 2]) -> Run {
        let rules = Rules::FRONT;
        let eval = Evaluator::new(&rules, Weights::tuned(&rules, 2));
        let header = Header::new("designer".into(), "front".into(), 2, "7".into(), 6);
        let header = Header { shard, every: 5, ..header };
        let seed = Seed::from_number(7);
        Run { rules, teacher: Teacher::Designer(Box::new(eval)), seed, header, jobs }
    }

    fn games(run: &Run, skip: usize) -> Vec<u8> {
        let mut file = Vec::new();
        run.play(skip, &mut file, &AtomicBool::new(false), || ()).unwrap();
        file
    }

    #[test]
    fn the_same_run_gives_the_same_file() {
        let whole = games(&run(1, [1, 1]), 0);
        assert!(whole.len() > 1000);
        assert!(whole == games(&run(3, [1, 1]), 0), "on any number of threads");
        let tail = games(&run(1, [1, 1]), 4);
        assert!(whole.ends_with(&tail), "and when it is taken up again");
        assert_eq!(games(&run(1, [1, 2]), 0).len() + games(&run(1, [2, 2]), 0).len(), whole.len());
    }

    /// A position early in a game of greedy players.
    fn position() -> State {
        let rules = Rules::FRONT;
        let eval = Evaluator::new(&rules, Weights::tuned(&rules, 2));
        let deal = Deal::new(&Seed::from_number(8), &rules, 2).unwrap();
        let mut state = State::new(&rules, 2, deal.first()).unwrap();
        let mut turns = 0;
        while turns < 18 {
            if let Some(outcome) = deal.answer(&rules, &state) {
                state.chance_unchecked(&outcome);
            } else {
                state.play_unchecked(&rules, &greedy::action(&eval, &state));
                turns += 1;
            }
        }
        while let Some(outcome) = deal.answer(&rules, &state) {
            state.chance_unchecked(&outcome);
        }
        state
    }

    #[test]
    fn shares_of_first_steps_add_up() {
        let (moves, outlook) = run(1, [1, 1]).teacher.weigh(&position(), 1);
        assert_eq!(outlook, None, "the designer does not search");
        assert!((moves.iter().map(|(_, share)| share).sum::<f32>() - 1.0).abs() < 1e-4);
        assert!(moves.is_sorted_by(|a, b| a.1 >= b.1));
        let steps = by_first_step(&moves);
        let total: u32 = steps.iter().map(|&(_, weight)| u32::from(weight)).sum();
        assert!((240..=270).contains(&total), "{total}");
        assert_eq!(sample_move(&moves, 0.0), moves[0].0);
        assert_eq!(sample_move(&moves, 1.1), moves[0].0, "nothing is out of reach");
    }
}
