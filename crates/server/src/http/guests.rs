//! Guests: who makes a request, by cookie or token, and what they may change about themselves.
use super::guard::Address;
use super::response::{Json, error, json};
use super::route::Route;
use crate::app::{App, RequestError};
use crate::identity::Guest;
use crate::limits::Scarce;
use axum::Extension;
use axum::extract::{FromRequestParts, State};
use axum::http::header::{ACCEPT_LANGUAGE, AUTHORIZATION, COOKIE, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use quinta_wire::{ChangeMe, Code, Me, Token};
use std::sync::Arc;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/me", me, "get_me")
            .summary("Your name and language; the language comes from `Accept-Language` at first")
            .answers::<Me>()
            .errors(&[Code::BadToken]),
        Route::patch("/me", change_me, "change_me")
            .summary("Another name or language")
            .takes::<ChangeMe>()
            .answers::<Me>()
            .errors(&[Code::BadToken, Code::BadName]),
        Route::post("/token", create_token, "create_token")
            .summary("A new guest for a program")
            .answers::<Token>(),
    ]
}

/// The guest that makes a request; a new one if it has neither cookie nor token.
pub(super) struct Visitor {
    pub(super) guest: Guest,
    /// Whether the cookie is still to be set: the guest is new, or came with one of an older release.
    sets_cookie: bool,
}

impl FromRequestParts<Arc<App>> for Visitor {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Response> {
        let headers = &parts.headers;
        let bearer = headers
            .get(AUTHORIZATION)
            .and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "))
            .map(str::to_owned)
            .or_else(|| token_in_query(parts.uri.query().unwrap_or_default()));
        if let Some(token) = bearer {
            let wrong = || error(Code::BadToken, "that token is not one of this server's");
            let guest = app.key.read(&token).ok_or_else(wrong)?;
            return Ok(Self { guest, sets_cookie: false });
        }
        // Another site of the same domain can set cookies of any name but the one for TLS, and the browser sends them first. So that one
        // comes before the others, and what this server has not signed is passed over.
        for name in cookie_names(app) {
            if let Some(guest) = cookies(headers, name).find_map(|value| app.key.read(value)) {
                return Ok(Self { guest, sets_cookie: name != cookie_name(app) });
            }
        }
        let language = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        let address = parts.extensions.get().copied();
        Ok(Self { guest: new_guest(app, address, language).await?, sets_cookie: true })
    }
}

impl Visitor {
    /// Returns the answer, with the cookie if it is to be set.
    pub(super) fn respond(&self, app: &App, response: impl IntoResponse) -> Response {
        let response = response.into_response();
        if self.sets_cookie { with_cookie(app, &self.guest, response) } else { response }
    }
}

/// A new guest, if the address may have another one.
async fn new_guest(
    app: &App,
    address: Option<Address>,
    language: Option<&str>,
) -> Result<Guest, Response> {
    match address {
        Some(Address(address)) if !app.allows(Scarce::Guests, address).await => {
            Err(error(Code::TooMany, "not so many new guests"))
        }
        _ => Ok(Guest::new(language)),
    }
}

fn token_in_query(query: &str) -> Option<String> {
    query.split('&').find_map(|pair| pair.strip_prefix("token=")).map(str::to_owned)
}

/// The cookie's name where there is no TLS, and of older releases.
const PLAIN_COOKIE: &str = "quinta";
/// Its name over TLS: browsers take it from this very host alone.
const TLS_COOKIE: &str = "__Host-quinta";

fn is_tls(app: &App) -> bool {
    app.settings.public_url.as_deref().is_some_and(|url| url.starts_with("https:"))
}

/// The name under which the cookie is set.
fn cookie_name(app: &App) -> &'static str {
    if is_tls(app) { TLS_COOKIE } else { PLAIN_COOKIE }
}

/// The names under which it is read, in their order.
fn cookie_names(app: &App) -> impl Iterator<Item = &'static str> {
    is_tls(app).then_some(TLS_COOKIE).into_iter().chain([PLAIN_COOKIE])
}

/// All cookies of this name.
fn cookies<'a>(headers: &'a HeaderMap, name: &'a str) -> impl Iterator<Item = &'a str> {
    let values = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = values.flat_map(|value| value.split(';'));
    pairs.filter_map(move |pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}

/// Sets the cookie of a guest, in the place of the one that an older release has set.
fn with_cookie(app: &App, guest: &Guest, mut response: Response) -> Response {
    let (name, signed) = (cookie_name(app), app.key.sign(guest));
    let set = |name: &str, value: &str, age: u32| {
        let secure = if is_tls(app) { "; Secure" } else { "" };
        format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}")
    };
    let mut lines = vec![set(name, &signed, 31_536_000)];
    lines.extend(is_tls(app).then(|| set(PLAIN_COOKIE, "", 0)));
    for line in lines {
        if let Ok(value) = HeaderValue::from_str(&line) {
            response.headers_mut().append(SET_COOKIE, value);
        }
    }
    response
}

impl From<&Guest> for Me {
    fn from(guest: &Guest) -> Self {
        Self { name: guest.name.clone(), language: guest.language.clone() }
    }
}

async fn me(State(app): State<Arc<App>>, visitor: Visitor) -> Response {
    let me = Me::from(&app.who_is(&visitor.guest).await);
    visitor.respond(&app, json(StatusCode::OK, &me))
}

async fn change_me(
    State(app): State<Arc<App>>,
    Extension(Address(address)): Extension<Address>,
    visitor: Visitor,
    Json(change): Json<ChangeMe>,
) -> Result<Response, RequestError> {
    let before = app.who_is(&visitor.guest).await;
    let mut guest = before.clone();
    if let Some(name) = change.name {
        guest.name = quinta_table::person(&name)?;
    }
    if let Some(language) = change.language {
        if language.parse::<quinta_texts::Lang>().is_err() {
            return Ok(error(Code::BadRequest, "there are no texts in that language"));
        }
        if app.push.wants(&guest.id)
            && let Err(why) = app.store.push_language(&guest.id, &language).await
        {
            return Err(app.store_failed(&why));
        }
        guest.language = language;
    }
    if guest != before {
        app.rename(&before, &guest, address).await?;
    }
    Ok(with_cookie(&app, &guest, json(StatusCode::OK, &Me::from(&guest))))
}

async fn create_token(
    State(app): State<Arc<App>>,
    Extension(address): Extension<Address>,
) -> Result<Response, Response> {
    let guest = new_guest(&app, Some(address), None).await?;
    let token = Token { token: app.key.sign(&guest), name: guest.name };
    Ok(json(StatusCode::OK, &token))
}
