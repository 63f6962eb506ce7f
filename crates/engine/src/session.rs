//! A session of the engine protocol: it is given lines and answers lines, without any input or output of its own.
use crate::commands::{self, Command};
use crate::stop::{Ear, StopClock};
use quinta_bots::{Bot, BotSpec, Budget, Decision, Tools};
use quinta_deal::{Deal, Seed};
use quinta_record::{Board, Record, Recorder, Setup, notation, verify};
use quinta_rules::{Action, Phase, Rules, Seat, State, Step};
use std::sync::Arc;
use std::time::Instant;

/// A session. Every answer ends with the line `ok`, or is a single line that begins with `error`.
pub struct Session {
    game: Option<Game>,
    bot: BotSpec,
    seed: u64,
    clock: StopClock,
    ended: bool,
}

/// A game, and what answers its chance if the session deals it itself.
struct Game {
    recorder: Recorder,
    deal: Option<Deal>,
    bot: Option<(BotSpec, Box<dyn Bot>)>,
}

type Answer = Result<Vec<String>, String>;

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    /// Returns a session without a game.
    pub fn new() -> Self {
        let bot = BotSpec::from(quinta_bots::Level::Architect);
        Self { game: None, bot, seed: 0, clock: StopClock::default(), ended: false }
    }

    /// The ear through which `stop` is heard. It hears every line that [`Session::line`] will answer, in the same order, and from
    /// another thread if it is to be of use; without it, `stop` comes too late and is only answered.
    pub fn ear(&self) -> Ear {
        self.clock.ear()
    }

    /// Returns whether `quit` was said.
    pub fn ended(&self) -> bool {
        self.ended
    }

    /// Answers a line.
    pub fn line(&mut self, line: &str) -> Vec<String> {
        self.clock.next_line();
        let answer = commands::parse(line).and_then(|command| match command {
            Some(command) => self.obey(command),
            // An empty line or a comment is answered by nothing at all.
            None => Ok(Vec::new()),
        });
        match answer {
            Ok(lines) if line.trim().is_empty() || line.trim().starts_with('#') => lines,
            Ok(mut lines) => {
                lines.push("ok".into());
                lines
            }
            // Whatever the trouble is, it is one line.
            Err(trouble) => vec![format!("error {}", trouble.replace(['\n', '\r'], " "))],
        }
    }

    fn obey(&mut self, command: Command) -> Answer {
        match command {
            Command::Info => Ok(info()),
            // Answers come in the order of the commands: when it is this one's turn, nothing is left to stop or to wait for.
            Command::IsReady | Command::Stop => Ok(Vec::new()),
            Command::Options => Ok(self.options()),
            Command::Set(name, value) => self.set(&name, &value),
            Command::NewGame { players, board, seed, first } => {
                self.game = Some(Game::new(players, board, seed, first)?);
                Ok(Vec::new())
            }
            Command::Position(text) => {
                self.game = Some(Game::of_record(&text)?);
                Ok(Vec::new())
            }
            Command::State => Ok(vec![describe(self.game()?.state())]),
            Command::Record => {
                let record = self.game()?.recorder.record();
                serde_json::to_string(record).map(|text| vec![text]).map_err(|e| e.to_string())
            }
            Command::Legal { list } => Ok(self.game()?.legal(list)),
            Command::Play(text) => {
                let game = self.game.as_mut().ok_or(NO_GAME)?;
                let action = notation::parse(&text, game.state()).map_err(|e| e.to_string())?;
                game.play(&action)
            }
            Command::Chance(chance) => {
                let game = self.game.as_mut().ok_or(NO_GAME)?;
                if game.deal.is_some() && matches!(game.state().phase(), Phase::Act | Phase::Over) {
                    return Err("the game does not wait for that".into());
                }
                game.step(&Step::Chance(chance)).map(|()| Vec::new())
            }
            Command::Undo => self.game.as_mut().ok_or(NO_GAME)?.undo(),
            Command::Go(budget) => self.go(budget),
            Command::Perft(depth) => {
                let game = self.game()?;
                Ok(vec![format!("perft {depth} {}", game.perft(game.state(), depth)?)])
            }
            Command::Quit => {
                self.ended = true;
                Ok(Vec::new())
            }
        }
    }

    fn game(&self) -> Result<&Game, String> {
        self.game.as_ref().ok_or_else(|| NO_GAME.to_owned())
    }

    fn options(&self) -> Vec<String> {
        vec![format!("option bot {}", self.bot), format!("option seed {}", self.seed)]
    }

    fn set(&mut self, name: &str, value: &str) -> Answer {
        match name {
            "bot" => {
                self.bot = value.parse().map_err(|e: quinta_bots::UnknownBot| e.to_string())?;
            }
            "seed" => {
                self.seed = value.parse().map_err(|_| format!("invalid number {value:?}"))?;
            }
            _ => return Err(format!("there is no option {name:?}: options lists them")),
        }
        Ok(Vec::new())
    }

    fn go(&mut self, budget: Option<Budget>) -> Answer {
        let (bot, seed) = (self.bot, self.seed);
        let game = self.game.as_mut().ok_or(NO_GAME)?;
        let start = Instant::now();
        let budget = budget.unwrap_or(bot.budget());
        let decision = game.decide(bot, budget, seed, &self.clock)?;
        let seconds = start.elapsed().as_secs_f64().max(1e-9);
        let state = game.state();
        let mut lines = Vec::new();
        if decision.simulations > 0 {
            let speed = decision.simulations as f64 / seconds;
            lines.push(format!("info simulations {} persecond {speed:.0}", decision.simulations));
        }
        for candidate in &decision.candidates {
            let action = notation::print(&candidate.action, state);
            let chance = candidate.win.map(|win| format!("wins {:.0}%, ", 100.0 * win));
            let why = chance.unwrap_or_default() + &quinta_bots::in_words(&candidate.why);
            lines.push(format!("candidate {:.2} {action} # {why}", candidate.value));
        }
        lines.push(format!("bestmove {}", notation::print(&decision.action, state)));
        Ok(lines)
    }
}

const NO_GAME: &str = "there is no game: say newgame or position first";

fn info() -> Vec<String> {
    vec![
        format!("id name quinta {}", env!("CARGO_PKG_VERSION")),
        "protocol 1".into(),
        "can legal play chance undo go stop isready position perft record state".into(),
    ]
}

/// Where the game stands, in one line.
fn describe(state: &State) -> String {
    let phase = match state.phase() {
        Phase::Act => "act".to_owned(),
        Phase::Draw => "draw".to_owned(),
        Phase::TurnUp => "turn".to_owned(),
        Phase::Over => "over".to_owned(),
    };
    let scores: Vec<_> = state.players().iter().map(|player| player.score.to_string()).collect();
    format!(
        "state round {} turn {} phase {phase} scores {}",
        state.round() + 1,
        state.turn(),
        scores.join(" ")
    )
}

impl Game {
    fn new(
        players: usize,
        board: Board,
        seed: Option<Seed>,
        first: Option<Seat>,
    ) -> Result<Self, String> {
        if !(2..=Seat::MOST).contains(&players) {
            return Err(format!("{players} players: the game is for 2 to 4"));
        }
        let deal = seed.map(|seed| Deal::new(&seed, board.rules(), players)).transpose();
        let deal = deal.map_err(|e| e.to_string())?;
        let by_lot = deal.as_ref().map(Deal::first).or(Seat::new(0));
        let first = first.or(by_lot).ok_or("there is no seat 0")?;
        let setup = Setup::hidden(board, players, first).map_err(|e| e.to_string())?;
        let recorder = Recorder::new(setup, false).map_err(|e| e.to_string())?;
        let mut game = Self { recorder, deal, bot: None };
        game.deal_on()?;
        Ok(game)
    }

    /// The game that a record tells of, up to its last event; what it has not turned up yet stays hidden.
    fn of_record(text: &str) -> Result<Self, String> {
        let record = Record::from_json(text).map_err(|e| e.to_string())?;
        let replay = verify(&record).map_err(|e| e.to_string())?;
        let Setup { board, players, first, .. } = record.setup.clone();
        let mut game = Self::new(players, board, None, Some(first))?;
        for moment in replay.steps() {
            game.step(moment.step)?;
        }
        Ok(game)
    }

    fn state(&self) -> &State {
        self.recorder.state()
    }

    fn rules(&self) -> &Rules {
        self.recorder.rules()
    }

    /// Answers chance from the deal, where there is one.
    fn deal_on(&mut self) -> Result<(), String> {
        while let Some(chance) = self
            .deal
            .as_ref()
            .and_then(|deal| deal.answer(self.recorder.rules(), self.recorder.state()))
        {
            self.step(&Step::Chance(chance))?;
        }
        Ok(())
    }

    fn step(&mut self, step: &Step) -> Result<(), String> {
        self.recorder.step(step).map(|_| ()).map_err(|e| e.to_string())
    }

    fn play(&mut self, action: &Action) -> Answer {
        let seat = self.state().turn();
        if let Some(why) = self.state().explain(self.rules(), seat, action) {
            return Err(why.to_string());
        }
        self.step(&Step::Act(seat, *action))?;
        self.deal_on()?;
        Ok(Vec::new())
    }

    /// Takes back the last action and the chance that followed it.
    fn undo(&mut self) -> Answer {
        let past: Vec<Step> = self.recorder.replay().steps().map(|moment| *moment.step).collect();
        let last = past.iter().rposition(|step| step.action().is_some());
        let last = last.ok_or("there is no action to take back")?;
        let Setup { board, players, first, .. } = &self.recorder.record().setup;
        let setup = Setup::hidden(board.clone(), *players, *first).map_err(|e| e.to_string())?;
        self.recorder = Recorder::new(setup, false).map_err(|e| e.to_string())?;
        past[..last].iter().try_for_each(|step| self.step(step))?;
        Ok(Vec::new())
    }

    fn legal(&self, list: bool) -> Vec<String> {
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

    fn decide(
        &mut self,
        spec: BotSpec,
        budget: Budget,
        seed: u64,
        clock: &StopClock,
    ) -> Result<Decision, String> {
        match self.state().phase() {
            Phase::Act => {}
            Phase::Over => return Err("the game is over".into()),
            Phase::Draw | Phase::TurnUp => {
                return Err("the game waits for chance, not for an action".into());
            }
        }
        // A bot is made once for a game, not for every move.
        if self.bot.as_ref().is_none_or(|(other, _)| *other != spec) {
            let tools = Tools { clock: Arc::new(clock.clone()), ..Tools::default() };
            let bot = spec.sit_down(self.rules(), self.state().seats(), tools);
            self.bot = Some((spec, bot));
        }
        let (_, bot) = self.bot.as_ref().ok_or("no bot")?;
        let steps = self.recorder.replay().steps().len() as u64;
        Ok(bot.choose(self.recorder.state(), budget, seed ^ steps))
    }

    /// How many series of so many actions there are. The last action's discards are counted, those before it discard nothing.
    fn perft(&self, state: &State, depth: u8) -> Result<u64, String> {
        let rules = self.rules();
        let mut state = *state;
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
                    sum += self.perft(&after, depth - 1)?;
                }
                Ok(sum)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole_game(session: &mut Session) {
        assert_eq!(session.line("set bot gardener"), ["ok"]);
        for _ in 0..1000 {
            let answer = session.line("go");
            let Some(best) = answer.iter().find_map(|l| l.strip_prefix("bestmove ")) else {
                assert_eq!(answer, ["error the game is over"]);
                return;
            };
            assert_eq!(session.line(&format!("play {best}")), ["ok"]);
        }
        panic!("a game that does not end");
    }

    #[test]
    fn a_whole_game_and_its_record() {
        let mut session = Session::new();
        session.line("newgame players 3 board back seed 5");
        whole_game(&mut session);
        let record = session.line("record");
        assert_eq!(record.len(), 2);
        let end = session.line("state");
        let mut other = Session::new();
        assert_eq!(other.line(&format!("position {}", record[0])), ["ok"]);
        assert_eq!(other.line("state"), end);
    }

    #[test]
    fn undo_goes_back_through_the_whole_game() {
        let mut session = Session::new();
        session.line("newgame seed 9");
        let start = (session.line("state"), session.line("legal list"));
        whole_game(&mut session);
        let mut undone = 0;
        while session.line("undo") == ["ok"] {
            undone += 1;
        }
        assert!(undone > 50);
        assert_eq!((session.line("state"), session.line("legal list")), start);
        assert_eq!(session.line("undo"), ["error there is no action to take back"]);
    }

    #[test]
    fn nothing_that_is_said_ends_a_session() {
        let mut session = Session::new();
        let odd = [
            "play pass",
            "go",
            "undo",
            "legal",
            "state",
            "record",
            "perft 1",
            "chance draw b1",
            "newgame players 5",
            "newgame players 2 first 2",
            "newgame board side",
            "newgame seed -1",
            "position",
            "position {}",
            "position [1",
            "set",
            "set bot",
            "set bot nobody",
            "set seed x",
            "set colour blue",
            "go time",
            "go time x",
            "go sims 0",
            "perft",
            "perft 99",
            "legal all",
            "chance",
            "chance draw z9",
            "chance turn",
            "xyzzy",
            "info now",
            "isready now",
            "stop it",
            "\u{0}",
            "é",
            "newgame players",
        ];
        for line in odd {
            let answer = session.line(line);
            assert!(answer.len() == 1 && answer[0].starts_with("error "), "{line}: {answer:?}");
        }
        assert_eq!(session.line("newgame seed 1"), ["ok"]);
        for line in odd {
            for line in [line.to_owned(), format!("{line} {line}")] {
                let answer = session.line(&line);
                let end = answer.last().unwrap();
                assert!(end == "ok" || end.starts_with("error "), "{line}: {answer:?}");
            }
        }
        assert!(!session.ended());
        assert!(session.line("").is_empty() && session.line("  # a comment").is_empty());
        assert_eq!(session.line("quit"), ["ok"]);
        assert!(session.ended());
    }

    #[test]
    fn chance_from_outside() {
        let mut session = Session::new();
        assert_eq!(session.line("newgame players 2 first 1"), ["ok"]);
        assert_eq!(session.line("state"), ["state round 1 turn 1 phase draw scores 15 15", "ok"]);
        assert!(session.line("go")[0].starts_with("error "));
        assert!(session.line("chance draw g2 b1 g6")[0].starts_with("error "));
        assert_eq!(session.line("chance draw g2 b1 g6 p5"), ["ok"]);
        assert_eq!(session.line("perft 1").len(), 2);
        assert!(session.line("perft 2")[0].starts_with("error chance comes"));
        assert_eq!(session.line("play acquire dark green"), ["ok"]);
        assert_eq!(session.line("chance draw y1 y2 y3 y4"), ["ok"]);
    }

    #[test]
    fn the_same_seed_and_simulations_give_the_same_move() {
        let best = || {
            let mut session = Session::new();
            session.line("newgame players 2 seed 3");
            let answer = session.line("go sims 40");
            assert!(answer[0].starts_with("info simulations "), "{answer:?}");
            answer[1..].to_vec()
        };
        assert_eq!(best(), best());
    }
}
