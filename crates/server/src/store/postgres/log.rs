//! Appending to the logs of games.
use super::{Postgres, has_code};
use crate::store::{Broadcast, Shared, StoreError, stage_name};
use quinta_table::{Entry, LogEvent};
use quinta_wire::Stage;

/// An append in one statement, which is a transaction of its own. Two at once may both find the number free; the second to write it violates
/// the key. The stage follows the log, so that nobody has to read the log to know which games are to be run.
macro_rules! append {
    ($held:literal, $if_held:literal) => {
        concat!(
            "WITH ",
            $held,
            "fits AS (SELECT WHERE coalesce((SELECT max(number) FROM events WHERE game = $1),
                (SELECT events FROM archived WHERE game = $1), 0) + 1 = $2 ",
            $if_held,
            "),
            -- From its first moment the game is known to be unfinished.
            listed AS (INSERT INTO games (game, stage, open, updated, lobby, resume)
                SELECT $1, 'gathering', false, $3, '', true FROM fits WHERE $2 = 1 ON CONFLICT DO NOTHING),
            staged AS (UPDATE games SET stage = coalesce($5, stage), resume = coalesce($6, resume)
                FROM fits WHERE game = $1 AND ($5 IS NOT NULL OR $6 IS NOT NULL))
            INSERT INTO events (game, number, entry)
                SELECT $1, $2 + place - 1, entry FROM fits, unnest($4::text[]) WITH ORDINALITY AS new (entry, place)"
        )
    };
}
const APPEND: &str = append!("", "");
/// The lease is locked while this is written; if another process has taken it, nothing is written.
const APPEND_HELD: &str = append!(
    "held AS (SELECT 1 FROM leases l JOIN processes p ON p.process = l.process
        WHERE l.game = $1 AND l.process = $7 AND p.until > now() FOR SHARE OF l), ",
    "AND EXISTS (SELECT FROM held)"
);

/// Appends. If a process is named, it must still run the game.
pub(super) async fn append(
    store: &Postgres,
    game: &str,
    entries: &[Entry],
    resume: Option<bool>,
    process: Option<i64>,
) -> Result<(), StoreError> {
    let Some(Entry { number: first, time, .. }) = entries.first() else { return Ok(()) };
    let texts = entries.iter().map(Entry::write).collect::<Result<Vec<_>, _>>()?;
    let last = first + texts.len() as u64 - 1;
    let stage = entries.iter().rev().find_map(|entry| match entry.event {
        LogEvent::Started { .. } => Some(stage_name(Stage::Playing)),
        LogEvent::Ended { .. } => Some(stage_name(Stage::Over)),
        _ => None,
    });
    let statement = if process.is_some() { APPEND_HELD } else { APPEND };
    let append = sqlx::query(statement).bind(game).bind(*first as i64).bind(*time as i64);
    let mut append = append.bind(texts).bind(stage).bind(resume);
    if let Some(process) = process {
        append = append.bind(process);
    }
    store
        .on(async |connection| match append.execute(connection).await {
            Ok(written) if written.rows_affected() == 0 => Err(StoreError::Conflict),
            Ok(_) => Ok(()),
            Err(why) if has_code(&why, "23505") => Err(StoreError::Conflict),
            Err(why) => Err(why.into()),
        })
        .await?;
    store.tell(Broadcast::Moved(game.to_owned(), last));
    Ok(())
}
