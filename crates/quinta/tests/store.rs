//! `quinta store copy` in both directions, Postgres URLs, and `quinta store archive`.
#![cfg(unix)]
mod common;
#[cfg(feature = "postgres-tests")]
#[path = "../../server/tests/common/postgres.rs"]
mod postgres;

use common::{command, quinta};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;

#[cfg(feature = "postgres-tests")]
/// A club: a server has run in this folder.
fn club(data: &Path) {
    let mut server = command(&["serve", "--port", "0", "--data", data.to_str().unwrap()]);
    let mut server = server.stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(line.contains("http://"), "{line}");
}

#[cfg(feature = "postgres-tests")]
#[test]
fn a_club_goes_to_postgres_and_back_and_is_the_same() {
    let cluster = postgres::shared();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    club(&data);
    let (data, back) = (data.to_str().unwrap(), folder.path().join("back.sqlite"));
    let back = back.to_str().unwrap();
    let url = cluster.database();
    let password = cluster.over_tcp(postgres::name(&url), postgres::PASSWORD);
    let there = quinta(&["store", "copy", data, &password]);
    assert_eq!(there.code, Some(0), "{}", there.err);
    let back_again = quinta(&["store", "copy", &password, back]);
    assert_eq!(back_again.code, Some(0), "{}", back_again.err);
    for run in [&there, &back_again] {
        assert!(!run.out.contains(postgres::PASSWORD) && !run.err.contains(postgres::PASSWORD));
    }
    let tables = |text: &str| text.lines().skip(1).take(8).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(tables(&there.out), tables(&back_again.out));
    assert!(there.out.contains("secrets               2  "), "{}", there.out);
    assert!(there.err.contains("copying events"), "{}", there.err);
}

#[test]
fn what_cannot_be_copied_is_said_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let nothing = folder.path().join("nothing.sqlite");
    let nothing = nothing.to_str().unwrap();
    for (from, to, why) in [
        (nothing, "other.sqlite", "there is no club in"),
        (
            "mysql://club:s3cret@db/garden",
            nothing,
            "FROM: expected a URL that begins with postgres://",
        ),
        (nothing, "postgres://club:1/s3cret@db/garden", "TO: an @ after the host"),
    ] {
        let run = quinta(&["store", "copy", from, to]);
        assert_eq!(run.code, Some(1), "{}", run.err);
        assert!(run.err.contains(why) && !run.err.contains("s3cret"), "{}", run.err);
    }
    assert!(!Path::new(nothing).exists(), "it leaves nothing behind");
}

#[cfg(feature = "postgres-tests")]
#[test]
fn who_a_database_is_can_be_made_sure_of() {
    let mut cluster = postgres::Cluster::new();
    let folder = tempfile::tempdir().unwrap();
    let certificate = |name: &str| {
        let made = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
        let file = folder.path().join(name);
        std::fs::write(&file, made.cert.pem()).unwrap();
        (file, made.cert.pem(), made.signing_key.serialize_pem())
    };
    let (right, text, key) = certificate("right.pem");
    let (wrong, _, _) = certificate("wrong.pem");
    cluster.with_certificate(&text, &key);
    let url = cluster.over_tcp("postgres", postgres::PASSWORD);
    let doctor = |mode: &str, root: &Path| {
        let url = format!("{url}?sslmode={mode}&sslrootcert={}", root.display());
        command(&["doctor", "--port", "0"]).env("QUINTA_DATABASE", url).output().unwrap()
    };
    assert_eq!(doctor("verify-full", &right).status.code(), Some(0));
    let refused = doctor("verify-full", &wrong);
    let said = String::from_utf8(refused.stdout).unwrap();
    assert_eq!(refused.status.code(), Some(1), "{said}");
    assert!(said.contains("error    database") && said.contains("certificate"), "{said}");
}

/// One request to a server; the body of the answer.
fn ask(address: &str, path: &str, token: &str, body: &Value) -> Value {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let bearer =
        if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "POST {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{bearer}Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

#[test]
fn old_games_are_packed_and_files_stay_private() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let data = data.to_str().unwrap();
    let nothing = quinta(&["store", "archive", "--data", data]);
    assert_eq!(nothing.code, Some(1), "{}", nothing.err);
    assert!(nothing.err.contains("there is no database"), "{}", nothing.err);

    let mut server = command(&["serve", "--port", "0", "--data", data]);
    let mut server = server.stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split("http://").nth(1).unwrap().trim();
    let token = ask(address, "/api/token", "", &Value::Null);
    let token = token["token"].as_str().unwrap();
    let wish = json!({ "seats": [{ "who": "me" }, { "who": "bot", "level": "random" }] });
    let table = ask(address, "/api/tables", token, &wish);
    let commands = format!("/api/tables/{}/commands", table["id"].as_str().unwrap());
    let ready = json!({ "id": "r", "type": "ready", "luck": "00112233" });
    ask(address, &commands, token, &ready);
    let resigned = ask(address, &commands, token, &json!({ "id": "e", "type": "resign" }));
    assert!(resigned["number"].is_u64(), "{resigned}");
    let busy = quinta(&["store", "archive", "--older-than", "0h", "--data", data]);
    assert!(busy.code == Some(1) && busy.err.contains("another server"), "{}", busy.err);
    server.kill().unwrap();
    server.wait().unwrap();

    let young = quinta(&["store", "archive", "--data", data]);
    assert_eq!((young.code, young.out.starts_with("packed 0 games")), (Some(0), true));
    let backup = folder.path().join("backups/monday.sqlite");
    let packed = quinta(&["store", "archive", "--older-than", "0h", "--data", data]);
    assert_eq!(packed.code, Some(0), "{}", packed.err);
    assert!(
        packed.out.starts_with("packed 1 games") && packed.out.contains(" now"),
        "{}",
        packed.out
    );
    let copied = quinta(&["backup", backup.to_str().unwrap(), "--data", data]);
    assert_eq!(copied.code, Some(0), "{}", copied.err);
    let wrong = quinta(&["store", "archive", "--older-than", "soon", "--data", data]);
    assert!(wrong.code == Some(2) && wrong.err.contains("30d"), "{}", wrong.err);

    // All files are readable by this user only.
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let modes = [Path::new(data), backup.parent().unwrap(), &backup].map(mode);
    assert_eq!(modes, [0o700, 0o700, 0o600]);
    for file in std::fs::read_dir(data).unwrap() {
        let file = file.unwrap().path();
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
}
