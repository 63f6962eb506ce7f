//! The evaluation of positions by a net, with a cache of the parts of earlier positions.
use super::layers::{DEEPEST, HEAD_ONE, MOST, ONE, POINTS, Stage, WIDEST, Wide, dot};
use super::{Net, ROUNDS, Shape};
use crate::evaluation::{Evaluation, Logits, Outlook, shares, what_index};
use crate::features::{self, Place, Present};
use quinta_rules::{Display, KindSet, Phase, Player, Rules, Seat, State, Tiles, Whats};
use rustc_hash::FxHasher;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many seats and how many tables are cached: so many fit into a processor's second-level cache.
const REMEMBERED: usize = 256;

/// A net for games with certain rules.
#[derive(Debug, Clone)]
pub struct Learned {
    net: Arc<Net>,
    rules: Rules,
    /// For each number of seats from two on and each round, what the printed numbers add to the table's first layer.
    numbers: Vec<[Vec<i16>; ROUNDS]>,
    /// Identifies this net and these rules in a [`Memory`].
    id: u64,
}

/// A cache of the first layer: from one position of a search to the next most seats, and often the table, stay as they were. It changes
/// no result. Each search has its own.
#[derive(Debug, Default)]
pub struct Memory {
    /// The net and rules that it belongs to.
    of: u64,
    seats: Shelf<SeatKey, SeatPart>,
    tables: Shelf<TableKey, TablePart>,
}

impl Memory {
    /// Clears the cache if it belongs to another net or other rules.
    fn belong_to(&mut self, id: u64) {
        if self.of != id {
            *self = Self { of: id, ..Self::default() };
        }
    }
}

/// Everything that determines a seat's part.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct SeatKey {
    player: Player,
    place: Place,
    round: usize,
}

/// What a seat contributes to the evaluation.
struct SeatPart {
    /// Its first layer.
    first: Wide,
    /// What it adds to the units of the second layer where it is one of the others.
    as_other: [i32; DEEPEST],
    /// What it adds beyond that where it is looked at itself.
    as_own: [i32; DEEPEST],
    /// The points that it has for certain.
    certain: i16,
}

/// Everything that determines the table's part.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct TableKey {
    display: Display,
    bag: Tiles,
    unseen: KindSet,
    supply: u8,
    phase: Phase,
    still_in: usize,
    seats: usize,
    round: usize,
}

/// What the table contributes to the evaluation.
struct TablePart {
    /// Its first layer.
    first: Wide,
    /// What it adds to the units of the second layer.
    units: [i32; DEEPEST],
}

/// A direct-mapped cache: a new entry replaces the one in its slot.
struct Shelf<K, V>(Vec<Option<(K, V)>>);

impl<K: Copy + Eq + Hash, V> Shelf<K, V> {
    fn get(&mut self, key: K, make: impl FnOnce() -> V) -> &V {
        if self.0.is_empty() {
            self.0.resize_with(REMEMBERED, || None);
        }
        let mut hasher = FxHasher::default();
        key.hash(&mut hasher);
        let place = &mut self.0[hasher.finish() as usize % REMEMBERED];
        if place.as_ref().is_some_and(|(known, _)| *known != key) {
            *place = None;
        }
        &place.get_or_insert_with(|| (key, make())).1
    }
}

impl<K, V> Default for Shelf<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K, V> fmt::Debug for Shelf<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shelf({})", self.0.iter().flatten().count())
    }
}

impl Learned {
    /// A net for games with these rules.
    pub fn new(net: Arc<Net>, rules: &Rules) -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let numbers = |seats| {
            std::array::from_fn(|round| {
                let mut present = Present::new();
                features::of_numbers(rules, round, seats, &mut present);
                net.table.total(&present)
            })
        };
        let numbers = (2..=Seat::MOST).map(numbers).collect();
        let id = LAST.fetch_add(1, Ordering::Relaxed) + 1;
        Self { net, rules: rules.clone(), numbers, id }
    }

    fn stage(&self, state: &State) -> &Stage {
        &self.net.stages[state.round()]
    }

    fn seat<'m>(&self, state: &State, seat: Seat, memory: &'m mut Memory) -> &'m SeatPart {
        let player = state.players()[seat.index()];
        let key = SeatKey { player, place: Place::of(state, seat), round: state.round() };
        memory.seats.get(key, || {
            let Shape { wide, deep } = self.net.shape;
            let mut present = Present::new();
            let certain = features::of_seat(&self.rules, state, seat, &mut present);
            let mut first = [0; WIDEST];
            self.net.seat.activate(&self.net.seat.bias, &present, &mut first);
            let mut as_other = [0; DEEPEST];
            let mut as_own = [0; DEEPEST];
            let Stage { units, .. } = self.stage(state);
            for (unit, (other, own)) in as_other.iter_mut().zip(&mut as_own).enumerate().take(deep)
            {
                let row = unit * wide..(unit + 1) * wide;
                *other = dot(&units.others[row.clone()], &first[..wide]);
                *own = dot(&units.own[row], &first[..wide]) - *other;
            }
            SeatPart { first, as_other, as_own, certain }
        })
    }

    fn table<'m>(&self, state: &State, memory: &'m mut Memory) -> &'m TablePart {
        let seats = state.seats();
        let key = TableKey {
            display: *state.display(),
            bag: state.bag(),
            unseen: state.unseen(),
            supply: state.supply(),
            phase: state.phase(),
            still_in: Seat::all(seats).filter(|&seat| !state.has_passed(seat)).count(),
            seats,
            round: state.round(),
        };
        memory.tables.get(key, || {
            let Shape { wide, deep } = self.net.shape;
            let mut present = Present::new();
            features::of_table(state, &mut present);
            let mut first = [0; WIDEST];
            let numbers = &self.numbers[seats - 2][state.round()];
            self.net.table.activate(numbers, &present, &mut first);
            let mut sums = [0; DEEPEST];
            let Stage { units, .. } = self.stage(state);
            for (unit, sum) in sums.iter_mut().enumerate().take(deep) {
                *sum = units.sum_of_table(unit, &first[..wide]);
            }
            TablePart { first, units: sums }
        })
    }
}

impl Evaluation for Learned {
    fn outlook(&self, state: &State, memory: &mut Memory) -> Outlook {
        if state.is_over() {
            return Outlook::result(state);
        }
        memory.belong_to(self.id);
        let deep = self.net.shape.deep;
        let seats = state.seats();
        let Stage { heads, head_bias, .. } = self.stage(state);
        // The sum over the table and all seats is shared; a seat's own weights replace its share of it.
        let mut shared = self.table(state, memory).units;
        let mut own = [[0; DEEPEST]; Seat::MOST];
        let mut outlook = Outlook::default();
        for seat in Seat::all(seats) {
            let part = self.seat(state, seat, memory);
            outlook.scores[seat.index()] = f32::from(part.certain);
            own[seat.index()] = part.as_own;
            shared.iter_mut().zip(&part.as_other).for_each(|(sum, other)| *sum += other);
        }
        let mut logits = [0.0; Seat::MOST];
        let mut pull = 0.0;
        for seat in Seat::all(seats) {
            let mut hidden = [0; DEEPEST];
            for ((hidden, shared), own) in hidden.iter_mut().zip(&shared).zip(&own[seat.index()]) {
                *hidden = ((shared + own) / ONE).clamp(0, i32::from(MOST)) as i16;
            }
            let head = |head: usize| {
                let sum = dot(&heads[head * deep..(head + 1) * deep], &hidden[..deep]);
                (sum + head_bias[head]) as f32 / (ONE * HEAD_ONE) as f32
            };
            // A seat that has passed in the last round gets no more points.
            let done = state.round() + 1 == ROUNDS && state.has_passed(seat);
            if !done {
                outlook.scores[seat.index()] += POINTS * head(0);
            }
            logits[seat.index()] = head(1);
            pull += head(2) / seats as f32;
        }
        let pull = pull.max(0.0);
        for seat in Seat::all(seats) {
            logits[seat.index()] += pull * outlook.scores[seat.index()] / POINTS;
        }
        outlook.wins = shares(logits, seats);
        outlook
    }

    fn policy(
        &self,
        state: &State,
        whats: &Whats,
        logits: &mut Logits,
        memory: &mut Memory,
    ) -> bool {
        memory.belong_to(self.id);
        let wide = self.net.shape.wide;
        let units = &self.net.policy;
        let table = self.table(state, memory).first;
        let mut own = [0; WIDEST];
        let mut others = [0; WIDEST];
        for seat in Seat::all(state.seats()) {
            let first = &self.seat(state, seat, memory).first;
            let sums = if seat == state.turn() { &mut own } else { &mut others };
            sums.iter_mut().zip(first).for_each(|(sum, more)| *sum += more);
        }
        for what in whats.iter() {
            let unit = what_index(what);
            let table = units.sum_of_table(unit, &table[..wide]);
            let sum = units.sum(unit, &own[..wide], &others[..wide], table);
            logits[unit] = sum as f32 / (ONE * ONE) as f32;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::WHATS;
    use crate::net::fnv;
    use crate::net::layers::Sparse;
    use crate::net::tests::{DEEP, WIDE, file, header, weights};
    use crate::testing::positions;

    /// The same sums, computed naively.
    fn slowly(net: &Net, rules: &Rules, state: &State) -> [f64; Seat::MOST] {
        let clip = |x: i64| x.clamp(0, i64::from(MOST));
        let layer = |sparse: &Sparse, present: &[u16]| -> Vec<i64> {
            let column = |c: usize| {
                let row = |&f: &u16| i64::from(sparse.rows[usize::from(f) * WIDE + c]);
                clip(i64::from(sparse.bias[c]) + present.iter().map(row).sum::<i64>())
            };
            (0..WIDE).map(column).collect()
        };
        let mut present = Present::new();
        features::of_table(state, &mut present);
        features::of_numbers(rules, state.round(), state.seats(), &mut present);
        let table = layer(&net.table, &present);
        let mut certain = Vec::new();
        let mut seats = Vec::new();
        for seat in Seat::all(state.seats()) {
            present.clear();
            certain.push(features::of_seat(rules, state, seat, &mut present));
            seats.push(layer(&net.seat, &present));
        }
        let stage = &net.stages[state.round()];
        let mut scores = [0.0; Seat::MOST];
        for seat in 0..state.seats() {
            let mut points = i64::from(stage.head_bias[0]);
            for unit in 0..DEEP {
                let mut sum = i64::from(stage.units.bias[unit]);
                for column in 0..WIDE {
                    let at = unit * WIDE + column;
                    let others = (0..seats.len()).filter(|&other| other != seat);
                    let others: i64 = others.map(|other| seats[other][column]).sum();
                    sum += i64::from(stage.units.own[at]) * seats[seat][column]
                        + i64::from(stage.units.others[at]) * others
                        + i64::from(stage.units.table[at]) * table[column];
                }
                points += i64::from(stage.heads[unit]) * clip(sum / i64::from(ONE));
            }
            let one = f64::from(ONE) * f64::from(HEAD_ONE);
            scores[seat] = f64::from(certain[seat]) + f64::from(POINTS) * points as f64 / one;
        }
        scores
    }

    #[test]
    fn sums_are_what_they_should_be() {
        let net = Arc::new(Net::read(&file(&header(), &weights())).unwrap());
        for (rules, seats) in [(Rules::FRONT, 2), (Rules::BACK, 3), (Rules::FRONT, 4)] {
            let learned = Learned::new(Arc::clone(&net), &rules);
            let mut memory = Memory::default();
            for state in positions(&rules, seats, 7) {
                let outlook = learned.outlook(&state, &mut memory);
                let expected = slowly(&net, &rules, &state);
                for seat in Seat::all(seats) {
                    let (found, expected) = (outlook.scores[seat.index()], expected[seat.index()]);
                    let done = state.round() == 3 && state.has_passed(seat);
                    assert!(
                        done || (f64::from(found) - expected).abs() < 0.01,
                        "{found}, {expected}"
                    );
                }
                assert!((outlook.wins.iter().sum::<f32>() - 1.0).abs() < 1e-5);
                let whats = state.whats(&rules);
                let mut logits = [f32::NAN; WHATS];
                assert!(learned.policy(&state, &whats, &mut logits, &mut memory));
                let known = logits.iter().filter(|logit| logit.is_finite()).count();
                assert_eq!(known, whats.len());
            }
        }
    }

    #[test]
    fn memory_changes_nothing() {
        let net = Arc::new(Net::read(&file(&header(), &weights())).unwrap());
        let sides = [Rules::FRONT, Rules::BACK].map(|rules| Learned::new(Arc::clone(&net), &rules));
        let mut memory = Memory::default();
        for state in positions(&Rules::FRONT, 3, 3) {
            // The same positions by other rules must not use what is cached.
            for learned in &sides {
                let fresh = &mut Memory::default();
                assert_eq!(learned.outlook(&state, &mut memory), learned.outlook(&state, fresh));
                assert_eq!(learned.outlook(&state, &mut memory), learned.outlook(&state, fresh));
                let logits = |memory: &mut Memory| {
                    let mut logits = [0.0; WHATS];
                    learned.policy(&state, &state.whats(&learned.rules), &mut logits, memory);
                    logits.map(f32::to_bits)
                };
                assert_eq!(logits(&mut memory), logits(fresh));
            }
        }
    }

    /// These bits were computed on one machine; every other one must find the same.
    #[test]
    fn every_machine_finds_the_same_bits() {
        let rules = Rules::FRONT;
        let learned =
            Learned::new(Arc::new(Net::read(&file(&header(), &weights())).unwrap()), &rules);
        let mut bits = Vec::new();
        let mut memory = Memory::default();
        for state in positions(&rules, 3, 5) {
            let Outlook { scores, wins } = learned.outlook(&state, &mut memory);
            let mut logits = [0.0; WHATS];
            learned.policy(&state, &state.whats(&rules), &mut logits, &mut memory);
            let all = scores.iter().chain(&wins).chain(&logits);
            bits.extend(all.flat_map(|x| x.to_bits().to_le_bytes()));
        }
        assert_eq!(fnv(&bits), 11_295_488_988_570_630_083);
    }
}
