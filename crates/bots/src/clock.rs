//! The clock that searchers look at. It is handed to them, because a page's WebAssembly has no clock of its own.
use std::time::{Duration, Instant};

/// Something that tells how much time has gone by.
pub trait Clock: Send + Sync {
    /// The time since some moment that stays the same.
    fn now(&self) -> Duration;
}

/// The clock of the operating system.
#[derive(Debug, Clone, Copy)]
pub struct SystemClock(Instant);

/// It counts from now on.
impl Default for SystemClock {
    fn default() -> Self {
        Self(Instant::now())
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
