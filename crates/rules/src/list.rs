//! Complete legal actions, listed one by one.
use crate::action::{Action, Take};
use crate::board::Rules;
use crate::display::SourceSet;
use crate::kind::{Attribute, Kind};
use crate::payment::Payment;
use crate::state::{Phase, State};
use crate::steps::Spot;

impl State {
    /// Lists every legal action but the passes that discard something; the pass that discards nothing comes last.
    ///
    /// Clears `into` first. Reuse the buffer: once it has grown, nothing is allocated.
    ///
    /// ```
    /// # use quinta_rules::{Action, Chance, Rules, Seat, State, TopTiles};
    /// let rules = Rules::FRONT;
    /// let mut state = State::new(&rules, 2, Seat::new(0).unwrap())?;
    /// let tiles = ["g2", "b1", "g6", "p5"].map(|kind| kind.parse().unwrap());
    /// state.chance(&rules, &Chance::Draw(TopTiles::new(tiles).unwrap()))?;
    ///
    /// let mut actions = Vec::new();
    /// state.list_actions(&rules, &mut actions);
    /// // Seven attributes on offer, six areas for a bought expansion, and a pass.
    /// assert_eq!(actions.len(), 7 + 6 + 1);
    /// assert_eq!(actions.last(), Some(&Action::PASS));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn list_actions(&self, rules: &Rules, into: &mut Vec<Action>) {
        into.clear();
        if self.phase() != Phase::Act {
            return;
        }
        let whats = self.whats(rules);
        let sources = self.display().all_sources();
        let room = self.room(rules);
        for attribute in whats.attributes.iter() {
            let takes = self.takes_from(attribute, room, |kind| sources[kind.index()]);
            into.extend(takes.map(Action::Acquire));
        }
        for kind in whats.tiles.iter() {
            let cells = self.cells_for(kind).iter();
            self.list_paid(kind, &cells, |cell, pay| Action::Place { kind, cell, pay }, into);
        }
        for kind in whats.expansions.iter() {
            let spots = self.spots_for(kind).iter();
            let expand = |Spot { area, petal }, pay| Action::Expand { kind, area, petal, pay };
            self.list_paid(kind, &spots, expand, into);
        }
        if whats.buy {
            into.extend(self.areas_to_buy().iter().map(|area| Action::Buy { area }));
        }
        into.push(Action::PASS);
    }

    /// Lists an action for each place and each payment.
    fn list_paid<Place>(
        &self,
        kind: Kind,
        places: &(impl Iterator<Item = Place> + Clone),
        action: impl Fn(Place, Payment) -> Action,
        into: &mut Vec<Action>,
    ) {
        let storage = self.player().storage;
        for way in storage.ways(kind) {
            for pay in way.payments(storage) {
                into.extend(places.clone().map(|place| action(place, pay)));
            }
        }
    }

    /// Returns every legal action, as [`State::list_actions`] lists them.
    pub fn actions(&self, rules: &Rules) -> impl Iterator<Item = Action> + use<> {
        let mut all = Vec::new();
        self.list_actions(rules, &mut all);
        all.into_iter()
    }

    /// Returns every set of copies that can be taken for an attribute.
    pub fn takes(&self, rules: &Rules, attribute: Attribute) -> impl Iterator<Item = Take> + use<> {
        self.takes_from(attribute, self.room(rules), |kind| self.display().sources(kind))
    }

    /// How many tiles and how many expansions still fit into the storage of the seat whose turn it is.
    pub(crate) fn room(&self, rules: &Rules) -> (usize, usize) {
        let storage = &self.player().storage;
        (storage.tile_room(rules), storage.expansion_room(rules))
    }

    fn takes_from(
        &self,
        attribute: Attribute,
        room: (usize, usize),
        sources: impl Fn(Kind) -> SourceSet,
    ) -> Takes {
        let display = self.display();
        let mut takes =
            Takes { attribute, room, choices: [Choice::default(); 6], len: 0, done: false };
        let on_offer = (display.tiles() | display.expansions()) & attribute.kinds();
        for (choice, kind) in takes.choices.iter_mut().zip(on_offer.iter()) {
            let all = sources(kind);
            *choice = Choice { place: attribute.place_of(kind) as u8, all, rest: all };
        }
        takes.len = on_offer.len();
        takes.done = on_offer.is_empty();
        takes
    }
}

/// A kind of which one copy is taken.
#[derive(Clone, Copy, Default)]
struct Choice {
    /// Its place among the kinds of the attribute.
    place: u8,
    /// Where it can be taken from.
    all: SourceSet,
    /// Where it is taken from now (the first), and then.
    rest: SourceSet,
}

/// Every combination of copies, like the wheels of a counter: the last kind's turns first.
struct Takes {
    attribute: Attribute,
    room: (usize, usize),
    choices: [Choice; 6],
    len: usize,
    done: bool,
}

impl Iterator for Takes {
    type Item = Take;

    fn next(&mut self) -> Option<Take> {
        while !self.done {
            let mut take = Take::nothing(self.attribute);
            let mut wholes = 0;
            let choices = &mut self.choices[..self.len];
            for choice in &*choices {
                let source = choice.rest.first()?;
                wholes += usize::from(source.is_whole());
                take.set_at(usize::from(choice.place), source);
            }
            self.done = !turn(choices);
            if wholes <= self.room.1 && self.len - wholes <= self.room.0 {
                return Some(take);
            }
        }
        None
    }
}

/// Turns to the next combination; `false` once all have been there.
fn turn(choices: &mut [Choice]) -> bool {
    for choice in choices.iter_mut().rev() {
        choice.rest = choice.rest.without_first();
        if !choice.rest.is_empty() {
            return true;
        }
        choice.rest = choice.all;
    }
    false
}
