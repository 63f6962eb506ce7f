//! Play and watch over a WebSocket.
use super::guard::Address;
use super::guests::Visitor;
use super::play::{MAX_NUMBER, query_number};
use super::response::error;
use super::route::Route;
use crate::app::{App, RequestError};
use crate::identity::Guest;
use crate::live::{Live, Watcher, text};
use crate::metrics::count;
use axum::Extension;
use axum::extract::ws::{
    CloseCode, CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code,
};
use axum::extract::{Path, State};
use axum::http::Uri;
use axum::response::Response;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use quinta_table::host::Input;
use quinta_wire::{ByeReason, ClientMessage, Code, Error, Refused, ServerMessage};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{mpsc, watch};

/// Messages that may wait for a reader.
const QUEUE: usize = 64;
/// The longest frame of a client, in bytes.
const LONGEST_FRAME: usize = 16 * 1024;
const PING_EVERY: Duration = Duration::from_secs(20);
const SILENT_FOR: Duration = Duration::from_secs(60);
/// A reader that takes longer than this for one message is too slow.
const SEND_WITHIN: Duration = Duration::from_secs(10);

/// What a client asks for when it connects.
#[derive(Clone, Copy)]
struct SocketQuery {
    /// The number of the last event that it has.
    since: u64,
    /// Whether it wants only differences after its snapshot.
    in_parts: bool,
}

pub(super) fn route() -> Route {
    Route::get("/tables/{id}/socket", open, "open_socket")
        .summary("Play and watch: see The socket")
        .query("since", MAX_NUMBER)
        .query("parts", 1)
        .answers_other("WebSocket")
        .errors(&[Code::BadToken, Code::NoSuchTable])
}

async fn open(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(Address(address)): Extension<Address>,
    uri: Uri,
    visitor: Visitor,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, RequestError> {
    let since = query_number(&uri, "since", MAX_NUMBER)?.unwrap_or_default();
    let live = app.current(&id, since).await?;
    if app.is_stopping() {
        return Err(RequestError::ShuttingDown);
    }
    let query = SocketQuery { since, in_parts: query_number(&uri, "parts", 1)? == Some(1) };
    let Ok(upgrade) = upgrade else {
        return Ok(error(Code::BadRequest, "this address is for WebSockets"));
    };
    if !app.limiter.open_socket(address) {
        count(&app.metrics.refused_by_limit);
        return Ok(error(Code::TooMany, "not so many sockets"));
    }
    let guest = app.who_is(&visitor.guest).await;
    let server = app.clone();
    let failed = app.clone();
    let response = upgrade
        .max_message_size(LONGEST_FRAME)
        .max_frame_size(LONGEST_FRAME)
        // A command has some 200 bytes; with the default of 128 kB the buffers would take most of a full server's memory.
        .read_buffer_size(1024)
        .write_buffer_size(0)
        .max_write_buffer_size(1 << 20)
        .on_failed_upgrade(move |_| failed.limiter.close_socket(address))
        .on_upgrade(move |socket| serve(server, live, guest, query, address, socket));
    Ok(visitor.respond(&app, response))
}

async fn serve(
    app: Arc<App>,
    live: Arc<Live>,
    guest: Guest,
    query: SocketQuery,
    address: IpAddr,
    socket: WebSocket,
) {
    count(&app.metrics.sockets_opened);
    count(&app.metrics.sockets);
    let (sink, stream) = socket.split();
    let (queue, waiting) = mpsc::channel(QUEUE);
    let (stop, stopped) = watch::channel(None);
    let bytes = Arc::new(AtomicUsize::new(0));
    let id = app.next_watcher.fetch_add(1, Ordering::Relaxed);
    let watcher = Watcher {
        who: guest.id.clone(),
        queue: queue.clone(),
        waiting: bytes.clone(),
        stop: stop.clone(),
        in_parts: query.in_parts,
        version: None,
    };
    // Boxed, so that the state of entering is freed afterwards instead of kept as long as the socket is open.
    let live = Box::pin(enter(&app, live, &guest, query.since, id, watcher)).await;
    let writing = tokio::spawn(write(sink, waiting, bytes, stopped.clone()));
    let reason = read(&app, &live, &guest, address, stream, &queue, stopped).await;
    if let Some(reason) = reason {
        stop.send_replace(Some(reason));
    }
    {
        let mut core = live.core.lock().await;
        core.unwatch(id);
        let _ = Box::pin(app.drive(&live, &mut core, Input::Disconnect { connection: id })).await;
    }
    drop(queue);
    // The writer sends the goodbye and ends by itself, at the latest after `SEND_WITHIN`.
    let _ = writing.await;
    live.touch();
    app.limiter.close_socket(address);
    app.metrics.sockets.fetch_sub(1, Ordering::Relaxed);
}

/// Adds a watcher to its table, and sends it everything that it has not seen yet.
async fn enter(
    app: &Arc<App>,
    mut live: Arc<Live>,
    guest: &Guest,
    since: u64,
    id: u64,
    watcher: Watcher,
) -> Arc<Live> {
    // The table may have left memory and come back since it was found.
    if !app.keep(&live)
        && let Ok(found) = app.find(&live.id).await
    {
        live = found;
    }
    let mut core = live.core.lock().await;
    app.keep(&live);
    core.entering = Some((id, watcher));
    let (who, name) = (guest.id.clone(), guest.name.clone());
    let input = Input::Connect { connection: id, who, name, since };
    if let Err(why) = app.drive(&live, &mut core, input).await {
        tracing::warn!(?why, "a seat cannot be given back");
    }
    drop(core);
    live
}

/// Reads until the connection ends. Returns the reason if it was not the server's writer that ended it.
async fn read(
    app: &Arc<App>,
    live: &Arc<Live>,
    guest: &Guest,
    address: IpAddr,
    mut stream: SplitStream<WebSocket>,
    queue: &mpsc::Sender<Utf8Bytes>,
    mut stopped: watch::Receiver<Option<ByeReason>>,
) -> Option<ByeReason> {
    let mut bucket = app.limiter.messages();
    loop {
        let message = tokio::select! {
            _ = stopped.wait_for(Option::is_some) => return None,
            message = tokio::time::timeout(SILENT_FOR, stream.next()) => message,
        };
        let message = match message {
            Err(_) => return Some(ByeReason::Idle),
            Ok(None | Some(Ok(Message::Close(_)))) => return Some(ByeReason::Gone),
            // Either the connection is gone and nobody reads the reason, or the message was too long.
            Ok(Some(Err(_))) => return Some(ByeReason::TooLong),
            Ok(Some(Ok(message))) => message,
        };
        if !app.limiter.message(&mut bucket) {
            count(&app.metrics.refused_by_limit);
            return Some(ByeReason::TooMuch);
        }
        let answer = match message {
            Message::Text(frame) => match serde_json::from_str::<ClientMessage>(&frame) {
                Ok(command) => match app.command(live, guest, address, command).await {
                    Ok(reply) => ServerMessage::Reply(reply),
                    Err(refused) => ServerMessage::Refused(refused),
                },
                Err(why) => ServerMessage::Refused(unreadable(&frame, &why.to_string())),
            },
            Message::Binary(_) => ServerMessage::Refused(unreadable("", "frames are text")),
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => continue,
        };
        // Nothing more is read from a client until it has read its reply.
        let sent = tokio::time::timeout(SEND_WITHIN, queue.send(text(&answer))).await;
        if !matches!(sent, Ok(Ok(()))) {
            return Some(ByeReason::TooSlow);
        }
    }
}

/// A refusal of what cannot be read, with the command's id if at least that is there.
fn unreadable(frame: &str, why: &str) -> Refused {
    let value: Option<serde_json::Value> = serde_json::from_str(frame).ok();
    let id = value.and_then(|v| Some(v.get("id")?.as_str()?.chars().take(64).collect()));
    let message: String = format!("the message cannot be read: {why}").chars().take(300).collect();
    let error = Error::new(Code::BadRequest, message);
    Refused { id, error, events: Vec::new() }
}

async fn write(
    mut sink: SplitSink<WebSocket, Message>,
    mut waiting: mpsc::Receiver<Utf8Bytes>,
    bytes: Arc<AtomicUsize>,
    mut stopped: watch::Receiver<Option<ByeReason>>,
) {
    let mut pings = tokio::time::interval(PING_EVERY);
    pings.tick().await;
    loop {
        let message = tokio::select! {
            biased;
            _ = stopped.wait_for(Option::is_some) => break,
            message = waiting.recv() => match message {
                Some(text) => Message::Text(text),
                None => break,
            },
            _ = pings.tick() => Message::Ping(axum::body::Bytes::new()),
        };
        let length = if let Message::Text(text) = &message { text.len() } else { 0 };
        if !matches!(tokio::time::timeout(SEND_WITHIN, sink.send(message)).await, Ok(Ok(()))) {
            return;
        }
        // The snapshot and replies were not counted.
        let taken = |before: usize| Some(before.saturating_sub(length));
        let _ = bytes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, taken);
    }
    let reason = *stopped.borrow();
    let goodbye = async {
        if let Some(reason) = reason {
            // Messages that were queued before the goodbye are still sent.
            while let Ok(text) = waiting.try_recv() {
                sink.send(Message::Text(text)).await?;
            }
            let bye = ServerMessage::Bye { reason, retry_ms: 1000 };
            sink.send(Message::Text(text(&bye))).await?;
        }
        let code = reason.map_or(close_code::NORMAL, close_code_of);
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static("") };
        sink.send(Message::Close(Some(frame))).await?;
        sink.close().await
    };
    // The client may be gone already.
    let _ = tokio::time::timeout(Duration::from_secs(2), goodbye).await;
}

/// The close code for a reason, from IANA's registry.
fn close_code_of(reason: ByeReason) -> CloseCode {
    match reason {
        ByeReason::Shutdown => close_code::RESTART,
        ByeReason::TooSlow | ByeReason::TooMuch => close_code::POLICY,
        ByeReason::TooLong => close_code::SIZE,
        ByeReason::Idle | ByeReason::Gone => close_code::NORMAL,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The size of the future of an asynchronous function with six arguments.
    fn future_size<A, B, C, D, E, F, R>(_: impl Fn(A, B, C, D, E, F) -> R) -> usize {
        size_of::<R>()
    }

    /// There are thousands of sockets, and each keeps this future as long as it is open.
    #[test]
    fn an_open_socket_keeps_little() {
        assert!(future_size(serve) <= 2048, "{} bytes", future_size(serve));
    }
}
