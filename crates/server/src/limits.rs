//! What may be asked for how often: buckets for addresses and sockets.
mod disk;

pub(crate) use disk::{DiskBudget, bytes_of};

use crate::settings::Limits;
use crate::store::Allowance;
use axum::body::Bytes;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// A bucket that fills by so many a second, up to so many.
#[derive(Debug)]
pub(crate) struct Bucket {
    left: f64,
    at: Instant,
}

impl Bucket {
    pub(crate) fn full(burst: u32) -> Self {
        Self { left: f64::from(burst), at: Instant::now() }
    }

    /// Takes one, if there is one.
    pub(crate) fn take(&mut self, per_second: f64, burst: u32) -> bool {
        let now = Instant::now();
        let filled = self.left + now.duration_since(self.at).as_secs_f64() * per_second;
        self.left = filled.min(f64::from(burst));
        self.at = now;
        let enough = self.left >= 1.0;
        if enough {
            self.left -= 1.0;
        }
        enough
    }
}

/// What an address gets only so many of in a minute, from all processes together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scarce {
    Tables,
    /// New guests: who someone is costs nothing, but every guest has limits of their own.
    Guests,
    /// Guests who subscribe to push messages.
    Subscriptions,
}

impl Scarce {
    const ALL: [Self; 3] = [Self::Tables, Self::Guests, Self::Subscriptions];

    fn allowance(self, limits: &Limits) -> Allowance {
        let (what, burst) = match self {
            Self::Tables => ("tables", limits.tables),
            Self::Guests => ("guests", limits.guests),
            Self::Subscriptions => ("subscriptions", limits.subscriptions),
        };
        Allowance { what, per_second: f64::from(burst) / 60.0, burst }
    }
}

struct Address {
    requests: Bucket,
    /// In the order of `Scarce::ALL`.
    scarce: [Bucket; Scarce::ALL.len()],
    sockets: u32,
    connections: u32,
    /// Bytes of answers that it has not read yet.
    waiting: usize,
}

/// The limits of all addresses.
pub(crate) struct Limiter {
    limits: Limits,
    addresses: Mutex<HashMap<IpAddr, Address>>,
    /// Bytes of answers that nobody has read yet.
    waiting: AtomicUsize,
}

/// Bytes on their way to a reader, counted until they are handed over.
pub(crate) struct Weighed {
    bytes: Bytes,
    address: IpAddr,
    limiter: Arc<Limiter>,
}

impl AsRef<[u8]> for Weighed {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for Weighed {
    fn drop(&mut self) {
        let length = self.bytes.len();
        self.limiter.waiting.fetch_sub(length, Ordering::Relaxed);
        self.limiter.with(self.address, |a, _| a.waiting = a.waiting.saturating_sub(length));
    }
}

/// An IPv6 host usually has a whole network of addresses: they count as one.
pub(crate) fn counted(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let network = u128::from(v6) & !u128::from(u64::MAX);
            IpAddr::V6(network.into())
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

impl Limiter {
    pub(crate) fn new(limits: Limits) -> Self {
        Self { limits, addresses: Mutex::default(), waiting: AtomicUsize::new(0) }
    }

    fn with<T>(&self, address: IpAddr, ask: impl FnOnce(&mut Address, &Limits) -> T) -> Option<T> {
        let limits = &self.limits;
        let mut addresses = self.addresses.lock().ok()?;
        let entry = addresses.entry(counted(address)).or_insert_with(|| Address {
            requests: Bucket::full(limits.request_burst),
            scarce: Scarce::ALL.map(|what| Bucket::full(what.allowance(limits).burst)),
            sockets: 0,
            connections: 0,
            waiting: 0,
        });
        Some(ask(entry, limits))
    }

    pub(crate) fn request(&self, address: IpAddr) -> bool {
        self.with(address, |a, limits| {
            a.requests.take(f64::from(limits.requests), limits.request_burst)
        })
        .unwrap_or(false)
    }

    /// How many of these an address may have, from all processes together.
    pub(crate) fn allowance(&self, what: Scarce) -> Allowance {
        what.allowance(&self.limits)
    }

    /// Takes one of these, if this process has one for the address.
    pub(crate) fn take(&self, what: Scarce, address: IpAddr) -> bool {
        self.with(address, |a, limits| {
            let Allowance { per_second, burst, .. } = what.allowance(limits);
            a.scarce[what as usize].take(per_second, burst)
        })
        .unwrap_or(false)
    }

    pub(crate) fn open_socket(&self, address: IpAddr) -> bool {
        self.with(address, |a, limits| {
            let free = a.sockets < limits.sockets;
            a.sockets += u32::from(free);
            free
        })
        .unwrap_or(false)
    }

    pub(crate) fn close_socket(&self, address: IpAddr) {
        self.with(address, |a, _| a.sockets = a.sockets.saturating_sub(1));
    }

    pub(crate) fn open_connection(&self, address: IpAddr) -> bool {
        self.with(address, |a, limits| {
            let free = a.connections < limits.connections;
            a.connections += u32::from(free);
            free
        })
        .unwrap_or(false)
    }

    pub(crate) fn close_connection(&self, address: IpAddr) {
        self.with(address, |a, _| a.connections = a.connections.saturating_sub(1));
    }

    /// Counts the bytes of an answer until they are handed over; `None` if too many wait already.
    pub(crate) fn weigh(self: &Arc<Self>, address: IpAddr, bytes: Bytes) -> Option<Bytes> {
        let (length, most) = (bytes.len(), self.limits.waiting_bytes);
        let free = self.with(address, |a, _| {
            let free = a.waiting.saturating_add(length) <= most / 4;
            a.waiting += if free { length } else { 0 };
            free
        })?;
        if !free {
            return None;
        }
        let before = self.waiting.fetch_add(length, Ordering::Relaxed);
        // From here on its end gives back what it has taken.
        let weighed = Weighed { bytes, address, limiter: self.clone() };
        (before.saturating_add(length) <= most).then(|| Bytes::from_owner(weighed))
    }

    /// How many bytes wait to be read.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// A bucket for one socket's messages.
    pub(crate) fn messages(&self) -> Bucket {
        Bucket::full(self.limits.message_burst)
    }

    /// Whether the socket may send another message.
    pub(crate) fn message(&self, bucket: &mut Bucket) -> bool {
        bucket.take(f64::from(self.limits.messages), self.limits.message_burst)
    }

    /// Forgets addresses that have not asked for anything for a while.
    pub(crate) fn sweep(&self) {
        if let Ok(mut addresses) = self.addresses.lock() {
            addresses.retain(|_, a| {
                a.sockets > 0
                    || a.connections > 0
                    || a.waiting > 0
                    || a.requests.at.elapsed().as_secs() < 120
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_has_a_quarter_of_what_may_wait_and_gets_it_back() {
        let limits = Limits { waiting_bytes: 4000, ..Limits::default() };
        let limiter = Arc::new(Limiter::new(limits));
        let address = |n: u8| IpAddr::from([10, 0, 0, n]);
        let answer = || Bytes::from(vec![0; 500]);
        let held: Vec<_> = (0..2).map(|_| limiter.weigh(address(1), answer()).unwrap()).collect();
        assert!(limiter.weigh(address(1), answer()).is_none());
        let others: Vec<_> = (2..5)
            .flat_map(|n| [n, n])
            .filter_map(|n| limiter.weigh(address(n), answer()))
            .collect();
        assert_eq!((others.len(), limiter.waiting()), (6, 4000));
        assert!(limiter.weigh(address(9), answer()).is_none(), "that is all");
        assert_eq!(limiter.waiting(), 4000);
        drop(held);
        assert!(limiter.weigh(address(1), answer()).is_some());
        drop(others);
        assert_eq!(limiter.waiting(), 0);
    }
}
