//! What goes over plain HTTP: guests, the lobby, making tables, replays.
use crate::event::NumberedEvent;
use crate::state::StateView;
use crate::table::{Clock, EndReason, Options, Stage, TableView};
use quinta_bots::BotLevel;
use quinta_rules::{Rules, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The guest that a cookie or token stands for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Me {
    /// Their name: text, never markup.
    pub name: String,
    /// Their language, a code of two letters: `en`.
    pub language: String,
}

/// Changes to a guest.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeMe {
    /// Another name: 1 to 40 characters, no control characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 40))]
    pub name: Option<String>,
    /// Another language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 2, max = 2))]
    pub language: Option<String>,
}

/// A token for a program, in place of the cookie: `Authorization: Bearer TOKEN`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Token {
    /// The token.
    pub token: String,
    /// The guest that it stands for.
    pub name: String,
}

/// Who is to sit on a seat of a new table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "who", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatPlan {
    /// The one who makes the table; several times for several people at one screen.
    Me {
        /// A name other than the guest's own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(max = 40))]
        name: Option<String>,
    },
    /// Open: anyone may take it.
    Open {},
    /// A bot.
    Bot {
        /// How well it plays.
        level: BotLevel,
    },
}

/// A new table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateTable {
    /// Its name, up to 60 characters; may be empty.
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub name: String,
    /// How it is played.
    #[serde(default)]
    pub options: Options,
    /// Two to four seats.
    #[schemars(length(min = 2, max = 4))]
    pub seats: Vec<SeatPlan>,
}

/// A new table at which a game goes on from a position of another one, against bots and with fresh luck.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayOn {
    /// The record of the other game.
    pub record: serde_json::Value,
    /// After so many of its moves.
    pub moves: u32,
    /// The seat that you take.
    pub seat: Seat,
    /// How well the bots on the other seats play.
    pub level: BotLevel,
}

/// A game that was played in a browser, to go on at this server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportGame {
    /// The id that it has in the browser.
    #[schemars(length(min = 1, max = 64), regex(pattern = "^[A-Za-z0-9-]{1,64}$"))]
    pub id: String,
    /// Its log, entry by entry, as the browser stored it: at most 4000, the first one first.
    #[schemars(length(min = 1, max = 4000))]
    pub log: Vec<String>,
}

/// Where an imported game is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportedGame {
    /// Its id here.
    pub id: String,
    /// The path of its page.
    pub address: String,
}

/// A table that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Created {
    /// Its id.
    pub id: String,
    /// The code that lets others in.
    pub invitation: String,
    /// The link to send to others.
    pub link: String,
    /// Whether that link only works on this machine.
    pub link_is_local: bool,
}

/// A table in the lobby.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LobbyTable {
    /// Its id.
    pub id: String,
    /// Its name; may be empty.
    pub name: String,
    /// Where it is in its life.
    pub stage: Stage,
    /// The names on its seats: a person's name, a bot's level, or nothing for an open seat.
    pub seats: Vec<LobbySeat>,
    /// The clock.
    pub clock: Clock,
    /// Whether it is the turn of a seat of yours.
    pub your_turn: bool,
    /// The round, 1 to 4, from the start on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u8>,
    /// When something last happened, in milliseconds since 1970.
    pub last: u64,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<EndReason>,
    /// When it will be deleted unless something happens there, in milliseconds since 1970: nobody has gone on with it for long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<u64>,
}

/// A seat in the lobby.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LobbySeat {
    /// The person's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The bot's level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<BotLevel>,
    /// Points, from the start on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i16>,
    /// Whether it won.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub won: bool,
    /// Whether it is yours.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub you: bool,
}

/// The lobby, each list with the latest first and at most 50 long.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Lobby {
    /// Open tables that still have a free seat.
    pub open: Vec<LobbyTable>,
    /// Tables at which you sit and that are not over, those where it is your turn first.
    pub mine: Vec<LobbyTable>,
    /// Open tables where a game is on: to watch.
    pub running: Vec<LobbyTable>,
    /// Games of yours and open ones that are over.
    pub finished: Vec<LobbyTable>,
}

/// A game as a replay, step by step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Replay {
    /// The names on the seats; empty where the record has none.
    pub names: Vec<String>,
    /// All numbers that it was played by.
    pub rules: Rules,
    /// The seat that began.
    pub first: Seat,
    /// The events, and the state after each.
    pub steps: Vec<ReplayStep>,
}

/// An event of a replay and the state after it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReplayStep {
    /// The event.
    pub event: NumberedEvent,
    /// The state after it.
    pub state: StateView,
}

/// The lessons of the tutorial.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Lessons {
    /// All of them, in the order in which they are taken.
    pub lessons: Vec<LessonName>,
}

/// A lesson of the tutorial.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LessonName {
    /// Its name.
    pub name: String,
    /// Whether it is an exercise.
    pub exercise: bool,
    /// The part of the table that lights up: `display`, `storage`, `garden`, `buy` or `pass`.
    pub look: String,
}

/// A lesson as it is being taken: what the learner has done so far.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeLesson {
    /// The actions, up to 100.
    #[schemars(length(max = 100))]
    pub actions: Vec<quinta_rules::Action>,
}

/// What a lesson's table tells after these actions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LessonView {
    /// The lesson.
    pub name: String,
    /// Whether its goal is reached.
    pub done: bool,
    /// The table.
    pub table: TableView,
    /// What has happened so far.
    pub events: Vec<NumberedEvent>,
    /// What the learner can do now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choices: Option<crate::Choices>,
}

/// What the server is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct About {
    /// `quinta`.
    pub server: String,
    /// Its version.
    pub release: String,
    /// The protocol's version: 1.
    pub version: u32,
    /// The levels that bots of this server have, the weakest first.
    pub levels: Vec<BotLevel>,
    /// The phrases that can be said.
    pub phrases: Vec<crate::table::Phrase>,
    /// The numbers of the scoring board's two sides, to start house rules from.
    pub boards: Boards,
}

/// The numbers of the scoring board's two sides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Boards {
    /// The front.
    pub front: Rules,
    /// The back.
    pub back: Rules,
}
