//! Files that other users cannot read: the database holds the secrets of running games and the key that signs cookies.
use super::StoreError;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

/// The lock of a database, which one server can hold.
#[derive(Debug)]
pub(super) struct Lock(File);

fn failed(path: &Path) -> impl FnOnce(std::io::Error) -> StoreError {
    let path = path.display().to_string();
    move |why| StoreError::Failed(format!("{path}: {why}"))
}

impl Lock {
    /// Takes the lock of a database. Its file is next to the database; the system releases the lock when the process ends.
    pub(super) fn take(database: &Path) -> Result<Self, StoreError> {
        let path = PathBuf::from(format!("{}.lock", database.display()));
        file(&path)?;
        let file = OpenOptions::new().write(true).open(&path).map_err(failed(&path))?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse(path.display().to_string())),
            Err(TryLockError::Error(why)) => Err(failed(&path)(why)),
        }
    }

    /// Releases it, and removes its file: nobody will want it again.
    pub(super) fn remove(self, database: &Path) {
        // One that stays does no harm.
        let _ = std::fs::remove_file(format!("{}.lock", database.display()));
        drop(self);
    }

    /// Releases it for the next server.
    pub(super) fn release(&self) {
        // The system releases it with the process at the latest.
        let _ = self.0.unlock();
    }
}

/// Whether a server has the lock of this database.
pub(super) fn is_locked(database: &Path) -> bool {
    let lock = File::open(format!("{}.lock", database.display()));
    lock.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

/// Creates a file that only this user can read, or restricts an existing one. `SQLite` gives its other files the same mode.
pub(super) fn file(path: &Path) -> Result<(), StoreError> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path).map_err(failed(path))?;
    tighten(&file, 0o600).map_err(failed(path))
}

/// Creates a folder for this user alone. An existing one is restricted only if it contains nothing but a database.
pub(crate) fn folder(path: &Path) -> std::io::Result<()> {
    let is_new = !path.exists();
    std::fs::create_dir_all(path)?;
    let ours = |name: &std::ffi::OsStr| name.to_string_lossy().starts_with("quinta.");
    let alone = std::fs::read_dir(path)?.all(|entry| entry.is_ok_and(|e| ours(&e.file_name())));
    if is_new || alone {
        return tighten(&File::open(path)?, 0o700);
    }
    #[cfg(unix)]
    if std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(path)?.permissions()) & 0o077 != 0
    {
        tracing::warn!(folder = %path.display(), "others may look into the data folder; the database itself is for this user alone");
    }
    Ok(())
}

/// Removes permissions beyond these from a file or folder.
#[cfg(unix)]
fn tighten(file: &File, most: u32) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = file.metadata()?.permissions().mode();
    if mode & 0o777 & !most == 0 {
        return Ok(());
    }
    file.set_permissions(std::fs::Permissions::from_mode(mode & most))
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as on unix")]
fn tighten(_: &File, _: u32) -> std::io::Result<()> {
    Ok(())
}
