//! The game on the table: its steps, the hidden deal, and each step in the words of the wire.
use quinta_deal::{Deal, Seed, fair};
use quinta_rules::scoring::PassCost;
use quinta_rules::{
    Action, Chance, Effect, Phase, Rules, Seat, SetupError, State, Step, StepError,
};
use quinta_wire::{self as wire, Event};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

/// The public state and the hidden deal.
#[derive(Debug, Clone)]
pub(crate) struct Game {
    first: Seat,
    state: State,
    deal: Deal,
    /// The seed that this deal came from: the server's secret mixed with everyone's luck.
    seed: Seed,
    /// Whether the tower was poured into the bag for the draw that is awaited.
    poured: bool,
}

impl Game {
    /// A game that begins; `first` by lot if none is named.
    pub(crate) fn begin(
        rules: &Rules,
        seats: usize,
        seed: Seed,
        first: Option<Seat>,
    ) -> Result<Self, SetupError> {
        let deal = Deal::new(&seed, rules, seats)?;
        let first = first.unwrap_or_else(|| deal.first());
        let state = State::new(rules, seats, first)?;
        Ok(Self { first, state, deal, seed, poured: false })
    }

    /// The seat that began.
    pub(crate) fn first(&self) -> Seat {
        self.first
    }

    /// The public state.
    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    /// The hidden deal.
    pub(crate) fn deal(&self) -> &Deal {
        &self.deal
    }

    /// The outcome of the chance that the state waits for.
    pub(crate) fn answer(&self, rules: &Rules) -> Option<Chance> {
        self.deal.answer(rules, &self.state)
    }

    /// Takes a step, and tells it in the words of the wire.
    pub(crate) fn step(&mut self, rules: &Rules, step: &Step) -> Result<Event, StepError> {
        let before = self.state;
        let effect = self.state.step(rules, step)?;
        let event = describe(rules, &before, step, &self.state, &effect, self.poured);
        self.poured = poured_by(rules, &before, step, &self.state);
        Ok(event)
    }

    /// The same game from its beginning, with these steps.
    pub(crate) fn again<'a>(
        &self,
        rules: &Rules,
        steps: impl IntoIterator<Item = &'a Step>,
    ) -> Result<Self, StepError> {
        let mut game = self.clone();
        game.poured = false;
        // The first `begin` succeeded with the same arguments.
        if let Ok(state) = State::new(rules, self.state.seats(), self.first) {
            game.state = state;
        }
        for step in steps {
            game.step(rules, step)?;
        }
        Ok(game)
    }

    /// Draws everything hidden anew, evenly over what fits the state, by a seed that depends on the
    /// old one and on the number of the event that asks for it.
    pub(crate) fn refresh_luck(&mut self, rules: &Rules, game: &str, number: u64) {
        self.seed = fair::mixed(&self.seed, game, &[b"undo", &number.to_be_bytes()]);
        let mut rng = ChaCha20Rng::from_seed(self.seed.0);
        self.deal = Deal::sample(rules, &self.state, &mut rng);
    }
}

/// Whether the tower was poured into the bag for the draw that this step makes the state wait for.
pub(crate) fn poured_by(rules: &Rules, before: &State, step: &Step, after: &State) -> bool {
    matches!(step, Step::Act(..))
        && after.phase() == Phase::Draw
        && before.bag().len() < usize::from(rules.tiles_on_top)
}

/// Returns a step in the words of the wire: what it was, the states before and after it, and what it brought about. `poured` says whether the tower was
/// poured into the bag for this draw.
pub fn describe(
    rules: &Rules,
    before: &State,
    step: &Step,
    after: &State,
    effect: &Effect,
    poured: bool,
) -> Event {
    match step {
        Step::Chance(Chance::Draw(tiles)) => Event::Drawn {
            slot: before.display().top().unwrap_or_default(),
            tiles: tiles.iter().collect(),
            poured,
            spread: tiles.is_empty(),
        },
        Step::Chance(Chance::TurnUp(kind)) => {
            Event::Turned { slot: before.display().to_turn().unwrap_or_default(), kind: *kind }
        }
        Step::Act(seat, action) => described(rules, before, *seat, action, after, effect),
    }
}

fn surrounded(rules: &Rules, seat: Seat, after: &State, effect: &Effect) -> Vec<wire::Surrounded> {
    let garden = &after.players()[seat.index()].garden;
    effect
        .surrounded
        .iter()
        .filter_map(|cell| {
            let feature = garden.feature_at(cell)?;
            let jokers = rules.jokers_for(feature);
            Some(wire::Surrounded { cell, feature, jokers })
        })
        .collect()
}

fn described(
    rules: &Rules,
    before: &State,
    seat: Seat,
    action: &Action,
    after: &State,
    effect: &Effect,
) -> Event {
    match action {
        Action::Acquire(take) => {
            let top = before.display().top();
            let moved = take.copies().any(|(_, s)| !s.is_whole() && Some(s.from()) == top);
            Event::Acquired {
                seat,
                attribute: take.attribute(),
                take: take.written(),
                moved: top.filter(|_| moved),
            }
        }
        Action::Place { kind, cell, pay } => Event::Placed {
            seat,
            kind: *kind,
            cell: *cell,
            pay: *pay,
            surrounded: surrounded(rules, seat, after, effect),
            jokers_gained: effect.jokers_gained,
            jokers_lost: effect.jokers_lost,
        },
        Action::Expand { kind, area, petal, pay } => Event::Expanded {
            seat,
            kind: *kind,
            area: *area,
            petal: *petal,
            cell: area.petal(*petal),
            pay: *pay,
            surrounded: surrounded(rules, seat, after, effect),
            jokers_gained: effect.jokers_gained,
            jokers_lost: effect.jokers_lost,
        },
        Action::Buy { area } => Event::Bought { seat, area: *area, cost: rules.expansion_price },
        Action::Pass(discard) => {
            let cost = PassCost::of(rules, before, discard);
            let (round, end) = match effect.round_ended {
                Some(ended) => {
                    let (round, end) = wire::scored_by(rules, before, discard, after, ended);
                    (Some(round), end)
                }
                None => (None, None),
            };
            Event::Passed {
                seat,
                discard: *discard,
                loss: cost.lost,
                discard_cost: cost.discard,
                marker: before.marker().is_none(),
                marker_cost: cost.marker,
                round,
                end,
            }
        }
    }
}
