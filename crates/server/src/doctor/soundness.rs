//! Whether what is stored is sound.
use super::{Check, Finding};
use crate::store::inspect::{FORM, Inspection, POSTGRES_FORM, examine_postgres, examine_sqlite};
use crate::store::soundness::{Logs, Pages};
use crate::store::{PostgresUrl, StoreError};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long each look may take; the three of a file together three times as long.
const LIMIT: Duration = Duration::from_secs(60);
const RESTORE: &str = "stop the server, keep this database, and put a backup in its place";

/// Looks at the pages of a file and at its logs, if its form is the present one.
pub(super) async fn of_file(file: &Path, found: Inspection) -> Vec<Finding> {
    if found.form != FORM {
        return vec![later()];
    }
    let began = Instant::now();
    match examine_sqlite(file, LIMIT).await {
        Ok((pages, logs)) => {
            vec![
                judge_pages(&file.display().to_string(), &pages),
                judge_logs(logs.as_ref(), began.elapsed()),
            ]
        }
        Err(why) => vec![judge_logs(Err(&why), began.elapsed())],
    }
}

/// Looks at the logs in a Postgres database, if its form is the present one.
pub(super) async fn of_postgres(url: &PostgresUrl, found: Inspection) -> Finding {
    if found.form != POSTGRES_FORM {
        return later();
    }
    let began = Instant::now();
    judge_logs(examine_postgres(url, LIMIT).await.as_ref(), began.elapsed())
}

/// There are no logs yet.
pub(super) fn none() -> Finding {
    Finding::ok(Check::Logs, "there are none yet")
}

fn later() -> Finding {
    Finding::ok(Check::Logs, "looked at once the database has the present form")
}

fn judge_pages(name: &str, pages: &Pages) -> Finding {
    let check = Check::Database;
    match pages {
        Pages::Sound(by @ "quick_check") => {
            let says =
                format!("its pages are sound ({by}); integrity_check was given up after a minute");
            Finding::ok(check, says)
        }
        Pages::Sound(by) => Finding::ok(check, format!("its pages and indexes are sound ({by})")),
        Pages::Unknown => {
            let says = format!("{name} is too large for quick_check to look at within a minute");
            let advice = "look at a backup of it: sqlite3 FILE 'PRAGMA integrity_check'";
            Finding::warning(check, says, advice)
        }
        Pages::Damaged(said) => {
            Finding::error(check, format!("{name} is damaged: {}", and_more(said)), RESTORE)
        }
    }
}

fn judge_logs(logs: Result<&Logs, &StoreError>, took: Duration) -> Finding {
    let check = Check::Logs;
    let logs = match logs {
        Ok(logs) => logs,
        Err(why) => return Finding::error(check, format!("they cannot be read: {why}"), RESTORE),
    };
    if !logs.faults.is_empty() {
        let says = format!("{}; those games cannot go on", and_more(&logs.faults));
        return Finding::error(check, says, RESTORE);
    }
    let seconds = took.as_secs_f32();
    let Logs { games, events, .. } = logs;
    let read = format!("{events} events of {games} games have every number from 1 on");
    if logs.complete {
        Finding::ok(check, format!("{read} (looked at in {seconds:.1} s)"))
    } else {
        let advice = "copy it with `quinta store copy` and look at the copy, or pack old games";
        Finding::warning(
            check,
            format!("{read}; there are more than could be read in time"),
            advice,
        )
    }
}

/// The first of these sentences on one line, and how many there are besides.
fn and_more(sentences: &[String]) -> String {
    let first = sentences.first().map_or("", String::as_str).split_whitespace();
    let first = first.collect::<Vec<_>>().join(" ");
    match sentences.len() {
        0 | 1 => first,
        count => format!("{first} (and {} more)", count - 1),
    }
}
