//! The bots at a table: how long each level thinks, and what it advises.
use quinta_bots::Decision;
use quinta_wire::{Advice, Level};
use std::time::Duration;

/// Returns how long a bot of this level thinks about a move when nobody else waits.
pub const fn thinks_for(level: Level) -> Duration {
    match level {
        Level::Random | Level::Seedling | Level::Gardener => Duration::from_millis(100),
        Level::Designer => Duration::from_millis(600),
        Level::Mason | Level::Architect => Duration::from_millis(900),
    }
}

/// Returns why a bot decided as it did, for the wire.
pub fn advice(decision: &Decision) -> Option<Advice> {
    let best = decision.candidates.first()?;
    let sure = best.win.map(|share| (100.0 * share).round().clamp(0.0, 100.0) as u8);
    Some(Advice { sure, why: best.why.clone() })
}
