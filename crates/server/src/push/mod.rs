//! Web Push: players who are away get a message when it is their turn. Sending never holds up a game, and a failure has no effect on it.
mod client;
mod seal;
mod service;
mod vapid;

pub(crate) use service::PushService;
pub(crate) use vapid::Vapid;

use crate::app::{App, NOTICE_DAYS};
use crate::limits::Bucket;
use crate::metrics::count;
use crate::names::names;
use crate::store::Subscription;
use crate::time::{now, wall};
use axum::http::HeaderName;
use axum::http::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use client::{Client, Outcome};
use quinta_table::host::Notice;
use quinta_texts::{Lang, text, words};
use quinta_wire::{LobbyTable, PushMessage, Subscribe};
use service::Endpoint;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;
use tokio::task::JoinSet;

/// The pauses before the second and the third try, and the longest that a push service may ask for, in seconds.
const WAITS: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(20)];
const LONGEST_WAIT: u64 = 120;
/// Messages to one guest: so many at once, and one more in so many seconds.
const GUEST_BURST: u32 = 20;
const GUEST_REFILL: f64 = 30.0;
/// Guests whose messages are counted.
const GUESTS: usize = 10_000;
/// How long a push service keeps a message for a browser that is away, in seconds.
const KEPT_FOR: u32 = 3 * 24 * 3600;

/// Why someone gets a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PushNotice {
    /// Something happened at their table.
    Table(Notice),
    /// Nothing happens there, and it will be deleted.
    Expires,
}

/// A message for a guest.
#[derive(Clone)]
struct PushJob {
    who: String,
    notice: PushNotice,
    table: LobbyTable,
}

/// The sender of push messages.
pub(crate) struct Push {
    pub(crate) vapid: Vapid,
    client: Client,
    services: Vec<PushService>,
    /// The latest message for each guest and table, until it is sent: it replaces an older one that still waits.
    under_way: Mutex<HashMap<(String, String), PushJob>>,
    /// How many messages each guest may still get.
    allowances: Mutex<HashMap<String, Bucket>>,
    /// The guests who have a subscription.
    people: RwLock<HashSet<String>>,
}

impl Push {
    /// `services`: the entries of the setting `push_services`, which was checked. `people`: the guests who have a subscription.
    pub(crate) fn new(vapid: Vapid, services: &[String], people: Vec<String>) -> Self {
        Self {
            vapid,
            client: Client::default(),
            services: services.iter().filter_map(|entry| entry.parse().ok()).collect(),
            under_way: Mutex::default(),
            allowances: Mutex::default(),
            people: RwLock::new(people.into_iter().collect()),
        }
    }

    /// The service that an endpoint belongs to, if this server sends to it.
    fn service(&self, endpoint: &Endpoint) -> Option<&PushService> {
        self.services.iter().find(|service| service.has(endpoint))
    }

    /// Whether this guest may get another message now.
    fn allows(&self, who: &str) -> bool {
        let Ok(mut allowances) = self.allowances.lock() else { return false };
        if allowances.len() >= GUESTS {
            allowances.clear();
        }
        let bucket = allowances.entry(who.to_owned()).or_insert_with(|| Bucket::full(GUEST_BURST));
        bucket.take(1.0 / GUEST_REFILL, GUEST_BURST)
    }

    /// Queues a message; false if it only replaces one that is under way.
    fn note(&self, job: PushJob) -> bool {
        let Ok(mut under_way) = self.under_way.lock() else { return false };
        under_way.insert((job.who.clone(), job.table.id.clone()), job).is_none()
    }

    /// The message that has replaced this one while it was sent. Without one, nothing is under way any more for this guest and table.
    fn newer(&self, sent: &PushJob) -> Option<PushJob> {
        let mut under_way = self.under_way.lock().ok()?;
        let key = (sent.who.clone(), sent.table.id.clone());
        let latest = under_way.get(&key)?.clone();
        if latest.notice == sent.notice && latest.table.last == sent.table.last {
            under_way.remove(&key);
            return None;
        }
        Some(latest)
    }

    /// Someone has subscribed.
    pub(crate) fn add(&self, who: &str) {
        if let Ok(mut people) = self.people.write() {
            people.insert(who.to_owned());
        }
    }

    /// Someone has no subscription any more.
    pub(crate) fn forget(&self, who: &str) {
        if let Ok(mut people) = self.people.write() {
            people.remove(who);
        }
    }

    /// Whether someone has a subscription.
    pub(crate) fn wants(&self, who: &str) -> bool {
        self.people.read().is_ok_and(|people| people.contains(who))
    }
}

/// Why a subscription is refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SubscriptionError {
    /// It is not one.
    #[error("that is no subscription: it takes the address of a push service, a key and a secret")]
    Malformed,
    /// Its service is none of this server's.
    #[error("this server sends no messages to {host}: its setting push_services names {services}")]
    Service {
        /// Where the messages would go.
        host: String,
        /// The services that the setting names.
        services: String,
    },
}

impl Push {
    /// A subscription as it is stored, if what the browser sent is one, at a service that this server sends to.
    pub(crate) fn subscription(
        &self,
        who: &str,
        language: &str,
        wish: &Subscribe,
    ) -> Result<Subscription, SubscriptionError> {
        let bytes = |text: &str, length: usize| {
            let bytes = BASE64_URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
            bytes.filter(|bytes| bytes.len() == length).ok_or(SubscriptionError::Malformed)
        };
        let endpoint = Endpoint::parse(&wish.endpoint).ok_or(SubscriptionError::Malformed)?;
        if self.service(&endpoint).is_none() {
            let services: Vec<_> = self.services.iter().map(PushService::to_string).collect();
            let (host, services) = (endpoint.origin(), services.join(", "));
            return Err(SubscriptionError::Service { host, services });
        }
        let p256dh = bytes(&wish.keys.p256dh, 65)?;
        let auth = bytes(&wish.keys.auth, 16)?;
        // A key that is not on the curve must be refused now: later nobody is there to be told.
        seal::seal(&p256dh, &auth, b"").map_err(|_| SubscriptionError::Malformed)?;
        Ok(Subscription {
            endpoint: wish.endpoint.clone(),
            who: who.to_owned(),
            p256dh,
            auth,
            language: language.to_owned(),
            time: now(),
        })
    }
}

impl App {
    /// Notifies someone who is away, if they want that.
    pub(crate) fn push_notice(self: &Arc<Self>, who: &str, notice: PushNotice, table: LobbyTable) {
        let job = PushJob { who: who.to_owned(), notice, table };
        if self.push.wants(who) && self.push.note(job.clone()) {
            let app = self.clone();
            tokio::spawn(async move { app.push_all(job).await });
        }
    }

    /// Sends a message, and then those that have replaced it meanwhile.
    async fn push_all(self: &Arc<Self>, mut job: PushJob) {
        loop {
            if self.push.allows(&job.who) {
                self.push(&job).await;
            } else {
                count(&self.metrics.pushes_failed);
            }
            let Some(newer) = self.push.newer(&job) else { return };
            job = newer;
        }
    }

    async fn push(self: &Arc<Self>, job: &PushJob) {
        let subscriptions = match self.store.subscriptions(&job.who).await {
            Ok(subscriptions) => subscriptions,
            Err(why) => {
                tracing::error!(%why, "subscriptions cannot be read");
                return;
            }
        };
        // At the same time: an endpoint that does not answer delays no other.
        let mut sending = JoinSet::new();
        for subscription in subscriptions {
            let (app, job) = (self.clone(), job.clone());
            sending.spawn(async move {
                let sent = app.push_to(&subscription, &job).await;
                count(if sent { &app.metrics.pushes } else { &app.metrics.pushes_failed });
            });
        }
        sending.join_all().await;
    }

    /// Sends a message to a subscription, in a few tries.
    async fn push_to(&self, subscription: &Subscription, job: &PushJob) -> bool {
        let Some(endpoint) = Endpoint::parse(&subscription.endpoint) else { return false };
        // The setting may have named other services when the browser subscribed.
        let Some(service) = self.push.service(&endpoint) else { return false };
        let Ok(_pending) = service.pending.try_acquire() else { return false };
        let host = &endpoint.host;
        let lang = subscription.language.parse().unwrap_or(Lang::En);
        let message =
            serde_json::to_vec(&message(lang, job.notice, &job.table)).unwrap_or_default();
        let contact = self.settings.contact.as_deref().or(self.settings.public_url.as_deref());
        let mut waits = WAITS.iter();
        loop {
            let body = seal::seal(&subscription.p256dh, &subscription.auth, &message);
            let signed = self.push.vapid.authorization(&endpoint.origin(), wall() / 1000, contact);
            let (Ok(body), Some(signed)) = (body, signed) else { return false };
            let headers = [
                (AUTHORIZATION, signed),
                (CONTENT_ENCODING, "aes128gcm".into()),
                (CONTENT_TYPE, "application/octet-stream".into()),
                (HeaderName::from_static("ttl"), KEPT_FOR.to_string()),
                (HeaderName::from_static("urgency"), "high".into()),
                (HeaderName::from_static("topic"), job.table.id.clone()),
            ];
            let outcome = {
                let Ok(_connection) = service.connections.acquire().await else { return false };
                self.push.client.post(&endpoint, &headers, body).await
            };
            let asked = match outcome {
                Outcome::Taken => return true,
                Outcome::Gone => {
                    self.forget_subscription(subscription).await;
                    return false;
                }
                Outcome::Unwanted(status) => {
                    tracing::warn!(status, host, "a push message was refused");
                    return false;
                }
                Outcome::Silent => None,
                Outcome::Later(seconds) => {
                    seconds.map(|s| Duration::from_secs(s.min(LONGEST_WAIT)))
                }
            };
            let Some(wait) = waits.next() else {
                tracing::warn!(host, "a push message could not be delivered");
                return false;
            };
            tokio::time::sleep(asked.unwrap_or(*wait).max(*wait)).await;
        }
    }

    async fn forget_subscription(&self, gone: &Subscription) {
        let removed = self.store.unsubscribe(&gone.who, Some(&gone.endpoint)).await;
        let left = self.store.subscriptions(&gone.who).await;
        match (removed, left) {
            (Ok(()), Ok(left)) if left.is_empty() => {
                self.push.forget(&gone.who);
                self.tell_subscribed(&gone.who);
            }
            (Ok(()), Ok(_)) => {}
            (Err(why), _) | (_, Err(why)) => {
                tracing::error!(%why, "a subscription cannot be forgotten");
            }
        }
    }
}

/// What a push message says.
fn message(lang: Lang, notice: PushNotice, table: &LobbyTable) -> PushMessage {
    let title = match notice {
        PushNotice::Table(Notice::Started) => text!(lang, "push.started"),
        PushNotice::Table(Notice::YourTurn) => text!(lang, "turn.yours"),
        PushNotice::Table(Notice::Over) => text!(lang, "web.over"),
        PushNotice::Expires => text!(lang, "push.expires", days = NOTICE_DAYS),
    };
    let others = names(lang, table).into_iter().zip(&table.seats);
    let others = others.filter(|(_, seat)| !seat.you).map(|(name, _)| name);
    let names = words::list(lang, others);
    let body = match (table.name.as_str(), names.as_str()) {
        ("", _) => names,
        (name, "") => name.to_owned(),
        (name, _) => text!(lang, "push.at", table = name, names = names),
    };
    PushMessage { title, body, url: format!("/t/{}", table.id), tag: table.id.clone() }
}
