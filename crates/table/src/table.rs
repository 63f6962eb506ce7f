//! A table: what its log adds up to.
use crate::clock::{ClockReading, Clocks};
use crate::command_dedup::CommandDedup;
use crate::game::Game;
use crate::log::{Entry, Identity, LogError, LogEvent, Setting};
use crate::seat::Sitter;
use quinta_deal::Seed;
use quinta_rules::{Phase, Rules, Seat, Step};
use quinta_wire::{
    self as wire, BotLevel, Event, FinalScored, NumberedEvent, Options, RoundScored, Stage, hex,
};
use std::collections::HashSet;

/// A live game. It changes only by [`Table::apply`] and [`Table::accept`]; what is to be accepted comes from [`Table::command`] and its
/// siblings.
#[derive(Debug, Clone)]
pub struct Table {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) options: Options,
    pub(crate) rules: Rules,
    pub(crate) host: Identity,
    pub(crate) secret: Seed,
    pub(crate) invitation: String,
    /// The id under which it was dealt in a browser, if it was.
    pub(crate) tab: Option<String>,
    pub(crate) seats: Vec<Sitter>,
    pub(crate) stage: Stage,
    pub(crate) number: u64,
    pub(crate) time: u64,
    /// The number of the last event that changed the position.
    pub(crate) changed: u64,
    pub(crate) game: Option<Game>,
    /// The steps that the game is to go on from; none once it has begun.
    pub(crate) begins_with: Vec<Step>,
    /// The steps that count: those taken back are gone.
    pub(crate) steps: Vec<PlayedStep>,
    /// How many of them were made in another game: they cannot be taken back.
    pub(crate) made_before: usize,
    pub(crate) fresh_luck: bool,
    pub(crate) events: Vec<NumberedEvent>,
    pub(crate) history: Vec<RoundScored>,
    pub(crate) scoring: Option<FinalScored>,
    pub(crate) ended: Option<(wire::EndReason, Vec<Seat>)>,
    pub(crate) rematch: Option<String>,
    pub(crate) clocks: Clocks,
    /// The identities that the host removed.
    pub(crate) removed: HashSet<Identity>,
    /// How often something was taken back.
    pub(crate) undone: u32,
    /// And how many bytes of the log tell of what does not count any more.
    pub(crate) undone_bytes: u64,
    /// The bytes of the whole log.
    pub(crate) bytes: u64,
    pub(crate) dedup: CommandDedup,
    /// The phrases that were said lately.
    pub(crate) said: Vec<Spoken>,
    /// Where it was made from, if that is known.
    pub(crate) from: Option<String>,
}

/// A phrase that was said.
#[derive(Debug, Clone)]
pub(crate) struct Spoken {
    pub(crate) who: Identity,
    pub(crate) time: u64,
}

/// A step that was taken.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlayedStep {
    /// The number of its event.
    pub(crate) number: u64,
    pub(crate) step: Step,
    /// The clocks before it.
    pub(crate) clocks: ClockReading,
    /// Whether the seat's time had run out before it.
    pub(crate) late: bool,
    /// The bytes of its entry.
    pub(crate) bytes: u32,
}

/// Returns the rules of these options; a custom board may lack them.
pub(crate) fn rules_of(options: &Options) -> Option<&Rules> {
    options.board.printed().or(options.rules.as_ref())
}

/// Reads up to 32 bytes in hex.
pub(crate) fn from_hex(text: &str) -> Option<Vec<u8>> {
    if text.len() > 64 { None } else { hex::read(text) }
}

impl Table {
    /// Reads a table from its log.
    pub fn from_log(id: &str, log: impl IntoIterator<Item = Entry>) -> Result<Self, LogError> {
        let mut log = log.into_iter();
        let first = log.next().ok_or(LogError::Beginning)?;
        let Entry { number: 1, time, event: LogEvent::Created(setting), .. } = &first else {
            return Err(LogError::Beginning);
        };
        let mut table = Self::made(id, setting, *time)?;
        table.bytes = first.length() as u64;
        for entry in log {
            table.apply(&entry)?;
        }
        Ok(table)
    }

    fn made(id: &str, setting: &Setting, time: u64) -> Result<Self, LogError> {
        let impossible = |why: &str| LogError::Impossible { number: 1, why: why.to_owned() };
        let options = Options::from(&setting.options);
        let rules = rules_of(&options).cloned();
        let rules = rules.ok_or_else(|| impossible("a custom board without its numbers"))?;
        rules.check().map_err(|why| impossible(&why.to_string()))?;
        if !(2..=Seat::MOST).contains(&setting.seats.len()) {
            return Err(impossible("a table has 2 to 4 seats"));
        }
        let secret = setting.secret.parse().map_err(|_| impossible("no seed"))?;
        let begins_with = setting.begins_with.iter().map(LogEvent::step).collect::<Option<_>>();
        let begins_with = begins_with.ok_or_else(|| impossible("no steps of a game"))?;
        Ok(Self {
            id: id.to_owned(),
            name: setting.name.clone(),
            clocks: Clocks::new(options.clock, setting.seats.len()),
            options,
            rules,
            host: setting.host.clone(),
            secret,
            invitation: setting.invitation.clone(),
            tab: setting.tab.clone(),
            seats: setting.seats.iter().map(Sitter::from).collect(),
            stage: Stage::Gathering,
            number: 1,
            time,
            changed: 1,
            game: None,
            begins_with,
            steps: Vec::new(),
            made_before: 0,
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
            removed: HashSet::new(),
            undone: 0,
            undone_bytes: 0,
            bytes: 0,
            dedup: CommandDedup::default(),
            said: Vec::new(),
            from: setting.from.clone(),
        })
    }

    /// Its id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The id that its luck is mixed with: its own, or that of the browser's table that it was.
    pub(crate) fn dealt_as(&self) -> &str {
        self.tab.as_deref().unwrap_or(&self.id)
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

    /// The person's seat that is to act, and since when: the last step that still counts, or the start.
    pub(crate) fn waits_for(&self) -> Option<(Seat, u64)> {
        let seat = self.to_act().filter(|seat| self.seats[seat.index()].bot().is_none())?;
        let last = usize::try_from(self.steps.last()?.number).ok()?;
        Some((seat, self.events.get(last.checked_sub(1)?)?.time))
    }

    /// The bot that is to act, and at which number.
    pub fn bot_to_act(&self) -> Option<(Seat, BotLevel, u64)> {
        let seat = self.to_act()?;
        Some((seat, self.seats[seat.index()].bot()?, self.changed))
    }

    /// The seat whose clock runs, and when its time runs out.
    pub fn deadline(&self) -> Option<(Seat, u64)> {
        self.clocks.deadline()
    }

    /// Whether it goes on by itself: somebody's time runs, or a bot is to act.
    pub fn goes_on_by_itself(&self) -> bool {
        self.stage == Stage::Playing && (self.deadline().is_some() || self.bot_to_act().is_some())
    }

    /// About how many bytes of memory it takes: what is told of its events takes a little more than its log.
    pub fn weight(&self) -> usize {
        let steps = self.steps.capacity() * size_of::<PlayedStep>();
        size_of::<Self>()
            + steps
            + self.events.len() * size_of::<NumberedEvent>()
            + self.bytes as usize
    }

    /// Whose table it is.
    pub fn owner(&self) -> &str {
        &self.host
    }

    /// The seats of this identity.
    pub fn seats_of(&self, who: &str) -> Vec<Seat> {
        Seat::all(self.seats.len()).filter(|seat| self.seats[seat.index()].is(who)).collect()
    }

    /// The seats of this identity whose names are meant.
    pub fn seats_called(&self, who: &str, is_meant: impl Fn(&str) -> bool) -> Vec<Seat> {
        let mut seats = self.seats_of(who);
        seats.retain(|seat| {
            self.seats[seat.index()].person().is_some_and(|person| is_meant(&person.name))
        });
        seats
    }

    /// Everyone who sits here.
    pub fn people(&self) -> impl Iterator<Item = (Seat, &str)> {
        Seat::all(self.seats.len())
            .filter_map(|seat| Some((seat, self.seats[seat.index()].person()?.who.as_str())))
    }

    /// The number of the command's last event, if it was carried out before.
    pub fn done(&self, who: &str, id: &str) -> Option<u64> {
        self.dedup.number_of(who, id)
    }

    /// The seats with the most points among those that count and did not resign.
    pub(crate) fn best(&self, counts: impl Fn(Seat) -> bool) -> Vec<Seat> {
        let Some(state) = self.state() else { return Vec::new() };
        let players = state.players();
        let candidates = || {
            Seat::all(players.len())
                .filter(|seat| counts(*seat) && !self.seats[seat.index()].resigned())
        };
        let most = candidates().map(|seat| players[seat.index()].score).max();
        candidates().filter(|seat| Some(players[seat.index()].score) == most).collect()
    }

    /// The table at which the same players meet again.
    pub fn rematch(&self) -> Option<&str> {
        self.rematch.as_deref()
    }
}
