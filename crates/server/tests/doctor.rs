//! What the doctor finds in a database: logs without all of their events, on both stores, and damaged pages of a file.
mod common;

use common::{Folder, Other, store};
use quinta_deal::Seed;
use quinta_server::doctor::{Check, Finding, Severity, examine};
use quinta_server::store::Sqlite;
use quinta_server::{DATABASE, Settings};
use quinta_table::{Entry, Requester, create};
use serde_json::json;
use std::fs;

on_both_stores!(
    events_that_are_missing_or_doubled_are_found,
    logs_that_are_packed_are_looked_at_too
);

/// A club whose games have twelve events each.
async fn club(folder: &Folder, games: &[&str]) {
    let asker = Requester::new("anna", "Anna", 1);
    let wish = json!({ "seats": [{ "who": "me" }, { "who": "me" }] });
    let wish = serde_json::from_value(wish).unwrap();
    let first = create(&wish, &asker, &Seed([1; 32]), "code").unwrap();
    let log: Vec<_> = (1..=12).map(|number| Entry { number, ..first.clone() }).collect();
    let store = store(folder).await;
    for game in games {
        store.append(game, &log).await.unwrap();
    }
    store.close().await.unwrap();
}

async fn findings(folder: &Folder, check: Check) -> Vec<Finding> {
    let found = examine(&folder.settings(Settings::default())).await;
    found.into_iter().filter(|finding| finding.check == check).collect()
}

/// What it says of the logs, if that is an error.
async fn fault(folder: &Folder) -> String {
    let found = findings(folder, Check::Logs).await;
    let [Finding { severity: Severity::Error, says, .. }] = &found[..] else {
        panic!("{found:?}");
    };
    says.clone()
}

async fn events_that_are_missing_or_doubled_are_found(folder: Folder) {
    let none = findings(&folder, Check::Logs).await;
    assert!(none.iter().all(|finding| finding.severity == Severity::Ok), "{none:?}");
    club(&folder, &["a", "b", "c", "d"]).await;
    let found = findings(&folder, Check::Logs).await;
    assert_eq!((found.len(), found[0].severity), (1, Severity::Ok), "{found:?}");
    let says = &found[0].says;
    assert!(says.starts_with("48 events of 4 games have every number from 1 on"), "{says}");

    let mut other = Other::to(&folder).await;
    let delete = "DELETE FROM events WHERE game = 'b' AND number = 5";
    other.say(delete, delete).await;
    let says = fault(&folder).await;
    assert!(says.starts_with("the log of b lacks 1 of its events between 1 and 12;"), "{says}");

    let delete = "DELETE FROM events WHERE game = 'a' AND number < 3";
    other.say(delete, delete).await;
    let says = fault(&folder).await;
    let first = "the log of a goes on with event 3 where 1 belongs (and 1 more);";
    assert!(says.starts_with(first), "{says}");

    let delete = "DELETE FROM events WHERE game IN ('a', 'b')";
    other.say(delete, delete).await;
    let says = fault(&folder).await;
    assert!(says.starts_with("the log of a is missing (and 1 more);"), "{says}");

    let delete = "DELETE FROM games WHERE game IN ('a', 'b')";
    other.say(delete, delete).await;
    assert_eq!(findings(&folder, Check::Logs).await[0].severity, Severity::Ok);
    let twice = "INSERT INTO events SELECT * FROM events WHERE game = 'c' AND number IN (2, 3)";
    let without_key = "CREATE TABLE other AS SELECT * FROM events; DROP TABLE events; ALTER TABLE other RENAME TO events";
    other.say(&format!("{without_key}; {twice}"), &format!("{without_key}; {twice}")).await;
    let says = fault(&folder).await;
    assert!(says.starts_with("the log of c has 2 of its numbers twice;"), "{says}");
}

async fn logs_that_are_packed_are_looked_at_too(folder: Folder) {
    club(&folder, &["a", "b"]).await;
    let packing = store(&folder).await;
    packing.pack(&["a".to_owned()]).await.unwrap();
    packing.close().await.unwrap();
    let found = findings(&folder, Check::Logs).await;
    let says = &found[0].says;
    assert!(says.starts_with("24 events of 2 games have every number from 1 on"), "{found:?}");
    let mut other = Other::to(&folder).await;
    let change = "UPDATE archived SET events = 13";
    other.say(change, change).await;
    let says = fault(&folder).await;
    assert!(says.starts_with("the log of a has 12 packed events instead of 13;"), "{says}");
    other.say("UPDATE archived SET log = x'1f8b'", "UPDATE archived SET log = '\\x1f8b'").await;
    let says = fault(&folder).await;
    assert!(says.starts_with("the log of a cannot be unpacked"), "{says}");
}

#[tokio::test]
async fn damaged_pages_are_found() {
    let folder = Folder::new();
    club(&folder, &["a", "b", "c", "d", "e", "f"]).await;
    let file = folder.0.join(DATABASE);
    let whole = fs::read(&file).unwrap();
    let found = findings(&folder, Check::Database).await;
    assert!(found.iter().any(|one| one.says.contains("sound (integrity_check)")), "{found:?}");
    let pages = whole.len() / 4096;
    assert!(pages > 8, "{pages}");
    for page in 0..pages {
        for (from, to) in [(0, 4096), (0, 12)] {
            let mut damaged = whole.clone();
            damaged[page * 4096 + from..page * 4096 + to].fill(0xaa);
            fs::write(&file, &damaged).unwrap();
            let found = findings(&folder, Check::Database).await;
            let worst = found.iter().map(|finding| finding.severity).max();
            assert_eq!(worst, Some(Severity::Error), "page {page}, {from} to {to}: {found:?}");
        }
    }
    // Cut, it is no better.
    fs::write(&file, &whole[..4096 * (pages - 2)]).unwrap();
    let found = findings(&folder, Check::Database).await;
    assert!(found.iter().any(|finding| finding.severity == Severity::Error), "{found:?}");
}

#[tokio::test]
async fn a_backup_says_whether_it_is_whole() {
    let folder = Folder::new();
    club(&folder, &["a"]).await;
    let copy = folder.0.join("copy");
    fs::create_dir(&copy).unwrap();
    let copied = copy.join(DATABASE);
    Sqlite::copy(&folder.0.join(DATABASE), &copied).await.unwrap();
    let settings = Settings { data: copy.clone(), port: 0, ..Settings::default() };
    let worst = examine(&settings).await.iter().map(|finding| finding.severity).max();
    assert!(worst < Some(Severity::Error));
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&copied);
    let mut other = Other::Sqlite(sqlx::Connection::connect_with(&options).await.unwrap());
    other.say("UPDATE copied SET finished = 0", "").await;
    let found = examine(&settings).await;
    let finding = found.iter().find(|finding| finding.severity == Severity::Error).unwrap();
    assert!(finding.says.contains("was not finished"), "{found:?}");
    assert!(finding.advice.as_deref().unwrap().contains("quinta backup"), "{found:?}");
    let refused = Sqlite::open(&copied).await.err().unwrap().to_string();
    assert!(refused.contains("was not finished"), "{refused}");
    let again = Sqlite::copy(&copied, &copy.join("again")).await.unwrap_err().to_string();
    assert!(again.contains("was not finished"), "no copy of half a copy: {again}");
}
