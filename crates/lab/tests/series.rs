//! Series of whole games: legal, the same on any number of threads, and won by the better bot.
use quinta_bots::BotSpec;
use quinta_deal::Seed;
use quinta_lab::arena::{Entrant, Played, Report, Series};
use quinta_lab::naive::Naive;
use quinta_rules::{Rules, Step};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

fn series<'a>(rules: &Rules, bots: &[&str], deals: usize, seed: u64, jobs: usize) -> Series<'a> {
    let entrant = |text: &&str| {
        let spec: BotSpec = text.parse().unwrap();
        Entrant::bot(spec, rules, bots.len())
    };
    Series {
        rules: rules.clone(),
        entrants: bots.iter().map(entrant).collect(),
        deals,
        seed: Seed::from_number(seed),
        jobs,
        until_significant: false,
        strict: true,
    }
}

fn run(series: &Series) -> Report {
    series.run(&AtomicBool::new(false), |_| ()).unwrap()
}

/// The arena checks every action against the rules; a strict one ends with an error at the first that is illegal.
#[test]
fn only_legal_actions_over_thousands_of_games() {
    for rules in [Rules::FRONT, Rules::BACK] {
        for seats in 2..=4 {
            let levels = [
                ("random", 150),
                ("seedling", 150),
                ("gardener", 150),
                ("designer", 8),
                ("mason:24sims", 1),
                ("architect:24sims", 4),
            ];
            for (level, deals) in levels {
                let report = run(&series(&rules, &vec![level; seats], deals, 500, 2));
                assert_eq!((report.games, report.players), (deals, seats), "{level}");
            }
        }
    }
}

/// Custom rules work as well as the boards'.
#[test]
fn house_rules_are_played_too() {
    let house = Rules {
        stack_sizes: [8, 8, 8],
        tiles_on_top: 3,
        tile_places: 30,
        expansion_places: 6,
        start_jokers: 0,
        group_bonus: [1, 2, 3, 4],
        floor_at_zero: false,
        ..Rules::FRONT
    };
    for level in ["sprout", "seedling", "gardener", "designer", "mason:24sims", "architect:24sims"]
    {
        run(&series(&house, &[level, level, level], 2, 9, 1));
    }
}

#[test]
fn the_same_seed_gives_the_same_games_on_any_number_of_threads() {
    for bots in
        [["seedling", "gardener"], ["designer", "mason:30sims"], ["architect:30sims", "random"]]
    {
        let games = |jobs| {
            let mut all: BTreeMap<(usize, Vec<usize>), Vec<Step>> = BTreeMap::new();
            let series = series(&Rules::FRONT, &bots, 2, 77, jobs);
            let hear = |played: &Played| {
                all.insert((played.deal, played.order.clone()), played.log.clone());
            };
            series.run(&AtomicBool::new(false), hear).unwrap();
            all
        };
        let alone = games(1);
        assert_eq!(alone.len(), 4);
        assert_eq!(alone, games(3), "{bots:?}");
    }
}

#[test]
fn equals_come_out_even() {
    let mut series = series(&Rules::FRONT, &["seedling", "seedling"], 150, 3, 2);
    series.entrants[1].name = "the other".into();
    let report = run(&series);
    let first = &report.seats[0];
    assert_eq!(report.games, 300);
    assert!(first.low.unwrap() <= 0.5 && 0.5 <= first.high.unwrap(), "{first:?}");
    let shares: f64 = report.seats.iter().map(|seat| seat.win_share.unwrap()).sum();
    assert!((shares - 1.0).abs() < 1e-9);
}

#[test]
fn each_level_beats_the_one_below() {
    let share = |bots: [&str; 2], deals| {
        run(&series(&Rules::FRONT, &bots, deals, 40, 2)).seats[0].win_share.unwrap()
    };
    assert!(share(["sprout", "random"], 20) >= 0.9);
    assert!(share(["seedling", "sprout"], 40) >= 0.7);
    assert!(share(["gardener", "seedling"], 40) >= 0.7);
    assert!(share(["designer", "gardener"], 15) >= 0.6);
    assert!(share(["mason:60sims", "designer"], 3) >= 0.5);
    assert!(share(["architect:600sims", "designer"], 5) >= 0.7);
}

/// Who knows the rules and nothing else has a chance against the gentlest level.
#[test]
fn naive_players_win_some_games() {
    let share = |naive: Naive| {
        let mut series = series(&Rules::FRONT, &["sprout", "sprout"], 200, 5, 2);
        series.entrants[0] = Entrant::naive(naive.name(), naive, &Rules::FRONT);
        run(&series).seats[0].win_share.unwrap()
    };
    let (spender, keeper) = (share(Naive::Spender), share(Naive::Keeper));
    assert!((0.2..=0.4).contains(&spender), "{spender}");
    assert!((0.4..=0.6).contains(&keeper), "{keeper}");
}

#[test]
fn a_clear_case_is_decided_early() {
    let mut series = series(&Rules::FRONT, &["gardener", "random"], 400, 1, 1);
    series.until_significant = true;
    let report = run(&series);
    assert!(report.decided && report.games < 200, "{} games", report.games);
    let elo = report.elo.unwrap();
    assert!(elo.low.unwrap() > 100.0, "{elo:?}");
}
