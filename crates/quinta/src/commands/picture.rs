//! `quinta picture`: draws a position of a record.
use crate::input;
use crate::output::Output;
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use quinta_picture::{Style, Theme, png, table};
use quinta_record::verify;
use quinta_table::{Known, Proof, prove};
use quinta_texts::{Lang, text};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Draw a position of a record as SVG or PNG
///
/// Without --event the last position is drawn. A record's own field `names`, a list of texts, gives the names of the players. Below a
/// game that is over stands the commitment to its luck, if it has one: `quinta verify --commitment` takes it.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta picture game.json -o end.svg
  quinta picture game.json --event 40 -o middle.png --width 1600 --dark
  quinta record --seed 7 | quinta picture - -o game.png
  quinta picture game.json -o - --format png | feh -

Exit codes:
  0    the picture was written
  1    the record differs or is broken, has no such event, or the file cannot be written
  2    the command line was not understood
  141  whoever read the output went away")]
pub(crate) struct Arguments {
    /// A record; `-` is standard input
    #[arg(value_name = "RECORD")]
    record: PathBuf,
    /// The position before this event, counted from 0
    #[arg(long, value_name = "N")]
    event: Option<usize>,
    /// Where to; - is standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The format [default: what the file's name ends in, .svg or .png; SVG on standard output]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Pixels of a PNG from left to right
    #[arg(long, default_value_t = 1600, value_parser = input::number::<u32>(16..=8192))]
    width: u32,
    /// By night
    #[arg(long)]
    dark: bool,
    /// With a number on each hexagon
    #[arg(long)]
    numerals: bool,
}

/// A format of pictures.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Svg,
    Png,
}

impl Format {
    /// The one that the name of a file asks for.
    fn of(path: &Path) -> Option<Self> {
        if path.as_os_str() == "-" {
            return Some(Self::Svg);
        }
        let ending = path.extension()?.to_str()?;
        [(Self::Svg, "svg"), (Self::Png, "png")]
            .into_iter()
            .find_map(|(format, name)| ending.eq_ignore_ascii_case(name).then_some(format))
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Some(format) = arguments.format.or_else(|| Format::of(&arguments.output)) else {
        return Err(input::usage(
            "the name of the picture must end in .svg or .png, or --format say which it is",
        ));
    };
    let name = input::one_line(&arguments.record.display().to_string());
    let record = input::record(&arguments.record).with_context(|| name.clone())?;
    let replay = verify(&record).with_context(|| format!("{name} differs"))?;
    let state = match arguments.event {
        None => replay.state(),
        Some(event) => match replay.state_at(event) {
            Some(state) => state,
            None => {
                bail!(
                    "there is no event {event}: the record has {}",
                    input::counted(replay.events(), "event")
                )
            }
        },
    };
    let theme = if arguments.dark { Theme::Dark } else { Theme::Light };
    let style = Style { theme, numerals: arguments.numerals };
    // Once a game is over its picture carries the commitment, which a record of it can be held against.
    let proof = prove(&record, &replay, &Known { commitment: None, now: input::now() });
    let below = match proof {
        Ok(Proof::Kept(promise) | Proof::Sealed(promise, _)) => {
            text!(Lang::En, "result.commitment", commitment = promise.commitment.to_string())
        }
        _ => String::new(),
    };
    let svg = table(state, replay.rules(), &input::names(&record), &below, style).to_string();
    let bytes = match format {
        Format::Svg => svg.into_bytes(),
        Format::Png => png(&svg, arguments.width)?,
    };
    Output::open(&arguments.output)?.write(&bytes)?;
    Ok(ExitCode::SUCCESS)
}
