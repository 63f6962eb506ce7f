//! The server's time: it begins with the machine's clock and then runs by itself, so that a clock that is set forward or back costs nobody
//! a game. It also knows when nobody could have moved: while the server was away, and while nothing could be stored.
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

/// The times in which nobody could have moved, because the server was away or nothing could be stored.
#[derive(Debug, Clone, Default)]
pub(crate) struct Away {
    /// The first one first.
    gaps: Vec<(u64, u64)>,
    /// Since when nothing can be stored.
    failing: Option<u64>,
}

impl Away {
    /// What lies between these runs, and between the last of them and now. Where one process ran, the server was there.
    pub(crate) fn between(runs: &[Run], now: u64) -> Self {
        let mut gaps = Vec::new();
        let mut covered = runs.first().map(|run| run.began);
        for (began, seen) in runs.iter().map(|run| (run.began, run.seen)).chain([(now, now)]) {
            if let Some(until) = covered.filter(|until| *until < began) {
                gaps.push((until, began));
            }
            covered = covered.max(Some(seen));
        }
        Self { gaps, failing: None }
    }

    /// Something could not be stored at this time.
    pub(crate) fn fails(&mut self, time: u64) {
        self.failing.get_or_insert(time);
    }

    /// Something was stored at this time.
    pub(crate) fn works(&mut self, time: u64) {
        self.gaps.extend(self.failing.take().map(|from| (from, time)));
    }

    /// Since when nothing can be stored, if so.
    pub(crate) fn is_failing(&self) -> Option<u64> {
        self.failing
    }

    /// From when until when nobody could have moved, as far as it is after this time.
    pub(crate) fn after(&self, time: u64, now: u64) -> Vec<(u64, u64)> {
        let failing = self.failing.map(|from| (from, now));
        let all = self.gaps.iter().copied().chain(failing);
        all.map(|(from, until)| (from.max(time), until))
            .filter(|(from, until)| from < until)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Away {
        /// For how long, between then and now, nobody could have moved.
        fn since(&self, time: u64, now: u64) -> u64 {
            self.after(time, now).iter().map(|(from, until)| until - from).sum()
        }
    }

    #[test]
    fn the_server_was_away_between_its_runs() {
        let runs = [(10, 20), (30, 50), (50, 55)].map(|(began, seen)| Run { began, seen });
        let away = Away::between(&runs, 60);
        assert_eq!(away.since(0, 60), 10 + 5);
        assert_eq!(away.since(22, 60), 8 + 5);
        assert_eq!(away.since(40, 60), 5);
        assert_eq!(away.since(58, 60), 2);
        assert_eq!(away.since(99, 99), 0);
    }

    #[test]
    fn nobody_was_away_while_one_of_several_ran() {
        let runs = [(10, 20), (15, 50), (30, 40), (60, 70)];
        let away = Away::between(&runs.map(|(began, seen)| Run { began, seen }), 75);
        assert_eq!(away.since(0, 75), 10 + 5);
    }

    #[test]
    fn a_store_that_fails_is_like_a_server_that_is_away() {
        let mut away = Away::default();
        away.works(5);
        assert_eq!((away.since(0, 9), away.is_failing()), (0, None));
        away.fails(10);
        away.fails(20);
        assert_eq!((away.since(0, 30), away.since(15, 30), away.is_failing()), (20, 15, Some(10)));
        away.works(40);
        assert_eq!((away.since(0, 90), away.since(40, 90), away.is_failing()), (30, 0, None));
        away.fails(100);
        assert_eq!(away.since(0, 101), 31);
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
