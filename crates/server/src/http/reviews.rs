//! Reviews of games by the architect.
use super::LONGEST_RECORD;
use super::guard::Address;
use super::response::{error, json, not_found};
use super::route::Route;
use crate::app::{App, RequestError};
use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use quinta_record::{Record, Replay};
use quinta_table::Refusal;
use quinta_wire::{Code, ReviewProgress, Stage};
use std::net::IpAddr;
use std::sync::Arc;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::post("/games/{id}/review", review_game, "review_game").summary("Begins the review of a game that is over, or says how far it is; everyone who asks \
                 for the same game shares it")
        .answers::<ReviewProgress>()
        .errors(&[Code::NoSuchTable, Code::NotStarted, Code::NotOver]),
        Route::post("/reviews", review_record, "review_record").summary("The same for a record of your own, unless it begins like a game that is being played here; \
                 the review is stored, the record is not")
        .takes_record()
        .longest_body(LONGEST_RECORD)
        .answers::<ReviewProgress>()
        .errors(&[Code::NotOver]),
        Route::get("/reviews/{id}", progress, "get_review").summary("How far the review with this `id` is, and at its end the review. 404 if it was never \
                 begun, or is forgotten: begin it again")
        .id("^[0-9a-f]{32}$")
        .answers::<ReviewProgress>()
        .errors(&[Code::NotFound]),
    ]
}

/// Begins the review of a record, or says how far it is. What is being played here is not reviewed, with or without moves that were added:
/// until it is over, that would be advice.
async fn begin(app: &Arc<App>, record: &Record, address: IpAddr) -> Result<Response, RequestError> {
    match Replay::of(record) {
        Ok(replay) => {
            if app.is_being_played(record, &replay).await? {
                return Err(Refusal::NotOver.into());
            }
            let progress = app.review(record, replay, address.to_string()).await?;
            Ok(json(StatusCode::OK, &progress))
        }
        Err(why) => Ok(error(Code::BadRecord, &why.to_string())),
    }
}

/// The review of a table's game: only when it is over, since until then it would be advice.
async fn review_game(
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
        Some(record) if stage == Stage::Over => begin(&app, &record, address).await,
        Some(_) => Err(Refusal::NotOver.into()),
        None => Err(Refusal::NotStarted.into()),
    }
}

async fn review_record(
    State(app): State<Arc<App>>,
    Extension(Address(address)): Extension<Address>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, RequestError> {
    let Ok(body) = body else { return Ok(error(Code::TooLarge, "that is too long")) };
    match Record::from_json(&body) {
        Ok(record) => begin(&app, &record, address).await,
        Err(why) => Ok(error(Code::BadRecord, &why.to_string())),
    }
}

async fn progress(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Response, RequestError> {
    match app.reviewed(&id).await? {
        Some(progress) => Ok(json(StatusCode::OK, &progress)),
        None => Ok(not_found().await),
    }
}
