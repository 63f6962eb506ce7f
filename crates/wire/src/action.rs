//! Actions as clients write them: the form of game records, without the seat.
use crate::reason::Reason;
use crate::vocabulary::{Area, Attribute, Cell, Kind, Petal, kinds, tiles};
use quinta_rules as rules;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One action. The field that is there tells which.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Action {
    /// Take one hexagon of every kind that has the attribute.
    Acquire(Acquire),
    /// Put a tile from storage onto a space.
    Place(Place),
    /// Lay an expansion from storage, face up.
    Expand(Expand),
    /// Lay the top of the supply, face down, for points.
    Buy(Buy),
    /// Do nothing more this round.
    Pass(Pass),
}

/// Acquire: `{"acquire":"b","take":[{"kind":"b1","from":0}]}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Acquire {
    /// The colour or pattern.
    pub acquire: Attribute,
    /// The copy that is taken of each kind.
    pub take: Vec<Copy>,
}

/// A hexagon of the display and where it lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Copy {
    /// What it shows.
    pub kind: Kind,
    /// The slot of the display: the expansion's place in this round's stack.
    pub from: u8,
    /// Whether the face-up expansion itself is meant, not a tile that lies on it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub whole: bool,
}

/// Place a tile: `{"place":"b3","cell":[1,0],"pay":{"tiles":["b1"],"jokers":1}}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The tile.
    pub place: Kind,
    /// The space.
    pub cell: Cell,
    /// What is discarded beside it.
    #[serde(default)]
    pub pay: Payment,
}

/// Lay an expansion: `{"expand":"g4","area":2,"petal":5,"pay":{"jokers":3}}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Expand {
    /// The expansion.
    pub expand: Kind,
    /// Where it lies.
    pub area: Area,
    /// The direction in which its printed hexagon lies.
    pub petal: Petal,
    /// What is discarded beside it.
    #[serde(default)]
    pub pay: Payment,
}

/// Buy: `{"buy":3}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Buy {
    /// The area.
    pub buy: Area,
}

/// Pass: `{"pass":{}}`, `{"pass":{"tiles":["b6"]}}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pass {
    /// What is discarded.
    pub pass: Discard,
}

/// What is discarded beside a hexagon that is placed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Payment {
    /// Tiles, which go to the tower.
    #[serde(default)]
    pub tiles: Vec<Kind>,
    /// Expansions, which go to the supply.
    #[serde(default)]
    pub expansions: Vec<Kind>,
    /// Jokers, which leave the game.
    #[serde(default)]
    pub jokers: u8,
}

/// What is discarded with a pass.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Discard {
    /// Tiles, which go to the tower.
    #[serde(default)]
    pub tiles: Vec<Kind>,
    /// Expansions, which go to the supply.
    #[serde(default)]
    pub expansions: Vec<Kind>,
}

impl From<&rules::Payment> for Payment {
    fn from(pay: &rules::Payment) -> Self {
        Self { tiles: kinds(pay.tiles), expansions: kinds(pay.expansions), jokers: pay.jokers }
    }
}

impl Payment {
    fn read(&self) -> Result<rules::Payment, Reason> {
        rules::Payment::new(
            self.tiles.iter().map(|k| k.0),
            self.expansions.iter().map(|k| k.0),
            self.jokers,
        )
        .map_err(|why| Reason::from(&why))
    }
}

impl From<&rules::Discard> for Discard {
    fn from(discard: &rules::Discard) -> Self {
        Self { tiles: tiles(discard.tiles), expansions: kinds(discard.expansions) }
    }
}

impl Discard {
    fn read(&self) -> Result<rules::Discard, Reason> {
        let mut expansions = rules::KindSet::EMPTY;
        for kind in &self.expansions {
            if expansions.contains(kind.0) {
                return Err(Reason::NotInStorage {
                    tiles: vec![],
                    expansions: vec![*kind],
                    jokers: 0,
                });
            }
            expansions = expansions.with(kind.0);
        }
        let tiles = rules::Tiles::from_kinds(self.tiles.iter().map(|k| k.0)).ok_or_else(|| {
            Reason::NotInStorage { tiles: self.tiles.clone(), expansions: vec![], jokers: 0 }
        })?;
        Ok(rules::Discard { tiles, expansions })
    }
}

impl From<&rules::Take> for Acquire {
    fn from(take: &rules::Take) -> Self {
        Self {
            acquire: Attribute(take.attribute()),
            take: take.copies().map(|(kind, source)| Copy::of(kind, source)).collect(),
        }
    }
}

impl Copy {
    pub(crate) fn of(kind: rules::Kind, source: rules::Source) -> Self {
        Self { kind: Kind(kind), from: source.from(), whole: source.is_whole() }
    }

    fn source(self) -> Result<rules::Source, Reason> {
        let source = if self.whole {
            rules::Source::whole(self.from)
        } else {
            rules::Source::tile(self.from)
        };
        source.ok_or(Reason::NotOnOffer { kind: self.kind, from: self.from, whole: self.whole })
    }
}

impl From<&rules::Action> for Action {
    fn from(action: &rules::Action) -> Self {
        match action {
            rules::Action::Acquire(take) => Self::Acquire(take.into()),
            rules::Action::Place { kind, cell, pay } => {
                Self::Place(Place { place: Kind(*kind), cell: Cell(*cell), pay: pay.into() })
            }
            rules::Action::Expand { kind, area, petal, pay } => Self::Expand(Expand {
                expand: Kind(*kind),
                area: Area(*area),
                petal: Petal(*petal),
                pay: pay.into(),
            }),
            rules::Action::Buy { area } => Self::Buy(Buy { buy: Area(*area) }),
            rules::Action::Pass(discard) => Self::Pass(Pass { pass: discard.into() }),
        }
    }
}

impl TryFrom<&Action> for rules::Action {
    type Error = Reason;

    fn try_from(action: &Action) -> Result<Self, Reason> {
        Ok(match action {
            Action::Acquire(acquire) => {
                let mut copies = Vec::new();
                for copy in &acquire.take {
                    copies.push((copy.kind.0, copy.source()?));
                }
                let take = rules::Take::new(acquire.acquire.0, copies);
                Self::Acquire(take.map_err(|why| Reason::from(&why))?)
            }
            Action::Place(place) => {
                Self::Place { kind: place.place.0, cell: place.cell.0, pay: place.pay.read()? }
            }
            Action::Expand(expand) => Self::Expand {
                kind: expand.expand.0,
                area: expand.area.0,
                petal: expand.petal.0,
                pay: expand.pay.read()?,
            },
            Action::Buy(buy) => Self::Buy { area: buy.buy.0 },
            Action::Pass(pass) => Self::Pass(pass.pass.read()?),
        })
    }
}
