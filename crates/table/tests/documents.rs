//! docs/api.md shows the document of choices and the hash of `ready` as they are.
#[path = "../../record/tests/common/document.rs"]
mod document;

use document::{block, document};
use quinta_record::{Record, Replay};
use quinta_wire::Choices;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Whether what is shown is there: all fields of an object, and of a list at least what is shown, in this order.
fn shows(shown: &Value, whole: &Value) -> bool {
    match (shown, whole) {
        (Value::Object(shown), Value::Object(whole)) => {
            shown.len() == whole.len()
                && shown
                    .iter()
                    .all(|(name, value)| whole.get(name).is_some_and(|whole| shows(value, whole)))
        }
        (Value::Array(shown), Value::Array(whole)) => {
            let mut rest = whole.iter();
            shown.iter().all(|value| rest.any(|whole| shows(value, whole)))
        }
        _ => shown == whole,
    }
}

/// The example is the position before event 7 of the record in docs/record.md; its lists are shortened.
#[test]
fn the_example_of_choices_is_real() {
    let record = Record::from_json(block(&document("record.md"), "json")).unwrap();
    let replay = Replay::of(&record).unwrap();
    let choices = Choices::of(replay.rules(), replay.state_at(7).unwrap(), 12).unwrap();
    let whole = serde_json::to_value(&choices).unwrap();
    let text = block(&document("api.md"), "json choices");
    let shown: Value = serde_json::from_str(&text).unwrap();
    assert!(shows(&shown, &whole), "{}", serde_json::to_string_pretty(&whole).unwrap());
}

#[test]
fn the_hash_of_ready_is_real() {
    let text = document("api.md");
    let hash = |bytes: &[u8]| quinta_wire::hex::write(&Sha256::digest(bytes));
    for (luck, bytes) in [("00ff10", &[0x00, 0xff, 0x10][..]), ("", &[])] {
        let line = format!("`\"{luck}\"` gives `{}`", hash(bytes));
        assert!(text.contains(&line), "docs/api.md should say: {line}");
    }
}
