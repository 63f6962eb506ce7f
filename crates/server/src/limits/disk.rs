//! How many bytes an address may have written to the database: half of a day's budget at once, and the other half little by little, so
//! that no day has more than the budget.
use super::counted;
use crate::settings::Limits;
use crate::store::Allowance;
use quinta_table::Entry;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::Instant;

/// What a row of the log takes beside its text.
const ROW: u64 = 64;
/// Bytes of a kilobyte: processes share their budgets in these.
const KILO: u64 = 1024;
/// Kilobytes that a process takes from a shared budget beyond what it needs, so that the next moves ask for nothing.
const AHEAD: u32 = 16;
const DAY: f64 = 24.0 * 3600.0;
/// Seconds after which what was taken from a common budget and not used is forgotten.
const UNUSED: f64 = 3600.0;

/// The bytes that entries take in the database, about.
pub(crate) fn bytes_of(entries: &[Entry]) -> u64 {
    entries.iter().map(|entry| entry.length() as u64 + ROW).sum()
}

/// What is left to an address. Below nothing if a bot has written what its player can no longer be refused.
struct Left {
    bytes: f64,
    at: Instant,
}

/// The budgets of all addresses.
pub(crate) struct DiskBudget {
    at_once: f64,
    /// Whether processes share them: what is left here was taken from the common ones.
    shared: bool,
    addresses: Mutex<HashMap<IpAddr, Left>>,
}

impl DiskBudget {
    pub(crate) fn new(limits: &Limits, shared: bool) -> Self {
        let at_once = (limits.written_bytes / 2) as f64;
        Self { at_once, shared, addresses: Mutex::default() }
    }

    /// The common budget of an address, in kilobytes.
    pub(crate) fn allowance(&self) -> Allowance {
        let burst = (self.at_once / KILO as f64).min(f64::from(u32::MAX));
        Allowance { what: "written", per_second: burst / DAY, burst: burst as u32 }
    }

    fn with<T>(&self, address: IpAddr, change: impl FnOnce(&mut Left) -> T) -> Option<T> {
        let full = if self.shared { 0.0 } else { self.at_once };
        let now = Instant::now();
        let mut addresses = self.addresses.lock().ok()?;
        let left = addresses.entry(counted(address)).or_insert(Left { bytes: full, at: now });
        if !self.shared {
            let passed = now.duration_since(left.at).as_secs_f64();
            left.bytes = (left.bytes + passed * full / DAY).min(full);
        }
        left.at = now;
        Some(change(left))
    }

    /// Takes so many bytes, if they are left; otherwise tells how many kilobytes to take from the common budget first, where there is one.
    pub(crate) fn take(&self, address: IpAddr, bytes: u64) -> Result<(), Option<u32>> {
        let wanted = bytes as f64;
        let missing = self.with(address, |left| {
            let missing = wanted - left.bytes;
            left.bytes -= if missing > 0.0 { 0.0 } else { wanted };
            missing
        });
        match missing {
            Some(missing) if missing <= 0.0 => Ok(()),
            Some(missing) if self.shared => {
                Err(Some((missing / KILO as f64).ceil() as u32 + AHEAD))
            }
            _ => Err(None),
        }
    }

    /// Takes so many bytes, whether they are left or not.
    pub(crate) fn charge(&self, address: IpAddr, bytes: u64) {
        self.with(address, |left| left.bytes -= bytes as f64);
    }

    /// Forgets addresses that have as much as they would have anyway.
    pub(crate) fn sweep(&self) {
        let now = Instant::now();
        if let Ok(mut addresses) = self.addresses.lock() {
            addresses.retain(|_, left| {
                let passed = now.duration_since(left.at).as_secs_f64();
                let full = left.bytes + passed * self.at_once / DAY >= self.at_once;
                if self.shared { passed < UNUSED } else { !full }
            });
        }
    }

    /// Adds what was taken from the common budget.
    pub(crate) fn put(&self, address: IpAddr, kilobytes: u32) {
        self.with(address, |left| left.bytes += f64::from(kilobytes) * KILO as f64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(shared: bool) -> DiskBudget {
        let limits = Limits { written_bytes: 200 * KILO, ..Limits::default() };
        DiskBudget::new(&limits, shared)
    }

    #[test]
    fn half_a_day_may_be_written_at_once() {
        let budget = budget(false);
        let (anna, ben) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        for _ in 0..10 {
            assert_eq!(budget.take(anna, 10 * KILO), Ok(()));
        }
        assert_eq!(budget.take(anna, KILO), Err(None));
        assert_eq!(budget.take(ben, 100 * KILO), Ok(()));
        // What a bot writes counts, and nobody refuses it.
        budget.charge(ben, 50 * KILO);
        assert_eq!(budget.take(ben, 1), Err(None));
    }

    #[test]
    fn what_processes_share_is_taken_a_little_ahead() {
        let budget = budget(true);
        let anna = IpAddr::from([10, 0, 0, 1]);
        assert_eq!(budget.take(anna, 3 * KILO), Err(Some(3 + AHEAD)));
        budget.put(anna, 3 + AHEAD);
        for _ in 0..3 + AHEAD {
            assert_eq!(budget.take(anna, KILO), Ok(()));
        }
        assert_eq!(budget.take(anna, KILO), Err(Some(1 + AHEAD)));
        assert_eq!(budget.allowance().burst, 100);
    }
}
