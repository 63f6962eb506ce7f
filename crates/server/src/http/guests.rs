//! Guests: who makes a request, by cookie or token, and what they may change about themselves.
use super::body::Json;
use super::guard::Address;
use super::response::{error, json};
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
use quinta_table::{LONGEST_NAME, clean};
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
    /// Whether the cookie is still to be set.
    is_new: bool,
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
            return Ok(Self { guest, is_new: false });
        }
        if let Some(guest) = cookie(headers).and_then(|value| app.key.read(value)) {
            return Ok(Self { guest, is_new: false });
        }
        let language = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        let address = parts.extensions.get().copied();
        Ok(Self { guest: new_guest(app, address, language).await?, is_new: true })
    }
}

impl Visitor {
    /// Returns the answer, with the cookie if this guest is new.
    pub(super) fn respond(&self, app: &App, response: impl IntoResponse) -> Response {
        let response = response.into_response();
        if self.is_new { with_cookie(app, &self.guest, response) } else { response }
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

fn cookie(headers: &HeaderMap) -> Option<&str> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .find_map(|pair| pair.trim().strip_prefix("quinta="))
}

/// Sets the cookie of a guest.
fn with_cookie(app: &App, guest: &Guest, mut response: Response) -> Response {
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

impl From<&Guest> for Me {
    fn from(guest: &Guest) -> Self {
        Self { name: guest.name.clone(), language: guest.language.clone() }
    }
}

async fn me(State(app): State<Arc<App>>, visitor: Visitor) -> Response {
    visitor.respond(&app, json(StatusCode::OK, &Me::from(&visitor.guest)))
}

async fn change_me(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Json(change): Json<ChangeMe>,
) -> Result<Response, RequestError> {
    let mut guest = visitor.guest;
    if let Some(name) = change.name {
        let Some(name) = clean(&name, LONGEST_NAME) else {
            let message = "a name has 1 to 40 characters and no control characters";
            return Ok(error(Code::BadName, message));
        };
        guest.name = name;
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
