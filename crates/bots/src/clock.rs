//! The clock of a search. It is passed in because WebAssembly in a page has none of its own.
use std::time::{Duration, Instant};

/// A clock.
pub trait Clock: Send + Sync {
    /// The time since a fixed moment.
    fn now(&self) -> Duration;
}

/// The clock of the operating system.
#[derive(Debug, Clone, Copy)]
pub struct SystemClock(Instant);

/// A clock that starts now.
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
