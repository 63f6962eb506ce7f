//! What processes tell each other over `LISTEN` and `NOTIFY`: that there is something to read, never what it is.
//!
//! It is told after the commit and not within it: transactions that notify commit one after the other, each with its own wait for the disk.
//! Whoever dies between the two leaves it untold; so every process also looks now and then for itself.
use super::{CONNECT, connect, options};
use crate::store::{News, PostgresUrl};
use sqlx::postgres::{PgConnection, PgListener, PgPoolOptions};
use sqlx::{Connection, Executor};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

const CHANNEL: &str = "quinta";
/// Every process says every two seconds that it lives: who hears nothing for so long has lost its connection.
const SILENCE: Duration = Duration::from_secs(7);
/// The most that is told at once.
const GROUP: usize = 512;
/// Messages that may wait to be read.
const QUEUE: usize = 4096;

/// What a process says that has nothing else to tell.
pub(super) const ALIVE: &str = "* alive";

/// The text of some news.
pub(super) fn write(news: &News, process: i64) -> String {
    match news {
        News::Moved(game, number) => format!("{game} {number}"),
        News::Present(game) => format!("{game} by {process}"),
        News::Wanted => "* wanted".to_owned(),
        News::Subscribed(who) => format!("* push {who}"),
        News::Missed => "* look".to_owned(),
    }
}

/// What a text says, if it is news to this process: it knows who comes to it, and a later release may have more to say.
fn read(text: &str, process: i64) -> Option<News> {
    let (game, rest) = text.split_once(' ')?;
    if let Some(other) = rest.strip_prefix("by ") {
        return (other.parse() != Ok(process)).then(|| News::Present(game.to_owned()));
    }
    match (game, rest) {
        ("*", "wanted") => Some(News::Wanted),
        ("*", "look") => Some(News::Missed),
        ("*", rest) => Some(News::Subscribed(rest.strip_prefix("push ")?.to_owned())),
        (game, number) => Some(News::Moved(game.to_owned(), number.parse().ok()?)),
    }
}

/// Tells what comes, all that waits at once, until nobody can have anything to tell any more.
pub(super) async fn tell(url: PostgresUrl, mut news: mpsc::UnboundedReceiver<String>) {
    let mut connection: Option<PgConnection> = None;
    let mut group = Vec::new();
    while news.recv_many(&mut group, GROUP).await > 0 {
        let mut texts = std::mem::take(&mut group);
        texts.sort_unstable();
        texts.dedup();
        // Once more in a new connection if the old one was lost; what is not told then is found by those who look.
        for _ in 0..2 {
            if connection.is_none() {
                connection = quick(&url).await;
            }
            let Some(open) = &mut connection else { break };
            let query = "SELECT pg_notify($1, text) FROM unnest($2::text[]) AS told (text)";
            let query = sqlx::query(query).bind(CHANNEL).bind(&texts);
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

/// A connection whose commits wait for no disk: what is told is in no file.
async fn quick(url: &PostgresUrl) -> Option<PgConnection> {
    let mut connection = connect(url).await.ok()?;
    connection.execute("SET synchronous_commit = off").await.ok()?;
    Some(connection)
}

/// What is told, for as long as somebody wants to hear it.
pub(super) fn listen(url: PostgresUrl, process: Arc<AtomicI64>) -> mpsc::Receiver<News> {
    let (tell, told) = mpsc::channel(QUEUE);
    tokio::spawn(async move {
        while !tell.is_closed() {
            hear(&url, &process, &tell).await;
            sleep(Duration::from_millis(300)).await;
        }
    });
    told
}

/// Listens until the connection is lost or silent.
async fn hear(url: &PostgresUrl, process: &AtomicI64, tell: &mpsc::Sender<News>) {
    let pool = PgPoolOptions::new().max_connections(1).max_lifetime(None).idle_timeout(None);
    let pool = pool.acquire_timeout(CONNECT).connect_lazy_with(options(url));
    let opening = async {
        let mut listener = PgListener::connect_with(&pool).await?;
        listener.eager_reconnect(false);
        listener.listen(CHANNEL).await?;
        Ok::<_, sqlx::Error>(listener)
    };
    let Ok(Ok(mut listener)) = timeout(2 * CONNECT, opening).await else { return };
    if tell.send(News::Missed).await.is_err() {
        return;
    }
    loop {
        let told = tokio::select! {
            told = timeout(SILENCE, listener.try_recv()) => told,
            () = tell.closed() => return,
        };
        let Ok(Ok(Some(told))) = told else { return };
        if let Some(news) = read(told.payload(), process.load(Ordering::Relaxed))
            && tell.send(news).await.is_err()
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
        for news in [
            News::Moved("abc".into(), 7),
            News::Present("abc".into()),
            News::Wanted,
            News::Missed,
            News::Subscribed("anna".into()),
        ] {
            assert_eq!(read(&write(&news, 1), 2), Some(news));
        }
        for text in [ALIVE, "", "abc", "abc x", "* later"] {
            assert_eq!(read(text, 2), None, "{text}");
        }
        assert_eq!(read(&write(&News::Present("abc".into()), 2), 2), None);
    }
}
