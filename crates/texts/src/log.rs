//! What happened, in words: for the log of a game.
use crate::words::{area, attribute, cell, feature, kind, list, thing};
use crate::{Lang, text};
use quinta_rules::{Action, Cell, Chance, Effect, Feature, Garden, Payment, Rules};

/// What a player did.
pub fn action(lang: Lang, rules: &Rules, name: &str, what: &Action) -> String {
    match what {
        Action::Acquire(take) => {
            let things = take.copies().map(|(k, from)| thing(lang, k, from.is_whole()));
            let things = list(lang, things);
            let by = attribute(lang, take.attribute());
            text!(lang, "log.acquire", name = name, attribute = by, things = things)
        }
        Action::Place { kind: of, cell: at, pay } => {
            let (of, at) = (kind(lang, *of), cell(lang, *at));
            text!(lang, "log.place", name = name, kind = of, cell = at) + &paid(lang, pay)
        }
        Action::Expand { kind: of, area: on, petal, pay } => {
            let (of, at) = (kind(lang, *of), cell(lang, on.petal(*petal)));
            text!(lang, "log.expand", name = name, kind = of, cell = at) + &paid(lang, pay)
        }
        Action::Buy { area: on } => {
            text!(lang, "log.buy", name = name, n = rules.expansion_price, area = area(lang, *on))
        }
        Action::Pass(discard) => {
            let mut things: Vec<String> =
                discard.tiles.iter().map(|k| thing(lang, k, false)).collect();
            things.extend(discard.expansions.iter().map(|k| thing(lang, k, true)));
            if things.is_empty() {
                text!(lang, "log.pass", name = name)
            } else {
                let (things, n) = (list(lang, things), discard.value());
                text!(lang, "log.pass_discarding", name = name, things = things, n = n)
            }
        }
    }
}

/// The sentence about a payment, with a space before it; nothing where nothing was paid.
fn paid(lang: Lang, pay: &Payment) -> String {
    let mut things: Vec<String> = pay.tiles.iter().map(|k| thing(lang, k, false)).collect();
    things.extend(pay.expansions.iter().map(|k| thing(lang, k, true)));
    if pay.jokers > 0 {
        things.push(text!(lang, "count.jokers", n = pay.jokers));
    }
    if things.is_empty() {
        return String::new();
    }
    format!(" {}", text!(lang, "log.paid", things = list(lang, things)))
}

/// What an action brought about besides itself: features surrounded, jokers gained and lost. Empty where there was nothing.
pub fn effect(lang: Lang, name: &str, what: &Effect) -> String {
    if what.surrounded.is_empty() {
        return String::new();
    }
    // What is surrounded in the centre of an area can only be a pavilion.
    let on = |c: Cell| Garden::default().feature_at(c).unwrap_or(Feature::Pavilion);
    let features = list(lang, what.surrounded.iter().map(|c| feature(lang, on(c))));
    let mut said =
        text!(lang, "log.surrounded", name = name, features = features, n = what.jokers_gained);
    if what.jokers_lost > 0 {
        said += " ";
        said += &text!(lang, "log.jokers_lost", n = what.jokers_lost);
    }
    said
}

/// What chance brought.
pub fn chance(lang: Lang, what: &Chance) -> String {
    match what {
        Chance::Draw(tiles) if tiles.is_empty() => text!(lang, "log.none_drawn"),
        Chance::Draw(tiles) => {
            let things = list(lang, tiles.iter().map(|k| thing(lang, k, false)));
            text!(lang, "log.drawn", things = things)
        }
        Chance::TurnUp(of) => text!(lang, "log.turned", thing = thing(lang, *of, true)),
    }
}
