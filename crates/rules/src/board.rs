//! The numbers printed on the boards and in the rulebook, as data: [`Rules`]; and the [`Board`] that shows them.
use crate::cell::Feature;
use crate::kind::{Attribute, Colour, Pattern};

/// The board that a game is played on, which decides its numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum Board {
    /// The front of the scoring board.
    #[default]
    Front,
    /// The back.
    Back,
    /// The numbers in `rules`.
    Custom,
}

impl Board {
    /// Both printed sides, and custom numbers.
    pub const ALL: [Self; 3] = [Self::Front, Self::Back, Self::Custom];

    /// Returns the board that shows these numbers.
    pub fn of(rules: &Rules) -> Self {
        let shows = |board: &Self| board.printed() == Some(rules);
        Self::ALL.into_iter().find(shows).unwrap_or(Self::Custom)
    }

    /// Returns the numbers printed on it; a custom board has none.
    pub const fn printed(self) -> Option<&'static Rules> {
        match self {
            Self::Front => Some(&Rules::FRONT),
            Self::Back => Some(&Rules::BACK),
            Self::Custom => None,
        }
    }

    /// Returns its name in records and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Front => "front",
            Self::Back => "back",
            Self::Custom => "custom",
        }
    }

    /// Returns the board of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|board| board.name() == name)
    }
}

/// Every number of the game. [`Rules::FRONT`] and [`Rules::BACK`] are the two sides of the scoring board; a house rule can be
/// read from a TOML or JSON file, in which a number that is left out is the front's.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Rules {
    /// Expansions in each round stack with 2, 3 and 4 players.
    pub stack_sizes: [u8; 3],
    /// Tiles put on a new top of the stack.
    pub tiles_on_top: u8,
    /// Places in a storage for tiles and jokers together.
    pub tile_places: u8,
    /// Places in a storage for expansions.
    pub expansion_places: u8,
    /// Jokers of each seat at the start.
    pub start_jokers: u8,
    /// Points of each seat at the start.
    pub start_score: u8,
    /// What the top of the supply costs, in points.
    pub expansion_price: u8,
    /// What the first to pass in a round loses.
    pub first_pass_loss: u8,
    /// Jokers for surrounding each feature.
    pub jokers: FeatureJokers,
    /// Points for each pavilion at the end of a round.
    pub pavilion_points: u8,
    /// What scores in each of the four rounds.
    pub rounds: [[Scored; 3]; 4],
    /// Bonus for groups of three, four, five and six at the end.
    pub group_bonus: [u8; 4],
    /// Whether a score stops at zero (section 6 of the rules).
    pub floor_at_zero: bool,
}

/// Jokers for surrounding a feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct FeatureJokers {
    /// For the fountain.
    pub fountain: u8,
    /// For a statue.
    pub statue: u8,
    /// For a bench.
    pub bench: u8,
    /// For a pavilion.
    pub pavilion: u8,
}

/// An attribute that scores in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Scored {
    /// The colour or pattern.
    pub attribute: Attribute,
    /// Points for each hexagon that has it.
    pub points: u8,
}

/// Why rules are invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// The file cannot be read.
    #[error("cannot read the rules: {0}")]
    Unreadable(String),
    /// A number is out of range.
    #[error("{field} is {value}: it must be from {low} to {high}")]
    OutOfRange {
        /// Which number.
        field: &'static str,
        /// Its value.
        value: u8,
        /// The smallest allowed value.
        low: u8,
        /// The largest allowed value.
        high: u8,
    },
    /// An attribute scores twice in a round.
    #[error("{} scores twice in round {round}", attribute.name())]
    TwiceInRound {
        /// The attribute.
        attribute: Attribute,
        /// The round, from 1.
        round: u8,
    },
}

const fn colour(colour: Colour, points: u8) -> Scored {
    Scored { attribute: Attribute::Colour(colour), points }
}

const fn pattern(pattern: Pattern, points: u8) -> Scored {
    Scored { attribute: Attribute::Pattern(pattern), points }
}

impl Rules {
    /// The front of the scoring board.
    pub const FRONT: Self = Self {
        stack_sizes: [5, 7, 8],
        tiles_on_top: 4,
        tile_places: 12,
        expansion_places: 2,
        start_jokers: 3,
        start_score: 15,
        expansion_price: 6,
        first_pass_loss: 1,
        jokers: FeatureJokers { fountain: 1, statue: 2, bench: 2, pavilion: 3 },
        pavilion_points: 1,
        rounds: [
            [colour(Colour::Blue, 1), colour(Colour::DarkGreen, 1), pattern(Pattern::Tree, 1)],
            [
                colour(Colour::DarkPurple, 1),
                pattern(Pattern::Bird, 1),
                pattern(Pattern::Butterfly, 2),
            ],
            [
                colour(Colour::Yellow, 1),
                colour(Colour::LightPurple, 1),
                pattern(Pattern::Flower, 2),
            ],
            [colour(Colour::LightGreen, 1), pattern(Pattern::Lily, 3), pattern(Pattern::Tulip, 3)],
        ],
        group_bonus: [0, 0, 0, 6],
        floor_at_zero: true,
    };

    /// The back of the scoring board.
    pub const BACK: Self = Self {
        rounds: [
            [colour(Colour::Blue, 1), colour(Colour::DarkGreen, 1), pattern(Pattern::Tree, 1)],
            [
                colour(Colour::DarkPurple, 1),
                pattern(Pattern::Bird, 2),
                pattern(Pattern::Butterfly, 3),
            ],
            [
                colour(Colour::Yellow, 1),
                colour(Colour::LightPurple, 1),
                pattern(Pattern::Flower, 4),
            ],
            [colour(Colour::LightGreen, 1), pattern(Pattern::Lily, 5), pattern(Pattern::Tulip, 6)],
        ],
        group_bonus: [0, 3, 5, 7],
        ..Self::FRONT
    };

    /// Reads rules from a TOML text and checks them.
    #[cfg(feature = "toml")]
    pub fn from_toml(text: &str) -> Result<Self, RulesError> {
        let rules: Self =
            toml::from_str(text).map_err(|e| RulesError::Unreadable(e.to_string()))?;
        rules.check().map(|()| rules)
    }

    /// Checks that every number is in its range.
    pub fn check(&self) -> Result<(), RulesError> {
        let within = |field, value, low, high| {
            if (low..=high).contains(&value) {
                Ok(())
            } else {
                Err(RulesError::OutOfRange { field, value, low, high })
            }
        };
        for (field, value) in
            ["stack_sizes[0]", "stack_sizes[1]", "stack_sizes[2]"].into_iter().zip(self.stack_sizes)
        {
            within(field, value, 1, 8)?;
        }
        within("tiles_on_top", self.tiles_on_top, 1, 4)?;
        within("tile_places", self.tile_places, 1, 60)?;
        within("expansion_places", self.expansion_places, 0, 36)?;
        within("start_jokers", self.start_jokers, 0, self.tile_places)?;
        within("start_score", self.start_score, 0, 100)?;
        within("expansion_price", self.expansion_price, 0, 100)?;
        within("first_pass_loss", self.first_pass_loss, 0, 100)?;
        within("jokers.fountain", self.jokers.fountain, 0, 20)?;
        within("jokers.statue", self.jokers.statue, 0, 20)?;
        within("jokers.bench", self.jokers.bench, 0, 20)?;
        within("jokers.pavilion", self.jokers.pavilion, 0, 20)?;
        within("pavilion_points", self.pavilion_points, 0, 20)?;
        for (number, round) in (1..).zip(&self.rounds) {
            for (i, scored) in round.iter().enumerate() {
                within("rounds.points", scored.points, 0, 20)?;
                if round[..i].iter().any(|other| other.attribute == scored.attribute) {
                    let attribute = scored.attribute;
                    return Err(RulesError::TwiceInRound { attribute, round: number });
                }
            }
        }
        for bonus in self.group_bonus {
            within("group_bonus", bonus, 0, 50)?;
        }
        Ok(())
    }

    /// Returns the number of expansions in each round stack for 2, 3 or 4 seats; `None` for any other number.
    pub const fn stack_size(&self, seats: usize) -> Option<u8> {
        match seats {
            2..=4 => Some(self.stack_sizes[seats - 2]),
            _ => None,
        }
    }

    /// Returns the jokers for surrounding this feature.
    pub const fn jokers_for(&self, feature: Feature) -> u8 {
        match feature {
            Feature::Fountain => self.jokers.fountain,
            Feature::Statue => self.jokers.statue,
            Feature::Bench => self.jokers.bench,
            Feature::Pavilion => self.jokers.pavilion,
        }
    }

    /// Returns the bonus at the end for a group of this size.
    pub const fn bonus_for(&self, size: usize) -> u8 {
        match size {
            3..=6 => self.group_bonus[size - 3],
            _ => 0,
        }
    }
}

/// The front.
impl Default for Rules {
    fn default() -> Self {
        Self::FRONT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_are_sound() {
        Rules::FRONT.check().unwrap();
        Rules::BACK.check().unwrap();
        let sizes = [1, 2, 3, 4, 5].map(|seats| Rules::FRONT.stack_size(seats));
        assert_eq!(sizes, [None, Some(5), Some(7), Some(8), None]);
    }

    #[test]
    fn a_board_has_one_name_everywhere() {
        for board in Board::ALL {
            assert_eq!(serde_json::to_value(board).unwrap(), board.name());
            assert_eq!(Board::from_name(board.name()), Some(board));
        }
        assert_eq!(Board::from_name("Front"), None);
    }

    #[test]
    fn a_board_is_known_by_its_numbers() {
        let custom = Rules { start_score: 20, ..Rules::FRONT };
        let boards = [Rules::FRONT, Rules::BACK, custom].map(|rules| Board::of(&rules));
        assert_eq!(boards, Board::ALL);
        assert_eq!(Board::Back.printed(), Some(&Rules::BACK));
        assert_eq!(Board::Custom.printed(), None);
    }

    #[test]
    fn both_formats_round_trip() {
        let json = serde_json::to_string(&Rules::BACK).unwrap();
        assert_eq!(serde_json::from_str::<Rules>(&json).unwrap(), Rules::BACK);
        let toml = toml::to_string(&Rules::BACK).unwrap();
        assert_eq!(Rules::from_toml(&toml).unwrap(), Rules::BACK);
    }

    #[test]
    fn what_a_file_leaves_out_is_the_fronts() {
        let rules = Rules::from_toml("start_score = 20\nfloor_at_zero = false").unwrap();
        assert_eq!(rules, Rules { start_score: 20, floor_at_zero: false, ..Rules::FRONT });
    }

    #[test]
    fn errors_name_the_number_and_its_range() {
        let error = Rules::from_toml("tile_places = 0").unwrap_err();
        assert_eq!(error.to_string(), "tile_places is 0: it must be from 1 to 60");
        let error = Rules::from_toml("stack_sizes = [5, 9, 8]").unwrap_err();
        assert_eq!(error.to_string(), "stack_sizes[1] is 9: it must be from 1 to 8");
        let mut twice = Rules::FRONT;
        twice.rounds[2][1] = twice.rounds[2][0];
        assert_eq!(twice.check().unwrap_err().to_string(), "yellow scores twice in round 3");
    }

    #[test]
    fn every_number_has_a_range() {
        let broken: [fn(&mut Rules); 14] = [
            |r| r.stack_sizes[0] = 0,
            |r| r.tiles_on_top = 5,
            |r| r.tile_places = 61,
            |r| r.expansion_places = 37,
            |r| r.start_jokers = 13,
            |r| r.start_score = 101,
            |r| r.expansion_price = 101,
            |r| r.first_pass_loss = 101,
            |r| r.jokers.fountain = 21,
            |r| r.jokers.statue = 21,
            |r| r.jokers.bench = 21,
            |r| r.jokers.pavilion = 21,
            |r| r.pavilion_points = 21,
            |r| r.group_bonus[3] = 51,
        ];
        for (i, spoil) in broken.iter().enumerate() {
            let mut rules = Rules::FRONT;
            spoil(&mut rules);
            assert!(rules.check().is_err(), "number {i}");
        }
        let mut rules = Rules::FRONT;
        rules.rounds[0][0].points = 21;
        assert!(rules.check().is_err());
    }

    #[test]
    fn misspelt_and_malformed_files_are_refused() {
        assert!(
            Rules::from_toml("start_scores = 20").unwrap_err().to_string().contains("start_scores")
        );
        assert!(serde_json::from_str::<Rules>(r#"{"tiles_on_top": 300}"#).is_err());
    }
}
