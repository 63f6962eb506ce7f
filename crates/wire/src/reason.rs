//! Why something is refused: a code for the client's own words, and the circumstances.
use crate::vocabulary::{Area, Attribute, Cell, Kind, Seat, cells, kinds, tiles};
use quinta_rules::Explanation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A refusal of the rules: `{"code":"space_taken","data":{"cell":[1,0],"by":"b3"}}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "code", content = "data", rename_all = "snake_case")]
pub enum Reason {
    /// The game is over.
    GameOver {},
    /// Tiles are to be drawn or expansions to be turned first.
    AwaitingChance {},
    /// It is another seat's turn.
    NotYourTurn {
        /// Whose turn it is.
        turn: Seat,
    },
    /// Nothing on offer has the attribute.
    NothingOnOffer {
        /// What was asked for.
        attribute: Attribute,
    },
    /// Kinds on offer that have the attribute and are not taken.
    CopyMissing {
        /// Which ones.
        kinds: Vec<Kind>,
    },
    /// A kind is taken more than once.
    TakenTwice {
        /// Which one.
        kind: Kind,
    },
    /// A kind that does not have the attribute.
    WrongAttribute {
        /// What was to be taken.
        kind: Kind,
        /// What was asked for.
        attribute: Attribute,
    },
    /// The copy is not there.
    NotOnOffer {
        /// What was to be taken.
        kind: Kind,
        /// The slot of the display.
        from: u8,
        /// Whether the expansion itself was meant.
        whole: bool,
    },
    /// Too few free places in storage.
    NoRoom {
        /// Places for tiles that are missing.
        tiles: u8,
        /// Places for expansions that are missing.
        expansions: u8,
    },
    /// What is not in storage.
    NotInStorage {
        /// Tiles that are missing.
        tiles: Vec<Kind>,
        /// Expansions that are missing.
        expansions: Vec<Kind>,
        /// Jokers that are missing.
        jokers: u8,
    },
    /// The cell is no space.
    NoSuchSpace {
        /// Where.
        cell: Cell,
    },
    /// The space holds a hexagon.
    SpaceTaken {
        /// Where.
        cell: Cell,
        /// What stands there.
        by: Kind,
    },
    /// None of the neighbours matches.
    NoMatchingNeighbour {
        /// What was to be placed.
        kind: Kind,
        /// Where.
        cell: Cell,
        /// The hexagons in the way.
        neighbours: Vec<Cell>,
    },
    /// A group would contain a kind twice.
    KindTwice {
        /// Where the hexagon was to be placed.
        cell: Cell,
        /// The group's attribute.
        attribute: Attribute,
        /// The kind that would stand in it twice.
        twice: Kind,
        /// Where it stands already: the hexagons in the way.
        copies: Vec<Cell>,
        /// The whole group as it would be, without the new hexagon.
        group: Vec<Cell>,
    },
    /// The price is another.
    WrongPrice {
        /// What was to be placed.
        kind: Kind,
        /// What it costs, itself included.
        cost: u8,
        /// What was paid besides it.
        paid: u8,
    },
    /// What pays does not go together.
    MixedPayment {
        /// What was to be placed.
        kind: Kind,
        /// What was to pay for it.
        kinds: Vec<Kind>,
    },
    /// The same hexagon twice in a payment.
    IdenticalInPayment {
        /// Which ones.
        kinds: Vec<Kind>,
    },
    /// The hexagon cannot be paid for with what is in storage.
    CannotPay {
        /// What was to be placed.
        kind: Kind,
        /// What it costs, itself included.
        cost: u8,
        /// How many jokers or fitting hexagons are missing.
        missing: u8,
    },
    /// The area has an expansion.
    AreaTaken {
        /// Which one.
        area: Area,
    },
    /// Too few points.
    TooFewPoints {
        /// What the seat has.
        points: i16,
        /// What it needs.
        needed: u8,
    },
    /// Nothing left to buy.
    SupplyEmpty {},
}

impl From<&Explanation> for Reason {
    fn from(why: &Explanation) -> Self {
        match *why {
            Explanation::GameOver => Self::GameOver {},
            Explanation::AwaitingChance => Self::AwaitingChance {},
            Explanation::NotYourTurn { turn } => Self::NotYourTurn { turn: Seat(turn) },
            Explanation::NothingOnOffer { attribute } => {
                Self::NothingOnOffer { attribute: Attribute(attribute) }
            }
            Explanation::CopyMissing { kinds: set } => Self::CopyMissing { kinds: kinds(set) },
            Explanation::TakenTwice { kind } => Self::TakenTwice { kind: Kind(kind) },
            Explanation::WrongAttribute { kind, attribute } => {
                Self::WrongAttribute { kind: Kind(kind), attribute: Attribute(attribute) }
            }
            Explanation::NotOnOffer { kind, from } => {
                Self::NotOnOffer { kind: Kind(kind), from: from.from(), whole: from.is_whole() }
            }
            Explanation::NoRoom { tiles, expansions } => Self::NoRoom { tiles, expansions },
            Explanation::NotInStorage { tiles: missing, expansions, jokers } => {
                Self::NotInStorage { tiles: tiles(missing), expansions: kinds(expansions), jokers }
            }
            Explanation::NoSuchSpace { cell } => Self::NoSuchSpace { cell: Cell(cell) },
            Explanation::SpaceTaken { cell, by } => {
                Self::SpaceTaken { cell: Cell(cell), by: Kind(by) }
            }
            Explanation::NoMatchingNeighbour { kind, cell, neighbours } => {
                Self::NoMatchingNeighbour {
                    kind: Kind(kind),
                    cell: Cell(cell),
                    neighbours: cells(neighbours),
                }
            }
            Explanation::KindTwice { cell, attribute, twice, copies, group } => Self::KindTwice {
                cell: Cell(cell),
                attribute: Attribute(attribute),
                twice: Kind(twice),
                copies: cells(copies),
                group: cells(group),
            },
            Explanation::WrongPrice { kind, cost, paid } => {
                Self::WrongPrice { kind: Kind(kind), cost, paid }
            }
            Explanation::MixedPayment { kind, kinds: set } => {
                Self::MixedPayment { kind: Kind(kind), kinds: kinds(set) }
            }
            Explanation::IdenticalInPayment { kinds: set } => {
                Self::IdenticalInPayment { kinds: kinds(set) }
            }
            Explanation::AreaTaken { area } => Self::AreaTaken { area: Area(area) },
            Explanation::TooFewPoints { points, needed } => Self::TooFewPoints { points, needed },
            Explanation::SupplyEmpty => Self::SupplyEmpty {},
        }
    }
}
