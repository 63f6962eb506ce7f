//! The settings of the architect's search, by their names on the command line.
use quinta_rules::Quoted;
use std::fmt;
use std::ops::RangeInclusive;

/// How the architect searches. Each number has a name and a range (`architect:100ms:horizon=1`).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// How many rounds the tree reaches into, this one included.
    pub(crate) horizon: usize,
    /// The weight of exploration in PUCT, in units of utility.
    pub(crate) curiosity: f32,
    /// By how much the utility of an untried move is assumed to be below the mean of its node.
    pub(crate) doubt: f32,
    /// Without a policy: how many points worse a move is whose prior is 1/e of the best one's.
    pub(crate) warmth: f32,
    /// With a policy: the same among the places, payments and copies of one first step.
    pub(crate) detail: f32,
    /// The temperature of the policy: above 1, priors are more even than it was trained to answer.
    pub(crate) temperature: f32,
    /// The most moves at the root.
    pub(crate) root: usize,
    /// The most moves of a position below the root.
    pub(crate) moves: usize,
    /// The most places of a hexagon, below the root.
    pub(crate) cells: usize,
    /// The most choices of copies of an attribute, below the root.
    pub(crate) takes: usize,
    /// The most outcomes of chance that a node keeps.
    pub(crate) outcomes: usize,
    /// How quickly outcomes are added: the factor of the square root of the visits.
    pub(crate) widening: f32,
    /// The lead, in points, beyond which more counts less.
    pub(crate) scale: f32,
    /// The weight of the share of victories against the lead, from 0 to 1.
    pub(crate) win: f32,
    /// The most positions that a tree keeps.
    pub(crate) nodes: usize,
    /// The share of noise in the priors of the root, so that games of self-play differ.
    pub(crate) noise: f32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            horizon: 2,
            curiosity: 0.45,
            doubt: 0.0,
            warmth: 4.0,
            detail: 2.0,
            temperature: 1.5,
            root: 40,
            moves: 12,
            cells: 1,
            takes: 3,
            outcomes: 8,
            widening: 0.5,
            scale: 60.0,
            win: 0.4,
            nodes: 65_536,
            noise: 0.0,
        }
    }
}

/// A reference to a setting, with its range.
enum Number<'a> {
    Whole(&'a mut usize, RangeInclusive<usize>),
    Real(&'a mut f32, RangeInclusive<f32>),
}

impl Settings {
    /// The names of the settings, in the order in which they are printed.
    pub const NAMES: [&str; 16] = [
        "horizon",
        "curiosity",
        "doubt",
        "warmth",
        "detail",
        "temperature",
        "root",
        "moves",
        "cells",
        "takes",
        "outcomes",
        "widening",
        "scale",
        "win",
        "nodes",
        "noise",
    ];

    fn number(&mut self, name: &str) -> Option<Number<'_>> {
        use Number::{Real, Whole};
        Some(match name {
            "horizon" => Whole(&mut self.horizon, 1..=4),
            "curiosity" => Real(&mut self.curiosity, 0.0..=100.0),
            "doubt" => Real(&mut self.doubt, 0.0..=10.0),
            "warmth" => Real(&mut self.warmth, 0.01..=1000.0),
            "detail" => Real(&mut self.detail, 0.01..=1000.0),
            "temperature" => Real(&mut self.temperature, 0.01..=100.0),
            "root" => Whole(&mut self.root, 1..=1000),
            "moves" => Whole(&mut self.moves, 1..=1000),
            "cells" => Whole(&mut self.cells, 1..=6),
            "takes" => Whole(&mut self.takes, 1..=100),
            "outcomes" => Whole(&mut self.outcomes, 1..=256),
            "widening" => Real(&mut self.widening, 0.0..=100.0),
            "scale" => Real(&mut self.scale, 0.1..=10_000.0),
            "win" => Real(&mut self.win, 0.0..=1.0),
            "nodes" => Whole(&mut self.nodes, 1..=10_000_000),
            "noise" => Real(&mut self.noise, 0.0..=1.0),
            _ => return None,
        })
    }

    /// Changes a setting.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), InvalidSetting> {
        let number = self.number(name).ok_or_else(|| InvalidSetting::Name(short(name)))?;
        let invalid = |expected: String| InvalidSetting::Value(short(name), short(value), expected);
        match number {
            Number::Whole(number, range) => {
                let read = value.parse().ok().filter(|read| range.contains(read));
                let (low, high) = range.into_inner();
                *number =
                    read.ok_or_else(|| invalid(format!("a whole number, {low} to {high}")))?;
            }
            Number::Real(number, range) => {
                let read = value.parse().ok().filter(|read| range.contains(read));
                let (low, high) = range.into_inner();
                *number = read.ok_or_else(|| invalid(format!("a number, {low} to {high}")))?;
            }
        }
        Ok(())
    }

    /// The value of a setting, as it is printed.
    fn written(mut self, name: &str) -> Option<String> {
        Some(match self.number(name)? {
            Number::Whole(number, _) => number.to_string(),
            Number::Real(number, _) => number.to_string(),
        })
    }
}

/// Prints the settings that differ from the defaults, each as `:name=number`.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for name in Self::NAMES {
            let written = self.written(name).unwrap_or_default();
            if Self::default().written(name).as_ref() != Some(&written) {
                write!(f, ":{name}={written}")?;
            }
        }
        Ok(())
    }
}

/// The beginning of a text, for an error message.
fn short(text: &str) -> String {
    text.chars().take(24).collect()
}

/// An unknown setting, or a value that is out of its range.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidSetting {
    /// No such setting.
    #[error("unknown setting {}: expected one of {}", Quoted(.0), Settings::NAMES.join(", "))]
    Name(String),
    /// The setting's name, what was given, and what was expected.
    #[error("invalid {0} {value}: expected {2}", value = Quoted(.1))]
    Value(String, String, String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_setting_and_its_usual_value_is_in_range() {
        let usual = Settings::default();
        for name in Settings::NAMES {
            let mut settings = usual;
            settings.set(name, &usual.written(name).unwrap()).unwrap();
            assert_eq!(settings, usual, "{name}");
        }
        assert_eq!(usual.to_string(), "");
    }

    #[test]
    fn settings_are_written_as_they_were_set() {
        let mut settings = Settings::default();
        settings.set("win", "0.7").unwrap();
        settings.set("moves", "20").unwrap();
        assert_eq!(settings.to_string(), ":moves=20:win=0.7");
    }

    #[test]
    fn what_is_out_of_range_is_refused_by_name() {
        let refused = |name, value| Settings::default().set(name, value).unwrap_err().to_string();
        for (name, value, words) in [
            ("moves", "0", "invalid moves \"0\": expected a whole number, 1 to 1000"),
            ("root", "1.5", "invalid root \"1.5\": expected a whole number, 1 to 1000"),
            ("curiosity", "x", "invalid curiosity \"x\": expected a number, 0 to 100"),
            ("win", "NaN", "invalid win \"NaN\": expected a number, 0 to 1"),
            ("scale", "0", "invalid scale \"0\": expected a number, 0.1 to 10000"),
        ] {
            assert_eq!(refused(name, value), words);
        }
        assert!(
            refused("speed", "2")
                .starts_with("unknown setting \"speed\": expected one of horizon, ")
        );
    }
}
