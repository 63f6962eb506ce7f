//! Postgres only: broken connections, passwords, access to the database.
#![cfg(feature = "postgres-tests")]
mod common;

use common::postgres::{self, Cluster, PASSWORD};
use common::{Folder, Guest, request, start};
use futures_util::future::join_all;
use quinta_server::doctor::{Check, Severity, examine};
use quinta_server::store::{Postgres, Store, StoreError};
use quinta_server::{Server, Settings};
use serde_json::{Value, json};
use sqlx::Connection;
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

fn with(url: &str) -> Settings {
    Settings { port: 0, database: Some(url.parse().unwrap()), ..Settings::default() }
}

/// The error of a server on this database; the doctor reports the same, and neither reveals the password.
async fn refused(url: &str) -> String {
    let why = Server::start(with(url)).await.err().expect("it does not start").to_string();
    let found = examine(&with(url)).await;
    let finding = found.iter().find(|found| found.check == Check::Database).unwrap();
    assert_eq!((finding.severity, &finding.says), (Severity::Error, &why));
    for said in [format!("{:?}", with(url)), why.clone(), format!("{found:?}")] {
        assert!(!said.contains(PASSWORD) && !said.contains("wrong-word"), "{said}");
    }
    why
}

#[tokio::test]
async fn what_is_wrong_with_a_database_is_said_without_the_password() {
    let cluster = postgres::shared();
    let url = cluster.database();
    let name = postgres::name(&url);
    let wrong = refused(&cluster.over_tcp(name, "wrong-word")).await;
    assert!(wrong.contains("does not let this user in"), "{wrong}");
    let missing = refused(&cluster.over_tcp("nowhere", PASSWORD)).await;
    assert!(missing.contains("nowhere is not there") && missing.contains("createdb"), "{missing}");
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let nobody = refused(&format!("postgres://quinta:{PASSWORD}@{free}/{name}")).await;
    assert!(nobody.contains("cannot be reached"), "{nobody}");
    // A listener that accepts the connection and stays silent.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap();
    let nothing = refused(&format!("postgres://quinta:{PASSWORD}@{address}/{name}")).await;
    assert!(nothing.contains("does not answer"), "{nothing}");

    let right = cluster.over_tcp(name, PASSWORD);
    let server = Server::start(with(&right)).await.unwrap();
    let found = examine(&with(&right)).await;
    let finding = found.iter().rfind(|found| found.check == Check::Database).unwrap();
    assert_eq!(finding.severity, Severity::Ok, "{found:?}");
    assert!(finding.says.contains("a server runs on it"), "{found:?}");
    assert!(!format!("{found:?}").contains(PASSWORD));
    server.stop().await.unwrap();
}

#[tokio::test]
async fn a_commit_is_waited_for_until_it_is_on_the_disk() {
    let cluster = postgres::shared();
    let url = cluster.database();
    let name = postgres::name(&url);
    // Even if the database's own settings are careless.
    cluster.sql(name, &format!("ALTER DATABASE {name} SET synchronous_commit = off"));
    let store = Postgres::open(&url.parse().unwrap()).await.unwrap();
    cluster.sql(name, "CREATE TABLE seen (what text)");
    cluster.sql(
        name,
        "CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN INSERT INTO seen VALUES (current_setting(''synchronous_commit'')); RETURN NEW; END';
         CREATE TRIGGER note BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION note()",
    );
    let asker = quinta_table::Requester::new("anna", "Anna", 1);
    let wish = json!({ "seats": [{ "who": "me" }, { "who": "me" }] });
    let wish = serde_json::from_value(wish).unwrap();
    let entry = quinta_table::create(&wish, &asker, &quinta_deal::Seed([1; 32]), "c").unwrap();
    store.append("g", &[entry]).await.unwrap();
    assert_eq!(cluster.sql(name, "SELECT what FROM seen"), "on");
    store.close().await.unwrap();
}

#[tokio::test]
async fn servers_share_a_database_but_not_with_whoever_wants_it_alone() {
    let cluster = postgres::shared();
    let url = cluster.database();
    let first = Postgres::open(&url.parse().unwrap()).await.unwrap();
    let second = Postgres::open(&url.parse().unwrap()).await.unwrap();
    second.close().await.unwrap();
    // A server of the first releases, and a copy into the database, need it exclusively.
    let mut alone = sqlx::PgConnection::connect(&url).await.unwrap();
    let lock = "SELECT pg_try_advisory_lock(x'7175696e7461'::bigint)";
    let taken: bool = sqlx::query_scalar(lock).fetch_one(&mut alone).await.unwrap();
    assert!(!taken);
    // Without a clean shutdown, like a killed process.
    drop(first);
    let patient = "SELECT pg_advisory_lock(x'7175696e7461'::bigint)";
    sqlx::query(patient).execute(&mut alone).await.unwrap();
    let third = Postgres::open(&url.parse().unwrap()).await;
    assert!(matches!(third, Err(StoreError::InUse(_))));
}

/// A connection to a database that can be cut: traffic then stalls without an error until it is restored.
struct Way {
    address: std::net::SocketAddr,
    cut: watch::Sender<bool>,
}

impl Way {
    async fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let cut = watch::Sender::new(false);
        let is_cut = cut.subscribe();
        tokio::spawn(async move {
            while let Ok((mut here, _)) = listener.accept().await {
                let mut is_cut = is_cut.clone();
                tokio::spawn(async move {
                    let mut there = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
                    tokio::select! {
                        _ = tokio::io::copy_bidirectional(&mut here, &mut there) => {}
                        () = becomes(&mut is_cut, true) => becomes(&mut is_cut, false).await,
                    }
                });
            }
        });
        Self { address, cut }
    }
}

/// Waits until the connection is cut, or restored.
async fn becomes(is_cut: &mut watch::Receiver<bool>, state: bool) {
    let _ = is_cut.wait_for(|cut| *cut == state).await.map(drop);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_falls_silent_is_given_up_and_found_again() {
    let cluster = postgres::shared();
    let url = cluster.database();
    let way = Way::to(cluster.port).await;
    let over = cluster.over_tcp(postgres::name(&url), PASSWORD);
    let over = over.replace(&format!("127.0.0.1:{}", cluster.port), &way.address.to_string());
    let folder = Folder::new().on(over);
    let server = start(&folder).await;
    let guest = Guest::new(server.address()).await;
    let wish = json!({ "seats": [{ "who": "me" }, { "who": "me" }, { "who": "me" }] });
    let (table, _) = guest.create(wish).await;
    guest.ready(&table).await;
    way.cut.send_replace(true);
    let (status, refusal) = pass(&guest, &table, "p").await;
    assert_eq!((status, &refusal["error"]["code"]), (503, &json!("store_failed")));
    way.cut.send_replace(false);
    let (status, reply) = pass(&guest, &table, "p").await;
    assert_eq!(status, 200, "{reply}");
    server.stop().await.unwrap();
    let number = cluster.sql(postgres::name(&url), "SELECT max(number) FROM events");
    assert_eq!(json!(number.parse::<u64>().unwrap()), reply["number"]);
}

async fn pass(guest: &Guest, table: &str, id: &str) -> (u16, Value) {
    let at = guest.get(&format!("/api/tables/{table}")).await["table"]["number"].clone();
    let pass = json!({ "id": id, "type": "act", "at": at, "action": { "pass": {} } });
    let answer = guest.command(table, pass).await;
    (answer.status, answer.body)
}

/// Sends moves of two tables, one of them with a clock, all at once and again and again while nothing can be stored; returns how long the
/// slowest answer took. Others look and poll meanwhile.
async fn slowest_refusal(guest: &Guest, tables: &[String], outage: Duration) -> Duration {
    let began = Instant::now();
    let mut slowest = Duration::ZERO;
    while began.elapsed() < outage {
        let moves = tables.iter().flat_map(|table| std::iter::repeat_n(table, 4));
        let moves = moves.map(async |table| {
            let at = Instant::now();
            let pass = json!({ "type": "act", "at": 9, "action": { "pass": {} } });
            let answer = guest.command(table, pass).await;
            assert_eq!(answer.body["error"]["code"], "store_failed", "{}", answer.text);
            at.elapsed()
        });
        let looks = tables.iter().map(async |table| {
            guest.ask("GET", &format!("/api/tables/{table}/events?wait=1"), None).await;
        });
        let (times, _) = tokio::join!(join_all(moves), join_all(looks));
        slowest = times.into_iter().fold(slowest, Duration::max);
    }
    slowest
}

/// Two tables of a guest's own.
async fn two_tables(guest: &Guest) -> Vec<String> {
    let clock = json!({ "type": "per_move", "seconds": 600 });
    let mut tables = Vec::new();
    for options in [json!({}), json!({ "clock": clock })] {
        let seats = json!([{ "who": "me" }, { "who": "me" }]);
        let (table, _) = guest.create(json!({ "seats": seats, "options": options })).await;
        guest.ready(&table).await;
        tables.push(table);
    }
    tables
}

/// However many wait for one table, whoever moves is told within five seconds that it cannot be stored.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_waits_longer_because_others_wait_for_a_database_that_is_away() {
    let mut cluster = Cluster::new();
    let url = cluster.database();
    let folder = Folder::new().on(cluster.over_tcp(postgres::name(&url), PASSWORD));
    let server = start(&folder).await;
    let guest = Guest::new(server.address()).await;
    let tables = two_tables(&guest).await;
    cluster.stop();
    let slowest = slowest_refusal(&guest, &tables, Duration::from_secs(8)).await;
    eprintln!("the slowest of all answers took {slowest:?}");
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
    cluster.start();
    for table in &tables {
        let mut answer = pass(&guest, table, "later").await;
        while answer.0 == 503 {
            answer = pass(&guest, table, "later").await;
        }
        assert_eq!(answer.0, 200, "{}", answer.1);
    }
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_waits_longer_because_others_wait_for_a_database_that_is_silent() {
    let cluster = postgres::shared();
    let url = cluster.database();
    let way = Way::to(cluster.port).await;
    let over = cluster.over_tcp(postgres::name(&url), PASSWORD);
    let over = over.replace(&format!("127.0.0.1:{}", cluster.port), &way.address.to_string());
    let folder = Folder::new().on(over);
    let server = start(&folder).await;
    let guest = Guest::new(server.address()).await;
    let tables = two_tables(&guest).await;
    way.cut.send_replace(true);
    let slowest = slowest_refusal(&guest, &tables, Duration::from_secs(8)).await;
    eprintln!("the slowest of all answers took {slowest:?}");
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
    way.cut.send_replace(false);
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_goes_away_and_comes_back_costs_nobody_a_move() {
    let mut cluster = Cluster::new();
    let folder = Folder::new().on(cluster.database());
    let server = start(&folder).await;
    let guest = Guest::new(server.address()).await;
    let wish = json!({ "seats": [{ "who": "me" }, { "who": "me" }, { "who": "me" }] });
    let (table, _) = guest.create(wish).await;
    guest.ready(&table).await;
    for round in 0..2 {
        let (status, reply) = pass(&guest, &table, &format!("before{round}")).await;
        assert_eq!(status, 200, "{reply}");
        cluster.stop();
        let (status, refusal) = pass(&guest, &table, &format!("p{round}")).await;
        assert_eq!((status, &refusal["error"]["code"]), (503, &json!("store_failed")));
        let ready = request(server.address(), "GET", "/readyz", &[], None).await;
        assert_eq!(ready.status, 503);
        let seen = guest.get(&format!("/api/tables/{table}")).await;
        assert_eq!(seen["table"]["number"], reply["number"], "what is known can be read");
        cluster.start();
        let ready = request(server.address(), "GET", "/readyz", &[], None).await;
        assert_eq!((ready.status, ready.text.as_str()), (200, "ready\n"));
        if round == 0 {
            let (status, reply) = pass(&guest, &table, &format!("p{round}")).await;
            assert_eq!(status, 200, "the same move goes later: {reply}");
        }
    }
    server.stop().await.unwrap();
    let server = start(&folder).await;
    let seen = guest.at(server.address()).get(&format!("/api/tables/{table}")).await;
    let passed = seen["events"].as_array().unwrap().iter();
    assert_eq!(passed.filter(|e| e["event"]["type"] == "passed").count(), 3);
    server.stop().await.unwrap();
}
