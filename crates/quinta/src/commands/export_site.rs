//! `quinta export-site`: the whole client as files for a web host that runs nothing.
use crate::write_file::write_file;
use anyhow::{Context, Result, bail};
use clap::Args;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;

/// Write the whole game as a site that needs no server
///
/// Everything that is played without others is in it: games against bots of every level and around one screen, the tutorial, the rules,
/// replays. Games are kept in the browser. The files can lie in any folder of any web host, since no address in them begins at the root;
/// a browser does not run them from a folder without one.
///
/// A folder that holds an earlier export gets the new one in its place; other files in it are left alone.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta export-site site
  quinta export-site site && python3 -m http.server --directory site

Exit codes:
  0  the site was written
  1  the folder holds something else, or cannot be written
  2  the command line was not understood")]
pub(crate) struct Arguments {
    /// The folder: a new one, an empty one, or one with an earlier export
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// The file that marks a folder as an export and lists its files.
const MARK: &str = "quinta-site.json";

#[derive(Default, Serialize, Deserialize)]
struct Mark {
    /// What wrote it.
    quinta: String,
    files: BTreeSet<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let folder = &arguments.folder;
    let earlier = earlier(folder)?;
    let site = quinta_server::site();
    let files: BTreeSet<String> = site.iter().map(|(name, _)| name.clone()).collect();
    // Written first, so that an interrupted export is still known as ours.
    mark(folder, earlier.union(&files).cloned().collect())?;
    // The page comes last: until then the earlier page finds its files.
    let (entrances, inner): (Vec<_>, Vec<_>) =
        site.into_iter().partition(|(name, _)| !name.contains('/'));
    let mut bytes = 0;
    for (name, data) in inner.iter().chain(&entrances) {
        write(&folder.join(name), data)?;
        bytes += data.len();
    }
    for name in earlier.difference(&files) {
        remove(folder, name)?;
    }
    mark(folder, files)?;
    let count = inner.len() + entrances.len();
    let megabytes = bytes as f64 / 1e6;
    writeln!(io::stdout(), "{}: {count} files, {megabytes:.1} MB", folder.display())?;
    Ok(ExitCode::SUCCESS)
}

/// The files of an earlier export in this folder.
fn earlier(folder: &Path) -> Result<BTreeSet<String>> {
    let cannot = || format!("cannot read the folder {}", folder.display());
    let mut found = match fs::read_dir(folder) {
        Ok(found) => found,
        Err(why) if why.kind() == ErrorKind::NotFound => return Ok(BTreeSet::new()),
        Err(why) => return Err(why).with_context(cannot),
    };
    if found.next().transpose().with_context(cannot)?.is_none() {
        return Ok(BTreeSet::new());
    }
    let path = folder.join(MARK);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(why) if why.kind() == ErrorKind::NotFound => bail!(
            "{} is not empty and holds no earlier export: name a new folder",
            folder.display()
        ),
        Err(why) => return Err(why).with_context(|| format!("cannot read {}", path.display())),
    };
    let mark: Mark = serde_json::from_str(&text)
        .with_context(|| format!("{} does not say what was exported", path.display()))?;
    // Only paths inside the folder: a forged list cannot remove other files.
    let inside = |name: &String| {
        Path::new(name).components().all(|part| matches!(part, Component::Normal(_)))
    };
    Ok(mark.files.into_iter().filter(inside).collect())
}

fn mark(folder: &Path, files: BTreeSet<String>) -> Result<()> {
    let mark = Mark { quinta: env!("CARGO_PKG_VERSION").into(), files };
    write(&folder.join(MARK), serde_json::to_string_pretty(&mark)?.as_bytes())
}

fn write(path: &Path, data: &[u8]) -> Result<()> {
    let written = path.parent().map_or(Ok(()), fs::create_dir_all);
    let written = written.and_then(|()| write_file(path, data));
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Removes a file that is not needed any more, and the folders that it leaves empty.
fn remove(folder: &Path, name: &str) -> Result<()> {
    let path = folder.join(name);
    match fs::remove_file(&path) {
        Err(why) if why.kind() != ErrorKind::NotFound => {
            return Err(why).with_context(|| format!("cannot remove {}", path.display()));
        }
        _ => {}
    }
    let inner = path.ancestors().skip(1).take_while(|above| *above != folder);
    for above in inner {
        // Folders that are not empty stay.
        if fs::remove_dir(above).is_err() {
            break;
        }
    }
    Ok(())
}
