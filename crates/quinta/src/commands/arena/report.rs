//! The figures of a match as text, in tables of at most 60 columns.
use super::Participant;
use crate::input::{counted, one_line};
use quinta_lab::arena::{Elo, Report, Standing};
use quinta_lab::stats::Estimate;
use serde_json::Value;
use std::io::{self, Write};

/// The most forfeits that are printed; the JSON has them all.
const FORFEITS: usize = 5;

/// A series.
pub(super) fn series(
    out: &mut impl Write,
    report: &Report,
    seats: &[&Participant],
) -> io::Result<()> {
    let speed = report.games_per_second;
    let even = 100.0 / report.players as f64;
    writeln!(
        out,
        "{} of {}, {speed:.1} games/s",
        counted(report.games, "game"),
        counted(report.players, "player")
    )?;
    for (number, seat) in seats.iter().enumerate() {
        let id = seat.id().map_or(String::new(), |id| format!(" ({id})"));
        writeln!(out, "{:>2}  {}{id}", number + 1, seat.text)?;
    }
    let wins = format!("wins % (even {even:.0})");
    writeln!(out, "\n    {wins:<20}  {:>5}  lead over the best other", "score")?;
    for (number, standing) in report.seats.iter().enumerate() {
        let Standing { mean_score, margin, .. } = standing;
        let score = mean_score.map_or("-".to_owned(), |score| format!("{score:.1}"));
        let lead = margin.map_or("-".to_owned(), lead);
        writeln!(out, "{:>2}  {:<20}  {score:>5}  {lead}", number + 1, share(standing))?;
    }
    writeln!(out, "\n    {:>8}  {:>10}  {:>10}", "moves", "p99.9 ms", "longest ms")?;
    for (number, Standing { moves, p999_ms, max_ms, .. }) in report.seats.iter().enumerate() {
        writeln!(out, "{:>2}  {moves:>8}  {p999_ms:>10.1}  {max_ms:>10.1}", number + 1)?;
    }
    if let Some(elo) = &report.elo {
        writeln!(out, "\nElo of the first: {}", difference(elo))?;
    }
    for forfeit in report.forfeits.iter().take(FORFEITS) {
        let (bot, deal, seat) = (&forfeit.bot, forfeit.deal, forfeit.seat);
        // The reason may quote what another program said.
        let reason = one_line(&forfeit.reason);
        writeln!(out, "{bot} lost deal {deal} on seat {seat} by forfeit: {reason}")?;
    }
    if report.forfeits.len() > FORFEITS {
        writeln!(
            out,
            "… and {} more by forfeit",
            counted(report.forfeits.len() - FORFEITS, "game")
        )?;
    }
    if report.decided {
        writeln!(out, "stopped: the first is surely not even (5% error in all)")?;
    }
    if report.interrupted {
        writeln!(out, "interrupted: {} of {} games were played", report.games, report.planned)?;
    }
    Ok(())
}

fn share(standing: &Standing) -> String {
    match (standing.win_share, standing.low, standing.high) {
        (Some(share), Some(low), Some(high)) => {
            format!("{:.1} [{:.1}, {:.1}]", 100.0 * share, 100.0 * low, 100.0 * high)
        }
        _ => "too few games".to_owned(),
    }
}

fn lead(margin: Estimate) -> String {
    match (margin.low, margin.high) {
        (Some(low), Some(high)) => format!("{:+.1} [{low:+.1}, {high:+.1}]", margin.mean),
        _ => format!("{:+.1} (too few games)", margin.mean),
    }
}

fn difference(elo: &Elo) -> String {
    match *elo {
        Elo { mean: Some(mean), low: Some(low), high: Some(high) } => {
            format!("{mean:+.0} [{low:+.0}, {high:+.0}]")
        }
        Elo { low: Some(low), .. } => format!("beyond measure, at least {low:+.0}"),
        Elo { high: Some(high), .. } => format!("beyond measure, at most {high:+.0}"),
        Elo { .. } => "too few games".to_owned(),
    }
}

/// The ratings of a round robin.
pub(super) fn ratings(out: &mut impl Write, table: &[Value]) -> io::Result<()> {
    writeln!(out, "\n{:<30}  {:<20}  {:>6}", "bot", "Elo (0 on average)", "wins %")?;
    for row in table {
        let number = |name: &str| row["elo"][name].as_f64().unwrap_or_default();
        let (mean, low, high) = (number("mean"), number("low"), number("high"));
        let elo = format!("{mean:+.0} [{low:+.0}, {high:+.0}]");
        let bot: String = row["bot"].as_str().unwrap_or_default().chars().take(30).collect();
        let share = row["win_share"].as_f64();
        let share = share.map_or("-".to_owned(), |share| format!("{:.1}", 100.0 * share));
        writeln!(out, "{bot:<30}  {elo:<20}  {share:>6}")?;
    }
    Ok(())
}
