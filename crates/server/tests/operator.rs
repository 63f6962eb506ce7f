//! What an operator relies on: private files, one server per database, readiness, proxies, host names.
mod common;

use common::{Answer, Folder, Guest, Other, request, start, start_as, store};
use futures_util::{SinkExt, StreamExt};
use quinta_server::store::{Sqlite, StoreError};
use quinta_server::{DATABASE, Limits, ProxyHeader, ServeError, Server, Settings};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

on_both_stores!(
    a_server_that_cannot_write_is_not_ready,
    ones_own_finished_games_are_not_hidden_behind_those_of_strangers,
    a_table_is_looked_up_without_being_sent,
    time_in_which_the_server_was_away_costs_nobody_their_game,
);

fn settings(folder: &Folder) -> Settings {
    let settings = folder.settings(Settings { limits: Limits::none(), ..Settings::default() });
    Settings { data: folder.0.join("data"), ..settings }
}

#[cfg(unix)]
#[tokio::test]
async fn the_database_is_for_nobody_else() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let data = folder.0.join("data");
    let mode =
        |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let check = || {
        assert_eq!(mode(&data), 0o700);
        for file in std::fs::read_dir(&data).unwrap() {
            let path = file.unwrap().path();
            assert_eq!(mode(&path), 0o600, "{}", path.display());
        }
    };
    let server = Server::start(settings(&folder)).await.unwrap();
    Guest::new(server.address()).await;
    check();
    let copy = folder.0.join("copy.sqlite");
    Sqlite::copy(&data.join(DATABASE), &copy).await.unwrap();
    assert_eq!(mode(&copy), 0o600);
    server.stop().await.unwrap();
    // Files that an older release left readable to all are made private at the next start.
    std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o755)).unwrap();
    let database = data.join(DATABASE);
    std::fs::set_permissions(database, std::fs::Permissions::from_mode(0o644)).unwrap();
    let server = Server::start(settings(&folder)).await.unwrap();
    check();
    server.stop().await.unwrap();
}

#[tokio::test]
async fn a_second_server_on_the_same_file_does_not_start() {
    let folder = Folder::new();
    let server = Server::start(settings(&folder)).await.unwrap();
    let second = Server::start(settings(&folder)).await;
    assert!(matches!(second, Err(ServeError::Store(StoreError::InUse(_)))));
    server.stop().await.unwrap();
    Server::start(settings(&folder)).await.unwrap().stop().await.unwrap();
}

async fn a_server_that_cannot_write_is_not_ready(folder: Folder) {
    let server = start(&folder).await;
    let ready = || request(server.address(), "GET", "/readyz", &[], None);
    assert_eq!(ready().await.status, 200);
    // As on a full disk: reads succeed, writes fail.
    let mut other = Other::to(&folder).await;
    other.block_writing().await;
    let answer = ready().await;
    assert_eq!((answer.status, answer.text.as_str()), (503, "the database cannot be written\n"));
    other.unblock().await;
    assert_eq!(ready().await.status, 200);
    server.stop().await.unwrap();
}

#[tokio::test]
async fn limits_count_by_what_the_trusted_proxies_saw() {
    let folder = Folder::new();
    let limits = Limits { requests: 1, request_burst: 3, ..Limits::default() };
    let settings =
        Settings { behind_proxy: true, trusted_proxies: 2, limits, ..Settings::default() };
    let server = start_as(&folder, settings).await;
    let address = server.address();
    let asked = |lines: Vec<(&'static str, String)>| async move {
        let lines: Vec<_> = lines.iter().map(|(name, value)| (*name, value.as_str())).collect();
        request(address, "GET", "/healthz", &lines, None).await.status
    };
    // Whatever the client prepends, the address is the one that the outer of our two proxies saw.
    let mut statuses = Vec::new();
    for n in 0..4 {
        let forged = format!("10.9.8.{n}");
        statuses.push(
            asked(vec![
                ("X-Forwarded-For", format!("{forged}, 192.0.2.7:4711")),
                ("X-Forwarded-For", "198.51.100.1".into()),
            ])
            .await,
        );
    }
    assert_eq!(statuses, [200, 200, 200, 429]);
    let other = vec![("X-Forwarded-For", "[2001:db8::5]:80, 198.51.100.1".to_owned())];
    assert_eq!(asked(other).await, 200, "another client is not held up");
    server.stop().await.unwrap();
}

/// A proxy writes one of the two headers, and passes on the other one as its client wrote it.
#[tokio::test]
async fn limits_count_by_the_one_header_that_the_proxy_writes() {
    for (proxy_header, own, others) in [
        (ProxyHeader::XForwardedFor, ("X-Forwarded-For", ""), ("Forwarded", "for=")),
        (ProxyHeader::Forwarded, ("Forwarded", "for="), ("X-Forwarded-For", "")),
    ] {
        let folder = Folder::new();
        let limits = Limits { requests: 1, request_burst: 3, ..Limits::default() };
        let settings = Settings { behind_proxy: true, proxy_header, limits, ..Settings::default() };
        let server = start_as(&folder, settings).await;
        let mut statuses = Vec::new();
        for n in 0..4 {
            let (forged, seen) = (format!("{}10.9.8.{n}", others.1), format!("{}192.0.2.7", own.1));
            let headers = [(others.0, forged.as_str()), (own.0, &seen)];
            statuses
                .push(request(server.address(), "GET", "/healthz", &headers, None).await.status);
        }
        assert_eq!(statuses, [200, 200, 200, 429], "{proxy_header:?}");
        server.stop().await.unwrap();
    }
}

async fn asked_as(server: &common::Served, host: &str) -> Answer {
    request(server.address(), "GET", "/api/me", &[("Host", host)], None).await
}

#[tokio::test]
async fn a_name_that_someone_gave_this_machine_reads_nothing() {
    let folder = Folder::new();
    let server = start(&folder).await;
    for known in ["localhost", "127.0.0.1:4141", "[::1]", "pi.local", "pi"] {
        assert_eq!(asked_as(&server, known).await.status, 200, "{known}");
    }
    let answer = asked_as(&server, "evil.example").await;
    assert_eq!((answer.status, &answer.body["error"]["code"]), (421, &json!("wrong_host")));
    server.stop().await.unwrap();
    let public_url = Some("https://garden.example.org".to_owned());
    let settings = Settings { public_url, limits: Limits::none(), ..Settings::default() };
    let server = start_as(&folder, settings).await;
    assert_eq!(asked_as(&server, "garden.example.org").await.status, 200);
    assert_eq!(asked_as(&server, "evil.example").await.status, 421);
    server.stop().await.unwrap();
}

async fn ones_own_finished_games_are_not_hidden_behind_those_of_strangers(folder: Folder) {
    let server = start(&folder).await;
    let (own, stranger) = (Guest::new(server.address()).await, Guest::new(server.address()).await);
    let finished = |guest: Guest| async move {
        let wish = json!({ "seats": [{ "who": "me" }, { "who": "bot", "level": "random" }], "options": { "access": "open" } });
        let (table, _) = guest.create(wish).await;
        guest.ready(&table).await;
        guest.must(&table, json!({ "type": "resign" })).await;
        table
    };
    let mine = finished(own.clone()).await;
    for _ in 0..60 {
        finished(stranger.clone()).await;
    }
    let lobby = own.get("/api/tables").await;
    let list = lobby["finished"].as_array().unwrap();
    assert_eq!(list[0]["id"], mine.as_str(), "one's own come first");
    assert_eq!(list[0]["seats"][0]["you"], true);
    assert_eq!(list.len(), 51);
    server.stop().await.unwrap();
}

async fn a_table_is_looked_up_without_being_sent(folder: Folder) {
    let server = start(&folder).await;
    let guest = Guest::new(server.address()).await;
    let (table, _) = guest.create(json!({ "seats": [{ "who": "me" }, { "who": "open" }] })).await;
    let found = guest.ask("HEAD", &format!("/api/tables/{table}"), None).await;
    assert_eq!((found.status, found.text.as_str()), (200, ""));
    assert_eq!(guest.ask("HEAD", "/api/tables/zzzzzzzzzz", None).await.status, 404);
    server.stop().await.unwrap();
}

#[tokio::test]
async fn only_the_client_is_served_and_errors_are_for_people() {
    let folder = Folder::new();
    let server = start(&folder).await;
    let guest = Guest::new(server.address()).await;
    for inner in ["/tsconfig.json", "/package.json", "/README.md", "/types.d.ts"] {
        assert_eq!(request(server.address(), "GET", inner, &[], None).await.status, 404, "{inner}");
    }
    let (table, _) = guest.create(json!({ "seats": [{ "who": "me" }, { "who": "me" }] })).await;
    guest.ready(&table).await;
    for action in [json!({ "jump": 3 }), json!(7), json!({ "buy": 6 }), json!({ "place": "b1" })] {
        let answer =
            guest.command(&table, json!({ "type": "act", "at": 9, "action": action })).await;
        let message = answer.body["error"]["message"].as_str().unwrap().to_owned();
        assert_eq!(answer.status, 400, "{message}");
        assert!(!message.contains("untagged") && !message.contains("variant"), "{message}");
    }
    // A frame that is too long is closed with the code for that.
    let mut socket = guest.socket(&table, None).await;
    let _ = socket.stream.send(Message::text("x".repeat(100_000))).await;
    let mut code = None;
    while let Some(Ok(message)) = socket.stream.next().await {
        if let Message::Close(Some(frame)) = message {
            code = Some(frame.code);
        }
    }
    assert_eq!(code, Some(CloseCode::Size));
    server.stop().await.unwrap();
}

async fn time_in_which_the_server_was_away_costs_nobody_their_game(folder: Folder) {
    let server = start(&folder).await;
    let anna = Guest::new(server.address()).await;
    let wish = json!({ "seats": [{ "who": "me" }, { "who": "me" }], "options": { "clock": { "type": "per_move", "seconds": 5 } } });
    let (table, _) = anna.create(wish).await;
    anna.ready(&table).await;
    server.stop().await.unwrap();
    // As if it had stopped an hour ago: all stored times move back by an hour.
    let hour = 3_600_000;
    let mut other = Other::to(&folder).await;
    let sqlite = format!(
        "UPDATE events SET entry = json_set(entry, '$.time', json_extract(entry, '$.time') - {hour})"
    );
    let postgres = format!(
        "UPDATE events SET entry = jsonb_set(entry::jsonb, '{{time}}', to_jsonb((entry::jsonb ->> 'time')::bigint - {hour}))"
    );
    other.say(&sqlite, &postgres).await;
    let runs =
        format!("UPDATE runs SET began = began - {hour}, seen = seen - {hour} WHERE began > 0");
    other.say(&runs, &runs).await;
    drop(other);
    let server = start(&folder).await;
    let view = anna.at(server.address()).get(&format!("/api/tables/{table}")).await;
    let clock = &view["table"]["clock"];
    let left = clock["deadline"].as_u64().unwrap().saturating_sub(clock["now"].as_u64().unwrap());
    assert!(left > 0, "{clock}");
    assert_eq!(view["table"]["seats"][0]["timed_out"], false);
    let held = view["events"].as_array().unwrap().last().unwrap();
    assert_eq!(held["event"]["type"], "clock_held");
    assert!(held["event"]["milliseconds"].as_u64().unwrap() >= hour - 10_000);
    server.stop().await.unwrap();
    // Only once: another start adds only the new downtime.
    let store = store(&folder).await;
    let log = store.read(&table).await.unwrap();
    assert_eq!(log.len() as u64, held["number"].as_u64().unwrap());
    store.close().await.unwrap();
}
