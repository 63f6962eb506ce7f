//! Whether the files that are written are still those in the folder: one that was deleted or replaced goes on taking what nobody finds
//! again.
use crate::store::StoreError;
use std::fs::Metadata;
use std::path::{Path, PathBuf};

/// What tells a file from another one at the same place.
#[cfg(unix)]
fn identity(file: &Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (file.dev(), file.ino())
}

/// Elsewhere a file that is open cannot be deleted.
#[cfg(not(unix))]
fn identity(_: &Metadata) -> (u64, u64) {
    (0, 0)
}

/// The files of a database as they were when it was opened: the database itself, and the log beside it as soon as there is one.
pub(super) struct Files {
    files: [(PathBuf, Option<(u64, u64)>); 2],
    /// Whether all was well the last time.
    were_there: bool,
}

impl Files {
    pub(super) fn of(database: &Path) -> Self {
        let log = PathBuf::from(format!("{}-wal", database.display()));
        let mut files = [(database.to_owned(), None), (log, None)];
        for (path, known) in &mut files {
            *known = std::fs::metadata(path).ok().as_ref().map(identity);
        }
        Self { files, were_there: true }
    }

    /// Fails once one of them is gone or another one.
    pub(super) fn check(&mut self) -> Result<(), StoreError> {
        let mut lost = None;
        for (path, known) in &mut self.files {
            let there = std::fs::metadata(&*path).ok().as_ref().map(identity);
            *known = known.or(there);
            if *known != there {
                lost = Some((&*path, if there.is_some() { "replaced" } else { "deleted" }));
                break;
            }
        }
        let Some((path, what)) = lost else {
            self.were_there = true;
            return Ok(());
        };
        let path = path.display();
        if std::mem::replace(&mut self.were_there, false) {
            tracing::error!(
                "{path} WAS {} while this server had it open: what would be written now could not be found again, so everything is \
                 refused. What was played until now can still be read from this server as long as it runs. Put the file back where it \
                 was, by moving it, and the server goes on; otherwise stop it, put a backup there, and start it again.",
                what.to_uppercase()
            );
        }
        Err(StoreError::Failed(format!("{path} was {what} while this server had it open")))
    }
}
