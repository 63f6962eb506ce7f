//! What the server is, its lobby, and new tables.
use super::LONGEST_RECORD;
use super::body::Json;
use super::guard::Address;
use super::guests::Visitor;
use super::response::{error, json};
use super::route::Route;
use crate::app::{App, RequestError};
use crate::live::Live;
use crate::store::{IndexRow, Whose};
use crate::time::now;
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use quinta_deal::Seed;
use quinta_record::{Record, Replay};
use quinta_table::log::SummarySeat;
use quinta_table::{Refusal, Requester};
use quinta_wire::{About, Code, CreateTable, Created, Lobby, LobbyTable, PlayOn, Stage};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// The most tables of a list.
const MAX_TABLES: usize = 50;
/// The most of one's own tables that are looked through for those where it is one's turn.
const OWN: u32 = 200;
/// The most open tables that are looked through for those whose hosts wait.
const WAITING: u32 = 200;
/// How long a list waits for tables that are busy, such as with a slow store: all of them together.
const BUSY_TABLES: Duration = Duration::from_millis(100);

pub(super) fn routes() -> Vec<Route> {
    let create_errors = [Code::BadToken, Code::BadName, Code::BadOptions];
    vec![
        Route::get("/about", about, "get_about")
            .summary("Version, bots' levels, phrases, the numbers of the scoring board's two sides")
            .answers::<About>(),
        Route::get("/tables", lobby, "get_lobby")
            .summary("Open tables, yours, running ones to watch, finished ones")
            .answers::<Lobby>()
            .errors(&[Code::BadToken]),
        Route::post("/tables", create, "create_table")
            .summary("A new table; the seats planned as `me` are yours at once")
            .takes::<CreateTable>()
            .creates::<Created>()
            .errors(&create_errors),
        Route::post("/continuations", play_on, "play_on")
            .summary("A new table where a game goes on from a position: see Playing on")
            .takes::<PlayOn>()
            .longest_body(LONGEST_RECORD)
            .creates::<Created>()
            .errors(&create_errors)
            .errors(&[Code::BadRecord, Code::NotOver]),
    ]
}

async fn about() -> Response {
    json(StatusCode::OK, &quinta_tab::about())
}

async fn lobby(State(app): State<Arc<App>>, visitor: Visitor) -> Response {
    let id = visitor.guest.id.as_str();
    app.follow_games_of(id, MAX_TABLES as u32).await;
    let deadline = Instant::now() + BUSY_TABLES;
    let list = |stage, whose, most| app.list(stage, whose, most, id, deadline);
    let (of, open_to) = (Whose::Of(id), Whose::OpenTo(id));
    // More than are shown, for not all of them are: some have nobody who waits.
    let mut open = list(Stage::Gathering, open_to, WAITING).await;
    open.retain(|table| table.seats.iter().any(|seat| seat.name.is_none() && seat.level.is_none()));
    let mut mine = list(Stage::Gathering, of, OWN).await;
    mine.extend(list(Stage::Playing, of, OWN).await);
    mine.sort_by_key(|table| (!table.your_turn, std::cmp::Reverse(table.last)));
    let running = list(Stage::Playing, open_to, MAX_TABLES as u32).await;
    // The guest's own games come first, so that others never push them off the list.
    let mut finished = list(Stage::Over, of, MAX_TABLES as u32).await;
    finished.extend(list(Stage::Over, open_to, MAX_TABLES as u32).await);
    for list in [&mut open, &mut mine] {
        list.truncate(MAX_TABLES);
    }
    app.mark_expiring(&mut mine);
    visitor.respond(&app, json(StatusCode::OK, &Lobby { open, mine, running, finished }))
}

impl App {
    /// The latest tables in this stage, as this guest sees them now.
    async fn list(
        &self,
        stage: Stage,
        whose: Whose<'_>,
        most: u32,
        who: &str,
        deadline: Instant,
    ) -> Vec<LobbyTable> {
        let rows = self.store.latest(stage, whose, most).await.unwrap_or_else(|why| {
            self.store_failed(&why);
            Vec::new()
        });
        let mut tables = self.listed(rows, who, deadline).await;
        // What the index knows may be older than what is in memory.
        tables.retain(|table| table.stage == stage);
        tables
    }

    /// Tables of the index as this guest sees them now, without those that nobody waits at who has made them.
    async fn listed(&self, rows: Vec<IndexRow>, who: &str, deadline: Instant) -> Vec<LobbyTable> {
        let waits = |row: &&IndexRow| row.stage == Stage::Gathering && !self.has(&row.game);
        let away: Vec<_> = rows.iter().filter(waits).collect();
        let hosted = self.hosted_elsewhere(&away).await;
        let mut tables = Vec::new();
        for row in &rows {
            let is_own = |seat: &SummarySeat| seat.who.as_deref() == Some(who);
            let must_wait = row.stage == Stage::Gathering && !row.summary.seats.iter().any(is_own);
            // A table that stays busy is listed as it was.
            let live = self.known(&row.game);
            let core = match &live {
                Some(live) => timeout_at(deadline, live.core.lock()).await.ok(),
                None => None,
            };
            let (table, waits) = if let Some(core) = core {
                (core.table().lobby(who), core.host.is_hosted(now()))
            } else {
                let waits = live.is_some() || hosted.contains(&row.game);
                (row.summary.lobby(&row.game, row.stage, who), waits)
            };
            if waits || !must_wait {
                tables.push(table);
            }
        }
        tables
    }

    /// Which of these tables, that are not in memory, have hosts who are at another process or went a short while ago.
    async fn hosted_elsewhere(&self, rows: &[&IndexRow]) -> HashSet<String> {
        let since = now().saturating_sub(u64::from(self.settings.gone_after) * 1000);
        let lately = rows.iter().filter(|row| row.updated >= since);
        let mut hosted: HashSet<_> = lately.map(|row| row.game.clone()).collect();
        let Some(shared) = self.store.shared().filter(|_| !rows.is_empty()) else { return hosted };
        let games: Vec<_> = rows.iter().map(|row| row.game.clone()).collect();
        let present = shared.presence(&games).await.unwrap_or_else(|why| {
            self.store_failed(&why);
            Vec::new()
        });
        let hosts: HashMap<_, _> =
            rows.iter().map(|row| (row.game.as_str(), row.summary.host.as_deref())).collect();
        for one in present {
            let is_host = hosts.get(one.game.as_str()) == Some(&Some(one.who.as_str()));
            // Of those who do not sit it is not known who they are.
            if one.count > 0 && (is_host || one.who.is_empty()) || is_host && one.seen >= since {
                hosted.insert(one.game);
            }
        }
        hosted
    }
}

async fn create(
    State(app): State<Arc<App>>,
    Extension(Address(address)): Extension<Address>,
    visitor: Visitor,
    Json(wish): Json<CreateTable>,
) -> Result<Response, RequestError> {
    Ok(created(&app, &visitor, app.create(&visitor.guest, address, &wish).await?))
}

async fn play_on(
    State(app): State<Arc<App>>,
    Extension(Address(address)): Extension<Address>,
    visitor: Visitor,
    Json(wish): Json<PlayOn>,
) -> Result<Response, RequestError> {
    let (record, replay) = match replay(&wish.record) {
        Ok(replay) => replay,
        Err(why) => return Ok(error(Code::BadRecord, &why)),
    };
    // Bots give advice there, and it would be advice for a game that is being played.
    if app.is_being_played(&record, &replay).await? {
        return Err(Refusal::NotOver.into());
    }
    let first = |host: &Requester, secret: &Seed, code: &str| {
        quinta_table::play_on(&wish, (&record, &replay), host, secret, code)
    };
    Ok(created(&app, &visitor, app.make(&visitor.guest, address, first).await?))
}

/// Reads a record and replays it.
fn replay(record: &serde_json::Value) -> Result<(Record, Replay), String> {
    let record = Record::from_json(record.to_string()).map_err(|why| why.to_string())?;
    let replay = Replay::of(&record).map_err(|why| why.to_string())?;
    Ok((record, replay))
}

/// The answer for a new table.
fn created(app: &App, visitor: &Visitor, (live, invitation): (Arc<Live>, String)) -> Response {
    let base = app.base_url();
    let created = Created {
        link: format!("{base}/t/{}?i={invitation}", live.id),
        link_is_local: app.is_local(),
        id: live.id.clone(),
        invitation,
    };
    visitor.respond(app, json(StatusCode::CREATED, &created))
}
