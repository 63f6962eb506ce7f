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

#[cfg(test)]
mod tests {
    use quinta_table::{Refusal, person};
    use quinta_texts::Lang;
    use quinta_wire::BotLevel;

    #[test]
    fn no_person_is_called_like_a_bot_in_any_language() {
        for level in BotLevel::ALL {
            let key = format!("web.level.{}", level.name());
            for lang in Lang::ALL {
                let name = quinta_texts::text(lang, &key, &[]);
                assert_eq!(person(&name), Err(Refusal::BotsName), "{name}");
            }
            assert_eq!(person(level.name()), Err(Refusal::BotsName));
        }
    }
}
