//! A session of the engine protocol: lines in, lines out, without any I/O.
use crate::commands::{self, Command};
use crate::game::Game;
use crate::stop::{StopClock, StopListener};
use quinta_bots::{BotSpec, Budget};
use quinta_record::notation;
use quinta_rules::Step;
use std::time::Instant;

/// The lines of an answer, or what is wrong.
type Answer = Result<Vec<String>, String>;

/// A session. Every answer ends with the line `ok`, or is a single line that begins with `error`.
pub struct Session {
    game: Option<Game>,
    bot: BotSpec,
    seed: u64,
    clock: StopClock,
    ended: bool,
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    /// Returns a session without a game.
    pub fn new() -> Self {
        let bot = BotSpec::from(quinta_bots::BotLevel::Architect);
        Self { game: None, bot, seed: 0, clock: StopClock::default(), ended: false }
    }

    /// Returns the listener through which `stop` takes effect. It must see every line that [`Session::line`] will answer, in the same order,
    /// from another thread; without it, `stop` is only acknowledged.
    pub fn stop_listener(&self) -> StopListener {
        self.clock.listener()
    }

    /// Returns whether the session has ended.
    pub fn ended(&self) -> bool {
        self.ended
    }

    /// Answers a line.
    pub fn line(&mut self, line: &str) -> Vec<String> {
        self.clock.next_line();
        let answer = commands::parse(line).and_then(|command| match command {
            Some(command) => self.execute(command),
            // An empty line or a comment gets no answer.
            None => Ok(Vec::new()),
        });
        match answer {
            Ok(lines) if line.trim().is_empty() || line.trim().starts_with('#') => lines,
            Ok(mut lines) => {
                lines.push("ok".into());
                lines
            }
            // An error is always one line.
            Err(trouble) => vec![format!("error {}", trouble.replace(['\n', '\r'], " "))],
        }
    }

    fn execute(&mut self, command: Command) -> Answer {
        match command {
            Command::Info => Ok(info()),
            // Commands are executed in order, so when this one is reached nothing is left to stop or to wait for.
            Command::IsReady | Command::Stop => Ok(Vec::new()),
            Command::Options => Ok(self.options()),
            Command::Set(name, value) => self.set(&name, &value),
            Command::NewGame { players, rules, seed, first } => {
                self.game = Some(Game::new(players, rules, seed, first)?);
                Ok(Vec::new())
            }
            Command::Position(text) => {
                self.game = Some(Game::at(&text)?);
                Ok(Vec::new())
            }
            Command::State => self.game()?.describe(),
            Command::Record => Ok(vec![self.game()?.record()?]),
            Command::Legal { list } => Ok(self.game()?.legal(list)),
            Command::Play(text) => {
                let game = self.game_mut()?;
                let action = notation::parse(&text, game.state()).map_err(|e| e.to_string())?;
                game.play(&action).map(|()| Vec::new())
            }
            Command::Chance(chance) => {
                self.game_mut()?.step(&Step::Chance(chance)).map(|()| Vec::new())
            }
            Command::Undo => self.game_mut()?.undo().map(|()| Vec::new()),
            Command::Go(budget) => self.go(budget),
            Command::Perft(depth) => {
                Ok(vec![format!("perft {depth} {}", self.game()?.perft(depth)?)])
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

    fn game_mut(&mut self) -> Result<&mut Game, String> {
        self.game.as_mut().ok_or_else(|| NO_GAME.to_owned())
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
            r#"position {"format":"quinta-position"}"#,
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
        assert_eq!(session.line("state")[0], "state round 1 turn 1 phase draw scores 15 15");
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
