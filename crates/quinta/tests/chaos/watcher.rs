//! A watcher who follows a table over a socket, reconnects when it is cut, and keeps all events.
use futures_util::StreamExt;
use serde_json::Value;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// A watcher; dropping it disconnects.
pub(crate) struct Watcher {
    table: String,
    seen: watch::Receiver<Vec<Value>>,
}

/// The longest wait for the first message before reconnecting.
const PATIENCE: Duration = Duration::from_secs(5);

impl Watcher {
    /// Connects to a table as the guest with this token.
    pub(crate) fn come(address: SocketAddr, table: &str, token: &str) -> Self {
        let (seeing, seen) = watch::channel(Vec::new());
        let (id, token) = (table.to_owned(), token.to_owned());
        tokio::spawn(async move {
            while !seeing.is_closed() {
                let _ = listen(address, &id, &token, &seeing).await;
                sleep(Duration::from_millis(200)).await;
            }
        });
        Self { table: table.to_owned(), seen }
    }

    /// Waits until all events of the log have arrived, and compares.
    pub(crate) async fn compare(mut self, log: &[Value], longest: Duration) {
        let all = timeout(longest, self.seen.wait_for(|seen| seen.len() >= log.len())).await;
        let in_time = all.is_ok_and(|seen| seen.is_ok());
        let seen = self.seen.borrow();
        let (known, all) = (seen.len(), log.len());
        assert!(in_time, "{}: a watcher knows {known} events of {all}", self.table);
        assert_eq!(seen[..all], *log, "{}: a watcher saw something else", self.table);
    }
}

/// Listens until the socket fails, and checks that events come in order.
async fn listen(
    address: SocketAddr,
    table: &str,
    token: &str,
    seeing: &watch::Sender<Vec<Value>>,
) -> Option<()> {
    let since = seeing.borrow().len();
    let url = format!("ws://{address}/api/tables/{table}/socket?since={since}");
    let mut request = url.into_client_request().ok()?;
    request.headers_mut().insert("authorization", format!("Bearer {token}").parse().ok()?);
    let dialling = async {
        let stream = TcpStream::connect(address).await.ok()?;
        client_async(request, stream).await.ok()
    };
    let (mut socket, _) = timeout(PATIENCE, dialling).await.ok()??;
    loop {
        let message = tokio::select! {
            message = socket.next() => message?.ok()?,
            () = seeing.closed() => return None,
        };
        let Ok(text) = message.into_text() else { continue };
        let Ok(message) = serde_json::from_str::<Value>(&text) else { continue };
        let events = message["events"].as_array().cloned().unwrap_or_default();
        seeing.send_modify(|seen| {
            for event in events {
                let number = event["number"].as_u64().unwrap() as usize;
                // A process that lags behind may repeat an event, but never change it.
                if let Some(known) = seen.get(number - 1) {
                    assert_eq!(*known, event, "{table}: told anew");
                } else {
                    assert_eq!(number, seen.len() + 1, "{table}: a watcher was not told all");
                    seen.push(event);
                }
            }
        });
    }
}
