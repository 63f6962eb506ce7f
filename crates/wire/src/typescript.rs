//! TypeScript declarations, made from the schemas.
use serde_json::{Map, Value};
use std::fmt::Write;

/// Returns a declaration for each of these schemas.
pub fn declarations(schemas: &Map<String, Value>) -> String {
    let mut text = String::new();
    for (name, schema) in schemas {
        text.push('\n');
        comment(&mut text, schema, "");
        let _ = writeln!(text, "export type {name} = {};", type_of(schema, ""));
    }
    text
}

fn comment(text: &mut String, schema: &Value, indent: &str) {
    if let Some(description) = schema.get("description").and_then(Value::as_str) {
        let description = description.replace('\n', " ").replace("*/", "* /");
        let _ = writeln!(text, "{indent}/** {description} */");
    }
}

/// The TypeScript type of a schema. All that it says at once holds together, so its parts are joined by `&`.
fn type_of(schema: &Value, indent: &str) -> String {
    let Some(object) = schema.as_object() else { return "unknown".into() };
    let mut parts = Vec::new();
    if let Some(target) = object.get("$ref").and_then(Value::as_str) {
        parts.push(target.rsplit('/').next().unwrap_or(target).to_string());
    }
    if let Some(value) = object.get("const") {
        return value.to_string();
    }
    if let Some(values) = object.get("enum").and_then(Value::as_array) {
        return joined(values.iter().map(Value::to_string), " | ");
    }
    for choice in ["oneOf", "anyOf"] {
        if let Some(variants) = object.get(choice).and_then(Value::as_array) {
            let inner = format!("{indent}  ");
            let variants: Vec<_> = variants.iter().map(|v| type_of(v, &inner)).collect();
            let all = variants.join(" | ");
            parts.push(if variants.len() > 1 { format!("({all})") } else { all });
        }
    }
    if let Some(all) = object.get("allOf").and_then(Value::as_array) {
        parts.extend(all.iter().map(|part| type_of(part, indent)));
    }
    match object.get("type") {
        Some(Value::String(name)) => parts.extend(typed(name, object, indent)),
        Some(Value::Array(names)) => {
            let names = names.iter().filter_map(Value::as_str);
            let variants = names.filter_map(|name| typed(name, object, indent));
            parts.push(format!("({})", joined(variants, " | ")));
        }
        _ => {}
    }
    if parts.is_empty() { "unknown".into() } else { parts.join(" & ") }
}

fn joined(parts: impl Iterator<Item = String>, by: &str) -> String {
    parts.collect::<Vec<_>>().join(by)
}

fn typed(name: &str, object: &Map<String, Value>, indent: &str) -> Option<String> {
    Some(match name {
        "integer" | "number" => "number".into(),
        "string" | "boolean" | "null" => name.into(),
        "array" => match object.get("prefixItems").and_then(Value::as_array) {
            Some(items) => format!("[{}]", joined(items.iter().map(|i| type_of(i, indent)), ", ")),
            None => {
                format!("Array<{}>", type_of(object.get("items").unwrap_or(&Value::Null), indent))
            }
        },
        "object" => return object_type(object, indent),
        _ => "unknown".into(),
    })
}

fn object_type(object: &Map<String, Value>, indent: &str) -> Option<String> {
    if let Some(values) = object.get("additionalProperties").filter(|v| v.is_object()) {
        return Some(format!("Record<string, {}>", type_of(values, indent)));
    }
    let Some(properties) = object.get("properties").and_then(Value::as_object) else {
        // An unconstrained object adds nothing to the other parts.
        let alone = !["$ref", "oneOf", "anyOf", "allOf"].iter().any(|k| object.contains_key(*k));
        return alone.then(|| "Record<string, never>".into());
    };
    let required: Vec<_> = object
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let inner = format!("{indent}  ");
    let mut text = String::from("{\n");
    for (name, schema) in properties {
        comment(&mut text, schema, &inner);
        let kind = type_of(schema, &inner);
        if required.contains(&name.as_str()) {
            let _ = writeln!(text, "{inner}{name}: {kind};");
        } else {
            // Absent fields are left out, never null.
            let _ = writeln!(text, "{inner}{name}?: {};", kind.replace(" | null)", ")"));
        }
    }
    let _ = write!(text, "{indent}}}");
    Some(text)
}
