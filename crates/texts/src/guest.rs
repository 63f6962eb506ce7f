//! Friendly names for guests, from garden life.
use crate::{Lang, text};

/// Creatures, and places or times for them: as many of each in every catalogue.
const CREATURES: u64 = 20;
const PLACES: u64 = 20;

/// How many different names there are.
pub const GUESTS: u64 = CREATURES * PLACES;

/// Returns the guest's name with this number; numbers that differ by [`GUESTS`] share one. The same number is the same animal in every language.
///
/// ```
/// use quinta_texts::{Lang, guest};
///
/// assert_eq!(guest(Lang::En, 21), "Rose Hedgehog");
/// assert_eq!(guest(Lang::Fr, 21), "Hérisson des roses");
/// assert_eq!(guest(Lang::De, 21), "Rosenigel");
/// assert_eq!(guest(Lang::Pl, 21), "Jeż spod róż");
/// ```
pub fn guest(lang: Lang, number: u64) -> String {
    let (creature, place) = (number % CREATURES, number / CREATURES % PLACES);
    let creature = text(lang, &format!("guest.creature.{creature}"), &[]);
    let place = text(lang, &format!("guest.place.{place}"), &[]);
    text!(lang, "guest.name", creature = creature, place = place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn all_names_differ_and_are_short() {
        for lang in Lang::ALL {
            let names: HashSet<String> = (0..GUESTS).map(|n| guest(lang, n)).collect();
            assert_eq!(names.len() as u64, GUESTS, "{lang}");
            for name in &names {
                assert!(name.chars().count() <= 28 && !name.contains(['{', '.']), "{name}");
            }
            assert_eq!(guest(lang, 3), guest(lang, GUESTS + 3));
        }
        let _ = guest(Lang::En, u64::MAX);
    }
}
