//! Appending to the logs of games.
use crate::store::StoreError;
use sqlx::sqlite::SqliteConnection;
use std::collections::HashMap;

/// Entries to be appended to a game.
pub(super) struct Append {
    pub(super) game: String,
    /// The number of the first one.
    pub(super) first: u64,
    /// When that happened.
    pub(super) time: u64,
    pub(super) texts: Vec<String>,
    /// Whether a start has to look at the game from now on, if that is new.
    pub(super) resume: Option<bool>,
}

/// Appends what has the next number of its game, and returns for each whether it had. A whole group takes two statements: each statement is
/// a message to the connection's thread, which takes longer than what is done there.
pub(super) async fn append(
    connection: &mut SqliteConnection,
    appends: &[Append],
) -> Result<Vec<bool>, StoreError> {
    if appends.is_empty() {
        return Ok(Vec::new());
    }
    let games: Vec<_> = appends.iter().map(|append| &append.game).collect();
    let last: String = sqlx::query_scalar(
        "SELECT json_group_array(coalesce((SELECT max(number) FROM events WHERE game = value),
            (SELECT events FROM archived WHERE game = value), 0) ORDER BY key) FROM json_each(?)",
    )
    .bind(serde_json::to_string(&games)?)
    .fetch_one(&mut *connection)
    .await?;
    let last: Vec<u64> = serde_json::from_str(&last)?;
    // Of several who append to one game, the first to come changes what the others find.
    let mut last: HashMap<_, _> = games.into_iter().zip(last).collect();
    let (mut fit, mut rows, mut new) = (Vec::new(), Vec::new(), Vec::new());
    let mut resume = Vec::new();
    for append in appends {
        let next = last.entry(&append.game).or_default();
        fit.push(*next + 1 == append.first);
        if *next + 1 != append.first {
            continue;
        }
        if append.first == 1 {
            new.push((&append.game, append.time));
        }
        rows.extend((append.first..).zip(&append.texts).map(|(n, text)| (&append.game, n, text)));
        resume.extend(append.resume.map(|resume| (&append.game, resume)));
        *next += append.texts.len() as u64;
    }
    if !new.is_empty() {
        // From its first moment the game is known to be unfinished.
        sqlx::query(
            "INSERT OR IGNORE INTO games (game, stage, open, updated, lobby, resume)
                SELECT value ->> 0, 'gathering', 0, value ->> 1, '', 1 FROM json_each(?)",
        )
        .bind(serde_json::to_string(&new)?)
        .execute(&mut *connection)
        .await?;
    }
    if !resume.is_empty() {
        sqlx::query(
            "UPDATE games SET resume = value ->> 1 FROM json_each(?) WHERE game = value ->> 0",
        )
        .bind(serde_json::to_string(&resume)?)
        .execute(&mut *connection)
        .await?;
    }
    sqlx::query(
        "INSERT INTO events (game, number, entry)
            SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)",
    )
    .bind(serde_json::to_string(&rows)?)
    .execute(&mut *connection)
    .await?;
    Ok(fit)
}
