//! The HTTP surface: routes, who asks, limits, headers, errors.
mod assets;
pub(crate) mod card;
mod guard;
mod handed;
mod lessons;
mod lobby;
pub(crate) mod openapi;
mod play;
mod push;
mod qr;
mod reviews;
mod socket;

pub(crate) use assets::pack_long;
pub(crate) use guard::known_host;

use self::guard::Address;
use crate::app::{App, RequestError};
use crate::identity::Guest;
use crate::limits::Scarce;
use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Request};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, COOKIE, RETRY_AFTER, SET_COOKIE,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post, put};
use quinta_wire::{Code, Error, Refused};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// The most bytes of a body.
const LONGEST_BODY: usize = 16 * 1024;
/// The most bytes of a record.
const LONGEST_RECORD: usize = 512 * 1024;

/// The most bytes of a log.
const LONGEST_LOG: usize = 1024 * 1024;

/// Every path of the API, and what answers there. The `OpenAPI` document has the same ones but for the socket and itself; a test compares them.
fn api() -> [(&'static str, MethodRouter<Arc<App>>); 21] {
    [
        ("/about", get(lobby::about)),
        ("/me", get(lobby::me).patch(lobby::change_me)),
        ("/token", post(lobby::token)),
        ("/push/key", get(push::key)),
        ("/push", put(push::subscribe).delete(push::unsubscribe)),
        ("/tables", get(lobby::lobby).post(lobby::create)),
        ("/continuations", post(lobby::play_on).layer(DefaultBodyLimit::max(LONGEST_RECORD))),
        ("/handed", post(handed::take).layer(DefaultBodyLimit::max(LONGEST_LOG))),
        ("/tables/{id}", get(play::snapshot)),
        ("/tables/{id}/events", get(play::events)),
        ("/tables/{id}/commands", post(play::command)),
        ("/tables/{id}/socket", get(socket::open)),
        ("/games/{id}/record", get(play::record)),
        ("/games/{id}/replay", get(play::replay)),
        ("/replays", post(play::replay_of).layer(DefaultBodyLimit::max(LONGEST_RECORD))),
        ("/games/{id}/review", post(reviews::of_game)),
        ("/reviews", post(reviews::of_record).layer(DefaultBodyLimit::max(LONGEST_RECORD))),
        ("/reviews/{id}", get(reviews::look)),
        ("/lessons", get(lessons::list)),
        ("/lessons/{id}", post(lessons::take)),
        ("/openapi.json", get(openapi::document)),
    ]
}

pub(crate) fn router(app: Arc<App>) -> Router {
    let known = if app.settings.role.serves_people() { people() } else { Router::new() };
    known
        .route("/healthz", get(guard::healthz))
        .route("/readyz", get(guard::readyz))
        .route("/metrics", get(guard::metrics))
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(axum::middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}

/// What people and their programs ask for.
fn people() -> Router<Arc<App>> {
    let api = api()
        .into_iter()
        .fold(Router::new(), |router, (path, answers)| router.route(path, answers))
        .method_not_allowed_fallback(no_such_method)
        .fallback(not_found);
    Router::new()
        .nest("/api", api)
        .route("/card/{file}", get(card::picture))
        .route("/qr/{file}", get(qr::picture))
        .fallback(assets::serve)
}

async fn not_found() -> Response {
    problem(Code::NotFound, "there is nothing here")
}

async fn no_such_method() -> Response {
    problem(Code::MethodNotAllowed, "that cannot be done here")
}

/// An error of the server's own.
pub(crate) fn problem(code: Code, message: &str) -> Response {
    refused(&Refused { id: None, error: Error::new(code, message), events: Vec::new() })
}

fn refused(refused: &Refused) -> Response {
    let status = status_of(refused.error.code);
    let mut response = json(status, refused);
    if status == StatusCode::TOO_MANY_REQUESTS || status == StatusCode::SERVICE_UNAVAILABLE {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
    }
    response
}

/// A JSON answer that no cache keeps.
pub(crate) fn json(status: StatusCode, body: &impl Serialize) -> Response {
    let headers = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")];
    match serde_json::to_vec(body) {
        Ok(bytes) => (status, headers, bytes).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// The status that goes with a code.
fn status_of(code: Code) -> StatusCode {
    match code {
        Code::BadRequest
        | Code::BadName
        | Code::BadOptions
        | Code::BadNotation
        | Code::BadSubscription => StatusCode::BAD_REQUEST,
        Code::BadToken => StatusCode::UNAUTHORIZED,
        Code::WrongInvitation
        | Code::Removed
        | Code::NotHost
        | Code::NotSeated
        | Code::NotYourSeat
        | Code::WrongOrigin => StatusCode::FORBIDDEN,
        Code::NoSuchTable | Code::NotFound => StatusCode::NOT_FOUND,
        Code::WrongHost => StatusCode::MISDIRECTED_REQUEST,
        Code::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        Code::Timeout => StatusCode::REQUEST_TIMEOUT,
        Code::Stale
        | Code::SeatTaken
        | Code::NoFreeSeat
        | Code::NotAbsent
        | Code::AlreadyStarted
        | Code::NotStarted
        | Code::TableOver
        | Code::NotOver
        | Code::CannotUndo
        | Code::NoHints
        | Code::NoHintsLeft
        | Code::NoCoach
        | Code::NotTakenOver
        | Code::AlreadyResigned => StatusCode::CONFLICT,
        Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Code::BadRecord | Code::Illegal(_) => StatusCode::UNPROCESSABLE_ENTITY,
        Code::TooMany => StatusCode::TOO_MANY_REQUESTS,
        Code::StoreFailed | Code::ShuttingDown | Code::Busy => StatusCode::SERVICE_UNAVAILABLE,
    }
}

impl IntoResponse for RequestError {
    fn into_response(self) -> Response {
        refused(&self.refused(None))
    }
}

/// A JSON body; one that cannot be read is refused in the same form as everything else.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Json<T> {
    type Rejection = Response;

    async fn from_request(request: Request<Body>, app: &Arc<App>) -> Result<Self, Response> {
        let bytes = axum::body::Bytes::from_request(request, app).await.map_err(|why| {
            if why.status() == StatusCode::PAYLOAD_TOO_LARGE {
                problem(Code::TooLarge, "that is too long")
            } else {
                problem(Code::BadRequest, "the body cannot be read")
            }
        })?;
        let unreadable = |why: &str| {
            let message = format!("the body cannot be read: {why}");
            problem(Code::BadRequest, &message)
        };
        // A list of the fields' values would be read as well, but nobody is promised that.
        if bytes.trim_ascii_start().first() != Some(&b'{') {
            return Err(unreadable("it is no JSON object"));
        }
        serde_json::from_slice(&bytes).map(Json).map_err(|why| unreadable(&why.to_string()))
    }
}

/// Who asks, by cookie or token; a new guest if neither is there.
pub(crate) struct Who {
    pub(crate) guest: Guest,
    /// Whether the cookie is still to be set.
    pub(crate) is_new: bool,
}

impl FromRequestParts<Arc<App>> for Who {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Response> {
        let headers = &parts.headers;
        let bearer = headers
            .get(AUTHORIZATION)
            .and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "))
            .map(str::to_owned)
            .or_else(|| token_in_query(parts.uri.query().unwrap_or_default()));
        if let Some(token) = bearer {
            let wrong = || problem(Code::BadToken, "that token is not one of this server's");
            let guest = app.key.read(&token).ok_or_else(wrong)?;
            return Ok(Self { guest, is_new: false });
        }
        if let Some(guest) = cookie(headers).and_then(|value| app.key.read(value)) {
            return Ok(Self { guest, is_new: false });
        }
        let language = headers.get("accept-language").and_then(|value| value.to_str().ok());
        let address = parts.extensions.get().copied();
        Ok(Self { guest: newcomer(app, address, language).await?, is_new: true })
    }
}

/// A new guest, if the address may have another one.
async fn newcomer(
    app: &App,
    address: Option<Address>,
    language: Option<&str>,
) -> Result<Guest, Response> {
    match address {
        Some(Address(address)) if !app.allows(Scarce::Guests, address).await => {
            Err(problem(Code::TooMany, "not so many new guests"))
        }
        _ => Ok(Guest::new(language)),
    }
}

fn token_in_query(query: &str) -> Option<String> {
    query.split('&').find_map(|pair| pair.strip_prefix("token=")).map(str::to_owned)
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .find_map(|pair| pair.trim().strip_prefix("quinta="))
}

/// Sets the cookie of a guest.
pub(crate) fn with_cookie(app: &App, guest: &Guest, mut response: Response) -> Response {
    let secure = app.settings.public_url.as_deref().is_some_and(|url| url.starts_with("https:"));
    let cookie = format!(
        "quinta={}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000{}",
        app.key.sign(guest),
        if secure { "; Secure" } else { "" }
    );
    if let Ok(value) = HeaderValue::from_str(&cookie) {
        response.headers_mut().append(SET_COOKIE, value);
    }
    response
}

impl Who {
    /// The answer, with the cookie if this guest is new.
    pub(crate) fn answer(&self, app: &App, response: impl IntoResponse) -> Response {
        let response = response.into_response();
        if self.is_new { with_cookie(app, &self.guest, response) } else { response }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// Every name in a schema of names, those of the schemas that it refers to included.
    fn names(schemas: &serde_json::Map<String, Value>, schema: &Value) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for part in ["oneOf", "anyOf", "enum"] {
            for one in schema[part].as_array().into_iter().flatten() {
                found.extend(one.as_str().or(one["const"].as_str()).map(str::to_owned));
                found.extend(names(schemas, one));
            }
        }
        if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
            found.extend(names(schemas, &schemas[name]));
        }
        found
    }

    #[test]
    fn the_api_document_has_every_code_beside_its_status() {
        let document = include_str!("../../../../docs/api.md");
        let schemas = quinta_wire::schema::definitions();
        let codes = names(&schemas, &schemas["Code"]);
        assert!(codes.len() > 50, "{codes:?}");
        for name in codes {
            let code: Code = serde_json::from_value(name.clone().into()).unwrap();
            let line = format!("- {}: ", status_of(code).as_u16());
            let line = document.lines().find(|text| text.starts_with(&line));
            let told = line.is_some_and(|line| {
                line.contains(&format!("`{name}`")) || line.contains(&format!("`{name} {{"))
            });
            assert!(told, "{name}: {}", status_of(code));
        }
    }
}
