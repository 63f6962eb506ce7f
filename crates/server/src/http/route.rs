//! One endpoint: the row that the router, the `OpenAPI` document, the page's declarations and the table in docs/api.md are made from.
use super::body::Longest;
use crate::app::App;
use axum::Extension;
use axum::handler::Handler;
use axum::http::StatusCode;
use axum::routing::{self, MethodRouter};
use quinta_wire::Code;
use quinta_wire::schema::{JsonSchema, Type};
use std::sync::Arc;

/// What a request or an answer carries.
#[derive(Clone, Default)]
pub(super) enum Payload {
    #[default]
    Nothing,
    /// JSON of a type of the wire.
    Json(Type),
    /// A game record, whose format docs/record.md describes.
    Record,
    /// No JSON: what it is, in words. Neither the `OpenAPI` document nor the declarations have such an endpoint.
    Other(#[cfg_attr(not(test), expect(dead_code, reason = "for docs/api.md"))] &'static str),
}

/// A table's id, which is that of its game too.
const TABLE_ID: &str = "^[a-z0-9]{10}$";

/// Codes that every request may be answered with.
pub(super) const GENERAL: [Code; 6] = [
    Code::Timeout,
    Code::WrongHost,
    Code::TooMany,
    Code::Busy,
    Code::ShuttingDown,
    Code::StoreFailed,
];

/// An endpoint of the API.
#[derive(Default)]
pub(super) struct Route {
    pub(super) method: &'static str,
    /// The path below `/api`.
    pub(super) path: &'static str,
    /// The name of the operation.
    pub(super) name: &'static str,
    /// What it does, in a few words of Markdown.
    pub(super) summary: &'static str,
    pub(super) handler: MethodRouter<Arc<App>>,
    /// What `{id}` in the path looks like, as a regular expression.
    pub(super) id: &'static str,
    /// The numbers in its query, each with the highest.
    pub(super) query: Vec<(&'static str, u64)>,
    pub(super) body: Payload,
    pub(super) answer: Payload,
    /// The status of an answer that is no error.
    pub(super) status: StatusCode,
    /// The codes of its own errors.
    pub(super) errors: Vec<Code>,
    /// The types of the handler's arguments.
    #[cfg(test)]
    pub(super) arguments: &'static str,
}

/// A constructor for each method: the path below `/api`, the handler, and the name of the operation.
macro_rules! constructors {
    ($($name:ident = $method:literal),*) => {$(
        pub(super) fn $name<H: Handler<T, Arc<App>>, T: 'static>(
            path: &'static str,
            handler: H,
            name: &'static str,
        ) -> Self {
            let handler = routing::$name(handler);
            let (id, status) = (TABLE_ID, StatusCode::NO_CONTENT);
            Self {
                method: $method, path, name, handler, id, status,
                #[cfg(test)]
                arguments: std::any::type_name::<T>(),
                ..Self::default()
            }
        }
    )*};
}

impl Route {
    constructors!(get = "GET", post = "POST", put = "PUT", patch = "PATCH", delete = "DELETE");

    /// What it does, in Markdown.
    pub(super) fn summary(self, summary: &'static str) -> Self {
        Self { summary, ..self }
    }

    /// `{id}` in its path is that of something else than a table.
    pub(super) fn id(self, id: &'static str) -> Self {
        Self { id, ..self }
    }

    /// Its query may have this number, from 0 to `highest`.
    pub(super) fn query(mut self, name: &'static str, highest: u64) -> Self {
        self.query.push((name, highest));
        self
    }

    /// It takes JSON of this type.
    pub(super) fn takes<T: JsonSchema>(self) -> Self {
        Self { body: Payload::Json(Type::of::<T>()), ..self }
    }

    /// It takes a game record.
    pub(super) fn takes_record(self) -> Self {
        Self { body: Payload::Record, ..self }
    }

    /// Its body may have so many bytes.
    pub(super) fn longest_body(self, bytes: usize) -> Self {
        Self { handler: self.handler.layer(Extension(Longest(bytes))), ..self }
    }

    /// It answers 200 with JSON of this type.
    pub(super) fn answers<T: JsonSchema>(self) -> Self {
        Self { answer: Payload::Json(Type::of::<T>()), status: StatusCode::OK, ..self }
    }

    /// It answers 201 with JSON of this type.
    pub(super) fn creates<T: JsonSchema>(self) -> Self {
        Self { status: StatusCode::CREATED, ..self.answers::<T>() }
    }

    /// It answers with a game record.
    pub(super) fn answers_record(self) -> Self {
        Self { answer: Payload::Record, status: StatusCode::OK, ..self }
    }

    /// It answers with something that is no JSON.
    pub(super) fn answers_other(self, what: &'static str) -> Self {
        Self { answer: Payload::Other(what), ..self }
    }

    /// Errors of its own, beside those that follow from the other columns.
    pub(super) fn errors(mut self, codes: &[Code]) -> Self {
        self.errors.extend(codes);
        self
    }

    /// Whether the `OpenAPI` document and the declarations have it.
    pub(super) fn is_described(&self) -> bool {
        !matches!(self.answer, Payload::Other(_))
    }

    /// The codes of all errors that it may be answered with.
    pub(super) fn all_errors(&self) -> Vec<Code> {
        let mut codes = self.errors.clone();
        if !self.query.is_empty() || matches!(self.body, Payload::Json(_)) {
            codes.push(Code::BadRequest);
        }
        match self.body {
            Payload::Nothing | Payload::Other(_) => {}
            Payload::Json(_) => codes.push(Code::TooLarge),
            Payload::Record => codes.extend([Code::TooLarge, Code::BadRecord]),
        }
        if self.method != "GET" {
            codes.push(Code::WrongOrigin);
        }
        codes.extend(GENERAL);
        codes
    }

    /// The types that it takes and answers.
    pub(super) fn types(&self) -> impl Iterator<Item = Type> {
        [&self.body, &self.answer].into_iter().filter_map(|payload| match payload {
            Payload::Json(one) => Some(one.clone()),
            _ => None,
        })
    }
}
