//! What is generated from the endpoints and kept in the repository: `wire.d.ts` and the tables in docs/api.md. The tests see that both are
//! current; `UPDATE=1 cargo test -p quinta-server generated` writes them.
use super::openapi::code_name;
use super::route::{GENERAL, Payload, Route};
use super::routes;
use quinta_wire::Code;
use quinta_wire::schema::definitions;
use quinta_wire::typescript::declarations;
use serde_json::{Map, Value};
use std::fmt::Write;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");

fn read(path: &str) -> String {
    std::fs::read_to_string(format!("{ROOT}{path}")).unwrap_or_default()
}

fn assert_current(path: &str, text: &str) {
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(format!("{ROOT}{path}"), text).expect("the file can be written");
    }
    let hint = "run UPDATE=1 cargo test -p quinta-server generated";
    assert!(read(path) == text, "{path} is out of date: {hint}");
}

fn schemas() -> Map<String, Value> {
    definitions(routes().iter().flat_map(Route::types))
}

#[test]
fn wire_d_ts_is_current() {
    let mut text = String::from(
        "// Generated from the types of quinta-wire and the endpoints of quinta-server. Do not edit:\n// `UPDATE=1 cargo test -p quinta-server generated` writes it.\n",
    );
    text += &declarations(&schemas());
    text += "\n/** What each endpoint takes and answers. */\nexport type Endpoints = {\n";
    let type_name = |payload: &Payload| match payload {
        Payload::Json(one) => one.name.to_string(),
        Payload::Record => "unknown".to_owned(),
        Payload::Nothing | Payload::Other(_) => "undefined".to_owned(),
    };
    for route in routes().iter().filter(|route| route.is_described()) {
        let (body, answer) = (type_name(&route.body), type_name(&route.answer));
        let Route { method, path, .. } = route;
        let _ = writeln!(text, "  \"{method} /api{path}\": {{ body: {body}; answer: {answer} }};");
    }
    text += "};\n";
    assert_current("crates/wire/wire.d.ts", &text);
}

#[test]
fn the_tables_of_api_md_are_current() {
    let mut text = read("docs/api.md");
    replace(&mut text, "endpoints", &endpoints());
    replace(&mut text, "codes", &codes());
    assert_current("docs/api.md", &text);
}

/// Replaces what stands between the two comments of this name.
fn replace(document: &mut String, name: &str, table: &str) {
    let begin = format!("<!-- generated: {name} -->\n");
    let from = document.find(&begin).expect("a comment begins the table") + begin.len();
    let length = document[from..].find("<!-- end -->").expect("a comment ends the table");
    document.replace_range(from..from + length, table);
}

/// Every endpoint: what it takes, what it answers, its own errors, and what it does.
fn endpoints() -> String {
    let mut table = String::from(
        "| request | body | answer | errors of its own | what |\n|---|---|---|---|---|\n",
    );
    for route in routes() {
        let query: Vec<_> = route.query.iter().map(|(name, _)| format!("{name}=N")).collect();
        let question = if query.is_empty() { "" } else { "?" };
        let request = format!("{} /api{}{question}{}", route.method, route.path, query.join("&"));
        let payload = |payload: &Payload| match payload {
            Payload::Json(one) => format!("`{}`", one.name),
            Payload::Record => "a record".to_owned(),
            Payload::Other(what) => (*what).to_owned(),
            Payload::Nothing => String::new(),
        };
        let status = match route.status.as_u16() {
            200 => String::new(),
            status if route.is_described() => format!("{status} "),
            _ => String::new(),
        };
        let answer = format!("{status}{}", payload(&route.answer));
        let errors: Vec<_> = route.errors.iter().map(|code| code_name(*code)).collect();
        let (body, errors) = (payload(&route.body), errors.join(", "));
        let cells = [&format!("`{request}`"), &body, answer.trim_end(), &errors, route.summary];
        let _ = writeln!(table, "| {} |", cells.join(" | "));
    }
    table.replace("|  |", "| |")
}

/// Every code with its status, what `data` holds, and what it means.
fn codes() -> String {
    let schemas = schemas();
    let variants = |name: &str| -> Vec<Value> {
        let lists = ["oneOf", "anyOf"].map(|list| schemas[name][list].as_array().cloned());
        lists.into_iter().flatten().flatten().collect()
    };
    let rules = variants("Explanation").into_iter().map(|variant| {
        let properties = &variant["properties"];
        let data = properties["data"]["properties"].as_object().cloned().unwrap_or_default();
        let fields = data.keys().map(|field| format!("`{field}`")).collect::<Vec<_>>();
        let name = properties["code"]["const"].clone();
        (name, fields.join(", "), variant["description"].clone())
    });
    let ours = variants("Code").into_iter().filter(|variant| variant["const"].is_string());
    let mut rows: Vec<(u16, String)> = ours
        .map(|variant| (variant["const"].clone(), String::new(), variant["description"].clone()))
        .chain(rules)
        .map(|(name, data, description)| {
            let code: Code = serde_json::from_value(name.clone()).expect("the name of a code");
            let (name, description) = (name.as_str().unwrap(), description.as_str().unwrap());
            let status = code.status();
            let row = format!("| {status} | `{name}` | {data} | {description} |\n");
            (status, row.replace("|  |", "| |"))
        })
        .collect();
    assert!(rows.len() > 50, "{rows:?}");
    // The sort is stable: within a status the order is that of the types.
    rows.sort_by_key(|(status, _)| *status);
    let head = "| status | code | data | meaning |\n|---|---|---|---|\n";
    rows.into_iter().fold(head.to_owned(), |table, (_, row)| table + &row)
}

#[test]
fn every_operation_has_a_name_of_its_own() {
    let mut names: Vec<_> = routes().iter().map(|route| route.name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn rows_name_only_errors_of_their_own() {
    for route in routes() {
        let own = |code| !GENERAL.contains(code);
        assert!(route.errors.iter().all(own), "{} {}", route.method, route.path);
    }
}

#[test]
fn rows_take_the_bodies_that_their_handlers_read() {
    for route in routes() {
        let Route { method, path, arguments, .. } = route;
        match route.body {
            Payload::Json(body) => {
                let json = arguments.split("::Json<").nth(1).unwrap_or_default();
                assert!(
                    json.contains(&format!("::{}>", body.name)),
                    "{method} {path}: {arguments}"
                );
            }
            _ => assert!(!arguments.contains("::Json<"), "{method} {path}: {arguments}"),
        }
    }
}
