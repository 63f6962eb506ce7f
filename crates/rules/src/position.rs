//! A position as plain data: every public fact of a game, checked before it becomes a [`State`] again.
use crate::action::Seat;
use crate::bag::Tiles;
use crate::board::Rules;
use crate::cell::{Area, Cell, Direction};
use crate::display::{Display, Face, Slot, TopTiles};
use crate::garden::{Garden, Ground};
use crate::kind::{Attribute, Kind, KindSet};
use crate::scoring::ROUNDS;
use crate::state::{Phase, Player, SetupError, State};
use crate::storage::Storage;

/// A position as plain data, so that a game can begin anywhere without replaying what came before.
///
/// What follows from the rest is left out: what the state waits for, and how many expansions the supply holds.
/// `Position::from(&state)` writes one down, and [`TryFrom`] with the [`Rules`] makes a checked [`State`] of it.
/// With the feature `serde` it is an object with these fields.
///
/// ```
/// use quinta_rules::{Position, Rules, Seat, State};
///
/// let rules = Rules::FRONT;
/// let state = State::new(&rules, 2, Seat::new(0).unwrap())?;
/// let mut position = Position::from(&state);
/// position.seats[1].score = 40;
/// let richer = State::try_from((&rules, &position))?;
/// assert_eq!(richer.players()[1].score, 40);
///
/// position.bag.remove("v6".parse()?);
/// let error = State::try_from((&rules, &position)).unwrap_err();
/// assert_eq!(error.to_string(), "invalid number of light purple tulip tiles 2: expected 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Position {
    /// The round, 1 to 4.
    pub round: u8,
    /// The seat that acts, now or once chance has been answered.
    pub turn: Seat,
    /// The seats that have passed in this round: all of them once the game is over.
    pub passed: Vec<Seat>,
    /// The seat that took the first-player marker in this round; `None` while nobody has passed.
    pub marker: Option<Seat>,
    /// What belongs to each seat: 2, 3 or 4 of them.
    pub seats: Vec<SeatPosition>,
    /// This round's expansions, the first on top of the stack at the start.
    pub display: Vec<SlotPosition>,
    /// How many of them are still on the stack: the last ones.
    pub stack: u8,
    /// The tiles in the bag.
    pub bag: Tiles,
    /// The tiles in the tower.
    pub tower: Tiles,
    /// The expansions that nobody has seen yet.
    pub unseen: KindSet,
}

/// What belongs to one seat of a [`Position`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct SeatPosition {
    /// The points.
    pub score: i16,
    /// The storage: its tiles.
    pub tiles: Tiles,
    /// The storage: its expansions.
    pub expansions: KindSet,
    /// The storage: its jokers.
    pub jokers: u8,
    /// What lies on each of the six areas.
    pub areas: [AreaPosition; 6],
    /// The tiles in the garden and where they stand.
    pub garden: Vec<(Kind, Cell)>,
}

/// What lies on an area of a [`Position`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum AreaPosition {
    /// Nothing yet.
    Free,
    /// An expansion that was bought.
    FaceDown,
    /// An expansion of this kind, its printed hexagon in this direction.
    FaceUp(Kind, Direction),
}

/// An expansion of the round in a [`Position`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum SlotPosition {
    /// Face down, with these tiles on it.
    FaceDown(Vec<Kind>),
    /// Face up, on offer.
    FaceUp(Kind),
    /// Taken by someone.
    Taken,
}

/// Why a position is impossible.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The number of seats, or the rules.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A number is out of range.
    #[error("invalid {what} {number}: expected {low} to {high}")]
    OutOfRange {
        /// Which number.
        what: &'static str,
        /// What it is.
        number: i32,
        /// The least that is possible.
        low: i32,
        /// The most that is possible.
        high: i32,
    },
    /// A seat that is not in the game.
    #[error("invalid seat {0}: nobody sits there")]
    NoSuchSeat(Seat),
    /// The seat whose turn it is has passed, though the game is not over.
    #[error("invalid turn: seat {0} has passed")]
    TurnHasPassed(Seat),
    /// Everyone has passed before the last round.
    #[error("invalid passes: all seats have passed, but it is round {0}")]
    AllPassed(u8),
    /// The marker is not with one of those who have passed, or with someone though nobody has.
    #[error("invalid marker: it belongs to the first of those who have passed")]
    Marker,
    /// Tiles are missing, or there are too many.
    #[error("invalid number of {} tiles {found}: expected 3", kind.name())]
    Tiles {
        /// Which tiles.
        kind: Kind,
        /// How many there are, everywhere.
        found: usize,
    },
    /// An expansion that is in two places at once, or both seen and unseen.
    #[error("the {} expansion is there twice", .0.name())]
    ExpansionTwice(Kind),
    /// More or fewer expansions are unseen than there are face down.
    #[error("invalid number of unseen expansions {found}: expected {low} to {high}")]
    Unseen {
        /// How many are unseen.
        found: usize,
        /// How many lie face down in the display and the stacks to come.
        low: usize,
        /// How many lie face down anywhere.
        high: usize,
    },
    /// More expansions are in use than the box holds.
    #[error("too many expansions: the box holds 36")]
    TooManyExpansions,
    /// A storage holds more than fits.
    #[error("seat {0} stores more than fits")]
    StorageFull(Seat),
    /// A hexagon on a cell where it cannot be.
    #[error("the {} at {cell} in the garden of seat {seat} does not stand on a free space", kind.name())]
    Misplaced {
        /// Whose garden.
        seat: Seat,
        /// What stands there.
        kind: Kind,
        /// Where.
        cell: Cell,
    },
    /// A group with a kind twice.
    #[error("a {} group in the garden of seat {seat} contains a kind twice", attribute.name())]
    KindTwice {
        /// Whose garden.
        seat: Seat,
        /// What the group shares.
        attribute: Attribute,
    },
    /// An expansion of the display in an impossible state.
    #[error("expansion {0} of the display cannot lie like that")]
    Slot(usize),
    /// Tiles in the tower that would have been poured into the bag.
    #[error("the bag is short and the tower is not empty: pour it first")]
    NotPoured,
}

impl From<&State> for Position {
    fn from(state: &State) -> Self {
        let slot = |slot: &Slot| match slot.face {
            Face::Down => SlotPosition::FaceDown(slot.tiles.iter().collect()),
            Face::Up(kind) => SlotPosition::FaceUp(kind),
            Face::Taken => SlotPosition::Taken,
        };
        Self {
            round: state.round + 1,
            turn: state.turn,
            passed: Seat::all(state.seats()).filter(|&seat| state.has_passed(seat)).collect(),
            marker: state.marker,
            seats: state.players().iter().map(SeatPosition::from).collect(),
            display: state.display.slots().iter().map(slot).collect(),
            stack: state.display.stack_len(),
            bag: state.bag,
            tower: state.tower,
            unseen: state.unseen,
        }
    }
}

impl From<&Player> for SeatPosition {
    fn from(player: &Player) -> Self {
        let garden = &player.garden;
        let area = |area: Area| match garden.ground(area) {
            Ground::Free => AreaPosition::Free,
            Ground::FaceDown => AreaPosition::FaceDown,
            Ground::FaceUp(petal) => garden
                .kind_at(area.petal(petal))
                .map_or(AreaPosition::Free, |kind| AreaPosition::FaceUp(kind, petal)),
        };
        let tiles = garden.hexes().iter().filter(|&cell| !garden.is_printed(cell));
        Self {
            score: player.score,
            tiles: player.storage.tiles,
            expansions: player.storage.expansions,
            jokers: player.storage.jokers,
            areas: Area::ALL.map(area),
            garden: tiles.filter_map(|cell| Some((garden.kind_at(cell)?, cell))).collect(),
        }
    }
}

/// The most points, above or below zero, that a position may give to a seat.
const MOST_POINTS: i16 = 9_999;

impl TryFrom<(&Rules, &Position)> for State {
    type Error = PositionError;

    fn try_from((rules, position): (&Rules, &Position)) -> Result<Self, PositionError> {
        let seats = position.seats.len();
        let mut state = Self::new(rules, seats, Seat::all(seats).next().unwrap_or(position.turn))?;
        within("round", i32::from(position.round), 1, ROUNDS as i32)?;
        state.round = position.round - 1;
        position.check_tiles()?;
        state.bag = position.bag;
        state.tower = position.tower;
        state.display = position.display(rules, state.display.size())?;
        for (seat, from) in Seat::all(seats).zip(&position.seats) {
            state.players[seat.index()] = from.player(rules, seat)?;
        }
        state.unseen = position.unseen;
        state.supply = position.supply(&state)?;
        state.passed = position.passed(seats)?;
        state.turn = position.turn;
        state.marker = position.marker;
        state.wait(rules)?;
        Ok(state)
    }
}

fn within(what: &'static str, number: i32, low: i32, high: i32) -> Result<(), PositionError> {
    if (low..=high).contains(&number) {
        Ok(())
    } else {
        Err(PositionError::OutOfRange { what, number, low, high })
    }
}

impl Position {
    /// Three tiles of each kind, wherever they are.
    fn check_tiles(&self) -> Result<(), PositionError> {
        let mut found = [0; Kind::COUNT];
        let stored = self.seats.iter().flat_map(|seat| seat.tiles.iter());
        let planted = self.seats.iter().flat_map(|seat| seat.garden.iter().map(|&(kind, _)| kind));
        let displayed = self.display.iter().flat_map(|slot| match slot {
            SlotPosition::FaceDown(tiles) => tiles.as_slice(),
            SlotPosition::FaceUp(_) | SlotPosition::Taken => &[],
        });
        let elsewhere = self.bag.iter().chain(self.tower.iter()).chain(displayed.copied());
        for kind in stored.chain(planted).chain(elsewhere) {
            found[kind.index()] += 1;
        }
        match Kind::all().find(|kind| found[kind.index()] != 3) {
            Some(kind) => Err(PositionError::Tiles { kind, found: found[kind.index()] }),
            None => Ok(()),
        }
    }

    fn display(&self, rules: &Rules, size: u8) -> Result<Display, PositionError> {
        let len = i32::from(size);
        within("number of expansions in the display", self.display.len() as i32, len, len)?;
        within("number of expansions on the stack", i32::from(self.stack), 0, len)?;
        let top = usize::from(size - self.stack);
        let mut slots = Vec::with_capacity(self.display.len());
        for (i, slot) in self.display.iter().enumerate() {
            let (face, tiles) = match slot {
                SlotPosition::FaceDown(tiles) => (Face::Down, tiles.as_slice()),
                SlotPosition::FaceUp(kind) => (Face::Up(*kind), &[][..]),
                SlotPosition::Taken => (Face::Taken, &[][..]),
            };
            let lies_so = match face {
                Face::Down => i <= top || tiles.is_empty(),
                Face::Up(_) | Face::Taken => i < top,
            };
            let tiles = TopTiles::new(tiles.iter().copied())
                .filter(|tiles| lies_so && tiles.len() <= usize::from(rules.tiles_on_top))
                .ok_or(PositionError::Slot(i))?;
            slots.push(Slot { face, tiles });
        }
        Ok(Display::laid_out(size, top as u8, &slots))
    }

    /// How many expansions are left for the supply; each is in one place at most.
    fn supply(&self, state: &State) -> Result<u8, PositionError> {
        let printed = |seat: &SeatPosition| {
            seat.areas.into_iter().filter_map(|area| match area {
                AreaPosition::FaceUp(kind, _) => Some(kind),
                AreaPosition::Free | AreaPosition::FaceDown => None,
            })
        };
        let owned = self.seats.iter().flat_map(|seat| seat.expansions.iter().chain(printed(seat)));
        let mut seen = KindSet::EMPTY;
        // A kind that is face up twice in the display is in its set once; the slots are asked instead.
        let on_offer = self.display.iter().filter_map(|slot| match slot {
            SlotPosition::FaceUp(kind) => Some(*kind),
            SlotPosition::FaceDown(_) | SlotPosition::Taken => None,
        });
        for kind in owned.chain(on_offer) {
            if seen.contains(kind) || self.unseen.contains(kind) {
                return Err(PositionError::ExpansionTwice(kind));
            }
            seen = seen.with(kind);
        }
        let face_down = |slot: &&SlotPosition| matches!(slot, SlotPosition::FaceDown(_));
        let to_come = (ROUNDS - usize::from(self.round)) * self.display.len();
        let low = self.display.iter().filter(face_down).count() + to_come;
        let (found, high) = (self.unseen.len(), Kind::COUNT - seen.len());
        if !(low..=high).contains(&found) {
            return Err(PositionError::Unseen { found, low, high });
        }
        let free = AreaPosition::Free;
        let laid = self.seats.iter().flat_map(|seat| seat.areas).filter(|&area| area != free);
        let stored: usize = self.seats.iter().map(|seat| seat.expansions.len()).sum();
        let used = laid.count() + stored + usize::from(state.display.left()) + to_come;
        Kind::COUNT.checked_sub(used).map(|left| left as u8).ok_or(PositionError::TooManyExpansions)
    }

    /// Returns the seats that have passed, a bit each, if they agree with the turn and the marker.
    fn passed(&self, seats: usize) -> Result<u8, PositionError> {
        let named = self.passed.iter().chain(&self.marker).chain([&self.turn]);
        if let Some(&seat) = named.into_iter().find(|seat| seat.index() >= seats) {
            return Err(PositionError::NoSuchSeat(seat));
        }
        let passed = self.passed.iter().fold(0, |passed, seat| passed | 1 << seat.index());
        let all = passed == (1 << seats) - 1;
        if all && usize::from(self.round) != ROUNDS {
            return Err(PositionError::AllPassed(self.round));
        }
        if !all && self.passed.contains(&self.turn) {
            return Err(PositionError::TurnHasPassed(self.turn));
        }
        match self.marker {
            None if passed == 0 => Ok(passed),
            Some(seat) if self.passed.contains(&seat) => Ok(passed),
            _ => Err(PositionError::Marker),
        }
    }
}

impl SeatPosition {
    fn player(&self, rules: &Rules, seat: Seat) -> Result<Player, PositionError> {
        let least = if rules.floor_at_zero { 0 } else { -MOST_POINTS };
        within("score", i32::from(self.score), i32::from(least), i32::from(MOST_POINTS))?;
        let Self { score, tiles, expansions, jokers, .. } = *self;
        if tiles.len() + usize::from(jokers) > usize::from(rules.tile_places)
            || expansions.len() > usize::from(rules.expansion_places)
        {
            return Err(PositionError::StorageFull(seat));
        }
        let storage = Storage { tiles, expansions, jokers };
        Ok(Player { garden: self.garden(seat)?, storage, score })
    }

    fn garden(&self, seat: Seat) -> Result<Garden, PositionError> {
        let mut garden = Garden::default();
        for (area, laid) in Area::ALL.into_iter().zip(self.areas) {
            match laid {
                AreaPosition::Free => {}
                AreaPosition::FaceDown => garden.lay_face_down(area),
                AreaPosition::FaceUp(kind, petal) => garden.lay_face_up(kind, area, petal),
            }
        }
        for &(kind, cell) in &self.garden {
            if !garden.free_spaces().contains(cell) {
                return Err(PositionError::Misplaced { seat, kind, cell });
            }
            garden.put(kind, cell);
        }
        for group in garden.groups() {
            let kinds: KindSet =
                group.cells.iter().filter_map(|cell| garden.kind_at(cell)).collect();
            if kinds.len() < group.cells.len() {
                return Err(PositionError::KindTwice { seat, attribute: group.attribute });
            }
        }
        Ok(garden)
    }
}

impl State {
    /// Works out what a position waits for.
    fn wait(&mut self, rules: &Rules) -> Result<(), PositionError> {
        let top = self.display.top().map(|top| self.display.slots()[usize::from(top)]);
        if usize::from(self.passed) + 1 == 1 << self.seats() {
            self.phase = Phase::Over;
        } else if top.is_some_and(|slot| slot.tiles.is_empty()) {
            if self.bag.len() < usize::from(rules.tiles_on_top) && !self.tower.is_empty() {
                return Err(PositionError::NotPoured);
            }
            self.phase = Phase::Draw;
        } else {
            self.settle();
        }
        Ok(())
    }
}
