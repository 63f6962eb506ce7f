//! The bag, the tower, the first-player marker, and frames around cells.
use crate::palette::{Theme, Tone};
use crate::shape::Shape;
use crate::svg::{Svg, fill, fill_alpha, line, line_alpha};
use crate::tile::{CELL_VIEW, tile};
use quinta_rules::{Colour, Kind, Pattern};

/// The bag from which tiles are drawn.
pub fn bag(theme: Theme) -> Svg {
    let paint = |tone| theme.paint(tone);
    let body = Shape::from(0.0, -15.0)
        .to(11.0, -15.0)
        .bend((30.0, -6.0), (42.0, 22.0), (32.0, 36.0))
        .bend((26.0, 44.0), (10.0, 44.0), (0.0, 44.0))
        .mirrored();
    let frill = Shape::from(0.0, -31.0)
        .bend((3.0, -36.0), (7.0, -36.0), (9.0, -33.0))
        .bend((12.0, -38.0), (18.0, -37.0), (20.0, -32.0))
        .bend((17.0, -26.0), (14.0, -21.0), (11.0, -16.0))
        .to(0.0, -15.0)
        .mirrored();
    let shade = Shape::from(16.0, -12.0)
        .bend((30.0, -4.0), (42.0, 22.0), (32.0, 36.0))
        .bend((28.0, 42.0), (18.0, 43.5), (10.0, 44.0))
        .bend((28.0, 36.0), (30.0, 14.0), (16.0, -12.0))
        .close();
    let folds = Shape::from(-6.0, -12.0)
        .bend((-12.0, -6.0), (-18.0, 0.0), (-21.0, 8.0))
        .and(Shape::from(6.0, -12.0).bend((10.0, -7.0), (14.0, -3.0), (17.0, 2.0)))
        .and(Shape::from(-5.0, -18.0).to(-7.0, -28.0))
        .and(Shape::from(5.0, -18.0).to(7.0, -28.0));
    let cord = Shape::from(-12.0, -15.5).bend((-5.0, -12.5), (5.0, -12.5), (12.0, -15.5));
    let ends = Shape::from(9.0, -14.0)
        .bend((16.0, -13.0), (20.0, -9.0), (21.0, -3.0))
        .and(Shape::from(9.0, -14.0).bend((12.0, -10.0), (13.0, -6.0), (12.0, -1.0)));
    let emblem = tile(Kind::new(Colour::Blue, Pattern::Flower));
    let body = fill_alpha(&body.clone().moved(0.0, 3.0), "#000", 0.2)
        + &fill(&frill, paint(Tone::LinenDark))
        + &fill(&body, paint(Tone::Linen))
        + &fill(&frill.scaled(0.9).moved(0.0, -2.5), paint(Tone::Linen))
        + &fill_alpha(&shade, paint(Tone::LinenDark), 0.6)
        + &line(&folds, paint(Tone::LinenDark), 1.8)
        + &line(&ends, paint(Tone::Gold), 2.4)
        + &line(&cord, paint(Tone::Gold), 4.4)
        + &emblem.at(-2.0, 19.0, 0.4);
    Svg::new(CELL_VIEW, body)
}

/// The tower into which spent tiles go, drawn as a dovecote.
pub fn tower(theme: Theme) -> Svg {
    let paint = |tone| theme.paint(tone);
    let wall = Shape::from(-19.0, -12.0).to(19.0, -12.0).to(23.0, 41.0).to(-23.0, 41.0).close();
    let shade = Shape::from(6.0, -12.0).to(19.0, -12.0).to(23.0, 41.0).to(9.0, 41.0).close();
    let roof = Shape::from(0.0, -42.0)
        .bend((8.0, -32.0), (18.0, -22.0), (26.0, -14.0))
        .to(25.0, -10.5)
        .to(0.0, -10.5)
        .mirrored();
    let roof_shade = Shape::from(0.0, -42.0)
        .bend((8.0, -32.0), (18.0, -22.0), (26.0, -14.0))
        .to(25.0, -10.5)
        .to(8.0, -10.5)
        .bend((8.0, -22.0), (5.0, -33.0), (0.0, -42.0))
        .close();
    let arch = |x: f64, y: f64, w: f64, h: f64| {
        Shape::from(x - w, y).to(x - w, y - h).arc(w, true, x + w, y - h).to(x + w, y).close()
    };
    let holes = arch(0.0, 0.0, 3.4, 4.0)
        .and(arch(-10.5, 0.5, 2.6, 3.4))
        .and(arch(10.5, 0.5, 2.6, 3.4))
        .and(arch(-6.0, 13.0, 2.6, 3.4))
        .and(arch(6.0, 13.0, 2.6, 3.4));
    let bricks = Shape::from(-18.5, 8.0)
        .to(-12.0, 8.0)
        .and(Shape::from(-16.0, 20.0).to(-8.0, 20.0))
        .and(Shape::from(11.0, 20.0).to(18.0, 20.0))
        .and(Shape::from(-19.5, 30.0).to(-12.0, 30.0));
    let body = fill_alpha(
        &Shape::from(-25.0, 38.0).to(34.0, 38.0).to(28.0, 44.0).to(-23.0, 44.0).close(),
        "#000",
        0.18,
    ) + &fill(&wall, paint(Tone::Stone))
        + &fill(&shade, paint(Tone::StoneShade))
        + &line(&bricks, paint(Tone::StoneEdge), 1.6)
        + &fill(&holes, "#4d4334")
        + &fill(&arch(0.0, 41.0, 8.5, 9.5), paint(Tone::StoneEdge))
        + &fill(&arch(0.0, 41.0, 6.5, 9.0), "#4d4334")
        + &fill(&roof, paint(Tone::Roof))
        + &fill(&roof_shade, paint(Tone::RoofDark))
        + &line(
            &Shape::from(-3.0, -36.0)
                .bend((-8.0, -27.0), (-14.0, -19.0), (-18.0, -12.5))
                .and(Shape::from(0.0, -38.0).bend((-2.0, -28.0), (-4.0, -20.0), (-6.0, -12.5))),
            paint(Tone::RoofDark),
            1.4,
        )
        + &fill(
            &Shape::from(-24.0, -12.0).to(24.0, -12.0).to(21.0, -8.0).to(-21.0, -8.0).close(),
            paint(Tone::Stone),
        )
        + &fill(&Shape::circle(0.0, -44.0, 3.0), paint(Tone::Gold))
        + &tile(Kind::new(Colour::Yellow, Pattern::Lily)).at(-14.0, 40.0, 0.15)
        + &tile(Kind::new(Colour::LightPurple, Pattern::Tulip)).at(15.5, 42.0, 0.13);
    Svg::new(CELL_VIEW, body)
}

/// The first-player marker, a cock.
pub fn marker() -> Svg {
    let body = Shape::from(-17.0, -27.0)
        .bend((-8.0, -27.0), (-7.0, -18.0), (-4.0, -11.0))
        .bend((1.0, -2.0), (10.0, -3.0), (17.0, -9.0))
        .bend((21.0, 5.0), (12.0, 19.0), (-2.0, 19.0))
        .bend((-17.0, 19.0), (-24.0, 6.0), (-22.0, -6.0))
        .bend((-21.0, -13.0), (-25.0, -19.0), (-23.0, -24.0))
        .bend((-22.0, -26.5), (-19.0, -27.0), (-17.0, -27.0))
        .close();
    let feather = |reach: f64, high: f64| {
        Shape::from(13.0, -4.0)
            .bend((12.0, -14.0), (15.0 + reach * 0.2, high - 4.0), (19.0 + reach, high))
            .bend((18.0 + reach, high + 9.0), (20.0, -1.0), (15.0, 1.0))
            .close()
    };
    let comb = Shape::circle(-22.5, -28.0, 3.4)
        .and(Shape::circle(-18.0, -30.5, 3.8))
        .and(Shape::circle(-13.0, -28.0, 3.4));
    let heart = Shape::from(0.0, -2.5)
        .bend((2.0, -7.0), (8.0, -5.5), (7.0, -0.5))
        .bend((6.0, 3.5), (2.0, 6.0), (0.0, 8.5))
        .mirrored();
    let body = fill_alpha(&Shape::circle(0.0, 3.0, 45.0), "#000", 0.2)
        + &fill(&Shape::circle(0.0, 1.5, 45.0), "#8f5f06")
        + &fill(&Shape::circle(0.0, 0.0, 45.0), "#efb526")
        + &fill(&Shape::circle(0.0, 0.0, 39.5), "#c98a10")
        + &fill(&Shape::circle(0.0, 0.8, 38.6), "#fff6de")
        + &line(
            &Shape::from(-5.0, 17.0).to(-7.0, 27.0).and(Shape::from(2.0, 17.0).to(3.0, 27.0)),
            "#d08a12",
            2.6,
        )
        + &fill(
            &Shape::from(-17.0, 32.5).bend((-15.0, 25.0), (12.0, 25.0), (14.0, 32.5)).close(),
            "#2166cf",
        )
        + &fill(&feather(8.0, -27.0), "#2166cf")
        + &fill(&feather(11.5, -17.0), "#e0a100")
        + &fill(&feather(12.5, -7.0), "#c4402f")
        + &fill(&comb, "#c4402f")
        + &fill(&Shape::circle(-24.5, -14.5, 3.2), "#c4402f")
        + &fill(&Shape::from(-22.0, -24.0).to(-32.0, -19.5).to(-22.0, -17.0).close(), "#e0a100")
        + &fill(&body, "#241d1b")
        + &fill(&Shape::circle(-17.0, -21.5, 2.0), "#fff6de")
        + &fill(&heart.turned(-20.0).moved(-4.0, 4.0), "#d64a3a")
        + &fill(
            &Shape::circle(-15.0, -4.0, 1.6)
                .and(Shape::circle(-12.0, -10.0, 1.4))
                .and(Shape::circle(8.0, 4.0, 1.6))
                .and(Shape::circle(5.0, 11.0, 1.4)),
            "#fff6de",
        )
        + &line_alpha(&Shape::from(-37.0, -21.0).arc(42.4, true, 10.0, -41.0), "#fff", 2.4, 0.6);
    Svg::new(CELL_VIEW, body)
}

/// The highlight of a cell on which something can be done.
pub fn glow(theme: Theme) -> Svg {
    let frame = Shape::hexagon(45.0, 4.0);
    let body = fill_alpha(&frame, theme.paint(Tone::GoldPale), 0.92)
        + &line(&frame, theme.paint(Tone::Gold), 4.0);
    Svg::new(CELL_VIEW, body)
}

/// The frame of a hexagon that is pointed at or chosen.
pub fn chosen(theme: Theme) -> Svg {
    let frame = Shape::hexagon(46.5, 4.0);
    let body = line_alpha(&frame, theme.paint(Tone::Gold), 7.0, 0.45)
        + &line(&frame, theme.paint(Tone::Gold), 3.4);
    Svg::new(CELL_VIEW, body)
}

/// The frame of a hexagon that makes a move illegal.
pub fn blocked() -> Svg {
    let frame = Shape::hexagon(46.0, 4.0);
    let body = line_alpha(&frame, "#fff", 7.0, 0.8)
        + &format!(
            r##"<path d="{frame}" fill="none" stroke="#c0341d" stroke-width="4.5" stroke-dasharray="11.5 11.5" stroke-linecap="butt"/>"##
        );
    Svg::new(CELL_VIEW, body)
}
