//! JSON schemas of everything that goes over the wire.
use crate::{
    About, ChangeMe, ClientMessage, CreateTable, Created, HandOver, HandedOver, LessonView,
    Lessons, Lobby, Me, PlayOn, PushKey, PushMessage, Refused, Replay, Reply, ReviewProgress,
    ServerMessage, Snapshot, Subscribe, TakeLesson, Token,
};
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

fn register(generator: &mut SchemaGenerator) {
    generator.subschema_for::<ClientMessage>();
    generator.subschema_for::<ServerMessage>();
    generator.subschema_for::<Snapshot>();
    generator.subschema_for::<Reply>();
    generator.subschema_for::<Refused>();
    generator.subschema_for::<Me>();
    generator.subschema_for::<ChangeMe>();
    generator.subschema_for::<Token>();
    generator.subschema_for::<CreateTable>();
    generator.subschema_for::<PlayOn>();
    generator.subschema_for::<Created>();
    generator.subschema_for::<HandOver>();
    generator.subschema_for::<HandedOver>();
    generator.subschema_for::<Lobby>();
    generator.subschema_for::<Replay>();
    generator.subschema_for::<ReviewProgress>();
    generator.subschema_for::<Lessons>();
    generator.subschema_for::<TakeLesson>();
    generator.subschema_for::<LessonView>();
    generator.subschema_for::<About>();
    generator.subschema_for::<PushKey>();
    generator.subschema_for::<Subscribe>();
    generator.subschema_for::<PushMessage>();
}

/// Returns the schemas by name, as the server writes these types.
pub fn definitions() -> Map<String, Value> {
    made_by(SchemaSettings::draft2020_12().for_serialize())
}

/// Returns the schemas by name for an `OpenAPI` document, where references point into its components; as the server reads these types.
pub fn components() -> Map<String, Value> {
    made_by(SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
    }))
}

fn made_by(settings: SchemaSettings) -> Map<String, Value> {
    let mut generator = settings.into_generator();
    register(&mut generator);
    generator.take_definitions(true)
}
