//! `quinta advice`: how many points the moves of each bot give away, as a stronger one judges them.
use crate::clock::Timing;
use crate::input::Side;
use crate::{input, watch};
use anyhow::Result;
use clap::Args;
use quinta_bots::{BotLevel, BotSpec};
use quinta_lab::advice::Assessment;
use quinta_lab::stats::{Estimate, bootstrap};
use serde_json::json;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// Measure how good the moves of bots are, in points given away
///
/// One position is taken at random from each of many games that --players-are play. Every bot chooses a move there, and the judge, always
/// an architect, says what each of these moves gives away against the best one that it finds.
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
    /// The first deal's seed; the default is far from those of training runs and matches
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
    if arguments.judge.level != BotLevel::Architect {
        let level = arguments.judge.level.name();
        return Err(input::usage(format!("{level} cannot be the judge: expected an architect")));
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let assessment = Assessment {
        rules: arguments.board.rules(),
        seats: usize::from(arguments.players),
        bots: arguments.bots.clone(),
        judge: arguments.judge,
        players: arguments.players_are,
        positions: arguments.positions,
        seed: arguments.seed,
        jobs: arguments.jobs.unwrap_or(cores),
        context: arguments.timing.search_context(),
    };
    let bar = watch::bar(arguments.positions, "positions");
    let stop = watch::stop_at_ctrl_c()?;
    let losses = assessment.run(stop, &|| bar.inc(1))?;
    bar.finish_and_clear();
    print(arguments, &losses)?;
    Ok(watch::ended(stop.load(Ordering::Relaxed)))
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
