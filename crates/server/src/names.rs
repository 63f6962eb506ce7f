//! Names of those who sit at a table, for texts that the server writes itself.
use quinta_texts::Lang;
use quinta_wire::{LobbySeat, LobbyTable};

/// The names on the seats, of bots by their level.
pub(crate) fn names(lang: Lang, table: &LobbyTable) -> Vec<String> {
    let name = |seat: &LobbySeat| match (&seat.name, seat.level) {
        (Some(name), _) => name.clone(),
        (None, Some(level)) => {
            let level = serde_json::to_value(level).unwrap_or_default();
            let key = format!("web.level.{}", level.as_str().unwrap_or_default());
            quinta_texts::text(lang, &key, &[])
        }
        (None, None) => String::new(),
    };
    table.seats.iter().map(name).collect()
}
