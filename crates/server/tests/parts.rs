//! A client that asks for deltas gets the same tables and choices as everyone else, in far fewer bytes.
mod common;

use common::{Dice, Folder, Guest, Socket, pick, start};
use quinta_wire::apply_delta;
use serde_json::{Value, json};

on_both_stores!(parts_make_up_what_others_are_told_whole);

/// A client that applies the deltas it is sent.
struct InParts {
    socket: Socket,
    table: Value,
    choices: Value,
    /// Bytes of updates and choices.
    bytes: usize,
    /// How many of them were deltas.
    parts: usize,
}

/// The choices, whether they came in a message of their own or not.
fn choices_in(mut message: Value) -> Value {
    message.as_object_mut().unwrap().remove("type");
    message
}

impl InParts {
    async fn come(guest: &Guest, table: &str) -> Self {
        let socket = Socket::asking(guest, table, "?since=1000000&parts=1").await.unwrap();
        let (table, choices) = (socket.table.clone(), socket.choices.clone().unwrap_or_default());
        Self { socket, table, choices, bytes: 0, parts: 0 }
    }

    /// Listens until it has the table with this number, and the choices if it is its turn.
    async fn hear(&mut self, number: &Value, acts: bool) {
        while self.table["number"] != *number || (acts && self.choices["at"] != *number) {
            let message = self.socket.next().await.expect("the socket stays open");
            let old = |document: &Value| Some(document.clone());
            match message["type"].as_str().unwrap() {
                "update" => self.table = message["table"].clone(),
                "choices" => self.choices = choices_in(message.clone()),
                "update_part" => {
                    assert_eq!(message["of"], self.table["number"]);
                    self.table = apply_delta(old(&self.table), message["table"].clone()).unwrap();
                    self.parts += 1;
                }
                "choices_part" => {
                    assert_eq!(message["of"], self.choices["at"]);
                    self.choices =
                        apply_delta(old(&self.choices), message["choices"].clone()).unwrap();
                    self.parts += 1;
                }
                _ => continue,
            }
            self.bytes += self.socket.heard.last().map_or(0, String::len);
        }
    }
}

async fn parts_make_up_what_others_are_told_whole(folder: Folder) {
    let server = start(&folder).await;
    let (anna, ben) = (Guest::new(server.address()).await, Guest::new(server.address()).await);
    let seats =
        json!([{ "who": "me" }, { "who": "me", "name": "Bo" }, { "who": "me", "name": "Cy" }]);
    let (table, _) = anna.create(json!({ "seats": seats })).await;
    // The same person on two screens, and a watcher.
    let mut whole = anna.socket(&table, None).await;
    let mut player = InParts::come(&anna, &table).await;
    let mut watcher = InParts::come(&ben, &table).await;
    assert_eq!(whole.ask(json!({ "type": "ready", "luck": "" })).await["type"], "reply");
    let mut dice = Dice(17);
    let (mut acts, mut bytes) = (0, 0);
    while !whole.is_over() {
        let Some(choices) = whole.choices.take() else {
            whole.next().await.expect("the socket stays open");
            continue;
        };
        let at = choices["at"].clone();
        player.hear(&at, true).await;
        watcher.hear(&at, false).await;
        assert_eq!((&player.table, &watcher.table), (&whole.table, &whole.table));
        bytes += whole.table.to_string().len();
        assert_eq!(player.choices, choices_in(choices));
        acts += 1;
        if acts % 10 == 0 {
            // A reconnecting client continues from a snapshot.
            let (bytes, parts) = (player.bytes, player.parts);
            player = InParts { bytes, parts, ..InParts::come(&anna, &table).await };
        }
        let act = json!({ "type": "act", "at": at, "action": pick(&player.choices, &mut dice) });
        assert_eq!(whole.ask(act).await["type"], "reply");
    }
    watcher.hear(&whole.table["number"], false).await;
    assert_eq!(watcher.table, whole.table);
    assert!(acts > 20 && player.parts > acts && watcher.parts + 2 > acts, "{} parts", player.parts);
    assert!(watcher.bytes * 3 < bytes, "{} of {bytes} bytes", watcher.bytes);
    server.stop().await.unwrap();
}
