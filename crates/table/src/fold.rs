//! The one place in which an event changes a table.
use crate::command_dedup::CommandDedup;
use crate::decide::SAID_WITHIN;
use crate::draft::PendingEvents;
use crate::game::Game;
use crate::log::{Entry, LogError, LogEvent};
use crate::seat::{Person, Sitter};
use crate::table::{PlayedStep, Spoken, Table, from_hex};
use quinta_deal::fair;
use quinta_rules::{Seat, Step};
use quinta_wire::{Event, First, NumberedEvent, Stage, hex};
use sha2::{Digest, Sha256};

impl Table {
    /// Applies the next entry of the log. After an error the table is unusable and must be read again.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), LogError> {
        let expected = self.number + 1;
        if entry.number != expected {
            return Err(LogError::Number { expected, found: entry.number });
        }
        let event =
            self.fold(entry).map_err(|why| LogError::Impossible { number: entry.number, why })?;
        self.number = entry.number;
        self.time = entry.time;
        self.count_bytes(entry.length());
        self.dedup.note(entry);
        self.events.push(NumberedEvent { number: entry.number, time: entry.time, event });
        Ok(())
    }

    /// Counts bytes of the last entry, which may tell the last step.
    pub(crate) fn count_bytes(&mut self, bytes: usize) {
        self.bytes += bytes as u64;
        if let Some(last) = self.steps.last_mut().filter(|last| last.number == self.number) {
            last.bytes += bytes as u32;
        }
    }

    /// Takes events that this table decided on and that are stored by now. Nothing is checked or worked out a second time.
    pub fn accept(&mut self, change: PendingEvents) -> Result<(), LogError> {
        let PendingEvents { entries, table } = change;
        let Some(first) = entries.first() else { return Ok(()) };
        let expected = self.number + 1;
        if first.number != expected {
            return Err(LogError::Number { expected, found: first.number });
        }
        let mut events = std::mem::take(&mut self.events);
        let mut dedup = std::mem::take(&mut self.dedup);
        events.extend(table.events);
        for entry in &entries {
            dedup.note(entry);
        }
        *self = Self { events, dedup, ..*table };
        Ok(())
    }

    /// A copy to draft events on, without the history of events and commands: it decides nothing and is most of a table's size.
    pub(crate) fn without_history(&self) -> Self {
        Self {
            id: self.id.clone(),
            name: self.name.clone(),
            options: self.options.clone(),
            rules: self.rules.clone(),
            host: self.host.clone(),
            secret: self.secret,
            invitation: self.invitation.clone(),
            tab: self.tab.clone(),
            seats: self.seats.clone(),
            stage: self.stage,
            number: self.number,
            time: self.time,
            changed: self.changed,
            game: self.game.clone(),
            begins_with: self.begins_with.clone(),
            steps: self.steps.clone(),
            made_before: self.made_before,
            fresh_luck: self.fresh_luck,
            events: Vec::new(),
            history: self.history.clone(),
            scoring: self.scoring.clone(),
            ended: self.ended.clone(),
            rematch: self.rematch.clone(),
            clocks: self.clocks.clone(),
            removed: self.removed.clone(),
            undone: self.undone,
            undone_bytes: self.undone_bytes,
            bytes: self.bytes,
            dedup: CommandDedup::default(),
            said: self.said.clone(),
            from: self.from.clone(),
        }
    }

    fn fold(&mut self, entry: &Entry) -> Result<Event, String> {
        let number = entry.number;
        Ok(match &entry.event {
            LogEvent::Created(_) => return Err("a table is made once".into()),
            LogEvent::Sat { seat, who, name } => {
                *self.seat_mut(*seat)? = Sitter::Person(Person::new(who.clone(), name.clone()));
                Event::Sat { seat: *seat, name: name.clone() }
            }
            LogEvent::Left { seat, removed } => {
                let left = std::mem::replace(self.seat_mut(*seat)?, Sitter::Open);
                if let (Sitter::Person(person), true) = (left, *removed) {
                    self.removed.insert(person.who);
                }
                Event::Left { seat: *seat, removed: *removed }
            }
            LogEvent::BotSat { seat, level } => {
                *self.seat_mut(*seat)? = Sitter::Bot(*level);
                Event::BotSat { seat: *seat, level: *level }
            }
            LogEvent::Renamed { seat, name } => {
                self.person_mut(*seat)?.name.clone_from(name);
                Event::Renamed { seat: *seat, name: name.clone() }
            }
            LogEvent::Ready { seat, luck } => {
                let bytes = from_hex(luck).ok_or("luck is hex")?;
                let luck_hash = hex::write(&Sha256::digest(&bytes));
                self.person_mut(*seat)?.luck = Some(bytes);
                Event::Ready { seat: *seat, luck_hash }
            }
            LogEvent::Started { first } => {
                let mut game = self.new_game(Some(*first))?;
                let moves = self.go_on(entry, &mut game)?;
                self.game = Some(game);
                self.stage = Stage::Playing;
                self.changed = number;
                Event::Started { first: *first, moves }
            }
            event @ (LogEvent::Drawn { .. } | LogEvent::Turned { .. } | LogEvent::Acted { .. }) => {
                self.step(entry, event.step().ok_or("too many tiles")?)?
            }
            LogEvent::Undone { seat, to, fresh_luck } => {
                self.take_back(entry, *seat, *to, *fresh_luck)?;
                Event::Undone { seat: *seat, to: *to, fresh_luck: *fresh_luck }
            }
            LogEvent::ClockHeld { milliseconds } => {
                self.clocks.hold(*milliseconds);
                Event::ClockHeld { milliseconds: *milliseconds }
            }
            LogEvent::TimedOut { seat } => {
                self.clocks.run_out(*seat);
                self.person_mut(*seat)?.timed_out = true;
                Event::TimedOut { seat: *seat }
            }
            LogEvent::Resigned { seat } => {
                self.person_mut(*seat)?.resigned = true;
                self.changed = number;
                Event::Resigned { seat: *seat }
            }
            LogEvent::TakenOver { seat, level } => {
                self.person_mut(*seat)?.played_by = Some(*level);
                self.hand_over(*seat, entry.time);
                Event::TakenOver { seat: *seat, level: *level }
            }
            LogEvent::Returned { seat } => {
                let person = self.person_mut(*seat)?;
                person.played_by = None;
                person.timed_out = false;
                self.hand_over(*seat, entry.time);
                Event::Returned { seat: *seat }
            }
            LogEvent::EndOffered { seat, agrees } => {
                self.person_mut(*seat)?.wants_end = *agrees;
                Event::EndOffered { seat: *seat, agrees: *agrees }
            }
            LogEvent::Ended { reason, winners } => {
                self.stage = Stage::Over;
                self.clocks.start(None, entry.time);
                let reason = (*reason).into();
                self.ended = Some((reason, winners.clone()));
                self.changed = number;
                Event::Ended { reason, winners: winners.clone() }
            }
            LogEvent::Hinted { seat } => {
                let position = self.changed;
                let person = self.person_mut(*seat)?;
                person.hints = person.hints.saturating_add(1);
                person.hinted = Some(position);
                Event::Hinted { seat: *seat }
            }
            LogEvent::Said { seat, phrase } => {
                let who = self.person_mut(*seat)?.who.clone();
                self.said.retain(|said| said.time + SAID_WITHIN > entry.time);
                self.said.push(Spoken { who, time: entry.time });
                Event::Said { seat: *seat, phrase: (*phrase).into() }
            }
            LogEvent::Rematch { table } => {
                self.rematch = Some(table.clone());
                Event::Rematch { table: table.clone() }
            }
        })
    }

    fn seat_mut(&mut self, seat: Seat) -> Result<&mut Sitter, String> {
        self.seats.get_mut(seat.index()).ok_or_else(|| format!("there is no seat {seat}"))
    }

    fn person_mut(&mut self, seat: Seat) -> Result<&mut Person, String> {
        self.seat_mut(seat)?.person_mut().ok_or_else(|| format!("nobody sits on seat {seat}"))
    }

    /// The seat that begins the game once everyone is ready.
    pub(crate) fn first_seat(&self) -> Result<Seat, LogError> {
        let game = self.new_game(None);
        let why = |why| LogError::Impossible { number: self.number + 1, why };
        game.map(|game| game.first()).map_err(why)
    }

    /// The game as it begins once everyone is ready.
    fn new_game(&self, first: Option<Seat>) -> Result<Game, String> {
        let luck: Vec<&[u8]> = self
            .seats
            .iter()
            .map(|sitter| sitter.person().and_then(|p| p.luck.as_deref()).unwrap_or_default())
            .collect();
        let seed = fair::mixed(&self.secret, self.dealt_as(), &luck);
        let first = first.or(match self.options.first {
            First::Lot => None,
            First::Seat(seat) => Some(seat),
        });
        Game::begin(&self.rules, self.seats.len(), seed, first).map_err(|why| why.to_string())
    }

    /// Takes the steps of another game that this one goes on from, and draws everything that is still hidden anew. Returns how many moves
    /// they were.
    fn go_on(&mut self, entry: &Entry, game: &mut Game) -> Result<u32, String> {
        let steps = std::mem::take(&mut self.begins_with);
        let clocks = self.clocks.read(entry.time);
        for step in &steps {
            let event = game.step(&self.rules, step).map_err(|why| why.to_string())?;
            if let Event::Passed { round, .. } = event {
                self.history.extend(round);
            }
            self.steps.push(PlayedStep {
                number: entry.number,
                step: *step,
                clocks,
                late: false,
                bytes: 0,
            });
        }
        if !steps.is_empty() {
            game.refresh_luck(&self.rules, self.dealt_as(), entry.number);
            self.fresh_luck = true;
            self.made_before = steps.len();
        }
        Ok(steps.iter().filter(|step| step.action().is_some()).count() as u32)
    }

    fn step(&mut self, entry: &Entry, step: Step) -> Result<Event, String> {
        let clocks = self.clocks.read(entry.time);
        let mut late = false;
        if let Step::Act(seat, _) = step {
            self.clocks.stop(seat, entry.time);
            if let Some(person) = self.seat_mut(seat)?.person_mut() {
                late = std::mem::take(&mut person.timed_out);
            }
        }
        let game = self.game.as_mut().ok_or("the game has not begun")?;
        let event = game.step(&self.rules, &step).map_err(|why| why.to_string())?;
        self.steps.push(PlayedStep { number: entry.number, step, clocks, late, bytes: 0 });
        self.changed = entry.number;
        if let Event::Passed { round, end, .. } = &event {
            self.history.extend(round.clone());
            self.scoring.clone_from(end);
        }
        self.run_clock(entry.time);
        Ok(event)
    }

    fn take_back(
        &mut self,
        entry: &Entry,
        seat: Seat,
        to: u64,
        fresh_luck: bool,
    ) -> Result<(), String> {
        let game = self.game.as_ref().ok_or("the game has not begun")?;
        let kept = self.steps.iter().take_while(|played| played.number <= to).count();
        let gone = self.steps.get(kept).copied();
        let steps = self.steps[..kept].iter().map(|played| &played.step);
        let mut game = game.again(&self.rules, steps).map_err(|why| why.to_string())?;
        if fresh_luck {
            game.refresh_luck(&self.rules, self.dealt_as(), entry.number);
            self.fresh_luck = true;
        }
        let bytes = self.steps[kept..].iter().map(|gone| u64::from(gone.bytes));
        self.undone_bytes += bytes.sum::<u64>();
        self.history.truncate(game.state().round());
        self.game = Some(game);
        self.steps.truncate(kept);
        self.changed = entry.number;
        self.undone += 1;
        // Undo gives no time back: the clocks are those before the action, and a seat that was out of time still is.
        if let Some(gone) = gone {
            self.clocks.set_back(&gone.clocks, entry.time);
            if let Some(person) = self.seat_mut(seat)?.person_mut() {
                person.timed_out = gone.late;
            }
        }
        let late = gone.is_some_and(|gone| gone.late);
        if !late && self.clocks.deadline().map(|(seat, _)| seat) != self.on_the_clock() {
            self.run_clock(entry.time);
        }
        Ok(())
    }

    /// Restarts the clock of a seat that changed hands, if it is to act.
    fn hand_over(&mut self, seat: Seat, now: u64) {
        if self.to_act() == Some(seat) {
            self.run_clock(now);
        }
    }

    /// The person who is to act, and whose time runs where there is a clock.
    fn on_the_clock(&self) -> Option<Seat> {
        self.to_act().filter(|seat| {
            let sitter = &self.seats[seat.index()];
            sitter.bot().is_none() && sitter.person().is_some_and(|p| !p.resigned)
        })
    }

    /// Lets the time of the person who is to act run from now.
    fn run_clock(&mut self, now: u64) {
        self.clocks.start(self.on_the_clock(), now);
    }
}
