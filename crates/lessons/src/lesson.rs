//! A lesson as data, and the position that it begins with.
use crate::goal::Goal;
use quinta_rules::{
    Area, AreaPosition, Cell, Kind, KindSet, Position, PositionError, Rules, Seat, SeatPosition,
    SlotPosition, State, Tiles,
};
use quinta_wire::{LessonName, Lessons};
use serde::Deserialize;
use std::sync::LazyLock;

/// A lesson: where it begins, what is to be done, and what lights up.
///
/// What is not named is as at the start of a round: all other tiles lie in the bag, all other expansions have never been seen.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Its name: `lesson.NAME.title` and `lesson.NAME.text` are its words.
    pub name: String,
    /// Whether it is an exercise, to be solved without being told how.
    #[serde(default)]
    pub exercise: bool,
    /// The round, from 1.
    #[serde(default = "first")]
    pub round: u8,
    /// The learner's tiles in storage.
    #[serde(default)]
    pub tiles: Vec<Kind>,
    /// The learner's expansions in storage.
    #[serde(default)]
    pub expansions: Vec<Kind>,
    /// The learner's jokers.
    #[serde(default)]
    pub jokers: u8,
    /// The learner's garden: hexagons and where they stand.
    #[serde(default)]
    pub garden: Vec<(Kind, Cell)>,
    /// The areas that are not free, by their numbers.
    #[serde(default)]
    pub areas: Vec<(Area, AreaPosition)>,
    /// The expansions of the display; the last is the top of the stack.
    pub display: Vec<SlotPosition>,
    /// Who sits opposite.
    #[serde(default)]
    pub opponent: Opponent,
    /// What is to be done.
    pub goal: Goal,
    /// The part of the table that lights up.
    pub look: String,
}

/// A scripted opponent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Opponent {
    /// Whether it has passed already, so that the learner plays alone.
    pub passed: bool,
    /// Its tiles in storage.
    pub tiles: Vec<Kind>,
    /// What it does on its turns, in notation; after that, or where it cannot, it passes.
    pub script: Vec<String>,
}

const fn first() -> u8 {
    1
}

/// Returns every lesson and exercise, in the order in which they are taken.
pub fn lessons() -> &'static [Lesson] {
    static LESSONS: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
        // The file is part of the program, and a test reads it.
        serde_json::from_slice(include_bytes!("../../../lessons/lessons.json")).unwrap_or_default()
    });
    &LESSONS
}

/// Returns what a list of the lessons tells of each.
pub fn list() -> Lessons {
    let lessons = lessons().iter().map(|lesson| LessonName {
        name: lesson.name.clone(),
        exercise: lesson.exercise,
        look: lesson.look.clone(),
    });
    Lessons { lessons: lessons.collect() }
}

/// Returns the lesson of this name.
pub fn lesson(name: &str) -> Option<&'static Lesson> {
    lessons().iter().find(|lesson| lesson.name == name)
}

impl Lesson {
    /// Returns the position that it begins with.
    pub fn begin(&self, rules: &Rules) -> Result<State, PositionError> {
        let passed: Vec<Seat> =
            self.opponent.passed.then_some(crate::OPPONENT).into_iter().collect();
        let size = usize::from(rules.stack_size(2).unwrap_or_default());
        let stack = size + 1 - self.display.len().clamp(1, size);
        let mut display = self.display.clone();
        display.resize(size, SlotPosition::FaceDown(Vec::new()));
        let mut areas = [AreaPosition::Free; 6];
        for &(area, ground) in &self.areas {
            areas[area.index()] = ground;
        }
        let seat = |tiles: &[Kind], expansions: KindSet, jokers, areas, garden| SeatPosition {
            score: i16::from(rules.start_score),
            tiles: Tiles::from_kinds(tiles.iter().copied()).unwrap_or(Tiles::EMPTY),
            expansions,
            jokers,
            areas,
            garden,
        };
        let own = self.expansions.iter().copied().collect();
        let learner = seat(&self.tiles, own, self.jokers, areas, self.garden.clone());
        let free = [AreaPosition::Free; 6];
        let opponent =
            seat(&self.opponent.tiles, KindSet::EMPTY, rules.start_jokers, free, Vec::new());
        let seats = vec![learner, opponent];
        let mut position = Position {
            round: self.round,
            turn: crate::LEARNER,
            marker: passed.first().copied(),
            passed,
            stack: u8::try_from(stack).unwrap_or_default(),
            bag: Tiles::BOX,
            tower: Tiles::EMPTY,
            unseen: KindSet::ALL,
            seats,
            display,
        };
        leave_out_what_is_used(&mut position);
        State::try_from((rules, &position))
    }
}

/// Takes what lies elsewhere out of the bag and out of what was never seen.
fn leave_out_what_is_used(position: &mut Position) {
    let (mut tiles, mut expansions) = (Vec::new(), Vec::new());
    for seat in &position.seats {
        tiles.extend(seat.tiles.iter());
        tiles.extend(seat.garden.iter().map(|(kind, _)| *kind));
        expansions.extend(seat.expansions.iter());
        for ground in seat.areas {
            if let AreaPosition::FaceUp(kind, _) = ground {
                expansions.push(kind);
            }
        }
    }
    for slot in &position.display {
        match slot {
            SlotPosition::FaceDown(on) => tiles.extend(on),
            SlotPosition::FaceUp(kind) => expansions.push(*kind),
            SlotPosition::Taken => {}
        }
    }
    for kind in tiles {
        position.bag.remove(kind);
    }
    for kind in expansions {
        position.unseen = position.unseen.without(kind);
    }
}
