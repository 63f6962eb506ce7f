//! How `stop` reaches a session while it searches.
use quinta_bots::clock::{Clock, SystemClock};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

/// The lines of a session, by number: the one that is executed, and the last `stop` that was read.
#[derive(Debug, Default)]
struct Lines {
    executed: AtomicU64,
    stopped: AtomicU64,
    /// How often the clock was read since.
    looks: AtomicU32,
}

/// More than any budget.
const LONG: Duration = Duration::from_secs(2 * 3600);

/// Sees every line as soon as it is read, before the session executes it, so that `stop` can end a search.
#[derive(Debug)]
pub struct StopListener {
    lines: Arc<Lines>,
    read: u64,
}

impl StopListener {
    /// Notes that a line was read.
    pub fn read(&mut self, line: &str) {
        self.read += 1;
        if line.trim() == "stop" {
            self.lines.stopped.store(self.read, Ordering::Relaxed);
        }
    }

    /// Notes the end of the input, which stops everything.
    pub fn end_of_input(&mut self) {
        self.lines.stopped.store(u64::MAX, Ordering::Relaxed);
    }
}

/// The system's clock, which jumps ahead by hours at every reading once a later line was `stop`, so that any time budget is used up. A search
/// measures differences, so this works even if its first reading comes after the `stop`.
#[derive(Debug, Clone, Default)]
pub(crate) struct StopClock {
    clock: SystemClock,
    lines: Arc<Lines>,
}

impl StopClock {
    /// Returns the listener of this clock.
    pub(crate) fn listener(&self) -> StopListener {
        StopListener { lines: self.lines.clone(), read: 0 }
    }

    /// Notes that the next line is executed.
    pub(crate) fn next_line(&self) {
        self.lines.executed.fetch_add(1, Ordering::Relaxed);
    }
}

impl Clock for StopClock {
    fn now(&self) -> Duration {
        let Lines { executed, stopped, looks } = &*self.lines;
        let stopped = stopped.load(Ordering::Relaxed) > executed.load(Ordering::Relaxed);
        let looks = if stopped {
            looks.fetch_add(1, Ordering::Relaxed).wrapping_add(1)
        } else {
            looks.load(Ordering::Relaxed)
        };
        self.clock.now() + LONG * looks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_ends_what_was_said_before_it_and_nothing_later() {
        let clock = StopClock::default();
        let mut listener = clock.listener();
        let stopped = |clock: &StopClock| {
            let before = clock.now();
            clock.now().saturating_sub(before) >= LONG
        };
        for line in ["go", " stop ", "go"] {
            listener.read(line);
        }
        clock.next_line();
        assert!(stopped(&clock), "the first go, even if stop was read before it began");
        clock.next_line();
        clock.next_line();
        assert!(!stopped(&clock), "the second go");
        listener.end_of_input();
        assert!(stopped(&clock));
    }
}
