//! Whether what is stored is sound: the pages of a file by `SQLite`'s own checks, and every log by its numbers. It is only read, and no part of
//! this takes longer than its limit.
use super::StoreError;
use super::archive::unpack;
use super::either::{Either, Kind};
use super::sql::{Value, sql};
use sqlx::sqlite::SqliteConnection;
use std::time::{Duration, Instant};

/// Games whose logs are read at once.
const CHUNK: u32 = 500;
/// The most sentences of `SQLite` about what is damaged.
const MOST: u32 = 100;
/// Steps of `SQLite` between two looks at the clock.
const STEPS: i32 = 10_000;

/// What `SQLite` says of the pages of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Pages {
    /// They are sound, by the last of its checks that came to an end.
    Sound(&'static str),
    /// They are not: its sentences.
    Damaged(Vec<String>),
    /// Not even the first check came to an end.
    Unknown,
}

/// Looks at the pages of a file: `quick_check` reads each, and `integrity_check` compares the indexes with them too. Each has this time.
pub(super) async fn pages(
    connection: &mut SqliteConnection,
    limit: Duration,
) -> Result<Pages, StoreError> {
    let mut reached = Pages::Unknown;
    for check in ["quick_check", "integrity_check"] {
        let until = Instant::now() + limit;
        connection.lock_handle().await?.set_progress_handler(STEPS, move || Instant::now() < until);
        let pragma = format!("PRAGMA {check}({MOST})");
        let said = sqlx::query_scalar(&pragma).fetch_all(&mut *connection).await;
        connection.lock_handle().await?.remove_progress_handler();
        let said: Vec<String> = match said {
            Err(_) if Instant::now() >= until => return Ok(reached),
            Err(why) => vec![why.to_string()],
            Ok(said) => said,
        };
        if said != ["ok"] {
            return Ok(Pages::Damaged(said));
        }
        reached = Pages::Sound(check);
    }
    Ok(reached)
}

/// What the logs tell by their numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Logs {
    /// Games whose logs were read.
    pub(crate) games: u64,
    /// Their events.
    pub(crate) events: u64,
    /// What is wrong, a sentence for each game.
    pub(crate) faults: Vec<String>,
    /// Whether all were read in the time.
    pub(crate) complete: bool,
}

/// Reads the numbers of all logs, for as long as this.
pub(super) async fn logs(connection: &mut Either, limit: Duration) -> Result<Logs, StoreError> {
    let until = Instant::now() + limit;
    let mut logs = Logs::default();
    // Of a packed log the first events stand elsewhere; where the packed ones are all, there is no row here.
    let select =
        "SELECT game, coalesce((SELECT events FROM archived WHERE archived.game = events.game), 0),
            min(number), max(number), count(*), count(DISTINCT number)
        FROM events WHERE game > $1 GROUP BY game ORDER BY game LIMIT $2";
    let kinds = [Kind::Text, Kind::Number, Kind::Number, Kind::Number, Kind::Number, Kind::Number];
    let mut after = String::new();
    while let Some(rows) = next(connection, select, &kinds, &mut after, until).await? {
        for row in rows {
            if let [Value::Text(game), numbers @ ..] = &row[..] {
                let numbers: Vec<i64> = numbers.iter().map(number).collect();
                logs.games += u64::from(numbers[0] == 0);
                logs.events += numbers[3] as u64;
                let fault = fault(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
                logs.faults.extend(fault.map(|fault| format!("the log of {game} {fault}")));
            }
        }
    }
    let select = "SELECT game, events, log FROM archived WHERE game > $1 ORDER BY game LIMIT $2";
    let kinds = [Kind::Text, Kind::Number, Kind::Bytes];
    let mut after = String::new();
    while let Some(rows) = next(connection, select, &kinds, &mut after, until).await? {
        for row in rows {
            if let [Value::Text(game), Value::Number(events), Value::Bytes(packed)] = &row[..] {
                logs.games += 1;
                logs.events += *events as u64;
                let there = unpack(packed).map(|entries| entries.len() as i64);
                let fault = match there {
                    Ok(there) if there == *events => continue,
                    Ok(there) => format!("has {there} packed events instead of {events}"),
                    Err(why) => format!("cannot be unpacked: {why}"),
                };
                logs.faults.push(format!("the log of {game} {fault}"));
            }
        }
    }
    let select = "SELECT game FROM games WHERE game > $1
            AND NOT EXISTS (SELECT 1 FROM events WHERE events.game = games.game)
            AND NOT EXISTS (SELECT 1 FROM archived WHERE archived.game = games.game)
        ORDER BY game LIMIT $2";
    let mut after = String::new();
    while let Some(rows) = next(connection, select, &[Kind::Text], &mut after, until).await? {
        let games = rows.iter().filter_map(|row| text(row.first()?));
        logs.faults.extend(games.map(|game| format!("the log of {game} is missing")));
    }
    logs.complete = Instant::now() < until;
    Ok(logs)
}

/// The next rows after a game, in the order of their first column, and the game that they end with; `None` after the last ones, or once it
/// is this time.
async fn next(
    connection: &mut Either,
    select: &'static str,
    kinds: &[Kind],
    after: &mut String,
    until: Instant,
) -> Result<Option<Vec<Vec<Value>>>, StoreError> {
    if Instant::now() >= until {
        return Ok(None);
    }
    let rows = connection.fetch(&sql!(select, &*after, CHUNK), kinds).await?;
    let last = rows.last().and_then(|row| text(row.first()?)).map(str::to_owned);
    let Some(last) = last else { return Ok(None) };
    *after = last;
    Ok(Some(rows))
}

fn text(value: &Value) -> Option<&str> {
    if let Value::Text(text) = value { Some(text) } else { None }
}

fn number(value: &Value) -> i64 {
    if let Value::Number(number) = value { *number } else { 0 }
}

/// What is wrong with a log: its events that are packed, and of the others the lowest and the highest number, how many there are, and how
/// many numbers.
fn fault(packed: i64, low: i64, high: i64, events: i64, numbers: i64) -> Option<String> {
    if low != packed + 1 {
        return Some(format!("goes on with event {low} where {} belongs", packed + 1));
    }
    if numbers < events {
        return Some(format!("has {} of its numbers twice", events - numbers));
    }
    let missing = high - low + 1 - numbers;
    (missing > 0).then(|| format!("lacks {missing} of its events between {low} and {high}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_has_every_number_once() {
        assert_eq!(fault(0, 1, 12, 12, 12), None);
        assert_eq!(fault(150, 151, 151, 1, 1), None);
        let says =
            |packed, low, high, events, numbers| fault(packed, low, high, events, numbers).unwrap();
        assert_eq!(says(0, 2, 12, 11, 11), "goes on with event 2 where 1 belongs");
        assert_eq!(says(10, 5, 12, 8, 8), "goes on with event 5 where 11 belongs");
        assert_eq!(says(0, 1, 12, 11, 11), "lacks 1 of its events between 1 and 12");
        assert_eq!(says(0, 1, 12, 13, 12), "has 1 of its numbers twice");
    }
}
