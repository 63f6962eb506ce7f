//! The game of a session: its start, every step since, and the deal, if the session draws the outcomes of chance.
use crate::position;
use crate::stop::StopClock;
use quinta_bots::{Bot, BotModel, BotSpec, Budget, Decision, SearchContext};
use quinta_deal::{Deal, Seed};
use quinta_record::{Record, Recorder, Setup, notation, verify};
use quinta_rules::{Action, Phase, Rules, Seat, State, Step};
use std::sync::Arc;

/// A game; with a deal if the session draws the outcomes of chance itself.
pub(crate) struct Game {
    rules: Rules,
    start: Start,
    steps: Vec<Step>,
    state: State,
    deal: Option<Deal>,
    bot: Option<(BotSpec, Box<dyn Bot>)>,
}

/// Where a game began.
enum Start {
    /// At a setup in which everything is hidden.
    Setup(Setup),
    /// At a position, whose history is unknown.
    Position(Box<State>),
}

impl Game {
    pub(crate) fn new(
        players: usize,
        rules: Rules,
        seed: Option<Seed>,
        first: Option<Seat>,
    ) -> Result<Self, String> {
        if !(2..=Seat::MOST).contains(&players) {
            return Err(format!("invalid number of players {players}: expected 2 to 4"));
        }
        let deal = seed.map(|seed| Deal::new(&seed, &rules, players)).transpose();
        let deal = deal.map_err(|e| e.to_string())?;
        let by_lot = deal.as_ref().map(Deal::first).or(Seat::new(0));
        let first = first.or(by_lot).ok_or("there is no seat 0")?;
        let setup = Setup::hidden(rules.clone(), players, first).map_err(|e| e.to_string())?;
        let state = setup.begin().map_err(|e| e.to_string())?;
        let start = Start::Setup(setup);
        let mut game = Self { rules, start, steps: Vec::new(), state, deal, bot: None };
        game.deal_on()?;
        Ok(game)
    }

    /// The game at the end of a record, or at a position.
    pub(crate) fn at(text: &str) -> Result<Self, String> {
        if position::is_position(text) {
            let (rules, state) = position::read(text)?;
            let start = Start::Position(Box::new(state));
            return Ok(Self { rules, start, steps: Vec::new(), state, deal: None, bot: None });
        }
        let record = Record::from_json(text).map_err(|e| e.to_string())?;
        let replay = verify(&record).map_err(|e| e.to_string())?;
        let Setup { rules, players, first, .. } = record.setup.clone();
        let mut game = Self::new(players, rules, None, Some(first))?;
        // Expansions that the record has not turned up stay hidden.
        replay.steps().try_for_each(|moment| game.step(moment.step))?;
        Ok(game)
    }

    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The state in one line, and then the whole position.
    pub(crate) fn describe(&self) -> Result<Vec<String>, String> {
        let state = &self.state;
        let scores: Vec<_> = state.players().iter().map(|p| p.score.to_string()).collect();
        let (round, turn, phase) = (state.round() + 1, state.turn(), position::phase(state));
        let scores = scores.join(" ");
        Ok(vec![
            format!("state round {round} turn {turn} phase {phase} scores {scores}"),
            format!("position {}", position::write(&self.rules, state)?),
        ])
    }

    /// The record so far.
    pub(crate) fn record(&self) -> Result<String, String> {
        let Start::Setup(setup) = &self.start else {
            return Err("there is no record of a game that began at a position".into());
        };
        let mut recorder = Recorder::new(setup.clone(), false).map_err(|e| e.to_string())?;
        for step in &self.steps {
            recorder.step(step).map_err(|e| e.to_string())?;
        }
        serde_json::to_string(recorder.record()).map_err(|e| e.to_string())
    }

    /// Draws outcomes of chance from the deal, if there is one.
    fn deal_on(&mut self) -> Result<(), String> {
        let answer = |game: &Self| game.deal.as_ref()?.answer(game.rules(), &game.state);
        while let Some(chance) = answer(self) {
            self.step(&Step::Chance(chance))?;
        }
        Ok(())
    }

    pub(crate) fn step(&mut self, step: &Step) -> Result<(), String> {
        self.state.step(&self.rules, step).map_err(|e| e.to_string())?;
        self.steps.push(*step);
        Ok(())
    }

    pub(crate) fn play(&mut self, action: &Action) -> Result<(), String> {
        let seat = self.state.turn();
        if let Some(why) = self.state.explain(self.rules(), seat, action) {
            return Err(why.to_string());
        }
        self.step(&Step::Act(seat, *action))?;
        self.deal_on()
    }

    /// Undoes the last action and the chance that followed it.
    pub(crate) fn undo(&mut self) -> Result<(), String> {
        let last = self.steps.iter().rposition(|step| step.action().is_some());
        let last = last.ok_or("there is no action to take back")?;
        self.state = match &self.start {
            Start::Setup(setup) => setup.begin().map_err(|e| e.to_string())?,
            Start::Position(state) => **state,
        };
        let past = std::mem::take(&mut self.steps);
        past[..last].iter().try_for_each(|step| self.step(step))
    }

    pub(crate) fn legal(&self, list: bool) -> Vec<String> {
        let (state, rules) = (self.state(), self.rules());
        let counts = state.counts(rules);
        let mut lines = vec![format!(
            "legal acquire {} place {} expand {} buy {} pass {}",
            counts.acquire, counts.place, counts.expand, counts.buy, counts.pass
        )];
        if list {
            let actions = state.actions(rules);
            lines.extend(actions.map(|a| format!("action {}", notation::print(&a, state))));
        }
        lines
    }

    pub(crate) fn decide(
        &mut self,
        spec: BotSpec,
        budget: Budget,
        seed: u64,
        clock: &StopClock,
    ) -> Result<Decision, String> {
        match self.state.phase() {
            Phase::Act => {}
            Phase::Over => return Err("the game is over".into()),
            Phase::Draw | Phase::TurnUp => {
                return Err("the game waits for chance, not for an action".into());
            }
        }
        // A bot is built once for a game, so that it can keep its tree.
        if self.bot.as_ref().is_none_or(|(other, _)| *other != spec) {
            let context =
                SearchContext { clock: Arc::new(clock.clone()), ..SearchContext::default() };
            let bot = spec.build(self.rules(), self.state.seats(), &BotModel::Shipped, context);
            self.bot = Some((spec, bot));
        }
        let (_, bot) = self.bot.as_ref().ok_or("no bot")?;
        Ok(bot.choose(&self.state, budget, seed ^ self.steps.len() as u64))
    }

    /// Counts the sequences of this many actions. Passes with discards count only as the last action.
    pub(crate) fn perft(&self, depth: u8) -> Result<u64, String> {
        self.perft_from(self.state, depth)
    }

    fn perft_from(&self, mut state: State, depth: u8) -> Result<u64, String> {
        let rules = self.rules();
        while let Some(chance) = self.deal.as_ref().and_then(|deal| deal.answer(rules, &state)) {
            state.chance(rules, &chance).map_err(|e| e.to_string())?;
        }
        match state.phase() {
            Phase::Over => return Ok(u64::from(depth == 0)),
            Phase::Draw | Phase::TurnUp if depth > 0 => {
                return Err("chance comes in between: perft goes on in games with a seed".into());
            }
            _ => {}
        }
        match depth {
            0 => Ok(1),
            1 => {
                let counts = state.counts(rules);
                Ok(counts.acquire + counts.place + counts.expand + counts.buy + counts.pass)
            }
            _ => {
                let mut sum = 0;
                for action in state.actions(rules) {
                    let mut after = state;
                    after.play_unchecked(rules, &action);
                    sum += self.perft_from(after, depth - 1)?;
                }
                Ok(sum)
            }
        }
    }
}
