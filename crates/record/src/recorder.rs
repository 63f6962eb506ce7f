//! Writing a record while a game is played.
use crate::event::{ActionEvent, Event};
use crate::figures::Figures;
use crate::record::Record;
use crate::replay::Replay;
use crate::setup::{Setup, SetupProblem};
use quinta_rules::{
    Action, Chance, Effect, Illegal, ImpossibleChance, Kind, Phase, Rules, Seat, State,
};
use serde_json::Map;

/// Plays a game and writes its record.
///
/// Expansions that the setting-up hides are written in as they are turned, so a recorder that began with [`Setup::hidden`]
/// holds at every moment the record that may be given out.
#[derive(Debug, Clone)]
pub struct Recorder {
    record: Record,
    replay: Replay,
    figures: bool,
}

/// An outcome of chance that cannot be recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RecorderError {
    /// It cannot be.
    #[error(transparent)]
    Impossible(#[from] ImpossibleChance),
    /// The setting-up has another expansion there, or has this one elsewhere.
    #[error("the expansion {0} is turned up, which is not what the setting-up says")]
    NotAsSetUp(Kind),
}

impl Recorder {
    /// A recorder for a game that begins now. With `figures` every action carries `legal` and `after`.
    pub fn new(setup: Setup, figures: bool) -> Result<Self, SetupProblem> {
        let replay = Replay::begin(&setup)?;
        Ok(Self { record: Record::new(setup), replay, figures })
    }

    /// The rules that are played by.
    pub fn rules(&self) -> &Rules {
        self.replay.rules()
    }

    /// The state as it is now.
    pub fn state(&self) -> &State {
        self.replay.state()
    }

    /// The game so far.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// The record so far; it has a result once the game is over.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The record, once nothing more is to come.
    pub fn into_record(self) -> Record {
        self.record
    }

    /// Plays an action and writes it down; one that is refused changes nothing.
    pub fn play(&mut self, seat: Seat, action: &Action) -> Result<Effect, Illegal> {
        let legal = self.figures.then(|| self.state().counts(self.rules()));
        let effect = self.replay.play(seat, action)?;
        self.record.events.push(Event::Action(Box::new(ActionEvent {
            seat,
            action: *action,
            legal,
            refused: Vec::new(),
            after: None,
            other: Map::new(),
        })));
        self.record.result = self.replay.result();
        self.fill_in_figures();
        Ok(effect)
    }

    /// Takes an outcome of chance and writes it down; one that is refused changes nothing.
    pub fn chance(&mut self, chance: &Chance) -> Result<(), RecorderError> {
        match *chance {
            Chance::Draw(tiles) => {
                self.replay.draw(tiles)?;
                self.record.events.push(Event::draw(tiles));
            }
            Chance::TurnUp(kind) => self.turn_up(kind)?,
        }
        self.fill_in_figures();
        Ok(())
    }

    fn turn_up(&mut self, kind: Kind) -> Result<(), RecorderError> {
        let (round, from) = self.replay.to_turn().ok_or(ImpossibleChance::NotAwaited)?;
        let Setup { stacks, supply, .. } = &self.record.setup;
        let written = stacks[round][from];
        let elsewhere = written.is_none()
            && stacks.iter().flatten().chain(supply).any(|place| *place == Some(kind));
        if elsewhere || written.is_some_and(|written| written != kind) {
            return Err(RecorderError::NotAsSetUp(kind));
        }
        self.replay.turn_up(kind)?;
        self.record.setup.stacks[round][from] = Some(kind);
        Ok(())
    }

    /// Once chance has had its say, the last action gets its figures.
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
