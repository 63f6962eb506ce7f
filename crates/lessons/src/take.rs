//! Taking a lesson: the learner's actions so far, answered by chance and by the opponent.
use crate::lesson::Lesson;
use quinta_deal::Deal;
use quinta_record::notation;
use quinta_rules::{Action, Explanation, PositionError, Rules, Seat, State, Step, StepError};
use quinta_table::describe;
use quinta_wire::{
    BotLevel, Choices, EndReason, Event, FairView, LessonView, NumberedEvent, Options, ResultView,
    RoundScored, SeatView, Sitter, Stage, StateView, TableView,
};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

/// The seat of whoever learns.
pub const LEARNER: Seat = seat(0);
/// The seat of the scripted opponent.
pub const OPPONENT: Seat = seat(1);

const fn seat(number: u8) -> Seat {
    match Seat::new(number) {
        Some(seat) => seat,
        None => panic!("a table has these seats"),
    }
}

/// The luck of every lesson: the same for everybody.
const LUCK: [u8; 32] = [15; 32];

/// Why a lesson cannot be taken like this.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LessonError {
    /// An action is against the rules.
    #[error("{0}")]
    Refused(Explanation),
    /// The prepared luck does not fit; a test looks at every lesson.
    #[error(transparent)]
    Step(#[from] StepError),
    /// The lesson's position is none; a test looks at every lesson.
    #[error("the lesson cannot begin: {0}")]
    Position(#[from] PositionError),
}

/// A lesson under way.
struct Course<'a> {
    rules: &'static Rules,
    lesson: &'a Lesson,
    state: State,
    deal: Deal,
    events: Vec<NumberedEvent>,
    history: Vec<RoundScored>,
    result: Option<ResultView>,
    /// How many actions of its script the opponent has played.
    scripted: usize,
    done: bool,
}

/// Returns what a table would tell after these actions of the learner, and whether they have reached the goal.
pub fn take(lesson: &Lesson, actions: &[Action], name: &str) -> Result<LessonView, LessonError> {
    let rules = &Rules::FRONT;
    let state = lesson.begin(rules)?;
    let deal = Deal::sample(rules, &state, &mut ChaCha20Rng::from_seed(LUCK));
    let (events, history) = (Vec::new(), Vec::new());
    let mut course = Course {
        rules,
        lesson,
        state,
        deal,
        events,
        history,
        result: None,
        scripted: 0,
        done: false,
    };
    for action in actions {
        course.act(action)?;
    }
    Ok(course.told(name))
}

impl Course<'_> {
    /// The learner's action, and all that follows until it is their turn again.
    fn act(&mut self, action: &Action) -> Result<(), LessonError> {
        self.step(&Step::Act(LEARNER, *action))?;
        self.follow()?;
        while !self.state.is_over() && self.state.turn() == OPPONENT {
            let answer = self.answer();
            self.step(&Step::Act(OPPONENT, answer))?;
            self.follow()?;
        }
        Ok(())
    }

    /// What the opponent does: the next of its script, or it passes.
    fn answer(&mut self) -> Action {
        let next = self.lesson.opponent.script.get(self.scripted);
        self.scripted += 1;
        next.and_then(|text| notation::parse(text, &self.state).ok())
            .filter(|action| self.state.check(self.rules, OPPONENT, action).is_ok())
            .unwrap_or(Action::PASS)
    }

    /// Chance, as far as it is awaited.
    fn follow(&mut self) -> Result<(), LessonError> {
        while let Some(outcome) = self.deal.answer(self.rules, &self.state) {
            self.step(&Step::Chance(outcome))?;
        }
        Ok(())
    }

    fn step(&mut self, step: &Step) -> Result<(), LessonError> {
        let before = self.state;
        if let Step::Act(seat, action) = step {
            let refused = before.explain(self.rules, *seat, action).map(LessonError::Refused);
            refused.map_or(Ok(()), Err)?;
        }
        let effect = self.state.step(self.rules, step)?;
        let event = describe(self.rules, &before, step, &self.state, &effect, false);
        if let Event::Passed { round: Some(round), end, .. } = &event {
            self.history.push(round.clone());
            self.result = end.as_ref().map(|end| ResultView {
                reason: EndReason::Finished,
                winners: self.state.winners().collect(),
                scoring: Some(end.clone()),
            });
        }
        if let Step::Act(seat, action) = step
            && *seat == LEARNER
        {
            self.done |= self.lesson.goal.reached(LEARNER, action, &effect, &self.state);
        }
        let number = self.events.len() as u64 + 1;
        self.events.push(NumberedEvent { number, time: 0, event });
        Ok(())
    }

    /// In the words of the wire.
    fn told(self, name: &str) -> LessonView {
        let number = self.events.len() as u64;
        let sitters = [
            Sitter::Person {
                name: name.to_owned(),
                ready: true,
                resigned: false,
                timed_out: false,
                wants_end: false,
                hints: 0,
                played_by: None,
            },
            Sitter::Bot { level: BotLevel::Seedling },
        ];
        let seats = Seat::all(sitters.len()).zip(sitters);
        LessonView {
            name: self.lesson.name.clone(),
            done: self.done,
            choices: Choices::of(self.rules, &self.state, number)
                .filter(|choices| choices.seat == LEARNER),
            table: TableView {
                id: self.lesson.name.clone(),
                name: String::new(),
                number,
                stage: if self.state.is_over() { Stage::Over } else { Stage::Playing },
                options: Options::default(),
                rules: self.rules.clone(),
                seats: seats.map(|(seat, sitter)| SeatView { seat, sitter }).collect(),
                state: Some(StateView::of(self.rules, &self.state)),
                history: self.history,
                undo: None,
                clock: None,
                result: self.result,
                fair: FairView { commitment: String::new(), seed: None, luck: None, tab: None },
                rematch: None,
            },
            events: self.events,
        }
    }
}
