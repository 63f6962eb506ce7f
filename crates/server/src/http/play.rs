//! Playing and looking over plain HTTP.
use super::guard::Address;
use super::{Json, Who, json, problem, refused};
use crate::app::{App, RequestError};
use crate::spans;
use axum::Extension;
use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use quinta_record::Record;
use quinta_table::host::Input;
use quinta_table::{Page, Refusal};
use quinta_wire::{ClientMessage, Code};
use std::sync::Arc;
use std::time::Duration;

/// The longest a long poll waits, in seconds.
pub(super) const LONGEST_WAIT: u64 = 30;
/// The highest number of an event: the highest whole number that every client can write.
pub(super) const HIGHEST: u64 = 1 << 53;

/// A number in the query, from 0 to `most`.
pub(super) fn number(
    uri: &Uri,
    name: &'static str,
    most: u64,
) -> Result<Option<u64>, RequestError> {
    let mut pairs = uri.query().into_iter().flat_map(|query| query.split('&'));
    let value = pairs.find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
    let read = |value: &str| value.parse().ok().filter(|number| *number <= most);
    value.map(|value| read(value).ok_or(RequestError::BadQuery(name))).transpose()
}

pub(crate) async fn snapshot(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    uri: Uri,
    who: Who,
) -> Result<Response, RequestError> {
    let since = number(&uri, "since", HIGHEST)?.unwrap_or_default();
    let live = app.current(&id, since).await?;
    let core = live.core.lock().await;
    spans::number(core.table().number());
    Ok(who.answer(&app, json(StatusCode::OK, &core.snapshot(&who.guest, since, Page::First))))
}

pub(crate) async fn events(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    uri: Uri,
    who: Who,
) -> Result<Response, RequestError> {
    let since = number(&uri, "since", HIGHEST)?.unwrap_or_default();
    let live = app.current(&id, since).await?;
    let wait = number(&uri, "wait", LONGEST_WAIT)?.unwrap_or(25);
    {
        let mut core = live.core.lock().await;
        app.drive(&live, &mut core, Input::Poll { who: who.guest.id.clone() }).await?;
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
    let mut core = live.core.lock().await;
    core.polled(&who.guest.id);
    spans::number(core.table().number());
    let mut snapshot = core.snapshot(&who.guest, since, Page::First);
    // A number that the table does not have gives everything, but only if there is something to give.
    if since == core.table().number() {
        snapshot.events.clear();
    }
    Ok(who.answer(&app, json(StatusCode::OK, &snapshot)))
}

pub(crate) async fn command(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(Address(address)): Extension<Address>,
    who: Who,
    Json(message): Json<ClientMessage>,
) -> Result<Response, RequestError> {
    let live = app.find(&id).await?;
    live.core.lock().await.polled(&who.guest.id);
    let response = match app.command(&live, &who.guest, address, message).await {
        Ok(reply) => {
            spans::number(reply.number);
            json(StatusCode::OK, &reply)
        }
        Err(answer) => refused(&answer),
    };
    Ok(who.answer(&app, response))
}

/// The record of a table's game, as far as it has come.
async fn record_of(app: &Arc<App>, id: &str) -> Result<Record, RequestError> {
    let live = app.current(id, 0).await?;
    let record = live.core.lock().await.table().record();
    Ok(record.ok_or(Refusal::NotStarted)?)
}

pub(crate) async fn record(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Response, RequestError> {
    Ok(json(StatusCode::OK, &record_of(&app, &id).await?))
}

fn shown(record: &Record) -> Response {
    match quinta_table::replay(record) {
        Ok(replay) => json(StatusCode::OK, &replay),
        Err(why) => problem(Code::BadRecord, &why.to_string()),
    }
}

pub(crate) async fn replay(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Response, RequestError> {
    Ok(shown(&record_of(&app, &id).await?))
}

pub(crate) async fn replay_of(
    body: Result<axum::body::Bytes, axum::extract::rejection::BytesRejection>,
) -> Response {
    let Ok(body) = body else {
        return problem(Code::TooLarge, "that is too long");
    };
    match Record::from_json(&body) {
        Ok(record) => shown(&record),
        Err(why) => problem(Code::BadRecord, &why.to_string()),
    }
}
