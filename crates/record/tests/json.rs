//! Our reader and writer of JSON against `serde_json`: the same values, and the same refusals.
use quinta_record::json::{from_value, known, parse, read, to_value, write};
use quinta_rules::{Action, Position, Rules, Seat, State};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt::Debug;

/// Every shape that serde derives and that our types make use of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Shapes {
    text: String,
    letter: char,
    flag: bool,
    whole: (u8, i64),
    share: f32,
    nothing: Option<u8>,
    something: Option<String>,
    #[serde(default)]
    left_out: Vec<u8>,
    three: [i8; 3],
    variants: Vec<Variant>,
    wrapped: Wrapped,
    #[serde(default)]
    any: Value,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Wrapped(u16);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Variant {
    Plain,
    Of(u8),
    Pair(u8, String),
    Named { cell: i8, free: Option<bool> },
}

fn shapes() -> Shapes {
    Shapes {
        text: "a\"\\\n\u{1}\u{7f}é\u{1f600}".into(),
        letter: 'ß',
        flag: true,
        whole: (255, i64::MIN),
        share: 0.5,
        nothing: None,
        something: Some(String::new()),
        left_out: vec![1, 2],
        three: [-1, 0, 1],
        variants: vec![
            Variant::Plain,
            Variant::Of(3),
            Variant::Pair(4, "x".into()),
            Variant::Named { cell: -2, free: None },
        ],
        wrapped: Wrapped(7),
        any: json!({ "a": [null, 1.5, { "b": "c" }] }),
    }
}

/// The document itself, and with every value in it left out or replaced.
fn mutants(whole: &Value) -> Vec<Value> {
    let mut all = vec![whole.clone()];
    match whole {
        Value::Object(fields) => {
            for (name, value) in fields {
                let mut without = fields.clone();
                without.remove(name);
                all.push(Value::Object(without));
                for mutant in mutants(value) {
                    let mut with = fields.clone();
                    with.insert(name.clone(), mutant);
                    all.push(Value::Object(with));
                }
            }
        }
        Value::Array(items) => {
            let mut longer = items.clone();
            longer.push(json!(1));
            all.push(Value::Array(longer));
            if let Some((first, rest)) = items.split_first() {
                all.push(Value::Array(rest.to_vec()));
                all.extend(
                    mutants(first)
                        .into_iter()
                        .map(|mutant| Value::Array([&[mutant], rest].concat())),
                );
            }
        }
        _ => {}
    }
    all.extend([
        json!(null),
        json!(-3),
        json!(300),
        json!(0.5),
        json!("b1"),
        json!([null]),
        json!({}),
    ]);
    all
}

fn agrees<T: DeserializeOwned + Serialize + PartialEq + Debug>(example: &T) {
    let written = serde_json::to_value(example).unwrap();
    assert_eq!(to_value(example).unwrap(), written);
    assert_eq!(write(example).unwrap(), serde_json::to_string(example).unwrap());
    for mutant in mutants(&written) {
        let theirs = serde_json::from_value::<T>(mutant.clone()).ok();
        let ours = from_value::<T>(&mutant);
        assert_eq!(ours.as_ref().ok(), theirs.as_ref(), "{mutant}: {ours:?}");
    }
}

#[test]
fn what_serde_json_reads_and_writes_is_read_and_written() {
    agrees(&shapes());
    agrees(&Rules::FRONT);
    agrees(&Action::PASS);
    let state = State::new(&Rules::BACK, 2, Seat::new(0).unwrap()).unwrap();
    agrees(&Position::from(&state));
}

#[test]
fn a_text_is_read_at_once() {
    let text = write(&shapes()).unwrap();
    assert_eq!(read::<Shapes>(text.as_bytes()).unwrap(), shapes());
    assert!(read::<Shapes>(&text.as_bytes()[1..]).is_err());
}

#[test]
fn errors_say_what_is_wrong() {
    let mut document = to_value(&shapes()).unwrap();
    let mut refused = |name: &str, value: Option<Value>| {
        let fields = document.as_object_mut().unwrap();
        let before = fields.remove(name);
        fields.extend(value.map(|value| (name.to_owned(), value)));
        let why = from_value::<Shapes>(&document).unwrap_err().to_string();
        document[name] = before.unwrap();
        why
    };
    assert_eq!(refused("text", None), "missing field `text`");
    assert_eq!(refused("text", Some(json!(3))), "invalid type: integer `3`, expected a string");
    assert_eq!(refused("flag", Some(json!("b"))), "invalid type: string \"b\", expected a boolean");
    assert_eq!(refused("whole", Some(json!([1]))), "invalid length 1, expected a tuple of size 2");
    assert_eq!(
        refused("three", Some(json!([1, 2, 3, 4]))),
        "invalid length 4, expected an array of length 3"
    );
    assert_eq!(
        refused("variants", Some(json!(["odd"]))),
        "unknown variant `odd`, expected one of `plain`, `of`, `pair`, `named`"
    );
}

#[test]
fn fields_that_are_not_known_are_ignored_unless_one_looks_for_them() {
    let mut rules = to_value(&Rules::FRONT).unwrap();
    assert_eq!(known(&rules, &Rules::FRONT), Ok(()));
    rules["tile_place"] = json!(3);
    assert_eq!(from_value::<Rules>(&rules).unwrap(), Rules::FRONT);
    let why = known(&rules, &Rules::FRONT).unwrap_err().to_string();
    assert_eq!(why, "unknown field `tile_place`");
    assert_eq!(parse(b"{}").map(|empty| known(&empty, &Rules::FRONT)), Ok(Ok(())));
}
