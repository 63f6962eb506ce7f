//! `quinta backup`, killed at any moment: what it leaves is a whole club, or no server takes it for one.
#![cfg(unix)]
mod common;

use common::{command, quinta};
use quinta_deal::Seed;
use quinta_server::store::{Sqlite, Store};
use quinta_table::{Requester, create};
use serde_json::json;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Instant;

const GAMES: usize = 400;

fn on_runtime<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}

/// A club with many games, and so much besides that a copy takes a while.
fn club(data: &Path) {
    fs::create_dir_all(data).unwrap();
    on_runtime(async {
        let store = Sqlite::open(&data.join("quinta.sqlite")).await.unwrap();
        let asker = Requester::new("anna", "Anna", 1);
        let wish = json!({ "seats": [{ "who": "me" }, { "who": "me" }] });
        let wish = serde_json::from_value(wish).unwrap();
        let entry = create(&wish, &asker, &Seed([1; 32]), "code").unwrap();
        for game in 0..GAMES {
            store.append(&format!("game{game:06}"), std::slice::from_ref(&entry)).await.unwrap();
        }
        for review in 0..400 {
            let text = format!("{review} ").repeat(30_000);
            store.keep_review(&review.to_string(), text, review).await.unwrap();
        }
        store.secret("cookies", vec![7; 32]).await.unwrap();
        store.close().await.unwrap();
    });
}

/// The games that are there once a server has run on this file; or else why none does, of which the doctor knows too.
fn games_on(file: &Path) -> Result<usize, String> {
    let data = tempfile::tempdir().unwrap();
    let database = data.path().join("quinta.sqlite");
    fs::copy(file, &database).unwrap();
    let folder = data.path().to_str().unwrap();
    let doctor = quinta(&["doctor", "--port", "0", "--data", folder]);
    let mut server = command(&["serve", "--port", "0", "--data", folder])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    server.kill().unwrap();
    let mut said = String::new();
    server.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    server.wait().unwrap();
    if !line.contains("http://") {
        assert_eq!(doctor.code, Some(1), "{said}: {}", doctor.out);
        return Err(said);
    }
    assert_eq!(doctor.code, Some(0), "{}", doctor.out);
    Ok(on_runtime(async {
        let store = Sqlite::open(&database).await.unwrap();
        let games = store.to_resume().await.unwrap().len();
        store.close().await.unwrap();
        games
    }))
}

#[test]
fn a_backup_that_was_killed_is_no_backup() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    club(&data);
    let file = folder.path().join("backup.sqlite");
    let partial = folder.path().join("backup.sqlite.partial");
    let backup = || {
        let arguments = ["backup", file.to_str().unwrap(), "--data", data.to_str().unwrap()];
        command(&arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let began = Instant::now();
    assert!(backup().wait().unwrap().success());
    let whole = began.elapsed();
    assert_eq!(games_on(&file), Ok(GAMES));
    assert!(!partial.exists());

    let kills: u32 = std::env::var("QUINTA_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(12);
    let (mut refused, mut complete) = (0, 0);
    for kill in 0..kills {
        let _ = fs::remove_file(&file);
        let mut running = backup();
        // From soon after the start to some time after the end.
        sleep(whole.mul_f64(0.1 + 1.2 * f64::from(kill) / f64::from(kills)));
        let _ = running.kill();
        running.wait().unwrap();
        if file.exists() {
            complete += 1;
            assert_eq!(games_on(&file), Ok(GAMES), "after kill {kill}");
        }
        if partial.exists() {
            match games_on(&partial) {
                Ok(games) => assert_eq!(games, GAMES, "after kill {kill}"),
                Err(why) => {
                    refused += 1;
                    let words = ["was not finished", "malformed", "not a database"];
                    assert!(words.iter().any(|words| why.contains(words)), "kill {kill}: {why}");
                }
            }
        }
    }
    assert!(refused > 0, "a kill came midway: a backup takes {whole:?}");
    eprintln!("{kills} kills: {complete} whole backups, {refused} that no server takes");

    // What is left does not keep the next one from its place.
    let _ = fs::remove_file(&file);
    fs::write(&partial, "left over").unwrap();
    fs::write(folder.path().join("backup.sqlite.partial-journal"), "left over").unwrap();
    assert!(backup().wait().unwrap().success());
    assert_eq!(games_on(&file), Ok(GAMES));
    let mut names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["backup.sqlite", "data"]);
    let mut again = backup();
    let mut said = String::new();
    again.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(!again.wait().unwrap().success() && said.contains("is there already"), "{said}");
}

/// So a backup of an older release looks that was interrupted.
#[test]
fn no_server_takes_an_empty_file_for_a_club() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("empty");
    fs::write(&empty, "").unwrap();
    let why = games_on(&empty).unwrap_err();
    assert!(why.contains("it is empty"), "{why}");
}

#[test]
fn two_backups_to_one_place_do_not_mix() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    club(&data);
    let file = folder.path().join("backup.sqlite");
    let arguments = ["backup", file.to_str().unwrap(), "--data", data.to_str().unwrap()];
    let start = || command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let running = [start(), start(), start()];
    let ended = running.map(|mut backup| backup.wait().unwrap().success());
    assert_eq!(ended.iter().filter(|well| **well).count(), 1, "{ended:?}");
    assert_eq!(games_on(&file), Ok(GAMES));
}
