//! Records.
mod event;
mod figures;
pub mod notation;
mod record;
mod replay;
mod result;
mod setup;
mod verify;

pub use event::{
    ActionEvent, DrawEvent, Event, Unrepresentable, action_from_value, action_to_value,
};
pub use figures::Figures;
pub use record::{ReadError, Record};
pub use replay::{Done, Replay, Step};
pub use result::{GameResult, GroupResult, PlayerResult};
pub use setup::{Board, Setup, SetupProblem};
pub use verify::{Difference, Place, verify};
