//! A slow generator of legal actions, written straight from the rules on plain lists and maps.
use quinta_rules::{
    Action, Area, Attribute, Cell, Direction, Face, Ground, Kind, KindSet, Payment, Phase, Rules,
    Source, State, Take,
};
use std::collections::{HashMap, HashSet};

type Hexes = HashMap<(i8, i8), Kind>;

/// Every legal action but the passes that discard something.
pub(crate) fn actions(rules: &Rules, state: &State) -> HashSet<Action> {
    let mut all = HashSet::new();
    if state.phase() != Phase::Act {
        return all;
    }
    acquisitions(rules, state, &mut all);
    let player = state.player();
    let storage = &player.storage;
    let hexes = hexes(state);
    for kind in distinct(storage.tiles.iter()) {
        let payments = payments(state, kind);
        for cell in spaces(state).into_iter().filter(|cell| !hexes.contains_key(cell)) {
            if may_stand(&hexes, kind, cell) {
                for &pay in &payments {
                    let cell = Cell::new(cell.0, cell.1).unwrap();
                    all.insert(Action::Place { kind, cell, pay });
                }
            }
        }
    }
    for kind in storage.expansions.iter() {
        let payments = payments(state, kind);
        for area in Area::ALL {
            for petal in Direction::ALL {
                let free = player.garden.ground(area) == Ground::Free;
                if free && may_stand(&hexes, kind, area.petal(petal).coordinates()) {
                    for &pay in &payments {
                        all.insert(Action::Expand { kind, area, petal, pay });
                    }
                }
            }
        }
    }
    for area in Area::ALL {
        let free = player.garden.ground(area) == Ground::Free;
        if free && state.supply() > 0 && player.score >= i16::from(rules.expansion_price) {
            all.insert(Action::Buy { area });
        }
    }
    all.insert(Action::PASS);
    all
}

fn acquisitions(rules: &Rules, state: &State, all: &mut HashSet<Action>) {
    let mut on_offer = Vec::new();
    for (from, slot) in (0..).zip(state.display().slots()) {
        for kind in slot.tiles.iter() {
            on_offer.push((kind, Source::tile(from).unwrap()));
        }
        if let Face::Up(kind) = slot.face {
            on_offer.push((kind, Source::whole(from).unwrap()));
        }
    }
    let storage = &state.player().storage;
    let tile_room =
        usize::from(rules.tile_places) - storage.tiles.len() - usize::from(storage.jokers);
    let expansion_room = usize::from(rules.expansion_places) - storage.expansions.len();
    for attribute in Attribute::all() {
        let mut choices: Vec<Vec<(Kind, Source)>> = vec![vec![]];
        for kind in distinct(on_offer.iter().map(|&(kind, _)| kind)) {
            if !has(kind, attribute) {
                continue;
            }
            let mut longer = Vec::new();
            for chosen in &choices {
                for &copy in on_offer.iter().filter(|copy| copy.0 == kind) {
                    longer.push([chosen.clone(), vec![copy]].concat());
                }
            }
            choices = longer;
        }
        for chosen in choices {
            let wholes = chosen.iter().filter(|(_, source)| source.is_whole()).count();
            let tiles = chosen.len() - wholes;
            if !chosen.is_empty() && tiles <= tile_room && wholes <= expansion_room {
                all.insert(Action::Acquire(Take::new(attribute, chosen).unwrap()));
            }
        }
    }
}

fn has(kind: Kind, attribute: Attribute) -> bool {
    match attribute {
        Attribute::Colour(colour) => kind.colour() == colour,
        Attribute::Pattern(pattern) => kind.pattern() == pattern,
    }
}

fn distinct(kinds: impl Iterator<Item = Kind>) -> Vec<Kind> {
    let mut all: Vec<_> = kinds.collect();
    all.sort();
    all.dedup();
    all
}

fn hexes(state: &State) -> Hexes {
    let garden = &state.player().garden;
    Cell::all().filter_map(|cell| Some((cell.coordinates(), garden.kind_at(cell)?))).collect()
}

/// The spaces, from the geometry of the rules.
fn spaces(state: &State) -> Vec<(i8, i8)> {
    let garden = &state.player().garden;
    let mut all: Vec<_> = Direction::ALL.map(Direction::step).to_vec();
    for (area, direction) in Area::ALL.into_iter().zip(Direction::ALL) {
        let centre = (3 * direction.step().0, 3 * direction.step().1);
        let ground = garden.ground(area);
        if ground == Ground::FaceDown {
            all.push(centre);
        }
        if ground != Ground::Free {
            all.extend(beside(centre));
        }
    }
    all
}

fn beside(cell: (i8, i8)) -> [(i8, i8); 6] {
    Direction::ALL.map(|d| (cell.0 + d.step().0, cell.1 + d.step().1))
}

fn may_stand(hexes: &Hexes, kind: Kind, cell: (i8, i8)) -> bool {
    let neighbours: Vec<Kind> =
        beside(cell).iter().filter_map(|at| hexes.get(at).copied()).collect();
    if !neighbours.is_empty()
        && !neighbours.iter().any(|n| n.colour() == kind.colour() || n.pattern() == kind.pattern())
    {
        return false;
    }
    let mut after = hexes.clone();
    after.insert(cell, kind);
    let same_colour = |other: Kind| other.colour() == kind.colour();
    let same_pattern = |other: Kind| other.pattern() == kind.pattern();
    all_different(&after, cell, same_colour) && all_different(&after, cell, same_pattern)
}

/// Whether the group around a cell contains no kind twice.
fn all_different(hexes: &Hexes, start: (i8, i8), belongs: impl Fn(Kind) -> bool) -> bool {
    let mut group = vec![start];
    let mut next = 0;
    while next < group.len() {
        for at in beside(group[next]) {
            if hexes.get(&at).is_some_and(|&k| belongs(k)) && !group.contains(&at) {
                group.push(at);
            }
        }
        next += 1;
    }
    let kinds: HashSet<_> = group.iter().map(|at| hexes[at]).collect();
    kinds.len() == group.len()
}

/// Every payment: each choice of other hexagons from storage, filled up with jokers, that the rule of 4.3 accepts.
fn payments(state: &State, kind: Kind) -> Vec<Payment> {
    let storage = &state.player().storage;
    let mut others: Vec<(Kind, bool)> =
        distinct(storage.tiles.iter()).into_iter().map(|k| (k, false)).collect();
    others.extend(storage.expansions.iter().map(|k| (k, true)));
    let needed = usize::from(kind.value()) - 1;
    let mut chosen: Vec<Vec<(Kind, bool)>> = vec![vec![]];
    for &other in &others {
        for i in 0..chosen.len() {
            if chosen[i].len() < needed {
                chosen.push([chosen[i].clone(), vec![other]].concat());
            }
        }
    }
    let mut all = Vec::new();
    for paid in chosen {
        let jokers = needed - paid.len();
        let together: Vec<Kind> =
            std::iter::once(kind).chain(paid.iter().map(|&(k, _)| k)).collect();
        let different = distinct(together.iter().copied()).len() == together.len();
        let one_colour = together.iter().all(|k| k.colour() == kind.colour());
        let one_pattern = together.iter().all(|k| k.pattern() == kind.pattern());
        if different && (one_colour || one_pattern) && jokers <= usize::from(storage.jokers) {
            let of = |whole| -> KindSet {
                paid.iter().filter(|&&(_, w)| w == whole).map(|&(k, _)| k).collect()
            };
            all.push(Payment { tiles: of(false), expansions: of(true), jokers: jokers as u8 });
        }
    }
    all
}
