//! The results of a series, added up by deal.
use crate::arena::{Forfeit, Played, Series};
use crate::stats::{Estimate, Times, anytime, bootstrap, elo, share};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// The results of one entrant; a field is `None` if there are too few deals.
#[derive(Debug, Clone, Serialize)]
pub struct Standing {
    /// Its name.
    pub bot: String,
    /// Its share of the victories, ties shared.
    pub win_share: Option<f64>,
    /// The lower end of the share's 95% interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// Its mean score; deals with a forfeit do not count.
    pub mean_score: Option<f64>,
    /// Its mean lead over the best other seat, with a 95% interval; deals with a forfeit do not count.
    pub margin: Option<Estimate>,
    /// The time that 99.9% of its moves stay within, in milliseconds.
    pub p999_ms: f64,
    /// Its longest move, in milliseconds.
    pub max_ms: f64,
    /// How many moves it made.
    pub moves: u64,
}

/// The Elo difference between two. An end is `None` if it is infinite.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Elo {
    /// The difference.
    pub mean: Option<f64>,
    /// The lower end of its 95% interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

/// What a series showed.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// Games that were played.
    pub games: usize,
    /// Games that were to be played.
    pub planned: usize,
    /// How many seats.
    pub players: usize,
    /// The entrants, in the order in which they were named.
    pub seats: Vec<Standing>,
    /// The Elo difference of the first to the second, where there are two and a whole deal.
    pub elo: Option<Elo>,
    /// Games in a second.
    pub games_per_second: f64,
    /// Whether the series was stopped because it was decided.
    pub decided: bool,
    /// Whether the series was stopped from outside.
    pub interrupted: bool,
    /// Games that somebody lost by not playing on.
    pub forfeits: Vec<Forfeit>,
}

/// The games of a deal so far: the shares, scores and leads of every entrant, added up.
struct DealSums {
    games: usize,
    forfeits: usize,
    sums: Vec<[f64; 3]>,
}

/// Which figure of a deal.
#[derive(Clone, Copy)]
enum Figure {
    Share,
    Score,
    Lead,
}

/// What the games so far add up to.
pub(crate) struct Tally<'a> {
    series: &'a Series<'a>,
    orders: usize,
    games: usize,
    deals: BTreeMap<usize, DealSums>,
    times: Vec<Times>,
    decided: bool,
    forfeits: Vec<Forfeit>,
}

impl<'a> Tally<'a> {
    pub(crate) fn new(series: &'a Series<'a>, orders: usize) -> Self {
        let times = vec![Times::default(); series.entrants.len()];
        let (deals, forfeits) = (BTreeMap::new(), Vec::new());
        Self { series, orders, games: 0, deals, times, decided: false, forfeits }
    }

    pub(crate) fn add(&mut self, played: &Played) {
        let entrants = self.times.len();
        let new = || DealSums { games: 0, forfeits: 0, sums: vec![[0.0; 3]; entrants] };
        let deal = self.deals.entry(played.deal).or_insert_with(new);
        deal.games += 1;
        deal.forfeits += usize::from(played.forfeit.is_some());
        for (seat, (share, lead)) in played.shares().into_iter().zip(played.leads()).enumerate() {
            let sums = &mut deal.sums[played.order[seat]];
            sums[Figure::Share as usize] += share;
            sums[Figure::Score as usize] += f64::from(played.end.players()[seat].score);
            sums[Figure::Lead as usize] += lead;
        }
        for (times, more) in self.times.iter_mut().zip(&played.times) {
            times.merge(more);
        }
        self.games += 1;
        self.forfeits.extend(played.forfeit.clone());
    }

    /// One number for each deal that was played in every seat order; incomplete deals would not be fair. A forfeited game has a winner, but
    /// its points mean nothing.
    fn by_deal(&self, entrant: usize, figure: Figure) -> Vec<f64> {
        let counts = |deal: &&DealSums| {
            deal.games == self.orders && (matches!(figure, Figure::Share) || deal.forfeits == 0)
        };
        let whole = self.deals.values().filter(counts);
        whole.map(|deal| deal.sums[entrant][figure as usize] / deal.games as f64).collect()
    }

    /// Whether the first entrant's share differs significantly from even. Deals are taken in their order, not in that of finishing, which
    /// would be biased.
    pub(crate) fn decide(&mut self) -> bool {
        let complete = self.deals.iter().enumerate();
        let prefix = complete
            .take_while(|(i, (number, deal))| i == *number && deal.games == self.orders)
            .count();
        let shares: Vec<_> = self.by_deal(0, Figure::Share).into_iter().take(prefix).collect();
        let even = 1.0 / self.times.len() as f64;
        self.decided |= anytime(&shares).is_some_and(|(low, high)| low > even || high < even);
        self.decided
    }

    pub(crate) fn report(mut self, time: Duration) -> Report {
        let seats: Vec<_> = (self.series.entrants.iter().enumerate())
            .map(|(i, entrant)| {
                let share = share(&self.by_deal(i, Figure::Share));
                let scores = self.by_deal(i, Figure::Score);
                let sum: f64 = scores.iter().sum();
                Standing {
                    bot: entrant.name.clone(),
                    win_share: share.map(|share| share.mean),
                    low: share.and_then(|share| share.low),
                    high: share.and_then(|share| share.high),
                    mean_score: (!scores.is_empty()).then(|| sum / scores.len() as f64),
                    margin: bootstrap(&self.by_deal(i, Figure::Lead), 1),
                    p999_ms: self.times[i].quantile(0.999),
                    max_ms: self.times[i].most(),
                    moves: self.times[i].count(),
                }
            })
            .collect();
        let elo = match &seats[..] {
            [Standing { win_share: Some(share), low, high, .. }, _] => {
                Some(Elo { mean: elo(*share), low: low.and_then(elo), high: high.and_then(elo) })
            }
            _ => None,
        };
        let planned = self.series.deals * self.orders;
        // Threads finish games in any order.
        self.forfeits.sort_by_key(|forfeit| (forfeit.deal, forfeit.seat.index()));
        Report {
            games: self.games,
            planned,
            players: seats.len(),
            seats,
            elo,
            games_per_second: self.games as f64 / time.as_secs_f64().max(1e-9),
            decided: self.decided,
            interrupted: self.games < planned && !self.decided,
            forfeits: self.forfeits,
        }
    }
}
