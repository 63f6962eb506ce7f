//! What an address may ask for how often, and have at once: buckets, places and scales.
mod disk;

pub(crate) use disk::{DiskBudget, bytes_of};

use crate::settings::Limits;
use crate::store::Allowance;
use crate::weights::Scale;
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
        self.take_several(1.0, per_second, burst)
    }

    /// Takes so many, if there are so many.
    fn take_several(&mut self, count: f64, per_second: f64, burst: u32) -> bool {
        let now = Instant::now();
        let filled = self.left + now.duration_since(self.at).as_secs_f64() * per_second;
        self.left = filled.min(f64::from(burst));
        self.at = now;
        let enough = self.left >= count;
        if enough {
            self.left -= count;
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

/// Of what an address has only so many at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Open {
    Connection,
    Socket,
}

impl Open {
    const ALL: [Self; 2] = [Self::Connection, Self::Socket];

    const fn most(self, limits: &Limits) -> u32 {
        match self {
            Self::Connection => limits.connections,
            Self::Socket => limits.sockets,
        }
    }
}

struct Address {
    requests: Bucket,
    /// In the order of `Scarce::ALL`.
    scarce: [Bucket; Scarce::ALL.len()],
    /// In the order of `Open::ALL`.
    open: [u32; Open::ALL.len()],
    scales: Scales,
}

/// The scales of an address.
#[derive(Clone)]
pub(crate) struct Scales {
    /// What waits to be read or to be worked on: answers, messages of sockets, bodies of requests.
    pub(crate) waiting: Arc<Scale>,
    /// What its sockets keep as long as they are open, and its requests until they are answered.
    pub(crate) buffers: Arc<Scale>,
}

impl Scales {
    /// Whether nobody uses them any more.
    fn are_free(&self) -> bool {
        [&self.waiting, &self.buffers].into_iter().all(|scale| Arc::strong_count(scale) == 1)
    }
}

/// The most bytes that wait for one socket.
const MOST_FOR_SOCKET: usize = 512 * 1024;
/// So many bytes less than before are worth giving memory back to the system.
const WORTH_TRIMMING: usize = 4 * 1024 * 1024;

/// The limits of all addresses.
pub(crate) struct Limiter {
    limits: Limits,
    addresses: Mutex<HashMap<IpAddr, Address>>,
    /// Those of all addresses together.
    scales: Scales,
    /// The most that these have carried since memory was last given back.
    most_carried: AtomicUsize,
}

/// A place for a connection or a socket, until this is dropped.
pub(crate) struct Place {
    limiter: Arc<Limiter>,
    address: IpAddr,
    what: Open,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.limiter.with(self.address, |a, _| {
            let open = &mut a.open[self.what as usize];
            *open = open.saturating_sub(1);
        });
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
        let waiting = Scale::new(limits.waiting_bytes);
        // There is no limit for all sockets together but that of open files.
        let scales = Scales { waiting, buffers: Scale::new(usize::MAX) };
        Self { limits, addresses: Mutex::default(), scales, most_carried: AtomicUsize::new(0) }
    }

    fn with<T>(&self, address: IpAddr, ask: impl FnOnce(&mut Address, &Limits) -> T) -> Option<T> {
        let limits = &self.limits;
        let mut addresses = self.addresses.lock().ok()?;
        let entry = addresses.entry(counted(address)).or_insert_with(|| {
            let most = limits.waiting_bytes / 4;
            let above = |scale: &Arc<Scale>| scale.above(most);
            let Scales { waiting, buffers } = &self.scales;
            Address {
                requests: Bucket::full(limits.request_burst),
                scarce: Scarce::ALL.map(|what| Bucket::full(what.allowance(limits).burst)),
                open: [0; Open::ALL.len()],
                scales: Scales { waiting: above(waiting), buffers: above(buffers) },
            }
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

    /// A place for another connection or socket of this address, if there is one.
    pub(crate) fn open(self: &Arc<Self>, what: Open, address: IpAddr) -> Option<Place> {
        let is_free = self.with(address, |a, limits| {
            let open = &mut a.open[what as usize];
            let is_free = *open < what.most(limits);
            *open += u32::from(is_free);
            is_free
        })?;
        is_free.then(|| Place { limiter: self.clone(), address, what })
    }

    /// The scales of this address.
    pub(crate) fn scales(&self, address: IpAddr) -> Option<Scales> {
        self.with(address, |a, _| a.scales.clone())
    }

    /// The scale for what waits for one socket of an address with these.
    pub(crate) fn of_socket(scales: &Scales) -> Arc<Scale> {
        scales.waiting.above(MOST_FOR_SOCKET)
    }

    /// How many bytes wait to be read or to be worked on.
    pub(crate) fn waiting(&self) -> usize {
        self.scales.waiting.bytes()
    }

    /// Whether so much less is carried than before that memory should be given back.
    pub(crate) fn has_shrunk(&self) -> bool {
        let Scales { waiting, buffers } = &self.scales;
        let (most, now) = (waiting.peak() + buffers.peak(), waiting.bytes() + buffers.bytes());
        let most = self.most_carried.fetch_max(most, Ordering::Relaxed).max(most);
        let shrunk = most.saturating_sub(now) >= WORTH_TRIMMING;
        if shrunk {
            self.most_carried.store(now, Ordering::Relaxed);
        }
        shrunk
    }

    /// A bucket for one socket's messages.
    pub(crate) fn messages(&self) -> Bucket {
        Bucket::full(self.limits.message_burst)
    }

    /// Whether the socket may send another message, which took so many bytes. One with more than a kilobyte counts for several.
    pub(crate) fn message(&self, bucket: &mut Bucket, bytes: u64) -> bool {
        let count = (bytes as f64 / 1024.0).max(1.0);
        bucket.take_several(count, f64::from(self.limits.messages), self.limits.message_burst)
    }

    /// Forgets addresses that have not asked for anything for a while.
    pub(crate) fn sweep(&self) {
        if let Ok(mut addresses) = self.addresses.lock() {
            addresses.retain(|_, a| {
                a.open.iter().any(|open| *open > 0)
                    || !a.scales.are_free()
                    || a.requests.at.elapsed().as_secs() < 120
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn address(n: u8) -> IpAddr {
        IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, n))
    }

    #[test]
    fn one_address_has_a_quarter_of_what_may_wait_and_gets_it_back() {
        let limiter = Limiter::new(Limits { waiting_bytes: 4000, ..Limits::default() });
        let weigh = |n| limiter.scales(address(n)).unwrap().waiting.weigh(500);
        let held: Vec<_> = (0..2).map(|_| weigh(1).unwrap()).collect();
        assert!(weigh(1).is_none());
        let others: Vec<_> = (2..5).flat_map(|n| [n, n]).filter_map(weigh).collect();
        assert_eq!((others.len(), limiter.waiting()), (6, 4000));
        assert!(weigh(9).is_none(), "that is all");
        assert_eq!(limiter.waiting(), 4000);
        drop(held);
        assert!(weigh(1).is_some());
        drop(others);
        assert_eq!(limiter.waiting(), 0);
    }

    #[test]
    fn one_socket_has_less_than_its_address_and_its_buffers_are_weighed_apart() {
        let limiter = Limiter::new(Limits::default());
        let scales = limiter.scales(address(1)).unwrap();
        let socket = Limiter::of_socket(&scales);
        let mut held = socket.weigh(MOST_FOR_SOCKET).unwrap();
        assert!(!held.add(1) && socket.weigh(1).is_none());
        let mut buffer = scales.buffers.weigh(1000).unwrap();
        assert!(buffer.grow_to(3000) && buffer.grow_to(2000));
        assert_eq!((scales.buffers.bytes(), limiter.waiting()), (3000, MOST_FOR_SOCKET));
        assert!(!buffer.grow_to(usize::MAX / 2));
        drop((held, buffer));
        assert_eq!((scales.buffers.bytes(), limiter.waiting()), (0, 0));
    }

    #[test]
    fn memory_is_given_back_once_when_much_less_is_carried() {
        let limiter = Limiter::new(Limits::default());
        let scales = limiter.scales(address(1)).unwrap();
        let held = [&scales.waiting, &scales.buffers].map(|scale| scale.weigh(WORTH_TRIMMING / 2));
        assert!(!limiter.has_shrunk());
        drop(held);
        assert!(limiter.has_shrunk() && !limiter.has_shrunk());
    }

    #[test]
    fn long_messages_count_for_several() {
        let limiter = Limiter::new(Limits { message_burst: 10, messages: 1, ..Limits::default() });
        let mut bucket = limiter.messages();
        assert!((0..2).all(|_| limiter.message(&mut bucket, 100)));
        assert!(limiter.message(&mut bucket, 7 * 1024) && !limiter.message(&mut bucket, 7 * 1024));
        assert!(limiter.message(&mut bucket, 100) && !limiter.message(&mut bucket, 100));
    }

    #[test]
    fn a_place_is_given_back() {
        let limiter = Arc::new(Limiter::new(Limits { sockets: 1, ..Limits::default() }));
        let place = limiter.open(Open::Socket, address(1));
        assert!(place.is_some() && limiter.open(Open::Socket, address(1)).is_none());
        drop(place);
        assert!(limiter.open(Open::Socket, address(1)).is_some());
    }
}
