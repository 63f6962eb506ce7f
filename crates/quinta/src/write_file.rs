//! A file that a command writes: whole under its name or not there, whatever ends the program meanwhile.
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A file that is written beside its place, and takes it with [`NewFile::keep`]. Dropped before that, it leaves nothing behind, and what was
/// at its place stays.
pub(crate) struct NewFile {
    file: File,
    place: PathBuf,
    /// What it is called until then; `None` if it is written where it is, as a device must be.
    partial: Option<PathBuf>,
}

impl NewFile {
    /// Begins a file. Fails if it could not be written, or if one that is there already may not be.
    pub(crate) fn begin(path: &Path) -> io::Result<Self> {
        // A link stays a link.
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let there = match OpenOptions::new().write(true).open(&place) {
            Ok(there) => Some(there),
            Err(why) if why.kind() == ErrorKind::NotFound => None,
            Err(why) => return Err(why),
        };
        let found = there.as_ref().map(File::metadata).transpose()?;
        if let Some(file) = there
            && found.as_ref().is_some_and(|found| !found.is_file())
        {
            return Ok(Self { file, place, partial: None });
        }
        let (file, partial) = match create(partial(&place)) {
            // A file can be one's own in a folder that is not.
            Err(why) if why.kind() == ErrorKind::PermissionDenied && found.is_some() => {
                create(partial(&std::env::temp_dir().join(place.file_name().unwrap_or_default())))?
            }
            created => created?,
        };
        let new = Self { file, place, partial: Some(partial) };
        if let Some(found) = found {
            new.file.set_permissions(found.permissions())?;
        }
        Ok(new)
    }

    /// Puts it in its place.
    pub(crate) fn keep(mut self) -> io::Result<()> {
        let Some(partial) = self.partial.take() else { return Ok(()) };
        fs::rename(&partial, &self.place).or_else(|_| {
            // Its folder is another's, or it is mounted by itself.
            let copied = fs::copy(&partial, &self.place);
            fs::remove_file(&partial)?;
            copied.map(drop)
        })
    }
}

fn create(partial: PathBuf) -> io::Result<(File, PathBuf)> {
    // One of this name is of a program that was killed.
    let _ = fs::remove_file(&partial);
    Ok((File::create_new(&partial)?, partial))
}

/// A hidden name of this process's own.
fn partial(place: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(place.file_name().unwrap_or_default());
    name.push(format!(".{}.partial", std::process::id()));
    place.with_file_name(name)
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some(partial) = &self.partial {
            let _ = fs::remove_file(partial);
        }
    }
}

/// Writes a whole file, in the place of what was there.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = NewFile::begin(path)?;
    file.write_all(bytes)?;
    file.keep()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<OsString> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect()
    }

    #[test]
    fn a_file_has_its_name_once_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record.json");
        for text in ["first", "2nd"] {
            let before = fs::read(&path).ok();
            let mut file = NewFile::begin(&path).unwrap();
            file.write_all(text.as_bytes()).unwrap();
            assert_eq!(fs::read(&path).ok(), before, "{text}");
            file.keep().unwrap();
            assert_eq!(fs::read(&path).unwrap(), text.as_bytes());
        }
        drop(NewFile::begin(&path).unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"2nd");
        assert_eq!(names(folder.path()), ["record.json"], "nothing is left behind");
        assert!(NewFile::begin(&folder.path().join("missing/file")).is_err());
        assert!(NewFile::begin(&path.join("below")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_devices_and_modes_stay_what_they_are() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&path, "before").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        write_file(&link, b"after").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"after");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        write_file(Path::new("/dev/null"), b"nothing").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
