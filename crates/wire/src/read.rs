//! Reading what comes in many variants, a client's message above all: its fields first, then what they make.
//! What serde derives for so many variants would be a large part of the module that a browser loads.
use crate::http::SeatPlan;
use crate::message::{ClientMessage, Command};
use crate::table::Clock;
use quinta_bots::BotLevel;
use quinta_record::json;
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
        json::from_value(&value).map_err(E::custom)
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

/// Which clock it is.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum ClockType {
    None,
    PerMove,
    PerGame,
    Days,
}

/// Every field that a clock can have.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a clock")]
struct ClockFields {
    r#type: ClockType,
    seconds: Option<u32>,
    increment: Option<u32>,
    days: Option<u32>,
}

impl<'de> Deserialize<'de> for Clock {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let its = ClockFields::deserialize(deserializer)?;
        match (its.r#type, its.seconds, its.increment, its.days) {
            (ClockType::None, None, None, None) => Ok(Self::None),
            (ClockType::PerMove, Some(seconds), None, None) => Ok(Self::PerMove { seconds }),
            (ClockType::PerGame, Some(seconds), Some(increment), None) => {
                Ok(Self::PerGame { seconds, increment })
            }
            (ClockType::Days, None, None, Some(days)) => Ok(Self::Days { days }),
            _ => Err(de::Error::custom("a clock has the fields of its type, and no others")),
        }
    }
}

/// Who is to sit on a seat.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Who {
    Me,
    Open,
    Bot,
}

/// Every field that the plan of a seat can have.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the plan of a seat")]
struct SeatFields {
    who: Who,
    name: Option<String>,
    level: Option<BotLevel>,
}

impl<'de> Deserialize<'de> for SeatPlan {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let its = SeatFields::deserialize(deserializer)?;
        match (its.who, its.name, its.level) {
            (Who::Me, name, None) => Ok(Self::Me { name }),
            (Who::Open, None, None) => Ok(Self::Open {}),
            (Who::Bot, None, Some(level)) => Ok(Self::Bot { level }),
            (Who::Bot, None, None) => Err(de::Error::missing_field("level")),
            _ => Err(de::Error::custom("a seat has the fields of who sits there, and no others")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Phrase;
    use quinta_rules::{Action, Seat};
    use serde_json::json;

    #[test]
    fn every_command_is_read_as_it_is_written() {
        let at = 3;
        let seat: Seat = serde_json::from_value(json!(1)).unwrap();
        let (name, level) = (String::from("Anna"), BotLevel::Mason);
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
    #[test]
    fn clocks_and_seats_have_their_own_fields_and_no_others() {
        for clock in [
            Clock::None,
            Clock::PerMove { seconds: 30 },
            Clock::PerGame { seconds: 600, increment: 5 },
            Clock::Days { days: 3 },
        ] {
            let written = serde_json::to_value(clock).unwrap();
            assert_eq!(serde_json::from_value::<Clock>(written).unwrap(), clock);
        }
        for seat in [
            SeatPlan::Me { name: Some("Bo".into()) },
            SeatPlan::Me { name: None },
            SeatPlan::Open {},
            SeatPlan::Bot { level: BotLevel::Mason },
        ] {
            let written = serde_json::to_value(&seat).unwrap();
            assert_eq!(serde_json::from_value::<SeatPlan>(written).unwrap(), seat);
        }
        for clock in [
            json!({}),
            json!({ "type": "never" }),
            json!({ "type": "none", "days": 1 }),
            json!({ "type": "per_move" }),
            json!({ "type": "per_move", "seconds": 9, "increment": 9 }),
            json!({ "type": "days", "days": 3, "nights": 3 }),
        ] {
            assert!(serde_json::from_value::<Clock>(clock.clone()).is_err(), "{clock}");
        }
        for seat in [
            json!({}),
            json!({ "who": "bot" }),
            json!({ "who": "open", "name": "Bo" }),
            json!({ "who": "me", "level": "mason" }),
            json!({ "who": "me", "hat": true }),
        ] {
            assert!(serde_json::from_value::<SeatPlan>(seat.clone()).is_err(), "{seat}");
        }
    }
}
