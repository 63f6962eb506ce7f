//! Tables over plain HTTP: their state, their events, commands.
use super::guard::Address;
use super::guests::Visitor;
use super::response::{Json, json, refused};
use super::route::Route;
use crate::app::{App, RequestError};
use crate::spans;
use axum::Extension;
use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use quinta_rules::Illegal;
use quinta_table::Page;
use quinta_table::host::Input;
use quinta_wire::{ClientMessage, Code, Reply, Snapshot};
use std::sync::Arc;
use std::time::Duration;

/// The longest a long poll waits, in seconds.
pub(super) const LONGEST_WAIT: u64 = 30;
/// The highest number of an event: JavaScript has no higher whole numbers.
pub(super) const MAX_NUMBER: u64 = 1 << 53;

/// The errors of commands beside those of every endpoint.
const COMMAND_ERRORS: [Code; 24] = [
    Code::BadToken,
    Code::NoSuchTable,
    Code::Stale,
    Code::BadName,
    Code::BadNotation,
    Code::Illegal(Illegal::GameOver),
    Code::NotSeated,
    Code::NotYourSeat,
    Code::NotHost,
    Code::WrongInvitation,
    Code::Removed,
    Code::SeatTaken,
    Code::NoFreeSeat,
    Code::NotAbsent,
    Code::NotTakenOver,
    Code::AlreadyResigned,
    Code::AlreadyStarted,
    Code::NotStarted,
    Code::TableOver,
    Code::NotOver,
    Code::CannotUndo,
    Code::NoHints,
    Code::NoHintsLeft,
    Code::NoCoach,
];

pub(super) fn routes() -> Vec<Route> {
    let errors = [Code::BadToken, Code::NoSuchTable];
    vec![
        Route::get("/tables/{id}", snapshot, "get_table")
            .summary(
                "The table with its events, or those after `since`: at most 500, the first ones. \
                 Where they end before `table.number`, ask again with the last number. `HEAD` says \
                 whether there is such a table",
            )
            .query("since", MAX_NUMBER)
            .answers::<Snapshot>()
            .errors(&errors),
        Route::get("/tables/{id}/events", events, "wait_for_events")
            .summary(
                "Long poll: answers as soon as there is an event after `since`, or after `wait` \
                 seconds (25 if left out) with empty `events`; at most 500, the first ones",
            )
            .query("since", MAX_NUMBER)
            .query("wait", LONGEST_WAIT)
            .answers::<Snapshot>()
            .errors(&errors),
        Route::post("/tables/{id}/commands", command, "send_command")
            .summary("Any command, as over the socket")
            .takes::<ClientMessage>()
            .answers::<Reply>()
            .errors(&COMMAND_ERRORS),
    ]
}

/// A number in the query, from 0 to `most`.
pub(super) fn query_number(
    uri: &Uri,
    name: &'static str,
    most: u64,
) -> Result<Option<u64>, RequestError> {
    let mut pairs = uri.query().into_iter().flat_map(|query| query.split('&'));
    let value = pairs.find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
    let read = |value: &str| value.parse().ok().filter(|number| *number <= most);
    value.map(|value| read(value).ok_or(RequestError::BadQuery(name))).transpose()
}

async fn snapshot(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    uri: Uri,
    visitor: Visitor,
) -> Result<Response, RequestError> {
    let since = query_number(&uri, "since", MAX_NUMBER)?.unwrap_or_default();
    let live = app.current(&id, since).await?;
    let guest = app.who_is(&visitor.guest).await;
    let core = live.core.lock().await;
    spans::number(core.table().number());
    Ok(visitor.respond(&app, json(StatusCode::OK, &core.snapshot(&guest, since, Page::First))))
}

async fn events(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    uri: Uri,
    visitor: Visitor,
) -> Result<Response, RequestError> {
    let since = query_number(&uri, "since", MAX_NUMBER)?.unwrap_or_default();
    let live = app.current(&id, since).await?;
    let wait = query_number(&uri, "wait", LONGEST_WAIT)?.unwrap_or(25);
    {
        let mut core = live.core.lock().await;
        app.drive(&live, &mut core, Input::Poll { who: visitor.guest.id.clone() }).await?;
    }
    let mut numbers = live.number.subscribe();
    let mut stop = app.stop.subscribe();
    let waited = Duration::from_secs(wait);
    tokio::select! {
        _ = numbers.wait_for(|number| *number > since) => {}
        _ = stop.wait_for(|stop| *stop) => {}
        () = tokio::time::sleep(waited) => {}
    }
    live.touch();
    let guest = app.who_is(&visitor.guest).await;
    let mut core = live.core.lock().await;
    core.polled(&guest.id);
    spans::number(core.table().number());
    let mut snapshot = core.snapshot(&guest, since, Page::First);
    // An unknown `since` gives all events; the latest number gives none.
    if since == core.table().number() {
        snapshot.events.clear();
    }
    Ok(visitor.respond(&app, json(StatusCode::OK, &snapshot)))
}

async fn command(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(Address(address)): Extension<Address>,
    visitor: Visitor,
    Json(message): Json<ClientMessage>,
) -> Result<Response, RequestError> {
    let live = app.find(&id).await?;
    live.core.lock().await.polled(&visitor.guest.id);
    let response = match app.command(&live, &visitor.guest, address, message).await {
        Ok(reply) => {
            spans::number(reply.number);
            json(StatusCode::OK, &reply)
        }
        Err(answer) => refused(&answer),
    };
    Ok(visitor.respond(&app, response))
}
