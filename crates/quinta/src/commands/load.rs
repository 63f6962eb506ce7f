//! `quinta load`: many tables and sockets against a server, and how long a move takes until it is acknowledged.
mod client;
mod hostile;
mod people;
mod server;

use crate::input::{self, number};
use crate::watch;
use anyhow::Result;
use clap::Args;
use hostile::Attack;
use people::{Plan, Shared};
use quinta_bots::BotLevel;
use server::{Spawned, Usage};
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, mpsc};

/// Limits that release 0.1 does not know.
const NEWER: [&str; 8] = [
    "write_seconds",
    "waiting_bytes",
    "subscriptions",
    "guests",
    "live_bytes",
    "unfinished",
    "unfinished_from_address",
    "written_bytes",
];

/// Put a server under load and measure it
///
/// Opens tables with people at every seat, a socket for each, and lets them play random moves at a steady pace; measures the time
/// from sending a move to its acknowledgement. Starts a server of its own, on this machine and in a temporary folder, unless --server names one on this machine.
/// With --hostile it attacks a server of its own instead, and tells what everyone else had of it (docs/operations.md).
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta load
  quinta load --tables 50 --seats 4 --rate 40 --seconds 10
  quinta load --tables 1000 --steps 4
  quinta load --hostile undo
  quinta load --hostile readers --program ./quinta-0.1
  quinta load --hostile memory --program ./quinta-0.1 --chart memory.svg

Exit codes:
  0    it was measured
  1    the server could not be started or reached
  2    the command line was not understood
  130  it was stopped; the rows that were measured by then are printed")]
pub(crate) struct Arguments {
    /// Tables
    #[arg(long, default_value_t = 500, value_parser = number::<usize>(1..=100_000))]
    tables: usize,
    /// Seats at each table, a socket for each: 2 to 4
    #[arg(long, default_value_t = 4, value_parser = number::<u8>(2..=4))]
    seats: u8,
    /// How many of these seats bots have
    #[arg(long, default_value_t = 0)]
    bots: u8,
    /// The bots' level
    #[arg(long, default_value = "random", value_parser = level)]
    level: String,
    /// Moves a second, all tables together
    #[arg(long, default_value_t = 200, value_parser = number::<u32>(1..=1_000_000))]
    rate: u32,
    /// Measure so many times on the way to all tables, to see how the figures grow
    #[arg(long, default_value_t = 1, value_parser = number::<u64>(1..=100))]
    steps: u64,
    /// For so many seconds, at each step [default: 60, or 20 for an attack]
    #[arg(long, value_parser = number::<u64>(1..=86_400))]
    seconds: Option<u64>,
    /// A server that runs already, on this machine: 127.0.0.1:4141. Its limits must be high enough
    #[arg(long, value_name = "ADDRESS")]
    server: Option<SocketAddr>,
    /// The program whose server is started: another release, to compare
    #[arg(long, value_name = "FILE", conflicts_with = "server")]
    program: Option<PathBuf>,
    /// The Postgres database of the server that is started, one for this alone: it is filled with tables
    #[arg(long, value_name = "URL", conflicts_with = "server")]
    database: Option<String>,
    /// So many servers on that database, tables and sockets spread over them
    #[arg(long, default_value_t = 1, value_name = "N", requires = "database", value_parser = number::<usize>(1..=64))]
    processes: usize,
    /// Attack a server that has its usual limits
    #[arg(long, value_name = "ATTACK", conflicts_with_all = ["server", "tables", "seats", "bots", "level", "rate", "steps", "processes"])]
    hostile: Option<Attack>,
    /// Draw the server's memory over time into this file, as SVG; for --hostile memory
    #[arg(long, value_name = "FILE", requires = "hostile")]
    chart: Option<PathBuf>,
}

/// The name of a level, for clap.
fn level(text: &str) -> Result<String, String> {
    let known = BotLevel::ALL.into_iter().map(BotLevel::name);
    known
        .clone()
        .find(|name| *name == text)
        .map(str::to_owned)
        .ok_or_else(|| format!("expected one of {}", known.collect::<Vec<_>>().join(", ")))
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    if arguments.bots >= arguments.seats {
        return Err(input::usage("at least one seat at each table must be a person's"));
    }
    if let Some(address) = arguments.server.filter(|address| !address.ip().is_loopback()) {
        return Err(input::usage(format!("load goes to this machine only, not to {address}")));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let stopped = runtime.block_on(async {
        tokio::select! {
            // First, so that a signal is handled before anything exists that would be left behind.
            biased;
            signal = super::serve::stop_signal() => signal.map(|()| true),
            done = load(arguments) => done.map(|()| false),
        }
    })?;
    runtime.shutdown_timeout(Duration::from_secs(1));
    Ok(watch::ended(stopped))
}

async fn load(arguments: &Arguments) -> Result<()> {
    let program = arguments.program.as_deref();
    let database = arguments.database.as_deref();
    if let Some(attack) = arguments.hostile {
        let lasting = Duration::from_secs(arguments.seconds.unwrap_or(20));
        return attack.run(program, database, lasting, arguments.chart.as_deref()).await;
    }
    if let Some(address) = arguments.server {
        return measure(arguments, &[address], &[]).await;
    }
    // Limits that are never reached.
    let mut limits = toml::Table::try_from(quinta_server::Limits::none())?;
    let start = async |limits: &toml::Table| {
        Spawned::start(program, &format!("[limits]\n{limits}"), database).await
    };
    let first = match start(&limits).await {
        // An older release refuses unknown names; its defaults are enough.
        Err(why) if program.is_some() && !why.is::<io::Error>() => {
            writeln!(io::stderr(), "starting it again with the limits of release 0.1")?;
            limits.retain(|name, _| !NEWER.contains(&name));
            start(&limits).await?
        }
        first => first?,
    };
    let mut servers = vec![first];
    while servers.len() < arguments.processes {
        servers.push(start(&limits).await?);
    }
    let addresses: Vec<_> = servers.iter().map(|server| server.address).collect();
    measure(arguments, &addresses, &servers).await
}

/// The figures of one measurement.
struct Figures {
    tables: usize,
    micros: Vec<u64>,
    refused: u64,
    seconds: f64,
    /// The server's use of resources, after and before.
    usage: Option<(Usage, Usage)>,
}

/// The heading of the figures.
const HEADING: [&str; 2] = [
    "               acknowledged after ms                  server",
    "tables moves/s   p50   p90   p99    most refused    MB cores",
];

impl Figures {
    fn row(mut self) -> String {
        self.micros.sort_unstable();
        let at = |part: f64| {
            let place = ((self.micros.len() as f64 * part) as usize)
                .min(self.micros.len().saturating_sub(1));
            self.micros.get(place).map_or(0.0, |micros| *micros as f64 / 1000.0)
        };
        let usage = self.usage.map_or(String::new(), |(now, before)| {
            let cores = (now.processor - before.processor) / self.seconds;
            format!("{:>5.0} {cores:>5.2}", megabytes(now.memory))
        });
        let [p50, p90, p99, most] = [0.5, 0.9, 0.99, 1.0].map(at);
        let row = format!(
            "{:>6} {:>7.1} {p50:>5.1} {p90:>5.1} {p99:>5.1} {most:>7.1} {:>7} {usage}",
            self.tables,
            self.micros.len() as f64 / self.seconds,
            self.refused,
        );
        row.trim_end().to_owned()
    }
}

fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

/// Measures at every step on the way to all tables, and prints a row for each.
async fn measure(arguments: &Arguments, addresses: &[SocketAddr], own: &[Spawned]) -> Result<()> {
    let (times, mut told) = mpsc::unbounded_channel();
    let shared = Arc::new(Shared {
        moves: Semaphore::new(0),
        measuring: AtomicBool::new(false),
        refused: AtomicU64::new(0),
        messages: AtomicU64::new(0),
        bytes: AtomicU64::new(0),
        times,
    });
    let mut out = io::stdout();
    let usage = || Usage::of_all(own);
    let empty = usage();
    writeln!(out, "{}\n{}", HEADING[0], HEADING[1])?;
    let (mut tables, mut sockets, mut measured) = (0, 0, 0.0);
    for step in 1..=arguments.steps {
        let goal = arguments.tables * step as usize / arguments.steps as usize;
        let started = Instant::now();
        sockets += open_tables(arguments, addresses, tables..goal, &shared).await?;
        let took = started.elapsed().as_secs_f64();
        writeln!(
            io::stderr(),
            "{} more after {took:.1} s",
            input::counted(goal - tables, "table")
        )?;
        tables = goal;
        let before = usage();
        let seconds = pace(arguments, &shared).await;
        measured += seconds;
        let figures = Figures {
            tables,
            micros: std::iter::from_fn(|| told.try_recv().ok()).collect(),
            refused: shared.refused.swap(0, Ordering::Relaxed),
            seconds,
            usage: usage().zip(before),
        };
        writeln!(out, "{}", figures.row())?;
    }
    let a_second = |count: &AtomicU64| count.load(Ordering::Relaxed) as f64 / measured;
    writeln!(
        out,
        "\n{}, {:.0} messages and {:.2} MB a second to them.",
        input::counted(sockets, "socket"),
        a_second(&shared.messages),
        a_second(&shared.bytes) / 1e6
    )?;
    if let Some((empty, now)) = empty.zip(usage()) {
        let (least, most) = (megabytes(empty.memory), megabytes(now.most));
        writeln!(out, "The server without a table: {least:.0} MB, at most: {most:.0} MB.")?;
    }
    Ok(())
}

/// Opens tables, a few at a time; says how many sockets they have.
async fn open_tables(
    arguments: &Arguments,
    addresses: &[SocketAddr],
    numbers: std::ops::Range<usize>,
    shared: &Arc<Shared>,
) -> Result<usize> {
    let at_once = Arc::new(Semaphore::new(16));
    let Arguments { seats, bots, ref level, .. } = *arguments;
    let plan = Plan { seats, bots, level: level.clone() };
    let mut opening = Vec::new();
    for number in numbers {
        let (shared, at_once, plan) = (shared.clone(), at_once.clone(), plan.clone());
        let addresses = addresses.to_vec();
        opening.push(tokio::spawn(async move {
            let _permit = at_once.acquire().await?;
            plan.open(&addresses, number as u64, &shared).await
        }));
    }
    let mut sockets = 0;
    for table in opening {
        sockets += table.await??;
    }
    Ok(sockets)
}

/// Lets moves be made at a steady pace while it is measured; says for how many seconds.
async fn pace(arguments: &Arguments, shared: &Shared) -> f64 {
    shared.measuring.store(true, Ordering::Relaxed);
    let started = Instant::now();
    let seconds = Duration::from_secs(arguments.seconds.unwrap_or(60));
    let mut pace = tokio::time::interval(Duration::from_secs_f64(1.0 / f64::from(arguments.rate)));
    pace.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Burst);
    while started.elapsed() < seconds {
        pace.tick().await;
        shared.moves.add_permits(1);
    }
    let seconds = started.elapsed().as_secs_f64();
    // Moves in flight still count.
    tokio::time::sleep(Duration::from_millis(500)).await;
    shared.measuring.store(false, Ordering::Relaxed);
    seconds
}
