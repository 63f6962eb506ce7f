//! Guests, the lobby, making tables.
use super::guard::Address;
use super::{Json, Who, json, newcomer, problem, with_cookie};
use crate::app::{App, RequestError};
use crate::identity::Guest;
use crate::live::Live;
use crate::store::Whose;
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use quinta_deal::Seed;
use quinta_record::{Record, Replay};
use quinta_table::{LONGEST_NAME, Requester, clean};
use quinta_wire::{
    ChangeMe, Code, CreateTable, Created, Lobby, LobbyTable, Me, PlayOn, Stage, Token,
};
use std::sync::Arc;

/// The most tables of a list.
const MOST: usize = 50;

pub(crate) async fn about() -> Response {
    json(StatusCode::OK, &quinta_tab::about())
}

fn told(guest: &Guest) -> Me {
    Me { name: guest.name.clone(), language: guest.language.clone() }
}

pub(crate) async fn me(State(app): State<Arc<App>>, who: Who) -> Response {
    who.answer(&app, json(StatusCode::OK, &told(&who.guest)))
}

pub(crate) async fn change_me(
    State(app): State<Arc<App>>,
    who: Who,
    Json(change): Json<ChangeMe>,
) -> Result<Response, RequestError> {
    let mut guest = who.guest;
    if let Some(name) = change.name {
        let Some(name) = clean(&name, LONGEST_NAME) else {
            let message = "a name has 1 to 40 characters and no control characters";
            return Ok(problem(Code::BadName, message));
        };
        guest.name = name;
    }
    if let Some(language) = change.language {
        if language.parse::<quinta_texts::Lang>().is_err() {
            return Ok(problem(Code::BadRequest, "there are no texts in that language"));
        }
        if app.push.wants(&guest.id)
            && let Err(why) = app.store.push_language(&guest.id, &language).await
        {
            return Err(app.store_failed(&why));
        }
        guest.language = language;
    }
    Ok(with_cookie(&app, &guest, json(StatusCode::OK, &told(&guest))))
}

pub(crate) async fn token(
    State(app): State<Arc<App>>,
    Extension(address): Extension<Address>,
) -> Result<Response, Response> {
    let guest = newcomer(&app, Some(address), None).await?;
    let token = Token { token: app.key.sign(&guest), name: guest.name };
    Ok(json(StatusCode::OK, &token))
}

pub(crate) async fn lobby(State(app): State<Arc<App>>, who: Who) -> Response {
    let id = who.guest.id.as_str();
    let mut lobby =
        Lobby { open: Vec::new(), mine: Vec::new(), running: Vec::new(), finished: Vec::new() };
    app.follow_games_of(id, MOST as u32).await;
    for live in app.live() {
        // A table that is being written right now is in the next lobby.
        let Ok(core) = live.core.try_lock() else { continue };
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
    let kept = |stage, whose| kept(&app, stage, whose, id);
    for stage in [Stage::Gathering, Stage::Playing] {
        lobby.mine.extend(kept(stage, Whose::Of(id)).await);
    }
    let open = kept(Stage::Gathering, Whose::OpenTo(id)).await;
    lobby.open.extend(open.into_iter().filter(|table| {
        table.seats.iter().any(|seat| seat.name.is_none() && seat.level.is_none())
    }));
    lobby.running.extend(kept(Stage::Playing, Whose::OpenTo(id)).await);
    // One's own first, so that strangers' games never hide them.
    lobby.finished = kept(Stage::Over, Whose::Of(id)).await;
    lobby.finished.extend(kept(Stage::Over, Whose::OpenTo(id)).await);
    let latest = |list: &mut Vec<LobbyTable>| {
        list.sort_by_key(|table| (!table.your_turn, std::cmp::Reverse(table.last)));
        list.truncate(MOST);
    };
    latest(&mut lobby.open);
    latest(&mut lobby.mine);
    latest(&mut lobby.running);
    who.answer(&app, json(StatusCode::OK, &lobby))
}

/// The latest tables in this stage that are not in memory.
async fn kept(app: &App, stage: Stage, whose: Whose<'_>, who: &str) -> Vec<LobbyTable> {
    let rows = app.store.latest(stage, whose, MOST as u32).await.unwrap_or_else(|why| {
        app.store_failed(&why);
        Vec::new()
    });
    let away = rows.into_iter().filter(|row| stage == Stage::Over || !app.has(&row.game));
    away.map(|row| row.summary.lobby(&row.game, stage, who)).collect()
}

pub(crate) async fn create(
    State(app): State<Arc<App>>,
    Extension(Address(address)): Extension<Address>,
    who: Who,
    Json(wish): Json<CreateTable>,
) -> Result<Response, RequestError> {
    Ok(created(&app, &who, app.create(&who.guest, address, &wish).await?))
}

/// A game goes on from a position of another one.
pub(crate) async fn play_on(
    State(app): State<Arc<App>>,
    Extension(Address(address)): Extension<Address>,
    who: Who,
    Json(wish): Json<PlayOn>,
) -> Result<Response, RequestError> {
    let (record, replay) = match played(&wish.record) {
        Ok(played) => played,
        Err(why) => return Ok(problem(Code::BadRecord, &why)),
    };
    let first = |host: &Requester, secret: &Seed, code: &str| {
        quinta_table::play_on(&wish, (&record, &replay), host, secret, code)
    };
    Ok(created(&app, &who, app.make(&who.guest, address, first).await?))
}

/// A record, and the game that it tells.
fn played(record: &serde_json::Value) -> Result<(Record, Replay), String> {
    let record = Record::from_json(record.to_string()).map_err(|why| why.to_string())?;
    let replay = Replay::of(&record).map_err(|why| why.to_string())?;
    Ok((record, replay))
}

fn created(app: &App, who: &Who, (live, invitation): (Arc<Live>, String)) -> Response {
    let base = app.base_url();
    let created = Created {
        link: format!("{base}/t/{}?i={invitation}", live.id),
        link_is_local: app.is_local(),
        id: live.id.clone(),
        invitation,
    };
    who.answer(app, json(StatusCode::CREATED, &created))
}
