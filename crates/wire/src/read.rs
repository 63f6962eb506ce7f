//! Reading a client's message: all fields that a command can have at once, then the command that they make.
//! What serde derives for so many variants would be a large part of the module that a browser loads.
use crate::message::{ClientMessage, Command};
use crate::table::Phrase;
use quinta_bots::Level;
use quinta_rules::{Action, Seat};
use serde::{Deserialize, Deserializer, de};

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

/// Every field that a message can have.
#[derive(Deserialize)]
#[serde(expecting = "a message")]
struct Fields {
    id: String,
    r#type: Type,
    at: Option<u64>,
    seat: Option<Seat>,
    action: Option<Action>,
    text: Option<String>,
    to: Option<u64>,
    invitation: Option<String>,
    name: Option<String>,
    level: Option<Level>,
    luck: Option<String>,
    agrees: Option<bool>,
    phrase: Option<Phrase>,
}

fn needed<T, E: de::Error>(field: Option<T>, name: &'static str) -> Result<T, E> {
    field.ok_or_else(|| E::missing_field(name))
}

impl<'de> Deserialize<'de> for ClientMessage {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = Fields::deserialize(deserializer)?;
        let Fields { id, seat, to, invitation, name, level, .. } = fields;
        let at = || needed(fields.at, "at");
        let action = || needed(fields.action, "action");
        let its_seat = || needed(seat, "seat");
        let command = match fields.r#type {
            Type::Act => Command::Act { at: at()?, seat, action: action()? },
            Type::ActText => {
                Command::ActText { at: at()?, seat, text: needed(fields.text, "text")? }
            }
            Type::Undo => Command::Undo { at: at()?, to },
            Type::Sit => Command::Sit { seat, invitation, name },
            Type::Leave => Command::Leave { seat },
            Type::Remove => Command::Remove { seat: its_seat()? },
            Type::SetBot => Command::SetBot { seat: its_seat()?, level },
            Type::Ready => Command::Ready { seat, luck: needed(fields.luck, "luck")? },
            Type::Rename => Command::Rename { seat: its_seat()?, name: needed(name, "name")? },
            Type::Resign => Command::Resign { seat },
            Type::TakeOver => {
                Command::TakeOver { seat: its_seat()?, level: needed(level, "level")? }
            }
            Type::Return => Command::Return { seat },
            Type::OfferEnd => Command::OfferEnd { agrees: needed(fields.agrees, "agrees")? },
            Type::Abandon => Command::Abandon { seat: its_seat()? },
            Type::Say => Command::Say { phrase: needed(fields.phrase, "phrase")? },
            Type::Hint => Command::Hint { level },
            Type::Weigh => Command::Weigh { at: at()?, action: action()? },
            Type::Rematch => Command::Rematch {},
            Type::Ping => Command::Ping {},
        };
        Ok(Self { id, command })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
    fn what_is_no_message_is_refused_with_words() {
        for (message, error) in [
            (json!(3), "expected a message"),
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
