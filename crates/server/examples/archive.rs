//! Measures packing: fills a database with games of two and four players, packs them, and says what that took and brought.
//!
//! ```sh
//! cargo run --release -p quinta-server --example archive -- /tmp/club 20000
//! cargo run --release -p quinta-server --example archive -- postgres://quinta@localhost/garden 20000
//! ```
//!
//! At most 5,000 games are really different: the others repeat them under names of their own, which is the same to a store.
use quinta_bots::{Bot, Budget};
use quinta_deal::Seed;
use quinta_server::store::archive::archive;
use quinta_server::store::copy::Location;
use quinta_server::store::{Ended, IndexRow, Packed, Postgres, Sqlite, Store};
use quinta_table::{Entry, Requester, Table, create};
use quinta_wire::{BotLevel, ClientMessage, Command, Stage};
use serde_json::json;
use sqlx::{Connection, PgConnection};
use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

type Failure = Box<dyn Error + Send + Sync>;

const DIFFERENT: usize = 5000;
/// Games that are written at once.
const TOGETHER: usize = 100;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let (Some(location), Some(games)) = (arguments.next(), arguments.next()) else {
        return Err("usage: archive FOLDER|URL GAMES".into());
    };
    let games: usize = games.parse()?;
    if !location.contains("://") {
        std::fs::create_dir_all(&location)?;
    }
    let location: Location = location.parse()?;

    let began = Instant::now();
    let logs: Vec<_> = (0..games.min(DIFFERENT)).map(game).collect::<Result<_, _>>()?;
    let events: usize = logs.iter().map(Vec::len).sum();
    println!(
        "{} games of {} events on average, made in {}",
        logs.len(),
        events / logs.len(),
        since(began)
    );

    let began = Instant::now();
    let store = open(&location).await?;
    for first in (0..games).step_by(TOGETHER) {
        let lot = first..games.min(first + TOGETHER);
        let writing =
            lot.map(|number| write(store.clone(), number, logs[number % logs.len()].clone()));
        for written in writing.map(tokio::spawn).collect::<Vec<_>>() {
            written.await??;
        }
    }
    store.close().await?;
    println!("{games} games written in {}", since(began));
    let before = size(&location).await?;

    let began = Instant::now();
    let store = open(&location).await?;
    let (mut reached, mut sum) = (Ended::default(), Packed::default());
    while let Some((last, packed)) = archive(&*store, &reached, u64::MAX >> 1).await? {
        reached = last;
        sum += packed;
    }
    store.close().await?;
    println!("{} games packed in {}: {sum:?}", sum.games, since(began));

    let began = Instant::now();
    match &location {
        Location::Sqlite(file) => Sqlite::shrink(file).await?,
        Location::Postgres(_) => {
            sqlx::raw_sql("VACUUM FULL").execute(&mut connect().await?).await?;
        }
    }
    println!("room given back to the disk in {}", since(began));
    let after = size(&location).await?;
    let each = |bytes: u64| bytes / games as u64;
    println!("{before} bytes before, {after} after; {} and {} a game", each(before), each(after));

    let began = Instant::now();
    let store = open(&location).await?;
    for number in (0..games).step_by(games / 100 + 1) {
        let log = store.read(&name(number)).await?;
        let texts = |log: &[Entry]| log.iter().map(Entry::write).collect::<Result<Vec<_>, _>>();
        if texts(&log)? != texts(&logs[number % logs.len()])? {
            return Err(format!("game {number} came back different").into());
        }
    }
    println!("a hundred games read and compared in {}", since(began));
    Ok(store.close().await?)
}

fn since(began: Instant) -> String {
    format!("{:.1} s", began.elapsed().as_secs_f64())
}

fn name(number: usize) -> String {
    format!("g{number:09}")
}

async fn open(location: &Location) -> Result<Arc<dyn Store>, Failure> {
    Ok(match location {
        Location::Sqlite(file) => Arc::new(Sqlite::open(file).await?),
        Location::Postgres(url) => Arc::new(Postgres::open(url).await?),
    })
}

/// The bytes of a database.
async fn size(location: &Location) -> Result<u64, Failure> {
    Ok(match location {
        Location::Sqlite(file) => std::fs::metadata(file)?.len(),
        Location::Postgres(_) => {
            let mut connection = connect().await?;
            let query = "SELECT pg_database_size(current_database())";
            sqlx::query_scalar::<_, i64>(query).fetch_one(&mut connection).await? as u64
        }
    })
}

async fn connect() -> Result<PgConnection, Failure> {
    Ok(PgConnection::connect(&std::env::args().nth(1).unwrap_or_default()).await?)
}

/// Writes a game that is over, with what the lobby knows of it.
async fn write(store: Arc<dyn Store>, number: usize, log: Vec<Entry>) -> Result<(), Failure> {
    let game = name(number);
    store.append(&game, &log).await?;
    let table = Table::from_log(&game, log)?;
    let people = vec![format!("guest{:015}", number % 1000)];
    let (updated, summary) = (table.time(), table.summary());
    let (maker, opening, owner) = (String::new(), String::new(), table.owner().to_owned());
    let (address, stage, open, goes_on) = (String::new(), Stage::Over, false, false);
    let row = IndexRow {
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
        goes_on,
    };
    Ok(store.put_index(row).await?)
}

/// A game of a gardener's between one person and bots, to its end.
fn game(number: usize) -> Result<Vec<Entry>, Failure> {
    let bots = if number.is_multiple_of(2) { 1 } else { 3 };
    let mut seats = vec![json!({ "who": "me" })];
    seats.extend(vec![json!({ "who": "bot", "level": "gardener" }); bots]);
    let wish = serde_json::from_value(json!({ "seats": seats }))?;
    let mut asker = Requester::new("57ty9eh29s4dmwq4a054", "Lavender Hare", 1_763_000_000_000);
    let mut seed = [7; 32];
    seed[..8].copy_from_slice(&(number as u64).to_le_bytes());
    let mut log = vec![create(&wish, &asker, &Seed(seed), "zy0f7huz6912")?];
    let mut table = Table::from_log("g", log.clone())?;
    let bot: Box<dyn Bot> = BotLevel::Gardener.build(table.rules(), 1 + bots);
    let ready = Command::Ready { seat: None, luck: "00112233445566778899aabbccddeeff".into() };
    let mut next = Some(ready);
    while table.stage() != Stage::Over {
        asker.now += 4321;
        let id = format!("{:016x}", table.number());
        let change = match (next.take(), table.bot_to_act(), table.state()) {
            (Some(command), ..) => table.command(&asker, &ClientMessage { id, command })?,
            (None, Some((seat, _, at)), Some(state)) => {
                let action = bot.choose(state, Budget::Time(Duration::ZERO), table.number()).action;
                table.bot_acts(seat, at, &action, asker.now)?
            }
            (None, None, Some(state)) => {
                let action = bot.choose(state, Budget::Time(Duration::ZERO), table.number()).action;
                let command = Command::Act { at: table.number(), seat: None, action };
                table.command(&asker, &ClientMessage { id, command })?
            }
            (None, _, None) => return Err("the game does not begin".into()),
        };
        log.extend_from_slice(change.entries());
        table.accept(change)?;
    }
    Ok(log)
}
