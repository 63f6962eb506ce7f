//! The questions that can be asked over plain HTTP: what each takes and what it answers.

/// One method of one path. Types are named as in the declarations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Endpoint {
    /// `GET`, `POST`, `PUT`, `PATCH` or `DELETE`.
    pub method: &'static str,
    /// The path; `{id}` stands for a table, a lesson or a look back.
    pub path: &'static str,
    /// What the request carries.
    pub body: Payload,
    /// What the answer carries.
    pub answer: Payload,
}

/// What a request or an answer carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Payload {
    /// Nothing.
    Nothing,
    /// One of our types, by its name.
    Type(&'static str),
    /// A game record, which has a format of its own.
    Record,
}

use Payload::{Nothing, Record, Type};

/// Every endpoint of the API but the socket and the description of the API itself.
pub const ENDPOINTS: [Endpoint; 22] = [
    endpoint("GET", "/api/about", Nothing, Type("About")),
    endpoint("GET", "/api/me", Nothing, Type("Me")),
    endpoint("PATCH", "/api/me", Type("ChangeMe"), Type("Me")),
    endpoint("GET", "/api/push/key", Nothing, Type("PushKey")),
    endpoint("PUT", "/api/push", Type("Subscribe"), Nothing),
    endpoint("DELETE", "/api/push", Nothing, Nothing),
    endpoint("POST", "/api/token", Nothing, Type("Token")),
    endpoint("GET", "/api/tables", Nothing, Type("Lobby")),
    endpoint("POST", "/api/tables", Type("CreateTable"), Type("Created")),
    endpoint("POST", "/api/continuations", Type("PlayOn"), Type("Created")),
    endpoint("POST", "/api/handed", Type("HandOver"), Type("HandedOver")),
    endpoint("GET", "/api/tables/{id}", Nothing, Type("Snapshot")),
    endpoint("GET", "/api/tables/{id}/events", Nothing, Type("Snapshot")),
    endpoint("POST", "/api/tables/{id}/commands", Type("ClientMessage"), Type("Reply")),
    endpoint("GET", "/api/games/{id}/record", Nothing, Record),
    endpoint("GET", "/api/games/{id}/replay", Nothing, Type("Replay")),
    endpoint("POST", "/api/replays", Record, Type("Replay")),
    endpoint("POST", "/api/games/{id}/review", Nothing, Type("ReviewProgress")),
    endpoint("POST", "/api/reviews", Record, Type("ReviewProgress")),
    endpoint("GET", "/api/reviews/{id}", Nothing, Type("ReviewProgress")),
    endpoint("GET", "/api/lessons", Nothing, Type("Lessons")),
    endpoint("POST", "/api/lessons/{id}", Type("TakeLesson"), Type("LessonView")),
];

const fn endpoint(
    method: &'static str,
    path: &'static str,
    body: Payload,
    answer: Payload,
) -> Endpoint {
    Endpoint { method, path, body, answer }
}
