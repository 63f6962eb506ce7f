//! Packed logs of old games, which clients cannot tell from others.
mod common;

use common::{Folder, Guest, Served, start, start_as};
use quinta_server::store::copy::{Location, copy};
use quinta_server::{DATABASE, Limits, Settings};
use quinta_table::{Known, Proof, prove};
use serde_json::{Value, json};
use std::ops::ControlFlow;

on_both_stores!(a_game_that_was_packed_is_as_before, a_packed_game_moves_to_another_store);

/// A server that packs every finished game when it starts.
fn packing() -> Settings {
    Settings {
        archive_after: Some(0),
        review_simulations: 1,
        limits: Limits::none(),
        ..Settings::default()
    }
}

/// Starts a packing server, and waits until it has packed this many games.
async fn packed(folder: &Folder, games: u32) -> Served {
    let server = start_as(folder, packing()).await;
    let wanted = format!("quinta_games_archived_total {games}");
    loop {
        let metrics = common::request(server.address(), "GET", "/metrics", &[], None).await;
        if metrics.text.lines().any(|line| line == wanted) {
            return server;
        }
        tokio::task::yield_now().await;
    }
}

/// A game that somebody has played to its end with a bot.
async fn played(guest: &Guest) -> String {
    let seats = json!([{ "who": "me" }, { "who": "bot", "level": "random" }]);
    let (table, _) = guest.create(json!({ "seats": seats })).await;
    guest.ready(&table).await;
    let mut socket = guest.socket(&table, None).await;
    socket.play(&mut common::Dice(7)).await;
    table
}

/// Everything that can be requested of a finished game.
async fn asked(guest: &Guest, table: &str) -> Vec<Value> {
    let record = guest.get(&format!("/api/games/{table}/record")).await;
    let read = quinta_record::Record::from_json(record.to_string()).unwrap();
    let replay = quinta_record::verify(&read).unwrap();
    let proof = prove(&read, &replay, &Known::default()).unwrap();
    assert!(matches!(proof, Proof::Kept(promise) if !promise.fresh_luck), "{proof}");
    let seen = guest.get(&format!("/api/tables/{table}")).await;
    let review = guest.ask("POST", &format!("/api/games/{table}/review"), None).await;
    assert_eq!(review.status, 200, "{}", review.text);
    vec![
        record,
        guest.get(&format!("/api/games/{table}/replay")).await,
        seen["events"].clone(),
        seen["table"]["state"].clone(),
        seen["table"]["fair"].clone(),
        review.body["id"].clone(),
    ]
}

async fn a_game_that_was_packed_is_as_before(folder: Folder) {
    let server = start_as(&folder, Settings { archive_after: None, ..packing() }).await;
    let guest = Guest::new(server.address()).await;
    let (table, unfinished) = (
        played(&guest).await,
        guest.create(json!({ "seats": [{ "who": "me" }, { "who": "open" }] })).await.0,
    );
    let before = asked(&guest, &table).await;
    server.stop().await.unwrap();

    let server = packed(&folder, 1).await;
    let guest = guest.at(server.address());
    assert_eq!(asked(&guest, &table).await, before);
    assert_eq!(
        guest.get(&format!("/api/tables/{unfinished}")).await["table"]["stage"],
        "gathering"
    );
    let lobby = guest.get("/api/tables").await;
    assert_eq!(lobby["finished"][0]["id"], table.as_str(), "{lobby}");
    // Later events follow the packed part.
    let again = guest.must(&table, json!({ "type": "rematch" })).await["table"].clone();
    let after = guest.get(&format!("/api/tables/{table}")).await["events"].clone();
    let events = before[2].as_array().unwrap().len();
    assert_eq!(after.as_array().unwrap().len(), events + 1);
    server.stop().await.unwrap();

    // It is packed again, with the new events.
    let server = packed(&folder, 1).await;
    let guest = guest.at(server.address());
    assert_eq!(guest.get(&format!("/api/tables/{table}")).await["events"], after);
    assert_eq!(guest.must(&table, json!({ "type": "rematch" })).await["table"], again);
    server.stop().await.unwrap();
}

async fn a_packed_game_moves_to_another_store(from: Folder) {
    let to = match &from.1 {
        Some(_) => Folder::new(),
        #[cfg(feature = "postgres-tests")]
        None => Folder::with_postgres(),
        #[cfg(not(feature = "postgres-tests"))]
        None => Folder::new(),
    };
    let server = start(&from).await;
    let guest = Guest::new(server.address()).await;
    let table = played(&guest).await;
    let before = asked(&guest, &table).await;
    server.stop().await.unwrap();
    packed(&from, 1).await.stop().await.unwrap();
    let location = |folder: &Folder| match &folder.1 {
        Some(url) => Location::Postgres(url.parse().unwrap()),
        None => Location::Sqlite(folder.0.join(DATABASE)),
    };
    let copied =
        copy(&location(&from), &location(&to), &mut |_| ControlFlow::Continue(())).await.unwrap();
    let rows = |name: &str| copied.iter().find(|copied| copied.table == name).unwrap().rows;
    assert_eq!((rows("archived"), rows("events")), (1, 0));
    let server = start(&to).await;
    assert_eq!(asked(&guest.at(server.address()), &table).await, before);
    server.stop().await.unwrap();
}
