//! `quinta doctor` on real set-ups, healthy and broken.
#![cfg(unix)]
mod common;

use common::{Run, command, quinta};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;
use tempfile::TempDir;

/// A data folder that only its user can read.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o700)).unwrap();
    folder
}

fn doctor(data: &Path, arguments: &[&str]) -> Run {
    quinta(&[&["doctor", "--port", "0", "--data", data.to_str().unwrap()], arguments].concat())
}

/// What it says about one check, as level and text; the worst of it first.
fn about(data: &Path, arguments: &[&str], check: &str) -> (Option<i32>, String, String) {
    let run = doctor(data, &[arguments, &["--json"]].concat());
    let report: Value = serde_json::from_str(&run.out).unwrap();
    let findings = report["findings"].as_array().unwrap();
    let rank =
        |finding: &&Value| ["error", "warning", "ok"].iter().position(|l| finding["level"] == *l);
    let worst = findings.iter().filter(|f| f["check"] == check).min_by_key(rank);
    let worst = worst.unwrap_or_else(|| panic!("{check} in {report}"));
    assert_eq!(worst["level"] == "ok", worst.get("do").is_none(), "{worst}");
    (
        run.code,
        worst["level"].as_str().unwrap().to_owned(),
        worst["says"].as_str().unwrap().to_owned(),
    )
}

#[test]
fn a_healthy_set_up_has_no_errors_and_stays_as_it_is() {
    let data = folder();
    let run = doctor(data.path(), &[]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
    let checks = ["port", "folder", "database", "disk", "public URL", "proxy", "push"];
    for check in checks {
        assert!(run.out.contains(&format!("  {check:<10}  ")), "{check}: {}", run.out);
    }
    assert!(run.out.lines().last().unwrap().starts_with("errors: 0, warnings: "), "{}", run.out);
    assert_eq!(std::fs::read_dir(data.path()).unwrap().count(), 0);
}

#[test]
fn it_takes_the_settings_of_serve_from_the_same_places() {
    let data = folder();
    std::fs::write(data.path().join("quinta.toml"), "public_url = 'garden.example.org'\n").unwrap();
    let (code, level, says) = about(data.path(), &[], "public_url");
    assert_eq!((code, level.as_str()), (Some(1), "error"), "{says}");
    let url = ["--public-url", "https://garden.example.org"];
    assert_eq!(about(data.path(), &url, "public_url").1, "ok");
    assert_eq!(about(data.path(), &url, "proxy").1, "warning");
    assert_eq!(about(data.path(), &[&url[..], &["--behind-proxy"]].concat(), "proxy").1, "ok");
    assert_eq!(about(data.path(), &["--contact", "me"], "push").1, "error");
}

#[test]
fn settings_that_cannot_be_read_are_a_finding_too() {
    let data = folder();
    std::fs::write(data.path().join("quinta.toml"), "prot = 1\n").unwrap();
    let (code, level, says) = about(data.path(), &[], "settings");
    assert_eq!((code, level.as_str()), (Some(1), "error"));
    assert!(says.contains("quinta.toml") && says.contains("prot"), "{says}");
    std::fs::write(data.path().join("quinta.toml"), "[limits]\nsockets = 0\n").unwrap();
    let (code, level, says) = about(data.path(), &[], "settings");
    assert_eq!((code, level.as_str()), (Some(1), "error"));
    assert!(says.contains("limits.sockets makes no sense"), "{says}");
    std::fs::remove_file(data.path().join("quinta.toml")).unwrap();
    assert!(about(data.path(), &["--log", "a=b=c"], "settings").2.starts_with("--log"));
}

#[test]
fn a_port_that_another_program_uses_is_an_error() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let data = folder();
    let run = quinta(&["doctor", "--port", &port, "--data", data.path().to_str().unwrap()]);
    assert_eq!(run.code, Some(1));
    assert!(
        run.out.contains("error    port        another program uses 127.0.0.1:"),
        "{}",
        run.out
    );
    assert!(run.out.contains("\n                     → stop it"), "{}", run.out);
    assert!(run.out.contains("errors: 1, "), "{}", run.out);
}

#[test]
fn a_server_that_runs_is_well() {
    let data = folder();
    let mut server = command(&["serve", "--port", "0", "--data", data.path().to_str().unwrap()])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let link = lines.find_map(|line| line.ok().filter(|line| line.contains("http://"))).unwrap();
    let port = link.rsplit(':').next().unwrap();
    let run = quinta(&["doctor", "--port", port, "--data", data.path().to_str().unwrap()]);
    server.kill().unwrap();
    server.wait().unwrap();
    assert_eq!(run.code, Some(0), "{}", run.out);
    assert!(run.out.contains("by the server that runs on this database"), "{}", run.out);
    assert!(run.out.contains("opens, in the present form"), "{}", run.out);
    assert!(run.out.contains("; a server runs on it"), "{}", run.out);
    // Killed, it left a write-ahead log beside its database, which opens as well.
    let (code, level, says) = about(data.path(), &[], "database");
    assert_eq!((code, level.as_str()), (Some(0), "ok"), "{says}");
    assert!(!says.contains("a server runs"), "{says}");
}

#[test]
fn a_broken_database_is_an_error() {
    let data = folder();
    std::fs::write(data.path().join("quinta.sqlite"), "not a database ".repeat(500)).unwrap();
    let (code, level, says) = about(data.path(), &[], "database");
    assert_eq!((code, level.as_str()), (Some(1), "error"));
    assert!(says.contains("cannot be opened"), "{says}");
}

#[test]
fn nobody_reading_on_is_no_panic() {
    let data = folder();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = command(&["doctor", "--data", data.path().to_str().unwrap()]);
    assert_eq!(command.stdout(writer).status().unwrap().code(), Some(141));
}
