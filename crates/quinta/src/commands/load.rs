//! `quinta load`: many tables and sockets against a server, and how long a move takes until it is acknowledged.
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use futures_util::{SinkExt, StreamExt};
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::{Mutex, Semaphore, mpsc};
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

Exit codes:
  0  it was measured
  1  the server could not be started or reached
  2  the command line was not understood")]
pub(crate) struct Arguments {
    /// Tables
    #[arg(long, default_value_t = 500)]
    tables: usize,
    /// Seats at each table, a socket for each: 2 to 4
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=4))]
    seats: u8,
    /// How many of these seats bots have
    #[arg(long, default_value_t = 0)]
    bots: u8,
    /// The bots' level
    #[arg(long, default_value = "random")]
    level: String,
    /// Moves a second, all tables together
    #[arg(long, default_value_t = 200)]
    rate: u32,
    /// For so many seconds
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// A server that runs already, on this machine: 127.0.0.1:4141. Its limits must be high enough
    #[arg(long, value_name = "ADDRESS")]
    server: Option<std::net::SocketAddr>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    ensure!(arguments.bots < arguments.seats, "at least one seat at each table must be a person's");
    let own = match arguments.server {
        Some(address) => {
            ensure!(address.ip().is_loopback(), "load goes to this machine only, not to {address}");
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
    let figures = runtime.block_on(measure(arguments, &address, own.as_ref()))?;
    runtime.shutdown_timeout(Duration::from_secs(1));
    figures.print(arguments)?;
    Ok(ExitCode::SUCCESS)
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

struct Figures {
    micros: Vec<u64>,
    seconds: f64,
    updates: u64,
    bytes: u64,
    sockets: usize,
    usage: Option<(u64, u64, f64)>,
}

impl Figures {
    fn print(mut self, arguments: &Arguments) -> Result<()> {
        self.micros.sort_unstable();
        let at = |part: f64| {
            let place = ((self.micros.len() as f64 * part) as usize)
                .min(self.micros.len().saturating_sub(1));
            self.micros.get(place).map_or(0.0, |micros| *micros as f64 / 1000.0)
        };
        let mut out = io::stdout().lock();
        writeln!(
            out,
            "{} tables, {} sockets, {:.1} s",
            arguments.tables, self.sockets, self.seconds
        )?;
        writeln!(
            out,
            "{} moves acknowledged, {:.1} a second",
            self.micros.len(),
            self.micros.len() as f64 / self.seconds
        )?;
        writeln!(
            out,
            "from send to acknowledgement: p50 {:.1} ms, p90 {:.1} ms, p99 {:.1} ms, most {:.1} ms",
            at(0.5),
            at(0.9),
            at(0.99),
            at(1.0)
        )?;
        writeln!(out, "{} messages received, {:.1} MB", self.updates, self.bytes as f64 / 1e6)?;
        if let Some((now, most, processor)) = self.usage {
            writeln!(
                out,
                "server: {:.0} MB resident, {:.0} MB at most, {processor:.1} s of processor time since its start",
                now as f64 / 1e6,
                most as f64 / 1e6
            )?;
        }
        Ok(())
    }
}

/// What the players share.
struct Shared {
    /// Moves that may be made now: the pacer puts them here.
    moves: Semaphore,
    measuring: AtomicBool,
    updates: AtomicU64,
    bytes: AtomicU64,
    times: mpsc::UnboundedSender<u64>,
}

async fn measure(arguments: &Arguments, address: &str, own: Option<&Spawned>) -> Result<Figures> {
    let (times, mut told) = mpsc::unbounded_channel();
    let shared = Arc::new(Shared {
        moves: Semaphore::new(0),
        measuring: AtomicBool::new(false),
        updates: AtomicU64::new(0),
        bytes: AtomicU64::new(0),
        times,
    });
    let started = Instant::now();
    let at_once = Arc::new(Semaphore::new(16));
    let sockets = Arc::new(Mutex::new(0));
    let mut opening = Vec::new();
    for number in 0..arguments.tables {
        let (shared, at_once, sockets) = (shared.clone(), at_once.clone(), sockets.clone());
        let (address, level) = (address.to_owned(), arguments.level.clone());
        let (seats, bots) = (arguments.seats, arguments.bots);
        opening.push(tokio::spawn(async move {
            let _permit = at_once.acquire().await?;
            let opened = open_table(&address, seats, bots, &level, number as u64, &shared).await?;
            *sockets.lock().await += opened;
            anyhow::Ok(())
        }));
    }
    for table in opening {
        table.await??;
    }
    writeln!(
        io::stderr(),
        "{} tables open after {:.1} s",
        arguments.tables,
        started.elapsed().as_secs_f64()
    )?;
    shared.measuring.store(true, Ordering::Relaxed);
    let started = Instant::now();
    let mut pace = tokio::time::interval(Duration::from_secs_f64(1.0 / f64::from(arguments.rate)));
    pace.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Burst);
    while started.elapsed() < Duration::from_secs(arguments.seconds) {
        pace.tick().await;
        shared.moves.add_permits(1);
    }
    let seconds = started.elapsed().as_secs_f64();
    tokio::time::sleep(Duration::from_millis(500)).await;
    let usage = own.and_then(Spawned::usage);
    shared.measuring.store(false, Ordering::Relaxed);
    let mut micros = Vec::new();
    while let Ok(time) = told.try_recv() {
        micros.push(time);
    }
    let sockets = *sockets.lock().await;
    Ok(Figures {
        micros,
        seconds,
        updates: shared.updates.load(Ordering::Relaxed),
        bytes: shared.bytes.load(Ordering::Relaxed),
        sockets,
        usage,
    })
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
            shared.updates.fetch_add(1, Ordering::Relaxed);
            shared.bytes.fetch_add(text.len() as u64, Ordering::Relaxed);
        }
        let choices = if text.starts_with(r#"{"type":"reply""#) {
            if measuring && number > 0 {
                let _ = shared.times.send(sent.elapsed().as_micros() as u64);
            }
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
