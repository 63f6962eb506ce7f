//! Making tables: a new one, and a rematch.
use crate::decide::Requester;
use crate::draft::{Draft, PendingEvents};
use crate::log::{Entry, FirstSitter, LogEvent, Options, Setting};
use crate::names::{self, LONGEST_TABLE_NAME, clean};
use crate::refusal::Refusal;
use crate::seat::Sitter;
use crate::table::{Table, rules_of};
use quinta_deal::Seed;
use quinta_record::{Moment, Record, Replay};
use quinta_rules::{Board, Phase, Seat};
use quinta_wire::{self as wire, Clock, CreateTable, First, PlayOn, SeatPlan, Stage, Undo};

fn bad(field: &'static str, message: impl Into<String>) -> Refusal {
    Refusal::BadOptions { field, message: message.into() }
}

/// The first entry of a new table's log.
pub fn create(
    wish: &CreateTable,
    host: &Requester,
    secret: &Seed,
    invitation: &str,
) -> Result<Entry, Refusal> {
    if !(2..=4).contains(&wish.seats.len()) {
        return Err(bad("seats", "a table has 2 to 4 seats"));
    }
    let options = &wish.options;
    let rules = rules_of(options);
    rules.ok_or_else(|| bad("rules", "a custom board comes with its rules"))?.check()?;
    if let First::Seat(seat) = options.first
        && seat.index() >= wish.seats.len()
    {
        return Err(bad("first", "there is no such seat"));
    }
    let within = |value: u32, low: u32, high: u32| {
        let message = || format!("{value} is not from {low} to {high}");
        if (low..=high).contains(&value) { Ok(()) } else { Err(bad("clock", message())) }
    };
    match options.clock {
        Clock::None => {}
        Clock::PerMove { seconds } => within(seconds, 5, 3600)?,
        Clock::PerGame { seconds, increment } => {
            within(seconds, 60, 36_000)?;
            within(increment, 0, 600)?;
        }
        Clock::Days { days } => within(days, 1, 30)?,
    }
    let name = if wish.name.trim().is_empty() {
        String::new()
    } else {
        clean(&wish.name, LONGEST_TABLE_NAME).ok_or(Refusal::BadName)?
    };
    let mut seats = Vec::new();
    for plan in &wish.seats {
        seats.push(match plan {
            SeatPlan::Me { name } => FirstSitter::Person {
                who: host.who.to_owned(),
                name: names::person(name.as_deref().unwrap_or(host.name))?,
            },
            SeatPlan::Open {} => FirstSitter::Open,
            SeatPlan::Bot { level } => FirstSitter::Bot { level: *level },
        });
    }
    if !seats.iter().any(|seat| matches!(seat, FirstSitter::Person { .. } | FirstSitter::Open)) {
        return Err(bad("seats", "a table needs a person or an open seat"));
    }
    let mut options = Options::from(options);
    if wish.options.board != Board::Custom {
        options.rules = None;
    }
    let setting = Setting {
        name,
        options,
        seats,
        host: host.who.to_owned(),
        secret: secret.to_string(),
        invitation: invitation.to_owned(),
        begins_with: Vec::new(),
        tab: None,
        from: host.from.map(str::to_owned),
    };
    Ok(Entry { number: 1, time: host.now, by: None, event: LogEvent::Created(Box::new(setting)) })
}

/// The first entry of a table that goes on from a position of another game; `replay` is that game's.
pub fn play_on(
    wish: &PlayOn,
    (record, replay): (&Record, &Replay),
    host: &Requester,
    secret: &Seed,
    invitation: &str,
) -> Result<Entry, Refusal> {
    let players = record.setup.players;
    if wish.seat.index() >= players {
        return Err(bad("seat", "there is no such seat"));
    }
    let acts = |moment: &Moment| moment.step.action().is_some();
    let mut left = wish.moves;
    let steps: Vec<_> = replay
        .steps()
        .take_while(|moment| {
            let goes_on = left > 0 || !acts(moment);
            left -= u32::from(goes_on && acts(moment));
            goes_on
        })
        .collect();
    // Somebody must be able to act there: a game that is over does not go on.
    let reached = steps.last().filter(|_| left == 0).map(|moment| moment.after.phase());
    if reached != Some(Phase::Act) {
        return Err(bad("moves", "the game does not go on from there"));
    }
    let name = names::person(host.name)?;
    let seats = Seat::all(players).map(|seat| {
        if seat == wish.seat {
            FirstSitter::Person { who: host.who.to_owned(), name: name.clone() }
        } else {
            FirstSitter::Bot { level: wish.level }
        }
    });
    let board = record.setup.board();
    let rules = (board == Board::Custom).then(|| record.setup.rules.clone());
    let options = wire::Options {
        board,
        rules,
        first: First::Seat(record.setup.first),
        undo: Undo::Free,
        hints: true,
        ..wire::Options::default()
    };
    let setting = Setting {
        name: String::new(),
        options: Options::from(&options),
        seats: seats.collect(),
        host: host.who.to_owned(),
        secret: secret.to_string(),
        invitation: invitation.to_owned(),
        begins_with: steps.iter().map(|moment| LogEvent::of(moment.step)).collect(),
        tab: None,
        from: host.from.map(str::to_owned),
    };
    Ok(Entry { number: 1, time: host.now, by: None, event: LogEvent::Created(Box::new(setting)) })
}

impl Table {
    /// The first entry of the log of a rematch, with the seats rotated by one: the second seat becomes the first.
    pub fn rematch_setting(
        &self,
        requester: &Requester,
        secret: &Seed,
        invitation: &str,
    ) -> Result<Entry, Refusal> {
        if self.stage != Stage::Over {
            return Err(Refusal::NotOver);
        }
        if self.seats_of(requester.who).is_empty() {
            return Err(Refusal::NotSeated);
        }
        let mut seats: Vec<_> = self
            .seats
            .iter()
            .map(|sitter| match sitter {
                Sitter::Open => FirstSitter::Open,
                Sitter::Bot(level) => FirstSitter::Bot { level: *level },
                Sitter::Person(person) => {
                    FirstSitter::Person { who: person.who.clone(), name: person.name.clone() }
                }
            })
            .collect();
        seats.rotate_left(1);
        let setting = Setting {
            name: self.name.clone(),
            options: Options::from(&self.options),
            seats,
            host: self.host.clone(),
            secret: secret.to_string(),
            invitation: invitation.to_owned(),
            begins_with: Vec::new(),
            tab: None,
            from: requester.from.map(str::to_owned),
        };
        let event = LogEvent::Created(Box::new(setting));
        Ok(Entry { number: 1, time: requester.now, by: None, event })
    }

    /// Names the table of the rematch.
    pub fn rematch_at(&self, table: &str, now: u64) -> Result<PendingEvents, Refusal> {
        let mut draft = Draft::new(self, now);
        draft.push(LogEvent::Rematch { table: table.to_owned() })?;
        Ok(draft.finish(None))
    }
}
