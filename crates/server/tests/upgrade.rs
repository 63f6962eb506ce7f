//! Upgrades from every release: all games that it could have stored open in today's server, on either store, and are played to the end.
#![cfg(unix)]
mod common;

use common::{Folder, Guest, Other, start};
use flate2::read::GzDecoder;
use futures_util::future::join_all;
use hmac::{Hmac, KeyInit, Mac};
use quinta_record::{Record, verify};
use quinta_server::DATABASE;
use quinta_table::{Known, Proof, prove};
use quinta_wire::hex;
use serde_json::{Value, json};
use sha2::Sha256;
use std::fmt::Write;
use std::io::Read;
use std::net::SocketAddr;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// Everyone at the tables of the stored logs.
const PEOPLE: [&str; 4] = ["anna", "ben", "carla", "dora"];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_of_the_first_release_are_played_to_their_end() {
    played_to_their_end("v2", "v1").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_of_the_fourth_form_are_played_to_their_end() {
    played_to_their_end("v4", "v2").await;
}

/// A database of that version with every log of that version, as its server wrote them.
async fn stored(form: &str, version: &str) -> (Folder, Vec<String>) {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let packed = std::fs::read(tests.join(format!("database/{form}.sqlite.gz"))).unwrap();
    let mut bytes = Vec::new();
    GzDecoder::new(packed.as_slice()).read_to_end(&mut bytes).unwrap();
    let folder = Folder::new();
    std::fs::write(folder.0.join(DATABASE), bytes).unwrap();
    let logs = tests.join("../../table/tests/logs").join(version);
    let expected = std::fs::read(logs.join("expected.json")).unwrap();
    let expected: Value = serde_json::from_slice(&expected).unwrap();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    let (mut sql, mut games) = (String::new(), Vec::new());
    for (name, figures) in expected.as_object().unwrap() {
        let (game, stage) = (figures["id"].as_str().unwrap(), figures["stage"].as_str().unwrap());
        let log = std::fs::read_to_string(logs.join(format!("{name}.jsonl"))).unwrap();
        for (entry, number) in log.lines().zip(1..) {
            let entry = entry.replace('\'', "''");
            let _ = writeln!(sql, "INSERT INTO events VALUES ('{game}', {number}, '{entry}');");
        }
        // One that has not begun is forgotten two days after it was last changed.
        let _ = writeln!(sql, "INSERT INTO games VALUES ('{game}', '{stage}', 1, {now}, '');");
        games.push(game.to_owned());
    }
    Other::to(&folder).await.say(&sql, "").await;
    (folder, games)
}

/// The people, as the key of this database signs them.
async fn people(folder: &Folder, address: SocketAddr) -> Vec<Guest> {
    let query = "SELECT value FROM secrets WHERE name = 'cookies'";
    let key: Vec<u8> = match &mut Other::to(folder).await {
        Other::Sqlite(other) => sqlx::query_scalar(query).fetch_one(other).await.unwrap(),
        Other::Postgres(other) => sqlx::query_scalar(query).fetch_one(other).await.unwrap(),
    };
    let sign = |who: &&str| {
        let text = json!({ "id": who, "name": who, "language": "en" }).to_string();
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
        mac.update(text.as_bytes());
        let signature = hex::write(&mac.finalize().into_bytes());
        Guest::known(address, &format!("{}.{signature}", hex::write(text.as_bytes())))
    };
    PEOPLE.iter().map(sign).collect()
}

async fn played_to_their_end(form: &str, version: &str) {
    let (from, games) = stored(form, version).await;
    #[cfg(feature = "postgres-tests")]
    {
        use quinta_server::store::copy::{Location, copy};
        let to = Folder::with_postgres();
        let url = Location::Postgres(to.1.as_ref().unwrap().parse().unwrap());
        let file = Location::Sqlite(from.0.join(DATABASE));
        copy(&file, &url, &mut |_| std::ops::ControlFlow::Continue(())).await.unwrap();
        all_end(&to, &games).await;
    }
    all_end(&from, &games).await;
}

async fn all_end(folder: &Folder, games: &[String]) {
    let server = start(folder).await;
    let people = people(folder, server.address()).await;
    join_all(games.iter().map(|game| ends(&people, game))).await;
    server.stop().await.unwrap();
}

/// Bots that take a second for each move: games with them are ended by agreement after a while.
const SLOW: [&str; 3] = ["designer", "mason", "architect"];

/// Passes for the seat to act until the game is over; its record verifies, and its luck is as promised.
async fn ends(people: &[Guest], game: &str) {
    let path = format!("/api/tables/{game}");
    let mut view = people[0].get(&path).await;
    if view["table"]["stage"] == "gathering" {
        gather(people, game, &view["table"]).await;
        view = people[0].get(&path).await;
    }
    let seats = view["table"]["seats"].as_array().unwrap();
    let thinks =
        seats.iter().any(|seat| SLOW.contains(&seat["level"].as_str().unwrap_or_default()));
    let mut passes = 0;
    while view["table"]["stage"] != "over" {
        let mut acted = false;
        for guest in people {
            let seen = guest.get(&path).await;
            if let Some(choices) = seen.get("choices").filter(|choices| !choices.is_null()) {
                let pass = json!({ "type": "act", "at": choices["at"], "action": { "pass": {} } });
                // A player's time may have run out meanwhile.
                acted |= guest.command(game, pass).await.status == 200;
                passes += 1;
            } else if thinks && passes > 0 {
                let end = json!({ "type": "offer_end", "agrees": true });
                guest.command(game, end).await;
            }
        }
        if !acted {
            people[0].poll(game, view["table"]["number"].as_u64().unwrap(), 1).await;
        }
        view = people[0].get(&path).await;
    }
    let record = people[0].get(&format!("/api/games/{game}/record")).await;
    let record = Record::from_json(record.to_string()).unwrap();
    let replay = verify(&record).unwrap_or_else(|why| panic!("{game}: {why}"));
    let proof = prove(&record, &replay, &Known::default());
    assert!(
        matches!(proof, Ok(Proof::Untold | Proof::Dealt | Proof::Kept(_))),
        "{game}: {proof:?}"
    );
}

/// Those who sit are ready; who has no seat yet takes one that is open.
async fn gather(people: &[Guest], game: &str, table: &Value) {
    let seats = table["seats"].as_array().unwrap();
    if seats.iter().any(|seat| seat["who"] == "open") {
        people[3].must(game, json!({ "type": "sit" })).await;
    }
    for guest in people {
        let you = guest.get(&format!("/api/tables/{game}")).await["you"].clone();
        if you["seats"].as_array().is_some_and(|seats| !seats.is_empty()) {
            guest.ready(game).await;
        }
    }
}
