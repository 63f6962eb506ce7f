//! Previews of shared links, over a real socket.
mod common;

use common::{Dice, Folder, Guest, request, start};
use serde_json::json;

/// The contents of the page's `meta` lines of this name.
fn meta<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(r#"<meta property="{name}" content=""#);
    page.split(&start).skip(1).map(|rest| rest.split_once('"').unwrap().0).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finished_game_has_a_card_of_its_own() {
    let folder = Folder::new();
    let server = start(&folder).await;
    let address = server.address();
    let anna = Guest::new(address).await;
    let wish = json!({ "name": "<b>Sunday</b>", "seats": [{ "who": "me", "name": "\"><script>alert(1)</script>" }, { "who": "me", "name": "Ben & 'Co'" }] });
    let (table, _) = anna.create(wish).await;
    let page_of = |table: String, language: &'static str| async move {
        let path = format!("/t/{table}");
        request(address, "GET", &path, &[("Accept-Language", language)], None).await
    };
    let house = page_of("zzzzzzzzzz".into(), "fr").await;
    assert_eq!(meta(&house.text, "og:title"), ["Quinta"]);
    let first = request(address, "GET", "/", &[("Accept-Language", "pl")], None).await;
    assert_eq!(meta(&first.text, "og:url"), [format!("{}/", server.url())]);
    let about = meta(&first.text, "og:description")[0];
    assert!(first.text.contains(&format!(r#"<meta name="description" content="{about}">"#)));
    assert_ne!(about, meta(&house.text, "og:description")[0], "in the reader's language");

    // The link of a running game shows nothing of it.
    let mut socket = anna.socket(&table, None).await;
    socket.ask(json!({ "type": "ready", "luck": "" })).await;
    let before = page_of(table.clone(), "en").await;
    assert_eq!((before.status, meta(&before.text, "og:title")), (200, vec!["Quinta"]));
    assert_eq!(request(address, "GET", &format!("/card/{table}.png"), &[], None).await.status, 404);

    socket.play(&mut Dice(12)).await;
    let view = socket.table.clone();
    let after = page_of(table.clone(), "de").await;
    let score = |seat: usize| view["state"]["players"][seat]["score"].as_i64().unwrap();
    let title = meta(&after.text, "og:title");
    let shown = format!("Ben &amp; &#39;Co&#39; {}", score(1));
    assert!(title.len() == 1 && title[0].contains(&shown), "{title:?}");
    let shown = format!("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; {}", score(0));
    assert!(title[0].contains(&shown), "{title:?}");
    assert!(!after.text.contains("<script>alert") && !after.text.contains("<b>Sunday"));
    // Luck decides whether one wins or both do.
    let more = meta(&after.text, "og:description")[0];
    assert!(more.contains("gewinn") || more.contains("Sieg"), "{more}");
    assert_eq!(meta(&after.text, "og:url"), [format!("{}/t/{table}", server.url())]);
    // What was promised can be held against the record.
    let promised = view["fair"]["commitment"].as_str().unwrap();
    assert_eq!(meta(&after.text, "og:image:alt"), [format!("Festlegung: {promised}")]);
    assert_eq!(meta(&before.text, "og:image:alt"), ["Quinta"]);
    // Where the page was changed it is another page to a cache.
    let tag = |head: &str| {
        head.lines().find(|l| l.to_lowercase().starts_with("etag")).unwrap().to_owned()
    };
    assert_ne!(tag(&before.head), tag(&after.head));

    let picture = meta(&after.text, "og:image")[0].strip_prefix(&server.url()).unwrap().to_owned();
    // Many requests at once: it is drawn once, and nobody waits long.
    let asked: Vec<_> = (0..40)
        .map(|_| {
            let picture = picture.clone();
            tokio::spawn(async move { request(address, "GET", &picture, &[], None).await })
        })
        .collect();
    let mut drawn = Vec::new();
    for answer in asked {
        let answer = answer.await.unwrap();
        match answer.status {
            200 => drawn.push(answer.bytes),
            status => assert_eq!(status, 503),
        }
    }
    assert!(drawn.len() >= 8, "{}", drawn.len());
    assert!(drawn.iter().all(|bytes| *bytes == drawn[0]));
    let [width, height] =
        [16, 20].map(|at| u32::from_be_bytes(drawn[0][at..at + 4].try_into().unwrap()));
    assert_eq!((&drawn[0][1..4], width, height), (b"PNG".as_slice(), 1200, 630));
    let house = request(address, "GET", "/card/quinta.png", &[], None).await;
    assert_eq!((house.status, &house.bytes[1..4]), (200, b"PNG".as_slice()));
    assert_ne!(house.bytes, drawn[0], "the garden that won is not an empty one");
    for nothing in ["/card/zzzzzzzzzz.png", "/card/quinta", "/card/..%2f..%2fx.png", "/card/"] {
        assert_eq!(request(address, "GET", nothing, &[], None).await.status, 404, "{nothing}");
    }
    server.stop().await.unwrap();
}
