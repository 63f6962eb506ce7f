//! The messages between the game server and its clients.
//!
//! Everything is JSON; `docs/api.md` tells the whole protocol. Schemas ([`schema`]) and TypeScript declarations
//! ([`typescript`], kept in `wire.d.ts`) are made from these types.
//!
//! ```
//! use quinta_rules::{Chance, Rules, Seat, State, TopTiles};
//! use quinta_wire::{Choices, StateView};
//!
//! let rules = Rules::FRONT;
//! let mut state = State::new(&rules, 2, Seat::new(0).unwrap())?;
//! let tiles = ["g2", "b1", "g6", "p5"].map(|kind| kind.parse().unwrap());
//! state.chance(&rules, &Chance::Draw(TopTiles::new(tiles).unwrap()))?;
//!
//! let view = serde_json::to_value(StateView::of(&rules, &state))?;
//! assert_eq!(view["display"]["slots"][0]["tiles"][0], "b1");
//! let choices = Choices::of(&rules, &state, 7).unwrap();
//! assert!(choices.acquire[0].reason.is_none(), "blue is on offer");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
mod advice;
mod choices;
mod code;
mod endpoints;
mod event;
pub mod hex;
mod http;
mod message;
mod push;
pub mod schema;
mod scoring;
mod state;
mod table;
pub mod typescript;

pub use advice::{Advice, Why};
pub use choices::{
    AcquireChoice, BlockedCell, BlockedSpot, BuyChoice, CellChoice, Choices, ExpandChoice,
    KindCopies, PassChoice, PlaceChoice, SpotChoice,
};
pub use code::Code;
pub use endpoints::{ENDPOINTS, Endpoint, Payload};
pub use event::{Event, NumberedEvent, Surrounded};
pub use http::{
    About, Boards, ChangeMe, CreateTable, Created, Lobby, LobbySeat, LobbyTable, Me, Replay,
    ReplayStep, SeatPlan, Token,
};
pub use message::{
    ByeReason, ClientMessage, Command, Error, Poll, Presence, Refused, Reply, ServerMessage,
    Snapshot, Update, You,
};
pub use push::{PushKey, PushMessage, Subscribe, SubscribeKeys};
pub use scoring::{
    AttributePoints, FinalPoints, FinalScored, GroupPoints, Outlook, RoundPoints, RoundScored,
    SeatFinal, SeatRound, scored_by,
};
pub use state::{AreaView, DisplayView, Face, Ground, HexView, PlayerView, SlotView, StateView};
pub use table::{
    Access, Board, Clock, ClockView, EndReason, FairView, First, Level, Options, Phrase,
    ResultView, SeatView, Sitter, Stage, TableView, Undo, UndoView,
};

/// The protocol's version.
pub const VERSION: u32 = 1;
