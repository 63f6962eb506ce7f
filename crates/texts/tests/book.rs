//! The rule book: the same paragraphs in every language, every number from the rules, and an answer to every refusal.
use quinta_texts::book::{Block, Book, Run, answers, book, json, source};
use quinta_texts::{Lang, text};
use std::collections::BTreeSet;

/// Number words from two on: a number in words would not come from the rules.
const NUMBER_WORDS: &[(Lang, &str)] = &[
    (Lang::En, "two three four five six seven eight nine ten eleven twelve"),
    (Lang::Fr, "deux trois quatre cinq six sept huit neuf dix onze douze quinze"),
    (Lang::De, "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf fünfzehn"),
    (
        Lang::Pl,
        "dwa dwie dwóch dwoma trzy trzech trzema cztery czterech czterema pięć pięciu sześć sześciu siedem siedmiu osiem \
         dziewięć dziesięć jedenaście dwanaście dwunastu piętnaście",
    ),
];

/// The source without what the rules fill in, and without the names of links.
fn words_of(lang: Lang) -> String {
    let mut words = String::new();
    let mut depth = 0;
    for c in source(lang).chars() {
        depth += i32::from(c == '{');
        if depth == 0 {
            words.push(c);
        }
        depth -= i32::from(c == '}');
    }
    words
}

/// What a source consists of, line by line, whatever the language.
fn skeleton(lang: Lang) -> Vec<String> {
    source(lang)
        .lines()
        .map(|line| {
            let names = line.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
            let mut names: Vec<&str> =
                names.map(|(name, _)| name.split(' ').next().unwrap()).collect();
            names.sort_unstable();
            let links = line.split("[[").skip(1).map(|rest| rest.split(' ').next().unwrap());
            let start = match line.split_once(' ') {
                Some(("##", rest)) => format!("## {}", rest.split(' ').next().unwrap()),
                Some((start, _)) => start.to_owned(),
                None => line.to_owned(),
            };
            format!("{start} {names:?} {:?}", links.collect::<Vec<_>>())
        })
        .collect()
}

fn anchors(book: &Book) -> Vec<&str> {
    let mut all: Vec<&str> = Vec::new();
    for section in &book.sections {
        all.push(&section.anchor);
        for block in &section.blocks {
            if let Block::Text { anchor, .. } = block
                && *anchor != section.anchor
            {
                all.push(anchor);
            }
        }
    }
    all
}

fn runs(book: &Book) -> impl Iterator<Item = &Run> {
    book.sections.iter().flat_map(|section| &section.blocks).flat_map(|block| match block {
        Block::Text { runs, .. } => runs.iter().collect::<Vec<_>>(),
        Block::List { items } => items.iter().flatten().collect(),
        Block::Picture { .. } | Block::Table { .. } => Vec::new(),
    })
}

#[test]
fn every_language_has_the_same_paragraphs_numbers_and_links() {
    let english = skeleton(Lang::En);
    assert!(english.len() > 80);
    for lang in Lang::ALL {
        for (line, (have, want)) in skeleton(lang).iter().zip(&english).enumerate() {
            assert_eq!(have, want, "{lang} line {}", line + 1);
        }
        assert_eq!(skeleton(lang).len(), english.len(), "{lang}");
    }
}

#[test]
fn every_number_comes_from_the_rules() {
    for &(lang, numbers) in NUMBER_WORDS {
        let words = words_of(lang);
        assert!(!words.contains(|c: char| c.is_ascii_digit()), "{lang}: a digit in the source");
        let numbers: BTreeSet<&str> = numbers.split_whitespace().collect();
        for word in words.split(|c: char| !c.is_alphabetic()) {
            assert!(!numbers.contains(word.to_lowercase().as_str()), "{lang}: “{word}”");
        }
        // An unknown name would have been left in braces.
        let captions = book(lang).sections.iter().flat_map(|section| &section.blocks);
        let captions = captions.filter_map(|block| match block {
            Block::Picture { caption, .. } => Some(caption.as_str()),
            _ => None,
        });
        for text in runs(book(lang)).map(Run::text).chain(captions) {
            assert!(!text.contains('{'), "{lang}: {text}");
        }
    }
}

#[test]
fn the_numbers_are_those_of_the_box() {
    let english: String = runs(book(Lang::En)).map(Run::text).collect();
    for sentence in [
        "108 tiles lie in the bag, 3 of each kind",
        "12 places for tiles and jokers together and 2 for expansions",
        "3 jokers in it and 15 points",
        "5 in each with 2 players, 7 with 3, 8 with 4",
        "16, 8 or 4 expansions",
        "for 6 points and lay it face down",
        "1 for the fountain, 2 for a statue, 2 for a bench, 3 for a pavilion",
        "7 at the most",
        "the bonuses 3, 5 and 7 on the back",
        "Every group of at least 3 hexagons",
    ] {
        assert!(english.contains(sentence), "{sentence}");
    }
}

#[test]
fn links_lead_somewhere_and_anchors_are_unique() {
    for lang in Lang::ALL {
        let all = anchors(book(lang));
        let known: BTreeSet<&str> = all.iter().copied().collect();
        assert_eq!(known.len(), all.len(), "{lang}");
        for run in runs(book(lang)) {
            if let Run::Link { to, .. } = run {
                assert!(known.contains(to.as_str()), "{lang}: {to}");
            }
        }
        for (question, anchor) in answers() {
            assert!(known.contains(anchor), "{question}: {anchor}");
        }
    }
}

#[test]
fn every_refusal_and_every_line_of_the_score_has_its_paragraph() {
    let questions: Vec<String> = answers().map(|(question, _)| question).collect();
    let codes =
        quinta_wire::schema::definitions([])["Illegal"]["oneOf"].as_array().unwrap().clone();
    for code in &codes {
        assert!(questions.iter().any(|q| q == code["const"].as_str().unwrap()), "{code}");
    }
    for line in ["round", "pavilions", "jokers", "leftover", "groups", "total"] {
        assert_ne!(text(Lang::En, &format!("score.{line}"), &[]), format!("score.{line}"));
        assert!(questions.contains(&format!("score.{line}")), "{line}");
    }
    let distinct: BTreeSet<&String> = questions.iter().collect();
    assert_eq!(distinct.len(), questions.len());
}

#[test]
fn the_book_is_tidy_in_every_language() {
    for lang in Lang::ALL {
        let value: serde_json::Value = serde_json::from_str(&json(lang)).unwrap();
        assert!(value["answers"]["kind_twice"] == "fit.twice" && value["sections"].is_array());
        let text = source(lang);
        assert!(!text.contains(['"', '\'']) && !text.contains("  "), "{lang}");
        if lang == Lang::Fr {
            for bad in [" :", " ;", " ?", " !", "« ", " »"] {
                assert!(!text.contains(bad), "a no-break space is missing: {bad}");
            }
        }
        let tables = book(lang).sections.iter().flat_map(|section| &section.blocks);
        assert_eq!(
            tables.filter(|block| matches!(block, Block::Table { .. })).count(),
            3,
            "{lang}"
        );
    }
}
