//! Questions about all twelve attributes at once: a set of kinds is six rows of six bits, a row for each colour.
use crate::kind::{AttributeSet, KindSet};

/// The lowest bit of each row: the kinds of the first pattern.
const FIRSTS: u64 = 0x4104_1041;

/// Moves the lowest bit of each row together: row n's becomes bit n.
const fn gather(firsts: u64) -> u64 {
    // One copy for each row, moved so that its own bit lands at 25 + n; no two bits of the copies meet.
    (firsts.wrapping_mul(0x0210_8421) >> 25) & 0b11_1111
}

/// How many bits are set in each row: row n's number stands in place of row n.
const fn row_counts(rows: u64) -> u64 {
    let pairs = rows - ((rows >> 1) & (FIRSTS * 0b01_0101));
    let mask = FIRSTS * 0b11;
    (pairs & mask) + ((pairs >> 2) & mask) + ((pairs >> 4) & mask)
}

/// How many bits are set in each column: column n's number stands in place of row n.
fn column_counts(rows: u64) -> u64 {
    (0..6).map(|row| u64::from(COLUMN[(rows >> (6 * row)) as usize & 0b11_1111])).sum()
}

/// The lowest bit of each row whose number reaches 32: what is compared is moved there.
const fn reaching_32(numbers: u64) -> u64 {
    numbers >> 5 & FIRSTS
}

impl KindSet {
    /// The attributes that at least one of these kinds has.
    pub(crate) const fn attributes(self) -> AttributeSet {
        let rows = self.0;
        // Adding 31 to a row's low five bits carries into the sixth if one of them is set.
        let low = FIRSTS * 31;
        let colours = gather(reaching_32(((rows & low) + low) | rows));
        let halves = rows | rows >> 18;
        let patterns = (halves | halves >> 6 | halves >> 12) & 0b11_1111;
        AttributeSet((patterns << 6 | colours) as u16)
    }

    /// The attributes that more than `most` (at most 30) of these kinds have.
    pub(crate) fn attributes_of_more_than(self, most: usize) -> AttributeSet {
        let missing = FIRSTS * (31 - most as u64);
        let colours = gather(reaching_32(row_counts(self.0) + missing));
        let patterns = gather(reaching_32(column_counts(self.0) + missing));
        AttributeSet((patterns << 6 | colours) as u16)
    }

    /// Those of all kinds whose value is at most `more` plus the number of these kinds that have their colour, or their pattern.
    pub(crate) fn within_reach(self, more: u8) -> Self {
        /// Each pattern's place in the row of its number.
        const PLACES: u64 = 1 << 6 | 2 << 12 | 3 << 18 | 4 << 24 | 5 << 30;
        // More than six does not matter, and would overflow a row.
        let head_start = FIRSTS * (31 + u64::from(more.min(6)));
        let columns = column_counts(self.0) + head_start - PLACES;
        let mut within = FIRSTS * gather(reaching_32(columns));
        let rows = row_counts(self.0) + head_start;
        for place in 0..6 {
            within |= reaching_32(rows - FIRSTS * place) << place;
        }
        Self(within)
    }

    /// The sum of the kinds' values.
    pub(crate) const fn value(self) -> u32 {
        let mut sum = 0;
        let mut pattern = 0;
        while pattern < 6 {
            sum += self.column_len(pattern) as u32 * (pattern as u32 + 1);
            pattern += 1;
        }
        sum
    }

    /// How many of these kinds have this pattern (0 to 5).
    const fn column_len(self, pattern: usize) -> usize {
        // The product's sixth row adds up the lowest bits of all six.
        ((((self.0 >> pattern) & FIRSTS).wrapping_mul(FIRSTS) >> 30) & 0b111) as usize
    }

    /// The kinds of this colour (0 to 5), a bit for each pattern.
    pub(crate) const fn row(self, colour: usize) -> usize {
        (self.0 >> (6 * colour)) as usize & 0b11_1111
    }

    /// The kinds of this pattern (0 to 5), a bit for each colour.
    pub(crate) const fn column(self, pattern: usize) -> usize {
        gather((self.0 >> pattern) & FIRSTS) as usize
    }
}

/// A row's bits moved apart, one to the lowest bit of each row: the inverse of [`KindSet::column`].
pub(crate) static COLUMN: [u32; 64] = {
    let mut columns = [0; 64];
    let mut row = 0;
    while row < 64 {
        let mut bit = 0;
        while bit < 6 {
            columns[row] |= ((row as u32 >> bit) & 1) << (6 * bit);
            bit += 1;
        }
        row += 1;
    }
    columns
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::{Attribute, Kind};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn all_attributes_at_once_are_each_attribute_alone(bits in 0u64..1 << 36, sparse: u64) {
            for kinds in [KindSet(bits), KindSet(bits & sparse), KindSet(bits | (sparse >> 28))] {
                let len = |attribute: Attribute| (kinds & attribute.kinds()).len();
                let present: AttributeSet = Attribute::all().filter(|&a| len(a) > 0).collect();
                prop_assert_eq!(kinds.attributes(), present);
                for most in 0..=30 {
                    let more: AttributeSet = Attribute::all().filter(|&a| len(a) > most).collect();
                    prop_assert_eq!(kinds.attributes_of_more_than(most), more, "{}", most);
                }
            }
        }

        #[test]
        fn values_are_compared_all_at_once(bits in 0u64..1 << 36, sparse: u64, more in 0u8..9) {
            let kinds = KindSet(bits & sparse);
            for kind in Kind::all() {
                let [colour, pattern] = [Attribute::Colour(kind.colour()), Attribute::Pattern(kind.pattern())]
                    .map(|attribute| (kinds & attribute.kinds()).len());
                let within = usize::from(kind.value()) <= usize::from(more) + colour.max(pattern);
                prop_assert_eq!(kinds.within_reach(more).contains(kind), within, "{}", kind);
            }
            prop_assert_eq!(kinds.value(), kinds.iter().map(|k| u32::from(k.value())).sum::<u32>());
        }

        #[test]
        fn rows_and_columns_are_taken_out_and_put_back(bits in 0u64..1 << 36) {
            let kinds = KindSet(bits);
            let mut by_colour = KindSet::EMPTY;
            let mut by_pattern = KindSet::EMPTY;
            for i in 0..6 {
                by_colour |= KindSet((kinds.row(i) as u64) << (6 * i));
                by_pattern |= KindSet(u64::from(COLUMN[kinds.column(i)]) << i);
            }
            prop_assert_eq!((by_colour, by_pattern), (kinds, kinds));
        }
    }

    #[test]
    fn nothing_and_everything() {
        assert!(KindSet::EMPTY.attributes().is_empty());
        assert_eq!(KindSet::ALL.attributes().len(), 12);
        assert_eq!(KindSet::ALL.attributes_of_more_than(5).len(), 12);
        assert!(KindSet::ALL.attributes_of_more_than(6).is_empty());
        let one = Kind::from_index(35).unwrap();
        assert_eq!(KindSet::of(one).attributes().len(), 2);
    }
}
