//! Every set of copies that can be taken for an attribute.
use crate::action::Take;
use crate::board::Rules;
use crate::kind::{Attribute, KindSet};
use crate::state::State;

impl State {
    /// Returns every set of copies that can be taken for an attribute: the copies of the last kind change first, and of each kind
    /// tiles come before the expansion.
    pub fn takes(&self, rules: &Rules, attribute: Attribute) -> impl Iterator<Item = Take> + use<> {
        let on_offer = (self.display().tiles() | self.display().expansions()) & attribute.kinds();
        let mut all = Vec::new();
        let nothing = Take::nothing(attribute);
        self.each_take(self.room(rules), nothing, on_offer, &mut |take| all.push(take));
        all.into_iter()
    }

    /// Every take that differs from this one in the copies of these kinds, which are on offer, and for which there is room. There must be such
    /// a kind, or there is no take.
    pub(crate) fn each_take(
        &self,
        room: (usize, usize),
        mut take: Take,
        kinds: KindSet,
        list: &mut impl FnMut(Take),
    ) {
        let Some(kind) = kinds.first() else { return };
        let later = kinds.without(kind);
        for source in self.display().sources(kind).iter() {
            take.set(kind, source);
            if later.is_empty() {
                let (tiles, expansions) = take.counts();
                if tiles <= room.0 && expansions <= room.1 {
                    list(take);
                }
            } else {
                self.each_take(room, take, later, list);
            }
        }
    }

    /// How many tiles and how many expansions still fit into the storage of the seat whose turn it is.
    pub(crate) fn room(&self, rules: &Rules) -> (usize, usize) {
        let storage = &self.player().storage;
        (storage.tile_room(rules), storage.expansion_room(rules))
    }
}
