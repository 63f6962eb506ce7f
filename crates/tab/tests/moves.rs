//! The same seed gives the same move: here, and in the WebAssembly module, whose tests ask the same questions (`web/package/tests`).
mod common;

use common::Page;
use quinta_bots::{BotLevel, Budget};
use quinta_deal::{Deal, Seed};
use quinta_rules::{Position, Rules, State};
use quinta_tab::SearchJob;
use serde_json::{Value, json};
use std::fs;

/// Questions of every level from games of every size, each with its answer. `UPDATE=1` writes them anew.
const KNOWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/moves.jsonl");

fn questions() -> Vec<SearchJob> {
    let mut jobs = Vec::new();
    for (rules, seats) in [(Rules::FRONT, 2), (Rules::BACK, 3), (Rules::FRONT, 4)] {
        let deal = Deal::new(&Seed::from_number(seats as u64), &rules, seats).unwrap();
        let mut state = State::new(&rules, seats, deal.first()).unwrap();
        let gardener = BotLevel::Gardener.build(&rules, seats);
        let mut moves = 0;
        while !state.is_over() {
            if let Some(outcome) = deal.answer(&rules, &state) {
                state.chance(&rules, &outcome).unwrap();
                continue;
            }
            if moves % 7 == 3 {
                jobs.push(SearchJob {
                    level: BotLevel::ALL[jobs.len() % BotLevel::ALL.len()],
                    rules: rules.clone(),
                    position: Position::from(&state),
                    about: None,
                    budget: Budget::Simulations(300).to_string(),
                    seed: moves,
                });
            }
            let action = gardener.choose(&state, Budget::default(), moves).action;
            state.play(&rules, state.turn(), &action).unwrap();
            moves += 1;
        }
    }
    jobs
}

#[test]
fn the_same_seed_gives_the_same_move_as_ever() {
    let mut page = Page::new();
    let answered = questions().into_iter().map(|job| {
        let mut question = serde_json::to_value(job).unwrap();
        question["do"] = json!("think");
        let answer = page.ask(&question);
        assert!(answer["action"].is_object(), "{answer}");
        json!({ "question": question, "answer": answer })
    });
    let answered: Vec<Value> = answered.collect();
    assert!(answered.len() > 20);
    if std::env::var_os("UPDATE").is_some() {
        let lines: Vec<_> = answered.iter().map(Value::to_string).collect();
        fs::write(KNOWN, lines.join("\n") + "\n").unwrap();
    }
    let known = fs::read_to_string(KNOWN).unwrap();
    let known: Vec<Value> = known.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answered.len(), known.len());
    for (number, (answered, known)) in answered.iter().zip(&known).enumerate() {
        let level = &known["question"]["level"];
        assert_eq!(answered["question"], known["question"], "question {number}");
        assert_eq!(answered["answer"], known["answer"], "question {number}, {level}");
    }
}
