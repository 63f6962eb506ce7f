//! The layers of a net, in whole numbers.
use quinta_rules::Seat;

/// Columns of the first layer that are summed at a time: as many as fit into the registers of a small processor.
pub(super) const BLOCK: usize = 64;
/// The most columns that a net may have, so that one fits into a megabyte.
pub(super) const WIDEST: usize = 128;
/// The most units that a second layer may have.
pub(super) const DEEPEST: usize = 64;
/// What stands for 1 in the activations, and in the weights of the second layer and of the policy.
pub(super) const ONE: i32 = 512;
/// The largest activation: just below 4.
pub(super) const MOST: i16 = 2047;
/// What stands for 1 in the weights of the heads.
pub(super) const HEAD_ONE: i32 = 4096;
/// Outputs of a seat: points to come, its own part of the logit of victory, and what a point of score adds to that logit.
pub(super) const HEADS: usize = 3;
/// The points that stand for 1 in the heads.
pub(super) const POINTS: f32 = 32.0;

/// A sparse layer: the sum of a bias and a row for each feature that is present.
#[derive(Debug, Clone)]
pub(super) struct Sparse {
    pub(super) bias: Vec<i16>,
    pub(super) rows: Vec<i16>,
}

/// The three views that a unit of a later layer has, each as wide as the first layer: the seat, all others together, the table.
#[derive(Debug, Clone)]
pub(super) struct Units {
    pub(super) own: Vec<i16>,
    pub(super) others: Vec<i16>,
    pub(super) table: Vec<i16>,
    pub(super) bias: Vec<i32>,
}

/// The second layer of a round, and its heads.
#[derive(Debug, Clone)]
pub(super) struct Stage {
    pub(super) units: Units,
    pub(super) heads: Vec<i16>,
    pub(super) head_bias: Vec<i32>,
}

/// Whether the sum of each row and its bias stays within 32 bits, whatever activations it meets.
pub(super) fn are_sound(rows: &[i16], bias: &[i32], width: usize, times: i64) -> bool {
    rows.chunks_exact(width).zip(bias).all(|(row, &bias)| {
        let sum: i64 = row.iter().map(|&weight| i64::from(weight).abs()).sum();
        times * sum * i64::from(MOST) + i64::from(bias).abs() < i64::from(i32::MAX) / 4
    })
}

impl Units {
    /// Whether no sum can overflow: each of the three views may use a quarter of the range.
    pub(super) fn is_sound(&self, wide: usize) -> bool {
        let others = Seat::MOST as i64 - 1;
        let unbiased = vec![0; self.bias.len()];
        are_sound(&self.own, &self.bias, wide, 1)
            && are_sound(&self.others, &unbiased, wide, others)
            && are_sound(&self.table, &unbiased, wide, 1)
    }

    /// The sum of one unit.
    pub(super) fn sum(&self, unit: usize, own: &[i16], others: &[i16], table: i32) -> i32 {
        let row = unit * own.len()..(unit + 1) * own.len();
        dot(&self.own[row.clone()], own) + dot(&self.others[row], others) + table
    }

    /// What the table adds to one unit.
    pub(super) fn sum_of_table(&self, unit: usize, table: &[i16]) -> i32 {
        let row = unit * table.len()..(unit + 1) * table.len();
        dot(&self.table[row], table) + self.bias[unit]
    }
}

/// The dot product. Chunks of sixteen let the compiler use instructions that multiply and add pairs.
pub(super) fn dot(a: &[i16], b: &[i16]) -> i32 {
    let product = |(&a, &b): (&i16, &i16)| i32::from(a) * i32::from(b);
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<BLOCK>(), b.as_chunks::<BLOCK>());
    let mut sum = a_rest.iter().zip(b_rest).map(product).sum();
    for (a, b) in a.iter().zip(b) {
        for (a, b) in a.as_chunks::<16>().0.iter().zip(b.as_chunks::<16>().0) {
            sum += a.iter().zip(b).map(product).sum::<i32>();
        }
    }
    sum
}

/// The activations of a first layer; those beyond the net's width are 0.
pub(super) type Wide = [i16; WIDEST];

impl Sparse {
    /// Adds the rows of these features to `start` and clamps the sums to the range of activations.
    pub(super) fn activate(&self, start: &[i16], present: &[u16], into: &mut Wide) {
        let (start, _) = start.as_chunks::<BLOCK>();
        let blocks = start.len();
        let (rows, _) = self.rows.as_chunks::<BLOCK>();
        let (into, _) = into.as_chunks_mut::<BLOCK>();
        for (block, (start, into)) in start.iter().zip(into).enumerate() {
            let mut sums = *start;
            for &feature in present {
                let row = &rows[usize::from(feature) * blocks + block];
                for (sum, &weight) in sums.iter_mut().zip(row) {
                    *sum = i16::saturating_add(*sum, weight);
                }
            }
            *into = sums.map(|sum| sum.clamp(0, MOST));
        }
    }

    /// The bias and the rows of these features.
    pub(super) fn total(&self, present: &[u16]) -> Vec<i16> {
        let wide = self.bias.len();
        let mut total = self.bias.clone();
        for &feature in present {
            let row = &self.rows[usize::from(feature) * wide..][..wide];
            total.iter_mut().zip(row).for_each(|(sum, &weight)| *sum = sum.saturating_add(weight));
        }
        total
    }
}
