//! The subcommands, a file each.
pub(crate) mod bench;
pub(crate) mod perft;
pub(crate) mod record;
pub(crate) mod verify;
