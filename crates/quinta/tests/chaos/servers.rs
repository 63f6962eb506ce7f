//! The server processes, and the network namespace of one of them.
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

/// Uses only names that the previous release knows too.
const LIMITS: &str = "[limits]\nrequests = 1000000\nrequest_burst = 1000000\ntables = 100000\nconnections = 100000\nsockets = 100000\n";

/// A process.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    folder: TempDir,
    url: String,
}

impl Server {
    pub(crate) async fn start(number: usize, url: &str, place: Option<&Namespace>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        // A long run writes more than one address may in a day.
        let own = std::env::var_os("QUINTA_PROGRAM").is_none();
        let written = if own { "written_bytes = 1000000000000\n" } else { "" };
        std::fs::write(folder.path().join("quinta.toml"), format!("{LIMITS}{written}")).unwrap();
        let (child, address) = spawn(&program("QUINTA_PROGRAM"), &folder, url, place).await;
        eprintln!("process {number}: {address}");
        Self { child, address, folder, url: url.to_owned() }
    }

    /// Kills it.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Stops it as an operator does: it notifies everyone and hands over its games.
    pub(crate) fn stop(&mut self) {
        signal("-TERM", self.child.id());
        assert!(self.child.wait().unwrap().success());
    }

    /// Starts it again after it has ended, as the program that follows.
    pub(crate) async fn start_again(&mut self, place: Option<&Namespace>) {
        let next = program("QUINTA_NEXT");
        (self.child, self.address) = spawn(&next, &self.folder, &self.url, place).await;
    }

    /// Pauses it for a while.
    pub(crate) async fn sleep(&self, time: Duration) {
        signal("-STOP", self.child.id());
        sleep(time).await;
        signal("-CONT", self.child.id());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn signal(which: &str, process: u32) {
    assert!(Command::new("kill").args([which, &process.to_string()]).status().unwrap().success());
}

/// The program that this variable names, or the one that was built with the test.
fn program(variable: &str) -> String {
    std::env::var(variable).unwrap_or_else(|_| env!("CARGO_BIN_EXE_quinta").to_owned())
}

async fn spawn(
    program: &str,
    folder: &TempDir,
    url: &str,
    place: Option<&Namespace>,
) -> (Child, SocketAddr) {
    let (mut command, listen) = match place {
        // `ip netns exec` becomes the program: a signal meets the server itself.
        Some(place) => {
            let mut command = Command::new("ip");
            command.args(["netns", "exec", &place.name, program]);
            (command, place.inside)
        }
        None => (Command::new(program), Ipv4Addr::LOCALHOST),
    };
    let mut child = command
        .args(["serve", "--port", "0", "--bot-threads", "1", "--listen", &listen.to_string()])
        .arg("--data")
        .arg(folder.path())
        .env("QUINTA_DATABASE", url)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let told = child.stdout.take().unwrap();
    let line = tokio::task::spawn_blocking(move || {
        let mut line = String::new();
        BufReader::new(told).read_line(&mut line).map(|_| line)
    });
    let line = line.await.unwrap().unwrap();
    let address = line.trim().rsplit("http://").next().unwrap().parse();
    (child, address.unwrap_or_else(|_| panic!("{line}")))
}

/// A network namespace with a cable to it, and a way to Postgres at this end of the cable.
pub(crate) struct Namespace {
    name: String,
    cable: String,
    /// The address at its end of the cable.
    inside: Ipv4Addr,
    way: SocketAddr,
}

/// The two ends of a cable: addresses that only exist between this machine and a namespace, others for each process that runs this test.
fn ends(process: u32) -> (Ipv4Addr, Ipv4Addr) {
    let [.., high, low] = (process.wrapping_mul(4) % 0xfe00 + 0x100).to_be_bytes();
    (Ipv4Addr::new(169, 254, high, low + 1), Ipv4Addr::new(169, 254, high, low + 2))
}

fn ip(words: &str) -> bool {
    let run = Command::new("ip").args(words.split(' ')).stderr(Stdio::null()).status();
    run.is_ok_and(|status| status.success())
}

impl Namespace {
    /// Makes one, where this user may; Postgres listens on this machine's port.
    pub(crate) async fn new(postgres: u16) -> Option<Self> {
        let id = std::process::id();
        let (name, cable) = (format!("quinta{id}"), format!("qa{id}"));
        if !ip(&format!("netns add {name}")) {
            return None;
        }
        let (outside, inside) = ends(id);
        let mut namespace = Self { name, cable, inside, way: SocketAddr::from((outside, 0)) };
        let Self { name, cable, .. } = &namespace;
        let inner = format!("qb{id}");
        let made = [
            format!("link add {cable} type veth peer name {inner} netns {name}"),
            format!("addr add {outside}/30 dev {cable}"),
            format!("link set {cable} up"),
            format!("netns exec {name} ip addr add {inside}/30 dev {inner}"),
            format!("netns exec {name} ip link set {inner} up"),
            format!("netns exec {name} ip link set lo up"),
        ]
        .iter()
        .all(|words| ip(words));
        if !made {
            return None;
        }
        let listener = TcpListener::bind(namespace.way).await.ok()?;
        namespace.way = listener.local_addr().ok()?;
        tokio::spawn(async move {
            while let Ok((mut here, _)) = listener.accept().await {
                tokio::spawn(async move {
                    if let Ok(mut there) = TcpStream::connect(("127.0.0.1", postgres)).await {
                        let _ = tokio::io::copy_bidirectional(&mut here, &mut there).await;
                    }
                });
            }
        });
        Some(namespace)
    }

    /// The URL of a database as it is reached from inside.
    pub(crate) fn database(&self, over_tcp: &str, port: u16) -> String {
        over_tcp.replace(&format!("127.0.0.1:{port}"), &self.way.to_string())
    }

    /// Cuts the link for a while: packets in flight are lost.
    pub(crate) async fn cut(&self, time: Duration) {
        assert!(ip(&format!("link set {} down", self.cable)));
        sleep(time).await;
        assert!(ip(&format!("link set {} up", self.cable)));
    }
}

impl Drop for Namespace {
    fn drop(&mut self) {
        ip(&format!("link del {}", self.cable));
        ip(&format!("netns del {}", self.name));
    }
}
