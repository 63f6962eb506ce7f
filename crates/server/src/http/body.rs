//! Bodies of requests: read as a whole, and weighed from their first byte until the request is answered.
use super::LONGEST_BODY;
use super::response::error;
use crate::app::App;
use crate::weights::Weight;
use axum::body::Body;
use axum::extract::{FromRequest, Request};
use axum::response::Response;
use futures_util::StreamExt;
use quinta_wire::Code;
use serde::de::DeserializeOwned;
use std::sync::{Arc, Mutex};

/// What becomes of a body while it is worked on takes so many times its length more.
const WORK: usize = 3;

/// What the body of a request weighs until that is answered.
#[derive(Clone)]
pub(super) struct Needed(Arc<Mutex<Weight>>);

impl Needed {
    pub(super) fn new(weight: Weight) -> Self {
        Self(Arc::new(Mutex::new(weight)))
    }

    /// Needs more; false if that is too much.
    fn add(&self, bytes: usize) -> bool {
        self.0.lock().is_ok_and(|mut weight| weight.add(bytes))
    }
}

/// The most bytes of a request's body, where that is not [`LONGEST_BODY`].
#[derive(Clone, Copy)]
pub(super) struct Longest(pub(super) usize);

/// A body as it came.
pub(super) struct Whole(pub(super) Vec<u8>);

impl FromRequest<Arc<App>> for Whole {
    type Rejection = Response;

    async fn from_request(request: Request<Body>, _: &Arc<App>) -> Result<Self, Response> {
        let longest = request.extensions().get().map_or(LONGEST_BODY, |Longest(bytes)| *bytes);
        let needed = request.extensions().get::<Needed>().cloned();
        let need = |bytes| needed.as_ref().is_none_or(|needed| needed.add(bytes));
        let busy = || error(Code::Busy, "too much is sent from this address at once");
        let mut parts = request.into_body().into_data_stream();
        let mut bytes = Vec::new();
        while let Some(part) = parts.next().await {
            let part = part.map_err(|_| error(Code::BadRequest, "the body cannot be read"))?;
            let length = bytes.len() + part.len();
            if length > longest {
                return Err(error(Code::TooLarge, "that is too long"));
            }
            if length > bytes.capacity() {
                let capacity = length.next_power_of_two();
                if !need(capacity - bytes.capacity()) {
                    return Err(busy());
                }
                bytes.reserve_exact(capacity - bytes.len());
            }
            bytes.extend_from_slice(&part);
        }
        if need(WORK * bytes.len()) { Ok(Self(bytes)) } else { Err(busy()) }
    }
}

/// A JSON body. One that cannot be read is answered with an error in the usual form.
pub(super) struct Json<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Json<T> {
    type Rejection = Response;

    async fn from_request(request: Request<Body>, app: &Arc<App>) -> Result<Self, Response> {
        let Whole(bytes) = Whole::from_request(request, app).await?;
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
