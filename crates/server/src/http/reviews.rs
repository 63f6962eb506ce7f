//! Looks back at games.
use super::guard::Address;
use super::{json, not_found, problem};
use crate::app::{App, RequestError};
use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use quinta_record::{Record, Replay};
use quinta_table::Refusal;
use quinta_wire::{Code, Stage};
use std::net::IpAddr;
use std::sync::Arc;

async fn begun(app: &Arc<App>, record: &Record, address: IpAddr) -> Result<Response, RequestError> {
    match Replay::of(record) {
        Ok(replay) => {
            let progress = app.review(record, replay, address.to_string()).await?;
            Ok(json(StatusCode::OK, &progress))
        }
        Err(why) => Ok(problem(Code::BadRecord, &why.to_string())),
    }
}

/// Of a table's game: only when it is over, for until then it would be advice.
pub(crate) async fn of_game(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(Address(address)): Extension<Address>,
) -> Result<Response, RequestError> {
    let live = app.find(&id).await?;
    let (stage, record) = {
        let core = live.core.lock().await;
        (core.table().stage(), core.table().record())
    };
    match record {
        Some(record) if stage == Stage::Over => begun(&app, &record, address).await,
        Some(_) => Err(Refusal::NotOver.into()),
        None => Err(Refusal::NotStarted.into()),
    }
}

pub(crate) async fn of_record(
    State(app): State<Arc<App>>,
    Extension(Address(address)): Extension<Address>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, RequestError> {
    let Ok(body) = body else { return Ok(problem(Code::TooLarge, "that is too long")) };
    match Record::from_json(&body) {
        Ok(record) => begun(&app, &record, address).await,
        Err(why) => Ok(problem(Code::BadRecord, &why.to_string())),
    }
}

pub(crate) async fn look(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Response, RequestError> {
    match app.reviewed(&id).await? {
        Some(progress) => Ok(json(StatusCode::OK, &progress)),
        None => Ok(not_found().await),
    }
}
