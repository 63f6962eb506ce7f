//! What processes share: a row for each living one, leases of games, presence, and buckets.
use super::log::append;
use super::{Postgres, STILL_RUNS, broadcast};
use crate::store::{Allowance, Beat, Broadcast, Present, Shared, StoreError};
use async_trait::async_trait;
use quinta_table::Entry;
use sqlx::Row;
use sqlx::postgres::PgRow;
use std::net::IpAddr;
use std::sync::atomic::Ordering;
use tokio::sync::mpsc;

/// The most games of dead processes that are taken at once: the other processes take some too.
const AT_ONCE: i64 = 500;

/// Fails if the process counts as dead: its leases may have been taken, so it needs a new number.
const RENEW: &str = "UPDATE processes SET until = now() + interval '5 s', clock = $2, run = $3 WHERE process = $1 AND until > now()";
const JOIN: &str = "INSERT INTO processes (until, clock, run) VALUES (now() + interval '5 s', $1, $2) RETURNING process";
/// Deletes processes that died long ago, with the presence that they stored.
const FORGET: &str = "DELETE FROM processes WHERE until < now() - interval '3 days'";

/// Of two processes that claim at once, the key decides: the second finds the first alive. The order prevents deadlocks. A process that names a
/// game that it holds already gets it again: it may have missed the answer to an earlier claim.
const CLAIM: &str = "
    WITH named AS (SELECT g.game FROM unnest($2::text[]) AS g (game) JOIN games ON games.game = g.game AND games.stage = 'playing'
        LEFT JOIN leases l ON l.game = g.game LEFT JOIN processes p ON p.process = l.process
        WHERE p.until IS NULL OR p.until <= now() OR p.process = $1),
    left_behind AS (SELECT l.game FROM leases l LEFT JOIN processes p ON p.process = l.process
        WHERE p.until IS NULL OR p.until <= now() LIMIT $3)
    INSERT INTO leases (game, process) SELECT game, $1 FROM (SELECT game FROM named UNION SELECT game FROM left_behind) AS free
        WHERE EXISTS (SELECT FROM processes WHERE process = $1 AND until > now()) ORDER BY game
        ON CONFLICT (game) DO UPDATE SET process = excluded.process
            WHERE leases.process = excluded.process
                OR NOT EXISTS (SELECT FROM processes p WHERE p.process = leases.process AND p.until > now())
        RETURNING game";

const WANT: &str = "
    INSERT INTO leases (game, process) SELECT g.game, 0 FROM unnest($1::text[]) AS g (game)
        JOIN games ON games.game = g.game AND games.stage = 'playing'
        WHERE NOT EXISTS (SELECT FROM leases l WHERE l.game = g.game) ORDER BY g.game ON CONFLICT DO NOTHING";

/// Stores who is here, and when the others left.
const PUT_PRESENCE: &str = "
    -- It does not wait for the disk: after a crash the next process corrects it.
    WITH quick AS (SELECT set_config('synchronous_commit', 'off', true)),
    gone AS (UPDATE presence SET count = 0, since = $5 WHERE game = $1 AND process = $2 AND count > 0 AND who <> ALL ($3))
    INSERT INTO presence (game, process, who, count) SELECT $1, $2, who, count FROM quick, unnest($3::text[], $4::bigint[]) AS here (who, count)
        WHERE EXISTS (SELECT FROM processes WHERE process = $2)
        ON CONFLICT (game, process, who) DO UPDATE SET count = excluded.count, since = NULL";

/// Those who were connected to a process that died were last seen with it.
const PRESENCE: &str = "
    SELECT n.game, n.who, CASE WHEN p.until > now() THEN n.count ELSE 0 END, coalesce(n.since, p.clock)
    FROM presence n JOIN processes p ON p.process = n.process WHERE n.game = ANY ($1) AND n.process <> $2";

/// A bucket that fills by so many a second, up to so many; no row comes back from an empty one.
const TAKE: &str = "
    INSERT INTO buckets AS b (what, address, remaining, at) SELECT $1, $2, $4 - $5, now() WHERE $4 >= $5
        ON CONFLICT (what, address) DO UPDATE
            SET remaining = least($4, b.remaining + extract(epoch FROM now() - b.at)::float8 * $3) - $5, at = now()
            WHERE least($4, b.remaining + extract(epoch FROM now() - b.at)::float8 * $3) >= $5
        RETURNING remaining";

#[async_trait]
impl Shared for Postgres {
    async fn beat(&self, clock: u64) -> Result<Beat, StoreError> {
        let (process, run) = (self.process(), self.run.load(Ordering::Relaxed));
        let renew = sqlx::query(RENEW).bind(process).bind(clock as i64).bind(run);
        let join = sqlx::query_scalar(JOIN).bind(clock as i64).bind(run);
        let note = sqlx::query(STILL_RUNS).bind(clock as i64).bind(run);
        let living = sqlx::query("SELECT process, clock FROM processes WHERE until > now()");
        let (process, joined, living) = self
            .as_holder(async |connection| {
                let renewed = renew.execute(&mut *connection).await?.rows_affected() > 0;
                let process: i64 = if renewed {
                    process
                } else {
                    sqlx::query(FORGET).execute(&mut *connection).await?;
                    join.fetch_one(&mut *connection).await?
                };
                note.execute(&mut *connection).await?;
                Ok((process, !renewed, living.fetch_all(&mut *connection).await?))
            })
            .await?;
        self.process.store(process, Ordering::Relaxed);
        self.broadcast(broadcast::ALIVE.to_owned());
        let mut beat = Beat { joined, others: Vec::new(), clock };
        for row in living {
            let (other, clock): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
            beat.clock = beat.clock.max(clock as u64);
            beat.others.extend(Some(other).filter(|other| *other != process));
        }
        beat.others.sort_unstable();
        Ok(beat)
    }

    async fn claim(&self, games: &[String]) -> Result<Vec<String>, StoreError> {
        let claim = sqlx::query_scalar(CLAIM).bind(self.process()).bind(games).bind(AT_ONCE);
        self.on(async |connection| Ok(claim.fetch_all(connection).await?)).await
    }

    async fn want(&self, games: &[String]) -> Result<(), StoreError> {
        let want = sqlx::query(WANT).bind(games);
        let new = self.on(async |connection| Ok(want.execute(connection).await?)).await?;
        if new.rows_affected() > 0 {
            self.tell(Broadcast::Wanted);
        }
        Ok(())
    }

    async fn release(&self, game: &str) -> Result<(), StoreError> {
        let release = "DELETE FROM leases WHERE process = $1 AND game = $2";
        let release = sqlx::query(release).bind(self.process()).bind(game);
        self.on(async |connection| Ok(release.execute(connection).await?)).await?;
        Ok(())
    }

    async fn leave(&self, clock: u64) -> Result<(), StoreError> {
        let end = "UPDATE processes SET until = now(), clock = $2 WHERE process = $1";
        let end = sqlx::query(end).bind(self.process()).bind(clock as i64);
        self.on(async |connection| Ok(end.execute(connection).await?)).await?;
        self.tell(Broadcast::Wanted);
        Ok(())
    }

    async fn append_held(
        &self,
        game: &str,
        entries: &[Entry],
        resume: Option<bool>,
    ) -> Result<(), StoreError> {
        let process = self.process();
        match append(self, game, entries, resume, Some(process)).await {
            Err(StoreError::Conflict) => {
                let query = "SELECT EXISTS (SELECT FROM leases JOIN processes USING (process)
                    WHERE game = $1 AND process = $2 AND until > now())";
                let query = sqlx::query_scalar(query).bind(game).bind(process);
                let held = self.on(async |connection| Ok(query.fetch_one(connection).await?));
                Err(if held.await? { StoreError::Conflict } else { StoreError::NotHeld })
            }
            done => done,
        }
    }

    async fn numbers(&self, games: &[String]) -> Result<Vec<(String, u64)>, StoreError> {
        let query = "SELECT game, (SELECT max(number) FROM events e WHERE e.game = g.game) AS number FROM unnest($1::text[]) AS g (game)";
        let query = sqlx::query(query).bind(games);
        let rows = self.on(async |connection| Ok(query.fetch_all(connection).await?)).await?;
        let read = |row: &PgRow| {
            let number: Option<i64> = row.try_get(1)?;
            Ok((row.try_get(0)?, number.unwrap_or_default() as u64))
        };
        rows.iter().map(read).collect()
    }

    fn listen(&self) -> mpsc::Receiver<Broadcast> {
        broadcast::listen(self.url.clone(), self.process.clone())
    }

    fn tell(&self, message: Broadcast) {
        self.broadcast(broadcast::write(&message, self.process()));
    }

    async fn put_presence(
        &self,
        game: &str,
        here: &[(String, u32)],
        time: u64,
    ) -> Result<(), StoreError> {
        let (who, count): (Vec<&str>, Vec<i64>) =
            here.iter().map(|(who, count)| (who.as_str(), i64::from(*count))).unzip();
        let put = sqlx::query(PUT_PRESENCE)
            .bind(game)
            .bind(self.process())
            .bind(who)
            .bind(count)
            .bind(time as i64);
        self.on(async |connection| Ok(put.execute(connection).await?)).await?;
        self.tell(Broadcast::Present(game.to_owned()));
        Ok(())
    }

    async fn presence(&self, games: &[String]) -> Result<Vec<Present>, StoreError> {
        let query = sqlx::query(PRESENCE).bind(games).bind(self.process());
        let rows = self.on(async |connection| Ok(query.fetch_all(connection).await?)).await?;
        let read = |row: &PgRow| {
            let number = |column| row.try_get::<i64, _>(column);
            Ok(Present {
                game: row.try_get(0)?,
                who: row.try_get(1)?,
                count: u32::try_from(number(2)?).unwrap_or_default(),
                seen: number(3)? as u64,
            })
        };
        rows.iter().map(read).collect()
    }

    async fn take(
        &self,
        allowance: Allowance,
        address: IpAddr,
        amount: u32,
    ) -> Result<bool, StoreError> {
        let take = sqlx::query(TAKE)
            .bind(allowance.what)
            .bind(address.to_string())
            .bind(allowance.per_second)
            .bind(f64::from(allowance.burst))
            .bind(f64::from(amount));
        let taken = self.on(async |connection| Ok(take.fetch_optional(connection).await?)).await?;
        Ok(taken.is_some())
    }
}
