//! The server's time: it begins with the machine's clock and then runs by itself, so that a clock that is set forward or back costs nobody
//! a game. It also knows when the server was away.
use crate::store::Run;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The machine's clock, in milliseconds since 1970.
pub(crate) fn wall() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// What is added so that no time comes twice.
static AHEAD: AtomicU64 = AtomicU64::new(0);

/// The time, in milliseconds since 1970. It never goes back and never jumps.
pub(crate) fn now() -> u64 {
    static BEGAN: OnceLock<(u64, Instant)> = OnceLock::new();
    let (wall, began) = BEGAN.get_or_init(|| (wall(), Instant::now()));
    let passed = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    wall + passed + AHEAD.load(Ordering::Relaxed)
}

/// From now on it is later than this: the machine's clock was set back while the server was away.
pub(crate) fn not_before(time: u64) {
    let behind = time.saturating_sub(now());
    AHEAD.fetch_add(behind, Ordering::Relaxed);
}

/// The times in which the server was away, the first one first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Away(Vec<(u64, u64)>);

impl Away {
    /// What lies between these runs, and between the last of them and now.
    pub(crate) fn between(runs: &[Run], now: u64) -> Self {
        let next = runs.iter().skip(1).map(|run| run.began).chain([now]);
        let gaps = runs.iter().zip(next).map(|(run, next)| (run.seen, next));
        Self(gaps.filter(|(from, until)| from < until).collect())
    }

    /// For how long the server was away since then.
    pub(crate) fn since(&self, time: u64) -> u64 {
        let after = |(from, until): &(u64, u64)| until.saturating_sub(*from.max(&time));
        self.0.iter().map(after).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_was_away_between_its_runs() {
        let runs = [(10, 20), (30, 50), (50, 55)].map(|(began, seen)| Run { began, seen });
        let away = Away::between(&runs, 60);
        assert_eq!(away.since(0), 10 + 5);
        assert_eq!(away.since(22), 8 + 5);
        assert_eq!(away.since(40), 5);
        assert_eq!(away.since(58), 2);
        assert_eq!(away.since(99), 0);
    }

    #[test]
    fn time_never_goes_back() {
        let before = now();
        not_before(before + 3_600_000);
        assert!(now() >= before + 3_600_000);
        not_before(before);
        assert!(now() >= before + 3_600_000);
    }
}
