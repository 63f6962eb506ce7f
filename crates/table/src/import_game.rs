//! Importing a game that was played in a browser: its log is checked event by event and becomes this server's own.
//!
//! The fold trusts its log, which the server wrote. This one was written elsewhere, so whatever caused each entry is done
//! again and must give exactly the same entries: legality, luck from the seed, clocks, and the end of the game.
use crate::create::{create, play_on};
use crate::decide::Requester;
use crate::draft::PendingEvents;
use crate::log::{Entry, FirstSitter, LogError, LogEvent, Setting};
use crate::names::{LONGEST_NAME, clean};
use crate::refusal::Refusal;
use crate::seat::Sitter;
use crate::table::{Table, rules_of};
use quinta_deal::Seed;
use quinta_record::{Recorder, Replay, Setup};
use quinta_rules::Seat;
use quinta_wire::{ClientMessage, Command, CreateTable, First, Options, PlayOn, SeatPlan};

/// The most events of an imported log: a game has some 150, and each that is taken back some more.
pub const LONGEST_IMPORT: usize = 4000;

/// The log of a game from a browser, which was checked.
#[derive(Debug)]
pub struct ImportedLog {
    /// The id that it had there.
    id: String,
    log: Vec<Entry>,
}

impl Entry {
    /// Marks a new table as dealt in a browser, where it has this id.
    #[must_use]
    pub fn dealt_in_tab(mut self, id: &str) -> Self {
        if let LogEvent::Created(setting) = &mut self.event {
            setting.tab = Some(id.to_owned());
        }
        self
    }
}

impl ImportedLog {
    /// Reads the log of a game that had this id in a browser, where everyone who sits at it is called `who`. Every event must be what
    /// the table would have written.
    pub fn read(id: &str, log: &[String], who: &str) -> Result<Self, LogError> {
        if log.len() > LONGEST_IMPORT {
            return Err(impossible(LONGEST_IMPORT as u64 + 1, "the log is too long"));
        }
        let log = log.iter().map(|text| Entry::read(text)).collect::<Result<Vec<_>, _>>()?;
        // What people are called is theirs to say, and was another question in older releases: the game is played again without names.
        let played = log.iter().map(without_names).collect::<Result<Vec<_>, _>>()?;
        // What this id adds up to is tried, whatever the log says that it was.
        let first = played.first().ok_or(LogError::Beginning)?.clone().dealt_in_tab(id);
        if made(&first, who)?.dealt_in_tab(id) != first {
            return Err(impossible(1, NOT_SO));
        }
        let mut table = Table::from_log(id, [first])?;
        let mut rest = &played[1..];
        while let Some(next) = rest.first() {
            let number = table.number + 1;
            let change = table.again(rest, who).map_err(|why| impossible(number, &why))?;
            let written = change.entries();
            if written.is_empty() || !rest.starts_with(written) {
                return Err(impossible(next.number, NOT_SO));
            }
            rest = &rest[written.len()..];
            table.accept(change)?;
        }
        Ok(Self { id: id.to_owned(), log })
    }

    /// The secret of its luck, which the browser knew.
    pub fn secret(&self) -> &str {
        match self.log.first().map(|first| &first.event) {
            Some(LogEvent::Created(setting)) => &setting.secret,
            _ => "",
        }
    }

    /// The log as this server's own: the host has the seats, and the code lets others in. A browser's clock that is ahead of ours
    /// is put back, and a rematch stays where it is played.
    pub fn entries(self, host: &Requester, invitation: &str) -> Vec<Entry> {
        let ahead = self.log.last().map_or(0, |last| last.time.saturating_sub(host.now));
        let here = self.log.into_iter().filter(|entry| !is_rematch(&entry.event));
        let entries = here.zip(1..).map(|(mut entry, number)| {
            entry.number = number;
            entry.time = entry.time.saturating_sub(ahead);
            if let Some(mark) = &mut entry.by {
                host.who.clone_into(&mut mark.who);
                mark.from = None;
            }
            match &mut entry.event {
                LogEvent::Created(setting) => {
                    setting.give_to(host.who);
                    invitation.clone_into(&mut setting.invitation);
                    setting.tab = Some(self.id.clone());
                    setting.from = host.from.map(str::to_owned);
                }
                LogEvent::Sat { who, .. } => host.who.clone_into(who),
                _ => {}
            }
            entry
        });
        entries.collect()
    }
}

impl Setting {
    fn give_to(&mut self, host: &str) {
        host.clone_into(&mut self.host);
        for seat in &mut self.seats {
            if let FirstSitter::Person { who, .. } = seat {
                host.clone_into(who);
            }
        }
    }
}

/// The name of everybody in a log that is played again.
const SOMEBODY: &str = "Somebody";
const NOT_SO: &str = "the table would not have written this";

fn impossible(number: u64, why: &(impl ToString + ?Sized)) -> LogError {
    LogError::Impossible { number, why: why.to_string() }
}

fn is_rematch(event: &LogEvent) -> bool {
    matches!(event, LogEvent::Rematch { .. })
}

/// The same entry with a name that stands for all of them.
fn without_names(entry: &Entry) -> Result<Entry, LogError> {
    let mut entry = entry.clone();
    let number = entry.number;
    let mut names = Vec::new();
    match &mut entry.event {
        LogEvent::Created(setting) => {
            names.extend(setting.seats.iter_mut().filter_map(|sitter| match sitter {
                FirstSitter::Person { name, .. } => Some(name),
                FirstSitter::Open | FirstSitter::Bot { .. } => None,
            }));
        }
        LogEvent::Sat { name, .. } | LogEvent::Renamed { name, .. } => names.push(name),
        _ => {}
    }
    for name in names {
        if clean(name, LONGEST_NAME).as_ref() != Some(name) {
            return Err(impossible(number, "that is no name"));
        }
        SOMEBODY.clone_into(name);
    }
    Ok(entry)
}

/// The table made again by what its first entry says.
fn made(first: &Entry, who: &str) -> Result<Entry, LogError> {
    let LogEvent::Created(setting) = &first.event else { return Err(LogError::Beginning) };
    let secret: Seed = setting.secret.parse().map_err(|_| impossible(1, "no seed"))?;
    let host = Requester::new(who, "", first.time);
    if !setting.begins_with.is_empty() {
        return goes_on(setting, &host, &secret).map_err(|why| impossible(1, &why));
    }
    let seats = setting.seats.iter().map(|seat| match seat {
        FirstSitter::Open => SeatPlan::Open {},
        FirstSitter::Person { name, .. } => SeatPlan::Me { name: Some(name.clone()) },
        FirstSitter::Bot { level } => SeatPlan::Bot { level: *level },
    });
    let wish = CreateTable {
        name: setting.name.clone(),
        options: (&setting.options).into(),
        seats: seats.collect(),
    };
    create(&wish, &host, &secret, &setting.invitation).map_err(|why| impossible(1, &why))
}

/// The same for a table at which a game goes on from a position of another one: its steps up to there are that game's record.
fn goes_on(setting: &Setting, host: &Requester, secret: &Seed) -> Result<Entry, String> {
    let options = Options::from(&setting.options);
    let rules = rules_of(&options).ok_or(NOT_SO)?;
    rules.check().map_err(|why| why.to_string())?;
    let First::Seat(begins) = options.first else { return Err(NOT_SO.into()) };
    let players = setting.seats.len();
    let setup = Setup::hidden(rules.clone(), players, begins).map_err(|why| why.to_string())?;
    let mut recorder = Recorder::new(setup, false).map_err(|why| why.to_string())?;
    let mut moves = 0;
    for event in &setting.begins_with {
        let step = event.step().ok_or(NOT_SO)?;
        recorder.step(&step).map_err(|why| why.to_string())?;
        moves += u32::from(step.action().is_some());
    }
    let record = recorder.into_record();
    let replay = Replay::of(&record).map_err(|why| why.to_string())?;
    let people = Seat::all(players).zip(&setting.seats).find_map(|(seat, sitter)| match sitter {
        FirstSitter::Person { name, .. } => Some((seat, name.as_str())),
        FirstSitter::Open | FirstSitter::Bot { .. } => None,
    });
    let (seat, name) = people.ok_or(NOT_SO)?;
    let level = setting.seats.iter().find_map(|sitter| match sitter {
        FirstSitter::Bot { level } => Some(*level),
        FirstSitter::Open | FirstSitter::Person { .. } => None,
    });
    let level = level.ok_or(NOT_SO)?;
    let wish = PlayOn { record: serde_json::Value::Null, moves, seat, level };
    let host = Requester { name, ..*host };
    play_on(&wish, (&record, &replay), &host, secret, &setting.invitation)
        .map_err(|why| why.to_string())
}

impl Table {
    /// Does again what the next entries came from: a command of the one person here, a bot's turn, or the passing of time.
    fn again(&self, rest: &[Entry], who: &str) -> Result<PendingEvents, Refusal> {
        let Some(next) = rest.first() else { return self.time_passes(self.time) };
        match &next.event {
            LogEvent::Acted { seat, action } if self.bot_to_act().is_some() => {
                self.bot_acts(*seat, self.changed, action, next.time)
            }
            LogEvent::TimedOut { .. } => self.time_passes(next.time),
            LogEvent::Rematch { table } => self.rematch_at(table, next.time),
            _ => {
                let last = rest.iter().position(|entry| entry.by.is_some());
                let (events, by) = last
                    .and_then(|last| Some((&rest[..=last], rest[last].by.as_ref()?)))
                    .ok_or(Refusal::NotSeated)?;
                let command = self.command_of(events).ok_or(Refusal::NotSeated)?;
                let requester = Requester::new(who, "", next.time);
                self.command(&requester, &ClientMessage { id: by.id.clone(), command })
            }
        }
    }

    /// The command that brought about these events, if one can have.
    fn command_of(&self, events: &[Entry]) -> Option<Command> {
        let at = self.number;
        let same = |is: fn(&LogEvent) -> bool| events.iter().filter(|e| is(&e.event)).count();
        Some(match &events.first()?.event {
            LogEvent::Acted { seat, action } => {
                Command::Act { at, seat: Some(*seat), action: *action }
            }
            LogEvent::Undone { to, .. } => Command::Undo { at, to: Some(*to) },
            LogEvent::Sat { seat, name, .. } => {
                Command::Sit { seat: Some(*seat), invitation: None, name: Some(name.clone()) }
            }
            LogEvent::Left { seat, .. } => match self.seats.get(seat.index())? {
                Sitter::Bot(_) => Command::SetBot { seat: *seat, level: None },
                Sitter::Person(_) | Sitter::Open => {
                    let all = same(|event| matches!(event, LogEvent::Left { .. })) > 1;
                    Command::Leave { seat: (!all).then_some(*seat) }
                }
            },
            LogEvent::BotSat { seat, level } => {
                Command::SetBot { seat: *seat, level: Some(*level) }
            }
            LogEvent::Renamed { seat, name } => Command::Rename { seat: *seat, name: name.clone() },
            LogEvent::Ready { seat, luck } => {
                let all = same(|event| matches!(event, LogEvent::Ready { .. })) > 1;
                Command::Ready { seat: (!all).then_some(*seat), luck: luck.clone() }
            }
            LogEvent::Resigned { seat } => Command::Resign { seat: Some(*seat) },
            LogEvent::EndOffered { agrees, .. } => Command::OfferEnd { agrees: *agrees },
            LogEvent::Hinted { .. } => Command::Hint { level: None },
            LogEvent::Said { phrase, .. } => Command::Say { phrase: (*phrase).into() },
            // These follow from other events, or need an absent player, which a browser does not have.
            LogEvent::Created(_)
            | LogEvent::Started { .. }
            | LogEvent::Drawn { .. }
            | LogEvent::Turned { .. }
            | LogEvent::Ended { .. }
            | LogEvent::ClockHeld { .. }
            | LogEvent::TakenOver { .. }
            | LogEvent::Returned { .. }
            | LogEvent::TimedOut { .. }
            | LogEvent::Rematch { .. } => return None,
        })
    }
}
