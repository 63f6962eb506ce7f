//! One step of a game: an outcome of chance, or an action of a seat.
use crate::action::{Action, Illegal, Seat};
use crate::board::Rules;
use crate::chance::{Chance, ImpossibleChance};
use crate::state::{Effect, State};

/// One step of a game. A game is its setup and its steps, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// An outcome of chance.
    Chance(Chance),
    /// An action of a seat.
    Act(Seat, Action),
}

impl Step {
    /// Returns the seat and its action, unless the step is chance.
    pub const fn action(&self) -> Option<(Seat, &Action)> {
        match self {
            Self::Chance(_) => None,
            Self::Act(seat, action) => Some((*seat, action)),
        }
    }
}

/// Why a step is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum StepError {
    /// The action is against the rules.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// The outcome is impossible here.
    #[error(transparent)]
    Impossible(#[from] ImpossibleChance),
}

impl State {
    /// Plays a step. A refused step changes nothing. Chance has no further effect.
    pub fn step(&mut self, rules: &Rules, step: &Step) -> Result<Effect, StepError> {
        match step {
            Step::Chance(chance) => {
                self.chance(rules, chance)?;
                Ok(Effect::default())
            }
            Step::Act(seat, action) => Ok(self.play(rules, *seat, action)?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::display::TopTiles;

    #[test]
    fn a_step_is_chance_or_an_action_and_a_refused_one_changes_nothing() {
        let rules = Rules::FRONT;
        let seat = Seat::new(0).unwrap();
        let mut state = State::new(&rules, 2, seat).unwrap();
        let tiles = ["g2", "b1", "g6", "p5"].map(|kind| kind.parse().unwrap());
        let draw = Step::Chance(Chance::Draw(TopTiles::new(tiles).unwrap()));
        let pass = Step::Act(seat, Action::PASS);

        let before = state;
        assert_eq!(state.step(&rules, &pass), Err(Illegal::AwaitingChance.into()));
        assert_eq!(state, before);
        assert_eq!(state.step(&rules, &draw), Ok(Effect::default()));
        assert_eq!(state.display().tiles().len(), 4);

        let before = state;
        assert_eq!(state.step(&rules, &draw), Err(ImpossibleChance::NotAwaited.into()));
        assert_eq!(state, before);
        assert!(state.step(&rules, &pass).is_ok());
        assert!(state.has_passed(seat));
        assert_eq!((draw.action(), pass.action()), (None, Some((seat, &Action::PASS))));
    }
}
