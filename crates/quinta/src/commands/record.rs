//! `quinta record`: plays games and writes them down.
use crate::input::{self, Side};
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use quinta_bots::random;
use quinta_deal::{Deal, Seed};
use quinta_record::{Board, Record, Recorder, Setup};
use quinta_rules::{Action, Rules, Seat, State, Step};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::json;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Play games and write complete records of them
///
/// The same arguments give the same records. The seed deals the game (docs/deal.md says how); the players' random numbers are
/// `ChaCha20` with the seed's 32 bytes as its key. A series of games has the seeds S, S+1, S+2, …, as numbers of 256 bits.
///
/// One game goes to standard output, or with --out into a folder as PLAYERSp-BOARD-SEED.json. A file that is there already is
/// not touched and the command ends with an error, unless --force is given.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta record --players 2 --board front --seed 7 --policy random
  quinta record --players 4 --board back --seed 100 --games 50 --out games
  quinta record --players 3 --rules house.toml --first 0 --seed 1 > game.json

Exit codes:
  0    everything was written
  1    a file was there already or cannot be written, or the rules cannot be played by
  2    the command line was not understood
  141  whoever read the output went away")]
pub(crate) struct Arguments {
    /// How many play: 2, 3 or 4
    #[arg(long, default_value = "2", value_parser = input::players)]
    players: usize,
    /// The side of the scoring board
    #[arg(long, value_enum, default_value_t = Side::Front)]
    board: Side,
    /// Rules of one's own instead: a TOML file, or a JSON file if its name ends in .json
    #[arg(long, value_name = "FILE", conflicts_with = "board")]
    rules: Option<PathBuf>,
    /// The seat that starts, from 0 [default: by lot from the seed]
    #[arg(long, value_name = "SEAT")]
    first: Option<u8>,
    /// 64 hexadecimal digits, or else a decimal number
    #[arg(long)]
    seed: Seed,
    /// Who plays
    #[arg(long, value_enum, default_value_t = Policy::Random)]
    policy: Policy,
    /// How many games
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The folder for the records; it is made if it is not there
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Overwrite files that are there already
    #[arg(long, requires = "out")]
    force: bool,
}

/// Who plays.
#[derive(Clone, Copy, ValueEnum)]
enum Policy {
    /// At random, step by step
    Random,
}

impl Policy {
    fn choose(self, rules: &Rules, state: &State, rng: &mut ChaCha20Rng) -> Action {
        match self {
            Self::Random => random::action(rules, state, rng),
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let rules = match &arguments.rules {
        Some(file) => input::rules(file)?,
        None => arguments.board.rules(),
    };
    let players = arguments.players;
    let first = match arguments.first {
        None => None,
        Some(number) => {
            let seat = Seat::all(players).find(|seat| seat.index() == usize::from(number));
            let wrong = || {
                format!("seat {number} cannot start: {players} players sit on 0 to {}", players - 1)
            };
            Some(seat.ok_or_else(|| input::usage(wrong()))?)
        }
    };
    let Some(folder) = &arguments.out else {
        if arguments.games > 1 {
            return Err(input::usage("several games need a folder: --out <DIR>"));
        }
        let record = play(arguments, &rules, first, &arguments.seed)?;
        io::stdout().write_all(record.to_json().as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    };
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for number in 0..arguments.games {
        let seed = arguments.seed.plus(number);
        let record = play(arguments, &rules, first, &seed)?;
        let name = format!(
            "{}p-{}-{}.json",
            arguments.players,
            record.setup.board.name(),
            seed_name(&seed)
        );
        write(&folder.join(name), &record.to_json(), arguments.force)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn play(arguments: &Arguments, rules: &Rules, first: Option<Seat>, seed: &Seed) -> Result<Record> {
    let deal = Deal::new(seed, rules, arguments.players);
    let first = first.unwrap_or(deal.first());
    let board = Board::of(rules.clone());
    let setup = Setup::known(board, arguments.players, first, deal.stacks(), deal.supply());
    let mut game = Recorder::new(setup, true)?;
    let mut rng = ChaCha20Rng::from_seed(seed.0);
    while !game.state().is_over() {
        let step = match deal.answer(rules, game.state()) {
            Some(outcome) => Step::Chance(outcome),
            None => Step::Act(
                game.state().turn(),
                arguments.policy.choose(rules, game.state(), &mut rng),
            ),
        };
        game.step(&step)?;
    }
    let mut record = game.into_record();
    record.other.insert("engine".to_owned(), json!(concat!("quinta ", env!("CARGO_PKG_VERSION"))));
    record.other.insert("fair".to_owned(), json!({ "seed": seed.to_string() }));
    Ok(record)
}

/// The seed as it would be typed: a number if it is one.
fn seed_name(seed: &Seed) -> String {
    let (high, low) = seed.0.split_at(24);
    match <[u8; 8]>::try_from(low) {
        Ok(low) if high.iter().all(|&byte| byte == 0) => u64::from_be_bytes(low).to_string(),
        _ => seed.to_string(),
    }
}

fn write(path: &Path, text: &str, force: bool) -> Result<()> {
    let file = if force { File::create(path) } else { File::create_new(path) };
    let file = file.and_then(|mut file| file.write_all(text.as_bytes()));
    if let Err(problem) = &file
        && problem.kind() == ErrorKind::AlreadyExists
    {
        bail!("{} is there already: --force overwrites it", path.display());
    }
    file.with_context(|| format!("cannot write {}", path.display()))
}
