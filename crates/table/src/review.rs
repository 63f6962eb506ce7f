//! A review in the types of the wire.
use crate::game::describe;
use quinta_bots::Candidate;
use quinta_bots::review::{Judged, moments};
use quinta_record::{Moment, Replay};
use quinta_rules::{Seat, Step};
use quinta_wire::{self as wire, BetterMove, ReviewedMove, StateView};

/// Returns the review of a game, given the judgements of its moves in order.
pub fn review(replay: &Replay, judged: &[Judged]) -> wire::Review {
    let moments = moments(judged);
    let acted = replay.steps().zip(1..).filter_map(|(moment, number)| {
        let (seat, _) = moment.step.action()?;
        Some((moment, number, seat))
    });
    let moves = acted.zip(judged).enumerate().map(|(place, ((moment, number, seat), judged))| {
        let mattered = moments.contains(&place);
        let shown = if mattered { judged.better.len() } else { 1 };
        let better = judged.better.iter().take(shown);
        let better = better.filter_map(|one| better_move(replay, &moment, seat, one, mattered));
        ReviewedMove {
            number,
            seat,
            round: moment.before.round() as u8 + 1,
            lead: tenths(judged.value),
            given_away: tenths(judged.given_away),
            grade: judged.grade(),
            better: better.collect(),
        }
    });
    let moves = moves.collect();
    wire::Review { moves, moments: moments.into_iter().map(|place| place as u32).collect() }
}

/// Returns the move's event; `None` if the rules refuse it, which no bot proposes.
fn better_move(
    replay: &Replay,
    moment: &Moment,
    seat: Seat,
    candidate: &Candidate,
    with_state: bool,
) -> Option<BetterMove> {
    let (rules, before) = (replay.rules(), moment.before);
    let step = Step::Act(seat, candidate.action);
    let mut after = *before;
    let effect = after.step(rules, &step).ok()?;
    Some(BetterMove {
        event: describe(rules, before, &step, &after, &effect, false),
        lead: tenths(candidate.value),
        why: candidate.why.clone(),
        state: with_state.then(|| StateView::of(rules, &after)),
    })
}

/// More digits than tenths would suggest a precision that is not there.
fn tenths(points: f32) -> f32 {
    (10.0 * points).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use quinta_bots::{BotLevel, Budget};
    use quinta_deal::{Deal, Seed};
    use quinta_record::Setup;
    use quinta_rules::{Action, Rules, State};

    /// A game in which everybody passes at once, which gives away a lot.
    fn passed() -> Replay {
        let rules = Rules::FRONT;
        let deal = Deal::new(&Seed::from_number(7), &rules, 2).unwrap();
        let setup = Setup::known(rules.clone(), 2, deal.first(), deal.stacks(), deal.supply());
        let mut replay = Replay::begin(&setup).unwrap();
        while !replay.state().is_over() {
            let state: &State = replay.state();
            let step = match deal.answer(&rules, state) {
                Some(outcome) => Step::Chance(outcome),
                None => Step::Act(state.turn(), Action::PASS),
            };
            replay.step(&step).unwrap();
        }
        replay
    }

    #[test]
    fn every_move_is_told_and_those_that_mattered_are_shown() {
        let replay = passed();
        let bot = BotLevel::Designer.build(replay.rules(), 2);
        let acted = || replay.steps().filter(|moment| moment.step.action().is_some());
        let judge = |moment: Moment| {
            let (_, action) = moment.step.action().unwrap();
            Judged::of(&*bot, moment.before, action, Budget::default(), 1)
        };
        let judged: Vec<_> = acted().map(judge).collect();
        let told = review(&replay, &judged);
        assert_eq!(told.moves.len(), acted().count());
        assert_eq!(told.moments.len(), 5, "{told:?}");
        for (place, one) in told.moves.iter().enumerate() {
            let mattered = told.moments.contains(&(place as u32));
            assert_eq!(one.better.is_empty(), one.given_away == 0.0);
            assert!(one.better.len() <= if mattered { 3 } else { 1 });
            for better in &one.better {
                assert_eq!(better.state.is_some(), mattered);
                assert!(better.lead > one.lead && !better.why.is_empty());
            }
            let step = replay.steps().nth(one.number as usize - 1).unwrap().step;
            assert_eq!(step.action().map(|(seat, _)| seat), Some(one.seat));
        }
        // The review does not depend on how the record was made.
        let text = serde_json::to_string(&told).unwrap();
        assert_eq!(serde_json::from_str::<wire::Review>(&text).unwrap(), told);
    }
}
