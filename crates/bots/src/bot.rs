//! Who plays: the trait of all players, their names and their budgets.
use crate::eval::Evaluator;
use crate::{Weights, architect, designer, greedy, random, seedling};
use quinta_rules::{Action, Rules, State};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A player. It sees what everyone sees and answers an action.
pub trait Bot: Send + Sync {
    /// The action that it takes; the state must wait for one. The same seed gives the same action, unless time is the budget.
    fn action(&self, state: &State, budget: Budget, seed: u64) -> Action;

    /// The action with its reasons: the best few candidates, what they are worth, and why.
    fn choose(&self, state: &State, budget: Budget, seed: u64) -> Decision;

    /// What it would do, with this legal action among the candidates, be it good or bad.
    fn judge(&self, state: &State, action: &Action, budget: Budget, seed: u64) -> Decision;
}

/// How long a bot may think about one action. Only the architect uses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Budget {
    /// So much time.
    Time(Duration),
    /// So many simulations.
    Simulations(u32),
}

/// A second.
impl Default for Budget {
    fn default() -> Self {
        Self::Time(Duration::from_secs(1))
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(time) if time.subsec_millis() == 0 => write!(f, "{}s", time.as_secs()),
            Self::Time(time) => write!(f, "{}ms", time.as_millis()),
            Self::Simulations(count) => write!(f, "{count}sims"),
        }
    }
}

/// Reads `1s`, `0.5s`, `100ms` or `2000sims`.
impl FromStr for Budget {
    type Err = UnknownBot;

    fn from_str(text: &str) -> Result<Self, UnknownBot> {
        let wrong = || UnknownBot::Budget(text.chars().take(24).collect());
        let seconds = |seconds: f64| {
            let sound = seconds > 0.0 && seconds <= 3600.0;
            sound.then(|| Self::Time(Duration::from_secs_f64(seconds))).ok_or_else(wrong)
        };
        if let Some(count) = text.strip_suffix("sims") {
            let count = count.parse().ok().filter(|&count| count > 0);
            return count.map(Self::Simulations).ok_or_else(wrong);
        }
        if let Some(ms) = text.strip_suffix("ms") {
            return seconds(ms.parse::<f64>().map_err(|_| wrong())? / 1000.0);
        }
        let digits = text.strip_suffix('s').ok_or_else(wrong)?;
        seconds(digits.parse().map_err(|_| wrong())?)
    }
}

/// What a bot decided.
#[derive(Debug, Clone)]
pub struct Decision {
    /// The action.
    pub action: Action,
    /// The best few candidates, the best first; the action is the first.
    pub candidates: Vec<Candidate>,
    /// Games that were simulated.
    pub simulations: u64,
}

/// A candidate of a decision.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The action.
    pub action: Action,
    /// The lead over the best other seat that it promises at the end, in points.
    pub value: f32,
    /// Where the value comes from, in English.
    pub why: String,
}

/// The levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Any action.
    Random,
    /// Sensible and beatable.
    Seedling,
    /// Greedy, with weights set by hand.
    Gardener,
    /// The tuned evaluation over everything, with denial.
    Designer,
    /// Search.
    Architect,
}

impl Level {
    /// All, the weakest first.
    pub const ALL: [Self; 5] =
        [Self::Random, Self::Seedling, Self::Gardener, Self::Designer, Self::Architect];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Seedling => "seedling",
            Self::Gardener => "gardener",
            Self::Designer => "designer",
            Self::Architect => "architect",
        }
    }

    /// A bot of this level for a table with these rules and this many seats.
    pub fn sit_down(self, rules: &Rules, seats: usize) -> Box<dyn Bot> {
        self.sit_down_with(rules, seats, 1)
    }

    /// The same; the architect thinks on so many threads. With simulations for a budget that changes nothing but the time.
    pub fn sit_down_with(self, rules: &Rules, seats: usize, jobs: usize) -> Box<dyn Bot> {
        let weights = match self {
            Self::Random | Self::Seedling | Self::Gardener => Weights::by_hand(),
            Self::Designer | Self::Architect => Weights::tuned(rules, seats),
        };
        self.weighing(rules, weights, jobs)
    }

    /// A bot of this level that plays by other weights than its own, to measure them.
    pub fn weighing(self, rules: &Rules, weights: Weights, jobs: usize) -> Box<dyn Bot> {
        let eval = Evaluator::new(rules, weights);
        match self {
            Self::Random => Box::new(Random(rules.clone())),
            Self::Seedling => Box::new(seedling::Seedling(eval)),
            Self::Gardener => Box::new(Gardener(eval)),
            Self::Designer => Box::new(Designer(eval)),
            Self::Architect => {
                let settings = architect::Settings { jobs, ..architect::Settings::default() };
                Box::new(architect::Architect::with(eval, settings))
            }
        }
    }
}

/// A level and its budget, as they are written on the command line: `gardener`, `architect:100ms`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BotSpec {
    /// The level.
    pub level: Level,
    /// The budget, if one is named.
    pub budget: Option<Budget>,
}

impl BotSpec {
    /// The budget: the one that is named, or the usual one.
    pub fn budget(&self) -> Budget {
        self.budget.unwrap_or_default()
    }
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.level.name())?;
        self.budget.map_or(Ok(()), |budget| write!(f, ":{budget}"))
    }
}

impl FromStr for BotSpec {
    type Err = UnknownBot;

    fn from_str(text: &str) -> Result<Self, UnknownBot> {
        let (name, budget) = match text.split_once(':') {
            Some((name, budget)) => (name, Some(budget.parse()?)),
            None => (text, None),
        };
        let level = Level::ALL.into_iter().find(|level| level.name() == name);
        let level = level.ok_or_else(|| UnknownBot::Name(name.chars().take(24).collect()))?;
        if budget.is_some() && level != Level::Architect {
            return Err(UnknownBot::NoBudget(level.name()));
        }
        Ok(Self { level, budget })
    }
}

/// A text that names no bot.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnknownBot {
    /// No such level.
    #[error("{0:?} is no bot: they are random, seedling, gardener, designer and architect")]
    Name(String),
    /// No such budget.
    #[error(
        "{0:?} is no budget: write a time of at most an hour (1s, 100ms) or simulations (2000sims)"
    )]
    Budget(String),
    /// Only the architect has a budget.
    #[error("a {0} takes no budget: only the architect does")]
    NoBudget(&'static str),
}

struct Random(Rules);

impl Bot for Random {
    fn action(&self, state: &State, _: Budget, seed: u64) -> Action {
        random::action(&self.0, state, &mut SmallRng::seed_from_u64(seed))
    }

    fn choose(&self, state: &State, budget: Budget, seed: u64) -> Decision {
        let action = self.action(state, budget, seed);
        let why = "picked at random".into();
        let candidates = vec![Candidate { action, value: 0.0, why }];
        Decision { action, candidates, simulations: 0 }
    }

    fn judge(&self, state: &State, action: &Action, budget: Budget, seed: u64) -> Decision {
        let mut decision = self.choose(state, budget, seed);
        let why = "as good as any".into();
        decision.candidates.push(Candidate { action: *action, value: 0.0, why });
        decision
    }
}

struct Gardener(Evaluator);

impl Gardener {
    fn candidates(&self, state: &State) -> Vec<(Action, f32)> {
        let mut all = Vec::new();
        let lead = lead(&self.0, state);
        greedy::consider(&self.0, state, &mut |action, worth| all.push((action, worth + lead)));
        all
    }
}

impl Bot for Gardener {
    fn action(&self, state: &State, _: Budget, _: u64) -> Action {
        greedy::action(&self.0, state)
    }

    fn choose(&self, state: &State, _: Budget, _: u64) -> Decision {
        decision(&self.0, state, self.candidates(state), None, 0)
    }

    fn judge(&self, state: &State, action: &Action, _: Budget, _: u64) -> Decision {
        decision(&self.0, state, self.candidates(state), Some(action), 0)
    }
}

struct Designer(Evaluator);

impl Designer {
    fn candidates(&self, state: &State) -> Vec<(Action, f32)> {
        let mut all = Vec::new();
        designer::consider(&self.0, state, &mut |action, worth| all.push((action, worth)));
        all
    }
}

impl Bot for Designer {
    fn action(&self, state: &State, _: Budget, _: u64) -> Action {
        designer::action(&self.0, state)
    }

    fn choose(&self, state: &State, _: Budget, _: u64) -> Decision {
        decision(&self.0, state, self.candidates(state), None, 0)
    }

    fn judge(&self, state: &State, action: &Action, _: Budget, _: u64) -> Decision {
        decision(&self.0, state, self.candidates(state), Some(action), 0)
    }
}

/// The lead of the seat whose turn it is over the best other, as the evaluation sees it.
pub(crate) fn lead(eval: &Evaluator, state: &State) -> f32 {
    let scores = eval.expected_scores(state);
    let turn = state.turn().index();
    let others = (0..state.seats()).filter(|&seat| seat != turn);
    scores[turn] - others.map(|seat| scores[seat]).fold(f32::NEG_INFINITY, f32::max)
}

/// The best few of these with their reasons; `also` is among them in any case, as the designer sees it if nobody else has.
pub(crate) fn decision(
    eval: &Evaluator,
    state: &State,
    mut all: Vec<(Action, f32)>,
    also: Option<&Action>,
    simulations: u64,
) -> Decision {
    const SHOWN: usize = 5;
    if let Some(&action) = also
        && all.iter().all(|(other, _)| *other != action)
    {
        all.push((action, designer::Desk::new(eval, state).lead(&action)));
    }
    // The first of equals wins, as it does in `action`.
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut place = 0;
    all.retain(|(action, _)| {
        place += 1;
        place <= SHOWN || also == Some(action)
    });
    let candidates: Vec<_> = all
        .into_iter()
        .map(|(action, value)| Candidate { action, value, why: eval.why(state, &action) })
        .collect();
    let action = candidates.first().map_or(Action::PASS, |candidate| candidate.action);
    Decision { action, candidates, simulations }
}
