//! The setup of a game as a record holds it: the numbers, the round stacks and the supply, known or hidden.
use quinta_rules::{Board, Kind, KindSet, Rules, Seat, SetupError, State};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How a game was set up. An expansion that is `None` is hidden (`"?"`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// How many play.
    pub players: usize,
    /// The numbers of the game.
    pub rules: Rules,
    /// The seat that starts.
    pub first: Seat,
    /// The four round stacks, top first.
    pub stacks: [Vec<Option<Kind>>; 4],
    /// The supply, top first.
    pub supply: Vec<Option<Kind>>,
}

/// Why a setup is impossible.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetupProblem {
    /// Players, the seat that starts, or the rules.
    #[error(transparent)]
    Table(#[from] SetupError),
    /// Not four stacks.
    #[error("invalid number of stacks {0}: expected 4")]
    Stacks(usize),
    /// A stack of the wrong size.
    #[error("stack {stack} has {size} expansions: expected {expected}")]
    StackSize {
        /// Which stack, from 0.
        stack: usize,
        /// How many it holds.
        size: usize,
        /// How many it must hold.
        expected: usize,
    },
    /// A supply of the wrong size.
    #[error("the supply has {size} expansions: expected {expected}")]
    SupplySize {
        /// How many it holds.
        size: usize,
        /// How many it must hold.
        expected: usize,
    },
    /// An expansion that the box holds only once.
    #[error("expansion {0} appears twice")]
    Twice(Kind),
}

impl Setup {
    /// Returns a setup in which everything is hidden.
    pub fn hidden(rules: Rules, players: usize, first: Seat) -> Result<Self, SetupProblem> {
        let state = State::new(&rules, players, first)?;
        let stack = vec![None; usize::from(state.display().size())];
        let supply = vec![None; usize::from(state.supply())];
        Ok(Self { players, rules, first, stacks: std::array::from_fn(|_| stack.clone()), supply })
    }

    /// Returns a setup in which everything is known: the one of a deal.
    pub fn known(
        rules: Rules,
        players: usize,
        first: Seat,
        stacks: [&[Kind]; 4],
        supply: &[Kind],
    ) -> Self {
        let known = |kinds: &[Kind]| kinds.iter().copied().map(Some).collect();
        Self { players, rules, first, stacks: stacks.map(known), supply: known(supply) }
    }

    /// Returns the board that shows the numbers.
    pub fn board(&self) -> Board {
        Board::of(&self.rules)
    }

    /// Returns the state before the first draw, if the setup is possible.
    pub fn begin(&self) -> Result<State, SetupProblem> {
        let state = State::new(&self.rules, self.players, self.first)?;
        let expected = usize::from(state.display().size());
        for (number, stack) in self.stacks.iter().enumerate() {
            if stack.len() != expected {
                let size = stack.len();
                return Err(SetupProblem::StackSize { stack: number, size, expected });
            }
        }
        let expected = usize::from(state.supply());
        if self.supply.len() != expected {
            return Err(SetupProblem::SupplySize { size: self.supply.len(), expected });
        }
        let mut seen = KindSet::EMPTY;
        for kind in self.stacks.iter().flatten().chain(&self.supply).copied().flatten() {
            if seen.contains(kind) {
                return Err(SetupProblem::Twice(kind));
            }
            seen = seen.with(kind);
        }
        Ok(state)
    }

    /// Hides these expansions: those of [`State::unseen`] in a record that is made public before the end.
    pub fn hide(&mut self, kinds: KindSet) {
        for place in self.stacks.iter_mut().flatten().chain(&mut self.supply) {
            if place.is_some_and(|kind| kinds.contains(kind)) {
                *place = None;
            }
        }
    }
}

/// An expansion as it is written: its kind, or `"?"`.
#[derive(Clone, Copy)]
pub(crate) struct ExpansionJson(pub(crate) Option<Kind>);

impl Serialize for ExpansionJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Some(kind) => kind.serialize(serializer),
            None => serializer.serialize_str("?"),
        }
    }
}

impl<'de> Deserialize<'de> for ExpansionJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text == "?" {
            return Ok(Self(None));
        }
        text.parse().map(|kind| Self(Some(kind))).map_err(serde::de::Error::custom)
    }
}
