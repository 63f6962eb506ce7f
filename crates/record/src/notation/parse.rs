//! Parsing notation.
use super::expected::Expected;
use super::token::{Token, tokens};
use super::without_choice;
use quinta_rules::{
    Action, Area, Attribute, Cell, Colour, Direction, Discard, Display, Kind, KindSet, Pattern,
    Payment, Quoted, Source, State, Take, Tiles,
};

/// Why a text is not an action: what was expected where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// The text has something else there.
    #[error("expected {expected} at character {at}, found {}", Quoted(.found))]
    Expected {
        /// What was expected.
        expected: Expected,
        /// Where, in characters from 1.
        at: usize,
        /// What the text has there.
        found: String,
    },
    /// The text ends too early.
    #[error("expected {expected} at the end")]
    Ended {
        /// What was expected.
        expected: Expected,
    },
    /// A kind that lies there more than once.
    #[error("{kind} is on offer more than once: say which, with {choices}")]
    WhichCopy {
        /// The kind.
        kind: Kind,
        /// How to say it.
        choices: String,
    },
    /// The text names no copies, and there is no state to complete it from.
    #[error("say which copies are taken: \"taking\" and then each of them, such as b1@0")]
    CopiesLeftOut,
    /// There is no such action.
    #[error("{0}")]
    Impossible(String),
}

/// Parses an action of the seat to act. Copies that are not named are those that the display leaves no choice about.
/// The action may still be illegal: [`State::explain`] says why.
pub fn parse(text: &str, state: &State) -> Result<Action, NotationError> {
    parse_with(text, Some(state.display()))
}

/// Parses an action whose text is complete without a state.
pub fn parse_full(text: &str) -> Result<Action, NotationError> {
    parse_with(text, None)
}

fn parse_with(text: &str, display: Option<&Display>) -> Result<Action, NotationError> {
    let tokens = tokens(text);
    let mut line = Line { tokens: &tokens };
    let action = match line.one_of(&["acquire", "place", "expand", "buy", "pass"])? {
        "acquire" => line.acquire(display)?,
        "place" => line.place()?,
        "expand" => line.expand()?,
        "buy" => {
            line.skip("on");
            Action::Buy { area: line.area()? }
        }
        _ => line.pass()?,
    };
    line.end(&[])?;
    Ok(action)
}

/// The rest of a line.
struct Line<'a> {
    tokens: &'a [Token<'a>],
}

fn impossible(problem: impl std::fmt::Display) -> NotationError {
    NotationError::Impossible(problem.to_string())
}

impl Line<'_> {
    fn peek(&self) -> Option<&str> {
        self.tokens.first().map(|token| token.text)
    }

    /// Consumes the next word if it is this one.
    fn skip(&mut self, word: &str) -> bool {
        let there = self.peek().is_some_and(|text| text.eq_ignore_ascii_case(word));
        self.tokens = &self.tokens[usize::from(there)..];
        there
    }

    fn expected(&self, expected: Expected) -> NotationError {
        match self.tokens.first() {
            None => NotationError::Ended { expected },
            Some(token) => NotationError::Expected {
                expected,
                at: token.at,
                found: token.text.chars().take(24).collect(),
            },
        }
    }

    fn one_of(&mut self, words: &'static [&'static str]) -> Result<&'static str, NotationError> {
        let found = words.iter().find(|word| self.skip(word));
        found.copied().ok_or_else(|| self.expected(Expected::Word(words)))
    }

    /// Expects the end; one of these words could have followed.
    fn end(&self, words: &'static [&'static str]) -> Result<(), NotationError> {
        if self.tokens.is_empty() { Ok(()) } else { Err(self.expected(Expected::WordOrEnd(words))) }
    }

    fn number<T: TryFrom<i64>>(&mut self, expected: Expected) -> Result<T, NotationError> {
        let number = self.peek().and_then(|text| text.parse::<i64>().ok());
        let Some(number) = number.and_then(|number| T::try_from(number).ok()) else {
            return Err(self.expected(expected));
        };
        self.tokens = &self.tokens[1..];
        Ok(number)
    }

    /// Parses a number that `make` accepts; consumes nothing otherwise.
    fn numbered<T>(
        &mut self,
        expected: Expected,
        make: impl Fn(u8) -> Option<T>,
    ) -> Result<T, NotationError> {
        let here = self.tokens;
        make(self.number(expected)?).ok_or_else(|| Line { tokens: here }.expected(expected))
    }

    fn area(&mut self) -> Result<Area, NotationError> {
        self.numbered(Expected::Area, Area::new)
    }

    fn cell(&mut self) -> Result<Cell, NotationError> {
        let q = self.number(Expected::Cell)?;
        if !self.skip(",") {
            return Err(self.expected(Expected::Comma));
        }
        let r = self.number(Expected::SecondNumber)?;
        Cell::new(q, r).ok_or_else(|| impossible(format_args!("a garden has no cell {q},{r}")))
    }

    /// A colour by its name. `green` and `purple` alone are not colours of this game.
    fn colour(&mut self) -> Option<Colour> {
        let here = self.tokens;
        for colour in Colour::ALL {
            if colour.name().split(' ').all(|word| self.skip(word)) {
                return Some(colour);
            }
            self.tokens = here;
        }
        None
    }

    fn pattern(&mut self) -> Option<Pattern> {
        Pattern::ALL.into_iter().find(|pattern| self.skip(pattern.name()))
    }

    fn attribute(&mut self) -> Result<Attribute, NotationError> {
        if let Some(colour) = self.colour() {
            return Ok(Attribute::Colour(colour));
        }
        if let Some(pattern) = self.pattern() {
            return Ok(Attribute::Pattern(pattern));
        }
        let code = self.peek().and_then(|text| text.to_ascii_lowercase().parse().ok());
        let Some(attribute) = code else {
            return Err(self.expected(Expected::Attribute));
        };
        self.tokens = &self.tokens[1..];
        Ok(attribute)
    }

    fn kind(&mut self, expected: Expected) -> Result<Kind, NotationError> {
        if let Some(colour) = self.colour() {
            let pattern = self.pattern().ok_or_else(|| self.expected(Expected::Pattern(colour)))?;
            return Ok(Kind::new(colour, pattern));
        }
        let code = self.peek().and_then(|text| text.to_ascii_lowercase().parse().ok());
        let Some(kind) = code else { return Err(self.expected(expected)) };
        self.tokens = &self.tokens[1..];
        Ok(kind)
    }

    fn acquire(&mut self, display: Option<&Display>) -> Result<Action, NotationError> {
        let attribute = self.attribute()?;
        let full = self.skip("taking");
        let mut copies = Vec::new();
        if full && self.skip("nothing") {
            self.end(&[])?;
        } else if full || self.skip("with") {
            copies.push(self.copy()?);
            while !self.tokens.is_empty() {
                self.skip(",");
                copies.push(self.copy()?);
            }
        }
        self.end(&["taking", "with"])?;
        if !full {
            let display = display.ok_or(NotationError::CopiesLeftOut)?;
            fill_up(&mut copies, display, attribute)?;
        }
        Take::new(attribute, copies).map(Action::Acquire).map_err(impossible)
    }

    fn copy(&mut self) -> Result<(Kind, Source), NotationError> {
        let kind = self.kind(Expected::Copy)?;
        if !self.skip("@") {
            return Err(self.expected(Expected::At(kind)));
        }
        let tile = self.numbered(Expected::Slot, Source::tile)?;
        let source = if self.skip("!") { Source::whole(tile.from()) } else { Some(tile) };
        source.map(|source| (kind, source)).ok_or_else(|| self.expected(Expected::Slot))
    }

    fn place(&mut self) -> Result<Action, NotationError> {
        let kind = self.kind(Expected::Tile)?;
        self.one_of(&["at"])?;
        let cell = self.cell()?;
        Ok(Action::Place { kind, cell, pay: self.payment()? })
    }

    fn expand(&mut self) -> Result<Action, NotationError> {
        let kind = self.kind(Expected::Expansion)?;
        self.skip("!");
        self.one_of(&["on"])?;
        let area = self.area()?;
        self.one_of(&["facing"])?;
        let petal = self.numbered(Expected::Direction, Direction::new)?;
        Ok(Action::Expand { kind, area, petal, pay: self.payment()? })
    }

    fn payment(&mut self) -> Result<Payment, NotationError> {
        if self.tokens.is_empty() {
            return Ok(Payment::NOTHING);
        }
        if !self.skip("paying") {
            return Err(self.expected(Expected::WordOrEnd(&["paying"])));
        }
        let Hexagons { tiles, expansions, jokers } = self.hexagons(true)?;
        Payment::new(tiles, expansions, jokers).map_err(impossible)
    }

    fn pass(&mut self) -> Result<Action, NotationError> {
        if self.tokens.is_empty() {
            return Ok(Action::PASS);
        }
        if !self.skip("discarding") {
            return Err(self.expected(Expected::WordOrEnd(&["discarding"])));
        }
        let Hexagons { tiles, expansions, .. } = self.hexagons(false)?;
        let tiles = Tiles::from_kinds(tiles)
            .ok_or_else(|| impossible("there are only three tiles of each kind"))?;
        let set: KindSet = expansions.iter().copied().collect();
        if set.len() != expansions.len() {
            return Err(impossible("there is only one expansion of each kind"));
        }
        Ok(Action::Pass(Discard { tiles, expansions: set }))
    }

    /// Parses at least one, up to the end of the line.
    fn hexagons(&mut self, with_jokers: bool) -> Result<Hexagons, NotationError> {
        let expected = if with_jokers { Expected::Payment } else { Expected::Discard };
        let mut all = Hexagons::default();
        loop {
            if with_jokers && self.skip("*") {
                all.jokers =
                    all.jokers.checked_add(1).ok_or_else(|| impossible("too many jokers"))?;
            } else {
                let kind = self.kind(expected)?;
                if self.skip("!") { all.expansions.push(kind) } else { all.tiles.push(kind) }
            }
            self.skip(",");
            if self.tokens.is_empty() {
                return Ok(all);
            }
        }
    }
}

/// What is paid or discarded.
#[derive(Default)]
struct Hexagons {
    tiles: Vec<Kind>,
    expansions: Vec<Kind>,
    jokers: u8,
}

/// Adds the copies about which there is no choice.
fn fill_up(
    copies: &mut Vec<(Kind, Source)>,
    display: &Display,
    attribute: Attribute,
) -> Result<(), NotationError> {
    let named: KindSet = copies.iter().map(|&(kind, _)| kind).collect();
    copies.extend(without_choice(display, attribute).filter(|&(kind, _)| !named.contains(kind)));
    for kind in (attribute.kinds() - named).iter() {
        let sources = display.sources(kind);
        if sources.len() > 1 {
            let choices = sources.iter().map(|source| {
                format!("{kind}@{}{}", source.from(), if source.is_whole() { "!" } else { "" })
            });
            let choices = choices.collect::<Vec<_>>().join(" or ");
            return Err(NotationError::WhichCopy { kind, choices });
        }
    }
    Ok(())
}
