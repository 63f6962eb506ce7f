//! Tests of how the databases look for what lists and reviews ask for: by an index, however many games there are.
use super::backend::{Backend, LATEST_BY_MAKER, LATEST_OF, LATEST_OPEN, PLAYING_FROM};
use super::sql::{Statement, sql};
use super::{IndexRow, Sqlite, Store};
use crate::common::Folder;
use quinta_table::{Requester, Table, create};
use quinta_wire::Stage;
use serde_json::{from_value, json};

/// So many games of each stage, as many as make an index worth its while.
const GAMES: usize = 1500;

/// What is asked for.
fn statements() -> Vec<Statement> {
    let stage = "gathering";
    let mut statements: Vec<_> = [LATEST_OF, LATEST_OPEN, LATEST_BY_MAKER]
        .map(|text| sql!(text, "anna", stage, 50_u32))
        .into();
    statements.push(sql!(PLAYING_FROM, "opening 7"));
    statements
}

async fn fill(store: &impl Store) {
    let wish = from_value(json!({ "seats": [{ "who": "me" }, { "who": "open" }] })).unwrap();
    let host = Requester::new("anna", "Anna", 0);
    let first = create(&wish, &host, &quinta_deal::Seed([1; 32]), "code").unwrap();
    let summary = Table::from_log("g", [first]).unwrap().summary();
    let rows = (0..2 * GAMES).map(|n| IndexRow {
        game: format!("g{n}"),
        stage: if n % 2 == 0 { Stage::Gathering } else { Stage::Playing },
        open: n % 3 == 0,
        updated: n as u64,
        people: vec![format!("guest {}", n % 100)],
        maker: format!("maker {}", n % 70),
        owner: String::new(),
        address: String::new(),
        goes_on: false,
        opening: if n % 2 == 0 { String::new() } else { format!("opening {n}") },
        summary: summary.clone(),
    });
    for some in rows.collect::<Vec<_>>().chunks(200) {
        futures_util::future::try_join_all(some.iter().map(|row| store.put_index(row.clone())))
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn sqlite_looks_for_games_by_an_index() {
    let folder = Folder::new();
    let store = Sqlite::open(&folder.0.join("games.sqlite")).await.unwrap();
    fill(&store).await;
    for Statement { text, values } in statements() {
        let explain = Statement { text: format!("EXPLAIN QUERY PLAN {text}").into(), values };
        let plan: Vec<(i64, i64, i64, String)> = store.fetch(explain).await.unwrap();
        let plan: Vec<_> = plan.into_iter().map(|(.., step)| step).collect();
        assert!(plan.iter().all(|step| !step.starts_with("SCAN")), "{text}: {plan:#?}");
        assert!(plan.iter().any(|step| step.starts_with("SEARCH")), "{text}: {plan:#?}");
    }
    Store::close(&store).await.unwrap();
}

#[cfg(feature = "postgres-tests")]
#[tokio::test]
async fn postgres_looks_for_games_by_an_index() {
    let folder = Folder::with_postgres();
    let url = folder.1.as_ref().unwrap().parse().unwrap();
    let store = super::Postgres::open(&url).await.unwrap();
    fill(&store).await;
    store.execute(vec![sql!("ANALYZE games, people")]).await.unwrap();
    for Statement { text, values } in statements() {
        let explain = Statement { text: format!("EXPLAIN {text}").into(), values };
        let plan: Vec<(String,)> = store.fetch(explain).await.unwrap();
        let plan: Vec<_> = plan.into_iter().map(|(step,)| step).collect();
        assert!(plan.iter().all(|step| !step.contains("Seq Scan on games")), "{text}: {plan:#?}");
    }
    Store::close(&store).await.unwrap();
}
