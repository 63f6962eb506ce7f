//! A whole table: display, wheel, bag and tower on top, and below them a panel with garden and storage for each seat.
use crate::garden::{Style, put_expansion, put_garden, put_tile};
use crate::ground::{expansion_back, expansion_slot, slot, step};
use crate::ornament::lattice;
use crate::palette::Tone;
use crate::pieces::{bag, marker, tower};
use crate::scene::Scene;
use crate::shape::Shape;
use crate::svg::{Svg, fill, fill_alpha, line};
use crate::text::{Anchor, Pen, drawable_name, fitted, write};
use crate::tile::joker;
use crate::wheel::wheel;
use crate::wordmark::wordmark;
use quinta_rules::{Direction, Face, Player, Rules, Seat, State};

const MARGIN: f64 = 22.0;
/// The height of the panel above those of the players.
const COMMON: f64 = 372.0;
/// The height of the line with a player's name and score.
const NAME: f64 = 62.0;

/// The height of the line below everything.
const BELOW: f64 = 20.0;

/// A rounded rectangle.
pub(crate) fn panel(x: f64, y: f64, width: f64, height: f64) -> Shape {
    let (r, right, bottom) = (18.0, x + width, y + height);
    Shape::from(x + r, y)
        .to(right - r, y)
        .arc(r, true, right, y + r)
        .to(right, bottom - r)
        .arc(r, true, right - r, bottom)
        .to(x + r, bottom)
        .arc(r, true, x, bottom - r)
        .to(x, y + r)
        .arc(r, true, x + r, y)
        .close()
}

/// A whole table, and a small line below it, if there is one. A seat without a name, or with one that no font can draw, shows its
/// number.
pub fn table(state: &State, rules: &Rules, names: &[String], below: &str, style: Style) -> Svg {
    let seats = state.seats();
    let width = match seats {
        2 => 1280.0,
        3 => 1440.0,
        _ => 1640.0,
    };
    let side = (width - MARGIN * (seats as f64 + 1.0)) / seats as f64;
    let storage = side * 0.235;
    let line_below = if below.is_empty() { 0.0 } else { BELOW };
    let height = MARGIN * 3.0 + COMMON + NAME + side + storage + line_below;
    let paint = |tone| style.theme.paint(tone);
    let mut scene = Scene::default();
    scene.add(&fill(
        &Shape::from(0.0, 0.0).to(width, 0.0).to(width, height).to(0.0, height).close(),
        paint(Tone::Cloth),
    ));
    scene.add(&lattice(width, height, paint(Tone::Ornament)));
    common(&mut scene, state, rules, width, style);
    for seat in Seat::all(seats) {
        let x = MARGIN + seat.index() as f64 * (side + MARGIN);
        let y = MARGIN * 2.0 + COMMON;
        let acts =
            if state.is_over() { state.winners().any(|s| s == seat) } else { state.turn() == seat };
        let frame = panel(x, y, side, NAME + side + storage);
        scene.add(&fill_alpha(&frame.clone().moved(0.0, 4.0), "#000", 0.1));
        scene.add(&fill(&frame, paint(Tone::Paper)));
        let (tone, wide) = if acts { (Tone::Gold, 5.0) } else { (Tone::PaperEdge, 1.5) };
        scene.add(&line(&frame, paint(tone), wide));
        name_line(&mut scene, state, seat, names, (x, y, side), style);
        let player = &state.players()[seat.index()];
        let (cx, cy) = (x + side / 2.0, y + NAME + side / 2.0 - 6.0);
        scene.within(cx, cy, (side - 16.0) / 872.0, |scene| {
            put_garden(scene, &player.garden, style);
        });
        storage_row(&mut scene, player, rules, (x + 12.0, y + NAME + side, side - 24.0), style);
    }
    let pen = Pen { size: 16.0, paint: paint(Tone::Soft) };
    scene.add(&write(below, MARGIN, height - 18.0, Anchor::Start, pen));
    scene.finish([0.0, 0.0, width, height])
}

fn name_line(
    scene: &mut Scene,
    state: &State,
    seat: Seat,
    names: &[String],
    (x, y, side): (f64, f64, f64),
    style: Style,
) {
    let paint = |tone| style.theme.paint(tone);
    let mut left = x + 20.0;
    if state.marker() == Some(seat) {
        scene.put("marker", left + 18.0, y + 32.0, 0.42, marker);
        left += 46.0;
    }
    let number = (seat.index() + 1).to_string();
    let name = names.get(seat.index()).and_then(|name| drawable_name(name)).unwrap_or(number);
    let tone = if state.has_passed(seat) && !state.is_over() { Tone::Soft } else { Tone::Ink };
    let pen = Pen { size: 29.0, paint: paint(tone) };
    scene.add(&write(
        &fitted(&name, 29.0, x + side - 100.0 - left),
        left,
        y + 42.0,
        Anchor::Start,
        pen,
    ));
    let score = state.players()[seat.index()].score.to_string();
    let pen = Pen { size: 41.0, paint: paint(Tone::Ink) };
    scene.add(&write(&score, x + side - 20.0, y + 45.0, Anchor::End, pen));
}

/// A storage: two rows of slots for tiles, and beside them those for expansions.
fn storage_row(
    scene: &mut Scene,
    player: &Player,
    rules: &Rules,
    (x, y, width): (f64, f64, f64),
    style: Style,
) {
    let held = &player.storage;
    let places = usize::from(rules.tile_places).max(held.tiles.len() + usize::from(held.jokers));
    let columns = places.div_ceil(2).max(1);
    let pitch = width * 0.64 / columns as f64;
    let scale = pitch / 91.0;
    let mut tiles = held.tiles.iter();
    for place in 0..places {
        let (column, row) = ((place % columns) as f64, (place / columns) as f64);
        let (cx, cy) = (x + pitch * (column + 0.5), y + pitch * (0.56 + 1.12 * row));
        scene.put("slot", cx, cy, scale, || slot(style.theme));
        if let Some(kind) = tiles.next() {
            put_tile(scene, kind, cx, cy, scale, style);
        } else if place < held.tiles.len() + usize::from(held.jokers) {
            scene.put("joker", cx, cy, scale, joker);
        }
    }
    let beds = usize::from(rules.expansion_places).max(held.expansions.len());
    let mut expansions = held.expansions.iter();
    for place in 0..beds {
        let wide = width * 0.355 / beds as f64;
        let (cx, cy) = (x + width * 0.645 + wide * (place as f64 + 0.5), y + width * 0.12);
        let scale = wide.min(width * 0.2) / 278.0;
        match expansions.next() {
            Some(kind) => put_expansion(scene, kind, cx, cy, scale, style),
            None => scene.put("expansion-slot", cx, cy, scale, || expansion_slot(style.theme)),
        }
    }
}

/// The panel that is common to all: wordmark, bag, tower, supply, display and wheel.
fn common(scene: &mut Scene, state: &State, rules: &Rules, width: f64, style: Style) {
    let paint = |tone| style.theme.paint(tone);
    let frame = panel(MARGIN, MARGIN, width - 2.0 * MARGIN, COMMON);
    scene.add(&fill_alpha(&frame.clone().moved(0.0, 4.0), "#000", 0.1));
    scene.add(&fill(&frame, paint(Tone::Paper)));
    scene.add(&line(&frame, paint(Tone::PaperEdge), 1.5));
    scene.add(&wordmark(paint(Tone::Ink), paint(Tone::Gold)).at(50.0, 96.0, 0.42));
    scene.put("bag", 84.0, 165.0, 0.72, || bag(style.theme));
    scene.put("tower", 84.0, 246.0, 0.72, || tower(style.theme));
    scene.put("expansion-back", 84.0, 330.0, 0.26, || expansion_back(style.theme));
    let pen = Pen { size: 29.0, paint: paint(Tone::Ink) };
    let counts = [state.bag().len(), state.tower().len(), usize::from(state.supply())];
    for (i, count) in counts.into_iter().enumerate() {
        scene.add(&write(&count.to_string(), 140.0, 176.0 + 82.0 * i as f64, Anchor::Start, pen));
    }
    let wheel = wheel(rules, Some(state.round()), style.theme);
    scene.add(&wheel.at(width - 195.0, MARGIN + COMMON / 2.0, 0.83));
    display(scene, state, (245.0, width - 390.0), style);
}

/// The expansions of the round that are still there, with the tiles on them; the stack comes first.
fn display(scene: &mut Scene, state: &State, (left, right): (f64, f64), style: Style) {
    let shown: Vec<usize> = state
        .display()
        .slots()
        .iter()
        .enumerate()
        .filter(|&(i, slot)| {
            slot.face != Face::Taken
                && state.display().top().is_none_or(|top| i <= usize::from(top))
        })
        .map(|(i, _)| i)
        .rev()
        .collect();
    let columns = shown.len().div_ceil(2).max(1);
    let pitch = ((right - left) / columns as f64).min(196.0);
    let scale = pitch.min(176.0) / 290.0;
    let middle = |place: usize| {
        let (column, row) = ((place % columns) as f64, (place / columns) as f64);
        let rows = shown.len().div_ceil(columns).max(1) as f64;
        let cx = f64::midpoint(left, right) + pitch * (column + 0.5 - columns as f64 / 2.0);
        (cx, MARGIN + COMMON / 2.0 + 172.0 * (row + 0.5 - rows / 2.0))
    };
    // The marker lies here until somebody passes.
    if state.marker().is_none() && !state.is_over() {
        let (cx, cy) = middle(0);
        scene.put("marker", cx - 111.0 * scale, cy - 107.0 * scale, 0.6 * scale, marker);
    }
    for (place, &i) in shown.iter().enumerate() {
        let slot = &state.display().slots()[i];
        let (cx, cy) = middle(place);
        let stack =
            if state.display().top() == Some(i as u8) { state.display().stack_len() } else { 1 };
        for below in (1..stack).rev() {
            scene.put("expansion-back", cx, cy + 4.0 * f64::from(below), scale, || {
                expansion_back(style.theme)
            });
        }
        match slot.face {
            Face::Up(kind) => put_expansion(scene, kind, cx, cy, scale, style),
            _ => scene.put("expansion-back", cx, cy, scale, || expansion_back(style.theme)),
        }
        // Tiles lie on the petals, beginning with the upper ones.
        for (kind, petal) in slot.tiles.iter().zip([2, 1, 4, 5]) {
            let (dx, dy) = step(Direction::ALL[petal]);
            put_tile(scene, kind, cx + dx * scale, cy + dy * scale, scale * 1.02, style);
        }
        if state.display().top() == Some(i as u8) {
            let pen = Pen { size: 23.0, paint: style.theme.paint(Tone::Soft) };
            scene.add(&write(&format!("×{stack}"), cx, cy + 7.0, Anchor::Middle, pen));
        }
    }
}
