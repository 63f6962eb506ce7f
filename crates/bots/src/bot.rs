//! The trait of all bots, what they decide, and how they are named and built.
use crate::alternatives::{CHOICES, is_variant};
use crate::architect::{Architect, InvalidSetting, Settings};
use crate::clock::{Clock, SystemClock};
use crate::decimal::decimal;
use crate::eval::Evaluator;
use crate::evaluation::Evaluation;
use crate::gardener::Gardener;
use crate::level::{Player, UnknownLevel};
use crate::net::{Learned, Net};
use crate::why::{self, Why};
use crate::{BotLevel, Weights, designer, random};
use quinta_rules::{Action, Quoted, Rules, State};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// A player. It sees what everyone sees and answers an action. The state must wait for an action.
pub trait Bot: Send + Sync {
    /// The action that it takes. The same seed gives the same action, unless the budget is a time.
    fn action(&self, state: &State, budget: Budget, seed: u64) -> Action;

    /// The action with its reasons: the best few candidates, what they are worth, and why.
    fn choose(&self, state: &State, budget: Budget, seed: u64) -> Decision;

    /// What it would do, with this legal action among the candidates, however poor it is.
    fn judge(&self, state: &State, action: &Action, budget: Budget, seed: u64) -> Decision;
}

/// How much a bot may search for one action. Bots that do not search ignore it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Budget {
    /// A time.
    Time(Duration),
    /// A number of simulations.
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

/// A text that is not a budget, or its beginning.
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
    /// The number of simulations that were made.
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

/// What a search needs from its surroundings.
#[derive(Clone)]
pub struct SearchContext {
    /// How many threads it uses. If the budget is in simulations, the result does not depend on it.
    pub threads: usize,
    /// The clock that it measures its budget with.
    pub clock: Arc<dyn Clock>,
}

/// One thread and the system's clock.
impl Default for SearchContext {
    fn default() -> Self {
        Self { threads: 1, clock: Arc::new(SystemClock::default()) }
    }
}

/// A level, its budget and its settings, in the form of the command line: `gardener`, `mason:2000sims`,
/// `architect:100ms:horizon=1`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BotSpec {
    /// The level.
    pub level: BotLevel,
    /// The budget, if one is named.
    pub budget: Option<Budget>,
    /// How the architect searches.
    pub settings: Settings,
}

impl From<BotLevel> for BotSpec {
    fn from(level: BotLevel) -> Self {
        Self { level, budget: None, settings: Settings::default() }
    }
}

impl BotSpec {
    /// Returns the budget: the one that is named, the simulations of the level, or the usual one.
    pub fn budget(&self) -> Budget {
        let usual = match self.level.budget() {
            simulations @ Budget::Simulations(_) => simulations,
            Budget::Time(_) => Budget::default(),
        };
        self.budget.unwrap_or(usual)
    }

    /// Returns the bot, for a table with these rules and this many seats.
    pub fn build(
        &self,
        rules: &Rules,
        seats: usize,
        model: &BotModel,
        context: SearchContext,
    ) -> Box<dyn Bot> {
        let eval = Evaluator::new(rules, self.weights(rules, seats, model));
        match self.level.player() {
            Player::Random => Box::new(Random(rules.clone())),
            Player::Greedy { temperature } => Box::new(Gardener { eval, temperature }),
            Player::Designer => Box::new(Designer(eval)),
            Player::Architect => Box::new(self.architect(rules, seats, model, context)),
        }
    }

    fn weights(&self, rules: &Rules, seats: usize, model: &BotModel) -> Weights {
        match model {
            BotModel::Weights(weights) => (**weights).clone(),
            BotModel::Shipped | BotModel::Net(_) => self.level.weights(rules, seats),
        }
    }

    /// Returns an architect with these settings, whatever the level, whose [`search`](Architect::search) shows all that it found.
    pub fn architect(
        &self,
        rules: &Rules,
        seats: usize,
        model: &BotModel,
        context: SearchContext,
    ) -> Architect {
        let spec = Self { level: BotLevel::Architect, ..*self };
        let eval = Evaluator::new(rules, spec.weights(rules, seats, model));
        let evaluation: Arc<dyn Evaluation> = match model {
            BotModel::Shipped => shipped(&eval),
            BotModel::Net(net) => Arc::new(Learned::new(Arc::clone(net), &eval.rules)),
            BotModel::Weights(_) => Arc::new(eval.clone()),
        };
        Architect::new(eval, evaluation, self.settings, context)
    }
}

/// The evaluation at an architect's leaves, unless another one is given.
fn shipped(eval: &Evaluator) -> Arc<dyn Evaluation> {
    #[cfg(feature = "net")]
    return Arc::new(Learned::new(Net::shipped(), &eval.rules));
    #[cfg(not(feature = "net"))]
    Arc::new(eval.clone())
}

/// The weights or the net that a bot plays by.
#[derive(Debug, Clone)]
pub enum BotModel {
    /// Those of its level.
    Shipped,
    /// Other weights for the hand-made evaluation, which an architect then uses in place of a net.
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
        let level: BotLevel = parts.next().unwrap_or_default().parse()?;
        let mut spec = Self::from(level);
        let mut named = Vec::new();
        for part in parts {
            if let Some((name, value)) = part.split_once('=') {
                if level != BotLevel::Architect {
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

/// Why a text does not name a bot.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnknownBot {
    /// No such level.
    #[error(transparent)]
    Level(#[from] UnknownLevel),
    /// No such budget.
    #[error(transparent)]
    Budget(#[from] InvalidBudget),
    /// Only bots that search take a budget, and only one.
    #[error(
        "{0} does not take that budget: {takers} take one each",
        takers = BotLevel::names(BotLevel::searches, "and")
    )]
    NoBudget(&'static str),
    /// Only the architect has settings.
    #[error("{0} takes no settings: only the architect does")]
    NoSettings(&'static str),
    /// A setting that is given more than once.
    #[error("{0} is set twice: expected once")]
    Twice(String),
    /// A setting that does not exist, or a value that is out of its range.
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

/// A candidate without its reasons, which are worked out only for those that are shown.
pub(crate) struct Scored {
    pub(crate) action: Action,
    pub(crate) value: f32,
    pub(crate) win: Option<f32>,
}

impl From<(Action, f32)> for Scored {
    fn from((action, value): (Action, f32)) -> Self {
        Self { action, value, win: None }
    }
}

/// The best few of these with their reasons. `also` is always among them; if it was not searched, the designer judges it.
pub(crate) fn decision(
    eval: &Evaluator,
    state: &State,
    all: Vec<impl Into<Scored>>,
    also: Option<&Action>,
    simulations: u64,
) -> Decision {
    const SHOWN: usize = 5;
    let mut all: Vec<Scored> = all.into_iter().map(Into::into).collect();
    if let Some(&action) = also
        && all.iter().all(|other| other.action != action)
    {
        all.push((action, designer::Judge::new(eval, state).lead(&action)).into());
    }
    // The first of equals wins, as it does in `action`.
    all.sort_by(|a, b| b.value.total_cmp(&a.value));
    // The best few, and as many as it takes to have different choices to show.
    let (mut place, mut choices) = (0, Vec::new());
    all.retain(|one| {
        place += 1;
        let new = choices.len() < CHOICES
            && choices.iter().all(|choice| !is_variant(choice, &one.action));
        if new {
            choices.push(one.action);
        }
        place <= SHOWN || new || also == Some(&one.action)
    });
    let candidates: Vec<_> = all
        .into_iter()
        .map(|Scored { action, value, win }| Candidate {
            action,
            value,
            win,
            why: why::reasons(eval, state, &action),
        })
        .collect();
    let action = candidates.first().map_or(Action::PASS, |candidate| candidate.action);
    Decision { action, candidates, simulations }
}
