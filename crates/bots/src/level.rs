//! The levels of bots, one row each. Server, page, browser module and command line read them from here.
use crate::Weights;
use crate::bot::{Bot, BotModel, BotSpec, Budget, SearchContext};
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
    /// How much it thinks about a move at a table if no other bot waits for the processor.
    budget: Budget,
}

const fn ms(ms: u64) -> Budget {
    Budget::Time(Duration::from_millis(ms))
}

/// How a level chooses an action.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Player {
    /// At random.
    Random,
    /// One of the greedy candidates, chosen by what they give away, at a temperature in points; the best one at 0.
    Greedy { temperature: f32 },
    /// The best of more candidates, with what the next player could take.
    Designer,
    /// A search in one tree.
    Architect,
}

/// What makes the architect's search as strong as release 0.1's architect was with 100 ms.
const MASON: Budget = Budget::Simulations(72);

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
        budget: ms(100),
    };
    /// A newcomer.
    Sprout = Row {
        name: "sprout",
        summary: "knows the rules and little else",
        player: Player::Greedy { temperature: 8.0 },
        budget: ms(100),
    };
    /// A beginner.
    Seedling = Row {
        name: "seedling",
        summary: "sensible and beatable",
        player: Player::Greedy { temperature: 3.2 },
        budget: ms(100),
    };
    /// Plays for points.
    Gardener = Row {
        name: "gardener",
        summary: "greedy, with weights set by hand",
        player: Player::Greedy { temperature: 0.0 },
        budget: ms(100),
    };
    /// Looks at everything once.
    Designer = Row {
        name: "designer",
        summary: "greedy, with tuned weights; denies others",
        player: Player::Designer,
        budget: ms(600),
    };
    /// Looks a few moves ahead.
    Mason = Row {
        name: "mason",
        summary: "searches a little with the net",
        player: Player::Architect,
        budget: MASON,
    };
    /// As well as it can.
    Architect = Row {
        name: "architect",
        summary: "searches one tree with a net",
        player: Player::Architect,
        budget: ms(900),
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

    /// Returns how much it thinks about a move at a table if no other bot waits for the processor.
    pub const fn budget(self) -> Budget {
        self.row().budget
    }

    /// Returns whether it searches, so that a budget means something to it.
    pub const fn searches(self) -> bool {
        matches!(self.player(), Player::Architect)
    }

    /// Returns whether it can tell what a move is worth: it looks at the position, and makes no errors on purpose.
    pub fn can_judge(self) -> bool {
        match self.player() {
            Player::Random => false,
            Player::Greedy { temperature } => temperature <= 0.0,
            Player::Designer | Player::Architect => true,
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
            Player::Designer | Player::Architect => Weights::tuned(rules, seats),
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
