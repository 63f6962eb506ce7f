//! The subcommands, a file each.
pub(crate) mod advice;
pub(crate) mod analyse;
pub(crate) mod arena;
pub(crate) mod backup;
pub(crate) mod bench;
pub(crate) mod bots;
pub(crate) mod counts;
pub(crate) mod engine;
pub(crate) mod engine_check;
pub(crate) mod load;
pub(crate) mod picture;
pub(crate) mod record;
pub(crate) mod selfplay;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod tune;
pub(crate) mod verify;
