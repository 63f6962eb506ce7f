//! `quinta advice`: how many points the moves of each bot give away, as a stronger one judges them.
use crate::clock::Timing;
use crate::input::Side;
use crate::{input, watch};
use anyhow::{Context, Result};
use clap::Args;
use quinta_bots::architect::Architect;
use quinta_bots::stats::{Estimate, bootstrap};
use quinta_bots::{Bot, BotSpec, Knowledge, Level};
use quinta_deal::{Deal, Seed};
use quinta_rules::{Action, Rules, State};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::json;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Measure how good the moves of bots are, in points given away
///
/// Games of --players-are are played from deals of their own, one position is taken from each at random, every bot says what it would do
/// there, and the judge, always an architect, says what each of these moves gives away against the best one that it knows.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta advice --bots seedling,gardener,designer,mason:100ms,architect:100ms --positions 1000
  quinta advice --bots designer,architect:10ms --judge architect:1s --positions 100 --board back --players 3

Exit codes:
  0    the moves were judged
  1    something went wrong
  2    the command line was not understood
  130  Ctrl-C ended it; what was judged by then is printed
  141  whoever read the output went away")]
pub(crate) struct Arguments {
    /// Whose moves are judged
    #[arg(long, value_delimiter = ',', required = true, num_args = 1..)]
    bots: Vec<BotSpec>,
    /// Who judges: an architect and how long it thinks about each position
    #[arg(long, default_value = "architect:10s")]
    judge: BotSpec,
    /// Who plays the games from which the positions come
    #[arg(long, value_name = "BOT", default_value = "designer")]
    players_are: BotSpec,
    /// How many positions
    #[arg(long, default_value_t = 1000, value_parser = crate::input::number::<u64>(1..))]
    positions: u64,
    /// How many seats
    #[arg(long, default_value_t = 2, value_parser = crate::input::number::<u8>(2..=4))]
    players: u8,
    /// The side of the scoring board
    #[arg(long, value_enum, default_value_t = Side::Front)]
    board: Side,
    /// Where the deals come from: other ones than those of trainings and series
    #[arg(long, default_value_t = 777_000_000)]
    seed: u64,
    /// How many positions at a time [default: one for each core]
    #[arg(long, value_parser = input::jobs)]
    jobs: Option<usize>,
    #[command(flatten)]
    timing: Timing,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    if arguments.judge.level != Level::Architect {
        let level = arguments.judge.level.name();
        return Err(input::usage(format!("{level} cannot be the judge: expected an architect")));
    }
    let bar = watch::bar(arguments.positions, "positions");
    let stop = watch::stop_at_ctrl_c()?;
    let losses = judge_all(arguments, stop, &|| bar.inc(1))?;
    bar.finish_and_clear();
    print(arguments, &losses)?;
    Ok(watch::ended(stop.load(Ordering::Relaxed)))
}

/// For each position what every bot's move gave away. A Ctrl-C ends it with those that are done.
fn judge_all(
    arguments: &Arguments,
    stop: &AtomicBool,
    tell: &(dyn Fn() + Sync),
) -> Result<Vec<Vec<f32>>> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        let table = Table::new(arguments);
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed) as u64;
            if number >= arguments.positions {
                break;
            }
            done.push((number, table.losses(arguments.seed + number)?));
            tell();
        }
        anyhow::Ok(done)
    };
    let mut all = std::thread::scope(|scope| {
        let jobs = arguments.jobs.unwrap_or(cores);
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        let mut all = Vec::new();
        for thread in threads {
            let done = thread.join().map_err(|_| anyhow::anyhow!("a thread ended early"))?;
            all.extend(done?);
        }
        anyhow::Ok(all)
    })?;
    all.sort_by_key(|&(number, _)| number);
    Ok(all.into_iter().map(|(_, losses)| losses).collect())
}

/// Everyone at a table, once for each thread.
struct Table<'a> {
    arguments: &'a Arguments,
    rules: Rules,
    players: Box<dyn Bot>,
    bots: Vec<Box<dyn Bot>>,
    judge: Architect,
}

impl<'a> Table<'a> {
    fn new(arguments: &'a Arguments) -> Self {
        let rules = arguments.board.rules();
        let seats = usize::from(arguments.players);
        let tools = arguments.timing.tools();
        let sit_down = |spec: &BotSpec| spec.sit_down(&rules, seats, tools.clone());
        Self {
            players: sit_down(&arguments.players_are),
            bots: arguments.bots.iter().map(sit_down).collect(),
            judge: arguments.judge.architect(&rules, seats, &Knowledge::Shipped, tools.clone()),
            arguments,
            rules,
        }
    }

    /// What every bot's move gives away in one position of a game from this seed.
    fn losses(&self, seed: u64) -> Result<Vec<f32>> {
        let state = self.position(seed)?;
        let specs = self.arguments.bots.iter();
        let moves: Vec<Action> = (self.bots.iter().zip(specs))
            .map(|(bot, spec)| bot.action(&state, spec.budget(), seed))
            .collect();
        let budget = self.arguments.judge.budget();
        // Other luck than the bots thought about: otherwise those that search like the judge would look better than they are.
        let found = self.judge.search_with(&state, budget, !seed, &moves);
        let lead = |action: &Action| {
            let tried = found.tried.iter().find(|tried| tried.action == *action);
            tried.map(|tried| tried.lead).context("a move was not judged")
        };
        let leads: Vec<f32> = moves.iter().map(lead).collect::<Result<_>>()?;
        let first = found.tried.first().context("no move was judged")?.lead;
        let best = leads.iter().copied().fold(first, f32::max);
        Ok(leads.into_iter().map(|lead| best - lead).collect())
    }

    /// A position of a game from this seed, each of its moves equally likely.
    fn position(&self, seed: u64) -> Result<State> {
        let seats = usize::from(self.arguments.players);
        let deal = Deal::new(&Seed::from_number(seed), &self.rules, seats)?;
        let mut state = State::new(&self.rules, seats, deal.first())?;
        let mut all = Vec::new();
        while !state.is_over() {
            if let Some(outcome) = deal.answer(&self.rules, &state) {
                state.chance(&self.rules, &outcome)?;
                continue;
            }
            all.push(state);
            let budget = self.arguments.players_are.budget();
            let action = self.players.action(&state, budget, seed ^ all.len() as u64);
            state.play(&self.rules, state.turn(), &action)?;
        }
        let place = SmallRng::seed_from_u64(seed).random_range(0..all.len());
        Ok(all[place])
    }
}

fn print(arguments: &Arguments, losses: &[Vec<f32>]) -> Result<()> {
    let mut out = io::stdout().lock();
    let rows = arguments.bots.iter().enumerate().map(|(place, bot)| {
        let given: Vec<f64> = losses.iter().map(|all| f64::from(all[place])).collect();
        let agreed = given.iter().filter(|&&points| points <= 0.0).count();
        (bot, bootstrap(&given, 1), agreed as f64 / given.len().max(1) as f64)
    });
    if arguments.json {
        let rows: Vec<_> = rows
            .map(|(bot, given, agreed)| {
                json!({"bot": bot.to_string(), "given_away": given, "agreed": agreed})
            })
            .collect();
        let document = json!({
            "positions": losses.len(), "players": arguments.players, "board": arguments.board.name(),
            "judge": arguments.judge.to_string(), "bots": rows,
        });
        writeln!(out, "{}", serde_json::to_string_pretty(&document)?)?;
        return Ok(());
    }
    writeln!(out, "{} positions, judged by {}", losses.len(), arguments.judge)?;
    writeln!(out, "{:<28} {:>24} {:>12}", "bot", "points given away", "agreed %")?;
    for (bot, given, agreed) in rows {
        let given = match given {
            Some(Estimate { mean, low: Some(low), high: Some(high) }) => {
                format!("{mean:.2} [{low:.2}, {high:.2}]")
            }
            Some(Estimate { mean, .. }) => format!("{mean:.2} (too few)"),
            None => "-".to_owned(),
        };
        writeln!(out, "{:<28} {given:>24} {:>12.1}", bot.to_string(), 100.0 * agreed)?;
    }
    Ok(())
}
