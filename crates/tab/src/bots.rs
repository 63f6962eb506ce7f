//! The bots at a table: their choice in a position, and their advice.
use quinta_bots::{Bot, Budget, Candidate, Decision};
use quinta_rules::{Action, State};
use quinta_wire::{Advice, Alternative};

/// Returns why a bot decided as it did, for the wire, and what could be done instead: the next best, or what it was asked about.
pub fn advice(decision: &Decision, about: Option<&Action>) -> Option<Advice> {
    let best = decision.candidates.first()?;
    let sure = best.win.map(|share| (100.0 * share).round().clamp(0.0, 100.0) as u8);
    let instead = match about {
        Some(action) => decision.candidates.iter().filter(|one| one.action == *action).collect(),
        None => decision.alternatives(),
    };
    let told = |other: &Candidate| Alternative {
        action: other.action,
        gives_away: decision.gives_away(other).round() as u16,
        why: other.why.clone(),
    };
    let instead = instead.into_iter().map(told).collect();
    Some(Advice { sure, why: best.why.clone(), instead })
}

/// Returns what a bot of this level thinks, about an action if one is named.
pub fn think(
    bot: &dyn Bot,
    state: &State,
    about: Option<&Action>,
    budget: Budget,
    seed: u64,
) -> Decision {
    match about {
        Some(action) => bot.judge(state, action, budget, seed),
        None => bot.choose(state, budget, seed),
    }
}
