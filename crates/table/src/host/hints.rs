//! Questions to bots: each is thought about once, however many people ask it.
use super::api::{Advised, Effect, Question};
use crate::refusal::Refusal;
use quinta_rules::{Action, State};
use quinta_wire::{BotLevel, Refused, Reply};

/// A question that was asked lately.
#[derive(Debug)]
struct Asked {
    number: u64,
    state: State,
    level: BotLevel,
    about: Option<Action>,
    /// The commands that wait for the answer: their tickets and ids.
    waiting: Vec<(u64, String)>,
    answer: Option<Advised>,
}

/// The questions that are open, and the last one.
#[derive(Debug, Default)]
pub(super) struct Hints {
    last: u64,
    asked: Vec<Asked>,
}

fn reply(id: &str, number: u64, advised: &Advised) -> Reply {
    Reply { hint: advised.action, advice: advised.advice.clone(), ..Reply::new(id, number) }
}

impl Hints {
    /// A command asks a question; `number` is that of the table's last event.
    pub(super) fn ask(
        &mut self,
        (ticket, id): (u64, &str),
        state: &State,
        (level, about): (BotLevel, Option<Action>),
        number: u64,
    ) -> Option<Effect> {
        let same = |a: &&mut Asked| a.state == *state && a.level == level && a.about == about;
        if let Some(asked) = self.asked.iter_mut().find(same) {
            let Some(advised) = &asked.answer else {
                asked.waiting.push((ticket, id.to_owned()));
                return None;
            };
            return Some(Effect::Answer { ticket, answer: Ok(reply(id, number, advised)) });
        }
        self.asked.retain(|asked| asked.answer.is_none());
        self.last += 1;
        self.asked.push(Asked {
            number: self.last,
            state: *state,
            level,
            about,
            waiting: vec![(ticket, id.to_owned())],
            answer: None,
        });
        Some(Effect::Advise(Question { number: self.last, level, about }))
    }

    /// Answers those who wait for this question.
    pub(super) fn answer(
        &mut self,
        question: u64,
        advised: Option<Advised>,
        number: u64,
    ) -> Vec<Effect> {
        let Some(place) = self.asked.iter().position(|asked| asked.number == question) else {
            return Vec::new();
        };
        let waiting = std::mem::take(&mut self.asked[place].waiting);
        let answer = |(ticket, id): (u64, String)| {
            let answer = match &advised {
                Some(advised) => Ok(reply(&id, number, advised)),
                None => Err(Refused { id: Some(id), error: Refusal::Stale.to_error() }),
            };
            Effect::Answer { ticket, answer }
        };
        let effects = waiting.into_iter().map(answer).collect();
        if advised.is_some() && question == self.last {
            self.asked[place].answer = advised;
        } else {
            self.asked.remove(place);
        }
        effects
    }
}
