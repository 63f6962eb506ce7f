//! Removing games, for whoever runs the server. What the lobby says of a game that is not over may be behind its log, so the log decides.
use super::{Ended, Store, StoreError};
use quinta_table::Table;
use quinta_wire::Stage;

/// Games that are listed together.
const TOGETHER: u32 = 500;

/// A game that can be removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removable {
    /// The game.
    pub game: String,
    /// Its stage; `None` if its log cannot be read.
    pub stage: Option<Stage>,
    /// When something last happened there, in milliseconds since 1970.
    pub last: u64,
}

/// Finds one game; `None` if there is none of this id.
pub async fn find_game(
    store: &(impl Store + ?Sized),
    game: &str,
) -> Result<Option<Removable>, StoreError> {
    let unreadable = || Removable { game: game.to_owned(), stage: None, last: 0 };
    let log = match store.read(game).await {
        Ok(log) if log.is_empty() => return Ok(None),
        Ok(log) => log,
        Err(StoreError::Unreadable(_)) => return Ok(Some(unreadable())),
        Err(why) => return Err(why),
    };
    Ok(Some(Table::from_log(game, log).map_or_else(
        |_| unreadable(),
        |table| Removable { game: game.to_owned(), stage: Some(table.stage()), last: table.time() },
    )))
}

/// Finds the games in these stages at which nothing has happened since `before`, and those of them whose log cannot be read.
pub async fn find_untouched(
    store: &(impl Store + ?Sized),
    stages: &[Stage],
    before: u64,
) -> Result<(Vec<Removable>, Vec<String>), StoreError> {
    let (mut found, mut unreadable) = (Vec::new(), Vec::new());
    let mut reached = Ended::default();
    loop {
        let games = store.untouched(stages, &reached, before, TOGETHER).await?;
        let Some(last) = games.last() else { return Ok((found, unreadable)) };
        reached = last.place.clone();
        for game in games {
            let Ended { updated, game: id } = game.place;
            // The lobby learns of an end last of all.
            if game.stage == Stage::Over {
                found.push(Removable { game: id, stage: Some(Stage::Over), last: updated });
                continue;
            }
            match find_game(store, &id).await? {
                Some(Removable { stage: None, .. }) => unreadable.push(id),
                Some(game)
                    if game.last < before && game.stage.is_some_and(|s| stages.contains(&s)) =>
                {
                    found.push(game);
                }
                Some(_) => {}
                // The index knows a game without a log: nothing is lost with it.
                None => found.push(Removable { game: id, stage: Some(game.stage), last: updated }),
            }
        }
    }
}
