//! A learned evaluation: a small net in whole numbers, with the same bits on every machine. `docs/formats.md` describes its file.
//!
//! Every seat's garden and storage, and the table, go through a sparse first layer (the weights of seats are shared). A second layer looks at
//! one seat, at all others together and at the table; which one depends on the round. Its heads say how many points are still to come for that
//! seat and how likely it wins; another head ranks the first steps of the seat whose turn it is.
mod layers;
mod learned;

use crate::evaluation::WHATS;
use crate::features::{self, SEAT_FEATURES, TABLE_FEATURES};
use layers::{BLOCK, DEEPEST, HEADS, Sparse, Stage, Units, WIDEST, are_sound};
use quinta_rules::scoring::ROUNDS;
use serde::{Deserialize, Serialize};
use std::fmt;
#[cfg(feature = "net")]
use std::sync::{Arc, OnceLock};

pub use learned::{Learned, Memory};

/// The first bytes of a file that holds a net.
pub const MAGIC: &[u8; 8] = b"QNET0001";
/// The longest file that is read.
pub const LONGEST: usize = 1 << 22;
/// The file of the net that we ship.
#[cfg(feature = "net")]
pub const SHIPPED: &[u8] = include_bytes!("../nets/quinta.net");

/// The header of a net: its shape, and how it was made.
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

/// Why a file cannot be used as a net.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// It does not begin with [`MAGIC`].
    #[error("not a net: the file does not begin with QNET0001")]
    NoNet,
    /// It is too short or too long.
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

/// A net.
#[derive(Debug, Clone)]
pub struct Net {
    /// All that its header says, in TOML.
    header: String,
    shape: Shape,
    seat: Sparse,
    table: Sparse,
    stages: Vec<Stage>,
    policy: Units,
}

impl Net {
    /// The net that we ship.
    #[cfg(feature = "net")]
    #[expect(clippy::missing_panics_doc, reason = "a net that is not sound would fail every test")]
    pub fn shipped() -> Arc<Self> {
        static NET: OnceLock<Arc<Net>> = OnceLock::new();
        let read = || {
            let net = Self::read(SHIPPED);
            Arc::new(net.expect("the net that we ship is sound"))
        };
        Arc::clone(NET.get_or_init(read))
    }

    /// Parses the header, of which only the shape was checked when the net was read.
    pub fn header(&self) -> Result<Header, NetError> {
        toml::from_str(&self.header).map_err(|error| NetError::Header(error.message().to_owned()))
    }

    /// Reads a net and checks that it is complete, that its shape is right, and that no sum can overflow.
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
        let shape = Shape::read(text)?;
        let expected = expected + shape.weights_len();
        if file.len() != expected {
            return Err(NetError::Length { found: file.len(), expected });
        }
        if fnv(rest) != u64::from_le_bytes(*checksum) {
            return Err(NetError::Broken);
        }
        let mut weights = Weights(&rest[length..]);
        let Shape { wide, deep } = shape;
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
        Ok(Self { header: text.to_owned(), shape, seat, table, stages, policy })
    }
}

/// As it stands in the file.
impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(toml::to_string(self).map_err(|_| fmt::Error)?.trim_end())
    }
}

/// What decides how many weights there are. It stands in the first lines of the header, which are read without a TOML parser: `weights.rs`
/// says what that one weighs.
#[derive(Debug, Clone, Copy)]
struct Shape {
    wide: usize,
    deep: usize,
}

impl Shape {
    fn read(header: &str) -> Result<Self, NetError> {
        let lines = || header.lines().take_while(|line| !line.starts_with('['));
        let number = |field: &'static str| {
            let value = lines().find_map(|line| line.strip_prefix(field)?.strip_prefix(" = "));
            let missing = || NetError::Header(format!("it does not say {field} = NUMBER"));
            value.and_then(|value| value.parse::<usize>().ok()).ok_or_else(missing)
        };
        for (field, expected) in [
            ("features", features::VERSION as usize),
            ("seat_features", SEAT_FEATURES),
            ("table_features", TABLE_FEATURES),
        ] {
            let found = number(field)?;
            if found != expected {
                return Err(NetError::Shape { field, found, expected: expected.to_string() });
            }
        }
        let (wide, deep) = (number("wide")?, number("deep")?);
        if wide == 0 || wide > WIDEST || !wide.is_multiple_of(BLOCK) {
            let expected = format!("a multiple of {BLOCK} up to {WIDEST}");
            return Err(NetError::Shape { field: "wide", found: wide, expected });
        }
        if deep == 0 || deep > DEEPEST {
            let expected = format!("1 to {DEEPEST}");
            return Err(NetError::Shape { field: "deep", found: deep, expected });
        }
        Ok(Self { wide, deep })
    }

    /// The bytes of all weights.
    fn weights_len(&self) -> usize {
        let Self { wide, deep } = *self;
        let units = |count: usize| count * (3 * wide * 2 + 4);
        let sparse = (SEAT_FEATURES + TABLE_FEATURES + 2) * wide * 2;
        sparse + ROUNDS * (units(deep) + HEADS * (deep * 2 + 4)) + units(WHATS)
    }
}

/// The weights not read yet; their length has been checked.
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

/// A checksum against accidental damage (FNV-1a).
fn fnv(bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) const WIDE: usize = 64;
    pub(crate) const DEEP: usize = 8;

    pub(crate) fn header() -> String {
        format!(
            "name = \"test\"\nfeatures = {}\nseat_features = {SEAT_FEATURES}\ntable_features = {TABLE_FEATURES}\nwide = {WIDE}\ndeep = {DEEP}\n",
            features::VERSION
        )
    }

    /// Small pseudo-random weights, always the same.
    pub(crate) fn weights() -> Vec<u8> {
        let shape = Shape::read(&header()).unwrap();
        let mut luck = 1u32;
        let mut next = || {
            luck = luck.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (luck >> 24) as i32 - 127
        };
        let mut bytes = Vec::with_capacity(shape.weights_len());
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
        assert_eq!(bytes.len(), shape.weights_len());
        bytes
    }

    pub(crate) fn file(header: &str, weights: &[u8]) -> Vec<u8> {
        let rest = [header.as_bytes(), weights].concat();
        let length = (header.len() as u32).to_le_bytes();
        [MAGIC.as_slice(), &length, &fnv(&rest).to_le_bytes(), &rest].concat()
    }

    fn refusal(file: &[u8]) -> String {
        Net::read(file).expect_err("it is no sound net").to_string()
    }

    #[cfg(feature = "net")]
    #[test]
    fn the_shipped_net_is_sound_and_small() {
        let net = Net::shipped();
        let header = net.header().unwrap();
        assert_eq!((header.wide, header.deep), (net.shape.wide, net.shape.deep));
        assert_eq!(header.features, features::VERSION);
        assert!(SHIPPED.len() <= 1 << 20);
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
            ("wide = 64", "wide = 65", "wide is 65, expected a multiple of 64 up to 128"),
            ("wide = 64", "wide = 1024", "wide is 1024, expected a multiple of 64 up to 128"),
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
}
