//! `quinta tune`: weights for the evaluation, found by playing.
use crate::input::{self, Setting};
use crate::watch;
use anyhow::Result;
use clap::Args;
use quinta_bots::Weights;
use quinta_lab::tune::Tuning;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Tune the weights of the evaluation by playing
///
/// A separable CMA-ES: each generation tries a population of weights, all in the same deals from every seat against the same
/// opponent (the weights so far, renewed now and then). The same arguments give the same weights, whatever the number of jobs.
/// The weights are printed as TOML, as in crates/bots/weights. Ctrl-C prints the weights found so far.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta tune --players 2 --generations 45 --deals 120 > weights.toml
  quinta tune --players 2 --from weights.toml --designer --step 0.12
  quinta tune --players 4 --board back --from weights.toml --seed 2

Exit codes:
  0    the weights were printed
  1    the weights to begin with cannot be read
  2    the command line was not understood
  130  Ctrl-C ended it (143: SIGTERM); the weights found by then are printed
  141  whoever read the output went away")]
pub(crate) struct Arguments {
    #[command(flatten)]
    setting: Setting,
    /// The weights to begin with [default: those set by hand]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// How many generations
    #[arg(long, default_value_t = 40, value_parser = at_least_one)]
    generations: usize,
    /// How many sets of weights a generation tries
    #[arg(long, default_value_t = 16, value_parser = population)]
    population: usize,
    /// How many deals each of them plays, once from every seat
    #[arg(long, default_value_t = 100, value_parser = at_least_one)]
    deals: usize,
    /// After how many generations the opponent is renewed
    #[arg(long, default_value_t = 12, value_parser = population)]
    renew: usize,
    /// The initial step of the search, in units of each weight's own size
    #[arg(long, default_value_t = 0.4, value_parser = step)]
    step: f64,
    /// Let the designer play instead of greedy play: slower, and closer to how the weights are used
    #[arg(long)]
    designer: bool,
    /// The seed of all deals and of the search
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads
    #[arg(long, default_value = "1", value_parser = input::jobs)]
    jobs: usize,
}

/// A number that may not be 0, for clap.
fn at_least_one(text: &str) -> Result<usize, String> {
    input::number(1..=1_000_000)(text)
}

/// A number that may not be too small, for clap.
fn population(text: &str) -> Result<usize, String> {
    input::number(4..=1000)(text)
}

/// A sensible step, for clap.
fn step(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(step) if (0.001..=10.0).contains(&step) => Ok(step),
        _ => Err("expected a number from 0.001 to 10".to_owned()),
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let start = match &arguments.from {
        None => Weights::by_hand(),
        Some(path) => input::weights(path)?,
    };
    let tuning = Tuning {
        rules: arguments.setting.board.rules(),
        seats: arguments.setting.players,
        generations: arguments.generations,
        population: arguments.population,
        deals: arguments.deals,
        renew: arguments.renew,
        step: arguments.step,
        designer: arguments.designer,
        seed: arguments.seed,
        jobs: arguments.jobs,
    };
    let bar = watch::bar(arguments.generations as u64, "generations");
    let mut last = 0;
    let weights = tuning.run(&start, watch::stop_at_ctrl_c()?, |generation| {
        last = generation.number;
        bar.inc(1);
        bar.set_message(format!("{:+.3}", generation.advantage));
    });
    bar.finish_and_clear();
    io::stdout().write_all(weights.to_toml().as_bytes())?;
    let generations = arguments.generations;
    if last < generations {
        writeln!(io::stderr(), "interrupted: {last} of {generations} generations were tried")?;
    }
    Ok(watch::ended(last < generations))
}
