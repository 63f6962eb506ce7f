//! Reading what the command line names: record files, `-` for standard input, numbers of players, rules, weights.
use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use quinta_bots::net::{self, Net};
use quinta_bots::{BotLevel, BotModel, BotSpec, Budget, Weights};
use quinta_record::Record;
use quinta_rules::{Escaped, Rules, Seat};
use quinta_texts::{Lang, words};
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read};
use std::ops::{Bound, RangeBounds};
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Reads a record; a file that is too long is not read to its end.
pub(crate) fn record(path: &Path) -> Result<Record> {
    let text = if path.as_os_str() == "-" {
        bounded(io::stdin().lock(), Record::LONGEST)
    } else {
        File::open(path).and_then(|file| bounded(file, Record::LONGEST))
    };
    Ok(Record::from_json(text.context("cannot read it")?)?)
}

/// The players' names: those that the record tells, and for the others the number of the seat.
pub(crate) fn names(record: &Record) -> Vec<String> {
    let given: Vec<String> = record.names().map(str::to_owned).collect();
    Seat::all(record.setup.players).map(|seat| words::player(Lang::En, seat, &given)).collect()
}

/// Reads house rules from a TOML file, or from JSON if the name ends in .json.
pub(crate) fn rules(path: &Path) -> Result<Rules> {
    let (name, text) = text(path)?;
    let json = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("json"));
    let rules = if json {
        serde_json::from_str::<Rules>(&text).map_err(anyhow::Error::from).and_then(|rules| {
            rules.check()?;
            Ok(rules)
        })
    } else {
        Rules::from_toml(&text).map_err(anyhow::Error::from)
    };
    rules.with_context(|| name)
}

/// Reads weights of the evaluation from a TOML file.
pub(crate) fn weights(path: &Path) -> Result<Weights> {
    let (name, text) = text(path)?;
    Weights::from_toml(&text).with_context(|| name)
}

/// Reads a bot and its model: `BOT`, or `BOT@FILE` for weights or a net from a file.
pub(crate) fn bot(text: &str) -> Result<(BotSpec, BotModel)> {
    let Some((bot, file)) = text.split_once('@') else {
        return Ok((text.parse()?, BotModel::Shipped));
    };
    let spec: BotSpec = bot.parse()?;
    ensure!(!file.is_empty(), "no file is named behind the @");
    Ok((spec, model(spec.level, Path::new(file))?))
}

/// Reads the model of a bot of this level: weights from a TOML file, or a net.
fn model(level: BotLevel, path: &Path) -> Result<BotModel> {
    ensure!(level != BotLevel::Random, "random plays by no weights");
    let name = one_line(&path.display().to_string());
    let start = File::open(path).and_then(|file| bounded(file, net::LONGEST));
    let bytes = start.with_context(|| format!("cannot read {name}"))?;
    if !bytes.starts_with(net::MAGIC) {
        let weights = weights(path);
        let weights = if level == BotLevel::Architect {
            weights.context("neither a net, which begins with QNET0001, nor weights")
        } else {
            weights
        };
        return Ok(BotModel::Weights(Box::new(weights?)));
    }
    ensure!(level == BotLevel::Architect, "{} plays by no net: only architect does", level.name());
    Ok(BotModel::Net(Arc::new(Net::read(&bytes).with_context(|| name)?)))
}

/// The name and the text of a small file.
fn text(path: &Path) -> Result<(String, String)> {
    const LONGEST: usize = 1 << 16;
    let name = one_line(&path.display().to_string());
    let bytes = File::open(path)
        .and_then(|file| bounded(file, LONGEST))
        .with_context(|| format!("cannot read {name}"))?;
    ensure!(bytes.len() <= LONGEST, "{name} is too long");
    let text = String::from_utf8(bytes).with_context(|| format!("{name} is no text"))?;
    Ok((name, text))
}

/// Reads one byte beyond the bound, to notice longer files.
fn bounded(from: impl Read, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a number in a range, for clap; an error says in words what it must be.
pub(crate) fn number<N>(
    range: impl RangeBounds<N> + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static
where
    N: FromStr + PartialOrd + Display,
{
    move |text| {
        if let Some(number) = text.parse().ok().filter(|number| range.contains(number)) {
            return Ok(number);
        }
        let expected = match (range.start_bound(), range.end_bound()) {
            (Bound::Included(low), Bound::Included(high)) => format!(" from {low} to {high}"),
            (Bound::Included(low), _) => format!(" of at least {low}"),
            (_, Bound::Included(high)) => format!(" of at most {high}"),
            _ => String::new(),
        };
        Err(format!("expected a whole number{expected}"))
    }
}

/// A number of players, for clap.
pub(crate) fn players(text: &str) -> Result<usize, String> {
    number(2..=4)(text)
}

/// A number of threads, for clap, with an upper bound.
pub(crate) fn jobs(text: &str) -> Result<usize, String> {
    number(1..=1024)(text)
}

/// A time, for clap: `1s`, `250ms`.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(Budget::Time(time)) => Ok(time),
        _ => Err("expected a time of at most an hour, such as 10s or 500ms".to_owned()),
    }
}

/// The time, in milliseconds since 1970.
pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// The number and its noun, in the singular for one.
pub(crate) fn counted(number: impl TryInto<u64>, noun: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The text on one line, with nothing in it that a terminal obeys: names of files and of players can hold anything.
pub(crate) fn one_line(text: &str) -> String {
    Escaped(text).to_string()
}

/// The same for a text of several lines, which stay: an error shows the place in a file.
pub(crate) fn plain(text: &str) -> String {
    text.lines().map(one_line).collect::<Vec<_>>().join("\n")
}

/// An error in the command line that clap itself cannot detect.
pub(crate) fn usage(message: impl Display) -> anyhow::Error {
    clap::Error::raw(clap::error::ErrorKind::ValueValidation, format!("{message}\n")).into()
}

/// How many play, and by which numbers.
#[derive(clap::Args)]
pub(crate) struct Setting {
    /// How many play: 2, 3 or 4
    #[arg(long, default_value = "2", value_parser = players)]
    pub(crate) players: usize,
    /// The side of the scoring board
    #[arg(long, value_enum, default_value_t = Side::Front)]
    pub(crate) board: Side,
}

/// A side of the scoring board.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Side {
    /// The front
    Front,
    /// The back, a variant
    Back,
}

impl Side {
    /// Its numbers.
    pub(crate) const fn rules(self) -> Rules {
        match self {
            Self::Front => Rules::FRONT,
            Self::Back => Rules::BACK,
        }
    }

    /// How records call it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Front => "front",
            Self::Back => "back",
        }
    }
}
