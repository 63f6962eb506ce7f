//! Web Push: who is not there is told that it is their turn. All of it happens beside the game; a push that fails harms nobody.
mod client;
mod endpoint;
mod seal;
mod vapid;

pub(crate) use endpoint::Endpoint;
pub(crate) use vapid::Vapid;

use crate::app::App;
use crate::live::{Core, now};
use crate::metrics::count;
use crate::names::names;
use crate::store::Subscription;
use axum::http::HeaderName;
use axum::http::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use client::{Client, Outcome};
use quinta_table::{Entry, LogEvent};
use quinta_texts::{Lang, text, words};
use quinta_wire::{LobbyTable, PushMessage, Subscribe};
use std::collections::HashSet;
use std::sync::{Arc, RwLock};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Messages under way at once, those that wait for another try included; beyond that they are dropped.
const PENDING: usize = 512;
/// Connections to push services at once.
const SENDING: usize = 16;
/// What is waited before the second and the third try, and the longest that a push service may ask for.
const WAITS: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(20)];
const LONGEST_WAIT: u64 = 120;
/// How long a push service keeps a message for a browser that is away, in seconds.
const KEPT_FOR: u32 = 3 * 24 * 3600;

/// What someone is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum News {
    Started,
    YourTurn,
    Over,
}

/// A message for a guest.
struct Job {
    who: String,
    news: News,
    table: LobbyTable,
    _permit: OwnedSemaphorePermit,
}

/// The sender of push messages.
pub(crate) struct Push {
    pub(crate) vapid: Vapid,
    client: Client,
    pending: Arc<Semaphore>,
    sending: Semaphore,
    /// Who has a subscription: nobody else costs anything.
    people: RwLock<HashSet<String>>,
}

impl Push {
    pub(crate) fn new(vapid: Vapid, people: Vec<String>) -> Self {
        Self {
            vapid,
            client: Client::default(),
            pending: Arc::new(Semaphore::new(PENDING)),
            sending: Semaphore::new(SENDING),
            people: RwLock::new(people.into_iter().collect()),
        }
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
    /// Tells those who are not there what these events mean to them. `before` was to act before them.
    pub(crate) fn push_news(
        self: &Arc<Self>,
        core: &Core,
        before: Option<&str>,
        entries: &[Entry],
    ) {
        let happened = |what: fn(&LogEvent) -> bool| entries.iter().any(|entry| what(&entry.event));
        let started = happened(|event| matches!(event, LogEvent::Started { .. }));
        let over = happened(|event| matches!(event, LogEvent::Ended { .. }));
        let actor = core.actor();
        if !started && !over && actor.as_deref() == before {
            return;
        }
        let mut told = HashSet::new();
        for (_, who) in core.table.people() {
            let news = match (over, actor.as_deref() == Some(who), started) {
                (true, ..) => News::Over,
                (false, true, _) => News::YourTurn,
                (false, false, true) => News::Started,
                (false, false, false) => continue,
            };
            if self.push.wants(who) && told.insert(who) && !core.is_here(who) {
                let Ok(permit) = self.push.pending.clone().try_acquire_owned() else {
                    count(&self.metrics.pushes_failed);
                    continue;
                };
                let table = core.table.lobby(who);
                let job = Job { who: who.to_owned(), news, table, _permit: permit };
                let app = self.clone();
                tokio::spawn(async move { app.push(&job).await });
            }
        }
    }

    async fn push(&self, job: &Job) {
        let subscriptions = match self.store.subscriptions(&job.who).await {
            Ok(subscriptions) => subscriptions,
            Err(why) => {
                tracing::error!(%why, "subscriptions cannot be read");
                return;
            }
        };
        for subscription in subscriptions {
            let sent = self.push_to(&subscription, job).await;
            count(if sent { &self.metrics.pushes } else { &self.metrics.pushes_failed });
        }
    }

    /// Sends a message to a subscription, in a few tries.
    async fn push_to(&self, subscription: &Subscription, job: &Job) -> bool {
        let Some(endpoint) = Endpoint::read(&subscription.endpoint, self.settings.push_to_local)
        else {
            return false;
        };
        let lang = subscription.language.parse().unwrap_or(Lang::En);
        let message = serde_json::to_vec(&message(lang, job.news, &job.table)).unwrap_or_default();
        let contact = self.settings.contact.as_deref().or(self.settings.public_url.as_deref());
        let mut waits = WAITS.iter();
        loop {
            let body = seal::seal(&subscription.p256dh, &subscription.auth, &message);
            let signed = self.push.vapid.authorization(&endpoint.origin(), now() / 1000, contact);
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
                let Ok(_permit) = self.push.sending.acquire().await else { return false };
                self.push.client.post(&endpoint, &headers, body).await
            };
            let asked = match outcome {
                Outcome::Taken => return true,
                Outcome::Gone => {
                    self.forget_subscription(subscription).await;
                    return false;
                }
                Outcome::Unwanted(status) => {
                    tracing::warn!(status, host = endpoint.host, "a push message was refused");
                    return false;
                }
                Outcome::Later(seconds) => {
                    seconds.map(|s| Duration::from_secs(s.min(LONGEST_WAIT)))
                }
            };
            let Some(wait) = waits.next() else {
                tracing::warn!(host = endpoint.host, "a push message could not be delivered");
                return false;
            };
            tokio::time::sleep(asked.unwrap_or(*wait).max(*wait)).await;
        }
    }

    async fn forget_subscription(&self, gone: &Subscription) {
        let removed = self.store.unsubscribe(&gone.who, Some(&gone.endpoint)).await;
        let left = self.store.subscriptions(&gone.who).await;
        match (removed, left) {
            (Ok(()), Ok(left)) if left.is_empty() => self.push.forget(&gone.who),
            (Ok(()), Ok(_)) => {}
            (Err(why), _) | (_, Err(why)) => {
                tracing::error!(%why, "a subscription cannot be forgotten");
            }
        }
    }
}

/// What a push message says.
fn message(lang: Lang, news: News, table: &LobbyTable) -> PushMessage {
    let title = match news {
        News::Started => text!(lang, "push.started"),
        News::YourTurn => text!(lang, "turn.yours"),
        News::Over => text!(lang, "web.over"),
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
