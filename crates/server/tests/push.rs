//! Push messages at a real receiver, which decrypts them and checks the signature with other libraries than the server's.
mod common;

use aes_gcm::aead::{Aead, KeyInit};
use aes_gcm::{Aes128Gcm, Nonce};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use common::{Dice, Folder, Guest, start_as};
use hkdf::Hkdf;
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::elliptic_curve::sec1::ToSec1Point;
use p256::{PublicKey, SecretKey};
use quinta_server::{Limits, Settings};
use serde_json::{Value, json};
use sha2::Sha256;
use std::collections::HashMap;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

on_both_stores!(
    who_is_away_is_told_that_it_is_their_turn,
    a_bot_that_has_played_calls_its_opponent_until_they_do_not_want_it,
    what_is_no_subscription_is_refused,
    guests_without_end_do_not_subscribe_without_end,
);

/// A browser with its own push service on this machine.
struct Browser {
    listener: TcpListener,
    secret: SecretKey,
    auth: [u8; 16],
}

/// A message as received.
struct Heard {
    path: String,
    headers: HashMap<String, String>,
    body: Vec<u8>,
}

fn expand(salt: &[u8], key: &[u8], info: &[u8], length: usize) -> Vec<u8> {
    let mut out = vec![0; length];
    Hkdf::<Sha256>::new(Some(salt), key).expand(info, &mut out).unwrap();
    out
}

/// Decrypts a message as RFC 8291 prescribes.
fn decrypt(secret: &SecretKey, auth: &[u8], message: &[u8]) -> Vec<u8> {
    let (header, sealed) = message.split_at(16 + 4 + 1 + 65);
    let (salt, rest) = header.split_at(16);
    assert_eq!(rest[4], 65, "the key's length");
    let theirs = &rest[5..];
    let shared = p256::ecdh::diffie_hellman(
        secret.to_nonzero_scalar(),
        PublicKey::from_sec1_bytes(theirs).unwrap().as_affine(),
    );
    let ours = secret.public_key().to_sec1_point(false);
    let info = [b"WebPush: info\0", ours.as_bytes(), theirs].concat();
    let key = expand(auth, shared.raw_secret_bytes(), &info, 32);
    let nonce = expand(salt, &key, b"Content-Encoding: nonce\0", 12);
    let key = expand(salt, &key, b"Content-Encoding: aes128gcm\0", 16);
    let cipher = Aes128Gcm::new_from_slice(&key).unwrap();
    let nonce = Nonce::try_from(nonce.as_slice()).unwrap();
    let mut text = cipher.decrypt(&nonce, sealed).unwrap();
    while text.pop_if(|byte| *byte == 0).is_some() {}
    assert_eq!(text.pop(), Some(2), "the delimiter of the last record");
    text
}

#[test]
fn the_receiver_reads_the_example_of_the_standard() {
    let secret = BASE64.decode("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94").unwrap();
    let auth = BASE64.decode("BTBZMqHH6r4Tts7J_aSIgg").unwrap();
    let message = BASE64
        .decode(concat!(
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4M",
            "qgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        ))
        .unwrap();
    let text = decrypt(&SecretKey::from_slice(&secret).unwrap(), &auth, &message);
    assert_eq!(text, b"When I grow up, I want to be a watermelon");
}

impl Browser {
    async fn new(number: u8) -> Self {
        Self {
            listener: TcpListener::bind("127.0.0.1:0").await.unwrap(),
            secret: SecretKey::from_slice(&[number; 32]).unwrap(),
            auth: [number; 16],
        }
    }

    fn origin(&self) -> String {
        format!("http://{}", self.listener.local_addr().unwrap())
    }

    /// The subscription as a browser writes it.
    fn subscription(&self) -> Value {
        let key = BASE64.encode(self.secret.public_key().to_sec1_point(false).as_bytes());
        json!({ "endpoint": format!("{}/push/one?x=1", self.origin()), "expirationTime": null,
            "keys": { "p256dh": key, "auth": BASE64.encode(self.auth) } })
    }

    /// Waits for a message and answers it.
    async fn hear(&self, status: &str) -> Heard {
        let heard = tokio::time::timeout(Duration::from_secs(60), async {
            let (mut stream, _) = self.listener.accept().await.unwrap();
            let mut bytes = Vec::new();
            loop {
                let mut more = [0; 4096];
                let count = stream.read(&mut more).await.unwrap();
                assert!(count > 0, "the whole message comes");
                bytes.extend(&more[..count]);
                let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else {
                    continue;
                };
                let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
                let mut lines = head.lines();
                let first = lines.next().unwrap();
                let headers: HashMap<_, _> = lines
                    .map(|line| line.split_once(": ").unwrap())
                    .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
                    .collect();
                let body = bytes[end + 4..].to_vec();
                if body.len() < headers["content-length"].parse().unwrap() {
                    continue;
                }
                assert!(first.starts_with("POST "), "{first}");
                let path = first.split(' ').nth(1).unwrap().to_owned();
                let answer = format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n");
                stream.write_all(answer.as_bytes()).await.unwrap();
                return Heard { path, headers, body };
            }
        });
        heard.await.expect("a push message in time")
    }

    fn read(&self, heard: &Heard) -> Value {
        serde_json::from_slice(&decrypt(&self.secret, &self.auth, &heard.body)).unwrap()
    }

    /// Checks that nothing arrives for a while.
    async fn is_left_alone(&self) {
        let heard = tokio::time::timeout(Duration::from_millis(1500), self.listener.accept()).await;
        assert!(heard.is_err(), "nobody is told what they see");
    }
}

/// Checks the signature of RFC 8292 and returns its claims.
fn claims(heard: &Heard, key: &str) -> Value {
    let text = heard.headers["authorization"].strip_prefix("vapid t=").unwrap();
    let (token, named) = text.split_once(", k=").unwrap();
    assert_eq!(named, key, "the key that the browser subscribed with");
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let verifier = VerifyingKey::from_sec1_bytes(&BASE64.decode(key).unwrap()).unwrap();
    let signature = Signature::from_slice(&BASE64.decode(signature).unwrap()).unwrap();
    verifier.verify(signed.as_bytes(), &signature).expect("the signature holds");
    let (header, claims) = signed.split_once('.').unwrap();
    let read =
        |part: &str| -> Value { serde_json::from_slice(&BASE64.decode(part).unwrap()).unwrap() };
    assert_eq!(read(header), json!({ "typ": "JWT", "alg": "ES256" }));
    read(claims)
}

async fn start(folder: &Folder) -> common::Served {
    let contact = Some("mailto:host@example.org".to_owned());
    let push_services = vec!["http://127.0.0.1:*".to_owned()];
    let limits = Limits::none();
    start_as(folder, Settings { push_services, contact, limits, ..Settings::default() }).await
}

fn time() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs()
}

async fn who_is_away_is_told_that_it_is_their_turn(folder: Folder) {
    let server = start(&folder).await;
    let (anna, ben) = (Guest::new(server.address()).await, Guest::new(server.address()).await);
    let key = anna.get("/api/push/key").await["key"].as_str().unwrap().to_owned();
    let browser = Browser::new(7).await;
    assert_eq!(anna.ask("PUT", "/api/push", Some(&browser.subscription())).await.status, 204);

    let wish = json!({ "name": "Sunday", "seats": [{ "who": "me", "name": "Anna" }, { "who": "open" }],
        "options": { "access": "open", "first": { "seat": 1 } } });
    let (table, _) = anna.create(wish).await;
    let mut first = anna.socket(&table, None).await;
    let mut second = ben.socket(&table, None).await;
    second.ask(json!({ "type": "sit", "name": "Ben & Co" })).await;
    first.ask(json!({ "type": "ready", "luck": "" })).await;
    // She leaves before the game begins.
    drop(first);
    second.until(|m| m["type"] == "presence" && m["connected"] == json!([1])).await;
    second.ask(json!({ "type": "ready", "luck": "" })).await;
    let heard = browser.hear("201 Created").await;
    assert_eq!(
        browser.read(&heard),
        json!({ "title": "The game begins", "body": "Sunday: Ben & Co", "url": format!("/t/{table}"), "tag": table })
    );
    assert_eq!(heard.path, "/push/one?x=1");
    assert_eq!(heard.headers["content-encoding"], "aes128gcm");
    assert_eq!(heard.headers["topic"], table);
    assert!(heard.headers["ttl"].parse::<u32>().unwrap() > 0);
    assert!(heard.headers["host"] == browser.origin()["http://".len()..]);
    let claimed = claims(&heard, &key);
    assert_eq!(claimed["aud"], browser.origin());
    assert_eq!(claimed["sub"], "mailto:host@example.org");
    let expires = claimed["exp"].as_u64().unwrap();
    assert!(expires > time() && expires <= time() + 24 * 3600);

    // Ben acts, and it is her turn. The first try fails; the second does not.
    while second.choices.is_none() {
        second.next().await;
    }
    assert!(second.act(&mut Dice(3)).await);
    browser.hear("503 Service Unavailable").await;
    let heard = browser.hear("201 Created").await;
    assert_eq!(browser.read(&heard)["title"], "Your turn");

    // She is back and needs no message.
    let mut first = anna.socket(&table, None).await;
    assert!(first.act(&mut Dice(4)).await);
    while second.choices.is_none() {
        second.next().await;
    }
    assert!(second.act(&mut Dice(5)).await);
    first.until(|m| m["type"] == "choices").await;
    browser.is_left_alone().await;

    // In her current language; and after a restart with the same keys.
    drop(first);
    assert_eq!(anna.ask("PATCH", "/api/me", Some(&json!({ "language": "de" }))).await.status, 200);
    server.stop().await.unwrap();
    let server = start(&folder).await;
    let (anna, ben) = (anna.at(server.address()), ben.at(server.address()));
    assert_eq!(anna.get("/api/push/key").await["key"], key);
    ben.must(&table, json!({ "type": "resign" })).await;
    let heard = browser.hear("410 Gone").await;
    assert_eq!(browser.read(&heard)["title"], "Das Spiel ist aus");
    claims(&heard, &key);

    // A subscription that is gone gets no more messages.
    leave_it_to_the_others(&anna, &ben).await;
    browser.is_left_alone().await;
    server.stop().await.unwrap();
}

/// Anna sits down with Ben and a bot and leaves; Ben begins, the bot follows, and it is her turn.
async fn leave_it_to_the_others(anna: &Guest, ben: &Guest) -> String {
    let wish = json!({ "seats": [{ "who": "me" }, { "who": "open" }, { "who": "bot", "level": "gardener" }],
        "options": { "access": "open", "first": { "seat": 1 } } });
    let (table, _) = anna.create(wish).await;
    let mut hers = anna.socket(&table, None).await;
    hers.ask(json!({ "type": "ready", "luck": "" })).await;
    drop(hers);
    let mut socket = ben.socket(&table, None).await;
    let here = |m: &Value| m["type"] == "presence" && m["connected"] == json!([1]);
    socket.ask(json!({ "type": "sit", "name": "Ben" })).await;
    // The server notices that she left before he sits down or after.
    if ben.get(&format!("/api/tables/{table}")).await["presence"]["connected"] != json!([1]) {
        socket.until(here).await;
    }
    socket.ask(json!({ "type": "ready", "luck": "" })).await;
    while socket.choices.is_none() {
        socket.next().await;
    }
    assert!(socket.act(&mut Dice(6)).await);
    while socket.table["state"]["turn"] != 0 {
        socket.next().await;
    }
    table
}

async fn a_bot_that_has_played_calls_its_opponent_until_they_do_not_want_it(folder: Folder) {
    let server = start(&folder).await;
    let (anna, ben) = (Guest::new(server.address()).await, Guest::new(server.address()).await);
    let browser = Browser::new(9).await;
    assert_eq!(anna.ask("PUT", "/api/push", Some(&browser.subscription())).await.status, 204);
    let (table, began) =
        tokio::join!(leave_it_to_the_others(&anna, &ben), browser.hear("201 Created"));
    assert_eq!(browser.read(&began)["title"], "The game begins");
    let said = browser.read(&browser.hear("201 Created").await);
    assert_eq!(
        said,
        json!({ "title": "Your turn", "body": "Ben and Gardener", "url": format!("/t/{table}"), "tag": table })
    );
    assert_eq!(anna.ask("DELETE", "/api/push", None).await.status, 204);
    leave_it_to_the_others(&anna, &ben).await;
    browser.is_left_alone().await;
    server.stop().await.unwrap();
}

/// A server that sends to push.example.org alone.
async fn start_with_service(folder: &Folder, limits: Limits) -> common::Served {
    let push_services = vec!["push.example.org".to_owned()];
    start_as(folder, Settings { push_services, limits, ..Settings::default() }).await
}

async fn what_is_no_subscription_is_refused(folder: Folder) {
    let server = start_with_service(&folder, Limits::none()).await;
    let anna = Guest::new(server.address()).await;
    let good = Browser::new(3).await.subscription();
    let with = |name: &str, value: Value| {
        let mut wish = good.clone();
        match name {
            "endpoint" => wish["endpoint"] = value,
            name => wish["keys"][name] = value,
        }
        wish
    };
    let outside = json!("https://push.example.org/abc");
    let not_a_point = BASE64.encode([4; 65]);
    for bad in [
        // Other hosts and plain http, like the test's own receiver: the server must not connect there.
        good.clone(),
        with("endpoint", json!("https://push.example.com/abc")),
        with("endpoint", json!("https://127.0.0.1/abc")),
        with("endpoint", json!("https://[::ffff:10.0.0.1]/abc")),
        with("endpoint", json!("https://169.254.169.254/latest")),
        with("endpoint", json!("http://push.example.org/abc")),
        with("endpoint", json!("https://push.example.org:22/abc")),
        with("endpoint", json!("")),
        json!({ "endpoint": outside, "keys": { "p256dh": not_a_point, "auth": good["keys"]["auth"] } }),
        json!({ "endpoint": outside, "keys": { "p256dh": good["keys"]["p256dh"], "auth": "AAAA" } }),
        json!({ "endpoint": outside, "keys": { "p256dh": "??", "auth": good["keys"]["auth"] } }),
        json!({ "endpoint": outside }),
        json!([]),
    ] {
        let answer = anna.ask("PUT", "/api/push", Some(&bad)).await;
        assert_eq!(answer.status, 400, "{bad}");
        assert!(answer.body["error"]["code"].is_string(), "{bad}");
    }
    let elsewhere = with("endpoint", json!("https://push.example.com/abc"));
    let refused = anna.ask("PUT", "/api/push", Some(&elsewhere)).await;
    assert_eq!(refused.body["error"]["code"], "bad_subscription");
    let why = "this server sends no messages to https://push.example.com: its setting push_services names push.example.org";
    assert_eq!(refused.body["error"]["message"], why);
    let fine = with("endpoint", outside);
    assert_eq!(anna.ask("PUT", "/api/push", Some(&fine)).await.status, 204);
    assert_eq!(anna.ask("DELETE", "/api/push", None).await.status, 204);
    server.stop().await.unwrap();
}

async fn guests_without_end_do_not_subscribe_without_end(folder: Folder) {
    let limits = Limits { subscriptions: 3, ..Limits::none() };
    let server = start_with_service(&folder, limits).await;
    let subscribes = |guest: Guest, n: u32| async move {
        let mut wish = Browser::new(3).await.subscription();
        wish["endpoint"] = json!(format!("https://push.example.org/{n}"));
        guest.ask("PUT", "/api/push", Some(&wish)).await
    };
    let mut guests = Vec::new();
    for n in 0..4 {
        guests.push(Guest::new(server.address()).await);
        let answer = subscribes(guests[n as usize].clone(), n).await;
        assert_eq!(answer.status, if n < 3 { 204 } else { 429 }, "{}", answer.text);
    }
    // A known guest may subscribe again, with another browser too.
    for n in 4..20 {
        assert_eq!(subscribes(guests[0].clone(), n).await.status, 204);
    }
    server.stop().await.unwrap();
}
