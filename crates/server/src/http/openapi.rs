//! The `OpenAPI` document, made from the types.
use super::json;
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Map, Value, json as value};
use std::sync::OnceLock;

pub(crate) async fn document() -> Response {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    json(StatusCode::OK, DOCUMENT.get_or_init(made))
}

fn content(schema: &str) -> Value {
    value!({ "application/json": { "schema": { "$ref": format!("#/components/schemas/{schema}") } } })
}

fn answer(schema: &str, what: &str) -> Value {
    value!({ "description": what, "content": content(schema) })
}

fn operation(what: &str, status: &str, schema: &str, refusals: &[&str]) -> Value {
    let mut responses = Map::new();
    responses.insert(status.into(), answer(schema, "Done."));
    for refusal in refusals.iter().chain(&["429", "503"]) {
        responses.insert((*refusal).into(), answer("Refused", "Not done; the error says why."));
    }
    value!({ "summary": what, "responses": responses })
}

fn with_body(mut operation: Value, schema: &str) -> Value {
    operation["requestBody"] = value!({ "required": true, "content": content(schema) });
    operation
}

fn with_parameters(mut operation: Value, parameters: Value) -> Value {
    operation["parameters"] = parameters;
    operation
}

fn id() -> Value {
    value!({ "name": "id", "in": "path", "required": true, "schema": { "type": "string", "pattern": "^[a-z0-9]{10}$" } })
}

fn query(name: &str, high: u64) -> Value {
    value!({ "name": name, "in": "query", "required": false, "schema": { "type": "integer", "minimum": 0, "maximum": high } })
}

fn made() -> Value {
    let since = || query("since", 1 << 53);
    let any = || value!({ "schema": { "type": "object" } });
    let mut record = operation("The game's record.", "200", "Replay", &["404", "409"]);
    record["responses"]["200"] =
        value!({ "description": "A record.", "content": { "application/json": any() } });
    let mut upload =
        operation("Look at a record of your own.", "200", "Replay", &["400", "413", "422"]);
    upload["requestBody"] = value!({ "required": true, "content": { "application/json": any() } });
    let of_table = |op: Value| with_parameters(op, value!([id()]));
    let paths = value!({
        "/api/about": { "get": operation("What the server is.", "200", "About", &[]) },
        "/api/me": {
            "get": operation("Who you are.", "200", "Me", &["401"]),
            "patch": with_body(operation("Another name or language.", "200", "Me", &["400", "401", "403", "413"]), "ChangeMe"),
        },
        "/api/token": { "post": operation("A new guest for a program.", "200", "Token", &["403"]) },
        "/api/tables": {
            "get": operation("The lobby.", "200", "Lobby", &["401"]),
            "post": with_body(operation("A new table.", "201", "Created", &["400", "401", "403", "413"]), "CreateTable"),
        },
        "/api/tables/{id}": {
            "get": with_parameters(operation("Everything about a table.", "200", "Snapshot", &["401", "404"]), value!([id(), since()])),
        },
        "/api/tables/{id}/events": {
            "get": with_parameters(operation("Wait for events.", "200", "Snapshot", &["401", "404"]), value!([id(), since(), query("wait", 30)])),
        },
        "/api/tables/{id}/commands": {
            "post": of_table(with_body(operation("Carry out a command.", "200", "Reply", &["400", "401", "403", "404", "409", "413", "422"]), "ClientMessage")),
        },
        "/api/tables/{id}/record": { "get": of_table(record) },
        "/api/tables/{id}/replay": { "get": of_table(operation("Every event with the state after it.", "200", "Replay", &["404", "409", "422"])) },
        "/api/replays": { "post": upload },
    });
    value!({
        "openapi": "3.1.0",
        "info": { "title": "Quinta", "version": env!("CARGO_PKG_VERSION"), "description": "See docs/api.md for the whole protocol, the socket included." },
        "paths": paths,
        "components": {
            "schemas": quinta_wire::schema::components(),
            "securitySchemes": {
                "cookie": { "type": "apiKey", "in": "cookie", "name": "quinta" },
                "token": { "type": "http", "scheme": "bearer" },
            },
        },
    })
}
