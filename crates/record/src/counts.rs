//! Counts of legal actions along a game, as a plain text table.
use crate::replay::Replay;
use std::fmt::Write;

/// Returns one row for each action: the event's number, the round, the seat, and how many legal actions of each sort it had.
pub fn table(replay: &Replay) -> String {
    let mut text = String::from("event round seat  acquire    place   expand  buy         pass\n");
    for moment in replay.steps() {
        let Some((seat, _)) = moment.step.action() else { continue };
        let counts = moment.before.counts(replay.rules());
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "{:>5} {:>5} {:>4} {:>8} {:>8} {:>8} {:>4} {:>12}",
            moment.event,
            moment.before.round() + 1,
            seat.index(),
            counts.acquire,
            counts.place,
            counts.expand,
            counts.buy,
            counts.pass
        );
    }
    text
}
