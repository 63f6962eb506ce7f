//! `quinta selfplay`: games of a bot against itself, kept as samples that a net can be trained from.
use crate::input::{self, Setting};
use crate::watch;
use crate::write_file::NewFile;
use anyhow::{Context, Result, ensure};
use clap::Args;
use quinta_deal::Seed;
use quinta_lab::samples::{self, Blocks, Fault, Header, SamplesError};
use quinta_lab::selfplay::{Run, Teacher};
use std::fs::{File, OpenOptions};
use std::io::{BufReader, BufWriter, IntoInnerError, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Let a bot play against itself, and keep positions to train a net from
///
/// One decision in `--every` is kept: the features of the position, the bot's preferences among the moves, and how the game ended. If the
/// file exists, the run continues where it stopped. A run can be spread over machines (--shard 3/16 plays every sixteenth game) and its
/// shards merged into the file that a single machine would have written; damaged ones are refused. train/train.py trains a net from such
/// files. Ctrl-C, or SIGTERM, ends it after the games that are being played; a second one at once.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta selfplay --games 100000 --out designer.samples
  quinta selfplay --bot architect:64sims --games 20000 --shard 3/16 --out part-3.samples
  quinta selfplay --merge part-*.samples --out all.samples

Exit codes:
  0    the games were played, or the shards merged
  1    a file cannot be read or written, is damaged, or belongs to another run
  2    the command line was not understood
  130  Ctrl-C ended it (143: SIGTERM); the same command goes on from there")]
pub(crate) struct Arguments {
    /// The file of samples to write or to continue
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Who plays: designer, or an architect with its simulations, perhaps with a net of its own (architect:64sims@FILE)
    #[arg(long, default_value = "designer")]
    bot: String,
    /// How many games the whole run has
    #[arg(long, default_value_t = 1000, value_parser = input::number::<u64>(1..))]
    games: u64,
    #[command(flatten)]
    setting: Setting,
    /// 64 hexadecimal digits, or else a decimal number
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// Keep one decision in so many
    #[arg(long, default_value_t = 4, value_parser = input::number::<u32>(1..))]
    every: u32,
    /// Which part of the run to play, and of how many
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = shard)]
    shard: [u64; 2],
    /// How many games at a time [default: one for each core]
    #[arg(long)]
    jobs: Option<usize>,
    /// Merge these shards of one run instead of playing
    #[arg(long, value_name = "FILE", num_args = 1..)]
    merge: Vec<PathBuf>,
}

/// A shard, for clap.
fn shard(text: &str) -> Result<[u64; 2], String> {
    let numbers = text.split_once('/').and_then(|(i, n)| Some([i.parse().ok()?, n.parse().ok()?]));
    numbers
        .filter(|&[i, n]| (1..=n).contains(&i) && n <= 1 << 20)
        .ok_or_else(|| format!("invalid shard {text}: expected 1/N to N/N"))
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    if !arguments.merge.is_empty() {
        return merge(&arguments.merge, &arguments.out);
    }
    let rules = arguments.setting.board.rules();
    let header = Header {
        every: arguments.every,
        shard: arguments.shard,
        ..Header::new(
            arguments.bot.clone(),
            arguments.setting.board.name().to_owned(),
            arguments.setting.players,
            arguments.seed.to_string(),
            arguments.games,
        )
    };
    let (spec, model) = input::bot(&arguments.bot)?;
    let teacher =
        Teacher::new(&spec, &rules, arguments.setting.players, &model).with_context(|| {
            format!(
                "{} does not teach: designer does, and architect with simulations",
                arguments.bot
            )
        })?;
    let (file, skip) = open(&arguments.out, &header)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let total = header.numbers().count();
    let seed = arguments.seed;
    let run = Run { rules, teacher, seed, header, jobs: arguments.jobs.unwrap_or(cores) };
    let bar = watch::bar(total as u64, "games");
    bar.inc(skip as u64);
    let stop = watch::stop_at_ctrl_c()?;
    let mut played = skip;
    run.play(skip, &mut BufWriter::new(file), stop, || {
        played += 1;
        bar.inc(1);
    })?;
    bar.finish_and_clear();
    Ok(watch::ended(played < total))
}

/// Opens the file at the place where the run continues, and returns how many of its games are there.
fn open(path: &Path, header: &Header) -> Result<(File, usize)> {
    let name = input::one_line(&path.display().to_string());
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let mut file = options.open(path).with_context(|| format!("cannot write {name}"))?;
    if file.metadata()?.len() == 0 {
        let mut buffer = BufWriter::new(&file);
        samples::begin(&mut buffer, header)?;
        buffer.flush()?;
        drop(buffer);
        return Ok((file, 0));
    }
    let mut blocks = Blocks::open(&name, BufReader::new(&file))?;
    ensure!(blocks.header() == header, "{name} belongs to another run: choose another file");
    let mut games = 0;
    loop {
        match blocks.read() {
            Ok(Some(_)) => games += 1,
            // It was cut while it was written: whole blocks count.
            Ok(None) | Err(SamplesError::File { fault: Fault::Cut { .. }, .. }) => break,
            Err(damaged) => return Err(damaged.into()),
        }
    }
    let whole = blocks.whole();
    file.set_len(whole)?;
    file.seek(SeekFrom::Start(whole))?;
    Ok((file, games))
}

fn merge(shards: &[PathBuf], out: &Path) -> Result<ExitCode> {
    let open = |path: &PathBuf| -> Result<_> {
        let name = input::one_line(&path.display().to_string());
        let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
        Ok(Blocks::open(name, BufReader::new(file))?)
    };
    let mut shards = shards.iter().map(open).collect::<Result<Vec<_>>>()?;
    let cannot = || format!("cannot write {}", out.display());
    let mut file = BufWriter::new(NewFile::begin(out).with_context(cannot)?);
    samples::merge(&mut shards, &mut file)?;
    file.into_inner().map_err(IntoInnerError::into_error)?.keep().with_context(cannot)?;
    Ok(ExitCode::SUCCESS)
}
