//! `SQLite`: one file, one writer that commits in groups, readers beside it.
use super::{Answer, IndexRow, Store, StoreError, Subscription};
use quinta_table::Entry;
use quinta_wire::{LobbyTable, Stage};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{Connection, Executor, Row};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// Every step from an empty file to the present form; a step never changes once it has been released.
const MIGRATIONS: [&str; 2] = [
    "
    CREATE TABLE events (game TEXT NOT NULL, number INTEGER NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (game, number)) WITHOUT ROWID;
    CREATE TABLE games (game TEXT PRIMARY KEY, stage TEXT NOT NULL, open INTEGER NOT NULL, updated INTEGER NOT NULL, lobby TEXT NOT NULL) WITHOUT ROWID;
    CREATE INDEX games_by_stage ON games (stage, updated);
    CREATE TABLE people (who TEXT NOT NULL, game TEXT NOT NULL, PRIMARY KEY (who, game)) WITHOUT ROWID;
    CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
",
    "
    CREATE TABLE subscriptions (endpoint TEXT PRIMARY KEY, who TEXT NOT NULL, p256dh BLOB NOT NULL, auth BLOB NOT NULL, language TEXT NOT NULL, time INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX subscriptions_by_who ON subscriptions (who, time);
",
];

/// The most subscriptions of one guest.
const SUBSCRIPTIONS: u32 = 5;
/// The most requests that one commit takes together.
const GROUP: usize = 256;

type Done<T> = oneshot::Sender<Result<T, StoreError>>;

enum Write {
    Append { game: String, entries: Vec<Entry>, done: Done<()> },
    Index { row: Box<IndexRow>, done: Done<()> },
    Remove { game: String, done: Done<()> },
    Secret { name: String, fresh: Vec<u8>, done: Done<Vec<u8>> },
    Subscribe { subscription: Box<Subscription>, done: Done<()> },
    Unsubscribe { who: String, endpoint: Option<String>, done: Done<()> },
    PushLanguage { who: String, language: String, done: Done<()> },
    Close { done: Done<()> },
}

/// A store in one `SQLite` file.
pub struct Sqlite {
    readers: SqlitePool,
    writer: mpsc::Sender<Write>,
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::Failed(error.to_string())
    }
}

fn options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(2))
        .foreign_keys(false)
}

impl Sqlite {
    /// Opens the file, makes it if it is not there, and brings it to the present form.
    pub async fn open(file: &Path) -> Result<Self, StoreError> {
        let mut connection = SqliteConnection::connect_with(&options(file)).await?;
        migrate(&mut connection).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(2)
            .acquire_timeout(Duration::from_secs(5))
            .connect_with(options(file).read_only(true))
            .await?;
        let (writer, requests) = mpsc::channel(4 * GROUP);
        tokio::spawn(write(connection, requests));
        Ok(Self { readers, writer })
    }

    async fn ask<T>(&self, make: impl FnOnce(Done<T>) -> Write) -> Result<T, StoreError> {
        let (done, answer) = oneshot::channel();
        let closed = || StoreError::Failed("it is closed".into());
        self.writer.send(make(done)).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
    }
}

async fn migrate(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let version: i64 =
        sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut *connection).await?;
    let done = usize::try_from(version).unwrap_or_default();
    if done > MIGRATIONS.len() {
        let why = format!(
            "it was written by a later release (form {done}, this one knows {})",
            MIGRATIONS.len()
        );
        return Err(StoreError::Failed(why));
    }
    for (number, step) in MIGRATIONS.iter().enumerate().skip(done) {
        let mut transaction = connection.begin().await?;
        transaction.execute(*step).await?;
        let mark = format!("PRAGMA user_version = {}", number + 1);
        transaction.execute(mark.as_str()).await?;
        transaction.commit().await?;
    }
    Ok(())
}

/// The one writer: takes what is waiting, commits it together, then answers everyone.
async fn write(mut connection: SqliteConnection, mut requests: mpsc::Receiver<Write>) {
    let mut group = Vec::with_capacity(GROUP);
    loop {
        group.clear();
        if requests.recv_many(&mut group, GROUP).await == 0 {
            break;
        }
        let mut close = None;
        let mut answers: Vec<Later> = Vec::new();
        let begun = connection.execute("BEGIN IMMEDIATE").await;
        let mut failed = begun.err().map(|why| why.to_string());
        for request in group.drain(..) {
            match request {
                Write::Append { game, entries, done } => {
                    let work = append(&mut connection, &game, &entries);
                    answers.push(attempt(&mut failed, work, done).await);
                }
                Write::Index { row, done } => {
                    let work = put_index(&mut connection, &row);
                    answers.push(attempt(&mut failed, work, done).await);
                }
                Write::Remove { game, done } => {
                    let work = remove(&mut connection, &game);
                    answers.push(attempt(&mut failed, work, done).await);
                }
                Write::Secret { name, fresh, done } => {
                    let work = secret(&mut connection, &name, fresh);
                    answers.push(attempt(&mut failed, work, done).await);
                }
                Write::Subscribe { subscription, done } => {
                    let work = subscribe(&mut connection, &subscription);
                    answers.push(attempt(&mut failed, work, done).await);
                }
                Write::Unsubscribe { who, endpoint, done } => {
                    let work = unsubscribe(&mut connection, &who, endpoint.as_deref());
                    answers.push(attempt(&mut failed, work, done).await);
                }
                Write::PushLanguage { who, language, done } => {
                    let work = push_language(&mut connection, &who, &language);
                    answers.push(attempt(&mut failed, work, done).await);
                }
                Write::Close { done } => close = Some(done),
            }
        }
        if failed.is_none() {
            let committed = connection.execute("COMMIT").await;
            failed = committed.err().map(|why| why.to_string());
        }
        if failed.is_some() {
            // There may be no transaction left to roll back.
            let _ = connection.execute("ROLLBACK").await;
        }
        for answer in answers {
            answer(failed.clone().map(StoreError::Failed));
        }
        if let Some(done) = close {
            let closed = connection.close().await.map_err(StoreError::from);
            let _ = done.send(closed);
            return;
        }
    }
    let _ = connection.close().await;
}

/// An answer that is given once it is known whether the commit went well.
type Later = Box<dyn FnOnce(Option<StoreError>) + Send>;

/// Does the work if all went well so far. A statement that failed may have ended the transaction: nothing of the group is to be trusted any more.
async fn attempt<T: Send + 'static>(
    failed: &mut Option<String>,
    work: impl Future<Output = Result<T, StoreError>>,
    done: Done<T>,
) -> Later {
    let result = match &failed {
        Some(why) => Err(StoreError::Failed(why.clone())),
        None => work.await,
    };
    if let Err(StoreError::Failed(why)) = &result {
        failed.get_or_insert_with(|| why.clone());
    }
    Box::new(move |failed| {
        // Whoever asked may be gone.
        let _ = done.send(match failed {
            Some(why) if result.is_ok() => Err(why),
            _ => result,
        });
    })
}

async fn append(
    connection: &mut SqliteConnection,
    game: &str,
    entries: &[Entry],
) -> Result<(), StoreError> {
    let Some(first) = entries.first() else { return Ok(()) };
    let last: i64 =
        sqlx::query_scalar("SELECT coalesce(max(number), 0) FROM events WHERE game = ?")
            .bind(game)
            .fetch_one(&mut *connection)
            .await?;
    if last + 1 != first.number as i64 {
        return Err(StoreError::Conflict);
    }
    if first.number == 1 {
        // From its first moment the game is known to be unfinished.
        sqlx::query("INSERT OR IGNORE INTO games (game, stage, open, updated, lobby) VALUES (?, 'gathering', 0, ?, '')")
            .bind(game)
            .bind(first.time as i64)
            .execute(&mut *connection)
            .await?;
    }
    for entry in entries {
        let text =
            serde_json::to_string(entry).map_err(|why| StoreError::Unreadable(why.to_string()))?;
        sqlx::query("INSERT INTO events (game, number, entry) VALUES (?, ?, ?)")
            .bind(game)
            .bind(entry.number as i64)
            .bind(text)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn put_index(connection: &mut SqliteConnection, row: &IndexRow) -> Result<(), StoreError> {
    let lobby =
        serde_json::to_string(&row.lobby).map_err(|why| StoreError::Unreadable(why.to_string()))?;
    sqlx::query(
        "INSERT OR REPLACE INTO games (game, stage, open, updated, lobby) VALUES (?, ?, ?, ?, ?)",
    )
    .bind(&row.game)
    .bind(stage_name(row.stage))
    .bind(row.open)
    .bind(row.updated as i64)
    .bind(lobby)
    .execute(&mut *connection)
    .await?;
    for who in &row.people {
        sqlx::query("INSERT OR IGNORE INTO people (who, game) VALUES (?, ?)")
            .bind(who)
            .bind(&row.game)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn remove(connection: &mut SqliteConnection, game: &str) -> Result<(), StoreError> {
    for table in ["events", "games", "people"] {
        sqlx::query(&format!("DELETE FROM {table} WHERE game = ?"))
            .bind(game)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn secret(
    connection: &mut SqliteConnection,
    name: &str,
    fresh: Vec<u8>,
) -> Result<Vec<u8>, StoreError> {
    sqlx::query("INSERT OR IGNORE INTO secrets (name, value) VALUES (?, ?)")
        .bind(name)
        .bind(fresh)
        .execute(&mut *connection)
        .await?;
    let value = sqlx::query_scalar("SELECT value FROM secrets WHERE name = ?").bind(name);
    Ok(value.fetch_one(&mut *connection).await?)
}

async fn subscribe(
    connection: &mut SqliteConnection,
    subscription: &Subscription,
) -> Result<(), StoreError> {
    sqlx::query("INSERT OR REPLACE INTO subscriptions (endpoint, who, p256dh, auth, language, time) VALUES (?, ?, ?, ?, ?, ?)")
        .bind(&subscription.endpoint)
        .bind(&subscription.who)
        .bind(&subscription.p256dh)
        .bind(&subscription.auth)
        .bind(&subscription.language)
        .bind(subscription.time as i64)
        .execute(&mut *connection)
        .await?;
    sqlx::query("DELETE FROM subscriptions WHERE who = ? AND endpoint NOT IN (SELECT endpoint FROM subscriptions WHERE who = ? ORDER BY time DESC LIMIT ?)")
        .bind(&subscription.who)
        .bind(&subscription.who)
        .bind(SUBSCRIPTIONS)
        .execute(&mut *connection)
        .await?;
    Ok(())
}

async fn unsubscribe(
    connection: &mut SqliteConnection,
    who: &str,
    endpoint: Option<&str>,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM subscriptions WHERE who = ? AND endpoint = coalesce(?, endpoint)")
        .bind(who)
        .bind(endpoint)
        .execute(&mut *connection)
        .await?;
    Ok(())
}

async fn push_language(
    connection: &mut SqliteConnection,
    who: &str,
    language: &str,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE subscriptions SET language = ? WHERE who = ?")
        .bind(language)
        .bind(who)
        .execute(&mut *connection)
        .await?;
    Ok(())
}

fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Gathering => "gathering",
        Stage::Playing => "playing",
        Stage::Over => "over",
    }
}

impl Store for Sqlite {
    fn append(&self, game: &str, entries: Vec<Entry>) -> Answer<'_, ()> {
        let game = game.to_owned();
        Box::pin(self.ask(|done| Write::Append { game, entries, done }))
    }

    fn read(&self, game: &str, from: u64) -> Answer<'_, Vec<Entry>> {
        let game = game.to_owned();
        Box::pin(async move {
            let rows = sqlx::query(
                "SELECT entry FROM events WHERE game = ? AND number >= ? ORDER BY number",
            )
            .bind(game)
            .bind(from as i64)
            .fetch_all(&self.readers)
            .await?;
            let read = |row: &sqlx::sqlite::SqliteRow| {
                let text: &str = row.try_get(0)?;
                serde_json::from_str(text).map_err(|why| StoreError::Unreadable(why.to_string()))
            };
            rows.iter().map(read).collect()
        })
    }

    fn put_index(&self, row: IndexRow) -> Answer<'_, ()> {
        Box::pin(self.ask(|done| Write::Index { row: Box::new(row), done }))
    }

    fn unfinished(&self) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            let query = "SELECT game FROM games WHERE stage IN ('gathering', 'playing')";
            Ok(sqlx::query_scalar(query).fetch_all(&self.readers).await?)
        })
    }

    fn finished(&self, who: &str, most: u32) -> Answer<'_, Vec<IndexRow>> {
        let who = who.to_owned();
        Box::pin(async move {
            let rows = sqlx::query(
                "SELECT g.game, g.open, g.updated, g.lobby, p.who IS NOT NULL AS mine FROM games g
                 LEFT JOIN people p ON p.game = g.game AND p.who = ?
                 WHERE g.stage = 'over' AND (g.open OR p.who IS NOT NULL) ORDER BY g.updated DESC LIMIT ?",
            )
            .bind(&who)
            .bind(most)
            .fetch_all(&self.readers)
            .await?;
            let mut found = Vec::new();
            for row in rows {
                let lobby: LobbyTable = serde_json::from_str(row.try_get(3)?)
                    .map_err(|why| StoreError::Unreadable(why.to_string()))?;
                let mine: bool = row.try_get(4)?;
                found.push(IndexRow {
                    game: row.try_get(0)?,
                    stage: Stage::Over,
                    open: row.try_get(1)?,
                    updated: row.try_get::<i64, _>(2)? as u64,
                    people: if mine { vec![who.clone()] } else { Vec::new() },
                    lobby,
                });
            }
            Ok(found)
        })
    }

    fn remove(&self, game: &str) -> Answer<'_, ()> {
        let game = game.to_owned();
        Box::pin(self.ask(|done| Write::Remove { game, done }))
    }

    fn secret(&self, name: &str, fresh: Vec<u8>) -> Answer<'_, Vec<u8>> {
        let name = name.to_owned();
        Box::pin(self.ask(|done| Write::Secret { name, fresh, done }))
    }

    fn subscribe(&self, subscription: Subscription) -> Answer<'_, ()> {
        let subscription = Box::new(subscription);
        Box::pin(self.ask(|done| Write::Subscribe { subscription, done }))
    }

    fn unsubscribe(&self, who: &str, endpoint: Option<&str>) -> Answer<'_, ()> {
        let (who, endpoint) = (who.to_owned(), endpoint.map(str::to_owned));
        Box::pin(self.ask(|done| Write::Unsubscribe { who, endpoint, done }))
    }

    fn push_language(&self, who: &str, language: &str) -> Answer<'_, ()> {
        let (who, language) = (who.to_owned(), language.to_owned());
        Box::pin(self.ask(|done| Write::PushLanguage { who, language, done }))
    }

    fn subscriptions(&self, who: &str) -> Answer<'_, Vec<Subscription>> {
        let who = who.to_owned();
        Box::pin(async move {
            let rows = sqlx::query(
                "SELECT endpoint, p256dh, auth, language, time FROM subscriptions WHERE who = ? ORDER BY time",
            )
            .bind(&who)
            .fetch_all(&self.readers)
            .await?;
            let read = |row: &sqlx::sqlite::SqliteRow| {
                Ok(Subscription {
                    endpoint: row.try_get(0)?,
                    who: who.clone(),
                    p256dh: row.try_get(1)?,
                    auth: row.try_get(2)?,
                    language: row.try_get(3)?,
                    time: row.try_get::<i64, _>(4)? as u64,
                })
            };
            rows.iter().map(read).collect()
        })
    }

    fn subscribers(&self) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            let query = "SELECT DISTINCT who FROM subscriptions";
            Ok(sqlx::query_scalar(query).fetch_all(&self.readers).await?)
        })
    }

    fn ping(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            sqlx::query("SELECT 1").execute(&self.readers).await?;
            Ok(())
        })
    }

    fn backup(&self, to: PathBuf) -> Answer<'_, ()> {
        Box::pin(async move {
            let path = to.to_string_lossy().into_owned();
            sqlx::query("VACUUM INTO ?").bind(path).execute(&self.readers).await?;
            Ok(())
        })
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            self.readers.close().await;
            self.ask(|done| Write::Close { done }).await
        })
    }
}
