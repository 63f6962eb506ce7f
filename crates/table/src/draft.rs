//! Events that are about to happen: a table's next entries, worked out on a copy of its game.
use crate::game::Game;
use crate::log::{Entry, LogEvent, Mark};
use crate::refusal::Refusal;
use crate::seat::Sitter;
use crate::table::Table;
use quinta_rules::{Action, Chance, Phase, Seat, Step};
use quinta_wire::EndReason;

pub(crate) struct Draft<'a> {
    table: &'a Table,
    seats: Vec<Sitter>,
    game: Option<Game>,
    now: u64,
    entries: Vec<Entry>,
    over: bool,
}

impl<'a> Draft<'a> {
    pub(crate) fn new(table: &'a Table, now: u64) -> Self {
        Self {
            table,
            seats: table.seats.clone(),
            game: table.game.clone(),
            // Time does not go back, whatever a machine's clock does.
            now: now.max(table.time),
            entries: Vec::new(),
            over: false,
        }
    }

    pub(crate) fn push(&mut self, event: LogEvent) {
        match &event {
            LogEvent::BotSat { seat, level } => {
                self.seats[seat.index()] = Sitter::Bot(*level);
            }
            LogEvent::Resigned { seat } => {
                if let Some(person) = self.seats[seat.index()].person_mut() {
                    person.resigned = true;
                }
            }
            LogEvent::Returned { seat } => {
                if let Some(person) = self.seats[seat.index()].person_mut() {
                    person.played_by = None;
                }
            }
            LogEvent::Ended { .. } => self.over = true,
            _ => {}
        }
        let number = self.table.number + self.entries.len() as u64 + 1;
        self.entries.push(Entry { number, time: self.now, by: None, event });
    }

    /// The entries; the last one says which command they come from.
    pub(crate) fn finish(mut self, by: Option<Mark>) -> Vec<Entry> {
        if let Some(last) = self.entries.last_mut() {
            last.by = by;
        }
        self.entries
    }

    pub(crate) fn ready(&mut self, seat: Seat, luck: &str) {
        let Some(person) = self.seats[seat.index()].person_mut() else { return };
        if person.luck.is_some() {
            return;
        }
        person.luck = crate::table::from_hex(luck);
        self.push(LogEvent::Ready { seat, luck: luck.to_owned() });
    }

    /// Starts the game if every seat is taken and every person is ready.
    pub(crate) fn start_if_ready(&mut self) {
        let ready = self.seats.iter().all(|sitter| match sitter {
            Sitter::Open => false,
            Sitter::Person(person) => person.luck.is_some(),
            Sitter::Bot(_) => true,
        });
        if !ready {
            return;
        }
        let mut table = self.table.clone();
        table.seats.clone_from(&self.seats);
        if let Ok(game) = table.new_game(None) {
            self.push(LogEvent::Started { first: game.first() });
            self.game = Some(game);
            self.settle();
        }
    }

    /// Plays an action, and everything that follows by itself.
    pub(crate) fn act(&mut self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let rules = &self.table.rules;
        let game = self.game.as_ref().ok_or(Refusal::NotStarted)?;
        if let Some(why) = game.state().explain(rules, seat, action) {
            return Err(why.into());
        }
        if self.step(Step::Act(seat, *action)) {
            self.settle();
        }
        Ok(())
    }

    /// Takes a step; `false` if it cannot be.
    fn step(&mut self, step: Step) -> bool {
        let rules = &self.table.rules;
        if self.game.as_mut().is_none_or(|game| game.step(rules, &step).is_err()) {
            return false;
        }
        self.push(match step {
            Step::Act(seat, action) => LogEvent::Acted { seat, action },
            Step::Chance(Chance::Draw(tiles)) => LogEvent::Drawn { tiles: tiles.iter().collect() },
            Step::Chance(Chance::TurnUp(kind)) => LogEvent::Turned { kind },
        });
        true
    }

    pub(crate) fn resign(&mut self, seat: Seat) {
        self.push(LogEvent::Resigned { seat });
        let mut left = Seat::all(self.seats.len()).filter(|s| !self.seats[s.index()].resigned());
        if let (Some(winner), None) = (left.next(), left.next()) {
            self.push(LogEvent::Ended { reason: EndReason::Resigned, winners: vec![winner] });
        }
    }

    /// What follows by itself: outcomes of chance, passes of those who resigned, the end.
    pub(crate) fn settle(&mut self) {
        while !self.over
            && let Some(game) = &self.game
        {
            let state = game.state();
            let went_on = if state.phase() == Phase::Over {
                let winners = self.best(|_| true);
                self.push(LogEvent::Ended { reason: EndReason::Finished, winners });
                true
            } else if let Some(chance) = game.answer(&self.table.rules) {
                self.step(Step::Chance(chance))
            } else if self.seats[state.turn().index()].only_passes() {
                let seat = state.turn();
                self.step(Step::Act(seat, Action::PASS))
            } else {
                false
            };
            if !went_on {
                break;
            }
        }
    }

    /// The seats with the most points among those that did not resign.
    pub(crate) fn best(&self, counts: impl Fn(Seat) -> bool) -> Vec<Seat> {
        let Some(game) = &self.game else { return Vec::new() };
        let players = game.state().players();
        let candidates = || {
            Seat::all(players.len())
                .filter(|seat| counts(*seat) && !self.seats[seat.index()].resigned())
        };
        let most = candidates().map(|seat| players[seat.index()].score).max();
        candidates().filter(|seat| Some(players[seat.index()].score) == most).collect()
    }
}
