//! Conversions between the types of the log and those of the wire. Nothing else knows which of them mean the same.
use crate::log;
use quinta_wire as wire;

/// Words with the same cases on both sides.
macro_rules! same {
    ($word:ident: $($case:ident $({ $($field:ident),+ })? $(($inner:ident))?),+) => {
        same!(@one wire, log, $word: $($case $({ $($field),+ })? $(($inner))?),+);
        same!(@one log, wire, $word: $($case $({ $($field),+ })? $(($inner))?),+);
    };
    (@one $from:ident, $to:ident, $word:ident:
        $($case:ident $({ $($field:ident),+ })? $(($inner:ident))?),+) => {
        impl From<$from::$word> for $to::$word {
            fn from(word: $from::$word) -> Self {
                match word {
                    $($from::$word::$case $({ $($field),+ })? $(($inner))? => {
                        Self::$case $({ $($field),+ })? $(($inner))?
                    })+
                }
            }
        }
    };
}

/// Words with the same fields on both sides.
macro_rules! same_fields {
    ($word:ident: $($field:ident),+) => {
        same_fields!(@one wire, log, $word: $($field),+);
        same_fields!(@one log, wire, $word: $($field),+);
    };
    (@one $from:ident, $to:ident, $word:ident: $($field:ident),+) => {
        impl From<&$from::$word> for $to::$word {
            fn from(word: &$from::$word) -> Self {
                Self { $($field: word.$field.clone().into()),+ }
            }
        }
    };
}

same!(Phrase: Hello, Luck, Nice, Garden, Wanted, Oops, Thinking, Moment, Thanks, Played, Again);
same!(EndReason: Finished, Agreed, Resigned, Abandoned);
same!(Access: Open, Invitation);
same!(Undo: Never, Last, Free);
same!(Clock: None, PerMove { seconds }, PerGame { seconds, increment }, Days { days });
same!(First: Lot, Seat(seat));
same_fields!(Options: board, rules, first, access, clock, undo, hints, hint_limit);
