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

/// Moves the objects inside a schema to the components and leaves references, named after the schema and their place in it.
fn name_parts(schema: &mut Value, name: &str, components: &mut Map<String, Value>) {
    for choice in ["oneOf", "anyOf"] {
        for variant in schema.get_mut(choice).and_then(Value::as_array_mut).into_iter().flatten() {
            let name = format!("{name}{}", camel_case(&variant_name(variant)));
            name_part(variant, name, components);
        }
    }
    for (field, part) in
        schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten()
    {
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
    let is_object = part.get("properties").is_some();
    name_parts(part, &name, components);
    if is_object {
        let reference = json!({ "$ref": format!("#/components/schemas/{name}") });
        insert(components, name, std::mem::replace(part, reference));
    }
}

/// The tag of a variant or, where there is none, its first required field.
fn variant_name(variant: &Value) -> String {
    let fields = variant["properties"].as_object();
    let tag = fields.into_iter().flatten().find_map(|(_, field)| field["const"].as_str());
    tag.or_else(|| variant["required"][0].as_str()).unwrap_or_default().to_owned()
}

fn camel_case(words: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    words.split('_').filter(|word| !word.is_empty()).map(capital).collect()
}
