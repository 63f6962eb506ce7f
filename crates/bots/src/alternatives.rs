//! The alternatives of a decision: the best candidates that differ in more than a payment or which copies they take.
use crate::{Candidate, Decision};
use quinta_rules::Action;

/// The most choices that are shown, the best one included.
pub(crate) const CHOICES: usize = 3;

/// Whether two actions differ at most in how they are paid for or which copies they take.
pub(crate) fn is_variant(one: &Action, other: &Action) -> bool {
    match (one, other) {
        (Action::Acquire(one), Action::Acquire(other)) => one.attribute() == other.attribute(),
        (Action::Place { kind, cell, .. }, Action::Place { kind: other, cell: there, .. }) => {
            (kind, cell) == (other, there)
        }
        (Action::Expand { kind, area, .. }, Action::Expand { kind: other, area: there, .. }) => {
            (kind, area) == (other, there)
        }
        (Action::Buy { .. }, Action::Buy { .. }) | (Action::Pass(_), Action::Pass(_)) => true,
        _ => false,
    }
}

impl Decision {
    /// The best candidates that are not variants of the action or of one another, two at most.
    pub fn alternatives(&self) -> Vec<&Candidate> {
        let mut choices: Vec<&Candidate> = Vec::new();
        for candidate in &self.candidates {
            if choices.len() < CHOICES
                && choices.iter().all(|other| !is_variant(&other.action, &candidate.action))
            {
                choices.push(candidate);
            }
        }
        choices.split_off(choices.len().min(1))
    }

    /// The points that this candidate gives away against the best one.
    pub fn gives_away(&self, candidate: &Candidate) -> f32 {
        let best = self.candidates.first().map_or(candidate.value, |best| best.value);
        (best - candidate.value).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::positions;
    use crate::{BotLevel, Budget};
    use quinta_deal::{Deal, Seed};
    use quinta_rules::{Rules, State};

    #[test]
    fn alternatives_are_other_choices_and_give_something_away() {
        let rules = Rules::FRONT;
        for level in [BotLevel::Gardener, BotLevel::Designer, BotLevel::Architect] {
            let bot = level.build(&rules, 2);
            let mut two = 0;
            for state in positions(&rules, 2, 6) {
                let decision = bot.choose(&state, Budget::Simulations(30), 1);
                let others = decision.alternatives();
                let mut last = 0.0;
                for (place, other) in others.iter().enumerate() {
                    assert!(!is_variant(&decision.action, &other.action), "{level:?}");
                    let earlier = &others[..place];
                    assert!(earlier.iter().all(|x| !is_variant(&x.action, &other.action)));
                    let given = decision.gives_away(other);
                    assert!(given >= last, "the better one comes first");
                    last = given;
                }
                two += usize::from(others.len() == 2);
            }
            assert!(two > 5, "{level:?}: {two}");
        }
    }

    #[test]
    fn the_first_of_a_decision_gives_nothing_away() {
        let rules = Rules::FRONT;
        let bot = BotLevel::Designer.build(&rules, 2);
        for seed in 0..40 {
            let deal = Deal::new(&Seed::from_number(seed), &rules, 2).unwrap();
            let mut state = State::new(&rules, 2, deal.first()).unwrap();
            while let Some(outcome) = deal.answer(&rules, &state) {
                state.chance(&rules, &outcome).unwrap();
            }
            let decision = bot.judge(&state, &Action::PASS, Budget::default(), 1);
            assert!(decision.gives_away(&decision.candidates[0]).abs() < f32::EPSILON);
            let pass = decision.candidates.iter().find(|one| one.action == Action::PASS).unwrap();
            let given = decision.gives_away(pass);
            assert!(given >= 12.0, "to pass at once gives away much, whatever was dealt: {given}");
        }
    }
}
