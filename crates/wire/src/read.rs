//! Reading a client's message: its fields first, then the command that they make.
//! What serde derives for so many variants would be a large part of the module that a browser loads.
use crate::message::{ClientMessage, Command};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, de};
use serde_json::{Map, Value};

/// Which command it is.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Type {
    Act,
    ActText,
    Undo,
    Sit,
    Leave,
    Remove,
    SetBot,
    Ready,
    Rename,
    Resign,
    TakeOver,
    Return,
    OfferEnd,
    Abandon,
    Say,
    Hint,
    Weigh,
    Rematch,
    Ping,
}

/// The fields of a message. Only those that its command has are looked at.
struct Fields(Map<String, Value>);

impl Fields {
    /// A field that may be left out.
    fn take<T: DeserializeOwned, E: de::Error>(&mut self, name: &str) -> Result<Option<T>, E> {
        let value = self.0.remove(name).unwrap_or_default();
        Option::deserialize(value).map_err(E::custom)
    }

    /// A field that must be there.
    fn need<T: DeserializeOwned, E: de::Error>(&mut self, name: &'static str) -> Result<T, E> {
        self.take(name)?.ok_or_else(|| E::missing_field(name))
    }
}

impl<'de> Deserialize<'de> for ClientMessage {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut its = Fields(Map::deserialize(deserializer)?);
        let id = its.need("id")?;
        let command = match its.need("type")? {
            Type::Act => Command::Act {
                at: its.need("at")?,
                seat: its.take("seat")?,
                action: its.need("action")?,
            },
            Type::ActText => Command::ActText {
                at: its.need("at")?,
                seat: its.take("seat")?,
                text: its.need("text")?,
            },
            Type::Undo => Command::Undo { at: its.need("at")?, to: its.take("to")? },
            Type::Sit => Command::Sit {
                seat: its.take("seat")?,
                invitation: its.take("invitation")?,
                name: its.take("name")?,
            },
            Type::Leave => Command::Leave { seat: its.take("seat")? },
            Type::Remove => Command::Remove { seat: its.need("seat")? },
            Type::SetBot => Command::SetBot { seat: its.need("seat")?, level: its.take("level")? },
            Type::Ready => Command::Ready { seat: its.take("seat")?, luck: its.need("luck")? },
            Type::Rename => Command::Rename { seat: its.need("seat")?, name: its.need("name")? },
            Type::Resign => Command::Resign { seat: its.take("seat")? },
            Type::TakeOver => {
                Command::TakeOver { seat: its.need("seat")?, level: its.need("level")? }
            }
            Type::Return => Command::Return { seat: its.take("seat")? },
            Type::OfferEnd => Command::OfferEnd { agrees: its.need("agrees")? },
            Type::Abandon => Command::Abandon { seat: its.need("seat")? },
            Type::Say => Command::Say { phrase: its.need("phrase")? },
            Type::Hint => Command::Hint { level: its.take("level")? },
            Type::Weigh => Command::Weigh { at: its.need("at")?, action: its.need("action")? },
            Type::Rematch => Command::Rematch {},
            Type::Ping => Command::Ping {},
        };
        Ok(Self { id, command })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Phrase;
    use quinta_bots::Level;
    use quinta_rules::{Action, Seat};
    use serde_json::json;

    #[test]
    fn every_command_is_read_as_it_is_written() {
        let at = 3;
        let seat: Seat = serde_json::from_value(json!(1)).unwrap();
        let (name, level) = (String::from("Anna"), Level::Mason);
        let text = || String::from("pass");
        let commands = [
            Command::Act { at, seat: Some(seat), action: Action::PASS },
            Command::ActText { at, seat: None, text: text() },
            Command::Undo { at, to: Some(2) },
            Command::Sit { seat: None, invitation: Some(text()), name: Some(name.clone()) },
            Command::Leave { seat: Some(seat) },
            Command::Remove { seat },
            Command::SetBot { seat, level: None },
            Command::Ready { seat: None, luck: "c0ffee".into() },
            Command::Rename { seat, name },
            Command::Resign { seat: None },
            Command::TakeOver { seat, level },
            Command::Return { seat: Some(seat) },
            Command::OfferEnd { agrees: true },
            Command::Abandon { seat },
            Command::Say { phrase: Phrase::Oops },
            Command::Hint { level: Some(level) },
            Command::Weigh { at, action: Action::PASS },
            Command::Rematch {},
            Command::Ping {},
        ];
        for command in commands {
            let message = ClientMessage { id: "1".into(), command };
            let written = serde_json::to_string(&message).unwrap();
            assert_eq!(serde_json::from_str::<ClientMessage>(&written).unwrap(), message);
        }
    }

    #[test]
    fn what_a_command_does_not_know_is_ignored() {
        let message = json!({ "id": "1", "type": "ping", "at": "noon", "new": {}, "seat": null });
        let read: ClientMessage = serde_json::from_value(message).unwrap();
        assert_eq!(read.command, Command::Ping {});
    }

    #[test]
    fn what_is_no_message_is_refused_with_words() {
        for (message, error) in [
            (json!(3), "expected a map"),
            (json!(["1", "ping"]), "expected a map"),
            (json!({ "type": "ping" }), "missing field `id`"),
            (json!({ "id": "1" }), "missing field `type`"),
            (json!({ "id": "1", "type": "dance" }), "unknown variant `dance`"),
            (json!({ "id": "1", "type": "act", "action": { "pass": {} } }), "missing field `at`"),
            (json!({ "id": "1", "type": "act", "at": 3 }), "missing field `action`"),
            (json!({ "id": "1", "type": "remove" }), "missing field `seat`"),
            (json!({ "id": "1", "type": "say", "phrase": "boo" }), "unknown variant `boo`"),
        ] {
            let why = serde_json::from_value::<ClientMessage>(message).unwrap_err().to_string();
            assert!(why.contains(error), "{why}");
        }
    }
}
