//! The HTTP surface. Each file has its endpoints as rows ([`route`]) above their handlers; here they become the router.
mod assets;
mod body;
pub(crate) mod card;
#[cfg(test)]
mod generated;
mod guard;
mod guests;
mod import;
mod lessons;
mod lobby;
mod openapi;
mod play;
mod push;
mod qr;
mod records;
mod response;
mod reviews;
mod route;
mod socket;

pub(crate) use assets::compress_large_files;
pub(crate) use guard::known_host;

use self::route::Route;
use crate::app::App;
use axum::Router;
use axum::routing::get;
use std::sync::Arc;

/// The most bytes of a body.
const LONGEST_BODY: usize = 16 * 1024;
/// The most bytes of a record.
const LONGEST_RECORD: usize = 512 * 1024;

/// Every endpoint of the API, in the order of docs/api.md.
fn routes() -> Vec<Route> {
    let mut routes = Vec::new();
    routes.extend(lobby::routes());
    routes.extend(guests::routes());
    routes.extend(push::routes());
    routes.extend(import::routes());
    routes.extend(play::routes());
    routes.push(socket::route());
    routes.extend(records::routes());
    routes.extend(reviews::routes());
    routes.extend(lessons::routes());
    routes.push(openapi::route());
    routes
}

pub(crate) fn router(app: Arc<App>) -> Router {
    let for_people = if app.settings.role.serves_people() { people() } else { Router::new() };
    for_people
        .route("/healthz", get(guard::healthz))
        .route("/readyz", get(guard::readyz))
        .route("/metrics", get(guard::metrics))
        .layer(axum::middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}

/// The page and the API.
fn people() -> Router<Arc<App>> {
    let api = routes()
        .into_iter()
        .fold(Router::new(), |router, route| router.route(route.path, route.handler))
        .method_not_allowed_fallback(response::method_not_allowed)
        .fallback(response::not_found);
    Router::new()
        .nest("/api", api)
        .route("/card/{file}", get(card::picture))
        .route("/qr/{file}", get(qr::picture))
        .fallback(assets::serve)
}
