//! Subscriptions to push messages.
use super::body::Json;
use super::guard::Address;
use super::guests::Visitor;
use super::response::{error, json};
use super::route::Route;
use crate::app::{App, RequestError};
use crate::limits::Scarce;
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use quinta_wire::{Code, PushKey, Subscribe};
use std::sync::Arc;

/// What a subscription takes in the database, in bytes.
const SUBSCRIPTION: u64 = 1024;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/push/key", key, "get_push_key")
            .summary("The server's key for Web Push")
            .answers::<PushKey>(),
        Route::put("/push", subscribe, "subscribe")
            .summary("Push messages for this guest, to this browser")
            .takes::<Subscribe>()
            .errors(&[Code::BadToken, Code::BadSubscription]),
        Route::delete("/push", unsubscribe, "unsubscribe")
            .summary("No more push messages for this guest")
            .errors(&[Code::BadToken]),
    ]
}

async fn key(State(app): State<Arc<App>>) -> Response {
    json(StatusCode::OK, &PushKey { key: app.push.vapid.public.clone() })
}

async fn subscribe(
    State(app): State<Arc<App>>,
    Extension(Address(address)): Extension<Address>,
    visitor: Visitor,
    Json(wish): Json<Subscribe>,
) -> Result<Response, RequestError> {
    let guest = &visitor.guest;
    let subscription = match app.push.subscription(&guest.id, &guest.language, &wish) {
        Ok(subscription) => subscription,
        Err(why) => return Ok(error(Code::BadSubscription, &why.to_string())),
    };
    // Each guest keeps at most five, so only guests without any make the table grow.
    if !app.push.wants(&guest.id) && !app.allows(Scarce::Subscriptions, address).await {
        return Ok(error(Code::TooMany, "not so many subscriptions"));
    }
    app.may_write(address, SUBSCRIPTION).await?;
    app.store.subscribe(subscription).await.map_err(|why| app.store_failed(&why))?;
    app.push.add(&guest.id);
    app.tell_subscribed(&guest.id);
    Ok(visitor.respond(&app, StatusCode::NO_CONTENT))
}

async fn unsubscribe(
    State(app): State<Arc<App>>,
    visitor: Visitor,
) -> Result<Response, RequestError> {
    app.store.unsubscribe(&visitor.guest.id, None).await.map_err(|why| app.store_failed(&why))?;
    app.push.forget(&visitor.guest.id);
    app.tell_subscribed(&visitor.guest.id);
    Ok(visitor.respond(&app, StatusCode::NO_CONTENT))
}
