//! The inputs of a host, and what it asks of its driver.
use crate::draft::PendingEvents;
use crate::log::{Entry, Identity};
use quinta_deal::Seed;
use quinta_rules::{Action, Seat};
use quinta_wire::{Advice, BotLevel, ClientMessage, Error, Refused, Reply, ServerMessage};

/// The time at which a host is told something.
#[derive(Debug, Clone, Copy)]
pub struct Now<'a> {
    /// In milliseconds since 1970.
    pub time: u64,
    /// From when until when nobody could have moved, because the driver was down or could not store anything. A running clock is
    /// given this time back. What ended before the table's last event may be left out.
    pub outages: &'a [(u64, u64)],
}

impl From<u64> for Now<'_> {
    fn from(time: u64) -> Self {
        Self { time, outages: &[] }
    }
}

impl Now<'_> {
    /// For how many milliseconds after this time nobody could have moved.
    pub(super) fn outage_after(&self, time: u64) -> u64 {
        self.outages.iter().map(|(from, until)| until.saturating_sub(*from.max(&time))).sum()
    }
}

/// How a host behaves.
#[derive(Debug, Clone, Copy)]
pub struct HostSettings {
    /// After how many milliseconds of absence a bot may play for someone, where there is no clock.
    pub gone_after: u64,
    /// After how many milliseconds of absence the others may end the game.
    pub left_after: u64,
    /// After how many milliseconds without a move, where there is no clock, the others may do both, though whoever is to act is here.
    pub stalled_after: u64,
    /// Whether others write to the same log. Then the store is read before a command is refused.
    pub shared_log: bool,
    /// Whether games are dealt in a browser: a rematch names the id that it is dealt under.
    pub in_tab: bool,
}

/// Something that happens around a table.
#[derive(Debug)]
#[allow(missing_docs, reason = "each case says what its fields are")]
pub enum Input {
    /// Someone connects, and knows the events up to `since`. The connection's number is the driver's; it is sent a snapshot, and from
    /// then on everything that is sent to all.
    Connect { connection: u64, who: Identity, name: String, since: u64 },
    /// A connection is closed.
    Disconnect { connection: u64 },
    /// Someone without a connection is here, as by a long poll. That lasts for a while.
    Poll { who: Identity },
    /// Someone sends a command. Its [`Effect::Answer`] has the same ticket, a number of the driver's. A rematch needs `fresh`. `from` is
    /// where they are, as [`Requester::from`](crate::Requester::from) has it.
    Command {
        ticket: u64,
        who: Identity,
        name: String,
        from: Option<String>,
        message: ClientMessage,
        fresh: Option<Box<Fresh>>,
    },
    /// What a bot does at the turn that [`Effect::Think`] named. `None` if nobody thinks about it any more; it is tried again later.
    BotDecided { seat: Seat, at: u64, action: Option<Action> },
    /// The answer to [`Effect::Advise`]. `None` if nobody thinks about it any more: whoever waits for it is refused.
    Advised { question: u64, advised: Option<Advised> },
    /// [`Host::wake_at`](super::Host::wake_at) has come.
    Tick,
    /// Some time has passed, and whoever is absent may count as gone by now. Every ten seconds is enough.
    CheckPresence,
    /// Someone else may have written to the log.
    CatchUp,
    /// Who is at the table through other processes.
    Elsewhere(Vec<Elsewhere>),
    /// The process that ran this game died, and may not have notified whoever is to act.
    TakeOver,
}

/// The unguessable parts of a new table.
#[derive(Debug, Clone)]
pub struct Fresh {
    /// Its id.
    pub id: String,
    /// Its secret.
    pub secret: Seed,
    /// The code that lets others in.
    pub invitation: String,
}

/// What a bot says to someone who asked it.
#[derive(Debug, Clone, Default)]
pub struct Advised {
    /// What it would do; `None` if it failed.
    pub action: Option<Action>,
    /// Why.
    pub advice: Option<Advice>,
}

/// A person who is or was at a table through another process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Elsewhere {
    /// Who; empty for those who only watch.
    pub who: Identity,
    /// How many connections; 0 if they have left.
    pub count: u32,
    /// When they were last seen, in milliseconds since 1970.
    pub seen: u64,
}

/// What a driver does next: the effects, in their order, and then the call to the store, if there is one.
#[derive(Debug, Default)]
#[must_use]
pub struct Step {
    /// What follows from what is stored.
    pub effects: Vec<Effect>,
    /// What the host waits for; [`Host::resume`](super::Host::resume) takes it back with its result. Until then the host is told
    /// nothing else.
    pub call: Option<StoreCall>,
}

/// Something for the driver to do.
#[derive(Debug)]
#[allow(missing_docs, reason = "each case says what its fields are")]
pub enum Effect {
    /// Sends a message.
    Send { to: Audience, message: ServerMessage },
    /// Answers a command.
    Answer { ticket: u64, answer: Result<Reply, Refused> },
    /// Has a bot think about its turn in the table's position. [`Input::BotDecided`] takes the answer.
    Think(Turn),
    /// Has a bot think about a question in the table's position. [`Input::Advised`] takes the answer.
    Advise(Question),
    /// Notifies someone who is not here, if they want that.
    Notify { who: Identity, notice: Notice },
    /// The game has begun.
    Started,
    /// What a list of tables shows has changed: who sits here, or the stage. `own` if it was stored for this host; otherwise whoever
    /// stored it knows as well.
    Listed { own: bool },
    /// The game is over.
    Ended,
}

/// The receivers of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Audience {
    /// All connections.
    All,
    /// The connections of one person.
    Person(Identity),
    /// One connection.
    Connection(u64),
}

/// Why someone is notified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notice {
    /// The game has begun.
    Started,
    /// It is their turn.
    YourTurn,
    /// The game is over.
    Over,
}

/// A bot's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// Its seat.
    pub seat: Seat,
    /// Its level.
    pub level: BotLevel,
    /// The number of the position.
    pub at: u64,
}

/// What someone asks a bot about the position on the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Question {
    /// Its number.
    pub number: u64,
    /// Which bot.
    pub level: BotLevel,
    /// An action to be judged; without one the bot says what it would do.
    pub about: Option<Action>,
}

/// What a host wants from the store, and what it goes on with afterwards.
#[derive(Debug)]
pub struct StoreCall {
    pub(super) task: super::Task,
    pub(super) wants: Wants,
}

#[derive(Debug)]
pub(super) enum Wants {
    Append { change: PendingEvents, new_table: Option<Box<(String, Entry)>>, kind: AppendKind },
    Read { after: u64 },
}

/// What an append is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AppendKind {
    /// A person's command.
    Command,
    /// A bot's turn or a clock that has run out. Of several processes only the one that runs the game may store it.
    Runner,
    /// Something that comes before the input itself.
    Other,
}

/// A call to the store.
#[derive(Debug, Clone, Copy)]
pub enum StoreRequest<'a> {
    /// Store these entries, all or none, provided that nobody has used the first one's number.
    Append {
        /// The entries.
        entries: &'a [Entry],
        /// A table to be made before: its id and the first entry of its log. It may have been made by an earlier try.
        new_table: Option<(&'a str, &'a Entry)>,
        /// What it is for.
        kind: AppendKind,
    },
    /// Read the entries after this number. 0 asks for the whole log, because what is in memory contradicts it.
    Read {
        /// The number.
        after: u64,
    },
}

/// What became of a call to the store.
#[derive(Debug)]
pub enum StoreResult {
    /// The entries are stored.
    Stored,
    /// Somebody else has used their numbers, or runs the game.
    Conflict,
    /// The entries that were read.
    Entries(Vec<Entry>),
    /// It failed. Whether entries are stored may be unknown: the next append or read will tell.
    Failed(Error),
}

impl StoreCall {
    /// What the driver does.
    pub fn request(&self) -> StoreRequest<'_> {
        match &self.wants {
            Wants::Append { change, new_table, kind } => StoreRequest::Append {
                entries: change.entries(),
                new_table: new_table.as_deref().map(|(id, first)| (id.as_str(), first)),
                kind: *kind,
            },
            Wants::Read { after } => StoreRequest::Read { after: *after },
        }
    }
}
