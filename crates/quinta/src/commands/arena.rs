//! `quinta arena`: bots play one another, and the results are measured.
mod records;
mod report;
mod seats;

use crate::clock::Timing;
use crate::input::{self, Side};
use crate::output::{self, Output};
use crate::watch;
use anyhow::Result;
use clap::Args;
use quinta_deal::Seed;
use quinta_lab::arena::{ArenaError, Played, Report, Series};
use quinta_lab::ratings::{self, Pair};
use quinta_rules::Rules;
use records::Records;
use seats::Participant;
use serde_json::{Value, json};
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Let bots play one another, and measure who is better
///
/// The same luck for all: each deal is played in every seat order. Shares of the victories (ties shared) come with Wilson's 95%
/// interval, leads with one by bootstrap, both over the deals. `quinta bots` lists the bots; those that search take a budget for each
/// move (architect:100ms, mason:1s, architect:2000sims; a second if none is named), and the architect settings behind it
/// (architect:100ms:horizon=1:curiosity=0.5; docs/bots.md lists them). BOT@FILE plays by the weights or the net in that file
/// (designer@weights.toml, architect:100ms@trial.net).
///
/// cmd:PROGRAM, or cmd:TIME:PROGRAM, is another program that speaks the engine protocol (docs/protocol.md). If it crashes, moves
/// illegally, exceeds its time and the grace, or takes longer than ten seconds to answer anything else, it loses that game and is
/// started again for the next; the others share the victory. With --strict the match ends there.
///
/// Ctrl-C, or SIGTERM, prints the results so far; a second one ends the program at once.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta arena --seats gardener,designer --games 2000
  quinta arena --seats architect:100ms,designer,designer,designer --games 200 --board back
  quinta arena --seats 'architect:1s,cmd:python3 examples/bot.py' --games 20 --records games
  quinta arena --seats gardener,designer --games 5000 --until-significant --json -
  quinta arena --seats designer@weights.toml,designer --games 2000
  quinta arena --round-robin --seats seedling,gardener,designer,architect:200sims --games 100

Exit codes:
  0    the games were played
  1    a bot could not sit down, lost a game by forfeit with --strict, or a file cannot be written
  2    the command line was not understood
  130  Ctrl-C ended it (143: SIGTERM); what was played by then is printed
  141  whoever read the output went away")]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct Arguments {
    /// Who plays, one for each seat
    #[arg(long, value_delimiter = ',', required = true, num_args = 1.., value_parser = seats::participant)]
    seats: Vec<Participant>,
    /// How many games; rounded up to whole deals
    #[arg(long, default_value_t = 200, value_parser = input::number::<u64>(1..))]
    games: u64,
    /// The side of the scoring board
    #[arg(long, value_enum, default_value_t = Side::Front)]
    board: Side,
    /// 64 hexadecimal digits, or else a decimal number
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// How many games at a time [default: one for each core]
    #[arg(long, value_parser = input::jobs)]
    jobs: Option<usize>,
    #[command(flatten)]
    timing: Timing,
    /// How much longer than its time another program may think about a move
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = input::time)]
    grace: Duration,
    /// End the match with an error when someone loses a game by forfeit
    #[arg(long)]
    strict: bool,
    /// Write one JSON object into this file, or to standard output for -
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write a record of every game into this folder
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Overwrite records that are there already
    #[arg(long, requires = "records")]
    force: bool,
    /// Stop as soon as the first one is significantly better or worse than even (5% error overall)
    #[arg(long)]
    until_significant: bool,
    /// Play a series for each pair, and rate them all by Elo
    #[arg(long)]
    round_robin: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let count = arguments.seats.len();
    if arguments.round_robin && count < 2 {
        return Err(input::usage("a round robin needs at least two"));
    }
    if !arguments.round_robin && !(2..=4).contains(&count) {
        return Err(input::usage(ArenaError::Seats(count)));
    }
    // Open the outputs first, so that a mistake shows before hours of games.
    let json = arguments.json.as_deref().map(Output::open).transpose()?;
    if let Some(folder) = &arguments.records {
        output::folder(folder)?;
    }
    let text = !json.as_ref().is_some_and(Output::is_stdout);
    let match_ = Match { arguments, rules: arguments.board.rules(), text };
    let (document, interrupted) =
        if arguments.round_robin { match_.round_robin()? } else { match_.one_series()? };
    if let Some(json) = json {
        let text = serde_json::to_string_pretty(&document)? + "\n";
        json.write(text.as_bytes())?;
    }
    Ok(watch::ended(interrupted))
}

/// A match: one series, or a round robin of one series for each pair.
struct Match<'a> {
    arguments: &'a Arguments,
    rules: Rules,
    /// Whether text is printed, not only JSON.
    text: bool,
}

impl Match<'_> {
    /// Prepares a series of these seats, and the place of its records.
    fn prepare<'a>(
        &self,
        seats: &[&'a Participant],
        prefix: String,
    ) -> Result<(Series<'a>, Option<Records<'_>>)> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let (context, grace) = (self.arguments.timing.search_context(), self.arguments.grace);
        let entrant =
            |seat: &&'a Participant| seat.entrant(&self.rules, seats.len(), &context, grace);
        let mut series = Series {
            rules: self.rules.clone(),
            entrants: seats.iter().map(entrant).collect(),
            deals: 0,
            seed: self.arguments.seed,
            jobs: self.arguments.jobs.unwrap_or(cores),
            until_significant: self.arguments.until_significant,
            strict: self.arguments.strict,
        };
        let orders = series.orders();
        series.deals = (self.arguments.games as usize).div_ceil(orders.len());
        let records = self.arguments.records.as_deref();
        let records = records.map(|folder| Records { folder, prefix, force: self.arguments.force });
        if let Some(records) = &records {
            records.vacant(series.deals, &orders)?;
        }
        Ok((series, records))
    }

    fn play(
        series: &Series,
        seats: &[&Participant],
        records: Option<&Records>,
        mut on_game: impl FnMut(&Played),
    ) -> Result<Report> {
        let bar = watch::bar((series.deals * series.orders().len()) as u64, "games");
        let stop = watch::stop_at_ctrl_c()?;
        let mut trouble = None;
        let report = series.run(stop, |played| {
            bar.inc(1);
            on_game(played);
            let names = || -> Vec<&str> {
                played.order.iter().map(|&entrant| seats[entrant].name()).collect()
            };
            if let Some(Err(error)) =
                records.map(|records| records.write(&series.rules, &names(), played))
            {
                trouble.get_or_insert(error);
                stop.store(true, Ordering::Relaxed);
            }
        });
        bar.finish_and_clear();
        trouble.map_or(Ok(report?), Err)
    }

    /// Plays one series of all; returns its document and whether it was interrupted.
    fn one_series(&self) -> Result<(Value, bool)> {
        let seats: Vec<_> = self.arguments.seats.iter().collect();
        let (series, records) = self.prepare(&seats, String::new())?;
        let report = Self::play(&series, &seats, records.as_ref(), |_| ())?;
        if self.text {
            report::series(&mut io::stdout().lock(), &report, &seats)?;
        }
        let mut document = document(&report, &seats)?;
        document["board"] = json!(self.arguments.board.name());
        Ok((document, report.interrupted))
    }

    /// Plays a series for each pair and rates all by Elo; returns as [`Self::one_series`] does.
    fn round_robin(&self) -> Result<(Value, bool)> {
        let seats = &self.arguments.seats;
        let mut prepared = Vec::new();
        for i in 0..seats.len() {
            for j in i + 1..seats.len() {
                let pair = [&seats[i], &seats[j]];
                let (series, records) = self.prepare(&pair, format!("pair-{i}-{j}-"))?;
                prepared.push((i, j, pair, series, records));
            }
        }
        let mut results = Vec::new();
        let (mut games, mut pairs, mut interrupted) = (0, Vec::new(), false);
        for (i, j, pair, series, records) in &prepared {
            let mut result = Pair { players: [*i, *j], won: 0.0, games: 0.0 };
            let report = Self::play(series, pair, records.as_ref(), |played| {
                let first = played.order.iter().position(|&entrant| entrant == 0).unwrap_or(0);
                result.won += played.shares()[first];
                result.games += 1.0;
            })?;
            results.push(result);
            games += report.games;
            interrupted = report.interrupted;
            if self.text {
                report::series(&mut io::stdout().lock(), &report, pair)?;
            }
            pairs.push(document(&report, pair)?);
            if interrupted {
                break;
            }
        }
        let rated = ratings::elo(seats.len(), &results);
        let mut table: Vec<_> = (0..seats.len())
            .map(|i| {
                let (won, played) = results.iter().fold((0.0, 0.0), |sum, pair| match pair.players {
                    [first, _] if first == i => (sum.0 + pair.won, sum.1 + pair.games),
                    [_, second] if second == i => (sum.0 + pair.games - pair.won, sum.1 + pair.games),
                    _ => sum,
                });
                let share = (played > 0.0).then(|| won / played);
                json!({"bot": seats[i].text, "elo": rated[i], "win_share": share, "games": played as u64})
            })
            .collect();
        let elo = |row: &Value| row["elo"]["mean"].as_f64().unwrap_or_default();
        table.sort_by(|a, b| elo(b).total_cmp(&elo(a)));
        if self.text {
            report::ratings(&mut io::stdout().lock(), &table)?;
        }
        let board = self.arguments.board.name();
        let document = json!({"games": games, "players": 2, "board": board, "interrupted": interrupted,
                              "seats": table, "pairs": pairs});
        Ok((document, interrupted))
    }
}

/// A report as JSON, with the names by which other programs introduced themselves.
fn document(report: &Report, seats: &[&Participant]) -> Result<Value> {
    let mut document = serde_json::to_value(report)?;
    for (seat, named) in seats.iter().enumerate() {
        if let Some(id) = named.id() {
            document["seats"][seat]["id"] = json!(id);
        }
    }
    Ok(document)
}
