//! Replaying a game: every step, the states before and after it, and its effect.
use crate::event::Event;
use crate::record::Record;
use crate::result::GameResult;
use crate::setup::{Setup, SetupProblem};
use quinta_rules::scoring::end_of_round;
use quinta_rules::{Action, Chance, Effect, Phase, Rules, State, Step, StepError};

/// A replayed game. It has every step, turned-up expansions included; an event of a record is a draw or an action,
/// and the expansions that are turned up after it count with it.
#[derive(Debug, Clone)]
pub struct Replay {
    rules: Rules,
    /// The state before each step, and the one after the last.
    states: Vec<State>,
    taken: Vec<PlayedStep>,
    events: usize,
    rounds: Vec<Vec<RoundResult>>,
}

#[derive(Debug, Clone, Copy)]
struct PlayedStep {
    event: usize,
    step: Step,
    effect: Effect,
}

/// One step of a replay.
#[derive(Debug, Clone, Copy)]
pub struct Moment<'a> {
    /// The number of the record's event that it belongs to, from 0.
    pub event: usize,
    /// The state before it.
    pub before: &'a State,
    /// What happened.
    pub step: &'a Step,
    /// Its effect.
    pub effect: &'a Effect,
    /// The state after it.
    pub after: &'a State,
}

/// A seat's scoring of one round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundResult {
    /// The seat's points before it.
    pub before: i16,
    /// The points scored.
    pub points: u32,
}

/// Why a record cannot be replayed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The game cannot be set up like this.
    #[error("setup: {0}")]
    Setup(SetupProblem),
    /// The rules refuse what an event says.
    #[error("event {event}: {why}")]
    Refused {
        /// The event's number, from 0.
        event: usize,
        /// Why.
        why: StepError,
    },
    /// An expansion is turned up whose kind the record hides.
    #[error("event {event}: expansion {from} of round {} is turned up but hidden", round + 1)]
    Hidden {
        /// The number of the event after which it is turned up, from 0.
        event: usize,
        /// The round, from 0.
        round: usize,
        /// Its place in the round's stack.
        from: usize,
    },
}

impl Replay {
    /// Begins a replay at the setup.
    pub fn begin(setup: &Setup) -> Result<Self, SetupProblem> {
        Ok(Self {
            rules: setup.rules.clone(),
            states: vec![setup.begin()?],
            taken: Vec::new(),
            events: 0,
            rounds: Vec::new(),
        })
    }

    /// Replays a record. Only the rules are checked; [`crate::verify`] compares everything else that the record says.
    pub fn of(record: &Record) -> Result<Self, ReplayError> {
        let mut replay = Self::begin(&record.setup).map_err(ReplayError::Setup)?;
        for event in &record.events {
            replay.follow(&record.setup, event)?;
        }
        Ok(replay)
    }

    /// Plays an event's step, then turns up the expansions that it emptied, as the setup has them.
    pub(crate) fn follow(&mut self, setup: &Setup, event: &Event) -> Result<(), ReplayError> {
        let number = self.events;
        let refused = |why| ReplayError::Refused { event: number, why };
        self.step(&event.step()).map_err(refused)?;
        while let Some((round, from)) = self.to_turn() {
            let Some(kind) = setup.stacks[round][from] else {
                return Err(ReplayError::Hidden { event: number, round, from });
            };
            self.step(&Step::Chance(Chance::TurnUp(kind))).map_err(refused)?;
        }
        Ok(())
    }

    /// Plays a step. A refused step changes nothing.
    pub fn step(&mut self, step: &Step) -> Result<Effect, StepError> {
        let mut state = *self.state();
        let effect = state.step(&self.rules, step)?;
        if let (Some(_), Step::Act(_, Action::Pass(discard))) = (effect.round_ended, step) {
            let scored = end_of_round(&self.rules, self.state(), discard);
            self.rounds.push(
                scored
                    .map(|(before, score)| RoundResult { before, points: score.total() })
                    .collect(),
            );
        }
        if !matches!(step, Step::Chance(Chance::TurnUp(_))) {
            self.events += 1;
        }
        // Nothing can be turned up before the first draw, so there is an event by now.
        self.taken.push(PlayedStep { event: self.events.saturating_sub(1), step: *step, effect });
        self.states.push(state);
        Ok(effect)
    }

    /// Returns the rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the number of events.
    pub fn events(&self) -> usize {
        self.events
    }

    /// Returns the state as it is now, after the last step.
    pub fn state(&self) -> &State {
        &self.states[self.taken.len()]
    }

    /// Returns the state before the event with this number; [`Replay::events`] gives the state after the last.
    pub fn state_at(&self, event: usize) -> Option<&State> {
        let before = self.taken.partition_point(|taken| taken.event < event);
        self.states.get(before).filter(|_| event <= self.events)
    }

    /// Returns every step with the states before and after it.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = Moment<'_>> + ExactSizeIterator {
        self.taken.iter().zip(self.states.windows(2)).map(|(taken, states)| Moment {
            event: taken.event,
            before: &states[0],
            step: &taken.step,
            effect: &taken.effect,
            after: &states[1],
        })
    }

    /// Returns the scoring of each seat for every round that is over.
    pub fn rounds(&self) -> &[Vec<RoundResult>] {
        &self.rounds
    }

    /// Returns the result, if the game is over.
    pub fn result(&self) -> Option<GameResult> {
        let end = self.state();
        end.is_over().then(|| GameResult::of(&self.rules, end, &self.rounds))
    }

    /// Returns the place of the expansion that is to be turned now: its round (from 0) and its place in that round's stack.
    pub fn to_turn(&self) -> Option<(usize, usize)> {
        let state = self.state();
        let from = state.display().to_turn().filter(|_| state.phase() == Phase::TurnUp)?;
        Some((state.round(), usize::from(from)))
    }
}
