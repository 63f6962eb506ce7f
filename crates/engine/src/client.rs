//! The other side of the protocol: another program that plays.
use quinta_bots::Budget;
use quinta_bots::arena::Player;
use quinta_record::{Board, notation};
use quinta_rules::{Action, Chance, Rules, Seat, State, Step};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How long a program may take to answer anything but `go`, and how much longer than its budget to answer that.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest answer that is listened to, in lines.
const LONGEST: usize = 1_000_000;

/// A program that could not be talked to.
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
    /// It is gone.
    #[error("it ended without being told to")]
    Gone,
    /// It said nothing in time.
    #[error("it did not answer {0:?} in time")]
    Silent(String),
    /// It answered with an error.
    #[error("it answered {line:?} with: {error}")]
    Refused {
        /// What it was told.
        line: String,
        /// What it said.
        error: String,
    },
    /// It answered something else than it should.
    #[error("it answered {line:?} with something strange: {answer:?}")]
    Strange {
        /// What it was told.
        line: String,
        /// What it said.
        answer: String,
    },
}

/// A running program that speaks the engine protocol.
pub struct Client {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

impl Client {
    /// Starts a program: its path and its arguments, separated by spaces.
    pub fn start(command: &str) -> Result<Self, ClientError> {
        let fail = |error| ClientError::Start { command: command.to_owned(), error };
        let mut words = command.split_whitespace();
        let program = words.next().unwrap_or_default();
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(fail)?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(fail(std::io::Error::other("no pipes")));
        };
        // A thread of its own reads, so that silence can be noticed.
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                let Ok(line) = line else { return };
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Self { child, stdin, lines })
    }

    /// Says a line and waits for the answer, `ok` left out.
    pub fn ask(&mut self, line: &str) -> Result<Vec<String>, ClientError> {
        self.ask_within(line, PATIENCE)
    }

    fn ask_within(&mut self, line: &str, patience: Duration) -> Result<Vec<String>, ClientError> {
        writeln!(self.stdin, "{line}").map_err(|_| ClientError::Gone)?;
        self.stdin.flush().map_err(|_| ClientError::Gone)?;
        let end = Instant::now() + patience;
        let mut answer = Vec::new();
        while answer.len() < LONGEST {
            let left = end.saturating_duration_since(Instant::now());
            let said = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => ClientError::Silent(shortened(line)),
                RecvTimeoutError::Disconnected => ClientError::Gone,
            })?;
            if said.trim() == "ok" {
                return Ok(answer);
            }
            if let Some(error) = said.strip_prefix("error") {
                let error = error.trim().to_owned();
                return Err(ClientError::Refused { line: shortened(line), error });
            }
            answer.push(said);
        }
        Err(ClientError::Strange { line: shortened(line), answer: "no end".into() })
    }

    /// Asks for a move: the action as it was written, and read.
    pub fn go(&mut self, state: &State, budget: Budget) -> Result<Action, ClientError> {
        let (line, time) = match budget {
            Budget::Time(time) => (format!("go time {}", time.as_millis()), time),
            Budget::Simulations(count) => (format!("go sims {count}"), Duration::from_secs(600)),
        };
        let answer = self.ask_within(&line, time + PATIENCE)?;
        let best = answer.iter().rev().find_map(|line| line.strip_prefix("bestmove "));
        let action = best.and_then(|text| notation::parse(text, state).ok());
        action.ok_or_else(|| ClientError::Strange { line, answer: shortened(&answer.join(" / ")) })
    }

    /// Says `quit` and waits for the end; whether it came.
    pub fn quit(mut self) -> bool {
        let _ = writeln!(self.stdin, "quit");
        let _ = self.stdin.flush();
        let end = Instant::now() + Duration::from_secs(5);
        while Instant::now() < end {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return true;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        false
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // One that has ended already cannot be ended again.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(120).collect()
}

/// The line that begins such a game.
pub(crate) fn new_game(rules: &Rules, seats: usize, first: Seat) -> Result<String, String> {
    match Board::of(rules.clone()) {
        Board::Custom(_) => Err("other programs play the front or the back".into()),
        board => Ok(format!("newgame players {seats} board {} first {first}", board.name())),
    }
}

/// The line that tells of an outcome of chance.
pub(crate) fn chance(chance: Chance) -> String {
    match chance {
        Chance::Draw(tiles) => {
            tiles.iter().fold("chance draw".to_owned(), |line, kind| format!("{line} {kind}"))
        }
        Chance::TurnUp(kind) => format!("chance turn {kind}"),
    }
}

/// Another program at a table of the arena.
pub struct Remote(pub Client);

impl Player for Remote {
    fn begin(&mut self, rules: &Rules, seats: usize, first: Seat) -> Result<(), String> {
        let line = new_game(rules, seats, first)?;
        self.0.ask(&line).map(|_| ()).map_err(|e| e.to_string())
    }

    fn see(&mut self, step: &Step) -> Result<(), String> {
        let line = match step {
            Step::Chance(outcome) => chance(*outcome),
            Step::Act(_, action) => format!("play {}", notation::print_full(action)),
        };
        self.0.ask(&line).map(|_| ()).map_err(|e| e.to_string())
    }

    fn act(&mut self, state: &State, budget: Budget, _: u64) -> Result<Action, String> {
        self.0.go(state, budget).map_err(|e| e.to_string())
    }
}
