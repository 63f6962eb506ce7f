//! Tiles, which are glazed hexagons with a drawing and a mark, and the joker.
use crate::mark::mark;
use crate::palette::tile_paints;
use crate::pattern::{Paints, pattern};
use crate::shape::{Shape, polar};
use crate::svg::{Svg, fill, fill_alpha, line_alpha};
use quinta_rules::{Attribute, Colour, Kind, Pattern};

/// The view box of one cell, whose corners are 50 units from its centre.
pub(crate) const CELL_VIEW: [f64; 4] = [-50.0, -50.0, 100.0, 100.0];

/// A blank glazed hexagon.
fn blank(face: &str, side: &str) -> String {
    let edge = Shape::hexagon(46.5, 5.0);
    // The bevel, in light from the upper left.
    let lit = Shape::from(-38.2, 19.5).to(-38.2, -22.0).to(0.0, -44.0).to(36.0, -23.3);
    let shaded = Shape::from(38.2, -19.0).to(38.2, 22.0).to(0.0, 44.0).to(-36.0, 23.3);
    fill_alpha(&edge.clone().moved(0.0, 3.5), "#000", 0.22)
        + &fill(&edge.clone().moved(0.0, 2.0), side)
        + &fill(&edge.moved(0.0, -1.0), face)
        + &fill_alpha(&Shape::hexagon(39.0, 10.0).moved(0.0, -3.0), "#fff", 0.05)
        + &fill_alpha(&Shape::hexagon(28.0, 10.0).moved(0.0, -5.0), "#fff", 0.05)
        + &line_alpha(&lit.moved(0.0, -1.0), "#fff", 2.4, 0.5)
        + &line_alpha(&shaded.moved(0.0, -1.0), "#000", 2.4, 0.16)
}

/// A blank with a mark and a drawing on it. The centre of its face is one unit above that of the cell.
fn glazed(blank: String, mark: &str, drawing: &str, scale: f64) -> Svg {
    let drawing = match drawing {
        "" => String::new(),
        _ => format!(r#"<g transform="scale({scale})">{drawing}</g>"#),
    };
    let body = blank + &format!(r#"<g transform="translate(0 -1)">{mark}{drawing}</g>"#);
    Svg::new(CELL_VIEW, body)
}

/// The tile of this kind.
pub fn tile(kind: Kind) -> Svg {
    marked(kind, |mark| mark)
}

/// The tile of this kind for a page, which can hide the mark with `--q-mark: 0`.
pub(crate) fn page_tile(kind: Kind) -> Svg {
    marked(kind, |mark| format!(r#"<g opacity="var(--q-mark,1)">{mark}</g>"#))
}

fn marked(kind: Kind, as_shown: impl FnOnce(String) -> String) -> Svg {
    let g = tile_paints(kind.colour());
    let paints = Paints { ground: g.face, ink: g.ink, wash: g.wash };
    // The mark of dark green leaves less room.
    let scale = if kind.colour() == Colour::DarkGreen { 0.88 } else { 0.94 };
    let mark = as_shown(mark(kind.colour(), g.ink));
    let drawing = pattern(kind.pattern(), paints);
    glazed(blank(g.face, g.side), &mark, &drawing, scale)
}

/// A colour by itself: a tile with a mark and no drawing.
pub fn colour_tile(colour: Colour) -> Svg {
    let g = tile_paints(colour);
    glazed(blank(g.face, g.side), &mark(colour, g.ink), "", 1.0)
}

/// A pattern by itself: an unglazed tile, in the colour of clay.
pub fn pattern_tile(of: Pattern) -> Svg {
    let paints = Paints { ground: "#f3e6cb", ink: "#6d4527", wash: "#b08a5e" };
    glazed(blank(paints.ground, "#b79a69"), "", &pattern(of, paints), 0.94)
}

/// An attribute by itself.
pub fn attribute_tile(attribute: Attribute) -> Svg {
    match attribute {
        Attribute::Colour(colour) => colour_tile(colour),
        Attribute::Pattern(pattern) => pattern_tile(pattern),
    }
}

/// The drawing of a pattern without a tile, in the colour of the text around it.
pub(crate) fn glyph(of: Pattern) -> Svg {
    let paints =
        Paints { ground: "var(--q-paper,#fffbf2)", ink: "currentColor", wash: "currentColor" };
    Svg::new([-36.0, -36.0, 72.0, 72.0], pattern(of, paints))
}

/// The mark of a colour without a tile, in the colour of the text around it.
pub(crate) fn mark_glyph(colour: Colour) -> Svg {
    Svg::new(CELL_VIEW, mark(colour, "currentColor"))
}

/// The digits 1 to 6 as strokes. Text in a symbol of the sprite would need a font in every document that uses it.
const DIGITS: [&str; 6] = [
    "M1.6 -11.2l3.6-2.8v14",
    "M.4 -10.4c.3-2.3 1.9-3.6 3.9-3.6c2.2 0 3.8 1.4 3.8 3.6c0 3.4-4.8 5.4-7.9 10.4h8.2",
    "M.6 -14h7.2l-4.4 5.6c3 0 5 1.6 5 4.2c0 2.6-2 4.2-4.4 4.2c-1.7 0-3.2-.8-4-2.2",
    "M6.3 0v-14l-6.3 10h8.6",
    "M7.6 -14h-6.2l-.7 6.2c.9-.7 2.1-1.1 3.4-1.1c2.6 0 4.4 1.8 4.4 4.4s-1.9 4.5-4.5 4.5c-1.6 0-3-.6-3.8-1.8",
    "M7 -14c-4 1.6-6.6 5.4-6.6 9.4c0 2.8 1.7 4.6 4 4.6s4-1.8 4-4.2-1.6-4-3.9-4c-2 0-3.6 1.2-4.1 3",
];

/// The number of a pattern, 1 to 6, on a disc in the corner of a tile; a help for beginners.
pub fn numeral(number: u8) -> Svg {
    let digit = DIGITS[usize::from(number.clamp(1, 6)) - 1];
    let body = fill(&Shape::circle(25.0, 26.0, 13.0), "#7a5a2a")
        + &fill(&Shape::circle(25.0, 25.0, 13.0), "#fffaf0")
        + &format!(
            r##"<path transform="translate(20.6 32.4) scale(1.05)" d="{digit}" fill="none" stroke="#33230f" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>"##
        );
    Svg::new(CELL_VIEW, body)
}

/// A joker, a golden medallion: it is round so that nobody mistakes it for a tile.
pub fn joker() -> Svg {
    let scallop = (0..12)
        .map(|i| polar(33.5, 30.0 * f64::from(i)))
        .fold(Shape::circle(0.0, 0.0, 34.0), |all, (x, y)| all.and(Shape::circle(x, y, 8.2)));
    let ray = Shape::from(0.0, -26.5).to(6.2, -10.8).to(0.0, 0.0).close();
    let shade = Shape::from(0.0, -26.5).to(-6.2, -10.8).to(0.0, 0.0).close();
    let small =
        Shape::from(0.0, -16.0).to(4.0, -8.0).to(0.0, 0.0).to(-4.0, -8.0).close().turned(30.0);
    let lit = Shape::from(-27.0, -11.0).arc(29.2, true, 6.0, -28.6);
    let body = fill_alpha(&scallop.clone().moved(0.0, 4.5), "#000", 0.22)
        + &fill(&scallop.clone().moved(0.0, 3.0), "#8f5f06")
        + &fill(&scallop, "#efb526")
        + &fill(&Shape::circle(0.0, 0.0, 33.0), "#c98a10")
        + &fill(&Shape::circle(0.0, 1.2, 31.0), "#f8cf55")
        + &fill(&small.around(6), "#c98a10")
        + &fill(&ray.around(6), "#fff4c4")
        + &fill(&shade.around(6), "#a86c08")
        + &fill(&Shape::circle(0.0, 0.0, 4.6), "#fff4c4")
        + &line_alpha(&lit, "#fff", 2.6, 0.65);
    Svg::new(CELL_VIEW, body)
}
