//! Printing notation.
use super::without_choice;
use quinta_rules::{Action, Display, Kind, KindSet, Payment, Source, State, Take};
use std::fmt::Write;

/// Returns the action as complete text, which [`super::parse_full`] reads without a state.
pub fn print_full(action: &Action) -> String {
    match action {
        Action::Acquire(take) => {
            let mut text = format!("acquire {} taking", take.attribute().name());
            if take.copies().next().is_none() {
                text.push_str(" nothing");
            }
            push_copies(&mut text, take.copies());
            text
        }
        Action::Place { kind, cell, pay } => {
            let mut text = format!("place {kind} at {cell}");
            push_payment(&mut text, pay);
            text
        }
        Action::Expand { kind, area, petal, pay } => {
            let mut text = format!("expand {kind} on {area} facing {petal}");
            push_payment(&mut text, pay);
            text
        }
        Action::Buy { area } => format!("buy {area}"),
        Action::Pass(discard) => {
            let mut text = "pass".to_owned();
            if !discard.tiles.is_empty() || !discard.expansions.is_empty() {
                text.push_str(" discarding");
                push_kinds(&mut text, discard.tiles.iter(), discard.expansions);
            }
            text
        }
    }
}

/// Returns the action as short text: copies are named only where the display leaves a choice. [`super::parse`] reads it at the same state.
pub fn print(action: &Action, state: &State) -> String {
    if let Action::Acquire(take) = action
        && let Some(short) = print_short(*take, state.display())
    {
        return short;
    }
    print_full(action)
}

/// Returns `None` if completing the text would give another take.
fn print_short(take: Take, display: &Display) -> Option<String> {
    let attribute = take.attribute();
    let mut text = format!("acquire {}", attribute.name());
    let filled: Vec<_> = without_choice(display, attribute).collect();
    let as_filled = filled.iter().all(|&(kind, source)| take.source(kind) == Some(source));
    let nothing_missing = attribute
        .kinds()
        .iter()
        .all(|kind| display.sources(kind).is_empty() || take.source(kind).is_some());
    if !as_filled || !nothing_missing {
        return None;
    }
    let chosen = take.copies().filter(|copy| !filled.contains(copy));
    if chosen.clone().next().is_some() {
        text.push_str(" with");
        push_copies(&mut text, chosen);
    }
    Some(text)
}

fn push_copies(text: &mut String, copies: impl Iterator<Item = (Kind, Source)>) {
    for (kind, source) in copies {
        let mark = if source.is_whole() { "!" } else { "" };
        // Writing to a string does not fail.
        let _ = write!(text, " {kind}@{}{mark}", source.from());
    }
}

fn push_payment(text: &mut String, pay: &Payment) {
    if pay.is_empty() {
        return;
    }
    text.push_str(" paying");
    push_kinds(text, pay.tiles.iter(), pay.expansions);
    for _ in 0..pay.jokers {
        text.push_str(" *");
    }
}

fn push_kinds(text: &mut String, tiles: impl Iterator<Item = Kind>, expansions: KindSet) {
    for kind in tiles {
        let _ = write!(text, " {kind}");
    }
    for kind in expansions.iter() {
        let _ = write!(text, " {kind}!");
    }
}
