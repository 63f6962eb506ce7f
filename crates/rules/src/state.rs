//! The state of a game: what everyone at the table knows, how actions and chance change it.
use crate::action::{Action, Discard, Illegal, Seat, Take};
use crate::bag::Tiles;
use crate::board::{Rules, RulesError};
use crate::cell::{Area, Cell, CellSet, Direction};
use crate::display::{Display, TopTiles};
use crate::garden::{Garden, Ground};
use crate::kind::{Kind, KindSet};
use crate::payment::Payment;
use crate::scoring::{FinalScore, PassCost, ROUNDS, RoundScore};
use crate::storage::Storage;
use std::hash::{Hash, Hasher};

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

/// An outcome of chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Chance {
    /// The tiles that are drawn.
    Draw(TopTiles),
    /// What the expansion that is turned shows.
    TurnUp(Kind),
}

/// An outcome that cannot be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum ImpossibleChance {
    /// The state does not wait for such an outcome.
    #[error("the game does not wait for that")]
    NotAwaited,
    /// Too many or too few tiles.
    #[error("{drawn} tiles are drawn where it must be {expected}")]
    WrongNumber {
        /// How many there are.
        drawn: usize,
        /// How many there must be.
        expected: usize,
    },
    /// A tile that the bag does not hold.
    #[error("the bag holds no such tiles")]
    NotInBag,
    /// An expansion that has been seen elsewhere.
    #[error("the {} expansion has been seen elsewhere", .0.name())]
    SeenBefore(Kind),
}

/// A table that cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The game is for two to four.
    #[error("invalid number of players {0}: expected 2 to 4")]
    Players(usize),
    /// The seat that is to begin does not exist.
    #[error("seat {0} cannot begin: there is no such seat")]
    First(Seat),
    /// The rules cannot be played by.
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

/// What an action brought about besides itself.
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

/// A game as everyone sees it. What is hidden is not in it, so equal positions are equal.
///
/// It is `Copy` and never allocates. The [`Rules`] are handed to each call: a state only makes sense with the rules that it began with.
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
    /// A new game. It waits for the first draw.
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

    /// How many seats play.
    pub const fn seats(&self) -> usize {
        self.seats as usize
    }

    /// What belongs to each seat.
    pub fn players(&self) -> &[Player] {
        &self.players[..self.seats()]
    }

    /// What belongs to the seat whose turn it is.
    pub const fn player(&self) -> &Player {
        &self.players[self.turn.index()]
    }

    /// The display.
    pub const fn display(&self) -> &Display {
        &self.display
    }

    /// The tiles in the bag.
    pub const fn bag(&self) -> Tiles {
        self.bag
    }

    /// The tiles in the tower.
    pub const fn tower(&self) -> Tiles {
        self.tower
    }

    /// The kinds of expansions that nobody has seen yet.
    pub const fn unseen(&self) -> KindSet {
        self.unseen
    }

    /// How many expansions the supply holds.
    pub const fn supply(&self) -> u8 {
        self.supply
    }

    /// The round, 0 to 3. It stays 3 at the end.
    pub const fn round(&self) -> usize {
        self.round as usize
    }

    /// The seat that acts, now or once chance has had its say.
    pub const fn turn(&self) -> Seat {
        self.turn
    }

    /// The seat that took the first-player marker in this round; `None` while it lies in the display.
    pub const fn marker(&self) -> Option<Seat> {
        self.marker
    }

    /// Whether this seat has passed in this round.
    pub const fn has_passed(&self, seat: Seat) -> bool {
        self.passed >> seat.index() & 1 != 0
    }

    /// What the state waits for.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Whether the game is over.
    pub const fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over)
    }

    /// How many tiles a draw takes now: four, or what there is.
    pub fn draw_size(&self, rules: &Rules) -> usize {
        self.bag.len().min(usize::from(rules.tiles_on_top))
    }

    /// The seats with the most points.
    pub fn winners(&self) -> impl Iterator<Item = Seat> + '_ {
        let best = self.players().iter().map(|p| p.score).max().unwrap_or_default();
        Seat::all(self.seats()).filter(move |s| self.players[s.index()].score == best)
    }

    /// A quick hash for searchers' tables. Equal states have equal keys; it is the same on every machine.
    pub fn key(&self) -> u64 {
        let mut hasher = KeyHasher::default();
        self.hash(&mut hasher);
        hasher.finish()
    }

    /// Plays an action of a seat, or says why not; a refused action changes nothing.
    pub fn play(&mut self, rules: &Rules, seat: Seat, action: &Action) -> Result<Effect, Illegal> {
        self.check_turn(seat)?;
        // One match for checking and playing, not two: that keeps checked play within 5% of unchecked.
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

    /// Whether this seat may do this now.
    pub fn check(&self, rules: &Rules, seat: Seat, action: &Action) -> Result<(), Illegal> {
        self.check_turn(seat)?;
        match action {
            Action::Acquire(take) => self.check_take(rules, *take),
            Action::Place { kind, cell, pay } => self.check_place(*kind, *cell, pay),
            Action::Expand { kind, area, petal, pay } => {
                self.check_expand(*kind, *area, *petal, pay)
            }
            Action::Buy { area } => self.check_buy(rules, *area),
            Action::Pass(discard) => self.check_discard(discard),
        }
    }

    fn check_turn(&self, seat: Seat) -> Result<(), Illegal> {
        match self.phase {
            Phase::Over => Err(Illegal::GameOver),
            Phase::Draw | Phase::TurnUp => Err(Illegal::AwaitingChance),
            Phase::Act if seat != self.turn => Err(Illegal::NotYourTurn),
            Phase::Act => Ok(()),
        }
    }

    fn check_take(&self, rules: &Rules, take: Take) -> Result<(), Illegal> {
        let on_offer =
            (self.display.tiles() | self.display.expansions()) & take.attribute().kinds();
        if on_offer.is_empty() {
            return Err(Illegal::NothingOnOffer);
        }
        let mut taken = KindSet::EMPTY;
        let (mut tiles, mut expansions) = (0, 0);
        for (kind, source) in take.copies() {
            if !self.display.offers(kind, source) {
                return Err(Illegal::NotOnOffer);
            }
            taken = taken.with(kind);
            tiles += usize::from(!source.is_whole());
            expansions += usize::from(source.is_whole());
        }
        if taken != on_offer {
            return Err(Illegal::CopyMissing);
        }
        let storage = &self.player().storage;
        let fits = tiles <= storage.tile_room(rules)
            && (expansions == 0 || expansions <= storage.expansion_room(rules));
        if !fits {
            return Err(Illegal::NoRoom);
        }
        Ok(())
    }

    fn check_place(&self, kind: Kind, cell: Cell, pay: &Payment) -> Result<(), Illegal> {
        let Player { garden, storage, .. } = self.player();
        if !storage.tiles.kinds().contains(kind) {
            return Err(Illegal::NotInStorage);
        }
        if !garden.free_spaces().contains(cell) {
            let taken = garden.spaces().contains(cell);
            return Err(if taken { Illegal::SpaceTaken } else { Illegal::NoSuchSpace });
        }
        garden.check(kind, cell)?;
        pay.check(kind, storage)
    }

    fn check_expand(
        &self,
        kind: Kind,
        area: Area,
        petal: Direction,
        pay: &Payment,
    ) -> Result<(), Illegal> {
        let Player { garden, storage, .. } = self.player();
        if !storage.expansions.contains(kind) {
            return Err(Illegal::NotInStorage);
        }
        if garden.ground(area) != Ground::Free {
            return Err(Illegal::AreaTaken);
        }
        garden.check(kind, area.petal(petal))?;
        pay.check(kind, storage)
    }

    fn check_buy(&self, rules: &Rules, area: Area) -> Result<(), Illegal> {
        let player = self.player();
        if player.garden.ground(area) != Ground::Free {
            return Err(Illegal::AreaTaken);
        }
        if self.supply == 0 {
            return Err(Illegal::SupplyEmpty);
        }
        if player.score < i16::from(rules.expansion_price) {
            return Err(Illegal::TooFewPoints);
        }
        Ok(())
    }

    fn check_discard(&self, discard: &Discard) -> Result<(), Illegal> {
        let storage = &self.player().storage;
        if storage.tiles.contains_all(discard.tiles)
            && storage.expansions.includes(discard.expansions)
        {
            Ok(())
        } else {
            Err(Illegal::NotInStorage)
        }
    }

    /// Plays an action that is known to be legal for the seat whose turn it is. With any other the state is no game any more.
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

    /// Whether this outcome is possible now.
    pub fn check_chance(&self, rules: &Rules, chance: &Chance) -> Result<(), ImpossibleChance> {
        match (self.phase, chance) {
            (Phase::Draw, Chance::Draw(tiles)) => {
                let (drawn, expected) = (tiles.len(), self.draw_size(rules));
                if drawn != expected {
                    return Err(ImpossibleChance::WrongNumber { drawn, expected });
                }
                let in_bag =
                    Tiles::from_kinds(tiles.iter()).is_some_and(|t| self.bag.contains_all(t));
                if in_bag { Ok(()) } else { Err(ImpossibleChance::NotInBag) }
            }
            (Phase::TurnUp, Chance::TurnUp(kind)) => {
                if self.unseen.contains(*kind) {
                    Ok(())
                } else {
                    Err(ImpossibleChance::SeenBefore(*kind))
                }
            }
            _ => Err(ImpossibleChance::NotAwaited),
        }
    }

    /// Takes an outcome of chance, or says why it cannot be.
    pub fn chance(&mut self, rules: &Rules, chance: &Chance) -> Result<(), ImpossibleChance> {
        self.check_chance(rules, chance)?;
        self.chance_unchecked(chance);
        Ok(())
    }

    /// Takes an outcome of chance that is known to be possible.
    pub fn chance_unchecked(&mut self, chance: &Chance) {
        match *chance {
            Chance::Draw(tiles) if tiles.is_empty() => self.display.spread_stack(),
            Chance::Draw(tiles) => {
                for kind in tiles.iter() {
                    self.bag.remove(kind);
                }
                self.display.fill_top(tiles);
            }
            Chance::TurnUp(kind) => {
                if let Some(from) = self.display.to_turn() {
                    self.unseen = self.unseen.without(kind);
                    self.display.turn_up(from, kind);
                }
            }
        }
        self.settle();
    }
}

/// Multiplies and rotates word by word, as good as a searcher's table needs.
#[derive(Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_u8(&mut self, byte: u8) {
        self.write_u64(u64::from(byte));
    }

    // Lengths and discriminants arrive as machine words: widened, so that keys do not depend on the machine.
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        let mixed = (self.0 ^ self.0 >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ mixed >> 32
    }
}
