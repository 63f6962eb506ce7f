//! The arena: players play the same deals in every seat order.
use crate::stats::Times;
use crate::tally::Tally;
pub use crate::tally::{Elo, Report, Standing};
use quinta_bots::{Bot, BotModel, BotSpec, Budget, SearchContext};
use quinta_deal::{Deal, Seed};
use quinta_rules::{Action, Rules, Seat, State, Step};
use serde::Serialize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Instant;

/// A player that is notified of everything that happens: one of our bots, or another program. A player that returns an error forfeits the
/// game and is replaced by a new one for the next.
pub trait Player: Send {
    /// A game begins.
    fn begin(&mut self, rules: &Rules, seats: usize, first: Seat) -> Result<(), String>;

    /// Something happened, its own actions included.
    fn see(&mut self, step: &Step) -> Result<(), String>;

    /// The action that it takes.
    fn act(&mut self, state: &State, budget: Budget, seed: u64) -> Result<Action, String>;
}

/// A bot needs no notifications: it gets the state.
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

/// A participant of a series: a name, and a player for each thread.
pub struct Entrant<'a> {
    /// Its name in the results.
    pub name: String,
    /// How long it may think.
    pub budget: Budget,
    /// Makes a player; each thread has its own.
    pub make: Box<dyn Fn() -> Result<Box<dyn Player>, String> + Sync + 'a>,
}

impl Entrant<'_> {
    /// Returns one of our bots, for a table with these rules and this many seats.
    pub fn bot(spec: BotSpec, rules: &Rules, seats: usize) -> Self {
        let name = spec.to_string();
        Self::with_model(&name, spec, rules, seats, BotModel::Shipped, SearchContext::default())
    }

    /// Returns one of our bots under this name, with its model and search context.
    pub fn with_model(
        name: &str,
        spec: BotSpec,
        rules: &Rules,
        seats: usize,
        model: BotModel,
        context: SearchContext,
    ) -> Self {
        let rules = rules.clone();
        let build = move || spec.build(&rules, seats, &model, context.clone());
        let make = move || Ok(Box::new(build()) as Box<dyn Player>);
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
    /// The seed of the first deal; those of the others follow.
    pub seed: Seed,
    /// Threads.
    pub jobs: usize,
    /// Whether to stop as soon as the first entrant is significantly better or worse than even.
    pub until_significant: bool,
    /// Whether the first forfeit ends the series with an error.
    pub strict: bool,
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
    /// The end, or where a forfeit ended it.
    pub end: State,
    /// Who forfeited it, if someone did.
    pub forfeit: Option<Forfeit>,
    /// How long the moves of each entrant took.
    pub(crate) times: Vec<Times>,
}

/// A game that an entrant lost by a crash, a missed deadline or an illegal action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Forfeit {
    /// The number of the deal.
    pub deal: usize,
    /// The name of the entrant.
    pub bot: String,
    /// The seat that it had.
    pub seat: Seat,
    /// What went wrong.
    pub reason: String,
}

/// Why a series cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArenaError {
    /// The game is for two to four.
    #[error("invalid number of seats {0}: expected 2 to 4")]
    Seats(usize),
    /// An entrant could not sit down.
    #[error("{name} cannot sit down: {reason}")]
    Absent {
        /// Its name.
        name: String,
        /// Why not.
        reason: String,
    },
    /// An entrant forfeited a game of a strict series.
    #[error("{} forfeited deal {} on seat {}: {}", .0.bot, .0.deal, .0.seat, .0.reason)]
    Forfeited(Forfeit),
    /// The rules cannot be played by.
    #[error(transparent)]
    Rules(#[from] quinta_rules::SetupError),
}

/// Returns the different seat orders of these entrants; entrants of the same name are interchangeable.
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
    /// Returns the seat orders in which each deal is played.
    pub fn orders(&self) -> Vec<Vec<usize>> {
        let names: Vec<_> = self.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        seat_orders(&names)
    }

    /// Plays until all deals are played, the result is significant, or `stop` is set; calls `on_game` for each game.
    pub fn run(
        &self,
        stop: &AtomicBool,
        mut on_game: impl FnMut(&Played),
    ) -> Result<Report, ArenaError> {
        let seats = self.entrants.len();
        if !(2..=Seat::MOST).contains(&seats) {
            return Err(ArenaError::Seats(seats));
        }
        let orders = self.orders();
        let start = Instant::now();
        let next = AtomicUsize::new(0);
        let (send, receive) = mpsc::sync_channel::<Result<Played, ArenaError>>(64);
        let mut tally = Tally::new(self, orders.len());
        let mut failure = None;
        // Ends this series; `stop` belongs to the caller.
        let halt = AtomicBool::new(false);
        let stopped = || stop.load(Ordering::Relaxed) || halt.load(Ordering::Relaxed);
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.max(1) {
                let (send, next, orders, stopped) = (send.clone(), &next, &orders, &stopped);
                scope.spawn(move || {
                    let made: Result<Vec<_>, _> = self.entrants.iter().map(Table::seat).collect();
                    let mut table = match made {
                        Ok(players) => Table { series: self, players },
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
                        let played = table.game(deal, &orders[order], stopped);
                        let Some(played) = played.transpose() else { return };
                        if send.send(played).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(send);
            for played in receive {
                let played = played.and_then(|played| match &played.forfeit {
                    Some(forfeit) if self.strict => Err(ArenaError::Forfeited(forfeit.clone())),
                    _ => Ok(played),
                });
                match played {
                    Ok(played) => {
                        tally.add(&played);
                        on_game(&played);
                        if self.until_significant && tally.decide() {
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
            Some(error) => Err(error),
            None => Ok(tally.report(start.elapsed())),
        }
    }
}

/// The table of one thread: the players by entrant; `None` for one that forfeited, until the next game.
struct Table<'a> {
    series: &'a Series<'a>,
    players: Vec<Option<Box<dyn Player>>>,
}

/// Why an entrant cannot play on.
struct Failed {
    entrant: usize,
    reason: String,
}

impl Table<'_> {
    /// Makes the first player of an entrant.
    fn seat(entrant: &Entrant) -> Result<Option<Box<dyn Player>>, ArenaError> {
        let absent = |reason| ArenaError::Absent { name: entrant.name.clone(), reason };
        (entrant.make)().map(Some).map_err(absent)
    }

    /// The player of an entrant; one that forfeited is replaced.
    fn player(&mut self, entrant: usize) -> Result<&mut Box<dyn Player>, Failed> {
        let player = match self.players[entrant].take() {
            Some(player) => player,
            None => (self.series.entrants[entrant].make)()
                .map_err(|reason| Failed { entrant, reason })?,
        };
        Ok(self.players[entrant].insert(player))
    }

    /// Notifies every player.
    fn notify(
        &mut self,
        mut what: impl FnMut(&mut dyn Player) -> Result<(), String>,
    ) -> Result<(), Failed> {
        (0..self.players.len()).try_for_each(|entrant| {
            what(&mut **self.player(entrant)?).map_err(|reason| Failed { entrant, reason })
        })
    }

    /// Plays one game; `None` if it is stopped.
    fn game(
        &mut self,
        deal: usize,
        order: &[usize],
        stopped: &impl Fn() -> bool,
    ) -> Result<Option<Played>, ArenaError> {
        let Series { rules, seed, entrants, .. } = self.series;
        let seed = seed.plus(deal as u64);
        let dealt = Deal::new(&seed, rules, order.len())?;
        let mut played = Played {
            deal,
            order: order.to_vec(),
            seed,
            log: Vec::with_capacity(160),
            end: State::new(rules, order.len(), dealt.first())?,
            forfeit: None,
            times: vec![Times::default(); entrants.len()],
        };
        match self.play(&dealt, &mut played, stopped) {
            Ok(true) => {}
            Ok(false) => return Ok(None),
            Err(Failed { entrant, reason }) => {
                // The player may be in any state, so it is not used again.
                self.players[entrant] = None;
                let seat = Seat::all(order.len()).find(|seat| order[seat.index()] == entrant);
                let bot = entrants[entrant].name.clone();
                played.forfeit = seat.map(|seat| Forfeit { deal, bot, seat, reason });
            }
        }
        Ok(Some(played))
    }

    /// Plays a game to its end; `false` if it was stopped.
    fn play(
        &mut self,
        deal: &Deal,
        played: &mut Played,
        stopped: &impl Fn() -> bool,
    ) -> Result<bool, Failed> {
        let Series { rules, entrants, .. } = self.series;
        let seats = played.order.len();
        self.notify(|player| player.begin(rules, seats, deal.first()))?;
        let mut luck = u64::from_be_bytes(played.seed.0[24..].try_into().unwrap_or_default());
        while !played.end.is_over() {
            let seat = played.end.turn();
            let entrant = played.order[seat.index()];
            let step = if let Some(outcome) = deal.answer(rules, &played.end) {
                Step::Chance(outcome)
            } else {
                if stopped() {
                    return Ok(false);
                }
                luck = luck.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                let start = Instant::now();
                let budget = entrants[entrant].budget;
                let action = self.player(entrant)?.act(&played.end, budget, luck ^ luck >> 29);
                played.times[entrant].add(start.elapsed().as_secs_f64() * 1000.0);
                Step::Act(seat, action.map_err(|reason| Failed { entrant, reason })?)
            };
            played.end.step(rules, &step).map_err(|error| Failed {
                entrant,
                reason: format!("it played {step:?}: {error}"),
            })?;
            played.log.push(step);
            self.notify(|player| player.see(&step))?;
        }
        Ok(true)
    }
}

impl Played {
    /// Returns the share of the victory, for each seat. A seat that forfeited has none, and the others share it evenly.
    pub fn shares(&self) -> Vec<f64> {
        let seats = Seat::all(self.order.len());
        if let Some(Forfeit { seat: loser, .. }) = self.forfeit {
            let others = 1.0 / (self.order.len() - 1) as f64;
            return seats.map(|seat| if seat == loser { 0.0 } else { others }).collect();
        }
        let scores = self.end.players().iter().map(|player| player.score);
        let most = scores.clone().max().unwrap_or_default();
        let winners = scores.clone().filter(|&score| score == most).count();
        scores.map(|score| if score == most { 1.0 / winners as f64 } else { 0.0 }).collect()
    }

    /// Returns the lead over the best other, for each seat.
    pub fn leads(&self) -> Vec<f64> {
        let scores: Vec<_> = self.end.players().iter().map(|player| player.score).collect();
        (0..scores.len())
            .map(|seat| {
                let others = scores.iter().enumerate().filter(|&(other, _)| other != seat);
                let best = others.map(|(_, &score)| score).max().unwrap_or_default();
                f64::from(scores[seat] - best)
            })
            .collect()
    }
}
