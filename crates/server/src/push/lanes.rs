//! Which push message goes out when. Anyone can name a host that never answers, so hosts are told apart by how they have answered so far, and
//! neither a guest nor a host can take the way out from the others.
use super::client::Outcome;
use crate::limits::Bucket;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};

/// Connections to one host at once, if it is proven; others have one.
const TO_HOST: u32 = 8;
/// A proven host that was silent so many times in a row is proven no more.
const FORGIVEN: u32 = TO_HOST;
/// Messages to one guest: so many at once, and one more in so many seconds.
const GUEST_BURST: u32 = 20;
const GUEST_REFILL: f64 = 30.0;
/// Messages of one guest under way at once: five browsers and ten tables.
const GUEST_PENDING: usize = 50;
/// Hosts and guests that are remembered.
const REMEMBERED: usize = 10_000;

/// How a push service has answered so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// It takes messages.
    Proven,
    /// It was never asked, or has answered without taking anything.
    New,
    /// It did not answer when it was last asked.
    Silent,
}

impl Standing {
    /// How long an attempt may take, from the name to the answer.
    const fn within(self) -> Duration {
        Duration::from_secs(match self {
            Self::Proven => 10,
            Self::New => 5,
            Self::Silent => 3,
        })
    }
}

/// How many messages may be under way to hosts of one standing, those that wait for another try included, and how many connections.
struct Lane {
    pending: Semaphore,
    sending: Semaphore,
}

impl Lane {
    fn new(pending: usize, sending: usize) -> Self {
        Self { pending: Semaphore::new(pending), sending: Semaphore::new(sending) }
    }
}

/// A push service, as far as it is known.
struct Host {
    taken: bool,
    /// Attempts without an answer since the last message that it took.
    silent: u32,
    connections: Arc<Semaphore>,
}

impl Default for Host {
    fn default() -> Self {
        Self { taken: false, silent: 0, connections: Arc::new(Semaphore::new(TO_HOST as usize)) }
    }
}

impl Host {
    const fn standing(&self) -> Standing {
        match (self.taken, self.silent) {
            (true, 0..FORGIVEN) => Standing::Proven,
            (false, 0) => Standing::New,
            _ => Standing::Silent,
        }
    }
}

/// What one guest is sent.
struct Guest {
    messages: Bucket,
    pending: Arc<Semaphore>,
    /// The one connection to a host that is not proven.
    trying: Arc<Semaphore>,
}

impl Default for Guest {
    fn default() -> Self {
        Self {
            messages: Bucket::full(GUEST_BURST),
            pending: Arc::new(Semaphore::new(GUEST_PENDING)),
            trying: Arc::new(Semaphore::new(1)),
        }
    }
}

/// The ways out of this server.
pub(super) struct Lanes {
    proven: Lane,
    new: Lane,
    silent: Lane,
    guests: Mutex<HashMap<String, Guest>>,
    hosts: Mutex<HashMap<String, Host>>,
}

/// A message that is under way.
pub(super) struct Pending<'a> {
    _guest: OwnedSemaphorePermit,
    _lane: SemaphorePermit<'a>,
}

/// Leave to connect, until it is dropped.
pub(super) struct Turn<'a> {
    /// How long the attempt may take.
    pub(super) within: Duration,
    _guest: Option<OwnedSemaphorePermit>,
    _host: OwnedSemaphorePermit,
    _lane: SemaphorePermit<'a>,
}

impl Lanes {
    pub(super) fn new() -> Self {
        Self {
            proven: Lane::new(512, 64),
            new: Lane::new(512, 32),
            silent: Lane::new(128, 4),
            guests: Mutex::default(),
            hosts: Mutex::default(),
        }
    }

    const fn lane(&self, standing: Standing) -> &Lane {
        match standing {
            Standing::Proven => &self.proven,
            Standing::New => &self.new,
            Standing::Silent => &self.silent,
        }
    }

    fn guest<T>(&self, who: &str, ask: impl FnOnce(&mut Guest) -> T) -> Option<T> {
        let mut guests = self.guests.lock().ok()?;
        if guests.len() >= REMEMBERED {
            guests.clear();
        }
        Some(ask(guests.entry(who.to_owned()).or_default()))
    }

    fn host<T>(&self, name: &str, ask: impl FnOnce(&mut Host) -> T) -> Option<T> {
        let mut hosts = self.hosts.lock().ok()?;
        if hosts.len() >= REMEMBERED {
            hosts.retain(|_, host| host.standing() == Standing::Proven);
        }
        if hosts.len() >= REMEMBERED {
            hosts.clear();
        }
        Some(ask(hosts.entry(name.to_owned()).or_default()))
    }

    /// Whether this guest may have another message now.
    pub(super) fn allows(&self, who: &str) -> bool {
        let allowed = |guest: &mut Guest| guest.messages.take(1.0 / GUEST_REFILL, GUEST_BURST);
        self.guest(who, allowed).unwrap_or(false)
    }

    /// Takes a message in, or `None` if too many are under way: it is dropped then.
    pub(super) fn admit(&self, who: &str, host: &str) -> Option<Pending<'_>> {
        let pending = self.guest(who, |guest| guest.pending.clone())?;
        let standing = self.host(host, |host| host.standing())?;
        Some(Pending {
            _guest: pending.try_acquire_owned().ok()?,
            _lane: self.lane(standing).pending.try_acquire().ok()?,
        })
    }

    /// Waits until this guest may be sent something at this host. Whoever waits for their guest or host does not stand in the lane's line, so
    /// a guest and a host that are not proven stand in it once at the most, whatever they have waiting.
    pub(super) async fn turn(&self, who: &str, host: &str) -> Option<Turn<'_>> {
        loop {
            let known = |host: &mut Host| (host.standing(), host.connections.clone());
            let (standing, connections) = self.host(host, known)?;
            let (guest, share) = match standing {
                Standing::Proven => (None, 1),
                Standing::New | Standing::Silent => {
                    let trying = self.guest(who, |guest| guest.trying.clone())?;
                    (Some(trying.acquire_owned().await.ok()?), TO_HOST)
                }
            };
            let turn = Turn {
                within: standing.within(),
                _guest: guest,
                _host: connections.acquire_many_owned(share).await.ok()?,
                _lane: self.lane(standing).sending.acquire().await.ok()?,
            };
            // It may have answered someone else meanwhile, or not.
            if self.host(host, |host| host.standing())? == standing {
                return Some(turn);
            }
        }
    }

    /// Remembers how a host has answered.
    pub(super) fn answered(&self, host: &str, outcome: &Outcome) {
        self.host(host, |host| match outcome {
            Outcome::Taken => (host.taken, host.silent) = (true, 0),
            Outcome::Silent => host.silent = host.silent.saturating_add(1),
            Outcome::Gone | Outcome::Later(_) | Outcome::Unwanted(_) => {}
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::client::Client;
    use super::super::endpoint::{Endpoint, Resolver};
    use super::*;
    use std::future::poll_fn;
    use std::pin::{Pin, pin};
    use std::task::Poll;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    /// What a future says now, without waiting for it.
    async fn so_far<T>(mut future: Pin<&mut impl Future<Output = T>>) -> Option<T> {
        let answer = |poll| if let Poll::Ready(value) = poll { Some(value) } else { None };
        poll_fn(|context| Poll::Ready(answer(future.as_mut().poll(context)))).await
    }

    #[tokio::test]
    async fn a_strangers_first_message_is_not_behind_dead_hosts() {
        const ATTACKERS: usize = 20;
        let (dead, alive) = (
            TcpListener::bind("127.0.0.1:0").await.unwrap(),
            TcpListener::bind("127.0.0.1:0").await.unwrap(),
        );
        let (hanging, answering) = (dead.local_addr().unwrap(), alive.local_addr().unwrap());
        let lanes = Arc::new(Lanes::new());
        // Each has five hosts of their own that take a connection and never answer, and nobody gives up on them.
        let mut attempts = Vec::new();
        for number in 0..ATTACKERS * 5 {
            let lanes = lanes.clone();
            attempts.push(tokio::spawn(async move {
                let host = format!("dead-{number}.example.org");
                let endpoint = Endpoint::read(&format!("http://{host}/x"), true).unwrap();
                let client = Client::with(Resolver::Fixed(vec![hanging]));
                let guest = format!("attacker {}", number % ATTACKERS);
                let _turn = lanes.turn(&guest, &host).await.unwrap();
                client.post(&endpoint, &[], Vec::new(), Duration::MAX).await
            }));
        }
        let mut held = Vec::new();
        while held.len() < ATTACKERS {
            held.push(dead.accept().await.unwrap());
        }
        let service = tokio::spawn(async move {
            let (mut stream, _) = alive.accept().await.unwrap();
            let _ = stream.read(&mut [0; 1000]).await.unwrap();
            let taken = b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n";
            stream.write_all(taken).await.unwrap();
        });
        let endpoint = Endpoint::read("http://push.example.org/x", true).unwrap();
        let client = Client::with(Resolver::Fixed(vec![answering]));
        let turn = lanes.turn("stranger", "push.example.org").await.unwrap();
        let said = client.post(&endpoint, &[], Vec::new(), Duration::MAX).await;
        assert_eq!(said, Outcome::Taken);
        drop(turn);
        service.await.unwrap();
        assert!(attempts.iter().all(|attempt| !attempt.is_finished()), "they still hang");
        assert_eq!(lanes.new.sending.available_permits(), 32 - ATTACKERS, "one a guest");
        attempts.iter().for_each(tokio::task::JoinHandle::abort);
    }

    #[tokio::test]
    async fn a_full_lane_is_left_in_turn() {
        let lanes = Lanes::new();
        let mut held = Vec::new();
        for number in 0..32 {
            held.push(lanes.turn(&format!("guest {number}"), &format!("host {number}")).await);
        }
        // The same guest at another host, another guest at the same host: neither is in line yet.
        let mut guest = pin!(lanes.turn("guest 0", "elsewhere"));
        let mut host = pin!(lanes.turn("accomplice", "host 0"));
        assert!(so_far(guest.as_mut()).await.is_none() && so_far(host.as_mut()).await.is_none());
        let mut stranger = pin!(lanes.turn("stranger", "push.example.org"));
        assert!(so_far(stranger.as_mut()).await.is_none());
        held.swap_remove(0);
        assert!(so_far(guest.as_mut()).await.is_none() && so_far(host.as_mut()).await.is_none());
        assert!(so_far(stranger.as_mut()).await.is_some(), "the stranger was first in line");
    }

    #[tokio::test]
    async fn a_guest_cannot_fill_the_lane_with_what_waits() {
        let lanes = Lanes::new();
        let admitted: Vec<_> = (0..200)
            .map_while(|number| lanes.admit("attacker", &format!("host {number}")))
            .collect();
        assert_eq!(admitted.len(), GUEST_PENDING);
        assert!(lanes.admit("stranger", "host 0").is_some());
    }

    #[tokio::test]
    async fn a_host_keeps_the_standing_that_it_earns() {
        let lanes = Lanes::new();
        let standing = || lanes.host("host", |host| host.standing()).unwrap();
        assert_eq!(standing(), Standing::New);
        lanes.answered("host", &Outcome::Later(None));
        assert_eq!(standing(), Standing::New, "it has answered");
        lanes.answered("host", &Outcome::Silent);
        assert_eq!(standing(), Standing::Silent);
        // Who waits for its one connection goes on at once when it is proven.
        let first = lanes.turn("anna", "host").await;
        let mut second = pin!(lanes.turn("ben", "host"));
        assert!(so_far(second.as_mut()).await.is_none());
        lanes.answered("host", &Outcome::Taken);
        assert_eq!(standing(), Standing::Proven);
        drop(first);
        let second = second.await.unwrap();
        assert_eq!(second.within, Standing::Proven.within());
        let mut third = pin!(lanes.turn("ben", "host"));
        assert!(so_far(third.as_mut()).await.is_some(), "a proven host has more connections");
        // A host that took a message once cannot hang for ever on the strength of it.
        for _ in 0..FORGIVEN {
            assert_eq!(standing(), Standing::Proven);
            lanes.answered("host", &Outcome::Silent);
        }
        assert_eq!(standing(), Standing::Silent);
    }
}
