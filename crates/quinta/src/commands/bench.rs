//! `quinta bench`: how fast random games are played on one thread.
use crate::input;
use anyhow::Result;
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use quinta_deal::Seed;
use quinta_engine::RandomGames;
use quinta_rules::{Rules, State};
use serde::Serialize;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Measure how fast random games are played on one thread
///
/// Random play: what to do, evenly over everything that is possible; then where, and each further step, evenly. With --flat
/// all legal actions are listed at every turn and one is drawn evenly; a pass discards nothing in either. With --games
/// a fixed number of games is played, the same for the same seed, so that instructions can be counted.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta bench
  quinta bench --players 4 --seconds 10
  quinta bench --flat
  quinta bench --json | jq .games_per_second
  valgrind --tool=callgrind quinta bench --games 100 --seed 1

Exit codes:
  0    it was measured
  1    the figures cannot be written
  2    the command line was not understood
  141  whoever read the output went away")]
pub(crate) struct Arguments {
    /// How many play: 2, 3 or 4
    #[arg(long, default_value = "2", value_parser = input::players)]
    players: usize,
    /// For how long
    #[arg(long, default_value = "5", value_parser = seconds)]
    seconds: Duration,
    /// How many games, instead of for how long
    #[arg(long, conflicts_with = "seconds", value_parser = input::number::<u64>(1..))]
    games: Option<u64>,
    /// List all legal actions at every turn and draw one of them
    #[arg(long)]
    flat: bool,
    /// 64 hexadecimal digits, or else a decimal number
    #[arg(long, default_value = "0")]
    seed: Seed,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(seconds) if (0.001..=86_400.0).contains(&seconds) => {
            Ok(Duration::from_secs_f64(seconds))
        }
        _ => Err("expected a number from 0.001 to 86400".to_owned()),
    }
}

/// What was measured.
#[derive(Serialize)]
struct Measured {
    players: usize,
    games: u64,
    actions: u64,
    seconds: f64,
    games_per_second: f64,
    actions_per_second: f64,
    nanoseconds_per_action: f64,
    state_bytes: usize,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let measured = measure(arguments);
    let mut out = io::stdout().lock();
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string(&measured)?)?;
    } else {
        let Measured { players, games, actions, seconds, state_bytes, .. } = measured;
        writeln!(out, "{games} games of {players} players, {actions} actions in {seconds:.2} s")?;
        writeln!(out, "{:>12.0} games/s", measured.games_per_second)?;
        writeln!(out, "{:>12.0} actions/s", measured.actions_per_second)?;
        writeln!(out, "{:>12.1} ns an action", measured.nanoseconds_per_action)?;
        writeln!(out, "{state_bytes:>12} bytes a state")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn measure(arguments: &Arguments) -> Measured {
    let bar = progress(arguments);
    let mut random = RandomGames::new(word(&arguments.seed), arguments.flat);
    let (mut games, mut actions) = (0, 0);
    let began = Instant::now();
    let mut elapsed = Duration::ZERO;
    while arguments.games.map_or(elapsed < arguments.seconds, |wanted| games < wanted) {
        actions += random.play(&Rules::FRONT, arguments.players);
        games += 1;
        elapsed = began.elapsed();
        if games % 64 == 0 {
            bar.set_position(arguments.games.map_or(elapsed.as_millis() as u64, |_| games));
        }
    }
    bar.finish_and_clear();
    // The clock may be too coarse for a single game.
    let seconds = elapsed.as_secs_f64().max(1e-9);
    Measured {
        players: arguments.players,
        games,
        actions,
        seconds,
        games_per_second: games as f64 / seconds,
        actions_per_second: actions as f64 / seconds,
        nanoseconds_per_action: seconds * 1e9 / actions.max(1) as f64,
        state_bytes: size_of::<State>(),
    }
}

/// Folds a seed into one word for the small generator of the inner loop.
fn word(seed: &Seed) -> u64 {
    seed.0.chunks(8).fold(0, |word, bytes| {
        word ^ bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte))
    })
}

/// A progress bar, hidden if the output is not a terminal.
fn progress(arguments: &Arguments) -> ProgressBar {
    let length = arguments.games.unwrap_or(arguments.seconds.as_millis() as u64);
    let watched = io::stdout().is_terminal() && io::stderr().is_terminal();
    let target = if watched { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template("{wide_bar} {percent:>3} %");
    ProgressBar::with_draw_target(Some(length), target)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
