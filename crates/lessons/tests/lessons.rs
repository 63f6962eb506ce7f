//! Every lesson can be taken: it begins, its goal can be reached by a legal action, and not by every one.
use quinta_lessons::{LEARNER, Lesson, LessonError, lesson, lessons, take};
use quinta_rules::{Action, Illegal, Rules};

/// All legal actions of the learner, passing included.
fn actions(of: &Lesson) -> Vec<Action> {
    let state = of.begin(&Rules::FRONT).unwrap_or_else(|why| panic!("{}: {why}", of.name));
    let mut all = Vec::new();
    state.list_actions(&Rules::FRONT, &mut all);
    all.push(Action::PASS);
    all
}

#[test]
fn there_are_ten_lessons_and_four_exercises() {
    let exercises = lessons().iter().filter(|lesson| lesson.exercise).count();
    assert!(lessons().len() - exercises >= 10 && exercises >= 4, "{}", lessons().len());
    for (i, one) in lessons().iter().enumerate() {
        assert!(lessons()[..i].iter().all(|other| other.name != one.name), "{}", one.name);
        assert_eq!(lesson(&one.name), Some(one));
        assert!(["display", "storage", "garden", "buy", "pass"].contains(&one.look.as_str()));
    }
    assert_eq!(lesson("nothing"), None);
}

/// The reader that lessons go through ignores what it does not know; this one does not.
#[test]
fn no_lesson_has_a_field_that_lessons_do_not_have() {
    let strict: Vec<Lesson> =
        serde_json::from_str(include_str!("../../../lessons/lessons.json")).unwrap();
    assert_eq!(strict, lessons());
}

#[test]
fn every_goal_can_be_reached_at_once_and_is_not_reached_by_everything() {
    for one in lessons() {
        let begun = take(one, &[], "Anna").unwrap();
        assert!(!begun.done && begun.choices.is_some(), "{}", one.name);
        let reached = |action: &Action| take(one, &[*action], "Anna").unwrap().done;
        let all = actions(one);
        assert!(all.iter().any(reached), "{}: nothing reaches the goal", one.name);
        assert!(!all.iter().all(reached), "{}: everything reaches the goal", one.name);
    }
}

#[test]
fn nobody_gets_stuck() {
    for one in lessons() {
        // Passing is always possible, and the table goes on or says that the game is over.
        let after = take(one, &[Action::PASS], "Anna").unwrap();
        let over = after.table.result.is_some();
        assert!(over || after.choices.is_some(), "{}", one.name);
        assert_eq!(after.table.seats.len(), 2);
        let events: Vec<u64> = after.events.iter().map(|event| event.number).collect();
        assert_eq!(events, (1..=after.table.number).collect::<Vec<_>>(), "{}", one.name);
    }
}

#[test]
fn what_is_against_the_rules_is_explained() {
    let twice = lesson("twice").unwrap();
    let action = Action::Place {
        kind: "y2".parse().unwrap(),
        cell: quinta_rules::Cell::new(0, -1).unwrap(),
        pay: quinta_rules::Payment {
            tiles: quinta_rules::KindSet::of("y6".parse().unwrap()),
            ..Default::default()
        },
    };
    let Err(LessonError::Refused(why)) = take(twice, &[action], "Anna") else { panic!() };
    assert_eq!(why.code(), Illegal::KindTwice);
    let state = twice.begin(&Rules::FRONT).unwrap();
    assert_eq!(state.turn(), LEARNER);
}

#[test]
fn a_lesson_is_the_same_for_everybody() {
    let one = lesson("colour").unwrap();
    let action = actions(one)[0];
    assert_eq!(take(one, &[action], "Anna").unwrap(), take(one, &[action], "Anna").unwrap());
}
