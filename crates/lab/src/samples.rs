//! Files of samples: positions as a net sees them, with the bot's preferences and how the game ended. `docs/formats.md` describes them.
//!
//! There is one block for each game, by rising number. So a truncated file can be continued, and the shards of a run can be merged into
//! the file that a single machine would have written.
use quinta_bots::evaluation::{Outlook, WHATS, what_index};
use quinta_bots::features::{self, Present, SEAT_FEATURES, TABLE_FEATURES};
use quinta_rules::{Rules, Seat, SetupError, State, What};
use serde::{Deserialize, Serialize};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};

/// The first bytes of a file of samples.
pub const MAGIC: &[u8; 8] = b"QSMP0002";
/// The scale of the expected scores, and of the shares of the victory.
const SCORE_ONE: f32 = 32.0;
const WIN_ONE: f32 = 32_000.0;
/// Stands for a missing expectation.
const UNKNOWN: i16 = i16::MIN;
/// The longest header and the longest block that are read.
const LONGEST: usize = 1 << 24;

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
}

/// Why a file of samples cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SamplesError {
    /// It does not begin with [`MAGIC`].
    #[error("not a file of samples: it does not begin with QSMP0002")]
    NoSamples,
    /// Its header cannot be read.
    #[error("cannot read the header of the samples: {0}")]
    Header(String),
    /// It belongs to another run.
    #[error("the file belongs to another run: its {0} differs")]
    OtherRun(&'static str),
    /// A shard is missing or there twice.
    #[error("the shards do not make up a whole run: game {0} is missing or there twice")]
    Incomplete(u64),
    /// No such game can be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
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

/// Returns the block of a game: its number, the length of what follows and the number of samples; their lengths and the samples themselves, in words of 16 bits.
pub fn block(number: u64, samples: &[Sample], end: &State) -> Vec<u8> {
    let lengths = samples.iter().map(|sample| sample.len() as u16);
    let words = lengths.chain(samples.iter().flat_map(|sample| sample.words(end)));
    let body: Vec<u8> = words.flat_map(u16::to_le_bytes).collect();
    let mut block = number.to_le_bytes().to_vec();
    block.extend((body.len() as u32).to_le_bytes());
    block.extend((samples.len() as u32).to_le_bytes());
    block.extend(body);
    block
}

/// Writes everything before the blocks.
pub fn begin(file: &mut impl Write, header: &Header) -> Result<(), SamplesError> {
    let text = toml::to_string(header).map_err(|error| SamplesError::Header(error.to_string()))?;
    file.write_all(MAGIC)?;
    file.write_all(&(text.len() as u32).to_le_bytes())?;
    file.write_all(text.as_bytes())?;
    let symmetries = features::symmetries().concat();
    let bytes: Vec<u8> = symmetries.into_iter().flat_map(u16::to_le_bytes).collect();
    Ok(file.write_all(&bytes)?)
}

/// A file of samples that is read block by block.
pub struct Blocks<F> {
    file: F,
    header: Header,
    /// The offset at which the blocks read so far end.
    whole: u64,
}

impl<F: Read + Seek> Blocks<F> {
    /// Reads the header.
    pub fn open(mut file: F) -> Result<Self, SamplesError> {
        let mut start = [0; 12];
        let cut = |error: io::Error| match error.kind() {
            ErrorKind::UnexpectedEof => SamplesError::NoSamples,
            _ => error.into(),
        };
        file.read_exact(&mut start).map_err(cut)?;
        let length = start.strip_prefix(MAGIC).ok_or(SamplesError::NoSamples)?;
        let length = length.iter().rev().fold(0, |sum, &byte| sum << 8 | usize::from(byte));
        let mut text = Vec::new();
        (&mut file).take(length.min(LONGEST) as u64).read_to_end(&mut text)?;
        let text = String::from_utf8_lossy(&text);
        let header: Header = toml::from_str(&text)
            .map_err(|error| SamplesError::Header(error.message().to_owned()))?;
        let ours = Header {
            features: features::VERSION,
            seat_features: SEAT_FEATURES,
            table_features: TABLE_FEATURES,
            whats: WHATS,
            ..header.clone()
        };
        if header != ours {
            return Err(SamplesError::OtherRun("set of features"));
        }
        let whole = file.seek(SeekFrom::Current(2 * 12 * SEAT_FEATURES as i64))?;
        Ok(Self { file, header, whole })
    }

    /// Returns the header.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the offset at which the blocks read so far end.
    pub const fn whole(&self) -> u64 {
        self.whole
    }

    /// Returns the next block with its game's number; `None` at the end of the file or at a truncated block.
    pub fn read(&mut self) -> Result<Option<(u64, Vec<u8>)>, SamplesError> {
        let mut block = vec![0; 16];
        if !fill(&mut self.file, &mut block)? {
            return Ok(None);
        }
        let number =
            |bytes: &[u8]| bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        let (game, length) = (number(&block[..8]), number(&block[8..12]));
        if length > LONGEST as u64 {
            return Ok(None);
        }
        block.resize(16 + length as usize, 0);
        if !fill(&mut self.file, &mut block[16..])? {
            return Ok(None);
        }
        self.whole += block.len() as u64;
        Ok(Some((game, block)))
    }
}

/// Fills a buffer; `false` if there was not enough to read.
fn fill(file: &mut impl Read, into: &mut [u8]) -> io::Result<bool> {
    match file.read_exact(into) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// Merges the shards of one run into the file that a single machine would have written; returns how many games it has.
pub fn merge<F: Read + Seek>(
    shards: &mut [Blocks<F>],
    into: &mut impl Write,
) -> Result<u64, SamplesError> {
    let Some(first) = shards.first() else { return Err(SamplesError::Incomplete(0)) };
    let whole = Header { shard: [1, 1], ..first.header.clone() };
    for shard in &*shards {
        let same = Header { shard: [1, 1], ..shard.header.clone() };
        if same != whole || shard.header.shard[1] != shards.len() as u64 {
            return Err(SamplesError::OtherRun("bot, board, players, seed, games or shards"));
        }
    }
    begin(into, &whole)?;
    shards.sort_by_key(|shard| shard.header.shard[0]);
    let count = shards.len() as u64;
    for number in whole.numbers() {
        let shard = &mut shards[(number % count) as usize];
        match shard.read()? {
            Some((game, block)) if game == number => into.write_all(&block)?,
            _ => return Err(SamplesError::Incomplete(number)),
        }
    }
    Ok(whole.games)
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
        Blocks::open(Cursor::new(file.to_vec())).unwrap()
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
            let mut shards: Vec<_> = parts.iter().map(|part| open(part)).collect();
            merge(&mut shards, &mut Vec::new()).unwrap_err().to_string()
        };
        let (first, second) = (file(&header(1, 2), &[0, 2, 4]), file(&header(2, 2), &[1]));
        let missing = "the shards do not make up a whole run: game 3 is missing or there twice";
        assert_eq!(refused(&[first.clone(), second]), missing);
        assert!(refused(&[first.clone(), first.clone()]).contains("game 1 is missing"));
        let other = file(&Header { players: 3, ..header(2, 2) }, &[1, 3]);
        assert!(refused(&[first, other]).contains("another run"));
    }

    #[test]
    fn a_file_that_was_cut_is_read_up_to_there() {
        let all = file(&header(1, 1), &[0, 1, 2]);
        let two = file(&header(1, 1), &[0, 1]).len();
        for cut in [1, 10, all.len() - two - 1] {
            let mut blocks = open(&all[..all.len() - cut]);
            let mut games = Vec::new();
            while let Some((game, _)) = blocks.read().unwrap() {
                games.push(game);
            }
            assert_eq!((games, blocks.whole()), (vec![0, 1], two as u64));
        }
        let refused =
            |file: &[u8]| Blocks::open(Cursor::new(file.to_vec())).err().unwrap().to_string();
        assert!(refused(b"QSMP").starts_with("not a file of samples"));
        assert!(
            refused(b"something else that is long enough").starts_with("not a file of samples")
        );
        let other = file(&Header { features: 99, ..header(1, 1) }, &[]);
        assert!(refused(&other).contains("set of features"));
    }
}
