//! What the server needs of the machine: its folder, its database, room on the disk.
use super::{Check, Finding, Severity, soundness};
use crate::store::inspect::{FORM, Inspection, inspect};
use std::fmt::Display;
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Below this a server may not even be able to note that it runs.
const FULL: u64 = 64 << 20;
/// Below this it is time to make room.
const NEARLY_FULL: u64 = 1 << 30;

/// The nearest folder that exists; the first start makes those below it.
fn existing(path: &Path) -> &Path {
    let above = path.ancestors().find(|above| above.exists());
    above.unwrap_or(if path.is_absolute() { Path::new("/") } else { Path::new(".") })
}

/// Whether the data folder can be used, and by this user alone.
pub(super) fn folder(path: &Path) -> Vec<Finding> {
    let check = Check::Folder;
    let existing = existing(path);
    let found = fs::metadata(existing).and_then(|found| {
        if !found.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        may_write(existing)?;
        Ok(found)
    });
    let found = match found {
        Ok(found) => found,
        Err(why) => {
            let says = format!("cannot write into {}: {why}", existing.display());
            let advice = "choose another folder with --data, or give this one to the server's user (chown); under systemd, name it with StateDirectory=";
            return vec![Finding::error(check, says, advice)];
        }
    };
    if existing != path {
        return vec![Finding::ok(check, format!("{} is made on the first start", path.display()))];
    }
    let mut findings = judge_access(check, path, &found, 0o700);
    if findings.is_empty() {
        findings.push(Finding::ok(check, format!("{} belongs to this user alone", path.display())));
    }
    findings
}

/// Whether others than the server's user can get at a file or folder.
#[cfg(unix)]
fn judge_access(check: Check, path: &Path, found: &fs::Metadata, most: u32) -> Vec<Finding> {
    use std::os::unix::fs::MetadataExt;
    let us = rustix::process::geteuid().as_raw();
    let owner = judge_owner(check, path, found.uid(), us);
    owner.into_iter().chain(judge_mode(check, path, found.mode() & 0o777, most)).collect()
}

#[cfg(not(unix))]
fn judge_access(_: Check, _: &Path, _: &fs::Metadata, _: u32) -> Vec<Finding> {
    Vec::new()
}

#[cfg(unix)]
fn judge_owner(check: Check, path: &Path, owner: u32, us: u32) -> Option<Finding> {
    let says = format!("{} belongs to user {owner}, and this is user {us}", path.display());
    let advice = format!(
        "run this as the server's user: `sudo -u '#{owner}' quinta doctor …`; if that is not {owner}, chown -R"
    );
    (owner != us).then(|| Finding::warning(check, says, advice))
}

#[cfg(unix)]
fn judge_mode(check: Check, path: &Path, mode: u32, most: u32) -> Option<Finding> {
    let path = path.display();
    let says = format!("others may use {path} (mode {mode:03o}), which holds secrets");
    (mode & !most != 0).then(|| Finding::warning(check, says, format!("chmod {most:03o} {path}")))
}

#[cfg(unix)]
fn may_write(path: &Path) -> io::Result<()> {
    use rustix::fs::Access;
    Ok(rustix::fs::access(path, Access::WRITE_OK | Access::EXEC_OK)?)
}

#[cfg(not(unix))]
fn may_write(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Whether the database is private, opens, and has a form that this release knows.
pub(super) async fn database(path: &Path) -> Vec<Finding> {
    let check = Check::Database;
    let found = match File::open(path).and_then(|file| file.metadata()) {
        Ok(found) => found,
        Err(why) if why.kind() == io::ErrorKind::NotFound => {
            let says = format!("{} is made on the first start", path.display());
            return vec![Finding::ok(check, says), soundness::none()];
        }
        Err(why) => return vec![unreadable(path, &why)],
    };
    let mut findings = judge_access(check, path, &found, 0o600);
    if found.len() == 0 {
        let says = format!("{} is empty: a copy that was not finished?", path.display());
        let advice = "put a whole one in its place, or remove it to begin anew";
        findings.push(Finding::error(check, says, advice));
        return findings;
    }
    match inspect(path).await {
        Ok(inspection) => {
            let judged = judge_database(&path.display(), FORM, inspection);
            let usable = judged.severity == Severity::Ok;
            findings.push(judged);
            if usable {
                findings.extend(soundness::of_file(path, inspection).await);
            }
        }
        Err(why) => findings.push(unreadable(path, &why)),
    }
    findings
}

fn unreadable(path: &Path, why: &dyn Display) -> Finding {
    let says = format!("{} cannot be opened: {why}", path.display());
    let advice =
        "let the server's user read and write it; if it is broken, put a backup in its place";
    Finding::error(Check::Database, says, advice)
}

/// Judges a database by what it tells about itself. `known` is the form that this release writes.
pub(super) fn judge_database(name: &dyn Display, known: usize, found: Inspection) -> Finding {
    let check = Check::Database;
    let Inspection { form, half_copied, in_use } = found;
    if half_copied {
        let says = format!("a copy into {name} was not finished");
        let advice = "run the same `quinta backup` or `quinta store copy` again";
        return Finding::error(check, says, advice);
    }
    if form > known {
        let says =
            format!("{name} was written by a later release (form {form}, this one knows {known})");
        let advice = "install that release again, or a newer one: nothing is lost";
        return Finding::error(check, says, advice);
    }
    let running = if in_use { "; a server runs on it" } else { "" };
    Finding::ok(
        check,
        if form < known {
            format!("{name} opens; the next start brings it from form {form} to {known}{running}")
        } else {
            format!("{name} opens, in the present form {known}{running}")
        },
    )
}

/// How much room there is for the data.
#[cfg(unix)]
pub(super) fn disk(folder: &Path) -> Option<Finding> {
    let room = rustix::fs::statvfs(existing(folder)).ok()?;
    Some(judge_disk(room.f_bavail.saturating_mul(room.f_frsize)))
}

#[cfg(not(unix))]
pub(super) fn disk(_: &Path) -> Option<Finding> {
    None
}

fn judge_disk(free: u64) -> Finding {
    let says = format!("{} MB free", free >> 20);
    let advice =
        "make room, or move the data folder to a larger disk: on a full one no move can be stored";
    match free {
        ..FULL => Finding::error(Check::Disk, says, advice),
        FULL..NEARLY_FULL => Finding::warning(Check::Disk, says, advice),
        _ => Finding::ok(Check::Disk, says),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::store::inspect::is_in_use;
    use crate::store::{Sqlite, Store};
    use std::os::unix::fs::PermissionsExt;

    fn severities(found: &[Finding]) -> Vec<Severity> {
        found.iter().map(|finding| finding.severity).collect()
    }

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn a_private_folder_is_ok_and_so_is_one_yet_to_be_made() {
        let data = tempfile::tempdir().unwrap();
        set_mode(data.path(), 0o700);
        assert_eq!(severities(&folder(data.path())), [Severity::Ok]);
        let new = folder(&data.path().join("some/where"));
        assert_eq!(severities(&new), [Severity::Ok]);
        assert!(new[0].says.contains("is made on the first start"), "{new:?}");
        assert!(!data.path().join("some").exists(), "nothing is changed");
    }

    #[test]
    fn a_folder_that_others_may_use_is_a_warning() {
        let data = tempfile::tempdir().unwrap();
        set_mode(data.path(), 0o755);
        let found = folder(data.path());
        assert_eq!(severities(&found), [Severity::Warning]);
        assert!(found[0].advice.as_deref().unwrap().starts_with("chmod 700 "), "{found:?}");
    }

    #[test]
    fn a_file_is_no_folder_and_holds_none() {
        let file = tempfile::NamedTempFile::new().unwrap();
        for path in [file.path(), &file.path().join("data")] {
            let found = folder(path);
            assert_eq!(severities(&found), [Severity::Error]);
            assert!(found[0].advice.as_deref().unwrap().contains("--data"), "{found:?}");
        }
    }

    #[test]
    fn data_of_another_user_are_a_warning() {
        let path = Path::new("/var/lib/quinta");
        assert_eq!(judge_owner(Check::Folder, path, 107, 107), None);
        let found = judge_owner(Check::Folder, path, 107, 0).unwrap();
        assert_eq!(found.severity, Severity::Warning);
        assert!(found.advice.as_deref().unwrap().contains("sudo -u '#107'"), "{found:?}");
    }

    #[tokio::test]
    async fn a_database_that_others_may_read_is_a_warning() {
        let data = tempfile::tempdir().unwrap();
        let file = data.path().join("quinta.sqlite");
        Sqlite::open(&file).await.unwrap().close().await.unwrap();
        assert_eq!(severities(&database(&file).await), [Severity::Ok; 3]);
        set_mode(&file, 0o644);
        let found = database(&file).await;
        let ok = Severity::Ok;
        assert_eq!(severities(&found), [Severity::Warning, ok, ok, ok]);
        assert!(found[0].advice.as_deref().unwrap().starts_with("chmod 600 "), "{found:?}");
    }

    #[tokio::test]
    async fn an_inspection_leaves_nothing_behind() {
        let data = tempfile::tempdir().unwrap();
        let file = data.path().join("quinta.sqlite");
        let store = Sqlite::open(&file).await.unwrap();
        let names = || {
            let mut names: Vec<_> =
                fs::read_dir(data.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
            names.sort();
            names
        };
        let (before, found) = (names(), inspect(&file).await.unwrap());
        assert_eq!((found.form, found.in_use, names()), (FORM, true, before));
        store.close().await.unwrap();
        let (before, found) = (names(), inspect(&file).await.unwrap());
        assert_eq!((found.form, found.in_use, is_in_use(&file)), (FORM, false, false));
        assert_eq!(names(), before);
    }

    #[tokio::test]
    async fn a_file_that_is_no_database_is_an_error() {
        let data = tempfile::tempdir().unwrap();
        let file = data.path().join("quinta.sqlite");
        assert!(database(&file).await[0].says.contains("is made on the first start"));
        fs::write(&file, "Dear diary, ".repeat(1000)).unwrap();
        set_mode(&file, 0o600);
        let found = database(&file).await;
        assert_eq!(severities(&found), [Severity::Error]);
        assert!(found[0].advice.as_deref().unwrap().contains("backup"), "{found:?}");
    }

    #[test]
    fn a_form_is_judged_by_the_one_we_write() {
        let judge = |form| {
            judge_database(&"q", FORM, Inspection { form, half_copied: false, in_use: true })
        };
        assert_eq!(judge(FORM).severity, Severity::Ok);
        assert!(judge(FORM).says.contains("a server runs on it"));
        let older = judge(FORM - 1);
        assert_eq!(older.severity, Severity::Ok);
        assert!(older.says.contains("the next start brings it"), "{older:?}");
        let later = judge(FORM + 1);
        assert_eq!(later.severity, Severity::Error);
        assert!(later.says.contains("a later release"), "{later:?}");
    }

    #[test]
    fn little_room_is_a_warning_and_none_an_error() {
        let judge = |megabytes: u64| judge_disk(megabytes << 20).severity;
        assert_eq!([judge(0), judge(63)], [Severity::Error; 2]);
        assert_eq!([judge(64), judge(1023)], [Severity::Warning; 2]);
        assert_eq!(judge(1024), Severity::Ok);
        assert!(disk(Path::new("/nowhere/at/all")).is_some());
    }
}
