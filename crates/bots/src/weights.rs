//! The weights of the evaluation: data, one file for each number of players and each side of the board.
use crate::decimal::decimal;
use quinta_rules::Rules;
use serde::{Deserialize, Serialize};

macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {
        /// What each feature of the evaluation is worth at the start of the game and at its end, interpolated linearly between.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Weights {
            $($(#[$doc])* pub $name: [f32; 2],)+
        }

        /// The weights at one moment of the game.
        #[derive(Debug, Clone, Copy)]
        pub(crate) struct Mixed {
            $(pub(crate) $name: f32,)+
        }

        impl Weights {
            /// The features' names, in the order of [`Weights::to_vec`].
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),+];

            /// Returns all numbers in a row: start and end of each feature.
            pub fn to_vec(&self) -> Vec<f32> {
                [$(self.$name),+].concat()
            }

            /// Returns the weights from such a row; `None` if its length is wrong.
            pub fn from_slice(row: &[f32]) -> Option<Self> {
                let mut pairs = row.chunks_exact(2).map(|pair| [pair[0], pair[1]]);
                (row.len() == 2 * Self::NAMES.len()).then_some(())?;
                Some(Self { $($name: pairs.next()?),+ })
            }

            /// The weights when this share (0 to 1) of the game is over.
            pub(crate) fn at(&self, over: f32) -> Mixed {
                Mixed { $($name: self.$name[0] + (self.$name[1] - self.$name[0]) * over),+ }
            }
        }
    };
}

weights! {
    /// Garden: value of a hexagon that is alone in its group, where the group can grow.
    single,
    /// Garden: value of a pair that can grow.
    pair,
    /// Garden: value of the next hexagon of a group of three to five that can grow.
    grow,
    /// Garden: bonus that the next hexagon of a group would bring.
    bonus,
    /// Garden: each of the first five free spaces.
    room,
    /// Garden: each of the first fourteen free spaces.
    ample,
    /// Garden: jokers of a feature that is not yet surrounded, by the square of the share that is.
    surround,
    /// Storage: what the placements that storage can pay for would bring.
    plan,
    /// Storage: each hexagon.
    hex,
    /// Storage: each joker.
    joker,
    /// Storage: each hexagon beyond the first of a colour or pattern, all kinds different.
    axis,
    /// Storage: value of what the plan leaves over.
    leftover,
    /// Storage: each place beyond nine that is taken.
    crowd,
    /// Plan: what each hexagon spent has to bring.
    price,
    /// Plan: how much less each further placement counts than the one before it, as a factor.
    faith,
    /// Table: each hexagon that can still be taken this round, up to ten, by a seat that has not passed.
    active,
    /// Table: the first-player marker.
    marker,
    /// Designer: what the next player could take, of what it would gain.
    denial,
    /// Designer: new tiles that are laid before the next player.
    reveal,
}

impl Weights {
    /// Returns the weights set by hand: what the gardener plays with.
    pub fn by_hand() -> Self {
        read(include_str!("../weights/by-hand.toml"))
    }

    /// Returns the tuned weights for these rules and this many seats. House rules use the weights of the side that they resemble.
    pub fn tuned(rules: &Rules, seats: usize) -> Self {
        let back = rules.group_bonus[1] > 0 || rules.group_bonus[2] > 0;
        read(match (back, seats) {
            (false, 2) => include_str!("../weights/front-2.toml"),
            (false, 3) => include_str!("../weights/front-3.toml"),
            (false, _) => include_str!("../weights/front-4.toml"),
            (true, 2) => include_str!("../weights/back-2.toml"),
            (true, 3) => include_str!("../weights/back-3.toml"),
            (true, _) => include_str!("../weights/back-4.toml"),
        })
    }

    /// Reads weights from a TOML text.
    pub fn from_toml(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }

    /// Writes weights as a TOML text.
    pub fn to_toml(&self) -> String {
        let row = self.to_vec();
        let lines = Self::NAMES.iter().zip(row.chunks_exact(2));
        lines.fold(String::new(), |text, (name, pair)| {
            text + &format!("{name} = [{:.3}, {:.3}]\n", pair[0], pair[1])
        })
    }
}

/// Reads a file that we ship: a line for each feature, in their order. A test compares it with `from_toml`, which stays out of the browser's
/// module that way: with it for weights and nets' headers, the module is 49 kB larger by brotli (358 kB against 309; November 2026).
fn read(text: &str) -> Weights {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let pairs = lines.filter_map(|line| line.split_once(" = ")).flat_map(|(_, pair)| {
        let numbers = pair.trim_matches(['[', ']']).split(", ");
        numbers.filter_map(|number| Some(decimal(number)? as f32))
    });
    Weights::from_slice(&pairs.collect::<Vec<_>>()).expect("the weights that we ship are sound")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_file_is_sound() {
        for text in [
            include_str!("../weights/by-hand.toml"),
            include_str!("../weights/front-2.toml"),
            include_str!("../weights/front-3.toml"),
            include_str!("../weights/front-4.toml"),
            include_str!("../weights/back-2.toml"),
            include_str!("../weights/back-3.toml"),
            include_str!("../weights/back-4.toml"),
        ] {
            assert_eq!(read(text), Weights::from_toml(text).unwrap(), "{text}");
        }
        for seats in 2..=4 {
            for rules in [Rules::FRONT, Rules::BACK] {
                let weights = Weights::tuned(&rules, seats);
                assert_eq!(Weights::from_toml(&weights.to_toml()).unwrap(), weights);
            }
        }
        assert!(Weights::from_toml("single = [1.0]").is_err());
    }

    #[test]
    fn rows_and_names() {
        let weights = Weights::by_hand();
        assert_eq!(Weights::from_slice(&weights.to_vec()), Some(weights.clone()));
        assert_eq!(Weights::from_slice(&[1.0]), None);
        assert!(
            (weights.at(0.5).joker - f32::midpoint(weights.joker[0], weights.joker[1])).abs()
                < 1e-6
        );
    }
}
