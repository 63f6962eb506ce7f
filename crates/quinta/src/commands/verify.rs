//! `quinta verify`: replays records and compares every figure.
use crate::input::{self, counted};
use anyhow::Result;
use clap::Args;
use quinta_record::{Difference, Place, Record, Replay, verify};
use quinta_table::{Proof, prove};
use serde::Serialize;
use std::fmt::{self, Display, Formatter};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Replay records and compare every figure in them
///
/// A record of a finished game from a server carries its luck: the promise made before the deal, the seed and what each seat
/// added. That is checked too: the commitment, the shuffles and every outcome. A record of `quinta record` or `quinta arena`
/// names the seed that deals it, and is dealt again.
///
/// Prints one line for each file: `ok`, `DIFFERS` (the event, what the record says and what the engine says; events are
/// counted from 0), `UNFAIR` (its luck is not that of its seed) or `broken` (it cannot be read). All files are read, whatever
/// becomes of the others.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta verify game.json
  quinta verify games/*.json
  quinta verify --json games/*.json | jq -r 'select(.verdict != \"ok\") | .file'
  quinta record --seed 7 | quinta verify -

Exit codes:
  0    all records agree
  1    one differs or is broken
  2    the command line was not understood
  141  whoever read the output went away")]
pub(crate) struct Arguments {
    /// Records; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print a JSON object on a line for each file
    #[arg(long)]
    json: bool,
}

/// What becomes of a file.
#[derive(Serialize)]
struct Judged {
    file: String,
    #[serde(flatten)]
    verdict: Verdict,
}

#[derive(Serialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
enum Verdict {
    Ok {
        players: usize,
        board: &'static str,
        events: usize,
        /// The round that it is in, from 1; none if it is over.
        round: Option<usize>,
        scores: Vec<i16>,
        luck: Luck,
    },
    Differs {
        /// The number of the event, from 0; none for the setup and the result.
        event: Option<usize>,
        place: String,
        record: String,
        engine: String,
    },
    Unfair {
        why: String,
    },
    Broken {
        why: String,
    },
}

/// What a record proves about its luck.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
enum Luck {
    Untold,
    Dealt,
    NotYet,
    Promised,
    InTab,
    Fresh,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut out = io::stdout().lock();
    let mut all_agree = true;
    for file in &arguments.files {
        let judged = Judged { file: file.display().to_string(), verdict: judge(file) };
        all_agree &= matches!(judged.verdict, Verdict::Ok { .. });
        if arguments.json {
            writeln!(out, "{}", serde_json::to_string(&judged)?)?;
        } else {
            writeln!(out, "{}", input::one_line(&judged.to_string()))?;
        }
    }
    Ok(if all_agree { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn judge(file: &Path) -> Verdict {
    let record = match input::record(file) {
        Ok(record) => record,
        Err(problem) => return Verdict::Broken { why: format!("{problem:#}") },
    };
    let replay = match verify(&record) {
        Ok(replay) => replay,
        Err(Difference { place, record, engine }) => {
            let event = if let Place::Event(event) = place { Some(event) } else { None };
            return Verdict::Differs { event, place: place.to_string(), record, engine };
        }
    };
    let luck = match luck(&record, &replay) {
        Ok(luck) => luck,
        Err(why) => return Verdict::Unfair { why },
    };
    let state = replay.state();
    Verdict::Ok {
        players: state.seats(),
        board: record.setup.board().name(),
        events: replay.events(),
        round: (!state.is_over()).then(|| state.round() + 1),
        scores: state.players().iter().map(|player| player.score).collect(),
        luck,
    }
}

/// What the record proves about its luck.
fn luck(record: &Record, replay: &Replay) -> Result<Luck, String> {
    match prove(record, replay) {
        Proof::None => Ok(Luck::Untold),
        Proof::Dealt => Ok(Luck::Dealt),
        Proof::NotYet => Ok(Luck::NotYet),
        Proof::Holds => Ok(Luck::Promised),
        Proof::InTab => Ok(Luck::InTab),
        Proof::FreshLuck => Ok(Luck::Fresh),
        Proof::Broken(why) => Err(why),
    }
}

impl Display for Judged {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let file = &self.file;
        match &self.verdict {
            Verdict::Ok { players, board, events, round, scores, luck } => {
                let scores: Vec<_> = scores.iter().map(ToString::to_string).collect();
                let scores = scores.join(" : ");
                let round = round.map_or(String::new(), |round| format!(" in round {round}"));
                let (players, events) = (counted(*players, "player"), counted(*events, "event"));
                write!(f, "{file}: ok ({players}, {board}, {events}, {scores}{round}{luck})")
            }
            Verdict::Differs { place, record, engine, .. } => write!(
                f,
                "{file}: DIFFERS at {place}: the record says {record}; the engine says {engine}"
            ),
            Verdict::Unfair { why } => write!(f, "{file}: UNFAIR: {why}"),
            Verdict::Broken { why } => write!(f, "{file}: broken: {why}"),
        }
    }
}

impl Display for Luck {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Untold => "",
            Self::Dealt => ", luck of its seed",
            Self::NotYet => ", luck not revealed yet",
            Self::Promised => ", luck as promised",
            Self::InTab => ", luck as promised by a player's own browser",
            Self::Fresh => ", seed as promised, fresh luck after a take-back",
        })
    }
}
