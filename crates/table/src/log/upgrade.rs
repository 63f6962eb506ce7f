//! Reading stored entries of any version: one function from each version to the next, applied in turn.
use super::{Entry, LogError, VERSION};
use serde::Deserialize;
use serde_json::{Map, Value};

/// An entry's fields, as they were stored.
type Fields = Map<String, Value>;

/// The upgrades from each version to the next, in order. A released upgrade never changes.
const STEPS: [fn(&mut Fields); VERSION as usize - 1] = [to_version_2];

/// Version 1 named its version once, in `created`. Version 2 names it in every entry and adds `clock_held`, `hinted` and the option `hint_limit`.
fn to_version_2(entry: &mut Fields) {
    if entry.get("type").is_some_and(|kind| kind == "created") {
        entry.remove("version");
    }
}

pub(super) fn read(text: &str) -> Result<Entry, LogError> {
    let mut fields: Fields =
        serde_json::from_slice(text.as_bytes()).map_err(LogError::unreadable)?;
    let version = match fields.remove("v") {
        Some(version) => version.as_u64().ok_or_else(|| LogError::unreadable("no version"))?,
        None => 1,
    };
    let done = usize::try_from(version).ok().and_then(|version| version.checked_sub(1));
    let steps = done.and_then(|done| STEPS.get(done..)).ok_or(LogError::Version(version))?;
    for step in steps {
        step(&mut fields);
    }
    Entry::deserialize(&Value::Object(fields)).map_err(LogError::unreadable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_of_a_later_version_is_refused_with_words() {
        let old = r#"{"number":7,"time":9,"type":"timed_out","seat":1}"#;
        let entry = read(old).unwrap();
        assert_eq!(read(&entry.write().unwrap()).unwrap(), entry);
        for version in [0, VERSION + 1, u32::MAX] {
            let later = old.replacen('{', &format!(r#"{{"v":{version},"#), 1);
            let why = read(&later).unwrap_err();
            assert_eq!(why, LogError::Version(u64::from(version)));
            assert!(why.to_string().contains(&version.to_string()), "{why}");
        }
        for nonsense in
            ["", "[]", r#"{"v":"two"}"#, r#"{"v":2,"number":1,"time":1,"type":"danced"}"#]
        {
            assert!(matches!(read(nonsense), Err(LogError::Unreadable(_))), "{nonsense}");
        }
    }
}
