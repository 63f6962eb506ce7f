//! Advice: what speaks for what a bot would do, as codes and numbers for the client's own words.
use quinta_bots::Why;
use quinta_rules::Action;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How good a bot thinks its advice is, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Advice {
    /// The chance to win with it, in percent, where the bot has an opinion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sure: Option<u8>,
    /// What speaks for it and against it, the plainest first.
    pub why: Vec<Why>,
    /// What could be done instead. For `hint` the second and the third best; for `weigh` the action that was asked about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instead: Vec<Alternative>,
}

/// Something that could be done instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Alternative {
    /// The action.
    pub action: Action,
    /// The points that it gives away against the best one, as the bot reckons.
    pub gives_away: u16,
    /// What speaks for it and against it, the plainest first.
    pub why: Vec<Why>,
}
