//! The six patterns. Each drawing shows the number of its pattern: one tree, two wings, three butterflies, a flower of
//! four petals, a lily of five, six tulips.
use crate::shape::{Shape, polar};
use crate::svg::{fill, line};
use quinta_rules::Pattern;

/// The paints of a drawing: the background, the drawing itself, and a tone between the two.
#[derive(Clone, Copy)]
pub(crate) struct Paints<'a> {
    pub(crate) ground: &'a str,
    pub(crate) ink: &'a str,
    pub(crate) wash: &'a str,
}

/// The drawing of a pattern, within about 31 units of the origin.
pub(crate) fn pattern(pattern: Pattern, paints: Paints<'_>) -> String {
    match pattern {
        Pattern::Tree => tree(paints),
        Pattern::Bird => bird(paints),
        Pattern::Butterfly => butterflies(paints),
        Pattern::Flower => flower(paints),
        Pattern::Lily => lily(paints),
        Pattern::Tulip => tulips(paints),
    }
}

fn tree(p: Paints<'_>) -> String {
    let crown = (0..7)
        .map(|i| {
            let (x, y) = polar(13.5, 360.0 / 7.0 * f64::from(i));
            Shape::circle(x * 1.12, y - 8.5, 9.6)
        })
        .fold(Shape::circle(0.0, -8.5, 14.0), Shape::and);
    let trunk = Shape::from(0.0, 4.0)
        .to(4.0, 4.0)
        .bend((4.0, 16.0), (4.0, 24.0), (9.5, 30.5))
        .bend((6.0, 29.5), (3.0, 29.5), (0.0, 30.5))
        .mirrored();
    let leaf = |x: f64, y: f64, r: f64| {
        Shape::from(x - r, y).bend((x - r, y - r * 1.25), (x + r, y - r * 1.25), (x + r, y))
    };
    let leaves = leaf(-11.5, -6.0, 5.5)
        .and(leaf(11.5, -6.0, 5.5))
        .and(leaf(0.0, -19.0, 6.0))
        .and(leaf(0.0, -7.5, 4.5));
    let branches = Shape::from(0.0, 12.0).bend((0.0, 5.0), (-4.0, 2.5), (-9.0, 1.0)).and_flipped();
    fill(&trunk, p.ink)
        + &fill(&crown, p.ink)
        + &line(&leaves, p.ground, 1.7)
        + &line(&branches, p.ground, 1.7)
}

/// A dove with its wings spread.
fn bird(p: Paints<'_>) -> String {
    let body = Shape::from(0.0, -14.0)
        .bend((3.0, -14.0), (6.0, -12.5), (7.5, -10.0))
        .bend((12.0, -20.0), (22.0, -25.5), (34.0, -24.5))
        .bend((34.5, -17.5), (32.5, -12.0), (28.5, -8.5))
        .to(27.0, -10.0)
        .bend((26.5, -4.5), (24.0, -0.5), (20.5, 1.5))
        .to(19.0, -0.5)
        .bend((18.0, 4.0), (15.0, 7.0), (11.5, 8.0))
        .to(9.5, 5.5)
        .bend((8.0, 10.0), (6.0, 13.0), (4.5, 15.0))
        .bend((5.5, 20.0), (8.0, 24.5), (11.0, 28.0))
        .bend((9.0, 30.5), (6.0, 31.0), (4.0, 30.0))
        .bend((2.5, 31.5), (1.0, 32.0), (0.0, 32.0))
        .mirrored();
    let head = Shape::circle(0.0, -18.0, 5.6)
        .and(Shape::from(-3.5, -22.3).to(-11.5, -17.5).to(-3.5, -14.5).close());
    let feathers = Shape::from(27.0, -10.0)
        .bend((26.5, -14.0), (24.0, -17.0), (20.0, -18.0))
        .and(Shape::from(19.0, -0.5).bend((19.0, -6.0), (17.0, -10.0), (12.5, -12.0)))
        .and_flipped();
    let tail = Shape::from(3.6, 29.0).bend((2.6, 25.0), (2.2, 22.0), (2.0, 18.0)).and_flipped();
    let breast = Shape::from(-5.0, 2.0)
        .bend((-2.5, 5.0), (2.5, 5.0), (5.0, 2.0))
        .and(Shape::from(-4.0, 8.0).bend((-2.0, 10.5), (2.0, 10.5), (4.0, 8.0)));
    let eye = Shape::circle(-2.0, -18.8, 1.3);
    let fit = |s: Shape| s.moved(0.0, -3.0).scaled(0.86);
    fill(&fit(body.and(head)), p.ink)
        + &line(&fit(feathers.and(tail)), p.ground, 1.4)
        + &line(&fit(breast), p.wash, 1.4)
        + &fill(&fit(eye), p.ground)
}

fn butterflies(p: Paints<'_>) -> String {
    let place = |s: Shape| s.scaled(1.12).moved(0.0, -18.5).around(3);
    let wings = Shape::from(0.0, -1.5)
        .bend((1.5, -8.0), (7.5, -13.5), (13.0, -11.5))
        .bend((16.5, -9.5), (13.0, 0.0), (6.0, 0.5))
        .bend((10.5, 1.5), (10.5, 8.5), (6.5, 9.5))
        .bend((3.0, 10.0), (1.0, 6.5), (0.0, 3.0))
        .mirrored();
    let spots = Shape::circle(9.2, -6.6, 2.1).and_flipped();
    let feelers =
        Shape::from(0.8, -5.0).bend((1.0, -8.5), (2.0, -10.5), (4.0, -12.0)).and_flipped();
    let body = Shape::from(0.0, -4.5).to(0.0, 6.0);
    fill(&place(wings), p.ink)
        + &fill(&place(spots), p.wash)
        + &line(&place(feelers), p.ink, 1.3)
        + &line(&place(body), p.ground, 2.0)
}

fn flower(p: Paints<'_>) -> String {
    let petal = Shape::from(0.0, -4.0)
        .bend((3.5, -8.0), (14.0, -15.0), (13.5, -25.0))
        .bend((13.0, -32.5), (4.5, -34.0), (0.0, -28.5))
        .mirrored();
    let veins = Shape::from(0.0, -12.0)
        .to(0.0, -22.5)
        .and(Shape::from(3.2, -13.5).bend((5.0, -16.0), (7.0, -19.5), (7.2, -24.0)).and_flipped());
    let sepal = Shape::from(0.0, -9.0)
        .bend((2.6, -12.0), (2.6, -16.0), (0.0, -21.0))
        .mirrored()
        .turned(45.0);
    fill(&sepal.around(4), p.wash)
        + &fill(&petal.around(4), p.ink)
        + &line(&veins.around(4), p.ground, 1.3)
        + &fill(&Shape::circle(0.0, 0.0, 7.0), p.ground)
        + &fill(&Shape::circle(0.0, 0.0, 4.6), p.ink)
}

fn lily(p: Paints<'_>) -> String {
    let petal = Shape::from(0.0, -3.0)
        .bend((-10.0, -9.0), (-12.5, -19.0), (-3.0, -27.0))
        .bend((-0.5, -29.0), (2.5, -31.0), (6.5, -33.5))
        .bend((6.0, -30.0), (7.5, -26.0), (8.0, -21.0))
        .bend((8.5, -14.0), (5.0, -8.0), (0.0, -3.0))
        .close();
    let rib = Shape::from(0.0, -8.0).bend((-1.5, -15.0), (-0.5, -21.0), (3.0, -26.5));
    let stamens = Shape::from(0.0, -3.0).to(0.0, -10.5).turned(36.0);
    let tips = Shape::circle(0.0, -12.0, 1.9).turned(36.0);
    fill(&petal.around(5), p.ink)
        + &line(&rib.around(5), p.ground, 1.7)
        + &line(&stamens.around(5), p.wash, 1.5)
        + &fill(&tips.around(5), p.wash)
        + &fill(&Shape::circle(0.0, 0.0, 4.4), p.ground)
        + &fill(&Shape::circle(0.0, 0.0, 2.6), p.ink)
}

fn tulips(p: Paints<'_>) -> String {
    let head = Shape::from(0.0, -14.5)
        .bend((6.0, -14.5), (9.0, -19.5), (8.0, -24.5))
        .bend((7.6, -27.0), (7.8, -29.5), (8.6, -32.0))
        .bend((6.0, -31.0), (4.5, -29.0), (3.6, -27.0))
        .bend((2.6, -29.5), (1.4, -31.5), (0.0, -33.0))
        .mirrored();
    let stem = Shape::from(0.0, -4.0).to(0.0, -15.5);
    let leaf = Shape::from(0.0, -7.0)
        .bend((3.0, -8.0), (5.5, -10.5), (6.2, -15.5))
        .bend((3.0, -14.0), (0.8, -11.0), (0.0, -7.0))
        .close()
        .turned(0.0);
    let crease = Shape::from(-3.4, -25.0).bend((-3.0, -21.0), (-1.5, -19.0), (0.0, -18.5)).bend(
        (1.5, -19.0),
        (3.0, -21.0),
        (3.4, -25.0),
    );
    fill(&leaf.and_flipped().around(6), p.wash)
        + &line(&stem.around(6), p.ink, 2.0)
        + &fill(&head.around(6), p.ink)
        + &line(&crease.around(6), p.ground, 1.3)
        + &fill(&Shape::circle(0.0, 0.0, 4.6), p.ink)
        + &fill(&Shape::circle(0.0, 0.0, 2.0), p.ground)
}
