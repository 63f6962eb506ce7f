//! The background: a lattice in the manner of azulejos, as a square that repeats.
use crate::palette::{Theme, Tone};
use crate::shape::Shape;
use crate::svg::{Svg, fill, line};

/// The side of the square.
const SIDE: f64 = 96.0;

/// The square: a flower of four leaves in the middle, quarters of another in the corners, and arcs between them.
fn square(paint: &str) -> String {
    let h = SIDE / 2.0;
    let leaf = Shape::from(0.0, -6.0).bend((7.0, -12.0), (7.0, -20.0), (0.0, -28.0)).mirrored();
    let flower = leaf.around(4);
    let small = Shape::from(0.0, -4.0)
        .bend((4.5, -8.0), (4.5, -13.0), (0.0, -18.0))
        .mirrored()
        .turned(45.0)
        .around(4);
    let arcs = Shape::from(-h, 0.0).bend((-h + 22.0, -4.0), (-4.0, -h + 22.0), (0.0, -h)).around(4);
    let inner =
        Shape::from(-h, -10.0).bend((-h + 16.0, -13.0), (-13.0, -h + 16.0), (-10.0, -h)).around(4);
    line(&arcs, paint, 2.4)
        + &line(&inner, paint, 1.2)
        + &fill(&flower, paint)
        + &fill(&small, paint)
}

/// The ornament over a whole area.
pub(crate) fn lattice(width: f64, height: f64, paint: &str) -> String {
    format!(
        r#"<defs><pattern id="lattice" width="{SIDE}" height="{SIDE}" patternUnits="userSpaceOnUse"><g transform="translate({0} {0})">{1}</g></pattern></defs><path d="M0 0H{width}V{height}H0Z" fill="url(#lattice)"/>"#,
        SIDE / 2.0,
        square(paint)
    )
}

/// The square by itself, for a page to repeat as its background.
pub fn ornament(theme: Theme) -> Svg {
    Svg::new([-SIDE / 2.0, -SIDE / 2.0, SIDE, SIDE], square(theme.paint(Tone::Ornament)))
}
