//! What other sites show of a shared link: Open Graph lines for the page's head, and a picture of the garden that won.
use super::response::{error, not_found};
use crate::app::{App, RequestError};
use crate::live::Core;
use crate::names::names;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use quinta_rules::{Garden, Seat};
use quinta_texts::{Lang, text, words};
use quinta_wire::{Code, LobbyTable, Stage};
use std::collections::VecDeque;
use std::fmt::Write;
use std::sync::{Arc, Mutex};
use tokio::sync::Semaphore;

/// Pictures in the cache, about 100 kB each.
const CACHED: usize = 64;
/// Requests that may wait for a picture to be drawn; others are answered `busy`.
const WAITING: usize = 8;
/// The picture's width, as sites recommend it.
const WIDTH: u32 = 1200;

/// The pictures drawn last. One is drawn at a time, so that drawing never takes more than one core.
pub(crate) struct Cards {
    cache: Mutex<VecDeque<(String, Bytes)>>,
    drawing: Semaphore,
    waiting: Semaphore,
}

impl Default for Cards {
    fn default() -> Self {
        Self {
            cache: Mutex::default(),
            drawing: Semaphore::new(1),
            waiting: Semaphore::new(WAITING),
        }
    }
}

impl Cards {
    fn get(&self, name: &str) -> Option<Bytes> {
        let cache = self.cache.lock().ok()?;
        cache.iter().find(|(known, _)| known == name).map(|(_, picture)| picture.clone())
    }

    fn insert(&self, name: String, picture: Bytes) {
        if let Ok(mut cache) = self.cache.lock() {
            cache.truncate(CACHED - 1);
            cache.push_front((name, picture));
        }
    }
}

/// A game that is over, as a card shows it.
struct FinishedGame {
    lobby: LobbyTable,
    number: u64,
    garden: Garden,
    /// What the server promised before it, so that the picture can be held against a record.
    commitment: String,
}

impl FinishedGame {
    fn of(core: &Core) -> Option<Self> {
        let table = core.table();
        let lobby = (table.stage() == Stage::Over).then(|| table.lobby(""))?;
        let best = lobby.seats.iter().position(|seat| seat.won).unwrap_or_default();
        let garden = table.state()?.players().get(best)?.garden;
        let commitment = table.fair().commitment;
        Some(Self { lobby, number: table.number(), garden, commitment })
    }

    /// Names and points, the best first.
    fn scores(&self, lang: Lang, names: &[String]) -> Vec<(String, i16)> {
        let mut seats: Vec<_> = Seat::all(self.lobby.seats.len()).zip(&self.lobby.seats).collect();
        seats.sort_by_key(|(_, seat)| (!seat.won, std::cmp::Reverse(seat.score)));
        let name = |seat: Seat| words::player(lang, seat, names);
        seats.iter().map(|(seat, of)| (name(*seat), of.score.unwrap_or_default())).collect()
    }
}

/// Escapes text for the value of an attribute.
fn escape_attribute(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}

/// The lines for the head of a page: those of the table's game if it is over, else Quinta's own.
pub(crate) async fn open_graph_lines(app: &Arc<App>, id: Option<&str>, lang: Lang) -> String {
    let base = app.base_url();
    let live = match id {
        Some(id) => app.find(id).await.ok(),
        None => None,
    };
    let ended = match live {
        Some(live) => FinishedGame::of(&*live.core.lock().await),
        None => None,
    };
    let url = id.map_or_else(|| format!("{base}/"), |id| format!("{base}/t/{id}"));
    let tagline = text!(lang, "app.tagline");
    let (title, description, picture, shows) = if let Some(ended) = &ended {
        let scores = ended.scores(lang, &names(lang, &ended.lobby));
        let list = scores.iter().map(|(name, points)| format!("{name} {points}"));
        let title = list.collect::<Vec<_>>().join(" · ");
        let winners = ended.lobby.seats.iter().filter(|seat| seat.won).count();
        let names = scores[..winners].iter().map(|(name, _)| name.clone());
        let n = scores[0].1;
        let description = match winners {
            0 => tagline,
            1 => text!(lang, "result.win", name = &scores[0].0, n = n),
            _ => text!(lang, "result.tie", names = words::list(lang, names), n = n),
        };
        let picture = format!("{base}/card/{}.png?{}", ended.lobby.id, ended.number);
        let shows = text!(lang, "result.commitment", commitment = &ended.commitment);
        (title, description, picture, shows)
    } else {
        let name = text!(lang, "app.name");
        (name.clone(), tagline, format!("{base}/card/quinta.png"), name)
    };
    let mut lines = String::new();
    for (name, value) in [
        ("og:type", "website"),
        ("og:site_name", "Quinta"),
        ("og:title", &title),
        ("og:description", &description),
        ("og:image", &picture),
        ("og:image:alt", &shows),
        ("og:image:width", "1200"),
        ("og:image:height", "630"),
        ("og:url", &url),
        ("og:locale", lang.code()),
    ] {
        let _ =
            writeln!(lines, r#"<meta property="{name}" content="{}">"#, escape_attribute(value));
    }
    let _ = writeln!(
        lines,
        r#"<meta name="description" content="{}">"#,
        escape_attribute(&description)
    );
    let _ = writeln!(lines, r#"<meta name="twitter:card" content="summary_large_image">"#);
    lines
}

/// `GET /card/{id}.png`: the picture of a game that is over, or Quinta's own.
pub(crate) async fn picture(
    State(app): State<Arc<App>>,
    Path(file): Path<String>,
) -> Result<Response, RequestError> {
    let Some(id) = file.strip_suffix(".png") else { return Ok(not_found().await) };
    let (name, scores, foot, garden) = if id == "quinta" {
        (id.to_owned(), Vec::new(), String::new(), Garden::default())
    } else {
        let live = app.find(id).await?;
        let ended = FinishedGame::of(&*live.core.lock().await);
        let Some(ended) = ended else { return Ok(not_found().await) };
        // The picture is the same in every language: bots have their English names, and a name without glyphs gives way to that of the seat.
        let names = names(Lang::En, &ended.lobby);
        let names: Vec<_> = names
            .iter()
            .map(|name| quinta_picture::drawable_name(name).unwrap_or_default())
            .collect();
        let foot = text!(Lang::En, "result.commitment", commitment = &ended.commitment);
        (format!("{id} {}", ended.number), ended.scores(Lang::En, &names), foot, ended.garden)
    };
    if let Some(picture) = app.cards.get(&name) {
        return Ok(png_response(picture));
    }
    let busy = || error(Code::Busy, "not so many pictures");
    let Ok(_waiting) = app.cards.waiting.try_acquire() else { return Ok(busy()) };
    let Ok(_drawing) = app.cards.drawing.acquire().await else { return Ok(busy()) };
    if let Some(picture) = app.cards.get(&name) {
        return Ok(png_response(picture));
    }
    let drawn = tokio::task::spawn_blocking(move || {
        let mut lines: Vec<_> =
            scores.into_iter().map(|(name, points)| (name, points.to_string())).collect();
        if lines.is_empty() {
            lines.push((text!(Lang::En, "app.tagline"), String::new()));
        }
        quinta_picture::png(&quinta_picture::social_card(&lines, &foot, &garden).to_string(), WIDTH)
    });
    match drawn.await {
        Ok(Ok(png)) => {
            let picture = Bytes::from(png);
            app.cards.insert(name, picture.clone());
            Ok(png_response(picture))
        }
        Ok(Err(why)) => {
            tracing::error!(%why, "a card cannot be drawn");
            Ok(busy())
        }
        Err(why) => {
            tracing::error!(%why, "a card cannot be drawn");
            Ok(busy())
        }
    }
}

fn png_response(picture: Bytes) -> Response {
    let headers = [(CONTENT_TYPE, "image/png"), (CACHE_CONTROL, "public, max-age=86400")];
    (headers, picture).into_response()
}
