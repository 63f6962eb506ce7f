//! Verifying a record: legality, every figure, every refusal, the result.
use crate::event::{ActionEvent, Event};
use crate::figures::Figures;
use crate::notation;
use crate::record::Record;
use crate::replay::{Replay, ReplayError};
use crate::result::GameResult;
use quinta_rules::{Phase, State};
use serde::Deserialize;
use std::fmt::{self, Debug, Display};

/// The first difference between a record and the engine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: the record says {record}; the engine says {engine}")]
pub struct Difference {
    /// Where.
    pub place: Place,
    /// What the record says.
    pub record: String,
    /// What the engine says.
    pub engine: String,
}

/// A place in a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The setup.
    Setup,
    /// The event with this number, from 0.
    Event(usize),
    /// After the last event.
    End,
    /// The result.
    Result,
}

impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setup => f.write_str("setup"),
            Self::Event(number) => write!(f, "event {number}"),
            Self::End => f.write_str("end"),
            Self::Result => f.write_str("result"),
        }
    }
}

/// Replays a record and compares everything that it says.
pub fn verify(record: &Record) -> Result<Replay, Difference> {
    let mut replay = Replay::begin(&record.setup)
        .map_err(|problem| differ(Place::Setup, "that the game was set up like this", problem))?;
    let mut awaited: Option<(usize, &Figures)> = None;
    for (number, event) in record.events.iter().enumerate() {
        let place = Place::Event(number);
        if let Event::Action(event) = event {
            check_before(place, event, &replay)?;
            awaited = event.after.as_ref().map(|after| (number, after));
        }
        replay.follow(&record.setup, event).map_err(|why| refused(&why, event, &replay))?;
        if matches!(replay.state().phase(), Phase::Act | Phase::Over)
            && let Some((number, after)) = awaited.take()
        {
            check_after(Place::Event(number), after, &Figures::of(replay.state()))?;
        }
    }
    if awaited.is_some() {
        return Err(differ(Place::End, "nothing more", waits_for(&replay)));
    }
    check_result(record.result.as_ref(), &replay)?;
    Ok(replay)
}

fn differ(place: Place, record: impl Display, engine: impl Display) -> Difference {
    Difference { place, record: record.to_string(), engine: engine.to_string() }
}

fn same<T: PartialEq + Debug>(
    place: Place,
    name: &str,
    record: &T,
    engine: &T,
) -> Result<(), Difference> {
    if record == engine {
        return Ok(());
    }
    Err(differ(place, format_args!("{name} {record:?}"), format_args!("{engine:?}")))
}

/// Describes what the engine waits for.
fn waits_for(replay: &Replay) -> String {
    let state = replay.state();
    match state.phase() {
        Phase::Act => format!("that seat {} is to act", state.turn()),
        Phase::Draw => format!("that {} tiles are to be drawn", state.draw_size(replay.rules())),
        Phase::TurnUp => "that an expansion is to be turned up".to_owned(),
        Phase::Over => "that the game is over".to_owned(),
    }
}

/// A step that the replay refused, as a difference between the record and the engine.
fn refused(why: &ReplayError, event: &Event, replay: &Replay) -> Difference {
    match why {
        ReplayError::Setup(problem) => {
            differ(Place::Setup, "that the game was set up like this", problem)
        }
        ReplayError::Hidden { event, round, from } => differ(
            Place::Event(*event),
            "\"?\" (hidden)",
            format_args!("that expansion {from} of round {} is turned up here", round + 1),
        ),
        ReplayError::Refused { event: number, why } => {
            let place = Place::Event(*number);
            match event {
                Event::Draw(draw) => differ(
                    place,
                    format_args!("draw {:?}", draw.tiles),
                    format_args!("{why} ({})", waits_for(replay)),
                ),
                Event::Action(act) => {
                    let played = notation::print(&act.action, replay.state());
                    let said = format!("seat {}: {played}", act.seat);
                    differ(place, said, refusal(replay, event))
                }
            }
        }
    }
}

fn refusal(replay: &Replay, event: &Event) -> String {
    match event {
        Event::Action(event) if replay.state().phase() == Phase::Act => replay
            .state()
            .explain(replay.rules(), event.seat, &event.action)
            .map_or_else(|| "that it is legal".to_owned(), |why| why.to_string()),
        _ => waits_for(replay),
    }
}

/// The number of legal actions, and the actions that must be refused.
fn check_before(place: Place, event: &ActionEvent, replay: &Replay) -> Result<(), Difference> {
    let state = replay.state();
    if let Some(legal) = event.legal {
        let engine = state.counts(replay.rules());
        same(place, "legal.acquire", &legal.acquire, &engine.acquire)?;
        same(place, "legal.place", &legal.place, &engine.place)?;
        same(place, "legal.expand", &legal.expand, &engine.expand)?;
        same(place, "legal.buy", &legal.buy, &engine.buy)?;
        same(place, "legal.pass", &legal.pass, &engine.pass)?;
    }
    for refused in &event.refused {
        // What cannot even be represented is refused.
        let Ok(ActionEvent { seat, action, .. }) = ActionEvent::deserialize(refused) else {
            continue;
        };
        let mut after: State = *state;
        let answer = after.play(replay.rules(), seat, &action);
        if answer.is_ok() || after != *state {
            let said = format!("refused: seat {seat}: {}", notation::print(&action, state));
            return Err(differ(place, said, "that it is legal"));
        }
    }
    Ok(())
}

fn check_after(place: Place, record: &Figures, engine: &Figures) -> Result<(), Difference> {
    same(place, "after.round", &record.round, &engine.round)?;
    same(place, "after.turn", &record.turn, &engine.turn)?;
    same(place, "after.scores", &record.scores, &engine.scores)?;
    same(place, "after.jokers", &record.jokers, &engine.jokers)?;
    same(place, "after.hexes", &record.hexes, &engine.hexes)?;
    same(place, "after.bag", &record.bag, &engine.bag)?;
    same(place, "after.tower", &record.tower, &engine.tower)?;
    same(place, "after.supply", &record.supply, &engine.supply)
}

fn check_result(record: Option<&GameResult>, replay: &Replay) -> Result<(), Difference> {
    let (record, engine) = match (record, replay.result()) {
        (None, None) => return Ok(()),
        (None, Some(_)) => {
            return Err(differ(Place::End, "nothing of a result", waits_for(replay)));
        }
        (Some(_), None) => {
            return Err(differ(Place::Result, "that there is one", waits_for(replay)));
        }
        (Some(record), Some(engine)) => (record.clone().sorted(), engine.sorted()),
    };
    let place = Place::Result;
    same(place, "scores", &record.scores, &engine.scores)?;
    same(place, "winners", &record.winners, &engine.winners)?;
    same(place, "players", &record.players.len(), &engine.players.len())?;
    for (seat, (record, engine)) in record.players.iter().zip(&engine.players).enumerate() {
        let name = |field| format!("players[{seat}].{field}");
        same(place, &name("rounds"), &record.rounds, &engine.rounds)?;
        same(place, &name("jokers"), &record.jokers, &engine.jokers)?;
        same(place, &name("leftover"), &record.leftover, &engine.leftover)?;
        if record.lost.is_some() {
            same(place, &name("lost"), &record.lost, &engine.lost)?;
        }
        same(place, &name("groups"), &record.groups, &engine.groups)?;
    }
    Ok(())
}
