//! A live game.
