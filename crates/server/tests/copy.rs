//! A club moved from one database to another, and back.
#![cfg(feature = "postgres-tests")]
mod common;

use common::{Folder, Guest, Other, start};
use quinta_server::doctor::{Check, Severity, examine};
use quinta_server::store::copy::{Copied, CopyError, Location, Progress, copy};
use quinta_server::{DATABASE, Server, Settings};
use serde_json::{Value, json};
use std::ops::ControlFlow;

fn location(folder: &Folder) -> Location {
    match &folder.1 {
        Some(url) => Location::Postgres(url.parse().unwrap()),
        None => Location::Sqlite(folder.0.join(DATABASE)),
    }
}

async fn copied(from: &Folder, to: &Folder) -> Result<Vec<Copied>, CopyError> {
    copy(&location(from), &location(to), &mut |_| ControlFlow::Continue(())).await
}

/// From a file to Postgres, or the other way round.
fn both() -> [(Folder, Folder); 2] {
    [(Folder::new(), Folder::with_postgres()), (Folder::with_postgres(), Folder::new())]
}

/// A guest makes a table and passes this many times.
async fn game(guest: &Guest, passes: usize) -> String {
    let wish =
        json!({ "seats": [{ "who": "me" }, { "who": "me" }], "options": { "access": "open" } });
    let (table, _) = guest.create(wish).await;
    guest.ready(&table).await;
    for _ in 0..passes {
        pass(guest, &table).await;
    }
    table
}

async fn pass(guest: &Guest, table: &str) {
    let view = guest.get(&format!("/api/tables/{table}")).await;
    let pass = json!({ "type": "act", "at": view["table"]["number"], "action": { "pass": {} } });
    guest.must(table, pass).await;
}

async fn events(guest: &Guest, table: &str) -> Value {
    guest.get(&format!("/api/tables/{table}")).await["events"].clone()
}

/// The rows of a table, as the copy reported them.
fn rows(copied: &[Copied], name: &str) -> u64 {
    copied.iter().find(|copied| copied.table == name).unwrap().rows
}

/// More events than fit in a chunk, of games that nobody opens.
async fn fill(folder: &Folder) {
    let sqlite = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1700)
        INSERT INTO events SELECT 'filler' || (i % 7), i, 'é' || i FROM n";
    let postgres = "INSERT INTO events SELECT 'filler' || (i % 7), i, 'é' || i FROM generate_series(1, 1700) i";
    Other::to(folder).await.say(sqlite, postgres).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_live_club_moves_and_plays_on() {
    let ways = both();
    for (from, to) in &ways {
        let server = start(from).await;
        let guest = Guest::new(server.address()).await;
        let table = game(&guest, 1).await;
        // While the server runs, and people go on.
        let first = copied(from, to).await.unwrap();
        assert_eq!(rows(&first, "games"), 1);
        pass(&guest, &table).await;
        let second = game(&guest, 0).await;
        let known = events(&guest, &table).await;
        server.stop().await.unwrap();
        let last = copied(from, to).await.unwrap();
        assert_eq!((rows(&last, "games"), rows(&last, "secrets")), (2, 2));
        assert!(rows(&last, "events") > rows(&first, "events"));
        assert_eq!(copied(from, to).await.unwrap(), last, "nothing is new");

        let server = start(to).await;
        let guest = guest.at(server.address());
        assert_eq!(events(&guest, &table).await, known);
        pass(&guest, &second).await;
        let lobby = guest.get("/api/tables").await;
        assert_eq!(lobby["mine"].as_array().unwrap().len(), 2, "{lobby}");
        // From now on it is a separate club: nothing is copied over it.
        assert!(matches!(copied(from, to).await, Err(CopyError::To(..))), "a server has it");
        server.stop().await.unwrap();
        assert!(matches!(copied(from, to).await, Err(CopyError::OtherData(_))));
        let server = start(to).await;
        assert_eq!(events(&guest.at(server.address()), &table).await, known);
        server.stop().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_stopped_goes_on_and_no_server_starts_before() {
    let ways = both();
    for (from, to) in &ways {
        let server = start(from).await;
        let guest = Guest::new(server.address()).await;
        let table = game(&guest, 1).await;
        fill(from).await;
        for stop_at in [1, 2, 3] {
            let mut chunks = 0;
            let mut watch = |Progress { table, .. }: Progress| {
                chunks += u32::from(table == "events");
                if chunks == stop_at { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let stopped = copy(&location(from), &location(to), &mut watch).await;
            assert!(matches!(stopped, Err(CopyError::Stopped)), "{stopped:?}");
            let refused = Server::start(to.settings(Settings::default())).await;
            let why = refused.err().unwrap().to_string();
            assert!(why.contains("quinta store copy"), "{why}");
            let found = examine(&to.settings(Settings::default())).await;
            let found = found.iter().rfind(|found| found.check == Check::Database).unwrap();
            assert!(
                found.severity == Severity::Error && found.says.contains("not finished"),
                "{found:?}"
            );
            let back = copied(to, &Folder::new()).await;
            assert!(matches!(back, Err(CopyError::NotWhole(_))), "{back:?}");
            // Rows added and removed meanwhile, before and after the point of interruption.
            let change = format!(
                "DELETE FROM events WHERE game = 'filler{stop_at}'; UPDATE events SET entry = 'x' WHERE number = {}",
                1000 + stop_at
            );
            Other::to(from).await.say(&change, &change).await;
        }
        pass(&guest, &table).await;
        let whole = copied(from, to).await.unwrap();
        assert!(rows(&whole, "events") < 1000, "of 1,700 three sevenths are gone");
        server.stop().await.unwrap();
        let empty = "DELETE FROM events WHERE game LIKE 'filler%'";
        Other::to(from).await.say(empty, empty).await;
        let whole = copied(from, to).await.unwrap();
        let server = start(to).await;
        let known = events(&guest.at(server.address()), &table).await;
        assert_eq!(rows(&whole, "events"), known.as_array().unwrap().len() as u64);
        server.stop().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_data_are_left_alone() {
    let ways = both();
    for (from, to) in &ways {
        let none = copied(from, to).await;
        assert!(matches!(none, Err(CopyError::NoClub(_))), "{none:?}");
        start(from).await.stop().await.unwrap();
        // Another club, on which a server has run.
        let server = start(to).await;
        let guest = Guest::new(server.address()).await;
        let table = game(&guest, 0).await;
        server.stop().await.unwrap();
        let refused = copied(from, to).await;
        assert!(matches!(refused, Err(CopyError::OtherData(_))), "{refused:?}");
        let server = start(to).await;
        assert!(events(&guest.at(server.address()), &table).await.as_array().is_some());
        server.stop().await.unwrap();
    }
    // The copy of one club is not continued with another.
    let [(from, to), (other, _)] = both();
    for club in [&from, &other] {
        start(club).await.stop().await.unwrap();
    }
    copied(&from, &to).await.unwrap();
    let refused = copied(&other, &to).await;
    assert!(matches!(refused, Err(CopyError::OtherData(_))), "{refused:?}");
    assert_eq!(copied(&from, &to).await.unwrap().len(), 9);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_that_came_out_different_is_noticed() {
    let from = Folder::with_postgres();
    let to = Folder::with_postgres();
    let server = start(&from).await;
    game(&Guest::new(server.address()).await, 1).await;
    server.stop().await.unwrap();
    copied(&from, &to).await.unwrap();
    // A database that silently drops rows.
    let spoil = "CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN NEW.entry = NEW.entry || '' ''; RETURN NEW; END';
        CREATE TRIGGER spoil BEFORE INSERT OR UPDATE ON events FOR EACH ROW EXECUTE FUNCTION spoil();
        DELETE FROM events WHERE number = 2";
    Other::to(&to).await.say("", spoil).await;
    let different = copied(&from, &to).await;
    assert!(matches!(different, Err(CopyError::Differs("events"))), "{different:?}");
    assert!(Server::start(to.settings(Settings::default())).await.is_err());
}
