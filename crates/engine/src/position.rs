//! A position as the engine writes and reads it: the board, every public fact of the game, and what follows from them.
use quinta_record::Board;
use quinta_rules::{Phase, Position, Rules, State};
use serde::{Deserialize, Serialize};
use serde_json::Value;

const FORMAT: &str = "quinta-position";
const VERSION: u64 = 1;

/// The JSON form of a position (docs/protocol.md).
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a position")]
struct Written {
    format: String,
    version: u64,
    board: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<Box<Rules>>,
    position: Position,
    /// What follows from the position: written for readers who do not know the rules, and checked where it is there.
    #[serde(default)]
    phase: Option<String>,
    #[serde(default)]
    supply: Option<u8>,
}

/// Returns how the protocol calls what the game waits for.
pub(crate) const fn phase(state: &State) -> &'static str {
    match state.phase() {
        Phase::Act => "act",
        Phase::Draw => "draw",
        Phase::TurnUp => "turn",
        Phase::Over => "over",
    }
}

/// Writes a position on one line.
pub(crate) fn write(board: &Board, state: &State) -> Result<String, String> {
    let rules = match board {
        Board::Front | Board::Back => None,
        Board::Custom(rules) => Some(rules.clone()),
    };
    let written = Written {
        format: FORMAT.into(),
        version: VERSION,
        board: board.name().into(),
        rules,
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

/// Reads a valid position and its board.
pub(crate) fn read(text: &str) -> Result<(Board, State), String> {
    let written: Written =
        serde_json::from_str(text).map_err(|error| format!("invalid position: {error}"))?;
    if written.version != VERSION {
        return Err(format!("unsupported version {}: expected {VERSION}", written.version));
    }
    let board = match (written.board.as_str(), written.rules) {
        ("front", None) => Board::Front,
        ("back", None) => Board::Back,
        ("custom", Some(rules)) => Board::of(*rules),
        ("custom", None) => return Err("a custom board needs \"rules\"".into()),
        ("front" | "back", Some(_)) => return Err("only a custom board has \"rules\"".into()),
        (other, _) => {
            return Err(format!(
                "invalid board {other:?}: expected \"front\", \"back\" or \"custom\""
            ));
        }
    };
    let state = State::try_from((board.rules(), &written.position))
        .map_err(|error| format!("invalid position: {error}"))?;
    if let Some(told) = written.phase.filter(|told| told != phase(&state)) {
        return Err(format!("invalid phase {told:?}: expected {:?}", phase(&state)));
    }
    if let Some(told) = written.supply.filter(|&told| told != state.supply()) {
        return Err(format!("invalid supply {told}: expected {}", state.supply()));
    }
    Ok((board, state))
}
