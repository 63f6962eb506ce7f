//! `quinta picture`: draws a position of a record.
use crate::input;
use anyhow::{Context, Result, bail};
use clap::Args;
use quinta_picture::{Look, Theme, png, table};
use quinta_record::{Record, verify};
use quinta_rules::Seat;
use quinta_texts::{Lang, words};
use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// Draw a position of a record as SVG or PNG
///
/// Without --event the last position is drawn. A record's own field `names`, a list of texts, gives the names of the players.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta picture game.json -o end.svg
  quinta picture game.json --event 40 -o middle.png --width 1600 --dark
  quinta record --seed 7 | quinta picture - -o game.png

Exit codes:
  0    the picture was written
  1    the record differs or is broken, has no such event, or the file cannot be written
  2    the command line was not understood")]
pub(crate) struct Arguments {
    /// A record; `-` is standard input
    #[arg(value_name = "RECORD")]
    record: PathBuf,
    /// The position before this event, counted from 0
    #[arg(long, value_name = "N")]
    event: Option<usize>,
    /// Where to: a name that ends in .svg or .png
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Pixels of a PNG from left to right
    #[arg(long, default_value_t = 1600, value_parser = clap::value_parser!(u32).range(16..=8192))]
    width: u32,
    /// By night
    #[arg(long)]
    dark: bool,
    /// With a number on each hexagon
    #[arg(long)]
    numerals: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let ending = arguments.output.extension().map(OsStr::to_ascii_lowercase);
    let as_png = match ending.as_deref().and_then(|ending| ending.to_str()) {
        Some("svg") => false,
        Some("png") => true,
        _ => return Err(input::usage("the name of the picture must end in .svg or .png")),
    };
    let name = input::one_line(&arguments.record.display().to_string());
    let record = input::record(&arguments.record).with_context(|| format!("{name} is broken"))?;
    let replay = verify(&record).with_context(|| format!("{name} differs"))?;
    let state = match arguments.event {
        None => replay.state(),
        Some(event) => match replay.state_at(event) {
            Some(state) => state,
            None => bail!("there is no event {event}: the record has {}", replay.events()),
        },
    };
    let theme = if arguments.dark { Theme::Dark } else { Theme::Light };
    let look = Look { theme, numerals: arguments.numerals };
    let svg = table(state, replay.rules(), &names(&record), look).to_string();
    let bytes = if as_png { png(&svg, arguments.width)? } else { svg.into_bytes() };
    fs::write(&arguments.output, bytes)
        .with_context(|| format!("cannot write {}", arguments.output.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// The players' names: those of the record, and for the others the number of the seat.
fn names(record: &Record) -> Vec<String> {
    let given: Vec<String> = record
        .other
        .get("names")
        .and_then(Value::as_array)
        .map(|names| {
            names.iter().map(|name| name.as_str().unwrap_or_default().to_owned()).collect()
        })
        .unwrap_or_default();
    Seat::all(record.setup.players).map(|seat| words::player(Lang::En, seat, &given)).collect()
}
