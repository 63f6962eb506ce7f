//! Databases of every version: they open, their games go on, their guests are known.
mod common;

use common::{Folder, Guest, start};
use flate2::read::GzDecoder;
use quinta_server::DATABASE;
use quinta_table::{Known, Proof, prove};
use serde_json::{Value, json};
use std::io::Read;
use std::path::Path;

/// A database as a program of that version left it, with that program's figures.
fn unpack(folder: &Folder, form: &str) -> Value {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/database");
    let packed = std::fs::read(from.join(format!("{form}.sqlite.gz"))).unwrap();
    let mut bytes = Vec::new();
    GzDecoder::new(packed.as_slice()).read_to_end(&mut bytes).unwrap();
    std::fs::write(folder.0.join(DATABASE), bytes).unwrap();
    serde_json::from_slice(&std::fs::read(from.join(format!("{form}.json"))).unwrap()).unwrap()
}

fn guest(server: &common::Served, token: &Value) -> Guest {
    Guest::known(server.address(), token.as_str().unwrap())
}

#[tokio::test]
async fn a_database_of_the_first_release_opens_and_its_games_go_on() {
    opens_and_goes_on("v2").await;
}

#[tokio::test]
async fn a_database_of_the_fourth_form_opens_and_its_games_go_on() {
    opens_and_goes_on("v4").await;
}

#[cfg(feature = "postgres-tests")]
#[tokio::test]
async fn a_database_of_the_first_release_moves_to_postgres_and_its_games_go_on() {
    moves_and_goes_on("v2").await;
}

#[cfg(feature = "postgres-tests")]
#[tokio::test]
async fn a_database_of_the_fourth_form_moves_to_postgres_and_its_games_go_on() {
    moves_and_goes_on("v4").await;
}

async fn opens_and_goes_on(form: &str) {
    let folder = Folder::new();
    let told = unpack(&folder, form);
    goes_on(&folder, &told).await;
}

#[cfg(feature = "postgres-tests")]
async fn moves_and_goes_on(form: &str) {
    use quinta_server::store::copy::{Location, copy};
    let to = Folder::with_postgres();
    let from = Folder::new();
    let told = unpack(&from, form);
    let file = from.0.join(DATABASE);
    let before = std::fs::read(&file).unwrap();
    let url = Location::Postgres(to.1.as_ref().unwrap().parse().unwrap());
    let mut watch = |_| std::ops::ControlFlow::Continue(());
    copy(&Location::Sqlite(file.clone()), &url, &mut watch).await.unwrap();
    assert!(std::fs::read(&file).unwrap() == before, "the old file stays as it was");
    goes_on(&to, &told).await;
    // And back, into a file of the present version.
    let back = Folder::new();
    copy(&url, &Location::Sqlite(back.0.join(DATABASE)), &mut watch).await.unwrap();
    start(&back).await.stop().await.unwrap();
}

async fn goes_on(folder: &Folder, told: &Value) {
    // Twice: the second start reads what the first one changed.
    for round in 0..2 {
        let server = start(folder).await;
        let (anna, ben) = (guest(&server, &told["anna"]), guest(&server, &told["ben"]));
        assert_eq!(anna.get("/api/me").await["language"], "en", "the old key signed her token");
        for (what, id) in told["tables"].as_object().unwrap() {
            let table = anna.get(&format!("/api/tables/{}", id.as_str().unwrap())).await;
            let figures = &told["figures"][what];
            if round == 0 || what != "playing" {
                assert!(table["table"]["number"].as_u64() >= figures["number"].as_u64(), "{what}");
                assert_eq!(table["table"]["stage"], figures["stage"], "{what}");
            }
            assert_eq!(
                table["table"]["fair"]["commitment"], figures["fair"]["commitment"],
                "{what}"
            );
        }
        let lobby = anna.get("/api/tables").await;
        let ids = |list: &str| -> Vec<_> {
            lobby[list].as_array().unwrap().iter().map(|table| table["id"].clone()).collect()
        };
        for what in ["finished", "resigned"] {
            assert!(ids("finished").contains(&told["tables"][what]), "{what}");
        }
        for what in ["gathering", "rematch_gathering", "bot"] {
            assert!(ids("mine").contains(&told["tables"][what]), "{what}");
        }
        if let Some(review) = told.get("review") {
            let kept = anna.get(&format!("/api/reviews/{}", review.as_str().unwrap())).await;
            assert!(kept.get("review").is_some(), "a look back that was kept");
        }
        if round == 0 {
            play_on(&anna, &ben, told["tables"]["playing"].as_str().unwrap()).await;
        }
        server.stop().await.unwrap();
    }
}

/// Anna and Ben pass until their game is over; its luck was as promised.
async fn play_on(anna: &Guest, ben: &Guest, id: &str) {
    loop {
        let table = anna.get(&format!("/api/tables/{id}")).await["table"].take();
        if table["stage"] == "over" {
            break;
        }
        let who = if table["state"]["turn"] == 0 { anna } else { ben };
        let pass = json!({ "type": "act", "at": table["number"], "action": { "pass": {} } });
        who.must(id, pass).await;
    }
    let record = anna.get(&format!("/api/games/{id}/record")).await;
    let record = quinta_record::Record::from_json(record.to_string()).unwrap();
    let replay = quinta_record::verify(&record).unwrap();
    let proof = prove(&record, &replay, &Known::default()).unwrap();
    assert!(matches!(proof, Proof::Kept(promise) if !promise.fresh_luck), "{proof}");
}
