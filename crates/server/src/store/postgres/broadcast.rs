//! What processes tell each other over `LISTEN` and `NOTIFY`: that there is something to read, never what it is.
//!
//! Messages are sent after the commit and not within it: transactions that notify commit one after the other, each with its own wait for
//! the disk. A process that dies between the two leaves its message unsent, so every process also polls.
use super::{CONNECT, connect, options};
use crate::store::{Broadcast, PostgresUrl};
use sqlx::postgres::{PgConnection, PgListener, PgPoolOptions};
use sqlx::{Connection, Executor};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

const CHANNEL: &str = "quinta";
/// Every process sends a sign of life every second, so nothing for this long means that the connection is lost.
const SILENCE: Duration = Duration::from_secs(7);
/// The most messages that are sent in one statement.
const GROUP: usize = 512;
/// Messages that may wait to be read.
const QUEUE: usize = 4096;

/// The sign of life of a process that has nothing else to say.
pub(super) const ALIVE: &str = "* alive";

/// The text of a message.
pub(super) fn write(message: &Broadcast, process: i64) -> String {
    match message {
        Broadcast::Moved(game, number) => format!("{game} {number}"),
        Broadcast::Present(game) => format!("{game} by {process}"),
        Broadcast::Wanted => "* wanted".to_owned(),
        Broadcast::Subscribed(who) => format!("* push {who}"),
        Broadcast::Missed => "* look".to_owned(),
    }
}

/// Reads a message. `None` if it is this process's own presence, or one that only a later release knows.
fn read(text: &str, process: i64) -> Option<Broadcast> {
    let (game, rest) = text.split_once(' ')?;
    if let Some(other) = rest.strip_prefix("by ") {
        return (other.parse() != Ok(process)).then(|| Broadcast::Present(game.to_owned()));
    }
    match (game, rest) {
        ("*", "wanted") => Some(Broadcast::Wanted),
        ("*", "look") => Some(Broadcast::Missed),
        ("*", rest) => Some(Broadcast::Subscribed(rest.strip_prefix("push ")?.to_owned())),
        (game, number) => Some(Broadcast::Moved(game.to_owned(), number.parse().ok()?)),
    }
}

/// Sends messages, all that wait in one statement, until no more can come.
pub(super) async fn send(url: PostgresUrl, mut texts: mpsc::UnboundedReceiver<String>) {
    let mut connection: Option<PgConnection> = None;
    let mut group = Vec::new();
    while texts.recv_many(&mut group, GROUP).await > 0 {
        let mut batch = std::mem::take(&mut group);
        batch.sort_unstable();
        batch.dedup();
        // A second time over a new connection if the old one was lost. What is lost all the same is found by polling.
        for _ in 0..2 {
            if connection.is_none() {
                connection = quick(&url).await;
            }
            let Some(open) = &mut connection else { break };
            let query = "SELECT pg_notify($1, text) FROM unnest($2::text[]) AS told (text)";
            let query = sqlx::query(query).bind(CHANNEL).bind(&batch);
            if let Ok(Ok(_)) = timeout(CONNECT, query.execute(open)).await {
                break;
            }
            connection = None;
        }
    }
    if let Some(connection) = connection {
        let _ = connection.close().await;
    }
}

/// A connection whose commits do not wait for the disk: messages are not stored.
async fn quick(url: &PostgresUrl) -> Option<PgConnection> {
    let mut connection = connect(url).await.ok()?;
    connection.execute("SET synchronous_commit = off").await.ok()?;
    Some(connection)
}

/// The messages of other processes, for as long as somebody receives them.
pub(super) fn listen(url: PostgresUrl, process: Arc<AtomicI64>) -> mpsc::Receiver<Broadcast> {
    let (sender, messages) = mpsc::channel(QUEUE);
    tokio::spawn(async move {
        while !sender.is_closed() {
            receive(&url, &process, &sender).await;
            sleep(Duration::from_millis(300)).await;
        }
    });
    messages
}

/// Listens until the connection is lost or silent.
async fn receive(url: &PostgresUrl, process: &AtomicI64, sender: &mpsc::Sender<Broadcast>) {
    let pool = PgPoolOptions::new().max_connections(1).max_lifetime(None).idle_timeout(None);
    let pool = pool.acquire_timeout(CONNECT).connect_lazy_with(options(url));
    let opening = async {
        let mut listener = PgListener::connect_with(&pool).await?;
        listener.eager_reconnect(false);
        listener.listen(CHANNEL).await?;
        Ok::<_, sqlx::Error>(listener)
    };
    let Ok(Ok(mut listener)) = timeout(2 * CONNECT, opening).await else { return };
    if sender.send(Broadcast::Missed).await.is_err() {
        return;
    }
    loop {
        let received = tokio::select! {
            received = timeout(SILENCE, listener.try_recv()) => received,
            () = sender.closed() => return,
        };
        let Ok(Ok(Some(notification))) = received else { return };
        if let Some(message) = read(notification.payload(), process.load(Ordering::Relaxed))
            && sender.send(message).await.is_err()
        {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for message in [
            Broadcast::Moved("abc".into(), 7),
            Broadcast::Present("abc".into()),
            Broadcast::Wanted,
            Broadcast::Missed,
            Broadcast::Subscribed("anna".into()),
        ] {
            assert_eq!(read(&write(&message, 1), 2), Some(message));
        }
        for text in [ALIVE, "", "abc", "abc x", "* later"] {
            assert_eq!(read(text, 2), None, "{text}");
        }
        assert_eq!(read(&write(&Broadcast::Present("abc".into()), 2), 2), None);
    }
}
