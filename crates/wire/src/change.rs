//! What has changed of a document, so that a client is not sent again what it knows. `docs/api.md` tells the form.
use crate::choices::{
    AcquireChoice, BlockedCell, BlockedSpot, BuyChoice, CellChoice, Choices, ExpandChoice,
    KindCopies, PassChoice, PlaceChoice, SpotChoice,
};
use crate::scoring::{FinalPoints, GroupPoints, Outlook, RoundScored};
use crate::state::{AreaView, DisplayView, Face, Ground, HexView, PlayerView, SlotView, StateView};
use crate::table::{
    ClockView, FairView, Options, ResultView, SeatView, Stage, TableView, UndoView,
};
use quinta_rules::scoring::Preview;
use quinta_rules::{
    Area, Attribute, Cell, CopyRef, Direction, Explanation, Kind, KindSet, Payment, Phase, Rules,
    Seat, Tiles,
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A document that can be told by what has changed of it.
pub trait Changing: PartialEq + Serialize {
    /// Writes all of it, as a change.
    fn whole<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry("=", self)?;
        map.end()
    }

    /// Writes what makes it of the old one, from which it differs.
    fn change<S: Serializer>(&self, _old: &Self, serializer: S) -> Result<S::Ok, S::Error> {
        self.whole(serializer)
    }
}

/// What makes a document of an older one: it is worked out as it is written.
#[derive(Debug)]
pub struct Change<'a, T> {
    old: Option<&'a T>,
    new: &'a T,
}

impl<'a, T> Change<'a, T> {
    /// Returns what makes `new` of `old`.
    pub const fn of(old: &'a T, new: &'a T) -> Self {
        Self { old: Some(old), new }
    }

    /// What makes it of nothing.
    const fn whole(new: &'a T) -> Self {
        Self { old: None, new }
    }
}

impl<T: Changing> Serialize for Change<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.old {
            Some(old) => self.new.change(old, serializer),
            None => self.new.whole(serializer),
        }
    }
}

impl<T> JsonSchema for Change<'_, T> {
    fn schema_name() -> Cow<'static, str> {
        "Change".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let form = "What has changed of a document. A string, a number, true, false or null: it is this now. `{\"=\": …}`: it is this now. \
            Other objects: these of its fields have changed, `{}` for one that is gone. A list: its entries now, a number for an old \
            entry that is as it was, a pair of number and change for an old entry that has changed, `{\"=\": …}` for a new one.";
        json_schema!({ "description": form })
    }
}

/// What is told by its value alone: strings, numbers, true, false and null.
macro_rules! values {
    ($($type:ty),+ $(,)?) => {
        $(impl Changing for $type {
            fn whole<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.serialize(serializer)
            }
        })+
    };
}

/// Objects and lists that are told as a whole.
macro_rules! wholes {
    ($($type:ty),+ $(,)?) => {
        $(impl Changing for $type {})+
    };
}

/// Objects that are told by the fields that have changed; all of them are named here. An optional field that is none is left out of its
/// object, but for those after a semicolon, which are null then.
macro_rules! objects {
    ($($type:ident { $($field:ident),+ $(; $($null:ident),+)? })+) => {
        $(impl Changing for $type {
            fn change<S: Serializer>(&self, old: &Self, serializer: S) -> Result<S::Ok, S::Error> {
                let Self { $($field),+ $(, $($null),+)? } = self;
                let mut map = serializer.serialize_map(None)?;
                $(if *$field != old.$field {
                    map.serialize_entry(stringify!($field), &Change::of(&old.$field, $field))?;
                })+
                $($(if *$null != old.$null {
                    map.serialize_entry(stringify!($null), $null)?;
                })+)?
                map.end()
            }
        })+
    };
}

/// Entries of lists, with the fields that tell one from the others.
macro_rules! entries {
    ($($type:ident by $($field:ident)and+),+ $(,)?) => {
        $(impl Entry for $type {
            fn is(&self, old: &Self) -> bool {
                $(self.$field == old.$field)&&+
            }
        })+
    };
}

values! {
    bool, u8, u32, u64, i16, i32, String, Area, Attribute, Direction, Face, Ground, Kind, Phase, Seat, Stage
}
wholes! {
    Cell, Explanation, KindSet, Options, Preview, ResultView, RoundScored, Rules, SeatView, Tiles, [Option<u32>; 4],
    Vec<Area>, Vec<CopyRef>, Vec<GroupPoints>, Vec<Kind>, Vec<Payment>, Vec<Seat>, Vec<String>, Vec<u64>, Vec<Vec<CopyRef>>
}
objects! {
    TableView {
        id, name, number, stage, options, rules, seats, state, history, undo, clock, result, fair, rematch
    }
    UndoView { seat, to, further }
    ClockView { now, running, deadline, left }
    FairView { commitment, seed, luck, tab }
    StateView {
        round, turn, phase, players, display, bag, tower, supply, unseen, stacks_to_come;
        marker
    }
    PlayerView { seat, score, passed, garden, areas, tiles, expansions, jokers, outlook }
    HexView { cell, kind, printed }
    AreaView { area, centre, ground, petal }
    DisplayView { slots, top }
    SlotView { slot, face, kind, tiles }
    Outlook { rounds, end, total }
    FinalPoints { jokers, leftover, groups, groups_total }
    Choices { at, seat, acquire, place, expand, buy, pass }
    AcquireChoice { attribute, reason, kinds, takes, tile_room, expansion_room }
    KindCopies { kind, copies }
    PlaceChoice { kind, reason, cells, blocked, payments }
    CellChoice { cell, preview }
    BlockedCell { cell, reason }
    ExpandChoice { kind, reason, spots, blocked, payments }
    SpotChoice { area, petal, cell, preview }
    BlockedSpot { area, petal, cell, reason }
    BuyChoice { cost, reason, areas }
    PassChoice { marker_cost, most_loss, takes_marker, only, ends_round }
}
entries! {
    SeatView by seat,
    RoundScored by round,
    PlayerView by seat,
    HexView by cell,
    AreaView by area,
    SlotView by slot,
    AcquireChoice by attribute,
    KindCopies by kind,
    PlaceChoice by kind,
    CellChoice by cell,
    BlockedCell by cell,
    ExpandChoice by kind,
    SpotChoice by area and petal,
    BlockedSpot by area and petal,
}

impl<T: Changing> Changing for Option<T> {
    fn whole<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Some(new) => new.whole(serializer),
            None => serializer.serialize_map(Some(0))?.end(),
        }
    }

    fn change<S: Serializer>(&self, old: &Self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self, old) {
            (Some(new), Some(old)) => new.change(old, serializer),
            _ => self.whole(serializer),
        }
    }
}

impl Changing for BTreeMap<String, u8> {
    fn change<S: Serializer>(&self, old: &Self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, count) in self.iter().filter(|(name, count)| old.get(*name) != Some(*count)) {
            map.serialize_entry(name, count)?;
        }
        for name in old.keys().filter(|name| !self.contains_key(*name)) {
            map.serialize_entry(name, &Change::whole(&None::<u8>))?;
        }
        map.end()
    }
}

/// An entry of a list in which it can be found again.
trait Entry: Changing {
    /// Whether it is about the same thing as the old one.
    fn is(&self, old: &Self) -> bool;
}

impl<T: Entry> Changing for Vec<T> {
    fn change<S: Serializer>(&self, old: &Self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.len()))?;
        let mut next = 0;
        for new in self {
            // Most of them follow the one before, as they did.
            let place = (next..old.len()).chain(0..next).find(|&place| new.is(&old[place]));
            match place {
                Some(place) if old[place] == *new => list.serialize_element(&place)?,
                Some(place) => {
                    list.serialize_element(&(place, Change::of(&old[place], new)))?;
                }
                None => list.serialize_element(&Change::whole(new))?,
            }
            next = place.map_or(next, |place| place + 1);
        }
        list.end()
    }
}

/// Returns what a document is after a change; nothing where the change is not one of this document.
#[must_use]
pub fn changed(old: Option<Value>, change: Value) -> Option<Value> {
    match change {
        Value::Array(entries) => {
            let Some(Value::Array(old)) = old else { return None };
            // An old entry is moved, not copied: it stands in one place of the new list at most.
            let mut old: Vec<Option<Value>> = old.into_iter().map(Some).collect();
            let mut place =
                |number: &Value| old.get_mut(usize::try_from(number.as_u64()?).ok()?)?.take();
            let entry = |entry| match entry {
                Value::Number(number) => place(&number.into()),
                Value::Array(mut pair) if pair.len() == 2 => {
                    let change = pair.pop()?;
                    changed(Some(place(&pair[0])?), change)
                }
                new => changed(None, new),
            };
            entries.into_iter().map(entry).collect::<Option<_>>().map(Value::Array)
        }
        Value::Object(mut fields) => {
            if let Some(new) = fields.remove("=") {
                return Some(new);
            }
            let Some(Value::Object(mut object)) = old else { return None };
            for (name, change) in fields {
                let old = object.remove(&name);
                let is_gone = change.as_object().is_some_and(serde_json::Map::is_empty);
                if !is_gone {
                    object.insert(name, changed(old, change)?);
                }
            }
            Some(Value::Object(object))
        }
        value => Some(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_change_of_another_document_is_none() {
        let old = json!({ "list": [1, 2], "object": {} });
        for change in [
            json!([0]),
            json!({ "list": { "field": 1 } }),
            json!({ "list": [2] }),
            json!({ "list": [0, 0] }),
            json!({ "list": [[0]] }),
            json!({ "list": [[-1, 3]] }),
            json!({ "list": [{ "field": 1 }] }),
            json!({ "object": [] }),
            json!({ "new": { "field": 1 } }),
            json!({ "new": [0] }),
        ] {
            assert_eq!(changed(Some(old.clone()), change.clone()), None, "{change}");
        }
    }

    #[test]
    fn fields_come_change_and_go() {
        let old = json!({ "stays": [1], "goes": 1, "changes": 1, "list": ["a", "b", { "c": 1 }] });
        let change = json!({ "goes": {}, "changes": null, "comes": { "=": { "a": 1 } },
            "list": [{ "=": "d" }, [2, { "c": 2 }], 0] });
        let new = json!({ "stays": [1], "changes": null, "comes": { "a": 1 }, "list": ["d", { "c": 2 }, "a"] });
        assert_eq!(changed(Some(old), change), Some(new));
    }
}
