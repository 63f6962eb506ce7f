//! Random games: their records and the notation of their actions round-trip.
mod common;

use common::{any_rules, play};
use proptest::prelude::*;
use quinta_record::{ActionEvent, Record, Recorder, RecorderError, Setup, notation, verify};
use quinta_rules::{
    Action, Area, Attribute, Cell, Chance, Direction, Discard, Kind, KindSet, Payment, Phase,
    Rules, Source, Step, Take, Tiles,
};

fn any_kind() -> impl Strategy<Value = Kind> {
    (0..Kind::COUNT).prop_map(|i| Kind::from_index(i).unwrap())
}

fn any_kinds() -> impl Strategy<Value = KindSet> {
    prop::collection::vec(any_kind(), 0..6).prop_map(|kinds| kinds.into_iter().collect())
}

fn any_payment() -> impl Strategy<Value = Payment> {
    (any_kinds(), any_kinds(), any::<u8>()).prop_map(|(tiles, expansions, jokers)| Payment {
        tiles,
        expansions,
        jokers,
    })
}

fn any_take() -> impl Strategy<Value = Take> {
    let source = prop::option::of((0u8..8, any::<bool>()));
    (0..Attribute::COUNT, prop::array::uniform6(source)).prop_map(|(attribute, sources)| {
        let attribute = Attribute::from_index(attribute).unwrap();
        let copies = attribute.kinds().iter().zip(sources).filter_map(|(kind, source)| {
            let (from, whole) = source?;
            Some((kind, if whole { Source::whole(from)? } else { Source::tile(from)? }))
        });
        Take::new(attribute, copies).unwrap()
    })
}

/// Any action that can be represented, legal or not.
fn any_action() -> impl Strategy<Value = Action> {
    let area = (0..6u8).prop_map(|n| Area::new(n).unwrap());
    let petal = (0..6u8).prop_map(|n| Direction::new(n).unwrap());
    let cell = (0..Cell::COUNT).prop_map(|n| Cell::from_index(n).unwrap());
    prop_oneof![
        any_take().prop_map(Action::Acquire),
        (any_kind(), cell, any_payment()).prop_map(|(kind, cell, pay)| Action::Place {
            kind,
            cell,
            pay
        }),
        (any_kind(), area.clone(), petal, any_payment())
            .prop_map(|(kind, area, petal, pay)| Action::Expand { kind, area, petal, pay }),
        area.prop_map(|area| Action::Buy { area }),
        (prop::collection::vec(any_kind(), 0..9), any_kinds()).prop_filter_map(
            "at most three of a kind",
            |(tiles, expansions)| {
                Some(Action::Pass(Discard { tiles: Tiles::from_kinds(tiles)?, expansions }))
            }
        ),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn records_come_back_and_agree(rules in any_rules(), players in 2usize..=4, seed: u64) {
        let recorder = play(&rules, players, seed, |_| {});
        let record = recorder.record();
        let read = Record::from_json(record.to_json()).unwrap();
        prop_assert_eq!(&read, record);
        let replay = verify(&read).unwrap();
        prop_assert_eq!(replay.state(), recorder.state());
        prop_assert_eq!(replay.result(), record.result.clone());
    }

    /// A recorder that does not know the setup ends with what was seen, and nothing else.
    #[test]
    fn what_is_hidden_is_written_as_it_is_turned(players in 2usize..=4, seed: u64) {
        let known = play(&Rules::FRONT, players, seed, |_| {}).into_record();
        let mut public = Recorder::new(
            Setup::hidden(Rules::FRONT, players, known.setup.first).unwrap(),
            true,
        ).unwrap();
        for moment in verify(&known).unwrap().steps() {
            public.step(moment.step).unwrap();
        }
        let mut expected = known;
        expected.setup.hide(public.state().unseen());
        prop_assert_eq!(public.record(), &expected);
        verify(public.record()).unwrap();
    }

    /// Every legal action, along a whole game.
    #[test]
    fn legal_actions_have_a_text(players in 2usize..=4, seed: u64) {
        let rules = Rules::BACK;
        let mut turn = 0;
        play(&rules, players, seed, |recorder| {
            turn += 1;
            if turn % 9 != 0 {
                return;
            }
            let state = recorder.state();
            for action in state.actions(&rules) {
                let short = notation::print(&action, state);
                assert_eq!(notation::parse(&short, state), Ok(action), "{short}");
                assert_eq!(notation::parse(&short.to_uppercase(), state), Ok(action), "{short}");
                let full = notation::print_full(&action);
                assert_eq!(notation::parse_full(&full), Ok(action), "{full}");
                assert!(short.len() <= full.len());
            }
        });
    }
}

proptest! {
    #[test]
    fn any_action_has_a_text_and_a_value(action in any_action(), seed in 0u64..8, turn in 0usize..40) {
        let full = notation::print_full(&action);
        prop_assert_eq!(notation::parse_full(&full), Ok(action));
        let mut states = Vec::new();
        play(&Rules::FRONT, 2, seed, |recorder| states.push(*recorder.state()));
        let state = &states[turn % states.len()];
        let short = notation::print(&action, state);
        prop_assert_eq!(notation::parse(&short, state), Ok(action));
        let event = ActionEvent::new(state.turn(), action);
        let value = serde_json::to_value(&event).unwrap();
        prop_assert_eq!(serde_json::from_value::<ActionEvent>(value).unwrap(), event);
    }

    #[test]
    fn any_line_is_read_or_refused(
        line in "(acquire|place|expand|buy|pass|[a-z]{0,3})( (b3|dark|green|blue|tree|taking|with|at|on|facing|paying|discarding|nothing|[0-9,@!*-]{1,3}|\\PC))*"
    ) {
        if let Ok(action) = notation::parse_full(&line) {
            prop_assert_eq!(notation::parse_full(&notation::print_full(&action)), Ok(action));
        }
    }
}

#[test]
fn a_recorder_keeps_to_its_setup() {
    let (mut recorder, deal) = common::dealt(&Rules::FRONT, 2, 3);
    let rules = Rules::FRONT;
    let mut rng =
        <rand_chacha::ChaCha20Rng as rand_chacha::rand_core::SeedableRng>::seed_from_u64(3);
    while recorder.state().phase() != Phase::TurnUp {
        if let Some(outcome) = deal.answer(&rules, recorder.state()) {
            recorder.step(&Step::Chance(outcome)).unwrap();
        } else {
            let action = quinta_bots::random::action(&rules, recorder.state(), &mut rng);
            recorder.step(&Step::Act(recorder.state().turn(), action)).unwrap();
        }
    }
    let before = recorder.record().clone();
    let other = deal.supply()[0];
    let turned = Step::Chance(Chance::TurnUp(other));
    assert_eq!(recorder.step(&turned), Err(RecorderError::NotAsSetUp(other)));
    assert!(recorder.step(&Step::Act(recorder.state().turn(), Action::PASS)).is_err());
    assert_eq!(*recorder.record(), before);
    recorder.step(&Step::Chance(deal.answer(&rules, recorder.state()).unwrap())).unwrap();
    assert_ne!(*recorder.record(), before, "the figures of the last action are there now");
}
