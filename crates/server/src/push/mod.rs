//! Web Push: who is not there is told that it is their turn. All of it happens beside the game; a push that fails harms nobody.
mod client;
mod endpoint;
mod lanes;
mod seal;
mod vapid;

pub(crate) use endpoint::Endpoint;
pub(crate) use vapid::Vapid;

use crate::app::App;
use crate::metrics::count;
use crate::names::names;
use crate::store::Subscription;
use crate::time::{now, wall};
use axum::http::HeaderName;
use axum::http::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use client::{Client, Outcome};
use endpoint::Resolver;
use lanes::Lanes;
use quinta_table::host::Notice;
use quinta_texts::{Lang, text, words};
use quinta_wire::{LobbyTable, PushMessage, Subscribe};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;
use tokio::task::JoinSet;

/// What is waited before the second and the third try, and the longest that a push service may ask for.
const WAITS: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(20)];
const LONGEST_WAIT: u64 = 120;
/// How long a push service keeps a message for a browser that is away, in seconds.
const KEPT_FOR: u32 = 3 * 24 * 3600;

/// A message for a guest.
#[derive(Clone)]
struct Job {
    who: String,
    notice: Notice,
    table: LobbyTable,
}

/// The sender of push messages.
pub(crate) struct Push {
    pub(crate) vapid: Vapid,
    client: Client,
    lanes: Lanes,
    /// What is under way: the latest message of each guest and table takes the place of the one that waits.
    under_way: Mutex<HashMap<(String, String), Job>>,
    /// Who has a subscription: nobody else costs anything.
    people: RwLock<HashSet<String>>,
}

impl Push {
    pub(crate) fn new(vapid: Vapid, people: Vec<String>) -> Self {
        Self {
            vapid,
            client: Client::with(Resolver::System),
            lanes: Lanes::new(),
            under_way: Mutex::default(),
            people: RwLock::new(people.into_iter().collect()),
        }
    }

    /// Notes a message; whether it has to be sent, and does not only take the place of one that is under way.
    fn note(&self, job: Job) -> bool {
        let Ok(mut under_way) = self.under_way.lock() else { return false };
        under_way.insert((job.who.clone(), job.table.id.clone()), job).is_none()
    }

    /// The latest message of this guest and table, if it is another than the one that was sent. If not, nothing is under way any more.
    fn newer(&self, sent: &Job) -> Option<Job> {
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

/// A subscription as it is kept, if what the browser sent makes sense.
pub(crate) fn subscription(
    who: &str,
    language: &str,
    wish: &Subscribe,
    local: bool,
) -> Option<Subscription> {
    let bytes = |text: &str, length: usize| {
        let unpadded = text.trim_end_matches('=');
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(unpadded).ok()?;
        (bytes.len() == length).then_some(bytes)
    };
    Endpoint::read(&wish.endpoint, local)?;
    let p256dh = bytes(&wish.keys.p256dh, 65)?;
    let auth = bytes(&wish.keys.auth, 16)?;
    // A key that is no point of the curve is found out now, not when it is too late to say so.
    seal::seal(&p256dh, &auth, b"").ok()?;
    Some(Subscription {
        endpoint: wish.endpoint.clone(),
        who: who.to_owned(),
        p256dh,
        auth,
        language: language.to_owned(),
        time: now(),
    })
}

impl App {
    /// Notifies someone who is away, if they want that.
    pub(crate) fn push_notice(self: &Arc<Self>, who: &str, notice: Notice, table: LobbyTable) {
        let job = Job { who: who.to_owned(), notice, table };
        if self.push.wants(who) && self.push.note(job.clone()) {
            let app = self.clone();
            tokio::spawn(async move { app.push_all(job).await });
        }
    }

    /// Sends a message, and then the one that has taken its place meanwhile.
    async fn push_all(self: &Arc<Self>, mut job: Job) {
        loop {
            if self.push.lanes.allows(&job.who) {
                self.push(&job).await;
            } else {
                count(&self.metrics.pushes_failed);
            }
            let Some(newer) = self.push.newer(&job) else { return };
            job = newer;
        }
    }

    async fn push(self: &Arc<Self>, job: &Job) {
        let subscriptions = match self.store.subscriptions(&job.who).await {
            Ok(subscriptions) => subscriptions,
            Err(why) => {
                tracing::error!(%why, "subscriptions cannot be read");
                return;
            }
        };
        // Beside one another: one that never answers keeps no other waiting.
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
    async fn push_to(&self, subscription: &Subscription, job: &Job) -> bool {
        let Some(endpoint) = Endpoint::read(&subscription.endpoint, self.settings.push_to_local)
        else {
            return false;
        };
        let (who, host) = (&job.who, &endpoint.service());
        let Some(_pending) = self.push.lanes.admit(who, host) else { return false };
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
                let Some(turn) = self.push.lanes.turn(who, host).await else { return false };
                let outcome = self.push.client.post(&endpoint, &headers, body, turn.within).await;
                self.push.lanes.answered(host, &outcome);
                outcome
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
fn message(lang: Lang, notice: Notice, table: &LobbyTable) -> PushMessage {
    let title = match notice {
        Notice::Started => text!(lang, "push.started"),
        Notice::YourTurn => text!(lang, "turn.yours"),
        Notice::Over => text!(lang, "web.over"),
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
