//! The engine's JSON form of a position: the board, every public fact of the game, and what follows from them.
use quinta_rules::{Board, Phase, Position, Rules, State};
use serde::{Deserialize, Serialize};
use serde_json::Value;

const FORMAT: &str = "quinta-position";
const VERSION: u64 = 1;

/// The JSON form of a position (docs/protocol.md).
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a position")]
struct PositionJson {
    format: String,
    version: u64,
    board: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<Box<Rules>>,
    position: Position,
    /// Derived from the position: written for readers that do not know the rules, and checked if present.
    #[serde(default)]
    phase: Option<String>,
    #[serde(default)]
    supply: Option<u8>,
}

/// Returns the protocol's name of the phase.
pub(crate) const fn phase(state: &State) -> &'static str {
    match state.phase() {
        Phase::Act => "act",
        Phase::Draw => "draw",
        Phase::TurnUp => "turn",
        Phase::Over => "over",
    }
}

/// Writes a position on one line.
pub(crate) fn write(rules: &Rules, state: &State) -> Result<String, String> {
    let board = Board::of(rules);
    let written = PositionJson {
        format: FORMAT.into(),
        version: VERSION,
        board: board.name().into(),
        rules: (board == Board::Custom).then(|| Box::new(rules.clone())),
        position: Position::from(state),
        phase: Some(phase(state).into()),
        supply: Some(state.supply()),
    };
    serde_json::to_string(&written).map_err(|e| e.to_string())
}

/// Returns whether a text says that it is a position, and not a record.
pub(crate) fn is_position(text: &str) -> bool {
    let format = serde_json::from_str(text)
        .ok()
        .and_then(|value: Value| value.get("format").and_then(Value::as_str).map(str::to_owned));
    format.as_deref() == Some(FORMAT)
}

/// Reads a valid position and its rules.
pub(crate) fn read(text: &str) -> Result<(Rules, State), String> {
    let written: PositionJson =
        serde_json::from_str(text).map_err(|error| format!("invalid position: {error}"))?;
    if written.version != VERSION {
        return Err(format!("unsupported version {}: expected {VERSION}", written.version));
    }
    let board = Board::from_name(&written.board).ok_or_else(|| {
        let name = &written.board;
        format!("invalid board {name:?}: expected \"front\", \"back\" or \"custom\"")
    })?;
    let rules = match (board.printed(), written.rules) {
        (Some(printed), None) => printed.clone(),
        (None, Some(rules)) => *rules,
        (None, None) => return Err("a custom board needs \"rules\"".into()),
        (Some(_), Some(_)) => return Err("only a custom board has \"rules\"".into()),
    };
    let state = State::try_from((&rules, &written.position))
        .map_err(|error| format!("invalid position: {error}"))?;
    if let Some(told) = written.phase.filter(|told| told != phase(&state)) {
        return Err(format!("invalid phase {told:?}: expected {:?}", phase(&state)));
    }
    if let Some(told) = written.supply.filter(|&told| told != state.supply()) {
        return Err(format!("invalid supply {told}: expected {}", state.supply()));
    }
    Ok((rules, state))
}
