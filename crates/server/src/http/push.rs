//! Subscribing to push messages.
use super::guard::Address;
use super::{Json, Who, json, problem};
use crate::app::{App, RequestError};
use crate::limits::Scarce;
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use quinta_wire::{Code, PushKey, Subscribe};
use std::sync::Arc;

pub(crate) async fn key(State(app): State<Arc<App>>) -> Response {
    json(StatusCode::OK, &PushKey { key: app.push.vapid.public.clone() })
}

pub(crate) async fn subscribe(
    State(app): State<Arc<App>>,
    Extension(Address(address)): Extension<Address>,
    who: Who,
    Json(wish): Json<Subscribe>,
) -> Result<Response, RequestError> {
    let guest = &who.guest;
    let subscription = match app.push.subscription(&guest.id, &guest.language, &wish) {
        Ok(subscription) => subscription,
        Err(why) => return Ok(problem(Code::BadSubscription, &why.to_string())),
    };
    // A guest costs nothing and keeps five at the most: only a new one makes the list longer.
    if !app.push.wants(&guest.id) && !app.allows(Scarce::Subscriptions, address).await {
        return Ok(problem(Code::TooMany, "not so many subscriptions"));
    }
    app.store.subscribe(subscription).await.map_err(|why| app.store_failed(&why))?;
    app.push.add(&guest.id);
    app.tell_subscribed(&guest.id);
    Ok(who.answer(&app, StatusCode::NO_CONTENT))
}

pub(crate) async fn unsubscribe(
    State(app): State<Arc<App>>,
    who: Who,
) -> Result<Response, RequestError> {
    app.store.unsubscribe(&who.guest.id, None).await.map_err(|why| app.store_failed(&why))?;
    app.push.forget(&who.guest.id);
    app.tell_subscribed(&who.guest.id);
    Ok(who.answer(&app, StatusCode::NO_CONTENT))
}
