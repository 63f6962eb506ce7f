//! Hash keys of states for searchers, the same on every machine.
use crate::state::State;
use std::hash::{Hash, Hasher};

impl State {
    /// Returns a quick hash. Equal states have equal keys.
    pub fn key(&self) -> u64 {
        self.keys::<1>()[0]
    }

    /// Returns the key and a second one that is mixed in another way: together so long that two states of a search do not share them.
    pub fn fingerprint(&self) -> [u64; 2] {
        self.keys()
    }

    fn keys<const N: usize>(&self) -> [u64; N] {
        let mut hasher = Mixer([0; N]);
        self.hash(&mut hasher);
        let mut keys = hasher.0;
        keys[0] = hasher.finish();
        keys
    }
}

/// By how much each lane rotates, and what it multiplies by.
const LANES: [(u32, u64); 2] = [(5, 0x9e37_79b9_7f4a_7c15), (23, 0xff51_afd7_ed55_8ccd)];

/// Multiplies and rotates word by word, as good as a searcher's table needs.
struct Mixer<const N: usize>([u64; N]);

impl<const N: usize> Hasher for Mixer<N> {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        for (lane, (rotation, factor)) in self.0.iter_mut().zip(LANES) {
            *lane = (lane.rotate_left(rotation) ^ word).wrapping_mul(factor);
        }
    }

    fn write_u8(&mut self, byte: u8) {
        self.write_u64(u64::from(byte));
    }

    // Lengths and discriminants arrive as machine words: widened, so that keys do not depend on the machine.
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        let mixed = (self.0[0] ^ self.0[0] >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ mixed >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Seat;
    use crate::board::Rules;

    #[test]
    fn keys_tell_states_apart() {
        let rules = Rules::FRONT;
        let state = State::new(&rules, 2, Seat::new(0).unwrap()).unwrap();
        let same = State::new(&rules, 2, Seat::new(0).unwrap()).unwrap();
        let other = State::new(&rules, 2, Seat::new(1).unwrap()).unwrap();
        assert_eq!((state.key(), state.fingerprint()), (same.key(), same.fingerprint()));
        assert_eq!(state.fingerprint()[0], state.key());
        for half in 0..2 {
            assert_ne!(state.fingerprint()[half], other.fingerprint()[half]);
        }
        // The same on every machine.
        assert_eq!(state.key(), 3_512_373_860_446_641_453);
    }

    /// Tables use the low bits of a key or the high ones, so every input bit must affect both.
    #[test]
    fn every_bit_moves_both_ends_of_a_key() {
        let key = |words: &[u64]| {
            let mut hasher = Mixer([0]);
            for &word in words {
                hasher.write_u64(word);
            }
            hasher.finish()
        };
        for before in [&[][..], &[1], &[u64::MAX, 7]] {
            let with = |word| key(&[before, &[word]].concat());
            let mut low: Vec<_> = (0..64).map(|bit| with(1 << bit) as u16).collect();
            let mut high: Vec<_> = (0..64).map(|bit| (with(1 << bit) >> 48) as u16).collect();
            for ends in [&mut low, &mut high] {
                ends.sort_unstable();
                ends.dedup();
                // 64 random values of 65,536 collide rarely; a lost bit collides often.
                assert!(ends.len() >= 62, "{} after {before:?}", ends.len());
            }
            assert!((0..64).all(|bit| with(1 << bit) != with(0)));
        }
        // Over many keys each bit is set in half of them.
        for bit in 0..64 {
            let set = (0..4096).filter(|&word| key(&[word]) >> bit & 1 != 0).count();
            assert!((1843..=2253).contains(&set), "bit {bit}: {set} of 4096");
        }
        let one = |write: fn(&mut Mixer<1>)| {
            let mut hasher = Mixer([0]);
            write(&mut hasher);
            hasher.finish()
        };
        assert_eq!(one(|hasher| hasher.write_u8(9)), key(&[9]));
        assert_eq!(one(|hasher| hasher.write_usize(9)), key(&[9]));
        assert_eq!(one(|hasher| hasher.write_isize(9)), key(&[9]));
        assert_eq!(one(|hasher| hasher.write(&[9, 1, 0, 0, 0, 0, 0, 0, 2])), key(&[9 + 256, 2]));
    }
}
