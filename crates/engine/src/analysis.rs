//! Analysis: for each move of a record its grade, what it gave away, and what was better.
use quinta_bots::review::{self, Grade};
use quinta_bots::{Bot, Budget, Why};
use quinta_record::{Replay, notation};
use quinta_rules::{Action, Seat, State};
use serde::Serialize;

/// A move and how the bot judges it.
#[derive(Debug, Clone, Serialize)]
pub struct Judged {
    /// The number of its event in the record.
    pub event: usize,
    /// The round, from 1.
    pub round: usize,
    /// Whose move it was.
    pub seat: Seat,
    /// The move.
    pub played: String,
    /// The lead over the best other seat that it promises at the end.
    pub value: f32,
    /// What was given away against the best move.
    pub given_away: f32,
    /// How good it was.
    pub grade: Grade,
    /// What was better, the best first; none for the best move.
    pub better: Vec<Alternative>,
}

/// A move that could have been made.
#[derive(Debug, Clone, Serialize)]
pub struct Alternative {
    /// The move.
    pub action: String,
    /// What it promises.
    pub value: f32,
    /// The share of the victory that it promises, 0 to 1, where the bot has an opinion.
    pub win: Option<f32>,
    /// What speaks for it and against it.
    pub why: Vec<Why>,
}

/// How a seat did.
#[derive(Debug, Clone, Serialize)]
pub struct Summary {
    /// Which seat.
    pub seat: Seat,
    /// How many moves it made.
    pub moves: usize,
    /// How many of them gave nothing away.
    pub agreed: usize,
    /// What it gave away in all.
    pub given_away: f32,
    /// The event of the move that gave away most.
    pub dearest: Option<usize>,
}

/// A whole game, judged.
#[derive(Debug, Clone, Serialize)]
pub struct Analysis {
    /// Every move.
    pub moves: Vec<Judged>,
    /// Every seat.
    pub players: Vec<Summary>,
    /// The events of the moves that mattered most, in their order.
    pub moments: Vec<usize>,
}

/// Returns how many moves there are to judge.
pub fn moves(replay: &Replay) -> usize {
    replay.steps().filter(|moment| moment.step.action().is_some()).count()
}

/// Judges every move of a game; `on_move` is called for each and can end it by returning `false`.
pub fn analyse(
    replay: &Replay,
    bot: &dyn Bot,
    budget: Budget,
    mut on_move: impl FnMut(&Judged) -> bool,
) -> Analysis {
    let mut judged = Vec::new();
    let mut opinions = Vec::new();
    for moment in replay.steps() {
        let Some((seat, action)) = moment.step.action() else { continue };
        let (event, before) = (moment.event, moment.before);
        let opinion = review::Judged::of(bot, before, action, budget, event as u64);
        let one = describe(event, before, seat, action, &opinion);
        let go_on = on_move(&one);
        judged.push(one);
        opinions.push(opinion);
        if !go_on {
            break;
        }
    }
    let players = Seat::all(replay.state().seats()).map(|seat| summary(seat, &judged)).collect();
    let moments = review::moments(&opinions).into_iter().map(|place| judged[place].event);
    Analysis { players, moments: moments.collect(), moves: judged }
}

fn describe(
    event: usize,
    before: &State,
    seat: Seat,
    action: &Action,
    opinion: &review::Judged,
) -> Judged {
    let better = opinion.better.iter().map(|candidate| Alternative {
        action: notation::print(&candidate.action, before),
        value: candidate.value,
        win: candidate.win,
        why: candidate.why.clone(),
    });
    Judged {
        event,
        round: before.round() + 1,
        seat,
        played: notation::print(action, before),
        value: opinion.value,
        given_away: opinion.given_away,
        grade: opinion.grade(),
        better: better.collect(),
    }
}

fn summary(seat: Seat, judged: &[Judged]) -> Summary {
    let own = || judged.iter().filter(|one| one.seat == seat);
    let dearest = own().max_by(|a, b| a.given_away.total_cmp(&b.given_away));
    Summary {
        seat,
        moves: own().count(),
        agreed: own().filter(|one| one.grade == Grade::Best).count(),
        given_away: own().map(|one| one.given_away).sum(),
        dearest: dearest.filter(|one| one.given_away > 0.0).map(|one| one.event),
    }
}
