//! Reading what comes in many variants in a log, an event above all: all fields that one can have at once, then what they make.
//! What serde derives for so many variants would be a large part of the module that a browser loads.
use super::{
    BotLevel, Clock, EndReason, FirstSitter, Identity, LogEvent, Options, Phrase, Setting,
};
use quinta_rules::{Action, Kind, Seat};
use serde::{Deserialize, Deserializer, de};

/// Which event it is.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Type {
    Created,
    Sat,
    Left,
    BotSat,
    Renamed,
    Ready,
    Started,
    Drawn,
    Turned,
    Acted,
    Undone,
    ClockHeld,
    TimedOut,
    Resigned,
    TakenOver,
    Returned,
    EndOffered,
    Ended,
    Hinted,
    Said,
    Rematch,
}

/// Every field that an event can have.
#[derive(Deserialize)]
#[serde(expecting = "an event")]
struct Fields {
    r#type: Type,
    seat: Option<Seat>,
    who: Option<Identity>,
    name: Option<String>,
    removed: Option<bool>,
    level: Option<BotLevel>,
    luck: Option<String>,
    first: Option<Seat>,
    tiles: Option<Vec<Kind>>,
    kind: Option<Kind>,
    action: Option<Action>,
    to: Option<u64>,
    fresh_luck: Option<bool>,
    milliseconds: Option<u64>,
    agrees: Option<bool>,
    reason: Option<EndReason>,
    winners: Option<Vec<Seat>>,
    phrase: Option<Phrase>,
    table: Option<String>,
    options: Option<Options>,
    seats: Option<Vec<FirstSitter>>,
    host: Option<Identity>,
    secret: Option<String>,
    invitation: Option<String>,
    begins_with: Option<Vec<LogEvent>>,
    tab: Option<String>,
}

fn needed<T, E: de::Error>(field: Option<T>, name: &'static str) -> Result<T, E> {
    field.ok_or_else(|| E::missing_field(name))
}

impl<'de> Deserialize<'de> for LogEvent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = Fields::deserialize(deserializer)?;
        let seat = || needed(fields.seat, "seat");
        let level = || needed(fields.level, "level");
        Ok(match fields.r#type {
            Type::Created => Self::Created(Box::new(Setting {
                name: needed(fields.name, "name")?,
                options: needed(fields.options, "options")?,
                seats: needed(fields.seats, "seats")?,
                host: needed(fields.host, "host")?,
                secret: needed(fields.secret, "secret")?,
                invitation: needed(fields.invitation, "invitation")?,
                begins_with: fields.begins_with.unwrap_or_default(),
                tab: fields.tab,
            })),
            Type::Sat => Self::Sat {
                seat: seat()?,
                who: needed(fields.who, "who")?,
                name: needed(fields.name, "name")?,
            },
            Type::Left => Self::Left { seat: seat()?, removed: needed(fields.removed, "removed")? },
            Type::BotSat => Self::BotSat { seat: seat()?, level: level()? },
            Type::Renamed => Self::Renamed { seat: seat()?, name: needed(fields.name, "name")? },
            Type::Ready => Self::Ready { seat: seat()?, luck: needed(fields.luck, "luck")? },
            Type::Started => Self::Started { first: needed(fields.first, "first")? },
            Type::Drawn => Self::Drawn { tiles: needed(fields.tiles, "tiles")? },
            Type::Turned => Self::Turned { kind: needed(fields.kind, "kind")? },
            Type::Acted => Self::Acted { seat: seat()?, action: needed(fields.action, "action")? },
            Type::Undone => Self::Undone {
                seat: seat()?,
                to: needed(fields.to, "to")?,
                fresh_luck: needed(fields.fresh_luck, "fresh_luck")?,
            },
            Type::ClockHeld => {
                Self::ClockHeld { milliseconds: needed(fields.milliseconds, "milliseconds")? }
            }
            Type::TimedOut => Self::TimedOut { seat: seat()? },
            Type::Resigned => Self::Resigned { seat: seat()? },
            Type::TakenOver => Self::TakenOver { seat: seat()?, level: level()? },
            Type::Returned => Self::Returned { seat: seat()? },
            Type::EndOffered => {
                Self::EndOffered { seat: seat()?, agrees: needed(fields.agrees, "agrees")? }
            }
            Type::Ended => Self::Ended {
                reason: needed(fields.reason, "reason")?,
                winners: needed(fields.winners, "winners")?,
            },
            Type::Hinted => Self::Hinted { seat: seat()? },
            Type::Said => Self::Said { seat: seat()?, phrase: needed(fields.phrase, "phrase")? },
            Type::Rematch => Self::Rematch { table: needed(fields.table, "table")? },
        })
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
#[serde(expecting = "a clock")]
struct ClockFields {
    r#type: ClockType,
    seconds: Option<u32>,
    increment: Option<u32>,
    days: Option<u32>,
}

impl<'de> Deserialize<'de> for Clock {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = ClockFields::deserialize(deserializer)?;
        let seconds = || needed(fields.seconds, "seconds");
        Ok(match fields.r#type {
            ClockType::None => Self::None,
            ClockType::PerMove => Self::PerMove { seconds: seconds()? },
            ClockType::PerGame => Self::PerGame {
                seconds: seconds()?,
                increment: needed(fields.increment, "increment")?,
            },
            ClockType::Days => Self::Days { days: needed(fields.days, "days")? },
        })
    }
}

/// Who it is.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum SitterType {
    Open,
    Person,
    Bot,
}

/// Every field that a first sitter can have.
#[derive(Deserialize)]
#[serde(expecting = "who sits on a seat")]
struct SitterFields {
    is: SitterType,
    who: Option<Identity>,
    name: Option<String>,
    level: Option<BotLevel>,
}

impl<'de> Deserialize<'de> for FirstSitter {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = SitterFields::deserialize(deserializer)?;
        Ok(match fields.is {
            SitterType::Open => Self::Open,
            SitterType::Person => {
                Self::Person { who: needed(fields.who, "who")?, name: needed(fields.name, "name")? }
            }
            SitterType::Bot => Self::Bot { level: needed(fields.level, "level")? },
        })
    }
}
