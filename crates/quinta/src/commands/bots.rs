//! `quinta bots`: which bots there are, and which net is inside.
use crate::input;
use anyhow::Result;
use clap::Args;
use quinta_bots::net::{Header, Net};
use quinta_bots::{BotLevel, BotSpec};
use std::io::{self, Write};
use std::process::ExitCode;

/// List the bots, the weakest first, and the net that the strongest plays by
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta bots
  quinta bots --list

Exit codes:
  0  they were listed
  2  the command line was not understood")]
pub(crate) struct Arguments {
    /// Print the header of the net: its shape, its data, how it was trained
    #[arg(long)]
    list: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut out = io::stdout().lock();
    for level in BotLevel::ALL {
        write!(out, "{:<10} {}", level.name(), level.summary())?;
        if level.searches() {
            write!(out, " ({} a move)", BotSpec::from(level).budget())?;
        }
        writeln!(out)?;
    }
    let header = Net::shipped().header()?;
    if arguments.list {
        writeln!(out)?;
        describe(&mut out, &header)?;
    } else {
        writeln!(out, "\nThe net inside is {:?}; --list says more.", header.name)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The widest line, and where the second column begins.
const WIDTH: usize = 60;
const SECOND: usize = 18;

/// Prints the header in two columns.
fn describe(out: &mut impl Write, header: &Header) -> io::Result<()> {
    let Header { name, features, seat_features, table_features, wide, deep, training } = header;
    let mut row = |what: &str, value: &str| {
        let mut what = what;
        for line in folded(value) {
            writeln!(out, "{what:<SECOND$}{line}")?;
            what = "";
        }
        io::Result::Ok(())
    };
    row("net", name)?;
    row("set of features", &features.to_string())?;
    row("features", &format!("{seat_features} a seat, {table_features} for the table"))?;
    row("layers", &format!("{wide} columns, {}", input::counted(*deep, "unit")))?;
    for (what, value) in training {
        let what = what.replace('_', " ");
        match value {
            toml::Value::String(text) => row(&what, text)?,
            toml::Value::Array(items) if items.iter().all(toml::Value::is_str) => {
                let texts = items.iter().filter_map(toml::Value::as_str);
                texts
                    .zip(std::iter::once(what.as_str()).chain(std::iter::repeat("")))
                    .try_for_each(|(text, what)| row(what, &with_short_seeds(text)))?;
            }
            toml::Value::Array(items) => {
                let items: Vec<_> = items.iter().map(ToString::to_string).collect();
                row(&what, &items.join(", "))?;
            }
            other => row(&what, &other.to_string())?,
        }
    }
    Ok(())
}

/// Shortens seeds of up to 128 bits from 64 hexadecimal digits to a decimal number.
fn with_short_seeds(text: &str) -> String {
    let short = |word: &str| {
        let digits = word.trim_end_matches(',');
        let number = (digits.len() == 64)
            .then(|| u128::from_str_radix(digits.trim_start_matches('0'), 16).ok())
            .flatten();
        number.map_or(word.to_owned(), |number| word.replace(digits, &number.to_string()))
    };
    text.split(' ').map(short).collect::<Vec<_>>().join(" ")
}

/// Folds a text to the width of the second column; words that are too long are cut.
fn folded(text: &str) -> Vec<String> {
    const ROOM: usize = WIDTH - SECOND;
    let mut lines = vec![String::new()];
    let mut left = ROOM;
    for word in text.split_whitespace() {
        let mut letters: Vec<_> = word.chars().collect();
        if left < ROOM && letters.len() < left {
            if let Some(line) = lines.last_mut() {
                line.push(' ');
            }
            left -= 1;
        } else if left < ROOM {
            lines.push(String::new());
            left = ROOM;
        }
        while !letters.is_empty() {
            if left == 0 {
                lines.push(String::new());
                left = ROOM;
            }
            let part: String = letters.drain(..letters.len().min(left)).collect();
            left -= part.chars().count();
            if let Some(line) = lines.last_mut() {
                line.push_str(&part);
            }
        }
    }
    lines
}
