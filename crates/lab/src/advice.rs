//! How many points the moves of bots give away, as a stronger bot judges them.
use quinta_bots::architect::Architect;
use quinta_bots::{Bot, BotModel, BotSpec, SearchContext};
use quinta_deal::{Deal, Seed};
use quinta_rules::{Action, Rules, SetupError, State};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A comparison of bots in positions that are taken from games, one at random from each.
pub struct Assessment {
    /// The rules.
    pub rules: Rules,
    /// How many seats.
    pub seats: usize,
    /// Whose moves are judged.
    pub bots: Vec<BotSpec>,
    /// The settings and the budget of the architect that judges.
    pub judge: BotSpec,
    /// Who plays the games that the positions come from.
    pub players: BotSpec,
    /// How many positions.
    pub positions: u64,
    /// The first game's seed; those of the others follow.
    pub seed: u64,
    /// Threads.
    pub jobs: usize,
    /// The search context of the bots.
    pub context: SearchContext,
}

/// Why moves could not be judged.
#[derive(Debug, thiserror::Error)]
pub enum AdviceError {
    /// The rules cannot be played by.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A bot's move is not among those that the judge searched.
    #[error("the judge did not search {0:?}: is it legal?")]
    NotJudged(Action),
    /// A thread panicked.
    #[error("a thread ended early")]
    Panicked,
}

impl Assessment {
    /// For each position, the points that every bot's move gives away. Once `stop` is set, the positions done so far; `done` is called
    /// after each.
    pub fn run(
        &self,
        stop: &AtomicBool,
        done: &(dyn Fn() + Sync),
    ) -> Result<Vec<Vec<f32>>, AdviceError> {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut judged = Vec::new();
            let table = Table::new(self);
            while !stop.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed) as u64;
                if number >= self.positions {
                    break;
                }
                judged.push((number, table.losses(self.seed + number)?));
                done();
            }
            Ok::<_, AdviceError>(judged)
        };
        let mut all = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.jobs.max(1)).map(|_| scope.spawn(work)).collect();
            let mut all = Vec::new();
            for thread in threads {
                all.extend(thread.join().map_err(|_| AdviceError::Panicked)??);
            }
            Ok::<_, AdviceError>(all)
        })?;
        all.sort_by_key(|&(number, _)| number);
        Ok(all.into_iter().map(|(_, losses)| losses).collect())
    }
}

/// The bots of one thread.
struct Table<'a> {
    assessment: &'a Assessment,
    players: Box<dyn Bot>,
    bots: Vec<Box<dyn Bot>>,
    judge: Architect,
}

impl<'a> Table<'a> {
    fn new(assessment: &'a Assessment) -> Self {
        let Assessment { rules, seats, bots, judge, players, context, .. } = assessment;
        let build = |spec: &BotSpec| spec.build(rules, *seats, &BotModel::Shipped, context.clone());
        Self {
            players: build(players),
            bots: bots.iter().map(build).collect(),
            judge: judge.architect(rules, *seats, &BotModel::Shipped, context.clone()),
            assessment,
        }
    }

    /// What every bot's move gives away in one position of the game of this seed.
    fn losses(&self, seed: u64) -> Result<Vec<f32>, AdviceError> {
        let state = self.position(seed)?;
        let specs = self.assessment.bots.iter();
        let moves: Vec<Action> = (self.bots.iter().zip(specs))
            .map(|(bot, spec)| bot.action(&state, spec.budget(), seed))
            .collect();
        // Not the bots' seed: with the same one, bots that search like the judge would look better than they are.
        let found = self.judge.search_with(&state, self.assessment.judge.budget(), !seed, &moves);
        let lead = |action: &Action| {
            let tried = found.tried.iter().find(|tried| tried.action == *action);
            tried.map(|tried| tried.lead).ok_or(AdviceError::NotJudged(*action))
        };
        let leads: Vec<f32> = moves.iter().map(lead).collect::<Result<_, _>>()?;
        let first = found.tried.first().map_or(f32::NEG_INFINITY, |tried| tried.lead);
        let best = leads.iter().copied().fold(first, f32::max);
        Ok(leads.into_iter().map(|lead| best - lead).collect())
    }

    /// A position of the game of this seed; each of its moves is equally likely.
    fn position(&self, seed: u64) -> Result<State, AdviceError> {
        let Assessment { rules, seats, players, .. } = self.assessment;
        let deal = Deal::new(&Seed::from_number(seed), rules, *seats)?;
        let mut state = State::new(rules, *seats, deal.first())?;
        let mut all = Vec::new();
        while !state.is_over() {
            if let Some(outcome) = deal.answer(rules, &state) {
                state.chance_unchecked(&outcome);
                continue;
            }
            all.push(state);
            let action = self.players.action(&state, players.budget(), seed ^ all.len() as u64);
            state.play_unchecked(rules, &action);
        }
        let place = SmallRng::seed_from_u64(seed).random_range(0..all.len());
        Ok(all[place])
    }
}
