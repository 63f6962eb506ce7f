//! Why an action is refused, in words.
use crate::words::{area, attribute, cell, cells, kind, kinds, list, player, thing};
use crate::{Lang, text};
use quinta_rules::Explanation;

/// The refusal in this language; `names` are the players' by seat.
///
/// ```
/// use quinta_rules::{Colour, Attribute, Explanation};
/// use quinta_texts::{Lang, refusal};
///
/// let why = Explanation::NothingOnOffer { attribute: Attribute::Colour(Colour::Blue) };
/// assert_eq!(refusal(Lang::De, &why, &[]), "In der Auslage gibt es nichts mit „blau“.");
/// ```
pub fn refusal(lang: Lang, why: &Explanation, names: &[String]) -> String {
    match *why {
        Explanation::GameOver => text!(lang, "refusal.game_over"),
        Explanation::AwaitingChance => text!(lang, "refusal.awaiting_chance"),
        Explanation::NotYourTurn { turn } => {
            text!(lang, "refusal.not_your_turn", name = player(lang, turn, names))
        }
        Explanation::NothingOnOffer { attribute: of } => {
            text!(lang, "refusal.nothing_on_offer", attribute = attribute(lang, of))
        }
        Explanation::CopyMissing { kinds: of } => {
            text!(lang, "refusal.copy_missing", kinds = kinds(lang, of))
        }
        Explanation::TakenTwice { kind: of } => {
            text!(lang, "refusal.taken_twice", kind = kind(lang, of))
        }
        Explanation::WrongAttribute { kind: of, attribute: by } => {
            text!(
                lang,
                "refusal.wrong_attribute",
                kind = kind(lang, of),
                attribute = attribute(lang, by)
            )
        }
        Explanation::NotOnOffer { kind: of, from } => {
            let thing = thing(lang, of, from.is_whole());
            text!(lang, "refusal.not_on_offer", thing = thing, place = from.from() + 1)
        }
        Explanation::NoRoom { tiles, expansions } => {
            let mut places = Vec::new();
            if tiles > 0 {
                places.push(text!(lang, "count.tile_places", n = tiles));
            }
            if expansions > 0 {
                places.push(text!(lang, "count.expansion_places", n = expansions));
            }
            text!(lang, "refusal.no_room", places = list(lang, places))
        }
        Explanation::NotInStorage { tiles, expansions, jokers } => {
            let mut things: Vec<String> = tiles.iter().map(|k| thing(lang, k, false)).collect();
            things.extend(expansions.iter().map(|k| thing(lang, k, true)));
            if jokers > 0 {
                things.push(text!(lang, "count.jokers", n = jokers));
            }
            text!(lang, "refusal.not_in_storage", things = list(lang, things))
        }
        Explanation::NoSuchSpace { cell: at } => {
            text!(lang, "refusal.no_such_space", cell = cell(lang, at))
        }
        Explanation::SpaceTaken { cell: at, by } => {
            text!(lang, "refusal.space_taken", cell = cell(lang, at), kind = kind(lang, by))
        }
        Explanation::NoMatchingNeighbour { kind: of, cell: _, neighbours } => text!(
            lang,
            "refusal.no_matching_neighbour",
            kind = kind(lang, of),
            cells = cells(lang, neighbours),
            n = neighbours.len()
        ),
        Explanation::KindTwice { attribute: by, twice, copies, .. } => {
            let (by, of, copies_at) = (attribute(lang, by), kind(lang, twice), cells(lang, copies));
            if copies.len() > 1 {
                text!(
                    lang,
                    "refusal.kind_twice_joined",
                    attribute = by,
                    kind = of,
                    copies = copies_at
                )
            } else {
                text!(lang, "refusal.kind_twice", attribute = by, kind = of, copies = copies_at)
            }
        }
        Explanation::WrongPrice { kind: of, cost, paid } => {
            let of = kind(lang, of);
            match cost.saturating_sub(1) {
                0 => text!(lang, "refusal.price_is_itself", kind = of),
                n => text!(lang, "refusal.wrong_price", kind = of, cost = cost, n = n, paid = paid),
            }
        }
        Explanation::MixedPayment { kind: of, kinds: with } => {
            text!(lang, "refusal.mixed_payment", kind = kind(lang, of), kinds = kinds(lang, with))
        }
        Explanation::IdenticalInPayment { kinds: of } => {
            text!(lang, "refusal.identical_in_payment", kinds = kinds(lang, of))
        }
        Explanation::AreaTaken { area: of } => {
            text!(lang, "refusal.area_taken", area = area(lang, of))
        }
        Explanation::TooFewPoints { points, needed } => {
            text!(lang, "refusal.too_few_points", points = points, needed = needed)
        }
        Explanation::SupplyEmpty => text!(lang, "refusal.supply_empty"),
    }
}
