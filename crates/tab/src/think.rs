//! Thinking: a position and a budget in, an action and its reasons out.
use crate::bots::{advice, think};
use crate::game::{bad, to_act};
use quinta_bots::{BotModel, BotSpec, Budget, SearchContext};
use quinta_rules::{Action, Position, Rules};
use quinta_wire::{Advice, BotLevel, Error};
use serde::{Deserialize, Serialize};

/// Something to think about.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SearchJob {
    /// Which bot thinks.
    pub level: BotLevel,
    /// The numbers that the game is played by.
    pub rules: Rules,
    /// The position; it waits for an action.
    pub position: Position,
    /// An action that it is asked about: what it gives away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<Action>,
    /// How long it may think: `900ms`, `2000sims`.
    pub budget: String,
    /// The seed of the search: the same seed and simulations give the same action.
    #[serde(default)]
    pub seed: u64,
}

/// A bot's choice.
#[derive(Debug, Serialize)]
pub(crate) struct Thought {
    action: Action,
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<Advice>,
    simulations: u64,
}

impl SearchJob {
    pub(crate) fn think(&self, model: &BotModel, context: SearchContext) -> Result<Thought, Error> {
        let budget: Budget = self.budget.parse().map_err(bad)?;
        let state = to_act(&self.rules, &self.position)?;
        let spec = BotSpec::from(self.level);
        let bot = spec.build(&self.rules, state.seats(), model, context);
        if let Some(about) = &self.about {
            let mut after = state;
            after.play(&self.rules, state.turn(), about).map_err(bad)?;
        }
        let decision = think(&*bot, &state, self.about.as_ref(), budget, self.seed);
        Ok(Thought {
            action: decision.action,
            advice: advice(&decision, self.about.as_ref()),
            simulations: decision.simulations,
        })
    }
}
