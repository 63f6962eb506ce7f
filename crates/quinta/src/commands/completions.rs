//! `quinta completions`: completions for shells.
use anyhow::Result;
use clap::{Args, Command};
use clap_complete::Shell;
use std::io::{self, Write};
use std::process::ExitCode;

/// Print the completions of commands and options for a shell
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta completions bash > ~/.local/share/bash-completion/completions/quinta
  quinta completions zsh > ~/.zfunc/_quinta          (with ~/.zfunc in fpath)
  quinta completions fish > ~/.config/fish/completions/quinta.fish

Exit codes:
  0  they were printed
  2  the command line was not understood")]
pub(crate) struct Arguments {
    /// The shell
    shell: Shell,
}

/// Prints the completions of `program`.
pub(crate) fn run(arguments: &Arguments, mut program: Command) -> Result<ExitCode> {
    // Through a buffer: the generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut program, "quinta", &mut script);
    io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
