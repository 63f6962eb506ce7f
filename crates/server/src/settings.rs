//! The server's settings, with their defaults.
use crate::app::NOTICE_DAYS;
use crate::push::PushService;
use crate::store::PostgresUrl;
use serde::{Deserialize, Serialize};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

/// The push services of Chrome, Chromium as Linux distributions build it, Firefox, Safari and Edge.
const PUSH_SERVICES: [&str; 5] = [
    "fcm.googleapis.com",
    "jmt17.google.com",
    "updates.push.services.mozilla.com",
    "*.push.apple.com",
    "*.notify.windows.com",
];

/// How the server runs. Left out of a file, a setting has its default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The address to listen on.
    pub listen: IpAddr,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// The folder of the database, and of the settings' file.
    pub data: PathBuf,
    /// A Postgres database instead of the file in that folder. It is read and never written, for it may hold a password.
    #[serde(skip_serializing)]
    pub database: Option<PostgresUrl>,
    /// The address under which others reach this server, behind a proxy: `https://garden.example.org`.
    pub public_url: Option<String>,
    /// Whether proxies in front tell the client's address.
    pub behind_proxy: bool,
    /// The header in which they tell it.
    pub proxy_header: ProxyHeader,
    /// How many proxies in front are one's own: so many entries from the end, they saw the client.
    pub trusted_proxies: u8,
    /// Whom push services may write to if something is wrong with our messages: `mailto:host@example.org`.
    pub contact: Option<String>,
    /// The push services that messages are sent to: hosts, or `*.` and the end of one. Browsers of other services cannot subscribe.
    pub push_services: Vec<String>,
    /// Seconds that someone must be away, at a table without a clock, before a bot may play for them.
    pub gone_after: u32,
    /// Seconds that someone must be away, at a table without a clock, before the others may end the game.
    pub left_after: u32,
    /// Seconds that a game without a clock may wait for a move before the others may do both, though whoever is to act is here.
    pub stalled_after: u32,
    /// Seconds after which a table that nobody looks at leaves memory; it comes back when it is asked for.
    pub idle_after: u32,
    /// What this process does of a club's work, where several share a Postgres database.
    pub role: Role,
    /// Days after its end when the log of a game is packed; left out, never.
    pub archive_after: Option<u32>,
    /// Days after which a game that is not over, and at which nothing has happened, is deleted; 0 for never.
    pub expire_after: u32,
    /// Milliseconds after which a statement of the database is slow, and logged.
    pub slow_statement: u32,
    /// Threads on which bots think.
    pub bot_threads: usize,
    /// Simulations that the architect spends on each move of a game that is looked back at.
    pub review_simulations: u32,
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
            database: None,
            public_url: None,
            behind_proxy: false,
            proxy_header: ProxyHeader::XForwardedFor,
            trusted_proxies: 1,
            contact: None,
            push_services: PUSH_SERVICES.map(str::to_owned).to_vec(),
            gone_after: 15 * 60,
            left_after: 24 * 3600,
            stalled_after: 24 * 3600,
            idle_after: 10 * 60,
            role: Role::All,
            archive_after: None,
            expire_after: 90,
            slow_statement: 250,
            bot_threads: cores.saturating_sub(1).max(1),
            review_simulations: 20_000,
            limits: Limits::default(),
        }
    }
}

/// The header in which proxies tell the client's address. Only one is read: a proxy that writes one of them may pass on the other as the client
/// wrote it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProxyHeader {
    /// `X-Forwarded-For`, which most proxies write.
    #[default]
    XForwardedFor,
    /// `Forwarded`, of RFC 7239.
    Forwarded,
}

impl ProxyHeader {
    /// The header's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::XForwardedFor => "X-Forwarded-For",
            Self::Forwarded => "Forwarded",
        }
    }
}

/// What a process does of a club's work.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Everything.
    #[default]
    All,
    /// It serves people; other processes run the games.
    Web,
    /// It runs games: their bots, their clocks, their push messages. It serves nobody but who asks how it is.
    Bots,
}

impl Role {
    /// Whether it runs games.
    pub fn runs_games(self) -> bool {
        self != Self::Web
    }

    /// Whether it serves people.
    pub fn serves_people(self) -> bool {
        self != Self::Bots
    }
}

/// A setting with which the server cannot do what it is for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the setting {name} makes no sense: {why}")]
pub struct SettingError {
    /// Its name in the file.
    pub name: &'static str,
    /// What it should be.
    pub why: &'static str,
}

impl Settings {
    /// Whether the server can do what it is for with these.
    pub fn check(&self) -> Result<(), SettingError> {
        let begins = |text: &Option<String>, with: &[&str]| {
            text.as_ref().is_none_or(|text| {
                with.iter()
                    .any(|start| text.strip_prefix(start).is_some_and(|rest| !rest.is_empty()))
            })
        };
        let url = "it begins with https:// or http://";
        let contact = "it begins with mailto: or https://";
        let none = "it is at least 1";
        let service = self.push_services.iter().find_map(|name| name.parse::<PushService>().err());
        let limits = &self.limits;
        let demands = [
            ("public_url", begins(&self.public_url, &["https://", "http://"]), url),
            ("contact", begins(&self.contact, &["mailto:", "https://"]), contact),
            ("push_services", service.is_none(), service.unwrap_or_default()),
            ("trusted_proxies", self.trusted_proxies > 0, none),
            (
                "role",
                self.database.is_some() || self.role == Role::All,
                "without Postgres there is one process, which does all",
            ),
            (
                "expire_after",
                self.expire_after == 0 || self.expire_after > NOTICE_DAYS,
                "its people are told 14 days before: it is more than that, or 0",
            ),
            ("bot_threads", self.bot_threads > 0, none),
            ("slow_statement", self.slow_statement > 0, none),
            ("review_simulations", self.review_simulations > 0, none),
            ("limits.requests", limits.requests > 0, none),
            ("limits.request_burst", limits.request_burst > 0, none),
            ("limits.messages", limits.messages > 0, none),
            ("limits.message_burst", limits.message_burst > 0, none),
            ("limits.connections", limits.connections > 0, none),
            ("limits.head_seconds", limits.head_seconds > 0, none),
            ("limits.write_seconds", limits.write_seconds > 0, none),
            ("limits.waiting_bytes", limits.waiting_bytes > 0, none),
            ("limits.sockets", limits.sockets > 0, none),
            ("limits.tables", limits.tables > 0, none),
            ("limits.guests", limits.guests > 0, none),
            ("limits.subscriptions", limits.subscriptions > 0, none),
            ("limits.live_tables", limits.live_tables > 0, none),
            ("limits.live_bytes", limits.live_bytes > 0, none),
            ("limits.unfinished", limits.unfinished > 0, none),
            ("limits.unfinished_from_address", limits.unfinished_from_address > 0, none),
            ("limits.written_bytes", limits.written_bytes > 0, none),
        ];
        match demands.into_iter().find(|(_, holds, _)| !holds) {
            Some((name, _, why)) => Err(SettingError { name, why }),
            None => Ok(()),
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
    /// Seconds in which an answer must have been read once it has to wait.
    pub write_seconds: u32,
    /// Bytes that may wait to be read or to be worked on: answers, messages of sockets, bodies of requests. One address may have a quarter of
    /// them, and as many again that its sockets keep.
    pub waiting_bytes: usize,
    /// Sockets from one address.
    pub sockets: u32,
    /// Tables that one address may make in a minute.
    pub tables: u32,
    /// New guests from one address in a minute: people and programs that nobody knows yet.
    pub guests: u32,
    /// Guests that may subscribe to push messages from one address in a minute.
    pub subscriptions: u32,
    /// Tables in memory; beyond that those leave it that nobody looks at.
    pub live_tables: usize,
    /// Bytes that the tables in memory take, about; beyond that those leave it that nobody looks at.
    pub live_bytes: usize,
    /// Games of one guest that are not over.
    pub unfinished: u64,
    /// Games from one address that are not over.
    pub unfinished_from_address: u64,
    /// Bytes that one address may have written to the database in a day.
    pub written_bytes: u64,
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
            write_seconds: 30,
            waiting_bytes: 64 * 1024 * 1024,
            sockets: 256,
            tables: 30,
            guests: 120,
            subscriptions: 30,
            live_tables: 20_000,
            live_bytes: 256 * 1024 * 1024,
            unfinished: 200,
            unfinished_from_address: 2000,
            // A club of 40 behind one address: five games each in an evening, 38 kB a game (184 events of 144 bytes and 64 for each row),
            // are 7.6 MB if everyone's games are counted as theirs alone. Half of this may be written at once.
            written_bytes: 64 * 1024 * 1024,
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
            write_seconds: 30,
            waiting_bytes: 1 << 40,
            sockets: most,
            tables: most,
            guests: most,
            subscriptions: most,
            live_tables: 1_000_000,
            live_bytes: 1 << 40,
            unfinished: most.into(),
            unfinished_from_address: most.into(),
            written_bytes: 1 << 40,
        }
    }
}
