//! Statistics for the arena: means by deal, intervals that respect the pairing, a test that may stop at any time.
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use serde::Serialize;

/// A mean and its 95% interval; an end is `None` if there is too little data.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The lower end.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

/// The fewest deals for which [`bootstrap`] gives an interval: with fewer, resampling underestimates the spread.
pub const FEWEST: usize = 8;

fn mean(deals: &[f64]) -> f64 {
    deals.iter().sum::<f64>() / deals.len() as f64
}

fn variance(deals: &[f64], mean: f64) -> f64 {
    deals.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (deals.len() as f64 - 1.0)
}

/// Returns the share of the victories and its 95% interval, or `None` without a deal. Each number is one deal (the mean over its seat
/// orders): games of the same deal are not independent, deals are.
///
/// It is Wilson's interval, which never shrinks to exactly 0 or 1. Pairing makes deals vary less than coin flips, so each counts for more
/// than one; by how much is estimated from the deals, with a prior for few of them.
pub fn share(deals: &[f64]) -> Option<Estimate> {
    const Z: f64 = 1.96;
    // The weight of the prior: deals that vary like coin flips.
    const PRIOR: f64 = 10.0;
    if deals.is_empty() {
        return None;
    }
    let (count, mean) = (deals.len() as f64, mean(deals));
    let coins = mean * (1.0 - mean);
    let spread = if count > 1.0 && coins > 0.0 { variance(deals, mean) / coins } else { 1.0 };
    let n = count / ((count * spread + PRIOR) / (count + PRIOR));
    let middle = mean + Z * Z / (2.0 * n);
    let half = Z * (coins / n + (Z / (2.0 * n)).powi(2)).sqrt();
    let at = |end: f64| Some((end / (1.0 + Z * Z / n)).clamp(0.0, 1.0));
    Some(Estimate { mean, low: at(middle - half), high: at(middle + half) })
}

/// Returns the mean of these, one number a deal, and a 95% interval by bootstrap, or `None` without a deal.
pub fn bootstrap(deals: &[f64], seed: u64) -> Option<Estimate> {
    const RESAMPLES: usize = 2000;
    let count = deals.len();
    if count == 0 {
        return None;
    }
    let mean = mean(deals);
    if count < FEWEST {
        return Some(Estimate { mean, low: None, high: None });
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut means: Vec<f64> = (0..RESAMPLES)
        .map(|_| (0..count).map(|_| deals[rng.random_range(0..count)]).sum::<f64>() / count as f64)
        .collect();
    means.sort_by(f64::total_cmp);
    let at = |share: f64| means[((RESAMPLES - 1) as f64 * share).round() as usize];
    // A small sample varies less than its population; this corrects for it.
    let wider = (count as f64 / (count as f64 - 1.0)).sqrt();
    let low = Some(mean - (mean - at(0.025)) * wider);
    let high = Some(mean + (at(0.975) - mean) * wider);
    Some(Estimate { mean, low, high })
}

/// Returns an interval that holds at every moment of a series at once (an asymptotic confidence sequence, Waudby-Smith and others,
/// 2021), so that a series may be stopped as soon as it excludes a value, with 5% error in all. `None` if there are too few deals.
pub fn anytime(deals: &[f64]) -> Option<(f64, f64)> {
    const ERROR: f64 = 0.05;
    // Tightest around a few hundred deals.
    const RHO_SQUARED: f64 = 0.02;
    if deals.len() < 16 {
        return None;
    }
    let (n, mean) = (deals.len() as f64, mean(deals));
    // Deals that all have the same result underestimate the variance.
    let variance = variance(deals, mean).max(0.25 / n);
    let weight = n * RHO_SQUARED + 1.0;
    let half =
        (variance * 2.0 * weight / (n * n * RHO_SQUARED) * (weight.sqrt() / ERROR).ln()).sqrt();
    Some((mean - half, mean + half))
}

/// Returns the Elo difference that corresponds to a share of the victories of two; `None` for 0 and 1, where it is infinite.
pub fn elo(share: f64) -> Option<f64> {
    (share > 0.0 && share < 1.0).then(|| 400.0 * (share / (1.0 - share)).log10())
}

/// A histogram of the times of moves, in buckets 1% apart, whose size does not depend on the number of moves.
#[derive(Debug, Clone)]
pub struct Times {
    buckets: Vec<u64>,
    count: u64,
    most: f64,
}

impl Default for Times {
    fn default() -> Self {
        Self { buckets: vec![0; 2600], count: 0, most: 0.0 }
    }
}

impl Times {
    /// Adds a time in milliseconds.
    pub fn add(&mut self, ms: f64) {
        let micros = (ms * 1000.0).max(1.0);
        let bucket = ((micros.ln() / 1.01f64.ln()) as usize).min(self.buckets.len() - 1);
        self.buckets[bucket] += 1;
        self.count += 1;
        self.most = self.most.max(ms);
    }

    /// Adds all of another's.
    pub fn merge(&mut self, other: &Self) {
        for (bucket, more) in self.buckets.iter_mut().zip(&other.buckets) {
            *bucket += more;
        }
        self.count += other.count;
        self.most = self.most.max(other.most);
    }

    /// Returns the longest, in milliseconds.
    pub fn most(&self) -> f64 {
        self.most
    }

    /// Returns how many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the time that this share stays within, in milliseconds, to 1%.
    pub fn quantile(&self, share: f64) -> f64 {
        let wanted = (self.count as f64 * share).ceil().max(1.0) as u64;
        let mut seen = 0;
        for (bucket, &count) in self.buckets.iter().enumerate() {
            seen += count;
            if seen >= wanted && count > 0 {
                return (1.01f64.powi(bucket as i32 + 1) / 1000.0).min(self.most);
            }
        }
        self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Deals whose two games share their luck: a mean share of 0.5.
    fn series(count: usize, rng: &mut Xoshiro256PlusPlus) -> Vec<f64> {
        (0..count).map(|_| f64::from(rng.random_range(0..3u8)) / 2.0).collect()
    }

    /// How many of 400 series have the true mean in their interval.
    fn covered(truth: f64, mut interval: impl FnMut(u64) -> Estimate) -> usize {
        (0..400)
            .filter(|&i| {
                let Estimate { low, high, .. } = interval(i);
                low.is_some_and(|low| low <= truth) && high.is_some_and(|high| truth <= high)
            })
            .count()
    }

    #[test]
    fn intervals_cover_as_often_as_they_say() {
        // 95% of 400 is 380; four standard deviations are 17.
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let often = covered(0.5, |i| bootstrap(&series(60, &mut rng), i).unwrap());
        assert!((360..=398).contains(&often), "{often} of 400 by bootstrap");
        for count in [1, 2, 5, 20, 100, 400] {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(count as u64);
            let often = covered(0.5, |_| share(&series(count, &mut rng)).unwrap());
            assert!(often >= 363, "{often} of 400 with {count} deals");
            if count >= 100 {
                assert!(often <= 397, "{often} of 400 with {count} deals is too careful");
            }
            // Someone who wins 19 games of 20, the games of a deal independent.
            let lopsided = |rng: &mut Xoshiro256PlusPlus| {
                let games: u8 = (0..2).map(|_| u8::from(rng.random_bool(0.95))).sum();
                f64::from(games) / 2.0
            };
            let often = covered(0.95, |_| {
                share(&(0..count).map(|_| lopsided(&mut rng)).collect::<Vec<_>>()).unwrap()
            });
            assert!(often >= 357, "{often} of 400 with {count} lopsided deals");
        }
    }

    #[test]
    fn little_is_never_told_as_sure() {
        let won = share(&[1.0]).unwrap();
        assert!(won.low.unwrap() < 0.25 && won.high == Some(1.0), "{won:?}");
        let lost = share(&[0.0; 3]).unwrap();
        assert!(lost.low == Some(0.0) && lost.high.unwrap() > 0.5, "{lost:?}");
        let even = share(&[0.5; 2]).unwrap();
        assert!(even.low.unwrap() < 0.2 && even.high.unwrap() > 0.8, "{even:?}");
        let many = share(&[1.0; 200]).unwrap();
        assert!(many.low.unwrap() > 0.97, "{many:?}");
        let few = bootstrap(&[3.0; FEWEST - 1], 1).unwrap();
        assert_eq!((few.mean, few.low, few.high), (3.0, None, None));
        assert_eq!((share(&[]), bootstrap(&[], 1), anytime(&[1.0; 15])), (None, None, None));
    }

    #[test]
    fn looking_all_the_time_seldom_errs() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let wrong = (0..300)
            .filter(|_| {
                let all = series(300, &mut rng);
                (16..=300).any(|n| {
                    let (low, high) = anytime(&all[..n]).unwrap();
                    low > 0.5 || high < 0.5
                })
            })
            .count();
        assert!(wrong <= 26, "{wrong} of 300 at 5%");
    }

    #[test]
    fn a_true_difference_is_found() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let better: Vec<_> = (0..400).map(|_| f64::from(rng.random_bool(0.7))).collect();
        assert!((20..400).any(|n| anytime(&better[..n]).unwrap().0 > 0.5));
        for interval in [bootstrap(&better, 1).unwrap(), share(&better).unwrap()] {
            assert!(interval.low.unwrap() > 0.6 && interval.high.unwrap() < 0.8, "{interval:?}");
        }
    }

    #[test]
    fn elo_of_known_shares() {
        assert!(elo(0.5).unwrap().abs() < 1e-9);
        assert!((elo(0.75).unwrap() - 190.85).abs() < 0.01);
        assert!((elo(0.25).unwrap() + 190.85).abs() < 0.01);
        assert_eq!((elo(0.0), elo(1.0)), (None, None));
    }

    #[test]
    fn quantiles_of_times() {
        let mut times = Times::default();
        (1..=1000).for_each(|ms| times.add(f64::from(ms)));
        assert!((times.quantile(0.5) / 500.0 - 1.0).abs() < 0.02);
        assert!((times.quantile(0.999) / 999.0 - 1.0).abs() < 0.02);
        assert!((times.most() - 1000.0).abs() < 1e-9 && times.count() == 1000);
    }
}
