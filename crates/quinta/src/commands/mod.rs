//! The subcommands, a file each.
pub(crate) mod backup;
pub(crate) mod bench;
pub(crate) mod load;
pub(crate) mod perft;
pub(crate) mod record;
pub(crate) mod serve;
pub(crate) mod verify;
