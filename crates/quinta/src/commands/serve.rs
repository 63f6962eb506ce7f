//! `quinta serve`: the game server, with the web client inside.
use anyhow::{Context, Result, anyhow};
use clap::Args;
use clap::builder::BoolishValueParser;
use quinta_server::store::PostgresUrl;
use quinta_server::{ProxyHeader, Role, ServeError, Server, Settings, lan};
use serde::Deserialize;
use std::io::{self, ErrorKind, Write};
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use tracing_subscriber::filter::Targets;

/// Run the game server and print its link
///
/// A setting comes from its flag, else from the environment, else from the file quinta.toml (in the data folder, or the one that
/// --config names), else it has its default. The file has the long names with underscores, and the limits in a table named limits.
/// A switch is true in the file (lan = true), and can be turned off again by --lan=false.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta                          play on this machine
  quinta serve --open             and open the browser
  quinta serve --lan              friends in the same network, by link or QR code
  quinta serve --public-url https://garden.example.org --behind-proxy
  quinta serve --database postgres://quinta@localhost/garden
  quinta serve --database postgres://quinta@localhost/garden --role bots --port 4142

In quinta.toml only:
  gone_after = 900     seconds away, without a clock, before a bot may play for someone
  left_after = 86400   seconds away, without a clock, before the others may end the game
  stalled_after = 86400  seconds without a move, without a clock, before they may do both to someone who is there
  idle_after = 600     seconds after which a table that nobody looks at leaves memory
  archive_after = 30   days after its end when the log of a game is packed; left out, never
  expire_after = 90    days without an event after which an unfinished game is deleted, its people
                       being told 14 days before; 0 for never
  slow_statement = 250 milliseconds after which a statement of the database is logged as slow
  review_simulations = 20000  what a look back at a game may cost for each move
  [limits]
  requests = 50        requests a second from one address (request_burst = 200 at once)
  messages = 20        messages a second on one socket (message_burst = 60 at once)
  connections = 256    connections from one address (not counted behind a proxy)
  head_seconds = 20    seconds in which the head of a request must be there
  write_seconds = 30   seconds in which an answer must have been read
  waiting_bytes = 67108864  bytes that may wait to be read or to be worked on
  sockets = 256        sockets from one address
  tables = 30          tables that one address may make in a minute
  guests = 120         new guests from one address in a minute
  subscriptions = 30   guests that may subscribe to push messages from one address in a minute
  live_tables = 20000  tables in memory at once
  live_bytes = 268435456  bytes that the tables in memory take, about
  unfinished = 200     games of one guest that are not over
  unfinished_from_address = 2000  games made from one address that are not over
  written_bytes = 67108864  bytes that one address may have written to the database in a day

Exit codes:
  0  it was told to stop and everything is stored
  1  it cannot listen or open its database, or a setting makes no sense
  2  the command line was not understood")]
pub(crate) struct Arguments {
    /// The address to listen on [default: 127.0.0.1]
    #[arg(long, env = "QUINTA_LISTEN", value_name = "ADDRESS")]
    listen: Option<IpAddr>,
    /// The port; 0 takes a free one [default: 4141]
    #[arg(long, env = "QUINTA_PORT")]
    port: Option<u16>,
    /// Listen for the local network, and print the address and a QR code for phones
    #[arg(long, env = "QUINTA_LAN", value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = BoolishValueParser::new())]
    lan: Option<bool>,
    /// The address under which others reach this server, behind a proxy
    #[arg(long, env = "QUINTA_PUBLIC_URL", value_name = "URL")]
    public_url: Option<String>,
    /// Believe the proxy in front what it says about the client's address
    #[arg(long, env = "QUINTA_BEHIND_PROXY", value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = BoolishValueParser::new())]
    behind_proxy: Option<bool>,
    /// The header in which the proxy tells it: x-forwarded-for or forwarded. No other is read [default: x-forwarded-for]
    #[arg(long, env = "QUINTA_PROXY_HEADER", value_name = "NAME", value_parser = proxy_header)]
    proxy_header: Option<ProxyHeader>,
    /// How many proxies in front are your own, one behind the other: the client's address is so many entries from the end [default: 1]
    #[arg(long, env = "QUINTA_TRUSTED_PROXIES", value_name = "N", value_parser = crate::input::number::<u8>(1..=255))]
    trusted_proxies: Option<u8>,
    /// Whom push services may write to: mailto:host@example.org [default: the public URL]
    #[arg(long, env = "QUINTA_CONTACT", value_name = "ADDRESS")]
    contact: Option<String>,
    /// The push services that messages are sent to: hosts, or *. and the end of one, separated by commas [default: those of the browsers]
    #[arg(long, env = "QUINTA_PUSH_SERVICES", value_name = "HOSTS", value_delimiter = ',')]
    push_services: Option<Vec<String>>,
    /// The folder for the database [default: quinta in the user's data folder]
    #[arg(long, env = "QUINTA_DATA", value_name = "DIR")]
    data: Option<PathBuf>,
    /// A Postgres database instead of a file in that folder: `postgres://user@host/database`. Others on this machine see a command line; a
    /// password belongs into the environment, quinta.toml or ~/.pgpass
    #[arg(long, env = "QUINTA_DATABASE", value_name = "URL", hide_env_values = true)]
    database: Option<String>,
    /// The settings' file [default: quinta.toml in the data folder]
    #[arg(long, env = "QUINTA_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// What this process does, where several share a Postgres database: all of it, serve people (web), or run games and serve nobody (bots)
    #[arg(long, env = "QUINTA_ROLE", value_name = "ROLE", value_parser = role)]
    role: Option<Role>,
    /// Threads on which bots think [default: all cores but one]
    #[arg(long, env = "QUINTA_BOT_THREADS", value_name = "N")]
    bot_threads: Option<usize>,
    /// Open the page in the browser
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = BoolishValueParser::new())]
    open: Option<bool>,
    /// What to log: error, warn, info, debug, or as in `quinta_server=debug` [default: warn]
    #[arg(long, env = "QUINTA_LOG", value_name = "FILTER")]
    log: Option<String>,
    /// Log as JSON, a line for each event
    #[arg(long, env = "QUINTA_LOG_JSON", value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = BoolishValueParser::new())]
    log_json: Option<bool>,
}

/// The contents of quinta.toml: the server's settings and those of this command.
#[derive(Default)]
struct SettingsFile {
    command: CommandSettings,
    settings: Settings,
}

/// Settings of this command alone in quinta.toml.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct CommandSettings {
    lan: Option<bool>,
    open: Option<bool>,
    log: Option<String>,
    log_json: Option<bool>,
}

/// The names of [`CommandSettings`]'s fields: everything else is the server's.
const COMMAND_SETTINGS: [&str; 4] = ["lan", "open", "log", "log_json"];

/// All settings, merged from every source.
pub(super) struct Chosen {
    pub(super) server: Settings,
    open: bool,
    filter: Targets,
    log_json: bool,
}

impl Arguments {
    /// The settings: flag and environment first (clap has merged these), then the file, then the defaults.
    pub(super) fn settings(&self) -> Result<Chosen> {
        let SettingsFile { command, mut settings } = written_with_place(
            self.data.as_deref(),
            self.config.as_deref(),
            self.database.as_deref(),
        )?;
        let everywhere = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
        // A given address overrides `lan` from the same source or a later one.
        let by_file = match command.lan {
            Some(true) if settings.listen == Settings::default().listen => everywhere,
            _ => settings.listen,
        };
        settings.listen = match (self.listen, self.lan) {
            (Some(listen), _) => listen,
            (None, Some(true)) => everywhere,
            (None, Some(false)) => settings.listen,
            (None, None) => by_file,
        };
        settings.port = self.port.unwrap_or(settings.port);
        settings.role = self.role.unwrap_or(settings.role);
        settings.bot_threads = self.bot_threads.unwrap_or(settings.bot_threads);
        settings.behind_proxy = self.behind_proxy.unwrap_or(settings.behind_proxy);
        settings.proxy_header = self.proxy_header.unwrap_or(settings.proxy_header);
        settings.trusted_proxies = self.trusted_proxies.unwrap_or(settings.trusted_proxies);
        settings.push_services = self.push_services.clone().unwrap_or(settings.push_services);
        settings.contact = self.contact.clone().or(settings.contact);
        settings.public_url = self.public_url.clone().or(settings.public_url);
        let log = self.log.clone().or(command.log).unwrap_or_else(|| "warn".to_owned());
        Ok(Chosen {
            server: settings,
            open: self.open.or(command.open).unwrap_or(false),
            filter: log.parse::<Targets>().context("--log")?,
            log_json: self.log_json.or(command.log_json).unwrap_or(false),
        })
    }
}

/// A role by its name, for clap.
fn role(text: &str) -> Result<Role, String> {
    match text {
        "all" => Ok(Role::All),
        "web" => Ok(Role::Web),
        "bots" => Ok(Role::Bots),
        _ => Err("expected all, web or bots".to_owned()),
    }
}

/// The header of a proxy by its name, for clap.
fn proxy_header(text: &str) -> Result<ProxyHeader, String> {
    match text {
        "x-forwarded-for" => Ok(ProxyHeader::XForwardedFor),
        "forwarded" => Ok(ProxyHeader::Forwarded),
        _ => Err("expected x-forwarded-for or forwarded".to_owned()),
    }
}

/// Where a server with these settings, of flags or of the environment, keeps its games: the rest are those of the file.
pub(super) fn place(
    data: Option<&Path>,
    config: Option<&Path>,
    url: Option<&str>,
) -> Result<Settings> {
    Ok(written_with_place(data, config, url)?.settings)
}

fn written_with_place(
    data: Option<&Path>,
    config: Option<&Path>,
    url: Option<&str>,
) -> Result<SettingsFile> {
    let folder = data.map_or_else(user_folder, Path::to_owned);
    let mut written = read_file(config, &folder)?;
    let settings = &mut written.settings;
    if data.is_some() || settings.data == Settings::default().data {
        settings.data = folder;
    }
    settings.database = database(url)?.or(settings.database.take());
    Ok(written)
}

/// Parses the database of a flag or the environment; an empty one is none. Errors do not repeat the URL.
fn database(url: Option<&str>) -> Result<Option<PostgresUrl>> {
    let named = url.filter(|url| !url.is_empty());
    named.map(|url| url.parse().context("--database or QUINTA_DATABASE")).transpose()
}

fn read_file(named: Option<&Path>, data: &Path) -> Result<SettingsFile> {
    let file = named.map_or_else(|| data.join("quinta.toml"), Path::to_owned);
    if named.is_none() && !file.exists() {
        return Ok(SettingsFile::default());
    }
    let text = std::fs::read_to_string(&file)
        .with_context(|| format!("cannot read {}", file.display()))?;
    written(&text).with_context(|| format!("in {}", file.display()))
}

fn written(text: &str) -> Result<SettingsFile> {
    let mut all: toml::Table = toml::from_str(text).map_err(|why| without_source(text, &why))?;
    let command = COMMAND_SETTINGS
        .into_iter()
        .filter_map(|name| all.remove_entry(name))
        .collect::<toml::Table>();
    Ok(SettingsFile {
        command: command.try_into()?,
        settings: all.try_into().map_err(with_command_names)?,
    })
}

/// The error for invalid TOML, without the line itself, which may hold a password.
fn without_source(text: &str, error: &toml::de::Error) -> anyhow::Error {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
    anyhow!("line {}: {}", before.lines().count().max(1), error.message())
}

/// Adds this command's settings to the list of names in the error for an unknown one.
fn with_command_names(error: toml::de::Error) -> anyhow::Error {
    let message = error.message();
    match message.split_once("expected one of `listen`") {
        Some((before, rest)) => {
            let names = COMMAND_SETTINGS.map(|name| format!("`{name}`, ")).concat();
            anyhow!("{before}expected one of {names}`listen`{rest}")
        }
        None => error.into(),
    }
}

/// Where the user's programs keep their data.
pub(super) fn user_folder() -> PathBuf {
    let home = || std::env::var_os("HOME").map(PathBuf::from);
    let folder = if cfg!(windows) {
        std::env::var_os("LOCALAPPDATA").map(PathBuf::from)
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        let named = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from);
        named
            .filter(|path| path.is_absolute())
            .or_else(|| home().map(|home| home.join(".local/share")))
    };
    folder.unwrap_or_else(|| PathBuf::from(".")).join("quinta")
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Chosen { server, open, filter, log_json } = arguments.settings()?;
    let _logs = crate::logs::begin(filter, log_json)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serve(server, open))?;
    Ok(ExitCode::SUCCESS)
}

async fn serve(settings: Settings, open: bool) -> Result<()> {
    let lan = settings.listen.is_unspecified() && settings.public_url.is_none();
    let server = Server::start(settings).await.map_err(|error| {
        let taken = matches!(&error, ServeError::Listen { why, .. } if why.kind() == ErrorKind::AddrInUse);
        let error = anyhow::Error::from(error);
        // The context comes first in what is printed.
        if taken { error.context("another program uses this port: choose one with --port, or any free one with --port 0") } else { error }
    })?;
    let url = server.url();
    let mut out = io::stdout();
    writeln!(out, "Quinta is served at {url}")?;
    if lan {
        writeln!(out, "Everyone in this network can play there.")?;
        if let Some(code) = lan::qr_code(&url) {
            writeln!(out, "{code}")?;
        }
    }
    out.flush()?;
    if open {
        open_browser(&url);
    }
    stop_signal().await?;
    tracing::info!("stopping");
    server.stop().await?;
    Ok(())
}

/// Waits until someone wants the server to stop.
pub(super) async fn stop_signal() -> Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate())?;
        tokio::select! {
            _ = terminate.recv() => {}
            result = tokio::signal::ctrl_c() => result?,
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await?;
    Ok(())
}

fn open_browser(url: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let started = Command::new(program)
        .args(arguments)
        .arg(url)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if let Err(why) = started {
        tracing::warn!(%why, "the browser cannot be opened");
    }
}
