//! `quinta bots`: which bots there are, and which net is inside.
use anyhow::Result;
use clap::Args;
use quinta_bots::Level;
use quinta_bots::net::Net;
use std::io::{self, Write};
use std::process::ExitCode;

/// List the bots, the weakest first, and the net that the strongest plays by
#[derive(Args)]
pub(crate) struct Arguments {
    /// List them; this is all that the command does so far
    #[arg(long)]
    list: bool,
}

pub(crate) fn run(_: &Arguments) -> Result<ExitCode> {
    let mut out = io::stdout().lock();
    for level in Level::ALL {
        writeln!(out, "{}", level.name())?;
    }
    let net = Net::shipped();
    writeln!(out, "\nnet inside:\n{}", net.header())?;
    Ok(ExitCode::SUCCESS)
}
