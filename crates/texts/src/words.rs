//! The names of the things on the table: kinds, attributes, features, cells, lists of them.
use crate::{Lang, Value, text};
use quinta_rules::{
    Area, Attribute, Cell, CellSet, Direction, Feature, Garden, Kind, KindSet, Seat,
};

/// A kind, as it stands on its own: "blue tree", "arbre bleu", "blauer Baum", "niebieskie drzewo".
pub fn kind(lang: Lang, of: Kind) -> String {
    text(lang, &format!("kind.{of}"), &[])
}

/// A colour or a pattern, as a label.
pub fn attribute(lang: Lang, of: Attribute) -> String {
    match of {
        Attribute::Colour(_) => text(lang, &format!("colour.{of}"), &[]),
        Attribute::Pattern(_) => text(lang, &format!("pattern.{of}"), &[]),
    }
}

/// A tile or an expansion of this kind.
pub fn thing(lang: Lang, of: Kind, expansion: bool) -> String {
    if expansion {
        text!(lang, "thing.expansion", kind = kind(lang, of))
    } else {
        text!(lang, "thing.tile", kind = kind(lang, of))
    }
}

/// A feature.
pub fn feature(lang: Lang, of: Feature) -> String {
    match of {
        Feature::Fountain => text!(lang, "feature.fountain"),
        Feature::Statue => text!(lang, "feature.statue"),
        Feature::Bench => text!(lang, "feature.bench"),
        Feature::Pavilion => text!(lang, "feature.pavilion"),
    }
}

/// A direction.
pub fn direction(lang: Lang, of: Direction) -> String {
    text(lang, &format!("direction.{of}"), &[])
}

/// An area, by the direction in which it lies.
pub fn area(lang: Lang, of: Area) -> String {
    text(lang, &format!("direction.{of}"), &[])
}

/// Where a cell lies, so that it can be found without seeing it.
pub fn cell(lang: Lang, of: Cell) -> String {
    let beside = |from: Cell| {
        Direction::ALL.into_iter().find(|d| {
            let ((q, r), (dq, dr)) = (from.coordinates(), d.step());
            Cell::new(q + dq, r + dr) == Some(of)
        })
    };
    if let Some(on) = of.area() {
        let on_name = area(lang, on);
        let petal = beside(on.centre()).map(|d| direction(lang, d));
        return petal.map_or_else(
            || text!(lang, "cell.centre", area = &on_name),
            |d| text!(lang, "cell.petal", area = &on_name, direction = d),
        );
    }
    match (beside(Cell::FOUNTAIN), Garden::default().feature_at(of)) {
        (Some(d), _) => text!(lang, "cell.fountain", direction = direction(lang, d)),
        (None, Some(on)) => feature(lang, on),
        (None, None) => of.to_string(),
    }
}

/// Several cells.
pub fn cells(lang: Lang, of: CellSet) -> String {
    // The names have commas of their own.
    of.iter().map(|c| cell(lang, c)).collect::<Vec<_>>().join("; ")
}

/// Several kinds.
pub fn kinds(lang: Lang, of: KindSet) -> String {
    list(lang, of.iter().map(|k| kind(lang, k)))
}

/// A list as it is read aloud: "a, b and c".
pub fn list(lang: Lang, items: impl IntoIterator<Item = String>) -> String {
    let mut items: Vec<String> = items.into_iter().collect();
    match items.pop() {
        None => String::new(),
        Some(last) if items.is_empty() => last,
        Some(last) => text!(lang, "list.two", first = items.join(", "), last = last),
    }
}

/// The name of a seat: the player's, or its number from 1 where there is none.
pub fn player(lang: Lang, seat: Seat, names: &[String]) -> String {
    match names.get(seat.index()) {
        Some(name) if !name.is_empty() => name.clone(),
        _ => text!(lang, "player.seat", number = Value::from(seat.index() + 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn kinds_agree_with_their_nouns() {
        let of = |lang, code: &str| kind(lang, code.parse().expect("a kind"));
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
            assert_eq!(of(lang, code), name);
        }
    }

    #[test]
    fn every_space_has_a_name_of_its_own() {
        for lang in Lang::ALL {
            let names: HashSet<String> = Cell::all().map(|c| cell(lang, c)).collect();
            // The three statues share one, and so do the three benches.
            assert_eq!(names.len(), Cell::COUNT - 4, "{lang}");
        }
        let west = Cell::new(-3, 0).expect("a cell");
        assert_eq!(cell(Lang::En, west), "west area, center");
        assert_eq!(
            cell(Lang::De, Cell::new(1, -1).expect("a cell")),
            "am Springbrunnen, Nordosten"
        );
    }

    #[test]
    fn lists_are_read_aloud() {
        let list = |n: usize| list(Lang::Fr, ["a", "b", "c"][..n].iter().map(|&s| s.to_owned()));
        assert_eq!([list(0), list(1), list(2), list(3)], ["", "a", "a et b", "a, b et c"]);
    }
}
