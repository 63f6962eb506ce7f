//! `quinta arena`: bots play one another, and the results are measured.
use crate::input::{self, Side};
use crate::watch;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use quinta_bots::arena::{ArenaError, Entrant, Played, Player, Report, Series, Standing};
use quinta_bots::{BotSpec, Budget, Level, Weights};
use quinta_deal::{Deal, Seed};
use quinta_engine::{Client, Remote};
use quinta_record::{Board, Recorder, Setup};
use quinta_rules::Rules;
use serde_json::{Value, json};
use skillratings::Outcomes;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// Let bots play one another, and measure who is better
///
/// The same luck for all: each deal is played in every seat order. Shares of the victories (ties shared), mean scores and leads come
/// with 95% intervals by bootstrap over the deals. Bots are random, seedling, gardener, designer, mason and architect; the last two take
/// a budget for each move (architect:100ms, mason:1s, architect:2000sims; a second if none is named), and the architect settings
/// behind it (architect:100ms:horizon=1:curiosity=0.5; docs/bots.md lists them). Another program
/// that speaks the engine protocol (docs/protocol.md) sits down as cmd:PROGRAM, or cmd:TIME:PROGRAM. BOT@FILE plays by the weights in
/// that file (designer@weights.toml). Ctrl-C prints what there is.
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
  1    a bot could not sit down or broke the rules, or a file cannot be written
  2    the command line was not understood
  141  whoever read the output went away")]
pub(crate) struct Arguments {
    /// Who plays, one for each seat
    #[arg(long, value_delimiter = ',', required = true, num_args = 1..)]
    seats: Vec<String>,
    /// How many games; rounded up to whole deals
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The side of the scoring board
    #[arg(long, value_enum, default_value_t = Side::Front)]
    board: Side,
    /// 64 hexadecimal digits, or else a decimal number
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// How many games at a time [default: one for each core]
    #[arg(long)]
    jobs: Option<usize>,
    /// Write one JSON object into this file, or to standard output for -
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write a record of every game into this folder
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Stop as soon as the first one is surely better or worse than even (5% error in all)
    #[arg(long)]
    until_significant: bool,
    /// Let every two of them play each other, and rate them all
    #[arg(long)]
    round_robin: bool,
}

/// Someone named on the command line.
enum Named {
    Bot(BotSpec),
    Weighing(BotSpec, Box<Weights>),
    Program { budget: Budget, command: String },
}

fn named(text: &str) -> Result<Named> {
    let Some(rest) = text.strip_prefix("cmd:") else {
        return Ok(match text.split_once('@') {
            None => Named::Bot(text.parse()?),
            Some((bot, file)) => {
                let spec: BotSpec = bot.parse()?;
                ensure!(spec.level != Level::Random, "random plays by no weights");
                Named::Weighing(spec, Box::new(input::weights(Path::new(file))?))
            }
        });
    };
    let timed = rest.split_once(':').and_then(|(time, command)| {
        time.parse().ok().map(|budget| Named::Program { budget, command: command.to_owned() })
    });
    let plain = || Named::Program { budget: Budget::default(), command: rest.to_owned() };
    Ok(timed.unwrap_or_else(plain))
}

fn entrant<'a>(text: &str, rules: &Rules, seats: usize) -> Result<Entrant<'a>> {
    Ok(match named(text)? {
        Named::Bot(spec) => Entrant::bot(spec, rules, seats),
        Named::Weighing(spec, weights) => Entrant::weighing(text, spec, rules, *weights),
        Named::Program { budget, command } => {
            let make = move || {
                let client = Client::start(&command).map_err(|e| e.to_string())?;
                Ok(Box::new(Remote(client)) as Box<dyn Player>)
            };
            Entrant { name: text.to_owned(), budget, make: Box::new(make) }
        }
    })
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let rules = arguments.board.rules();
    if let Some(folder) = &arguments.records {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let mut sink = Sink { arguments, rules: &rules, trouble: None };
    let document = if arguments.round_robin {
        round_robin(&mut sink)?
    } else {
        let names: Vec<_> = arguments.seats.iter().map(String::as_str).collect();
        let report = sink.series(&names, &mut |_| ())?;
        if !sink.to_stdout() {
            print(&report)?;
        }
        let mut document = serde_json::to_value(&report)?;
        document["board"] = json!(arguments.board.name());
        document
    };
    if let Some(path) = &arguments.json {
        let text = serde_json::to_string_pretty(&document)? + "\n";
        if sink.to_stdout() {
            io::stdout().write_all(text.as_bytes())?;
        } else {
            fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays series and keeps their records.
struct Sink<'a> {
    arguments: &'a Arguments,
    rules: &'a Rules,
    trouble: Option<anyhow::Error>,
}

impl Sink<'_> {
    fn to_stdout(&self) -> bool {
        self.arguments.json.as_deref() == Some(Path::new("-"))
    }

    fn series(&mut self, names: &[&str], hear: &mut dyn FnMut(&Played)) -> Result<Report> {
        let Arguments { games, seed, .. } = *self.arguments;
        // Before the entrants sit down: programs would be started for nothing.
        ensure!((2..=4).contains(&names.len()), ArenaError::Seats(names.len()));
        let entrants: Result<Vec<_>> =
            names.iter().map(|name| entrant(name, self.rules, names.len())).collect();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let mut series = Series {
            rules: self.rules.clone(),
            entrants: entrants?,
            deals: 0,
            seed,
            jobs: self.arguments.jobs.unwrap_or(cores),
            until_significant: self.arguments.until_significant,
        };
        let orders = series.orders().len();
        series.deals = (games as usize).div_ceil(orders);
        let bar = watch::bar((series.deals * orders) as u64, "games");
        let stop = watch::stop_at_ctrl_c()?;
        let report = series.run(stop, |played| {
            bar.inc(1);
            hear(played);
            if let Some(folder) = &self.arguments.records
                && let Err(error) = write_record(folder, self.rules, names, played)
            {
                self.trouble.get_or_insert(error);
                stop.store(true, Ordering::Relaxed);
            }
        });
        bar.finish_and_clear();
        if let Some(error) = self.trouble.take() {
            return Err(error);
        }
        Ok(report?)
    }
}

fn write_record(folder: &Path, rules: &Rules, names: &[&str], played: &Played) -> Result<()> {
    let seats = played.order.len();
    let deal = Deal::new(&played.seed, rules, seats);
    let board = Board::of(rules.clone());
    let setup = Setup::known(board, seats, deal.first(), deal.stacks(), deal.supply());
    let mut game = Recorder::new(setup, false)?;
    for step in &played.log {
        game.step(step)?;
    }
    let mut record = game.into_record();
    let seated: Vec<_> = played.order.iter().map(|&entrant| names[entrant]).collect();
    record.other.insert("names".to_owned(), json!(seated));
    record.other.insert("engine".to_owned(), json!(concat!("quinta ", env!("CARGO_PKG_VERSION"))));
    record.other.insert("fair".to_owned(), json!({ "seed": played.seed.to_string() }));
    let order: String = played.order.iter().map(ToString::to_string).collect();
    let path = folder.join(format!("deal-{:06}-order-{order}.json", played.deal));
    fs::write(&path, record.to_json()).with_context(|| format!("cannot write {}", path.display()))
}

fn print(report: &Report) -> Result<()> {
    let mut out = io::stdout().lock();
    let even = 100.0 / report.players as f64;
    let (games, speed) = (report.games, report.games_per_second);
    let longest = report.seats.iter().map(|seat| seat.bot.chars().count()).max().unwrap_or(0);
    let width = longest.clamp(10, 28);
    writeln!(out, "{games} games of {} players, {speed:.1} games/s", report.players)?;
    writeln!(
        out,
        "{:<width$} {:>21} {:>6} {:>23} {:>8} {:>8}",
        "bot",
        format!("wins % (even {even:.0})"),
        "score",
        "lead over the best",
        "p99.9 ms",
        "max ms"
    )?;
    for Standing { bot, win_share, low, high, mean_score, margin, p999_ms, max_ms, .. } in
        &report.seats
    {
        let wins = format!("{:.1} [{:.1}, {:.1}]", 100.0 * win_share, 100.0 * low, 100.0 * high);
        let lead = format!("{:+.1} [{:+.1}, {:+.1}]", margin.mean, margin.low, margin.high);
        let bot: String = bot.chars().take(width).collect();
        writeln!(
            out,
            "{bot:<width$} {wins:>21} {mean_score:>6.1} {lead:>23} {p999_ms:>8.1} {max_ms:>8.1}"
        )?;
    }
    if let Some(elo) = report.elo {
        writeln!(out, "Elo of the first: {:+.0} [{:+.0}, {:+.0}]", elo.mean, elo.low, elo.high)?;
    }
    if report.decided {
        writeln!(out, "stopped: the first is surely not even (5% error in all)")?;
    }
    Ok(())
}

/// Every two of them, and ratings after Weng and Lin.
fn round_robin(sink: &mut Sink) -> Result<Value> {
    let names = &sink.arguments.seats;
    if names.len() < 2 {
        bail!("a round robin needs at least two");
    }
    let mut ratings = vec![WengLinRating::new(); names.len()];
    let mut shares = vec![(0.0, 0usize); names.len()];
    let (mut games, mut pairs) = (0, Vec::new());
    for i in 0..names.len() {
        for j in i + 1..names.len() {
            // Ratings depend on the order of the games: by deal and seats, whoever finished first.
            let mut results = Vec::new();
            let report = sink.series(&[&names[i], &names[j]], &mut |played| {
                let first = played.order.iter().position(|&entrant| entrant == 0).unwrap_or(0);
                results.push((played.deal, first, played.results()[first].0));
            })?;
            results.sort_by_key(|&(deal, first, _)| (deal, first));
            for (_, _, share) in results {
                let outcome = match share {
                    x if x > 0.5 => Outcomes::WIN,
                    x if x < 0.5 => Outcomes::LOSS,
                    _ => Outcomes::DRAW,
                };
                let config = WengLinConfig::new();
                (ratings[i], ratings[j]) = weng_lin(&ratings[i], &ratings[j], &outcome, &config);
                shares[i] = (shares[i].0 + share, shares[i].1 + 1);
                shares[j] = (shares[j].0 + 1.0 - share, shares[j].1 + 1);
            }
            games += report.games;
            if !sink.to_stdout() {
                print(&report)?;
            }
            pairs.push(report);
        }
    }
    let mut table: Vec<_> = (0..names.len())
        .map(|i| {
            let share = shares[i].0 / shares[i].1.max(1) as f64;
            json!({"bot": names[i], "rating": ratings[i].rating, "uncertainty": ratings[i].uncertainty,
                   "win_share": share, "games": shares[i].1})
        })
        .collect();
    table.sort_by(|a, b| {
        b["rating"].as_f64().partial_cmp(&a["rating"].as_f64()).unwrap_or(std::cmp::Ordering::Equal)
    });
    if !sink.to_stdout() {
        let mut out = io::stdout().lock();
        writeln!(out, "{:<28} {:>16} {:>8}", "bot", "rating (W.-L.)", "wins %")?;
        for row in &table {
            let number = |name: &str| row[name].as_f64().unwrap_or_default();
            let rating = format!("{:.1} ± {:.1}", number("rating"), 2.0 * number("uncertainty"));
            let bot = row["bot"].as_str().unwrap_or_default();
            writeln!(out, "{bot:<28} {rating:>16} {:>8.1}", 100.0 * number("win_share"))?;
        }
    }
    let board = sink.arguments.board.name();
    Ok(json!({"games": games, "players": 2, "board": board, "seats": table, "pairs": pairs}))
}
