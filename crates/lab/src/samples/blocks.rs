//! Reading files of samples block by block, with an eye for damage, and merging them.
use super::{Fault, HEAD, Header, MAGIC, SamplesError, begin, block_checksum, checksum};
use quinta_bots::evaluation::WHATS;
use quinta_bots::features::{self, SEAT_FEATURES, TABLE_FEATURES};
use std::io::{self, ErrorKind, Read, Write};

/// Those of the form before, without checksums.
const OLDER_MAGIC: &[u8; 8] = b"QSMP0002";
/// The longest header and the longest block that are read.
const LONGEST: usize = 1 << 24;

/// A number in little-endian bytes.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte))
}

/// A file of samples that is read block by block.
pub struct Blocks<F> {
    name: String,
    file: F,
    header: Header,
    /// How many blocks were read.
    count: u64,
    /// The offset at which they end.
    whole: u64,
}

impl<F: Read> Blocks<F> {
    /// Reads the header of a file of this name.
    pub fn open(name: impl Into<String>, file: F) -> Result<Self, SamplesError> {
        let name = name.into();
        Self::begin(name.clone(), file).map_err(|fault| SamplesError::File { file: name, fault })
    }

    fn begin(name: String, mut file: F) -> Result<Self, Fault> {
        let mut start = [0; 16];
        if !fill(&mut file, &mut start)? {
            return Err(Fault::NoSamples);
        }
        if start.starts_with(OLDER_MAGIC) {
            return Err(Fault::Older);
        }
        let lengths = start.strip_prefix(MAGIC).ok_or(Fault::NoSamples)?;
        let length = number(&lengths[..4]).min(LONGEST as u64);
        let mut text = Vec::new();
        (&mut file).take(length).read_to_end(&mut text)?;
        let mut symmetries = vec![0; 2 * 12 * SEAT_FEATURES];
        let until = start.len() as u64 + length + symmetries.len() as u64;
        let filled = fill(&mut file, &mut symmetries)?;
        let header = toml::from_str::<Header>(&String::from_utf8_lossy(&text));
        if let Ok(header) = &header
            && (header.features, header.seat_features, header.table_features, header.whats)
                != (features::VERSION, SEAT_FEATURES, TABLE_FEATURES, WHATS)
        {
            return Err(Fault::OtherRun("set of features"));
        }
        if !filled || u64::from(checksum(&[&text, &symmetries])) != number(&lengths[4..]) {
            return Err(Fault::DamagedHeader { until });
        }
        let header = header.map_err(|error| Fault::Header(error.message().to_owned()))?;
        let [shard, of] = header.shard;
        if shard == 0 || shard > of {
            return Err(Fault::Header(format!("there is no shard {shard} of {of}")));
        }
        Ok(Self { name, file, header, count: 0, whole: until })
    }

    /// Returns the header.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the offset at which the blocks read so far end.
    pub const fn whole(&self) -> u64 {
        self.whole
    }

    /// Returns the next block with its game's number; `None` at the end of the file.
    pub fn read(&mut self) -> Result<Option<(u64, Vec<u8>)>, SamplesError> {
        self.next().map_err(|fault| self.failed(fault))
    }

    fn failed(&self, fault: Fault) -> SamplesError {
        SamplesError::File { file: self.name.clone(), fault }
    }

    fn next(&mut self) -> Result<Option<(u64, Vec<u8>)>, Fault> {
        let at = self.whole;
        let mut block = Vec::new();
        (&mut self.file).take(HEAD as u64).read_to_end(&mut block)?;
        match block.len() {
            0 => return Ok(None),
            HEAD => {}
            _ => return Err(Fault::Cut { at }),
        }
        let (game, length) = (number(&block[..8]), number(&block[8..12]));
        if length > LONGEST as u64 {
            return Err(Fault::Damaged { at });
        }
        (&mut self.file).take(length).read_to_end(&mut block)?;
        if block.len() < HEAD + length as usize {
            return Err(Fault::Cut { at });
        }
        if u64::from(block_checksum(&block)) != number(&block[HEAD - 4..HEAD]) {
            return Err(Fault::Damaged { at });
        }
        if self.header.number(self.count) != Some(game) {
            return Err(Fault::Misplaced { at, game });
        }
        self.count += 1;
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
pub fn merge<F: Read>(
    shards: &mut [Blocks<F>],
    into: &mut impl Write,
) -> Result<u64, SamplesError> {
    let Some(first) = shards.first() else { return Err(SamplesError::NoShards) };
    let whole = Header { shard: [1, 1], ..first.header.clone() };
    for shard in &*shards {
        let same = Header { shard: [1, 1], ..shard.header.clone() };
        if same != whole || shard.header.shard[1] != shards.len() as u64 {
            let differs = Fault::OtherRun("bot, board, players, seed, games or shards");
            return Err(shard.failed(differs));
        }
    }
    shards.sort_by_key(|shard| shard.header.shard[0]);
    if let Some(pair) = shards.windows(2).find(|pair| pair[0].header.shard == pair[1].header.shard)
    {
        return Err(pair[1].failed(Fault::Twice(pair[1].header.shard[0])));
    }
    begin(into, &whole)?;
    let count = shards.len() as u64;
    for game in whole.numbers() {
        let shard = &mut shards[(game % count) as usize];
        let Some((_, block)) = shard.read()? else {
            return Err(shard.failed(Fault::Missing { at: shard.whole, game }));
        };
        into.write_all(&block)?;
    }
    for shard in shards {
        // What follows the last game belongs nowhere: reading it says so.
        shard.read()?;
    }
    Ok(whole.games)
}
