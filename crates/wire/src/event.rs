//! What happened at a table, one entry for each number of its log, with all that an animation needs.
use crate::scoring::{FinalScored, RoundScored};
use crate::table::{EndReason, Phrase};
use quinta_bots::BotLevel;
use quinta_rules::{
    Area, Attribute, Cell, CopyRef, Direction, Discard, Feature, Kind, Payment, Seat,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An event with its number and its time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NumberedEvent {
    /// Its number in the table's log, counted from 1 without gaps.
    pub number: u64,
    /// When it happened, in milliseconds since 1970.
    pub time: u64,
    /// What happened.
    pub event: Event,
}

/// A feature that was surrounded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Surrounded {
    /// Where.
    pub cell: Cell,
    /// What.
    pub feature: Feature,
    /// The jokers for it.
    pub jokers: u8,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The table was made.
    Created {
        /// Its name.
        name: String,
    },
    /// A person took a seat.
    Sat {
        /// The seat.
        seat: Seat,
        /// The person's name.
        name: String,
    },
    /// A person left a seat before the start, or the host removed them.
    Left {
        /// The seat.
        seat: Seat,
        /// Whether the host removed them.
        removed: bool,
    },
    /// The host gave a seat to a bot before the start.
    BotSat {
        /// The seat.
        seat: Seat,
        /// How well it plays.
        level: BotLevel,
    },
    /// A person got another name.
    Renamed {
        /// The seat.
        seat: Seat,
        /// The new name.
        name: String,
    },
    /// A person is ready and added luck.
    Ready {
        /// The seat.
        seat: Seat,
        /// The SHA-256 hash of the bytes that they added, in hex; the bytes themselves are revealed at the end.
        luck_hash: String,
    },
    /// The game began.
    Started {
        /// The seat that begins.
        first: Seat,
        /// How many moves of another game it goes on from, if it does: what was drawn by then is that game's luck, not this table's.
        #[serde(default, skip_serializing_if = "no_moves")]
        moves: u32,
    },
    /// Tiles were put on the top of the stack. With no tile at all the stack is spread.
    Drawn {
        /// The slot on top of the stack.
        slot: u8,
        /// The tiles.
        tiles: Vec<Kind>,
        /// Whether the tower was poured into the bag first.
        poured: bool,
        /// Whether bag and tower were empty, so that the rest of the stack lies beside it now.
        spread: bool,
    },
    /// An expansion of the display was turned face up.
    Turned {
        /// Which one.
        slot: u8,
        /// What it shows.
        kind: Kind,
    },
    /// A seat acquired.
    Acquired {
        /// Who.
        seat: Seat,
        /// The colour or pattern.
        attribute: Attribute,
        /// What was taken from where.
        take: Vec<CopyRef>,
        /// The slot that was on top of the stack and moved beside it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        moved: Option<u8>,
    },
    /// A seat placed a tile.
    Placed {
        /// Who.
        seat: Seat,
        /// The tile.
        kind: Kind,
        /// Where.
        cell: Cell,
        /// What was discarded.
        pay: Payment,
        /// What it surrounded.
        surrounded: Vec<Surrounded>,
        /// Jokers that came into storage.
        jokers_gained: u8,
        /// Jokers that did not fit.
        jokers_lost: u8,
    },
    /// A seat laid an expansion face up.
    Expanded {
        /// Who.
        seat: Seat,
        /// The expansion.
        kind: Kind,
        /// Where.
        area: Area,
        /// The direction of its printed hexagon.
        petal: Direction,
        /// The cell of its printed hexagon.
        cell: Cell,
        /// What was discarded.
        pay: Payment,
        /// What it surrounded.
        surrounded: Vec<Surrounded>,
        /// Jokers that came into storage.
        jokers_gained: u8,
        /// Jokers that did not fit.
        jokers_lost: u8,
    },
    /// A seat laid an expansion from the supply face down.
    Bought {
        /// Who.
        seat: Seat,
        /// Where.
        area: Area,
        /// For how many points.
        cost: u8,
    },
    /// A seat passed.
    Passed {
        /// Who.
        seat: Seat,
        /// What was discarded.
        discard: Discard,
        /// Points really lost: no more than there were, where a score stops at zero.
        loss: u32,
        /// What is discarded costs so much.
        discard_cost: u32,
        /// Whether it took the first-player marker.
        marker: bool,
        /// What taking the marker costs: 0 if it did not.
        marker_cost: u32,
        /// The scoring, if this pass ended the round. The display is cleared then: its tiles go to the tower, its expansions to the supply.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        round: Option<RoundScored>,
        /// The final scoring, if this pass ended the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        end: Option<FinalScored>,
    },
    /// An action was taken back: the position is the one after event `to`.
    Undone {
        /// Who.
        seat: Seat,
        /// The number of the last game event that still counts.
        to: u64,
        /// Whether luck is fresh from here on.
        fresh_luck: bool,
    },
    /// Nobody could move for a while, since the server was away: the running clock stood still.
    ClockHeld {
        /// For so many milliseconds.
        milliseconds: u64,
    },
    /// A seat's time ran out.
    TimedOut {
        /// Whose.
        seat: Seat,
    },
    /// A seat resigned; it passes from now on.
    Resigned {
        /// Who.
        seat: Seat,
    },
    /// A bot plays for a seat whose person is gone.
    TakenOver {
        /// The seat.
        seat: Seat,
        /// How well the bot plays.
        level: BotLevel,
    },
    /// The person came back and plays again.
    Returned {
        /// The seat.
        seat: Seat,
    },
    /// A seat would like to end the game here, or not any more.
    EndOffered {
        /// Who.
        seat: Seat,
        /// Whether it would.
        agrees: bool,
    },
    /// The game is over.
    Ended {
        /// Why.
        reason: EndReason,
        /// Who won; nobody if it ended by agreement.
        winners: Vec<Seat>,
    },
    /// A seat asked for a hint and got one.
    Hinted {
        /// Who.
        seat: Seat,
    },
    /// A seat said something.
    Said {
        /// Who.
        seat: Seat,
        /// What.
        phrase: Phrase,
    },
    /// The same players meet again.
    Rematch {
        /// At this table.
        table: String,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands in a reference")]
fn no_moves(moves: &u32) -> bool {
    *moves == 0
}
