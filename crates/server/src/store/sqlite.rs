//! `SQLite`: one file, one writer that commits in groups, readers beside it.
use super::private::{self, Lock};
use super::{IndexRow, Run, Store, StoreError, Subscription, Whose};
use async_trait::async_trait;
use quinta_table::{Entry, LogError};
use quinta_wire::Stage;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{Connection, Executor, Row};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// Every step from an empty file to the present form; a step never changes once it has been released.
pub(super) const MIGRATIONS: [&str; 4] = [
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
    // Releases before this form did not tell when they ran: they are taken to have stopped after their last game's change.
    "
    CREATE TABLE runs (began INTEGER PRIMARY KEY, seen INTEGER NOT NULL);
    INSERT INTO runs (began, seen) SELECT 0, coalesce(max(updated), 0) FROM games;
    CREATE INDEX people_by_game ON people (game);
",
    "
    CREATE TABLE reviews (id TEXT PRIMARY KEY, review TEXT NOT NULL, time INTEGER NOT NULL);
    CREATE INDEX reviews_by_time ON reviews (time);
",
];

/// The most subscriptions of one guest.
const SUBSCRIPTIONS: u32 = 5;
/// The most requests that one commit takes together.
const GROUP: usize = 256;
/// Runs that are kept: no clock runs longer than a month, so older ones matter to nobody.
const RUNS: u32 = 1000;
/// Looks back that are kept, some 60 kB each: one that was forgotten is made again when somebody asks for it.
const REVIEWS: u32 = 2000;

type Done<T> = oneshot::Sender<Result<T, StoreError>>;

enum Write {
    Append { game: String, first: u64, time: u64, texts: Vec<String>, done: Done<()> },
    Index { row: Box<IndexRow>, done: Done<()> },
    Remove { game: String, done: Done<()> },
    Secret { name: String, fresh: Vec<u8>, done: Done<Vec<u8>> },
    Subscribe { subscription: Box<Subscription>, done: Done<()> },
    Unsubscribe { who: String, endpoint: Option<String>, done: Done<()> },
    PushLanguage { who: String, language: String, done: Done<()> },
    KeepReview { id: String, review: String, time: u64, done: Done<()> },
    BeginRun { began: u64, done: Done<Vec<Run>> },
    StillRuns { now: u64, done: Done<()> },
    Close { done: Done<()> },
}

/// A store in one `SQLite` file.
pub struct Sqlite {
    readers: SqlitePool,
    writer: mpsc::Sender<Write>,
    lock: Lock,
}

impl From<LogError> for StoreError {
    fn from(error: LogError) -> Self {
        Self::Unreadable(error.to_string())
    }
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
    /// Opens the file for a server, which has it alone: makes it if it is not there, for no other user of this machine to read, and brings
    /// it to the present form.
    pub async fn open(file: &Path) -> Result<Self, StoreError> {
        let lock = Lock::take(file)?;
        private::file(file)?;
        // What a server that was killed has left beside it.
        for ending in ["-wal", "-shm"] {
            let beside = PathBuf::from(format!("{}{ending}", file.display()));
            if beside.exists() {
                private::file(&beside)?;
            }
        }
        let mut connection = SqliteConnection::connect_with(&options(file)).await?;
        migrate(&mut connection).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(2)
            .acquire_timeout(Duration::from_secs(5))
            .connect_with(options(file).read_only(true))
            .await?;
        let (writer, requests) = mpsc::channel(4 * GROUP);
        tokio::spawn(write(connection, requests));
        Ok(Self { readers, writer, lock })
    }

    /// Copies the database into a file of its own, as of one moment, while a server uses it or not.
    pub async fn copy(file: &Path, to: &Path) -> Result<(), StoreError> {
        private::file(to)?;
        let mut connection =
            SqliteConnection::connect_with(&options(file).create_if_missing(false)).await?;
        let to = to.to_string_lossy().into_owned();
        sqlx::query("VACUUM INTO ?").bind(to).execute(&mut connection).await?;
        Ok(connection.close().await?)
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
                Write::Append { game, first, time, texts, done } => {
                    let work = append(&mut connection, &game, first, time, &texts);
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
                Write::KeepReview { id, review, time, done } => {
                    let work = keep_review(&mut connection, &id, &review, time);
                    answers.push(attempt(&mut failed, work, done).await);
                }
                Write::BeginRun { began, done } => {
                    let work = begin_run(&mut connection, began);
                    answers.push(attempt(&mut failed, work, done).await);
                }
                Write::StillRuns { now, done } => {
                    let work = still_runs(&mut connection, now);
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
    first: u64,
    time: u64,
    texts: &[String],
) -> Result<(), StoreError> {
    let last: i64 =
        sqlx::query_scalar("SELECT coalesce(max(number), 0) FROM events WHERE game = ?")
            .bind(game)
            .fetch_one(&mut *connection)
            .await?;
    if last + 1 != first as i64 {
        return Err(StoreError::Conflict);
    }
    if first == 1 {
        // From its first moment the game is known to be unfinished.
        sqlx::query("INSERT OR IGNORE INTO games (game, stage, open, updated, lobby) VALUES (?, 'gathering', 0, ?, '')")
            .bind(game)
            .bind(time as i64)
            .execute(&mut *connection)
            .await?;
    }
    for (text, number) in texts.iter().zip(first..) {
        sqlx::query("INSERT INTO events (game, number, entry) VALUES (?, ?, ?)")
            .bind(game)
            .bind(number as i64)
            .bind(text)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn begin_run(connection: &mut SqliteConnection, began: u64) -> Result<Vec<Run>, StoreError> {
    let rows = sqlx::query("SELECT began, seen FROM runs ORDER BY began")
        .fetch_all(&mut *connection)
        .await?;
    let read = |row: &sqlx::sqlite::SqliteRow| -> Result<Run, StoreError> {
        let time = |column| row.try_get::<i64, _>(column).map(|time| time as u64);
        Ok(Run { began: time(0)?, seen: time(1)? })
    };
    let runs = rows.iter().map(read).collect::<Result<_, _>>()?;
    sqlx::query("INSERT OR REPLACE INTO runs (began, seen) VALUES (?, ?)")
        .bind(began as i64)
        .bind(began as i64)
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "DELETE FROM runs WHERE began NOT IN (SELECT began FROM runs ORDER BY began DESC LIMIT ?)",
    )
    .bind(RUNS)
    .execute(&mut *connection)
    .await?;
    Ok(runs)
}

async fn still_runs(connection: &mut SqliteConnection, now: u64) -> Result<(), StoreError> {
    sqlx::query("UPDATE runs SET seen = ? WHERE began = (SELECT max(began) FROM runs)")
        .bind(now as i64)
        .execute(&mut *connection)
        .await?;
    Ok(())
}

async fn put_index(connection: &mut SqliteConnection, row: &IndexRow) -> Result<(), StoreError> {
    let summary = serde_json::to_string(&row.summary)
        .map_err(|why| StoreError::Unreadable(why.to_string()))?;
    sqlx::query(
        "INSERT OR REPLACE INTO games (game, stage, open, updated, lobby) VALUES (?, ?, ?, ?, ?)",
    )
    .bind(&row.game)
    .bind(stage_name(row.stage))
    .bind(row.open)
    .bind(row.updated as i64)
    .bind(summary)
    .execute(&mut *connection)
    .await?;
    // Who has left the table has no part in it any more.
    sqlx::query("DELETE FROM people WHERE game = ?")
        .bind(&row.game)
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

async fn keep_review(
    connection: &mut SqliteConnection,
    id: &str,
    review: &str,
    time: u64,
) -> Result<(), StoreError> {
    sqlx::query("INSERT OR REPLACE INTO reviews (id, review, time) VALUES (?, ?, ?)")
        .bind(id)
        .bind(review)
        .bind(time as i64)
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "DELETE FROM reviews WHERE id NOT IN (SELECT id FROM reviews ORDER BY time DESC LIMIT ?)",
    )
    .bind(REVIEWS)
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

#[async_trait]
impl Store for Sqlite {
    async fn append(&self, game: &str, entries: &[Entry]) -> Result<(), StoreError> {
        let Some(Entry { number: first, time, .. }) = entries.first() else { return Ok(()) };
        let texts = entries.iter().map(Entry::write).collect::<Result<_, _>>()?;
        let (game, first, time) = (game.to_owned(), *first, *time);
        self.ask(|done| Write::Append { game, first, time, texts, done }).await
    }

    async fn read(&self, game: &str) -> Result<Vec<Entry>, StoreError> {
        let query = "SELECT entry FROM events WHERE game = ? ORDER BY number";
        let rows = sqlx::query(query).bind(game).fetch_all(&self.readers).await?;
        rows.iter().map(|row| Ok(Entry::read(row.try_get(0)?)?)).collect()
    }

    async fn put_index(&self, row: IndexRow) -> Result<(), StoreError> {
        self.ask(|done| Write::Index { row: Box::new(row), done }).await
    }

    async fn unfinished(&self) -> Result<Vec<String>, StoreError> {
        let query = "SELECT game FROM games WHERE stage IN ('gathering', 'playing')";
        Ok(sqlx::query_scalar(query).fetch_all(&self.readers).await?)
    }

    async fn latest(
        &self,
        stage: Stage,
        whose: Whose<'_>,
        most: u32,
    ) -> Result<Vec<IndexRow>, StoreError> {
        let (query, who) = match whose {
            Whose::Of(who) => (
                "SELECT g.game, g.open, g.updated, g.lobby FROM games g JOIN people p ON p.game = g.game AND p.who = ?
                 WHERE g.stage = ? AND g.lobby != '' ORDER BY g.updated DESC LIMIT ?",
                who,
            ),
            Whose::OpenTo(who) => (
                "SELECT g.game, g.open, g.updated, g.lobby FROM games g LEFT JOIN people p ON p.game = g.game AND p.who = ?
                 WHERE p.who IS NULL AND g.open AND g.stage = ? AND g.lobby != '' ORDER BY g.updated DESC LIMIT ?",
                who,
            ),
        };
        let rows = sqlx::query(query)
            .bind(who)
            .bind(stage_name(stage))
            .bind(most)
            .fetch_all(&self.readers)
            .await?;
        let read = |row: &sqlx::sqlite::SqliteRow| {
            let unreadable = |why: serde_json::Error| StoreError::Unreadable(why.to_string());
            Ok(IndexRow {
                game: row.try_get(0)?,
                stage,
                open: row.try_get(1)?,
                updated: row.try_get::<i64, _>(2)? as u64,
                people: Vec::new(),
                summary: serde_json::from_str(row.try_get(3)?).map_err(unreadable)?,
            })
        };
        rows.iter().map(read).collect()
    }

    async fn gathering_before(&self, time: u64) -> Result<Vec<String>, StoreError> {
        let query = "SELECT game FROM games WHERE stage = 'gathering' AND updated < ?";
        Ok(sqlx::query_scalar(query).bind(time as i64).fetch_all(&self.readers).await?)
    }

    async fn remove(&self, game: &str) -> Result<(), StoreError> {
        let game = game.to_owned();
        self.ask(|done| Write::Remove { game, done }).await
    }

    async fn secret(&self, name: &str, fresh: Vec<u8>) -> Result<Vec<u8>, StoreError> {
        let name = name.to_owned();
        self.ask(|done| Write::Secret { name, fresh, done }).await
    }

    async fn begin_run(&self, began: u64) -> Result<Vec<Run>, StoreError> {
        self.ask(|done| Write::BeginRun { began, done }).await
    }

    async fn still_runs(&self, now: u64) -> Result<(), StoreError> {
        self.ask(|done| Write::StillRuns { now, done }).await
    }

    async fn subscribe(&self, subscription: Subscription) -> Result<(), StoreError> {
        let subscription = Box::new(subscription);
        self.ask(|done| Write::Subscribe { subscription, done }).await
    }

    async fn unsubscribe(&self, who: &str, endpoint: Option<&str>) -> Result<(), StoreError> {
        let (who, endpoint) = (who.to_owned(), endpoint.map(str::to_owned));
        self.ask(|done| Write::Unsubscribe { who, endpoint, done }).await
    }

    async fn push_language(&self, who: &str, language: &str) -> Result<(), StoreError> {
        let (who, language) = (who.to_owned(), language.to_owned());
        self.ask(|done| Write::PushLanguage { who, language, done }).await
    }

    async fn subscriptions(&self, who: &str) -> Result<Vec<Subscription>, StoreError> {
        let rows = sqlx::query(
            "SELECT endpoint, p256dh, auth, language, time FROM subscriptions WHERE who = ? ORDER BY time",
        )
        .bind(who)
        .fetch_all(&self.readers)
        .await?;
        let read = |row: &sqlx::sqlite::SqliteRow| {
            Ok(Subscription {
                endpoint: row.try_get(0)?,
                who: who.to_owned(),
                p256dh: row.try_get(1)?,
                auth: row.try_get(2)?,
                language: row.try_get(3)?,
                time: row.try_get::<i64, _>(4)? as u64,
            })
        };
        rows.iter().map(read).collect()
    }

    async fn subscribers(&self) -> Result<Vec<String>, StoreError> {
        let query = "SELECT DISTINCT who FROM subscriptions";
        Ok(sqlx::query_scalar(query).fetch_all(&self.readers).await?)
    }

    async fn review(&self, id: &str) -> Result<Option<String>, StoreError> {
        let query = "SELECT review FROM reviews WHERE id = ?";
        Ok(sqlx::query_scalar(query).bind(id).fetch_optional(&self.readers).await?)
    }

    async fn keep_review(&self, id: &str, review: String, time: u64) -> Result<(), StoreError> {
        let id = id.to_owned();
        self.ask(|done| Write::KeepReview { id, review, time, done }).await
    }

    async fn close(&self) -> Result<(), StoreError> {
        self.readers.close().await;
        let closed = self.ask(|done| Write::Close { done }).await;
        self.lock.release();
        closed
    }
}
