//! `quinta analyse`: what each move of a game gave away.
use crate::input;
use crate::watch;
use anyhow::{Context, Result};
use clap::Args;
use quinta_bots::{BotLevel, BotModel, BotSpec, Budget, SearchContext, UnknownBot, in_words};
use quinta_engine::analysis::{Analysis, Judged, analyse, moves};
use quinta_record::verify;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// Judge every move of a game
///
/// For each move: its grade, what it gave away against the best one, and what was better with what it promises (the lead over the best
/// other seat at the end). Then the moves that mattered most, and a summary for each player. Ctrl-C prints the results so far.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta analyse game.json
  quinta analyse game.json --bot architect --time 200ms
  quinta analyse game.json --bot designer --json | jq .players

Exit codes:
  0    the game was judged
  1    the record is broken or cannot be read
  2    the command line was not understood
  130  Ctrl-C ended it; the moves that were judged by then are printed
  141  whoever read the output went away")]
pub(crate) struct Arguments {
    /// The record, - for standard input
    record: PathBuf,
    /// Who judges
    #[arg(long, default_value = "architect", value_parser = judge)]
    bot: BotSpec,
    /// How long a bot that searches thinks about each move (1s, 100ms, 2000sims)
    #[arg(long, value_name = "BUDGET")]
    time: Option<Budget>,
    /// Threads for a bot that searches
    #[arg(long, default_value = "1", value_parser = input::jobs)]
    jobs: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A bot that can tell what a move is worth, for clap.
fn judge(text: &str) -> Result<BotSpec, String> {
    let bot: BotSpec = text.parse().map_err(|error: UnknownBot| error.to_string())?;
    if bot.level.can_judge() {
        return Ok(bot);
    }
    let judges = BotLevel::names(BotLevel::can_judge, "or");
    Err(format!("{} cannot judge moves: expected {judges}", bot.level.name()))
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let name = || input::one_line(&arguments.record.display().to_string());
    let record = input::record(&arguments.record).with_context(name)?;
    let replay = verify(&record).with_context(name)?;
    let seats = replay.state().seats();
    let context = SearchContext { threads: arguments.jobs, ..SearchContext::default() };
    let bot = arguments.bot.build(replay.rules(), seats, &BotModel::Shipped, context);
    let budget = arguments.time.unwrap_or(arguments.bot.budget());
    let bar = watch::bar(moves(&replay) as u64, "moves");
    let stop = watch::stop_at_ctrl_c()?;
    let analysis = analyse(&replay, &*bot, budget, |_| {
        bar.inc(1);
        !stop.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    let all = moves(&replay);
    let interrupted = analysis.moves.len() < all;
    let mut out = io::stdout().lock();
    if arguments.json {
        let mut document = serde_json::to_value(&analysis)?;
        document["interrupted"] = interrupted.into();
        writeln!(out, "{}", serde_json::to_string_pretty(&document)?)?;
    } else {
        print(&mut out, arguments, &analysis)?;
        if interrupted {
            writeln!(out, "interrupted: {} of {all} moves were judged", analysis.moves.len())?;
        }
    }
    Ok(watch::ended(interrupted))
}

fn print(out: &mut impl Write, arguments: &Arguments, analysis: &Analysis) -> io::Result<()> {
    let mut round = 0;
    for judged in &analysis.moves {
        if judged.round != round {
            round = judged.round;
            writeln!(out, "Round {round}")?;
        }
        print_move(out, judged)?;
    }
    let mattered = analysis.moves.iter().filter(|one| analysis.moments.contains(&one.event));
    let mut mattered = mattered.peekable();
    if mattered.peek().is_some() {
        writeln!(out, "What mattered most")?;
    }
    for judged in mattered {
        print_move(out, judged)?;
    }
    let judge = arguments.bot.level.name();
    writeln!(out, "In all, as the {judge} sees it")?;
    for player in &analysis.players {
        let dearest =
            player.dearest.map_or(String::new(), |event| format!(", most at event {event}"));
        writeln!(
            out,
            "  seat {}: {:.1} points given away in {}{dearest}; {} as good as the {judge}'s",
            player.seat,
            player.given_away,
            input::counted(player.moves, "move"),
            player.agreed
        )?;
    }
    Ok(())
}

fn print_move(out: &mut impl Write, judged: &Judged) -> io::Result<()> {
    writeln!(
        out,
        "{:>5}  seat {}  {}  ({}: {:+.1}; gave away {:.1})",
        judged.event,
        judged.seat,
        judged.played,
        judged.grade.name(),
        judged.value,
        judged.given_away
    )?;
    for other in &judged.better {
        let why = in_words(&other.why);
        writeln!(out, "         {:+.1}  {}  ({why})", other.value, other.action)?;
    }
    Ok(())
}
