//! Statistics for the arena: means by deal, intervals that respect the pairing, a test that may stop at any time.
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde::Serialize;

/// A mean and its 95% interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The mean of these and a 95% interval by bootstrap. Each number is one deal (the mean over its seat orders): games of
/// the same deal are not independent, deals are.
pub fn bootstrap(deals: &[f64], seed: u64) -> Estimate {
    const RESAMPLES: usize = 2000;
    let count = deals.len();
    let mean = deals.iter().sum::<f64>() / count.max(1) as f64;
    if count < 2 {
        return Estimate { mean, low: f64::NEG_INFINITY, high: f64::INFINITY };
    }
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut means: Vec<f64> = (0..RESAMPLES)
        .map(|_| (0..count).map(|_| deals[rng.random_range(0..count)]).sum::<f64>() / count as f64)
        .collect();
    means.sort_by(f64::total_cmp);
    let at = |share: f64| means[((RESAMPLES - 1) as f64 * share).round() as usize];
    // Few deals spread less than what they are drawn from; this widens the interval by as much.
    let wider = (count as f64 / (count as f64 - 1.0)).sqrt();
    let low = mean - (mean - at(0.025)) * wider;
    let high = mean + (at(0.975) - mean) * wider;
    Estimate { mean, low, high }
}

/// An interval that holds at every moment of a series at once (an asymptotic confidence sequence, Waudby-Smith and others,
/// 2021), so that a series may be stopped as soon as it excludes a value, with 5% error in all.
pub fn anytime(deals: &[f64]) -> Estimate {
    const ERROR: f64 = 0.05;
    // Tightest around a few hundred deals.
    const RHO_SQUARED: f64 = 0.02;
    let n = deals.len() as f64;
    let mean = deals.iter().sum::<f64>() / n.max(1.0);
    if deals.len() < 16 {
        return Estimate { mean, low: f64::NEG_INFINITY, high: f64::INFINITY };
    }
    let variance = deals.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
    // Deals that all say the same know less about their spread than they seem to.
    let variance = variance.max(0.25 / n);
    let weight = n * RHO_SQUARED + 1.0;
    let half =
        (variance * 2.0 * weight / (n * n * RHO_SQUARED) * (weight.sqrt() / ERROR).ln()).sqrt();
    Estimate { mean, low: mean - half, high: mean + half }
}

/// The Elo difference that a share of the points between two stands for.
pub fn elo(share: f64) -> f64 {
    let share = share.clamp(1e-6, 1.0 - 1e-6);
    400.0 * (share / (1.0 - share)).log10()
}

/// How long moves took, in buckets 1% apart: no series is too long for it.
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

    /// The longest, in milliseconds.
    pub fn most(&self) -> f64 {
        self.most
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The time that this share stays within, in milliseconds, to 1%.
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
    fn series(count: usize, rng: &mut SmallRng) -> Vec<f64> {
        (0..count).map(|_| f64::from(rng.random_range(0..3u8)) / 2.0).collect()
    }

    #[test]
    fn intervals_cover_as_often_as_they_say() {
        let mut rng = SmallRng::seed_from_u64(1);
        let covered = (0..400)
            .filter(|&i| {
                let interval = bootstrap(&series(60, &mut rng), i);
                interval.low <= 0.5 && 0.5 <= interval.high
            })
            .count();
        // 95% of 400 is 380; four standard deviations are 17.
        assert!((360..=398).contains(&covered), "{covered} of 400");
    }

    #[test]
    fn looking_all_the_time_seldom_errs() {
        let mut rng = SmallRng::seed_from_u64(2);
        let wrong = (0..300)
            .filter(|_| {
                let all = series(300, &mut rng);
                (16..=300).any(|n| {
                    let interval = anytime(&all[..n]);
                    interval.low > 0.5 || interval.high < 0.5
                })
            })
            .count();
        assert!(wrong <= 26, "{wrong} of 300 at 5%");
    }

    #[test]
    fn a_true_difference_is_found() {
        let mut rng = SmallRng::seed_from_u64(3);
        let better: Vec<_> = (0..400).map(|_| f64::from(rng.random_bool(0.7))).collect();
        assert!((20..400).any(|n| anytime(&better[..n]).low > 0.5));
        let interval = bootstrap(&better, 1);
        assert!(interval.low > 0.6 && interval.high < 0.8);
    }

    #[test]
    fn elo_of_known_shares() {
        assert!((elo(0.5)).abs() < 1e-9);
        assert!((elo(0.75) - 190.85).abs() < 0.01);
        assert!((elo(0.25) + 190.85).abs() < 0.01);
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
