//! JSON answers and errors, and bodies in JSON.
use crate::app::{App, RequestError};
use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use quinta_wire::{Code, Error, Refused};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// A JSON answer that no cache keeps.
pub(crate) fn json(status: StatusCode, body: &impl Serialize) -> Response {
    let headers = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")];
    match serde_json::to_vec(body) {
        Ok(bytes) => (status, headers, bytes).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// An error, with the status of its code.
pub(crate) fn error(code: Code, message: &str) -> Response {
    refused(&Refused { id: None, error: Error::new(code, message), events: Vec::new() })
}

/// A request that was refused, with the status of its code.
pub(super) fn refused(refused: &Refused) -> Response {
    let code = refused.error.code;
    let status = StatusCode::from_u16(code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = json(status, refused);
    if matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
        response.headers_mut().insert(RETRY_AFTER, 1.into());
    }
    response
}

pub(super) async fn not_found() -> Response {
    error(Code::NotFound, "there is nothing here")
}

pub(super) async fn method_not_allowed() -> Response {
    error(Code::MethodNotAllowed, "that cannot be done here")
}

impl IntoResponse for RequestError {
    fn into_response(self) -> Response {
        refused(&self.refused(None))
    }
}

/// A JSON body. One that cannot be read is answered with an error in the usual form.
pub(super) struct Json<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Json<T> {
    type Rejection = Response;

    async fn from_request(request: Request<Body>, app: &Arc<App>) -> Result<Self, Response> {
        let bytes = Bytes::from_request(request, app).await.map_err(|why| {
            if why.status() == StatusCode::PAYLOAD_TOO_LARGE {
                error(Code::TooLarge, "that is too long")
            } else {
                error(Code::BadRequest, "the body cannot be read")
            }
        })?;
        let unreadable = |why: &str| {
            let message = format!("the body cannot be read: {why}");
            error(Code::BadRequest, &message)
        };
        // serde would read a list of the fields' values as well; the protocol has no such form.
        if bytes.trim_ascii_start().first() != Some(&b'{') {
            return Err(unreadable("it is no JSON object"));
        }
        serde_json::from_slice(&bytes).map(Json).map_err(|why| unreadable(&why.to_string()))
    }
}
