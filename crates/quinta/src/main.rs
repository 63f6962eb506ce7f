//! The command line: every subcommand is a few lines that call a crate.
mod clock;
mod commands;
mod dealt;
mod input;
mod logs;
mod output;
mod watch;
mod write_file;

use clap::{CommandFactory, Parser, Subcommand};
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// Quinta: the board game Azul: Queen's Garden, faithful and unofficial.
#[derive(Parser)]
#[command(version, after_help = AFTER_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

/// The commands.
#[derive(Subcommand)]
enum Command {
    Serve(commands::serve::Arguments),
    Doctor(commands::doctor::Arguments),
    ExportSite(commands::export_site::Arguments),
    Backup(commands::backup::Arguments),
    Store(commands::store::Arguments),
    Load(commands::load::Arguments),
    Verify(commands::verify::Arguments),
    Show(commands::show::Arguments),
    Record(commands::record::Arguments),
    Bench(commands::bench::Arguments),
    Counts(commands::counts::Arguments),
    Picture(commands::picture::Arguments),
    Rules(commands::rules::Arguments),
    Arena(commands::arena::Arguments),
    Tune(commands::tune::Arguments),
    Selfplay(commands::selfplay::Arguments),
    Bots(commands::bots::Arguments),
    Engine(commands::engine::Arguments),
    EngineCheck(commands::engine_check::Arguments),
    Analyse(commands::analyse::Arguments),
    Advice(commands::advice::Arguments),
    Completions(commands::completions::Arguments),
    Man(commands::man::Arguments),
}

/// The text below the help.
const AFTER_HELP: &str = "\
Without a command it is `quinta serve`.

Examples:
  quinta serve --lan --open
  quinta record --players 3 --board back --seed 7 > game.json
  quinta verify game.json
  quinta show game.json
  quinta counts game.json
  quinta bench --players 4
  quinta picture game.json -o game.png
  quinta help record

Exit codes:
  0    all is well
  1    something is not: a record differs or is broken, a file cannot be read or written
  2    the command line was not understood
  130  Ctrl-C ended it (143: SIGTERM); what there was by then is printed
  141  whoever read the output went away";

fn main() -> ExitCode {
    // Without a command it is `serve`; read like this, the environment counts as well.
    let command = Cli::parse().command.or_else(|| Cli::parse_from(["quinta", "serve"]).command);
    let outcome = match command {
        None => Ok(ExitCode::from(2)),
        Some(Command::Serve(arguments)) => commands::serve::run(&arguments),
        Some(Command::Doctor(arguments)) => commands::doctor::run(&arguments),
        Some(Command::ExportSite(arguments)) => commands::export_site::run(&arguments),
        Some(Command::Backup(arguments)) => commands::backup::run(&arguments),
        Some(Command::Store(arguments)) => commands::store::run(&arguments),
        Some(Command::Load(arguments)) => commands::load::run(&arguments),
        Some(Command::Verify(arguments)) => commands::verify::run(&arguments),
        Some(Command::Show(arguments)) => commands::show::run(&arguments),
        Some(Command::Record(arguments)) => commands::record::run(&arguments),
        Some(Command::Bench(arguments)) => commands::bench::run(&arguments),
        Some(Command::Counts(arguments)) => commands::counts::run(&arguments),
        Some(Command::Picture(arguments)) => commands::picture::run(&arguments),
        Some(Command::Rules(arguments)) => commands::rules::run(&arguments),
        Some(Command::Arena(arguments)) => commands::arena::run(&arguments),
        Some(Command::Tune(arguments)) => commands::tune::run(&arguments),
        Some(Command::Selfplay(arguments)) => commands::selfplay::run(&arguments),
        Some(Command::Bots(arguments)) => commands::bots::run(&arguments),
        Some(Command::Engine(arguments)) => commands::engine::run(&arguments),
        Some(Command::EngineCheck(arguments)) => commands::engine_check::run(&arguments),
        Some(Command::Analyse(arguments)) => commands::analyse::run(&arguments),
        Some(Command::Advice(arguments)) => commands::advice::run(&arguments),
        Some(Command::Completions(arguments)) => {
            commands::completions::run(&arguments, Cli::command())
        }
        Some(Command::Man(arguments)) => commands::man::run(&arguments, Cli::command()),
    };
    outcome.unwrap_or_else(|error| {
        if let Some(usage) = error.downcast_ref::<clap::Error>() {
            usage.exit();
        }
        let pipe = error.downcast_ref::<io::Error>().map(io::Error::kind);
        if pipe == Some(ErrorKind::BrokenPipe) {
            return ExitCode::from(141);
        }
        // If nobody reads this either, the exit code has to say it.
        let _ = writeln!(io::stderr(), "{}", input::plain(&format!("quinta: {error:#}")));
        ExitCode::FAILURE
    })
}
