//! What watchers are sent about a pass and the end: points really lost, and the first-player marker.
use quinta_deal::{Deal, Seed};
use quinta_record::{Recorder, Setup};
use quinta_rules::{Action, Discard, Rules, Seat, Step, scoring::FinalScore};
use quinta_wire::{Event, Replay};

/// A game of two in which nobody has more than a few points: everyone takes once a round and passes, the first seat of the
/// first round with all its tiles discarded. Returned as a replay.
fn told(rules: &Rules) -> Replay {
    let deal = Deal::new(&Seed::from_number(5), rules, 2).unwrap();
    let first = Seat::new(0).unwrap();
    let setup = Setup::known(rules.clone(), 2, first, deal.stacks(), deal.supply());
    let mut game = Recorder::new(setup, false).unwrap();
    let mut taken = [false; 2];
    let mut round = 0;
    while !game.state().is_over() {
        let state = *game.state();
        if state.round() != round {
            (round, taken) = (state.round(), [false; 2]);
        }
        let seat = state.turn();
        let step = if let Some(outcome) = deal.answer(rules, &state) {
            Step::Chance(outcome)
        } else if !std::mem::replace(&mut taken[seat.index()], true) {
            Step::Act(seat, state.actions(rules).next().unwrap())
        } else if round == 0 && seat.index() == 0 {
            let tiles = state.player().storage.tiles;
            Step::Act(seat, Action::Pass(Discard { tiles, ..Discard::default() }))
        } else {
            Step::Act(seat, Action::PASS)
        };
        game.step(&step).unwrap();
    }
    quinta_table::replay(game.record()).unwrap()
}

#[test]
fn a_loss_is_told_as_what_was_really_lost() {
    let rules = Rules { start_score: 2, ..Rules::FRONT };
    let replay = told(&rules);
    let passes: Vec<_> = replay
        .steps
        .iter()
        .filter_map(|step| match &step.event.event {
            Event::Passed { seat, loss, discard_cost, marker, marker_cost, .. } => {
                Some((seat.index(), *loss, *discard_cost, *marker, *marker_cost))
            }
            _ => None,
        })
        .collect();
    let (seat, loss, discard_cost, marker, marker_cost) = passes[0];
    assert_eq!((seat, marker, marker_cost), (0, true, 1), "the first pass takes the marker");
    assert!(discard_cost > 1, "its discards are told beside it");
    assert_eq!(loss, 2, "no more than there was");
    assert_eq!(passes[1], (1, 0, 0, false, 0), "the second costs nothing");
}

#[test]
fn the_end_tells_what_the_storage_really_cost() {
    let rules = Rules { start_score: 2, start_jokers: 1, ..Rules::FRONT };
    let replay = told(&rules);
    let Some(Event::Passed { end: Some(end), .. }) =
        replay.steps.last().map(|step| &step.event.event)
    else {
        panic!("the last step ends the game");
    };
    let mut stopped = 0;
    for seat in &end.seats {
        let points = &seat.points;
        let had = u32::from(seat.before.unsigned_abs()) + points.jokers;
        assert_eq!(seat.lost, points.leftover.min(had));
        let gained = i64::from(points.jokers + points.groups_total);
        let after = i64::from(seat.before) + gained - i64::from(seat.lost);
        assert_eq!(i64::from(seat.after), after);
        stopped += usize::from(seat.lost < points.leftover);
    }
    assert!(stopped > 0, "one of them had less than its storage costs");
    let score = FinalScore { jokers: 1, leftover: 15, groups: 4, bonuses: 0 };
    assert_eq!((score.lost(&rules, 8), score.apply(&rules, 8)), (9, 4));
}

#[test]
fn the_marker_lies_in_the_display_until_somebody_passes() {
    let replay = told(&Rules::FRONT);
    let mut holder = None;
    for step in &replay.steps {
        match &step.event.event {
            Event::Passed { seat, marker, round, end, .. } => {
                assert_eq!(*marker, holder.is_none(), "the first to pass takes it");
                holder = holder.or(Some(*seat));
                if round.is_some() && end.is_none() {
                    assert_eq!(
                        step.state.turn,
                        holder.unwrap(),
                        "its holder begins the next round"
                    );
                    holder = None;
                }
            }
            _ => assert!(step.state.marker == holder),
        }
        assert_eq!(step.state.marker, holder);
    }
    assert!(holder.is_some(), "at the end it lies where it was taken");
}
