//! A store that fails: nobody's time runs while nothing can be stored.
use super::{App, RequestError};
use crate::metrics::count;
use crate::store::StoreError;
use crate::time::{Away, now};
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// A command is answered within five seconds, whatever the store does and whoever waits before it; the last of them is for the way.
const PATIENCE: Duration = Duration::from_millis(4500);

tokio::task_local! {
    /// When what this task does for somebody must be answered.
    static ANSWER_BY: Instant;
}

/// When what comes now, or what this task does, must be answered.
pub(crate) fn answer_by() -> Instant {
    ANSWER_BY.try_with(|until| *until).unwrap_or_else(|_| Instant::now() + PATIENCE)
}

/// Does something for somebody who is answered by this time.
pub(crate) fn answering<F: Future>(until: Instant, work: F) -> impl Future<Output = F::Output> {
    ANSWER_BY.scope(until, work)
}

/// Asks the store for something, for as long as there is somebody who can wait for it. What was given up may be stored or not: the next
/// append, or a read, tells.
pub(super) async fn in_time<T>(
    work: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    let Ok(until) = ANSWER_BY.try_with(|until| *until) else { return work.await };
    let late = |_| StoreError::Failed("there was no answer in time".into());
    timeout_at(until, work).await.map_err(late)?
}

impl App {
    /// Notes whether something could be stored at this time.
    pub(super) fn note_store(&self, works: bool, time: u64) {
        if let Ok(mut away) = self.away.lock() {
            match works {
                false => away.fails(time),
                true if self.store.shared().is_none() => away.works(time),
                // Others may have run meanwhile: the runs tell, which are read anew.
                true => {}
            }
        }
    }

    /// Since when nothing can be stored, if so.
    pub(super) fn failing_since(&self) -> Option<u64> {
        self.away.lock().ok().and_then(|away| away.is_failing())
    }

    /// Whether something can be stored.
    pub(crate) async fn can_store(&self) -> bool {
        // A run is not said to have gone on through a time in which nothing could be stored.
        if self.failing_since().is_some() {
            return self.try_store().await;
        }
        let time = now();
        let runs = self.store.still_runs(time).await;
        self.note_store(runs.is_ok(), time);
        runs.map_err(|why| self.store_failed(&why)).is_ok()
    }

    /// Tries whether the store works again. If it does, another run begins: between it and the one before nobody could move, unless another
    /// process ran meanwhile.
    pub(super) async fn try_store(&self) -> bool {
        let Some(since) = self.failing_since() else { return true };
        let time = now();
        let again = async {
            self.store.still_runs(since).await?;
            self.store.begin_run(time).await
        };
        let Ok(runs) = again.await else { return false };
        if let Ok(mut away) = self.away.lock() {
            *away = Away::between(&runs, time);
        }
        true
    }

    pub(crate) fn store_failed(&self, why: &StoreError) -> RequestError {
        count(&self.metrics.store_failures);
        tracing::error!(%why, "the store failed");
        RequestError::Store
    }
}
