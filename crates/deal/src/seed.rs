//! Seeds: 32 bytes, written as 64 hexadecimal digits or as a decimal number.
use rand_core::Rng;
use std::fmt;
use std::str::FromStr;

/// The 32 bytes that all luck of a game comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// Returns a fresh seed.
    pub fn random(rng: &mut impl Rng) -> Self {
        let mut bytes = [0; 32];
        rng.fill_bytes(&mut bytes);
        Self(bytes)
    }

    /// Returns the seed that a number stands for: the number itself, big end first.
    pub const fn from_number(number: u64) -> Self {
        let mut bytes = [0; 32];
        let number = number.to_be_bytes();
        let mut i = 0;
        while i < 8 {
            bytes[24 + i] = number[i];
            i += 1;
        }
        Self(bytes)
    }

    /// Returns the seed that comes `step` after this one, as numbers of 256 bits: for series of games.
    pub const fn plus(self, step: u64) -> Self {
        let mut bytes = self.0;
        let mut carry = step as u128;
        let mut i = 32;
        while i > 0 && carry > 0 {
            i -= 1;
            let sum = bytes[i] as u128 + carry;
            bytes[i] = sum as u8;
            carry = sum >> 8;
        }
        Self(bytes)
    }
}

/// The error for a text that is not a seed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a seed is 64 hexadecimal digits, or a decimal number below 2^64")]
pub struct SeedError;

impl FromStr for Seed {
    type Err = SeedError;

    fn from_str(text: &str) -> Result<Self, SeedError> {
        if text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit()) {
            let mut bytes = [0; 32];
            for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
                let digits = std::str::from_utf8(digits).map_err(|_| SeedError)?;
                *byte = u8::from_str_radix(digits, 16).map_err(|_| SeedError)?;
            }
            return Ok(Self(bytes));
        }
        // `u64` would accept a sign.
        if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
            return Err(SeedError);
        }
        text.parse().map(Self::from_number).map_err(|_| SeedError)
    }
}

/// 64 hexadecimal digits.
impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A seed is secret until the game is over, so `Debug` does not print it.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_seeds() {
        let seed: Seed = "258".parse().unwrap();
        assert_eq!(seed.0[30..], [1, 2]);
        assert_eq!(seed.to_string().parse(), Ok(seed));
        assert_eq!(seed.to_string().to_uppercase().parse(), Ok(seed));
        for wrong in ["", "-1", "+1", "1.5", "abc", "18446744073709551616", &"g".repeat(64)] {
            assert_eq!(wrong.parse::<Seed>(), Err(SeedError), "{wrong}");
        }
    }

    #[test]
    fn series_carry_over() {
        assert_eq!(Seed::from_number(255).plus(1), Seed::from_number(256));
        assert_eq!(Seed([255; 32]).plus(1), Seed([0; 32]));
        assert_eq!(Seed::from_number(u64::MAX).plus(u64::MAX).0[23], 1);
    }

    #[test]
    fn a_seed_does_not_show_itself() {
        assert!(!format!("{:?}", Seed([0xab; 32])).contains("ab"));
    }
}
