//! A temporary Postgres cluster for the tests of a process, with a database for each test.
//!
//! Compiled only with the feature `postgres-tests`; without Postgres's programs on the machine those tests fail.
#![allow(dead_code, reason = "each test uses its own part")]
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// Postgres does not run as root; this user is on every machine.
const NOBODY: u32 = 65534;
/// The owner of the cluster, whose password is required over TCP only.
pub(crate) const PASSWORD: &str = "s3cret-word";

/// Starts the cluster, reports it, and stops it when its standard input is closed.
const SCRIPT: &str = r#"
trap '' INT
"$1/pg_ctl" -D "$2/data" -w -s -l "$2/log" -o "$3" start || exit 1
echo ready
cat > /dev/null
"$1/pg_ctl" -D "$2/data" -m immediate -s stop
[ "$4" = keep ] || rm -rf "$2"
"#;

/// A cluster.
pub(crate) struct Cluster {
    programs: PathBuf,
    folder: PathBuf,
    pub(crate) port: u16,
    /// The process that stops it once its pipe is closed.
    keeper: Option<Child>,
}

/// Where Postgres's programs are: on the path, or where Debian puts them.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<_> = std::env::split_paths(&path).collect();
    if let Ok(releases) = std::fs::read_dir("/usr/lib/postgresql") {
        folders.extend(releases.flatten().map(|release| release.path().join("bin")));
    }
    folders.into_iter().find(|folder| {
        ["initdb", "pg_ctl", "psql"].iter().all(|program| folder.join(program).exists())
    })
}

/// A command as a user that Postgres accepts.
fn as_user(folder: &Path, program: &Path) -> Command {
    let root = std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0);
    let mut command = if root {
        let mut command = Command::new("setpriv");
        let id = NOBODY.to_string();
        command.args(["--reuid", &id, "--regid", &id, "--clear-groups"]).arg(program);
        command
    } else {
        Command::new(program)
    };
    command.current_dir(folder).env("LC_ALL", "C.UTF-8");
    command
}

impl Cluster {
    /// A separate cluster, which can be stopped and started.
    pub(crate) fn new() -> Self {
        let mut cluster = Self::make();
        cluster.start();
        cluster
    }

    fn make() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let programs = programs().expect("initdb, pg_ctl and psql: Postgres is not installed");
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("quinta-postgres-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        // Allowed for root alone, and needed by root alone.
        let _ = chown(&folder, Some(NOBODY), Some(NOBODY));
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        let made = as_user(&folder, &programs.join("initdb"))
            .args(["--no-sync", "-U", "quinta", "-E", "UTF8", "--locale=C.UTF-8"])
            .args(["--auth-local=trust", "--auth-host=scram-sha-256", "-D"])
            .arg(folder.join("data"))
            .output()
            .unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        Self { programs, folder, port, keeper: None }
    }

    /// Starts it, and waits until it answers.
    pub(crate) fn start(&mut self) {
        self.start_and("keep");
    }

    fn start_and(&mut self, then: &str) {
        let folder = self.folder.display();
        // Tests need not survive a crash of the machine; commits still wait for the write-ahead log.
        let options = format!(
            "-p {} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off -c full_page_writes=off -c max_connections=200",
            self.port
        );
        let mut keeper = as_user(&self.folder, Path::new("/bin/sh"))
            .args(["-c", SCRIPT, "sh"])
            .arg(&self.programs)
            .arg(&self.folder)
            .args([&options, then])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(keeper.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let log = || std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        assert_eq!(line, "ready\n", "{}", log());
        self.keeper = Some(keeper);
    }

    /// Stops it as a crash would: connections break, and what was not committed is lost.
    pub(crate) fn stop(&mut self) {
        if let Some(mut keeper) = self.keeper.take() {
            drop(keeper.stdin.take());
            keeper.wait().unwrap();
        }
    }

    /// Restarts it with a TLS certificate.
    pub(crate) fn with_certificate(&mut self, certificate: &str, key: &str) {
        self.sql("postgres", "ALTER SYSTEM SET ssl = on");
        self.stop();
        for (name, text) in [("server.crt", certificate), ("server.key", key)] {
            let file = self.folder.join("data").join(name);
            std::fs::write(&file, text).unwrap();
            let alone = std::os::unix::fs::PermissionsExt::from_mode(0o600);
            std::fs::set_permissions(&file, alone).unwrap();
            let _ = chown(&file, Some(NOBODY), Some(NOBODY));
        }
        self.start();
    }

    /// Runs a statement in a database and returns its output.
    pub(crate) fn sql(&self, database: &str, statement: &str) -> String {
        let answer = Command::new(self.programs.join("psql"))
            .args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-U", "quinta", "-h"])
            .arg(&self.folder)
            .args(["-p", &self.port.to_string(), "-d", database, "-c", statement])
            .output()
            .unwrap();
        assert!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
        String::from_utf8(answer.stdout).unwrap().trim().to_owned()
    }

    /// Creates a database and returns its URL, by a Unix socket that needs no password.
    pub(crate) fn database(&self) -> String {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("garden{}", NEXT.fetch_add(1, Ordering::Relaxed));
        self.sql("postgres", &format!("CREATE DATABASE {name}"));
        let folder = self.folder.display();
        format!("postgres:///{name}?host={folder}&port={}&user=quinta", self.port)
    }

    /// The URL over TCP with this password, for the name of a database.
    pub(crate) fn over_tcp(&self, name: &str, password: &str) -> String {
        self.sql("postgres", &format!("ALTER USER quinta PASSWORD '{PASSWORD}'"));
        format!("postgres://quinta:{password}@127.0.0.1:{}/{name}", self.port)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.stop();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The cluster that the tests of this process share.
pub(crate) fn shared() -> &'static Cluster {
    static SHARED: OnceLock<Cluster> = OnceLock::new();
    SHARED.get_or_init(|| {
        let mut cluster = Cluster::make();
        // Statics are not dropped: it removes itself once this process is gone.
        cluster.start_and("remove");
        cluster
    })
}

/// The name of a database in its URL.
pub(crate) fn name(url: &str) -> &str {
    url.trim_start_matches("postgres:///").split('?').next().unwrap()
}
