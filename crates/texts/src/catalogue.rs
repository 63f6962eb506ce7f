//! The catalogues, parsed once, and their placeholders.
use crate::Lang;
use crate::plural::category;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::LazyLock;

/// One text: the same for every number, or a form for each plural category.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Entry {
    /// The same for every number.
    Plain(String),
    /// By plural category.
    Plural(HashMap<String, String>),
}

/// All texts of a language by their keys.
pub type Catalogue = HashMap<String, Entry>;

static CATALOGUES: LazyLock<[Catalogue; Lang::ALL.len()]> = LazyLock::new(|| {
    // The files are part of the program, and a test reads each of them.
    Lang::ALL.map(|lang| serde_json::from_str(lang.catalogue()).unwrap_or_default())
});

/// Returns the catalogue of a language.
pub fn catalogue(lang: Lang) -> &'static Catalogue {
    &CATALOGUES[lang as usize]
}

/// The value of a placeholder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A number; that of `n` also chooses the plural form.
    Number(i64),
    /// A text.
    Text(String),
}

macro_rules! number {
    ($($int:ty),+) => {
        $(impl From<$int> for Value {
            fn from(number: $int) -> Self {
                Self::Number(i64::from(number))
            }
        })+
    };
}
number!(u8, i16, u16, i32, u32, i64);

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

/// Returns the text of a key that is only known at run time, its placeholders filled. A key that does not exist gives back the key itself.
///
/// Where the key is known, [`text!`](crate::text!) checks it when the program is compiled.
pub fn text(lang: Lang, key: &str, args: &[(&str, Value)]) -> String {
    let Some(entry) = catalogue(lang).get(key) else {
        return key.to_owned();
    };
    let template = match entry {
        Entry::Plain(text) => text,
        Entry::Plural(forms) => {
            let n = args.iter().find_map(|(name, value)| match value {
                Value::Number(n) if *name == "n" => Some(*n),
                _ => None,
            });
            match forms.get(n.map_or("other", |n| category(lang, n))) {
                Some(text) => text,
                None => return key.to_owned(),
            }
        }
    };
    fill(template, args)
}

/// Replaces placeholders by their values. Values are not scanned again, so a player's name may contain braces.
fn fill(template: &str, args: &[(&str, Value)]) -> String {
    let mut filled = String::with_capacity(template.len() + 32);
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        let Some(close) = rest[open..].find('}') else { break };
        let name = &rest[open + 1..open + close];
        filled += &rest[..open];
        match args.iter().find(|(arg, _)| *arg == name) {
            Some((_, Value::Text(text))) => filled += text,
            Some((_, Value::Number(n))) if *n < 0 => {
                filled.push('−');
                filled += &n.unsigned_abs().to_string();
            }
            Some((_, Value::Number(n))) => filled += &n.to_string(),
            None => filled += &rest[open..=open + close],
        }
        rest = &rest[open + close + 1..];
    }
    filled + rest
}

/// Returns whether the catalogues have this key; made for the compiler.
pub const fn is_key(key: &str) -> bool {
    let (all, key) = (Lang::En.catalogue().as_bytes(), key.as_bytes());
    let mut at = 0;
    // A key stands between quotation marks and is followed by a colon.
    while at + key.len() + 2 < all.len() {
        if all[at] == b'"' {
            let mut same = 0;
            while same < key.len() && all[at + 1 + same] == key[same] {
                same += 1;
            }
            if same == key.len() && all[at + 1 + same] == b'"' && all[at + 2 + same] == b':' {
                return true;
            }
        }
        at += 1;
    }
    false
}

/// The text of a key in a language, its placeholders filled. A key that no catalogue has does not compile.
///
/// ```
/// use quinta_texts::{Lang, text};
///
/// assert_eq!(text!(Lang::Pl, "count.points", n = 22), "22 punkty");
/// assert_eq!(text!(Lang::De, "log.pass", name = "Ana"), "Ana passt.");
/// ```
///
/// ```compile_fail
/// quinta_texts::text!(quinta_texts::Lang::En, "no.such.key");
/// ```
#[macro_export]
macro_rules! text {
    ($lang:expr, $key:literal $(, $name:ident = $value:expr)* $(,)?) => {{
        const { assert!($crate::is_key($key), concat!("no text has the key ", $key)) };
        $crate::text($lang, $key, &[$((stringify!($name), $crate::Value::from($value))),*])
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_filled_once() {
        let args = [("name", Value::from("{n} {name}")), ("n", Value::from(-3))];
        assert_eq!(fill("{name}: {n}, {other} {", &args), "{n} {name}: −3, {other} {");
    }

    #[test]
    fn a_key_that_does_not_exist_does_no_harm() {
        assert_eq!(text(Lang::Fr, "no.such.key", &[]), "no.such.key");
        assert!(
            is_key("language.name") && !is_key("language.nam") && !is_key("") && !is_key("Quinta")
        );
    }

    #[test]
    fn every_catalogue_can_be_read() {
        for lang in Lang::ALL {
            serde_json::from_str::<Catalogue>(lang.catalogue())
                .unwrap_or_else(|e| panic!("{lang}: {e}"));
        }
    }
}
