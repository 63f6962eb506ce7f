//! A learned evaluation: a small net in whole numbers, the same to the last bit on every machine.
//!
//! Every seat's garden and storage, and the table, go through a sparse first layer (the weights of seats are shared). A second layer looks at
//! one seat, at all others together and at the table; which one depends on the round. Its heads say how many points are still to come for that
//! seat and how likely it wins; another head ranks the first steps of the seat whose turn it is.
use crate::evaluation::{Evaluation, Logits, Outlook, WHATS, shares, what_index};
use crate::features::{self, Present, SEAT_FEATURES, TABLE_FEATURES};
use quinta_rules::{Rules, Seat, State, Whats};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// The first bytes of a file that holds a net.
pub const MAGIC: &[u8; 8] = b"QNET0001";
/// The longest file that is read.
pub const LONGEST: usize = 1 << 22;

const ROUNDS: usize = 4;
/// Columns of the first layer that are summed at a time: what fits into the registers of a small processor.
const BLOCK: usize = 64;
/// The most columns that a net may have.
const WIDEST: usize = 256;
/// The most units that a second layer may have.
const DEEPEST: usize = 64;
/// What stands for 1 in the activations, and in the weights of the second layer and of the policy.
const ONE: i32 = 512;
/// The largest activation: just below 4.
const MOST: i16 = 2047;
/// What stands for 1 in the weights of the heads.
const HEAD_ONE: i32 = 4096;
/// Outputs of a seat: points to come, its own part of the logit of victory, and what a point of score adds to that logit.
const HEADS: usize = 3;
/// The points that stand for 1 in the heads.
const POINTS: f32 = 32.0;

/// What is known about a net: its shape, and how it was made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// What it is called.
    pub name: String,
    /// The set of features that it understands.
    pub features: u32,
    /// How many of them a seat has.
    pub seat_features: usize,
    /// How many of them the table has.
    pub table_features: usize,
    /// Columns of the first layer.
    pub wide: usize,
    /// Units of the second layer.
    pub deep: usize,
    /// How it was trained: the data with its checksum, seeds, hyper-parameters, what it scored.
    #[serde(default)]
    pub training: toml::Table,
}

/// Why a file is no net that we can use.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// It begins otherwise.
    #[error("not a net: the file does not begin with QNET0001")]
    NoNet,
    /// It ends too early, or goes on.
    #[error("the net is cut or has been added to: {found} bytes where its header says {expected}")]
    Length {
        /// The bytes that there are.
        found: usize,
        /// The bytes that there should be.
        expected: usize,
    },
    /// Its checksum is wrong.
    #[error("the net is broken: its checksum is wrong")]
    Broken,
    /// Its header cannot be read.
    #[error("cannot read the header of the net: {0}")]
    Header(String),
    /// It was trained for other features.
    #[error("the net is of another shape: {field} is {found}, expected {expected}")]
    Shape {
        /// What differs.
        field: &'static str,
        /// What it is.
        found: usize,
        /// What it has to be.
        expected: String,
    },
    /// Its weights could overflow.
    #[error("the net is unsound: the weights of the {0} are too large")]
    TooLarge(&'static str),
}

/// A sparse layer: the sum of a bias and a row for each feature that is present.
#[derive(Debug, Clone)]
struct Sparse {
    bias: Vec<i16>,
    rows: Vec<i16>,
}

/// The three views that a unit of a later layer has, each as wide as the first layer: the seat, all others together, the table.
#[derive(Debug, Clone)]
struct Units {
    own: Vec<i16>,
    others: Vec<i16>,
    table: Vec<i16>,
    bias: Vec<i32>,
}

/// The second layer of a round, and its heads.
#[derive(Debug, Clone)]
struct Stage {
    units: Units,
    heads: Vec<i16>,
    head_bias: Vec<i32>,
}

/// A net.
#[derive(Debug, Clone)]
pub struct Net {
    header: Header,
    seat: Sparse,
    table: Sparse,
    stages: Vec<Stage>,
    policy: Units,
}

impl Net {
    /// The net that we ship.
    pub fn shipped() -> Arc<Self> {
        static SHIPPED: OnceLock<Arc<Net>> = OnceLock::new();
        let read = || {
            let net = Self::read(include_bytes!("../nets/quinta.net"));
            Arc::new(net.expect("the net that we ship is sound"))
        };
        Arc::clone(SHIPPED.get_or_init(read))
    }

    /// What is known about it.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Reads a net and checks that it is whole, of the right shape, and that no sum can overflow.
    pub fn read(file: &[u8]) -> Result<Self, NetError> {
        let rest = file.strip_prefix(MAGIC).ok_or(NetError::NoNet)?;
        let cut = || NetError::Length { found: file.len(), expected: MAGIC.len() + 12 };
        let (length, rest) = rest.split_first_chunk::<4>().ok_or_else(cut)?;
        let (checksum, rest) = rest.split_first_chunk::<8>().ok_or_else(cut)?;
        let length = u32::from_le_bytes(*length) as usize;
        let start = file.len() - rest.len();
        let expected = start.saturating_add(length);
        let text = rest.get(..length).ok_or(NetError::Length { found: file.len(), expected })?;
        let text = str::from_utf8(text).map_err(|error| NetError::Header(error.to_string()))?;
        let header: Header =
            toml::from_str(text).map_err(|error| NetError::Header(error.message().to_owned()))?;
        header.check()?;
        let expected = expected + header.weights_len();
        if file.len() != expected {
            return Err(NetError::Length { found: file.len(), expected });
        }
        if fnv(rest) != u64::from_le_bytes(*checksum) {
            return Err(NetError::Broken);
        }
        let mut weights = Weights(&rest[length..]);
        let (wide, deep) = (header.wide, header.deep);
        let seat = weights.sparse(SEAT_FEATURES, wide);
        let table = weights.sparse(TABLE_FEATURES, wide);
        let stages = (0..ROUNDS).map(|_| Stage {
            units: weights.units(deep, wide),
            heads: weights.narrow(HEADS * deep),
            head_bias: weights.wide(HEADS),
        });
        let stages: Vec<_> = stages.collect();
        let policy = weights.units(WHATS, wide);
        let sound = |stage: &Stage| stage.units.is_sound(wide);
        if !stages.iter().all(sound) {
            return Err(NetError::TooLarge("second layer"));
        }
        if !stages.iter().all(|stage| are_sound(&stage.heads, &stage.head_bias, deep, 1)) {
            return Err(NetError::TooLarge("heads"));
        }
        if !policy.is_sound(wide) {
            return Err(NetError::TooLarge("policy"));
        }
        Ok(Self { header, seat, table, stages, policy })
    }
}

/// As it stands in the file.
impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(toml::to_string(self).map_err(|_| fmt::Error)?.trim_end())
    }
}

impl Header {
    fn check(&self) -> Result<(), NetError> {
        for (field, found, expected) in [
            ("features", self.features as usize, features::VERSION as usize),
            ("seat_features", self.seat_features, SEAT_FEATURES),
            ("table_features", self.table_features, TABLE_FEATURES),
        ] {
            if found != expected {
                return Err(NetError::Shape { field, found, expected: expected.to_string() });
            }
        }
        if self.wide == 0 || self.wide > WIDEST || !self.wide.is_multiple_of(BLOCK) {
            let expected = format!("a multiple of {BLOCK} up to {WIDEST}");
            return Err(NetError::Shape { field: "wide", found: self.wide, expected });
        }
        if self.deep == 0 || self.deep > DEEPEST {
            let expected = format!("1 to {DEEPEST}");
            return Err(NetError::Shape { field: "deep", found: self.deep, expected });
        }
        Ok(())
    }

    /// The bytes of all weights.
    fn weights_len(&self) -> usize {
        let Self { wide, deep, .. } = *self;
        let units = |count: usize| count * (3 * wide * 2 + 4);
        let sparse = (SEAT_FEATURES + TABLE_FEATURES + 2) * wide * 2;
        sparse + ROUNDS * (units(deep) + HEADS * (deep * 2 + 4)) + units(WHATS)
    }
}

/// The weights that are still to be read; their length has been checked.
struct Weights<'a>(&'a [u8]);

impl Weights<'_> {
    fn narrow(&mut self, count: usize) -> Vec<i16> {
        let (these, rest) = self.0.split_at(2 * count);
        self.0 = rest;
        these.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect()
    }

    fn wide(&mut self, count: usize) -> Vec<i32> {
        let (these, rest) = self.0.split_at(4 * count);
        self.0 = rest;
        let four = |four: &[u8]| i32::from_le_bytes([four[0], four[1], four[2], four[3]]);
        these.chunks_exact(4).map(four).collect()
    }

    fn sparse(&mut self, features: usize, wide: usize) -> Sparse {
        Sparse { bias: self.narrow(wide), rows: self.narrow(features * wide) }
    }

    fn units(&mut self, count: usize, wide: usize) -> Units {
        Units {
            own: self.narrow(count * wide),
            others: self.narrow(count * wide),
            table: self.narrow(count * wide),
            bias: self.wide(count),
        }
    }
}

/// Whether the sum of each row and its bias stays within 32 bits, whatever activations it meets.
fn are_sound(rows: &[i16], bias: &[i32], width: usize, times: i64) -> bool {
    rows.chunks_exact(width).zip(bias).all(|(row, &bias)| {
        let sum: i64 = row.iter().map(|&weight| i64::from(weight).abs()).sum();
        times * sum * i64::from(MOST) + i64::from(bias).abs() < i64::from(i32::MAX) / 4
    })
}

impl Units {
    /// Whether no sum can overflow: each of the three views may use a quarter of the range.
    fn is_sound(&self, wide: usize) -> bool {
        let others = Seat::MOST as i64 - 1;
        let unbiased = vec![0; self.bias.len()];
        are_sound(&self.own, &self.bias, wide, 1)
            && are_sound(&self.others, &unbiased, wide, others)
            && are_sound(&self.table, &unbiased, wide, 1)
    }

    /// The sum of one unit.
    fn sum(&self, unit: usize, own: &[i16], others: &[i16], table: i32) -> i32 {
        let row = unit * own.len()..(unit + 1) * own.len();
        dot(&self.own[row.clone()], own) + dot(&self.others[row], others) + table
    }

    /// What the table adds to one unit.
    fn sum_of_table(&self, unit: usize, table: &[i16]) -> i32 {
        let row = unit * table.len()..(unit + 1) * table.len();
        dot(&self.table[row], table) + self.bias[unit]
    }
}

/// A checksum that finds accidents (FNV-1a).
fn fnv(bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

fn dot(a: &[i16], b: &[i16]) -> i32 {
    a.iter().zip(b).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum()
}

/// The activations of a first layer; those beyond the net's width are 0.
type Wide = [i16; WIDEST];

impl Sparse {
    /// Adds the rows of these features to `start` and cuts the sums to the range of activations.
    fn activate(&self, start: &[i16], present: &[u16], into: &mut Wide) {
        let wide = start.len();
        for block in (0..wide).step_by(BLOCK) {
            let mut sums = [0; BLOCK];
            sums.copy_from_slice(&start[block..block + BLOCK]);
            for &feature in present {
                let row = &self.rows[usize::from(feature) * wide + block..][..BLOCK];
                for (sum, &weight) in sums.iter_mut().zip(row) {
                    *sum = i16::saturating_add(*sum, weight);
                }
            }
            for (out, sum) in into[block..].iter_mut().zip(sums) {
                *out = sum.clamp(0, MOST);
            }
        }
    }

    /// The bias and the rows of these features.
    fn total(&self, present: &[u16]) -> Vec<i16> {
        let wide = self.bias.len();
        let mut total = self.bias.clone();
        for &feature in present {
            let row = &self.rows[usize::from(feature) * wide..][..wide];
            total.iter_mut().zip(row).for_each(|(sum, &weight)| *sum = sum.saturating_add(weight));
        }
        total
    }
}

/// A net at a table.
#[derive(Debug, Clone)]
pub struct Learned {
    net: Arc<Net>,
    rules: Rules,
    /// For each number of seats from two on and each round, what the printed numbers add to the table's first layer.
    numbers: Vec<[Vec<i16>; ROUNDS]>,
}

/// The first layer of a position.
struct Seen {
    seats: [Wide; Seat::MOST],
    table: Wide,
    certain: [i16; Seat::MOST],
}

impl Learned {
    /// A net for games with these rules.
    pub fn new(net: Arc<Net>, rules: &Rules) -> Self {
        let numbers = |seats| {
            std::array::from_fn(|round| {
                let mut present = Present::new();
                features::of_numbers(rules, round, seats, &mut present);
                net.table.total(&present)
            })
        };
        let numbers = (2..=Seat::MOST).map(numbers).collect();
        Self { net, rules: rules.clone(), numbers }
    }

    fn see(&self, state: &State) -> Seen {
        let mut seen =
            Seen { seats: [[0; WIDEST]; Seat::MOST], table: [0; WIDEST], certain: [0; Seat::MOST] };
        let Sparse { bias, .. } = &self.net.seat;
        let mut present = Present::new();
        for seat in Seat::all(state.seats()) {
            present.clear();
            let points = features::of_seat(&self.rules, state, seat, &mut present);
            seen.certain[seat.index()] = points;
            self.net.seat.activate(bias, &present, &mut seen.seats[seat.index()]);
        }
        present.clear();
        features::of_table(state, &mut present);
        let numbers = &self.numbers[state.seats() - 2][state.round()];
        self.net.table.activate(numbers, &present, &mut seen.table);
        seen
    }

    /// The activations of all seats but this one, added up.
    fn others(&self, seen: &Seen, seats: usize, seat: Seat) -> Wide {
        let wide = self.net.header.wide;
        let mut sums = [0; WIDEST];
        for other in Seat::all(seats).filter(|&other| other != seat) {
            let these = &seen.seats[other.index()][..wide];
            sums.iter_mut().zip(these).for_each(|(sum, &more)| *sum += more);
        }
        sums
    }
}

impl Evaluation for Learned {
    fn outlook(&self, state: &State) -> Outlook {
        if state.is_over() {
            return Outlook::result(state);
        }
        let Header { wide, deep, .. } = self.net.header;
        let seats = state.seats();
        let Stage { units, heads, head_bias } = &self.net.stages[state.round()];
        let seen = self.see(state);
        let mut table = [0; DEEPEST];
        for (unit, sum) in table[..deep].iter_mut().enumerate() {
            *sum = units.sum_of_table(unit, &seen.table[..wide]);
        }
        let mut outlook = Outlook::default();
        let mut logits = [0.0; Seat::MOST];
        let mut pull = 0.0;
        for seat in Seat::all(seats) {
            let own = &seen.seats[seat.index()][..wide];
            let others = &self.others(&seen, seats, seat)[..wide];
            let mut hidden = [0; DEEPEST];
            for (unit, hidden) in hidden[..deep].iter_mut().enumerate() {
                let sum = units.sum(unit, own, others, table[unit]) / ONE;
                *hidden = sum.clamp(0, i32::from(MOST)) as i16;
            }
            let head = |head: usize| {
                let sum = dot(&heads[head * deep..(head + 1) * deep], &hidden[..deep]);
                (sum + head_bias[head]) as f32 / (ONE * HEAD_ONE) as f32
            };
            // Who has passed in the last round gets no more points.
            let done = state.round() + 1 == ROUNDS && state.has_passed(seat);
            let to_come = if done { 0.0 } else { POINTS * head(0) };
            outlook.scores[seat.index()] = f32::from(seen.certain[seat.index()]) + to_come;
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

    fn policy(&self, state: &State, whats: &Whats, logits: &mut Logits) -> bool {
        let wide = self.net.header.wide;
        let seen = self.see(state);
        let units = &self.net.policy;
        let own = &seen.seats[state.turn().index()][..wide];
        let others = &self.others(&seen, state.seats(), state.turn())[..wide];
        for what in whats.iter() {
            let unit = what_index(what);
            let table = units.sum_of_table(unit, &seen.table[..wide]);
            let sum = units.sum(unit, own, others, table);
            logits[unit] = sum as f32 / (ONE * ONE) as f32;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::positions;

    const WIDE: usize = 64;
    const DEEP: usize = 8;

    fn header() -> String {
        format!(
            "name = \"test\"\nfeatures = {}\nseat_features = {SEAT_FEATURES}\ntable_features = {TABLE_FEATURES}\nwide = {WIDE}\ndeep = {DEEP}\n",
            features::VERSION
        )
    }

    /// Small weights without any sense, the same every time.
    fn weights() -> Vec<u8> {
        let header: Header = toml::from_str(&header()).unwrap();
        let mut luck = 1u32;
        let mut next = || {
            luck = luck.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (luck >> 24) as i32 - 127
        };
        let mut bytes = Vec::with_capacity(header.weights_len());
        let narrow = |count: usize, bytes: &mut Vec<u8>, next: &mut dyn FnMut() -> i32| {
            (0..count).for_each(|_| bytes.extend((next() as i16).to_le_bytes()));
        };
        let wide = |count: usize, bytes: &mut Vec<u8>, next: &mut dyn FnMut() -> i32| {
            (0..count).for_each(|_| bytes.extend((1000 * next()).to_le_bytes()));
        };
        narrow((SEAT_FEATURES + TABLE_FEATURES + 2) * WIDE, &mut bytes, &mut next);
        for _ in 0..ROUNDS {
            narrow(3 * DEEP * WIDE, &mut bytes, &mut next);
            wide(DEEP, &mut bytes, &mut next);
            narrow(HEADS * DEEP, &mut bytes, &mut next);
            wide(HEADS, &mut bytes, &mut next);
        }
        narrow(3 * WHATS * WIDE, &mut bytes, &mut next);
        wide(WHATS, &mut bytes, &mut next);
        assert_eq!(bytes.len(), header.weights_len());
        bytes
    }

    fn file(header: &str, weights: &[u8]) -> Vec<u8> {
        let rest = [header.as_bytes(), weights].concat();
        let length = (header.len() as u32).to_le_bytes();
        [MAGIC.as_slice(), &length, &fnv(&rest).to_le_bytes(), &rest].concat()
    }

    fn refusal(file: &[u8]) -> String {
        Net::read(file).expect_err("it is no sound net").to_string()
    }

    #[test]
    fn the_shipped_net_is_sound_and_small() {
        assert!(Net::shipped().header().wide >= BLOCK);
        assert!(include_bytes!("../nets/quinta.net").len() <= 1 << 20);
    }

    #[test]
    fn broken_cut_and_other_nets_are_refused() {
        let sound = file(&header(), &weights());
        assert!(Net::read(&sound).is_ok());
        assert!(refusal(b"").starts_with("not a net"));
        assert!(refusal(b"single = [1.0, 2.0]").starts_with("not a net"));
        for length in [8, 15, 19, 20, 60, sound.len() - 1] {
            let refused = refusal(&sound[..length]);
            assert!(refused.starts_with("the net is cut"), "{length}: {refused}");
        }
        assert!(refusal(&[&sound[..], &[0]].concat()).starts_with("the net is cut"));
        let mut broken = sound.clone();
        *broken.last_mut().unwrap() ^= 1;
        assert_eq!(refusal(&broken), "the net is broken: its checksum is wrong");
        for (right, wrong, says) in [
            ("wide = 64", "wide = 65", "wide is 65, expected a multiple of 64 up to 256"),
            ("wide = 64", "wide = 1024", "wide is 1024, expected a multiple of 64 up to 256"),
            ("deep = 8", "deep = 0", "deep is 0, expected 1 to 64"),
            ("features = 1\n", "features = 9\n", "features is 9, expected 1"),
            ("seat_features = 1", "seat_features = 2", "seat_features is 2"),
        ] {
            let refused = refusal(&file(&header().replacen(right, wrong, 1), &weights()));
            assert!(refused.contains(says), "{refused}");
        }
        assert!(refusal(&file("name = 1", &weights())).starts_with("cannot read the header"));
        let huge = vec![0x7f; weights().len()];
        assert!(refusal(&file(&header(), &huge)).contains("too large"));
    }

    /// The same sums in the plainest way.
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
            for state in positions(&rules, seats, 7) {
                let outlook = learned.outlook(&state);
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
                assert!(learned.policy(&state, &whats, &mut logits));
                let known = logits.iter().filter(|logit| logit.is_finite()).count();
                assert_eq!(known, whats.len());
            }
        }
    }

    /// These bits were written down on one machine: every other one has to find them too.
    #[test]
    fn every_machine_finds_the_same_bits() {
        let rules = Rules::FRONT;
        let learned =
            Learned::new(Arc::new(Net::read(&file(&header(), &weights())).unwrap()), &rules);
        let mut bits = Vec::new();
        for state in positions(&rules, 3, 5) {
            let Outlook { scores, wins } = learned.outlook(&state);
            let mut logits = [0.0; WHATS];
            learned.policy(&state, &state.whats(&rules), &mut logits);
            let all = scores.iter().chain(&wins).chain(&logits);
            bits.extend(all.flat_map(|x| x.to_bits().to_le_bytes()));
        }
        assert_eq!(fnv(&bits), 11_295_488_988_570_630_083);
    }
}
