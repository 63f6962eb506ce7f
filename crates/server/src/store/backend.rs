//! The store, in SQL that both databases understand, above what each of them does in its own way.
use super::archive::StoredLog;
use super::sql::{Columns, Statement, sql};
use super::{
    Ended, IndexRow, PROFILE_KEPT, Packed, Profile, REVIEWS, Run, SUBSCRIPTIONS, Shared, Store,
    StoreError, Subscription, ToResume, Unfinished, Untouched, Whose, stage_name, stage_named,
};
use async_trait::async_trait;
use quinta_table::Entry;
use quinta_wire::Stage;
use std::collections::HashSet;

/// What differs between the databases.
#[async_trait]
pub(super) trait Backend: Send + Sync + 'static {
    /// The tables with rows of a game, by their column `game`.
    const GAME_TABLES: &'static [&'static str];
    /// Selects the games that have not begun, have not changed since `$1`, and have nobody at them who is known through the database.
    const STALE_GAMES: &'static str;
    /// What the rows of games that a start has to look at have in common.
    const TO_RESUME: &'static str;
    /// What else is to be written once logs have been packed.
    const AFTER_PACKING: Option<&'static str>;

    /// The rows that a statement selects.
    async fn fetch<T: Columns>(&self, statement: Statement) -> Result<Vec<T>, StoreError>;
    /// Executes statements in one transaction.
    async fn execute(&self, statements: Vec<Statement>) -> Result<(), StoreError>;
    async fn append(
        &self,
        game: &str,
        entries: &[Entry],
        resume: Option<bool>,
    ) -> Result<(), StoreError>;
    /// The earlier runs, each with when it began and when it was last seen.
    async fn begin_run(&self, began: u64) -> Result<Vec<(i64, i64)>, StoreError>;
    async fn still_runs(&self, now: u64) -> Result<(), StoreError>;
    fn shared(&self) -> Option<&dyn Shared>;
    async fn close(&self) -> Result<(), StoreError>;
}

/// Starts a run.
pub(super) const BEGIN_RUN: &str = "INSERT INTO runs (began, seen) VALUES ($1, $1)
    ON CONFLICT (began) DO UPDATE SET seen = excluded.seen";
/// Deletes the runs before the latest ones.
pub(super) const FORGET_RUNS: &str =
    "DELETE FROM runs WHERE began NOT IN (SELECT began FROM runs ORDER BY began DESC LIMIT $1)";

/// A game's log after this number. It is one statement, because packing moves entries from one table to the other.
async fn stored_log(
    backend: &impl Backend,
    game: &str,
    after: u64,
) -> Result<StoredLog, StoreError> {
    let select = "SELECT CAST(0 AS BIGINT) AS number, NULL AS entry, log FROM archived
            WHERE game = $1 AND events > $2
        UNION ALL SELECT number, entry, NULL FROM events WHERE game = $1 AND number > $2
        ORDER BY number";
    let mut stored = StoredLog { after, ..StoredLog::default() };
    let rows: Vec<(i64, Option<String>, Option<Vec<u8>>)> =
        backend.fetch(sql!(select, game, after)).await?;
    for (_, entry, log) in rows {
        stored.entries.extend(entry);
        stored.packed = log.or(stored.packed);
    }
    Ok(stored)
}

/// A row of a list: the game, whether it is open, when it changed, and its summary.
type Listed = (String, bool, i64, String);

/// The latest games of a guest in a stage.
pub(super) const LATEST_OF: &str = "SELECT g.game, g.open, g.updated, g.lobby FROM people p
    JOIN games g ON g.game = p.game
    WHERE p.who = $1 AND g.stage = $2 AND g.lobby <> '' ORDER BY g.updated DESC LIMIT $3";
/// The latest open games of others in a stage.
pub(super) const LATEST_OPEN: &str = "SELECT g.game, g.open, g.updated, g.lobby FROM games g
    WHERE g.open AND g.stage = $2 AND g.lobby <> ''
        AND NOT EXISTS (SELECT 1 FROM people p WHERE p.who = $1 AND p.game = g.game)
    ORDER BY g.updated DESC, g.game DESC LIMIT $3";
/// Of them, the latest one of each maker; older releases did not note one.
pub(super) const LATEST_BY_MAKER: &str = "SELECT g.game, g.open, g.updated, g.lobby FROM games g
    WHERE g.open AND g.stage = $2 AND g.lobby <> ''
        AND NOT EXISTS (SELECT 1 FROM people p WHERE p.who = $1 AND p.game = g.game)
        AND (g.maker = '' OR g.game = (SELECT o.game FROM games o
            WHERE o.open AND o.stage = $2 AND o.maker = g.maker ORDER BY o.updated DESC, o.game DESC LIMIT 1))
    ORDER BY g.updated DESC, g.game DESC LIMIT $3";
/// A game that began like this and is not over.
pub(super) const PLAYING_FROM: &str =
    "SELECT game FROM games WHERE opening = $1 AND opening <> '' AND stage = 'playing' LIMIT 1";

fn read(stage: Stage, rows: Vec<Listed>) -> Result<Vec<IndexRow>, StoreError> {
    let read = |(game, open, updated, summary): Listed| {
        let summary = serde_json::from_str(&summary)?;
        let (updated, people) = (updated as u64, Vec::new());
        let [maker, opening, owner, address] = std::array::from_fn(|_| String::new());
        Ok(IndexRow {
            game,
            stage,
            open,
            updated,
            people,
            maker,
            opening,
            summary,
            owner,
            address,
            goes_on: false,
        })
    };
    rows.into_iter().map(read).collect()
}

#[async_trait]
impl<B: Backend> Store for B {
    async fn append_and(
        &self,
        game: &str,
        entries: &[Entry],
        resume: Option<bool>,
    ) -> Result<(), StoreError> {
        Backend::append(self, game, entries, resume).await
    }

    async fn read_after(&self, game: &str, number: u64) -> Result<Vec<Entry>, StoreError> {
        let texts = stored_log(self, game, number).await?.texts()?;
        texts.iter().map(|text| Ok(Entry::read(text)?)).collect()
    }

    async fn remove(&self, game: &str) -> Result<(), StoreError> {
        let delete = |table| sql!(format!("DELETE FROM {table} WHERE game = $1"), game);
        self.execute(B::GAME_TABLES.iter().map(delete).collect()).await
    }

    async fn put_index(&self, row: IndexRow) -> Result<(), StoreError> {
        let summary = serde_json::to_string(&row.summary)?;
        let IndexRow {
            game,
            stage,
            open,
            updated,
            people,
            maker,
            opening,
            owner,
            address,
            goes_on,
            ..
        } = row;
        // Of two processes that write the row of one game, the one that knows less may be the later. Only a row that was written has
        // the time that it was written with.
        let put = "INSERT INTO games (game, stage, open, updated, lobby, maker, opening, owner, address, resume)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            ON CONFLICT (game) DO UPDATE SET stage = excluded.stage, open = excluded.open,
                updated = excluded.updated, lobby = excluded.lobby, maker = excluded.maker,
                opening = excluded.opening, owner = excluded.owner,
                address = CASE WHEN excluded.stage = 'over' THEN ''
                    WHEN excluded.address <> '' THEN excluded.address ELSE games.address END,
                resume = excluded.resume,
                warned = CASE WHEN excluded.updated > games.updated THEN 0 ELSE games.warned END
            WHERE games.updated <= excluded.updated OR games.lobby = ''";
        let clear = "DELETE FROM people WHERE game = $1
            AND EXISTS (SELECT 1 FROM games WHERE game = $1 AND updated = $2)";
        let seat = "INSERT INTO people (who, game) SELECT $1, game FROM games
            WHERE game = $2 AND updated = $3 ON CONFLICT DO NOTHING";
        let mut statements = vec![
            sql!(
                put,
                &game,
                stage_name(stage),
                open,
                updated,
                summary,
                maker,
                opening,
                owner,
                address,
                goes_on
            ),
            sql!(clear, &game, updated),
        ];
        statements.extend(people.into_iter().map(|who| sql!(seat, who, &game, updated)));
        self.execute(statements).await
    }

    async fn to_resume(&self) -> Result<Vec<ToResume>, StoreError> {
        let select = format!("SELECT game, stage FROM games WHERE {}", B::TO_RESUME);
        let rows: Vec<(String, String)> = self.fetch(sql!(select)).await?;
        let read = |(game, stage): (_, String)| ToResume { game, stage: stage_named(&stage) };
        Ok(rows.into_iter().map(read).collect())
    }

    async fn unfinished(&self, owner: &str, address: &str) -> Result<Unfinished, StoreError> {
        // Rows of before they told who made them have neither.
        let select = "SELECT
            (SELECT count(*) FROM games WHERE stage <> 'over' AND owner = $1 AND owner <> ''),
            (SELECT count(*) FROM games WHERE stage <> 'over' AND address = $2 AND address <> '')";
        let rows: Vec<(i64, i64)> = self.fetch(sql!(select, owner, address)).await?;
        let (of_owner, of_address) = rows.first().copied().unwrap_or_default();
        Ok(Unfinished { of_owner: of_owner as u64, of_address: of_address as u64 })
    }

    async fn untouched(
        &self,
        stages: &[Stage],
        after: &Ended,
        before: u64,
        most: u32,
    ) -> Result<Vec<Untouched>, StoreError> {
        let stages: Vec<_> =
            stages.iter().map(|stage| format!("'{}'", stage_name(*stage))).collect();
        let select = format!(
            "SELECT game, stage, updated, warned FROM games
            WHERE stage IN ({}) AND updated < $1 AND (updated, game) > ($2, $3)
            ORDER BY updated, game LIMIT $4",
            stages.join(", ")
        );
        let rows: Vec<(String, String, i64, i64)> =
            self.fetch(sql!(select, before, after.updated, &after.game, most)).await?;
        let read = |(game, stage, updated, warned): (_, String, i64, i64)| Untouched {
            place: Ended { updated: updated as u64, game },
            stage: stage_named(&stage),
            warned: (warned > 0).then_some(warned as u64),
        };
        Ok(rows.into_iter().map(read).collect())
    }

    async fn warned(&self, game: &str, time: u64) -> Result<(), StoreError> {
        self.execute(vec![sql!("UPDATE games SET warned = $1 WHERE game = $2", time, game)]).await
    }

    async fn latest(
        &self,
        stage: Stage,
        whose: Whose<'_>,
        most: u32,
    ) -> Result<Vec<IndexRow>, StoreError> {
        let name = stage_name(stage);
        let who = match whose {
            Whose::Of(who) => {
                return read(stage, self.fetch(sql!(LATEST_OF, who, name, most)).await?);
            }
            Whose::OpenTo(who) => who,
        };
        // What is over has gone to everybody: whoever made it fills the list with nothing that keeps others from a game.
        if stage == Stage::Over {
            return read(stage, self.fetch(sql!(LATEST_OPEN, who, name, most)).await?);
        }
        let mut rows: Vec<Listed> = self.fetch(sql!(LATEST_BY_MAKER, who, name, most)).await?;
        if rows.len() < most as usize {
            let rest: Vec<Listed> = self.fetch(sql!(LATEST_OPEN, who, name, most)).await?;
            let known: HashSet<_> = rows.iter().map(|(game, ..)| game.clone()).collect();
            rows.extend(rest.into_iter().filter(|(game, ..)| !known.contains(game)));
            rows.truncate(most as usize);
        }
        read(stage, rows)
    }

    async fn playing_from(&self, opening: &str) -> Result<Option<String>, StoreError> {
        Ok(texts(self, sql!(PLAYING_FROM, opening)).await?.into_iter().next())
    }

    async fn gathering_before(&self, time: u64) -> Result<Vec<String>, StoreError> {
        texts(self, sql!(B::STALE_GAMES, time)).await
    }

    async fn subscribe(&self, subscription: Subscription) -> Result<(), StoreError> {
        let Subscription { endpoint, who, p256dh, auth, language, time } = subscription;
        let put =
            "INSERT INTO subscriptions (endpoint, who, p256dh, auth, language, time) VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (endpoint) DO UPDATE SET who = excluded.who, p256dh = excluded.p256dh,
                auth = excluded.auth, language = excluded.language, time = excluded.time";
        let forget = "DELETE FROM subscriptions WHERE who = $1 AND endpoint NOT IN
            (SELECT endpoint FROM subscriptions WHERE who = $1 ORDER BY time DESC LIMIT $2)";
        let forget = sql!(forget, &who, SUBSCRIPTIONS);
        self.execute(vec![sql!(put, endpoint, who, p256dh, auth, language, time), forget]).await
    }

    async fn unsubscribe(&self, who: &str, endpoint: Option<&str>) -> Result<(), StoreError> {
        let forget = match endpoint {
            Some(endpoint) => {
                sql!("DELETE FROM subscriptions WHERE who = $1 AND endpoint = $2", who, endpoint)
            }
            None => sql!("DELETE FROM subscriptions WHERE who = $1", who),
        };
        self.execute(vec![forget]).await
    }

    async fn push_language(&self, who: &str, language: &str) -> Result<(), StoreError> {
        let change = "UPDATE subscriptions SET language = $1 WHERE who = $2";
        self.execute(vec![sql!(change, language, who)]).await
    }

    async fn subscriptions(&self, who: &str) -> Result<Vec<Subscription>, StoreError> {
        let select = "SELECT endpoint, p256dh, auth, language, time FROM subscriptions
            WHERE who = $1 ORDER BY time";
        let rows = self.fetch(sql!(select, who)).await?.into_iter();
        let read = |(endpoint, p256dh, auth, language, time): (_, _, _, _, i64)| Subscription {
            endpoint,
            who: who.to_owned(),
            p256dh,
            auth,
            language,
            time: time as u64,
        };
        Ok(rows.map(read).collect())
    }

    async fn subscribers(&self) -> Result<Vec<String>, StoreError> {
        texts(self, sql!("SELECT DISTINCT who FROM subscriptions")).await
    }

    async fn ended(&self, after: &Ended, before: u64, most: u32) -> Result<Vec<Ended>, StoreError> {
        let select = "SELECT updated, game FROM games
            WHERE stage = 'over' AND updated < $1 AND (updated, game) > ($2, $3)
                AND EXISTS (SELECT 1 FROM events WHERE events.game = games.game)
            ORDER BY updated, game LIMIT $4";
        let rows = self.fetch(sql!(select, before, after.updated, &after.game, most)).await?;
        let read = |(updated, game): (i64, _)| Ended { updated: updated as u64, game };
        Ok(rows.into_iter().map(read).collect())
    }

    async fn pack(&self, games: &[String]) -> Result<Packed, StoreError> {
        // Of two processes that pack one game at once, the longer log stays.
        let put = "INSERT INTO archived (game, events, log) VALUES ($1, $2, $3)
            ON CONFLICT (game) DO UPDATE SET events = excluded.events, log = excluded.log
            WHERE archived.events < excluded.events";
        let delete = "DELETE FROM events WHERE game = $1 AND number <= $2";
        let (mut statements, mut sum) = (Vec::new(), Packed::default());
        for game in games {
            let Some((log, packed)) = stored_log(self, game, 0).await?.pack()? else { continue };
            sum += packed;
            statements.push(sql!(put, game, packed.events, log));
            statements.push(sql!(delete, game, packed.events));
        }
        if !statements.is_empty() {
            statements.extend(B::AFTER_PACKING.map(|text| sql!(text)));
            self.execute(statements).await?;
        }
        Ok(sum)
    }

    async fn profile(&self, who: &str) -> Result<Option<Profile>, StoreError> {
        let select = "SELECT name, language FROM guests WHERE who = $1";
        let rows: Vec<(String, String)> = self.fetch(sql!(select, who)).await?;
        Ok(rows.into_iter().next().map(|(name, language)| Profile { name, language }))
    }

    async fn put_profile(&self, who: &str, profile: Profile, now: u64) -> Result<(), StoreError> {
        let put = "INSERT INTO guests (who, name, language, changed) VALUES ($1, $2, $3, $4)
            ON CONFLICT (who) DO UPDATE SET name = excluded.name, language = excluded.language, changed = excluded.changed";
        let put = sql!(put, who, profile.name, profile.language, now);
        let before = now.saturating_sub(PROFILE_KEPT);
        let forget = sql!("DELETE FROM guests WHERE changed < $1", before);
        self.execute(vec![put, forget]).await
    }

    async fn has_secret(&self, name: &str) -> Result<bool, StoreError> {
        let select = "SELECT name FROM secrets WHERE name = $1";
        Ok(!texts(self, sql!(select, name)).await?.is_empty())
    }

    async fn is_used(&self) -> Result<bool, StoreError> {
        let select = "SELECT game FROM (SELECT game FROM games LIMIT 1) AS games
            UNION ALL SELECT who FROM (SELECT who FROM subscriptions LIMIT 1) AS subscriptions";
        Ok(!texts(self, sql!(select)).await?.is_empty())
    }

    async fn secret(&self, name: &str, fresh: Vec<u8>) -> Result<Vec<u8>, StoreError> {
        let make = "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        self.execute(vec![sql!(make, name, fresh)]).await?;
        let rows = self.fetch(sql!("SELECT value FROM secrets WHERE name = $1", name)).await?;
        let secret = rows.into_iter().next().map(|(value,)| value);
        secret.ok_or_else(|| StoreError::Failed("a secret has disappeared".into()))
    }

    async fn begin_run(&self, began: u64) -> Result<Vec<Run>, StoreError> {
        let runs = Backend::begin_run(self, began).await?.into_iter();
        Ok(runs.map(|(began, seen)| Run { began: began as u64, seen: seen as u64 }).collect())
    }

    async fn still_runs(&self, now: u64) -> Result<(), StoreError> {
        Backend::still_runs(self, now).await
    }

    async fn review(&self, id: &str) -> Result<Option<String>, StoreError> {
        let reviews = texts(self, sql!("SELECT review FROM reviews WHERE id = $1", id)).await?;
        Ok(reviews.into_iter().next())
    }

    async fn keep_review(&self, id: &str, review: String, time: u64) -> Result<(), StoreError> {
        let put = "INSERT INTO reviews (id, review, time) VALUES ($1, $2, $3)
            ON CONFLICT (id) DO UPDATE SET review = excluded.review, time = excluded.time";
        let forget = "DELETE FROM reviews WHERE id NOT IN
            (SELECT id FROM reviews ORDER BY time DESC LIMIT $1)";
        self.execute(vec![sql!(put, id, review, time), sql!(forget, REVIEWS)]).await
    }

    fn shared(&self) -> Option<&dyn Shared> {
        Backend::shared(self)
    }

    async fn close(&self) -> Result<(), StoreError> {
        Backend::close(self).await
    }
}

/// The texts of a statement that selects one column.
async fn texts(backend: &impl Backend, statement: Statement) -> Result<Vec<String>, StoreError> {
    let rows: Vec<(String,)> = backend.fetch(statement).await?;
    Ok(rows.into_iter().map(|(text,)| text).collect())
}
