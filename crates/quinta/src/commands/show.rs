//! `quinta show`: a record as a list of moves that people can read.
use crate::input::{self, counted};
use anyhow::{Context, Result};
use clap::Args;
use quinta_record::{Moment, Record, Replay, notation, verify};
use quinta_rules::{Board, Chance, Step};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Show a record as a list of moves
///
/// One line for each event with its number (from 0): what was drawn, who did what, what was turned up, and how the scores stand after
/// each round. Moves are written as docs/protocol.md describes them, and can be typed like that in the page and in `quinta engine`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta show game.json
  quinta record --seed 7 --policy designer | quinta show -

Exit codes:
  0    it was shown
  1    the record differs or is broken
  2    the command line was not understood
  141  whoever read the output went away")]
pub(crate) struct Arguments {
    /// A record; `-` is standard input
    #[arg(value_name = "RECORD")]
    record: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let name = input::one_line(&arguments.record.display().to_string());
    let record = input::record(&arguments.record).with_context(|| name.clone())?;
    let replay = verify(&record).with_context(|| format!("{name} differs"))?;
    let mut out = io::stdout().lock();
    head(&mut out, &record)?;
    let names: Vec<_> = input::names(&record).iter().map(|name| input::one_line(name)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(4);
    let mut round = None;
    for moment in replay.steps() {
        if round != Some(moment.before.round()) {
            round = Some(moment.before.round());
            writeln!(out, "\nRound {}", moment.before.round() + 1)?;
        }
        line(&mut out, &moment, &names, width)?;
        if moment.effect.round_ended.is_some() {
            writeln!(out, "       {:<width$}  {}", "", scores(moment.after.players()))?;
        }
    }
    end(&mut out, &replay, &names)?;
    Ok(ExitCode::SUCCESS)
}

fn head(out: &mut impl Write, record: &Record) -> io::Result<()> {
    let board = match record.setup.board() {
        Board::Front => "the front of the scoring board",
        Board::Back => "the back of the scoring board",
        Board::Custom => "rules of their own",
    };
    let players = counted(record.setup.players, "player");
    writeln!(out, "{players}, {board}; seat {} begins", record.setup.first)
}

fn line(
    out: &mut impl Write,
    moment: &Moment<'_>,
    names: &[String],
    width: usize,
) -> io::Result<()> {
    let Moment { event, before, step, .. } = moment;
    match step {
        Step::Chance(Chance::Draw(tiles)) => {
            let kinds: Vec<_> = tiles.iter().map(|kind| kind.to_string()).collect();
            let kinds = if kinds.is_empty() { "nothing".to_owned() } else { kinds.join(" ") };
            writeln!(out, "{event:>5}  {:<width$}  {kinds}", "draw")
        }
        Step::Chance(Chance::TurnUp(kind)) => {
            writeln!(out, "       {:<width$}  {kind} is turned up", "")
        }
        Step::Act(seat, action) => {
            let name = names.get(seat.index()).map_or("", String::as_str);
            let action = notation::print(action, before);
            writeln!(out, "{event:>5}  {name:<width$}  {action}")
        }
    }
}

fn scores(players: &[quinta_rules::Player]) -> String {
    let scores: Vec<_> = players.iter().map(|player| player.score.to_string()).collect();
    format!("scores {}", scores.join(" : "))
}

fn end(out: &mut impl Write, replay: &Replay, names: &[String]) -> io::Result<()> {
    let Some(result) = replay.result() else {
        let state = replay.state();
        return writeln!(out, "\nNot over: {}", scores(state.players()));
    };
    let winners: Vec<_> = result
        .winners
        .iter()
        .filter_map(|seat| names.get(seat.index()).map(String::as_str))
        .collect();
    let verb = if winners.len() == 1 { "wins" } else { "share the victory" };
    writeln!(out, "\n{}; {} {verb}", scores(replay.state().players()), winners.join(" and "))
}
