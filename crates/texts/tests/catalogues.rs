//! The catalogues belong together: the same keys, the same placeholders, the right plural forms, nothing left untranslated.
use quinta_texts::plural::category;
use quinta_texts::{Entry, Lang, catalogue, text};
use quinta_wire::Phrase;
use std::collections::{BTreeMap, BTreeSet};

/// Texts that are the same as in English on purpose, by language and key.
const SAME_AS_ENGLISH: &[(Lang, &str)] = &[
    (Lang::Fr, "app.name"),
    (Lang::De, "app.name"),
    (Lang::Pl, "app.name"),
    (Lang::Fr, "thing.tile"),
    (Lang::De, "thing.tile"),
    (Lang::Pl, "thing.tile"),
    (Lang::De, "push.at"),
    (Lang::Pl, "push.at"),
    (Lang::Fr, "feature.statue"),
    (Lang::Fr, "term.joker"),
    (Lang::Pl, "term.joker"),
    (Lang::Fr, "term.score"),
    (Lang::Fr, "score.total"),
    (Lang::Fr, "web.menu"),
    (Lang::Pl, "web.menu"),
    (Lang::Fr, "web.s.motion"),
    (Lang::Fr, "web.s.contrast_normal"),
    (Lang::De, "web.s.contrast_normal"),
    (Lang::De, "web.s.size_1"),
    (Lang::De, "guest.place.3"),
    (Lang::De, "guest.place.17"),
];

/// The placeholders of a text.
fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
}

fn forms(entry: &Entry) -> BTreeMap<&str, &str> {
    match entry {
        Entry::Plain(text) => BTreeMap::from([("", text.as_str())]),
        Entry::Plural(forms) => forms.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect(),
    }
}

/// The keys in file order, which makes catalogues easy to compare.
fn keys(lang: Lang) -> Vec<&'static str> {
    lang.catalogue()
        .lines()
        .filter_map(|line| line.strip_prefix("  \"")?.split_once('"'))
        .map(|(key, _)| key)
        .collect()
}

/// The categories that a language has. Every one has `other`, in some for fractions alone.
fn categories(lang: Lang) -> BTreeSet<&'static str> {
    let numbers = (0..=200).chain([1_000_000]);
    numbers.map(|n| category(lang, n)).chain(["other"]).collect()
}

#[test]
fn all_have_the_same_keys_in_the_same_order() {
    let english = keys(Lang::En);
    assert_eq!(
        english.len(),
        catalogue(Lang::En).len(),
        "a key stands twice, or a line is not laid out as the others"
    );
    for lang in Lang::ALL {
        assert_eq!(keys(lang), english, "{lang}");
        assert_eq!(catalogue(lang).len(), english.len(), "{lang}");
    }
}

#[test]
fn plural_forms_are_those_that_the_language_has() {
    for lang in Lang::ALL {
        for (key, entry) in catalogue(lang) {
            let english = &catalogue(Lang::En)[key];
            assert_eq!(
                matches!(entry, Entry::Plural(_)),
                matches!(english, Entry::Plural(_)),
                "{lang} {key}: plural in one language only"
            );
            if let Entry::Plural(forms) = entry {
                let have: BTreeSet<&str> = forms.keys().map(String::as_str).collect();
                assert_eq!(have, categories(lang), "{lang} {key}");
            }
        }
    }
}

#[test]
fn placeholders_are_the_same_everywhere() {
    // The number itself may be left out of a plural form: "a joker" for one.
    let besides_n = |text| -> BTreeSet<&str> {
        placeholders(text).into_iter().filter(|&name| name != "n").collect()
    };
    for lang in Lang::ALL {
        for (key, entry) in catalogue(lang) {
            let english = forms(&catalogue(Lang::En)[key]);
            let want = besides_n(english.values().next().expect("an English text"));
            for (form, text) in forms(entry) {
                assert_eq!(besides_n(text), want, "{lang} {key} {form}");
                assert_eq!(text.matches('{').count(), text.matches('}').count(), "{lang} {key}");
                if form.is_empty() {
                    assert!(
                        !placeholders(text).contains("n"),
                        "{lang} {key} has {{n}}: it needs plural forms"
                    );
                }
            }
        }
    }
}

#[test]
fn no_text_is_empty_or_untidy() {
    for lang in Lang::ALL {
        for (key, entry) in catalogue(lang) {
            for text in forms(entry).values() {
                assert!(!text.trim().is_empty(), "{lang} {key} is empty");
                assert_eq!(text.trim(), *text, "{lang} {key} has a space at its end");
                assert!(!text.contains("  ") && !text.contains("..."), "{lang} {key}: {text}");
                let straight = text.contains(['"', '\'']);
                assert!(!straight, "{lang} {key} has straight quotation marks: {text}");
                if lang == Lang::Fr {
                    let bad = [" :", " ;", " ?", " !", "« ", " »"].iter().any(|s| text.contains(s));
                    assert!(!bad, "{key} needs a no-break space: {text}");
                }
            }
        }
    }
}

#[test]
fn nothing_is_left_in_english() {
    let mut same = Vec::new();
    for lang in Lang::ALL.into_iter().filter(|&lang| lang != Lang::En) {
        for key in keys(Lang::En) {
            let word = forms(&catalogue(lang)[key]) == forms(&catalogue(Lang::En)[key]);
            if word && !SAME_AS_ENGLISH.contains(&(lang, key)) {
                same.push((lang, key));
            }
        }
    }
    assert!(same.is_empty(), "translate these, or name them in SAME_AS_ENGLISH: {same:?}");
    for &(lang, key) in SAME_AS_ENGLISH {
        assert_eq!(
            forms(&catalogue(lang)[key]),
            forms(&catalogue(Lang::En)[key]),
            "{lang} {key} differs by now"
        );
    }
}

#[test]
fn kinds_agree_with_their_nouns() {
    for (lang, code, name) in [
        (Lang::En, "v4", "light purple flower"),
        (Lang::Fr, "b4", "fleur bleue"),
        (Lang::Fr, "b1", "arbre bleu"),
        (Lang::Fr, "g6", "tulipe vert foncé"),
        (Lang::De, "b1", "blauer Baum"),
        (Lang::De, "l5", "hellgrüne Lilie"),
        (Lang::De, "v4", "helllila Blume"),
        (Lang::Pl, "b1", "niebieskie drzewo"),
        (Lang::Pl, "y5", "żółta lilia"),
        (Lang::Pl, "v2", "jasnofioletowy ptak"),
    ] {
        assert_eq!(text(lang, &format!("kind.{code}"), &[]), name);
    }
}

/// The name by which the wire knows something.
fn name(of: impl serde::Serialize) -> String {
    serde_json::to_value(of).unwrap().as_str().unwrap().to_owned()
}

#[test]
fn every_phrase_is_there_and_no_other() {
    let have: BTreeSet<_> =
        keys(Lang::En).into_iter().filter_map(|key| key.strip_prefix("phrase.")).collect();
    let phrases: Vec<_> = Phrase::ALL.into_iter().map(name).collect();
    assert_eq!(have, phrases.iter().map(String::as_str).collect());
}

#[test]
fn every_reason_of_the_rules_has_its_words() {
    let keys = keys(Lang::En);
    let codes =
        quinta_wire::schema::definitions([])["Illegal"]["oneOf"].as_array().unwrap().clone();
    assert!(codes.len() > 15);
    for code in codes {
        let key = format!("refusal.{}", code["const"].as_str().unwrap());
        assert!(keys.contains(&key.as_str()), "{key}");
    }
}
