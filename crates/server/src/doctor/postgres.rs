//! What the server needs of a Postgres database.
use super::files::judge_database;
use super::{Check, Finding, Severity, soundness};
use crate::store::PostgresUrl;
use crate::store::inspect::{POSTGRES_FORM, PostgresInspection, inspect_postgres};

/// Inspects the database, and says whether a server runs on it. Folder and disk are not this machine's to look at.
pub(super) async fn examine(url: &PostgresUrl) -> (Vec<Finding>, bool) {
    let (about_database, in_use) = match inspect_postgres(url).await {
        Ok(found) => {
            let mut findings = judge(url, &found);
            if findings.iter().all(|finding| finding.severity != Severity::Error) {
                findings.push(soundness::of_postgres(url, found.database).await);
            }
            (findings, found.database.in_use)
        }
        Err(why) => {
            let advice =
                "start Postgres, or correct the URL: --database, QUINTA_DATABASE or quinta.toml";
            (vec![Finding::error(Check::Database, why.to_string(), advice)], false)
        }
    };
    let mut findings = vec![Finding::ok(Check::Folder, "nothing is kept there but quinta.toml")];
    findings.extend(about_database);
    findings.push(Finding::ok(Check::Disk, "the database's own: watch it where Postgres runs"));
    (findings, in_use)
}

fn judge(url: &PostgresUrl, found: &PostgresInspection) -> Vec<Finding> {
    let check = Check::Database;
    let mut findings = Vec::new();
    if !found.writable {
        let says = format!("{url} is a replica and cannot be written");
        findings.push(Finding::error(check, says, "name the database that it follows"));
    }
    if !found.syncs {
        let says = format!("{url} has fsync = off: a loss of power may cost acknowledged moves");
        findings.push(Finding::warning(check, says, "set fsync = on in postgresql.conf"));
    }
    if !url.is_verified() {
        let says = format!("the connection to {url} does not verify who answers");
        let advice = "end the URL with ?sslmode=verify-full, and &sslrootcert=FILE for a certificate of your own";
        findings.push(Finding::warning(check, says, advice));
    }
    let name = format!("{url} (Postgres {})", found.version);
    findings.push(judge_database(&name, POSTGRES_FORM, found.database));
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::inspect::Inspection;

    fn severities(url: &str, change: impl FnOnce(&mut PostgresInspection)) -> Vec<Severity> {
        let database = Inspection { form: POSTGRES_FORM, half_copied: false, in_use: false };
        let version = "15.1".into();
        let mut found = PostgresInspection { database, version, syncs: true, writable: true };
        change(&mut found);
        judge(&url.parse().unwrap(), &found).iter().map(|finding| finding.severity).collect()
    }

    #[test]
    fn a_database_is_judged_by_what_could_cost_a_move() {
        let near = "postgres://club:pw@localhost/garden";
        assert_eq!(severities(near, |_| {}), [Severity::Ok]);
        let no_sync = severities(near, |found| found.syncs = false);
        assert_eq!(no_sync, [Severity::Warning, Severity::Ok]);
        let replica = severities(near, |found| found.writable = false);
        assert_eq!(replica, [Severity::Error, Severity::Ok]);
        assert_eq!(severities(near, |found| found.database.form += 1), [Severity::Error]);
        assert_eq!(severities(near, |found| found.database.half_copied = true), [Severity::Error]);
        let far = "postgres://club:pw@db.example.org/garden";
        assert_eq!(severities(far, |_| {}), [Severity::Warning, Severity::Ok]);
        assert_eq!(severities(&format!("{far}?sslmode=verify-full"), |_| {}), [Severity::Ok]);
        let socket = "postgres:///garden?host=/run/postgresql";
        assert_eq!(severities(socket, |_| {}), [Severity::Ok]);
    }
}
