//! What people read comes out whole: every refusal, and the log of whole games, in every language.
use quinta_deal::{Deal, Seed};
use quinta_rules::{
    Action, Area, Attribute, Cell, CellSet, Colour, Explanation, Kind, KindSet, Pattern, Rules,
    Seat, Source, State, Tiles,
};
use quinta_texts::{Lang, log, refusal, words};

fn kind(code: &str) -> Kind {
    code.parse().expect("a kind")
}

fn cell(q: i8, r: i8) -> Cell {
    Cell::new(q, r).expect("a cell")
}

/// One of each sort, and both sides of those that have two.
fn explanations() -> Vec<Explanation> {
    let blue = Attribute::Colour(Colour::Blue);
    let kinds = KindSet::of(kind("b2")).with(kind("b5"));
    let near = CellSet::of(cell(1, 0));
    let both = near.with(cell(-3, 1));
    vec![
        Explanation::GameOver,
        Explanation::AwaitingChance,
        Explanation::NotYourTurn { turn: Seat::new(1).expect("a seat") },
        Explanation::NothingOnOffer { attribute: blue },
        Explanation::CopyMissing { kinds },
        Explanation::TakenTwice { kind: kind("b2") },
        Explanation::WrongAttribute { kind: kind("y2"), attribute: blue },
        Explanation::NotOnOffer { kind: kind("b2"), from: Source::tile(3).expect("a source") },
        Explanation::NotOnOffer { kind: kind("b2"), from: Source::whole(0).expect("a source") },
        Explanation::NoRoom { tiles: 2, expansions: 1 },
        Explanation::NoRoom { tiles: 0, expansions: 1 },
        Explanation::NotInStorage {
            tiles: Tiles::from_kinds([kind("y1"), kind("y1")]).expect("two tiles"),
            expansions: kinds,
            jokers: 2,
        },
        Explanation::NoSuchSpace { cell: Cell::FOUNTAIN },
        Explanation::SpaceTaken { cell: cell(1, 0), by: kind("v6") },
        Explanation::NoMatchingNeighbour { kind: kind("b2"), cell: cell(0, 1), neighbours: near },
        Explanation::NoMatchingNeighbour { kind: kind("b2"), cell: cell(0, 1), neighbours: both },
        Explanation::KindTwice {
            cell: cell(0, 1),
            attribute: blue,
            twice: kind("b2"),
            copies: near,
            group: both,
        },
        Explanation::KindTwice {
            cell: cell(0, 1),
            attribute: blue,
            twice: kind("b2"),
            copies: both,
            group: both,
        },
        Explanation::WrongPrice { kind: kind("b4"), cost: 4, paid: 2 },
        Explanation::WrongPrice { kind: kind("b2"), cost: 2, paid: 2 },
        Explanation::WrongPrice { kind: kind("b1"), cost: 1, paid: 2 },
        Explanation::MixedPayment { kind: kind("b4"), kinds },
        Explanation::IdenticalInPayment { kinds },
        Explanation::AreaTaken { area: Area::ALL[3] },
        Explanation::TooFewPoints { points: 4, needed: 6 },
        Explanation::SupplyEmpty,
    ]
}

/// A sentence that a person can be shown.
fn assert_whole(lang: Lang, text: &str) {
    assert!(!text.contains(['{', '}']), "{lang}: a placeholder is left: {text}");
    assert!(
        !text.contains("  ") && !text.contains(" .") && !text.contains(": ."),
        "{lang}: {text}"
    );
    assert!(text.ends_with('.'), "{lang}: {text}");
    let key = text.contains("refusal.") || text.contains("log.") || text.contains("count.");
    assert!(!key, "{lang}: a key is shown: {text}");
}

#[test]
fn every_refusal_is_a_sentence_of_its_own_in_every_language() {
    let names = vec!["Ana".to_owned(), "Łukasz".to_owned()];
    for lang in Lang::ALL {
        let mut seen = std::collections::HashSet::new();
        for why in explanations() {
            let said = refusal(lang, &why, &names);
            assert_whole(lang, &said);
            assert!(seen.insert(said.clone()), "{lang}: said twice: {said}");
        }
    }
}

#[test]
fn refusals_say_what_is_wrong() {
    let names = ["Ana".to_owned(), String::new()];
    let second = Explanation::NotYourTurn { turn: Seat::new(1).expect("a seat") };
    assert_eq!(refusal(Lang::En, &second, &names), "Not yet: it is Player 2’s turn.");
    let room = Explanation::NoRoom { tiles: 2, expansions: 1 };
    for (lang, text) in [
        (
            Lang::En,
            "It does not fit into your storage. Missing: 2 places for tiles and 1 place for garden expansions.",
        ),
        (
            Lang::Fr,
            "Votre entrepôt est trop plein. Il manque\u{a0}: 2 places pour les tuiles et 1 place pour les agrandissements.",
        ),
        (
            Lang::De,
            "Das passt nicht in dein Lager. Es fehlen: 2 Plätze für Steine und 1 Platz für Gartenausbauten.",
        ),
        (
            Lang::Pl,
            "Magazyn tego nie pomieści. Brakuje: 2 miejsca na płytki i 1 miejsce na kafle ogrodu.",
        ),
    ] {
        assert_eq!(refusal(lang, &room, &[]), text);
    }
    let price = Explanation::WrongPrice { kind: kind("b4"), cost: 4, paid: 2 };
    assert_eq!(
        refusal(Lang::De, &price, &[]),
        "Der Preis ist 4: das Hexagon selbst und 3 weitere, nicht 2: blaue Blume."
    );
}

#[test]
fn refusals_of_a_real_game_name_the_hexagons_in_the_way() {
    let rules = Rules::FRONT;
    let mut state = State::new(&rules, 2, Seat::new(0).expect("a seat")).expect("a table");
    let why = state
        .explain(&rules, Seat::new(0).expect("a seat"), &Action::PASS)
        .expect("chance is to come first");
    assert_whole(Lang::Fr, &refusal(Lang::Fr, &why, &[]));
    let deal = Deal::new(&Seed::from_number(1), &rules, 2);
    while let Some(outcome) = deal.answer(&rules, &state) {
        state.chance(&rules, &outcome).expect("it fits");
    }
    let buy = Action::Buy { area: Area::ALL[0] };
    let other = Seat::all(2).find(|&s| s != state.turn()).expect("another seat");
    let why = state.explain(&rules, other, &buy).expect("not their turn");
    let names = ["Ana".to_owned(), "Ben".to_owned()];
    let said = refusal(Lang::En, &why, &names);
    assert!(said.contains(&names[state.turn().index()]), "{said}");
}

#[test]
fn the_log_of_whole_games_reads_well_in_every_language() {
    let rules = Rules::FRONT;
    let (mut placed, mut passed, mut surrounded) = (0, 0, 0);
    for number in 0..4_u64 {
        let deal = Deal::new(&Seed::from_number(number), &rules, 2);
        let mut state = State::new(&rules, 2, deal.first()).expect("a table");
        let mut pick = number;
        while !state.is_over() {
            if let Some(outcome) = deal.answer(&rules, &state) {
                for lang in Lang::ALL {
                    assert_whole(lang, &log::chance(lang, &outcome));
                }
                state.chance(&rules, &outcome).expect("it fits");
                continue;
            }
            // Build where possible, so that there is much to tell.
            let all: Vec<Action> = state.actions(&rules).collect();
            let builds = |a: &&Action| matches!(a, Action::Place { .. } | Action::Expand { .. });
            let takes = |a: &&Action| matches!(a, Action::Acquire(_));
            let mut from: Vec<&Action> = all.iter().filter(builds).collect();
            if from.is_empty() {
                from = all.iter().filter(takes).collect();
            }
            pick = pick
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let storage = state.player().storage;
            let action = match from.get((pick >> 33) as usize % from.len().max(1)) {
                Some(&&action) => action,
                None => Action::Pass(quinta_rules::Discard {
                    tiles: storage.tiles,
                    expansions: storage.expansions,
                }),
            };
            for lang in Lang::ALL {
                let said = log::action(lang, &rules, "Ana {n}", &action);
                assert!(said.starts_with("Ana {n} "), "{lang}: {said}");
                assert_whole(lang, &said.replace(" {n}", ""));
            }
            placed += usize::from(matches!(action, Action::Place { .. }));
            passed += usize::from(matches!(action, Action::Pass(_)));
            let effect = state.play(&rules, state.turn(), &action).expect("a legal action");
            for lang in Lang::ALL {
                let said = log::effect(lang, "Ana", &effect);
                assert_eq!(said.is_empty(), effect.surrounded.is_empty());
                if !said.is_empty() {
                    assert_whole(lang, &said);
                }
            }
            surrounded += effect.surrounded.len();
        }
    }
    assert!(placed > 20 && passed >= 32 && surrounded > 0, "{placed} {passed} {surrounded}");
}

#[test]
fn attributes_have_names() {
    assert_eq!(words::attribute(Lang::Pl, Attribute::Pattern(Pattern::Butterfly)), "motyl");
    assert_eq!(words::attribute(Lang::Fr, Attribute::Colour(Colour::LightPurple)), "mauve");
}
