//! The tutorial: prepared positions with a scripted opponent and a goal, as data, judged without I/O.
//!
//! A lesson that is being taken is nothing but its name and the learner's actions so far: [`take`] plays them from the prepared position and
//! tells what a table would tell. So nothing is stored, and the same code can run behind a server or in a page.
//!
//! ```
//! let lesson = &quinta_lessons::lessons()[0];
//! let begun = quinta_lessons::take(lesson, &[], "Anna")?;
//! assert!(!begun.done && begun.choices.is_some());
//! # Ok::<(), quinta_lessons::LessonError>(())
//! ```
mod goal;
mod lesson;
mod take;

pub use goal::{Axis, Goal, Verb};
pub use lesson::{Lesson, Opponent, lesson, lessons, list};
pub use take::{LEARNER, LessonError, OPPONENT, take};
