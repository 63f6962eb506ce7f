//! Importing a game that was played in a browser.
use super::body::Json;
use super::guard::Address;
use super::guests::Visitor;
use super::response::json;
use super::route::Route;
use crate::app::{App, RequestError};
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use quinta_wire::{Code, ImportGame, ImportedGame};
use std::sync::Arc;

/// The most bytes of a log.
const LONGEST_LOG: usize = 1024 * 1024;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::post("/handed", import, "import_game")
            .summary("A game that was played in a browser goes on here: see Importing a game")
            .takes::<ImportGame>()
            .longest_body(LONGEST_LOG)
            .creates::<ImportedGame>()
            .errors(&[Code::BadToken, Code::BadRecord, Code::Stale]),
    ]
}

async fn import(
    State(app): State<Arc<App>>,
    Extension(Address(address)): Extension<Address>,
    visitor: Visitor,
    Json(game): Json<ImportGame>,
) -> Result<Response, RequestError> {
    let id = app.import_game(&visitor.guest, address, game).await?;
    let imported = ImportedGame { address: format!("/t/{id}"), id };
    Ok(visitor.respond(&app, json(StatusCode::CREATED, &imported)))
}
