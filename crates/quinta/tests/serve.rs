//! The real program: settings, links, signals, a full disk.
#![cfg(target_os = "linux")]
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

/// A server process, killed when dropped.
struct Served {
    child: Child,
    /// What it printed before it was ready.
    said: String,
    address: String,
    /// Kept open: the program ends when its output is closed.
    _out: Option<BufReader<ChildStdout>>,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Served {
    /// Reads what it prints until this text has come.
    fn start(mut command: Command, until: &str) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut said = String::new();
        while !said.contains(until) {
            assert!(out.read_line(&mut said).unwrap() > 0, "it ended after: {said}");
        }
        let link = said.split("http").nth(1).unwrap().split_whitespace().next().unwrap();
        let address = link.split("://").nth(1).unwrap().to_owned();
        Self { child, said, address, _out: Some(out) }
    }

    fn plain(data: &Path, arguments: &[&str]) -> Self {
        Self::start(serve(data, arguments), "http")
    }

    /// One request; its status and its body.
    fn ask(&self, method: &str, path: &str, token: &str, body: &Value) -> (u16, Value) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let bearer = if token.is_empty() {
            String::new()
        } else {
            format!("Authorization: Bearer {token}\r\n")
        };
        write!(stream, "{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{bearer}Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap_or_default())
    }

    fn token(&self) -> String {
        self.ask("POST", "/api/token", "", &Value::Null).1["token"].as_str().unwrap().to_owned()
    }

    /// How often something could not be stored so far.
    fn failures(&self) -> u64 {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let count = answer.split("\nquinta_store_failures_total ").nth(1).unwrap();
        count.split_whitespace().next().unwrap().parse().unwrap()
    }

    fn create(&self, token: &str, wish: &Value) -> Value {
        let (status, made) = self.ask("POST", "/api/tables", token, wish);
        assert_eq!(status, 201, "{made}");
        made
    }
}

fn serve(data: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quinta"));
    command.args(["serve", "--port", "0", "--data"]).arg(data).args(arguments);
    command
}

fn two() -> Value {
    json!({ "seats": [{ "who": "me" }, { "who": "me" }], "options": { "first": { "seat": 0 } } })
}

#[test]
fn a_link_says_whether_it_works_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let here = Served::plain(folder.path(), &[]);
    assert!(here.address.starts_with("127.0.0.1:"), "{}", here.said);
    let made = here.create(&here.token(), &two());
    assert_eq!(made["link_is_local"], true);
    let link = format!(
        "http://{}/t/{}?i={}",
        here.address,
        made["id"].as_str().unwrap(),
        made["invitation"].as_str().unwrap()
    );
    assert_eq!(made["link"], link);
    drop(here);

    let club = serve(folder.path(), &["--public-url", "https://garden.example.org/"]);
    let mut club = Served::start(club, "http");
    assert!(club.said.contains("https://garden.example.org"), "{}", club.said);
    // Ask the system where it really listens.
    club.address = listens(club.child.id());
    let made = club.create(&club.token(), &two());
    assert_eq!(made["link_is_local"], false);
    assert!(made["link"].as_str().unwrap().starts_with("https://garden.example.org/t/"), "{made}");
}

/// The address that a process listens on.
fn listens(process: u32) -> String {
    let sockets: Vec<_> = std::fs::read_dir(format!("/proc/{process}/fd"))
        .unwrap()
        .filter_map(|entry| std::fs::read_link(entry.ok()?.path()).ok())
        .filter_map(|link| {
            Some(link.to_str()?.strip_prefix("socket:[")?.strip_suffix(']')?.to_owned())
        })
        .collect();
    let table = std::fs::read_to_string("/proc/net/tcp").unwrap();
    let port = table.lines().skip(1).find_map(|line| {
        let fields: Vec<_> = line.split_whitespace().collect();
        let mine = fields[3] == "0A" && sockets.iter().any(|inode| inode == fields[9]);
        mine.then(|| u16::from_str_radix(fields[1].split_once(':').unwrap().1, 16).unwrap())
    });
    format!("127.0.0.1:{}", port.expect("it listens"))
}

#[test]
fn for_the_local_network_there_is_an_address_and_a_code_for_phones() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(serve(folder.path(), &["--lan"]), "▀▀▀▀▀");
    assert!(served.said.contains("Everyone in this network can play there."), "{}", served.said);
    assert!(!served.address.starts_with("127."), "{}", served.said);
    // It listens for others too: what is printed is an address of this machine.
    let port = served.address.rsplit(':').next().unwrap().to_owned();
    let local = Served {
        child: Command::new("true").spawn().unwrap(),
        said: String::new(),
        address: format!("127.0.0.1:{port}"),
        _out: None,
    };
    let made = local.create(&local.token(), &two());
    assert_eq!(made["link_is_local"], false);
    assert!(made["link"].as_str().unwrap().contains(&served.address), "{made}");
}

#[test]
fn a_backup_made_while_people_play_can_be_played_on() {
    let folder = tempfile::tempdir().unwrap();
    let (data, restored) = (folder.path().join("data"), folder.path().join("restored"));
    let served = Served::plain(&data, &[]);
    let token = served.token();
    let id = served.create(&token, &two())["id"].as_str().unwrap().to_owned();
    let table = format!("/api/tables/{id}");
    let act = |served: &Served, id: &str, command: Value| {
        let at = served.ask("GET", &table, &token, &Value::Null).1["table"]["number"].clone();
        let mut command = command;
        (command["id"], command["at"]) = (json!(id), at);
        served.ask("POST", &format!("{table}/commands"), &token, &command)
    };
    assert_eq!(act(&served, "1", json!({ "type": "ready", "luck": "" })).0, 200);
    let buy = json!({ "type": "act", "action": { "buy": 0 } });
    assert_eq!(act(&served, "2", buy.clone()).0, 200);
    let view = || served.ask("GET", &table, &token, &Value::Null).1["table"].clone();
    let then = view();

    std::fs::create_dir(&restored).unwrap();
    let copy = restored.join("quinta.sqlite");
    let backup = |data: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quinta"));
        command.arg("backup").arg(&copy).arg("--data").arg(data).output().unwrap()
    };
    let made = backup(&data);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let size = std::fs::metadata(&copy).unwrap().len();
    let said = String::from_utf8(made.stdout).unwrap();
    assert_eq!(said, format!("{}: {size} bytes\n", copy.display()));
    assert_eq!(std::fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    // An existing copy is not overwritten, and a folder without a database is refused.
    for (data, why) in [(&data, "is there already"), (&folder.path().join("no"), "no database")] {
        let refused = backup(data);
        assert_eq!(refused.status.code(), Some(1));
        assert!(String::from_utf8(refused.stderr).unwrap().contains(why));
    }
    assert_eq!(std::fs::metadata(&copy).unwrap().len(), size);

    // The game goes on where it is, and from the copy on a server of its own: the same guest, the same position, the next move.
    assert_eq!(act(&served, "3", buy.clone()).0, 200);
    assert_ne!(view()["number"], then["number"]);
    let again = Served::plain(&restored, &[]);
    let copied = again.ask("GET", &table, &token, &Value::Null).1["table"].clone();
    assert_eq!(
        (&copied["number"], &copied["state"], &copied["seats"]),
        (&then["number"], &then["state"], &then["seats"])
    );
    assert_eq!(act(&again, "3", buy).0, 200);
}

#[test]
fn the_page_is_opened_when_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    // A named pipe: reading waits for a writer.
    let told = folder.path().join("told");
    assert!(Command::new("mkfifo").arg(&told).status().unwrap().success());
    let opener = folder.path().join("xdg-open");
    std::fs::write(&opener, format!("#!/bin/sh\necho \"$@\" > {}\n", told.display())).unwrap();
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let mut command = serve(&folder.path().join("data"), &["--open"]);
    command.env("PATH", path);
    let served = Served::start(command, "http");
    let opened = std::fs::read_to_string(&told).unwrap();
    assert_eq!(opened.trim(), format!("http://{}", served.address));
}

#[test]
fn a_flag_comes_before_the_environment_before_the_file_before_the_default() {
    let folder = tempfile::tempdir().unwrap();
    let link = |flag: Option<&str>, environment: Option<&str>, file: Option<&str>| {
        let toml = file.map_or(String::new(), |url| format!("public_url = \"{url}\"\n"));
        std::fs::write(folder.path().join("quinta.toml"), toml).unwrap();
        let mut command = serve(folder.path(), &[]);
        if let Some(url) = environment {
            command.env("QUINTA_PUBLIC_URL", url);
        }
        if let Some(url) = flag {
            command.args(["--public-url", url]);
        }
        Served::start(command, "http").said.clone()
    };
    let (flag, environment, file) =
        ("https://flag.example", "https://environment.example", "https://file.example");
    assert!(link(Some(flag), Some(environment), Some(file)).contains(flag));
    assert!(link(None, Some(environment), Some(file)).contains(environment));
    assert!(link(None, None, Some(file)).contains(file));
    assert!(link(None, None, None).contains("http://127.0.0.1:"));

    // An unknown setting is an error.
    std::fs::write(folder.path().join("quinta.toml"), "prot = 80\n").unwrap();
    let failed = serve(folder.path(), &[]).output().unwrap();
    let why = String::from_utf8(failed.stderr).unwrap();
    assert!(
        failed.status.code() == Some(1) && why.contains("quinta.toml") && why.contains("prot"),
        "{why}"
    );
}

#[test]
fn when_told_to_stop_it_stops_well() {
    let folder = tempfile::tempdir().unwrap();
    let mut served = Served::plain(folder.path(), &[]);
    let token = served.token();
    let table = served.create(&token, &two())["id"].as_str().unwrap().to_owned();
    let commands = format!("/api/tables/{table}/commands");
    let ready = json!({ "id": "r", "type": "ready", "luck": "" });
    let (status, reply) = served.ask("POST", &commands, &token, &ready);
    assert_eq!(status, 200, "{reply}");
    let number = reply["number"].as_u64().unwrap();
    // Someone waits for news of another table while it stops. Nobody has been there before, so presence tells when they wait.
    let quiet = served.create(&token, &two())["id"].as_str().unwrap().to_owned();
    let mut waiting = TcpStream::connect(&served.address).unwrap();
    // Sooner than the poll's timeout: stopping answers it.
    waiting.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    write!(waiting, "GET /api/tables/{quiet}/events?since=1&wait=25 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\r\n").unwrap();
    let look = || served.ask("GET", &format!("/api/tables/{quiet}"), "", &Value::Null).1;
    while look()["presence"]["connected"] == json!([]) {}
    let told =
        Command::new("kill").args(["-TERM", &served.child.id().to_string()]).status().unwrap();
    assert!(told.success());
    let mut answer = String::new();
    waiting.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "who waits gets an answer: {answer}");
    assert_eq!(served.child.wait().unwrap().code(), Some(0));
    let again = Served::plain(folder.path(), &[]);
    let (_, view) = again.ask("GET", &format!("/api/tables/{table}"), &token, &Value::Null);
    assert_eq!(view["table"]["number"], number);
}

/// What a page of the database takes in the write-ahead log: a head and the page.
const WAL_FRAME: u64 = 24 + 4096;

/// No file of this process may grow beyond so many bytes; `None` lets them grow again.
fn limit_files(process: u32, bytes: Option<u64>) {
    let limit = bytes.map_or("unlimited".to_owned(), |bytes| bytes.to_string());
    let set = Command::new("prlimit")
        .args([format!("--pid={process}"), format!("--fsize={limit}:unlimited")])
        .status();
    assert!(set.unwrap().success());
}

#[test]
fn a_full_disk_loses_nothing_and_it_goes_on_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    // Poll the metrics until it happens.
    let often = "[limits]\nrequests = 1000000\nrequest_burst = 1000000\n";
    std::fs::write(folder.path().join("quinta.toml"), often).unwrap();
    // Otherwise the system would kill a process that writes beyond the limit.
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; exec \"$0\" serve --port 0 --data \"$1\""]);
    command.arg(env!("CARGO_BIN_EXE_quinta")).arg(folder.path());
    let served = Served::start(command, "http");
    let token = served.token();
    let make = |wish: &Value| {
        let table = served.create(&token, wish)["id"].as_str().unwrap().to_owned();
        let ready = json!({ "id": "r", "type": "ready", "luck": "" });
        let (status, reply) =
            served.ask("POST", &format!("/api/tables/{table}/commands"), &token, &ready);
        assert_eq!(status, 200, "{reply}");
        table
    };
    let table = make(&two());
    let bots = make(
        &json!({ "seats": [{ "who": "me" }, { "who": "bot", "level": "gardener" }], "options": { "first": { "seat": 0 } } }),
    );
    let look =
        |table: &str| served.ask("GET", &format!("/api/tables/{table}"), &token, &Value::Null).1;
    let pass = |table: &str, id: &str| {
        let at = look(table)["table"]["number"].clone();
        let pass = json!({ "id": id, "type": "act", "at": at, "action": { "pass": {} } });
        served.ask("POST", &format!("/api/tables/{table}/commands"), &token, &pass)
    };
    let before = look(&table)["table"].clone();

    // The disk is full: the log cannot grow by a single byte.
    let size =
        |name: &str| std::fs::metadata(folder.path().join(name)).map_or(0, |file| file.len());
    limit_files(served.child.id(), Some(size("quinta.sqlite-wal")));
    let (status, refused) = pass(&table, "p1");
    assert_eq!((status, &refused["error"]["code"]), (503, &json!("store_failed")));
    let (status, refused) = served.ask("POST", "/api/tables", &token, &two());
    assert_eq!((status, &refused["error"]["code"]), (503, &json!("store_failed")));
    // Reading still works, and nothing has changed.
    let now = look(&table)["table"].clone();
    assert_eq!((&now["number"], &now["state"]), (&before["number"], &before["state"]));
    assert_eq!(served.ask("GET", "/api/tables", &token, &Value::Null).0, 200);
    assert_eq!(served.ask("GET", "/readyz", &token, &Value::Null).0, 503, "it cannot be played at");
    assert_eq!(served.ask("GET", "/api/me", "", &Value::Null).0, 200);

    // With room again, the same move succeeds without a restart.
    limit_files(served.child.id(), None);
    assert_eq!(served.ask("GET", "/readyz", &token, &Value::Null).0, 200);
    assert_eq!(pass(&table, "p1").0, 200);
    assert_eq!(
        pass(&table, "p1").1["number"],
        look(&table)["table"]["number"],
        "and it counted once"
    );

    // Room for one move only: the bot's move cannot be stored, and is retried.
    let full = size("quinta.sqlite-wal");
    limit_files(served.child.id(), Some(full));
    let mut pages = 0;
    // Counted before the move: the bot's may have failed before its answer is here.
    let mut failures = served.failures();
    while pass(&bots, "b1").0 != 200 {
        pages += 1;
        assert!(pages < 100, "a move takes a few pages");
        limit_files(served.child.id(), Some(full + pages * WAL_FRAME));
        failures = served.failures();
    }
    while served.failures() == failures {}
    let number = look(&bots)["table"]["number"].as_u64().unwrap();
    limit_files(served.child.id(), None);
    let news = format!("/api/tables/{bots}/events?since={number}&wait=25");
    let (status, view) = served.ask("GET", &news, &token, &Value::Null);
    assert!(status == 200 && view["table"]["number"].as_u64() > Some(number), "{view}");

    // And all of it is on the disk.
    let number = look(&table)["table"]["number"].clone();
    drop(served);
    let again = Served::plain(folder.path(), &[]);
    let (_, view) = again.ask("GET", &format!("/api/tables/{table}"), &token, &Value::Null);
    assert_eq!(view["table"]["number"], number);
}

#[test]
fn a_small_load_is_measured_at_every_step() {
    let mut load = Command::new(env!("CARGO_BIN_EXE_quinta"));
    load.args([
        "load",
        "--tables",
        "4",
        "--seats",
        "2",
        "--rate",
        "10",
        "--seconds",
        "2",
        "--steps",
        "2",
    ]);
    let run = load.output().unwrap();
    let (out, err) =
        (String::from_utf8(run.stdout).unwrap(), String::from_utf8(run.stderr).unwrap());
    assert!(run.status.success(), "{err}");
    let rows: Vec<Vec<f64>> = out
        .lines()
        .skip(2)
        .take_while(|line| !line.is_empty())
        .map(|line| line.split_whitespace().map(|field| field.parse().unwrap()).collect())
        .collect();
    assert_eq!(rows.len(), 2, "{out}");
    for (row, tables) in rows.iter().zip([2.0, 4.0]) {
        let [have, rate, p50, p90, p99, most, refused, memory, _] = row[..] else {
            panic!("{out}")
        };
        assert_eq!((have, refused), (tables, 0.0), "{out}");
        assert!(rate > 1.0 && memory > 1.0, "{out}");
        assert!(0.0 < p50 && p50 <= p90 && p90 <= p99 && p99 <= most, "{out}");
    }
    assert!(out.contains("\n8 sockets, "), "{out}");
}

/// Every switch of `--help` can be set in quinta.toml; a flag or the environment overrides it.
#[test]
fn the_file_takes_every_setting() {
    let folder = tempfile::tempdir().unwrap();
    let help =
        Command::new(env!("CARGO_BIN_EXE_quinta")).args(["serve", "--help"]).output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let values = [
        ("listen", "\"127.0.0.1\""),
        ("port", "0"),
        ("lan", "true"),
        ("public_url", "\"https://garden.example.org\""),
        ("behind_proxy", "false"),
        ("proxy_header", "\"forwarded\""),
        ("trusted_proxies", "2"),
        ("contact", "\"mailto:host@example.org\""),
        ("push_services", "[\"*.example.org\"]"),
        ("role", "\"all\""),
        ("bot_threads", "1"),
        ("open", "false"),
        ("log", "\"info\""),
        ("log_json", "true"),
    ];
    for option in help.lines().filter_map(|line| line.trim_start().strip_prefix("--")) {
        let name = option.split([' ', '=', '[']).next().unwrap().replace('-', "_");
        // A database in the file is covered below, by one that cannot be reached.
        let own = ["data", "config", "database"].contains(&name.as_str());
        assert!(own || values.iter().any(|(value, _)| *value == name), "{name}");
    }
    let text: String = values.map(|(name, value)| format!("{name} = {value}\n")).concat();
    std::fs::write(folder.path().join("quinta.toml"), text).unwrap();
    let plain = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quinta"));
        command.args(["serve", "--data"]).arg(folder.path()).args(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let first_log_line = |mut child: Child| {
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        line
    };
    let line = first_log_line(plain(&[]));
    let line: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line}"));
    assert_eq!(line["level"], "INFO", "log and log_json are heard");
    assert!(
        line.to_string().contains("0.0.0.0:") || line.to_string().contains("127.0.0.1:"),
        "{line}"
    );
    let line = first_log_line(plain(&["--log-json=false"]));
    assert!(line.contains("INFO") && serde_json::from_str::<Value>(&line).is_err(), "{line}");
}

#[test]
fn a_name_that_is_no_setting_is_told_with_those_that_are() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |text: &str| {
        std::fs::write(folder.path().join("quinta.toml"), text).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_quinta"));
        let failed = command.args(["serve", "--data"]).arg(folder.path()).output().unwrap();
        assert!(!failed.status.success());
        String::from_utf8(failed.stderr).unwrap()
    };
    let why = refused("lann = true\n");
    for name in ["lann", "`lan`", "`open`", "`log`", "`log_json`", "`listen`", "`port`"] {
        assert!(why.contains(name), "{name}: {why}");
    }
    let why = refused("[limits]\nrequest = 1\n");
    assert!(why.contains("`requests`") && !why.contains("`lan`"), "{why}");
}

#[test]
fn a_setting_that_makes_no_sense_is_told_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    for (text, why) in [
        (
            "public_url = \"garden\"",
            "public_url makes no sense: it begins with https:// or http://",
        ),
        ("contact = \"host@example.org\"", "contact makes no sense: it begins with mailto:"),
        ("bot_threads = 0", "bot_threads makes no sense: it is at least 1"),
        ("trusted_proxies = 0", "trusted_proxies makes no sense"),
        ("[limits]\nrequest_burst = 0", "limits.request_burst makes no sense"),
    ] {
        std::fs::write(folder.path().join("quinta.toml"), format!("{text}\n")).unwrap();
        let run = serve(folder.path(), &[]).output().unwrap();
        let told = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(1), "{text}: {told}");
        assert!(told.contains(why), "{text}: {told}");
    }
}

#[test]
fn a_port_that_is_taken_is_told_with_the_way_out() {
    let folder = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let mut command = Command::new(env!("CARGO_BIN_EXE_quinta"));
    let failed =
        command.args(["serve", "--port", &port, "--data"]).arg(folder.path()).output().unwrap();
    let why = String::from_utf8(failed.stderr).unwrap();
    assert_eq!(failed.status.code(), Some(1), "{why}");
    assert!(why.contains("--port") && why.contains(&port), "{why}");
}

#[test]
fn proxies_of_ones_own_are_counted_by_a_flag() {
    let folder = tempfile::tempdir().unwrap();
    let limits = "[limits]\nrequests = 1\nrequest_burst = 1\n";
    std::fs::write(folder.path().join("quinta.toml"), limits).unwrap();
    let statuses = |arguments: &[&str]| {
        let served = Served::plain(folder.path(), arguments);
        // Two clients behind the same inner proxy.
        ["192.0.2.7", "192.0.2.8"].map(|client| {
            let mut stream = TcpStream::connect(&served.address).unwrap();
            write!(stream, "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Forwarded-For: {client}, 198.51.100.1\r\n\r\n").unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            answer.split(' ').nth(1).unwrap().to_owned()
        })
    };
    // With one proxy both would be the inner proxy's address, and the second over its limit.
    assert_eq!(statuses(&["--behind-proxy", "--trusted-proxies", "2"]), ["200", "200"]);
    let run = serve(folder.path(), &["--trusted-proxies", "0"]).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
}

/// Invalid database URLs from every source.
#[test]
fn a_password_is_printed_nowhere() {
    let folder = tempfile::tempdir().unwrap();
    // Nobody listens there, so a valid URL fails too.
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let fine = format!("postgres://club:s3cret@{free}/garden");
    let (other, broken) = ("mysql://club:s3cret@db/garden", "postgres://club:1/s3cret@db/garden");
    let copy = folder.path().join("copy");
    let copy = copy.to_str().unwrap();
    let said = |arguments: &[&str], database: &str, file: &str, expected: &str| {
        std::fs::write(folder.path().join("quinta.toml"), file).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_quinta"));
        command.args(arguments).env("QUINTA_DATA", folder.path()).env("QUINTA_PORT", "0");
        let run = command.env("QUINTA_DATABASE", database).output().unwrap();
        let text = [run.stdout, run.stderr].map(|text| String::from_utf8(text).unwrap()).concat();
        assert!(!text.contains("s3cret"), "{text}");
        assert!(text.contains(expected), "{text}");
    };
    let shown = format!("postgres://club@{free}/garden");
    said(&["serve", "--help"], &fine, "", "QUINTA_DATABASE");
    for command in ["serve", "doctor"] {
        said(&[command], &fine, "", &format!("{shown} cannot be reached"));
        said(&[command, "--database", &fine], "", "", &format!("{shown} cannot be reached"));
        said(&[command], "", &format!("database = \"{fine}\""), &shown);
        said(&[command], other, "", "expected a URL that begins with postgres://");
        said(&[command], broken, "", "%2F");
        said(
            &[command],
            "",
            &format!("database = \"{other}\""),
            "expected a URL that begins with postgres://",
        );
        said(&[command], "", &format!("port = 0\ndatabase = {fine}"), "line 2: ");
        said(&[command], "", &format!("database = \"{fine}"), "line 1: ");
    }
    said(&["backup", copy], &fine, "", "pg_dump");
    said(&["backup", copy], "", &format!("database = \"{fine}\""), "pg_dump");
}
