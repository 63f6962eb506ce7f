//! `stop`: how it reaches a session that is thinking.
use quinta_bots::clock::{Clock, SystemClock};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

/// The lines of a session, by number: the one that it obeys, and the last `stop` that was heard.
#[derive(Debug, Default)]
struct Lines {
    obeyed: AtomicU64,
    stopped: AtomicU64,
    /// How often the clock was looked at since.
    looks: AtomicU32,
}

/// More than any budget.
const LONG: Duration = Duration::from_secs(2 * 3600);

/// Hears every line the moment it is read, before the session obeys it, so that `stop` ends its thinking.
#[derive(Debug)]
pub struct Ear {
    lines: Arc<Lines>,
    heard: u64,
}

impl Ear {
    /// Hears a line.
    pub fn hear(&mut self, line: &str) {
        self.heard += 1;
        if line.trim() == "stop" {
            self.lines.stopped.store(self.heard, Ordering::Relaxed);
        }
    }

    /// Hears that nothing more will come: whoever asked is gone.
    pub fn hear_the_end(&mut self) {
        self.lines.stopped.store(u64::MAX, Ordering::Relaxed);
    }
}

/// The system's clock. Once a later line said `stop`, hours go by between two looks at it: also if the first look came after that.
#[derive(Debug, Clone, Default)]
pub(crate) struct StopClock {
    clock: SystemClock,
    lines: Arc<Lines>,
}

impl StopClock {
    /// The ear that belongs to it.
    pub(crate) fn ear(&self) -> Ear {
        Ear { lines: self.lines.clone(), heard: 0 }
    }

    /// The next line is obeyed.
    pub(crate) fn next_line(&self) {
        self.lines.obeyed.fetch_add(1, Ordering::Relaxed);
    }
}

impl Clock for StopClock {
    fn now(&self) -> Duration {
        let Lines { obeyed, stopped, looks } = &*self.lines;
        let stopped = stopped.load(Ordering::Relaxed) > obeyed.load(Ordering::Relaxed);
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
        let mut ear = clock.ear();
        let stopped = |clock: &StopClock| {
            let before = clock.now();
            clock.now().saturating_sub(before) >= LONG
        };
        for line in ["go", " stop ", "go"] {
            ear.hear(line);
        }
        clock.next_line();
        assert!(stopped(&clock), "the first go, even if stop was heard before it began");
        clock.next_line();
        clock.next_line();
        assert!(!stopped(&clock), "the second go");
        ear.hear_the_end();
        assert!(stopped(&clock));
    }
}
