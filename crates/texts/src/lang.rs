//! The four languages, and which one a browser prefers.
use std::fmt;
use std::str::FromStr;

/// A language of the house.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// French.
    Fr,
    /// German.
    De,
    /// Polish.
    Pl,
}

/// A tag of a language that we do not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown language {0:?}: expected en, fr, de or pl")]
pub struct UnknownLang(String);

impl Lang {
    /// All four.
    pub const ALL: [Self; 4] = [Self::En, Self::Fr, Self::De, Self::Pl];

    /// Returns its code of two letters.
    pub const fn code(self) -> &'static str {
        ["en", "fr", "de", "pl"][self as usize]
    }

    /// Returns the catalogue as it is written, to be served.
    pub const fn catalogue(self) -> &'static str {
        match self {
            Self::En => include_str!("../../../locales/en.json"),
            Self::Fr => include_str!("../../../locales/fr.json"),
            Self::De => include_str!("../../../locales/de.json"),
            Self::Pl => include_str!("../../../locales/pl.json"),
        }
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
        assert_eq!(error.to_string(), r#"unknown language "tlh": expected en, fr, de or pl"#);
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
