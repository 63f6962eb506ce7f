//! Records of games, and replays of them.
use super::LONGEST_RECORD;
use super::body::Whole;
use super::response::{error, json};
use super::route::Route;
use crate::app::{App, RequestError};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use quinta_record::Record;
use quinta_table::Refusal;
use quinta_wire::{Code, Replay};
use std::sync::Arc;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/games/{id}/record", record, "get_record")
            .summary("The record of a table's game; before the end with `\"?\"` for what is hidden")
            .answers_record()
            .errors(&[Code::NoSuchTable, Code::NotStarted]),
        Route::get("/games/{id}/replay", replay, "get_replay")
            .summary("Every event with the state after it")
            .answers::<Replay>()
            .errors(&[Code::NoSuchTable, Code::NotStarted, Code::BadRecord]),
        Route::post("/replays", replay_record, "replay_record")
            .summary("The replay of a record of your own; nothing is stored")
            .takes_record()
            .longest_body(LONGEST_RECORD)
            .answers::<Replay>(),
    ]
}

/// The record of a table's game, as far as it has come.
async fn record_of(app: &Arc<App>, id: &str) -> Result<Record, RequestError> {
    let live = app.current(id, 0).await?;
    let record = live.core.lock().await.table().record();
    Ok(record.ok_or(Refusal::NotStarted)?)
}

async fn record(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Response, RequestError> {
    Ok(json(StatusCode::OK, &record_of(&app, &id).await?))
}

fn replayed(record: &Record) -> Response {
    match quinta_table::replay(record) {
        Ok(replay) => json(StatusCode::OK, &replay),
        Err(why) => error(Code::BadRecord, &why.to_string()),
    }
}

async fn replay(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Response, RequestError> {
    Ok(replayed(&record_of(&app, &id).await?))
}

async fn replay_record(Whole(body): Whole) -> Response {
    match Record::from_json(&body) {
        Ok(record) => replayed(&record),
        Err(why) => error(Code::BadRecord, &why.to_string()),
    }
}
