//! A game from a browser goes on here.
use super::guard::Address;
use super::{Json, Who, json};
use crate::app::{App, RequestError};
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use quinta_wire::{HandOver, HandedOver};
use std::sync::Arc;

pub(crate) async fn take(
    State(app): State<Arc<App>>,
    Extension(Address(address)): Extension<Address>,
    who: Who,
    Json(game): Json<HandOver>,
) -> Result<Response, RequestError> {
    let id = app.import_game(&who.guest, address, game).await?;
    let told = HandedOver { address: format!("/t/{id}"), id };
    Ok(who.answer(&app, json(StatusCode::CREATED, &told)))
}
