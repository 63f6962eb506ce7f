//! docs/record.md, docs/house-rules.md and docs/rules.md say what the code does.
#[path = "common/document.rs"]
mod document;

use document::{block, document};
use quinta_record::{Record, verify};
use quinta_rules::{Area, Attribute, Cell, Chance, Colour, Feature, Garden, Pattern, Rules, Step};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[test]
fn the_example_is_a_record_that_agrees() {
    let text = block(&document("record.md"), "json");
    let record = Record::from_json(&text).unwrap();
    let replay = verify(&record).unwrap();
    assert_eq!(replay.events(), 14);
    // What the walk through it tells.
    let full = &replay.state_at(13).unwrap().player().storage;
    assert_eq!((full.tiles.len(), full.jokers), (9, 3));
    let turned: Vec<_> = replay
        .steps()
        .filter(|moment| matches!(moment.step, Step::Chance(Chance::TurnUp(_))))
        .map(|moment| moment.event)
        .collect();
    assert_eq!(turned, [6, 8]);
}

/// Every key in these values, at any depth.
fn keys(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.keys().cloned());
            fields.values().for_each(|value| keys(value, found));
        }
        Value::Array(list) => list.iter().for_each(|value| keys(value, found)),
        _ => {}
    }
}

#[test]
fn every_field_of_the_conformance_games_is_described() {
    let text = document("record.md");
    let mut found = BTreeSet::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance");
    for file in fs::read_dir(folder).unwrap() {
        keys(
            &serde_json::from_slice(&fs::read(file.unwrap().path()).unwrap()).unwrap(),
            &mut found,
        );
    }
    assert!(found.len() > 30, "{found:?}");
    let missing: Vec<_> = found
        .iter()
        .filter(|key| !text.contains(&format!("`{key}`")) && !text.contains(&format!("`{key}:")))
        .collect();
    assert!(missing.is_empty(), "docs/record.md does not describe {missing:?}");
}

#[test]
fn the_annotated_files_are_the_two_sides() {
    let text = document("house-rules.md");
    let front = block(&text, "toml front");
    assert_eq!(Rules::from_toml(&front).unwrap(), Rules::FRONT);
    assert_eq!(Rules::from_toml(&block(&text, "toml back")).unwrap(), Rules::BACK);
    // The whole file names every number.
    let Value::Object(fields) = serde_json::to_value(Rules::FRONT).unwrap() else { panic!() };
    for field in fields.keys() {
        let named =
            |line: &str| line.starts_with(&format!("{field} = ")) || line == format!("[{field}]");
        assert!(front.lines().any(named), "{field}");
    }
}

#[test]
fn the_garden_is_as_described() {
    let text = block(&document("rules.md"), "geometry");
    let described = |name: &str| -> BTreeSet<Cell> {
        let line = text.lines().find(|line| line.starts_with(name)).unwrap();
        let cells = line[name.len()..].split_whitespace().map(|cell| {
            let (q, r) = cell.trim_matches(['(', ')']).split_once(',').unwrap();
            Cell::new(q.parse().unwrap(), r.parse().unwrap()).expect(cell)
        });
        cells.collect()
    };
    let garden = Garden::default();
    let centres: BTreeSet<_> = Area::ALL.into_iter().map(Area::centre).collect();
    assert_eq!(described("areas"), centres);
    for (name, feature) in
        [("fountain", Feature::Fountain), ("statues", Feature::Statue), ("benches", Feature::Bench)]
    {
        let cells: BTreeSet<_> =
            Cell::all().filter(|&cell| garden.feature_at(cell) == Some(feature)).collect();
        assert_eq!(described(name), cells, "{name}");
    }
    assert_eq!(described("spaces").len(), 6);
}

#[test]
fn the_printed_numbers_are_as_described() {
    let described = block(&document("rules.md"), "rounds");
    let name = |attribute: Attribute| attribute.name();
    let mut lines = Vec::new();
    for (side, rules) in [("front", Rules::FRONT), ("back", Rules::BACK)] {
        for (number, round) in (1..).zip(&rules.rounds) {
            let scored =
                round.map(|scored| format!("{} {}", name(scored.attribute), scored.points));
            lines.push(format!("{:<9}{}\n", format!("{side} {number}"), scored.join(", ")));
        }
    }
    assert_eq!(described, lines.concat());
    let text = document("rules.md");
    for (letter, colour) in [('b', Colour::Blue), ('v', Colour::LightPurple)] {
        assert!(text.contains(&format!("| `{letter}` | {} |", name(Attribute::Colour(colour)))));
    }
    assert!(text.contains(&format!("| `6` | {} | 6 |", name(Attribute::Pattern(Pattern::Tulip)))));
}
