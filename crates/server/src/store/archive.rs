//! Old games: the log of a game that is over, packed into one compressed row from which every byte comes back.
use super::{Store, StoreError};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::io::{Read, Write};

/// A game that is over; those that ended earlier come first.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ended {
    /// When something last happened, in milliseconds since 1970.
    pub updated: u64,
    /// The game.
    pub game: String,
}

/// What packing has brought.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Packed {
    /// Games that were packed.
    pub games: u64,
    /// Their events.
    pub events: u64,
    /// The bytes of these events as they were.
    pub before: u64,
    /// The bytes of what they became.
    pub after: u64,
}

impl std::ops::AddAssign for Packed {
    fn add_assign(&mut self, more: Self) {
        self.games += more.games;
        self.events += more.events;
        self.before += more.before;
        self.after += more.after;
    }
}

/// Games that are packed in one transaction. It takes some milliseconds, so that moves need not wait long.
const BATCH: u32 = 64;

/// Packs the next games that ended before this time. Returns the last of them, or `None` if there are no more.
pub async fn archive(
    store: &(impl Store + ?Sized),
    after: &Ended,
    before: u64,
) -> Result<Option<(Ended, Packed)>, StoreError> {
    let ended = store.ended(after, before, BATCH).await?;
    let Some(last) = ended.last().cloned() else { return Ok(None) };
    let games: Vec<_> = ended.into_iter().map(|ended| ended.game).collect();
    Ok(Some((last, store.pack(&games).await?)))
}

/// A log as it is stored: what was packed of it, and the entries after that.
#[derive(Default)]
pub(super) struct StoredLog {
    /// The number after which entries are wanted. What was packed begins with the first entry all the same.
    pub(super) after: u64,
    pub(super) packed: Option<Vec<u8>>,
    pub(super) entries: Vec<String>,
}

impl StoredLog {
    /// All entries that are wanted.
    pub(super) fn texts(self) -> Result<Vec<String>, StoreError> {
        let Some(packed) = self.packed else { return Ok(self.entries) };
        let packed = unpack(&packed)?.into_iter().skip(self.after as usize);
        Ok(packed.chain(self.entries).collect())
    }

    /// All entries packed, and what that brings; `None` if there is nothing to pack.
    pub(super) fn pack(self) -> Result<Option<(Vec<u8>, Packed)>, StoreError> {
        if self.entries.is_empty() {
            return Ok(None);
        }
        let texts = self.texts()?;
        let Some(log) = pack(&texts)? else { return Ok(None) };
        let before = texts.iter().map(|text| text.len() as u64).sum();
        let (events, after) = (texts.len() as u64, log.len() as u64);
        Ok(Some((log, Packed { games: 1, events, before, after })))
    }
}

/// The entries, one a line, compressed by gzip; `None` if unpacking would not give the same ones.
fn pack(texts: &[String]) -> Result<Option<Vec<u8>>, StoreError> {
    let failed = |why: std::io::Error| StoreError::Failed(why.to_string());
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    for text in texts {
        packed.write_all(text.as_bytes()).map_err(failed)?;
        packed.write_all(b"\n").map_err(failed)?;
    }
    let packed = packed.finish().map_err(failed)?;
    let same = unpack(&packed)? == texts;
    Ok(same.then_some(packed))
}

pub(super) fn unpack(packed: &[u8]) -> Result<Vec<String>, StoreError> {
    let mut text = String::new();
    let read = GzDecoder::new(packed).read_to_string(&mut text);
    read.map_err(|why| StoreError::Unreadable(format!("a packed log: {why}")))?;
    Ok(text.split_terminator('\n').map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn entries_come_back_to_the_letter_or_are_not_packed() {
        let entries = texts(&["{\"a\":1}", "", "é \u{1f33a} \r \\n", " "]);
        let packed = pack(&entries).unwrap().unwrap();
        assert_eq!(unpack(&packed).unwrap(), entries);
        assert!(pack(&texts(&["two\nlines"])).unwrap().is_none());
        for after in [0, 3] {
            let stored =
                StoredLog { after, packed: Some(packed.clone()), entries: texts(&["later"]) };
            let expected = [&entries[after as usize..], &texts(&["later"])].concat();
            assert_eq!(stored.texts().unwrap(), expected);
        }
    }

    #[test]
    fn what_is_broken_is_noticed() {
        let packed = pack(&texts(&["{\"number\":1}"; 50])).unwrap().unwrap();
        for place in [0, 12, packed.len() / 2, packed.len() - 5] {
            let mut broken = packed.clone();
            broken[place] ^= 4;
            assert!(matches!(unpack(&broken), Err(StoreError::Unreadable(_))), "{place}");
        }
        assert!(unpack(&packed[..packed.len() - 1]).is_err());
    }
}
