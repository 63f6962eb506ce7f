//! Explanations of refused actions, with everything that a person needs to understand them.
use crate::action::{Action, Illegal, Seat, Take};
use crate::bag::Tiles;
use crate::board::Rules;
use crate::cell::{Area, Cell, CellSet};
use crate::garden::Garden;
use crate::kind::{Attribute, Kind, KindSet};
use crate::payment::Payment;
use crate::state::State;
use crate::storage::Storage;
use std::fmt;

/// Why an action is refused: the code and its circumstances. The text is English; clients translate the code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "code", content = "data", rename_all = "snake_case"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum Explanation {
    /// The game is over.
    #[error("The game is over.")]
    GameOver,
    /// Tiles are to be drawn or expansions to be turned first.
    #[error("Tiles have to be drawn or expansions turned before anyone can act.")]
    AwaitingChance,
    /// It is another seat's turn.
    #[error("It is not your turn: seat {turn} is to act.")]
    NotYourTurn {
        /// Whose turn it is.
        turn: Seat,
    },
    /// Nothing on offer has the attribute.
    #[error("Nothing on offer is {}.", attribute.name())]
    NothingOnOffer {
        /// What was asked for.
        attribute: Attribute,
    },
    /// Kinds on offer that have the attribute and are not taken.
    #[error("You must take one of every kind on offer: {} is missing.", Names(*kinds))]
    CopyMissing {
        /// Which ones.
        kinds: KindSet,
    },
    /// A kind is taken more than once.
    #[error("You take only one {}, not two.", kind.name())]
    TakenTwice {
        /// Which one.
        kind: Kind,
    },
    /// A kind that does not have the attribute.
    #[error("A {} is not {}.", kind.name(), attribute.name())]
    WrongAttribute {
        /// What was to be taken.
        kind: Kind,
        /// What was asked for.
        attribute: Attribute,
    },
    /// The copy is not there.
    #[error("There is no {} to be taken from expansion {from}.", kind.name())]
    NotOnOffer {
        /// What was to be taken.
        kind: Kind,
        /// The slot of the display.
        from: u8,
        /// Whether the expansion itself was meant.
        whole: bool,
    },
    /// Too few free places.
    #[error("{}", no_room(*tiles, *expansions))]
    NoRoom {
        /// Places for tiles that are missing.
        tiles: u8,
        /// Places for expansions that are missing.
        expansions: u8,
    },
    /// What is not in storage.
    #[error("You do not have {}.", Missing(*tiles, *expansions, *jokers))]
    NotInStorage {
        /// Tiles that are missing.
        tiles: Tiles,
        /// Expansions that are missing.
        expansions: KindSet,
        /// Jokers that are missing.
        jokers: u8,
    },
    /// The cell is not a space.
    #[error("There is no space at {cell} in your garden.")]
    NoSuchSpace {
        /// Where.
        cell: Cell,
    },
    /// The space holds a hexagon.
    #[error("The space at {cell} is taken by a {}.", by.name())]
    SpaceTaken {
        /// Where.
        cell: Cell,
        /// What stands there.
        by: Kind,
    },
    /// None of the neighbours matches.
    #[error("A {} at {cell} needs a neighbour of its colour or pattern: those at {} have neither.", kind.name(), Cells(*neighbours))]
    NoMatchingNeighbour {
        /// What was to be placed.
        kind: Kind,
        /// Where.
        cell: Cell,
        /// The hexagons beside it.
        neighbours: CellSet,
    },
    /// A group would contain a kind twice.
    #[error("The {} group would contain the {} twice: {}.", attribute.name(), twice.name(), Copies(*cell, *copies))]
    KindTwice {
        /// Where the hexagon was to be placed.
        cell: Cell,
        /// The group's attribute.
        attribute: Attribute,
        /// The kind that would stand in it twice.
        twice: Kind,
        /// Where it stands already.
        copies: CellSet,
        /// The whole group as it would be, without the new hexagon.
        group: CellSet,
    },
    /// The payment does not match the price.
    #[error("A {} costs {cost}: itself and {} more, not {paid}.", kind.name(), cost - 1)]
    WrongPrice {
        /// What was to be placed.
        kind: Kind,
        /// What it costs, itself included.
        cost: u8,
        /// What was paid besides it.
        paid: u8,
    },
    /// The hexagons of the payment do not share an attribute.
    #[error("{} cannot pay for a {}: all must share its colour, or all its pattern.", Names(*kinds), kind.name())]
    MixedPayment {
        /// What was to be placed.
        kind: Kind,
        /// What was to pay for it.
        kinds: KindSet,
    },
    /// The same hexagon twice.
    #[error("A payment must not contain the same hexagon twice: {}.", Names(*kinds))]
    IdenticalInPayment {
        /// Which ones.
        kinds: KindSet,
    },
    /// Nothing in storage pays for the hexagon.
    #[error("A {} costs {cost}: you lack {missing} more hexagons of its colour or pattern, or jokers.", kind.name())]
    CannotPay {
        /// What was to be placed.
        kind: Kind,
        /// What it costs, itself included.
        cost: u8,
        /// How many fitting hexagons or jokers are missing.
        missing: u8,
    },
    /// The area has an expansion.
    #[error("Area {area} has an expansion already.")]
    AreaTaken {
        /// Which one.
        area: Area,
    },
    /// Too few points.
    #[error("An expansion from the supply costs {needed} points and you have {points}.")]
    TooFewPoints {
        /// What the seat has.
        points: i16,
        /// What it needs.
        needed: u8,
    },
    /// Nothing left to buy.
    #[error("The supply is empty.")]
    SupplyEmpty,
}

impl Explanation {
    /// Returns its code.
    pub const fn code(&self) -> Illegal {
        match self {
            Self::GameOver => Illegal::GameOver,
            Self::AwaitingChance => Illegal::AwaitingChance,
            Self::NotYourTurn { .. } => Illegal::NotYourTurn,
            Self::NothingOnOffer { .. } => Illegal::NothingOnOffer,
            Self::CopyMissing { .. } => Illegal::CopyMissing,
            Self::TakenTwice { .. } => Illegal::TakenTwice,
            Self::WrongAttribute { .. } => Illegal::WrongAttribute,
            Self::NotOnOffer { .. } => Illegal::NotOnOffer,
            Self::NoRoom { .. } => Illegal::NoRoom,
            Self::NotInStorage { .. } => Illegal::NotInStorage,
            Self::NoSuchSpace { .. } => Illegal::NoSuchSpace,
            Self::SpaceTaken { .. } => Illegal::SpaceTaken,
            Self::NoMatchingNeighbour { .. } => Illegal::NoMatchingNeighbour,
            Self::KindTwice { .. } => Illegal::KindTwice,
            Self::WrongPrice { .. } => Illegal::WrongPrice,
            Self::MixedPayment { .. } => Illegal::MixedPayment,
            Self::IdenticalInPayment { .. } => Illegal::IdenticalInPayment,
            Self::CannotPay { .. } => Illegal::CannotPay,
            Self::AreaTaken { .. } => Illegal::AreaTaken,
            Self::TooFewPoints { .. } => Illegal::TooFewPoints,
            Self::SupplyEmpty => Illegal::SupplyEmpty,
        }
    }
}

struct Names(KindSet);

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, kind) in self.0.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { ", " }, kind.name())?;
        }
        Ok(())
    }
}

struct Cells(CellSet);

impl fmt::Display for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, cell) in self.0.iter().enumerate() {
            write!(f, "{}{cell}", if i == 0 { "" } else { " and " })?;
        }
        Ok(())
    }
}

struct Missing(Tiles, KindSet, u8);

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut comma = "";
        for kind in self.0.iter() {
            write!(f, "{comma}a {} tile", kind.name())?;
            comma = ", ";
        }
        for kind in self.1.iter() {
            write!(f, "{comma}the {} expansion", kind.name())?;
            comma = ", ";
        }
        match self.2 {
            0 => Ok(()),
            1 => write!(f, "{comma}one more joker"),
            n => write!(f, "{comma}{n} more jokers"),
        }
    }
}

struct Copies(Cell, CellSet);

impl fmt::Display for Copies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.1.len() == 1 {
            write!(f, "at {} and at {}", self.0, Cells(self.1))
        } else {
            write!(f, "at {}, joined by {}", Cells(self.1), self.0)
        }
    }
}

fn no_room(tiles: u8, expansions: u8) -> String {
    let places =
        |n: u8, of: &str| format!("{n} {} for {of}", if n == 1 { "place" } else { "places" });
    let missing = match (tiles, expansions) {
        (t, 0) => places(t, "tiles"),
        (0, e) => places(e, "expansions"),
        (t, e) => format!("{} and {}", places(t, "tiles"), places(e, "expansions")),
    };
    format!("It does not fit into your storage: you lack {missing}.")
}

impl Storage {
    /// Returns why nothing in this storage pays for a hexagon of it; `None` if something does.
    pub fn cannot_pay(&self, kind: Kind) -> Option<Explanation> {
        if self.can_pay(kind) {
            return None;
        }
        let others = self.kinds().without(kind);
        let fitting = [Attribute::Colour(kind.colour()), Attribute::Pattern(kind.pattern())]
            .map(|attribute| (others & attribute.kinds()).len() as u8)
            .into_iter()
            .max()
            .unwrap_or_default();
        let missing = (kind.value() - 1).saturating_sub(fitting.saturating_add(self.jokers));
        Some(Explanation::CannotPay { kind, cost: kind.value(), missing })
    }
}

impl State {
    /// Returns why this action of this seat is refused, in full; `None` if it is legal.
    pub fn explain(&self, rules: &Rules, seat: Seat, action: &Action) -> Option<Explanation> {
        let reason = self.check(rules, seat, action).err()?;
        Some(self.explain_reason(rules, seat, action, reason))
    }

    fn explain_reason(
        &self,
        rules: &Rules,
        seat: Seat,
        action: &Action,
        reason: Illegal,
    ) -> Explanation {
        let player = &self.players()[seat.index().min(self.seats() - 1)];
        match (reason, action) {
            (Illegal::GameOver, _) => Explanation::GameOver,
            (Illegal::AwaitingChance, _) => Explanation::AwaitingChance,
            (Illegal::NotYourTurn, _) => Explanation::NotYourTurn { turn: self.turn() },
            (Illegal::TooFewPoints, _) => {
                Explanation::TooFewPoints { points: player.score, needed: rules.expansion_price }
            }
            (Illegal::AreaTaken, &(Action::Expand { area, .. } | Action::Buy { area })) => {
                Explanation::AreaTaken { area }
            }
            (_, Action::Acquire(take)) => self.explain_take(rules, seat, *take, reason),
            (_, Action::Place { kind, cell, pay }) => {
                explain_placement(player, *kind, *cell, pay, false, reason)
            }
            (_, Action::Expand { kind, area, petal, pay }) => {
                explain_placement(player, *kind, area.petal(*petal), pay, true, reason)
            }
            (_, Action::Buy { .. }) => Explanation::SupplyEmpty,
            (_, Action::Pass(discard)) => Explanation::NotInStorage {
                tiles: discard.tiles.lacking_in(player.storage.tiles),
                expansions: discard.expansions - player.storage.expansions,
                jokers: 0,
            },
        }
    }

    fn explain_take(&self, rules: &Rules, seat: Seat, take: Take, reason: Illegal) -> Explanation {
        let attribute = take.attribute();
        match reason {
            Illegal::NothingOnOffer => Explanation::NothingOnOffer { attribute },
            Illegal::NoRoom => {
                let storage = &self.players()[seat.index()].storage;
                let (tiles, expansions) = take.counts();
                Explanation::NoRoom {
                    tiles: tiles.saturating_sub(storage.tile_room(rules)) as u8,
                    expansions: expansions.saturating_sub(storage.expansion_room(rules)) as u8,
                }
            }
            _ => {
                let wrong = take
                    .copies()
                    .find(|&(kind, from)| !self.display().sources(kind).contains(from));
                if let Some((kind, source)) = wrong {
                    let (from, whole) = (source.from(), source.is_whole());
                    return Explanation::NotOnOffer { kind, from, whole };
                }
                let taken: KindSet = take.copies().map(|(kind, _)| kind).collect();
                let on_offer = self.display().tiles() | self.display().expansions();
                Explanation::CopyMissing { kinds: (on_offer & attribute.kinds()) - taken }
            }
        }
    }
}

fn explain_placement(
    player: &crate::state::Player,
    kind: Kind,
    cell: Cell,
    pay: &Payment,
    expansion: bool,
    reason: Illegal,
) -> Explanation {
    let garden = &player.garden;
    match reason {
        Illegal::NoSuchSpace => Explanation::NoSuchSpace { cell },
        Illegal::SpaceTaken => match garden.kind_at(cell) {
            Some(by) => Explanation::SpaceTaken { cell, by },
            None => Explanation::NoSuchSpace { cell },
        },
        Illegal::NoMatchingNeighbour => Explanation::NoMatchingNeighbour {
            kind,
            cell,
            neighbours: cell.neighbours() & garden.hexes(),
        },
        Illegal::KindTwice => explain_twice(garden, kind, cell),
        Illegal::WrongPrice => {
            Explanation::WrongPrice { kind, cost: kind.value(), paid: pay.len() as u8 }
        }
        Illegal::MixedPayment => Explanation::MixedPayment { kind, kinds: pay.kinds() },
        Illegal::IdenticalInPayment => Explanation::IdenticalInPayment {
            kinds: (pay.tiles & pay.expansions) | (pay.kinds() & KindSet::of(kind)),
        },
        _ => {
            let storage = &player.storage;
            let mut tiles = pay.tiles - storage.tiles.kinds();
            let mut expansions = pay.expansions - storage.expansions;
            if expansion && !storage.expansions.contains(kind) {
                expansions = expansions.with(kind);
            } else if !expansion && !storage.tiles.kinds().contains(kind) {
                tiles = tiles.with(kind);
            }
            let mut missing = Tiles::EMPTY;
            missing.add_each(tiles);
            let jokers = pay.jokers.saturating_sub(storage.jokers);
            Explanation::NotInStorage { tiles: missing, expansions, jokers }
        }
    }
}

/// Finds the group that would contain a kind twice.
fn explain_twice(garden: &Garden, kind: Kind, cell: Cell) -> Explanation {
    let mut found = None;
    for attribute in [Attribute::Colour(kind.colour()), Attribute::Pattern(kind.pattern())] {
        let all = garden.cells_with(attribute);
        let group = (cell.neighbours() & all).spread(all);
        for twice in attribute.kinds().iter() {
            let copies = garden.cells_of(twice) & group;
            let limit = if twice == kind { 1 } else { 2 };
            if copies.len() >= limit && found.is_none() {
                found = Some(Explanation::KindTwice { cell, attribute, twice, copies, group });
            }
        }
    }
    found.unwrap_or(Explanation::NoSuchSpace { cell })
}
