//! Writing a record while a game is played.
use crate::event::{ActionEvent, Event};
use crate::figures::Figures;
use crate::record::Record;
use crate::replay::Replay;
use crate::setup::{Setup, SetupProblem};
use quinta_rules::{Chance, Effect, ImpossibleChance, Kind, Phase, Rules, State, Step, StepError};

/// Plays a game and writes its record.
///
/// Expansions that the setup hides are filled in as they are turned up, so a recorder that began with [`Setup::hidden`]
/// always holds a record that may be made public.
#[derive(Debug, Clone)]
pub struct Recorder {
    record: Record,
    replay: Replay,
    figures: bool,
}

/// A step that cannot be recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RecorderError {
    /// The rules refuse it.
    #[error(transparent)]
    Refused(#[from] StepError),
    /// The setup has another expansion there, or has this one elsewhere.
    #[error("unexpected expansion {0} turned up: the setup has another one there")]
    NotAsSetUp(Kind),
}

impl Recorder {
    /// Returns a recorder for a game that begins now. With `figures` every action carries `legal` and `after`.
    pub fn new(setup: Setup, figures: bool) -> Result<Self, SetupProblem> {
        let replay = Replay::begin(&setup)?;
        Ok(Self { record: Record::new(setup), replay, figures })
    }

    /// Returns the rules of the game.
    pub fn rules(&self) -> &Rules {
        self.replay.rules()
    }

    /// Returns the state as it is now.
    pub fn state(&self) -> &State {
        self.replay.state()
    }

    /// Returns the game so far.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// Returns the record so far; it has a result once the game is over.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Ends the recording and returns the record.
    pub fn into_record(self) -> Record {
        self.record
    }

    /// Plays a step and records it. A refused step changes nothing.
    pub fn step(&mut self, step: &Step) -> Result<Effect, RecorderError> {
        let turned = match *step {
            Step::Chance(Chance::TurnUp(kind)) => Some((self.place_of(kind)?, kind)),
            _ => None,
        };
        let legal = step.action().filter(|_| self.figures);
        let legal = legal.map(|_| self.state().counts(self.rules()));
        let effect = self.replay.step(step)?;
        match *step {
            Step::Act(seat, action) => {
                let mut event = ActionEvent::new(seat, action);
                event.legal = legal;
                self.record.events.push(Event::Action(Box::new(event)));
                self.record.result = self.replay.result();
            }
            Step::Chance(Chance::Draw(tiles)) => self.record.events.push(Event::draw(tiles)),
            Step::Chance(Chance::TurnUp(_)) => {}
        }
        if let Some(((round, from), kind)) = turned {
            self.record.setup.stacks[round][from] = Some(kind);
        }
        self.fill_in_figures();
        Ok(effect)
    }

    /// Returns the position of the expansion to be turned up, if the setup allows this kind there.
    fn place_of(&self, kind: Kind) -> Result<(usize, usize), RecorderError> {
        let not_awaited = StepError::Impossible(ImpossibleChance::NotAwaited);
        let (round, from) = self.replay.to_turn().ok_or(not_awaited)?;
        let Setup { stacks, supply, .. } = &self.record.setup;
        let written = stacks[round][from];
        let elsewhere = written.is_none()
            && stacks.iter().flatten().chain(supply).any(|place| *place == Some(kind));
        if elsewhere || written.is_some_and(|written| written != kind) {
            return Err(RecorderError::NotAsSetUp(kind));
        }
        Ok((round, from))
    }

    /// Adds its figures to the last action, after the chance that followed it.
    fn fill_in_figures(&mut self) {
        if !self.figures || !matches!(self.state().phase(), Phase::Act | Phase::Over) {
            return;
        }
        let figures = Figures::of(self.replay.state());
        let last = self.record.events.iter_mut().rev().find_map(|event| match event {
            Event::Action(event) => Some(event),
            Event::Draw(_) => None,
        });
        if let Some(event) = last {
            event.after = Some(figures);
        }
    }
}
