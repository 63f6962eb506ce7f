//! The tables of the book, made from the rules.
use super::Block;
use crate::{Lang, Value, text};
use quinta_rules::scoring::ROUNDS;
use quinta_rules::{Attribute, Pattern, Rules};

/// Returns the table of this name.
pub(super) fn table(lang: Lang, name: &str) -> Option<Block> {
    let say = |key: &str| text(lang, key, &[]);
    let sides = || [say("web.o.front"), say("web.o.back")];
    let (head, rows) = match name {
        "patterns" => (
            vec![say("term.pattern"), say("book.cost")],
            Pattern::ALL
                .into_iter()
                .map(|pattern| {
                    vec![attribute(lang, Attribute::Pattern(pattern)), pattern.value().to_string()]
                })
                .collect(),
        ),
        "rounds" => {
            let [front, back] = sides();
            (vec![String::new(), front, back], (0..ROUNDS).map(|r| round(lang, r)).collect())
        }
        "bonus" => {
            let [front, back] = sides();
            (vec![say("term.group"), front, back], bonuses(lang))
        }
        _ => return None,
    };
    Some(Block::Table { head, rows })
}

fn attribute(lang: Lang, of: Attribute) -> String {
    let key = match of {
        Attribute::Colour(colour) => format!("colour.{}", colour.letter()),
        Attribute::Pattern(pattern) => format!("pattern.{}", pattern.value()),
    };
    text(lang, &key, &[])
}

/// What scores in a round on either side.
fn round(lang: Lang, round: usize) -> Vec<String> {
    let side = |rules: &Rules| {
        let scored = rules.rounds[round].map(|scored| {
            let points = text(lang, "count.points", &[("n", Value::from(scored.points))]);
            format!("{}: {points}", attribute(lang, scored.attribute))
        });
        scored.join(", ")
    };
    let title = text(lang, "score.round", &[("round", Value::from(round + 1))]);
    vec![title, side(&Rules::FRONT), side(&Rules::BACK)]
}

/// The bonus for each size of a group that has one on some side.
fn bonuses(lang: Lang) -> Vec<Vec<String>> {
    let points = |n: u8| text(lang, "count.points", &[("n", Value::from(n))]);
    let least = Pattern::ALL.len() + 1 - Rules::FRONT.group_bonus.len();
    let both = Rules::FRONT.group_bonus.into_iter().zip(Rules::BACK.group_bonus);
    (least..)
        .zip(both)
        .filter(|(_, (front, back))| front + back > 0)
        .map(|(size, (front, back))| {
            let size = text(lang, "count.hexagons", &[("n", Value::from(size))]);
            vec![size, points(front), points(back)]
        })
        .collect()
}
