//! What a command brings about: the events to be stored and applied, or why it is refused. Nothing here changes the table.
use crate::draft::Draft;
use crate::log::{Entry, LogEvent, Mark};
use crate::names::{LONGEST_NAME, clean};
use crate::refusal::Refusal;
use crate::seat::{Person, Sitter};
use crate::table::{Table, from_hex};
use quinta_record::notation;
use quinta_rules::{Action, Explanation, Seat, Step};
use quinta_wire::{Access, ClientMessage, Command, EndReason, Level, Stage, Undo, UndoView};

/// Who asks, and when.
#[derive(Debug, Clone, Copy)]
pub struct Asker<'a> {
    /// Who.
    pub who: &'a str,
    /// Their name.
    pub name: &'a str,
    /// The time, in milliseconds since 1970.
    pub now: u64,
    /// The persons' seats that are connected.
    pub connected: &'a [Seat],
    /// The persons' seats that have been gone for long.
    pub gone: &'a [Seat],
}

impl Table {
    /// What a command brings about. Nothing, if it was carried out before or changes nothing.
    pub fn command(&self, asker: &Asker, message: &ClientMessage) -> Result<Vec<Entry>, Refusal> {
        if message.id.is_empty() || message.id.chars().count() > 64 {
            return Err(Refusal::BadId);
        }
        if self.done(asker.who, &message.id).is_some() {
            return Ok(Vec::new());
        }
        let mut draft = Draft::new(self, asker.now);
        self.carry_out(asker, &message.command, &mut draft)?;
        let mark = Mark { who: asker.who.to_owned(), id: message.id.clone() };
        Ok(draft.finish(Some(mark)))
    }

    fn carry_out(
        &self,
        asker: &Asker,
        command: &Command,
        draft: &mut Draft,
    ) -> Result<(), Refusal> {
        match command {
            Command::Act { at, seat, action } => self.act(asker, *at, *seat, action, draft),
            Command::ActText { at, seat, text } => {
                let state = self.state().ok_or(Refusal::NotStarted)?;
                let action = notation::parse(text.get(..200).unwrap_or(text), state)
                    .map_err(Refusal::BadNotation)?;
                self.act(asker, *at, *seat, &action, draft)
            }
            Command::Undo { at, to } => self.undo(asker, *at, *to, draft),
            Command::Sit { seat, invitation, name } => {
                self.sit(asker, *seat, invitation.as_deref(), name.as_deref(), draft)
            }
            Command::Leave { seat } => {
                self.gathering()?;
                for seat in self.own_seats(asker, *seat)? {
                    draft.push(LogEvent::Left { seat, removed: false });
                }
                Ok(())
            }
            Command::Remove { seat } => {
                self.gathering()?;
                self.host(asker)?;
                let seat = self.person(*seat)?.0;
                if asker.connected.contains(&seat) {
                    return Err(Refusal::NotAbsent);
                }
                draft.push(LogEvent::Left { seat, removed: true });
                Ok(())
            }
            Command::SetBot { seat, level } => self.set_bot(asker, *seat, *level, draft),
            Command::Ready { seat, luck } => {
                self.gathering()?;
                from_hex(luck).ok_or(Refusal::BadLuck)?;
                for seat in self.own_seats(asker, *seat)? {
                    draft.ready(seat, luck);
                }
                draft.start_if_ready();
                Ok(())
            }
            Command::Rename { seat, name } => {
                let name = clean(name, LONGEST_NAME).ok_or(Refusal::BadName)?;
                for seat in self.own_seats(asker, Some(*seat))? {
                    draft.push(LogEvent::Renamed { seat, name: name.clone() });
                }
                Ok(())
            }
            Command::Resign { seat } => self.resign(asker, *seat, draft),
            Command::TakeOver { seat, level } => {
                let (seat, _) = self.absent(asker, *seat, true)?;
                draft.push(LogEvent::TakenOver { seat, level: *level });
                Ok(())
            }
            Command::Return { seat } => {
                self.playing()?;
                let mut seats = self.own_seats(asker, *seat)?;
                seats.retain(|s| self.seats[s.index()].bot().is_some());
                if seats.is_empty() {
                    return Err(Refusal::NotTakenOver);
                }
                for seat in seats {
                    draft.push(LogEvent::Returned { seat });
                }
                draft.settle();
                Ok(())
            }
            Command::OfferEnd { agrees } => self.offer_end(asker, *agrees, draft),
            Command::Abandon { seat } => {
                let (seat, _) = self.absent(asker, *seat, false)?;
                let winners = draft.best(|s| s != seat);
                draft.push(LogEvent::Ended { reason: EndReason::Abandoned, winners });
                Ok(())
            }
            Command::Say { phrase } => {
                let seat = *self.own_seats(asker, None)?.first().ok_or(Refusal::NotSeated)?;
                let lately = self.said.iter().filter(|&&time| time + 10_000 > asker.now).count();
                if lately >= 5 {
                    return Err(Refusal::TooMany);
                }
                draft.push(LogEvent::Said { seat, phrase: *phrase });
                Ok(())
            }
            Command::Hint {} => self.may_hint(asker).map(|_| ()),
            Command::Rematch {} | Command::Ping {} => Ok(()),
        }
    }

    fn gathering(&self) -> Result<(), Refusal> {
        if self.stage == Stage::Gathering { Ok(()) } else { Err(Refusal::AlreadyStarted) }
    }

    fn playing(&self) -> Result<(), Refusal> {
        match self.stage {
            Stage::Gathering => Err(Refusal::NotStarted),
            Stage::Playing => Ok(()),
            Stage::Over => Err(Refusal::TableOver),
        }
    }

    fn host(&self, asker: &Asker) -> Result<(), Refusal> {
        if self.host == asker.who { Ok(()) } else { Err(Refusal::NotHost) }
    }

    /// The asker's seats, or the one that is named.
    fn own_seats(&self, asker: &Asker, seat: Option<Seat>) -> Result<Vec<Seat>, Refusal> {
        let mut seats = self.seats_of(asker.who);
        if seats.is_empty() {
            return Err(Refusal::NotSeated);
        }
        if let Some(seat) = seat {
            seats.retain(|&own| own == seat);
        }
        if seats.is_empty() { Err(Refusal::NotYourSeat) } else { Ok(seats) }
    }

    fn person(&self, seat: Seat) -> Result<(Seat, &Person), Refusal> {
        let sitter = self.seats.get(seat.index());
        let person = sitter.and_then(Sitter::person).ok_or(Refusal::NotYourSeat)?;
        Ok((seat, person))
    }

    /// A seat other than the asker's whose person is gone or out of time.
    fn absent(
        &self,
        asker: &Asker,
        seat: Seat,
        or_resigned: bool,
    ) -> Result<(Seat, &Person), Refusal> {
        self.playing()?;
        self.own_seats(asker, None)?;
        let (seat, person) = self.person(seat)?;
        if person.who == asker.who {
            return Err(Refusal::NotYourSeat);
        }
        let absent =
            person.timed_out || asker.gone.contains(&seat) || (or_resigned && person.resigned);
        if !absent || person.played_by.is_some() {
            return Err(Refusal::NotAbsent);
        }
        Ok((seat, person))
    }

    /// Whether this number is one of the position on the table: not before its last change, and not one that is still to come.
    fn current(&self, at: u64) -> Result<(), Refusal> {
        if (self.changed..=self.number).contains(&at) { Ok(()) } else { Err(Refusal::Stale) }
    }

    fn act(
        &self,
        asker: &Asker,
        at: u64,
        seat: Option<Seat>,
        action: &Action,
        draft: &mut Draft,
    ) -> Result<(), Refusal> {
        self.playing()?;
        let own = self.own_seats(asker, seat)?;
        self.current(at)?;
        let state = self.state().ok_or(Refusal::NotStarted)?;
        let seat = match seat {
            Some(seat) => seat,
            None if own.contains(&state.turn()) => state.turn(),
            None => return Err(Explanation::NotYourTurn { turn: state.turn() }.into()),
        };
        if self.seats[seat.index()].bot().is_some() {
            return Err(Refusal::NotYourSeat);
        }
        draft.act(seat, action)
    }

    /// What a bot does at its turn; `at` is the number that [`Table::bot_to_act`] named.
    pub fn bot_acts(
        &self,
        seat: Seat,
        at: u64,
        action: &Action,
        now: u64,
    ) -> Result<Vec<Entry>, Refusal> {
        match self.bot_to_act() {
            Some((turn, _, number)) if turn == seat && number == at => {
                let mut draft = Draft::new(self, now);
                draft.act(seat, action)?;
                Ok(draft.finish(None))
            }
            _ => Err(Refusal::Stale),
        }
    }

    /// What the passing of time brings about.
    pub fn time_passes(&self, now: u64) -> Vec<Entry> {
        let mut draft = Draft::new(self, now);
        if let Some((seat, deadline)) = self.deadline()
            && self.stage == Stage::Playing
            && now >= deadline
        {
            draft.push(LogEvent::TimedOut { seat });
        }
        draft.finish(None)
    }

    /// Whether the asker may have a hint now: the seat that it is for.
    pub fn may_hint(&self, asker: &Asker) -> Result<Seat, Refusal> {
        self.playing()?;
        if !self.options.hints {
            return Err(Refusal::NoHints);
        }
        let own = self.own_seats(asker, None)?;
        match self.to_act() {
            Some(seat) if own.contains(&seat) => Ok(seat),
            Some(turn) => Err(Explanation::NotYourTurn { turn }.into()),
            None => Err(Explanation::AwaitingChance.into()),
        }
    }

    fn sit(
        &self,
        asker: &Asker,
        seat: Option<Seat>,
        invitation: Option<&str>,
        name: Option<&str>,
        draft: &mut Draft,
    ) -> Result<(), Refusal> {
        self.gathering()?;
        let known = self.host == asker.who || !self.seats_of(asker.who).is_empty();
        if self.options.access == Access::Invitation
            && !known
            && invitation != Some(&self.invitation)
        {
            return Err(Refusal::WrongInvitation);
        }
        let seat = match seat {
            Some(seat) => seat,
            None => Seat::all(self.seats.len())
                .find(|seat| self.seats[seat.index()] == Sitter::Open)
                .ok_or(Refusal::NoFreeSeat)?,
        };
        if self.seats.get(seat.index()) != Some(&Sitter::Open) {
            return Err(Refusal::SeatTaken);
        }
        let name = clean(name.unwrap_or(asker.name), LONGEST_NAME).ok_or(Refusal::BadName)?;
        draft.push(LogEvent::Sat { seat, who: asker.who.to_owned(), name });
        Ok(())
    }

    fn set_bot(
        &self,
        asker: &Asker,
        seat: Seat,
        level: Option<Level>,
        draft: &mut Draft,
    ) -> Result<(), Refusal> {
        self.gathering()?;
        self.host(asker)?;
        match (self.seats.get(seat.index()), level) {
            (Some(Sitter::Open | Sitter::Bot(_)), Some(level)) => {
                draft.push(LogEvent::BotSat { seat, level });
                draft.start_if_ready();
                Ok(())
            }
            (Some(Sitter::Bot(_)), None) => {
                draft.push(LogEvent::Left { seat, removed: false });
                Ok(())
            }
            (Some(Sitter::Open), None) => Ok(()),
            _ => Err(Refusal::SeatTaken),
        }
    }

    fn resign(&self, asker: &Asker, seat: Option<Seat>, draft: &mut Draft) -> Result<(), Refusal> {
        self.playing()?;
        let mut seats = self.own_seats(asker, seat)?;
        seats.retain(|seat| !self.seats[seat.index()].resigned());
        if seats.is_empty() {
            return Err(Refusal::AlreadyResigned);
        }
        for seat in seats {
            draft.resign(seat);
        }
        draft.settle();
        Ok(())
    }

    fn offer_end(&self, asker: &Asker, agrees: bool, draft: &mut Draft) -> Result<(), Refusal> {
        self.playing()?;
        let own = self.own_seats(asker, None)?;
        for &seat in &own {
            draft.push(LogEvent::EndOffered { seat, agrees });
        }
        let others_agree = self.people().all(|(seat, _)| {
            let person = self.seats[seat.index()].person();
            own.contains(&seat)
                || person.is_some_and(|p| p.wants_end || p.resigned || p.played_by.is_some())
        });
        if agrees && others_agree {
            draft.push(LogEvent::Ended { reason: EndReason::Agreed, winners: Vec::new() });
        }
        Ok(())
    }

    /// The last action of a person that revealed nothing and after which nobody has acted.
    fn last_quiet_action(&self) -> Option<(Seat, u64)> {
        let &(number, Step::Act(seat, _)) = self.line.last()? else { return None };
        let sitter = &self.seats[seat.index()];
        (sitter.person().is_some() && sitter.bot().is_none() && !sitter.resigned())
            .then_some((seat, number))
    }

    /// The one person at the table, if all others are bots.
    fn alone(&self) -> Option<&str> {
        let mut people = self.people().map(|(_, who)| who);
        let who = people.next()?;
        people.all(|other| other == who).then_some(who)
    }

    pub(crate) fn undo_view(&self) -> Option<UndoView> {
        if self.stage != Stage::Playing || self.options.undo == Undo::Never {
            return None;
        }
        let view = |seat, number: u64, further| UndoView { seat, to: number - 1, further };
        if self.options.undo == Undo::Free
            && let Some(who) = self.alone()
        {
            return self.line.iter().rev().find_map(|(number, step)| match step {
                Step::Act(seat, _) if self.seats[seat.index()].is(who) => {
                    Some(view(*seat, *number, true))
                }
                _ => None,
            });
        }
        let (seat, number) = self.last_quiet_action()?;
        Some(view(seat, number, false))
    }

    fn undo(
        &self,
        asker: &Asker,
        at: u64,
        to: Option<u64>,
        draft: &mut Draft,
    ) -> Result<(), Refusal> {
        self.playing()?;
        let own = self.own_seats(asker, None)?;
        self.current(at)?;
        let possible = self.undo_view().ok_or(Refusal::CannotUndo)?;
        let to = to.unwrap_or(possible.to);
        // The first step that goes must be an action of the asker's.
        let kept = self.line.iter().take_while(|(number, _)| *number <= to).count();
        let gone = &self.line[kept..];
        let Some((first, Step::Act(seat, _))) = gone.first() else {
            return Err(Refusal::CannotUndo);
        };
        if !own.contains(seat) || (!possible.further && *first != possible.to + 1) {
            return Err(Refusal::CannotUndo);
        }
        let fresh_luck = gone.iter().any(|(_, step)| matches!(step, Step::Chance(_)));
        draft.push(LogEvent::Undone { seat: *seat, to, fresh_luck });
        Ok(())
    }
}
