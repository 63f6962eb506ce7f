//! JSON answers and errors.
use crate::app::RequestError;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use quinta_wire::{Code, Error, Refused};
use serde::Serialize;

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
    refused(&Refused { id: None, error: Error::new(code, message) })
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
