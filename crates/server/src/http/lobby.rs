//! What the server is, its lobby, and new tables.
use super::LONGEST_RECORD;
use super::guard::Address;
use super::guests::Visitor;
use super::response::{Json, error, json};
use super::route::Route;
use crate::app::{App, RequestError};
use crate::live::Live;
use crate::store::Whose;
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use quinta_deal::Seed;
use quinta_record::{Record, Replay};
use quinta_table::Requester;
use quinta_wire::{About, Code, CreateTable, Created, Lobby, LobbyTable, PlayOn, Stage};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// The most tables of a list.
const MAX_TABLES: usize = 50;
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
            .errors(&[Code::BadRecord]),
    ]
}

async fn about() -> Response {
    json(StatusCode::OK, &quinta_tab::about())
}

async fn lobby(State(app): State<Arc<App>>, visitor: Visitor) -> Response {
    let id = visitor.guest.id.as_str();
    let mut lobby =
        Lobby { open: Vec::new(), mine: Vec::new(), running: Vec::new(), finished: Vec::new() };
    app.follow_games_of(id, MAX_TABLES as u32).await;
    let deadline = Instant::now() + BUSY_TABLES;
    for live in app.live() {
        // A table that stays busy appears in the next lobby.
        let Ok(core) = timeout_at(deadline, live.core.lock()).await else { continue };
        let table = core.table();
        let mine = !table.seats_of(id).is_empty();
        let list = match table.stage() {
            Stage::Over => continue,
            _ if mine => &mut lobby.mine,
            Stage::Gathering if table.is_open() && table.has_free_seat() => &mut lobby.open,
            Stage::Playing if table.is_open() => &mut lobby.running,
            _ => continue,
        };
        list.push(table.lobby(id));
    }
    let stored = |stage, whose| stored_tables(&app, stage, whose, id);
    for stage in [Stage::Gathering, Stage::Playing] {
        lobby.mine.extend(stored(stage, Whose::Of(id)).await);
    }
    let open = stored(Stage::Gathering, Whose::OpenTo(id)).await;
    lobby.open.extend(open.into_iter().filter(|table| {
        table.seats.iter().any(|seat| seat.name.is_none() && seat.level.is_none())
    }));
    lobby.running.extend(stored(Stage::Playing, Whose::OpenTo(id)).await);
    // The guest's own games come first, so that others never push them off the list.
    lobby.finished = stored(Stage::Over, Whose::Of(id)).await;
    lobby.finished.extend(stored(Stage::Over, Whose::OpenTo(id)).await);
    let sort = |list: &mut Vec<LobbyTable>| {
        list.sort_by_key(|table| (!table.your_turn, std::cmp::Reverse(table.last)));
        list.truncate(MAX_TABLES);
    };
    sort(&mut lobby.open);
    sort(&mut lobby.mine);
    sort(&mut lobby.running);
    app.mark_expiring(&mut lobby.mine);
    visitor.respond(&app, json(StatusCode::OK, &lobby))
}

/// The latest tables in this stage that are not in memory.
async fn stored_tables(app: &App, stage: Stage, whose: Whose<'_>, who: &str) -> Vec<LobbyTable> {
    let rows = app.store.latest(stage, whose, MAX_TABLES as u32).await.unwrap_or_else(|why| {
        app.store_failed(&why);
        Vec::new()
    });
    let not_in_memory = rows.into_iter().filter(|row| stage == Stage::Over || !app.has(&row.game));
    not_in_memory.map(|row| row.summary.lobby(&row.game, stage, who)).collect()
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
