//! The messages between the game server and its clients.
//!
//! Everything is JSON; `docs/api.md` describes the protocol. Schemas ([`schema`]) and TypeScript declarations ([`typescript`]) are made
//! from these types. `quinta-server` keeps the declarations in `wire.d.ts`, since it knows the endpoints.
//!
//! A whole game as a client sees it: a view of the state, and once a turn everything that can be done.
//!
//! ```
//! use quinta_deal::{Deal, Seed};
//! use quinta_rules::{Action, Rules, State};
//! use quinta_wire::{Choices, StateView};
//! use serde_json::{from_value, json, to_value};
//!
//! let rules = Rules::FRONT;
//! let seed: Seed = "42".parse()?;
//! let deal = Deal::new(&seed, &rules, 2)?;
//! let mut state = State::new(&rules, 2, deal.first())?;
//! let mut number = 0;
//! while !state.is_over() {
//!     number += 1;
//!     if let Some(outcome) = deal.answer(&rules, &state) {
//!         state.chance(&rules, &outcome)?;
//!     } else if let Some(choices) = Choices::of(&rules, &state, number) {
//!         // Takes what can be taken, and else passes; an action goes over the wire like this.
//!         let possible = choices.acquire.iter().find(|choice| choice.reason.is_none());
//!         let sent = match possible {
//!             Some(choice) => json!({ "acquire": choice.attribute, "take": choice.takes[0] }),
//!             None => json!({ "pass": {} }),
//!         };
//!         let action: Action = from_value(sent)?;
//!         state.play(&rules, choices.seat, &action)?;
//!     }
//! }
//! let view = to_value(StateView::of(&rules, &state))?;
//! assert_eq!(view["phase"], "over");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
mod advice;
mod choices;
mod code;
mod delta;
mod event;
pub mod hex;
mod http;
mod message;
mod push;
mod review;
pub mod schema;
mod scoring;
mod state;
mod table;
pub mod typescript;

pub use advice::{Advice, Alternative};
pub use choices::{
    AcquireChoice, BlockedCell, BlockedSpot, BuyChoice, CellChoice, Choices, ExpandChoice,
    KindCopies, PassChoice, PlaceChoice, SpotChoice,
};
pub use code::Code;
pub use delta::{Delta, Document, apply_delta};
pub use event::{Event, NumberedEvent, Surrounded};
pub use http::*;
pub use message::{
    ByeReason, ClientMessage, Command, Error, PartMessage, Poll, Presence, Refused, Reply,
    ServerMessage, Snapshot, Update, You,
};
pub use push::{PushKey, PushMessage, Subscribe, SubscribeKeys};
pub use quinta_bots::review::Grade;
pub use quinta_bots::{BotLevel, Why};
pub use review::{BetterMove, Review, ReviewProgress, ReviewedMove};
pub use scoring::{
    AttributePoints, FinalPoints, FinalScored, GroupPoints, Outlook, RoundPoints, RoundScored,
    SeatFinal, SeatRound, scored_by,
};
pub use state::{AreaView, DisplayView, Face, Ground, HexView, PlayerView, SlotView, StateView};
pub use table::{
    Access, Clock, ClockView, EndReason, FairView, First, Options, Phrase, ResultView, SeatView,
    Sitter, Stage, TableView, Undo, UndoView,
};

/// The protocol's version.
pub const VERSION: u32 = 1;
