//! What the server needs of the machine: its folder, its database, room, files, a clock.
use super::{Check, Finding};
use crate::store::look::{self, FORM, Look};
use std::fmt::Display;
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Below this a server may not even be able to note that it runs.
const FULL: u64 = 64 << 20;
/// Below this it is time to do something.
const NEARLY_FULL: u64 = 1 << 30;
/// What systems usually allow; fewer files than this were asked for by somebody.
const FILES: u64 = 1024;
/// 1 November 2026, in milliseconds since 1970: this program is not older.
const EARLIEST: u64 = 1_793_491_200_000;
/// What clocks of machines differ by without anyone minding, in milliseconds.
const JITTER: u64 = 60_000;

/// Whether the data folder can be used, by us alone.
pub(super) fn folder(path: &Path) -> Vec<Finding> {
    let check = Check::Folder;
    let choose = "choose another folder with --data, or let this user write there";
    match fs::metadata(path) {
        Ok(found) if !found.is_dir() => {
            let says = format!("{} is not a folder", path.display());
            vec![Finding::error(check, says, "choose another with --data")]
        }
        Ok(found) => {
            let mut about: Vec<_> = judge_writing(path, may_write(path)).into_iter().collect();
            about.extend(judge_access(check, path, &found, 0o700));
            if about.is_empty() {
                about.push(Finding::ok(check, format!("{} is this user's alone", path.display())));
            }
            about
        }
        Err(why) if why.kind() == io::ErrorKind::NotFound => {
            // The folder is made on the first start, in the nearest one that is there.
            let above = path
                .ancestors()
                .skip(1)
                .map(|above| if above.as_os_str().is_empty() { Path::new(".") } else { above });
            let above = above.into_iter().find(|above| above.exists()).unwrap_or(Path::new("/"));
            let refused = judge_writing(above, may_write(above));
            let fine =
                || Finding::ok(check, format!("{} is made on the first start", path.display()));
            vec![refused.unwrap_or_else(fine)]
        }
        Err(why) => vec![Finding::error(check, format!("{}: {why}", path.display()), choose)],
    }
}

fn judge_writing(path: &Path, may: io::Result<()>) -> Option<Finding> {
    let why = may.err()?;
    let (says, advice) = match why.kind() {
        io::ErrorKind::ReadOnlyFilesystem => (
            format!("{} is on a disk that cannot be written", path.display()),
            "choose another folder with --data; under systemd, name it with StateDirectory= or ReadWritePaths=",
        ),
        io::ErrorKind::PermissionDenied => (
            format!("this user may not write into {}", path.display()),
            "give the folder to the server's user (chown), or choose another with --data",
        ),
        _ => (
            format!("cannot write into {}: {why}", path.display()),
            "choose another folder with --data",
        ),
    };
    Some(Finding::error(Check::Folder, says, advice))
}

/// Whether others than the server's user have a part in this.
#[cfg(unix)]
fn judge_access(check: Check, path: &Path, found: &fs::Metadata, most: u32) -> Vec<Finding> {
    use std::os::unix::fs::MetadataExt;
    let us = rustix::process::geteuid().as_raw();
    let owner = judge_owner(check, path, found.uid(), us);
    owner.into_iter().chain(judge_mode(check, path, found.mode(), most)).collect()
}

#[cfg(not(unix))]
fn judge_access(_: Check, _: &Path, _: &fs::Metadata, _: u32) -> Vec<Finding> {
    Vec::new()
}

#[cfg(unix)]
fn judge_owner(check: Check, path: &Path, owner: u32, us: u32) -> Option<Finding> {
    let says = || {
        format!(
            "{} belongs to user {owner}, and this is user {us}: what is found holds for this one",
            path.display()
        )
    };
    let advice = || {
        format!(
            "run this as the server's user: `sudo -u '#{owner}' quinta doctor …`; if that is not {owner}, chown -R"
        )
    };
    (owner != us).then(|| Finding::warning(check, says(), advice()))
}

#[cfg(unix)]
fn judge_mode(check: Check, path: &Path, mode: u32, most: u32) -> Option<Finding> {
    let mode = mode & 0o777;
    let says = || {
        format!(
            "others on this machine may use {} (mode {mode:03o}), which holds secrets",
            path.display()
        )
    };
    let advice = || format!("chmod {most:03o} {}", path.display());
    (mode & !most != 0).then(|| Finding::warning(check, says(), advice()))
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

/// Whether the database is ours, opens, and has a form that we know; and when a server was last seen on it.
pub(super) async fn database(path: &Path, runs: bool) -> (Vec<Finding>, Option<u64>) {
    let check = Check::Database;
    let found = match File::open(path).and_then(|file| file.metadata()) {
        Ok(found) => found,
        Err(why) if why.kind() == io::ErrorKind::NotFound => {
            let says = format!("{} is made on the first start", path.display());
            return (vec![Finding::ok(check, says)], None);
        }
        Err(why) => return (vec![unreadable(path, &why.to_string())], None),
    };
    let mut about = judge_access(check, path, &found, 0o600);
    let looked = look::look(path).await;
    let seen = looked.as_ref().ok().and_then(|look| look.seen);
    about.push(match looked {
        Ok(look) => judge_look(&path.display(), FORM, look, runs),
        Err(why) => unreadable(path, &why.to_string()),
    });
    (about, seen)
}

fn unreadable(path: &Path, why: &str) -> Finding {
    let says = format!("{} cannot be opened: {why}", path.display());
    let advice =
        "let the server's user read and write it; if it is broken, put a backup in its place";
    Finding::error(Check::Database, says, advice)
}

/// What to think of a database that tells this about itself.
pub(super) fn judge_look(database: &dyn Display, known: usize, look: Look, runs: bool) -> Finding {
    let check = Check::Database;
    let running = if runs { "; a server runs on it" } else { "" };
    let Look { form, half_copied, .. } = look;
    if half_copied {
        let says = format!("a copy into {database} was not finished");
        return Finding::error(check, says, "run the same `quinta store copy` again");
    }
    if form > known {
        let says = format!(
            "{database} was written by a later release (form {form}, this one knows {known})"
        );
        let advice = "install that release again, or a newer one: nothing is lost";
        return Finding::error(check, says, advice);
    }
    if form < known {
        let says = format!(
            "{database} opens; the next start brings it from form {form} to {known}{running}"
        );
        return Finding::ok(check, says);
    }
    Finding::ok(check, format!("{database} opens, in the present form {known}{running}"))
}

/// How much room there is for the data.
#[cfg(unix)]
pub(super) fn disk(folder: &Path) -> Option<Finding> {
    let on = folder.ancestors().find(|above| above.exists()).unwrap_or(Path::new("."));
    let room = rustix::fs::statvfs(on).ok()?;
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
    if free < FULL {
        Finding::error(Check::Disk, says, advice)
    } else if free < NEARLY_FULL {
        Finding::warning(Check::Disk, says, advice)
    } else {
        Finding::ok(Check::Disk, says)
    }
}

/// How many files may be open: one for each socket.
#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have no such limit")]
pub(super) fn open_files() -> Option<Finding> {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile);
    Some(judge_open_files(limit.current))
}

#[cfg(not(unix))]
pub(super) fn open_files() -> Option<Finding> {
    None
}

fn judge_open_files(most: Option<u64>) -> Finding {
    let check = Check::OpenFiles;
    let Some(most) = most else { return Finding::ok(check, "no limit") };
    let says = format!("at most {most}, and each player takes one");
    if most < FILES {
        let advice = "LimitNOFILE=65536 in the systemd unit, or `ulimit -n 65536` before the start";
        return Finding::warning(check, says, advice);
    }
    Finding::ok(check, says)
}

/// Whether the clock can be right. `seen`: when a server last ran here; one that runs may be ahead of us by what it noted just now.
pub(super) fn clock(now: u64, seen: Option<u64>, runs: bool) -> Finding {
    let check = Check::Clock;
    let advice =
        "set it, and keep it right with timedatectl set-ntp true: push messages and TLS need it";
    if now < EARLIEST {
        return Finding::error(
            check,
            "the machine's clock says a time before this release",
            advice,
        );
    }
    match seen {
        Some(seen) if !runs && seen > now + JITTER => {
            let says = format!(
                "the server last ran {} s from now: the clock was set back, or was wrong then",
                (seen - now) / 1000
            );
            Finding::warning(check, says, advice)
        }
        _ => Finding::ok(check, "plausible"),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::super::Level;
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn levels(found: &[Finding]) -> Vec<Level> {
        found.iter().map(|finding| finding.level).collect()
    }

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn a_folder_of_ones_own_is_well_and_so_is_one_yet_to_be_made() {
        let data = tempfile::tempdir().unwrap();
        set_mode(data.path(), 0o700);
        assert_eq!(levels(&folder(data.path())), [Level::Ok]);
        let new = folder(&data.path().join("some/where"));
        assert_eq!(levels(&new), [Level::Ok]);
        assert!(new[0].says.contains("is made on the first start"), "{new:?}");
        assert!(!data.path().join("some").exists(), "it only looks");
    }

    #[test]
    fn a_folder_that_others_may_use_is_a_warning() {
        let data = tempfile::tempdir().unwrap();
        set_mode(data.path(), 0o755);
        let found = folder(data.path());
        assert_eq!(levels(&found), [Level::Warning]);
        assert!(found[0].advice.as_deref().unwrap().starts_with("chmod 700 "), "{found:?}");
    }

    #[test]
    fn a_file_is_no_folder_and_holds_none() {
        let file = tempfile::NamedTempFile::new().unwrap();
        assert_eq!(levels(&folder(file.path())), [Level::Error]);
        assert_eq!(levels(&folder(&file.path().join("data"))), [Level::Error]);
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_an_error_that_says_why() {
        let path = Path::new("/var/lib/quinta");
        for (kind, word) in [
            (io::ErrorKind::PermissionDenied, "chown"),
            (io::ErrorKind::ReadOnlyFilesystem, "StateDirectory="),
            (io::ErrorKind::Other, "--data"),
        ] {
            let found = judge_writing(path, Err(kind.into())).unwrap();
            assert_eq!(found.level, Level::Error);
            assert!(found.advice.as_deref().unwrap().contains(word), "{found:?}");
        }
        assert_eq!(judge_writing(path, Ok(())), None);
    }

    #[test]
    fn someone_elses_data_are_a_warning() {
        let path = Path::new("/var/lib/quinta");
        assert_eq!(judge_owner(Check::Folder, path, 107, 107), None);
        let found = judge_owner(Check::Folder, path, 107, 0).unwrap();
        assert_eq!(found.level, Level::Warning);
        assert!(found.advice.as_deref().unwrap().contains("sudo -u '#107'"), "{found:?}");
    }

    #[tokio::test]
    async fn a_database_that_others_may_read_is_a_warning() {
        let data = tempfile::tempdir().unwrap();
        let file = data.path().join("quinta.sqlite");
        let store = crate::store::Sqlite::open(&file).await.unwrap();
        crate::store::Store::close(&store).await.unwrap();
        assert_eq!(levels(&database(&file, false).await.0), [Level::Ok]);
        set_mode(&file, 0o644);
        let (found, _) = database(&file, false).await;
        assert_eq!(levels(&found), [Level::Warning, Level::Ok]);
        assert!(found[0].advice.as_deref().unwrap().starts_with("chmod 600 "), "{found:?}");
    }

    #[tokio::test]
    async fn a_look_leaves_nothing_behind() {
        let data = tempfile::tempdir().unwrap();
        let file = data.path().join("quinta.sqlite");
        let store = crate::store::Sqlite::open(&file).await.unwrap();
        let names = || {
            let mut names: Vec<_> =
                fs::read_dir(data.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
            names.sort();
            names
        };
        let (before, running) = (names(), look::is_in_use(&file));
        assert_eq!(look::look(&file).await.unwrap().form, FORM);
        assert_eq!((names(), running), (before, true));
        crate::store::Store::begin_run(&store, 5).await.unwrap();
        crate::store::Store::close(&store).await.unwrap();
        let before = names();
        let look = look::look(&file).await.unwrap();
        assert_eq!((look.form, look.seen, look::is_in_use(&file)), (FORM, Some(5), false));
        assert_eq!(names(), before);
    }

    #[tokio::test]
    async fn a_file_that_is_no_database_is_an_error() {
        let data = tempfile::tempdir().unwrap();
        let file = data.path().join("quinta.sqlite");
        assert!(database(&file, false).await.0[0].says.contains("is made on the first start"));
        fs::write(&file, "Dear diary, ".repeat(1000)).unwrap();
        set_mode(&file, 0o600);
        let (found, _) = database(&file, false).await;
        assert_eq!(levels(&found), [Level::Error]);
        assert!(found[0].advice.as_deref().unwrap().contains("backup"), "{found:?}");
    }

    #[test]
    fn a_form_is_judged_by_the_one_we_write() {
        let look = |form| Look { form, seen: None, half_copied: false };
        let judge = |form| judge_look(&"q", FORM, look(form), true);
        assert_eq!(judge(FORM).level, Level::Ok);
        assert!(judge(FORM).says.contains("a server runs on it"));
        let older = judge(FORM - 1);
        assert_eq!(older.level, Level::Ok);
        assert!(older.says.contains("the next start brings it"), "{older:?}");
        let later = judge(FORM + 1);
        assert_eq!(later.level, Level::Error);
        assert!(later.says.contains("a later release"), "{later:?}");
    }

    #[test]
    fn little_room_is_a_warning_and_none_an_error() {
        let judge = |megabytes: u64| judge_disk(megabytes << 20).level;
        assert_eq!([judge(0), judge(63)], [Level::Error; 2]);
        assert_eq!([judge(64), judge(1023)], [Level::Warning; 2]);
        assert_eq!(judge(1024), Level::Ok);
        assert!(disk(Path::new("/nowhere/at/all")).is_some());
    }

    #[test]
    fn few_files_are_a_warning() {
        assert_eq!(judge_open_files(None).level, Level::Ok);
        assert_eq!(judge_open_files(Some(1024)).level, Level::Ok);
        let few = judge_open_files(Some(1023));
        assert_eq!(few.level, Level::Warning);
        assert!(few.advice.unwrap().contains("LimitNOFILE"));
        assert!(open_files().is_some());
    }

    #[test]
    fn a_clock_is_not_before_this_release_nor_before_the_last_run() {
        let now = EARLIEST + 1_000_000;
        assert_eq!(clock(EARLIEST - 1, None, false).level, Level::Error);
        assert_eq!(clock(now, None, false).level, Level::Ok);
        assert_eq!(clock(now, Some(now + JITTER), false).level, Level::Ok);
        let back = clock(now, Some(now + JITTER + 1), false);
        assert_eq!(back.level, Level::Warning);
        assert!(back.says.contains("60 s from now"), "{back:?}");
        assert_eq!(clock(now, Some(now + JITTER + 1), true).level, Level::Ok);
    }
}
