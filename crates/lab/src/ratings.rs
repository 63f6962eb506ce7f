//! Elo ratings of a round robin: those under which its results are the likeliest (Bradley and Terry).
use crate::stats::Estimate;

/// What one player won of another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pair {
    /// The two, by their places among all players.
    pub players: [usize; 2],
    /// What the first of them won: 1 for a victory, 1/2 for a draw.
    pub won: f64,
    /// How many games they played.
    pub games: f64,
}

/// The Elo difference that makes the odds e times as good.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// Returns the Elo of every player, 0 on average, with its 95% interval.
///
/// One drawn game is added between every two, played or not, so that a player who won everything has a finite rating. The interval
/// assumes independent games, which is conservative: games of the same deal in the other seat order even out luck.
pub fn elo(players: usize, pairs: &[Pair]) -> Vec<Estimate> {
    let mut all = pairs.to_vec();
    for first in 0..players {
        let draws = (first + 1..players).map(|second| [first, second]);
        all.extend(draws.map(|players| Pair { players, won: 0.5, games: 1.0 }));
    }
    let mut ratings = vec![0.0; players];
    // Newton's method. Far fewer steps are enough; clamped ones cannot overshoot.
    for _ in 0..100 {
        let mut slope = vec![0.0; players];
        for Pair { players: [first, second], won, games } in &all {
            let surplus = won - games * chance(&ratings, [*first, *second]);
            slope[*first] += surplus;
            slope[*second] -= surplus;
        }
        let step = solve(information(&all, &ratings), slope);
        for (rating, step) in ratings.iter_mut().zip(step) {
            *rating += step.clamp(-1.0, 1.0);
        }
        let mean = ratings.iter().sum::<f64>() / players as f64;
        for rating in &mut ratings {
            *rating -= mean;
        }
    }
    let known = information(&all, &ratings);
    let spread = |place: usize| {
        let unit = (0..players).map(|other| f64::from(other == place)).collect();
        // The matrix includes the common shift, which carries no information about a player.
        (solve(known.clone(), unit)[place] - 1.0 / players as f64).max(0.0).sqrt()
    };
    (0..players)
        .map(|place| {
            let (mean, half) = (SCALE * ratings[place], 1.96 * SCALE * spread(place));
            Estimate { mean, low: Some(mean - half), high: Some(mean + half) }
        })
        .collect()
}

/// How likely the first of the two is to win.
fn chance(ratings: &[f64], [first, second]: [usize; 2]) -> f64 {
    1.0 / (1.0 + (ratings[second] - ratings[first]).exp())
}

/// The Fisher information of the games about the ratings. It is singular, because a shift of all ratings changes nothing; the term that
/// is added for the shift makes the matrix invertible.
fn information(pairs: &[Pair], ratings: &[f64]) -> Vec<Vec<f64>> {
    let count = ratings.len();
    let mut matrix = vec![vec![1.0 / count as f64; count]; count];
    for &Pair { players: [first, second], games, .. } in pairs {
        let chance = chance(ratings, [first, second]);
        let weight = games * chance * (1.0 - chance);
        matrix[first][first] += weight;
        matrix[second][second] += weight;
        matrix[first][second] -= weight;
        matrix[second][first] -= weight;
    }
    matrix
}

/// Solves a system with a positive definite matrix by elimination.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for place in 0..count {
        let (above, below) = matrix.split_at_mut(place + 1);
        let pivot = &above[place];
        for (offset, row) in below.iter_mut().enumerate() {
            let factor = row[place] / pivot[place];
            for (entry, above) in row.iter_mut().zip(pivot).skip(place) {
                *entry -= factor * above;
            }
            right[place + 1 + offset] -= factor * right[place];
        }
    }
    for place in (0..count).rev() {
        let known: f64 = (place + 1..count).map(|other| matrix[place][other] * right[other]).sum();
        right[place] = (right[place] - known) / matrix[place][place];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    fn pair(first: usize, second: usize, won: f64, games: f64) -> Pair {
        Pair { players: [first, second], won, games }
    }

    #[test]
    fn two_players_differ_by_what_their_share_says() {
        let rated = elo(2, &[pair(0, 1, 7_500.0, 10_000.0)]);
        let difference = rated[0].mean - rated[1].mean;
        assert!((difference - 190.85).abs() < 0.1, "{difference}");
        assert!((rated[0].mean + rated[1].mean).abs() < 1e-9);
    }

    #[test]
    fn results_that_fit_together_give_back_the_ratings_behind_them() {
        let truth = [-300.0, -120.0, 20.0, 140.0, 260.0];
        let games = 1e7;
        let mut pairs = Vec::new();
        for first in 0..truth.len() {
            for second in first + 1..truth.len() {
                let odds = 10f64.powf((truth[second] - truth[first]) / 400.0);
                pairs.push(pair(first, second, games / (1.0 + odds), games));
            }
        }
        for (rated, truth) in elo(truth.len(), &pairs).iter().zip(truth) {
            assert!((rated.mean - truth).abs() < 0.01, "{rated:?}, {truth}");
        }
    }

    #[test]
    fn whoever_won_everything_has_a_rating_and_whoever_did_not_play_has_none_of_note() {
        let rated = elo(3, &[pair(0, 1, 8.0, 8.0)]);
        assert!(rated[0].mean > 100.0 && rated[1].mean < -100.0, "{rated:?}");
        assert!(rated[2].mean.abs() < 1e-6 && rated[2].high.unwrap() > 200.0, "{rated:?}");
        assert!(elo(1, &[])[0].mean.abs() < 1e-9);
        let hopeless = elo(2, &[pair(0, 1, 1e6, 1e6)]);
        assert!(hopeless[0].mean.is_finite() && hopeless[0].mean > 800.0, "{hopeless:?}");
    }

    #[test]
    fn intervals_cover_as_often_as_they_say() {
        let truth = [-150.0, 0.0, 150.0];
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut covered = 0;
        for _ in 0..400 {
            let pairs = [(0, 1), (0, 2), (1, 2)].map(|(first, second)| {
                let odds = 10f64.powf((truth[second] - truth[first]) / 400.0);
                let won = (0..30).filter(|_| rng.random_bool(1.0 / (1.0 + odds))).count();
                pair(first, second, won as f64, 30.0)
            });
            let rated = elo(3, &pairs)[2];
            covered += usize::from(rated.low.unwrap() <= 150.0 && 150.0 <= rated.high.unwrap());
        }
        // 95% of 400 is 380; four standard deviations are 17.
        assert!((363..=397).contains(&covered), "{covered} of 400");
    }
}
