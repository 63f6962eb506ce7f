//! The contract of the store, tested on each of them.
mod common;

use common::{Folder, Other, store};
use futures_util::future::{join_all, try_join_all};
use quinta_server::store::archive::archive;
use quinta_server::store::{
    Ended, IndexRow, Packed, Profile, Run, Store, StoreError, Subscription, Whose,
};
use quinta_table::{Entry, Requester, Table};
use quinta_wire::Stage;
use serde_json::json;
use std::sync::Arc;

on_both_stores!(
    a_log_grows_by_the_next_number_alone,
    of_many_who_append_at_once_one_succeeds,
    packed_logs_are_read_and_grow_as_before,
    games_that_ended_are_packed_in_order,
    who_packs_while_others_append_loses_nothing,
    a_game_is_listed_by_stage_and_by_who_sits_there,
    of_each_maker_the_latest_open_game_comes_first,
    a_game_that_is_being_played_is_found_by_its_opening,
    what_a_guest_is_called_is_kept_for_a_year,
    a_game_is_forgotten_with_all_that_was_known_of_it,
    a_secret_is_made_once,
    it_is_known_when_the_server_ran,
    of_a_guests_subscriptions_the_latest_are_kept,
    of_looks_back_the_latest_are_kept,
    what_was_stored_is_there_after_closing,
    a_later_form_is_refused_in_words,
);

/// The beginning of a log.
fn founded(name: &str) -> Entry {
    let asker = Requester::new("anna", name, 1000);
    let wish =
        json!({ "seats": [{ "who": "me" }, { "who": "open" }], "options": { "access": "open" } });
    let wish = serde_json::from_value(wish).unwrap();
    quinta_table::create(&wish, &asker, &quinta_deal::Seed([7; 32]), "code").unwrap()
}

/// The same entry with another number.
fn numbered(number: u64) -> Entry {
    Entry { number, ..founded("Anna") }
}

fn texts(log: &[Entry]) -> Vec<String> {
    log.iter().map(|entry| entry.write().unwrap()).collect()
}

fn row(game: &str, stage: Stage, open: bool, updated: u64, people: &[&str]) -> IndexRow {
    let summary = Table::from_log(game, [founded("Anna")]).unwrap().summary();
    let people = people.iter().map(|&who| who.to_owned()).collect();
    let (maker, opening) = (format!("maker of {game}"), String::new());
    let (game, owner) = (game.to_owned(), "anna".to_owned());
    let (address, goes_on) = ("192.0.2.1".to_owned(), stage != Stage::Over);
    IndexRow {
        game,
        stage,
        open,
        updated,
        people,
        maker,
        opening,
        summary,
        owner,
        address,
        goes_on,
    }
}

async fn to_resume(store: &Arc<dyn Store>) -> Vec<String> {
    store.to_resume().await.unwrap().into_iter().map(|to_resume| to_resume.game).collect()
}

async fn listed(store: &Arc<dyn Store>, stage: Stage, whose: Whose<'_>) -> Vec<String> {
    let rows = store.latest(stage, whose, 10).await.unwrap();
    rows.into_iter().map(|row| row.game).collect()
}

async fn a_log_grows_by_the_next_number_alone(folder: Folder) {
    let store = store(&folder).await;
    assert!(store.read("g").await.unwrap().is_empty());
    let conflicts = |entries: Vec<Entry>| async {
        let refused = store.append("g", &{ entries }).await;
        assert!(matches!(refused, Err(StoreError::Conflict)), "{refused:?}");
    };
    conflicts(vec![numbered(2)]).await;
    assert!(store.to_resume().await.unwrap().is_empty(), "what was refused has left nothing");
    store.append("g", &[]).await.unwrap();
    store.append("g", &[founded("Ana \u{1f33a} ' \" \\")]).await.unwrap();
    store.append("g", &[numbered(2), numbered(3)]).await.unwrap();
    for entries in [vec![numbered(1)], vec![numbered(3), numbered(4)], vec![numbered(5)]] {
        conflicts(entries).await;
    }
    store.append("other", &[numbered(1)]).await.unwrap();
    let expected = [founded("Ana \u{1f33a} ' \" \\"), numbered(2), numbered(3)];
    assert_eq!(texts(&store.read("g").await.unwrap()), texts(&expected));
    // From its first moment it is known to be unfinished, though the lobby knows nothing of it yet.
    let mut unfinished = to_resume(&store).await;
    unfinished.sort();
    assert_eq!(unfinished, ["g", "other"]);
    assert!(listed(&store, Stage::Gathering, Whose::OpenTo("ben")).await.is_empty());
    store.close().await.unwrap();
}

async fn of_many_who_append_at_once_one_succeeds(folder: Folder) {
    let store = store(&folder).await;
    for number in (1..40).step_by(2) {
        let tries = (0..12).map(|writer| {
            let store = store.clone();
            // Some append one entry, some two: the first number decides.
            let count = writer % 2 + 1;
            let entries: Vec<_> = (number..number + count).map(numbered).collect();
            tokio::spawn(async move { (store.append("g", &entries).await, count) })
        });
        let mut written = Vec::new();
        for done in join_all(tries).await {
            match done.unwrap() {
                (Ok(()), count) => written.push(count),
                (Err(StoreError::Conflict), _) => {}
                (Err(why), _) => panic!("{why}"),
            }
        }
        assert_eq!(written.len(), 1);
        if written == [1] {
            store.append("g", &[numbered(number + 1)]).await.unwrap();
        }
    }
    let log = store.read("g").await.unwrap();
    assert!(log.iter().map(|entry| entry.number).eq(1..=40));
    store.close().await.unwrap();
}

async fn packed_logs_are_read_and_grow_as_before(folder: Folder) {
    let store = store(&folder).await;
    let (game, games) = ("g", ["g".to_owned()]);
    let log: Vec<_> = (1..=30).map(numbered).collect();
    store.append(game, &log).await.unwrap();
    let bytes: usize = texts(&log).iter().map(String::len).sum();
    let packed = store.pack(&games).await.unwrap();
    assert_eq!((packed.games, packed.events, packed.before), (1, 30, bytes as u64));
    assert!(packed.after * 5 < packed.before, "{packed:?}");
    assert_eq!(texts(&store.read(game).await.unwrap()), texts(&log));
    assert_eq!(store.pack(&games).await.unwrap(), Packed::default(), "nothing is left to pack");
    // Later entries continue the numbers, are stored beside it, and are packed next time.
    for (first, right) in
        [(1, false), (30, false), (32, false), (31, true), (31, false), (32, true)]
    {
        let appended = store.append(game, &[numbered(first)]).await;
        assert_eq!(appended.is_ok(), right, "{first}: {appended:?}");
    }
    let longer: Vec<_> = (1..=32).map(numbered).collect();
    assert_eq!(texts(&store.read(game).await.unwrap()), texts(&longer));
    for after in [0, 7, 30, 31, 32] {
        let newer = store.read_after(game, after).await.unwrap();
        assert_eq!(texts(&newer), texts(&longer[after as usize..]), "{after}");
    }
    assert_eq!(store.pack(&games).await.unwrap().events, 32);
    assert_eq!(texts(&store.read(game).await.unwrap()), texts(&longer));
    assert!(matches!(store.append(game, &[numbered(32)]).await, Err(StoreError::Conflict)));
    store.remove(game).await.unwrap();
    assert!(store.read(game).await.unwrap().is_empty());
    store.close().await.unwrap();
}

async fn games_that_ended_are_packed_in_order(folder: Folder) {
    let store = store(&folder).await;
    for n in 0..150 {
        let (game, stage) =
            (format!("g{n:03}"), if n % 10 == 9 { Stage::Playing } else { Stage::Over });
        store.append(&game, &[numbered(1)]).await.unwrap();
        // Some end at the same time.
        store.put_index(row(&game, stage, false, 100 + n / 3, &[])).await.unwrap();
    }
    let (mut reached, mut lots) = (Ended::default(), Vec::new());
    while let Some((last, packed)) = archive(&*store, &reached, 140).await.unwrap() {
        assert!(last > reached);
        reached = last;
        lots.push(packed.games);
    }
    // The first 120 ended early enough, except every tenth.
    assert_eq!((lots.iter().sum::<u64>(), reached.game.as_str()), (108, "g118"));
    assert!(lots.len() > 1, "{lots:?}");
    let left = store.ended(&Ended::default(), u64::MAX >> 1, 1000).await.unwrap();
    assert_eq!(left.iter().map(|ended| ended.updated).min(), Some(140));
    assert_eq!(store.read("g000").await.unwrap().len(), 1);
    store.close().await.unwrap();
}

async fn who_packs_while_others_append_loses_nothing(folder: Folder) {
    let store = store(&folder).await;
    store.append("g", &[numbered(1)]).await.unwrap();
    let appending = async {
        for number in 2..=40 {
            store.append("g", &[numbered(number)]).await.unwrap();
        }
    };
    let packing = async {
        for _ in 0..20 {
            store.pack(&["g".to_owned()]).await.unwrap();
        }
    };
    tokio::join!(appending, packing, async {
        for _ in 0..20 {
            store.pack(&["g".to_owned()]).await.unwrap();
            let log = store.read("g").await.unwrap();
            assert!(log.iter().map(|entry| entry.number).eq(1..=log.len() as u64));
        }
    });
    let log = store.read("g").await.unwrap();
    assert!(log.iter().map(|entry| entry.number).eq(1..=40));
    store.close().await.unwrap();
}

async fn a_game_is_listed_by_stage_and_by_who_sits_there(folder: Folder) {
    let store = store(&folder).await;
    for row in [
        row("a", Stage::Gathering, true, 10, &["anna"]),
        row("b", Stage::Gathering, true, 30, &["anna", "ben"]),
        row("c", Stage::Gathering, false, 20, &["ben"]),
        row("d", Stage::Over, true, 40, &["anna"]),
    ] {
        store.put_index(row).await.unwrap();
    }
    let (anna, ben, carl) = (Whose::Of("anna"), Whose::Of("ben"), Whose::OpenTo("carl"));
    assert_eq!(listed(&store, Stage::Gathering, anna).await, ["b", "a"]);
    assert_eq!(listed(&store, Stage::Gathering, ben).await, ["b", "c"]);
    assert_eq!(listed(&store, Stage::Gathering, carl).await, ["b", "a"]);
    assert_eq!(listed(&store, Stage::Gathering, Whose::OpenTo("ben")).await, ["a"]);
    assert_eq!(listed(&store, Stage::Over, anna).await, ["d"]);
    assert_eq!(store.latest(Stage::Gathering, carl, 1).await.unwrap()[0].game, "b");
    assert_eq!(store.gathering_before(20).await.unwrap(), ["a"]);
    // A guest who left is no longer listed, and a table has one stage.
    store.put_index(row("b", Stage::Playing, false, 50, &["ben", "ben", "dora"])).await.unwrap();
    assert_eq!(listed(&store, Stage::Gathering, anna).await, ["a"]);
    assert!(listed(&store, Stage::Playing, anna).await.is_empty());
    for who in ["ben", "dora"] {
        assert_eq!(listed(&store, Stage::Playing, Whose::Of(who)).await, ["b"]);
    }
    let found = &store.latest(Stage::Playing, ben, 10).await.unwrap()[0];
    assert_eq!((found.stage, found.open, found.updated), (Stage::Playing, false, 50));
    let mut unfinished = to_resume(&store).await;
    unfinished.sort();
    assert_eq!(unfinished, ["a", "b", "c"]);
    store.close().await.unwrap();
}

async fn of_each_maker_the_latest_open_game_comes_first(folder: Folder) {
    let store = store(&folder).await;
    for (game, maker, updated) in [
        ("a", "x", 10),
        ("b", "x", 40),
        ("c", "x", 50),
        ("d", "y", 20),
        ("e", "", 15),
        ("f", "", 5),
    ] {
        let row = row(game, Stage::Gathering, true, updated, &["anna"]);
        store.put_index(IndexRow { maker: maker.to_owned(), ..row }).await.unwrap();
    }
    let open = Whose::OpenTo("carl");
    // What older releases have written is told apart by nothing, and hides nothing.
    assert_eq!(listed(&store, Stage::Gathering, open).await, ["c", "d", "e", "f", "b", "a"]);
    let first = store.latest(Stage::Gathering, open, 2).await.unwrap();
    assert!(first.iter().map(|row| row.game.as_str()).eq(["c", "d"]));
    store.close().await.unwrap();
}

async fn a_game_that_is_being_played_is_found_by_its_opening(folder: Folder) {
    let store = store(&folder).await;
    let put = async |stage, updated, opening: &str| {
        let row = row("a", stage, false, updated, &["anna"]);
        store.put_index(IndexRow { opening: opening.to_owned(), ..row }).await.unwrap();
        (store.playing_from("roses").await.unwrap(), store.playing_from("").await.unwrap())
    };
    assert_eq!(put(Stage::Gathering, 1, "").await, (None, None));
    assert_eq!(put(Stage::Playing, 2, "roses").await, (Some("a".to_owned()), None));
    assert_eq!(put(Stage::Over, 3, "").await, (None, None));
    store.close().await.unwrap();
}

async fn what_a_guest_is_called_is_kept_for_a_year(folder: Folder) {
    let store = store(&folder).await;
    let called = |name: &str| Profile { name: name.to_owned(), language: "pl".to_owned() };
    let day = 24 * 3600 * 1000;
    store.put_profile("anna", called("Anna"), day).await.unwrap();
    store.put_profile("ben", called("Ben"), 2 * day).await.unwrap();
    store.put_profile("anna", called("Zoë"), 300 * day).await.unwrap();
    assert_eq!(store.profile("anna").await.unwrap(), Some(called("Zoë")));
    assert_eq!(store.profile("ben").await.unwrap(), Some(called("Ben")));
    store.put_profile("carl", called("Carl"), 370 * day).await.unwrap();
    assert_eq!(store.profile("ben").await.unwrap(), None);
    assert_eq!(store.profile("anna").await.unwrap(), Some(called("Zoë")));
    store.close().await.unwrap();
}

async fn a_game_is_forgotten_with_all_that_was_known_of_it(folder: Folder) {
    let store = store(&folder).await;
    for game in ["a", "b"] {
        store.append(game, &[numbered(1)]).await.unwrap();
        store.put_index(row(game, Stage::Gathering, true, 10, &["anna"])).await.unwrap();
    }
    store.remove("a").await.unwrap();
    assert!(store.read("a").await.unwrap().is_empty());
    assert_eq!(to_resume(&store).await, ["b"]);
    assert_eq!(listed(&store, Stage::Gathering, Whose::Of("anna")).await, ["b"]);
    let late = store.append("a", &[numbered(2)]).await;
    assert!(matches!(late, Err(StoreError::Conflict)), "{late:?}");
    store.close().await.unwrap();
}

async fn a_secret_is_made_once(folder: Folder) {
    let store = store(&folder).await;
    let tries = (0..8).map(|n: u8| {
        let store = store.clone();
        tokio::spawn(async move { store.secret("key", vec![n, 0, 255]).await.unwrap() })
    });
    let made: Vec<_> = join_all(tries).await;
    let first = made[0].as_ref().unwrap();
    assert!(made.iter().all(|secret| secret.as_ref().unwrap() == first));
    assert!(store.secret("other", vec![]).await.unwrap().is_empty());
    store.close().await.unwrap();
}

async fn it_is_known_when_the_server_ran(folder: Folder) {
    let store = store(&folder).await;
    // A file of version three or later has one run before all others.
    let mut before = store.begin_run(10).await.unwrap();
    before.retain(|run| run.began > 0);
    assert_eq!(before, []);
    store.still_runs(15).await.unwrap();
    let known = store.begin_run(20).await.unwrap();
    assert_eq!(known.last(), Some(&Run { began: 10, seen: 15 }));
    store.still_runs(25).await.unwrap();
    let known = store.begin_run(20).await.unwrap();
    let runs = [Run { began: 10, seen: 15 }, Run { began: 20, seen: 25 }];
    assert!(known.ends_with(&runs), "{known:?}");
    // Concurrently: they need not wait for the disk one after the other.
    try_join_all((100..1200).map(|began| store.begin_run(began))).await.unwrap();
    let known = store.begin_run(2000).await.unwrap();
    assert_eq!((known.len(), known[0].began, known[999].began), (1000, 200, 1199));
    store.close().await.unwrap();
}

async fn of_a_guests_subscriptions_the_latest_are_kept(folder: Folder) {
    let store = store(&folder).await;
    let one = |n: u64, who: &str| Subscription {
        endpoint: format!("https://push.example/{n}"),
        who: who.to_owned(),
        p256dh: vec![4, 0, n as u8],
        auth: vec![255, n as u8],
        language: "en".to_owned(),
        time: n,
    };
    store.subscribe(one(100, "ben")).await.unwrap();
    for n in 1..=7 {
        store.subscribe(one(n, "anna")).await.unwrap();
    }
    let kept = store.subscriptions("anna").await.unwrap();
    assert_eq!(kept, (3..=7).map(|n| one(n, "anna")).collect::<Vec<_>>());
    let mut people = store.subscribers().await.unwrap();
    people.sort();
    assert_eq!(people, ["anna", "ben"]);
    store.push_language("anna", "pl").await.unwrap();
    assert!(store.subscriptions("anna").await.unwrap().iter().all(|s| s.language == "pl"));
    assert_eq!(store.subscriptions("ben").await.unwrap()[0].language, "en");
    // The same browser with another guest.
    store.subscribe(one(7, "ben")).await.unwrap();
    assert_eq!(store.subscriptions("anna").await.unwrap().len(), 4);
    store.unsubscribe("anna", Some("https://push.example/100")).await.unwrap();
    assert_eq!(store.subscriptions("ben").await.unwrap().len(), 2, "it is not hers");
    store.unsubscribe("ben", Some("https://push.example/100")).await.unwrap();
    assert_eq!(store.subscriptions("ben").await.unwrap(), [one(7, "ben")]);
    store.unsubscribe("anna", None).await.unwrap();
    assert_eq!(store.subscribers().await.unwrap(), ["ben"]);
    store.close().await.unwrap();
}

async fn of_looks_back_the_latest_are_kept(folder: Folder) {
    let store = store(&folder).await;
    assert_eq!(store.review("1").await.unwrap(), None);
    let names: Vec<_> = (1..=2003).map(|time: u64| (time, time.to_string())).collect();
    // Many concurrently: they need not wait for the disk one after the other.
    for some in names.chunks(50) {
        let keep = |(time, name): &(u64, String)| {
            let (store, time, name) = (store.clone(), *time, name.clone());
            async move { store.keep_review(&name, "{}".into(), time).await }
        };
        try_join_all(some.iter().map(keep)).await.unwrap();
    }
    store.keep_review("4", "{\"a\":1}".into(), 3000).await.unwrap();
    for (id, kept) in [("3", None), ("4", Some("{\"a\":1}")), ("5", Some("{}"))] {
        assert_eq!(store.review(id).await.unwrap().as_deref(), kept, "{id}");
    }
    store.close().await.unwrap();
}

async fn what_was_stored_is_there_after_closing(folder: Folder) {
    let first = store(&folder).await;
    first.append("g", &[numbered(1)]).await.unwrap();
    let secret = first.secret("key", vec![1, 2]).await.unwrap();
    first.close().await.unwrap();
    let closed = first.append("g", &[numbered(2)]).await;
    assert!(matches!(closed, Err(StoreError::Failed(_))), "{closed:?}");
    let second = store(&folder).await;
    assert_eq!(second.read("g").await.unwrap().len(), 1);
    assert_eq!(second.secret("key", vec![3]).await.unwrap(), secret);
    second.close().await.unwrap();
}

async fn a_later_form_is_refused_in_words(folder: Folder) {
    store(&folder).await.close().await.unwrap();
    let mut other = Other::to(&folder).await;
    other.say("PRAGMA user_version = 99", "INSERT INTO form (number) VALUES (99)").await;
    drop(other);
    let settings = folder.settings(quinta_server::Settings::default());
    let refused = quinta_server::Server::start(settings).await.err().unwrap().to_string();
    assert!(refused.contains("written by a later release (form 99"), "{refused}");
}

#[cfg(feature = "postgres-tests")]
#[tokio::test]
async fn a_later_form_that_asks_for_no_more_than_this_one_is_worked_with() {
    // As during an upgrade: the later release has added something that this one does not need.
    let folder = Folder::with_postgres();
    let running = store(&folder).await;
    let mut other = Other::to(&folder).await;
    other
        .say("", "CREATE TABLE later (what TEXT); INSERT INTO form (number, needs) VALUES (99, 2)")
        .await;
    running.append("g", &[numbered(1)]).await.unwrap();
    let beside = store(&folder).await;
    beside.append("g", &[numbered(2)]).await.unwrap();
    assert_eq!(running.read("g").await.unwrap().len(), 2);
    for store in [running, beside] {
        store.close().await.unwrap();
    }
}
