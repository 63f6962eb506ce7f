//! A table: the fold of its log.
use crate::clock::Clocks;
use crate::game::Game;
use crate::log::{Entry, Identity, LogError, LogEvent, Mark, Setting, VERSION};
use crate::seat::{Person, Sitter};
use quinta_deal::{Seed, fair};
use quinta_rules::{Chance, Phase, Rules, Seat, Step, TopTiles};
use quinta_wire::{
    self as wire, Board, Event, FinalScored, First, Level, NumberedEvent, Options, RoundScored,
    Stage, hex,
};
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// A live game. It changes only by [`Table::apply`]; what is to be applied comes from [`Table::command`] and its siblings.
#[derive(Debug, Clone)]
pub struct Table {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) options: Options,
    pub(crate) rules: Rules,
    pub(crate) host: Identity,
    pub(crate) secret: Seed,
    pub(crate) invitation: String,
    pub(crate) seats: Vec<Sitter>,
    pub(crate) stage: Stage,
    pub(crate) number: u64,
    pub(crate) time: u64,
    /// The number of the last event that changed the position.
    pub(crate) changed: u64,
    pub(crate) game: Option<Game>,
    /// The steps that count, with their numbers: those taken back are gone.
    pub(crate) line: Vec<(u64, Step)>,
    pub(crate) fresh_luck: bool,
    pub(crate) events: Vec<NumberedEvent>,
    pub(crate) history: Vec<RoundScored>,
    pub(crate) scoring: Option<FinalScored>,
    pub(crate) ended: Option<(wire::EndReason, Vec<Seat>)>,
    pub(crate) rematch: Option<String>,
    pub(crate) clocks: Clocks,
    /// The number after each command that was carried out.
    pub(crate) commands: HashMap<Mark, u64>,
    /// When phrases were said lately.
    pub(crate) said: Vec<u64>,
}

/// The numbers that these options stand for.
pub(crate) fn rules_of(options: &Options) -> Rules {
    match (&options.board, &options.rules) {
        (Board::Custom, Some(rules)) => rules.clone(),
        (Board::Back, _) => Rules::BACK,
        _ => Rules::FRONT,
    }
}

/// Reads up to 32 bytes in hex.
pub(crate) fn from_hex(text: &str) -> Option<Vec<u8>> {
    if text.len() > 64 { None } else { hex::read(text) }
}

impl Table {
    /// Reads a table from its log.
    pub fn from_log(id: &str, log: impl IntoIterator<Item = Entry>) -> Result<Self, LogError> {
        let mut log = log.into_iter();
        let Some(Entry { number: 1, time, event: LogEvent::Created(setting), .. }) = log.next()
        else {
            return Err(LogError::Beginning);
        };
        let mut table = Self::made(id, &setting, time)?;
        for entry in log {
            table.apply(&entry)?;
        }
        Ok(table)
    }

    fn made(id: &str, setting: &Setting, time: u64) -> Result<Self, LogError> {
        if setting.version > VERSION {
            return Err(LogError::Version(setting.version));
        }
        let impossible = |why: &str| LogError::Impossible { number: 1, why: why.to_owned() };
        let rules = rules_of(&setting.options);
        rules.check().map_err(|why| impossible(&why.to_string()))?;
        if !(2..=Seat::MOST).contains(&setting.seats.len()) {
            return Err(impossible("a table has 2 to 4 seats"));
        }
        let secret = setting.secret.parse().map_err(|_| impossible("no seed"))?;
        Ok(Self {
            id: id.to_owned(),
            name: setting.name.clone(),
            clocks: Clocks::new(setting.options.clock, setting.seats.len()),
            options: setting.options.clone(),
            rules,
            host: setting.host.clone(),
            secret,
            invitation: setting.invitation.clone(),
            seats: setting.seats.iter().map(Sitter::from).collect(),
            stage: Stage::Gathering,
            number: 1,
            time,
            changed: 1,
            game: None,
            line: Vec::new(),
            fresh_luck: false,
            events: vec![NumberedEvent {
                number: 1,
                time,
                event: Event::Created { name: setting.name.clone() },
            }],
            history: Vec::new(),
            scoring: None,
            ended: None,
            rematch: None,
            commands: HashMap::new(),
            said: Vec::new(),
        })
    }

    /// Takes the next event of the log. One that cannot have happened leaves the table unusable: read it anew.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), LogError> {
        let expected = self.number + 1;
        if entry.number != expected {
            return Err(LogError::Number { expected, found: entry.number });
        }
        let event =
            self.fold(entry).map_err(|why| LogError::Impossible { number: entry.number, why })?;
        self.number = entry.number;
        self.time = entry.time;
        if let Some(mark) = &entry.by {
            self.commands.insert(mark.clone(), entry.number);
        }
        self.events.push(NumberedEvent { number: entry.number, time: entry.time, event });
        Ok(())
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
                *self.seat_mut(*seat)? = Sitter::Open;
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
                let game = self.new_game(Some(*first))?;
                self.game = Some(game);
                self.stage = Stage::Playing;
                self.changed = number;
                Event::Started { first: *first }
            }
            LogEvent::Drawn { tiles } => {
                let tiles = TopTiles::new(tiles.iter().copied()).ok_or("too many tiles")?;
                self.step(entry, Step::Chance(Chance::Draw(tiles)))?
            }
            LogEvent::Turned { kind } => self.step(entry, Step::Chance(Chance::TurnUp(*kind)))?,
            LogEvent::Acted { seat, action } => {
                self.clocks.stop(*seat, entry.time);
                if let Some(person) = self.seat_mut(*seat)?.person_mut() {
                    person.timed_out = false;
                }
                self.step(entry, Step::Act(*seat, *action))?
            }
            LogEvent::Undone { seat, to, fresh_luck } => {
                self.take_back(entry, *to, *fresh_luck)?;
                Event::Undone { seat: *seat, to: *to, fresh_luck: *fresh_luck }
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
                self.ended = Some((*reason, winners.clone()));
                self.changed = number;
                Event::Ended { reason: *reason, winners: winners.clone() }
            }
            LogEvent::Said { seat, phrase } => {
                self.said.retain(|&time| time + 10_000 > entry.time);
                self.said.push(entry.time);
                Event::Said { seat: *seat, phrase: *phrase }
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

    /// The game as it begins once everyone is ready.
    pub(crate) fn new_game(&self, first: Option<Seat>) -> Result<Game, String> {
        let luck: Vec<&[u8]> = self
            .seats
            .iter()
            .map(|sitter| sitter.person().and_then(|p| p.luck.as_deref()).unwrap_or_default())
            .collect();
        let seed = fair::mixed(&self.secret, &self.id, &luck);
        let first = first.or(match self.options.first {
            First::Lot => None,
            First::Seat(seat) => Some(seat),
        });
        Game::begin(&self.rules, self.seats.len(), seed, first).map_err(|why| why.to_string())
    }

    fn step(&mut self, entry: &Entry, step: Step) -> Result<Event, String> {
        let game = self.game.as_mut().ok_or("the game has not begun")?;
        let event = game.step(&self.rules, &step).map_err(|why| why.to_string())?;
        self.line.push((entry.number, step));
        self.changed = entry.number;
        if let Event::Passed { round, end, .. } = &event {
            self.history.extend(round.clone());
            self.scoring.clone_from(end);
        }
        self.run_clock(entry.time);
        Ok(event)
    }

    fn take_back(&mut self, entry: &Entry, to: u64, fresh_luck: bool) -> Result<(), String> {
        let game = self.game.as_ref().ok_or("the game has not begun")?;
        let kept = self.line.iter().take_while(|(number, _)| *number <= to).count();
        let steps = self.line[..kept].iter().map(|(_, step)| step);
        let mut game = game.again(&self.rules, steps).map_err(|why| why.to_string())?;
        if fresh_luck {
            game.refresh_luck(&self.rules, &self.id, entry.number);
            self.fresh_luck = true;
        }
        self.history.truncate(game.state().round());
        self.game = Some(game);
        self.line.truncate(kept);
        self.changed = entry.number;
        self.run_clock(entry.time);
        Ok(())
    }

    /// A seat has come into other hands: if it is to act, its clock begins anew. Another's goes on as it was.
    fn hand_over(&mut self, seat: Seat, now: u64) {
        if self.to_act() == Some(seat) {
            self.run_clock(now);
        }
    }

    /// Lets the time of the person who is to act run from now.
    fn run_clock(&mut self, now: u64) {
        let seat = self.to_act().filter(|seat| {
            let sitter = &self.seats[seat.index()];
            sitter.bot().is_none() && sitter.person().is_some_and(|p| !p.resigned)
        });
        self.clocks.start(seat, now);
    }

    /// Its id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of its last event.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// When something last happened.
    pub fn time(&self) -> u64 {
        self.time
    }

    /// Where it is in its life.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// How it is played.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The numbers that it is played by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The game, from the start on.
    pub fn state(&self) -> Option<&quinta_rules::State> {
        self.game.as_ref().map(Game::state)
    }

    /// The seat that is to act.
    pub fn to_act(&self) -> Option<Seat> {
        let state = self.state().filter(|_| self.stage == Stage::Playing)?;
        (state.phase() == Phase::Act).then(|| state.turn())
    }

    /// The bot that is to act, and at which number.
    pub fn bot_to_act(&self) -> Option<(Seat, Level, u64)> {
        let seat = self.to_act()?;
        Some((seat, self.seats[seat.index()].bot()?, self.changed))
    }

    /// Whose time runs out when.
    pub fn deadline(&self) -> Option<(Seat, u64)> {
        self.clocks.deadline()
    }

    /// The seats of this identity.
    pub fn seats_of(&self, who: &str) -> Vec<Seat> {
        Seat::all(self.seats.len()).filter(|seat| self.seats[seat.index()].is(who)).collect()
    }

    /// Everyone who sits here.
    pub fn people(&self) -> impl Iterator<Item = (Seat, &str)> {
        Seat::all(self.seats.len())
            .filter_map(|seat| Some((seat, self.seats[seat.index()].person()?.who.as_str())))
    }

    /// The number of the command's last event, if it was carried out before.
    pub fn done(&self, who: &str, id: &str) -> Option<u64> {
        self.commands.get(&Mark { who: who.to_owned(), id: id.to_owned() }).copied()
    }

    /// The table at which the same players meet again.
    pub fn rematch(&self) -> Option<&str> {
        self.rematch.as_deref()
    }
}
