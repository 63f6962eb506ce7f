//! Players by their names, and lists of names, as they are read aloud.
use crate::{Lang, Value, text};
use quinta_rules::Seat;

/// Returns a list as it is read aloud: "a, b and c".
pub fn list(lang: Lang, items: impl IntoIterator<Item = String>) -> String {
    let mut items: Vec<String> = items.into_iter().collect();
    match items.pop() {
        None => String::new(),
        Some(last) if items.is_empty() => last,
        Some(last) => text!(lang, "list.two", first = items.join(", "), last = last),
    }
}

/// Returns the name of a seat: the player's, or its number from 1 where there is none.
pub fn player(lang: Lang, seat: Seat, names: &[String]) -> String {
    match names.get(seat.index()) {
        Some(name) if !name.is_empty() => name.clone(),
        _ => text!(lang, "player.seat", number = Value::from(seat.index() + 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_aloud() {
        let list = |n: usize| list(Lang::Fr, ["a", "b", "c"][..n].iter().map(|&s| s.to_owned()));
        assert_eq!([list(0), list(1), list(2), list(3)], ["", "a", "a et b", "a, b et c"]);
    }
}
