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
    /// Say all that the header of the net says: its shape, its data, how it was trained
    #[arg(long)]
    list: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut out = io::stdout().lock();
    for level in Level::ALL {
        writeln!(out, "{}", level.name())?;
    }
    let net = Net::shipped();
    if arguments.list {
        writeln!(out, "\nThe net inside:\n{}", net.header())?;
    } else {
        writeln!(out, "\nThe net inside is {:?}; --list says more.", net.header().name)?;
    }
    Ok(ExitCode::SUCCESS)
}
