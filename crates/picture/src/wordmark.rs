//! The wordmark, the name in letters with serifs, as paths.
use crate::shape::Shape;
use crate::svg::{Svg, fill};

/// An ellipse, clockwise or anticlockwise.
fn oval(x: f64, y: f64, rx: f64, ry: f64, clockwise: bool) -> Shape {
    // The distance of the control points for a quarter of it.
    let (kx, ky) = (rx * 0.5523, ry * 0.5523);
    let s = if clockwise { 1.0 } else { -1.0 };
    Shape::from(x, y - ry)
        .bend((x + s * kx, y - ry), (x + s * rx, y - ky), (x + s * rx, y))
        .bend((x + s * rx, y + ky), (x + s * kx, y + ry), (x, y + ry))
        .bend((x - s * kx, y + ry), (x - s * rx, y + ky), (x - s * rx, y))
        .bend((x - s * rx, y - ky), (x - s * kx, y - ry), (x, y - ry))
        .close()
}

/// The stem of a lower-case letter, with a flag on top and a foot.
fn stem() -> Shape {
    foot().and(
        Shape::from(0.0, -10.0)
            .to(0.0, -49.0)
            .bend((0.0, -56.0), (-3.0, -58.0), (-9.0, -58.5))
            .to(-9.0, -61.5)
            .bend((-1.0, -62.5), (6.0, -65.0), (11.0, -69.0))
            .to(13.0, -69.0)
            .to(13.0, -10.0)
            .close(),
    )
}

fn foot() -> Shape {
    Shape::from(-9.0, 0.0)
        .to(-9.0, -3.0)
        .bend((-3.0, -4.0), (0.0, -6.0), (0.0, -12.0))
        .to(13.0, -12.0)
        .bend((13.0, -6.0), (16.0, -4.0), (22.0, -3.0))
        .to(22.0, 0.0)
        .close()
}

/// The name as one path, its baseline at 0 and its capital 100 units high, and apart from it the dot of the i.
fn outline() -> (Shape, Shape) {
    let q = oval(51.0, -50.0, 51.0, 52.0, true).and(oval(51.0, -50.0, 35.5, 47.0, false)).and(
        Shape::from(36.0, -2.0)
            .bend((52.0, -12.0), (68.0, -4.0), (82.0, 7.0))
            .bend((96.0, 18.0), (118.0, 22.0), (140.0, 10.0))
            .bend((122.0, 33.0), (94.0, 34.0), (72.0, 17.0))
            .bend((60.0, 8.0), (50.0, 2.0), (36.0, -2.0))
            .close(),
    );
    let u = Shape::from(0.0, -49.0)
        .bend((0.0, -56.0), (-3.0, -58.0), (-9.0, -58.5))
        .to(-9.0, -61.5)
        .bend((-1.0, -62.5), (6.0, -65.0), (11.0, -69.0))
        .to(13.0, -69.0)
        .to(13.0, -22.0)
        .bend((13.0, -12.0), (17.0, -7.5), (24.0, -7.5))
        .bend((31.0, -7.5), (37.0, -13.0), (41.0, -21.0))
        .to(41.0, -12.0)
        .bend((36.0, -4.0), (28.0, 2.0), (18.0, 2.0))
        .bend((6.0, 2.0), (0.0, -6.0), (0.0, -20.0))
        .close()
        .and(
            Shape::from(41.0, -49.0)
                .bend((41.0, -56.0), (38.0, -58.0), (32.0, -58.5))
                .to(32.0, -61.5)
                .bend((40.0, -62.5), (47.0, -65.0), (52.0, -69.0))
                .to(54.0, -69.0)
                .to(54.0, -13.0)
                .bend((54.0, -6.5), (57.0, -4.5), (63.0, -4.0))
                .to(63.0, -1.0)
                .bend((55.0, -0.5), (49.0, 0.5), (43.0, 2.0))
                .to(41.0, 0.0)
                .close(),
        );
    let n = stem()
        .and(
            Shape::from(13.0, -50.0)
                .bend((18.0, -61.0), (27.0, -69.0), (37.0, -69.0))
                .bend((49.0, -69.0), (54.0, -61.0), (54.0, -46.0))
                .to(54.0, -10.0)
                .to(41.0, -10.0)
                .to(41.0, -44.0)
                .bend((41.0, -55.0), (37.0, -60.0), (31.0, -60.0))
                .bend((23.0, -60.0), (17.0, -53.0), (13.0, -44.0))
                .close(),
        )
        .and(foot().moved(41.0, 0.0));
    let t = Shape::from(21.0, -87.0)
        .bend((18.0, -75.0), (11.0, -67.5), (0.0, -64.0))
        .to(0.0, -61.0)
        .to(8.0, -61.0)
        .to(8.0, -16.0)
        .bend((8.0, -4.0), (14.0, 2.0), (23.0, 2.0))
        .bend((31.0, 2.0), (36.5, -2.0), (39.5, -9.0))
        .to(37.0, -11.0)
        .bend((35.0, -8.0), (32.0, -6.0), (28.5, -6.0))
        .bend((23.0, -6.0), (21.0, -10.0), (21.0, -17.0))
        .to(21.0, -61.0)
        .to(36.0, -61.0)
        .to(37.5, -67.0)
        .to(21.0, -67.0)
        .close();
    // The counter of the a runs in the other direction, so that it is not filled.
    let a = Shape::from(3.0, -52.0)
        .bend((8.0, -63.0), (17.0, -69.0), (28.0, -69.0))
        .bend((42.0, -69.0), (50.0, -61.0), (50.0, -47.0))
        .to(50.0, -13.0)
        .bend((50.0, -7.0), (52.0, -5.0), (58.0, -6.0))
        .to(58.0, -2.5)
        .bend((54.0, 0.5), (50.0, 2.0), (46.5, 2.0))
        .bend((41.0, 2.0), (38.0, -2.0), (37.0, -9.0))
        .bend((32.0, -2.0), (25.0, 2.0), (17.0, 2.0))
        .bend((6.5, 2.0), (0.0, -5.0), (0.0, -15.0))
        .bend((0.0, -28.0), (12.0, -35.0), (37.0, -41.0))
        .to(37.0, -48.0)
        .bend((37.0, -58.0), (33.0, -62.5), (26.0, -62.5))
        .bend((20.0, -62.5), (15.5, -59.0), (14.0, -53.0))
        .bend((12.0, -47.0), (4.0, -47.0), (3.0, -52.0))
        .close()
        .and(
            Shape::from(37.0, -36.0)
                .bend((21.0, -31.5), (13.5, -26.0), (13.5, -17.0))
                .bend((13.5, -10.5), (17.0, -7.0), (22.0, -7.0))
                .bend((28.0, -7.0), (33.5, -11.5), (37.0, -18.0))
                .close(),
        );
    let petal = Shape::from(0.0, -1.0)
        .bend((4.0, -3.0), (9.5, -8.0), (8.0, -12.5))
        .bend((6.5, -16.0), (2.0, -15.5), (0.0, -13.0))
        .mirrored();
    let word = q
        .and(u.moved(121.0, 0.0))
        .and(stem().moved(201.0, 0.0))
        .and(n.moved(243.0, 0.0))
        .and(t.moved(314.0, 0.0))
        .and(a.moved(362.0, 0.0));
    (word, petal.around(4).moved(207.0, -92.0))
}

/// The wordmark with these paints for its letters and for the flower on the i.
pub fn wordmark(paint: &str, flower: &str) -> Svg {
    let (word, dot) = outline();
    let body =
        fill(&word, paint) + &fill(&dot, flower) + &fill(&Shape::circle(207.0, -92.0, 2.6), paint);
    Svg::new([-6.0, -112.0, 432.0, 150.0], body)
}
