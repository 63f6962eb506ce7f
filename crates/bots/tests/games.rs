//! Whole games of every level: repeatable, within their budgets, and with sound reasons.
use quinta_bots::clock::Clock;
use quinta_bots::{Bot, BotLevel, BotModel, BotSpec, Budget, SearchContext};
use quinta_deal::{Deal, Seed};
use quinta_rules::{Action, Rules, State};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A checksum of whole games of all levels, found on one machine and held on every other. It changes with the net, the weights and the search.
#[test]
fn the_same_seed_gives_the_same_moves_on_every_machine() {
    let mut print = 0xcbf2_9ce4_8422_2325_u64;
    let bots = [
        "random",
        "sprout",
        "seedling",
        "gardener",
        "designer",
        "mason:24sims",
        "architect:64sims",
    ];
    for (rules, seats) in [(Rules::FRONT, 2), (Rules::BACK, 3), (Rules::FRONT, 4)] {
        let deal = Deal::new(&Seed::from_number(11), &rules, seats).unwrap();
        let bots: Vec<(Box<dyn Bot>, Budget)> = bots
            .iter()
            .map(|text| {
                let spec: BotSpec = text.parse().unwrap();
                let bot = spec.build(&rules, seats, &BotModel::Shipped, SearchContext::default());
                (bot, spec.budget.unwrap_or(Budget::Simulations(1)))
            })
            .collect();
        let mut state = State::new(&rules, seats, deal.first()).unwrap();
        let mut turn = 0;
        while !state.is_over() {
            if let Some(outcome) = deal.answer(&rules, &state) {
                state.chance_unchecked(&outcome);
                continue;
            }
            let (bot, budget) = &bots[turn % bots.len()];
            let action = bot.action(&state, *budget, turn as u64);
            for byte in format!("{action:?}").bytes() {
                print = (print ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
            state.play(&rules, state.turn(), &action).unwrap();
            turn += 1;
        }
    }
    assert_eq!(format!("{print:016x}"), "15ec1f7cf1d53ed1");
}

/// Positions of a game of two gardeners, one in so many.
fn positions(every: usize) -> Vec<State> {
    let rules = Rules::FRONT;
    let deal = Deal::new(&Seed::from_number(4), &rules, 2).unwrap();
    let gardener = BotLevel::Gardener.build(&rules, 2);
    let mut state = State::new(&rules, 2, deal.first()).unwrap();
    let mut all = Vec::new();
    while !state.is_over() {
        if let Some(outcome) = deal.answer(&rules, &state) {
            state.chance(&rules, &outcome).unwrap();
        } else {
            all.push(state);
            let action = gardener.action(&state, Budget::default(), 0);
            state.play(&rules, state.turn(), &action).unwrap();
        }
    }
    all.into_iter().step_by(every).collect()
}

#[test]
fn a_decision_shows_what_is_done_and_what_else_there_was() {
    let budget = Budget::Simulations(60);
    for level in BotLevel::ALL {
        let bot = level.build(&Rules::FRONT, 2);
        for (seed, state) in (0..).zip(positions(9)) {
            let decision = bot.choose(&state, budget, seed);
            assert_eq!(decision.action, bot.action(&state, budget, seed), "{level:?}");
            assert_eq!(decision.action, decision.candidates[0].action);
            assert!(decision.candidates.windows(2).all(|two| two[0].value >= two[1].value));
            assert!(
                decision.candidates.iter().all(|one| !one.why.is_empty() && one.value.is_finite())
            );
            let judged = bot.judge(&state, &Action::PASS, budget, seed);
            assert!(judged.candidates.iter().any(|one| one.action == Action::PASS), "{level:?}");
        }
    }
}

#[test]
fn those_that_search_are_the_same_on_several_cores() {
    let budget = Budget::Simulations(90);
    let decide = |bot: &dyn Bot, state: &State| {
        let decision = bot.choose(state, budget, 5);
        let candidates: Vec<_> =
            decision.candidates.iter().map(|one| (one.action, one.value.to_bits())).collect();
        (decision.action, decision.simulations, candidates)
    };
    for level in [BotLevel::Mason, BotLevel::Architect] {
        let bot = |jobs| {
            let context = SearchContext { threads: jobs, ..SearchContext::default() };
            BotSpec::from(level).build(&Rules::FRONT, 2, &BotModel::Shipped, context)
        };
        let (alone, together) = (bot(1), bot(3));
        for state in positions(13) {
            assert_eq!(decide(&*alone, &state), decide(&*together, &state), "{level:?}");
        }
    }
}

/// A clock that goes on by a millisecond whenever someone looks at it.
#[derive(Default)]
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// Whoever searches looks at the clock that it was given, often enough, and stops when the time is up.
#[test]
fn those_that_search_keep_the_time_of_their_clock() {
    for level in [BotLevel::Mason, BotLevel::Architect] {
        let clock = Arc::new(Ticking::default());
        let context = SearchContext { threads: 1, clock: clock.clone() };
        let bot = BotSpec::from(level).build(&Rules::FRONT, 2, &BotModel::Shipped, context);
        for state in positions(8) {
            let start = clock.now();
            bot.action(&state, Budget::Time(Duration::from_millis(40)), 1);
            let gone = clock.now().saturating_sub(start);
            assert!(gone <= Duration::from_millis(42), "{level:?}: {gone:?}");
        }
    }
}

/// What an architect was asked before changes nothing, if simulations are the budget.
#[test]
fn an_architect_forgets_where_it_has_to() {
    let bot = BotLevel::Architect.build(&Rules::FRONT, 2);
    for state in positions(17) {
        let budget = Budget::Simulations(80);
        let first = bot.action(&state, budget, 3);
        bot.action(&state, Budget::Time(Duration::from_millis(5)), 4);
        assert_eq!(bot.action(&state, budget, 3), first);
    }
}

#[test]
fn names_and_budgets() {
    for text in [
        "random",
        "sprout",
        "seedling",
        "gardener",
        "designer",
        "mason",
        "mason:100ms",
        "architect",
        "architect:1s",
        "architect:100ms",
        "architect:2000sims",
        "architect:horizon=1",
        "architect:100ms:horizon=1:curiosity=0.5",
    ] {
        assert_eq!(text.parse::<BotSpec>().unwrap().to_string(), text);
    }
    assert_eq!("architect:0.5s".parse::<BotSpec>().unwrap().to_string(), "architect:500ms");
    for text in [
        "",
        "Gardener",
        "gardener:1s",
        "architect:",
        "architect:0s",
        "architect:-1s",
        "architect:1",
        "architect:0sims",
        "architect:9999999s",
        "architect:NaNs",
        "architect:1s:2s",
        "architect:horizon=x",
        "architect:moves=0",
        "architect:moves=8:moves=9",
        "architect:speed=2",
        "mason:horizon=1",
    ] {
        assert!(text.parse::<BotSpec>().is_err(), "{text}");
    }
}
