//! Colours, patterns, kinds and attributes, and sets of kinds as bits.
use crate::invalid::InvalidName;
use std::fmt;
use std::str::FromStr;

macro_rules! six {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident),+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name { $($(#[$vmeta])* $variant),+ }

        impl $name {
            /// All six, in the order of the rules.
            pub const ALL: [Self; 6] = [$(Self::$variant),+];

            /// Returns its place in [`Self::ALL`].
            pub const fn index(self) -> usize {
                self as usize
            }
        }
    };
}

six! {
    /// One of the six colours.
    Colour {
        /// `b`
        Blue,
        /// `y`
        Yellow,
        /// `g`
        DarkGreen,
        /// `l`
        LightGreen,
        /// `p`
        DarkPurple,
        /// `v`
        LightPurple
    }
}

six! {
    /// One of the six patterns; its number is its cost and its value.
    Pattern {
        /// `1`
        Tree,
        /// `2`
        Bird,
        /// `3`
        Butterfly,
        /// `4`
        Flower,
        /// `5`
        Lily,
        /// `6`
        Tulip
    }
}

impl Colour {
    /// Returns the letter that stands for it in records and notation.
    pub const fn letter(self) -> char {
        ['b', 'y', 'g', 'l', 'p', 'v'][self as usize]
    }

    /// Returns the English name.
    pub const fn name(self) -> &'static str {
        ["blue", "yellow", "dark green", "light green", "dark purple", "light purple"]
            [self as usize]
    }

    /// Returns the colour with that letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|c| c.letter() == letter)
    }
}

impl Pattern {
    /// Returns its number: what a hexagon of it costs and is worth.
    pub const fn value(self) -> u8 {
        self as u8 + 1
    }

    /// Returns the English name.
    pub const fn name(self) -> &'static str {
        ["tree", "bird", "butterfly", "flower", "lily", "tulip"][self as usize]
    }

    /// Returns the pattern with that number, 1 to 6.
    pub fn from_value(value: u8) -> Option<Self> {
        Self::ALL.get(usize::from(value).wrapping_sub(1)).copied()
    }
}

/// A pair of colour and pattern: what a hexagon shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(pub(crate) u8);

impl Kind {
    /// How many kinds there are.
    pub const COUNT: usize = 36;

    /// Returns the kind of this colour and pattern.
    pub const fn new(colour: Colour, pattern: Pattern) -> Self {
        Self(colour as u8 * 6 + pattern as u8)
    }

    /// Returns all kinds, by colour and then by pattern.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..Self::COUNT as u8).map(Self)
    }

    /// Returns the kind with this place in [`Kind::all`].
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// Returns its place in [`Kind::all`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns its colour.
    pub const fn colour(self) -> Colour {
        Colour::ALL[(self.0 / 6) as usize]
    }

    /// Returns its pattern.
    pub const fn pattern(self) -> Pattern {
        Pattern::ALL[(self.0 % 6) as usize]
    }

    /// Returns what it costs to place and what it is worth.
    pub const fn value(self) -> u8 {
        self.0 % 6 + 1
    }

    /// Returns whether it has this attribute.
    pub const fn has(self, attribute: Attribute) -> bool {
        attribute.kinds().contains(self)
    }

    /// Returns the colour's name and then the pattern's, in English.
    pub fn name(self) -> String {
        format!("{} {}", self.colour().name(), self.pattern().name())
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.colour().letter(), self.value())
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Kind {
    type Err = InvalidName;

    fn from_str(text: &str) -> Result<Self, InvalidName> {
        let mut chars = text.chars();
        let parts = (chars.next(), chars.next(), chars.next());
        if let (Some(letter), Some(digit), None) = parts
            && let Some(colour) = Colour::from_letter(letter)
            && let Some(value) = digit.to_digit(10)
            && let Some(pattern) = Pattern::from_value(value as u8)
        {
            return Ok(Self::new(colour, pattern));
        }
        let expected = "a colour's letter (b y g l p v), then a pattern's number (1 to 6)";
        Err(InvalidName::new("kind", text, expected))
    }
}

/// One colour or one pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Attribute {
    /// A colour.
    Colour(Colour),
    /// A pattern.
    Pattern(Pattern),
}

impl Attribute {
    /// How many attributes there are.
    pub const COUNT: usize = 12;

    /// Returns all twelve: the colours, then the patterns.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        Colour::ALL.into_iter().map(Self::Colour).chain(Pattern::ALL.into_iter().map(Self::Pattern))
    }

    /// Returns the attribute with this place in [`Attribute::all`].
    pub const fn from_index(index: usize) -> Option<Self> {
        match index {
            0..6 => Some(Self::Colour(Colour::ALL[index])),
            6..12 => Some(Self::Pattern(Pattern::ALL[index - 6])),
            _ => None,
        }
    }

    /// Returns its place in [`Attribute::all`].
    pub const fn index(self) -> usize {
        match self {
            Self::Colour(c) => c as usize,
            Self::Pattern(p) => 6 + p as usize,
        }
    }

    /// Returns the six kinds that have it.
    pub const fn kinds(self) -> KindSet {
        match self {
            Self::Colour(c) => KindSet(0b11_1111 << (6 * c as u32)),
            Self::Pattern(p) => KindSet(0x4104_1041 << p as u32),
        }
    }

    /// Returns the English name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Colour(c) => c.name(),
            Self::Pattern(p) => p.name(),
        }
    }

    /// Returns the place of a kind among the six that have this attribute: its pattern's for a colour, its colour's for a pattern.
    pub const fn place_of(self, kind: Kind) -> usize {
        match self {
            Self::Colour(_) => kind.pattern() as usize,
            Self::Pattern(_) => kind.colour() as usize,
        }
    }

    /// Returns the kind at that place (0 to 5) among the six that have this attribute.
    ///
    /// # Panics
    ///
    /// If the place is not 0 to 5.
    pub const fn kind_at(self, place: usize) -> Kind {
        assert!(place < 6, "an attribute has six kinds");
        match self {
            Self::Colour(c) => Kind(6 * c as u8 + place as u8),
            Self::Pattern(p) => Kind(p as u8 + 6 * place as u8),
        }
    }
}

/// A colour's letter or a pattern's number.
impl fmt::Display for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Colour(c) => write!(f, "{}", c.letter()),
            Self::Pattern(p) => write!(f, "{}", p.value()),
        }
    }
}

/// Reads a letter, a number or an English name (`b`, `3`, `blue`, `dark green`, `dark-green`, `butterfly`).
impl FromStr for Attribute {
    type Err = InvalidName;

    fn from_str(text: &str) -> Result<Self, InvalidName> {
        Self::all()
            .find(|a| {
                text == a.name() || text == a.to_string() || text == a.name().replace(' ', "-")
            })
            .ok_or_else(|| {
                InvalidName::new("attribute", text, "a colour or a pattern, such as b, 3 or blue")
            })
    }
}

/// A set of kinds, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct KindSet(pub(crate) u64);

impl KindSet {
    /// No kind.
    pub const EMPTY: Self = Self(0);
    /// All 36 kinds.
    pub const ALL: Self = Self((1 << Kind::COUNT) - 1);

    /// Returns the set of one kind.
    pub const fn of(kind: Kind) -> Self {
        Self(1 << kind.0)
    }

    /// Returns whether the kind is in it.
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 >> kind.0 & 1 != 0
    }

    /// Returns the set with the kind in it.
    pub const fn with(self, kind: Kind) -> Self {
        Self(self.0 | 1 << kind.0)
    }

    /// Returns the set without the kind.
    pub const fn without(self, kind: Kind) -> Self {
        Self(self.0 & !(1 << kind.0))
    }
}

/// A set of attributes, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct AttributeSet(pub(crate) u16);

impl AttributeSet {
    /// No attribute.
    pub const EMPTY: Self = Self(0);

    /// Returns whether the attribute is in it.
    pub const fn contains(self, attribute: Attribute) -> bool {
        self.0 >> attribute.index() & 1 != 0
    }

    /// Returns the set with the attribute in it.
    pub const fn with(self, attribute: Attribute) -> Self {
        Self(self.0 | 1 << attribute.index())
    }
}

/// What all the bit sets of this crate can do.
macro_rules! bit_set {
    ($set:ident of $item:ty, $make:expr) => {
        impl $set {
            /// Returns how many are in it.
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Returns whether it is empty.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Returns the one at this place, counted from 0.
            pub fn nth(self, place: usize) -> Option<$item> {
                let mut bits = self.0;
                for _ in 0..place {
                    bits &= bits.wrapping_sub(1);
                }
                if bits == 0 { None } else { Some($make(bits.trailing_zeros() as u8)) }
            }

            /// Returns the first one.
            pub fn first(self) -> Option<$item> {
                self.nth(0)
            }

            /// Returns whether the two have something in common.
            pub const fn meets(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }

            /// Returns whether all of the other is in this one.
            pub const fn includes(self, other: Self) -> bool {
                other.0 & !self.0 == 0
            }

            /// Iterates over them in order.
            pub fn iter(self) -> impl Iterator<Item = $item> + Clone {
                self.numbers().map($make)
            }

            /// The bits of those in it, in order.
            pub(crate) fn numbers(self) -> impl Iterator<Item = u8> + Clone {
                let mut bits = self.0;
                std::iter::from_fn(move || {
                    if bits == 0 {
                        return None;
                    }
                    let lowest = bits.trailing_zeros();
                    bits &= bits.wrapping_sub(1);
                    Some(lowest as u8)
                })
            }
        }

        impl std::ops::BitOr for $set {
            type Output = Self;
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl std::ops::BitOrAssign for $set {
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }

        impl std::ops::BitAnd for $set {
            type Output = Self;
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }

        impl std::ops::Sub for $set {
            type Output = Self;
            /// What is in the first and not in the second.
            fn sub(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }
        }

        impl FromIterator<$item> for $set {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> Self {
                items.into_iter().fold(Self::EMPTY, Self::with)
            }
        }

        impl std::fmt::Debug for $set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_set().entries(self.iter()).finish()
            }
        }
    };
}
pub(crate) use bit_set;

bit_set!(KindSet of Kind, Kind);
bit_set!(AttributeSet of Attribute, |bit| match usize::from(bit) {
    colour @ 0..6 => Attribute::Colour(Colour::ALL[colour]),
    pattern => Attribute::Pattern(Pattern::ALL[pattern - 6]),
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_pairs() {
        let all: Vec<_> = Kind::all().collect();
        assert_eq!(all.len(), 36);
        for (i, &kind) in all.iter().enumerate() {
            assert_eq!(Kind::new(kind.colour(), kind.pattern()), kind);
            assert_eq!(Kind::from_index(i), Some(kind));
            assert_eq!(kind.to_string().parse(), Ok(kind));
            assert_eq!(kind.value(), kind.pattern().value());
        }
        assert_eq!(Kind::from_index(36), None);
        assert_eq!("b3".parse::<Kind>().unwrap().name(), "blue butterfly");
    }

    #[test]
    fn each_attribute_has_its_six_kinds() {
        for attribute in Attribute::all() {
            let slow: KindSet = Kind::all()
                .filter(|k| match attribute {
                    Attribute::Colour(c) => k.colour() == c,
                    Attribute::Pattern(p) => k.pattern() == p,
                })
                .collect();
            assert_eq!(attribute.kinds(), slow, "{attribute}");
            assert_eq!(slow.len(), 6);
            for (place, kind) in slow.iter().enumerate() {
                assert!(kind.has(attribute));
                assert_eq!(attribute.kind_at(place), kind);
                assert_eq!(attribute.place_of(kind), place);
            }
            assert_eq!(Attribute::from_index(attribute.index()), Some(attribute));
            assert_eq!(attribute.to_string().parse(), Ok(attribute));
            assert_eq!(attribute.name().parse(), Ok(attribute));
            let json = serde_json::to_string(&attribute).unwrap();
            assert_eq!(serde_json::from_str::<Attribute>(&json).unwrap(), attribute);
        }
        assert_eq!("dark-green".parse(), Ok(Attribute::Colour(Colour::DarkGreen)));
        assert_eq!(Attribute::from_index(12), None);
    }

    #[test]
    fn what_is_no_name_is_refused_shortly() {
        for text in ["", "b", "b0", "b7", "x1", "b11", "B1", "é1", "1b"] {
            assert!(text.parse::<Kind>().is_err(), "{text}");
        }
        let long = "x".repeat(10_000).parse::<Kind>().unwrap_err().to_string();
        assert!(long.len() < 200);
        for json in ["0", "7", "-1", "300", "1.5", "\"x\"", "\"bb\"", "\"\"", "null", "\"3\""] {
            assert!(serde_json::from_str::<Attribute>(json).is_err(), "{json}");
        }
        let null = serde_json::from_str::<Attribute>("null").unwrap_err().to_string();
        assert!(null.contains("a colour's letter (b y g l p v) or a pattern's number"), "{null}");
    }

    #[test]
    fn sets_are_sets() {
        let some: KindSet = ["b1", "g4", "v6"].map(|k| k.parse().unwrap()).into_iter().collect();
        let b1: Kind = "b1".parse().unwrap();
        let v6: Kind = "v6".parse().unwrap();
        assert_eq!(some.len(), 3);
        assert_eq!(some.nth(0), Some(b1));
        assert_eq!(some.nth(2), Some(v6));
        assert_eq!(some.nth(3), None);
        assert_eq!(some.iter().collect::<KindSet>(), some);
        assert!(some.includes(KindSet::of(v6)) && !KindSet::of(v6).includes(some));
        assert_eq!(some - KindSet::of(b1), some.without(b1));
        assert_eq!(some.without(b1).with(b1), some);
        assert_eq!(some.with(b1), some);
        assert!(some.meets(KindSet::of(b1)) && !some.without(b1).meets(KindSet::of(b1)));
        assert_eq!(format!("{some:?}"), "{b1, g4, v6}");
        for one in Attribute::all() {
            let alone = AttributeSet::EMPTY.with(one);
            assert_eq!(alone.with(one), alone);
            for other in Attribute::all() {
                assert_eq!(alone.contains(other), other == one);
            }
        }
    }
}
