//! A game as everyone sees it.
use crate::scoring::Outlook;
use quinta_rules::{self as rules, Area, Cell, Direction, Kind, KindSet, Phase, Seat, Tiles};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A game as everyone sees it. Nothing in it is hidden from anyone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StateView {
    /// The round, 1 to 4.
    pub round: u8,
    /// The seat that acts; after the end the seat that took the marker.
    pub turn: Seat,
    /// The seat that took the first-player marker in this round; null while it lies in the display.
    pub marker: Option<Seat>,
    /// What the game waits for.
    pub phase: Phase,
    /// By seat.
    pub players: Vec<PlayerView>,
    /// This round's expansions.
    pub display: DisplayView,
    /// Tiles in the bag, by kind; kinds of which there is none are left out.
    pub bag: BTreeMap<String, u8>,
    /// Tiles in the tower, by kind.
    pub tower: BTreeMap<String, u8>,
    /// How many expansions the supply holds.
    pub supply: u8,
    /// The kinds of expansions that nobody has seen yet.
    pub unseen: KindSet,
    /// How many expansions lie in the round stacks to come.
    pub stacks_to_come: u8,
}

/// What belongs to one seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerView {
    /// The seat.
    pub seat: Seat,
    /// Points.
    pub score: i16,
    /// Whether it has passed in this round.
    pub passed: bool,
    /// The hexagons in the garden.
    pub garden: Vec<HexView>,
    /// The six areas.
    pub areas: Vec<AreaView>,
    /// Tiles in storage, those of a kind one after the other.
    pub tiles: Tiles,
    /// Expansions in storage.
    pub expansions: KindSet,
    /// Jokers in storage.
    pub jokers: u8,
    /// What the garden would score if nothing changed any more.
    pub outlook: Outlook,
}

/// A hexagon in a garden.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HexView {
    /// Where.
    pub cell: Cell,
    /// What it shows.
    pub kind: Kind,
    /// Whether it is printed on an expansion, not a tile.
    pub printed: bool,
}

/// How an area or an expansion lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// Nothing lies there.
    Free,
    /// An expansion face down: seven spaces.
    Down,
    /// An expansion face up: a pavilion and six spaces, one of them printed.
    Up,
}

/// One of the six areas of a garden.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AreaView {
    /// Its number.
    pub area: Area,
    /// Its centre.
    pub centre: Cell,
    /// What lies there.
    pub ground: Ground,
    /// Face up: the direction of the printed hexagon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub petal: Option<Direction>,
}

/// This round's expansions: those on the stack and those around it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DisplayView {
    /// By their place in this round's stack, the first on top at the start.
    pub slots: Vec<SlotView>,
    /// The slot on top of the stack; none when the stack is empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top: Option<u8>,
}

/// How an expansion of the round lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Face {
    /// On the stack, face down; the top one has tiles on it.
    Stack,
    /// Beside the stack, face down, tiles on it.
    Down,
    /// Beside the stack, face up, on offer.
    Up,
    /// Taken by someone.
    Taken,
}

/// One expansion of the round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SlotView {
    /// Its place in this round's stack.
    pub slot: u8,
    /// How it lies.
    pub face: Face,
    /// What it shows, face up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// The tiles on it.
    pub tiles: Vec<Kind>,
}

impl StateView {
    /// Returns the view of a state.
    pub fn of(rules: &rules::Rules, state: &rules::State) -> Self {
        let scored = state.round() + usize::from(state.is_over());
        Self {
            round: state.round() as u8 + 1,
            turn: state.turn(),
            marker: state.marker(),
            phase: state.phase(),
            players: rules::Seat::all(state.seats())
                .map(|seat| PlayerView::of(rules, state, seat, scored))
                .collect(),
            display: DisplayView::of(state.display()),
            bag: counts(state.bag()),
            tower: counts(state.tower()),
            supply: state.supply(),
            unseen: state.unseen(),
            stacks_to_come: (3 - state.round() as u8) * state.display().size(),
        }
    }
}

fn counts(of: rules::Tiles) -> BTreeMap<String, u8> {
    of.kinds().iter().map(|kind| (kind.to_string(), of.count(kind))).collect()
}

impl PlayerView {
    fn of(rules: &rules::Rules, state: &rules::State, seat: rules::Seat, scored: usize) -> Self {
        let player = &state.players()[seat.index()];
        let garden = &player.garden;
        Self {
            seat,
            score: player.score,
            passed: state.has_passed(seat),
            garden: garden
                .hexes()
                .iter()
                .filter_map(|cell| {
                    let kind = garden.kind_at(cell)?;
                    Some(HexView { cell, kind, printed: garden.is_printed(cell) })
                })
                .collect(),
            areas: rules::Area::ALL.map(|area| AreaView::of(garden, area)).to_vec(),
            tiles: player.storage.tiles,
            expansions: player.storage.expansions,
            jokers: player.storage.jokers,
            outlook: Outlook::of(rules, garden, &player.storage, scored),
        }
    }
}

impl AreaView {
    fn of(garden: &rules::Garden, area: rules::Area) -> Self {
        let (ground, petal) = match garden.ground(area) {
            rules::Ground::Free => (Ground::Free, None),
            rules::Ground::FaceDown => (Ground::Down, None),
            rules::Ground::FaceUp(petal) => (Ground::Up, Some(petal)),
        };
        Self { area, centre: area.centre(), ground, petal }
    }
}

impl DisplayView {
    fn of(display: &rules::Display) -> Self {
        let top = display.top();
        let slots = display.slots().iter().zip(0u8..).map(|(slot, number)| {
            let (face, kind) = match slot.face {
                rules::Face::Down if top.is_some_and(|top| number >= top) => (Face::Stack, None),
                rules::Face::Down => (Face::Down, None),
                rules::Face::Up(kind) => (Face::Up, Some(kind)),
                rules::Face::Taken => (Face::Taken, None),
            };
            SlotView { slot: number, face, kind, tiles: slot.tiles.iter().collect() }
        });
        Self { slots: slots.collect(), top }
    }
}
