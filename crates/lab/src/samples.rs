//! Files of samples: positions as a net sees them, with the bot's preferences and how the game ended. `docs/formats.md` describes them.
//!
//! There is one block for each game, by rising number, with a checksum. So a truncated file can be continued, the shards of a run can be
//! merged into the file that a single machine would have written, and damage is noticed.
mod blocks;

pub use blocks::{Blocks, merge};

use quinta_bots::evaluation::{Outlook, WHATS, what_index};
use quinta_bots::features::{self, Present, SEAT_FEATURES, TABLE_FEATURES};
use quinta_rules::{Rules, Seat, SetupError, State, What};
use serde::{Deserialize, Serialize};
use std::io::{self, Write};

/// The first bytes of a file of samples.
pub const MAGIC: &[u8; 8] = b"QSMP0003";
/// The scale of the expected scores, and of the shares of the victory.
const SCORE_ONE: f32 = 32.0;
const WIN_ONE: f32 = 32_000.0;
/// Stands for a missing expectation.
const UNKNOWN: i16 = i16::MIN;
/// The bytes of a block before its lengths and samples: number, length, number of samples, checksum.
const HEAD: usize = 20;

/// What a file of samples holds: the features, and the run that it is a part of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The set of features.
    pub features: u32,
    /// How many of them a seat has.
    pub seat_features: usize,
    /// How many of them the table has.
    pub table_features: usize,
    /// How many first steps an action can have.
    pub whats: usize,
    /// Who played.
    pub bot: String,
    /// The side of the board.
    pub board: String,
    /// How many seats.
    pub players: usize,
    /// The seed of the run.
    pub seed: String,
    /// How many games the whole run has.
    pub games: u64,
    /// One decision in so many is kept.
    pub every: u32,
    /// Which part of the run this is, from 1, and of how many.
    pub shard: [u64; 2],
}

impl Header {
    /// Returns the header of a run with our features.
    pub fn new(bot: String, board: String, players: usize, seed: String, games: u64) -> Self {
        Self {
            features: features::VERSION,
            seat_features: SEAT_FEATURES,
            table_features: TABLE_FEATURES,
            whats: WHATS,
            bot,
            board,
            players,
            seed,
            games,
            every: 1,
            shard: [1, 1],
        }
    }

    /// Returns the numbers of this shard's games.
    pub fn numbers(&self) -> impl Iterator<Item = u64> + use<> {
        let [shard, of] = self.shard;
        (shard - 1..self.games).step_by(of as usize)
    }

    /// The number of this shard's game at this place, if it has so many.
    fn number(&self, place: u64) -> Option<u64> {
        let [shard, of] = self.shard;
        let number = (shard - 1).checked_add(place.checked_mul(of)?)?;
        (number < self.games).then_some(number)
    }
}

/// Why samples cannot be written, read or merged.
#[derive(Debug, thiserror::Error)]
pub enum SamplesError {
    /// A file cannot be used.
    #[error("{file}: {fault}")]
    File {
        /// Its name.
        file: String,
        /// What is wrong with it.
        fault: Fault,
    },
    /// There is nothing to merge.
    #[error("there are no shards")]
    NoShards,
    /// The header cannot be written.
    #[error("cannot write the header of the samples: {0}")]
    Header(String),
    /// No such game can be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// It cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What is wrong with a file of samples.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// It does not begin with [`MAGIC`].
    #[error("not a file of samples: it does not begin with QSMP0003")]
    NoSamples,
    /// It is of the form before this one.
    #[error(
        "samples without checksums, QSMP0002, as an older release wrote them: play the run again, into another file"
    )]
    Older,
    /// Its header cannot be read.
    #[error("cannot read the header of the samples: {0}")]
    Header(String),
    /// Its header is not what was written.
    #[error("the header, bytes 0 to {until}, is damaged")]
    DamagedHeader {
        /// Where the blocks begin.
        until: u64,
    },
    /// It belongs to another run.
    #[error("the file belongs to another run: its {0} differs")]
    OtherRun(&'static str),
    /// It is the same part of the run as another file.
    #[error("shard {0} is there twice")]
    Twice(u64),
    /// A block is not what was written.
    #[error("the block at byte {at} is damaged")]
    Damaged {
        /// Where it begins.
        at: u64,
    },
    /// It ends within a block.
    #[error("it ends within the block at byte {at}")]
    Cut {
        /// Where that begins.
        at: u64,
    },
    /// It ends before the last game.
    #[error("it ends at byte {at}, before game {game}")]
    Missing {
        /// Where it ends.
        at: u64,
        /// The game that should follow.
        game: u64,
    },
    /// A block is at the place of another one, or after the last one.
    #[error("the block at byte {at} holds game {game}, which does not belong there")]
    Misplaced {
        /// Where it begins.
        at: u64,
        /// Its game.
        game: u64,
    },
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The CRC-32 of all these bytes, as zlib has it.
fn checksum(parts: &[&[u8]]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut place = 0;
        while place < 256 {
            let (mut sum, mut bit) = (place as u32, 0);
            while bit < 8 {
                sum = if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
                bit += 1;
            }
            table[place] = sum;
            place += 1;
        }
        table
    };
    let add = |sum: u32, byte: &u8| sum >> 8 ^ TABLE[usize::from(sum as u8 ^ byte)];
    !parts.iter().copied().flatten().fold(!0, add)
}

/// The checksum of a block, which is a part of its head.
fn block_checksum(block: &[u8]) -> u32 {
    checksum(&[&block[..HEAD - 4], &block[HEAD..]])
}

/// A sample without the result of its game, which is known only later.
#[derive(Debug, Clone)]
pub struct Sample {
    place: u16,
    certain: Vec<i16>,
    expected: Vec<i16>,
    moves: Vec<u16>,
    lists: Vec<u16>,
}

impl Sample {
    /// Returns the sample of a position, with the weights (1 to 255) that the bot gave the first steps and how it expected the game to end.
    pub fn new(
        rules: &Rules,
        state: &State,
        moves: &[(What, u8)],
        outlook: Option<&Outlook>,
    ) -> Self {
        let passed = Seat::all(state.seats()).filter(|&seat| state.has_passed(seat));
        let passed = passed.fold(0, |bits, seat| bits | 1 << seat.index());
        let place = state.seats() | state.turn().index() << 4 | state.round() << 8 | passed << 12;
        let mut lists = Vec::with_capacity(400);
        let mut list = |present: &mut Present| {
            lists.push(present.len() as u16);
            lists.extend(present.drain(..));
        };
        let mut present = Present::new();
        features::of_numbers(rules, state.round(), state.seats(), &mut present);
        features::of_table(state, &mut present);
        list(&mut present);
        let mut certain = Vec::with_capacity(Seat::MOST);
        for seat in Seat::all(state.seats()) {
            certain.push(features::of_seat(rules, state, seat, &mut present));
            list(&mut present);
        }
        let seats = state.seats();
        let expected = outlook.map_or(vec![UNKNOWN; 2 * seats], |outlook| {
            let scores = outlook.scores[..seats].iter().map(|score| score * SCORE_ONE);
            let wins = outlook.wins[..seats].iter().map(|win| win * WIN_ONE);
            scores.chain(wins).map(|number| number.round() as i16).collect()
        });
        let step =
            |&(what, weight): &(What, u8)| (what_index(what) as u16) << 8 | u16::from(weight);
        let moves = moves.iter().map(step).collect();
        Self { place: place as u16, certain, expected, moves, lists }
    }

    /// Its words with the final scores: seats, turn, round and who has passed, certain points, final scores, expected
    /// scores and shares of the victory, the first steps with their weights, the table's features, each seat's.
    fn words(&self, end: &State) -> impl Iterator<Item = u16> {
        let certain = self.certain.iter().map(|&points| points as u16);
        let scores = end.players().iter().map(|player| player.score as u16);
        let steps = [self.moves.len() as u16].into_iter().chain(self.moves.iter().copied());
        let expected = self.expected.iter().map(|&number| number as u16);
        let head = [self.place].into_iter().chain(certain).chain(scores).chain(expected);
        head.chain(steps).chain(self.lists.iter().copied())
    }

    /// How many words it has.
    fn len(&self) -> usize {
        2 + 4 * self.certain.len() + self.moves.len() + self.lists.len()
    }
}

/// Returns the block of a game: its number, the length of what follows its head, the number of samples and a checksum; the samples' lengths
/// and the samples themselves, in words of 16 bits.
pub fn block(number: u64, samples: &[Sample], end: &State) -> Vec<u8> {
    let lengths = samples.iter().map(|sample| sample.len() as u16);
    let words = lengths.chain(samples.iter().flat_map(|sample| sample.words(end)));
    let body: Vec<u8> = words.flat_map(u16::to_le_bytes).collect();
    let mut block = number.to_le_bytes().to_vec();
    block.extend((body.len() as u32).to_le_bytes());
    block.extend((samples.len() as u32).to_le_bytes());
    block.extend([0; 4]);
    block.extend(body);
    let sum = block_checksum(&block);
    block[HEAD - 4..HEAD].copy_from_slice(&sum.to_le_bytes());
    block
}

/// Writes everything before the blocks.
pub fn begin(file: &mut impl Write, header: &Header) -> Result<(), SamplesError> {
    let text = toml::to_string(header).map_err(|error| SamplesError::Header(error.to_string()))?;
    let symmetries = features::symmetries().concat();
    let symmetries: Vec<u8> = symmetries.into_iter().flat_map(u16::to_le_bytes).collect();
    file.write_all(MAGIC)?;
    file.write_all(&(text.len() as u32).to_le_bytes())?;
    file.write_all(&checksum(&[text.as_bytes(), &symmetries]).to_le_bytes())?;
    file.write_all(text.as_bytes())?;
    Ok(file.write_all(&symmetries)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn header(shard: u64, of: u64) -> Header {
        let header = Header::new("designer".into(), "front".into(), 2, "1".into(), 5);
        Header { shard: [shard, of], ..header }
    }

    fn file(header: &Header, games: &[u64]) -> Vec<u8> {
        let mut file = Vec::new();
        begin(&mut file, header).unwrap();
        let end = State::new(&Rules::FRONT, 2, Seat::all(2).next().unwrap()).unwrap();
        let sample = Sample::new(&Rules::FRONT, &end, &[(What::Pass, 255)], None);
        for &game in games {
            file.extend(block(game, std::slice::from_ref(&sample), &end));
        }
        file
    }

    fn open(file: &[u8]) -> Blocks<Cursor<Vec<u8>>> {
        Blocks::open("file", Cursor::new(file.to_vec())).unwrap()
    }

    #[test]
    fn shards_merge_into_the_whole_run() {
        let parts = [file(&header(2, 2), &[1, 3]), file(&header(1, 2), &[0, 2, 4])];
        let mut shards: Vec<_> = parts.iter().map(|part| open(part)).collect();
        let mut merged = Vec::new();
        assert_eq!(merge(&mut shards, &mut merged).unwrap(), 5);
        assert!(merged == file(&header(1, 1), &[0, 1, 2, 3, 4]));
    }

    #[test]
    fn a_sample_says_how_the_game_was_expected_to_end() {
        let end = State::new(&Rules::FRONT, 2, Seat::all(2).next().unwrap()).unwrap();
        let outlook = Outlook { scores: [70.5, -1.0, 0.0, 0.0], wins: [0.75, 0.25, 0.0, 0.0] };
        let numbers = |outlook: Option<&Outlook>| {
            let sample = Sample::new(&Rules::FRONT, &end, &[(What::Pass, 255)], outlook);
            let words: Vec<_> = sample.words(&end).map(|word| word as i16).collect();
            assert_eq!(words.len(), sample.len());
            words[5..9].to_vec()
        };
        assert_eq!(numbers(Some(&outlook)), [2256, -32, 24_000, 8_000]);
        assert_eq!(numbers(None), [UNKNOWN; 4]);
    }

    #[test]
    fn what_does_not_belong_together_is_not_merged() {
        let refused = |parts: &[Vec<u8>]| {
            let open = |(n, part): (usize, &Vec<u8>)| {
                Blocks::open(format!("part-{n}"), Cursor::new(part.clone())).unwrap()
            };
            let mut shards: Vec<_> = parts.iter().enumerate().map(open).collect();
            merge(&mut shards, &mut Vec::new()).unwrap_err().to_string()
        };
        let (first, second) = (file(&header(1, 2), &[0, 2, 4]), file(&header(2, 2), &[1]));
        let missing = format!("part-1: it ends at byte {}, before game 3", second.len());
        assert_eq!(refused(&[first.clone(), second]), missing);
        assert_eq!(refused(&[first.clone(), first.clone()]), "part-1: shard 1 is there twice");
        let other = file(&Header { players: 3, ..header(2, 2) }, &[1, 3]);
        assert!(refused(&[first, other]).contains("another run"));
    }

    #[test]
    fn a_file_that_was_cut_is_read_up_to_there() {
        let all = file(&header(1, 1), &[0, 1, 2]);
        let two = file(&header(1, 1), &[0, 1]).len();
        for cut in [1, 10, all.len() - two - 1] {
            let mut blocks = open(&all[..all.len() - cut]);
            assert_eq!(blocks.read().unwrap().unwrap().0, 0);
            assert_eq!(blocks.read().unwrap().unwrap().0, 1);
            assert_eq!(blocks.whole(), two as u64);
            let end = blocks.read().unwrap_err().to_string();
            assert_eq!(end, format!("file: it ends within the block at byte {two}"));
        }
        let refused =
            |file: &[u8]| Blocks::open("f", Cursor::new(file.to_vec())).err().unwrap().to_string();
        assert!(refused(b"QSMP").starts_with("f: not a file of samples"));
        assert!(
            refused(b"something else that is long enough").starts_with("f: not a file of samples")
        );
        assert!(refused(b"QSMP0002 and what followed").contains("without checksums"));
        let other = file(&Header { features: 99, ..header(1, 1) }, &[]);
        assert!(refused(&other).contains("set of features"));
        assert!(refused(&file(&header(3, 2), &[])).contains("no shard 3 of 2"));
    }

    #[test]
    fn the_checksum_is_that_of_zlib() {
        assert_eq!(checksum(&[b"1234", b"56789"]), 0xcbf4_3926);
    }

    /// Every bit of a small file that is turned, every cut and every doubled block is refused by the file's name and the place.
    #[test]
    fn any_damage_is_noticed_and_located() {
        let whole = file(&header(1, 1), &[0, 1, 2, 3, 4]);
        let merged = |file: &[u8]| {
            let blocks = Blocks::open("part", Cursor::new(file.to_vec()))?;
            merge(&mut [blocks], &mut Vec::new())
        };
        assert_eq!(merged(&whole).unwrap(), 5);
        let blocks = whole.len() - file(&header(1, 1), &[]).len();
        let (start, length) = (whole.len() - blocks, blocks / 5);
        let refused = |file: &[u8], what: &str| {
            let why = merged(file).expect_err(what).to_string();
            assert!(why.starts_with("part: "), "{what}: {why}");
            why
        };
        for at in (0..16).chain((16..start).step_by(97)).chain(start..whole.len()) {
            for bit in [0, 3, 7] {
                let mut damaged = whole.clone();
                damaged[at] ^= 1 << bit;
                let why = refused(&damaged, &format!("bit {bit} of byte {at}"));
                if at >= start {
                    let block = start + (at - start) / length * length;
                    assert!(why.contains(&format!(" at byte {block}")), "{at}: {why}");
                }
            }
        }
        for end in (0..start).step_by(997).chain(start..whole.len()) {
            refused(&whole[..end], &format!("cut at {end}"));
        }
        for number in 0..5 {
            let block = start + number * length..start + (number + 1) * length;
            for place in 0..=5 {
                let at = start + place * length;
                let doubled = [&whole[..at], &whole[block.clone()], &whole[at..]].concat();
                let why = refused(&doubled, &format!("block {number} again at {place}"));
                assert!(why.contains("which does not belong there"), "{why}");
            }
            let without = [&whole[..block.start], &whole[block.end..]].concat();
            refused(&without, &format!("without block {number}"));
        }
    }
}
