//! The rules of the game.
pub mod cell;
pub mod kind;
