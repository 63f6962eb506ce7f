//! The `OpenAPI` document, made from the types.
use super::json;
use super::play::{HIGHEST, LONGEST_WAIT};
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

/// Follows a new table by its id: a machine that tries everything goes this way.
fn links() -> Value {
    let to = |operation: &str| value!({ "operationId": operation, "parameters": { "id": "$response.body#/id" } });
    let mut links = Map::new();
    for operation in ["table", "events", "command", "record", "replay", "review"] {
        links.insert(operation.into(), to(operation));
    }
    Value::Object(links)
}

fn named(mut operation: Value, id: &str) -> Value {
    operation["operationId"] = id.into();
    operation
}

fn operation(what: &str, status: &str, schema: &str, refusals: &[&str]) -> Value {
    let mut responses = Map::new();
    responses.insert(status.into(), answer(schema, "Done."));
    for refusal in refusals.iter().chain(&["429", "503"]) {
        responses.insert((*refusal).into(), answer("Refused", "Not done; the error says why."));
    }
    value!({ "summary": what, "responses": responses })
}

/// An operation whose answer has no body.
fn nothing(mut operation: Value) -> Value {
    operation["responses"]["204"] = value!({ "description": "Done." });
    operation
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
    let since = || query("since", HIGHEST);
    let any = || value!({ "schema": { "type": "object" } });
    let mut record = operation("The game's record.", "200", "Replay", &["404", "409"]);
    record["responses"]["200"] =
        value!({ "description": "A record.", "content": { "application/json": any() } });
    let mut upload =
        operation("Look at a record of your own.", "200", "Replay", &["400", "413", "422"]);
    upload["requestBody"] = value!({ "required": true, "content": { "application/json": any() } });
    let mut look_back = operation(
        "Look back at a record of your own.",
        "200",
        "ReviewProgress",
        &["400", "403", "413", "422"],
    );
    look_back["requestBody"] = upload["requestBody"].clone();
    let of_table = |op: Value| with_parameters(op, value!([id()]));
    let mut create = with_body(
        operation("A new table.", "201", "Created", &["400", "401", "403", "413"]),
        "CreateTable",
    );
    create["responses"]["201"]["links"] = links();
    let paths = value!({
        "/api/about": { "get": operation("What the server is.", "200", "About", &[]) },
        "/api/me": {
            "get": operation("Who you are.", "200", "Me", &["401"]),
            "patch": with_body(operation("Another name or language.", "200", "Me", &["400", "401", "403", "413"]), "ChangeMe"),
        },
        "/api/push/key": { "get": operation("The server's key for Web Push.", "200", "PushKey", &[]) },
        "/api/push": {
            "put": with_body(nothing(operation("Subscribe to push messages.", "204", "PushKey", &["400", "401", "403", "413"])), "Subscribe"),
            "delete": nothing(operation("No more push messages.", "204", "PushKey", &["401", "403"])),
        },
        "/api/token": { "post": operation("A new guest for a program.", "200", "Token", &["403"]) },
        "/api/tables": {
            "get": operation("The lobby.", "200", "Lobby", &["401"]),
            "post": create,
        },
        "/api/continuations": {
            "post": with_body(
                operation("A new table that goes on from a position.", "201", "Created", &["400", "401", "403", "413", "422"]),
                "PlayOn",
            ),
        },
        "/api/handed": {
            "post": with_body(
                operation("A game from a browser goes on here.", "201", "HandedOver", &["400", "401", "403", "409", "413", "422"]),
                "HandOver",
            ),
        },
        "/api/tables/{id}": {
            "get": named(with_parameters(operation("Everything about a table.", "200", "Snapshot", &["400", "401", "404"]), value!([id(), since()])), "table"),
        },
        "/api/tables/{id}/events": {
            "get": named(with_parameters(operation("Wait for events.", "200", "Snapshot", &["400", "401", "404"]), value!([id(), since(), query("wait", LONGEST_WAIT)])), "events"),
        },
        "/api/tables/{id}/commands": {
            "post": named(of_table(with_body(operation("Carry out a command.", "200", "Reply", &["400", "401", "403", "404", "409", "413", "422"]), "ClientMessage")), "command"),
        },
        "/api/games/{id}/record": { "get": named(of_table(record), "record") },
        "/api/games/{id}/replay": { "get": named(of_table(operation("Every event with the state after it.", "200", "Replay", &["404", "409", "422"])), "replay") },
        "/api/replays": { "post": upload },
        "/api/games/{id}/review": { "post": named(of_table(operation("Look back at a game that is over.", "200", "ReviewProgress", &["403", "404", "409"])), "review") },
        "/api/reviews": { "post": look_back },
        "/api/reviews/{id}": {
            "get": with_parameters(
                operation("How far a look back is, and what came of it.", "200", "ReviewProgress", &["404"]),
                value!([{ "name": "id", "in": "path", "required": true, "schema": { "type": "string", "pattern": "^[0-9a-f]{32}$" } }]),
            ),
        },
        "/api/lessons": { "get": operation("The lessons of the tutorial.", "200", "Lessons", &[]) },
        "/api/lessons/{id}": {
            "post": with_parameters(
                with_body(operation("A lesson after these actions; nothing is kept.", "200", "LessonView", &["400", "401", "403", "404", "413", "422"]), "TakeLesson"),
                value!([{ "name": "id", "in": "path", "required": true, "schema": { "type": "string", "pattern": "^[a-z]{2,16}$" } }]),
            ),
        },
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

#[cfg(test)]
mod tests {
    use super::made;
    use quinta_wire::{ENDPOINTS, Payload};
    use serde_json::Value;
    use std::collections::BTreeSet;

    /// What a request or an answer carries, by the name of its schema.
    fn named(carrier: &Value) -> String {
        let schema = &carrier["content"]["application/json"]["schema"];
        match schema["$ref"].as_str() {
            Some(path) => path.rsplit('/').next().unwrap_or(path).to_owned(),
            None if schema.is_object() => "record".to_owned(),
            None => "nothing".to_owned(),
        }
    }

    #[test]
    fn the_declared_endpoints_are_the_documented_ones() {
        let document = made();
        let mut documented = BTreeSet::new();
        for (path, methods) in document["paths"].as_object().expect("an object") {
            for (method, operation) in methods.as_object().expect("an object") {
                let responses = operation["responses"].as_object().expect("an object");
                let done = responses.iter().find(|(status, _)| status.starts_with('2'));
                let answer = done.map_or_else(String::new, |(_, answer)| named(answer));
                let body = named(&operation["requestBody"]);
                documented.insert(format!("{} {path}: {body}, {answer}", method.to_uppercase()));
            }
        }
        let name = |payload| match payload {
            Payload::Nothing => "nothing",
            Payload::Type(name) => name,
            Payload::Record => "record",
        };
        let declared = ENDPOINTS.map(|one| {
            format!("{} {}: {}, {}", one.method, one.path, name(one.body), name(one.answer))
        });
        assert_eq!(BTreeSet::from(declared), documented);
    }

    #[test]
    fn the_documented_paths_are_the_ones_that_are_answered() {
        let document = made();
        let documented: BTreeSet<_> =
            document["paths"].as_object().expect("an object").keys().cloned().collect();
        let undocumented = ["/tables/{id}/socket", "/openapi.json"];
        let answered = super::super::api().map(|(path, _)| path);
        let answered = answered.into_iter().filter(|path| !undocumented.contains(path));
        assert_eq!(answered.map(|path| format!("/api{path}")).collect::<BTreeSet<_>>(), documented);
    }
}
