//! Advice: what speaks for what a bot would do, as codes and numbers for the client's own words.
use quinta_rules::{Attribute, Feature, Kind, Seat};
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

/// One reason for or against a move: `{"code":"group","attribute":"b","size":4,"points":12}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Why {
    /// It was picked at random.
    Random {},
    /// A group of three or more hexagons comes about or grows.
    Group {
        /// What they share.
        attribute: Attribute,
        /// How many they are then.
        size: u8,
        /// The points that this adds at the end, bonuses included.
        points: i16,
    },
    /// A pair comes about that can become a group.
    Pair {
        /// What the two share.
        attribute: Attribute,
    },
    /// A hexagon by itself, from which a group can grow.
    Starts {},
    /// A feature is surrounded.
    Surrounds {
        /// Which.
        feature: Feature,
        /// The jokers that it brings.
        jokers: u8,
    },
    /// What the ends of this and the later rounds bring for it.
    Rounds {
        /// Points in all.
        points: i16,
    },
    /// New free spaces.
    Spaces {
        /// How many.
        spaces: u8,
    },
    /// A hexagon in storage can be paid for that could not be before.
    Affords {
        /// The one that brings most.
        kind: Kind,
    },
    /// Hexagons come into storage.
    Takes {
        /// How many.
        hexagons: u8,
    },
    /// The next player finds less to take.
    Denies {
        /// Who.
        seat: Seat,
        /// By so many points.
        points: i16,
    },
    /// Places in storage become free.
    MakesRoom {
        /// How many.
        places: u8,
    },
    /// It costs points at once.
    Costs {
        /// How many.
        points: i16,
    },
    /// Whoever passes first begins the next round.
    Begins {},
    /// Nothing better is left to do this round.
    Stops {},
}
