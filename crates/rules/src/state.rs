//! The state of a game: what everyone at the table knows, how actions change it.
use crate::action::{Action, Discard, Illegal, Seat, Take};
use crate::bag::Tiles;
use crate::board::{Rules, RulesError};
use crate::cell::{Area, Cell, CellSet, Direction};
use crate::display::Display;
use crate::garden::Garden;
use crate::kind::{Kind, KindSet};
use crate::payment::Payment;
use crate::scoring::{FinalScore, PassCost, ROUNDS, RoundScore};
use crate::storage::Storage;

/// What the state waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum Phase {
    /// An action of the seat whose turn it is.
    Act,
    /// Tiles from the bag for the new top of the stack ([`State::draw_size`] of them).
    Draw,
    /// The kind of the expansion that is turned ([`Display::to_turn`] says which).
    TurnUp,
    /// Nothing: the game is over.
    Over,
}

/// Why a game cannot be set up.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The game is for two to four.
    #[error("invalid number of players {0}: expected 2 to 4")]
    Players(usize),
    /// The seat that is to begin does not exist.
    #[error("seat {0} cannot begin: there is no such seat")]
    First(Seat),
    /// The rules are invalid.
    #[error(transparent)]
    Rules(#[from] RulesError),
}

/// What belongs to one seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Player {
    /// The garden.
    pub garden: Garden,
    /// The storage.
    pub storage: Storage,
    /// The points.
    pub score: i16,
}

/// The further effects of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effect {
    /// Features that were surrounded.
    pub surrounded: CellSet,
    /// Jokers that were gained and fit into storage.
    pub jokers_gained: u8,
    /// Jokers that were lost for lack of room.
    pub jokers_lost: u8,
    /// The round (0 to 3) that this action ended.
    pub round_ended: Option<u8>,
}

/// The public state of a game. It holds nothing hidden, so equal positions are equal.
///
/// It is `Copy` and never allocates. The [`Rules`] are passed to each call: a state is valid only with the rules that it began with.
///
/// ```
/// use quinta_rules::{Action, Chance, Rules, Seat, State, TopTiles};
///
/// let rules = Rules::FRONT;
/// let mut state = State::new(&rules, 2, Seat::new(0).unwrap())?;
/// let tiles = ["g2", "b1", "g6", "p5"].map(|kind| kind.parse().unwrap());
/// state.chance(&rules, &Chance::Draw(TopTiles::new(tiles).unwrap()))?;
///
/// // Searchers copy a state and play on the copy.
/// let mut after = state;
/// after.play(&rules, after.turn(), &Action::PASS)?;
/// assert!(after.has_passed(state.turn()) && !state.has_passed(state.turn()));
/// assert_eq!(after.players()[0].score, 14, "who passes first loses a point");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) players: [Player; Seat::MOST],
    pub(crate) display: Display,
    pub(crate) bag: Tiles,
    pub(crate) tower: Tiles,
    pub(crate) unseen: KindSet,
    pub(crate) supply: u8,
    pub(crate) seats: u8,
    pub(crate) round: u8,
    pub(crate) turn: Seat,
    pub(crate) marker: Option<Seat>,
    pub(crate) passed: u8,
    pub(crate) phase: Phase,
}

impl State {
    /// Returns a new game. It waits for the first draw.
    pub fn new(rules: &Rules, seats: usize, first: Seat) -> Result<Self, SetupError> {
        rules.check()?;
        let stack_size = rules.stack_size(seats).ok_or(SetupError::Players(seats))?;
        if first.index() >= seats {
            return Err(SetupError::First(first));
        }
        let nobody = Player { garden: Garden::default(), storage: Storage::default(), score: 0 };
        let mut players = [nobody; Seat::MOST];
        for player in &mut players[..seats] {
            player.storage.jokers = rules.start_jokers;
            player.score = i16::from(rules.start_score);
        }
        Ok(Self {
            players,
            display: Display::new(stack_size),
            bag: Tiles::BOX,
            tower: Tiles::EMPTY,
            unseen: KindSet::ALL,
            supply: Kind::COUNT as u8 - ROUNDS as u8 * stack_size,
            seats: seats as u8,
            round: 0,
            turn: first,
            marker: None,
            passed: 0,
            phase: Phase::Draw,
        })
    }

    /// Returns how many seats play.
    pub const fn seats(&self) -> usize {
        self.seats as usize
    }

    /// Returns what belongs to each seat.
    pub fn players(&self) -> &[Player] {
        &self.players[..self.seats()]
    }

    /// Returns what belongs to the seat whose turn it is.
    pub const fn player(&self) -> &Player {
        &self.players[self.turn.index()]
    }

    /// Returns the display.
    pub const fn display(&self) -> &Display {
        &self.display
    }

    /// Returns the tiles in the bag.
    pub const fn bag(&self) -> Tiles {
        self.bag
    }

    /// Returns the tiles in the tower.
    pub const fn tower(&self) -> Tiles {
        self.tower
    }

    /// Returns the kinds of expansions that nobody has seen yet.
    pub const fn unseen(&self) -> KindSet {
        self.unseen
    }

    /// Returns how many expansions the supply holds.
    pub const fn supply(&self) -> u8 {
        self.supply
    }

    /// Returns the round, 0 to 3. It stays 3 at the end.
    pub const fn round(&self) -> usize {
        self.round as usize
    }

    /// Returns the seat that acts, now or after the awaited chance.
    pub const fn turn(&self) -> Seat {
        self.turn
    }

    /// Returns the seat that took the first-player marker in this round; `None` while it lies in the display.
    pub const fn marker(&self) -> Option<Seat> {
        self.marker
    }

    /// Returns whether this seat has passed in this round.
    pub const fn has_passed(&self, seat: Seat) -> bool {
        self.passed >> seat.index() & 1 != 0
    }

    /// Returns what the state waits for.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns whether the game is over.
    pub const fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over)
    }

    /// Returns how many tiles a draw takes now: four, or what there is.
    pub fn draw_size(&self, rules: &Rules) -> usize {
        self.bag.len().min(usize::from(rules.tiles_on_top))
    }

    /// Returns the seats with the most points.
    pub fn winners(&self) -> impl Iterator<Item = Seat> + '_ {
        let best = self.players().iter().map(|p| p.score).max().unwrap_or_default();
        Seat::all(self.seats()).filter(move |s| self.players[s.index()].score == best)
    }

    /// Plays an action of a seat. A refused action changes nothing.
    pub fn play(&mut self, rules: &Rules, seat: Seat, action: &Action) -> Result<Effect, Illegal> {
        self.check_turn(seat)?;
        // One match for checking and playing keeps checked play within 5% of unchecked.
        match action {
            Action::Acquire(take) => {
                self.check_take(rules, *take)?;
                Ok(self.acquire(rules, *take))
            }
            Action::Place { kind, cell, pay } => {
                self.check_place(*kind, *cell, pay)?;
                Ok(self.place(rules, *kind, *cell, pay))
            }
            Action::Expand { kind, area, petal, pay } => {
                self.check_expand(*kind, *area, *petal, pay)?;
                Ok(self.expand(rules, *kind, *area, *petal, pay))
            }
            Action::Buy { area } => {
                self.check_buy(rules, *area)?;
                Ok(self.buy(rules, *area))
            }
            Action::Pass(discard) => {
                self.check_discard(discard)?;
                Ok(self.pass(rules, discard))
            }
        }
    }

    /// Plays an action that is known to be legal for the seat to act. Any other leaves the state invalid.
    pub fn play_unchecked(&mut self, rules: &Rules, action: &Action) -> Effect {
        match action {
            Action::Acquire(take) => self.acquire(rules, *take),
            Action::Place { kind, cell, pay } => self.place(rules, *kind, *cell, pay),
            Action::Expand { kind, area, petal, pay } => {
                self.expand(rules, *kind, *area, *petal, pay)
            }
            Action::Buy { area } => self.buy(rules, *area),
            Action::Pass(discard) => self.pass(rules, discard),
        }
    }

    fn acquire(&mut self, rules: &Rules, take: Take) -> Effect {
        let top = self.display.top();
        let mut from_top = false;
        let storage = &mut self.players[self.turn.index()].storage;
        for (kind, source) in take.copies() {
            self.display.take(kind, source);
            if source.is_whole() {
                storage.expansions = storage.expansions.with(kind);
            } else {
                storage.tiles.add(kind);
                from_top |= Some(source.from()) == top;
            }
        }
        self.pass_turn_on();
        if from_top {
            self.display.move_top();
            if self.display.top().is_some() {
                self.await_draw(rules);
                return Effect::default();
            }
        }
        self.settle();
        Effect::default()
    }

    fn place(&mut self, rules: &Rules, kind: Kind, cell: Cell, pay: &Payment) -> Effect {
        let player = &mut self.players[self.turn.index()];
        player.storage.tiles.remove(kind);
        player.garden.put(kind, cell);
        self.pay(pay);
        self.surround(rules, cell)
    }

    fn expand(
        &mut self,
        rules: &Rules,
        kind: Kind,
        area: Area,
        petal: Direction,
        pay: &Payment,
    ) -> Effect {
        let player = &mut self.players[self.turn.index()];
        player.storage.expansions = player.storage.expansions.without(kind);
        player.garden.lay_face_up(kind, area, petal);
        self.pay(pay);
        self.surround(rules, area.petal(petal))
    }

    fn buy(&mut self, rules: &Rules, area: Area) -> Effect {
        let player = &mut self.players[self.turn.index()];
        player.garden.lay_face_down(area);
        player.score -= i16::from(rules.expansion_price);
        self.supply -= 1;
        self.pass_turn_on();
        Effect::default()
    }

    fn pay(&mut self, pay: &Payment) {
        let storage = &mut self.players[self.turn.index()].storage;
        storage.tiles.remove_each(pay.tiles);
        storage.jokers -= pay.jokers;
        self.tower.add_each(pay.tiles);
        if !pay.expansions.is_empty() {
            storage.expansions = storage.expansions - pay.expansions;
            self.supply += pay.expansions.len() as u8;
        }
    }

    /// Hands out the jokers for what the new hexagon surrounds, and the turn to the next seat.
    fn surround(&mut self, rules: &Rules, cell: Cell) -> Effect {
        let player = &mut self.players[self.turn.index()];
        let surrounded = player.garden.surrounded_by(cell);
        let jokers: u8 = surrounded
            .iter()
            .filter_map(|cell| player.garden.feature_at(cell))
            .map(|feature| rules.jokers_for(feature))
            .sum();
        let jokers_gained = jokers.min(player.storage.tile_room(rules) as u8);
        player.storage.jokers += jokers_gained;
        self.pass_turn_on();
        Effect { surrounded, jokers_gained, jokers_lost: jokers - jokers_gained, round_ended: None }
    }

    fn pass(&mut self, rules: &Rules, discard: &Discard) -> Effect {
        let cost = PassCost::of(rules, self, discard);
        if self.passed == 0 {
            self.marker = Some(self.turn);
        }
        let player = &mut self.players[self.turn.index()];
        player.storage.tiles = player.storage.tiles.minus(discard.tiles);
        player.storage.expansions = player.storage.expansions - discard.expansions;
        player.score -= cost.lost as i16;
        self.tower.add_all(discard.tiles);
        self.supply += discard.expansions.len() as u8;
        self.passed |= 1 << self.turn.index();
        if usize::from(self.passed) + 1 == 1 << self.seats() {
            let ended = self.round;
            self.end_round(rules);
            return Effect { round_ended: Some(ended), ..Effect::default() };
        }
        self.pass_turn_on();
        Effect::default()
    }

    fn end_round(&mut self, rules: &Rules) {
        let (round, seats) = (self.round(), self.seats());
        for player in &mut self.players[..seats] {
            player.score += RoundScore::of(rules, &player.garden, round).total() as i16;
        }
        // Someone has passed first, or the round would not end.
        self.turn = self.marker.unwrap_or(self.turn);
        if round + 1 == ROUNDS {
            for player in &mut self.players[..seats] {
                let end = FinalScore::of(rules, &player.garden, &player.storage);
                player.score = end.apply(rules, player.score);
            }
            self.phase = Phase::Over;
            return;
        }
        self.tower.add_all(self.display.all_tiles());
        self.supply += self.display.left();
        self.display = Display::new(self.display.size());
        self.round += 1;
        self.passed = 0;
        self.marker = None;
        self.await_draw(rules);
    }

    /// The next seat that has not passed. Someone has not: otherwise the round would be over.
    fn pass_turn_on(&mut self) {
        let waiting = !u32::from(self.passed) & ((1 << self.seats) - 1);
        let later = waiting & !((2 << self.turn.index()) - 1);
        let next = if later == 0 { waiting } else { later }.trailing_zeros();
        if let Some(seat) = Seat::new(next as u8) {
            self.turn = seat;
        }
    }

    fn await_draw(&mut self, rules: &Rules) {
        if self.bag.len() < usize::from(rules.tiles_on_top) {
            self.bag.add_all(self.tower);
            self.tower = Tiles::EMPTY;
        }
        self.phase = Phase::Draw;
    }

    pub(crate) fn settle(&mut self) {
        self.phase = if self.display.to_turn().is_some() { Phase::TurnUp } else { Phase::Act };
    }
}
