//! Which clock bots use: the wall clock, or their thread's processor time.
use clap::Args;
use quinta_bots::SearchContext;
#[cfg(unix)]
use quinta_bots::clock::Clock;
#[cfg(unix)]
use rustix::time::{ClockId, clock_gettime};
#[cfg(unix)]
use std::{sync::Arc, time::Duration};

/// The choice of a clock on the command line.
#[derive(Args)]
pub(crate) struct Timing {
    /// Count the time of our bots by what their threads computed, not by the wall clock: for machines that are busy with other things
    #[cfg(unix)]
    #[arg(long)]
    processor_time: bool,
}

impl Timing {
    /// The search context of our bots.
    pub(crate) fn search_context(&self) -> SearchContext {
        #[cfg(unix)]
        if self.processor_time {
            return SearchContext { clock: Arc::new(ProcessorClock), ..SearchContext::default() };
        }
        SearchContext::default()
    }
}

/// The processor time of the calling thread, for bots that search on one thread.
#[cfg(unix)]
struct ProcessorClock;

#[cfg(unix)]
impl Clock for ProcessorClock {
    fn now(&self) -> Duration {
        // A thread's own time is never negative.
        clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap_or_default()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn it_stands_still_while_the_thread_sleeps() {
        let before = ProcessorClock.now();
        std::thread::sleep(Duration::from_millis(200));
        let slept = ProcessorClock.now().saturating_sub(before);
        assert!(slept < Duration::from_millis(100), "{slept:?}");
        // It advances only while the thread works.
        let working = ProcessorClock.now();
        while ProcessorClock.now() == working {}
    }
}
