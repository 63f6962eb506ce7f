//! Bad requests and broken parts: wrong origins, invalid input, floods, a database that does not answer.
mod common;

use base64::Engine;
use common::{Dice, Folder, Guest, Other, request, start, start_with};
use futures_util::{SinkExt, StreamExt};
use quinta_server::Limits;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio_tungstenite::tungstenite::Message;

on_both_stores!(random_frames_do_no_harm, a_locked_database_gives_an_error_and_reads_go_on,);

const WISH: &str = r#"{"seats":[{"who":"me"},{"who":"bot","level":"random"}]}"#;

#[tokio::test]
async fn pages_from_elsewhere_may_not_speak() {
    let folder = Folder::new();
    let server = start(&folder).await;
    let address = server.address();
    let own = format!("http://{address}");
    let asked = |origin: String, host: String| async move {
        let headers = [("Origin", origin.as_str()), ("Host", host.as_str())];
        request(address, "POST", "/api/tables", &headers, Some(WISH)).await.status
    };
    assert_eq!(asked(own.clone(), address.to_string()).await, 201);
    assert_eq!(asked("http://evil.example".into(), address.to_string()).await, 403);
    assert_eq!(asked("null".into(), address.to_string()).await, 403);
    // A host name that an attacker points at this machine (DNS rebinding).
    let port = address.port();
    assert_eq!(
        asked(format!("http://evil.example:{port}"), format!("evil.example:{port}")).await,
        421
    );
    assert_eq!(asked(format!("http://localhost:{port}"), format!("localhost:{port}")).await, 201);
    let guest = Guest::new(address).await;
    let (table, _) = guest.create(serde_json::from_str(WISH).unwrap()).await;
    let headers = [
        ("Origin", "http://evil.example"),
        ("Upgrade", "websocket"),
        ("Connection", "Upgrade"),
        ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    let answer =
        request(address, "GET", &format!("/api/tables/{table}/socket"), &headers, None).await;
    assert_eq!((answer.status, &answer.body["error"]["code"]), (403, &json!("wrong_origin")));
    server.stop().await.unwrap();
}

#[tokio::test]
async fn guests_have_a_cookie_that_cannot_be_forged() {
    let folder = Folder::new();
    let server = start(&folder).await;
    let address = server.address();
    let first = request(address, "GET", "/api/me", &[("Accept-Language", "pl")], None).await;
    assert_eq!(first.body["language"], "pl");
    let set = first
        .head
        .lines()
        .find(|line| line.to_lowercase().starts_with("set-cookie:"))
        .unwrap()
        .to_owned();
    assert!(set.contains("HttpOnly") && set.contains("SameSite=Lax"), "{set}");
    let cookie = set.split_once("quinta=").unwrap().1.split(';').next().unwrap().to_owned();
    let cookie = format!("quinta={cookie}");
    let again = request(address, "GET", "/api/me", &[("Cookie", &cookie)], None).await;
    assert_eq!(again.body, first.body);
    assert!(!again.head.to_lowercase().contains("set-cookie"));
    let forged = cookie.replace('a', "b");
    let stranger = request(address, "GET", "/api/me", &[("Cookie", &forged)], None).await;
    assert!(stranger.head.to_lowercase().contains("set-cookie"), "a new guest");
    assert_eq!(
        request(address, "GET", "/api/me", &[("Authorization", "Bearer x.y")], None).await.status,
        401
    );
    let named = request(
        address,
        "PATCH",
        "/api/me",
        &[("Cookie", &cookie)],
        Some(r#"{"name":"<i>Ola</i>","language":"de"}"#),
    )
    .await;
    assert_eq!(
        (named.status, named.body),
        (200, json!({ "name": "<i>Ola</i>", "language": "de" }))
    );
    for bad in [
        r#"{"name":""}"#,
        r#"{"name":"a\u0007b"}"#,
        r#"{"language":"xx"}"#,
        r#"{"age":5}"#,
        "[null,null]",
        "{",
        "",
    ] {
        let answer = request(address, "PATCH", "/api/me", &[("Cookie", &cookie)], Some(bad)).await;
        assert_eq!(answer.status, 400, "{bad}");
        assert!(answer.body["error"]["code"].is_string(), "{bad}");
    }
    server.stop().await.unwrap();
}

#[tokio::test]
async fn every_answer_has_its_headers_and_errors_have_one_form() {
    let folder = Folder::new();
    let server = start(&folder).await;
    let address = server.address();
    for (method, path, status) in [
        ("GET", "/", 200),
        ("GET", "/t/abcdefghjk", 200),
        ("GET", "/locales/fr.json", 200),
        ("GET", "/healthz", 200),
        ("GET", "/readyz", 200),
        ("GET", "/metrics", 200),
        ("GET", "/api/openapi.json", 200),
        ("GET", "/api/about", 200),
        ("GET", "/nothing.js", 404),
        ("GET", "/tsconfig.json", 404),
        ("GET", "/types.d.ts", 404),
        ("GET", "/../Cargo.toml", 404),
        ("GET", "/locales/../Cargo.toml", 404),
        ("GET", "/api/nothing", 404),
        ("GET", "/api/tables/zzzzzzzzzz", 404),
        ("GET", "/api/games/..%2f..%2fetc/record", 404),
        ("DELETE", "/api/tables", 405),
        ("POST", "/", 405),
        ("GET", "/api/tables/abcdefghjk/socket", 404),
        ("GET", "/card/abcdefghjk.png", 404),
    ] {
        let answer = request(address, method, path, &[], None).await;
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.text);
        let head = answer.head.to_lowercase();
        assert!(
            head.contains("content-security-policy: default-src 'none'")
                && !head.contains("unsafe-inline"),
            "{path}"
        );
        assert!(head.contains("x-content-type-options: nosniff"), "{path}");
        if head.contains("content-type: text/html") {
            assert!(head.contains("script-src 'self'") && head.contains("x-frame-options: deny"));
        }
        if status >= 400 {
            assert!(answer.body["error"]["code"].is_string(), "{method} {path}: {}", answer.text);
        }
    }
    // A 304 must carry the policy: the browser uses the headers of that answer.
    let tag = |head: &str| head.lines().find_map(|l| Some(l.strip_prefix("etag: ")?.to_owned()));
    for path in ["/", "/sw.js"] {
        let first = request(address, "GET", path, &[], None).await;
        let known = tag(&first.head.to_lowercase()).unwrap();
        let again = request(address, "GET", path, &[("If-None-Match", &known)], None).await;
        assert_eq!(again.status, 304, "{path}");
        assert!(again.head.to_lowercase().contains("script-src 'self'"), "{path}");
    }
    // What a page loads has an address that says which version it is, and is kept for ever. Of another version there is nothing, and
    // nobody keeps that: while servers are upgraded one after the other, a page may ask one of another version.
    let page = request(address, "GET", "/", &[], None).await;
    let (_, rest) = page.text.split_once("src=\"/v/").unwrap();
    let (version, _) = rest.split_once('/').unwrap();
    for (version, is_ours) in [(version, true), ("0123456789abcdef", false), ("now", false)] {
        for name in
            ["js/main.js", "css/page.css", "art/sprite.svg", "locales/pl.json", "files.json"]
        {
            let answer = request(address, "GET", &format!("/v/{version}/{name}"), &[], None).await;
            let head = answer.head.to_lowercase();
            assert_eq!(answer.status, if is_ours { 200 } else { 404 }, "{version} {name}");
            assert_eq!(head.contains("immutable"), is_ours, "{version} {name}");
            assert_eq!(head.contains("no-store"), !is_ours, "{version} {name}");
        }
        let worker = request(address, "GET", &format!("/sw.js?v={version}"), &[], None).await;
        assert_eq!(worker.status, if is_ours { 200 } else { 404 }, "{version}");
        let caching = if is_ours { "cache-control: no-cache" } else { "cache-control: no-store" };
        assert!(worker.head.to_lowercase().contains(caching), "{version}");
    }
    // The table that a page has inside it: a module that may be compiled, a net, and the list of all files for a browser without a network.
    let module = request(address, "GET", &format!("/v/{version}/tab/quinta.wasm"), &[], None).await;
    let head = module.head.to_lowercase();
    assert!(head.contains("content-type: application/wasm") && head.contains("immutable"));
    // Of a page's text its first script runs, and nothing else.
    let (_, rest) = page.text.split_once("<script>").unwrap();
    let start = Sha256::digest(rest.split_once("</script>").unwrap().0);
    let start = base64::prelude::BASE64_STANDARD.encode(start);
    let scripts = format!("script-src 'self' 'wasm-unsafe-eval' 'sha256-{start}';");
    assert!(page.head.contains(&scripts), "{}", page.head);
    assert!(page.head.contains("worker-src 'self';"));
    let list = request(address, "GET", &format!("/v/{version}/files.json"), &[], None).await.body;
    assert_eq!(list["version"], version);
    let files = list["files"].as_object().unwrap();
    assert!(files.contains_key("tab/quinta.wasm") && files.contains_key("js/main.js"));
    for name in files.keys() {
        let path = format!("/v/{version}/{name}");
        let answer = request(address, "HEAD", &path, &[], None).await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.head.to_lowercase().contains("immutable"), "{path}");
    }
    for path in ["/v/", "/v/now", "/v/V/", "/v/V/t/abcdefghij", "/v/V/js/nothing.js"] {
        let path = path.replace('V', version);
        assert_eq!(request(address, "GET", &path, &[], None).await.status, 404, "{path}");
    }
    // Where there is nothing people are shown a page, in their language; programs are told as everywhere.
    let people = [("Accept", "text/html,*/*;q=0.8"), ("Accept-Language", "pl, en;q=0.5")];
    for path in ["/nothing", "/v/0123456789abcdef/js/main.js"] {
        let page = request(address, "GET", path, &people, None).await;
        let head = page.head.to_lowercase();
        assert_eq!(page.status, 404, "{path}");
        assert!(head.contains("content-type: text/html") && head.contains("no-store"), "{head}");
        assert!(head.contains("script-src 'self'") && head.contains("vary: accept"), "{head}");
        assert!(page.text.contains("lang=\"pl\"") && page.text.contains("Tu niczego nie ma"));
        assert!(
            page.text.contains(&format!("/v/{version}/css/page.css")) && !page.text.contains('{')
        );
        for accept in ["*/*", "application/json"] {
            let answer = request(address, "GET", path, &[("Accept", accept)], None).await;
            assert_eq!(answer.body["error"]["code"], "not_found", "{path}");
        }
    }
    let api = request(address, "GET", "/api/nothing", &people, None).await;
    assert_eq!((api.status, &api.body["error"]["code"]), (404, &json!("not_found")));
    // A link as a QR code, and nothing else.
    let code = request(address, "GET", "/qr/aHR0cDovL2EuZXhhbXBsZS90L2FiYw.svg", &[], None).await;
    assert_eq!(code.status, 200);
    assert!(code.head.to_lowercase().contains("content-type: image/svg+xml"));
    assert!(code.text.starts_with("<svg") && code.text.matches("h1v1h-1z").count() > 100);
    for (path, status) in [
        ("/qr/aHR0cDovL2EuZXhhbXBsZS90L2FiYw", 404),
        ("/qr/not%20base64.svg", 400),
        (format!("/qr/{}.svg", "A".repeat(404)).as_str(), 400),
    ] {
        assert_eq!(request(address, "GET", path, &[], None).await.status, status, "{path}");
    }
    // Packed for whoever can unpack, and not sent twice.
    let plain = request(address, "GET", "/art/sprite.svg", &[], None).await;
    let packed =
        request(address, "GET", "/art/sprite.svg", &[("Accept-Encoding", "br, gzip")], None).await;
    let length = |head: &str| {
        head.to_lowercase()
            .lines()
            .find_map(|l| l.strip_prefix("content-length: ")?.parse::<usize>().ok())
            .unwrap()
    };
    assert!(packed.head.to_lowercase().contains("content-encoding: br"));
    assert!(length(&packed.head) * 3 < length(&plain.head));
    let older =
        request(address, "GET", "/art/sprite.svg", &[("Accept-Encoding", "gzip")], None).await;
    assert!(older.head.to_lowercase().contains("content-encoding: gzip"));
    assert!(length(&older.head) > length(&packed.head));
    let tag = plain
        .head
        .lines()
        .find_map(|l| l.to_lowercase().strip_prefix("etag: ").map(str::to_owned))
        .unwrap();
    assert_eq!(
        request(address, "GET", "/art/sprite.svg", &[("If-None-Match", &tag)], None).await.status,
        304
    );
    let long = format!(r#"{{"name":"{}","seats":[]}}"#, "x".repeat(40_000));
    let answer = request(address, "POST", "/api/tables", &[], Some(&long)).await;
    assert_eq!((answer.status, &answer.body["error"]["code"]), (413, &json!("too_large")));
    for (wish, field) in [
        (json!({ "seats": [{ "who": "me" }] }), "seats"),
        (
            json!({ "seats": [{ "who": "bot", "level": "random" }, { "who": "bot", "level": "random" }] }),
            "seats",
        ),
        (
            json!({ "seats": [{ "who": "me" }, { "who": "open" }], "options": { "clock": { "type": "per_move", "seconds": 1 } } }),
            "clock",
        ),
        (
            json!({ "seats": [{ "who": "me" }, { "who": "open" }], "options": { "first": { "seat": 3 } } }),
            "first",
        ),
        (
            json!({ "seats": [{ "who": "me" }, { "who": "open" }], "options": { "board": "custom" } }),
            "rules",
        ),
        (
            json!({ "seats": [{ "who": "me" }, { "who": "open" }], "options": { "board": "custom", "rules": { "tile_places": 0 } } }),
            "rules",
        ),
    ] {
        let answer = request(address, "POST", "/api/tables", &[], Some(&wish.to_string())).await;
        assert_eq!(
            (answer.status, &answer.body["error"]["data"]["field"]),
            (400, &json!(field)),
            "{}",
            answer.text
        );
    }
    server.stop().await.unwrap();
}

#[tokio::test]
async fn who_asks_too_often_has_to_wait() {
    let folder = Folder::new();
    let limits = Limits {
        requests: 1,
        request_burst: 12,
        sockets: 2,
        messages: 1,
        message_burst: 5,
        tables: 3,
        ..Limits::default()
    };
    let server = start_with(&folder, limits).await;
    let guest = Guest::new(server.address()).await;
    let (table, _) = guest.create(serde_json::from_str(WISH).unwrap()).await;
    let mut socket = guest.socket(&table, None).await;
    let _second = guest.socket(&table, None).await;
    assert!(
        common::Socket::open(&guest, &table, None).await.is_err(),
        "a third socket is too many"
    );
    for _ in 0..6 {
        socket.send(json!({ "type": "ping" })).await;
    }
    while socket.next().await.is_some() {}
    assert_eq!(socket.bye.unwrap()["reason"], "too_much");
    for _ in 0..2 {
        guest.create(serde_json::from_str(WISH).unwrap()).await;
    }
    assert_eq!(request(server.address(), "POST", "/api/tables", &[], Some(WISH)).await.status, 429);
    // Page files do not count: a page has many, and a club may share one address.
    for _ in 0..30 {
        let file = request(server.address(), "GET", "/js/main.js", &[], None).await;
        assert_eq!(file.status, 200);
    }
    let mut limited = 0;
    for _ in 0..10 {
        let answer = request(server.address(), "GET", "/healthz", &[], None).await;
        limited +=
            usize::from(answer.status == 429 && answer.head.to_lowercase().contains("retry-after"));
    }
    assert!(limited >= 4, "{limited}");
    server.stop().await.unwrap();
}

async fn random_frames_do_no_harm(folder: Folder) {
    let server = start(&folder).await;
    let guest = Guest::new(server.address()).await;
    let (table, _) = guest.create(serde_json::from_str(WISH).unwrap()).await;
    guest.ready(&table).await;
    let mut dice = Dice(1234);
    let seeds = [
        r#"{"id":"1","type":"act","at":9,"action":{"place":"b3","cell":[1,0],"pay":{"tiles":["b1"],"jokers":1}}}"#,
        r#"{"id":"2","type":"act","at":9,"action":{"acquire":"b","take":[{"kind":"b1","from":0,"whole":true}]}}"#,
        r#"{"id":"3","type":"act","at":9,"action":{"expand":"g4","area":2,"petal":5,"pay":{"jokers":3}}}"#,
        r#"{"id":"4","type":"undo","at":9,"to":18446744073709551615}"#,
        r#"{"id":"5","type":"act","at":18446744073709551615,"seat":3,"action":{"pass":{"tiles":["b6","b6","b6","b6"],"expansions":["b1","b1"]}}}"#,
        r#"{"id":"6","type":"ready","luck":"zz"}"#,
        r#"{"id":"7","type":"act_text","at":9,"text":"place b3 at 1,0 paying b1 *"}"#,
        r#"{"id":"8","type":"sit","seat":2,"invitation":"x","name":"\u0000"}"#,
        r#"{"id":"9","type":"take_over","seat":3,"level":"architect"}"#,
        r#"{"id":"10","type":"abandon","seat":1}"#,
    ];
    let mut answered = 0;
    for round in 0..40 {
        let mut socket = guest.socket(&table, None).await;
        let mut sent = 0;
        for _ in 0..25 {
            let mut frame = seeds[dice.below(seeds.len())].as_bytes().to_vec();
            for _ in 0..dice.below(4) {
                let place = dice.below(frame.len().max(1)).min(frame.len().saturating_sub(1));
                match dice.below(4) {
                    0 => frame[place] = dice.below(128) as u8,
                    1 => frame.insert(place, b"0123456789\"{}[],:-eE\\"[dice.below(21)]),
                    2 if frame.len() > 1 => drop(frame.remove(place)),
                    _ => frame.truncate(place.max(1)),
                }
            }
            let message = if round % 10 == 9 {
                Message::binary(frame)
            } else {
                Message::text(String::from_utf8_lossy(&frame).into_owned())
            };
            if socket.stream.send(message).await.is_err() {
                break;
            }
            sent += 1;
        }
        while sent > 0 {
            let Some(message) = socket.next().await else { break };
            if message["type"] == "refused" || message["type"] == "reply" {
                assert!(
                    message["type"] == "reply" || message["error"]["code"] != "store_failed",
                    "{message}"
                );
                sent -= 1;
                answered += 1;
            }
        }
    }
    assert!(answered > 900, "every frame has an answer: {answered}");
    // A frame that is too long closes only its socket.
    let mut socket = guest.socket(&table, None).await;
    let _ = socket.stream.send(Message::text("x".repeat(100_000))).await;
    while let Some(Ok(_)) = socket.stream.next().await {}
    let metrics = request(server.address(), "GET", "/metrics", &[], None).await.text;
    assert!(metrics.contains("quinta_store_failures_total 0"));
    assert_eq!(guest.get(&format!("/api/tables/{table}")).await["table"]["stage"], "playing");
    server.stop().await.unwrap();
}

async fn a_locked_database_gives_an_error_and_reads_go_on(folder: Folder) {
    let server = start(&folder).await;
    let guest = Guest::new(server.address()).await;
    let (table, _) = guest.create(json!({ "seats": [{ "who": "me" }, { "who": "me" }] })).await;
    guest.ready(&table).await;
    let at = guest.get(&format!("/api/tables/{table}")).await["table"]["number"].clone();
    let mut other = Other::to(&folder).await;
    other.block_writing().await;
    let pass = json!({ "id": "p", "type": "act", "at": at, "action": { "pass": {} } });
    let answer = guest.command(&table, pass.clone()).await;
    assert_eq!((answer.status, &answer.body["error"]["code"]), (503, &json!("store_failed")));
    assert_eq!(
        guest.get(&format!("/api/tables/{table}")).await["table"]["number"],
        at,
        "nothing was changed"
    );
    other.unblock().await;
    assert_eq!(guest.command(&table, pass).await.status, 200, "the same move goes later");
    server.stop().await.unwrap();
}

/// Every reference in a document.
fn collect(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                match (key.as_str(), value.as_str()) {
                    ("$ref", Some(target)) => found.push(target.to_owned()),
                    _ => collect(value, found),
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|value| collect(value, found)),
        _ => {}
    }
}

#[tokio::test]
async fn the_openapi_document_names_only_what_it_has() {
    let folder = Folder::new();
    let server = start(&folder).await;
    let document = request(server.address(), "GET", "/api/openapi.json", &[], None).await.body;
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let mut references = Vec::new();
    collect(&document, &mut references);
    assert!(references.len() > 50);
    for reference in references {
        let name = reference
            .strip_prefix("#/components/schemas/")
            .unwrap_or_else(|| panic!("{reference}"));
        assert!(schemas.contains_key(name), "{reference}");
    }
    server.stop().await.unwrap();
}

#[tokio::test]
async fn the_documented_methods_are_the_ones_that_are_answered() {
    let folder = Folder::new();
    let server = start(&folder).await;
    let document = request(server.address(), "GET", "/api/openapi.json", &[], None).await.body;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
            let asked = path.replace("{id}", "zzzzzzzzzz");
            let wait = if path.ends_with("/events") { "?wait=0" } else { "" };
            let asked = format!("{asked}{wait}");
            let answer = request(server.address(), method, &asked, &[], None).await;
            let documented = methods.get(method.to_lowercase()).is_some();
            assert_eq!(answer.status != 405, documented, "{method} {path}: {}", answer.status);
        }
    }
    server.stop().await.unwrap();
}
