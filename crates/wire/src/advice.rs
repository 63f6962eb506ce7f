//! Advice: what speaks for what a bot would do, as codes and numbers for the client's own words.
use quinta_bots::Why;
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
}
