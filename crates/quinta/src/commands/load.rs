//! `quinta load`: many tables and sockets against a server, and how long a move takes until it is acknowledged.
use crate::{input, watch};
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use futures_util::{SinkExt, StreamExt};
use quinta_bots::Level;
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::{Semaphore, mpsc};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// Put a server under load and measure it
///
/// Opens tables with people at every seat, a socket for each, and lets them play random moves at a steady pace; measures the time
/// from sending a move to its acknowledgement. Starts a server of its own, on this machine and in a temporary folder, unless --server names one on this machine.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta load
  quinta load --tables 50 --seats 4 --rate 40 --seconds 10
  quinta load --tables 1000 --steps 4

Exit codes:
  0    it was measured
  1    the server could not be started or reached
  2    the command line was not understood
  130  it was stopped; the rows that were measured by then are printed")]
pub(crate) struct Arguments {
    /// Tables
    #[arg(long, default_value_t = 500, value_parser = tables)]
    tables: usize,
    /// Seats at each table, a socket for each: 2 to 4
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=4))]
    seats: u8,
    /// How many of these seats bots have
    #[arg(long, default_value_t = 0)]
    bots: u8,
    /// The bots' level
    #[arg(long, default_value = "random", value_parser = level)]
    level: String,
    /// Moves a second, all tables together
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    rate: u32,
    /// Measure so many times on the way to all tables, to see how the figures grow
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=100))]
    steps: u64,
    /// For so many seconds, at each step
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    /// A server that runs already, on this machine: 127.0.0.1:4141. Its limits must be high enough
    #[arg(long, value_name = "ADDRESS")]
    server: Option<std::net::SocketAddr>,
}

/// A number of tables, for clap.
fn tables(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(tables @ 1..=100_000) => Ok(tables),
        _ => Err("it must be a number from 1 to 100000".to_owned()),
    }
}

/// The name of a level, for clap.
fn level(text: &str) -> Result<String, String> {
    let known = Level::ALL.into_iter().map(Level::name);
    known
        .clone()
        .find(|name| *name == text)
        .map(str::to_owned)
        .ok_or_else(|| format!("it must be one of {}", known.collect::<Vec<_>>().join(", ")))
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    if arguments.bots >= arguments.seats {
        return Err(input::usage("at least one seat at each table must be a person's"));
    }
    let own = match arguments.server {
        Some(address) => {
            if !address.ip().is_loopback() {
                return Err(input::usage(format!(
                    "load goes to this machine only, not to {address}"
                )));
            }
            None
        }
        None => Some(Spawned::start()?),
    };
    let address = match (&own, arguments.server) {
        (Some(server), _) => server.address.clone(),
        (None, Some(address)) => address.to_string(),
        (None, None) => bail!("no server"),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let stopped = runtime.block_on(async {
        tokio::select! {
            measured = measure(arguments, &address, own.as_ref()) => measured.map(|()| false),
            signal = super::serve::stop_signal() => signal.map(|()| true),
        }
    })?;
    runtime.shutdown_timeout(Duration::from_secs(1));
    // The server and its folder go with `own`.
    Ok(watch::ended(stopped))
}

/// A server of one's own, with limits that nobody meets.
struct Spawned {
    child: Child,
    address: String,
    folder: std::path::PathBuf,
}

impl Spawned {
    fn start() -> Result<Self> {
        let folder = std::env::temp_dir().join(format!("quinta-load-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let limits = toml::to_string(&quinta_server::Limits::none())?;
        std::fs::write(folder.join("quinta.toml"), format!("[limits]\n{limits}"))?;
        let mut child = Command::new(std::env::current_exe()?)
            .args(["serve", "--port", "0", "--data"])
            .arg(&folder)
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("no output")?).read_line(&mut line)?;
        let address = line.trim().rsplit("http://").next().unwrap_or_default().to_owned();
        if address.is_empty() {
            bail!("the server did not start: {line}");
        }
        Ok(Self { child, address, folder })
    }

    /// Its resident memory, now and at most, in bytes, and the seconds of processor time that it has used.
    fn usage(&self) -> Option<(u64, u64, f64)> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let kilobytes = |name: &str| -> Option<u64> {
            let line = status.lines().find(|line| line.starts_with(name))?;
            line.split_whitespace().nth(1)?.parse().ok()
        };
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        let fields: Vec<_> = stat.rsplit(')').next()?.split_whitespace().collect();
        let ticks: f64 =
            fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
        Some((kilobytes("VmRSS:")? * 1024, kilobytes("VmHWM:")? * 1024, ticks / 100.0))
    }
}

impl Drop for Spawned {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// What one measurement gave.
struct Figures {
    tables: usize,
    sockets: usize,
    micros: Vec<u64>,
    refused: u64,
    seconds: f64,
    messages: u64,
    bytes: u64,
    /// The server's memory now and at most, and the processor time that it used meanwhile.
    usage: Option<(u64, u64, f64)>,
}

/// The heading of the figures: a table in Markdown, as docs/operations.md has it.
const HEADING: &str = "\
| tables | sockets | seconds | moves/s | p50 ms | p90 ms | p99 ms | most ms | refused | messages/s | MB/s sent | server MB | at most MB | cores used |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|";

impl Figures {
    fn row(mut self) -> String {
        self.micros.sort_unstable();
        let at = |part: f64| {
            let place = ((self.micros.len() as f64 * part) as usize)
                .min(self.micros.len().saturating_sub(1));
            self.micros.get(place).map_or(0.0, |micros| *micros as f64 / 1000.0)
        };
        let usage = self.usage.map_or("| | |".to_owned(), |(now, most, processor)| {
            let cores = processor / self.seconds;
            format!("{:.0} | {:.0} | {cores:.2}", now as f64 / 1e6, most as f64 / 1e6)
        });
        format!(
            "| {} | {} | {:.0} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {} | {:.0} | {:.1} | {usage} |",
            self.tables,
            self.sockets,
            self.seconds,
            self.micros.len() as f64 / self.seconds,
            at(0.5),
            at(0.9),
            at(0.99),
            at(1.0),
            self.refused,
            self.messages as f64 / self.seconds,
            self.bytes as f64 / self.seconds / 1e6,
        )
    }
}

/// What the players share.
struct Shared {
    /// Moves that may be made now: the pacer puts them here.
    moves: Semaphore,
    measuring: AtomicBool,
    refused: AtomicU64,
    messages: AtomicU64,
    bytes: AtomicU64,
    times: mpsc::UnboundedSender<u64>,
}

/// Measures at every step on the way to all tables, and prints a row for each.
async fn measure(arguments: &Arguments, address: &str, own: Option<&Spawned>) -> Result<()> {
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
    let empty = own.and_then(Spawned::usage);
    writeln!(out, "{HEADING}")?;
    let (mut tables, mut sockets) = (0, 0);
    for step in 1..=arguments.steps {
        let goal = arguments.tables * step as usize / arguments.steps as usize;
        let started = Instant::now();
        sockets += open_tables(arguments, address, tables..goal, &shared).await?;
        let took = started.elapsed().as_secs_f64();
        writeln!(io::stderr(), "{} tables more after {took:.1} s", goal - tables)?;
        tables = goal;
        let (usage, seconds) = (own.and_then(Spawned::usage), pace(arguments, &shared).await);
        let usage = own
            .and_then(Spawned::usage)
            .zip(usage)
            .map(|((now, most, after), (_, _, before))| (now, most, after - before));
        let figures = Figures {
            tables,
            sockets,
            micros: std::iter::from_fn(|| told.try_recv().ok()).collect(),
            refused: shared.refused.swap(0, Ordering::Relaxed),
            seconds,
            messages: shared.messages.swap(0, Ordering::Relaxed),
            bytes: shared.bytes.swap(0, Ordering::Relaxed),
            usage,
        };
        writeln!(out, "{}", figures.row())?;
    }
    if let Some((memory, ..)) = empty {
        writeln!(out, "\nThe server without a table: {:.0} MB.", memory as f64 / 1e6)?;
    }
    Ok(())
}

/// Opens tables, a few at a time; says how many sockets they have.
async fn open_tables(
    arguments: &Arguments,
    address: &str,
    numbers: std::ops::Range<usize>,
    shared: &Arc<Shared>,
) -> Result<usize> {
    let at_once = Arc::new(Semaphore::new(16));
    let mut opening = Vec::new();
    for number in numbers {
        let (shared, at_once) = (shared.clone(), at_once.clone());
        let (address, level) = (address.to_owned(), arguments.level.clone());
        let (seats, bots) = (arguments.seats, arguments.bots);
        opening.push(tokio::spawn(async move {
            let _permit = at_once.acquire().await?;
            open_table(&address, seats, bots, &level, number as u64, &shared).await
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
    let mut pace = tokio::time::interval(Duration::from_secs_f64(1.0 / f64::from(arguments.rate)));
    pace.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Burst);
    while started.elapsed() < Duration::from_secs(arguments.seconds) {
        pace.tick().await;
        shared.moves.add_permits(1);
    }
    let seconds = started.elapsed().as_secs_f64();
    // What is on its way is still counted.
    tokio::time::sleep(Duration::from_millis(500)).await;
    shared.measuring.store(false, Ordering::Relaxed);
    seconds
}

/// Makes a table, seats its people, and lets each of them play over a socket. Says how many sockets there are.
async fn open_table(
    address: &str,
    seats: u8,
    bots: u8,
    level: &str,
    seed: u64,
    shared: &Arc<Shared>,
) -> Result<usize> {
    let mut plan = vec![json!({ "who": "me" })];
    plan.extend((bots + 1..seats).map(|_| json!({ "who": "open" })));
    plan.extend((0..bots).map(|_| json!({ "who": "bot", "level": level })));
    let host = token(address).await?;
    let wish = json!({ "seats": plan, "options": { "access": "open" } });
    let made = post(address, "/api/tables", Some(&host), &wish).await?;
    let id = made["id"].as_str().context("no table was made")?.to_owned();
    let commands = format!("/api/tables/{id}/commands");
    let mut people = vec![host];
    for _ in bots + 1..seats {
        let guest = token(address).await?;
        post(address, &commands, Some(&guest), &json!({ "id": "sit", "type": "sit" })).await?;
        people.push(guest);
    }
    for guest in &people {
        post(
            address,
            &commands,
            Some(guest),
            &json!({ "id": "ready", "type": "ready", "luck": "" }),
        )
        .await?;
    }
    let count = people.len();
    for (number, guest) in people.into_iter().enumerate() {
        let mut wish =
            format!("ws://{address}/api/tables/{id}/socket?since=1000000").into_client_request()?;
        wish.headers_mut().insert("Authorization", format!("Bearer {guest}").parse()?);
        let (stream, _) = tokio_tungstenite::connect_async(wish).await?;
        let (shared, rng) = (shared.clone(), SmallRng::seed_from_u64(seed * 8 + number as u64));
        tokio::spawn(play(stream, shared, rng));
    }
    Ok(count)
}

async fn token(address: &str) -> Result<String> {
    let answer = post(address, "/api/token", None, &Value::Null).await?;
    Ok(answer["token"].as_str().context("no token")?.to_owned())
}

/// Plays until the game is over or the socket closes: whenever it is to act, a move of the common pace.
async fn play<S>(mut stream: S, shared: Arc<Shared>, mut rng: SmallRng)
where
    S: StreamExt<Item = Result<Message, tokio_tungstenite::tungstenite::Error>>
        + SinkExt<Message, Error = tokio_tungstenite::tungstenite::Error>
        + Unpin,
{
    let mut number = 0u64;
    let mut sent = Instant::now();
    while let Some(Ok(message)) = stream.next().await {
        let Message::Text(text) = message else { continue };
        let measuring = shared.measuring.load(Ordering::Relaxed);
        if measuring {
            shared.messages.fetch_add(1, Ordering::Relaxed);
            shared.bytes.fetch_add(text.len() as u64, Ordering::Relaxed);
        }
        let choices = if text.starts_with(r#"{"type":"reply""#) {
            if measuring && number > 0 {
                let _ = shared.times.send(sent.elapsed().as_micros() as u64);
            }
            continue;
        } else if text.starts_with(r#"{"type":"refused""#) {
            shared.refused.fetch_add(1, Ordering::Relaxed);
            continue;
        } else if text.starts_with(r#"{"type":"choices""#) {
            serde_json::from_str::<Value>(&text).unwrap_or_default()
        } else if text.starts_with(r#"{"type":"snapshot""#) {
            serde_json::from_str::<Value>(&text).unwrap_or_default()["choices"].take()
        } else {
            continue;
        };
        if choices.is_null() {
            continue;
        }
        let action = pick(&choices, &mut rng);
        let Ok(permit) = shared.moves.acquire().await else { return };
        permit.forget();
        number += 1;
        let command = json!({ "id": number.to_string(), "type": "act", "at": choices["at"], "action": action });
        sent = Instant::now();
        if stream.send(Message::text(command.to_string())).await.is_err() {
            return;
        }
    }
}

/// A random action out of the document of choices.
fn pick(choices: &Value, rng: &mut SmallRng) -> Value {
    let empty = Vec::new();
    let list = |value: &Value| value.as_array().unwrap_or(&empty).clone();
    let mut any = |values: &Value| {
        let values = list(values);
        if values.is_empty() {
            Value::Null
        } else {
            values[rng.random_range(0..values.len())].clone()
        }
    };
    let mut all = Vec::new();
    for choice in list(&choices["acquire"]).iter().filter(|c| c.get("reason").is_none()) {
        all.push(json!({ "acquire": choice["attribute"], "take": any(&choice["takes"]) }));
    }
    for choice in list(&choices["place"]).iter().filter(|c| c.get("reason").is_none()) {
        let cell = any(&choice["cells"]);
        if !cell.is_null() {
            all.push(json!({ "place": choice["kind"], "cell": cell["cell"], "pay": any(&choice["payments"]) }));
        }
    }
    if all.is_empty() {
        return json!({ "pass": {} });
    }
    any(&Value::Array(all))
}

/// One request over a connection of its own.
async fn post(address: &str, path: &str, token: Option<&str>, body: &Value) -> Result<Value> {
    let body = body.to_string();
    let bearer = token.map_or(String::new(), |token| format!("Authorization: Bearer {token}\r\n"));
    let text = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{bearer}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(text.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").context("no answer")?;
    ensure!(head.starts_with("HTTP/1.1 20"), "{path}: {head}\n{body}");
    Ok(serde_json::from_str(body)?)
}
