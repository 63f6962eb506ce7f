//! Files that a command writes: whether they can be written is found out before the work, and none is overwritten unasked.
use crate::write_file::{NewFile, write_file};
use anyhow::{Context, Result, bail};
use quinta_rules::is_obeyed;
use serde::Serialize;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Where one document goes: a file that was begun before the work, or standard output for `-`.
pub(crate) enum Output {
    Stdout,
    File { file: NewFile, path: PathBuf },
}

impl Output {
    /// Opens it. A file that is there already keeps what it holds until [`Output::write`].
    pub(crate) fn open(path: &Path) -> Result<Self> {
        if path.as_os_str() == "-" {
            return Ok(Self::Stdout);
        }
        let file =
            NewFile::begin(path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self::File { file, path: path.to_owned() })
    }

    /// Whether it is standard output.
    pub(crate) fn is_stdout(&self) -> bool {
        matches!(self, Self::Stdout)
    }

    /// Writes the document, in the place of what was there.
    pub(crate) fn write(self, bytes: &[u8]) -> Result<()> {
        match self {
            Self::Stdout => {
                let mut out = io::stdout().lock();
                out.write_all(bytes)?;
                Ok(out.flush()?)
            }
            Self::File { mut file, path } => {
                let written = file.write_all(bytes).and_then(|()| file.keep());
                written.with_context(|| format!("cannot write {}", path.display()))
            }
        }
    }
}

/// The value as JSON on one line. What a terminal would obey is escaped: such characters stand in texts alone.
pub(crate) fn json_line(value: &impl Serialize) -> Result<String> {
    let mut line = String::new();
    for c in serde_json::to_string(value)?.chars() {
        if is_obeyed(c) {
            let _ = write!(line, "\\u{:04x}", u32::from(c));
        } else {
            line.push(c);
        }
    }
    Ok(line)
}

/// Creates the folder if necessary, and checks that files can be written there.
pub(crate) fn folder(path: &Path) -> Result<()> {
    fs::create_dir_all(path).with_context(|| format!("cannot make {}", path.display()))?;
    let probe = path.join(format!(".quinta-{}", std::process::id()));
    File::create_new(&probe)
        .and_then(|_| fs::remove_file(&probe))
        .with_context(|| format!("cannot write into {}", path.display()))
}

/// Fails if the file exists.
pub(crate) fn vacant(path: &Path) -> Result<()> {
    if path.exists() {
        bail!("{} is there already: --force overwrites it", path.display());
    }
    Ok(())
}

/// Writes a file; an existing one is overwritten only with --force.
pub(crate) fn write(path: &Path, text: &str, force: bool) -> Result<()> {
    if !force {
        vacant(path)?;
    }
    write_file(path, text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
}
