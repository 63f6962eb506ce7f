//! A game played through: the state before each event, and what each event did.
use crate::result::GameResult;
use crate::setup::{Setup, SetupProblem};
use quinta_rules::scoring::RoundScore;
use quinta_rules::{
    Action, Chance, Effect, Illegal, ImpossibleChance, Kind, Phase, Rules, Seat, State, TopTiles,
};

/// A game played through. Turning up an expansion is no event: it belongs to the event before it.
#[derive(Debug, Clone)]
pub struct Replay {
    rules: Rules,
    /// The state before each event, and the one after the last.
    states: Vec<State>,
    done: Vec<Done>,
    rounds: Vec<Vec<u32>>,
}

/// What an event was and did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Done {
    /// Tiles were drawn.
    Draw(TopTiles),
    /// A seat acted.
    Action {
        /// Who.
        seat: Seat,
        /// What.
        action: Action,
        /// What came of it.
        effect: Effect,
    },
}

/// One event of a replay.
#[derive(Debug, Clone, Copy)]
pub struct Step<'a> {
    /// The event's number, from 0.
    pub event: usize,
    /// The state before it.
    pub before: &'a State,
    /// What it was and did.
    pub done: &'a Done,
    /// The state after it, expansions turned up that it emptied.
    pub after: &'a State,
}

impl Replay {
    /// A game of which nothing has happened yet.
    pub fn begin(setup: &Setup) -> Result<Self, SetupProblem> {
        let states = vec![setup.begin()?];
        Ok(Self { rules: setup.rules().clone(), states, done: Vec::new(), rounds: Vec::new() })
    }

    /// The rules that are played by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How many events there are.
    pub fn len(&self) -> usize {
        self.done.len()
    }

    /// Whether nothing has happened yet.
    pub fn is_empty(&self) -> bool {
        self.done.is_empty()
    }

    /// The state as it is now, after the last event.
    pub fn state(&self) -> &State {
        &self.states[self.done.len()]
    }

    /// The state before the event with this number; [`Replay::len`] gives the state after the last.
    pub fn state_at(&self, event: usize) -> Option<&State> {
        self.states.get(event)
    }

    /// Each event with the states before and after it.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = Step<'_>> + ExactSizeIterator {
        self.done.iter().zip(self.states.windows(2)).enumerate().map(|(event, (done, states))| {
            Step { event, before: &states[0], done, after: &states[1] }
        })
    }

    /// For each round that is over, what its scoring gave each seat.
    pub fn rounds(&self) -> &[Vec<u32>] {
        &self.rounds
    }

    /// The result, if the game is over.
    pub fn result(&self) -> Option<GameResult> {
        let end = self.state();
        end.is_over().then(|| GameResult::of(&self.rules, end, &self.rounds))
    }

    /// Plays an action; one that is refused changes nothing.
    pub fn play(&mut self, seat: Seat, action: &Action) -> Result<Effect, Illegal> {
        let mut state = *self.state();
        let effect = state.play(&self.rules, seat, action)?;
        if let Some(round) = effect.round_ended {
            let score = |garden| RoundScore::of(&self.rules, garden, usize::from(round)).total();
            self.rounds.push(state.players().iter().map(|player| score(&player.garden)).collect());
        }
        self.push(&state, Done::Action { seat, action: *action, effect });
        Ok(effect)
    }

    /// Draws these tiles.
    pub fn draw(&mut self, tiles: TopTiles) -> Result<(), ImpossibleChance> {
        let mut state = *self.state();
        state.chance(&self.rules, &Chance::Draw(tiles))?;
        self.push(&state, Done::Draw(tiles));
        Ok(())
    }

    /// The place of the expansion that is to be turned now: its round (from 0) and its place in that round's stack.
    pub fn to_turn(&self) -> Option<(usize, usize)> {
        let state = self.state();
        if state.phase() != Phase::TurnUp {
            return None;
        }
        state.display().to_turn().map(|from| (state.round(), usize::from(from)))
    }

    /// Turns up the expansion that is to be turned.
    pub fn turn_up(&mut self, kind: Kind) -> Result<(), ImpossibleChance> {
        let now = self.done.len();
        self.states[now].chance(&self.rules, &Chance::TurnUp(kind))
    }

    fn push(&mut self, state: &State, done: Done) {
        self.states.push(*state);
        self.done.push(done);
    }
}
