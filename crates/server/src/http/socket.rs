//! Play and watch over a WebSocket.
use super::guard::Address;
use super::guests::Visitor;
use super::play::{MAX_NUMBER, query_number};
use super::response::error;
use super::route::Route;
use crate::app::{App, RequestError};
use crate::bounded_stream::Received;
use crate::identity::Guest;
use crate::limits::{Limiter, Open, Place, Scales};
use crate::live::{Live, Watcher, text};
use crate::metrics::count;
use crate::outbox::{Outbox, Waiting};
use crate::weights::Weight;
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
use std::mem::replace;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::{mpsc, watch};

/// The longest frame of a client, in bytes.
const LONGEST_FRAME: usize = 16 * 1024;
/// The most bytes that may come for one message, with the heads of its frames: an empty frame counts as well.
const MOST_FOR_MESSAGE: u64 = 2 * LONGEST_FRAME as u64;
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

/// Who has opened a socket, and what has come from there.
struct Client {
    guest: Guest,
    address: IpAddr,
    received: Arc<Received>,
}

/// What a socket takes up.
struct Room {
    place: Place,
    scales: Scales,
    /// What its buffers keep.
    buffer: Weight,
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
    Extension(received): Extension<Arc<Received>>,
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
    let (place, scales) = (app.limiter.open(Open::Socket, address), app.limiter.scales(address));
    let (Some(place), Some(scales)) = (place, scales) else {
        count(&app.metrics.refused_by_limit);
        return Ok(error(Code::TooMany, "not so many sockets"));
    };
    let Some(buffer) = scales.buffers.weigh(LONGEST_FRAME) else {
        count(&app.metrics.refused_by_limit);
        return Ok(error(Code::Busy, "the sockets of this address keep too much"));
    };
    let client = Client { guest: visitor.guest.clone(), address, received };
    let room = Room { place, scales, buffer };
    let server = app.clone();
    let response = upgrade
        .max_message_size(LONGEST_FRAME)
        .max_frame_size(LONGEST_FRAME)
        // A command has some 200 bytes; with the default of 128 kB the buffers would take most of a full server's memory.
        .read_buffer_size(1024)
        .write_buffer_size(0)
        .max_write_buffer_size(1 << 20)
        .on_upgrade(move |socket| serve(server, live, client, room, query, socket));
    Ok(visitor.respond(&app, response))
}

async fn serve(
    app: Arc<App>,
    live: Arc<Live>,
    client: Client,
    room: Room,
    query: SocketQuery,
    socket: WebSocket,
) {
    count(&app.metrics.sockets_opened);
    count(&app.metrics.sockets);
    let Room { place, scales, buffer } = room;
    let (sink, stream) = socket.split();
    let (outbox, waiting) = Outbox::new(Limiter::of_socket(&scales));
    let (stop, stopped) = watch::channel(None);
    let id = app.next_watcher.fetch_add(1, Ordering::Relaxed);
    let watcher = Watcher {
        who: client.guest.id.clone(),
        outbox: outbox.clone(),
        stop: stop.clone(),
        in_parts: query.in_parts,
        version: None,
    };
    // Boxed, so that the state of entering is freed afterwards instead of kept as long as the socket is open.
    let live = Box::pin(enter(&app, live, &client.guest, query.since, id, watcher)).await;
    let mut writing = tokio::spawn(write(sink, waiting, buffer, stopped.clone()));
    let reason = tokio::select! {
        reason = read(&app, &live, &client, stream, &outbox, stopped) => reason,
        // Nothing more can be sent: nobody is listened to who is not answered.
        _ = &mut writing => None,
    };
    if let Some(reason) = reason {
        stop.send_replace(Some(reason));
    }
    {
        let mut core = live.core.lock().await;
        core.unwatch(id);
        let _ = Box::pin(app.drive(&live, &mut core, Input::Disconnect { connection: id })).await;
    }
    drop(outbox);
    // The writer sends the goodbye and ends by itself, at the latest after `SEND_WITHIN`.
    if !writing.is_finished() {
        let _ = writing.await;
    }
    live.touch();
    drop(place);
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
    client: &Client,
    mut stream: SplitStream<WebSocket>,
    outbox: &Outbox,
    mut stopped: watch::Receiver<Option<ByeReason>>,
) -> Option<ByeReason> {
    let Client { guest, address, received } = client;
    let mut bucket = app.limiter.messages();
    let mut before = received.bytes();
    received.allow(MOST_FOR_MESSAGE);
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
        let now = received.bytes();
        received.allow(MOST_FOR_MESSAGE);
        if !app.limiter.message(&mut bucket, now - replace(&mut before, now)) {
            count(&app.metrics.refused_by_limit);
            return Some(ByeReason::TooMuch);
        }
        let answer = match message {
            Message::Text(frame) => match serde_json::from_str::<ClientMessage>(&frame) {
                Ok(command) => match app.command(live, guest, *address, command).await {
                    Ok(reply) => ServerMessage::Reply(reply),
                    Err(refused) => ServerMessage::Refused(refused),
                },
                Err(why) => ServerMessage::Refused(unreadable(&frame, &why.to_string())),
            },
            Message::Binary(_) => ServerMessage::Refused(unreadable("", "frames are text")),
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => continue,
        };
        // Nothing more is read from a client until it has read its reply.
        let put = outbox.put_after_others(text(&answer));
        if !matches!(tokio::time::timeout(SEND_WITHIN, put).await, Ok(true)) {
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
    Refused { id, error }
}

async fn write(
    mut sink: SplitSink<WebSocket, Message>,
    mut waiting: mpsc::Receiver<Waiting>,
    // The socket's buffer keeps the size that its longest message needed.
    mut buffer: Weight,
    mut stopped: watch::Receiver<Option<ByeReason>>,
) {
    let mut pings = tokio::time::interval(PING_EVERY);
    pings.tick().await;
    loop {
        let message = tokio::select! {
            biased;
            _ = stopped.wait_for(Option::is_some) => break,
            message = waiting.recv() => match message {
                Some(Waiting { text, weight }) => {
                    if !buffer.grow_to(LONGEST_FRAME + text.len()) {
                        return;
                    }
                    drop(weight);
                    Message::Text(text)
                }
                None => break,
            },
            _ = pings.tick() => Message::Ping(axum::body::Bytes::new()),
        };
        if !matches!(tokio::time::timeout(SEND_WITHIN, sink.send(message)).await, Ok(Ok(()))) {
            return;
        }
    }
    let reason = *stopped.borrow();
    let goodbye = async {
        if let Some(reason) = reason {
            // Messages that were queued before the goodbye are still sent.
            while let Ok(Waiting { text, .. }) = waiting.try_recv() {
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
