//! Who somebody is, at every process and over every way in; and what guests of many addresses can do to a table and to the list of tables.
mod common;

use common::{Folder, Guest, request, start, start_as};
use quinta_server::{Limits, Settings};
use serde_json::{Value, json};

on_both_stores!(
    a_new_name_counts_on_a_socket_that_is_open,
    a_seat_follows_its_guests_new_name_until_the_game_begins,
    guests_of_ten_addresses_close_no_table,
    one_address_does_not_fill_the_list,
    a_table_whose_host_has_gone_is_not_listed,
    who_is_there_and_never_moves_may_be_left,
);
on_two_servers!(
    a_new_name_counts_on_a_socket_that_is_open,
    a_seat_follows_its_guests_new_name_until_the_game_begins,
    guests_of_ten_addresses_close_no_table,
    one_address_does_not_fill_the_list,
    a_table_whose_host_has_gone_is_not_listed,
    who_is_there_and_never_moves_may_be_left,
);

fn open_table() -> Value {
    json!({ "seats": [{ "who": "me" }, { "who": "open" }, { "who": "open" }],
        "options": { "access": "open", "first": { "seat": 0 } } })
}

/// Somebody whom a proxy saw at this address.
async fn from(address: std::net::SocketAddr, seen_at: &str) -> Guest {
    let mut guest = Guest::new(address).await;
    guest.seen_at = Some(seen_at.to_owned());
    guest
}

async fn rename(guest: &Guest, name: &str) {
    let changed = guest.ask("PATCH", "/api/me", Some(&json!({ "name": name }))).await;
    assert_eq!((changed.status, &changed.body["name"]), (200, &json!(name)), "{}", changed.text);
}

async fn seat(guest: &Guest, table: &str, seat: usize) -> Value {
    guest.get(&format!("/api/tables/{table}")).await["table"]["seats"][seat]["name"].clone()
}

/// The story of a guest who follows a link, types a name, and sits down.
async fn a_new_name_counts_on_a_socket_that_is_open(folder: Folder) {
    let server = start(&folder).await;
    let (here, there) = (server.address(), server.address());
    let (anna, zoe) = (Guest::new(here).await, Guest::new(here).await);
    let (table, _) = anna.create(open_table()).await;
    let mut socket = zoe.socket(&table, None).await;
    rename(&zoe.at(there), "Zoe").await;
    assert_eq!(socket.ask(json!({ "type": "sit", "seat": 1 })).await["type"], "reply");
    for address in [here, there] {
        assert_eq!(seat(&zoe.at(address), &table, 1).await, "Zoe");
        assert_eq!(zoe.at(address).get("/api/me").await["name"], "Zoe");
        let you = &zoe.at(address).get(&format!("/api/tables/{table}")).await["you"];
        assert_eq!((&you["name"], &you["seats"]), (&json!("Zoe"), &json!([1])));
    }
    // The name of a seat that was asked for by name is that one, and a table of one's own is made under the new one.
    let other = socket.ask(json!({ "type": "sit", "seat": 2, "name": "Max" })).await;
    assert_eq!(other["type"], "reply");
    assert_eq!(seat(&zoe, &table, 2).await, "Max");
    let (own, _) = zoe.create(open_table()).await;
    assert_eq!(seat(&zoe, &own, 0).await, "Zoe");
    let refused = zoe.ask("PATCH", "/api/me", Some(&json!({ "name": "Architect" }))).await;
    assert_eq!((refused.status, &refused.body["error"]["code"]), (400, &json!("bad_name")));
    server.stop().await.unwrap();
    // It is known after a restart, though the token is an old one.
    let server = start(&folder).await;
    assert_eq!(zoe.at(server.address()).get("/api/me").await["name"], "Zoe");
    server.stop().await.unwrap();
}

async fn a_seat_follows_its_guests_new_name_until_the_game_begins(folder: Folder) {
    let server = start(&folder).await;
    let (here, there) = (server.address(), server.address());
    let (anna, zoe) = (Guest::new(here).await, Guest::new(here).await);
    rename(&anna, "Zoe").await;
    let (table, _) = anna.create(open_table()).await;
    let mut socket = anna.socket(&table, None).await;
    zoe.must(&table, json!({ "type": "sit", "seat": 1 })).await;
    zoe.must(&table, json!({ "type": "sit", "seat": 2, "name": "Max" })).await;
    rename(&zoe.at(there), "Zoe").await;
    // It is told apart from the other one, everyone hears of it, and the seat with a name of its own keeps that.
    let heard = socket.until(|m| m["events"][0]["event"]["type"] == "renamed").await;
    assert_eq!(heard["table"]["seats"][1]["name"], "Zoe 2");
    assert_eq!(seat(&anna, &table, 2).await, "Max");
    rename(&zoe, "Zora").await;
    assert_eq!(seat(&zoe, &table, 1).await, "Zora", "from the name with its number too");
    for guest in [&anna, &zoe] {
        guest.ready(&table).await;
    }
    rename(&zoe, "Later").await;
    assert_eq!(seat(&zoe, &table, 1).await, "Zora", "the game has begun");
    server.stop().await.unwrap();
}

fn proxied() -> Settings {
    Settings { behind_proxy: true, limits: Limits::none(), ..Settings::default() }
}

async fn guests_of_ten_addresses_close_no_table(folder: Folder) {
    let server = start_as(&folder, proxied()).await;
    let host = from(server.address(), "192.0.2.100").await;
    let (table, _) = host.create(open_table()).await;
    // As many commands that move nothing as the table took from all guests together.
    let attacks = (0..10).map(|n| {
        let (address, table) = (server.address(), table.clone());
        async move {
            let guest = from(address, &format!("192.0.2.{n}")).await;
            for _ in 0..105 {
                guest.command(&table, json!({ "type": "sit" })).await;
                guest.command(&table, json!({ "type": "leave" })).await;
            }
        }
    });
    futures_util::future::join_all(attacks).await;
    let honest = from(server.address(), "192.0.2.200").await;
    honest.must(&table, json!({ "type": "sit", "seat": 1 })).await;
    host.must(&table, json!({ "type": "set_bot", "seat": 2, "level": "random" })).await;
    honest.ready(&table).await;
    host.ready(&table).await;
    assert_eq!(host.get(&format!("/api/tables/{table}")).await["table"]["stage"], "playing");
    server.stop().await.unwrap();
}

fn ids(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|table| table["id"].as_str().unwrap().to_owned()).collect()
}

async fn one_address_does_not_fill_the_list(folder: Folder) {
    let server = start_as(&folder, proxied()).await;
    let mut honest = Vec::new();
    for n in 0..3 {
        let guest = from(server.address(), &format!("192.0.2.{n}")).await;
        honest.push(guest.create(open_table()).await.0);
    }
    // Guests of one network, in the form that a host in IPv6 has.
    let mut flood = Vec::new();
    for n in 0..60 {
        let guest = from(server.address(), &format!("2001:db8::{n:x}")).await;
        flood.push(guest.create(open_table()).await.0);
    }
    let reader = from(server.address(), "192.0.2.99").await;
    let open = ids(&reader.get("/api/tables").await["open"]);
    assert_eq!(open.len(), 50, "a list is as long as before");
    let first: Vec<_> = [&flood[59]].into_iter().chain(honest.iter().rev()).cloned().collect();
    assert_eq!(open[..4], first, "one of each address, the latest first");
    server.stop().await.unwrap();
}

async fn a_table_whose_host_has_gone_is_not_listed(folder: Folder) {
    let server = start_as(&folder, Settings { gone_after: 1, ..proxied() }).await;
    let (here, there) = (server.address(), server.address());
    let (anna, ben) = (Guest::new(here).await, Guest::new(here).await);
    let (stays, goes) = (anna.create(open_table()).await.0, ben.create(open_table()).await.0);
    let _socket = anna.socket(&stays, None).await;
    drop(ben.socket(&goes, None).await);
    let reader = Guest::new(here).await;
    let listed = async |address| {
        let open = ids(&reader.at(address).get("/api/tables").await["open"]);
        (open.contains(&stays), open.contains(&goes))
    };
    loop {
        let both = (listed(here).await, listed(there).await);
        assert!(both.0.0 && both.1.0, "the one whose host waits is listed everywhere");
        if both == ((true, false), (true, false)) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    // It is the host's own still, and is listed again once the host is back.
    assert!(ids(&ben.get("/api/tables").await["mine"]).contains(&goes));
    let _back = ben.socket(&goes, None).await;
    assert_eq!(listed(here).await, (true, true));
    server.stop().await.unwrap();
}

async fn who_is_there_and_never_moves_may_be_left(folder: Folder) {
    let settings = Settings { stalled_after: 1, limits: Limits::none(), ..Settings::default() };
    let server = start_as(&folder, settings).await;
    let (anna, ben) = (Guest::new(server.address()).await, Guest::new(server.address()).await);
    let wish = json!({ "seats": [{ "who": "me" }, { "who": "open" }], "options": { "access": "open", "first": { "seat": 0 } } });
    let (table, _) = anna.create(wish).await;
    let (mut hers, mut his) = (anna.socket(&table, None).await, ben.socket(&table, None).await);
    let ready = json!({ "type": "ready", "luck": "" });
    his.ask(json!({ "type": "sit" })).await;
    his.ask(ready.clone()).await;
    hers.ask(ready).await;
    his.until(|m| {
        m["type"] == "presence" && m["left"] == json!([0]) && m["connected"] == json!([0, 1])
    })
    .await;
    let abandon = json!({ "type": "abandon", "seat": 0 });
    assert_eq!(his.ask(abandon).await["type"], "reply");
    let over = &anna.get(&format!("/api/tables/{table}")).await["table"];
    assert_eq!(over["result"]["winners"], json!([1]));
    server.stop().await.unwrap();
}

/// The value of the cookie that an answer sets under this name.
fn set_cookie(head: &str, name: &str) -> Option<String> {
    let start = format!("{name}=");
    let lines = head.lines().filter_map(|line| line.split_once(": "));
    let mut set = lines.filter(|(header, _)| header.eq_ignore_ascii_case("set-cookie"));
    set.find_map(|(_, value)| {
        let (value, rest) = value.strip_prefix(&start)?.split_once(';')?;
        assert!(rest.contains("HttpOnly") && rest.contains("Path=/") && !rest.contains("Domain"));
        Some(value.to_owned())
    })
}

#[tokio::test]
async fn a_foreign_cookie_hides_nobody() {
    let folder = Folder::new();
    let server = start(&folder).await;
    let me = async |cookies: &[&str]| {
        let headers: Vec<_> = cookies.iter().map(|cookie| ("Cookie", *cookie)).collect();
        request(server.address(), "GET", "/api/me", &headers, None).await
    };
    let first = me(&[]).await;
    let own = set_cookie(&first.head, "quinta").unwrap();
    for cookies in [
        &[format!("quinta=foreign; quinta={own}")][..],
        &[format!("quinta=00.00; other=1; quinta={own}; quinta=")],
        &["quinta=foreign".to_owned(), format!("quinta={own}")],
    ] {
        let cookies: Vec<_> = cookies.iter().map(String::as_str).collect();
        let again = me(&cookies).await;
        assert_eq!(again.body, first.body, "{cookies:?}");
        assert_eq!(set_cookie(&again.head, "quinta"), None);
    }
    server.stop().await.unwrap();
}

#[tokio::test]
async fn over_tls_the_cookie_is_this_hosts_alone() {
    let folder = Folder::new();
    let public_url = Some("https://garden.example".to_owned());
    let settings = Settings { public_url, ..proxied() };
    let server = start_as(&folder, settings).await;
    let me = async |cookie: &str| {
        let headers = [("Host", "garden.example"), ("Cookie", cookie)];
        request(server.address(), "GET", "/api/me", &headers, None).await
    };
    let (anna, ben) = (me("").await, me("").await);
    let (own, other) = (
        set_cookie(&anna.head, "__Host-quinta").unwrap(),
        set_cookie(&ben.head, "__Host-quinta").unwrap(),
    );
    assert!(anna.head.contains("; Secure"));
    // A neighbour's site sets a cookie that this server has signed for somebody else.
    let again = me(&format!("quinta={other}; __Host-quinta=foreign; __Host-quinta={own}")).await;
    assert_eq!(again.body, anna.body);
    assert_eq!(set_cookie(&again.head, "__Host-quinta"), None);
    // Today's cookie is read, and another takes its place.
    let old = me(&format!("quinta=foreign; quinta={own}")).await;
    assert_eq!(old.body, anna.body);
    assert_eq!(set_cookie(&old.head, "__Host-quinta"), Some(own));
    assert_eq!(set_cookie(&old.head, "quinta").as_deref(), Some(""), "it goes");
    server.stop().await.unwrap();
}
