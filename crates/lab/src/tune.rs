//! Tunes the weights of the evaluation by a separable CMA-ES, in games against the weights so far.
//!
//! All candidates of a generation play the same deals from every seat against the same opponent, so luck evens out; the same
//! seed and settings give the same weights on any machine and any number of jobs.
use quinta_bots::Weights;
use quinta_bots::eval::Evaluator;
use quinta_bots::{designer, greedy};
use quinta_deal::{Deal, Seed};
use quinta_rules::{Rules, Seat, State};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The parameters of a tuning run.
#[derive(Debug, Clone)]
pub struct Tuning {
    /// The rules that are played by.
    pub rules: Rules,
    /// How many seats.
    pub seats: usize,
    /// How many generations.
    pub generations: usize,
    /// How many sets of weights each generation tries.
    pub population: usize,
    /// How many deals each of them plays, once from every seat.
    pub deals: usize,
    /// After how many generations the opponent is replaced by the weights found.
    pub renew: usize,
    /// How far the search steps at first, in units of each weight's own size: far from weights set by hand, less from tuned ones.
    pub step: f64,
    /// Whether the designer plays; otherwise greedy play does, many times faster.
    pub designer: bool,
    /// The seed of all deals and of the search.
    pub seed: u64,
    /// Threads.
    pub jobs: usize,
}

/// How a generation went.
#[derive(Debug, Clone)]
pub struct Generation {
    /// Its number, from 1.
    pub number: usize,
    /// The mean advantage of the better half over the opponent, from -1 to 1.
    pub advantage: f64,
    /// How far the search still steps.
    pub step: f64,
    /// The weights so far.
    pub weights: Weights,
}

/// Each number is searched in units of its own size.
fn scales(start: &[f32]) -> Vec<f64> {
    start
        .chunks_exact(2)
        .flat_map(|pair| [0.15 + 0.5 * f64::from(pair[0].abs().max(pair[1].abs())); 2])
        .collect()
}

impl Tuning {
    /// Tunes, calls `on_generation` for each generation, and stops early when `stop` is set.
    pub fn run(
        &self,
        start: &Weights,
        stop: &AtomicBool,
        mut on_generation: impl FnMut(&Generation),
    ) -> Weights {
        let first = start.to_vec();
        let scales = scales(&first);
        let mut search = Search::new(first.len(), self.population, self.step, self.seed);
        let weights_at = |point: &[f64]| {
            let row: Vec<f32> = (first.iter().zip(point).zip(&scales))
                .map(|((start, x), scale)| (f64::from(*start) + x * scale) as f32)
                .collect();
            Weights::from_slice(&row).unwrap_or_else(|| start.clone())
        };
        let mut opponent = start.clone();
        for number in 1..=self.generations {
            let points = search.ask();
            let seeds = (self.seed << 20) + (number as u64) * self.deals as u64;
            let candidates: Vec<_> = points.iter().map(|point| weights_at(point)).collect();
            let results = self.advantages(&candidates, &opponent, seeds, stop);
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let advantage = search.tell(&points, &results);
            let weights = weights_at(&search.mean);
            if number % self.renew == 0 {
                opponent = weights.clone();
            }
            on_generation(&Generation { number, advantage, step: search.sigma, weights });
        }
        weights_at(&search.mean)
    }

    /// The mean advantage of each candidate over the opponents.
    fn advantages(
        &self,
        candidates: &[Weights],
        opponent: &Weights,
        first_seed: u64,
        stop: &AtomicBool,
    ) -> Vec<f64> {
        let opponent = Evaluator::new(&self.rules, opponent.clone());
        let next = AtomicUsize::new(0);
        let mut sums = vec![0.0; candidates.len()];
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.jobs.max(1))
                .map(|_| {
                    scope.spawn(|| {
                        let mut done = Vec::new();
                        loop {
                            let i = next.fetch_add(1, Ordering::Relaxed);
                            let Some(weights) = candidates.get(i) else { return done };
                            let eval = Evaluator::new(&self.rules, weights.clone());
                            let mut sum = 0.0;
                            for deal in 0..self.deals {
                                if stop.load(Ordering::Relaxed) {
                                    return done;
                                }
                                sum += self.deal(&eval, &opponent, first_seed + deal as u64);
                            }
                            done.push((i, sum / self.deals as f64));
                        }
                    })
                })
                .collect();
            for worker in workers {
                for (i, mean) in worker.join().unwrap_or_default() {
                    sums[i] = mean;
                }
            }
        });
        sums
    }

    /// One deal from every seat: the mean advantage.
    fn deal(&self, eval: &Evaluator, opponent: &Evaluator, seed: u64) -> f64 {
        let Ok(deal) = Deal::new(&Seed::from_number(seed), &self.rules, self.seats) else {
            return 0.0;
        };
        let advantage = |seat: Seat| {
            let Ok(mut state) = State::new(&self.rules, self.seats, deal.first()) else {
                return 0.0;
            };
            while !state.is_over() {
                if let Some(outcome) = deal.answer(&self.rules, &state) {
                    state.chance_unchecked(&outcome);
                } else {
                    let action = match (state.turn() == seat, self.designer) {
                        (true, true) => designer::action(eval, &state),
                        (true, false) => greedy::action(eval, &state),
                        (false, _) => greedy::action(opponent, &state),
                    };
                    state.play_unchecked(&self.rules, &action);
                }
            }
            margin(&state, seat)
        };
        Seat::all(self.seats).map(advantage).sum::<f64>() / self.seats as f64
    }
}

/// The lead over the best other seat, flattened so that a point counts most in a close game.
fn margin(state: &State, seat: Seat) -> f64 {
    let own = state.players()[seat.index()].score;
    let others = Seat::all(state.seats()).filter(|&s| s != seat);
    let best = others.map(|s| state.players()[s.index()].score).max().unwrap_or_default();
    (f64::from(own - best) / 25.0).tanh()
}

/// A separable CMA-ES (Ros and Hansen, 2008), maximising.
struct Search {
    mean: Vec<f64>,
    sigma: f64,
    variances: Vec<f64>,
    path: Vec<f64>,
    path_sigma: Vec<f64>,
    population: usize,
    shares: Vec<f64>,
    rng: Xoshiro256PlusPlus,
}

impl Search {
    fn new(dimensions: usize, population: usize, step: f64, seed: u64) -> Self {
        let parents = population / 2;
        let raw: Vec<f64> =
            (0..parents).map(|i| ((parents as f64 + 0.5) / (i as f64 + 1.0)).ln()).collect();
        let sum: f64 = raw.iter().sum();
        Self {
            mean: vec![0.0; dimensions],
            sigma: step,
            variances: vec![1.0; dimensions],
            path: vec![0.0; dimensions],
            path_sigma: vec![0.0; dimensions],
            population,
            shares: raw.iter().map(|share| share / sum).collect(),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }

    fn gauss(&mut self) -> f64 {
        let (a, b): (f64, f64) = (self.rng.random(), self.rng.random());
        (-2.0 * (1.0 - a).ln()).sqrt() * (std::f64::consts::TAU * b).cos()
    }

    fn ask(&mut self) -> Vec<Vec<f64>> {
        (0..self.population)
            .map(|_| {
                (0..self.mean.len())
                    .map(|i| self.mean[i] + self.sigma * self.variances[i].sqrt() * self.gauss())
                    .collect()
            })
            .collect()
    }

    /// Updates the distribution by the results, and returns the mean of the better half.
    fn tell(&mut self, points: &[Vec<f64>], results: &[f64]) -> f64 {
        let n = self.mean.len() as f64;
        let mut order: Vec<_> = (0..points.len()).collect();
        order.sort_by(|&a, &b| results[b].total_cmp(&results[a]));
        let weight = 1.0 / self.shares.iter().map(|share| share * share).sum::<f64>();
        let c_sigma = (weight + 2.0) / (n + weight + 5.0);
        let damping = 1.0 + 2.0 * (((weight - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + c_sigma;
        let c_c = (4.0 + weight / n) / (n + 4.0 + 2.0 * weight / n);
        let c_1 = 2.0 / ((n + 1.3).powi(2) + weight);
        let c_mu =
            (2.0 * (weight - 2.0 + 1.0 / weight) / ((n + 2.0).powi(2) + weight)).min(1.0 - c_1);
        // The separable form may learn variances faster.
        let faster = (n + 2.0) / 3.0;
        let (c_1, c_mu) = (c_1 * faster, (c_mu * faster).min(1.0 - c_1 * faster));
        let old = self.mean.clone();
        let mut length = 0.0;
        for i in 0..self.mean.len() {
            let step: f64 = (self.shares.iter().zip(&order))
                .map(|(share, &p)| share * (points[p][i] - old[i]) / self.sigma)
                .sum();
            self.mean[i] = old[i] + self.sigma * step;
            let whitened = step / self.variances[i].sqrt();
            self.path_sigma[i] = (1.0 - c_sigma) * self.path_sigma[i]
                + (c_sigma * (2.0 - c_sigma) * weight).sqrt() * whitened;
            length += self.path_sigma[i].powi(2);
            self.path[i] = (1.0 - c_c) * self.path[i] + (c_c * (2.0 - c_c) * weight).sqrt() * step;
            let spread: f64 = (self.shares.iter().zip(&order))
                .map(|(share, &p)| share * ((points[p][i] - old[i]) / self.sigma).powi(2))
                .sum();
            self.variances[i] =
                (1.0 - c_1 - c_mu) * self.variances[i] + c_1 * self.path[i].powi(2) + c_mu * spread;
        }
        let expected = n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));
        self.sigma *= ((c_sigma / damping) * (length.sqrt() / expected - 1.0)).exp();
        let better = &order[..self.shares.len()];
        better.iter().map(|&p| results[p]).sum::<f64>() / better.len() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_finds_a_hill() {
        let mut search = Search::new(10, 12, 0.4, 1);
        let height = |point: &Vec<f64>| -> f64 {
            -point.iter().enumerate().map(|(i, x)| (x - i as f64 / 5.0).powi(2)).sum::<f64>()
        };
        for _ in 0..200 {
            let points = search.ask();
            let results: Vec<_> = points.iter().map(height).collect();
            search.tell(&points, &results);
        }
        assert!(height(&search.mean) > -1e-3, "{:?}", search.mean);
    }

    #[test]
    fn the_same_seed_gives_the_same_weights_on_any_number_of_threads() {
        let tuning = |jobs| Tuning {
            rules: Rules::FRONT,
            seats: 2,
            generations: 2,
            population: 4,
            deals: 2,
            renew: 1,
            step: 0.4,
            designer: false,
            seed: 3,
            jobs,
        };
        let start = Weights::by_hand();
        let run = |jobs| tuning(jobs).run(&start, &AtomicBool::new(false), |_| ());
        assert_eq!(run(1), run(3));
        assert_ne!(run(1), start);
    }
}
