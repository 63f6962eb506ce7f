//! Everything that the seat to act can do, with prices, previews and reasons: one document a turn.
use quinta_rules::scoring::{PassCost, Preview};
use quinta_rules::{
    Action, Area, Attribute, Cell, CopyRef, Direction, Discard, Explanation, Kind, Payment, Phase,
    Player, Rules, Seat, Spot, State, Take,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Everything that the seat to act can do now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Choices {
    /// The number of the last event that this document knows of; send it as `at` with the action.
    pub at: u64,
    /// The seat that acts.
    pub seat: Seat,
    /// All twelve attributes: the colours, then the patterns.
    pub acquire: Vec<AcquireChoice>,
    /// One for each kind of tile in storage.
    pub place: Vec<PlaceChoice>,
    /// One for each expansion in storage.
    pub expand: Vec<ExpandChoice>,
    /// Buying from the supply.
    pub buy: BuyChoice,
    /// Passing, which is always possible.
    pub pass: PassChoice,
}

/// What acquiring an attribute would take.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AcquireChoice {
    /// The colour or pattern.
    pub attribute: Attribute,
    /// Why it is not possible; left out where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Explanation>,
    /// Each kind that would be taken. Empty where nothing on offer has the attribute.
    pub kinds: Vec<KindCopies>,
    /// Every set of copies that can be taken, the first one proposed: an action's `take`. At most 64 are listed.
    pub takes: Vec<Vec<CopyRef>>,
    /// Places for tiles still free after the first of these.
    pub tile_room: u8,
    /// Places for expansions still free after the first of these.
    pub expansion_room: u8,
}

/// A kind that would be taken and where its copies lie.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KindCopies {
    /// What is taken.
    pub kind: Kind,
    /// Every copy on offer; more than one leaves a choice.
    pub copies: Vec<CopyRef>,
}

/// A space on which the tile may stand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CellChoice {
    /// The space.
    pub cell: Cell,
    /// What it would bring.
    pub preview: Preview,
}

/// A space on which the tile may not stand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BlockedCell {
    /// The space.
    pub cell: Cell,
    /// Why not.
    pub reason: Explanation,
}

/// What can be done with the tiles of one kind in storage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlaceChoice {
    /// The tile.
    pub kind: Kind,
    /// Why it cannot be placed anywhere: it cannot be paid for. Left out where it can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Explanation>,
    /// The spaces on which it may stand, whether or not it can be paid for.
    pub cells: Vec<CellChoice>,
    /// The free spaces on which it may not stand.
    pub blocked: Vec<BlockedCell>,
    /// Every payment, cheapest first; the same for each space.
    pub payments: Vec<Payment>,
}

/// An area and a turning that the expansion may have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SpotChoice {
    /// The area.
    pub area: Area,
    /// Where the printed hexagon lies.
    pub petal: Direction,
    /// The cell of the printed hexagon.
    pub cell: Cell,
    /// What it would bring, the pavilion included.
    pub preview: Preview,
}

/// An area and a turning that the expansion may not have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BlockedSpot {
    /// The area.
    pub area: Area,
    /// Where the printed hexagon would lie.
    pub petal: Direction,
    /// The cell of the printed hexagon.
    pub cell: Cell,
    /// Why not.
    pub reason: Explanation,
}

/// What can be done with an expansion in storage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExpandChoice {
    /// The expansion.
    pub kind: Kind,
    /// Why it cannot be laid anywhere: it cannot be paid for. Left out where it can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Explanation>,
    /// Where it may lie and how, whether or not it can be paid for.
    pub spots: Vec<SpotChoice>,
    /// The turnings on free areas that it may not have.
    pub blocked: Vec<BlockedSpot>,
    /// Every payment, cheapest first.
    pub payments: Vec<Payment>,
}

/// Buying from the supply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BuyChoice {
    /// What it costs, in points.
    pub cost: u8,
    /// Why it is not possible; left out where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Explanation>,
    /// The free areas; none where it is not possible.
    pub areas: Vec<Area>,
}

/// Passing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PassChoice {
    /// What taking the first-player marker costs: 0 unless this is the round's first pass.
    pub marker_cost: u32,
    /// The most that can be lost, whatever is discarded; left out where a score does not stop at zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_loss: Option<u32>,
    /// Whether this pass takes the first-player marker.
    pub takes_marker: bool,
    /// Whether nothing but a pass is possible.
    pub only: bool,
    /// Whether it ends the round.
    pub ends_round: bool,
}

/// More takes than this are not listed one by one.
const MOST_TAKES: usize = 64;

impl Choices {
    /// Returns what the seat to act can do; `None` while chance is awaited or the game is over.
    pub fn of(rules: &Rules, state: &State, at: u64) -> Option<Self> {
        if state.phase() != Phase::Act {
            return None;
        }
        let storage = &state.player().storage;
        let whats = state.whats(rules);
        let passed = Seat::all(state.seats()).filter(|&seat| state.has_passed(seat)).count();
        Some(Self {
            at,
            seat: state.turn(),
            acquire: Attribute::all().map(|a| acquire(rules, state, a)).collect(),
            place: storage.tiles.kinds().iter().map(|kind| place(rules, state, kind)).collect(),
            expand: storage.expansions.iter().map(|kind| expand(rules, state, kind)).collect(),
            buy: buy(rules, state),
            pass: PassChoice {
                marker_cost: PassCost::of(rules, state, &Discard::default()).marker,
                most_loss: PassCost::most(rules, state),
                takes_marker: state.marker().is_none(),
                only: whats.is_only_pass(),
                ends_round: passed + 1 == state.seats(),
            },
        })
    }
}

fn explain(rules: &Rules, state: &State, action: &Action) -> Option<Explanation> {
    state.explain(rules, state.turn(), action)
}

fn acquire(rules: &Rules, state: &State, attribute: Attribute) -> AcquireChoice {
    let display = state.display();
    let storage = &state.player().storage;
    let on_offer = (display.tiles() | display.expansions()) & attribute.kinds();
    let copies = |kind| display.sources(kind).iter().map(move |source| CopyRef::new(kind, source));
    let kinds = on_offer.iter().map(|kind| KindCopies { kind, copies: copies(kind).collect() });
    let fits = state.whats(rules).attributes.contains(attribute);
    let takes: Vec<_> =
        if fits { state.takes(rules, attribute).take(MOST_TAKES).collect() } else { Vec::new() };
    // Where nothing fits, the first copies of all kinds are what the refusal is about.
    let proposed = takes.first().copied().unwrap_or_else(|| first_copies(state, attribute));
    let (tiles, expansions) = proposed.counts();
    AcquireChoice {
        attribute,
        reason: if fits { None } else { explain(rules, state, &Action::Acquire(proposed)) },
        kinds: kinds.collect(),
        tile_room: storage.tile_room(rules).saturating_sub(tiles) as u8,
        expansion_room: storage.expansion_room(rules).saturating_sub(expansions) as u8,
        takes: takes.iter().map(Take::written).collect(),
    }
}

fn first_copies(state: &State, attribute: Attribute) -> Take {
    let display = state.display();
    let copies = ((display.tiles() | display.expansions()) & attribute.kinds())
        .iter()
        .filter_map(|kind| Some((kind, display.sources(kind).first()?)));
    Take::new(attribute, copies).unwrap_or(Take::nothing(attribute))
}

fn place(rules: &Rules, state: &State, kind: Kind) -> PlaceChoice {
    let Player { garden, storage, .. } = state.player();
    let legal = state.cells_for(kind);
    let pay = Payment::NOTHING;
    PlaceChoice {
        kind,
        reason: storage.cannot_pay(kind),
        cells: legal
            .iter()
            .map(|cell| CellChoice { cell, preview: Preview::of_tile(rules, state, kind, cell) })
            .collect(),
        blocked: (garden.free_spaces() - legal)
            .iter()
            .filter_map(|cell| {
                let reason = explain(rules, state, &Action::Place { kind, cell, pay })?;
                Some(BlockedCell { cell, reason })
            })
            .collect(),
        payments: storage.payments(kind),
    }
}

fn expand(rules: &Rules, state: &State, kind: Kind) -> ExpandChoice {
    let Player { garden, storage, .. } = state.player();
    let legal = state.spots_for(kind);
    let pay = Payment::NOTHING;
    let (mut spots, mut blocked) = (Vec::new(), Vec::new());
    for area in garden.free_areas() {
        for petal in Direction::ALL {
            let (cell, spot) = (area.petal(petal), Spot { area, petal });
            if legal.contains(spot) {
                let preview = Preview::of_expansion(rules, state, kind, spot);
                spots.push(SpotChoice { area, petal, cell, preview });
            } else if let Some(reason) =
                explain(rules, state, &Action::Expand { kind, area, petal, pay })
            {
                blocked.push(BlockedSpot { area, petal, cell, reason });
            }
        }
    }
    let (reason, payments) = (storage.cannot_pay(kind), storage.payments(kind));
    ExpandChoice { kind, reason, spots, blocked, payments }
}

fn buy(rules: &Rules, state: &State) -> BuyChoice {
    let area = state.player().garden.free_areas().next().unwrap_or(Area::ALL[0]);
    let reason = explain(rules, state, &Action::Buy { area });
    let areas = match reason {
        Some(_) => Vec::new(),
        None => state.areas_to_buy().iter().collect(),
    };
    BuyChoice { cost: rules.expansion_price, reason, areas }
}
