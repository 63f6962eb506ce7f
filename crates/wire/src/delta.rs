//! The difference of two JSON documents, so that clients are sent only what changed. `docs/api.md` describes its form.
//!
//! Documents are compared as text: building trees of [`Value`] alone would take longer than the whole comparison.
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use serde_json::value::RawValue;
use serde_json::{Result, Value};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::mem::replace;

/// A JSON document to take differences of.
///
/// It is JSON text but for its separators: there is a comma for each depth, and a colon, among the control characters, which
/// JSON has neither between values nor in strings. So a value can be split into its entries without parsing what is in them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document(String);

/// Stands for a colon.
const COLON: u8 = 0x1f;
/// Stands for a comma in lists and objects at this depth and below, which are not split any more.
const DEEPEST: u8 = 0x1e;

impl Document {
    /// Encodes a value.
    pub fn new(value: &impl Serialize) -> Result<Self> {
        let mut text = Vec::new();
        value.serialize(&mut Serializer::with_formatter(&mut text, Separators { depth: 1 }))?;
        String::from_utf8(text).map(Self).map_err(serde::ser::Error::custom)
    }
}

/// Writes the separators of a [`Document`]; knows how deep the next one is.
struct Separators {
    depth: usize,
}

impl Formatter for Separators {
    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.begin_object_key(out, first)?;
        self.depth += 1;
        Ok(())
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.depth -= 1;
        Ok(())
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        let comma = self.depth.min(DEEPEST.into()) as u8;
        if first { Ok(()) } else { out.write_all(&[comma]) }
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth += 1;
        out.write_all(&[COLON])
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.end_array_value(out)
    }
}

/// What has changed of a document. A string, a number, true, false or null: it is this now. `{"=": …}`: it is this now. Other objects:
/// these of its fields have changed, `{}` for one that is gone. A list: its entries now, a number for an old entry that is as it was,
/// a pair of number and change for an old entry that has changed, `{"=": …}` for a new one.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Delta(#[schemars(with = "Value")] Box<RawValue>);

impl Delta {
    /// Returns what turns `old` into `new`.
    pub fn between(old: &Document, new: &Document) -> Result<Self> {
        let mut out = String::new();
        write_delta(&old.0, &new.0, 1, &mut out);
        let mut text = out.into_bytes();
        for byte in &mut text {
            match *byte {
                COLON => *byte = b':',
                0..COLON => *byte = b',',
                _ => {}
            }
        }
        serde_json::from_slice(&text).map(Self)
    }
}

/// The entries of a list or the fields of an object whose separators are those of this depth.
fn entries(text: &str, depth: u8) -> impl Iterator<Item = &str> {
    text[1..text.len() - 1].split(char::from(depth)).filter(|entry| !entry.is_empty())
}

fn fields(text: &str, depth: u8) -> impl Iterator<Item = (&str, &str)> {
    entries(text, depth).filter_map(|field| field.split_once(char::from(COLON)))
}

fn write_delta(old: &str, new: &str, depth: u8, out: &mut String) {
    let start = out.len();
    let both_begin_with = |bracket| old.starts_with(bracket) && new.starts_with(bracket);
    let written = if depth < DEEPEST && both_begin_with('{') {
        write_object(old, new, depth, out)
    } else if depth < DEEPEST && both_begin_with('[') {
        write_list(old, new, depth, out);
        true
    } else {
        false
    };
    if !written || out.len() - start > new.len() + r#"{"=":}"#.len() {
        out.truncate(start);
        write_whole(new, out);
    }
}

fn write_whole(new: &str, out: &mut String) {
    if new.starts_with(['{', '[']) { write_entry(new, out) } else { out.push_str(new) }
}

/// Writes a new entry of a list, where a number by itself would stand for an old one.
fn write_entry(new: &str, out: &mut String) {
    out.extend([r#"{"=":"#, new, "}"]);
}

/// Writes the fields that differ. Returns `false` if that cannot be told from the other forms of a delta.
fn write_object(old: &str, new: &str, depth: u8, out: &mut String) -> bool {
    let mut old: Vec<_> = fields(old, depth).collect();
    let mut mark = '{';
    let mut is_clear = true;
    let mut write_name = |name, out: &mut String| {
        is_clear &= name != r#""=""#;
        out.push(replace(&mut mark, ','));
        out.extend([name, ":"]);
    };
    for (name, value) in fields(new, depth) {
        // Usually the first one that is left.
        let place = old.iter().position(|(old, _)| *old == name);
        let old = place.map(|place| old.remove(place).1);
        if old == Some(value) {
            continue;
        }
        write_name(name, out);
        match old {
            Some(old) => write_delta(old, value, depth + 1, out),
            None => write_whole(value, out),
        }
    }
    for (name, _) in old {
        write_name(name, out);
        out.push_str("{}");
    }
    out.push('}');
    // Without a change, the two have the same fields in another order.
    is_clear && mark == ','
}

/// Writes the entries of a list: an old one where there is an equal one, or else the changes of one that begins with the same field
/// or entry, which mostly says what it is about.
fn write_list(old: &str, new: &str, depth: u8, out: &mut String) {
    let old: Vec<_> = entries(old, depth).collect();
    let mut free = vec![true; old.len()];
    let mut next = 0;
    let equal = entries(new, depth).map(|entry| {
        let mut places = (next..old.len()).chain(0..next);
        let place = places.find(|&place| free[place] && old[place] == entry)?;
        free[place] = false;
        next = place + 1;
        Some(place)
    });
    let equal: Vec<_> = equal.collect();
    let first = |entry| str::split(entry, char::from(depth + 1)).next();
    let mut mark = '[';
    for (new, equal) in entries(new, depth).zip(equal) {
        out.push(replace(&mut mark, ','));
        let alike = || (0..old.len()).find(|&place| free[place] && first(old[place]) == first(new));
        if let Some(place) = equal {
            let _ = write!(out, "{place}");
        } else if let Some(place) = alike() {
            free[place] = false;
            let _ = write!(out, "[{place},");
            write_delta(old[place], new, depth + 1, out);
            out.push(']');
        } else {
            write_entry(new, out);
        }
    }
    out.push_str(if mark == '[' { "[]" } else { "]" });
}

/// Returns the document that a delta makes of an old one, or nothing if it is the delta of another document.
#[must_use]
pub fn apply_delta(old: Option<Value>, delta: Value) -> Option<Value> {
    match delta {
        Value::Array(entries) => {
            let Some(Value::Array(old)) = old else { return None };
            // Moved, not copied: an old entry stands in one place of the new list at most.
            let mut old: Vec<Option<Value>> = old.into_iter().map(Some).collect();
            let mut take =
                |number: &Value| old.get_mut(usize::try_from(number.as_u64()?).ok()?)?.take();
            let entry = |entry| match entry {
                Value::Number(number) => take(&number.into()),
                Value::Array(mut pair) if pair.len() == 2 => {
                    let delta = pair.pop()?;
                    apply_delta(Some(take(&pair[0])?), delta)
                }
                new => apply_delta(None, new),
            };
            entries.into_iter().map(entry).collect::<Option<_>>().map(Value::Array)
        }
        Value::Object(mut fields) => {
            if let Some(new) = fields.remove("=") {
                return Some(new);
            }
            let Some(Value::Object(mut object)) = old else { return None };
            for (name, delta) in fields {
                let old = object.remove(&name);
                let is_gone = delta.as_object().is_some_and(serde_json::Map::is_empty);
                if !is_gone {
                    object.insert(name, apply_delta(old, delta)?);
                }
            }
            Some(Value::Object(object))
        }
        value => Some(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// The delta of two documents.
    fn delta(old: &Value, new: &Value) -> Value {
        let [of, to] = [old, new].map(|value| Document::new(value).unwrap());
        let delta = serde_json::to_value(Delta::between(&of, &to).unwrap()).unwrap();
        assert_eq!(apply_delta(Some(old.clone()), delta.clone()).as_ref(), Some(new), "{delta}");
        delta
    }

    #[test]
    fn a_delta_of_another_document_is_refused() {
        let old = json!({ "list": [1, 2], "object": {} });
        for delta in [
            json!([0]),
            json!({ "list": { "field": 1 } }),
            json!({ "list": [2] }),
            json!({ "list": [0, 0] }),
            json!({ "list": [[0]] }),
            json!({ "list": [[-1, 3]] }),
            json!({ "list": [{ "field": 1 }] }),
            json!({ "object": [] }),
            json!({ "new": { "field": 1 } }),
            json!({ "new": [0] }),
        ] {
            assert_eq!(apply_delta(Some(old.clone()), delta.clone()), None, "{delta}");
        }
    }

    #[test]
    fn fields_come_change_and_go() {
        let long = "as long as it takes for a delta to be shorter";
        let old = json!({ "stays": [long], "goes": 1, "changes": 1,
            "list": ["a", "b", { "c": 1, "long": long }] });
        let new = json!({ "stays": [long], "changes": null, "comes": { "a": 1 },
            "list": ["d", { "c": 1, "long": long, "d": 1 }, "a"] });
        let expected = json!({ "goes": {}, "changes": null, "comes": { "=": { "a": 1 } },
            "list": [{ "=": "d" }, [2, { "d": 1 }], 0] });
        assert_eq!(delta(&old, &new), expected);
    }

    #[test]
    fn what_would_be_longer_as_a_delta_is_whole() {
        assert_eq!(
            delta(&json!({ "a": [1, 2] }), &json!({ "a": [3, 4] })),
            json!({ "a": { "=": [3, 4] } })
        );
        assert_eq!(delta(&json!([]), &json!({})), json!({ "=": {} }));
        assert_eq!(delta(&json!({ "a": [] }), &json!({ "a": 1 })), json!({ "a": 1 }));
        assert_eq!(delta(&json!({ "a": {} }), &json!({ "a": {} })), json!({ "=": { "a": {} } }));
    }

    #[test]
    fn what_reads_like_another_form_is_whole() {
        for new in [json!({ "=": 2, "a": 1 }), json!({ "a": 1 }), json!({ "=": {}, "a": 1 })] {
            assert_eq!(delta(&json!({ "=": 1, "a": 1 }), &new), json!({ "=": new }));
        }
        let [old, new] = [r#"{"a":{"b":1,"c":2}}"#, r#"{"a":{"c":2,"b":1}}"#]
            .map(|text| text.replace(':', "\u{1f}").replace("1,", "1\u{2}").replace("2,", "2\u{2}"))
            .map(Document);
        let delta = Delta::between(&old, &new).unwrap();
        assert_eq!(delta.0.get(), r#"{"a":{"=":{"c":2,"b":1}}}"#);
    }

    /// A small document of every kind of value; most of those with neighbouring seeds are much alike.
    fn any(seed: &mut u64, depth: usize) -> Value {
        *seed =
            seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let number = *seed >> 33;
        let several = number / 16 % 5;
        match number % 16 {
            0 => Value::Null,
            1 => json!(number.is_multiple_of(3)),
            2..5 => json!(number / 16 % 4),
            5..8 => json!(["", "a,b", "\"=\":{[", "\u{1}\u{1f}\\", "ü"][several as usize]),
            _ if depth == 0 => json!(-1.5),
            8..12 => (0..several).map(|_| any(seed, depth - 1)).collect(),
            _ => {
                let names = ["=", "a", "b\":", "\u{2}", "ü"].map(str::to_owned);
                let fields = names.into_iter().take(several as usize);
                Value::Object(fields.map(|name| (name, any(seed, depth - 1))).collect())
            }
        }
    }

    /// The document with some of its values exchanged.
    fn altered(value: &Value, seed: &mut u64) -> Value {
        match (any(seed, 0), value) {
            (Value::Number(_), _) => any(seed, 2),
            (_, Value::Array(entries)) => {
                let mut all: Vec<_> = entries.iter().map(|entry| altered(entry, seed)).collect();
                if seed.is_multiple_of(8) {
                    all.reverse();
                }
                all.into()
            }
            (_, Value::Object(fields)) => Value::Object(
                fields.iter().map(|(name, value)| (name.clone(), altered(value, seed))).collect(),
            ),
            _ => value.clone(),
        }
    }

    #[test]
    fn deltas_of_any_documents_can_be_applied() {
        let mut seed = 1;
        for _ in 0..3_000 {
            let (old, other) = (any(&mut seed, 5), any(&mut seed, 5));
            delta(&old, &other);
            delta(&old, &altered(&old, &mut seed));
        }
    }

    #[test]
    fn documents_may_be_deeper_than_there_are_separators() {
        let nested =
            |number| (0..60).fold(json!([number, 7]), |value, _| json!([{ "a": value }, 7]));
        delta(&nested(1), &nested(2));
    }
}
