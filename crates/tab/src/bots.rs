//! Which bot stands behind a level of the wire, how long it thinks, and its reasons in the words of the wire.
use quinta_bots::{Bot, BotSpec, Decision, Knowledge, Tools};
use quinta_rules::Rules;
use quinta_wire::{Advice, Level, Why};
use std::time::Duration;

/// Returns how long a bot of this level thinks about a move when nobody else waits.
pub const fn thinks_for(level: Level) -> Duration {
    match level {
        Level::Random | Level::Seedling | Level::Gardener => Duration::from_millis(100),
        Level::Designer => Duration::from_millis(600),
        Level::Mason | Level::Architect => Duration::from_millis(900),
    }
}

/// Returns a bot of this level: the one place that knows which bot stands behind a level.
pub fn sit_down(
    level: Level,
    rules: &Rules,
    seats: usize,
    knowledge: &Knowledge,
    tools: Tools,
) -> Box<dyn Bot> {
    let bot = match level {
        Level::Random => quinta_bots::Level::Random,
        Level::Seedling => quinta_bots::Level::Seedling,
        Level::Gardener => quinta_bots::Level::Gardener,
        Level::Designer => quinta_bots::Level::Designer,
        Level::Mason => quinta_bots::Level::Mason,
        Level::Architect => quinta_bots::Level::Architect,
    };
    BotSpec::from(bot).sit_down_with(rules, seats, knowledge, tools)
}

/// Returns why a bot decided as it did, for the wire.
pub fn advice(decision: &Decision) -> Option<Advice> {
    let best = decision.candidates.first()?;
    let sure = best.win.map(|share| (100.0 * share).round().clamp(0.0, 100.0) as u8);
    Some(Advice { sure, why: best.why.iter().copied().map(why).collect() })
}

fn why(why: quinta_bots::Why) -> Why {
    use quinta_bots::Why as Bots;
    match why {
        Bots::Random => Why::Random {},
        Bots::Group { attribute, size, points } => Why::Group { attribute, size, points },
        Bots::Pair { attribute } => Why::Pair { attribute },
        Bots::Starts => Why::Starts {},
        Bots::Surrounds { feature, jokers } => Why::Surrounds { feature, jokers },
        Bots::Rounds { points } => Why::Rounds { points },
        Bots::Spaces { spaces } => Why::Spaces { spaces },
        Bots::Affords { kind } => Why::Affords { kind },
        Bots::Takes { hexagons } => Why::Takes { hexagons },
        Bots::Denies { seat, points } => Why::Denies { seat, points },
        Bots::MakesRoom { places } => Why::MakesRoom { places },
        Bots::Costs { points } => Why::Costs { points },
        Bots::Begins => Why::Begins {},
        Bots::Stops => Why::Stops {},
    }
}
