//! The one check of an action.
use crate::action::{Action, Discard, Illegal, Seat, Take};
use crate::board::Rules;
use crate::cell::{Area, Cell, Direction};
use crate::garden::Ground;
use crate::kind::{Kind, KindSet};
use crate::payment::Payment;
use crate::state::{Phase, Player, State};

impl State {
    /// Checks whether this seat may do this now.
    pub fn check(&self, rules: &Rules, seat: Seat, action: &Action) -> Result<(), Illegal> {
        self.check_turn(seat)?;
        match action {
            Action::Acquire(take) => self.check_take(rules, *take),
            Action::Place { kind, cell, pay } => self.check_place(*kind, *cell, pay),
            Action::Expand { kind, area, petal, pay } => {
                self.check_expand(*kind, *area, *petal, pay)
            }
            Action::Buy { area } => self.check_buy(rules, *area),
            Action::Pass(discard) => self.check_discard(discard),
        }
    }

    pub(crate) fn check_turn(&self, seat: Seat) -> Result<(), Illegal> {
        match self.phase {
            Phase::Over => Err(Illegal::GameOver),
            Phase::Draw | Phase::TurnUp => Err(Illegal::AwaitingChance),
            Phase::Act if seat != self.turn => Err(Illegal::NotYourTurn),
            Phase::Act => Ok(()),
        }
    }

    pub(crate) fn check_take(&self, rules: &Rules, take: Take) -> Result<(), Illegal> {
        let on_offer =
            (self.display.tiles() | self.display.expansions()) & take.attribute().kinds();
        if on_offer.is_empty() {
            return Err(Illegal::NothingOnOffer);
        }
        let mut taken = KindSet::EMPTY;
        let (mut tiles, mut expansions) = (0, 0);
        for (kind, source) in take.copies() {
            if !self.display.offers(kind, source) {
                return Err(Illegal::NotOnOffer);
            }
            taken = taken.with(kind);
            tiles += usize::from(!source.is_whole());
            expansions += usize::from(source.is_whole());
        }
        if taken != on_offer {
            return Err(Illegal::CopyMissing);
        }
        let storage = &self.player().storage;
        let fits = tiles <= storage.tile_room(rules)
            && (expansions == 0 || expansions <= storage.expansion_room(rules));
        if !fits {
            return Err(Illegal::NoRoom);
        }
        Ok(())
    }

    pub(crate) fn check_place(&self, kind: Kind, cell: Cell, pay: &Payment) -> Result<(), Illegal> {
        let Player { garden, storage, .. } = self.player();
        if !storage.tiles.kinds().contains(kind) {
            return Err(Illegal::NotInStorage);
        }
        if !garden.free_spaces().contains(cell) {
            let taken = garden.spaces().contains(cell);
            return Err(if taken { Illegal::SpaceTaken } else { Illegal::NoSuchSpace });
        }
        garden.check(kind, cell)?;
        pay.check(kind, storage)
    }

    pub(crate) fn check_expand(
        &self,
        kind: Kind,
        area: Area,
        petal: Direction,
        pay: &Payment,
    ) -> Result<(), Illegal> {
        let Player { garden, storage, .. } = self.player();
        if !storage.expansions.contains(kind) {
            return Err(Illegal::NotInStorage);
        }
        if garden.ground(area) != Ground::Free {
            return Err(Illegal::AreaTaken);
        }
        garden.check(kind, area.petal(petal))?;
        pay.check(kind, storage)
    }

    pub(crate) fn check_buy(&self, rules: &Rules, area: Area) -> Result<(), Illegal> {
        let player = self.player();
        if player.garden.ground(area) != Ground::Free {
            return Err(Illegal::AreaTaken);
        }
        if self.supply == 0 {
            return Err(Illegal::SupplyEmpty);
        }
        if player.score < i16::from(rules.expansion_price) {
            return Err(Illegal::TooFewPoints);
        }
        Ok(())
    }

    pub(crate) fn check_discard(&self, discard: &Discard) -> Result<(), Illegal> {
        let storage = &self.player().storage;
        if storage.tiles.contains_all(discard.tiles)
            && storage.expansions.includes(discard.expansions)
        {
            Ok(())
        } else {
            Err(Illegal::NotInStorage)
        }
    }
}
