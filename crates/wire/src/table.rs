//! A table as its clients see it: options, seats, clock, state, fairness.
use crate::scoring::{FinalScored, RoundScored};
use crate::state::StateView;
use quinta_bots::BotLevel;
use quinta_rules::{Board, Rules, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

/// A phrase from the fixed list; `phrase.hello` and so on in the catalogues are its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Phrase {
    Hello,
    Luck,
    Nice,
    Garden,
    Wanted,
    Oops,
    Thinking,
    Moment,
    Thanks,
    Played,
    Again,
}

impl Phrase {
    /// All phrases, in the order in which a client lists them.
    pub const ALL: [Self; 11] = [
        Self::Hello,
        Self::Luck,
        Self::Nice,
        Self::Garden,
        Self::Wanted,
        Self::Oops,
        Self::Thinking,
        Self::Moment,
        Self::Thanks,
        Self::Played,
        Self::Again,
    ];
}

/// Who may take an open seat.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// Anyone: the table stands in the lobby.
    Open,
    /// Whoever has the link.
    #[default]
    Invitation,
}

/// Refuses fields beside the tag: for a unit variant `deny_unknown_fields` does not.
fn no_fields<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct NoFields {}
    NoFields::deserialize(deserializer).map(|NoFields {}| ())
}

/// How much time there is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Clock {
    /// As much as you like.
    #[default]
    #[serde(deserialize_with = "no_fields")]
    None,
    /// So many seconds for each move.
    PerMove {
        /// 5 to 3600.
        seconds: u32,
    },
    /// So many seconds for the game, and more for each move.
    PerGame {
        /// 60 to 36000.
        seconds: u32,
        /// Added after each move, 0 to 600.
        increment: u32,
    },
    /// So many days for each move.
    Days {
        /// 1 to 30.
        days: u32,
    },
}

/// What may be taken back.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Undo {
    /// Nothing.
    Never,
    /// The last action, as long as it revealed nothing and nobody has acted since.
    #[default]
    Last,
    /// Against bots only: any of your actions, with fresh luck from there. With several people at the table it is as `last`.
    Free,
}

/// Who begins.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum First {
    /// By lot, from the game's seed.
    #[default]
    Lot,
    /// This seat.
    Seat(Seat),
}

/// How a table is played.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Which numbers are played by.
    pub board: Board,
    /// The numbers of a custom board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<Rules>,
    /// Who begins.
    pub first: First,
    /// Who may take an open seat.
    pub access: Access,
    /// How much time there is.
    pub clock: Clock,
    /// What may be taken back.
    pub undo: Undo,
    /// Whether bots may be asked for advice.
    pub hints: bool,
    /// How many hints each person may have in a game; as many as they like if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint_limit: Option<u8>,
}

/// Where a table is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Seats are being taken; it starts when every seat is taken and every person is ready.
    Gathering,
    /// The game is on.
    Playing,
    /// The game is over.
    Over,
}

/// Why a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// Four rounds were played.
    Finished,
    /// Everyone agreed to stop.
    Agreed,
    /// All but one resigned.
    Resigned,
    /// The others ended it after someone had gone or run out of time.
    Abandoned,
}

/// Who sits on a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "who", rename_all = "snake_case")]
pub enum Sitter {
    /// Nobody yet.
    Open {},
    /// A person.
    Person {
        /// Their name: text, never markup.
        name: String,
        /// Whether they are ready for the start.
        ready: bool,
        /// Whether they resigned.
        resigned: bool,
        /// Whether their time ran out.
        timed_out: bool,
        /// Whether they would like to end the game here.
        wants_end: bool,
        /// How many hints they have had.
        hints: u16,
        /// The bot that plays for them while they are gone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        played_by: Option<BotLevel>,
    },
    /// A bot.
    Bot {
        /// How well it plays.
        level: BotLevel,
    },
}

/// A seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatView {
    /// Which one.
    pub seat: Seat,
    /// Who sits there.
    #[serde(flatten)]
    pub sitter: Sitter,
}

/// The clock as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClockView {
    /// The server's time, in milliseconds since 1970.
    pub now: u64,
    /// The seat whose time runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<Seat>,
    /// When it runs out, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<u64>,
    /// Milliseconds that each seat has left, as of its last move.
    pub left: Vec<u64>,
}

/// What can be taken back now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UndoView {
    /// By this seat.
    pub seat: Seat,
    /// To the position after this event.
    pub to: u64,
    /// Whether the seat may name any earlier number too: one less than that of an action of its own.
    pub further: bool,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ResultView {
    /// Why it is over.
    pub reason: EndReason,
    /// Who won.
    pub winners: Vec<Seat>,
    /// The final scoring, if four rounds were played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scoring: Option<FinalScored>,
}

/// What proves that luck was fair. See `docs/fairness.md`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FairView {
    /// The commitment to the server's seed, in hex, known from the first moment.
    pub commitment: String,
    /// The server's seed, in hex: revealed at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// What each person's client added, in hex, by seat, empty for bots: revealed at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<Vec<String>>,
    /// Where it was dealt in a player's own browser: the id that the table had there, which commitment and luck belong to. That
    /// browser knew the seed, so to others they prove nothing about what its player knew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<String>,
}

/// A table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableView {
    /// Its id.
    pub id: String,
    /// Its name: text, never markup. May be empty.
    pub name: String,
    /// The number of its last event.
    pub number: u64,
    /// Where it is in its life.
    pub stage: Stage,
    /// How it is played.
    pub options: Options,
    /// All numbers that it is played by; `rounds` is the wheel.
    pub rules: Rules,
    /// The seats.
    pub seats: Vec<SeatView>,
    /// The game, from the start on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<StateView>,
    /// The rounds scored so far.
    pub history: Vec<RoundScored>,
    /// What can be taken back now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<UndoView>,
    /// The clock, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockView>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultView>,
    /// What proves that luck was fair.
    pub fair: FairView,
    /// The table at which the same players meet again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<String>,
}
