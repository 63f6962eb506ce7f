//! Drafts of a table's next entries, applied to a copy of the table as they will be to the table itself.
use crate::log::{Entry, LogError, LogEvent, Mark};
use crate::refusal::Refusal;
use crate::seat::Sitter;
use crate::table::Table;
use quinta_rules::{Action, Phase, Seat, Step};
use quinta_wire::{EndReason, Stage};

/// Entries to be stored, and the table after them.
#[derive(Debug)]
pub struct PendingEvents {
    pub(crate) entries: Vec<Entry>,
    /// Boxed, because they wait in the future of every task that stores one.
    pub(crate) table: Box<Table>,
}

impl PendingEvents {
    /// The entries to be stored; none if nothing happens.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Whether nothing happens.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

pub(crate) struct Draft {
    table: Table,
    now: u64,
    entries: Vec<Entry>,
}

/// Whether an event may still follow the end of a game.
fn follows_the_end(event: &LogEvent) -> bool {
    matches!(event, LogEvent::Said { .. } | LogEvent::Rematch { .. })
}

impl Draft {
    pub(crate) fn new(table: &Table, now: u64) -> Self {
        // Times never go back, even if the machine's clock does.
        Self { now: now.max(table.time), table: table.without_history(), entries: Vec::new() }
    }

    /// Appends an event.
    pub(crate) fn push(&mut self, event: LogEvent) -> Result<(), Refusal> {
        if self.table.stage == Stage::Over && !follows_the_end(&event) {
            return Err(Refusal::TableOver);
        }
        self.apply(event).map_err(Refusal::Impossible)
    }

    fn apply(&mut self, event: LogEvent) -> Result<(), LogError> {
        let entry = Entry { number: self.table.number + 1, time: self.now, by: None, event };
        self.table.apply(&entry)?;
        self.entries.push(entry);
        Ok(())
    }

    /// The last event that happens.
    pub(crate) fn last(&self) -> Option<&LogEvent> {
        self.entries.last().map(|entry| &entry.event)
    }

    /// What happens; the last entry says which command they come from.
    pub(crate) fn finish(mut self, by: Option<Mark>) -> PendingEvents {
        if let (Some(last), Some(_)) = (self.entries.last_mut(), &by) {
            let before = last.length();
            last.by = by;
            self.table.count_bytes(last.length() - before);
        }
        PendingEvents { entries: self.entries, table: Box::new(self.table) }
    }

    pub(crate) fn ready(&mut self, seat: Seat, luck: &str) -> Result<(), Refusal> {
        let person = self.table.seats[seat.index()].person();
        if person.is_some_and(|person| person.luck.is_none()) {
            self.push(LogEvent::Ready { seat, luck: luck.to_owned() })?;
        }
        Ok(())
    }

    /// Starts the game if every seat is taken and every person is ready.
    pub(crate) fn start_if_ready(&mut self) -> Result<(), Refusal> {
        let ready = self.table.seats.iter().all(|sitter| match sitter {
            Sitter::Open => false,
            Sitter::Person(person) => person.luck.is_some(),
            Sitter::Bot(_) => true,
        });
        if ready {
            let first = self.table.first_seat().map_err(Refusal::Impossible)?;
            self.push(LogEvent::Started { first })?;
            self.settle()?;
        }
        Ok(())
    }

    /// Plays an action and everything that follows automatically.
    pub(crate) fn act(&mut self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        if let Err(why) = self.apply(LogEvent::Acted { seat, action: *action }) {
            // Refused: only now is the explanation for a person worked out.
            let state = self.table.state().ok_or(Refusal::NotStarted)?;
            let explained = state.explain(&self.table.rules, seat, action);
            return Err(explained.map_or(Refusal::Impossible(why), Refusal::from));
        }
        self.settle()
    }

    /// A seat gives up; the last one that is left wins.
    pub(crate) fn resign(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.push(LogEvent::Resigned { seat })?;
        let seats = &self.table.seats;
        let mut left = Seat::all(seats.len()).filter(|s| !seats[s.index()].resigned());
        if let (Some(winner), None) = (left.next(), left.next()) {
            self.end(EndReason::Resigned, vec![winner])?;
        }
        self.settle()
    }

    /// The persons on these seats play themselves again.
    pub(crate) fn take_back_seats(&mut self, seats: &[Seat]) -> Result<(), Refusal> {
        for &seat in seats {
            self.push(LogEvent::Returned { seat })?;
        }
        Ok(())
    }

    pub(crate) fn end(&mut self, reason: EndReason, winners: Vec<Seat>) -> Result<(), Refusal> {
        self.push(LogEvent::Ended { reason: reason.into(), winners })
    }

    /// Appends what follows automatically: outcomes of chance, passes of resigned seats, the end.
    pub(crate) fn settle(&mut self) -> Result<(), Refusal> {
        while self.table.stage == Stage::Playing
            && let Some(game) = &self.table.game
        {
            let state = game.state();
            let turn = state.turn();
            if state.phase() == Phase::Over {
                let winners = self.table.best(|_| true);
                self.end(EndReason::Finished, winners)?;
            } else if let Some(chance) = game.answer(&self.table.rules) {
                self.push(LogEvent::of(&Step::Chance(chance)))?;
            } else if self.table.seats[turn.index()].only_passes() {
                self.push(LogEvent::Acted { seat: turn, action: Action::PASS })?;
            } else {
                break;
            }
        }
        Ok(())
    }
}
