//! Who plays: the trait of all players, their names and their budgets.
use crate::architect::{Architect, InvalidSetting, Settings};
use crate::clock::{Clock, SystemClock};
use crate::decimal::decimal;
use crate::deed::{TOLD, same_deed};
use crate::eval::Evaluator;
use crate::evaluation::Evaluation;
use crate::mason::Mason;
use crate::net::{Learned, Net};
use crate::why::{self, Why};
use crate::{Weights, designer, greedy, random, seedling};
use quinta_rules::{Action, Quoted, Rules, State};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
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

/// How long a bot may think about one action. Only those that search use it.
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
            Self::Time(time) => write!(f, "{}ms", time.as_millis() as u64),
            Self::Simulations(count) => write!(f, "{count}sims"),
        }
    }
}

/// Reads `1s`, `0.5s`, `100ms` or `2000sims`.
impl FromStr for Budget {
    type Err = InvalidBudget;

    fn from_str(text: &str) -> Result<Self, InvalidBudget> {
        let wrong = || InvalidBudget(text.chars().take(24).collect());
        let seconds = |seconds: f64| {
            let sound = seconds > 0.0 && seconds <= 3600.0;
            sound.then(|| Self::Time(Duration::from_secs_f64(seconds))).ok_or_else(wrong)
        };
        if let Some(count) = text.strip_suffix("sims") {
            let count = count.parse().ok().filter(|&count| count > 0);
            return count.map(Self::Simulations).ok_or_else(wrong);
        }
        if let Some(ms) = text.strip_suffix("ms") {
            return seconds(decimal(ms).ok_or_else(wrong)? / 1000.0);
        }
        let digits = text.strip_suffix('s').ok_or_else(wrong)?;
        seconds(decimal(digits).ok_or_else(wrong)?)
    }
}

/// A text that is no budget, or its beginning.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("invalid budget {}: expected up to an hour (1s, 100ms) or simulations (2000sims)", Quoted(.0))]
pub struct InvalidBudget(String);

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
    /// The share of the victory that it promises, 0 to 1, where the bot has an opinion.
    pub win: Option<f32>,
    /// What speaks for it and against it.
    pub why: Vec<Why>,
}

/// How well a bot plays; the better, the greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum Level {
    /// Plays at random.
    Random,
    /// A beginner.
    Seedling,
    /// Plays for points.
    Gardener,
    /// Looks at everything once.
    Designer,
    /// Looks ahead to the end of the round.
    Mason,
    /// As well as it can.
    Architect,
}

impl Level {
    /// All, the weakest first.
    pub const ALL: [Self; 6] = [
        Self::Random,
        Self::Seedling,
        Self::Gardener,
        Self::Designer,
        Self::Mason,
        Self::Architect,
    ];

    /// Returns the name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Seedling => "seedling",
            Self::Gardener => "gardener",
            Self::Designer => "designer",
            Self::Mason => "mason",
            Self::Architect => "architect",
        }
    }

    /// Returns whether it searches, so that a budget means something to it.
    pub const fn searches(self) -> bool {
        matches!(self, Self::Mason | Self::Architect)
    }

    /// Returns a bot of this level for a table with these rules and this many seats.
    pub fn sit_down(self, rules: &Rules, seats: usize) -> Box<dyn Bot> {
        BotSpec::from(self).sit_down(rules, seats, Tools::default())
    }
}

/// What a bot that searches works with.
#[derive(Clone)]
pub struct Tools {
    /// How many threads it thinks on. With simulations for a budget that changes nothing but the time.
    pub jobs: usize,
    /// Where it sees how much time has gone by.
    pub clock: Arc<dyn Clock>,
}

/// One thread and the system's clock.
impl Default for Tools {
    fn default() -> Self {
        Self { jobs: 1, clock: Arc::new(SystemClock::default()) }
    }
}

/// A level, its budget and its settings, as they are written on the command line: `gardener`, `mason:2000sims`,
/// `architect:100ms:horizon=1`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BotSpec {
    /// The level.
    pub level: Level,
    /// The budget, if one is named.
    pub budget: Option<Budget>,
    /// How the architect searches.
    pub settings: Settings,
}

impl From<Level> for BotSpec {
    fn from(level: Level) -> Self {
        Self { level, budget: None, settings: Settings::default() }
    }
}

impl BotSpec {
    /// Returns the budget: the one that is named, or the usual one.
    pub fn budget(&self) -> Budget {
        self.budget.unwrap_or_default()
    }

    /// Returns the bot, for a table with these rules and this many seats.
    pub fn sit_down(&self, rules: &Rules, seats: usize, tools: Tools) -> Box<dyn Bot> {
        self.sit_down_with(rules, seats, &Knowledge::Shipped, tools)
    }

    /// Returns the bot with other weights or another net than its own, to measure them.
    pub fn sit_down_with(
        &self,
        rules: &Rules,
        seats: usize,
        knowledge: &Knowledge,
        tools: Tools,
    ) -> Box<dyn Bot> {
        let eval = Evaluator::new(rules, self.weights(rules, seats, knowledge));
        match self.level {
            Level::Random => Box::new(Random(rules.clone())),
            Level::Seedling => Box::new(seedling::Seedling(eval)),
            Level::Gardener => Box::new(Gardener(eval)),
            Level::Designer => Box::new(Designer(eval)),
            Level::Mason => Box::new(Mason::new(eval, tools)),
            Level::Architect => Box::new(self.architect(rules, seats, knowledge, tools)),
        }
    }

    fn weights(&self, rules: &Rules, seats: usize, knowledge: &Knowledge) -> Weights {
        match (knowledge, self.level) {
            (Knowledge::Weights(weights), _) => (**weights).clone(),
            (_, Level::Random | Level::Seedling | Level::Gardener) => Weights::by_hand(),
            (_, Level::Designer | Level::Mason | Level::Architect) => Weights::tuned(rules, seats),
        }
    }

    /// Returns an architect with these settings, whatever the level, for those who want to see all that it found.
    pub fn architect(
        &self,
        rules: &Rules,
        seats: usize,
        knowledge: &Knowledge,
        tools: Tools,
    ) -> Architect {
        let spec = Self { level: Level::Architect, ..*self };
        let eval = Evaluator::new(rules, spec.weights(rules, seats, knowledge));
        let mind: Arc<dyn Evaluation> = match knowledge {
            Knowledge::Shipped => shipped(&eval),
            Knowledge::Net(net) => Arc::new(Learned::new(Arc::clone(net), &eval.rules)),
            Knowledge::Weights(_) => Arc::new(eval.clone()),
        };
        Architect::new(eval, mind, self.settings, tools)
    }
}

/// What an architect asks where nothing else is handed in.
fn shipped(eval: &Evaluator) -> Arc<dyn Evaluation> {
    #[cfg(feature = "net")]
    return Arc::new(Learned::new(Net::shipped(), &eval.rules));
    #[cfg(not(feature = "net"))]
    Arc::new(eval.clone())
}

/// What a bot plays by.
#[derive(Debug, Clone)]
pub enum Knowledge {
    /// What its level plays by.
    Shipped,
    /// Other weights of the hand-made evaluation; an architect asks that evaluation then, not a net.
    Weights(Box<Weights>),
    /// Another net, for an architect.
    Net(Arc<Net>),
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.level.name())?;
        if let Some(budget) = self.budget {
            write!(f, ":{budget}")?;
        }
        write!(f, "{}", self.settings)
    }
}

impl FromStr for BotSpec {
    type Err = UnknownBot;

    fn from_str(text: &str) -> Result<Self, UnknownBot> {
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default();
        let level = Level::ALL.into_iter().find(|level| level.name() == name);
        let level = level.ok_or_else(|| UnknownBot::Name(name.chars().take(24).collect()))?;
        let mut spec = Self::from(level);
        let mut named = Vec::new();
        for part in parts {
            if let Some((name, value)) = part.split_once('=') {
                if level != Level::Architect {
                    return Err(UnknownBot::NoSettings(level.name()));
                }
                spec.settings.set(name, value)?;
                if named.contains(&name) {
                    return Err(UnknownBot::Twice(name.to_owned()));
                }
                named.push(name);
            } else if level.searches() && spec.budget.is_none() {
                spec.budget = Some(part.parse()?);
            } else {
                return Err(UnknownBot::NoBudget(level.name()));
            }
        }
        Ok(spec)
    }
}

/// A text that names no bot.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnknownBot {
    /// No such level.
    #[error("unknown bot {}: expected random, seedling, gardener, designer, mason or architect", Quoted(.0))]
    Name(String),
    /// No such budget.
    #[error(transparent)]
    Budget(#[from] InvalidBudget),
    /// Only those that search have a budget, and only one.
    #[error("{0} does not take that budget: mason and architect take one each")]
    NoBudget(&'static str),
    /// Only the architect has settings.
    #[error("{0} takes no settings: only the architect does")]
    NoSettings(&'static str),
    /// A setting that is named again.
    #[error("{0} is set twice: expected once")]
    Twice(String),
    /// A setting that the architect cannot have.
    #[error(transparent)]
    Setting(#[from] InvalidSetting),
}

struct Random(Rules);

impl Bot for Random {
    fn action(&self, state: &State, _: Budget, seed: u64) -> Action {
        random::action(&self.0, state, &mut Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    fn choose(&self, state: &State, budget: Budget, seed: u64) -> Decision {
        let action = self.action(state, budget, seed);
        let why = vec![Why::Random];
        let candidates = vec![Candidate { action, value: 0.0, win: None, why }];
        Decision { action, candidates, simulations: 0 }
    }

    fn judge(&self, state: &State, action: &Action, budget: Budget, seed: u64) -> Decision {
        let mut decision = self.choose(state, budget, seed);
        let why = vec![Why::Random];
        decision.candidates.push(Candidate { action: *action, value: 0.0, win: None, why });
        decision
    }
}

struct Gardener(Evaluator);

impl Gardener {
    fn candidates(&self, state: &State) -> Vec<(Action, f32)> {
        let mut all = greedy::all(&self.0, state);
        let lead = lead(&self.0, state);
        for (_, worth) in &mut all {
            *worth += lead;
        }
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

impl Bot for Designer {
    fn action(&self, state: &State, _: Budget, _: u64) -> Action {
        designer::action(&self.0, state)
    }

    fn choose(&self, state: &State, _: Budget, _: u64) -> Decision {
        decision(&self.0, state, designer::all(&self.0, state), None, 0)
    }

    fn judge(&self, state: &State, action: &Action, _: Budget, _: u64) -> Decision {
        decision(&self.0, state, designer::all(&self.0, state), Some(action), 0)
    }
}

/// The lead of the seat whose turn it is over the best other, as the evaluation sees it.
pub(crate) fn lead(eval: &Evaluator, state: &State) -> f32 {
    let scores = eval.expected_scores(state);
    let turn = state.turn().index();
    let others = (0..state.seats()).filter(|&seat| seat != turn);
    scores[turn] - others.map(|seat| scores[seat]).fold(f32::NEG_INFINITY, f32::max)
}

/// A candidate before its reasons are told.
pub(crate) struct Weighed {
    pub(crate) action: Action,
    pub(crate) value: f32,
    pub(crate) win: Option<f32>,
}

impl From<(Action, f32)> for Weighed {
    fn from((action, value): (Action, f32)) -> Self {
        Self { action, value, win: None }
    }
}

/// The best few of these with their reasons; `also` is among them in any case, as the designer sees it if nobody else has.
pub(crate) fn decision(
    eval: &Evaluator,
    state: &State,
    all: Vec<impl Into<Weighed>>,
    also: Option<&Action>,
    simulations: u64,
) -> Decision {
    const SHOWN: usize = 5;
    let mut all: Vec<Weighed> = all.into_iter().map(Into::into).collect();
    if let Some(&action) = also
        && all.iter().all(|other| other.action != action)
    {
        all.push((action, designer::Desk::new(eval, state).lead(&action)).into());
    }
    // The first of equals wins, as it does in `action`.
    all.sort_by(|a, b| b.value.total_cmp(&a.value));
    // The best few, and as many different deeds as are told of.
    let (mut place, mut deeds) = (0, Vec::new());
    all.retain(|one| {
        place += 1;
        let new = deeds.len() < TOLD && deeds.iter().all(|deed| !same_deed(deed, &one.action));
        if new {
            deeds.push(one.action);
        }
        place <= SHOWN || new || also == Some(&one.action)
    });
    let candidates: Vec<_> = all
        .into_iter()
        .map(|Weighed { action, value, win }| Candidate {
            action,
            value,
            win,
            why: why::reasons(eval, state, &action),
        })
        .collect();
    let action = candidates.first().map_or(Action::PASS, |candidate| candidate.action);
    Decision { action, candidates, simulations }
}
