//! The server's settings, with their defaults.
use serde::{Deserialize, Serialize};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

/// How the server runs. Left out of a file, a setting has its default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The address to listen on.
    pub listen: IpAddr,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// The folder of the database.
    pub data: PathBuf,
    /// The address under which others reach this server, behind a proxy: `https://garden.example.org`.
    pub public_url: Option<String>,
    /// Whether a proxy in front tells the client's address in `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// Whom push services may write to if something is wrong with our messages: `mailto:host@example.org`.
    pub contact: Option<String>,
    /// Whether push messages may go to this machine and the local network, and over plain http: for tests only.
    pub push_to_local: bool,
    /// Seconds that someone must be away before others may act for them.
    pub gone_after: u32,
    /// Threads on which bots think.
    pub bot_threads: usize,
    /// What may be asked for how often.
    pub limits: Limits,
}

impl Default for Settings {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            listen: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 4141,
            data: PathBuf::from("."),
            public_url: None,
            behind_proxy: false,
            contact: None,
            push_to_local: false,
            gone_after: 60,
            bot_threads: cores.saturating_sub(1).max(1),
            limits: Limits::default(),
        }
    }
}

/// What may be asked for how often.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Requests a second from one address, on average.
    pub requests: u32,
    /// Requests at once from one address.
    pub request_burst: u32,
    /// Messages a second on one socket, on average.
    pub messages: u32,
    /// Messages at once on one socket.
    pub message_burst: u32,
    /// Connections from one address besides its sockets; not counted behind a proxy.
    pub connections: u32,
    /// Seconds in which the head of a request must be there, and after which an idle connection is closed.
    pub head_seconds: u32,
    /// Sockets from one address.
    pub sockets: u32,
    /// Tables that one address may make in a minute.
    pub tables: u32,
    /// Tables that may be going on at once.
    pub live_tables: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            requests: 50,
            request_burst: 200,
            messages: 20,
            message_burst: 60,
            connections: 256,
            head_seconds: 20,
            sockets: 64,
            tables: 30,
            live_tables: 20_000,
        }
    }
}

impl Limits {
    /// So much that nobody on this machine meets a limit: for measuring.
    pub fn none() -> Self {
        let most = 1_000_000_000;
        Self {
            requests: most,
            request_burst: most,
            messages: most,
            message_burst: most,
            connections: most,
            head_seconds: 20,
            sockets: most,
            tables: most,
            live_tables: 1_000_000,
        }
    }
}
