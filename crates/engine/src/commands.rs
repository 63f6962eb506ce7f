//! The commands of the engine protocol and how they are read.
use quinta_bots::Budget;
use quinta_deal::Seed;
use quinta_rules::{Board, Chance, Kind, Rules, Seat, TopTiles};

/// A command.
pub(crate) enum Command {
    Info,
    IsReady,
    Stop,
    Options,
    Set(String, String),
    NewGame { players: usize, rules: Rules, seed: Option<Seed>, first: Option<Seat> },
    Position(String),
    State,
    Record,
    Legal { list: bool },
    Play(String),
    Chance(Chance),
    Undo,
    Go(Option<Budget>),
    Perft(u8),
    Quit,
}

/// The deepest perft; a deeper one would take days.
const DEEPEST: u8 = 4;

/// Reads a line; `None` for an empty one and for a comment.
pub(crate) fn parse(line: &str) -> Result<Option<Command>, String> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let words: Vec<_> = rest.split_whitespace().collect();
    let alone = |command| {
        if rest.is_empty() { Ok(command) } else { Err(format!("{word} takes nothing behind it")) }
    };
    let command = match word {
        "info" => alone(Command::Info)?,
        "isready" => alone(Command::IsReady)?,
        "stop" => alone(Command::Stop)?,
        "options" => alone(Command::Options)?,
        "state" => alone(Command::State)?,
        "record" => alone(Command::Record)?,
        "undo" => alone(Command::Undo)?,
        "quit" => alone(Command::Quit)?,
        "set" => match words[..] {
            [name, value] => Command::Set(name.into(), value.into()),
            _ => return Err("set takes a name and a value".into()),
        },
        "newgame" => new_game(&words)?,
        "position" => Command::Position(rest.into()),
        "legal" => match words[..] {
            [] => Command::Legal { list: false },
            ["list"] => Command::Legal { list: true },
            _ => return Err("it is legal, or legal list".into()),
        },
        "play" => Command::Play(rest.into()),
        "chance" => Command::Chance(chance(&words)?),
        "go" => Command::Go(budget(&words)?),
        "perft" => match words[..] {
            [depth] => {
                let depth = depth.parse().ok().filter(|&depth| depth <= DEEPEST);
                Command::Perft(depth.ok_or(format!("perft takes a depth from 0 to {DEEPEST}"))?)
            }
            _ => return Err(format!("perft takes a depth from 0 to {DEEPEST}")),
        },
        _ => {
            return Err(format!("unknown command {:?}", word.chars().take(24).collect::<String>()));
        }
    };
    Ok(Some(command))
}

fn new_game(words: &[&str]) -> Result<Command, String> {
    let (mut players, mut rules, mut seed, mut first) = (2, Rules::FRONT, None, None);
    for pair in words.chunks(2) {
        let [name, value] = pair else { return Err(format!("{} needs a value", pair[0])) };
        match *name {
            "players" => {
                players = value
                    .parse()
                    .map_err(|_| format!("invalid number of players {value:?}: expected 2 to 4"))?;
            }
            "board" => {
                let printed = Board::from_name(value).and_then(Board::printed);
                rules = printed.ok_or("the board is front or back")?.clone();
            }
            "seed" => {
                seed = Some(value.parse().map_err(|e: quinta_deal::SeedError| e.to_string())?);
            }
            "first" => {
                let seat = value.parse().ok().and_then(Seat::new);
                first = Some(seat.ok_or(format!("invalid seat {value:?}: expected 0 to 3"))?);
            }
            _ => return Err(format!("unknown argument {name:?} of newgame")),
        }
    }
    Ok(Command::NewGame { players, rules, seed, first })
}

fn chance(words: &[&str]) -> Result<Chance, String> {
    let kinds: Result<Vec<Kind>, _> = words.iter().skip(1).map(|word| word.parse()).collect();
    let kinds = kinds.map_err(|e: quinta_rules::InvalidName| e.to_string())?;
    match (words.first(), &kinds[..]) {
        (Some(&"draw"), kinds) => TopTiles::new(kinds.iter().copied())
            .map(Chance::Draw)
            .ok_or_else(|| "at most four tiles are drawn".into()),
        (Some(&"turn"), &[kind]) => Ok(Chance::TurnUp(kind)),
        _ => Err("it is chance draw KIND… or chance turn KIND".into()),
    }
}

fn budget(words: &[&str]) -> Result<Option<Budget>, String> {
    let text = match *words {
        [] => return Ok(None),
        ["time", ms] => format!("{ms}ms"),
        ["sims", count] => format!("{count}sims"),
        _ => return Err("it is go, go time MILLISECONDS or go sims NUMBER".into()),
    };
    text.parse().map(Some).map_err(|e: quinta_bots::InvalidBudget| e.to_string())
}
