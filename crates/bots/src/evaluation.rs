//! The trait of evaluations, whether hand-made or learned: expected scores, shares of the victory, and possibly a policy.
pub use crate::net::Memory;
use quinta_rules::{Kind, Seat, State, What, Whats};

/// The first steps that an action can have: 12 attributes to acquire, 36 tiles and 36 expansions to place, buying, passing.
pub const WHATS: usize = 12 + 2 * Kind::COUNT + 2;

/// A policy: a logit for each first step, by [`what_index`].
pub type Logits = [f32; WHATS];

/// How a game is expected to end, by seat. Seats that are not in the game have 0.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Outlook {
    /// The final scores.
    pub scores: [f32; Seat::MOST],
    /// The shares of the victory; they add up to 1.
    pub wins: [f32; Seat::MOST],
}

impl Outlook {
    /// The result of a game that is over; a tie is shared.
    pub fn result(state: &State) -> Self {
        let mut outlook = Self::default();
        for (score, player) in outlook.scores.iter_mut().zip(state.players()) {
            *score = f32::from(player.score);
        }
        let winners = state.winners().count() as f32;
        state.winners().for_each(|seat| outlook.wins[seat.index()] = 1.0 / winners);
        outlook
    }

    /// The lead of a seat over the best other.
    pub fn lead(&self, seat: Seat, seats: usize) -> f32 {
        let others = Seat::all(seats).filter(|&other| other != seat);
        let best = others.map(|other| self.scores[other.index()]).fold(f32::NEG_INFINITY, f32::max);
        self.scores[seat.index()] - best
    }
}

/// Estimates how a game will end: the hand-made evaluation, or a learned net.
pub trait Evaluation: Send + Sync {
    /// How the game is expected to end. The state may wait for anything. The memory affects speed only.
    fn outlook(&self, state: &State, memory: &mut Memory) -> Outlook;

    /// Writes the logits of these first steps for the seat whose turn it is; the others are left undefined. Returns `false`, with
    /// nothing written, if the evaluation has no policy.
    fn policy(
        &self,
        _state: &State,
        _whats: &Whats,
        _logits: &mut Logits,
        _memory: &mut Memory,
    ) -> bool {
        false
    }
}

/// The index of a first step among the [`WHATS`].
pub const fn what_index(what: What) -> usize {
    match what {
        What::Acquire(attribute) => attribute.index(),
        What::Place(kind) => 12 + kind.index(),
        What::Expand(kind) => 12 + Kind::COUNT + kind.index(),
        What::Buy => WHATS - 2,
        What::Pass => WHATS - 1,
    }
}

/// The exponential function to about six digits, with the same bits on every machine, unlike that of the system's library.
pub fn exp(x: f32) -> f32 {
    let power = (x * std::f32::consts::LOG2_E).clamp(-126.0, 126.0);
    let whole = power.floor();
    let f = power - whole;
    // 2^f for 0 <= f < 1, by a polynomial of least error.
    let fraction = 1.0
        + f * (std::f32::consts::LN_2
            + f * (0.240_226_5
                + f * (0.055_504_1 + f * (0.009_618_4 + f * 0.001_333_3 + f * f * 0.000_170_5))));
    fraction * f32::from_bits(((whole as i32 + 127) as u32) << 23)
}

/// Shares that add up to 1, from the logits of these many seats.
pub(crate) fn shares(logits: [f32; Seat::MOST], seats: usize) -> [f32; Seat::MOST] {
    let most = logits[..seats].iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut shares = [0.0; Seat::MOST];
    for (share, logit) in shares.iter_mut().zip(&logits[..seats]) {
        *share = exp(logit - most);
    }
    let total: f32 = shares.iter().sum();
    shares.map(|share| share / total)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quinta_rules::Attribute;

    #[test]
    fn every_first_step_has_a_place_of_its_own() {
        let attributes = Attribute::all().map(What::Acquire);
        let tiles = Kind::all().map(What::Place);
        let expansions = Kind::all().map(What::Expand);
        let all = attributes.chain(tiles).chain(expansions).chain([What::Buy, What::Pass]);
        let places: Vec<_> = all.map(what_index).collect();
        assert_eq!(places, (0..WHATS).collect::<Vec<_>>());
    }

    #[test]
    fn our_exponential_is_the_exponential() {
        for step in -800..800 {
            let x = step as f32 / 10.0;
            let (ours, theirs) = (exp(x), x.exp());
            assert!(
                (ours - theirs).abs() <= theirs * 2e-6 * x.abs().max(1.0),
                "{x}: {ours}, {theirs}"
            );
        }
    }

    #[test]
    fn shares_add_up() {
        let shares = shares([0.0, 2.0, -1.0, 50.0], 3);
        assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-6 && shares[3] == 0.0);
        assert!(shares[1] > shares[0] && shares[0] > shares[2]);
    }
}
