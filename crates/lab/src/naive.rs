//! Two players who know the rules and nothing else. They stand for people in their first games: the gentlest level is fixed by them.
use crate::arena::Player;
use quinta_bots::Budget;
use quinta_rules::scoring::Preview;
use quinta_rules::{
    Action, Area, Cell, Kind, Payment, Rules, Seat, Spot, State, Step, What, Whats,
};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::str::FromStr;

/// How many points a joker is worth to the keeper.
const JOKER: i32 = 5;

/// A naive player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Naive {
    /// Places whatever scores most now and pays with anything; otherwise takes the most hexagons.
    Spender,
    /// The same, but keeps in storage what it wants to place, and jokers.
    Keeper,
}

impl Naive {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Spender, Self::Keeper];

    /// Returns the name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Spender => "spender",
            Self::Keeper => "keeper",
        }
    }

    /// Returns the action that it takes. The state must wait for one; the same seed gives the same action.
    pub fn action(self, rules: &Rules, state: &State, seed: u64) -> Action {
        let (whats, rng) = (state.whats(rules), Xoshiro256PlusPlus::seed_from_u64(seed));
        Turn { naive: self, rules, state, whats, rng }.action()
    }
}

/// Reads the name of a naive player.
impl FromStr for Naive {
    type Err = UnknownNaive;

    fn from_str(text: &str) -> Result<Self, UnknownNaive> {
        Self::ALL.into_iter().find(|player| player.name() == text).ok_or(UnknownNaive)
    }
}

/// A text that names no naive player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("unknown naive player: expected spender or keeper")]
pub struct UnknownNaive;

/// A naive player in the arena.
pub(crate) struct NaivePlayer {
    pub(crate) naive: Naive,
    pub(crate) rules: Rules,
}

impl Player for NaivePlayer {
    fn begin(&mut self, _: &Rules, _: usize, _: Seat) -> Result<(), String> {
        Ok(())
    }

    fn see(&mut self, _: &Step) -> Result<(), String> {
        Ok(())
    }

    fn act(&mut self, state: &State, _: Budget, seed: u64) -> Result<Action, String> {
        Ok(self.naive.action(&self.rules, state, seed))
    }
}

/// Where a hexagon can be placed.
#[derive(Clone, Copy)]
enum Place {
    Tile(Cell),
    Expansion(Spot),
}

/// One turn of a naive player.
struct Turn<'a> {
    naive: Naive,
    rules: &'a Rules,
    state: &'a State,
    whats: Whats,
    rng: Xoshiro256PlusPlus,
}

impl Turn<'_> {
    fn action(&mut self) -> Action {
        let placements = self.placements();
        let takes = self.takes();
        if placements.iter().any(|(_, gain)| *gain > 0) || takes.is_empty() {
            let most = placements.iter().map(|(_, gain)| *gain).max();
            let best = placements.iter().filter(|(_, gain)| Some(*gain) == most);
            if let Some(action) = self.any(best.map(|(action, _)| *action)) {
                return action;
            }
        }
        if let Some(take) = self.any(takes.into_iter()) {
            return take;
        }
        // Storage is full of what fits nowhere: room is what is missing.
        let areas = self.state.areas_to_buy();
        let buys = self.whats.buy && !self.has_room();
        let area = self.any(areas.iter().filter(|_| buys));
        area.map_or(Action::PASS, |area: Area| Action::Buy { area })
    }

    /// Every way to place something that scores, with what it gains.
    fn placements(&self) -> Vec<(Action, i32)> {
        let storage = &self.state.player().storage;
        let mut all = Vec::new();
        for what in self.whats.iter() {
            let (kind, best) = match what {
                What::Place(kind) => (kind, self.best_cell(kind)),
                What::Expand(kind) => (kind, self.best_spot(kind)),
                What::Acquire(_) | What::Buy | What::Pass => continue,
            };
            let Some((place, points)) = best.filter(|&(_, points)| points > 0) else { continue };
            for pay in storage.ways(kind).flat_map(|way| way.payments(*storage)) {
                let action = match place {
                    Place::Tile(cell) => Action::Place { kind, cell, pay },
                    Place::Expansion(Spot { area, petal }) => {
                        Action::Expand { kind, area, petal, pay }
                    }
                };
                all.push((action, points - self.regret(&pay)));
            }
        }
        all
    }

    /// The largest takes.
    fn takes(&self) -> Vec<Action> {
        let attributes = self.whats.attributes.iter();
        let all: Vec<_> =
            attributes.flat_map(|attribute| self.state.takes(self.rules, attribute)).collect();
        let most = all.iter().map(|take| take.copies().count()).max();
        let largest = all.into_iter().filter(|take| Some(take.copies().count()) == most);
        largest.map(Action::Acquire).collect()
    }

    /// What the keeper would rather have kept of a payment.
    fn regret(&self, pay: &Payment) -> i32 {
        if self.naive == Naive::Spender {
            return 0;
        }
        let tiles = pay.tiles & self.whats.tiles;
        let expansions = pay.expansions & self.whats.expansions;
        let tiles = tiles.iter().filter_map(|kind| self.best_cell(kind));
        let expansions = expansions.iter().filter_map(|kind| self.best_spot(kind));
        let wanted: i32 = tiles.chain(expansions).map(|(_, points)| points).sum();
        wanted + JOKER * i32::from(pay.jokers)
    }

    /// Whether a tile of storage fits somewhere, whether or not it can be paid for.
    fn has_room(&self) -> bool {
        let tiles = self.state.player().storage.tiles.kinds();
        tiles.iter().any(|kind| !self.state.cells_for(kind).is_empty())
    }

    /// The space where a tile scores most, and the points that the page would show there.
    fn best_cell(&self, kind: Kind) -> Option<(Place, i32)> {
        let scored = |cell| {
            (Place::Tile(cell), points(Preview::of_tile(self.rules, self.state, kind, cell)))
        };
        self.state.cells_for(kind).iter().map(scored).max_by_key(|&(_, points)| points)
    }

    /// The same for an expansion.
    fn best_spot(&self, kind: Kind) -> Option<(Place, i32)> {
        let scored = |spot| {
            let preview = Preview::of_expansion(self.rules, self.state, kind, spot);
            (Place::Expansion(spot), points(preview))
        };
        self.state.spots_for(kind).iter().map(scored).max_by_key(|&(_, points)| points)
    }

    fn any<T>(&mut self, of: impl Iterator<Item = T>) -> Option<T> {
        let mut all: Vec<T> = of.collect();
        if all.is_empty() {
            return None;
        }
        let place = self.rng.random_range(0..all.len());
        Some(all.swap_remove(place))
    }
}

fn points(preview: Preview) -> i32 {
    preview.rounds as i32 + preview.groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use quinta_deal::{Deal, Seed};

    /// Plays a game of these two; returns the scores.
    fn play(rules: &Rules, players: [Naive; 2], seed: u64) -> [i16; 2] {
        let deal = Deal::new(&Seed::from_number(seed), rules, 2).unwrap();
        let mut state = State::new(rules, 2, deal.first()).unwrap();
        for turn in 0.. {
            if let Some(outcome) = deal.answer(rules, &state) {
                state.chance(rules, &outcome).unwrap();
                continue;
            }
            if state.is_over() {
                break;
            }
            let seat = state.turn();
            let action = players[seat.index()].action(rules, &state, turn);
            assert_eq!(action, players[seat.index()].action(rules, &state, turn));
            state.play(rules, seat, &action).unwrap();
        }
        [0, 1].map(|seat| state.players()[seat].score)
    }

    #[test]
    fn they_play_by_the_rules_and_score() {
        for rules in [Rules::FRONT, Rules::BACK] {
            let scores = (0..10).map(|seed| play(&rules, Naive::ALL, seed));
            let total: i16 = scores.flatten().sum();
            assert!(total > 20 * 15, "better than doing nothing: {total}");
        }
    }

    #[test]
    fn names() {
        for naive in Naive::ALL {
            assert_eq!(naive.name().parse(), Ok(naive));
        }
        assert!("Keeper".parse::<Naive>().is_err());
    }
}
