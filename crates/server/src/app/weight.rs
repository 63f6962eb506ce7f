//! What the tables in memory weigh: each tells what it takes, and takes it back when it goes.
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// What a table takes beside its events: its people, and what they were sent last.
const TABLE: usize = 8 * 1024;

/// The weight of one table, which counts in the sum of all.
pub(crate) struct Weight {
    own: AtomicUsize,
    sum: Arc<AtomicUsize>,
}

impl Weight {
    pub(crate) fn new(sum: &Arc<AtomicUsize>) -> Self {
        Self { own: AtomicUsize::new(0), sum: sum.clone() }
    }

    /// What the table takes, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.own.load(Relaxed)
    }

    /// Notes what the table takes now, in bytes.
    pub(crate) fn note(&self, bytes: usize) {
        let now = TABLE + bytes;
        let before = self.own.swap(now, Relaxed);
        // Wrapping on purpose: only the difference counts.
        self.sum.fetch_add(now.wrapping_sub(before), Relaxed);
    }
}

impl Drop for Weight {
    fn drop(&mut self) {
        self.sum.fetch_sub(self.own.load(Relaxed), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_takes_its_weight_along() {
        let sum = Arc::new(AtomicUsize::new(0));
        let (one, other) = (Weight::new(&sum), Weight::new(&sum));
        one.note(1000);
        other.note(500);
        one.note(200);
        assert_eq!(sum.load(Relaxed), 2 * TABLE + 700);
        drop(one);
        assert_eq!(sum.load(Relaxed), TABLE + 500);
    }
}
