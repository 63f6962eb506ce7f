//! `quinta doctor`: what is wrong with a set-up.
use super::serve;
use anyhow::Result;
use clap::Args;
use quinta_server::doctor::{Check, Finding, Severity, examine};
use serde::Serialize;
use std::io::{self, Write};
use std::process::ExitCode;

/// Say what is wrong with a set-up, and what to do about it
///
/// It takes the settings of `quinta serve`, from the same places: write doctor instead of serve in your command line, and run it as the
/// server's user. It looks at the port, the data folder, the database with its pages and the logs of all games, room on the disk, the public
/// URL, the settings about proxies, and push messages. It reads a large database for a minute or three, changes nothing, and connects only to
/// the Postgres that is named; the server may run meanwhile.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta doctor
  quinta doctor --public-url https://garden.example.org --behind-proxy
  sudo -u quinta quinta doctor --data /var/lib/quinta
  quinta doctor --json

Exit codes:
  0  a server can run like this; there may be warnings
  1  it cannot, or players will meet failures
  2  the command line was not understood")]
// The settings of `serve` are a group of their own, of the same name.
#[group(skip)]
pub(crate) struct Arguments {
    /// Print the findings as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    serve: serve::Arguments,
}

/// What is printed as JSON.
#[derive(Serialize)]
struct Report<'a> {
    version: &'a str,
    errors: usize,
    warnings: usize,
    findings: &'a [Finding],
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let findings = match arguments.serve.settings() {
        Ok(chosen) => {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(examine(&chosen.server))
        }
        Err(why) => {
            let advice = "correct that; `quinta serve --help` names every setting";
            vec![Finding::error(Check::Settings, format!("{why:#}"), advice)]
        }
    };
    let count = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let mut out = io::stdout();
    if arguments.json {
        let version = env!("CARGO_PKG_VERSION");
        let report = Report { version, errors, warnings, findings: &findings };
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        for finding in &findings {
            let severity = match finding.severity {
                Severity::Ok => "ok",
                Severity::Warning => "warning",
                Severity::Error => "error",
            };
            writeln!(out, "{severity:<7}  {:<10}  {}", finding.check.name(), finding.says)?;
            if let Some(advice) = &finding.advice {
                writeln!(out, "{:21}→ {advice}", "")?;
            }
        }
        writeln!(out, "errors: {errors}, warnings: {warnings}")?;
    }
    Ok(if errors > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
