//! Decides commands: the events to be stored and accepted, or a refusal. Nothing here changes the table.
use crate::draft::{Draft, PendingEvents};
use crate::log::{LogEvent, Mark};
use crate::names::{self, told_apart};
use crate::quotas::Quotas;
use crate::refusal::Refusal;
use crate::seat::{Person, Sitter};
use crate::table::{PlayedStep, Table, from_hex};
use quinta_record::notation;
use quinta_rules::{Action, Explanation, Seat, Step};
use quinta_wire::{
    Access, BotLevel, ClientMessage, Clock, Command, EndReason, Stage, Undo, UndoView,
};

/// Who asks, and when.
#[derive(Debug, Clone, Copy)]
pub struct Requester<'a> {
    /// Who.
    pub who: &'a str,
    /// Their name.
    pub name: &'a str,
    /// Where from, if that is known: an opaque name, by which one address is told from another.
    pub from: Option<&'a str>,
    /// The time, in milliseconds since 1970.
    pub now: u64,
    /// The seats whose person has been gone long enough for a bot to take over, where there is no clock.
    pub replaceable: &'a [Seat],
    /// The seats whose person has been gone long enough for the others to end the game, where there is no clock.
    pub abandonable: &'a [Seat],
}

impl<'a> Requester<'a> {
    /// Somebody of whom nothing else is known.
    pub const fn new(who: &'a str, name: &'a str, now: u64) -> Self {
        Self { who, name, from: None, now, replaceable: &[], abandonable: &[] }
    }
}

/// What others would do about someone who is absent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    /// Let a bot play until the player is back.
    TakeOver,
    /// The game ends.
    Abandon,
}

/// The longest text of an action in notation, in bytes.
const LONGEST_TEXT: usize = 200;
/// For how many milliseconds a phrase counts.
pub(crate) const SAID_WITHIN: u64 = 10_000;
/// How many phrases one person says within that time.
const MOST_SAID: usize = 5;
/// And all together.
const MOST_SAID_BY_ALL: usize = 15;
/// How often something may be taken back at one table.
const MOST_UNDONE: u32 = 1000;
/// The longest log that still allows undo: each undo may be followed by a whole game of some 150 events.
const LONGEST_UNDONE: u64 = 10_000;
/// And how many bytes of a log may tell of what was taken back: some five hundred moves with what bots answered to each. A whole game
/// has 26,000.
const MOST_UNDONE_BYTES: u64 = 512 * 1024;

impl Table {
    /// What a command brings about. Nothing, if it was carried out before or changes nothing.
    pub fn command(
        &self,
        requester: &Requester,
        message: &ClientMessage,
    ) -> Result<PendingEvents, Refusal> {
        if message.id.is_empty() || message.id.chars().count() > 64 {
            return Err(Refusal::BadId);
        }
        let mut draft = Draft::new(self, requester.now);
        if self.done(requester.who, &message.id).is_some() {
            return Ok(draft.finish(None));
        }
        self.carry_out(requester, &message.command, &mut draft)?;
        let mut mark = Mark { who: requester.who.to_owned(), id: message.id.clone(), from: None };
        if let Some(last) = draft.last() {
            mark.from = self.origin(requester, last);
            if !self.dedup.allows(&mark, last) {
                return Err(Refusal::TooMany);
            }
        }
        Ok(draft.finish(Some(mark)))
    }

    /// Where an event comes from, if that counts. The host has a quota apart from others of the same address, who could use it up.
    fn origin(&self, requester: &Requester, event: &LogEvent) -> Option<String> {
        let counts = self.stage == Stage::Gathering
            && self.host != requester.who
            && Quotas::counts_origin(event);
        requester.from.filter(|_| counts).map(str::to_owned)
    }

    fn carry_out(
        &self,
        requester: &Requester,
        command: &Command,
        draft: &mut Draft,
    ) -> Result<(), Refusal> {
        match command {
            Command::Act { at, seat, action } => self.act(requester, *at, *seat, action, draft),
            Command::ActText { at, seat, text } => {
                let state = self.state().ok_or(Refusal::NotStarted)?;
                if text.len() > LONGEST_TEXT {
                    return Err(Refusal::TooLong);
                }
                let action = notation::parse(text, state).map_err(Refusal::BadNotation)?;
                self.act(requester, *at, *seat, &action, draft)
            }
            Command::Undo { at, to } => self.undo(requester, *at, *to, draft),
            Command::Sit { seat, invitation, name } => {
                self.sit(requester, *seat, invitation.as_deref(), name.as_deref(), draft)
            }
            Command::Leave { seat } => {
                self.gathering()?;
                for seat in self.own_seats(requester, *seat)? {
                    draft.push(LogEvent::Left { seat, removed: false })?;
                }
                Ok(())
            }
            Command::Remove { seat } => {
                self.gathering()?;
                self.host(requester)?;
                let (seat, person) = self.person(*seat)?;
                // Leaving one's own seat is not a removal.
                draft.push(LogEvent::Left { seat, removed: person.who != requester.who })
            }
            Command::SetBot { seat, level } => self.set_bot(requester, *seat, *level, draft),
            Command::Ready { seat, luck } => {
                self.gathering()?;
                from_hex(luck).ok_or(Refusal::BadLuck)?;
                for seat in self.own_seats(requester, *seat)? {
                    draft.ready(seat, luck)?;
                }
                draft.start_if_ready()
            }
            Command::Rename { seat, name } => {
                let name = self.name_for(requester, name)?;
                for seat in self.own_seats(requester, Some(*seat))? {
                    draft.push(LogEvent::Renamed { seat, name: name.clone() })?;
                }
                Ok(())
            }
            Command::Resign { seat } => self.resign(requester, *seat, draft),
            Command::TakeOver { seat, level } => {
                let seat = self.absent(requester, *seat, About::TakeOver)?;
                let level = (*level).max(self.own_level());
                draft.push(LogEvent::TakenOver { seat, level })
            }
            Command::Return { seat } => {
                self.playing()?;
                let mut seats = self.own_seats(requester, *seat)?;
                seats.retain(|seat| self.may_return(*seat));
                if seats.is_empty() {
                    return Err(Refusal::NotTakenOver);
                }
                draft.take_back_seats(&seats)
            }
            Command::OfferEnd { agrees } => self.offer_end(requester, *agrees, draft),
            Command::Abandon { seat } => {
                let seat = self.absent(requester, *seat, About::Abandon)?;
                draft.end(EndReason::Abandoned, self.best(|s| s != seat))
            }
            Command::Say { phrase } => {
                let seat = *self.own_seats(requester, None)?.first().ok_or(Refusal::NotSeated)?;
                self.may_say(requester)?;
                draft.push(LogEvent::Said { seat, phrase: (*phrase).into() })
            }
            Command::Hint { .. } => {
                let seat = self.may_hint(requester)?;
                if self.has_hint(seat) { Ok(()) } else { draft.push(LogEvent::Hinted { seat }) }
            }
            Command::Weigh { at, action } => self.weigh(requester, *at, action),
            Command::Rematch {} | Command::Ping {} => Ok(()),
        }
    }

    /// A person's name, told apart from those of the others here.
    fn name_for(&self, requester: &Requester, name: &str) -> Result<String, Refusal> {
        let people = self.seats.iter().filter_map(Sitter::person);
        let others = people.filter(|person| person.who != requester.who);
        Ok(told_apart(&names::person(name)?, others.map(|person| person.name.as_str())))
    }

    /// Whoever has said nothing lately may speak, however much the others say.
    fn may_say(&self, requester: &Requester) -> Result<(), Refusal> {
        let lately = self.said.iter().filter(|said| said.time + SAID_WITHIN > requester.now);
        let own = lately.clone().filter(|said| said.who == requester.who).count();
        if own >= MOST_SAID || (own > 0 && lately.count() >= MOST_SAID_BY_ALL) {
            return Err(Refusal::TooMany);
        }
        Ok(())
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

    fn host(&self, requester: &Requester) -> Result<(), Refusal> {
        if self.host == requester.who { Ok(()) } else { Err(Refusal::NotHost) }
    }

    /// The requester's seats, or the one that is named.
    fn own_seats(&self, requester: &Requester, seat: Option<Seat>) -> Result<Vec<Seat>, Refusal> {
        let mut seats = self.seats_of(requester.who);
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

    /// A seat other than the requester's whose person is absent. With a clock, only running out of time counts as absence.
    fn absent(&self, requester: &Requester, seat: Seat, about: About) -> Result<Seat, Refusal> {
        self.playing()?;
        self.own_seats(requester, None)?;
        let (seat, person) = self.person(seat)?;
        if person.who == requester.who {
            return Err(Refusal::NotYourSeat);
        }
        let away = match about {
            About::TakeOver => requester.replaceable,
            About::Abandon => requester.abandonable,
        };
        let absent = person.timed_out
            || (about == About::TakeOver && person.resigned)
            || (self.options.clock == Clock::None && away.contains(&seat));
        if !absent || person.played_by.is_some() {
            return Err(Refusal::NotAbsent);
        }
        Ok(seat)
    }

    /// The weakest bot that may take over a seat: at least as strong as the best bot at the table, and never a weak one.
    fn own_level(&self) -> BotLevel {
        let bots = self.seats.iter().filter_map(|sitter| match sitter {
            Sitter::Bot(level) => Some(*level),
            Sitter::Open | Sitter::Person(_) => None,
        });
        bots.max().unwrap_or(BotLevel::Designer)
    }

    /// Whether a bot plays for the person on this seat, who has not resigned.
    fn may_return(&self, seat: Seat) -> bool {
        let person = self.seats[seat.index()].person();
        person.is_some_and(|person| person.played_by.is_some() && !person.resigned)
    }

    /// Whether bots play for this identity while it is away.
    pub fn is_stood_in_for(&self, who: &str) -> bool {
        self.stage == Stage::Playing
            && self.seats_of(who).into_iter().any(|seat| self.may_return(seat))
    }

    /// Gives a returning player the seats that bots play for them.
    pub fn comes_back(&self, who: &str, now: u64) -> Result<PendingEvents, Refusal> {
        let mut draft = Draft::new(self, now);
        if self.stage == Stage::Playing {
            let mut seats = self.seats_of(who);
            seats.retain(|seat| self.may_return(*seat));
            draft.take_back_seats(&seats)?;
        }
        Ok(draft.finish(None))
    }

    /// Whether this number is one of the position on the table: not before its last change, and not one that is still to come.
    fn current(&self, at: u64) -> Result<(), Refusal> {
        if (self.changed..=self.number).contains(&at) { Ok(()) } else { Err(Refusal::Stale) }
    }

    fn act(
        &self,
        requester: &Requester,
        at: u64,
        seat: Option<Seat>,
        action: &Action,
        draft: &mut Draft,
    ) -> Result<(), Refusal> {
        self.playing()?;
        let own = self.own_seats(requester, seat)?;
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

    /// Plays a bot's action; `at` is the number that [`Table::bot_to_act`] named.
    pub fn bot_acts(
        &self,
        seat: Seat,
        at: u64,
        action: &Action,
        now: u64,
    ) -> Result<PendingEvents, Refusal> {
        match self.bot_to_act() {
            Some((turn, _, number)) if turn == seat && number == at => {
                let mut draft = Draft::new(self, now);
                draft.act(seat, action)?;
                Ok(draft.finish(None))
            }
            _ => Err(Refusal::Stale),
        }
    }

    /// Returns the events that are due at this time.
    pub fn time_passes(&self, now: u64) -> Result<PendingEvents, Refusal> {
        let mut draft = Draft::new(self, now);
        if let Some((seat, deadline)) = self.deadline()
            && self.stage == Stage::Playing
            && now >= deadline
        {
            draft.push(LogEvent::TimedOut { seat })?;
        }
        Ok(draft.finish(None))
    }

    /// Nobody could move for so many milliseconds: the running clock, if there is one, stood still.
    pub fn was_held(&self, milliseconds: u64, now: u64) -> Result<PendingEvents, Refusal> {
        let mut draft = Draft::new(self, now);
        if self.deadline().is_some() && self.stage == Stage::Playing && milliseconds > 0 {
            draft.push(LogEvent::ClockHeld { milliseconds })?;
        }
        Ok(draft.finish(None))
    }

    /// Whether the requester may have a hint now: the seat that it is for.
    fn may_hint(&self, requester: &Requester) -> Result<Seat, Refusal> {
        self.playing()?;
        if !self.options.hints {
            return Err(Refusal::NoHints);
        }
        let own = self.own_seats(requester, None)?;
        let seat = match self.to_act() {
            Some(seat) if own.contains(&seat) => seat,
            Some(turn) => return Err(Explanation::NotYourTurn { turn }.into()),
            None => return Err(Explanation::AwaitingChance.into()),
        };
        let (_, person) = self.person(seat)?;
        let spent = self.options.hint_limit.is_some_and(|most| person.hints >= u16::from(most));
        if spent && !self.has_hint(seat) {
            return Err(Refusal::NoHintsLeft);
        }
        Ok(seat)
    }

    /// Whether this seat has had its hint for the position on the table.
    fn has_hint(&self, seat: Seat) -> bool {
        let person = self.seats[seat.index()].person();
        person.is_some_and(|person| person.hinted == Some(self.changed))
    }

    /// Whether the requester may ask what an action gives away: only against bots and without a hint limit, which it would undermine.
    fn weigh(&self, requester: &Requester, at: u64, action: &Action) -> Result<(), Refusal> {
        if !self.options.hints {
            return Err(Refusal::NoHints);
        }
        let people = self.seats.iter().filter(|sitter| sitter.person().is_some()).count();
        if people != 1 || self.options.hint_limit.is_some() {
            return Err(Refusal::NoCoach);
        }
        self.act(requester, at, None, action, &mut Draft::new(self, requester.now))
    }

    fn sit(
        &self,
        requester: &Requester,
        seat: Option<Seat>,
        invitation: Option<&str>,
        name: Option<&str>,
        draft: &mut Draft,
    ) -> Result<(), Refusal> {
        self.gathering()?;
        let known = self.host == requester.who || !self.seats_of(requester.who).is_empty();
        if self.options.access == Access::Invitation
            && !known
            && invitation != Some(&self.invitation)
        {
            return Err(Refusal::WrongInvitation);
        }
        if self.removed.contains(requester.who) {
            return Err(Refusal::Removed);
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
        let name = self.name_for(requester, name.unwrap_or(requester.name))?;
        draft.push(LogEvent::Sat { seat, who: requester.who.to_owned(), name })
    }

    fn set_bot(
        &self,
        requester: &Requester,
        seat: Seat,
        level: Option<BotLevel>,
        draft: &mut Draft,
    ) -> Result<(), Refusal> {
        self.gathering()?;
        self.host(requester)?;
        match (self.seats.get(seat.index()), level) {
            (Some(Sitter::Open | Sitter::Bot(_)), Some(level)) => {
                draft.push(LogEvent::BotSat { seat, level })?;
                draft.start_if_ready()
            }
            (Some(Sitter::Bot(_)), None) => draft.push(LogEvent::Left { seat, removed: false }),
            (Some(Sitter::Open), None) => Ok(()),
            _ => Err(Refusal::SeatTaken),
        }
    }

    fn resign(
        &self,
        requester: &Requester,
        seat: Option<Seat>,
        draft: &mut Draft,
    ) -> Result<(), Refusal> {
        self.playing()?;
        let mut seats = self.own_seats(requester, seat)?;
        seats.retain(|seat| !self.seats[seat.index()].resigned());
        // Of several people at one screen only one resigns: the named one, or the one to act.
        let seat = match (seats.as_slice(), self.to_act()) {
            ([], _) => return Err(Refusal::AlreadyResigned),
            ([only], _) => *only,
            (several, Some(turn)) if several.contains(&turn) => turn,
            (_, Some(turn)) => return Err(Explanation::NotYourTurn { turn }.into()),
            (_, None) => return Err(Explanation::AwaitingChance.into()),
        };
        draft.resign(seat)
    }

    fn offer_end(
        &self,
        requester: &Requester,
        agrees: bool,
        draft: &mut Draft,
    ) -> Result<(), Refusal> {
        self.playing()?;
        let own = self.own_seats(requester, None)?;
        for &seat in &own {
            draft.push(LogEvent::EndOffered { seat, agrees })?;
        }
        // A player whose seat a bot plays has a vote until the others may go on without them; with a clock, their time has run out.
        let left =
            |seat| self.options.clock != Clock::None || requester.abandonable.contains(&seat);
        let others_agree = self.people().all(|(seat, _)| {
            let person = self.seats[seat.index()].person();
            let agrees =
                |p: &Person| p.wants_end || p.resigned || (p.played_by.is_some() && left(seat));
            own.contains(&seat) || person.is_some_and(agrees)
        });
        if agrees && others_agree {
            draft.end(EndReason::Agreed, Vec::new())?;
        }
        Ok(())
    }

    /// The last action of a person that revealed nothing and after which nobody has acted.
    fn last_quiet_action(&self) -> Option<(Seat, u64)> {
        let &PlayedStep { number, step: Step::Act(seat, _), .. } = self.own_steps().last()? else {
            return None;
        };
        let sitter = &self.seats[seat.index()];
        (sitter.person().is_some() && sitter.bot().is_none() && !sitter.resigned())
            .then_some((seat, number))
    }

    /// The steps that were made at this table.
    fn own_steps(&self) -> &[PlayedStep] {
        self.steps.get(self.made_before..).unwrap_or_default()
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
            return self.own_steps().iter().rev().find_map(|played| match played.step {
                Step::Act(seat, _) if self.seats[seat.index()].is(who) => {
                    Some(view(seat, played.number, true))
                }
                _ => None,
            });
        }
        let (seat, number) = self.last_quiet_action()?;
        Some(view(seat, number, false))
    }

    fn undo(
        &self,
        requester: &Requester,
        at: u64,
        to: Option<u64>,
        draft: &mut Draft,
    ) -> Result<(), Refusal> {
        self.playing()?;
        let own = self.own_seats(requester, None)?;
        self.current(at)?;
        let possible = self.undo_view().ok_or(Refusal::CannotUndo)?;
        let to = to.unwrap_or(possible.to);
        // The first step to be undone must be an action of the requester.
        let kept = self.steps.iter().take_while(|played| played.number <= to).count();
        let gone = &self.steps[kept..];
        let Some(PlayedStep { number: first, step: Step::Act(seat, _), .. }) = gone.first() else {
            return Err(Refusal::CannotUndo);
        };
        if !own.contains(seat) || (!possible.further && *first != possible.to + 1) {
            return Err(Refusal::CannotUndo);
        }
        if self.undone >= MOST_UNDONE
            || self.undone_bytes >= MOST_UNDONE_BYTES
            || self.number >= LONGEST_UNDONE
        {
            return Err(Refusal::TooMany);
        }
        let fresh_luck = gone.iter().any(|played| matches!(played.step, Step::Chance(_)));
        draft.push(LogEvent::Undone { seat: *seat, to, fresh_luck })
    }
}
