//! Previews agree with the effects of the actions, in every position of many games.
mod house;

use quinta_bots::random;
use quinta_rules::scoring::{Outlook, PassCost, Preview};
use quinta_rules::{
    Action, Discard, Explanation, Garden, Kind, KindSet, Phase, Player, Rules, Seat, Spot, State,
    Tiles,
};
use rand::{SeedableRng, rngs::SmallRng};

/// Calls `check` with every position in which a seat is to act: both boards, two hard house rules, random ones, 2 to 4 players.
fn every_position(mut check: impl FnMut(&Rules, &State)) {
    let crowded = Rules {
        tile_places: 20,
        expansion_places: 4,
        start_jokers: 12,
        start_score: 60,
        // Joining a group of three to others can cost its bonus.
        group_bonus: [40, 1, 0, 2],
        pavilion_points: 3,
        ..Rules::BACK
    };
    let poor = Rules { start_score: 2, first_pass_loss: 5, floor_at_zero: false, ..Rules::FRONT };
    let chosen = [Rules::FRONT, Rules::BACK, crowded, poor].map(|rules| (rules, 5));
    let mut positions = 0;
    for (rules, games) in chosen.into_iter().chain((0..40).map(|seed| (house::rules(seed), 1))) {
        for (seats, seed) in (2..=4).flat_map(|seats| (0..games).map(move |seed| (seats, seed))) {
            let mut rng = SmallRng::seed_from_u64(seed);
            let mut state = State::new(&rules, seats, Seat::new(0).unwrap()).unwrap();
            while !state.is_over() {
                if let Some(outcome) = quinta_deal::outcome(&rules, &state, &mut rng) {
                    state.chance(&rules, &outcome).unwrap();
                    continue;
                }
                assert_eq!(state.phase(), Phase::Act);
                check(&rules, &state);
                positions += 1;
                // Passes end rounds early; with fewer of them gardens and storages fill up.
                let mut action = random::action(&rules, &state, &mut rng);
                if action == Action::PASS {
                    action = random::action(&rules, &state, &mut rng);
                }
                state.play(&rules, state.turn(), &action).unwrap();
            }
        }
    }
    assert!(positions > 5_000, "{positions}");
}

/// The change of the garden's points in rounds to come and in groups at the end.
fn change(rules: &Rules, state: &State, after: &Garden) -> (i64, i64) {
    let Player { garden, storage, .. } = state.player();
    let [before, after] =
        [garden, after].map(|garden| Outlook::of(rules, garden, storage, state.round()));
    let difference = |of: fn(&Outlook) -> u32| i64::from(of(&after)) - i64::from(of(&before));
    (difference(Outlook::rounds_total), difference(Outlook::groups_total))
}

/// The preview equals the change of the outlook, and the effect of playing it with any payment.
fn check(
    rules: &Rules,
    state: &State,
    kind: Kind,
    preview: Preview,
    laid: impl Fn(&mut Garden),
    action: Option<Action>,
) {
    let mut after = state.player().garden;
    laid(&mut after);
    let shown = (i64::from(preview.rounds), i64::from(preview.groups));
    assert_eq!(shown, change(rules, state, &after), "{kind}");
    let Some(action) = action else { return };
    let (seat, mut played) = (state.turn(), *state);
    let effect = played.play(rules, seat, &action).unwrap();
    assert_eq!(played.players()[seat.index()].garden, after);
    assert_eq!(effect.surrounded, preview.surrounds);
    assert_eq!(effect.jokers_gained + effect.jokers_lost, preview.jokers);
}

#[test]
fn a_preview_is_what_the_outlook_changes_by() {
    let (mut tiles, mut expansions, mut surrounding, mut costly) = (0, 0, 0, 0);
    every_position(|rules, state| {
        let storage = state.player().storage;
        for kind in storage.tiles.kinds().iter() {
            let pay = storage.payments(kind).first().copied();
            for cell in state.cells_for(kind).iter() {
                let preview = Preview::of_tile(rules, state, kind, cell);
                let action = pay.map(|pay| Action::Place { kind, cell, pay });
                check(rules, state, kind, preview, |garden| garden.put(kind, cell), action);
                tiles += 1;
                surrounding += usize::from(preview.jokers > 0);
                costly += usize::from(preview.groups < 0);
            }
        }
        for kind in storage.expansions.iter() {
            let pay = storage.payments(kind).first().copied();
            for spot in state.spots_for(kind).iter() {
                let Spot { area, petal } = spot;
                let preview = Preview::of_expansion(rules, state, kind, spot);
                let action = pay.map(|pay| Action::Expand { kind, area, petal, pay });
                let laid = |garden: &mut Garden| garden.lay_face_up(kind, area, petal);
                check(rules, state, kind, preview, laid, action);
                expansions += 1;
            }
        }
    });
    assert!(
        tiles > 50_000 && expansions > 10_000 && surrounding > 100 && costly > 100,
        "{tiles} {expansions} {surrounding} {costly}"
    );
}

#[test]
fn a_pass_costs_what_was_said() {
    let (mut floored, mut first) = (0, 0);
    every_position(|rules, state| {
        let Player { storage, score, .. } = *state.player();
        let dearest = storage.tiles.iter().max_by_key(|kind| kind.value());
        for discard in [
            Discard::default(),
            Discard { tiles: Tiles::from_kinds(dearest).unwrap(), expansions: KindSet::EMPTY },
            Discard { tiles: storage.tiles, expansions: storage.expansions },
        ] {
            let cost = PassCost::of(rules, state, &discard);
            assert_eq!(cost.discard, discard.value());
            let most = PassCost::most(rules, state).unwrap_or(u32::MAX);
            assert_eq!(cost.lost, (cost.marker + cost.discard).min(most));
            let marker = u32::from(rules.first_pass_loss);
            assert_eq!(cost.marker, if state.marker().is_none() { marker } else { 0 });
            let (seat, mut after) = (state.turn(), *state);
            let effect = after.play(rules, seat, &Action::Pass(discard)).unwrap();
            if effect.round_ended.is_none() {
                let lost = i64::from(score) - i64::from(after.players()[seat.index()].score);
                assert_eq!(lost, i64::from(cost.lost));
                floored += usize::from(cost.lost < cost.marker + cost.discard);
                first += usize::from(cost.marker > 0);
            }
            if !rules.floor_at_zero {
                assert_eq!(cost.lost, cost.marker + cost.discard);
            }
        }
    });
    assert!(floored > 100 && first > 100, "{floored} {first}");
}

/// A hexagon is unaffordable exactly if there is no payment, and the number of missing hexagons is the least that helps.
#[test]
fn what_cannot_be_paid_is_short_of_what_is_said() {
    let mut short = 0;
    every_position(|_, state| {
        let storage = state.player().storage;
        for kind in (storage.tiles.kinds() | storage.expansions).iter() {
            let Some(why) = storage.cannot_pay(kind) else {
                assert!(!storage.payments(kind).is_empty());
                continue;
            };
            assert!(storage.payments(kind).is_empty());
            let Explanation::CannotPay { missing, cost, .. } = why else { panic!("{why}") };
            assert_eq!(cost, kind.value());
            let mut richer = storage;
            richer.jokers += missing - 1;
            assert!(richer.payments(kind).is_empty());
            richer.jokers += 1;
            assert!(!richer.payments(kind).is_empty());
            short += 1;
        }
    });
    assert!(short > 1_000, "{short}");
}
