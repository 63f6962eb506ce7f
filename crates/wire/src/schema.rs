//! JSON schemas of the types that go over the wire.
use crate::{ClientMessage, PartMessage, PushMessage, Refused, ServerMessage};
pub use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};
use std::borrow::Cow;

/// A type of the wire: its name, and how its schema is made.
#[derive(Debug, Clone)]
pub struct Type {
    /// The name, the same in schemas and in declarations.
    pub name: Cow<'static, str>,
    add: fn(&mut SchemaGenerator) -> Schema,
}

impl Type {
    /// Returns a type as a value.
    pub fn of<T: JsonSchema>() -> Self {
        Self { name: T::schema_name(), add: SchemaGenerator::subschema_for::<T> }
    }
}

/// What goes over sockets and in push messages, and the form of every error.
fn messages() -> [Type; 5] {
    [
        Type::of::<ClientMessage>(),
        Type::of::<ServerMessage>(),
        Type::of::<PartMessage>(),
        Type::of::<PushMessage>(),
        Type::of::<Refused>(),
    ]
}

/// Returns the schemas of all messages, of these types and of what they consist of, by name, as the server writes them.
pub fn definitions(types: impl IntoIterator<Item = Type>) -> Map<String, Value> {
    generate(SchemaSettings::draft2020_12().for_serialize(), types)
}

/// Returns the schemas of all messages, of these types and of what they consist of, by name, as the server reads them, for an `OpenAPI`
/// document: references point into its components, and every object has a schema and a title of its own, since generators of clients name
/// their classes after them.
pub fn components(types: impl IntoIterator<Item = Type>) -> Map<String, Value> {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
    });
    let mut components = Map::new();
    for (name, mut schema) in generate(settings, types) {
        name_parts(&mut schema, &name, &mut components);
        insert(&mut components, name, schema);
    }
    components
}

fn generate(settings: SchemaSettings, types: impl IntoIterator<Item = Type>) -> Map<String, Value> {
    let mut generator = settings.into_generator();
    for one in messages().into_iter().chain(types) {
        (one.add)(&mut generator);
    }
    generator.take_definitions(true)
}

fn insert(components: &mut Map<String, Value>, name: String, mut schema: Value) {
    schema["title"] = name.as_str().into();
    components.insert(name, schema);
}

/// Moves the objects and enums inside a schema to the components and leaves references, named after the schema and their place in it.
fn name_parts(schema: &mut Value, name: &str, components: &mut Map<String, Value>) {
    join_constants(schema);
    move_common_fields(schema);
    for variant in variants(schema).into_iter().flatten() {
        let name = format!("{name}{}", camel_case(variant_name(variant)));
        name_part(variant, name, components);
    }
    let fields = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (field, part) in fields.into_iter().flatten() {
        name_part(part, format!("{name}{}", camel_case(field)), components);
    }
    if let Some(part) = schema.get_mut("items") {
        name_part(part, format!("{name}Item"), components);
    }
    // Generators ignore what stands beside a reference.
    if schema.get("properties").is_some()
        && let Some(target) = schema.as_object_mut().and_then(|schema| schema.remove("$ref"))
    {
        *schema = json!({ "allOf": [{ "$ref": target }, schema] });
    }
}

fn name_part(part: &mut Value, name: String, components: &mut Map<String, Value>) {
    let has_class = part.get("properties").or(part.get("enum")).is_some();
    name_parts(part, &name, components);
    if has_class {
        let reference = json!({ "$ref": format!("#/components/schemas/{name}") });
        insert(components, name, std::mem::replace(part, reference));
    }
}

/// What a schema chooses from.
fn variants(schema: &mut Value) -> Option<&mut Vec<Value>> {
    let choice = ["oneOf", "anyOf"].into_iter().find(|choice| schema.get(choice).is_some())?;
    schema.get_mut(choice)?.as_array_mut()
}

/// Makes one enum of the constant strings that a schema chooses from: of several constants generators read only one.
fn join_constants(schema: &mut Value) {
    let description = text(&schema["description"]).to_owned();
    let Some(variants) = variants(schema) else { return };
    let is_constant = |variant: &mut Value| variant["const"].is_string();
    let constants: Vec<Value> = variants.extract_if(.., is_constant).collect();
    if constants.is_empty() {
        return;
    }
    let line =
        |one: &Value| format!("\n- `{}`: {}", text(&one["const"]), text(&one["description"]));
    let lines: String = constants.iter().map(line).collect();
    let names: Vec<&Value> = constants.iter().map(|one| &one["const"]).collect();
    let joined =
        json!({ "type": "string", "enum": names, "description": format!("{description}{lines}") });
    if variants.is_empty() {
        *schema = joined;
    } else {
        variants.insert(0, joined);
    }
}

/// Gives the fields that stand beside a choice to each of its variants: generators read the one or the other.
fn move_common_fields(schema: &mut Value) {
    if variants(schema).is_none() {
        return;
    }
    let mut take = |name: &str| schema.as_object_mut().and_then(|schema| schema.remove(name));
    let (Some(Value::Object(fields)), Some(Value::Array(required))) =
        (take("properties"), take("required"))
    else {
        return;
    };
    take("type");
    for variant in variants(schema).into_iter().flatten() {
        if let Some(own) = variant["properties"].as_object_mut() {
            own.extend(fields.clone());
        }
        if let Some(own) = variant["required"].as_array_mut() {
            own.extend(required.clone());
        }
    }
}

/// The tag of a variant or, where there is none, its first required field, or its type.
fn variant_name(variant: &Value) -> &str {
    let fields = variant["properties"].as_object();
    let tag = fields.into_iter().flatten().find_map(|(_, field)| field["const"].as_str());
    let required = tag.or_else(|| variant["required"][0].as_str());
    required.unwrap_or_else(|| text(&variant["type"]))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn camel_case(words: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    words.split('_').filter(|word| !word.is_empty()).map(capital).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generators_find_every_class_under_its_name() {
        let components = components([]);
        for (name, schema) in &components {
            assert_eq!(schema["title"], name.as_str());
            for part in schema["properties"].as_object().into_iter().flatten() {
                assert!(part.1.get("properties").is_none(), "{name}: {part:?}");
            }
        }
        let rename = &components["ClientMessageRename"];
        assert_eq!(rename["required"], json!(["type", "seat", "name", "id"]));
        assert_eq!(rename["properties"]["id"]["type"], "string");
        assert_eq!(components["BotLevel"]["enum"][0], "random");
        let of_action = components["Action"]["anyOf"].as_array().expect("a list");
        assert_eq!(of_action[0], json!({ "$ref": "#/components/schemas/ActionAcquire" }));
    }
}
