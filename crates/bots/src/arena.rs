//! The arena: bots play the same deals in every seat order, and the results are measured honestly.
use crate::Weights;
use crate::bot::{Bot, BotSpec, Budget, Tools};
use crate::stats::{Estimate, Times, anytime, bootstrap, elo};
use quinta_deal::{Deal, Seed};
use quinta_rules::{Action, Rules, Seat, State, Step};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Someone at a table, told of everything that happens: a bot of ours, or another program.
pub trait Player: Send {
    /// A game begins.
    fn begin(&mut self, rules: &Rules, seats: usize, first: Seat) -> Result<(), String>;

    /// Something happened, its own actions included.
    fn see(&mut self, step: &Step) -> Result<(), String>;

    /// The action that it takes.
    fn act(&mut self, state: &State, budget: Budget, seed: u64) -> Result<Action, String>;
}

/// A bot needs no history: it sees the state.
impl Player for Box<dyn Bot> {
    fn begin(&mut self, _: &Rules, _: usize, _: Seat) -> Result<(), String> {
        Ok(())
    }

    fn see(&mut self, _: &Step) -> Result<(), String> {
        Ok(())
    }

    fn act(&mut self, state: &State, budget: Budget, seed: u64) -> Result<Action, String> {
        Ok(self.action(state, budget, seed))
    }
}

/// Someone who sits down: a name, and a player for each thread.
pub struct Entrant<'a> {
    /// What the tables call it.
    pub name: String,
    /// How long it may think.
    pub budget: Budget,
    /// Makes a player; each thread asks for its own.
    pub make: Box<dyn Fn() -> Result<Box<dyn Player>, String> + Sync + 'a>,
}

impl Entrant<'_> {
    /// One of our bots, for a table with these rules and this many seats.
    pub fn bot(spec: BotSpec, rules: &Rules, seats: usize) -> Self {
        let rules = rules.clone();
        let make =
            move || Ok(Box::new(spec.sit_down(&rules, seats, Tools::default())) as Box<dyn Player>);
        Self { name: spec.to_string(), budget: spec.budget(), make: Box::new(make) }
    }

    /// One of our bots with other weights than its own, under this name.
    pub fn weighing(name: &str, spec: BotSpec, rules: &Rules, weights: Weights) -> Self {
        let rules = rules.clone();
        let sit_down = move || spec.weighing(&rules, weights.clone(), Tools::default());
        let make = move || Ok(Box::new(sit_down()) as Box<dyn Player>);
        Self { name: name.to_owned(), budget: spec.budget(), make: Box::new(make) }
    }
}

/// A series of games.
pub struct Series<'a> {
    /// The rules.
    pub rules: Rules,
    /// Who plays: one for each seat.
    pub entrants: Vec<Entrant<'a>>,
    /// How many deals; each is played in every seat order.
    pub deals: usize,
    /// Where luck comes from.
    pub seed: Seed,
    /// Threads.
    pub jobs: usize,
    /// Whether to stop as soon as the first entrant is surely better or worse than even.
    pub until_significant: bool,
}

/// A game that was played.
pub struct Played {
    /// The number of the deal.
    pub deal: usize,
    /// Which entrant sat on each seat.
    pub order: Vec<usize>,
    /// The deal's seed.
    pub seed: Seed,
    /// What happened, in order.
    pub log: Vec<Step>,
    /// The end.
    pub end: State,
    times: Vec<Times>,
}

/// What one entrant achieved.
#[derive(Debug, Clone, Serialize)]
pub struct Standing {
    /// Its name.
    pub bot: String,
    /// Its share of the victories, ties shared.
    pub win_share: f64,
    /// The lower end of the share's 95% interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Its mean score.
    pub mean_score: f64,
    /// Its mean lead over the best other seat, with a 95% interval.
    pub margin: Estimate,
    /// The time that 99.9% of its moves stay within, in milliseconds.
    pub p999_ms: f64,
    /// Its longest move, in milliseconds.
    pub max_ms: f64,
    /// How many moves it made.
    pub moves: u64,
}

/// What a series showed.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// Games that were played.
    pub games: usize,
    /// How many seats.
    pub players: usize,
    /// The entrants, in the order in which they were named.
    pub seats: Vec<Standing>,
    /// The Elo difference of the first to the second with its 95% interval, where there are two.
    pub elo: Option<Estimate>,
    /// Games in a second.
    pub games_per_second: f64,
    /// Whether the series was stopped because it was decided.
    pub decided: bool,
}

/// What a series cannot do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArenaError {
    /// The game is for two to four.
    #[error("the game is for 2 to 4 seats, not {0}")]
    Seats(usize),
    /// An entrant could not sit down, or broke the rules.
    #[error("{0}")]
    Entrant(String),
}

/// The different seat orders of these entrants: entrants of the same name are the same.
pub fn seat_orders(names: &[&str]) -> Vec<Vec<usize>> {
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in names {
        orders = orders
            .into_iter()
            .flat_map(|order| {
                let free = (0..names.len()).filter(|i| !order.contains(i)).collect::<Vec<_>>();
                free.into_iter().map(move |i| [order.clone(), vec![i]].concat())
            })
            .collect();
    }
    let mut seen = std::collections::BTreeSet::new();
    orders.retain(|order| seen.insert(order.iter().map(|&i| names[i]).collect::<Vec<_>>()));
    orders
}

impl Series<'_> {
    /// The seat orders in which each deal is played.
    pub fn orders(&self) -> Vec<Vec<usize>> {
        let names: Vec<_> = self.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        seat_orders(&names)
    }

    /// Plays until all deals are played, it is decided, or `stop` is set; tells of each game.
    pub fn run(
        &self,
        stop: &AtomicBool,
        mut tell: impl FnMut(&Played),
    ) -> Result<Report, ArenaError> {
        let seats = self.entrants.len();
        if !(2..=Seat::MOST).contains(&seats) {
            return Err(ArenaError::Seats(seats));
        }
        let orders = self.orders();
        let start = Instant::now();
        let next = AtomicUsize::new(0);
        let (send, receive) = mpsc::sync_channel::<Result<Played, String>>(64);
        let mut tally = Tally::new(self, orders.len());
        let mut failure = None;
        // Ends this series; `stop` belongs to whoever watches it.
        let halt = AtomicBool::new(false);
        let stopped = || stop.load(Ordering::Relaxed) || halt.load(Ordering::Relaxed);
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.max(1) {
                let (send, next, orders, stopped) = (send.clone(), &next, &orders, &stopped);
                scope.spawn(move || {
                    let made: Result<Vec<_>, _> =
                        self.entrants.iter().map(|entrant| (entrant.make)()).collect();
                    let mut players = match made {
                        Ok(players) => players,
                        Err(error) => {
                            let _ = send.send(Err(error));
                            return;
                        }
                    };
                    loop {
                        let game = next.fetch_add(1, Ordering::Relaxed);
                        let (deal, order) = (game / orders.len(), game % orders.len());
                        if deal >= self.deals || stopped() {
                            return;
                        }
                        let played = self.game(&mut players, deal, &orders[order], stopped);
                        let Some(played) = played.transpose() else { return };
                        if send.send(played).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(send);
            for played in receive {
                match played {
                    Ok(played) => {
                        tally.add(&played);
                        tell(&played);
                        if self.until_significant && !tally.decided && tally.is_decided() {
                            tally.decided = true;
                            halt.store(true, Ordering::Relaxed);
                        }
                    }
                    Err(error) => {
                        halt.store(true, Ordering::Relaxed);
                        failure.get_or_insert(error);
                    }
                }
            }
        });
        match failure {
            Some(error) => Err(ArenaError::Entrant(error)),
            None => Ok(tally.report(start.elapsed())),
        }
    }

    /// Plays one game; `None` if it is stopped.
    fn game(
        &self,
        players: &mut [Box<dyn Player>],
        deal_number: usize,
        order: &[usize],
        stopped: &impl Fn() -> bool,
    ) -> Result<Option<Played>, String> {
        let seed = self.seed.plus(deal_number as u64);
        let deal = Deal::new(&seed, &self.rules, order.len());
        let state = State::new(&self.rules, order.len(), deal.first());
        let mut state = state.map_err(|error| error.to_string())?;
        let mut log = Vec::with_capacity(160);
        let mut times = vec![Times::default(); players.len()];
        for player in players.iter_mut() {
            player.begin(&self.rules, order.len(), deal.first())?;
        }
        let mut happened = |step: Step, players: &mut [Box<dyn Player>]| {
            log.push(step);
            players.iter_mut().try_for_each(|player| player.see(&step))
        };
        let mut luck = u64::from_be_bytes(seed.0[24..].try_into().unwrap_or_default());
        while !state.is_over() {
            if let Some(outcome) = deal.answer(&self.rules, &state) {
                state.chance(&self.rules, &outcome).map_err(|error| error.to_string())?;
                happened(Step::Chance(outcome), players)?;
                continue;
            }
            if stopped() {
                return Ok(None);
            }
            let seat = state.turn();
            let entrant = order[seat.index()];
            luck = luck.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let start = Instant::now();
            let budget = self.entrants[entrant].budget;
            let action = players[entrant].act(&state, budget, luck ^ luck >> 29)?;
            times[entrant].add(start.elapsed().as_secs_f64() * 1000.0);
            state.play(&self.rules, seat, &action).map_err(|illegal| {
                format!("{} played {action:?}: {illegal}", self.entrants[entrant].name)
            })?;
            happened(Step::Act(seat, action), players)?;
        }
        let order = order.to_vec();
        Ok(Some(Played { deal: deal_number, order, seed, log, end: state, times }))
    }
}

impl Played {
    /// The share of the victory and the lead over the best other, for each seat.
    pub fn results(&self) -> Vec<(f64, f64)> {
        let scores: Vec<_> = self.end.players().iter().map(|player| player.score).collect();
        let most = scores.iter().max().copied().unwrap_or_default();
        let winners = scores.iter().filter(|&&score| score == most).count();
        (0..scores.len())
            .map(|seat| {
                let others = scores.iter().enumerate().filter(|&(other, _)| other != seat);
                let best = others.map(|(_, &score)| score).max().unwrap_or_default();
                let share = if scores[seat] == most { 1.0 / winners as f64 } else { 0.0 };
                (share, f64::from(scores[seat] - best))
            })
            .collect()
    }
}

/// What the games so far add up to.
struct Tally<'a> {
    series: &'a Series<'a>,
    orders: usize,
    games: usize,
    /// For each deal the games so far: the shares, scores and leads of every entrant, added up.
    deals: BTreeMap<usize, (usize, Vec<[f64; 3]>)>,
    times: Vec<Times>,
    decided: bool,
}

impl<'a> Tally<'a> {
    fn new(series: &'a Series<'a>, orders: usize) -> Self {
        let times = vec![Times::default(); series.entrants.len()];
        Self { series, orders, games: 0, deals: BTreeMap::new(), times, decided: false }
    }

    fn add(&mut self, played: &Played) {
        let entrants = self.times.len();
        let entry = self.deals.entry(played.deal).or_insert((0, vec![[0.0; 3]; entrants]));
        entry.0 += 1;
        for (seat, (share, lead)) in played.results().into_iter().enumerate() {
            let sums = &mut entry.1[played.order[seat]];
            sums[0] += share;
            sums[1] += f64::from(played.end.players()[seat].score);
            sums[2] += lead;
        }
        for (times, more) in self.times.iter_mut().zip(&played.times) {
            times.merge(more);
        }
        self.games += 1;
    }

    /// One number for each deal that was played in every order: pairs that are not whole would not be fair.
    fn by_deal(&self, entrant: usize, figure: usize) -> Vec<f64> {
        let whole = self.deals.values().filter(|(games, _)| *games == self.orders);
        whole.map(|(games, sums)| sums[entrant][figure] / *games as f64).collect()
    }

    /// Whether the first entrant's share is surely not even. The deals are taken in their order, whoever finished first.
    fn is_decided(&self) -> bool {
        let complete = self.deals.iter().enumerate();
        let prefix = complete
            .take_while(|(i, (deal, (games, _)))| i == *deal && *games == self.orders)
            .count();
        let shares: Vec<_> = self.by_deal(0, 0).into_iter().take(prefix).collect();
        let interval = anytime(&shares);
        let even = 1.0 / self.times.len() as f64;
        interval.low > even || interval.high < even
    }

    fn report(&self, time: Duration) -> Report {
        let seats: Vec<_> = (self.series.entrants.iter().enumerate())
            .map(|(i, entrant)| {
                let share = bootstrap(&self.by_deal(i, 0), 1);
                let scores = self.by_deal(i, 1);
                Standing {
                    bot: entrant.name.clone(),
                    win_share: share.mean,
                    low: share.low.max(0.0),
                    high: share.high.min(1.0),
                    mean_score: scores.iter().sum::<f64>() / scores.len().max(1) as f64,
                    margin: bootstrap(&self.by_deal(i, 2), 1),
                    p999_ms: self.times[i].quantile(0.999),
                    max_ms: self.times[i].most(),
                    moves: self.times[i].count(),
                }
            })
            .collect();
        let two = seats.len() == 2;
        let difference = two.then(|| Estimate {
            mean: elo(seats[0].win_share),
            low: elo(seats[0].low),
            high: elo(seats[0].high),
        });
        Report {
            games: self.games,
            players: seats.len(),
            seats,
            elo: difference,
            games_per_second: self.games as f64 / time.as_secs_f64().max(1e-9),
            decided: self.decided,
        }
    }
}
