//! The ground of a garden: hedges, paths, water and lawn, spaces, and the stone terraces of expansions.
use crate::features::feature;
use crate::palette::{Theme, Tone};
use crate::shape::{Shape, polar};
use crate::svg::{Svg, dotted_line, fill, fill_alpha, line, line_alpha};
use crate::tile::CELL_VIEW;
use quinta_rules::{Cell, CellSet, Direction, Feature};

/// The distance between the centres of neighbouring cells.
pub(crate) const STEP: f64 = 86.602_540_378_443_86;

/// Returns the centre of a cell in a drawing of a garden. The fountain is at the origin and a cell is 100 units high.
pub fn position(cell: Cell) -> (f64, f64) {
    let (q, r) = cell.coordinates();
    (STEP * (f64::from(q) + f64::from(r) / 2.0), 75.0 * f64::from(r))
}

/// Returns the offset from a cell to its neighbour in this direction.
pub(crate) fn step(direction: Direction) -> (f64, f64) {
    let (q, r) = direction.step();
    (STEP * (f64::from(q) + f64::from(r) / 2.0), 75.0 * f64::from(r))
}

/// The view box of a whole garden.
pub(crate) const GARDEN_VIEW: [f64; 4] = [-436.0, -436.0, 872.0, 872.0];

/// The view box of an expansion.
pub(crate) const EXPANSION_VIEW: [f64; 4] = [-140.0, -135.0, 280.0, 270.0];

/// A free space.
pub fn space(theme: Theme) -> Svg {
    Svg::new(CELL_VIEW, spaces(&[(0.0, 0.0)], theme))
}

/// Free spaces at these points. Each layer is one path for all of them, which is shorter and quicker to paint.
fn spaces(at: &[(f64, f64)], theme: Theme) -> String {
    let each = |shape: Shape| {
        at.iter().fold(Shape::default(), |all, &(x, y)| all.and(shape.clone().moved(x, y)))
    };
    let star = Shape::from(0.0, -9.0)
        .bend((1.0, -3.0), (3.0, -1.0), (9.0, 0.0))
        .bend((3.0, 1.0), (1.0, 3.0), (0.0, 9.0))
        .mirrored();
    fill(&each(Shape::hexagon(46.0, 4.0)), theme.paint(Tone::SpaceEdge))
        + &fill(&each(Shape::hexagon(44.6, 3.5).moved(0.0, 0.9)), theme.paint(Tone::Space))
        + &line(&each(Shape::hexagon(37.5, 2.0).moved(0.0, 0.9)), theme.paint(Tone::Stone), 1.6)
        + &fill(&each(star), theme.paint(Tone::Stone))
}

/// The seven hexagons of an expansion, each of this radius, as one outline.
fn seven(radius: f64, rounding: f64) -> Shape {
    Direction::ALL.into_iter().fold(Shape::hexagon(radius, rounding), |all, d| {
        let (x, y) = step(d);
        all.and(Shape::hexagon(radius, rounding).moved(x, y))
    })
}

/// The stone terrace under seven cells.
fn terrace(theme: Theme) -> String {
    fill_alpha(&seven(53.0, 9.0).moved(0.0, 7.0), "#000", 0.16)
        + &fill(&seven(53.0, 9.0).moved(0.0, 4.0), theme.paint(Tone::StoneEdge))
        + &fill(&seven(53.0, 9.0), theme.paint(Tone::StoneShade))
        + &fill(&seven(51.0, 8.0), theme.paint(Tone::Stone))
}

/// An expansion face up, without its printed hexagon: a pavilion and six spaces.
pub fn expansion_front(theme: Theme) -> Svg {
    let petals = Direction::ALL.map(step);
    let pavilion = feature(Feature::Pavilion, theme);
    Svg::new(EXPANSION_VIEW, terrace(theme) + &spaces(&petals, theme) + pavilion.body())
}

/// An expansion face down: seven free spaces.
pub fn expansion_back(theme: Theme) -> Svg {
    let mut cells = Direction::ALL.map(step).to_vec();
    cells.push((0.0, 0.0));
    Svg::new(EXPANSION_VIEW, terrace(theme) + &spaces(&cells, theme))
}

/// A slot of a storage for a tile or a joker.
pub fn slot(theme: Theme) -> Svg {
    let body = fill(&Shape::hexagon(46.0, 5.0), theme.paint(Tone::StoneEdge))
        + &fill(&Shape::hexagon(45.0, 5.0).moved(0.0, 1.6), theme.paint(Tone::StoneShade))
        + &fill(&Shape::hexagon(40.0, 4.0).moved(0.0, 2.2), theme.paint(Tone::Stone));
    Svg::new(CELL_VIEW, body)
}

/// A slot of a storage for an expansion.
pub fn expansion_slot(theme: Theme) -> Svg {
    let body = fill(&seven(52.0, 9.0), theme.paint(Tone::StoneEdge))
        + &fill(&seven(51.0, 9.0).moved(0.0, 2.0), theme.paint(Tone::StoneShade))
        + &fill(&seven(46.0, 4.0).moved(0.0, 2.0), theme.paint(Tone::Stone));
    Svg::new(EXPANSION_VIEW, body)
}

/// A parterre, which fills an area until an expansion covers it.
pub fn parterre(theme: Theme) -> Svg {
    let paint = |tone| theme.paint(tone);
    let loops = Shape::from(0.0, -14.0)
        .bend((34.0, -34.0), (34.0, -84.0), (0.0, -100.0))
        .mirrored()
        .turned(30.0)
        .around(6);
    let buds = Shape::circle(0.0, -64.0, 7.0).turned(30.0).around(6);
    let balls = Shape::circle(0.0, -97.0, 8.5).around(6);
    let glints = Shape::circle(-2.4, -99.8, 4.0).and(Shape::circle(0.0, 0.0, 0.1));
    let glints = (0..6).fold(Shape::default(), |all, i| {
        let (x, y) = polar(97.0, 60.0 * f64::from(i));
        all.and(glints.clone().moved(x, y + 97.0))
    });
    let body = fill(&Shape::circle(0.0, 2.0, 122.0), paint(Tone::HedgeDark))
        + &fill(&Shape::circle(0.0, 0.0, 122.0), paint(Tone::Hedge))
        + &line(&Shape::circle(0.0, -1.0, 119.0), paint(Tone::HedgeLight), 2.0)
        + &fill(&Shape::circle(0.0, 0.0, 114.0), paint(Tone::HedgeDark))
        + &fill(&Shape::circle(0.0, 1.5, 113.0), paint(Tone::Lawn))
        + &line(&loops.clone().moved(0.0, 2.0), paint(Tone::HedgeDark), 6.5)
        + &line(&loops, paint(Tone::Hedge), 6.0)
        + &line_alpha(&loops.moved(0.0, -1.2), paint(Tone::HedgeLight), 1.8, 0.8)
        + &fill(&buds, "#e3a4c8")
        + &fill(&Shape::circle(0.0, -64.0, 2.6).turned(30.0).around(6), "#fff2c9")
        + &fill(&balls.clone().moved(0.0, 1.8), paint(Tone::HedgeDark))
        + &fill(&balls, paint(Tone::Hedge))
        + &fill(&glints, paint(Tone::HedgeLight))
        + &fill(&Shape::circle(0.0, 1.6, 15.0), paint(Tone::HedgeDark))
        + &fill(&Shape::circle(0.0, 0.0, 15.0), paint(Tone::Hedge))
        + &fill(&Shape::circle(-3.5, -4.0, 7.5), paint(Tone::HedgeLight));
    Svg::new(EXPANSION_VIEW, body)
}

/// A small pond with two leaves on it.
fn pond(theme: Theme) -> String {
    let pad = Shape::from(0.0, 0.0)
        .to(7.0, -3.0)
        .arc(7.6, true, -6.5, 4.0)
        .arc(7.6, true, 4.0, -6.5)
        .close();
    fill(&Shape::circle(0.0, 1.5, 30.0), theme.paint(Tone::StoneEdge))
        + &fill(&Shape::circle(0.0, 0.0, 30.0), theme.paint(Tone::Stone))
        + &fill(&Shape::circle(0.0, 0.0, 25.0), theme.paint(Tone::StoneEdge))
        + &fill(&Shape::circle(0.0, 1.2, 24.2), theme.paint(Tone::Water))
        + &line_alpha(
            &Shape::from(-16.0, -3.0)
                .bend((-10.0, -7.0), (-4.0, 1.0), (2.0, -3.0))
                .and(Shape::from(0.0, 12.0).bend((5.0, 9.0), (10.0, 15.0), (15.0, 11.0))),
            theme.paint(Tone::Ripple),
            1.8,
            0.9,
        )
        + &fill(
            &pad.clone().moved(8.0, -10.0).and(pad.turned(100.0).moved(-9.0, 9.0)),
            theme.paint(Tone::Hedge),
        )
        + &fill(&Shape::circle(8.0, -12.0, 3.4), "#f3c6dd")
}

/// An orange tree from above, in its round bed.
fn orange_tree(theme: Theme) -> String {
    let leaves = (0..8).fold(Shape::circle(0.0, 0.0, 16.0), |all, i| {
        let (x, y) = polar(14.0, 45.0 * f64::from(i));
        all.and(Shape::circle(x, y, 9.0))
    });
    let fruit = [(-9.0, -3.0), (3.0, -12.0), (11.0, 4.0), (-3.0, 10.0)]
        .into_iter()
        .fold(Shape::default(), |all, (x, y)| all.and(Shape::circle(x, y, 3.4)));
    fill(&Shape::circle(0.0, 0.0, 29.0), theme.paint(Tone::GravelEdge))
        + &fill(&Shape::circle(0.0, 0.0, 26.5), theme.paint(Tone::Lawn))
        + &fill_alpha(&leaves.clone().moved(3.0, 5.0), "#000", 0.2)
        + &fill(&leaves, theme.paint(Tone::HedgeDark))
        + &fill(&leaves.clone().scaled(0.86).moved(-1.4, -1.8), theme.paint(Tone::Hedge))
        + &fill(&leaves.scaled(0.5).moved(-4.0, -5.0), theme.paint(Tone::HedgeLight))
        + &fill(&fruit, "#f09a2a")
}

/// The ground of a garden with the terrace around the fountain and its first six spaces. On it go a [`parterre`] or an
/// expansion in each area, and then the fountain, the statues and the benches.
pub fn ground(theme: Theme) -> Svg {
    let paint = |tone| theme.paint(tone);
    let rim = Shape::circle(0.0, 0.0, 412.0);
    let around = 2.0 * std::f64::consts::PI * 412.0;
    let mut body = fill_alpha(&Shape::circle(0.0, 5.0, 430.0), "#000", 0.12)
        + &dotted_line(&rim.clone().moved(0.0, 3.0), paint(Tone::HedgeDark), 36.0, around / 96.0)
        + &dotted_line(&rim, paint(Tone::Hedge), 34.0, around / 96.0)
        + &dotted_line(&rim.moved(-3.0, -4.5), paint(Tone::HedgeLight), 15.0, around / 96.0)
        + &fill(&Shape::circle(0.0, 0.0, 400.0), paint(Tone::HedgeDark))
        + &fill(&Shape::circle(0.0, 2.0, 397.0), paint(Tone::Lawn));
    // The stripes of the lawn.
    for radius in [372.0, 332.0, 292.0, 252.0] {
        body += &line(&Shape::circle(0.0, 0.0, radius), paint(Tone::Stripe), 20.0);
    }
    // Paths from the court to the hedge, with ponds and trees at their ends.
    let path = Shape::from(0.0, -150.0).to(0.0, -330.0).around(6);
    let court = Shape::circle(0.0, 0.0, 206.0);
    body += &line(&path, paint(Tone::GravelEdge), 33.0);
    body += &line(&court, paint(Tone::GravelEdge), 5.0);
    body += &line(&path, paint(Tone::Gravel), 28.0);
    body += &fill(&court, paint(Tone::Gravel));
    for i in 0..6 {
        let (x, y) = polar(350.0, 60.0 * f64::from(i));
        let stand = if i % 2 == 0 { pond(theme) } else { orange_tree(theme) };
        body += &Svg::new(CELL_VIEW, stand).at(x, y, 1.15);
    }
    body += &terrace(theme);
    let first: Vec<_> = CellSet::FOUNTAIN_BOARD.iter().map(position).collect();
    body += &spaces(&first, theme);
    Svg::new(GARDEN_VIEW, body)
}
