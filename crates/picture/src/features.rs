//! The features of a garden: fountain, statue, bench and pavilion.
use crate::palette::{Theme, Tone};
use crate::shape::Shape;
use crate::svg::{Svg, fill, fill_alpha, line, line_alpha};
use crate::tile::CELL_VIEW;
use quinta_rules::Feature;

/// A feature on its cell.
pub fn feature(of: Feature, theme: Theme) -> Svg {
    let body = match of {
        Feature::Fountain => fountain(theme),
        Feature::Statue => bed(theme) + &statue(theme),
        Feature::Bench => bed(theme) + &bench(theme),
        Feature::Pavilion => bed(theme) + &pavilion(theme),
    };
    Svg::new(CELL_VIEW, body)
}

/// The name of a feature in the sprite.
pub(crate) const fn feature_name(of: Feature) -> &'static str {
    match of {
        Feature::Fountain => "fountain",
        Feature::Statue => "statue",
        Feature::Bench => "bench",
        Feature::Pavilion => "pavilion",
    }
}

/// A bed with a clipped hedge around it.
fn bed(theme: Theme) -> String {
    let hedge = Shape::hexagon(47.0, 7.0);
    let lit = Shape::from(-38.6, 20.0).to(-38.6, -22.3).to(0.0, -44.6).to(36.5, -23.5);
    fill(&hedge.clone().moved(0.0, 1.5), theme.paint(Tone::HedgeDark))
        + &fill(&hedge.moved(0.0, -1.0), theme.paint(Tone::Hedge))
        + &line(&lit.moved(0.0, 0.5), theme.paint(Tone::HedgeLight), 3.0)
        + &fill(&Shape::hexagon(38.0, 5.0), theme.paint(Tone::HedgeDark))
        + &fill(&Shape::hexagon(36.8, 5.0).moved(0.0, 1.4), theme.paint(Tone::Bed))
}

/// The shadow of a figure on the ground: its baseline and half its width.
fn shadow(y: f64, half: f64) -> String {
    let shape = Shape::from(-half, y)
        .bend((-half, y - 5.0), (half + 5.0, y - 5.0), (half + 5.0, y))
        .bend((half + 5.0, y + 5.0), (-half, y + 5.0), (-half, y))
        .close();
    fill_alpha(&shape, "#000", 0.22)
}

fn fountain(theme: Theme) -> String {
    let paint = |tone| theme.paint(tone);
    let jet = Shape::from(0.0, -11.0).bend((-1.5, -17.0), (-1.5, -20.0), (0.0, -24.5));
    let drop = Shape::circle(0.0, -27.5, 1.9);
    fill(&Shape::hexagon(47.0, 6.0).moved(0.0, 1.5), paint(Tone::StoneEdge))
        + &fill(&Shape::hexagon(47.0, 6.0).moved(0.0, -1.0), paint(Tone::Stone))
        + &line(&Shape::hexagon(42.0, 4.0).moved(0.0, -1.0), paint(Tone::StoneEdge), 1.2)
        + &fill(&Shape::hexagon(37.5, 6.0), paint(Tone::StoneEdge))
        + &fill(&Shape::hexagon(36.0, 6.0).moved(0.0, 1.2), paint(Tone::Water))
        + &line_alpha(&Shape::circle(0.0, 0.0, 27.5), paint(Tone::Ripple), 1.4, 0.7)
        + &line_alpha(&Shape::circle(0.0, 0.0, 20.0), paint(Tone::Ripple), 1.4, 0.9)
        + &line(&jet.around(8), paint(Tone::Marble), 1.9)
        + &fill(&drop.around(8), paint(Tone::Marble))
        + &fill(&Shape::circle(0.0, 1.5, 12.0), paint(Tone::StoneEdge))
        + &fill(&Shape::circle(0.0, 0.0, 12.0), paint(Tone::Stone))
        + &fill(&Shape::circle(0.0, 0.0, 8.2), paint(Tone::Water))
        + &fill(&Shape::circle(0.0, 0.0, 3.6), paint(Tone::Marble))
}

/// Continues the outline of the plinth from its top down its right side.
fn right_of_plinth(begun: Shape) -> Shape {
    begun
        .to(12.0, 9.5)
        .to(12.0, 13.0)
        .to(9.5, 13.0)
        .to(9.5, 24.5)
        .to(12.0, 24.5)
        .to(12.0, 29.0)
        .close()
}

/// A draped figure with a jar on its shoulder.
fn statue(theme: Theme) -> String {
    let paint = |tone| theme.paint(tone);
    let plinth = Shape::from(-12.0, 29.0)
        .to(-12.0, 24.5)
        .to(-9.5, 24.5)
        .to(-9.5, 13.0)
        .to(-12.0, 13.0)
        .to(-12.0, 9.5);
    let plinth = right_of_plinth(plinth);
    let dark = right_of_plinth(Shape::from(2.0, 29.0).to(2.0, 9.5));
    let gown = Shape::from(-7.5, 9.5)
        .bend((-7.0, 1.0), (-4.0, -4.0), (-6.5, -12.0))
        .bend((-6.5, -17.0), (-3.5, -18.0), (0.0, -18.0))
        .bend((4.0, -18.0), (7.0, -17.0), (7.0, -12.0))
        .bend((5.0, -5.0), (7.5, 1.0), (8.5, 9.5))
        .close();
    let folds = Shape::from(1.0, -13.0)
        .bend((3.0, -5.0), (1.0, 1.0), (2.5, 8.5))
        .and(Shape::from(-2.5, -4.0).bend((-1.5, 1.0), (-3.0, 4.0), (-2.5, 8.5)))
        .and(Shape::from(5.0, -9.0).bend((4.0, -3.0), (5.5, 2.0), (6.0, 8.0)));
    let arm = Shape::from(6.0, -14.5).bend((11.0, -14.0), (12.5, -19.0), (10.0, -24.0));
    let jar = Shape::from(7.0, -23.0)
        .bend((5.5, -28.0), (8.0, -30.0), (8.5, -33.0))
        .to(13.0, -33.0)
        .bend((13.5, -30.0), (16.0, -27.0), (13.0, -22.5))
        .close();
    shadow(29.0, 13.0)
        + &fill(&plinth, paint(Tone::Marble))
        + &fill(&dark, paint(Tone::MarbleShade))
        + &line(&arm, paint(Tone::Marble), 3.6)
        + &fill(&jar, paint(Tone::Gold))
        + &fill(&gown, paint(Tone::Marble))
        + &line(&folds, paint(Tone::MarbleShade), 1.8)
        + &fill(&Shape::circle(0.5, -23.0, 5.2), paint(Tone::Marble))
        + &line(
            &Shape::from(-3.8, -25.5).bend((-1.0, -29.5), (4.0, -28.5), (5.2, -24.0)),
            paint(Tone::MarbleShade),
            2.4,
        )
}

/// A stone bench whose back is clad in blue tiles.
fn bench(theme: Theme) -> String {
    let paint = |tone| theme.paint(tone);
    let back = Shape::from(0.0, -21.0)
        .bend((8.0, -21.0), (11.0, -15.5), (18.0, -15.5))
        .bend((21.0, -15.5), (24.0, -16.5), (27.5, -14.0))
        .to(27.5, 4.0)
        .to(0.0, 4.0)
        .mirrored();
    let inner = Shape::from(0.0, -17.0)
        .bend((7.0, -17.0), (10.0, -11.8), (18.0, -11.8))
        .to(23.5, -11.8)
        .to(23.5, 1.0)
        .to(0.0, 1.0)
        .mirrored();
    let flower = |x: f64, y: f64, r: f64| {
        let petal =
            Shape::from(0.0, 0.0).bend((r * 0.7, -r * 0.4), (r * 0.5, -r), (0.0, -r)).mirrored();
        petal.around(4).moved(x, y)
    };
    let seat = Shape::from(-29.0, 4.0).to(29.0, 4.0).to(29.0, 10.0).to(-29.0, 10.0).close();
    let leg = Shape::from(-25.0, 10.0)
        .to(-16.0, 10.0)
        .bend((-18.5, 14.0), (-18.5, 18.0), (-15.5, 22.5))
        .to(-26.0, 22.5)
        .bend((-23.0, 18.0), (-23.0, 14.0), (-25.0, 10.0))
        .close();
    shadow(22.5, 27.0)
        + &fill(&back, paint(Tone::MarbleShade))
        + &fill(&inner, "#f8fbff")
        + &fill(
            &flower(0.0, -7.5, 7.2).and(flower(-15.5, -5.4, 5.0)).and(flower(15.5, -5.4, 5.0)),
            "#2166cf",
        )
        + &fill(
            &Shape::circle(0.0, -7.5, 1.6)
                .and(Shape::circle(-15.5, -5.4, 1.2))
                .and(Shape::circle(15.5, -5.4, 1.2)),
            "#f8fbff",
        )
        + &fill(&leg.and_flipped(), paint(Tone::MarbleShade))
        + &fill(&seat, paint(Tone::Marble))
        + &line(&Shape::from(-28.0, 10.0).to(28.0, 10.0), paint(Tone::MarbleShade), 1.6)
}

/// A round temple with a tiled roof.
fn pavilion(theme: Theme) -> String {
    let paint = |tone| theme.paint(tone);
    let roof = Shape::from(0.0, -26.0)
        .bend((7.0, -22.0), (17.0, -17.0), (26.0, -9.0))
        .bend((26.0, -6.5), (25.0, -5.5), (23.0, -5.5))
        .to(0.0, -5.5)
        .mirrored();
    let shade = Shape::from(0.0, -26.0)
        .bend((7.0, -22.0), (17.0, -17.0), (26.0, -9.0))
        .bend((26.0, -6.5), (25.0, -5.5), (23.0, -5.5))
        .to(8.0, -5.5)
        .bend((8.0, -14.0), (4.0, -21.0), (0.0, -26.0))
        .close();
    let ribs = Shape::from(0.0, -24.0)
        .bend((-3.0, -18.0), (-6.0, -12.0), (-7.0, -6.5))
        .and(Shape::from(-2.5, -23.5).bend((-9.0, -18.0), (-14.0, -12.0), (-16.5, -6.5)));
    let inside = Shape::from(-18.0, -5.5).to(18.0, -5.5).to(18.0, 19.0).to(-18.0, 19.0).close();
    let column = |x: f64, w: f64| {
        Shape::from(x - w, -4.0).to(x + w, -4.0).to(x + w, 19.0).to(x - w, 19.0).close()
    };
    let steps = Shape::from(-22.0, 18.5)
        .to(22.0, 18.5)
        .to(22.0, 22.5)
        .to(26.0, 22.5)
        .to(26.0, 27.0)
        .to(-26.0, 27.0)
        .to(-26.0, 22.5)
        .to(-22.0, 22.5)
        .close();
    shadow(26.5, 25.0)
        + &fill_alpha(&inside, "#10241a", 0.45)
        + &fill(
            &column(-18.0, 2.8).and(column(-7.0, 2.4)).and(column(7.0, 2.4)).and(column(18.0, 2.8)),
            paint(Tone::Marble),
        )
        + &fill(
            &column(-16.2, 1.0).and(column(-5.4, 0.9)).and(column(8.6, 0.9)).and(column(19.8, 1.0)),
            paint(Tone::MarbleShade),
        )
        + &fill(&steps, paint(Tone::Marble))
        + &line(&Shape::from(-22.0, 22.5).to(22.0, 22.5), paint(Tone::MarbleShade), 1.4)
        + &fill(&roof, paint(Tone::Roof))
        + &fill(&shade, paint(Tone::RoofDark))
        + &line(&ribs, paint(Tone::RoofDark), 1.3)
        + &fill(
            &Shape::from(-24.0, -6.5).to(24.0, -6.5).to(22.0, -2.6).to(-22.0, -2.6).close(),
            paint(Tone::Marble),
        )
        + &line(&Shape::from(0.0, -26.0).to(0.0, -29.5), paint(Tone::Gold), 2.2)
        + &fill(&Shape::circle(0.0, -31.0, 2.8), paint(Tone::Gold))
}
