//! Everything that the seat to act can do, with prices, previews and reasons: one document a turn.
use crate::action::{Copy, Payment};
use crate::reason::Reason;
use crate::vocabulary::{Area, Attribute, Cell, Kind, Petal, Seat, cells};
use quinta_rules::{self as rules, Action, CellSet, Garden, Rules, State, scoring};
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
    pub reason: Option<Reason>,
    /// Each kind that would be taken. Empty where nothing on offer has the attribute.
    pub kinds: Vec<KindCopies>,
    /// Every set of copies that can be taken, the first one proposed: an action's `take`. At most 64 are listed.
    pub takes: Vec<Vec<Copy>>,
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
    pub copies: Vec<Copy>,
}

/// What a placement would bring.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Preview {
    /// Points at the ends of this round and those to come.
    pub rounds: u32,
    /// Points that the groups at the end gain.
    pub groups: u32,
    /// Jokers for what it surrounds, whether or not they fit.
    pub jokers: u8,
    /// The features that it surrounds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub surrounds: Vec<Cell>,
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
    pub reason: Reason,
}

/// What can be done with the tiles of one kind in storage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlaceChoice {
    /// The tile.
    pub kind: Kind,
    /// Why it cannot be placed anywhere: it cannot be paid for. Left out where it can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
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
    pub petal: Petal,
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
    pub petal: Petal,
    /// The cell of the printed hexagon.
    pub cell: Cell,
    /// Why not.
    pub reason: Reason,
}

/// What can be done with an expansion in storage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExpandChoice {
    /// The expansion.
    pub kind: Kind,
    /// Why it cannot be laid anywhere: it cannot be paid for. Left out where it can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
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
    pub reason: Option<Reason>,
    /// The free areas.
    pub areas: Vec<Area>,
}

/// Passing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PassChoice {
    /// What taking the first-player marker costs: 0 unless this is the round's first pass.
    pub marker_cost: u8,
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
    /// What the seat to act can do; `None` while chance is awaited or the game is over.
    pub fn of(rules: &Rules, state: &State, at: u64) -> Option<Self> {
        if state.phase() != rules::Phase::Act {
            return None;
        }
        let storage = &state.player().storage;
        let whats = state.whats(rules);
        let passed = rules::Seat::all(state.seats()).filter(|&seat| state.has_passed(seat)).count();
        Some(Self {
            at,
            seat: Seat(state.turn()),
            acquire: rules::Attribute::all().map(|a| acquire(rules, state, a)).collect(),
            place: storage.tiles.kinds().iter().map(|kind| place(rules, state, kind)).collect(),
            expand: storage.expansions.iter().map(|kind| expand(rules, state, kind)).collect(),
            buy: buy(rules, state),
            pass: PassChoice {
                marker_cost: if passed == 0 { rules.first_pass_loss } else { 0 },
                takes_marker: passed == 0,
                only: whats.is_empty(),
                ends_round: passed + 1 == state.seats(),
            },
        })
    }
}

fn explain(rules: &Rules, state: &State, action: &Action) -> Option<Reason> {
    state.explain(rules, state.turn(), action).map(|why| Reason::from(&why))
}

fn acquire(rules: &Rules, state: &State, attribute: rules::Attribute) -> AcquireChoice {
    let display = state.display();
    let storage = &state.player().storage;
    let on_offer = (display.tiles() | display.expansions()) & attribute.kinds();
    let kinds: Vec<_> = on_offer
        .iter()
        .map(|kind| KindCopies {
            kind: Kind(kind),
            copies: display.sources(kind).iter().map(|source| Copy::of(kind, source)).collect(),
        })
        .collect();
    let fits = state.whats(rules).attributes.contains(attribute);
    let takes: Vec<_> =
        if fits { state.takes(rules, attribute).take(MOST_TAKES).collect() } else { Vec::new() };
    // Where nothing fits, the first copies of all kinds are what the refusal is about.
    let proposed = takes.first().copied().unwrap_or_else(|| first_copies(state, attribute));
    let (tiles, expansions) = proposed.counts();
    AcquireChoice {
        attribute: Attribute(attribute),
        reason: if fits { None } else { explain(rules, state, &Action::Acquire(proposed)) },
        kinds,
        tile_room: storage.tile_room(rules).saturating_sub(tiles) as u8,
        expansion_room: storage.expansion_room(rules).saturating_sub(expansions) as u8,
        takes: takes
            .iter()
            .map(|take| take.copies().map(|(kind, source)| Copy::of(kind, source)).collect())
            .collect(),
    }
}

fn first_copies(state: &State, attribute: rules::Attribute) -> rules::Take {
    let display = state.display();
    let copies = ((display.tiles() | display.expansions()) & attribute.kinds())
        .iter()
        .filter_map(|kind| Some((kind, display.sources(kind).first()?)));
    rules::Take::new(attribute, copies).unwrap_or(rules::Take::nothing(attribute))
}

fn cannot_pay(state: &State, kind: rules::Kind) -> Option<Reason> {
    let storage = &state.player().storage;
    if storage.can_pay(kind) {
        return None;
    }
    let have = storage.kinds().without(kind);
    let along = |attribute: rules::Attribute| (have & attribute.kinds()).len();
    let fitting = along(rules::Attribute::Colour(kind.colour()))
        .max(along(rules::Attribute::Pattern(kind.pattern())));
    let missing =
        (usize::from(kind.value()) - 1).saturating_sub(fitting + usize::from(storage.jokers)) as u8;
    Some(Reason::CannotPay { kind: Kind(kind), cost: kind.value(), missing })
}

fn payments(state: &State, kind: rules::Kind) -> Vec<Payment> {
    state.player().storage.payments(kind).iter().map(Payment::from).collect()
}

fn place(rules: &Rules, state: &State, kind: rules::Kind) -> PlaceChoice {
    let garden = &state.player().garden;
    let legal = state.cells_for(kind);
    let pay = rules::Payment::NOTHING;
    PlaceChoice {
        kind: Kind(kind),
        reason: cannot_pay(state, kind),
        cells: legal
            .iter()
            .map(|cell| {
                let mut after = *garden;
                after.put(kind, cell);
                let preview = preview(rules, state, &after, kind, cell, false);
                CellChoice { cell: Cell(cell), preview }
            })
            .collect(),
        blocked: (garden.free_spaces() - legal)
            .iter()
            .filter_map(|cell| {
                let reason = explain(rules, state, &Action::Place { kind, cell, pay })?;
                Some(BlockedCell { cell: Cell(cell), reason })
            })
            .collect(),
        payments: payments(state, kind),
    }
}

fn expand(rules: &Rules, state: &State, kind: rules::Kind) -> ExpandChoice {
    let garden = &state.player().garden;
    let legal = state.spots_for(kind);
    let pay = rules::Payment::NOTHING;
    let mut choice = ExpandChoice {
        kind: Kind(kind),
        reason: cannot_pay(state, kind),
        spots: Vec::new(),
        blocked: Vec::new(),
        payments: payments(state, kind),
    };
    for area in garden.free_areas() {
        for petal in rules::Direction::ALL {
            let cell = area.petal(petal);
            if legal.contains(rules::Spot { area, petal }) {
                let mut after = *garden;
                after.lay_face_up(kind, area, petal);
                let preview = preview(rules, state, &after, kind, cell, true);
                choice.spots.push(SpotChoice {
                    area: Area(area),
                    petal: Petal(petal),
                    cell: Cell(cell),
                    preview,
                });
            } else if let Some(reason) =
                explain(rules, state, &Action::Expand { kind, area, petal, pay })
            {
                choice.blocked.push(BlockedSpot {
                    area: Area(area),
                    petal: Petal(petal),
                    cell: Cell(cell),
                    reason,
                });
            }
        }
    }
    choice
}

fn preview(
    rules: &Rules,
    state: &State,
    after: &Garden,
    kind: rules::Kind,
    cell: rules::Cell,
    pavilion: bool,
) -> Preview {
    let to_come = |attribute| scoring::points_to_come(rules, attribute, state.round());
    let mut rounds = to_come(rules::Attribute::Colour(kind.colour()))
        + to_come(rules::Attribute::Pattern(kind.pattern()));
    if pavilion {
        rounds += (scoring::ROUNDS - state.round()) as u32 * u32::from(rules.pavilion_points);
    }
    let surrounded: CellSet = after.surrounded_by(cell);
    Preview {
        rounds,
        groups: groups_at(rules, after, kind, cell).saturating_sub(groups_before(
            rules,
            &state.player().garden,
            kind,
            cell,
        )),
        jokers: surrounded
            .iter()
            .filter_map(|cell| after.feature_at(cell))
            .map(|feature| rules.jokers_for(feature))
            .sum(),
        surrounds: cells(surrounded),
    }
}

/// What groups with these cells in them score, one for each connected set.
fn groups_of(rules: &Rules, garden: &Garden, all: CellSet, mut seeds: CellSet) -> u32 {
    let mut points = 0;
    while let Some(seed) = seeds.first() {
        let group = CellSet::of(seed).spread(all);
        seeds = seeds - group;
        if group.len() >= 3 {
            points += garden.value_of(group) + u32::from(rules.bonus_for(group.len()));
        }
    }
    points
}

fn attributes_of(kind: rules::Kind) -> [rules::Attribute; 2] {
    [rules::Attribute::Colour(kind.colour()), rules::Attribute::Pattern(kind.pattern())]
}

/// The groups that the new hexagon stands in.
fn groups_at(rules: &Rules, after: &Garden, kind: rules::Kind, cell: rules::Cell) -> u32 {
    attributes_of(kind)
        .into_iter()
        .map(|a| groups_of(rules, after, after.cells_with(a), CellSet::of(cell)))
        .sum()
}

/// The groups that it joins, as they were.
fn groups_before(rules: &Rules, garden: &Garden, kind: rules::Kind, cell: rules::Cell) -> u32 {
    attributes_of(kind)
        .into_iter()
        .map(|a| {
            let all = garden.cells_with(a);
            groups_of(rules, garden, all, cell.neighbours() & all)
        })
        .sum()
}

fn buy(rules: &Rules, state: &State) -> BuyChoice {
    let garden = &state.player().garden;
    let area = garden.free_areas().next().unwrap_or(rules::Area::ALL[0]);
    BuyChoice {
        cost: rules.expansion_price,
        reason: explain(rules, state, &Action::Buy { area }),
        areas: state.areas_to_buy().iter().map(Area).collect(),
    }
}
