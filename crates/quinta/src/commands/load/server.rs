//! A temporary server, which is stopped and removed with its folder when it is dropped.
use anyhow::{Context, Result};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A server in a temporary folder.
pub(super) struct Spawned {
    // Dropped in this order: the server, then the folder that it writes to.
    process: Process,
    pub(super) address: SocketAddr,
    folder: Folder,
    program: PathBuf,
    database: String,
}

/// The resources that the server has used so far.
#[derive(Clone, Copy)]
pub(super) struct Usage {
    /// Its resident memory, in bytes.
    pub(super) memory: u64,
    /// Its peak.
    pub(super) most: u64,
    /// Seconds of processor time.
    pub(super) processor: f64,
}

impl Usage {
    /// The resources that these servers have used together, where the system reports them.
    pub(super) fn of_all(servers: &[Spawned]) -> Option<Self> {
        servers.iter().map(Spawned::usage).reduce(|all, one| {
            let (all, one) = (all?, one?);
            Some(Self {
                memory: all.memory + one.memory,
                most: all.most + one.most,
                processor: all.processor + one.processor,
            })
        })?
    }
}

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Spawned {
    /// Starts the server of a program with these settings. Dropping the future leaves nothing behind.
    pub(super) async fn start(
        program: Option<&Path>,
        settings: &str,
        database: Option<&str>,
    ) -> Result<Self> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = format!("quinta-load-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        std::fs::create_dir_all(&folder)?;
        let folder = Folder(folder);
        std::fs::write(folder.0.join("quinta.toml"), settings)?;
        let program = program.map_or_else(std::env::current_exe, |path| Ok(path.to_owned()))?;
        // The database of a club that is in the environment is not for this.
        let database = database.unwrap_or_default().to_owned();
        let (process, address) = spawn(&program, &folder.0, &database).await?;
        Ok(Self { process, address, folder, program, database })
    }

    /// Ends the server at once, as a crash would.
    pub(super) fn kill(&mut self) {
        // It may have ended by itself.
        let _ = self.process.0.kill();
        let _ = self.process.0.wait();
    }

    /// Starts the server again, in the same folder.
    pub(super) async fn start_again(&mut self) -> Result<()> {
        let (process, address) = spawn(&self.program, &self.folder.0, &self.database).await?;
        (self.process, self.address) = (process, address);
        Ok(())
    }

    /// Returns the resources used, where the system reports them.
    pub(super) fn usage(&self) -> Option<Usage> {
        let about = |name| format!("/proc/{}/{name}", self.process.0.id());
        let status = std::fs::read_to_string(about("status")).ok()?;
        let bytes = |name: &str| -> Option<u64> {
            let line = status.lines().find(|line| line.starts_with(name))?;
            Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
        };
        let stat = std::fs::read_to_string(about("stat")).ok()?;
        let fields: Vec<_> = stat.rsplit(')').next()?.split_whitespace().collect();
        let ticks = |field: usize| fields.get(field)?.parse::<f64>().ok();
        let processor = (ticks(11)? + ticks(12)?) / 100.0;
        Some(Usage { memory: bytes("VmRSS:")?, most: bytes("VmHWM:")?, processor })
    }
}

/// Starts a program's server in this folder; returns where it listens.
async fn spawn(program: &Path, folder: &Path, database: &str) -> Result<(Process, SocketAddr)> {
    let child = Command::new(program)
        .args(["serve", "--port", "0", "--data"])
        .arg(folder)
        .env("QUINTA_DATABASE", database)
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {}", program.display()))?;
    let mut process = Process(child);
    let told = process.0.stdout.take().context("the server has no output")?;
    // On a thread of its own, which ends with the server: signals are heard meanwhile.
    let line = tokio::task::spawn_blocking(|| first_line(told)).await??;
    let address = line.trim().rsplit("http://").next().and_then(|text| text.parse().ok());
    let address = address.with_context(|| format!("the server did not start: {line}"))?;
    Ok((process, address))
}

fn first_line(told: ChildStdout) -> std::io::Result<String> {
    let mut line = String::new();
    BufReader::new(told).read_line(&mut line)?;
    Ok(line)
}
