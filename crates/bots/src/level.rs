//! The levels of bots, one row each. Server, page, browser module and command line read them from here.
use crate::Weights;
use crate::bot::{Bot, BotModel, BotSpec, SearchContext};
use quinta_rules::{Quoted, Rules};
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use std::time::Duration;

/// What is known about a level.
#[derive(Debug)]
struct Row {
    /// The name on the command line, in JSON, and in the keys of the page's texts: `web.level.NAME` is what people call it. With a text
    /// `web.plays.NAME` it is offered on the first page.
    name: &'static str,
    /// How it plays, for `quinta bots`.
    summary: &'static str,
    /// How it chooses an action.
    player: Player,
    /// How long it thinks about a move at a table, in milliseconds, if no other bot waits for the processor.
    thinking_ms: u64,
}

/// How a level chooses an action.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Player {
    /// At random.
    Random,
    /// The best of the greedy candidates, each misjudged by up to so many points.
    Greedy { error: f32 },
    /// The best of more candidates, with what the next player could take.
    Designer,
    /// A search below the designer's best candidates.
    Mason,
    /// A search in one tree.
    Architect,
}

/// Declares the levels, the weakest first.
macro_rules! levels {
    ($($(#[$doc:meta])* $level:ident = $row:expr;)+) => {
        /// How well a bot plays; the better, the greater.
        ///
        /// Logs, records and the wire hold a level by its name, so a name that was released must stay.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        pub enum BotLevel { $($(#[$doc])* $level,)+ }

        impl BotLevel {
            /// All levels, the weakest first.
            pub const ALL: [Self; [$(Self::$level),+].len()] = [$(Self::$level),+];

            const fn row(self) -> &'static Row {
                match self { $(Self::$level => &const { $row },)+ }
            }
        }
    };
}

levels! {
    /// Plays at random.
    Random = Row {
        name: "random",
        summary: "any legal action",
        player: Player::Random,
        thinking_ms: 100,
    };
    /// A beginner.
    Seedling = Row {
        name: "seedling",
        summary: "sensible and beatable",
        player: Player::Greedy { error: 11.0 },
        thinking_ms: 100,
    };
    /// Plays for points.
    Gardener = Row {
        name: "gardener",
        summary: "greedy, with weights set by hand",
        player: Player::Greedy { error: 0.0 },
        thinking_ms: 100,
    };
    /// Looks at everything once.
    Designer = Row {
        name: "designer",
        summary: "greedy, with tuned weights; denies others",
        player: Player::Designer,
        thinking_ms: 600,
    };
    /// Looks ahead to the end of the round.
    Mason = Row {
        name: "mason",
        summary: "searches rounds to their end",
        player: Player::Mason,
        thinking_ms: 900,
    };
    /// As well as it can.
    Architect = Row {
        name: "architect",
        summary: "searches one tree with a net",
        player: Player::Architect,
        thinking_ms: 900,
    };
}

impl BotLevel {
    /// Returns the name on the command line and in JSON.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns how it plays, in a few English words.
    pub const fn summary(self) -> &'static str {
        self.row().summary
    }

    /// Returns how long it thinks about a move at a table if no other bot waits for the processor.
    pub const fn thinking_time(self) -> Duration {
        Duration::from_millis(self.row().thinking_ms)
    }

    /// Returns whether it searches, so that a budget means something to it.
    pub const fn searches(self) -> bool {
        matches!(self.player(), Player::Mason | Player::Architect)
    }

    /// Returns whether it can tell what a move is worth: it looks at the position, and makes no errors on purpose.
    pub fn can_judge(self) -> bool {
        match self.player() {
            Player::Random => false,
            Player::Greedy { error } => error <= 0.0,
            Player::Designer | Player::Mason | Player::Architect => true,
        }
    }

    /// Returns the names of some levels as a list, with this word before the last one: `mason or architect`.
    pub fn names(which: impl Fn(Self) -> bool, word: &str) -> String {
        let names: Vec<_> =
            Self::ALL.into_iter().filter(|&level| which(level)).map(Self::name).collect();
        match names.split_last() {
            Some((last, others)) if !others.is_empty() => {
                format!("{} {word} {last}", others.join(", "))
            }
            _ => names.concat(),
        }
    }

    /// Returns a bot of this level for a table with these rules and this many seats.
    pub fn build(self, rules: &Rules, seats: usize) -> Box<dyn Bot> {
        BotSpec::from(self).build(rules, seats, &BotModel::Shipped, SearchContext::default())
    }

    pub(crate) const fn player(self) -> Player {
        self.row().player
    }

    /// The weights that it plays by.
    pub(crate) fn weights(self, rules: &Rules, seats: usize) -> Weights {
        match self.player() {
            Player::Random | Player::Greedy { .. } => Weights::by_hand(),
            Player::Designer | Player::Mason | Player::Architect => Weights::tuned(rules, seats),
        }
    }
}

/// Reads the name of a level.
impl FromStr for BotLevel {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        let level = Self::ALL.into_iter().find(|level| level.name() == text);
        level.ok_or_else(|| UnknownLevel(text.chars().take(24).collect()))
    }
}

/// A text that names no level, or its beginning.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown bot {}: expected {}", Quoted(.0), BotLevel::names(|_| true, "or"))]
pub struct UnknownLevel(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_has_one_name_everywhere() {
        for level in BotLevel::ALL {
            assert_eq!(toml::Value::try_from(level).unwrap().as_str(), Some(level.name()));
            assert_eq!(level.name().parse(), Ok(level));
        }
        assert!(BotLevel::ALL.is_sorted());
        assert!("Gardener".parse::<BotLevel>().is_err());
    }

    #[test]
    fn lists_of_names() {
        let names = |which: fn(BotLevel) -> bool| BotLevel::names(which, "or");
        assert_eq!(names(BotLevel::searches), "mason or architect");
        assert_eq!(names(BotLevel::can_judge), "gardener, designer, mason or architect");
        assert_eq!(names(|level| level == BotLevel::Mason), "mason");
    }
}
