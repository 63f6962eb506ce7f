//! What the server needs of a Postgres database.
use super::files::judge_look;
use super::{Check, Finding, Stored};
use crate::store::PostgresUrl;
use crate::store::look::{POSTGRES_FORM, PostgresLook, look_postgres};

/// Looks into the database; there is no folder and no disk of ours to look at.
pub(super) async fn examine(url: &PostgresUrl) -> Stored {
    let (about_database, seen, runs) = match look_postgres(url).await {
        Ok(found) => (judge(url, &found), found.look.seen, found.runs),
        Err(why) => {
            let advice =
                "start Postgres, or mend the URL: --database, QUINTA_DATABASE or quinta.toml";
            (vec![Finding::error(Check::Database, why.to_string(), advice)], None, false)
        }
    };
    let mut about = vec![Finding::ok(Check::Folder, "nothing is kept there but quinta.toml")];
    about.extend(about_database);
    about.push(Finding::ok(Check::Disk, "the database's own: watch it where Postgres runs"));
    Stored { about, seen, runs }
}

fn judge(url: &PostgresUrl, found: &PostgresLook) -> Vec<Finding> {
    let check = Check::Database;
    let mut about = Vec::new();
    if !found.writable {
        let says = format!("{url} follows another database and cannot be written");
        about.push(Finding::error(check, says, "name the one that it follows"));
    }
    if !found.syncs {
        let says = format!("{url} has fsync = off: a loss of power may cost acknowledged moves");
        about.push(Finding::warning(check, says, "set fsync = on in postgresql.conf"));
    }
    if !url.is_verified() {
        let says =
            format!("nobody makes sure that {url} is who answers: the way there is not safe");
        let advice = "end the URL with ?sslmode=verify-full, and &sslrootcert=FILE for a certificate of your own";
        about.push(Finding::warning(check, says, advice));
    }
    let name = format!("{url} (Postgres {})", found.version);
    about.push(judge_look(&name, POSTGRES_FORM, found.look, found.runs));
    about
}

#[cfg(test)]
mod tests {
    use super::super::Level;
    use super::*;
    use crate::store::look::Look;

    fn levels(url: &str, change: impl FnOnce(&mut PostgresLook)) -> Vec<Level> {
        let look = Look { form: POSTGRES_FORM, seen: None, half_copied: false };
        let mut found =
            PostgresLook { look, runs: false, version: "15.1".into(), syncs: true, writable: true };
        change(&mut found);
        judge(&url.parse().unwrap(), &found).iter().map(|finding| finding.level).collect()
    }

    #[test]
    fn a_database_is_judged_by_what_could_cost_a_move() {
        let near = "postgres://club:pw@localhost/garden";
        assert_eq!(levels(near, |_| {}), [Level::Ok]);
        assert_eq!(levels(near, |found| found.syncs = false), [Level::Warning, Level::Ok]);
        assert_eq!(levels(near, |found| found.writable = false), [Level::Error, Level::Ok]);
        assert_eq!(levels(near, |found| found.look.form += 1), [Level::Error]);
        assert_eq!(levels(near, |found| found.look.half_copied = true), [Level::Error]);
        let far = "postgres://club:pw@db.example.org/garden";
        assert_eq!(levels(far, |_| {}), [Level::Warning, Level::Ok]);
        assert_eq!(levels(&format!("{far}?sslmode=verify-full"), |_| {}), [Level::Ok]);
        assert_eq!(levels("postgres:///garden?host=/run/postgresql", |_| {}), [Level::Ok]);
    }
}
