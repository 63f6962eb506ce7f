//! `quinta store copy`, there and back, and who a Postgres is.
#![cfg(unix)]
mod common;
#[path = "../../server/tests/common/postgres.rs"]
mod postgres;

use common::{command, quinta};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

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

#[test]
fn a_club_goes_to_postgres_and_back_and_is_the_same() {
    let Some(cluster) = postgres::shared() else { return };
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
    let tables = |text: &str| text.lines().skip(1).take(7).map(str::to_owned).collect::<Vec<_>>();
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

#[test]
fn who_a_database_is_can_be_made_sure_of() {
    let Some(mut cluster) = postgres::Cluster::new() else { return };
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
