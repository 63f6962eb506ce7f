//! `quinta record`: plays games and writes them down.
use crate::input::{self, Setting};
use crate::{dealt, output, watch};
use anyhow::Result;
use clap::Args;
use quinta_bots::{Bot, BotLevel, BotModel, BotSpec, SearchContext, random};
use quinta_deal::{Deal, Seed};
use quinta_record::Record;
use quinta_rules::{Action, Board, Rules, Seat, State, Step};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// Play games and write complete records of them
///
/// The same arguments give the same records, unless a bot's budget is a time. The seed deals the game (docs/deal.md says how); the
/// players' random numbers are `ChaCha20` with the seed's 32 bytes as its key. A series of games has the seeds S, S+1, S+2, …, as
/// numbers of 256 bits.
///
/// One game goes to standard output, or with --out into a folder as PLAYERSp-BOARD-SEED.json. A file that is there already is
/// not touched and the command ends with an error, unless --force is given.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta record --players 2 --board front --seed 7 --policy random
  quinta record --players 4 --board back --seed 100 --games 50 --out games
  quinta record --policy architect:500sims --seed 7 > game.json
  quinta record --players 3 --rules house.toml --first 0 --seed 1 > game.json

Exit codes:
  0    everything was written
  1    a file was there already or cannot be written, or the rules cannot be played by
  2    the command line was not understood
  130  Ctrl-C ended it; the games that were over by then are written
  141  whoever read the output went away")]
pub(crate) struct Arguments {
    #[command(flatten)]
    setting: Setting,
    /// Rules of one's own instead: a TOML file, or a JSON file if its name ends in .json
    #[arg(long, value_name = "FILE", conflicts_with = "board")]
    rules: Option<PathBuf>,
    /// The seat that starts, from 0 [default: by lot from the seed]
    #[arg(long, value_name = "SEAT")]
    first: Option<u8>,
    /// 64 hexadecimal digits, or else a decimal number
    #[arg(long)]
    seed: Seed,
    /// Who plays, on all seats: a bot as in the arena, with its budget (gardener, architect:500sims)
    #[arg(long, value_name = "BOT", default_value = "random")]
    policy: BotSpec,
    /// How many games
    #[arg(long, default_value_t = 1, value_parser = input::number::<u64>(1..))]
    games: u64,
    /// The folder for the records; it is made if it is not there
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Overwrite files that are there already
    #[arg(long, requires = "out")]
    force: bool,
}

/// Who plays on all seats.
enum Policy {
    /// At random, step by step, straight from the generator.
    Random,
    Bot(Box<dyn Bot>),
}

impl Policy {
    fn new(spec: &BotSpec, rules: &Rules, players: usize) -> Self {
        match spec.level {
            BotLevel::Random => Self::Random,
            _ => {
                Self::Bot(spec.build(rules, players, &BotModel::Shipped, SearchContext::default()))
            }
        }
    }

    fn choose(
        &self,
        spec: &BotSpec,
        rules: &Rules,
        state: &State,
        rng: &mut ChaCha20Rng,
    ) -> Action {
        match self {
            Self::Random => random::action(rules, state, rng),
            Self::Bot(bot) => bot.action(state, spec.budget(), rng.next_u64()),
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let rules = match &arguments.rules {
        Some(file) => input::rules(file)?,
        None => arguments.setting.board.rules(),
    };
    let players = arguments.setting.players;
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
    let table = Table {
        rules: &rules,
        players,
        first,
        spec: &arguments.policy,
        policy: Policy::new(&arguments.policy, &rules, players),
    };
    let Some(folder) = &arguments.out else {
        if arguments.games > 1 {
            return Err(input::usage("several games need a folder: --out <DIR>"));
        }
        let record = table.play(&arguments.seed)?;
        io::stdout().write_all(record.to_json().as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    };
    output::folder(folder)?;
    let path = |seed: &Seed| {
        let board = Board::of(&rules).name();
        folder.join(format!("{players}p-{board}-{}.json", seed_name(seed)))
    };
    let seeds = || (0..arguments.games).map(|number| arguments.seed.plus(number));
    if !arguments.force {
        seeds().try_for_each(|seed| output::vacant(&path(&seed)))?;
    }
    let bar = watch::bar(arguments.games, "games");
    let stop = watch::stop_at_ctrl_c()?;
    let mut written = 0;
    for seed in seeds().take_while(|_| !stop.load(Ordering::Relaxed)) {
        output::write(&path(&seed), &table.play(&seed)?.to_json(), arguments.force)?;
        bar.inc(1);
        written += 1;
    }
    bar.finish_and_clear();
    if written < arguments.games {
        let games = arguments.games;
        writeln!(io::stderr(), "interrupted: {written} of {games} games were written")?;
    }
    Ok(watch::ended(written < arguments.games))
}

/// A table at which the games are played.
struct Table<'a> {
    rules: &'a Rules,
    players: usize,
    first: Option<Seat>,
    spec: &'a BotSpec,
    policy: Policy,
}

impl Table<'_> {
    fn play(&self, seed: &Seed) -> Result<Record> {
        let deal = Deal::new(seed, self.rules, self.players)?;
        let mut game = dealt::begin(self.rules, &deal, self.players, self.first, true)?;
        let mut rng = ChaCha20Rng::from_seed(seed.0);
        while !game.state().is_over() {
            let state = game.state();
            let step = if let Some(outcome) = deal.answer(self.rules, state) {
                Step::Chance(outcome)
            } else {
                let action = self.policy.choose(self.spec, self.rules, state, &mut rng);
                Step::Act(state.turn(), action)
            };
            game.step(&step)?;
        }
        Ok(dealt::signed(game, seed, self.first.is_none()))
    }
}

/// The seed as it would be typed: a number if it is one.
fn seed_name(seed: &Seed) -> String {
    let (high, low) = seed.0.split_at(24);
    match <[u8; 8]>::try_from(low) {
        Ok(low) if high.iter().all(|&byte| byte == 0) => u64::from_be_bytes(low).to_string(),
        _ => seed.to_string(),
    }
}
