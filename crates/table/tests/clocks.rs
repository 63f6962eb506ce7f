//! Clocks of every sort. Time is passed in: no test waits.
use quinta_deal::Seed;
use quinta_rules::Seat;
use quinta_table::{LogEvent, Refusal, Requester, Table, create};
use quinta_wire::{ClientMessage, Clock, Command, CreateTable};
use serde_json::json;

const START: u64 = 1_760_000_000_000;
const MINUTE: u64 = 60_000;
const DAY: u64 = 24 * 60 * MINUTE;

fn requester(who: &str, now: u64) -> Requester<'_> {
    Requester::new(who, who, now)
}

fn command(table: &mut Table, who: &str, now: u64, command: Command) -> Result<(), Refusal> {
    let id = format!("{who} {now} {command:?}").chars().take(64).collect();
    let change = table.command(&requester(who, now), &ClientMessage { id, command })?;
    table.accept(change).unwrap();
    Ok(())
}

/// Anna and Ben with this clock; Anna begins at `START`.
fn begun(clock: Clock) -> Table {
    let wish = json!({ "seats": [{ "who": "me" }, { "who": "open" }],
        "options": { "access": "open", "first": { "seat": 0 }, "clock": clock } });
    let wish: CreateTable = serde_json::from_value(wish).unwrap();
    let first = create(&wish, &requester("anna", START - 9), &Seed([7; 32]), "code").unwrap();
    let mut table = Table::from_log("abcdefghjk", [first]).unwrap();
    let sit = Command::Sit { seat: None, invitation: None, name: None };
    command(&mut table, "ben", START - 5, sit).unwrap();
    for who in ["anna", "ben"] {
        let ready = Command::Ready { seat: None, luck: String::new() };
        command(&mut table, who, START, ready).unwrap();
    }
    table
}

/// The seat to act buys or passes, one of which is always possible.
fn act(table: &mut Table, who: &str, now: u64) {
    let action = serde_json::from_value(json!({ "pass": {} })).unwrap();
    let at = table.number();
    command(table, who, now, Command::Act { at, seat: None, action }).unwrap();
}

fn deadline(table: &Table) -> Option<(usize, u64)> {
    table.deadline().map(|(seat, time)| (seat.index(), time))
}

/// The events that are due at this time.
fn at(table: &mut Table, now: u64) -> Vec<LogEvent> {
    let change = table.time_passes(now).unwrap();
    let events = change.entries().iter().map(|entry| entry.event.clone()).collect();
    table.accept(change).unwrap();
    events
}

fn out(seat: usize) -> Vec<LogEvent> {
    vec![LogEvent::TimedOut { seat: Seat::new(seat as u8).unwrap() }]
}

#[test]
fn without_a_clock_time_does_not_matter() {
    let mut table = begun(Clock::None);
    assert_eq!(deadline(&table), None);
    assert_eq!(at(&mut table, START + 400 * DAY), []);
    assert!(table.view(START).clock.is_none());
}

#[test]
fn so_much_for_each_move() {
    let mut table = begun(Clock::PerMove { seconds: 60 });
    assert_eq!(deadline(&table), Some((0, START + MINUTE)));
    assert_eq!(at(&mut table, START + MINUTE - 1), []);
    act(&mut table, "anna", START + MINUTE - 1);
    // Ben's time begins with his turn, and all of it.
    assert_eq!(deadline(&table), Some((1, START + 2 * MINUTE - 1)));
    assert_eq!(at(&mut table, START + 2 * MINUTE), out(1));
    assert_eq!(at(&mut table, START + 3 * MINUTE), [], "once is enough");
    // A late move still counts as long as nobody took over.
    act(&mut table, "ben", START + 4 * MINUTE);
    assert!(deadline(&table).is_some_and(|(_, time)| time == START + 5 * MINUTE));
}

#[test]
fn so_much_for_the_game_and_more_for_each_move() {
    let mut table = begun(Clock::PerGame { seconds: 120, increment: 10 });
    assert_eq!(deadline(&table), Some((0, START + 2 * MINUTE)));
    act(&mut table, "anna", START + MINUTE);
    let clock = table.view(START + MINUTE).clock.unwrap();
    assert_eq!(clock.left, [MINUTE + 10_000, 2 * MINUTE], "a minute is gone, ten seconds came");
    assert_eq!(clock.running.map(Seat::index), Some(1));
    act(&mut table, "ben", START + 2 * MINUTE);
    // Both passed, so the round is over: the next to act has the time that was left.
    let (seat, time) = deadline(&table).unwrap();
    assert_eq!(time, START + 2 * MINUTE + MINUTE + 10_000);
    assert_eq!(at(&mut table, time - 1), []);
    assert_eq!(at(&mut table, time), out(seat));
    assert_eq!(table.view(time).clock.unwrap().left[seat], 0);
    // Out of time: the others may act for them.
    let (late, other) = if seat == 0 { ("anna", "ben") } else { ("ben", "anna") };
    let seat = Seat::new(seat as u8).unwrap();
    assert_eq!(
        command(&mut table, late, time, Command::Abandon { seat }),
        Err(Refusal::NotYourSeat)
    );
    command(&mut table, other, time, Command::Abandon { seat }).unwrap();
    assert_eq!(deadline(&table), None, "what is over needs no clock");
}

#[test]
fn days_for_each_move() {
    let mut table = begun(Clock::Days { days: 3 });
    assert_eq!(deadline(&table), Some((0, START + 3 * DAY)));
    act(&mut table, "anna", START + 2 * DAY);
    assert_eq!(deadline(&table), Some((1, START + 5 * DAY)));
    assert_eq!(at(&mut table, START + 5 * DAY - 1), []);
    assert_eq!(at(&mut table, START + 5 * DAY), out(1));
    // A bot plays on for Ben, and needs no clock.
    let seat = Seat::new(1).unwrap();
    let level = quinta_wire::BotLevel::Random;
    command(&mut table, "anna", START + 5 * DAY, Command::TakeOver { seat, level }).unwrap();
    assert_eq!(deadline(&table), None);
    command(&mut table, "ben", START + 6 * DAY, Command::Return { seat: None }).unwrap();
    assert_eq!(deadline(&table), Some((1, START + 9 * DAY)), "back again, with all of his time");
}

#[test]
fn who_comes_back_gives_nobody_else_more_time() {
    let mut table = begun(Clock::PerGame { seconds: 60, increment: 0 });
    act(&mut table, "anna", START);
    assert_eq!(at(&mut table, START + MINUTE), out(1));
    let (seat, level) = (Seat::new(1).unwrap(), quinta_wire::BotLevel::Random);
    let take_over = Command::TakeOver { seat, level };
    command(&mut table, "anna", START + MINUTE, take_over).unwrap();
    // The bot passes for Ben; a new round begins, with Anna, who passed first.
    let (_, _, number) = table.bot_to_act().unwrap();
    let action = quinta_rules::Action::PASS;
    let change = table.bot_acts(seat, number, &action, START + MINUTE).unwrap();
    table.accept(change).unwrap();
    let running = deadline(&table);
    assert_eq!(running, Some((0, START + 2 * MINUTE)));
    command(&mut table, "ben", START + MINUTE + 30_000, Command::Return { seat: None }).unwrap();
    assert_eq!(deadline(&table), running, "Anna's clock goes on as it was");
}
