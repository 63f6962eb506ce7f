//! Complete legal actions, listed one by one.
use crate::action::Action;
use crate::board::Rules;
use crate::compact::{CompactAction, OneOfEach, Paid};
use crate::kind::{Attribute, Kind};
use crate::state::{Phase, State};
use crate::storage::Storage;

impl State {
    /// Lists every legal action but the passes that discard something.
    ///
    /// Clears `into` first. Reuse the buffer: once it has grown, nothing is allocated.
    ///
    /// The order is this: takes by attribute, as [`State::takes`] returns them; then tiles by kind, by payment and by cell; expansions
    /// by kind, by payment and by spot; bought expansions by area; and the pass. Payments come as [`Storage::ways`] and
    /// [`crate::Way::payments`] return them.
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
        self.list(rules, into);
    }

    /// Lists what [`State::list_actions`] lists, in the same order, but in eight bytes an action, which is much faster.
    pub fn list_compact(&self, rules: &Rules, into: &mut Vec<CompactAction>) {
        self.list(rules, into);
    }

    fn list<A: From<CompactAction>>(&self, rules: &Rules, into: &mut Vec<A>) {
        into.clear();
        if self.phase() != Phase::Act {
            return;
        }
        self.list_takes(rules, into);
        let storage = &self.player().storage;
        let payable = storage.payable();
        for kind in (payable & storage.tiles.kinds()).iter() {
            list_paid(into, storage, kind, self.cells_for(kind).0, CompactAction::place);
        }
        for kind in (payable & storage.expansions).iter() {
            list_paid(into, storage, kind, self.spots_for(kind).0, CompactAction::expand);
        }
        if self.can_buy(rules) {
            list_places(into, CompactAction::BUY, u64::from(self.areas_to_buy().0));
        }
        into.push(CompactAction::PASS.into());
    }

    fn list_takes<A: From<CompactAction>>(&self, rules: &Rules, into: &mut Vec<A>) {
        let one_of_each = OneOfEach::of(self.display());
        let several = self.display().several();
        let choosing = several.attributes();
        for number in self.attributes(rules).numbers() {
            let take = one_of_each.take(number);
            match Attribute::from_index(usize::from(number)) {
                Some(attribute) if choosing.0 >> number & 1 != 0 => {
                    let (start, kinds) = (take.as_take(attribute), several & attribute.kinds());
                    let mut list = |take| into.push(CompactAction::acquire(take).into());
                    self.each_take(self.room(rules), start, kinds, &mut list);
                }
                _ => into.push(take.into()),
            }
        }
    }

    /// Returns every legal action, as [`State::list_actions`] lists them.
    pub fn actions(&self, rules: &Rules) -> impl Iterator<Item = Action> + use<> {
        let mut all = Vec::new();
        self.list_compact(rules, &mut all);
        all.into_iter().map(CompactAction::action)
    }
}

/// Lists an action for each payment and each of these places.
fn list_paid<A: From<CompactAction>>(
    into: &mut Vec<A>,
    storage: &Storage,
    kind: Kind,
    places: u64,
    action: impl Fn(Paid) -> CompactAction,
) {
    if places == 0 {
        return;
    }
    for way in storage.ways(kind) {
        for pay in way.payments(*storage) {
            if let Some(paid) = Paid::new(kind, &pay) {
                list_places(into, action(paid), places);
            }
        }
    }
}

/// Lists this action in each of these places, a bit each. How many there are is known, so that room for them is made once.
fn list_places<A: From<CompactAction>>(into: &mut Vec<A>, action: CompactAction, mut places: u64) {
    into.extend((0..places.count_ones() as usize).map(|_| {
        let place = places.trailing_zeros() as u8;
        places &= places.wrapping_sub(1);
        A::from(action.at(place))
    }));
}
