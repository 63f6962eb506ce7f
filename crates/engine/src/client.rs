//! A client of the engine protocol: starts another program and lets it play.
use crate::process::{Heard, Process};
use quinta_bots::Budget;
use quinta_lab::arena::Player;
use quinta_record::notation;
use quinta_rules::{Action, Board, Chance, Rules, Seat, State, Step};
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

/// How long a program may take to answer anything but `go`.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a program may think when simulations are its budget.
const LONGEST_THOUGHT: Duration = Duration::from_secs(600);
/// The longest answer that is read, in lines and in bytes.
const LONGEST: (usize, usize) = (1_000_000, 64 << 20);

/// Why talking to a program failed.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// It could not be started.
    #[error("cannot start {command:?}: {error}")]
    Start {
        /// What was to be started.
        command: String,
        /// Why not.
        error: std::io::Error,
    },
    /// It has ended.
    #[error("it ended without being told to")]
    Gone,
    /// It did not answer in time.
    #[error("it did not answer {line:?} within {} ms", patience.as_millis())]
    Silent {
        /// The line that was sent.
        line: String,
        /// How long the client waited.
        patience: Duration,
    },
    /// It answered with an error.
    #[error("it answered {line:?} with: {error}")]
    Refused {
        /// The line that was sent.
        line: String,
        /// The answer.
        error: String,
    },
    /// It answered something unexpected.
    #[error("it answered {line:?} with something strange: {answer:?}")]
    Strange {
        /// The line that was sent.
        line: String,
        /// The answer.
        answer: String,
    },
}

/// A program to start, and how long to wait for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// Its path and its arguments, separated by spaces.
    pub command: String,
    /// How much longer than its budget it may think about a move.
    pub grace: Duration,
    /// The path of the program `quinta`, which it gets in the environment variable `QUINTA`, unless that is set already.
    pub quinta: Option<PathBuf>,
}

/// What a program says about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Introduction {
    /// Its name.
    pub name: String,
    /// The optional commands that it understands.
    pub can: Vec<String>,
}

/// A running program that speaks the engine protocol.
pub struct Client {
    process: Process,
    grace: Duration,
    lost: bool,
}

impl Client {
    /// Starts a program in its own process group, so that Ctrl-C does not reach it.
    pub fn start(program: &Program) -> Result<Self, ClientError> {
        let mut words = program.command.split_whitespace();
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words);
        if let Some(quinta) = &program.quinta
            && std::env::var_os("QUINTA").is_none()
        {
            command.env("QUINTA", quinta);
        }
        let process = Process::start(command)
            .map_err(|error| ClientError::Start { command: program.command.clone(), error })?;
        Ok(Self { process, grace: program.grace, lost: false })
    }

    /// Whether it has ended, or has owed an answer for too long: then it cannot be talked to any more.
    pub(crate) fn is_lost(&self) -> bool {
        self.lost
    }

    /// Sends `info` and returns what the program says about itself.
    pub fn introduce(&mut self) -> Result<Introduction, ClientError> {
        let answer = self.ask("info")?;
        let strange = |answer: &str| ClientError::Strange {
            line: "info".to_owned(),
            answer: shortened(answer),
        };
        let name = answer.iter().find_map(|line| line.strip_prefix("id name "));
        let name = name.ok_or_else(|| strange("no line begins with: id name"))?.trim().to_owned();
        if !answer.iter().any(|line| line.trim() == "protocol 1") {
            return Err(strange("there is no line: protocol 1"));
        }
        let can = answer.iter().filter_map(|line| line.strip_prefix("can "));
        let can = can.flat_map(str::split_whitespace).map(str::to_owned).collect();
        Ok(Introduction { name, can })
    }

    /// Sends a line and waits for the answer; the final `ok` is left out.
    pub fn ask(&mut self, line: &str) -> Result<Vec<String>, ClientError> {
        self.ask_within(line, PATIENCE)
    }

    fn ask_within(&mut self, line: &str, patience: Duration) -> Result<Vec<String>, ClientError> {
        self.process.say(line);
        let until = Instant::now() + patience;
        let (mut answer, mut bytes) = (Vec::new(), 0);
        while answer.len() < LONGEST.0 && bytes < LONGEST.1 {
            let said = match self.process.hear(until) {
                Heard::Line(said) => said,
                Heard::End => {
                    self.lost = true;
                    return Err(ClientError::Gone);
                }
                Heard::Nothing => {
                    self.lost = true;
                    return Err(ClientError::Silent { line: shortened(line), patience });
                }
            };
            if said.trim() == "ok" {
                return Ok(answer);
            }
            if let Some(error) = said.strip_prefix("error") {
                let error = error.trim().to_owned();
                return Err(ClientError::Refused { line: shortened(line), error });
            }
            bytes += said.len();
            answer.push(said);
        }
        self.lost = true;
        Err(ClientError::Strange { line: shortened(line), answer: "no end".into() })
    }

    /// Sends `go` and returns the action.
    pub fn go(&mut self, state: &State, budget: Budget) -> Result<Action, ClientError> {
        let (line, time) = match budget {
            Budget::Time(time) => (format!("go time {}", time.as_millis()), time),
            Budget::Simulations(count) => (format!("go sims {count}"), LONGEST_THOUGHT),
        };
        let answer = self.ask_within(&line, time + self.grace)?;
        let best = answer.iter().rev().find_map(|line| line.strip_prefix("bestmove "));
        let action = best.and_then(|text| notation::parse(text, state).ok());
        action.ok_or_else(|| ClientError::Strange { line, answer: shortened(&answer.join(" / ")) })
    }

    /// Sends `quit` and returns whether the program ended.
    pub fn quit(mut self) -> bool {
        self.process.say("quit");
        let until = Instant::now() + Duration::from_secs(5);
        while !self.process.has_ended() {
            if Instant::now() > until {
                return false;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        true
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(120).collect()
}

/// The `newgame` command of such a game.
pub(crate) fn new_game(rules: &Rules, seats: usize, first: Seat) -> Result<String, String> {
    match Board::of(rules) {
        Board::Custom => Err("other programs play the front or the back".into()),
        board => Ok(format!("newgame players {seats} board {} first {first}", board.name())),
    }
}

/// The `chance` command of an outcome.
pub(crate) fn chance(chance: Chance) -> String {
    match chance {
        Chance::Draw(tiles) => {
            tiles.iter().fold("chance draw".to_owned(), |line, kind| format!("{line} {kind}"))
        }
        Chance::TurnUp(kind) => format!("chance turn {kind}"),
    }
}

/// Another program as a player of the arena.
pub struct Remote {
    client: Client,
    rules: Rules,
}

impl Remote {
    /// Returns a program that plays by these rules.
    pub fn new(client: Client, rules: Rules) -> Self {
        Self { client, rules }
    }
}

impl Player for Remote {
    fn begin(&mut self, rules: &Rules, seats: usize, first: Seat) -> Result<(), String> {
        let line = new_game(rules, seats, first)?;
        self.client.ask(&line).map(|_| ()).map_err(|e| e.to_string())
    }

    fn see(&mut self, step: &Step) -> Result<(), String> {
        let line = match step {
            Step::Chance(outcome) => chance(*outcome),
            Step::Act(_, action) => format!("play {}", notation::print_full(action)),
        };
        self.client.ask(&line).map(|_| ()).map_err(|e| e.to_string())
    }

    fn act(&mut self, state: &State, budget: Budget, _: u64) -> Result<Action, String> {
        let action = self.client.go(state, budget).map_err(|e| e.to_string())?;
        match state.explain(&self.rules, state.turn(), &action) {
            Some(why) => Err(format!("it played {:?}: {why}", notation::print(&action, state))),
            None => Ok(action),
        }
    }
}
