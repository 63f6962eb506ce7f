//! The `OpenAPI` document, made from the rows of all endpoints.
use super::response::json;
use super::route::{Payload, Route};
use super::routes;
use axum::http::StatusCode;
use axum::response::Response;
use quinta_wire::Code;
use serde_json::{Map, Value, json as value};
use std::collections::BTreeMap;
use std::sync::OnceLock;

pub(super) fn route() -> Route {
    Route::get("/openapi.json", serve, "get_openapi")
        .summary("This API for programs")
        .answers_other("OpenAPI 3.1")
}

async fn serve() -> Response {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    json(StatusCode::OK, DOCUMENT.get_or_init(document))
}

fn document() -> Value {
    let routes: Vec<Route> = routes().into_iter().filter(Route::is_described).collect();
    let mut paths = value!({});
    for route in &routes {
        paths[format!("/api{}", route.path)][route.method.to_lowercase()] =
            operation(route, &routes);
    }
    let mut schemas = quinta_wire::schema::components(routes.iter().flat_map(Route::types));
    let record = value!({
        "title": "Record",
        "description": "A game record, as docs/record.md describes it.",
        "type": "object",
    });
    schemas.insert("Record".into(), record);
    value!({
        "openapi": "3.1.0",
        "info": {
            "title": "Quinta",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "docs/api.md describes the whole protocol, the socket included.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "cookie": { "type": "apiKey", "in": "cookie", "name": "quinta" },
                "token": { "type": "http", "scheme": "bearer" },
            },
        },
    })
}

/// A row as an operation; `routes` are those that a table's id leads on to.
fn operation(route: &Route, routes: &[Route]) -> Value {
    let mut operation = value!({
        "operationId": route.name,
        "summary": route.summary,
        "tags": [route.path.split('/').nth(1)],
        "responses": responses(route),
    });
    if let Some(content) = content(&route.body) {
        operation["requestBody"] = value!({ "required": true, "content": content });
    }
    let parameters = parameters(route);
    if !parameters.is_empty() {
        operation["parameters"] = parameters.into();
    }
    if matches!(&route.answer, Payload::Json(answer) if answer.name == "Created") {
        operation["responses"][route.status.as_str()]["links"] = links(routes);
    }
    operation
}

fn content(payload: &Payload) -> Option<Value> {
    let schema = match payload {
        Payload::Nothing | Payload::Other(_) => return None,
        Payload::Json(one) => &one.name,
        Payload::Record => "Record",
    };
    let reference = format!("#/components/schemas/{schema}");
    Some(value!({ "application/json": { "schema": { "$ref": reference } } }))
}

fn responses(route: &Route) -> Value {
    let mut responses = Map::new();
    let mut done = value!({ "description": "Done." });
    if let Some(content) = content(&route.answer) {
        done["content"] = content;
    }
    responses.insert(route.status.as_str().into(), done);
    let mut errors: BTreeMap<u16, Vec<String>> = BTreeMap::new();
    for code in route.all_errors() {
        errors.entry(code.status()).or_default().push(code_name(code));
    }
    for (status, codes) in errors {
        let refused = value!({
            "description": format!("Not done: {}.", codes.join(", ")),
            "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Refused" } } },
        });
        responses.insert(status.to_string(), refused);
    }
    responses.into()
}

/// A code as it is written for people, in Markdown.
pub(super) fn code_name(code: Code) -> String {
    match (code, value!(code)) {
        (Code::Illegal(_), _) => "the rules' own".to_owned(),
        (_, name) => format!("`{}`", name.as_str().unwrap_or_default()),
    }
}

fn parameters(route: &Route) -> Vec<Value> {
    let id = route.path.contains("{id}").then(|| {
        value!({
            "name": "id", "in": "path", "required": true,
            "schema": { "type": "string", "pattern": route.id },
        })
    });
    let query = route.query.iter().map(|(name, highest)| {
        value!({
            "name": name, "in": "query", "required": false,
            "schema": { "type": "integer", "minimum": 0, "maximum": highest },
        })
    });
    id.into_iter().chain(query).collect()
}

/// From a new table to everything that can be done with its id: what tries out an API at random goes this way.
fn links(routes: &[Route]) -> Value {
    let about_tables = routes.iter().filter(|route| {
        route.path.starts_with("/tables/{id}") || route.path.starts_with("/games/{id}")
    });
    about_tables
        .map(|route| {
            let link = value!({
                "operationId": route.name, "parameters": { "id": "$response.body#/id" },
            });
            (route.name.to_owned(), link)
        })
        .collect::<Map<_, _>>()
        .into()
}
