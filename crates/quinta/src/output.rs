//! Output files: checked for write access before the work begins, and never overwritten without --force.
use anyhow::{Context, Result, bail};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The destination of a document: a file opened before the work began, or standard output for `-`.
pub(crate) enum Output {
    Stdout,
    File { file: File, path: PathBuf, new: bool },
}

impl Output {
    /// Opens it. A file that is there already keeps what it holds until [`Output::write`].
    pub(crate) fn open(path: &Path) -> Result<Self> {
        if path.as_os_str() == "-" {
            return Ok(Self::Stdout);
        }
        let options = || OpenOptions::new().write(true).clone();
        let (opened, new) = match options().create_new(true).open(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => (options().open(path), false),
            opened => (opened, true),
        };
        let file = opened.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self::File { file, path: path.to_owned(), new })
    }

    /// Whether it is standard output.
    pub(crate) fn is_stdout(&self) -> bool {
        matches!(self, Self::Stdout)
    }

    /// Writes the document in place of the old contents.
    pub(crate) fn write(mut self, bytes: &[u8]) -> Result<()> {
        match &mut self {
            Self::Stdout => {
                let mut out = io::stdout().lock();
                out.write_all(bytes)?;
                Ok(out.flush()?)
            }
            Self::File { file, path, new } => {
                // A device cannot be made shorter, and need not be.
                let shortened = if file.metadata()?.is_file() { file.set_len(0) } else { Ok(()) };
                shortened
                    .and_then(|()| file.write_all(bytes))
                    .with_context(|| format!("cannot write {}", path.display()))?;
                *new = false;
                Ok(())
            }
        }
    }
}

/// Removes a file that was created and not written.
impl Drop for Output {
    fn drop(&mut self) {
        if let Self::File { path, new: true, .. } = self {
            let _ = fs::remove_file(path);
        }
    }
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
    let file = if force { File::create(path) } else { File::create_new(path) };
    let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
    if let Err(problem) = &written
        && problem.kind() == ErrorKind::AlreadyExists
    {
        return vacant(path);
    }
    written.with_context(|| format!("cannot write {}", path.display()))
}
