//! The choices that clients are sent (quinta-wire) against the slow generator.
mod house;
mod slow;

use quinta_bots::random;
use quinta_rules::{Action, Attribute, CopyRef, Rules, Seat, State, Take};
use quinta_wire::Choices;
use rand::{SeedableRng, rngs::SmallRng};
use std::collections::HashSet;

fn take(attribute: Attribute, copies: &[CopyRef]) -> Take {
    Take::new(attribute, copies.iter().map(|copy| (copy.kind, copy.source().unwrap()))).unwrap()
}

/// Every action that the choices offer.
fn offered(choices: &Choices) -> HashSet<Action> {
    let mut all = HashSet::from([Action::PASS]);
    for choice in &choices.acquire {
        all.extend(
            choice.takes.iter().map(|copies| Action::Acquire(take(choice.attribute, copies))),
        );
        assert_eq!(choice.reason.is_some(), choice.takes.is_empty());
    }
    for choice in &choices.place {
        for (cell, &pay) in
            choice.cells.iter().flat_map(|c| choice.payments.iter().map(move |p| (c.cell, p)))
        {
            all.insert(Action::Place { kind: choice.kind, cell, pay });
        }
        assert_eq!(choice.reason.is_some(), choice.payments.is_empty());
    }
    for choice in &choices.expand {
        for (spot, &pay) in
            choice.spots.iter().flat_map(|s| choice.payments.iter().map(move |p| (s, p)))
        {
            all.insert(Action::Expand {
                kind: choice.kind,
                area: spot.area,
                petal: spot.petal,
                pay,
            });
        }
        assert_eq!(choice.reason.is_some(), choice.payments.is_empty());
    }
    all.extend(choices.buy.areas.iter().map(|&area| Action::Buy { area }));
    assert_eq!(choices.buy.reason.is_some(), choices.buy.areas.is_empty());
    all
}

/// Blocked actions are refused for exactly the reason that the choices give.
fn check_blocked(rules: &Rules, state: &State, choices: &Choices) {
    for choice in &choices.place {
        for blocked in &choice.blocked {
            if let Some(&pay) = choice.payments.first() {
                let action = Action::Place { kind: choice.kind, cell: blocked.cell, pay };
                assert_eq!(state.explain(rules, state.turn(), &action), Some(blocked.reason));
            }
        }
        let spaces = state.player().garden.free_spaces().len();
        assert_eq!(choice.cells.len() + choice.blocked.len(), spaces, "every free space is told");
    }
    for choice in &choices.expand {
        for blocked in &choice.blocked {
            if let Some(&pay) = choice.payments.first() {
                let action = Action::Expand {
                    kind: choice.kind,
                    area: blocked.area,
                    petal: blocked.petal,
                    pay,
                };
                assert_eq!(state.explain(rules, state.turn(), &action), Some(blocked.reason));
            }
        }
        let turnings = 6 * state.player().garden.free_areas().count();
        assert_eq!(choice.spots.len() + choice.blocked.len(), turnings, "every turning is told");
    }
}

#[test]
fn the_choices_are_all_legal_actions_and_no_other() {
    let roomy = Rules { tile_places: 20, expansion_places: 4, start_jokers: 4, ..Rules::BACK };
    let (mut positions, mut poor, mut only) = (0, 0, 0);
    let chosen = [Rules::FRONT, Rules::BACK, roomy].map(|rules| (rules, 3));
    for (rules, games) in chosen.into_iter().chain((0..20).map(|seed| (house::rules(seed), 1))) {
        for (seats, seed) in (2..=4).flat_map(|seats| (0..games).map(move |seed| (seats, seed))) {
            let mut rng = SmallRng::seed_from_u64(seed);
            let mut state = State::new(&rules, seats, Seat::new(0).unwrap()).unwrap();
            while !state.is_over() {
                if let Some(outcome) = quinta_deal::outcome(&rules, &state, &mut rng) {
                    assert_eq!(Choices::of(&rules, &state, 1), None);
                    state.chance(&rules, &outcome).unwrap();
                    continue;
                }
                let choices = Choices::of(&rules, &state, 7).unwrap();
                assert_eq!((choices.at, choices.seat), (7, state.turn()));
                let (offered, legal) = (offered(&choices), slow::actions(&rules, &state));
                assert_eq!(offered, legal);
                assert_eq!(choices.pass.only, legal.len() == 1);
                check_blocked(&rules, &state, &choices);
                positions += 1;
                poor += usize::from(choices.buy.reason.is_some());
                only += usize::from(choices.pass.only);
                let action = random::action(&rules, &state, &mut rng);
                let ended = state.play(&rules, state.turn(), &action).unwrap().round_ended;
                if matches!(action, Action::Pass(_)) {
                    assert_eq!(choices.pass.ends_round, ended.is_some());
                }
            }
        }
    }
    assert!(positions > 1_500 && poor > 50 && only > 5, "{positions} {poor} {only}");
}
