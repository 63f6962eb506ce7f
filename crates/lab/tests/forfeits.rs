//! Players that fail: they lose the game, with the reason, and the series goes on.
use quinta_bots::Budget;
use quinta_deal::Seed;
use quinta_lab::arena::{ArenaError, Entrant, Forfeit, Player, Report, Series};
use quinta_rules::{Action, Area, Rules, Seat, State, Step};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// What a player does wrong, in its second game.
#[derive(Clone, Copy)]
enum Fault {
    /// It does not begin.
    Begin,
    /// It is gone when somebody else moves.
    See,
    /// It does not answer.
    Act,
    /// It buys and buys.
    Illegal,
}

struct Faulty {
    fault: Option<Fault>,
    begun: usize,
}

impl Faulty {
    fn fails(&self, here: fn(&Fault) -> bool) -> bool {
        self.begun == 2 && self.fault.as_ref().is_some_and(here)
    }
}

impl Player for Faulty {
    fn begin(&mut self, _: &Rules, _: usize, _: Seat) -> Result<(), String> {
        self.begun += 1;
        let fails = self.fails(|fault| matches!(fault, Fault::Begin));
        if fails { Err("it will not begin".into()) } else { Ok(()) }
    }

    fn see(&mut self, _: &Step) -> Result<(), String> {
        let fails = self.fails(|fault| matches!(fault, Fault::See));
        if fails { Err("it is gone".into()) } else { Ok(()) }
    }

    fn act(&mut self, _: &State, _: Budget, _: u64) -> Result<Action, String> {
        if self.fails(|fault| matches!(fault, Fault::Act)) {
            return Err("it is silent".into());
        }
        let illegal = self.fails(|fault| matches!(fault, Fault::Illegal));
        Ok(if illegal { Action::Buy { area: Area::new(0).unwrap() } } else { Action::PASS })
    }
}

fn play(fault: Fault, seats: usize, strict: bool) -> (Result<Report, ArenaError>, usize) {
    let made = AtomicUsize::new(0);
    let entrant = |number: usize| {
        let made = &made;
        let make = move || {
            let faulty = number == 0;
            let earlier = if faulty { made.fetch_add(1, Ordering::Relaxed) } else { 0 };
            let fault = (faulty && earlier == 0).then_some(fault);
            Ok(Box::new(Faulty { fault, begun: 0 }) as Box<dyn Player>)
        };
        Entrant { name: format!("p{number}"), budget: Budget::default(), make: Box::new(make) }
    };
    let series = Series {
        rules: Rules::FRONT,
        entrants: (0..seats).map(entrant).collect(),
        deals: 12,
        seed: Seed::from_number(1),
        jobs: 1,
        until_significant: false,
        strict,
    };
    let report = series.run(&AtomicBool::new(false), |_| ());
    drop(series);
    (report, made.into_inner())
}

#[test]
fn whoever_fails_loses_that_game_and_the_series_goes_on() {
    let faults = [
        (Fault::Begin, "it will not begin"),
        (Fault::See, "it is gone"),
        (Fault::Act, "it is silent"),
        (Fault::Illegal, "it played "),
    ];
    for (fault, words) in faults {
        let (report, made) = play(fault, 2, false);
        let report = report.unwrap();
        assert_eq!((report.games, report.planned, report.interrupted), (24, 24, false));
        assert_eq!(made, 2, "it is made anew after the forfeit");
        let [Forfeit { deal, bot, seat, reason }] = &report.forfeits[..] else {
            panic!("{:?}", report.forfeits)
        };
        assert_eq!((*deal, bot.as_str(), seat.index()), (0, "p0", 1));
        assert!(reason.starts_with(words), "{reason}");
        // Everyone passes all the time and the first to pass loses a point, so every other game is a victory or a tie for all.
        let shares: f64 = report.seats.iter().map(|seat| seat.win_share.unwrap()).sum();
        assert!((shares - 1.0).abs() < 1e-9, "{shares}");
        assert!(report.seats[0].win_share < report.seats[1].win_share);
    }
}

#[test]
fn the_others_share_a_forfeited_game() {
    let (report, _) = play(Fault::Act, 3, false);
    let report = report.unwrap();
    assert_eq!(report.forfeits.len(), 1);
    let shares: Vec<_> = report.seats.iter().map(|seat| seat.win_share.unwrap()).collect();
    assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{shares:?}");
}

#[test]
fn a_strict_series_ends_at_the_first_forfeit() {
    let (report, _) = play(Fault::Act, 2, true);
    let error = report.unwrap_err();
    assert!(matches!(&error, ArenaError::Forfeited(forfeit) if forfeit.bot == "p0"), "{error}");
    assert_eq!(error.to_string(), "p0 forfeited deal 0 on seat 1: it is silent");
}
