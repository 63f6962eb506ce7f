//! The scoring wheel: what scores in each of the four rounds, and how much.
use crate::features::feature;
use crate::palette::{Theme, Tone};
use crate::shape::{Shape, polar};
use crate::svg::{Svg, dotted_line, fill, fill_alpha, line};
use crate::text::{Anchor, Pen, write};
use crate::tile::attribute_tile;
use quinta_rules::{Feature, Rules};

const VIEW: [f64; 4] = [-205.0, -205.0, 410.0, 410.0];

/// The middle of a round's quarter, in degrees clockwise from the top.
fn middle(round: usize) -> f64 {
    45.0 + 90.0 * round as f64
}

/// A quarter of a ring.
fn quarter(round: usize, inner: f64, outer: f64) -> Shape {
    let turn = |s: Shape| s.turned(90.0 * round as f64);
    turn(
        Shape::from(0.0, -inner)
            .to(0.0, -outer)
            .arc(outer, true, outer, 0.0)
            .to(inner, 0.0)
            .arc(inner, false, 0.0, -inner)
            .close(),
    )
}

/// The distances of tiles and of their points from the centre of a wheel.
const TILES: f64 = 146.0;
const POINTS: f64 = 103.0;

/// The wheel of these rules. One round (0 to 3) can be marked, and those before it are faded.
pub fn wheel(rules: &Rules, marked: Option<usize>, theme: Theme) -> Svg {
    let paint = |tone| theme.paint(tone);
    let mut body = base(marked, theme);
    for (round, scored) in rules.rounds.iter().enumerate() {
        let (x, y) = polar(66.0, middle(round));
        let pen = Pen { size: 28.0, paint: paint(Tone::Soft) };
        let mut part = write(&(round + 1).to_string(), x, y + 10.0, Anchor::Middle, pen);
        for (i, one) in scored.iter().enumerate() {
            let degrees = middle(round) + 30.0 * (i as f64 - 1.0);
            let (x, y) = polar(TILES, degrees);
            part += &attribute_tile(one.attribute).at(x, y, 0.62);
            let (x, y) = polar(POINTS, degrees);
            let pen = Pen { size: 25.0, paint: paint(Tone::Ink) };
            part += &write(&format!("+{}", one.points), x, y + 9.0, Anchor::Middle, pen);
        }
        if marked.is_some_and(|now| round < now) {
            part = format!(r#"<g opacity=".35">{part}</g>"#);
        }
        body += &part;
    }
    if let Some(round) = marked {
        body += &line(&quarter(round, 48.0, 181.0), paint(Tone::Gold), 5.0);
    }
    let pen = Pen { size: 24.0, paint: paint(Tone::Ink) };
    body += &write(&format!("+{}", rules.pavilion_points), 0.0, 36.0, Anchor::Middle, pen);
    Svg::new(VIEW, body)
}

/// The disc with its rim, the borders between rounds and the pavilion in the centre.
fn base(marked: Option<usize>, theme: Theme) -> String {
    let paint = |tone| theme.paint(tone);
    let rim = Shape::circle(0.0, 0.0, 191.0);
    let around = 2.0 * std::f64::consts::PI * 191.0;
    let mut body = fill_alpha(&Shape::circle(0.0, 6.0, 198.0), "#000", 0.15)
        + &fill(&Shape::circle(0.0, 0.0, 200.0), "#123f8c")
        + &fill(&Shape::circle(0.0, -1.5, 198.0), "#2166cf")
        + &dotted_line(&rim, "#f6faff", 7.0, around / 72.0)
        + &fill(&Shape::circle(0.0, 0.0, 183.0), "#123f8c")
        + &fill(&Shape::circle(0.0, 1.0, 181.0), paint(Tone::Stone));
    if let Some(round) = marked {
        body += &fill(&quarter(round, 48.0, 181.0), paint(Tone::GoldPale));
    }
    body += &line(&Shape::from(0.0, -48.0).to(0.0, -180.0).around(4), paint(Tone::StoneEdge), 2.0);
    body += &fill(&Shape::circle(0.0, 0.0, 48.0), paint(Tone::StoneEdge));
    body += &fill(&Shape::circle(0.0, 1.0, 46.5), paint(Tone::Paper));
    body + &feature(Feature::Pavilion, theme).at(0.0, -9.0, 0.5)
}

/// The wheel without tiles and points. A page adds the tiles 146 units from the centre, at 15, 45, 75 … degrees clockwise
/// from the top, three for each round, and their points at a distance of 103.
pub(crate) fn wheel_base(theme: Theme) -> Svg {
    Svg::new(VIEW, base(None, theme))
}

/// The mark of the first round by itself. A page puts it on a wheel and turns it by 90 degrees for each further round.
pub(crate) fn wheel_mark(theme: Theme) -> Svg {
    let quarter = quarter(0, 48.0, 181.0);
    Svg::new(
        VIEW,
        fill_alpha(&quarter, theme.paint(Tone::Gold), 0.16)
            + &line(&quarter, theme.paint(Tone::Gold), 5.0),
    )
}
