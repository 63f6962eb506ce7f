//! Solves the end of the last round exactly, over all actions and all expansions that can be turned up, if that is cheap enough.
use super::TriedMove;
use super::fingerprint::{Fingerprint, FingerprintMap};
use crate::evaluation::Outlook;
use quinta_rules::{Action, Chance, Phase, Rules, Seat, State};

/// The number of the last round.
const LAST: usize = 3;

/// Returns every action except discards with its result if everyone plays for the lead from then on, the best first, and how many
/// steps that took; `None` if it would take more than `most`, or if tiles can still be drawn.
pub(super) fn solve(rules: &Rules, state: &State, most: usize) -> Option<(Vec<TriedMove>, usize)> {
    if state.round() < LAST || state.display().stack_len() > 1 {
        return None;
    }
    let mut solver = Solver { rules, left: most, known: FingerprintMap::default() };
    let seat = state.turn().index();
    let mut all = Vec::new();
    for action in state.actions(rules) {
        let Ending { lead, win } = solver.after(state, &action)?;
        all.push(TriedMove { action, visits: 1, lead: lead[seat], win: win[seat] });
    }
    all.sort_by(|a, b| b.lead.total_cmp(&a.lead));
    let steps = most - solver.left;
    if let Some(best) = all.first_mut() {
        best.visits = steps as u32 + 1;
    }
    Some((all, steps))
}

/// How the game ends for every seat, averaged over the expansions that can be turned up.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Ending {
    lead: [f32; Seat::MOST],
    win: [f32; Seat::MOST],
}

impl Ending {
    fn of(state: &State) -> Self {
        let outlook = Outlook::result(state);
        let mut ending = Self { win: outlook.wins, ..Self::default() };
        for seat in Seat::all(state.seats()) {
            ending.lead[seat.index()] = outlook.lead(seat, state.seats());
        }
        ending
    }

    fn add(&mut self, other: &Self, share: f32) {
        for seat in 0..Seat::MOST {
            self.lead[seat] += share * other.lead[seat];
            self.win[seat] += share * other.win[seat];
        }
    }
}

struct Solver<'r> {
    rules: &'r Rules,
    /// How many steps are left.
    left: usize,
    known: FingerprintMap<Ending>,
}

impl Solver<'_> {
    fn after(&mut self, state: &State, action: &Action) -> Option<Ending> {
        let mut after = *state;
        after.play_unchecked(self.rules, action);
        self.ending(&after)
    }

    /// How the game ends from here.
    fn ending(&mut self, state: &State) -> Option<Ending> {
        self.left = self.left.checked_sub(1)?;
        if state.is_over() {
            return Some(Ending::of(state));
        }
        let fingerprint = Fingerprint::of(state);
        if let Some(&ending) = self.known.get(&fingerprint) {
            return Some(ending);
        }
        let ending = match state.phase() {
            Phase::Act | Phase::Over => self.best(state)?,
            Phase::TurnUp => self.mean(state)?,
            Phase::Draw => return None,
        };
        self.known.insert(fingerprint, ending);
        Some(ending)
    }

    fn best(&mut self, state: &State) -> Option<Ending> {
        let seat = state.turn().index();
        let mut best: Option<Ending> = None;
        for action in state.actions(self.rules) {
            let ending = self.after(state, &action)?;
            if best.is_none_or(|best| ending.lead[seat] > best.lead[seat]) {
                best = Some(ending);
            }
        }
        best
    }

    fn mean(&mut self, state: &State) -> Option<Ending> {
        let share = 1.0 / state.unseen().len() as f32;
        let mut mean = Ending::default();
        for kind in state.unseen().iter() {
            let mut after = *state;
            after.chance_unchecked(&Chance::TurnUp(kind));
            mean.add(&self.ending(&after)?, share);
        }
        Some(mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::positions;

    /// The same without a memo table and without a limit.
    fn slowly(rules: &Rules, state: &State) -> Ending {
        let seat = state.turn().index();
        match state.phase() {
            Phase::Over => Ending::of(state),
            Phase::Draw => panic!("a draw in an ending"),
            Phase::TurnUp => {
                let mut mean = Ending::default();
                for kind in state.unseen().iter() {
                    let mut after = *state;
                    after.chance_unchecked(&Chance::TurnUp(kind));
                    mean.add(&slowly(rules, &after), 1.0 / state.unseen().len() as f32);
                }
                mean
            }
            Phase::Act => {
                let all = state.actions(rules).map(|action| {
                    let mut after = *state;
                    after.play_unchecked(rules, &action);
                    slowly(rules, &after)
                });
                all.reduce(|best, one| if one.lead[seat] > best.lead[seat] { one } else { best })
                    .unwrap()
            }
        }
    }

    #[test]
    fn the_last_moves_are_exact() {
        let mut solved = 0;
        for (rules, seats) in [(Rules::FRONT, 2), (Rules::BACK, 2), (Rules::FRONT, 3)] {
            for state in positions(&rules, seats, 1) {
                let Some((tried, count)) = solve(&rules, &state, 1500) else { continue };
                assert!(count <= 1500 && tried.len() == state.actions(&rules).count());
                let best = slowly(&rules, &state).lead[state.turn().index()];
                assert!((tried[0].lead - best).abs() < 1e-3, "{} or {best}", tried[0].lead);
                assert!(tried[1..].iter().all(|other| other.visits < tried[0].visits));
                solved += 1;
            }
        }
        assert!(solved >= 3, "{solved}");
    }

    #[test]
    fn nothing_is_solved_before_it_can_be() {
        let rules = Rules::FRONT;
        for state in positions(&rules, 2, 1) {
            if state.round() < LAST || state.display().stack_len() > 1 {
                assert!(solve(&rules, &state, 1000).is_none());
            }
            assert!(solve(&rules, &state, 0).is_none());
        }
    }
}
