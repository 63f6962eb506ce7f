//! `quinta verify`: replays records and compares every figure.
use crate::input::{self, counted};
use crate::output;
use anyhow::Result;
use clap::Args;
use quinta_record::{Difference, Place, verify};
use quinta_table::{Commitment, Known, Proof, prove};
use serde::{Serialize, Serializer};
use std::fmt::{self, Display, Formatter};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Replay records and compare every figure in them
///
/// The luck of a record is checked as far as it tells about it. A record of a finished game from a server has a commitment that was
/// made before the deal, the seed, and what each seat added: whether they fit together, and whether every shuffle and every outcome
/// follows from them. Anyone can write such a record, so it proves something only where its commitment is the one that was shown before
/// the game: --commitment compares the two. A record of `quinta record` or `quinta arena` names the seed that deals it, and is dealt
/// again.
///
/// Prints one line for each file: `ok` with what it proves about its luck, `DIFFERS` (the event, what the record says and what the
/// engine says; events are counted from 0), `UNFAIR` (its luck is not what it claims to be, or a game that is over keeps its seed back)
/// or `broken` (it cannot be read). All files are read, whatever becomes of the others.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta verify game.json
  quinta verify game.json --commitment 6a187e06bec67c02bae979c27b315e3285c65b68ce435655b8f2c7ff84bf2c50
  quinta verify games/*.json
  quinta verify --json games/*.json | jq -r 'select(.verdict != \"ok\") | .file'
  quinta record --seed 7 | quinta verify -

What ok says about luck, and `luck` in JSON:
  untold   nothing: it was played at a table, or by another program
  dealt    it follows from the seed that the record names; nobody promised that seed
  not_yet  the game goes on, and the seed is still secret
  sealed   the game is over, and its seed is secret until the time that the record names, 31 days ahead at most
  kept     it follows from the seed of the commitment, and from what the record says that the seats added
The last three come with `commitment`; `seen`, whether that is the one of --commitment, without which it proves nothing;
`in_tab`, whether a player's own browser made it; `fresh_luck`, whether luck was drawn anew, so that no draw was checked.

Exit codes:
  0    all records agree, and nothing is wrong with their luck; how much that proves, each line says
  1    one differs, is unfair or is broken
  2    the command line was not understood
  141  whoever read the output went away")]
pub(crate) struct Arguments {
    /// Records; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The commitment as it was seen before the game began; the record's must be the same
    #[arg(long, value_name = "HEX")]
    commitment: Option<Commitment>,
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
        /// What it proves about its luck.
        #[serde(flatten, serialize_with = "told")]
        proof: Proof,
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

fn told<S: Serializer>(proof: &Proof, to: S) -> Result<S::Ok, S::Error> {
    proof.to_json().serialize(to)
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let commitment = arguments.commitment;
    if commitment.is_some() && arguments.files.len() > 1 {
        return Err(input::usage("a commitment belongs to one game: name one record with it"));
    }
    let known = Known { commitment, now: input::now() };
    let mut out = io::stdout().lock();
    let mut all_agree = true;
    for file in &arguments.files {
        let judged = Judged { file: file.display().to_string(), verdict: judge(file, &known) };
        all_agree &= matches!(judged.verdict, Verdict::Ok { .. });
        if arguments.json {
            writeln!(out, "{}", output::json_line(&judged)?)?;
        } else {
            writeln!(out, "{}", input::one_line(&judged.to_string()))?;
        }
    }
    Ok(if all_agree { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn judge(file: &Path, known: &Known) -> Verdict {
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
    let proof = match prove(&record, &replay, known) {
        Ok(proof) => proof,
        Err(why) => return Verdict::Unfair { why: why.to_string() },
    };
    let state = replay.state();
    Verdict::Ok {
        players: state.seats(),
        board: record.setup.board().name(),
        events: replay.events(),
        round: (!state.is_over()).then(|| state.round() + 1),
        scores: state.players().iter().map(|player| player.score).collect(),
        proof,
    }
}

impl Display for Judged {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let file = &self.file;
        match &self.verdict {
            Verdict::Ok { players, board, events, round, scores, proof } => {
                let scores: Vec<_> = scores.iter().map(ToString::to_string).collect();
                let scores = scores.join(" : ");
                let round = round.map_or(String::new(), |round| format!(" in round {round}"));
                let (players, events) = (counted(*players, "player"), counted(*events, "event"));
                write!(f, "{file}: ok ({players}, {board}, {events}, {scores}{round}; {proof})")
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
