//! Events of a record, and the way between them and the actions of the rules.
use crate::figures::Figures;
use quinta_rules::{
    Action, Area, Attribute, Cell, Chance, Counts, Direction, Discard, Kind, KindSet, Payment,
    Seat, Source, Step, Take, Tiles, TopTiles,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// One event of a record.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// Tiles put on the new top of the stack.
    Draw(DrawEvent),
    /// What a seat did.
    Action(Box<ActionEvent>),
}

/// Tiles put on the new top of the stack; none if the stack was spread.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawEvent {
    /// The tiles.
    pub tiles: TopTiles,
    /// Fields that this version does not know.
    pub other: Map<String, Value>,
}

/// What a seat did, and the figures around it where the record carries them.
#[derive(Debug, Clone, PartialEq)]
pub struct ActionEvent {
    /// Who.
    pub seat: Seat,
    /// What.
    pub action: Action,
    /// How many legal actions there were before it.
    pub legal: Option<Counts>,
    /// Actions that must be refused at that point, as they were written: some cannot even be represented.
    pub refused: Vec<Value>,
    /// The figures after it, and after the draw that it caused.
    pub after: Option<Figures>,
    /// Fields that this version does not know.
    pub other: Map<String, Value>,
}

/// An event or action that cannot be represented.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unrepresentable(pub(crate) String);

fn unrepresentable(problem: impl std::fmt::Display) -> Unrepresentable {
    Unrepresentable(problem.to_string())
}

impl Event {
    /// A draw.
    pub fn draw(tiles: TopTiles) -> Self {
        Self::Draw(DrawEvent { tiles, other: Map::new() })
    }

    /// The step that it is.
    pub fn step(&self) -> Step {
        match self {
            Self::Draw(event) => Step::Chance(Chance::Draw(event.tiles)),
            Self::Action(event) => Step::Act(event.seat, event.action),
        }
    }
}

impl ActionEvent {
    /// An action without any figures.
    pub fn new(seat: Seat, action: Action) -> Self {
        let (refused, other) = (Vec::new(), Map::new());
        Self { seat, action, legal: None, refused, after: None, other }
    }
}

/// The seat and the action that a JSON value stands for.
pub fn action_from_value(value: &Value) -> Result<(Seat, Action), Unrepresentable> {
    let event = Event::try_from(Fields::deserialize(value).map_err(unrepresentable)?)?;
    match event {
        Event::Action(event) => Ok((event.seat, event.action)),
        Event::Draw(_) => Err(unrepresentable("a draw is no action")),
    }
}

/// The JSON value that stands for a seat's action.
pub fn action_to_value(seat: Seat, action: &Action) -> Value {
    serde_json::to_value(Fields::of_action(seat, action)).unwrap_or_default()
}

/// All fields that an event can have.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Fields {
    #[serde(skip_serializing_if = "Option::is_none")]
    draw: Option<Vec<Kind>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    acquire: Option<Attribute>,
    #[serde(skip_serializing_if = "Option::is_none")]
    take: Option<Vec<Copied>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Kind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<Cell>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expand: Option<Kind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    area: Option<Area>,
    #[serde(skip_serializing_if = "Option::is_none")]
    petal: Option<Direction>,
    #[serde(skip_serializing_if = "Option::is_none")]
    buy: Option<Area>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pass: Option<Discarded>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pay: Option<Paid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<Counts>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refused: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<Figures>,
    #[serde(flatten)]
    other: Map<String, Value>,
}

/// A copy that is taken.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Copied {
    kind: Kind,
    from: u8,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    whole: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Paid {
    tiles: Vec<Kind>,
    expansions: Vec<Kind>,
    jokers: u8,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Discarded {
    tiles: Vec<Kind>,
    expansions: Vec<Kind>,
}

impl Fields {
    fn of_action(seat: Seat, action: &Action) -> Self {
        let seat = Some(seat);
        match action {
            Action::Acquire(take) => Self {
                seat,
                acquire: Some(take.attribute()),
                take: Some(
                    take.copies()
                        .map(|(kind, source)| Copied {
                            kind,
                            from: source.from(),
                            whole: source.is_whole(),
                        })
                        .collect(),
                ),
                ..Self::default()
            },
            Action::Place { kind, cell, pay } => Self {
                seat,
                place: Some(*kind),
                cell: Some(*cell),
                pay: Some(pay.into()),
                ..Self::default()
            },
            Action::Expand { kind, area, petal, pay } => Self {
                seat,
                expand: Some(*kind),
                area: Some(*area),
                petal: Some(*petal),
                pay: Some(pay.into()),
                ..Self::default()
            },
            Action::Buy { area } => Self { seat, buy: Some(*area), ..Self::default() },
            Action::Pass(discard) => Self {
                seat,
                pass: Some(Discarded {
                    tiles: discard.tiles.iter().collect(),
                    expansions: discard.expansions.iter().collect(),
                }),
                ..Self::default()
            },
        }
    }

    fn action(&self) -> Result<Action, Unrepresentable> {
        let sorts = [
            self.acquire.is_some(),
            self.place.is_some(),
            self.expand.is_some(),
            self.buy.is_some(),
            self.pass.is_some(),
        ];
        if sorts.into_iter().filter(|&there| there).count() != 1 {
            return Err(unrepresentable(
                "an action is one of acquire, place, expand, buy and pass",
            ));
        }
        if let Some(attribute) = self.acquire {
            let copies = wanted(self.take.as_ref(), "take")?
                .iter()
                .map(Copied::read)
                .collect::<Result<Vec<_>, _>>()?;
            return Take::new(attribute, copies).map(Action::Acquire).map_err(unrepresentable);
        }
        if let Some(kind) = self.place {
            let cell = wanted(self.cell, "cell")?;
            return Ok(Action::Place { kind, cell, pay: self.payment()? });
        }
        if let Some(kind) = self.expand {
            let (area, petal) = (wanted(self.area, "area")?, wanted(self.petal, "petal")?);
            return Ok(Action::Expand { kind, area, petal, pay: self.payment()? });
        }
        if let Some(area) = self.buy {
            return Ok(Action::Buy { area });
        }
        wanted(self.pass.as_ref(), "pass")?.read().map(Action::Pass)
    }

    fn payment(&self) -> Result<Payment, Unrepresentable> {
        let Paid { tiles, expansions, jokers } = wanted(self.pay.as_ref(), "pay")?;
        Payment::new(tiles.iter().copied(), expansions.iter().copied(), *jokers)
            .map_err(unrepresentable)
    }
}

fn wanted<T>(field: Option<T>, name: &str) -> Result<T, Unrepresentable> {
    field.ok_or_else(|| unrepresentable(format_args!("the field {name:?} is missing")))
}

impl Copied {
    fn read(&self) -> Result<(Kind, Source), Unrepresentable> {
        let source = if self.whole { Source::whole(self.from) } else { Source::tile(self.from) };
        let source = source.ok_or_else(|| {
            unrepresentable(format_args!(
                "{} is no place in a round's stack: they are 0 to 7",
                self.from
            ))
        })?;
        Ok((self.kind, source))
    }
}

impl Discarded {
    fn read(&self) -> Result<Discard, Unrepresentable> {
        let tiles = Tiles::from_kinds(self.tiles.iter().copied())
            .ok_or_else(|| unrepresentable("the box holds only three tiles of each kind"))?;
        let expansions: KindSet = self.expansions.iter().copied().collect();
        if expansions.len() != self.expansions.len() {
            return Err(unrepresentable("the box holds only one expansion of each kind"));
        }
        Ok(Discard { tiles, expansions })
    }
}

impl From<&Payment> for Paid {
    fn from(pay: &Payment) -> Self {
        Self {
            tiles: pay.tiles.iter().collect(),
            expansions: pay.expansions.iter().collect(),
            jokers: pay.jokers,
        }
    }
}

impl From<&Event> for Fields {
    fn from(event: &Event) -> Self {
        match event {
            Event::Draw(DrawEvent { tiles, other }) => {
                Self { draw: Some(tiles.iter().collect()), other: other.clone(), ..Self::default() }
            }
            Event::Action(event) => Self {
                legal: event.legal,
                refused: event.refused.clone(),
                after: event.after.clone(),
                other: event.other.clone(),
                ..Self::of_action(event.seat, &event.action)
            },
        }
    }
}

impl TryFrom<Fields> for Event {
    type Error = Unrepresentable;

    fn try_from(fields: Fields) -> Result<Self, Unrepresentable> {
        if let Some(kinds) = fields.draw {
            if fields.seat.is_some() {
                return Err(unrepresentable("an event is either a draw or an action of a seat"));
            }
            let tiles = TopTiles::new(kinds)
                .ok_or_else(|| unrepresentable("a draw is of 4 tiles at the most"))?;
            return Ok(Self::Draw(DrawEvent { tiles, other: fields.other }));
        }
        let action = fields.action()?;
        let seat = wanted(fields.seat, "seat")?;
        let Fields { legal, refused, after, other, .. } = fields;
        Ok(Self::Action(Box::new(ActionEvent { seat, action, legal, refused, after, other })))
    }
}
