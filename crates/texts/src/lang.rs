//! The languages, and which one a browser prefers.
use crate::plural;
use std::fmt;
use std::str::FromStr;

/// Makes [`Lang`] of a row for each language: its code, after which its files in `locales/` are called, and its rule for plural forms.
macro_rules! languages {
    ($($(#[$about:meta])* $lang:ident = $code:literal, $plural:expr;)+) => {
        /// A language of the program.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
        pub enum Lang {
            $($(#[$about])* $lang,)+
        }

        impl Lang {
            /// All of them.
            pub const ALL: [Self; [$($code),+].len()] = [$(Self::$lang),+];

            /// Returns its code of two letters.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$lang => $code,)+ }
            }

            /// Returns the catalogue as it is written, to be served.
            pub const fn catalogue(self) -> &'static str {
                match self { $(Self::$lang => include_str!(concat!("../../../locales/", $code, ".json")),)+ }
            }

            /// Returns the rule book as it is written.
            pub(crate) const fn book(self) -> &'static str {
                match self { $(Self::$lang => include_str!(concat!("../../../locales/book/", $code, ".md")),)+ }
            }

            /// Returns the rule that gives the plural category of a whole number.
            pub(crate) const fn plural(self) -> fn(u64) -> &'static str {
                match self { $(Self::$lang => $plural,)+ }
            }
        }
    };
}

languages! {
    /// English.
    #[default]
    En = "en", plural::one_other;
    /// French.
    Fr = "fr", plural::french;
    /// German.
    De = "de", plural::one_other;
    /// Polish.
    Pl = "pl", plural::polish;
}

/// A language tag that is not supported.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown language {0:?}: expected {codes}", codes = Lang::codes())]
pub struct UnknownLang(String);

impl Lang {
    /// Returns all codes as a list for a sentence: `en, fr, de or pl`.
    pub fn codes() -> String {
        let [first @ .., last] = Self::ALL.map(Self::code);
        format!("{} or {last}", first.join(", "))
    }

    /// Returns the best of ours for the value of an `Accept-Language` header: the highest weight wins, then what stands first; English if
    /// none of them is ours.
    pub fn preferred(accept: &str) -> Self {
        let mut best = (0.0, Self::En);
        for item in accept.split(',') {
            let mut parts = item.split(';');
            let tag = parts.next().unwrap_or_default().trim();
            let weight = parts
                .find_map(|p| p.trim().strip_prefix("q="))
                .map_or(1.0, |q| q.trim().parse::<f32>().unwrap_or(0.0));
            if let Ok(lang) = tag.parse()
                && weight > best.0
            {
                best = (weight, lang);
            }
        }
        best.1
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// Reads a language tag: `fr`, `fr-CA`, `FR_ca`.
impl FromStr for Lang {
    type Err = UnknownLang;

    fn from_str(tag: &str) -> Result<Self, UnknownLang> {
        let main = tag.split(['-', '_']).next().unwrap_or_default();
        Self::ALL
            .into_iter()
            .find(|lang| lang.code().eq_ignore_ascii_case(main))
            // A hostile tag may be long; an error message should not be.
            .ok_or_else(|| UnknownLang(tag.chars().take(24).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read() {
        for (tag, lang) in
            [("fr", Lang::Fr), ("de-AT", Lang::De), ("PL", Lang::Pl), ("en_US", Lang::En)]
        {
            assert_eq!(tag.parse(), Ok(lang));
        }
        let error = "tlh".parse::<Lang>().unwrap_err();
        let codes = Lang::codes();
        assert_eq!(error.to_string(), format!(r#"unknown language "tlh": expected {codes}"#));
        assert!(codes.starts_with("en, fr, ") && codes.contains(" or "));
        assert!("".parse::<Lang>().is_err());
    }

    #[test]
    fn the_header_of_a_browser_is_followed() {
        for (header, lang) in [
            ("fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5", Lang::Fr),
            ("es-ES,es;q=0.9,pl;q=0.4,en;q=0.3", Lang::Pl),
            ("en;q=0.2, de;q=0.8", Lang::De),
            ("ja", Lang::En),
            ("", Lang::En),
            ("de;q=0, en;q=0.1", Lang::En),
            ("pl;q=nonsense, fr;q=0.1", Lang::Fr),
            (";;;,,,q=", Lang::En),
        ] {
            assert_eq!(Lang::preferred(header), lang, "{header}");
        }
    }
}
